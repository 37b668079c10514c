"""Results are saved at every check and survive everything: other cells, other kernels, damaged files, odd names."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from guildhall.cli import main
from guildhall.core.errors import CannotWrite, GuildhallError, MissingFile
from guildhall.lessons import Progress, collect, exercises, lesson, read_class
from guildhall.lessons.checking import judge

TITLE = "counting hands"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def slip_of(pupil, name, place=0):
    """What the pupil types who makes this slip."""
    found = next(one for one in lesson(TITLE).exercises(pupil) if one.name == name)
    return found.mistakes[place].value, found.right


def test_a_check_with_a_name_is_saved_and_found_again():
    wrong, right = slip_of("Ada", "1")
    check = exercises(TITLE, "Ada")
    check(1, wrong)
    check(1, str(right))

    again = exercises(TITLE, "ada")
    assert again.solved == ("1",)
    assert [(one.state, one.slip) for one in Progress("Ada", TITLE).attempts] == [("not yet", 0), ("right", None)]


def test_nothing_is_saved_without_a_name_or_without_an_answer(tmp_path):
    exercises(TITLE)(1, 0.5)
    exercises(TITLE, "Ada")(1, ...)

    assert not list(tmp_path.glob("results/*"))


def test_two_cells_of_one_pupil_lose_nothing():
    one, other = exercises(TITLE, "Ada"), exercises(TITLE, "Ada")
    for number in range(5):
        one(1, number)
        other(2, number)

    assert Progress("Ada", TITLE).tries("1") == Progress("Ada", TITLE).tries("2") == 5


KILLED = """
import os, signal
from guildhall.lessons import exercises
check = exercises("counting hands", "Ada")
for number in range(3):
    check(1, number)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_killed_kernel_loses_nothing(tmp_path):
    ended = subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)

    assert ended.returncode == -signal.SIGKILL
    assert Progress("Ada", TITLE).tries("1") == 3
    assert sorted(os.listdir("results")) == ["ada-counting-hands.json"]


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[1, 2]", b'{"pupil": "Ada", "lesson": "x", "attempts": 3}', b"\xff\xfe"]
)
def test_a_damaged_file_is_left_alone_and_named(tmp_path, damage, capsys):
    exercises(TITLE, "Bela")(1, 0.5)
    path = tmp_path / "results" / "ada-counting-hands.json"
    path.write_bytes(damage)
    exercises(TITLE, "Ada")(1, 0.5)

    assert path.read_bytes() == damage
    assert set(collect()["pupil"]) == {"Ada", "Bela"}
    assert len(read_class().problems) == 1
    assert main(["class"]) == 0
    assert "ada-counting-hands.json" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "CON.", "Łucja Ñ", "阿达", "<b>Eve</b>", "=1+1", "A" * 60])
def test_any_name_becomes_a_file_inside_the_folder(tmp_path, name):
    exercises(TITLE, name)(1, 0.5)

    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "results"]
    assert Progress(name, TITLE).tries("1") == 1


def test_names_that_look_alike_as_files_stay_apart():
    for name in ("a/b", "a:b", "ab"):
        exercises(TITLE, name)(1, 0.5)

    assert read_class().pupils(TITLE) == ("a/b", "a:b", "ab")


@pytest.mark.parametrize("name", ["", "   ", "a\nb\0", "x" * 61, 3])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(GuildhallError, match="a name must be a line of at most 60 characters"):
        Progress(name, TITLE)


def test_links_are_not_followed(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "mine.txt").write_text("keep me", encoding="utf-8")
    (tmp_path / "results" / "ada-counting-hands.json").symlink_to(tmp_path / "gone.json")
    progress = Progress("Ada", TITLE)

    with pytest.raises(CannotWrite, match="link"):
        progress.note("1", "x", judge(lesson(TITLE).exercises()[0], "x"))


def test_a_class_is_a_frame_and_a_board(capsys):
    for pupil in ("Ada", "Bela", "Cyd"):
        exercises(TITLE, pupil)(1, slip_of(pupil, "1")[0])
    exercises(TITLE, "Ada")(1, slip_of("Ada", "1")[1])
    frame, board = collect(), read_class()

    assert frame.columns == ["pupil", "lesson", "exercise", "attempt", "answer", "state", "slip", "seconds"]
    assert frame.filter(pupil="Ada")["attempt"].to_list() == [1, 2]
    assert board.slips(TITLE, "1") == {0: 3}
    assert board.solved(TITLE) == {("Ada", "1"): True, ("Bela", "1"): False, ("Cyd", "1"): False}
    assert main(["class"]) == 0
    assert "✓2" in capsys.readouterr().out
    assert main(["class", "--hide-names"]) == 0
    assert "Ada" not in capsys.readouterr().out
    assert main(["class", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("pupil,lesson,exercise")


def test_a_folder_that_is_not_there_is_named():
    with pytest.raises(MissingFile, match="there is no folder 'results'"):
        collect()


# --- on paper ---------------------------------------------------------------------------------------------


class Outside(HTMLParser):
    """Collects what a page would load."""

    def __init__(self):
        super().__init__()
        self.loads = []

    def handle_starttag(self, name, pairs):
        self.loads += [value for key, value in pairs if key in ("src", "href")] + ([name] if name == "script" else [])


def test_a_handout_has_own_numbers_for_each_and_the_key_has_the_answers(tmp_path, capsys):
    (tmp_path / "class.csv").write_text("Ada,7a\nBela,7a\n<b>Eve</b>\n", encoding="utf-8")

    assert main(["handout", "waiting times", "--pupils", "class.csv"]) == 0
    sheet, key = ((tmp_path / name).read_text("utf-8") for name in ("handout.html", "handout-key.html"))
    for pupil in ("Ada", "Bela"):
        for one in lesson("waiting times").exercises(pupil):
            assert one.question in sheet.replace("&quot;", '"')
    assert "&lt;b&gt;Eve" in sheet
    assert "<b>Eve" not in sheet
    assert "Answer:" not in sheet
    assert key.count("Answer:") == 3 * 8
    loading = Outside()
    loading.feed(sheet + key)
    assert loading.loads == []


def test_the_key_is_for_teachers(capsys):
    assert main(["key", TITLE]) != 0
    assert "--teacher" in capsys.readouterr().err
    assert main(["key", TITLE, "--teacher"]) == 0
    assert "3/5" in capsys.readouterr().out
