"""Handling of Ctrl-C while a command runs: it raises `KeyboardInterrupt` as usual, and is also remembered.

That is needed because a compiler or an import may turn the exception into another one.
Before and after a command, Ctrl-C ends the process immediately (`guildhall.cli.leave`).
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from guildhall.cli import leave

__all__ = ["noting_ctrl_c", "was_pressed"]

_pressed = False
_SOON = 0.01  # seconds


def was_pressed() -> bool:
    """Return whether Ctrl-C was pressed since the command began."""
    return _pressed


@contextmanager
def noting_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C raise `KeyboardInterrupt`, and remember it."""
    global _pressed
    _pressed = False
    if not _is_ours():
        yield
        return
    before, complain_before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    sys.unraisablehook = _press_again
    signal.signal(signal.SIGINT, _note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = complain_before


def _is_ours() -> bool:
    """Return whether this is the main thread and no other code handles Ctrl-C."""
    usual = signal.default_int_handler, leave
    return threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) in usual


def _note(number: int, frame: FrameType | None) -> None:
    global _pressed
    _pressed = True
    signal.default_int_handler(number, frame)


def _press_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a `KeyboardInterrupt` that Python would only print, as in a callback of the garbage collector."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(_SOON, _thread.interrupt_main).start()  # raised now, it would be lost again
    else:
        sys.__unraisablehook__(lost)
