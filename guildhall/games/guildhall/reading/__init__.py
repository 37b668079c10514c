"""From card files to cards: TOML in, typed effects out, and errors that name the place."""
