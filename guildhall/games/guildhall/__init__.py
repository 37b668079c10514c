"""Guildhall, the card game: every set, Mega-Saga, Super-Sized-Saga, Chapter Masters, Master Houses, own decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from guildhall.core.errors import BadPosition
from guildhall.core.registration import Registration, Soak

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.settings import Settings

    from .rules import GuildhallRules

__all__ = ["GAME"]


class Guildhall(Registration):
    """Guildhall for the registry."""

    name = "guildhall"
    title = "Guildhall"
    summary = "A card game of chapters: five colours of a profession complete one, and chapters buy victory points."
    renderer = "guildhall_widgets.render.guildhall"

    @property
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""
        from .setup import SETTINGS

        return SETTINGS

    @property
    def sets(self) -> dict[str, str]:
        """The sets of professions, each with its title."""
        from .cards import load_book

        return {name: card_set.title for name, card_set in load_book().sets.items()}

    def make_rules(self, given: Mapping[str, Any]) -> GuildhallRules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""
        from .setup import deck_of, settle

        setup = settle(given)
        deck_of(setup)
        from .rules import GuildhallRules

        return GuildhallRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[GuildhallRules, State]:
        """A game set up by hand: its rules and its state."""
        from .position import set_up

        if "halls" not in given:
            raise BadPosition('a position needs halls, one for each player, such as halls=[{"Weaver": ["red"]}, {}]')
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
        from .random_cards import random_setup

        return random_setup(coin)

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """A set or a card in words, all of them, or what files of one's own have changed."""
        from .cardtexts import lines

        return lines(name, files)

    def card_reference(self) -> Iterator[str]:
        """Guildhall's part of the card reference of the documentation."""
        from .cards import load_book
        from .reference import reference

        return reference(load_book())


GAME = Guildhall()
