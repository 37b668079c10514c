"""`python -m guildhall.cli`, the same as `guildhall`, for when the scripts folder is not on the path."""

from __future__ import annotations

import os
import sys

from guildhall.cli import main

if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
        del sys.path[0]  # added by `-m`; modules in the current folder must not shadow ours
    sys.exit(main())
