"""Checks that the options of every game need: numbers, players' names, files of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from guildhall.core.datafile import text_of
from guildhall.core.errors import BadPosition, BadSetup, UnknownCard

__all__ = ["check_number", "file_texts", "naming", "player_names", "stored_texts"]


def check_number(name: str, value: object, low: int, high: int) -> None:
    """Refuse an option that is no whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadSetup(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def player_names(players: object, *, title: str, low: int, high: int, word: str = "Player") -> tuple[str, ...]:
    """The players' names; a number stands for so many players without names of their own.

    >>> player_names(2, title="Whist", low=2, high=4)
    ('Player 1', 'Player 2')
    """
    if isinstance(players, int) and not isinstance(players, bool):
        names = tuple(f"{word} {i + 1}" for i in range(min(max(players, 0), 99)))
    elif isinstance(players, Iterable) and not isinstance(players, str):
        names = tuple(players)
    else:
        raise BadSetup(f"players must be a number from {low} to {high} or a list of names, not {players!r}")
    if not low <= len(names) <= high:
        raise BadSetup(f"{title} is a game for {low} to {high} players, not {len(names)}")
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise BadSetup("every player needs a name")
    if len(set(names)) < len(names):
        raise BadSetup("two players have the same name")
    return names


def file_texts(paths: object) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files of an option `card_files`."""
    if isinstance(paths, str | Path):
        paths = [paths]
    if not isinstance(paths, Iterable):
        raise BadSetup(f"card_files must be a list of files, not {paths!r}")
    texts = []
    for path in paths:
        if not isinstance(path, str | Path):
            raise BadSetup(f"card_files must be a list of files, but it holds {path!r}")
        texts.append((Path(path).name, text_of(Path(path))))
    return tuple(texts)


def stored_texts(texts: Any) -> tuple[tuple[str, str], ...]:
    """Own files as a record stores them: pairs of a name and a text, so that a record needs no file."""
    try:
        return tuple((str(name), str(text)) for name, text in texts)
    except (TypeError, ValueError):
        raise BadSetup(f"card_texts must be a list of names and texts, not {texts!r}") from None


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Say in which argument of a position something was wrong.

    >>> with naming("hands[0]"):
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
