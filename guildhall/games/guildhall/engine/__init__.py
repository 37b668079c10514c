"""The compiled rules: the state, the legal options and their consequences, with each card as a program."""
