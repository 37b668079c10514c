"""The compiled rules of Die Gilden von Advyria: state, turn, effects, options, knowledge, bots."""
