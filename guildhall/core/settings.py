"""The settings of a game: declared once with default and help, checked once, read by every door.

A *setting* is chosen before a game begins, such as the players or the cards; an *option* is what a seat may do in it.
In `gh.new_game(…)` and on the command line settings are given by name.

>>> settings = Settings("Whist", Players(default=2), Number("tricks", "tricks to play", 13, low=1, high=13))
>>> settings.settle({"tricks": 5})
{'players': ('Player 1', 'Player 2'), 'tricks': 5}
>>> settings.settle({"trick": 5})
Traceback (most recent call last):
guildhall.core.errors.BadSetup: Whist has no option 'trick'; did you mean 'tricks'?
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol

from guildhall.core.datafile import check_length, text_of
from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.typed import number_within, path_of

__all__ = [
    "FIRST",
    "TURN_LIMIT",
    "Choice",
    "First",
    "Flag",
    "Free",
    "Number",
    "OwnFiles",
    "PlainSetup",
    "PlayedSetup",
    "Players",
    "Setting",
    "Settings",
    "Setup",
    "check_number",
    "turn_limit",
]

TURN_LIMIT = 1000
"""Turns after which a game ends unfinished unless told otherwise: without a limit a very rare game never ends."""

MOST_FILES = 100
"""Files of one's own at most: each is read on top of all before it."""


@dataclass(frozen=True)
class Setup:
    """The settled settings of a game; a game's own class names them as its fields."""

    def as_dict(self) -> dict[str, Any]:
        """What a record stores and what `rules_for` takes back, plain enough for JSON."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True)
class PlainSetup:
    """Settled settings by name, for a game that needs no class of its own for them."""

    settled: Mapping[str, Any]

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        names: tuple[str, ...] = self.settled["players"]
        return names

    def as_dict(self) -> dict[str, Any]:
        """What a record stores and what `rules_for` takes back, plain enough for JSON."""
        return {name: _plain(value) for name, value in self.settled.items()}


class PlayedSetup(Protocol):
    """A setup that says who plays."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""

    def as_dict(self) -> dict[str, Any]:
        """What a record stores."""


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


# --- Kinds of settings --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting(ABC):
    """One setting: its name, what it means, its default; `flag` is its name on the command line if that differs.

    One that `tells_players` decides how many play if no number is given.
    """

    name: str
    help: str
    default: Any = None
    flag: str = ""
    tells_players: bool = False

    @property
    def stored(self) -> str:
        """Under which name its value is settled."""
        return self.name

    @property
    def meaning(self) -> str:
        """What its values mean in Python."""
        return self.help

    @abstractmethod
    def check(self, value: Any, settled: Mapping[str, Any]) -> Any:
        """The value in its plain form, or BadSetup; `settled` are the settings before it."""


@dataclass(frozen=True)
class Flag(Setting):
    """True or False; its help says what True means."""

    default: Any = False

    @property
    def meaning(self) -> str:
        """What True means."""
        return f"True: {self.help}"

    def check(self, value: Any, settled: Mapping[str, Any]) -> bool:
        """A truth value."""
        if not isinstance(value, bool):
            raise BadSetup(f"{self.name} must be True or False, not {short(value)}")
        return value


@dataclass(frozen=True)
class Number(Setting):
    """A whole number within bounds; with `or_none` there may be none."""

    low: int = 0
    high: int = 1_000_000
    or_none: bool = False

    def check(self, value: Any, settled: Mapping[str, Any]) -> int | None:
        """A number within the bounds."""
        if value is None and self.or_none:
            return None
        check_number(self.name, value, self.low, self.high)
        return int(value)


@dataclass(frozen=True)
class Choice(Setting):
    """One of a few words; with None as its default there may be none."""

    words: tuple[str, ...] = ()

    def check(self, value: Any, settled: Mapping[str, Any]) -> str | None:
        """One of the words."""
        if value is None and self.default is None:
            return None
        if isinstance(value, str) and value in self.words:
            return str(value)
        words = [*map(repr, (None, *self.words) if self.default is None else self.words)]
        raise BadSetup(f"{self.name} must be {', '.join(words[:-1])} or {words[-1]}, not {short(value)}")


@dataclass(frozen=True)
class Free(Setting):
    """A setting that the game reads by itself."""

    read: Callable[[Any], Any] = lambda value: value

    def check(self, value: Any, settled: Mapping[str, Any]) -> Any:
        """Whatever the game makes of it."""
        return self.read(value)


@dataclass(frozen=True)
class Players(Setting):
    """How many players, or their names."""

    name: str = "players"
    help: str = ""
    default: Any = 2
    low: int = 2
    high: int = 4
    title: str = "this"
    word: Callable[[Mapping[str, Any]], str] = lambda settled: "Player"

    @property
    def meaning(self) -> str:
        """What its values mean in Python."""
        return self.help or f"{self.low} to {self.high}, or the players' names"

    def check(self, value: Any, settled: Mapping[str, Any]) -> tuple[str, ...]:
        """The players' names; a number stands for so many players without names of their own."""
        names = self._names(value, self.word(settled))
        if not self.low <= len(names) <= self.high:
            raise BadSetup(f"{self.title} is a game for {self.low} to {self.high} players, not {len(names)}")
        if not all(isinstance(name, str) and name.strip() for name in names):
            raise BadSetup("every player needs a name")
        if len(set(names)) < len(names):
            raise BadSetup("two players have the same name")
        return names

    def _names(self, value: Any, word: str) -> tuple[Any, ...]:
        if isinstance(value, int) and not isinstance(value, bool):
            return tuple(f"{word} {number + 1}" for number in range(min(max(value, 0), 99)))
        if isinstance(value, Iterable) and not isinstance(value, str):
            return tuple(value)
        raise BadSetup(
            f"players must be a number from {self.low} to {self.high} or a list of names, not {short(value)}"
        )


@dataclass(frozen=True)
class First(Setting):
    """The seat that begins; it comes after the players."""

    def check(self, value: Any, settled: Mapping[str, Any]) -> int | None:
        """A seat, or None."""
        if value is not None:
            check_number(self.name, value, 0, len(settled["players"]) - 1)
        return None if value is None else int(value)


@dataclass(frozen=True)
class OwnFiles(Setting):
    """Data files of one's own; their texts are kept, so that a record needs no file."""

    name: str = "card_files"
    help: str = ""
    default: Any = ()
    flag: str = "card-file"

    @property
    def stored(self) -> str:
        """The texts of the files."""
        return "card_texts"

    def check(self, value: Any, settled: Mapping[str, Any]) -> tuple[()]:
        """Nothing: whoever typed the names has had the files read before (`Settings.with_texts`)."""
        if isinstance(value, Sized) and len(value) == 0:
            return ()
        how = f"give the files to whoever reads it, such as gh.load(path, {self.name}=[…])"
        raise BadSetup(f"{self.name} is {short(value)}, but a file never chooses what else is opened: {how}")

    def read(self, value: Any) -> tuple[tuple[str, str], ...]:
        """Names and texts of the files that somebody named."""
        paths = [value] if isinstance(value, str | Path) else value
        if not isinstance(paths, Iterable):
            raise BadSetup(f"{self.name} must be a list of files, not {short(paths)}")
        return tuple(self._read(path) for path in paths)

    def _read(self, path: object) -> tuple[str, str]:
        if not isinstance(path, str | Path):
            raise BadSetup(f"{self.name} must be a list of files, but it holds {short(path)}")
        file = path_of(path, BadSetup)
        return file.name, text_of(file)

    def check_texts(self, texts: Any) -> tuple[tuple[str, str], ...]:
        """The files as a record stores them: pairs of a name and a text, no larger than files may be."""
        if not isinstance(texts, list | tuple) or not all(map(_is_text, texts)):
            raise BadSetup(f"{self.stored} must be a list of names and texts, not {short(texts)}")
        if len(texts) > MOST_FILES:
            raise BadSetup(f"{self.stored} has {len(texts)} files; {MOST_FILES} is the most")
        for name, text in texts:
            check_length(len(text), short(name))
        return tuple((name, text) for name, text in texts)


def _is_text(pair: object) -> bool:
    return isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(part, str) for part in pair)


FIRST = First("first", "the seat that begins (from 0), or None: drawn from the seed")


def turn_limit() -> Number:
    """The setting that all games with a limit of turns share."""
    told = f"turns after which the game ends unfinished, {TURN_LIMIT} unless told otherwise; None: no limit"
    return Number("turn_limit", told, TURN_LIMIT, low=1, or_none=True)


def check_number(name: str, value: object, low: int, high: int) -> None:
    """Refuse what is no whole number within bounds."""
    if number_within(value, low, high) is None:
        raise BadSetup(f"{name} must be a whole number from {low} to {high}, not {short(value)}")


# --- All of them --------------------------------------------------------------------------------------------


class Settings:
    """All settings of one game, in the order in which they are checked."""

    def __init__(self, title: str, *settings: Setting) -> None:
        self.title = title
        self._by_name = {setting.name: setting for setting in settings}

    def __iter__(self) -> Iterator[Setting]:
        return iter(self._by_name.values())

    def __contains__(self, name: object) -> bool:
        return name in self._by_name or name in self._stored_texts()

    @property
    def help(self) -> dict[str, str]:
        """What every setting means, by name."""
        return {setting.name: setting.meaning for setting in self}

    def _stored_texts(self) -> dict[str, OwnFiles]:
        return {setting.stored: setting for setting in self if isinstance(setting, OwnFiles)}

    def with_texts(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The settings with the texts of the files that they name: the one place where a setting opens a file.

        It is for names that somebody typed, never for those that stand in a file.
        """
        read = dict(given)
        for stored, setting in self._stored_texts().items():
            if setting.name in read:
                texts = setting.read(read.pop(setting.name))
                read[stored] = [[name, text] for name, text in (*texts, *setting.check_texts(read.get(stored, ())))]
        return read

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All settings checked and in plain form, those not given by default; or BadSetup. It opens no file."""
        for name in given:
            if name not in self:
                close = did_you_mean(nearest(name, self._by_name))
                known = f"; its options are {', '.join(self._by_name)}"
                raise BadSetup(f"{self.title} has no option {short(name)}{close or known}")
        settled: dict[str, Any] = {}
        for setting in self:
            settled[setting.stored] = setting.check(given.get(setting.name, setting.default), settled)
        for name, setting in self._stored_texts().items():
            settled[name] = setting.check_texts(given.get(name, ()))
        return settled

    def setup(self, given: Mapping[str, Any]) -> PlainSetup:
        """The settled settings as the rules take them."""
        return PlainSetup(self.settle(given))
