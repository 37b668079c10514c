"""What all compiled games share: kernels and their cache, templates bound to each game, chance, the log, the rules."""
