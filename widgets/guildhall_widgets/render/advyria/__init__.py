"""The table of Die Gilden von Advyria: the board, the players, the hand; German or English as the game is."""

from ..cardtexts import card_names, pages
from .board import board
from .table import table

__all__ = ["board", "card_names", "pages", "table"]
