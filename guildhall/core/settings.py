"""The settings of a game, declared in one class from which `new_game`, the command line and the forms read them.

A *setting* is chosen before a game begins, such as the players or the cards. An *option* is a choice during the game.

>>> class Whist(Settings):
...     title = "Whist"
...     players: Annotated[tuple[str, ...], Players(default=2)]
...     tricks: Annotated[int, Number("tricks to play", low=1, high=13)] = 13
>>> Whist.settle({"tricks": 5})
Whist(players=('Player 1', 'Player 2'), tricks=5)
>>> Whist.settle({"trick": 5})
Traceback (most recent call last):
guildhall.core.errors.BadSetup: Whist has no setting 'trick'; did you mean 'tricks'?
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, Self, dataclass_transform, get_args, get_origin, get_type_hints

from guildhall.core.datafile import check_length, text_of
from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.typed import number_within, path_of

__all__ = [
    "TURN_LIMIT",
    "Choice",
    "First",
    "Flag",
    "Free",
    "Number",
    "OwnFiles",
    "Players",
    "Setting",
    "Settings",
    "Texts",
    "TurnLimit",
    "check_number",
]

TURN_LIMIT = 1000
"""The default number of turns after which a game ends unfinished, since a very few games would never end."""

MOST_FILES = 100
"""The maximum number of custom files, each of which adds to or overrides those before it."""

Texts = tuple[tuple[str, str], ...]
"""The names and contents of custom files."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=())
class Settings:
    """The settings of one game. A subclass declares each as a field, and its instances hold the checked values.

    A field is annotated with the type of its checked value and with a `Setting`, which has help and bounds.
    `int | None` allows None, and the words of a `Choice` are those of its `Literal`.
    """

    title: ClassVar[str]
    """The name of the game in messages."""
    players: tuple[str, ...]
    """The players' names in seat order. Every subclass declares this field with its bounds."""

    def __init_subclass__(cls) -> None:
        """Turn every subclass into a frozen dataclass."""
        dataclass(frozen=True, kw_only=True)(cls)

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as JSON data, which records store and `rules_for` accepts."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}  # type: ignore[arg-type]

    # --- Declared settings ---

    @classmethod
    def declared(cls) -> tuple[Setting, ...]:
        """Return the settings in the order of their fields."""
        return _declared(cls)  # type: ignore[arg-type]  # a protocol with `__hash__` refuses classes

    @classmethod
    def help(cls) -> dict[str, str]:
        """Return the meaning of every setting by name."""
        return {setting.name: setting.meaning for setting in cls.declared()}

    @classmethod
    def takes(cls, name: str) -> bool:
        """Return whether there is a setting of this name, or a field that stores one."""
        return any(name in (setting.name, setting.stored) for setting in cls.declared())

    @classmethod
    def _files(cls) -> Iterator[OwnFiles]:
        return (setting for setting in cls.declared() if isinstance(setting, OwnFiles))

    # --- Given settings ---

    @classmethod
    def with_texts(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings with the contents of the files that they name. No other code opens files for settings.

        Call this only for names that a person typed, never for names read from a file.
        """
        read = dict(given)
        for setting in cls._files():
            if setting.name in read:
                texts = setting.read(read.pop(setting.name))
                known = setting.check_texts(read.get(setting.stored, ()))
                read[setting.stored] = [[name, text] for name, text in (*texts, *known)]
        return read

    @classmethod
    def checked(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all settings, checked and with defaults added, without opening any file."""
        for name in given:
            if not cls.takes(name):
                close = did_you_mean(nearest(name, cls.help()))
                known = f"; its settings are {', '.join(cls.help())}"
                raise BadSetup(f"{cls.title} has no setting {short(name)}{close or known}")
        settled: dict[str, Any] = {}
        for setting in cls.declared():
            settled[setting.stored] = setting.check(given.get(setting.name, setting.default), settled)
        for files in cls._files():
            settled[files.stored] = files.check_texts(given.get(files.stored, ()))
        return settled

    @classmethod
    def settle(cls, given: Mapping[str, Any]) -> Self:
        """Check the given settings and return all, or raise BadSetup. A game with further checks overrides this."""
        return cls(**cls.checked(given))


@cache
def _declared(game: type[Settings]) -> tuple[Setting, ...]:
    hints = get_type_hints(game, include_extras=True)
    defaults = {each.name: each.default for each in fields(game)}  # type: ignore[arg-type]
    return tuple(_bound(game, name, hints[name], default) for name, default in defaults.items())


def _bound(game: type[Settings], stored: str, hint: Any, default: Any) -> Setting:
    """Return the setting of a field, with its name, its default and everything derived from its type."""
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    setting = next((each for each in more if isinstance(each, Setting)), None)
    if setting is None:
        raise BadSetup(f"{game.__name__}.{stored} is not annotated with a Setting")
    kinds = get_args(kind) if NoneType in get_args(kind) else (kind,)
    bound: dict[str, Any] = {"name": setting.name or stored, "stored": stored, "or_none": NoneType in kinds}
    if default is not MISSING:
        bound["default"] = default
    if isinstance(setting, Players):
        bound["title"] = game.title
    if isinstance(setting, Choice):
        bound["words"] = tuple(word for each in kinds if get_origin(each) is Literal for word in get_args(each))
    return replace(setting, **bound)


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


# --- Kinds of settings --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting(ABC):
    """One setting: its help text, and `flag`, its name on the command line if that differs.

    `sets_players` marks a setting that determines the number of players if none is given.
    The other fields are derived from the field of the class that declares it.
    """

    help: str = ""
    flag: str = ""
    sets_players: bool = False
    name: str = field(default="", kw_only=True)
    stored: str = field(default="", kw_only=True)
    default: Any = field(default=None, kw_only=True)
    or_none: bool = field(default=False, kw_only=True)

    @property
    def meaning(self) -> str:
        """The meaning of its values in Python."""
        return self.help

    @abstractmethod
    def check(self, value: Any, settled: Mapping[str, Any]) -> Any:
        """Return the checked value, or raise BadSetup; `settled` has the settings declared before it."""


@dataclass(frozen=True)
class Flag(Setting):
    """A setting that is True or False. Its help text says what True means."""

    @property
    def meaning(self) -> str:
        """The meaning of True."""
        return f"True: {self.help}"

    def check(self, value: Any, settled: Mapping[str, Any]) -> bool:
        """Return a bool, or raise BadSetup."""
        if not isinstance(value, bool):
            raise BadSetup(f"{self.name} must be True or False, not {short(value)}")
        return value


@dataclass(frozen=True)
class Number(Setting):
    """A whole number within bounds."""

    low: int = 0
    high: int = 1_000_000

    def check(self, value: Any, settled: Mapping[str, Any]) -> int | None:
        """Return a number within the bounds, or raise BadSetup."""
        if value is None and self.or_none:
            return None
        check_number(self.name, value, self.low, self.high)
        return int(value)


@dataclass(frozen=True)
class TurnLimit(Number):
    """The turn limit, the same in all games that have one."""

    help: str = f"turns after which the game ends unfinished, {TURN_LIMIT} by default; None: no limit"
    low: int = 1


@dataclass(frozen=True)
class Choice(Setting):
    """One of a few words."""

    words: tuple[str, ...] = field(default=(), kw_only=True)

    def check(self, value: Any, settled: Mapping[str, Any]) -> str | None:
        """Return one of the words, or raise BadSetup."""
        if value is None and self.or_none:
            return None
        if isinstance(value, str) and value in self.words:
            return str(value)
        words = [*map(repr, (None, *self.words) if self.or_none else self.words)]
        raise BadSetup(f"{self.name} must be {', '.join(words[:-1])} or {words[-1]}, not {short(value)}")


@dataclass(frozen=True)
class Free(Setting):
    """A setting that the game checks itself."""

    read: Callable[[Any], Any] = lambda value: value

    def check(self, value: Any, settled: Mapping[str, Any]) -> Any:
        """Return the result of the game's `read` function."""
        return self.read(value)


@dataclass(frozen=True)
class Players(Setting):
    """The number of players, or their names."""

    default: Any = 2
    low: int = 2
    high: int = 4
    title: str = field(default="this", kw_only=True)

    @property
    def meaning(self) -> str:
        """The meaning of its values in Python."""
        return self.help or f"{self.low} to {self.high}, or the players' names"

    def check(self, value: Any, settled: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players' names; a number gives that many default names."""
        names = self._names(value)
        if not self.low <= len(names) <= self.high:
            raise BadSetup(f"{self.title} is a game for {self.low} to {self.high} players, not {len(names)}")
        if not all(isinstance(name, str) and name.strip() for name in names):
            raise BadSetup("every player needs a name")
        if len(set(names)) < len(names):
            raise BadSetup("two players have the same name")
        return names

    def _names(self, value: Any) -> tuple[Any, ...]:
        if isinstance(value, int) and not isinstance(value, bool):
            return tuple(f"Player {number + 1}" for number in range(min(max(value, 0), 99)))
        if isinstance(value, Iterable) and not isinstance(value, str):
            return tuple(value)
        raise BadSetup(
            f"players must be a number from {self.low} to {self.high} or a list of names, not {short(value)}"
        )


@dataclass(frozen=True)
class First(Setting):
    """The seat that begins. Its field comes after the players."""

    help: str = "the seat that begins (from 0), or None: drawn from the seed"

    def check(self, value: Any, settled: Mapping[str, Any]) -> int | None:
        """Return a seat or None, or raise BadSetup."""
        if value is not None:
            check_number(self.name, value, 0, len(settled["players"]) - 1)
        return None if value is None else int(value)


@dataclass(frozen=True)
class OwnFiles(Setting):
    """Custom data files, stored with their contents, so that a record needs no file. The field has the type `Texts`."""

    flag: str = "card-file"
    name: str = field(default="card_files", kw_only=True)

    def check(self, value: Any, settled: Mapping[str, Any]) -> tuple[()]:
        """Return () or raise BadSetup for file names, which `Settings.with_texts` must have replaced before."""
        if isinstance(value, Sized) and len(value) == 0:
            return ()
        how = f"pass them yourself, such as gh.load(path, {self.name}=[…])"
        raise BadSetup(f"{self.name} is {short(value)}, but a file cannot make guildhall open other files; {how}")

    def read(self, value: Any) -> tuple[tuple[str, str], ...]:
        """Return the names and contents of files."""
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
        """Check stored files, which are pairs of a name and a text of limited size, and return them."""
        if not isinstance(texts, list | tuple) or not all(map(_is_text, texts)):
            raise BadSetup(f"{self.stored} must be a list of names and texts, not {short(texts)}")
        if len(texts) > MOST_FILES:
            raise BadSetup(f"{self.stored} has {len(texts)} files, but at most {MOST_FILES} are allowed")
        for name, text in texts:
            check_length(len(text), short(name))
        return tuple((name, text) for name, text in texts)


def _is_text(pair: object) -> bool:
    return isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(part, str) for part in pair)


def check_number(name: str, value: object, low: int, high: int) -> None:
    """Raise BadSetup unless the value is a whole number within bounds."""
    if number_within(value, low, high) is None:
        raise BadSetup(f"{name} must be a whole number from {low} to {high}, not {short(value)}")
