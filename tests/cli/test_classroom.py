"""`guildhall classroom`: Voila with a token, for this machine unless the network is asked for."""

from __future__ import annotations

import json
import os
import sys

import pytest

from guildhall.cli import lab


@pytest.fixture
def started(monkeypatch, tmp_path):
    """The arguments Python would be started with."""
    calls = []

    def become(arguments):
        calls.append(arguments)
        return 0

    monkeypatch.setattr(lab, "become", become)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUPYTER_TOKEN", "")
    return calls


def test_a_lesson_is_for_this_machine_only_and_needs_its_token(guildhall, started, tmp_path):
    done = guildhall("classroom", "waiting times", "--no-browser")
    link, results, board = done.text.splitlines()
    notebook = json.loads((tmp_path / "class" / "waiting_times.ipynb").read_text(encoding="utf-8"))

    assert done.code == 0
    assert started[0][:4] == [sys.executable, "-P", "-m", "voila"]
    assert started[0][4] == str(tmp_path / "class" / "waiting_times.ipynb")
    assert {"--Voila.ip=127.0.0.1", "--Voila.auto_token=True", "--template=guildhall"} < set(started[0])
    assert link == f"http://127.0.0.1:8866/?token={os.environ['JUPYTER_TOKEN']}"
    assert len(os.environ["JUPYTER_TOKEN"]) >= 12
    assert not [each for each in started[0] if os.environ["JUPYTER_TOKEN"] in each]
    assert results == f"results: {tmp_path / 'class' / 'results'}"
    assert board == f'on the board: ClassBoard("{tmp_path / "class" / "results"}")'
    assert 'AnswerSheet("waiting times")' in json.dumps(notebook).replace("\\", "")
    assert not [cell for cell in notebook["cells"] if cell.get("outputs")]


def test_every_lesson_gets_another_token(guildhall, started):
    links = {guildhall("classroom", "1").text.splitlines()[0] for _ in range(2)}

    assert len(links) == 2


def test_a_network_is_opened_only_by_its_flag_and_the_risk_is_named(guildhall, started):
    done = guildhall("classroom", "1", "--network", "--port", "9000")

    assert "--Voila.ip=0.0.0.0" in started[0]
    assert "--port=9000" in started[0]
    assert done.text.count(":9000/?token=") == 2
    assert "unencrypted" in done.err
    assert "a network that you trust" in done.err


def test_a_lesson_of_a_teacher_and_one_in_german(guildhall, started, tmp_path):
    (tmp_path / "mine.toml").write_text(
        '[lesson]\ntitle = "my own"\nquestion = "?"\n'
        '[[exercise]]\nquestion = "1/2?"\nanswer = "1/2"\nhints = ["half"]\n'
    )
    guildhall("classroom", "mine.toml", "--folder", str(tmp_path / "b"))
    guildhall("classroom", "2", "--lang", "de", "--folder", str(tmp_path / "b"))
    own = (tmp_path / "b" / "my_own.ipynb").read_text(encoding="utf-8")
    german = (tmp_path / "b" / "conditional_chances.ipynb").read_text(encoding="utf-8")

    assert f"AnswerSheet('{tmp_path / 'mine.toml'}')" in own
    assert 'lang=\\"de\\"' in german


def test_an_unknown_lesson_starts_nothing(guildhall, started, tmp_path):
    done = guildhall("classroom", "waiting time")

    assert done.code != 0
    assert "did you mean 'waiting times'?" in done.err
    assert started == []
    assert not (tmp_path / "class").exists()
