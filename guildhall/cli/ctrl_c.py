"""Ctrl-C: at any moment it ends a command with exit code 130 and one line, never with a traceback.

While modules are imported and while Python shuts down there is nothing to put in order, so the process ends at once.
While a command runs, Ctrl-C is a `KeyboardInterrupt` as everywhere, and it is remembered: inside a compiler or an
import it may come out as some other error.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["INTERRUPTED", "leave_at_once", "noting_ctrl_c", "was_pressed"]

INTERRUPTED = 130
_pressed = False


def was_pressed() -> bool:
    """Whether Ctrl-C was pressed since the command began."""
    return _pressed


def leave_at_once() -> None:
    """From now on let Ctrl-C end the process, unless somebody else looks after it."""
    if _is_ours():
        signal.signal(signal.SIGINT, _leave)


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
    """Whether nobody else looks after Ctrl-C; only the main thread can."""
    usual = signal.default_int_handler, _leave
    return threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) in usual


def _leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"guildhall: stopped\n")
    os._exit(INTERRUPTED)


def _note(number: int, frame: FrameType | None) -> None:
    global _pressed
    _pressed = True
    signal.default_int_handler(number, frame)


def _press_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a `KeyboardInterrupt` that Python would print and forget, as in a callback of the garbage collector."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(lost)
