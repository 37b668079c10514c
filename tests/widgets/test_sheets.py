"""Answer sheets, guesses and the board: what a pupil does without code, and what a teacher sees of it."""

from __future__ import annotations

import pytest
from guildhall_widgets import AnswerSheet, ClassBoard, Guess

from guildhall.core.errors import GuildhallError
from guildhall.lessons import Choice, Progress, collect, exercises, lesson, titles
from tests.widgets.controls import controls_of

TITLE = "counting hands"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def answer(sheet, name, typed):
    kind = sheet.exercises[name].kind
    if isinstance(kind, Choice):
        sheet.act("choose", value=f"{name} {typed}")
    else:
        sheet.act("type", value=str(typed), name=name)
    sheet.act("check", name=name)
    assert (sheet.error, sheet.failure) == ("", None)


@pytest.mark.parametrize("title", titles())
def test_a_whole_lesson_is_done_on_its_sheet(title):
    sheet = AnswerSheet(title, pupil="Ada")
    for name, one in sheet.exercises.items():
        if one.name == "8" and title.startswith("Monte"):
            answer(sheet, name, "0.41, 0.4004, 0.4196")
        elif isinstance(one.right, dict):
            answer(sheet, name, ", ".join(one.right.elements()))
        else:
            answer(sheet, name, one.right if isinstance(one.right, str) else f"{float(one.right):.9f}")

    assert f"{len(sheet.exercises)} of {len(sheet.exercises)} solved" in sheet.html
    assert AnswerSheet(title, pupil="Ada").answers.keys() == {n for n, one in sheet.answers.items() if one.is_solved}


def test_a_slip_gets_its_hint_in_the_live_region():
    sheet = AnswerSheet(TITLE)
    answer(sheet, "1", "2/5")

    assert "does not happen" in sheet.status
    assert "✗ Not yet." in sheet.html
    assert "0 of 7 solved, 1 attempt<" in sheet.html


def test_hints_come_in_three_steps():
    sheet = AnswerSheet(TITLE)
    for step in range(3):
        sheet.act("hint", name="1")
        assert sheet.html.count("<li>") == step + 1 + 2  # and two keys
    assert not [one for one in controls_of(sheet.html) if one.do == "hint" and dict(one.data)["name"] == "1"]


def test_a_name_brings_own_numbers_and_what_was_done_before():
    first = AnswerSheet(TITLE)
    first.act("name", value="Bela")
    first.act("begin")
    answer(first, "2", "12")
    second = AnswerSheet(TITLE)
    second.act("name", value="bela")
    second.act("begin")

    assert second.pupil == "bela"
    assert second.answers["2"].typed == "12"
    assert second.answers["2"].tries == 1
    assert second.exercises["1"] == lesson(TITLE).exercises("Bela")[0]
    second.act("leave")
    assert second.answers["2"].typed == ""


def test_code_and_sheet_write_to_the_same_file():
    exercises(TITLE, "Ada")(1, 0.123)
    sheet = AnswerSheet(TITLE, pupil="Ada")
    answer(sheet, "1", "0.321")

    assert collect()["answer"].to_list() == ["0.123", "0.321"]


def test_what_is_typed_is_escaped_and_hostile_text_gets_a_verdict():
    sheet = AnswerSheet(TITLE, pupil="<img src=x>")
    answer(sheet, "1", "<script>alert(1)</script>")

    assert "<script>" not in sheet.html
    assert "<img" not in sheet.html
    assert sheet.answers["1"].verdict.state == "unclear"


def test_the_solution_is_nowhere_on_the_page():
    sheet = AnswerSheet("Monte Carlo and its error")
    assert "9,604" not in sheet.html
    assert "9604" not in sheet.html


def test_an_own_lesson_is_shown_from_its_file(tmp_path):
    (tmp_path / "mine.toml").write_text(
        '[lesson]\ntitle = "mine"\n[[exercise]]\nquestion = "2+2?"\nkind = "number"\nanswer = "4"\nhints = ["Add."]\n',
        encoding="utf-8",
    )
    sheet = AnswerSheet("mine.toml", pupil="Ada")
    answer(sheet, "1", "5")
    answer(sheet, "1", "4")

    assert "1 of 1 solved, 2 attempts" in sheet.html
    board = ClassBoard()
    board.act("show", name="1")
    assert "another wrong answer" in board.html


def test_a_guess_comes_before_anything_is_shown():
    one = Guess("How likely?", exact=0.1877, pupil="Ada")
    Guess("How likely?", exact=0.1877, pupil="Bela").act("guess")

    assert "18.8" not in one.html
    assert "gh-marker" not in one.html
    one.act("value", value="20")
    one.act("guess")
    assert one.html.count("gh-marker") == 2
    assert "18.8" not in one.html
    one.act("reveal", value=True)
    assert "exact 18.8" in one.html
    assert Guess("How likely?", exact=0.1877, pupil="Ada").given == 0.2
    one.revealed = False
    assert "exact" not in one.html


def test_a_guess_without_a_name_is_shown_but_not_saved(tmp_path):
    one = Guess("How likely?", exact=0.5)
    one.act("guess")

    assert one.html.count("gh-marker") == 1
    assert not list(tmp_path.iterdir())
    with pytest.raises(GuildhallError, match="exact must be a chance"):
        Guess("How likely?", exact=2)


def test_the_board_tells_which_slip_was_made_how_often():
    for pupil in ("Ada", "Bela", "Cyd"):
        sheet = AnswerSheet(TITLE, pupil=pupil)
        answer(sheet, "1", sheet.exercises["1"].mistakes[2].value)
    answer(sheet, "1", sheet.exercises["1"].right)
    board = ClassBoard()
    board.act("show", name="1")

    assert "added up" in board.html
    assert board.board.slips[0][1] == 3
    assert "1 of 3" in board.html
    assert "Ada" in board.html
    board.act("hide", value=True)
    assert "Ada" not in board.html
    Progress("Dora", TITLE).guess("How?", 0.5)
    answer(AnswerSheet(TITLE, pupil="Dora"), "2", 7)
    board.act("again")
    assert len(board.board.pupils) == 4
    assert board.text().splitlines()[:2] == ["counting hands, 4 pupils", "1: 1 of 4 solved"]
