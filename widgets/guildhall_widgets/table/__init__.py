"""The table that can be clicked: play a game step by step."""

from .widget import TableWidget

__all__ = ["TableWidget"]
