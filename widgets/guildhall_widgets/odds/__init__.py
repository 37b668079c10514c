"""Exact odds with sliders (the odds and check explorers), and the live odds of a game next to its table."""
