"""The odds explorer and the check explorer: exact chances under sliders; and the chances of a game beside its table."""
