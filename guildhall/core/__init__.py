"""What every game shares: decisions, rules, the game in your hands. Knows no particular game."""
