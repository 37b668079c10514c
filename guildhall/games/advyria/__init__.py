"""Die Gilden von Advyria, the board and card game, for one to four players."""

from __future__ import annotations

from guildhall.core.registration import PackagedGame

__all__ = ["GAME"]


class Advyria(PackagedGame):
    """Die Gilden von Advyria for the registry."""

    name = "advyria"
    title = "Die Gilden von Advyria"
    summary = "A board and card game of adventures for one to four players, in English or German."
    renderer = "guildhall_widgets.render.advyria"
    rules_class = "AdvyriaRules"
    position_needs = "hands", 'one for each player, such as hands=[["Wizard", "Fairy"], []]'

    @property
    def sets(self) -> dict[str, str]:
        """The decks, each with its title."""
        from .reading import shipped

        return {name: deck.title.en for name, deck in shipped().decks.items()}


GAME = Advyria()
