"""The replay viewer: scrub through a game, annotate it, vary it, evaluate it, and write it as a study."""
