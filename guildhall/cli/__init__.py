"""The command line: `guildhall lab | play | simulate | replay | cards | doctor | warm`.

Exit codes: 0 all is well, 1 a problem was found, 2 wrong use, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

from guildhall.cli.ctrl_c import leave_at_once

TYPE_CHECKING = False  # what `typing` calls so; until Ctrl-C is looked after, as little as possible is imported
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; mistakes of a user get one clear message.

    Without `arguments` this is a program of its own, which Ctrl-C ends from now on until the process is gone.
    """
    if arguments is None:
        leave_at_once()
    from guildhall.cli.commands import run_line

    return run_line(arguments)
