"""`guildhall class`, `handout`, `key`, `release`, `lessons`: results, exercises on paper, solutions, notebooks."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from guildhall.cli.screen import OK, Commands, add_command, complain, existing_file, number, say

__all__ = ["add"]

_CLASS = """  guildhall class                 who has solved what, from the folder results
  guildhall class --lang de       the same in German
  guildhall class results --csv   every attempt as a table for a spreadsheet"""
_HANDOUT = """  guildhall handout "counting hands"                      the sheet of a lesson as a page to print
  guildhall handout "waiting times" --pupils class.csv    own numbers for each pupil, and a key beside it
  guildhall handout 3 --lang de                           lesson 3 in German
  guildhall handout mine.toml --out test.html             a lesson of your own"""
_KEY = """  guildhall key "counting hands" --teacher    answers, working and slips
  guildhall key 1 --teacher --lang de         the same in German"""

_RELEASE = """  guildhall release "counting hands" --nbgrader --out course
  guildhall release 3 --otter --seed autumn --out course"""
_LESSONS = """  guildhall lessons german --lang de    the notebooks of the course in German, in the folder german
  guildhall lessons blank               in English, without outputs"""


def add(commands: Commands) -> None:
    """Add the commands to the command line."""
    board = add_command(commands, "class", run_class, help="show the results of a class", examples=_CLASS)
    board.add_argument("folder", nargs="?", default="results", help="where the results are (default: results)")
    board.add_argument("--csv", action="store_true", help="print every attempt as comma-separated values")
    board.add_argument("--hide-names", action="store_true", help="number the pupils instead of naming them")
    paper = add_command(commands, "handout", run_handout, help="write exercises as pages to print", examples=_HANDOUT)
    paper.add_argument("lesson", help="the number or title of a lesson, or a TOML file")
    paper.add_argument("--pupils", type=existing_file, help="a file with one name in each line, or in its first column")
    paper.add_argument("--seed", type=number, default=0, help="other numbers for the same names (default: 0)")
    paper.add_argument("--out", type=Path, default=Path("handout.html"), help="the file (default: handout.html)")
    key = add_command(commands, "key", run_key, help="show the answers of a lesson, for teachers", examples=_KEY)
    key.add_argument("lesson", help="the number or title of a lesson, or a TOML file")
    key.add_argument("--pupil", default="", help="with the numbers of this pupil")
    key.add_argument("--teacher", action="store_true", help="yes, show the answers")
    graded = add_command(commands, "release", run_release, help="write a lesson as an assignment", examples=_RELEASE)
    graded.add_argument("lesson", help="the number or title of a lesson, or a TOML file")
    form = graded.add_mutually_exclusive_group(required=True)
    form.add_argument("--nbgrader", dest="form", action="store_const", const="nbgrader", help="a source for nbgrader")
    form.add_argument("--otter", dest="form", action="store_const", const="otter", help="a source for Otter-Grader")
    graded.add_argument("--seed", default="class", help="any text; another one gives other numbers (default: class)")
    graded.add_argument("--out", type=Path, default=Path(), help="the folder of the course (default: this one)")
    books = add_command(commands, "lessons", run_lessons, help="write the notebooks of the course", examples=_LESSONS)
    books.add_argument("folder", type=Path, help="where to write them")
    for parser in (board, paper, key, graded, books):
        parser.add_argument("--lang", metavar="CODE", help="the language, en or de (default: en, or that of the file)")


def run_class(asked: argparse.Namespace) -> int:
    """Show the results of a class."""
    from guildhall.lessons import language, lesson, titles
    from guildhall.lessons.progress import read_class

    lang = language(asked.lang)
    if asked.csv:
        from guildhall.lessons import collect

        say(collect(asked.folder).write_csv().rstrip("\n"))
        return OK
    found = read_class(asked.folder)
    for title in found.lessons:
        pupils, tries, solved = found.pupils(title), found.tries(title), found.solved(title)
        names = sorted({name for _, name in tries}, key=lambda name: (len(name.rstrip("ab")), name))
        if not pupils:
            continue
        hidden, last = lang.say("pupil {number}"), lang.say("solved")
        shown = [hidden.format(number=n) for n, _ in enumerate(pupils, 1)] if asked.hide_names else list(pupils)
        wide = max(map(len, [*shown, last]))
        heading = lesson(title, lang).heading if title in titles() else title
        say(heading, f"  {'':{wide}}  " + " ".join(f"{name:>4}" for name in names))
        for pupil, told in zip(pupils, shown, strict=True):
            cells = (_cell(tries[pupil, name], solved.get((pupil, name), False)) for name in names)
            say(f"  {told:{wide}}  " + " ".join(cells))
        sums = (sum(solved.get((pupil, name), False) for pupil in pupils) for name in names)
        say(f"  {last:{wide}}  " + " ".join(f"{number:>4}" for number in sums))
    for problem in found.problems:
        complain(problem)
    return OK


def _cell(tries: int, is_solved: bool) -> str:
    return f"{'✓' if is_solved else '✗'}{tries}".rjust(4) if tries else "   ·"


def run_handout(asked: argparse.Namespace) -> int:
    """Write the exercises of a lesson for printing, and the key beside it."""
    from guildhall.core.errors import MissingExtra
    from guildhall.core.files import write
    from guildhall.lessons import lesson

    try:
        from guildhall_widgets.lessons import handout_page
    except ImportError as missing:
        raise MissingExtra.named("a hand-out", "lab", missing) from missing
    found = lesson(_asked(asked.lesson), asked.lang)
    names = list(_names(asked.pupils)) if asked.pupils else [""]
    out: Path = asked.out
    key = out.with_name(f"{out.stem}-key{out.suffix}")
    sheets = {name: found.exercises(f"{name} #{asked.seed}" if name and asked.seed else name) for name in names}
    write(out, handout_page.handout(found, sheets).encode())
    write(key, handout_page.key(found, sheets).encode())
    say(f"{out}: {found.lang.count(len(sheets), 'sheet', 'sheets')}", f"{key}: {found.lang.say('the key')}")
    return OK


def _asked(name: str) -> str | int:
    return int(name) if name.isascii() and name.isdigit() and len(name) < 4 else name


def _names(path: Path) -> Iterator[str]:
    from guildhall.core.files import read
    from guildhall.lessons.progress import read_name

    text = read(path, limit=2**20).data.decode("utf-8-sig", errors="replace")
    for row in csv.reader(StringIO(text)):
        if row and row[0].strip():
            yield read_name(row[0])


def run_key(asked: argparse.Namespace) -> int:
    """Show the solutions of a lesson."""
    from guildhall.core.errors import GuildhallError
    from guildhall.lessons import lesson

    if not asked.teacher:
        raise GuildhallError("the key solves everything, so it needs --teacher")
    found = lesson(_asked(asked.lesson), asked.lang)
    say(f"{found.heading}: {found.question}")
    for one in found.exercises(asked.pupil):
        answer = one.lang.say("Answer: {answer}", answer=one.shown(one.right))
        working = one.lang.say("Working: {working}", working=one.working)
        say("", f"{one.name}. {one.asked}", f"   {answer}   {working}")
        for slip in one.mistakes:
            say(f"   {one.shown(slip.value):>14}  {slip.hint}")
    return OK


def run_release(asked: argparse.Namespace) -> int:
    """Write a lesson as an assignment for nbgrader or Otter."""
    from guildhall.lessons.release import release

    for path in release(_asked(asked.lesson), asked.form, asked.out, seed=asked.seed, lang=asked.lang):
        say(str(path))
    return OK


def run_lessons(asked: argparse.Namespace) -> int:
    """Write the notebooks of the lessons without outputs."""
    from guildhall.lessons import language
    from guildhall.lessons.notebooks import write_notebooks

    for path in write_notebooks(asked.folder, language(asked.lang)):
        say(str(path))
    return OK
