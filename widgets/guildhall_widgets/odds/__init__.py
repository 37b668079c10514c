"""The odds explorer: exact chances under sliders, and the chances of a game beside its table."""

from .explorer import OddsExplorer
from .live import LiveOdds

__all__ = ["LiveOdds", "OddsExplorer"]
