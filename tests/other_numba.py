"""Run tests under another version of numba, in a throw-away environment on top of this one.

    python -m tests.other_numba 0.66.0                      a chosen set of tests, both ways to compile
    python -m tests.other_numba 0.66.0 tests/kernel -k law  what pytest is given instead

The environment has numba, llvmlite and, if need be, NumPy of its own; everything else is read from this one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = ("", "each")  # values of GUILDHALL_COMPILE: one program where the version can, and one by one
CHOSEN = [
    "tests/kernel/test_numba_inside.py",
    "tests/kernel/test_program.py",
    "tests/example/test_market_day.py",
    "tests/games/advyria/test_playthroughs.py",
]


def environment_with(version: str, folder: Path) -> Path:
    """Make an environment with a version of numba; returns its Python."""
    venv.create(folder, with_pip=False, symlinks=True)
    place = sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)})
    below = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    Path(place, "below.pth").write_text(below, encoding="utf-8")
    python = Path(sysconfig.get_path("scripts", vars={"base": str(folder)}), Path(sys.executable).name)
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-warn-conflicts"]
    subprocess.run([*pip, f"numba=={version}"], check=True)
    return python


def main() -> int:
    """Run the tests both ways; returns the number of runs that failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.other_numba", description=__doc__.splitlines()[0])
    parser.add_argument("version", help="of numba, such as 0.66.0")
    asked, given = parser.parse_known_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="guildhall-numba-") as scratch:
        python = environment_with(asked.version, Path(scratch, "environment"))
        for way in WAYS:
            print(f"numba {asked.version}, GUILDHALL_COMPILE={way!r}", flush=True)
            own = {"GUILDHALL_COMPILE": way, "GUILDHALL_CACHE": str(Path(scratch, f"cache{way}"))}
            tests = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *(given or CHOSEN)]
            failed += subprocess.run(tests, cwd=ROOT, env=os.environ | own).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
