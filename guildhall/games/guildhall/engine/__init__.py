"""The compiled rules: the state, what may be done in it, and what follows; cards come in as programs."""
