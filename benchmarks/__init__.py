"""How fast the game plays and starts, and other engines beside it; measured by hand, asserted nowhere."""
