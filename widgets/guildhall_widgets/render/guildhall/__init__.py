"""Guildhall's table: cards, halls, hands, the VP row, and one card with all its tiers in words."""

from .cardpage import card_names, card_page, pages
from .cards import card, chip, hall
from .table import table

__all__ = ["card", "card_names", "card_page", "chip", "hall", "pages", "table"]
