"""Die Gilden von Advyria, the board and card game, for one to four players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from guildhall.core.errors import BadPosition
from guildhall.core.registration import Registration, Soak

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.settings import Settings

    from .rules import AdvyriaRules

__all__ = ["GAME"]


class Advyria(Registration):
    """Die Gilden von Advyria for the registry."""

    name = "advyria"
    title = "Die Gilden von Advyria"
    summary = "A board and card game of adventures for one to four players, in English or German."
    renderer = "guildhall_widgets.render.advyria"

    @property
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""
        from .setup import SETTINGS

        return SETTINGS

    @property
    def sets(self) -> dict[str, str]:
        """The decks, each with its title."""
        from .reading import shipped

        return {name: deck.title.en for name, deck in shipped().decks.items()}

    def make_rules(self, given: Mapping[str, Any]) -> AdvyriaRules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""
        from .setup import box_of, settle

        setup = settle(given)
        box_of(setup)
        from .rules import AdvyriaRules

        return AdvyriaRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[AdvyriaRules, State]:
        """A game set up by hand: its rules and its state."""
        from .position import set_up

        if "hands" not in given:
            raise BadPosition('a position needs hands, one for each player, such as hands=[["Wizard", "Fairy"], []]')
        return set_up(seed=seed, **given)

    def random_position(self, coin: Random) -> Mapping[str, Any]:
        """Arguments of a position drawn at random, for fuzzing."""
        from .random_position import random_position

        return random_position(coin)

    def make_interactions(self, **given: Any) -> Interactions:
        """What the cards of a deck put where and take from where, without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def soak(self) -> Soak:
        """What plays on and on while every law is checked."""
        from .engine.soak import SOAK

        return SOAK

    def random_setup(self, coin: Random) -> Mapping[str, Any]:
        """Settings drawn at random, for fuzzing."""
        from .random_box import random_setup

        return random_setup(coin)


GAME = Advyria()
