"""What the registry knows of a game: everything that can be said, asked or made before a game of it begins.

A game's package has one object of a class that inherits `Registration`, or `PackagedGame` if its modules have the usual
names.
Reading it compiles nothing: rules, positions and all that needs them are imported when they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from typing import Any, ClassVar, Protocol, cast

from guildhall.core.errors import BadPosition, BadSetup, UnknownCard, did_you_mean, nearest
from guildhall.core.interactions import Interactions
from guildhall.core.rules import Rules, State
from guildhall.core.settings import Players, Settings

__all__ = ["PackagedGame", "Registration", "Soak", "SoakReport", "text_lines"]

Progress = Callable[[int, int], object]


class SoakReport(Protocol):
    """What a soak did and found; printed, it tells all of it."""

    asked: int
    decisions: int

    @property
    def ok(self) -> bool:
        """Whether every law held."""


class Soak(Protocol):
    """Playing on and on while every law of a game is checked."""

    def run(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> SoakReport:
        """Play until so many decisions have been taken."""

    def compare_plain(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> SoakReport:
        """Play so many decisions compiled and as plain Python, and compare."""


class Registration(ABC):
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

    @property
    @abstractmethod
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""

    @abstractmethod
    def make_rules(self, given: Mapping[str, Any]) -> Rules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""

    def make_position(self, *, seed: int, **given: Any) -> tuple[Rules, State]:
        """A game set up by hand: its rules and its state."""
        raise BadPosition(f"{self.title} cannot be set up by hand; new_game begins one")

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
        seats = next(setting for setting in self.settings if isinstance(setting, Players))
        return seats.low, seats.high

    @property
    def soak(self) -> Soak | None:
        """What plays on and on while every law is checked, if the game has its own; see `guildhall.proof.soak`."""
        return None

    def random_setup(self, coin: Random) -> Mapping[str, Any] | None:
        """Settings drawn at random, with cards or boards of one's own, for fuzzing; None if the game draws none."""
        return None

    def random_position(self, coin: Random) -> Mapping[str, Any] | None:
        """Arguments of a position drawn at random, for fuzzing; None if there are no positions set up by hand."""
        return None

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """Cards in words, with files of one's own: of a name, or all of them."""
        return text_lines(self.make_rules(self.settings.with_texts({"card_files": files} if files else {})), name)

    def card_reference(self) -> Iterator[str]:
        """The game's part of the card reference of the documentation, in Markdown."""
        yield from ("", f"# {self.title}", "")
        rules = self.make_rules({})
        for card in rules.card_texts.values():
            yield f"- **{card.shown}** ({card.provenance}): {card.text}"


class PackagedGame(Registration):
    """A game that is a package: what it can do stands in modules of the usual names, imported when it is asked for.

    | module | holds |
    | --- | --- |
    | `setup` | `SETTINGS`, `settle`, and what makes the cards of a setup (`packs`) |
    | `rules` | the class `rules_class` |
    | `position` | `set_up` |
    | `interactions` | `interactions` |
    | `engine.soak` | `SOAK` |
    | `random_input` | `random_setup` and `random_position` |
    | `rules.md` | how the game is played, on a page |
    """

    rules_class: ClassVar[str]
    packs: ClassVar[str] = "box_of"
    """The function of `setup` that makes the cards of a setup and refuses wrong ones."""
    position_needs: ClassVar[tuple[str, str]]
    """The argument that no position can do without, and how a message goes on: "hands, one for each player …"."""

    _package: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """A class that inherits a game's, wherever it stands, is about the same package."""
        if PackagedGame in cls.__bases__:
            cls._package = cls.__module__

    def _own(self, place: str) -> Any:
        """Something of the package, by its module and its name."""
        return resolve_name(f"{self._package}.{place}")

    @property
    def settings(self) -> Settings:
        """All that can be chosen before a game begins."""
        return cast(Settings, self._own("setup:SETTINGS"))

    def make_rules(self, given: Mapping[str, Any]) -> Rules:
        """The rules with these settings; wrong ones are refused before anything is compiled."""
        setup = self._own("setup:settle")(given)
        self._own(f"setup:{self.packs}")(setup)
        return cast(Rules, self._own(f"rules:{self.rules_class}")(setup))

    @property
    def rules_page(self) -> str:
        """How the game is played, on a page of Markdown."""
        return files(self._package).joinpath("rules.md").read_text(encoding="utf-8")

    def make_position(self, *, seed: int, **given: Any) -> tuple[Rules, State]:
        """A game set up by hand: its rules and its state."""
        name, sample = self.position_needs
        if name not in given:
            raise BadPosition(f"a position needs {name}, {sample}")
        return cast(tuple[Rules, State], self._own("position:set_up")(seed=seed, **given))

    def make_interactions(self, **given: Any) -> Interactions:
        """What the cards put where and take from where, without compiling anything."""
        return cast(Interactions, self._own("interactions:interactions")(**given))

    @property
    def soak(self) -> Soak:
        """What plays on and on while every law is checked."""
        return cast(Soak, self._own("engine.soak:SOAK"))

    def random_setup(self, coin: Random) -> Mapping[str, Any]:
        """Settings drawn at random, for fuzzing."""
        return cast(Mapping[str, Any], self._own("random_input:random_setup")(coin))

    def random_position(self, coin: Random) -> Mapping[str, Any]:
        """Arguments of a position drawn at random, for fuzzing."""
        return cast(Mapping[str, Any], self._own("random_input:random_position")(coin))


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
