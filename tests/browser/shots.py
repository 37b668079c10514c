"""Pictures of notebooks as JupyterLab shows them: `python -m tests.browser.shots FILE… --out DIR`.

A FILE is a notebook, or a Python file whose cells begin with `# %%`.
Every output becomes DIR/FILE-NN-light.png and DIR/FILE-NN-dark.png; NN counts code cells from 0.
The code comes from the working tree.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.browser.bench import DARK, LIGHT, workbench
from tests.browser.notebook import Notebook

__all__ = ["SHORT_NAMES", "main", "wait_for_layout"]

SETTLED = 600
SHORT_NAMES = {LIGHT: "light", DARK: "dark"}


def cells_of(path: Path) -> Sequence[str] | Path:
    """The cells of a Python file; a notebook stays a file."""
    if path.suffix == ".ipynb":
        return path
    cells = re.split(r"^# %%.*$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [cell.strip() for cell in cells if cell.strip()]


def wait_for_layout(notebook: Notebook) -> None:
    """Wait until fonts are loaded and nothing moves any more."""
    notebook.page.evaluate("() => document.fonts.ready.then(() => null)")
    notebook.page.wait_for_timeout(SETTLED)


def shoot(notebook: Notebook, stem: str, out: Path) -> list[Path]:
    """Take a picture of every output that shows something."""
    wait_for_layout(notebook)
    taken = []
    for number in range(notebook.page.locator(".jp-Notebook .jp-CodeCell").count()):
        output = notebook.output(number)
        if output.locator(".jp-OutputArea-output").count():
            taken.append(out / stem.format(number))
            notebook.screenshot(taken[-1], output)
    return taken


def main() -> int:
    """Take the pictures, name them, and say what the pages complained of."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shots", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--width", type=int, default=1280, metavar="PIXELS")
    parser.add_argument("--height", type=int, default=2600, metavar="PIXELS", help="taller outputs are cut off")
    parser.add_argument("--theme", choices=["light", "dark", "both"], default="both")
    asked = parser.parse_args()
    themes = [theme for theme, short in SHORT_NAMES.items() if asked.theme in (short, "both")]
    with workbench({"width": asked.width, "height": asked.height}) as bench:
        for path, theme in itertools.product(asked.files, themes):
            notebook = bench.notebook(cells_of(path), theme=theme)
            stem = f"{path.stem}-{{:02}}-{SHORT_NAMES[theme]}.png"
            print(*shoot(notebook, stem, asked.out), sep="\n", flush=True)
            bench.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
