"""Lessons as assignments for nbgrader and Otter, which hand notebooks out, collect them and grade them.

Both take a source notebook with solutions and tests, and make the pupils' notebook from it. Numbers are drawn with a
seed, so the solutions are not those of the course. A released notebook imports the kit and loads nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, Final, TypeAlias

from guildhall.core.datafile import text_of
from guildhall.core.errors import GuildhallError
from guildhall.core.files import write

from .answers import Interval
from .checking import Exercise
from .course import lesson
from .reading import Lesson

__all__ = ["FORMS", "release"]

Cell: TypeAlias = dict[str, Any]

_CONFIG_FILE: Final = "nbgrader_config.py"
_CONFIG: Final = '''"""Settings of nbgrader: three dots take the place of a solution, not an error."""

c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {"python": ""}
'''


def release(
    name: str | int | Path, form: str, folder: Path, *, seed: str = "class", lang: str | None = None
) -> list[Path]:
    """Write a lesson as an assignment into the folder of a course, and return the written files.

    nbgrader: `source/<lesson>/<lesson>.ipynb`, and `nbgrader_config.py` unless there is one.
    otter: `<lesson>.ipynb`, for `otter assign`.
    A lesson of your own is copied beside the notebook, which reads its exercises from there.
    """
    if form not in FORMS:
        raise GuildhallError(f"a lesson is released for {' or '.join(FORMS)}, not for {form!r}")
    found = lesson(name, lang)
    stem = found.title.lower().replace(" ", "_")
    if not stem.replace("_", "").isalnum():
        raise GuildhallError(f"the title of a released lesson has letters, digits and spaces only, not {found.title!r}")
    file = Path(str(name)) if str(name).endswith(".toml") else None
    opening = _opening(found.title if file is None else file.name, seed, found.lang.code)
    cells = [_introduction(found), *FORMS[form](found, opening, seed)]
    path = folder / f"{stem}.ipynb" if form == "otter" else folder / "source" / stem / f"{stem}.ipynb"
    made = {path: (json.dumps(_notebook(cells), ensure_ascii=False, indent=1) + "\n").encode()}
    if file is not None:
        made[path.with_name(file.name)] = text_of(file).encode()
    if form == "nbgrader" and not (folder / _CONFIG_FILE).exists():
        made[folder / _CONFIG_FILE] = _CONFIG.encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    for target, data in made.items():
        write(target, data)
    return list(made)


def _introduction(lesson: Lesson) -> Cell:
    how = lesson.lang.say("Put your answer in the place of the three dots: a number, or text in quotes like '3/7'.")
    return _markdown(f"# {lesson.heading or lesson.title}\n\n*{lesson.question}*\n\n{how}")


def _opening(name: str, seed: str, lang: str) -> str:
    return f"lessons.exercises({name!r}, seed={seed!r}{'' if lang == 'en' else f', lang={lang!r}'})"


def _exercises(lesson: Lesson, seed: str) -> Iterator[tuple[Exercise, str, str]]:
    """Yield the exercises, each with the variable of its answer and its solution as Python."""
    for one in lesson.exercises(seed):
        yield one, f"answer_{one.name}", _solution(one)


def _solution(exercise: Exercise) -> str:
    """Return an accepted answer as Python."""
    right, kind = exercise.right, exercise.kind
    if isinstance(kind, Interval):
        assert isinstance(right, Fraction)
        chance = float(right)
        half = 1.96 * sqrt(chance * (1 - chance) / kind.tries)
        return repr((round(chance, 6), round(chance - half, 6), round(chance + half, 6)))
    if isinstance(right, Counter):
        return repr(list(right.elements()))
    if isinstance(right, Fraction) and right.denominator > 10**9:
        return repr(float(right))
    return repr(str(right))


# --- nbgrader ---


def _for_nbgrader(lesson: Lesson, opening: str, seed: str) -> Iterator[Cell]:
    yield _code(f"from guildhall import lessons\n\ncheck = {opening}", nbgrader=_graded("check", locked=True))
    for one, answer, solution in _exercises(lesson, seed):
        yield _markdown(f"**{one.name}.** {one.asked}", nbgrader=_graded(f"q{one.name}", locked=True))
        region = f"### BEGIN SOLUTION\n{answer} = {solution}\n### END SOLUTION"
        yield _code(f"{answer} = ...\n{region}", nbgrader=_graded(f"a{one.name}", solution=True))
        visible = f"verdict = check({one.name!r}, {answer})\nassert verdict, verdict"
        again = f"from guildhall import lessons\nassert {opening}({one.name!r}, {answer})"
        hidden = f"### BEGIN HIDDEN TESTS\n{again}\n### END HIDDEN TESTS"
        yield _code(f"{visible}\n{hidden}", nbgrader=_graded(f"t{one.name}", points=1, locked=True))


def _graded(name: str, points: int | None = None, *, solution: bool = False, locked: bool = False) -> dict[str, Any]:
    graded = points is not None
    found = {"schema_version": 3, "grade_id": name, "grade": graded, "solution": solution, "locked": locked}
    return {**found, "task": False, **({"points": points} if graded else {})}


# --- Otter ---


def _for_otter(lesson: Lesson, opening: str, seed: str) -> Iterator[Cell]:
    yield _raw("# ASSIGNMENT CONFIG\ninit_cell: true\nexport_cell: false\ncheck_all_cell: false")
    yield _code(f"from guildhall import lessons\n\ncheck = {opening}")
    for one, answer, solution in _exercises(lesson, seed):
        yield _raw(f"# BEGIN QUESTION\nname: q{one.name}\npoints: 1")
        yield _markdown(f"**{one.name}.** {one.asked}")
        yield _raw("# BEGIN SOLUTION")
        yield _code(f"{answer} = {solution} # SOLUTION")
        yield _raw("# END SOLUTION")
        yield _raw("# BEGIN TESTS")
        yield _code(f"bool(check({one.name!r}, {answer}))", shown="True")
        yield _code(f"# HIDDEN\nfrom guildhall import lessons\nbool({opening}({one.name!r}, {answer}))", shown="True")
        yield _raw("# END TESTS")
        yield _raw("# END QUESTION")


FORMS: Final[dict[str, Callable[[Lesson, str, str], Iterator[Cell]]]] = {
    "nbgrader": _for_nbgrader,
    "otter": _for_otter,
}


# --- Notebooks ---


def _notebook(cells: list[Cell]) -> dict[str, Any]:
    python = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    numbered = [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells)]
    return {"cells": numbered, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}


def _markdown(text: str, **metadata: Any) -> Cell:
    return {"cell_type": "markdown", "metadata": metadata, "source": text}


def _raw(text: str) -> Cell:
    return {"cell_type": "raw", "metadata": {}, "source": text}


def _code(text: str, shown: str = "", **metadata: Any) -> Cell:
    result = {"output_type": "execute_result", "data": {"text/plain": shown}, "metadata": {}, "execution_count": 1}
    outputs = [result] if shown else []
    cell = {"cell_type": "code", "metadata": metadata, "source": text, "outputs": outputs}
    return {**cell, "execution_count": 1 if shown else None}
