"""Run notebooks and store what they show: `python -m tests.store_notebooks [FILE…]`, all of them if none is named.

A stored notebook depends on its source alone, so the same source gives the same bytes again: no times, no states of
widgets, no names of machines.  A widget is stored as the page and the words it shows without a kernel.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from guildhall.core import files

__all__ = ["NOTEBOOKS", "all_notebooks", "main", "store", "tidied"]

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# The view of a widget names a model that is gone with its kernel.
GONE = "application/vnd.jupyter.widget-view+json"


def all_notebooks(folder: Path = NOTEBOOKS) -> list[Path]:
    """The notebooks of a folder, sorted."""
    return [path for path in sorted(folder.glob("**/*.ipynb")) if ".ipynb_checkpoints" not in path.parts]


def store(path: Path) -> None:
    """Run a notebook in its folder with a fresh kernel and write it back; nothing is written if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name=KERNEL["name"],
        resources=resources,
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
    )
    client.execute()
    files.write(path, nbformat.writes(tidied(notebook)).encode() + b"\n")


def tidied(notebook: Any) -> Any:
    """The notebook without what differs from run to run, or from machine to machine, and means nothing."""
    kept = {key: value for key, value in notebook.metadata.items() if key not in ("widgets", "language_info")}
    notebook.metadata = nbformat.from_dict({**kept, "kernelspec": KERNEL, "language_info": {"name": "python"}})
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"
        cell.metadata = nbformat.from_dict({key: value for key, value in cell.metadata.items() if key == "tags"})
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data.pop(GONE, None)
                output.metadata = nbformat.from_dict({})
    nbformat.validate(notebook)
    return notebook


def main() -> int:
    """Store the notebooks that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.store_notebooks", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    for path in parser.parse_args().files or all_notebooks():
        started = time.perf_counter()
        store(path)
        print(f"{path.name}: {time.perf_counter() - started:.1f} s, {path.stat().st_size // 1024} KB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
