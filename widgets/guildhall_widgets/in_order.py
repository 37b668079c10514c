"""Messages in the order in which the browser sent them.

A kernel may take messages that come close together in another order: ipykernel 7.4 hands on at once what arrives while
others wait for their turn, so that the last letters of a quick typist come before those in the middle.
JupyterLab sends a widget's messages to another thread of the kernel as soon as it has one, so that the first may still
be at work in the thread of the cells.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

__all__ = ["PATIENCE", "InOrder"]

PATIENCE = 2.0
"""Seconds to wait for a message that others have overtaken; it has arrived already, unless it was interrupted."""

Message = Mapping[Any, Any]


@dataclass
class _Sent:
    """What one view has sent: the number that is next, messages whose turn has not come, whether one is being taken."""

    next: int = 1
    early: dict[int, Message] = field(default_factory=dict)
    is_taking: bool = False


class InOrder:
    """Hands the messages of each view to `take` by their numbers, which every view counts from 1 on.

    One that overtook others waits for them, and what comes later still is dropped: its time is over.
    Outside an event loop nothing can be overtaken, and everything is taken as it comes.

    >>> async def overtaken():
    ...     hear = InOrder(lambda message: print(message["do"])).hear
    ...     hear({"do": "next", "view": "left", "number": 2})
    ...     hear({"do": "first", "view": "left", "number": 1})
    >>> asyncio.run(overtaken())
    first
    next
    """

    def __init__(self, take: Callable[[Message], None]) -> None:
        self._take = take
        self._views: dict[str, _Sent] = {}
        self._lock = Lock()  # held for a moment only, never while a message is taken

    def hear(self, message: Message) -> None:
        """Take a message, now or when its turn has come."""
        view, number = message.get("view"), message.get("number")
        if not isinstance(view, str) or type(number) is not int or not _is_in_loop():
            self._take(message)
            return
        with self._lock:
            sent = self._views.setdefault(view, _Sent())
            if number < sent.next:
                return
            sent.early[number] = message
        self._take_next(sent)

    def _take_next(self, sent: _Sent) -> None:
        """Take all messages whose turn it is; for a missing one the rest waits a while."""
        with self._lock:
            if sent.is_taking:
                return  # another thread is at it, and will find what has come
            sent.is_taking = True
        try:
            while (message := self._next(sent)) is not None:
                self._take(message)
        except BaseException:
            sent.is_taking = False
            raise
        finally:
            if sent.early:
                asyncio.get_running_loop().call_later(PATIENCE, self._give_up, sent, sent.next)

    def _next(self, sent: _Sent) -> Message | None:
        """The message whose turn it is; without one nobody is taking any more."""
        with self._lock:
            message = sent.early.pop(sent.next, None)
            sent.is_taking = message is not None
            sent.next += sent.is_taking
            return message

    def _give_up(self, sent: _Sent, missing: int) -> None:
        with self._lock:
            if sent.next == missing and sent.early:
                sent.next = min(sent.early)
        self._take_next(sent)


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
