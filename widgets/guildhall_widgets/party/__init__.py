"""Preparing a game of the Hundred Halls: the party, its opponents, and purchases in the Armory."""
