"""The interaction graph: how cards feed each other, as declared on the cards and as observed in play."""
