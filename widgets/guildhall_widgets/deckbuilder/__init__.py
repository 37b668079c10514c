"""The deck builder: pick professions and see warnings, game length and balance."""
