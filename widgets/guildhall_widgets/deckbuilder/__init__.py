"""The deck builder: pick professions, see what speaks against the deck, how long and how fair it plays."""
