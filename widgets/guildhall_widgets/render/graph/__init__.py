"""The drawing of the interaction graph."""
