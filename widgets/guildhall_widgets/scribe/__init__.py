"""The scribe sheet: a game at a real table, logged with one hand."""
