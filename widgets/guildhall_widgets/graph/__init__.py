"""The interaction graph: how cards feed each other, as they declare it and as it was seen."""
