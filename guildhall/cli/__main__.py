"""`python -m guildhall.cli` does what `guildhall` does, where the folder of scripts is not on the path."""

from __future__ import annotations

import os
import sys

from guildhall.cli import main

if __name__ == "__main__":
    if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
        del sys.path[0]  # put there by `-m`: a module in the current folder must not stand in for one of ours
    sys.exit(main())
