"""The table that can be clicked: play a game step by step."""
