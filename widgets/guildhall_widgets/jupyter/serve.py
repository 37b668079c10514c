"""The JupyterLab started by `guildhall lab`: it always requires a token, and Ctrl-C never prints a traceback.

This file runs as a separate program. It is never imported.
"""

from __future__ import annotations

import os
import signal
from typing import Any


def _leave(*_: object) -> None:
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _leave)  # until JupyterLab handles it, which takes a second to load

from secrets import token_hex  # noqa: E402

from jupyter_server.auth.identity import PasswordIdentityProvider  # noqa: E402
from jupyterlab.labapp import main  # type: ignore[import-untyped]  # noqa: E402

__all__ = ["OwnToken"]


class OwnToken(PasswordIdentityProvider):
    """Require the token, even if the user's settings leave it empty or prefer a password."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        if not self.token:
            self.token = token_hex(24)
            self.token_generated = True


if __name__ == "__main__":
    main()
