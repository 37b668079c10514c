"""The page of the deck builder."""
