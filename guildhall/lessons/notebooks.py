"""The notebooks of the lessons in German: the English ones with their prose from a catalogue, and code that says so.

`notebooks/lessons/german.toml` holds the prose by cell, and the pieces of text in code cells.
Code stays the same, except that front-ends get `lang="de"` and numbers are printed with a decimal comma.
Nothing is stored twice, so outputs are left out, and the notebook is run where it is used.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from guildhall.core import files
from guildhall.core.datafile import parse, text_of
from guildhall.core.errors import MissingFile

from .course import lesson, titles
from .language import GERMAN, Language

__all__ = ["Prose", "blank_notebook", "lesson_notebooks", "prose_digest", "read_prose", "translated", "write_notebooks"]

FOLDER: Final = Path("notebooks", "lessons")
LARGEST: Final = 8 * 2**20  # bytes of one notebook
PRINTING: Final = """

from guildhall.lessons.language import GERMAN

print = GERMAN.print  # mit Dezimalkomma"""

Cell = dict[str, Any]


@dataclass(frozen=True)
class Prose:
    """The German texts of all notebooks."""

    shared: Mapping[str, str]
    code: Mapping[str, str]
    cells: Mapping[str, Mapping[str, str]]

    @cached_property
    def pieces(self) -> Sequence[tuple[str, str]]:
        """The pieces of text in code, the longest first, so that none is replaced inside another."""
        return sorted(self.code.items(), key=lambda piece: -len(piece[0]))


def lesson_notebooks() -> list[Path]:
    """Return the notebooks of the lessons in order, or raise MissingFile if they are not installed."""
    for place in (Path(__file__).resolve().parents[2], Path.cwd()):
        found = sorted((place / FOLDER).glob("[0-9][0-9]_*.ipynb"))
        if len(found) == len(titles()):
            return found
    raise MissingFile(
        f"the notebooks of the lessons were not found, nor is there a folder {FOLDER.as_posix()} here",
        filename=str(FOLDER),
    )


def read_prose(path: Path) -> Prose:
    """Read the catalogue of the prose."""
    tables = parse(text_of(path), path.name)
    shared = {one["english"].strip(): one["german"].strip() for one in tables.pop("shared")}
    return Prose(shared, tables.pop("code"), tables)


def prose_digest(notebook: Mapping[str, Any]) -> str:
    """Return a digest of the text cells, by which the translation notices that the original has changed."""
    texts = [_source(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    return blake2b("\n\n".join(texts).encode(), digest_size=4).hexdigest()


def write_notebooks(folder: Path, lang: Language) -> list[Path]:
    """Write the notebooks of the lessons without outputs into a folder and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in lesson_notebooks():
        path = folder / source.name
        files.write(path, blank_notebook(source, lang))
        written.append(path)
    return written


def blank_notebook(source: Path, lang: Language) -> bytes:
    """Return the notebook of a lesson in a language, without outputs."""
    notebook = json.loads(files.read(source, limit=LARGEST).data)
    if lang == GERMAN:
        title = titles()[int(source.name[:2]) - 1]
        notebook = translated(notebook, source.stem, title, read_prose(source.parent / "german.toml"))
    notebook["cells"] = [_without_outputs(cell) for cell in notebook["cells"]]
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode() + b"\n"


def translated(notebook: Mapping[str, Any], name: str, title: str, prose: Prose) -> dict[str, Any]:
    """Return the German notebook. A cell without a translation keeps its English text after a mark."""
    heading, cells = lesson(title, GERMAN).heading, notebook["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    front_ends = {found for cell in code for found in _front_ends(_source(cell))}
    prints = any("print(" in _source(cell) for cell in code)
    texts = prose.cells.get(name, {})
    made: list[Cell] = []
    for cell in cells:
        source = _source(cell)
        if cell["cell_type"] == "markdown":
            common = prose.shared.get(source.strip().replace(title, "{title}"), "").replace("{title}", heading)
            german = texts.get(cell["id"], common).strip() or GERMAN.marked(source, "en")
        else:
            german = _spoken(source, prose, front_ends).replace(f'"{title}"', f'"{heading}"')
            german += PRINTING if cell is code[0] and prints else ""
        made.append({**cell, "source": german.splitlines(keepends=True)})
    return {**notebook, "cells": made}


def _source(cell: Cell) -> str:
    return "".join(cell["source"])


def _without_outputs(cell: Cell) -> Cell:
    return cell if cell["cell_type"] == "markdown" else {**cell, "outputs": [], "execution_count": None}


def _spoken(source: str, prose: Prose, front_ends: set[str]) -> str:
    """Return code with its texts in German and `lang="de"` in the calls of front-ends."""
    for english, german in prose.pieces:
        source = source.replace(english, german)
    lines = source.splitlines()
    for row, column, is_bare in sorted(_call_ends(source, front_ends), reverse=True):
        line = lines[row - 1].encode()  # columns count bytes
        added = 'lang="de"' if is_bare else ', lang="de"'
        lines[row - 1] = line[: column - 1].decode() + added + line[column - 1 :].decode()
    return "\n".join(lines)


def _call_ends(source: str, front_ends: set[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield line and column after each call of a front-end, and whether it has no arguments."""
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in front_ends:
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            yield node.end_lineno, node.end_col_offset, not (node.args or node.keywords)


def _front_ends(source: str) -> Iterator[str]:
    """Yield the names that a cell imports from the front-ends."""
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "guildhall_widgets":
            yield from (one.name for one in node.names)


def _parsed(source: str) -> ast.Module:
    return ast.parse("\n".join("" if line.startswith("%") else line for line in source.splitlines()))
