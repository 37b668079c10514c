"""`guildhall classroom`: a lesson as a page without code, for every pupil who opens its link."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from guildhall.cli import lab
from guildhall.cli.screen import PROBLEM, Commands, add_command, complain, number, say

__all__ = ["add"]

_EXAMPLES = """  guildhall classroom "waiting times"                    the lesson for this machine
  guildhall classroom 3 --folder class7b                 results in class7b/results
  guildhall classroom mine.toml --lang de                exercises of your own
  guildhall classroom 3 --network                        for all machines of your network

Every page has its own Python, which needs about 100 MB. Ctrl-C ends the lesson. Results are kept."""

_NETWORK = (
    "listen to your network too. Whoever has the link can write results under any name, and it is sent unencrypted, so "
    "use it only in a network that you trust"
)
_IDLE = 1800  # seconds after which a page that nobody has open loses its Python
_FREE = 8866


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "classroom", run, help="open a lesson without code for a class", examples=_EXAMPLES)
    parser.add_argument("lesson", help="the number or title of a lesson, or a TOML file")
    parser.add_argument("--folder", type=Path, default=Path("class"), help="for lesson and results (default: class)")
    parser.add_argument("--network", action="store_true", help=_NETWORK)
    parser.add_argument("--port", type=number, metavar="N", default=_FREE, help=f"where to listen (default: {_FREE})")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--lang", metavar="CODE", help="the language, en or de (default: en, or that of the file)")


def run(asked: argparse.Namespace) -> int:
    """Write the notebook of the lesson, print its link, and replace this process by Voila."""
    from guildhall.core.files import write

    if find_spec("voila") is None or find_spec("guildhall_widgets") is None:
        complain('Voila is not installed; do: python -m pip install "guildhall-kit[lab]"')
        return PROBLEM
    stem, notebook = _notebook(asked.lesson, asked.lang)
    folder: Path = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}.ipynb"
    write(path, notebook)
    token = token_urlsafe(9)
    for host in ("127.0.0.1", *([_address()] if asked.network else [])):
        say(f"http://{host}:{asked.port}/?token={token}")
    say(f"results: {folder / 'results'}", f'on the board: ClassBoard("{folder / "results"}")')
    if asked.network:
        complain("this link works in your whole network: " + _NETWORK.partition(". ")[2])
    os.chdir(folder)
    os.environ["JUPYTER_TOKEN"] = token
    return lab.become([sys.executable, "-P", "-m", "voila", *command(path, asked)])


def command(path: Path, asked: argparse.Namespace) -> Sequence[str]:
    """Return the arguments for Voila: a token, only this notebook, and no page that is left open for ever."""
    return [
        str(path),
        f"--Voila.root_dir={path.parent}",
        f"--Voila.ip={'0.0.0.0' if asked.network else '127.0.0.1'}",
        f"--port={asked.port}",
        "--Voila.auto_token=True",  # the one in the environment, which other users of this machine cannot read
        "--template=guildhall",
        f"--MappingKernelManager.cull_idle_timeout={_IDLE}",
        "--MappingKernelManager.cull_interval=60",
        *(["--no-browser"] if asked.no_browser else []),
    ]


def _notebook(name: str, lang: str | None) -> tuple[str, bytes]:
    """Return the name and the content of the notebook: that of the course, or else only the answer sheet."""
    from guildhall.core.errors import MissingFile
    from guildhall.lessons import lesson, titles
    from guildhall.lessons.notebooks import blank_notebook, lesson_notebooks

    found = lesson(int(name) if name.isdecimal() else name, lang)
    stem = "".join(letter if letter.isalnum() else "_" for letter in found.title.lower())
    if found.title in titles():
        with suppress(MissingFile):
            return stem, blank_notebook(lesson_notebooks()[titles().index(found.title)], found.lang)
    place = str(Path(name).resolve()) if name.endswith(".toml") else found.title
    language = "" if lang is None else f", lang={lang!r}"
    sheet = f"from guildhall_widgets import AnswerSheet\n\nAnswerSheet({place!r}{language})"
    code = {"cell_type": "code", "id": "sheet", "metadata": {}, "source": sheet}
    cell: dict[str, Any] = {**code, "outputs": [], "execution_count": None}
    python = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}
    return stem, json.dumps(notebook).encode()


def _address() -> str:
    """Return the address of this machine in its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
