"""The clickable table: play a game step by step."""
