"""The registration of a game: its name, its settings, and methods that build its rules and positions.

A game's package has one instance of a subclass of `Registration`.
Importing it compiles nothing, because its methods import rules and positions only when called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from guildhall.core.errors import BadPosition, BadSetup, UnknownCard, Unsupported, did_you_mean, nearest
from guildhall.core.interactions import Interactions
from guildhall.core.rules import Rules, State
from guildhall.core.settings import Players, Settings
from guildhall.core.shapes import CardLanguage

__all__ = ["Registration", "text_lines"]


class Registration:
    """One game for the registry, the command line, the front-ends and the documentation."""

    name: ClassVar[str]
    """The name that users type, made of letters, digits and hyphens."""

    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence about the game."""

    renderer: ClassVar[str | None] = None
    """The module that draws the table in notebooks. Without one, the HTML of the rules is shown."""

    spirit: ClassVar[str] = ""
    """How people play it, in a few words, such as "all together"."""

    points: ClassVar[str] = "points"
    """What its points are called, such as "VP"."""

    choices: ClassVar[tuple[int, int] | None] = None
    """The decisions of each player in a game of three, and the options of a decision, as measured with the usual bots.

    `python -m benchmarks choices` measures them.
    """

    compiled_apart: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """Sets of settings, besides the defaults, that need separate machine code."""

    @property
    def home(self) -> str:
        """The location of the class, as `module:Class`, for processes in which the game is not registered."""
        return f"{type(self).__module__}:{type(self).__qualname__}"

    settings: type[Settings]
    """The class that declares the settings."""

    rules: ClassVar[Callable[[Any], Rules]]
    """The class of the rules, called with the checked settings."""

    def make_rules(self, given: Mapping[str, Any]) -> Rules:
        """Return the rules with these settings, or raise BadSetup before anything is compiled."""
        return type(self).rules(self.settings.settle(given))

    def make_position(self, *, seed: int, **given: Any) -> tuple[Rules, State]:
        """Return the rules and the state of a game set up by hand."""
        raise BadPosition(f"{self.title} cannot be set up by hand; use new_game")

    @staticmethod
    def needs(given: Mapping[str, Any], name: str, sample: str) -> None:
        """Raise BadPosition if the required argument `name` is missing; `sample` shows how to write it."""
        if name not in given:
            raise BadPosition(f"a position needs {name}, {sample}")

    def make_interactions(self, **given: Any) -> Interactions:
        """Return how the cards move things between zones, for `guildhall.graphs`."""
        raise BadSetup(f"{self.name} defines no card interactions, so it has no graph")

    @property
    def rules_page(self) -> str:
        """The rules of play as a page of Markdown, or "" if there is none."""
        return ""

    @property
    def sets(self) -> Mapping[str, str]:
        """The sets of cards by name, each with its title."""
        return {}

    @property
    def picks(self) -> Mapping[str, Mapping[str, str]]:
        """Extra settings for the start form, each with its possible words and their labels.

        In a cooperative game, the setting `party` is picked for each seat, with the default words first.
        """
        return {}

    def counted(self, lang: str) -> Mapping[str, str]:
        """Return the events worth counting at the end of a game, by kind, each with what its number counts."""
        return {}

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        seats = next(setting for setting in self.settings.declared() if isinstance(setting, Players))
        return seats.low, seats.high

    @property
    def card_language(self) -> CardLanguage:
        """The card files of the game as data, for forms and schemas."""
        raise Unsupported(f"{self.name} has no card files")

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """Return the text of one card, or of all cards if `name` is empty, with custom files added."""
        return text_lines(self.make_rules(self.settings.with_texts({"card_files": files} if files else {})), name)

    def card_reference(self) -> Iterator[str]:
        """Yield the game's section of the card reference, in Markdown."""
        yield from ("", f"# {self.title}", "")
        rules = self.make_rules({})
        for card in rules.card_texts.values():
            yield f"- **{card.shown}** ({card.provenance}): {card.text}"


def text_lines(rules: Rules, name: str = "") -> Iterator[str]:
    """Yield the text of one card, or of all cards if `name` is empty."""
    if not rules.card_texts:
        raise UnknownCard(f"{rules.game} has no card texts", name=name)
    wanted = name.casefold()
    found = [card for key, card in rules.card_texts.items() if not name or wanted in _names(key, card.shown)]
    if not found:
        close = nearest(name, [card.shown for card in rules.card_texts.values()])
        raise UnknownCard(f"unknown card '{name}'{did_you_mean(close)}", name=name, nearest=close)
    for card in found:
        yield from card.lines


def _names(*names: str) -> set[str]:
    return {name.casefold() for name in names}
