"""Before a game of the Hundred Halls: who plays against what, and what is bought in the Armory."""

from .picker import PartyPicker
from .planner import ArmoryPlanner

__all__ = ["ArmoryPlanner", "PartyPicker"]
