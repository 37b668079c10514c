"""What every game shares: decisions, the game in your hands, records of it. Knows no particular game."""
