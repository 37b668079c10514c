"""The parts that all games share, such as decisions, rules and `Game`."""
