"""Records of games with notes and variations, and their files."""
