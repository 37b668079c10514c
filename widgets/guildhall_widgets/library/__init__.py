"""The library: the records of a folder, to look through and to open."""

from .widget import Library

__all__ = ["Library"]
