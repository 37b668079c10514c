"""The odds explorer and the check explorer: exact chances under sliders; and the chances of a game beside its table."""

from .checks import CheckExplorer
from .explorer import OddsExplorer
from .live import LiveOdds

__all__ = ["CheckExplorer", "LiveOdds", "OddsExplorer"]
