"""JupyterLab as `guildhall lab` starts it: nobody comes in without a token, and Ctrl-C never ends in a traceback.

This file is run as a program of its own; nothing imports it.
"""

from __future__ import annotations

import os
import signal
from typing import Any


def _leave(*_: object) -> None:
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _leave)  # until JupyterLab looks after it; to load it takes a second

from secrets import token_hex  # noqa: E402

from jupyter_server.auth.identity import PasswordIdentityProvider  # noqa: E402
from jupyterlab.labapp import main  # type: ignore[import-untyped]  # noqa: E402

__all__ = ["OwnToken"]


class OwnToken(PasswordIdentityProvider):
    """Lets in who has the token, even if the user's own settings leave it empty, or want a password instead."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        if not self.token:
            self.token = token_hex(24)
            self.token_generated = True


if __name__ == "__main__":
    main()
