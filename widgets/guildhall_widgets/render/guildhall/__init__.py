"""The table of Guildhall: its cards, halls and hands, what its options show, and the page of one card."""

from .board import table
from .options import CREST, chips, face
from .pages import card_names, card_page, pages

__all__ = ["CREST", "card_names", "card_page", "chips", "face", "pages", "table"]
