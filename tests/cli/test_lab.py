"""`guildhall lab`: JupyterLab for this machine only, with its token, without news."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from urllib.error import HTTPError, URLError

import pytest

from guildhall.cli import lab


@pytest.fixture
def started(monkeypatch):
    """The arguments Python would be started with."""
    calls = []

    def become(arguments):
        calls.append(arguments)
        return 0

    monkeypatch.setattr(lab, "_become", become)
    return calls


def test_it_listens_on_this_machine_only_and_fetches_no_news(guildhall, started):
    assert guildhall("lab").code == 0
    assert started[0][:3] == [sys.executable, "-m", "jupyterlab"]
    assert "--ServerApp.ip=127.0.0.1" in started[0]
    assert "--LabApp.news_url=None" in started[0]
    assert not [argument for argument in started[0] if "token" in argument or "password" in argument]


def test_options_are_handed_on(guildhall, started):
    guildhall("lab", "--no-browser", "--port", "9000", "--allow-root", "--", "--log-level=ERROR")

    assert started[0][-4:] == ["--no-browser", "--allow-root", "--ServerApp.port=9000", "--log-level=ERROR"]


def test_the_first_notebook_is_opened_where_it_is_at_hand(guildhall, started, tmp_path, monkeypatch):
    monkeypatch.setattr("guildhall.__file__", str(tmp_path / "site-packages" / "guildhall" / "__init__.py"))
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start_here.ipynb").write_text("{}")

    guildhall("lab")

    assert "--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb" in started[0]


def test_without_the_notebooks_the_folder_at_hand_is_opened(guildhall, started, tmp_path, monkeypatch):
    monkeypatch.setattr("guildhall.__file__", str(tmp_path / "site-packages" / "guildhall" / "__init__.py"))

    guildhall("lab")

    assert os.getcwd() == str(tmp_path)
    assert not [argument for argument in started[0] if "default_url" in argument]


def test_a_missing_jupyterlab_is_told_with_advice(guildhall, started, monkeypatch):
    monkeypatch.setattr(lab, "find_spec", lambda name: None)

    done = guildhall("lab")

    assert done.code == 1
    assert "JupyterLab is not installed" in done.err
    assert not started


@pytest.fixture
def server(project_root, tmp_path):
    """A real JupyterLab, started by the command; its address with the token."""
    command = [sys.executable, "-m", "guildhall.cli", "lab", "--no-browser", "--allow-root", "--port", "0"]
    places = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | places | {"PYTHONPATH": str(project_root)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        try:
            yield next(found[0].decode() for line in process.stderr if (found := re.search(rb"http\S+token=\w+", line)))
        finally:
            process.kill()


def get(address: str, *, tries: int = 100) -> str:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.read().decode()
    except URLError as error:
        # The address is printed a moment before the server listens.
        if not isinstance(error.reason, ConnectionRefusedError) or tries == 0:
            raise
    time.sleep(0.1)
    return get(address, tries=tries - 1)


def test_a_real_jupyterlab_answers_only_with_its_token(server):
    root, token = re.match(r"(http://127\.0\.0\.1:\d+)/.*token=(\w+)", server).groups()

    with pytest.raises(HTTPError, match="403") as refused:
        get(f"{root}/api/contents")
    refused.value.close()
    assert json.loads(get(f"{root}/api/contents?token={token}"))["type"] == "directory"
    assert json.loads(get(f"{root}/lab/api/news?token={token}")) == {"news": []}
