"""The card editor: a form for the card files of any game."""
