"""Logs as text: a whole game from its notes, errors that name the line, and the command."""

from __future__ import annotations

import re

import pytest

import guildhall as gh
from guildhall.cli import main
from guildhall.logbook import Log, read_notes, write_notes

HEAD = """game: guildhall
players: Ada, Bela
scribe: Ada
first: Bela
hand: red Weaver, blue Weaver, red Farmer, blue Farmer, red Dancer, blue Dancer, red Trader, blue Trader, red Historian
vp_row: 5, 5, 3 place any, 9, 9
"""


@pytest.fixture(scope="module")
def page(project_root):
    """The game on the page about logs."""
    text = (project_root / "docs" / "scribe.md").read_text(encoding="utf-8")
    return re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[-1]


def test_the_game_on_the_page_is_a_whole_game(page):
    log = read_notes(page)

    assert log.game.outcome.winners == (0,)
    assert len(log.guesses) == 1
    assert "The nine at last." in log.record.notes_at(log[25].last).comments
    assert log.record.verify().ok


def test_notes_are_written_as_they_are_read(page):
    log = read_notes(page)
    again = read_notes(write_notes(log))

    assert [entry.text for entry in again.entries] == [entry.text for entry in log.entries]
    assert again.game.view(0).hand == log.game.view(0).hand


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "lacks players"),
        ("players: Ada, Bela\nscribe: Cyd\nhand: -\nvp_row: -", "'Cyd' is not one of the players, Ada, Bela"),
        ("nonsense", "line 1"),
        (HEAD + "hand: red Weaver", "line 7: hand is given twice"),
        (HEAD + "colour: blue", "unknown name 'colour'"),
        (HEAD.replace("blue Weaver", "blue Wever"), "did you mean 'blue Weaver'"),
        (HEAD + "\nBela: done\n\nAda: done", "line 10: Bela decides now, not Ada"),
        (HEAD + "\nBela: discrd red Weaver", "line 8: .*did you mean 'discard red Weaver'"),
        (HEAD.replace("guildhall", "chess"), "unknown game 'chess'"),
    ],
)
def test_an_error_names_the_line_and_what_would_fit(text, reason):
    with pytest.raises(gh.GuildhallError, match=reason):
        read_notes(text)


def test_the_command_reads_notes_and_saves_the_log(page, tmp_path, capsys):
    notes, out = tmp_path / "friday.txt", tmp_path / "friday.json"
    notes.write_text(page, encoding="utf-8")

    assert main(["scribe", "--from", str(notes), "--out", str(out)]) == 0
    assert "26 entries fit" in capsys.readouterr().out
    assert gh.load(out).outcome.winners == (0,)


def test_the_command_names_the_line(tmp_path, capsys):
    notes = tmp_path / "friday.txt"
    notes.write_text(HEAD + "\nBela: fly", encoding="utf-8")

    assert main(["scribe", "--from", str(notes)]) == 1
    assert "friday.txt: line 8: Bela cannot 'fly' now" in " ".join(capsys.readouterr().err.split())


def test_a_game_is_logged_in_the_terminal(tmp_path, capsys, monkeypatch):
    lines = ["", "Ada, Bela", "Bela", "Ada", *(line.split(": ")[1] for line in HEAD.splitlines()[4:])]
    lines += ["discard blue Farmer", "fly", "could red W", "red Weaver, blue Trader, green Dancer", "undo"]
    lines += ["red Weaver, blue Trader, blue Dancer", "edit 1 Bela: done", "list", "odds", "table", "delete x", "help"]
    lines += [f"save {tmp_path / 'log.txt'}", f"save {tmp_path / 'log.json'}", "quit"]
    given = iter(lines)
    monkeypatch.setattr("guildhall.cli.scribe.ask", lambda prompt: next(given, None))

    assert main(["scribe"]) == 0

    shown = capsys.readouterr()
    assert "1. Bela: done" in shown.out
    assert "Bela cannot 'fly' now" in " ".join(shown.err.split())
    assert [entry.text for entry in Log.load(tmp_path / "log.json").entries] == [
        "Bela: done",
        "Bela: red Weaver, blue Trader, blue Dancer",
    ]
    assert read_notes((tmp_path / "log.txt").read_text()).game.ply == 4
