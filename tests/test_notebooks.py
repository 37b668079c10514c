"""Notebooks: each asks one question and answers it, keeps what it showed, and a wrong output would be noticed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from guildhall.lessons import exercises, lesson, titles
from tests.lessons.second_look import answers
from tests.store_notebooks import GONE, NOTEBOOKS, all_notebooks, store, tidied

PATHS = all_notebooks()
NUMBERED = [path for path in PATHS if path.name[0].isdigit()]
LESSONS = [path for path in PATHS if path.parent.name == "lessons"]
MOST_LINES = 7


def any_of(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(NOTEBOOKS)))


def cells(path, kind):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def markdown(path):
    return "\n\n".join(cell.source for cell in cells(path, "markdown"))


# --- what is stored ---------------------------------------------------------------------------------------


def test_the_course_and_the_questions_are_there():
    names = {str(path.relative_to(NOTEBOOKS)) for path in PATHS}

    assert "00_start_here.ipynb" in names
    assert len(NUMBERED) >= 13
    assert len(LESSONS) == len(titles())


@any_of(PATHS)
def test_a_notebook_was_run_from_top_to_bottom(path):
    assert [cell.execution_count for cell in cells(path, "code")] == list(range(1, len(cells(path, "code")) + 1))


def shows_something(source):
    """Whether a cell prints, or ends with a name: then it has an output, unless that was taken away."""
    code = ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%")))
    ends_with_name = (
        bool(code.body) and isinstance(code.body[-1], ast.Expr) and isinstance(code.body[-1].value, ast.Name)
    )
    return ends_with_name or "print(" in source


@any_of(PATHS)
def test_no_output_was_taken_away(path):
    showing = [cell for cell in cells(path, "code") if shows_something(cell.source)]
    everything = [output for cell in cells(path, "code") for output in cell.outputs]

    assert everything
    assert all(cell.outputs for cell in showing)


@any_of(PATHS)
def test_no_error_or_warning_is_stored(path):
    outputs = [output for cell in cells(path, "code") for output in cell.outputs]

    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]


@any_of(NUMBERED)
def test_nothing_is_stored_that_differs_from_run_to_run(path):
    assert nbformat.writes(tidied(nbformat.read(path, as_version=4))) + "\n" == path.read_text(encoding="utf-8")


# --- how they are written ---------------------------------------------------------------------------------


@any_of(NUMBERED)
def test_the_title_is_a_question_and_it_is_answered(path):
    text = markdown(path)

    assert re.match(r"# .*\?\n", text)
    assert re.search(r"^## Answer\n\n.", text, re.MULTILINE)


@any_of(NUMBERED)
def test_a_cell_shows_one_thing_in_a_few_lines(path):
    lengths = [sum(1 for line in cell.source.splitlines() if line.strip()) for cell in cells(path, "code")]

    assert max(lengths) <= MOST_LINES


@any_of(PATHS)
def test_links_of_a_notebook_lead_to_files(path):
    targets = re.findall(r"\]\(([^)#\s]+)", markdown(path))

    assert not [target for target in targets if not (path.parent / target).exists()]


# --- exercises --------------------------------------------------------------------------------------------


def lesson_of(path):
    """The title in `AnswerSheet("…")`."""
    code = "\n".join(cell.source for cell in cells(path, "code"))
    return re.search(r'AnswerSheet\("(.*)"\)', code)[1]


def test_every_lesson_has_its_notebook():
    assert [lesson_of(path) for path in LESSONS] == list(titles())


@any_of(LESSONS)
def test_a_lesson_has_the_shape_of_all_lessons(path):
    heads = [line.removeprefix("## ").split(":")[0] for line in markdown(path).splitlines() if line.startswith("## ")]
    order = ["Scene", "Guess", "Small", "Exact", "Try", "Aha", "Answer", "Exercises", "Exit ticket"]

    assert [head for head in heads if head in order] == order
    assert heads[-1].startswith("To somebody who believes")
    assert markdown(path).startswith(f"# {lesson(lesson_of(path)).question}\n\n**I can**\n\n- ")
    assert all(word in markdown(path) for word in ("**Words:**", "**Time:**", "**Needs:**"))


@any_of(LESSONS)
def test_the_sheet_asks_what_is_checked_and_is_left_open(path):
    (sheet,) = [cell for cell in cells(path, "code") if cell.source.startswith("AnswerSheet(")]
    shown = sheet.outputs[0].data["text/plain"]

    for question in exercises(lesson_of(path)).questions:
        assert question in shown
    assert f"0 of {len(exercises(lesson_of(path)).questions)} solved" in shown


@any_of(LESSONS)
def test_a_number_in_the_text_of_a_lesson_comes_from_a_cell(path):
    """Decimals and percentages are never typed twice: each is in the source or the output of a cell."""
    text = "\n".join([*(cell.source for cell in cells(path, "code")), shown_by(path)])

    prose = re.sub(r"`[^`]*`", "", markdown(path).partition("## Exit ticket")[0])
    for number in re.findall(r"\d+\.\d+|\d+(?: ?%)", prose):
        assert number in text or number == "1.96", number


def shown_by(path):
    """What the cells of a notebook show, as plain text."""
    outputs = [output for cell in cells(path, "code") for output in cell.outputs]
    shown = [output.get("text", "") + str(output.get("data", {}).get("text/plain", "")) for output in outputs]
    return "\n".join(shown)


def readable(path):
    """All that a pupil can read in a notebook."""
    sources = (cell.source for cell in cells(path, "code"))
    return "\n".join([markdown(path), *sources, shown_by(path)]).replace(",", "")


def telling(answer):
    """Spellings of an answer that nobody comes upon by chance."""
    if isinstance(answer, Counter | str) or (float(answer).is_integer() and answer < 100):
        return []
    if float(answer).is_integer():
        return [str(int(answer))]
    return [f"{float(answer):.3f}", f"{float(answer):.4f}", f"{100 * float(answer):.2f} %"]


@any_of(LESSONS)
def test_a_lesson_does_not_tell_the_answers_of_its_exercises(path):
    told = readable(path)

    for (title, number), answer in answers().items():
        if title == lesson_of(path):
            assert not [text for text in telling(answer) if re.search(rf"(?<!\d){re.escape(text)}", told)], number


# --- comparing and storing ----------------------------------------------------------------------------------

HTML = "from IPython.display import HTML"


def stored(source, output):
    return new_code_cell(source, execution_count=1, outputs=[output])


def result(**data):
    return new_output("execute_result", data={key.replace("_", "/"): value for key, value in data.items()})


COMPARED = {
    "the same": (True, stored("1 + 1", result(text_plain="2"))),
    "another result": (False, stored("1 + 1", result(text_plain="3"))),
    "another printed line": (False, stored("print('Ada')", new_output("stream", name="stdout", text="Bela\n"))),
    "another page": (False, stored(f"{HTML}\nHTML('<p>a</p>')", result(text_html="<p>b</p>", text_plain="x"))),
    "another name of a model": (True, stored(f"'{'a' * 32}'", result(text_plain=f"'{'b' * 32}'"))),
    "another date of a game": (True, stored("'2026-11-16'", result(text_plain="'2027-01-01'"))),
    "another stylesheet": (
        True,
        stored(
            "class Page:\n    def _repr_html_(self): return '<style>a</style><p>1</p>'\n"
            "    def __repr__(self): return 'page'\nPage()",
            result(text_html="<style>b</style><p>1</p>", text_plain="page"),
        ),
    ),
    "no output any more": (False, stored("pass", result(text_plain="2"))),
}


def test_a_wrong_stored_output_fails_and_what_means_nothing_does_not(tmp_path, project_root):
    notebook = new_notebook(cells=[cell for _, cell in COMPARED.values()])
    nbformat.write(notebook, tmp_path / "compared.ipynb")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    options = ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={project_root / 'tests' / 'nbval.cfg'}"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *options, "compared.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)

    said = re.findall(r"^(PASSED|FAILED) \S*::Cell (\d+)", run.stdout, re.MULTILINE)
    verdicts = {name: (word == "PASSED") for name, (word, _) in zip(COMPARED, sorted(said, key=by_cell), strict=True)}
    assert verdicts == {name: passes for name, (passes, _) in COMPARED.items()}


def by_cell(said):
    return int(said[1])


WIDGET = f"""
class Widget:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {{"text/plain": "a table", "text/html": "<p>a table</p>", "{GONE}": {{"model_id": hex(id(self))}}}}
Widget()
"""


def test_storing_again_writes_the_same_bytes_and_no_widget(tmp_path):
    path = tmp_path / "try.ipynb"
    nbformat.write(
        new_notebook(cells=[new_markdown_cell("# Why?"), new_code_cell("print(1)\nprint(2)"), new_code_cell(WIDGET)]),
        path,
    )
    store(path)
    first = path.read_bytes()
    store(path)

    assert path.read_bytes() == first
    printed, widget = cells(path, "code")
    assert printed.outputs[0].text == "1\n2\n"
    assert set(widget.outputs[0].data) == {"text/plain", "text/html"}


def test_a_notebook_that_fails_is_left_as_it_was(tmp_path):
    path = tmp_path / "fails.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    before = path.read_bytes()

    with pytest.raises(Exception, match="ZeroDivisionError"):
        store(path)
    assert path.read_bytes() == before
