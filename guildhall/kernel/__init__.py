"""What all compiled rules share: the `@kernel` decorator, its cache, bits, and chance."""
