"""An environment with the project as its users get it: installed from the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

__all__ = ["python_with_wheel"]

ROOT = Path(__file__).resolve().parents[2]
WHERE = "import guildhall, guildhall_widgets; print(guildhall.__file__); print(guildhall_widgets.__file__)"


def python_with_wheel(folder: Path) -> Path:
    """Build the wheel and install it into a new environment in `folder`; all else comes from the tests' environment."""
    python = folder / "venv" / "bin" / "python"
    run(ROOT, sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder))
    (wheel,) = folder.glob("*.whl")
    run(folder, sys.executable, "-m", "venv", "--without-pip", "venv")
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--quiet")
    run(folder, *pip, "install", "--no-deps", "--no-index", str(wheel))
    share_packages(python)
    for package in where_from(python):
        assert package.is_relative_to(folder), f"{package} is not from the wheel"
    return python


def share_packages(python: Path) -> None:
    """Let an environment see the packages of this one, after its own.

    A line of a `.pth` file adds a folder but follows no `.pth` files in there, so the working tree, which is installed
    by such a file, stays out of sight.
    """
    site = run(python.parent, str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    shared = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (Path(site) / "test-environment.pth").write_text("\n".join(shared) + "\n", encoding="utf-8")


def where_from(python: Path) -> list[Path]:
    """The folders from which a Python imports the two packages of the project."""
    return [Path(file).parent for file in run(python.parent, str(python), "-c", WHERE).splitlines()]


def run(folder: Path, *command: str) -> str:
    """Run a command in a folder, without the import path of the tests; answers what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert not done.returncode, f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}"
    return done.stdout
