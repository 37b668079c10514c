"""The common code of compiled games: the compiler, templates bound to each game, chance, the log, and the rules."""
