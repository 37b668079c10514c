"""Curves, counting and bars of the odds explorer."""
