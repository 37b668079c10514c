"""`guildhall lab`: open JupyterLab on the first notebook, for this machine only."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import guildhall
from guildhall.cli.screen import PROBLEM, WRONG_USE, Commands, add_command, complain, number

__all__ = ["add", "become"]

FIRST_NOTEBOOK = Path("notebooks", "00_start_here.ipynb")

_EXAMPLES = """  guildhall lab
  guildhall lab --no-browser           print the address without opening it
  guildhall lab --port 9000
  guildhall lab -- --log-level=ERROR   arguments after -- are passed to JupyterLab

JupyterLab listens on this machine only, requires its token, and fetches no news."""

_AS_ROOT = "running as root, so notebooks may do anything; JupyterLab listens on this machine only, with its token"

# Loopback only, no news, no checks for updates or extensions, so that nothing leaves this machine.
# Command-line arguments override all configuration files of the user.
_SETTINGS = (
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.allow_remote_access=False",
    "--ServerApp.identity_provider_class=__main__.OwnToken",  # in the started program
    # It reads settings of an older Jupyter, and warns about them even if there are none.
    "--ServerApp.jpserver_extensions={'notebook_shim': False}",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "lab", run, help="open JupyterLab on the first notebook", examples=_EXAMPLES)
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--port", type=number, metavar="N", help="where to listen (default: 8888 or the next free one)")
    parser.add_argument("more", nargs="*", metavar="-- OPTIONS", help="further options for JupyterLab")


def run(asked: argparse.Namespace) -> int:
    """Replace this process by JupyterLab."""
    own = _own_settings()
    if own is None or find_spec("jupyterlab") is None:
        complain('JupyterLab is not installed; do: python -m pip install "guildhall-kit[lab]"')
        return PROBLEM
    if fixed := next(filter(_is_fixed, asked.more), None):
        complain(f"{fixed}: guildhall lab is for this machine only; to change that, start jupyter lab yourself")
        return WRONG_USE
    folder, notebook = _where()
    os.chdir(folder)
    _add_config(own)
    if _is_root():
        complain(_AS_ROOT)
    return become([sys.executable, *command(own, notebook), *_wishes(asked)])


def _is_fixed(option: str) -> bool:
    """Return whether an option controls access to JupyterLab.

    >>> [_is_fixed(option) for option in ("--ip=0.0.0.0", "--ServerApp.ip", "--ServerApp.iopub_data_rate_limit=1")]
    [True, True, False]
    """
    name = option.partition("=")[0].lstrip("-").rpartition(".")[2]
    return option.startswith("-") and name in ("ip", "allow_remote_access", "identity_provider_class")


def _is_root() -> bool:
    """Return whether this is the superuser, for whom JupyterLab starts only with an extra option."""
    return os.name == "posix" and os.geteuid() == 0


def _own_settings() -> Path | None:
    """Return the JupyterLab settings folder of the front-ends, or None if they are not installed."""
    front_ends = find_spec("guildhall_widgets")
    if front_ends is None or front_ends.origin is None:
        return None
    return Path(front_ends.origin).parent / "jupyter"


def _add_config(own: Path) -> None:
    """Make JupyterLab read our settings before those of the environment."""
    places = filter(None, [str(own), os.environ.get("JUPYTER_CONFIG_PATH")])
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(places)


def _wishes(asked: argparse.Namespace) -> list[str]:
    return [
        *(["--no-browser"] if asked.no_browser else []),
        *(["--allow-root"] if _is_root() else []),
        *([] if asked.port is None else [f"--ServerApp.port={asked.port}"]),
        *asked.more,
    ]


def _where() -> tuple[Path, Path | None]:
    """Return the folder to serve and the notebook to open: ours if they exist, else the current folder."""
    for folder in (Path(guildhall.__file__).resolve().parent.parent, Path.cwd()):
        if (folder / FIRST_NOTEBOOK).is_file():
            return folder, FIRST_NOTEBOOK
    return Path.cwd(), None


def command(own: Path, notebook: Path | None) -> list[str]:
    """Return the arguments for Python, including `-P`, with which it imports nothing from the current folder.

    >>> command(Path("jupyter"), FIRST_NOTEBOOK)[-1]
    '--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb'
    """
    # The default address is both opened in the browser and printed.
    opened = [] if notebook is None else [f"--LabApp.default_url=/lab/tree/{notebook.as_posix()}"]
    return ["-P", str(own / "serve.py"), *_SETTINGS, *opened]


def become(arguments: list[str]) -> int:
    """Replace this process by JupyterLab, so that only it receives Ctrl-C and signals."""
    if os.name == "posix":
        os.execv(arguments[0], arguments)
    return subprocess.call(arguments)
