"""The command line: `guildhall lab | play | rules | simulate | replay | cards | doctor | warm`.

Exit codes: 0 all is well, 1 a problem was found, 2 wrong use, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

# Until Ctrl-C is looked after, it ends in a traceback: as little as possible is imported before.
import os
import signal

TYPE_CHECKING = False  # what `typing` calls so, without its import
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["INTERRUPTED", "leave", "main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; mistakes of a user get one clear message.

    Without `arguments` this is a program of its own, which Ctrl-C ends from now on until the process is gone.
    """
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from guildhall.cli.commands import run_line

    return run_line(arguments)


def leave(*_: object) -> None:
    """Answer Ctrl-C where nothing has to be put in order, as while modules are imported: end the process."""
    os.write(2, b"guildhall: stopped\n")
    os._exit(INTERRUPTED)
