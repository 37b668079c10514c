"""The replay viewer: scrub through a game, annotate it, explore variations, evaluate it and export it as a study."""
