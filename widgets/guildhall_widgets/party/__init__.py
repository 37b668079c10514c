"""Before a game of the Hundred Halls: who plays against what, and what is bought in the Armory."""
