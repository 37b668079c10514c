"""What of the browser tests' needs this machine has."""

from __future__ import annotations

import os
import shutil

__all__ = ["find_browser"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def find_browser() -> str | None:
    """Path of a Chromium, the one named in $CHROMIUM first."""
    return next(filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *BROWSERS))), None)
