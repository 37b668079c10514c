"""The registration of a game: its name, its settings, and methods that make its rules and positions.

A game's package has one object of a class that inherits `Registration`.
Importing it compiles nothing: its methods import rules and positions when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from guildhall.core.errors import BadPosition, BadSetup, UnknownCard, did_you_mean, nearest
from guildhall.core.interactions import Interactions
from guildhall.core.rules import Rules, State
from guildhall.core.settings import Players, Settings

__all__ = ["Registration", "text_lines"]


class Registration:
    """One game for the registry, the command line, the front-ends and the documentation."""

    name: ClassVar[str]
    """What a user types: letters, digits and hyphens."""

    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence about the game."""

    renderer: ClassVar[str | None] = None
    """The module that draws its table in notebooks; without one its rules' own HTML is shown."""

    compiled_apart: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """Settings with machine code of their own, besides the usual ones."""

    @property
    def home(self) -> str:
        """Where its class is, as `module:Class`, for a process in which the game is not registered."""
        return f"{type(self).__module__}:{type(self).__qualname__}"

    settings: type[Settings]
    """The class that declares the settings."""

    rules: ClassVar[Callable[[Any], Rules]]
    """The class of the rules, called with the settled settings."""

    def make_rules(self, given: Mapping[str, Any]) -> Rules:
        """Return the rules with these settings; wrong ones are refused before anything is compiled."""
        return type(self).rules(self.settings.settle(given))

    def make_position(self, *, seed: int, **given: Any) -> tuple[Rules, State]:
        """Return the rules and the state of a game set up by hand."""
        raise BadPosition(f"{self.title} cannot be set up by hand; new_game begins one")

    @staticmethod
    def needs(given: Mapping[str, Any], name: str, sample: str) -> None:
        """Refuse a position without the one argument that all positions need; `sample` says how it is given."""
        if name not in given:
            raise BadPosition(f"a position needs {name}, {sample}")

    def make_interactions(self, **given: Any) -> Interactions:
        """What the cards put where and take from where, see `guildhall.graphs`."""
        raise BadSetup(f"{self.name} does not tell how its cards act on each other, so there is no graph of them")

    @property
    def rules_page(self) -> str:
        """How the game is played, on a page of Markdown; empty if there is none."""
        return ""

    @property
    def sets(self) -> Mapping[str, str]:
        """The sets of cards by name, each with its title."""
        return {}

    @property
    def picks(self) -> Mapping[str, Mapping[str, str]]:
        """Settings that a form offers besides the usual ones, each with its words and what is shown for them.

        The setting `party` of a game that all win together is picked for every seat, the usual words first.
        """
        return {}

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most players."""
        seats = next(setting for setting in self.settings.declared() if isinstance(setting, Players))
        return seats.low, seats.high

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """Cards in words, with files of one's own: of a name, or all of them."""
        return text_lines(self.make_rules(self.settings.with_texts({"card_files": files} if files else {})), name)

    def card_reference(self) -> Iterator[str]:
        """The game's part of the card reference of the documentation, in Markdown."""
        yield from ("", f"# {self.title}", "")
        rules = self.make_rules({})
        for card in rules.card_texts.values():
            yield f"- **{card.shown}** ({card.provenance}): {card.text}"


def text_lines(rules: Rules, name: str = "") -> Iterator[str]:
    """A card of a game in words; without a name, all of them."""
    if not rules.card_texts:
        raise UnknownCard(f"{rules.game} has no card texts", name=name)
    wanted = name.casefold()
    found = [card for key, card in rules.card_texts.items() if not name or wanted in _names(key, card.shown)]
    if not found:
        close = nearest(name, [card.shown for card in rules.card_texts.values()])
        raise UnknownCard(f"no card of this game is called '{name}'{did_you_mean(close)}", name=name, nearest=close)
    for card in found:
        yield from card.lines


def _names(*names: str) -> set[str]:
    return {name.casefold() for name in names}
