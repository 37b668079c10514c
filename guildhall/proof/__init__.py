"""What must hold of the rules of every game, and the ways to find out whether it does."""
