"""`python -m guildhall.cli` does what `guildhall` does, where the folder of scripts is not on the path."""

from __future__ import annotations

import sys

from guildhall.cli import main

if __name__ == "__main__":
    sys.exit(main())
