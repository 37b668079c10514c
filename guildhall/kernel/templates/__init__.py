"""What plays, records and checks any compiled game: templates that `kernel.engine` binds to a game's functions.

In all of them `s` is a game's state, `R` the record it is played by, `W` a row of weights for every seat.
"""
