"""The command line: `guildhall lab | play | rules | simulate | replay | cards | doctor | warm`.

Exit codes: 0 for success, 1 if a problem was found, 2 for wrong usage, 130 after Ctrl-C.
"""

from __future__ import annotations

# Until the handler for Ctrl-C is installed, it prints a traceback, so import as little as possible before.
import os
import signal

TYPE_CHECKING = False  # as in `typing`, without importing it
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["INTERRUPTED", "leave", "main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. User errors print one clear message.

    Without `arguments` this is the main program, which Ctrl-C ends immediately except while a command runs.
    """
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from guildhall.cli.commands import run_line

    return run_line(arguments)


def leave(*_: object) -> None:
    """End the process on Ctrl-C when there is nothing to clean up, for example while modules are imported."""
    os.write(2, b"guildhall: stopped\n")
    os._exit(INTERRUPTED)
