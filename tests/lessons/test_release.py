"""Lessons as assignments: sources for nbgrader and Otter, and a class graded by nbgrader itself."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from ast import literal_eval

import pytest

from guildhall import lessons
from guildhall.cli import main
from guildhall.core.errors import GuildhallError
from guildhall.lessons.release import release

NBGRADER = [
    "nbgrader==0.9.6",
    "alembic==1.20.1",
    "Mako==1.4.3",
    "notebook==7.6.5",
    "RapidFuzz==3.14.6",
    "SQLAlchemy==2.1.8",
]
SOLUTION = re.compile(r"^(answer_\w+) = (.*?)(?: # SOLUTION)?$", re.MULTILINE)
OWN = """
[lesson]
title = "own test"
question = "How likely?"

[[exercise]]
question = "One of {n} cards is green. Chance to draw it?"
draw = {n = [4, 5, 6]}
answer = "1/n"
hints = ["Count the cards."]
"""


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def solutions(path):
    """The solutions in a source notebook, by the name of the exercise."""
    code = [cell["source"] for cell in cells(path) if cell["cell_type"] == "code"]
    found = [match for text in code for match in SOLUTION.findall(text) if match[1] != "..."]
    return {answer.removeprefix("answer_"): literal_eval(value) for answer, value in found}


@pytest.mark.parametrize("form", ["nbgrader", "otter"])
@pytest.mark.parametrize("title", lessons.titles())
def test_a_released_lesson_holds_accepted_solutions_of_all_its_exercises(tmp_path, title, form):
    path = release(title, form, tmp_path, seed="autumn")[0]
    check = lessons.exercises(title, seed="autumn")
    found = solutions(path)

    assert list(found) == list(check.exercises)
    assert all(check(name, answer) for name, answer in found.items())


def test_another_seed_gives_other_numbers(tmp_path):
    one, other = (release(1, "otter", tmp_path / seed, seed=seed)[0] for seed in ("autumn", "spring"))

    assert solutions(one) != solutions(other)


def test_the_metadata_of_nbgrader_are_valid(tmp_path):
    path, config = release("counting hands", "nbgrader", tmp_path)
    marked = [cell["metadata"]["nbgrader"] for cell in cells(path) if "nbgrader" in cell["metadata"]]
    names = [each["grade_id"] for each in marked]

    assert path == tmp_path / "source" / "counting_hands" / "counting_hands.ipynb"
    assert config.name == "nbgrader_config.py"
    assert len(set(names)) == len(names)
    assert all(each["schema_version"] == 3 and each["task"] is False for each in marked)
    assert sum(each.get("points", 0) for each in marked) == len(lessons.exercises("counting hands").exercises)
    assert [each["locked"] for each in marked if each["solution"]] == [False] * len(solutions(path))


def test_settings_of_nbgrader_that_are_there_already_are_kept(tmp_path):
    config = tmp_path / "nbgrader_config.py"
    config.write_text("mine")

    assert release(1, "nbgrader", tmp_path) == [tmp_path / "source" / "counting_hands" / "counting_hands.ipynb"]
    assert config.read_text() == "mine"


def test_a_lesson_of_a_teacher_lies_beside_its_notebook(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_text(OWN, encoding="utf-8")
    notebook, copy = release(file, "otter", tmp_path / "course")
    monkeypatch.chdir(copy.parent)
    (opening,) = (cell["source"] for cell in cells(notebook) if cell["source"].startswith("from guildhall"))
    names = {}
    exec(opening, names)

    assert copy.read_text(encoding="utf-8") == OWN
    assert names["check"](1, solutions(notebook)["1"])


def test_a_released_lesson_speaks_german(tmp_path, capsys):
    assert main(["release", "1", "--otter", "--lang", "de", "--out", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("*.ipynb")
    text = "".join(cell["source"] for cell in cells(path) if cell["cell_type"] == "markdown")

    assert capsys.readouterr().out == f"{path}\n"
    assert "Schreib deine Antwort" in text


def test_what_cannot_be_released_is_refused_in_words(tmp_path):
    with pytest.raises(GuildhallError, match="released for nbgrader or otter, not for 'canvas'"):
        release(1, "canvas", tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text(OWN.replace("own test", "../out"), encoding="utf-8")
    with pytest.raises(GuildhallError, match="letters, digits and spaces only"):
        release(file, "otter", tmp_path)


@pytest.fixture
def nbgrader(tmp_path):
    """A function that runs nbgrader, installed for this test."""
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--target", str(site), *NBGRADER], check=True, timeout=300)
    environment = os.environ | {
        "PYTHONPATH": str(site),
        "PATH": f"{site / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "HOME": str(tmp_path),
    }

    def run(*arguments):
        command = [sys.executable, "-m", "nbgrader", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    return run


def hand_in(course, pupil, answers):
    """Hand in the pupils' notebook with some answers written where the three dots were."""
    notebook = json.loads((course / "release" / "counting_hands" / "counting_hands.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if match := re.match(r"answer_(\w+) = \.\.\.\s*$", text):
            cell["source"] = f"answer_{match[1]} = {answers.get(match[1], '...')}"
    folder = course / "submitted" / pupil / "counting_hands"
    folder.mkdir(parents=True)
    (folder / "counting_hands.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


@pytest.mark.slow
def test_nbgrader_hands_a_lesson_out_and_grades_a_class(tmp_path, nbgrader):
    source = release("counting hands", "nbgrader", tmp_path)[0]
    right = {name: repr(answer) for name, answer in solutions(source).items()}
    nbgrader("generate_assignment", "counting_hands", "--create")
    handed_out = json.dumps(cells(tmp_path / "release" / "counting_hands" / "counting_hands.ipynb"))
    hand_in(tmp_path, "ada", right)
    hand_in(tmp_path, "bela", {"1": right["1"], "2": "12"})
    hand_in(tmp_path, "cyd", {"1": "...\ncheck = lambda *answer: True"})
    nbgrader("autograde", "counting_hands", "--create")
    nbgrader("export")
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        grades = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in csv.DictReader(file)}

    assert right["4"].strip("'") not in handed_out
    assert "HIDDEN" not in handed_out
    assert grades == {"ada": (7.0, 7.0), "bela": (1.0, 7.0), "cyd": (0.0, 7.0)}
