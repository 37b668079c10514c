"""Moves, evaluation strip and studies of the replay viewer."""
