"""Guildhall's table: cards, halls, hands, the VP row, and one card with all its tiers in words."""

from .cards import card, card_names, card_page, chip, hall, pages
from .table import table

__all__ = ["card", "card_names", "card_page", "chip", "hall", "pages", "table"]
