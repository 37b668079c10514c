"""The registration of a game: its name, its settings, and methods that build its rules and positions.

A game's package has one instance of a subclass of `Registration`.
Importing it compiles nothing, because its methods import rules and positions only when called.

The arguments of `gh.position` are checked here, with the same error messages in all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from guildhall.core.errors import BadPosition, BadSetup, UnknownCard, Unsupported, did_you_mean, nearest, short
from guildhall.core.interactions import Interactions
from guildhall.core.rules import Rules, State
from guildhall.core.scribing import Scribing
from guildhall.core.settings import Players, Settings
from guildhall.core.shapes import CardLanguage

__all__ = ["Arguments", "Registration", "at", "number_from", "possible", "seat_from", "text_lines"]


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

    @property
    def scribing(self) -> type[Scribing]:
        """The game's part of logs of real games."""
        raise Unsupported(f"{self.title} cannot be logged at a real table")

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


# --- Arguments of gh.position ---


AnyRules = TypeVar("AnyRules", bound=Rules)


class Arguments:
    """The arguments that place things. Those with one entry per player have a sample for messages."""

    def __init__(
        self,
        settings: type[Settings],
        for_each: Mapping[str, str],
        others: Iterable[str],
        samples: Mapping[str, str],
        *,
        counted: str = "",
    ) -> None:
        """Take the arguments. An entry of the one called `counted` may be a number of unknown cards."""
        self._settings = settings
        self._for_each = for_each
        self._counted = counted
        self._names = (*for_each, *others)
        self._samples = {**samples, **for_each}

    def taken_from(self, given: dict[str, Any]) -> dict[str, Any]:
        """Remove the arguments with one entry per player from `given` and return them."""
        return {name: given.pop(name) for name in self._for_each if name in given}

    def rules_by(
        self, make_rules: Callable[..., AnyRules], first: str, given: Any, settings: Mapping[str, Any]
    ) -> AnyRules:
        """Build the rules with these settings, for as many players as the argument `first` has entries."""
        self._check_names(settings)
        rules = make_rules(**{"players": len(self.listed(first, given)), **settings})
        self._check_count(first, given, len(rules.seats))
        return rules

    def _check_names(self, given: Iterable[str]) -> None:
        for name in given:
            if not self._settings.takes(name):
                close = did_you_mean(nearest(name, [*self._names, *self._settings.help()]))
                known = f"; it takes {', '.join(self._names)} and the settings of new_game"
                raise BadPosition(f"position has no argument {short(name)}{close or known}")

    def listed(self, where: str, value: Any) -> Sequence[Any]:
        """Return `value` if it is a list, or raise BadPosition, also for a string."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            name, inner, _ = where.partition("[")
            sample = self._samples.get(f"{name}[]" if inner else name) or self._samples["[]"]
            raise BadPosition(f"{where} must be a list, such as {sample}, not {short(value)}")
        return value

    def lay(self, place: Callable[[int, Any], None], name: str, given: Any, seats: int) -> None:
        """Call `place` with each player's entry of an argument. Errors name the argument and the seat.

        If the sample has a list for each player, every entry must be a list.
        Numbers of unknown cards are left out, because they are dealt after everything that is known: see `unknown`.
        """
        self._check_count(name, given, seats)
        for seat, entry in enumerate(given):
            where = f"{name}[{seat}]"
            if name == self._counted and isinstance(entry, int):
                continue
            if self._for_each[name].startswith("[["):
                self.listed(where, entry)
            with at(where):
                place(seat, entry)

    def unknown(self, given: Any, most: int) -> dict[int, int]:
        """Return the number of unknown cards of each player whose entry of the counted argument is a number."""
        numbers = {seat: entry for seat, entry in enumerate(given or ()) if isinstance(entry, int)}
        for seat, number in numbers.items():
            with at(f"{self._counted}[{seat}]"):
                number_from(0, most, number, "the number of unknown cards")
        return numbers

    def _check_count(self, name: str, given: Any, seats: int) -> None:
        if len(self.listed(name, given)) != seats:
            raise BadPosition(f"{name} must have one entry per player: {seats}, not {len(given)}")


@contextmanager
def at(where: str) -> Iterator[None]:
    """Prefix errors with the argument of the position in which they occur.

    >>> with at("hands[0]"):
    ...     raise BadPosition("there are only 4 copies")
    Traceback (most recent call last):
    guildhall.core.errors.BadPosition: hands[0]: there are only 4 copies
    """
    try:
        yield
    except UnknownCard as error:
        raise UnknownCard(f"{where}: {error}", name=error.name, nearest=error.nearest) from None
    except BadPosition as error:
        raise BadPosition(f"{where}: {error}") from None


def number_from(low: int, high: int, value: object, what: str = "it") -> int:
    """Return a whole number within bounds, or raise BadPosition.

    >>> number_from(0, 9, 12, "gold")
    Traceback (most recent call last):
    guildhall.core.errors.BadPosition: gold must be a whole number from 0 to 9, not 12
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{what} must be a whole number from {low} to {high}, not {short(value)}")
    return value


def seat_from(seats: int, value: object) -> int:
    """Return the seat whose turn it is, or raise BadPosition.

    >>> seat_from(3, 1)
    1
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadPosition(f"to_play must be a seat from 0 to {seats - 1}, not {short(value)}")
    return value


def possible(rules: AnyRules, state: State) -> tuple[AnyRules, State]:
    """Return a finished position, or raise BadPosition if the rules find a fault in it."""
    if fault := rules.fault(state):
        raise BadPosition(f"impossible position: {fault}")
    return rules, state
