"""Data files of games: TOML texts without code, so that anybody's file is safe to load."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, Protocol

from guildhall.core.errors import BadCardFile

__all__ = ["DataFile", "parse", "text_of"]

LARGEST_FILE: Final = 1 << 20  # bytes; all shipped files of a game together have a fiftieth of it


class DataFile(Protocol):
    """A file that can be read: a `Path`, or a resource of the package."""

    @property
    def name(self) -> str:
        """The name without its folders."""

    def read_bytes(self) -> bytes:
        """The whole content."""


def text_of(path: DataFile) -> str:
    """The text of a data file, if it can be one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadCardFile(f"cannot be read: {error.strerror}", file=path.name) from None
    if len(data) > LARGEST_FILE:
        raise BadCardFile(f"is larger than {LARGEST_FILE} bytes; that is no card file", file=path.name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadCardFile("is not a text in UTF-8", file=path.name) from None


def parse(text: str, file: str) -> dict[str, Any]:
    """The tables of a text in TOML; `file` is for messages.

    >>> parse("[tiles]\\ngold = 14", "my.toml")
    {'tiles': {'gold': 14}}
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadCardFile("is nested too deeply", file=file) from None
    except ValueError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise BadCardFile(f"is not TOML: {problem}", file=file, line=number) from None
