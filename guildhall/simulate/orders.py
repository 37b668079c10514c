"""The task that a thread, a process or another machine is given: which games to play, and by which code.

A worker with another version of the rules or the cards would play other games without anybody noticing.
So an order carries a fingerprint of the code that decides games, and a worker whose own differs refuses it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from guildhall.core.errors import BadSetup

from .frames import Columns
from .source import play_part

__all__ = ["code_fingerprint", "order_of", "play_order"]

_PACKAGE = Path(__file__).resolve().parent.parent
_DECIDES_GAMES = ("core/**/*.py", "kernel/**/*.py", "games/**/*.py", "games/**/*.toml", "bots/**/*.py")
_SENT_OUT = ("simulate/orders.py", "simulate/source.py")


@cache
def code_fingerprint() -> str:
    """A hash of all modules and card files that decide how games go, the same wherever they are installed."""
    digest = blake2b(digest_size=8)
    for path in sorted(path for pattern in (*_DECIDES_GAMES, *_SENT_OUT) for path in _PACKAGE.glob(pattern)):
        # Some systems write line ends of their own when files are installed.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def order_of(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """What a worker needs to know, from the manifest of a run."""
    needed = ("game", "setup", "bots", "seed", "frames")
    return {**{name: manifest[name] for name in needed}, "code": code_fingerprint()}


def play_order(order: Mapping[str, Any], first: int, count: int) -> dict[str, Columns]:
    """Play games `first` … `first + count - 1` of an order, or refuse if this process would play other ones."""
    if order["code"] != code_fingerprint():
        who = f"process {os.getpid()} on {platform.node()}"
        raise BadSetup(
            f"{who} has other rules, cards or code than the process that asks for games: {code_fingerprint()} there, "
            f"{order['code']} here; install the same version of guildhall everywhere"
        )
    return play_part(order["game"], order["setup"], order["bots"], order["seed"], first, count, tuple(order["frames"]))
