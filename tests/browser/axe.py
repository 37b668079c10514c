"""Accessibility as axe-core judges it; the version is pinned in `package-lock.json`, without a registry's address."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Locator, Page

__all__ = ["check", "fetched"]

HERE = Path(__file__).resolve().parent
LISTS = ("package.json", "package-lock.json")
GRAVE = {"serious", "critical"}
RUN = "element => window.axe.run(element, { resultTypes: ['violations'] }).then(result => result.violations)"


def fetched(folder: Path) -> str:
    """The source of axe-core, installed by npm below `folder` unless it is there already."""
    digest = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in LISTS)).hexdigest()
    place = folder / digest[:12]
    script = place / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        install(place)
    return script.read_text(encoding="utf-8")


def install(place: Path) -> None:
    """Install what the lists name; npm compares it with their checksums."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=place.parent) as scratch:
        new = Path(scratch) / "new"
        new.mkdir()
        for name in LISTS:
            shutil.copy(HERE / name, new)
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=new, env=os.environ, capture_output=True, text=True, check=False)
        assert not done.returncode, f"npm could not install axe-core:\n{done.stderr}"
        with suppress(OSError):  # another process of this test run was quicker
            new.rename(place)


def check(page: Page, part: Locator, source: str) -> None:
    """Fail with a list of the serious and critical violations in a part of the page."""
    page.evaluate(source)
    violations: list[dict[str, Any]] = part.evaluate(RUN)
    grave = [described(one) for one in violations if one["impact"] in GRAVE]
    assert not grave, "\n".join(["axe-core found:", *grave])


def described(violation: dict[str, Any]) -> str:
    """A violation with the elements it is about."""
    places = [f"    {node['html'][:200]}" for node in violation["nodes"]]
    return "\n".join([f"{violation['impact']}: {violation['id']}: {violation['help']}", *places])
