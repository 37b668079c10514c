"""Exercises on paper: a page to print, with a sheet for each pupil, and the key with working and slips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from guildhall.lessons import Choice, Exercise, Lesson

from ..render.markup import Markup, join, tag
from ..render.styles import page

__all__ = ["handout", "key"]

Sheets = Mapping[str, Sequence[Exercise]]
LINES = 3  # to write on, below each exercise

STYLE = """
@page { size: A4; margin: 18mm; }
.gh-paper { color: #000; background: #fff; font-size: 12pt; color-scheme: light; max-width: 190mm; margin: 0 auto; }
.gh-paper h1 { font-size: 16pt; margin: 0 0 2mm; }
.gh-paper section { break-after: page; padding-top: 4mm; }
.gh-paper section:last-child { break-after: auto; }
.gh-paper li { break-inside: avoid; margin-bottom: 4mm; }
.gh-paper ol { list-style: none; padding: 0; }
.gh-paper .gh-lines { border-bottom: 0.3mm solid #888; height: 8mm; }
.gh-paper table { border-collapse: collapse; font-size: 10pt; }
.gh-paper td { padding: 0 4mm 0 0; vertical-align: top; }
"""


def handout(lesson: Lesson, sheets: Sheets) -> str:
    """Return a document with a sheet for every name, with a blank line for an empty one."""
    return _document(lesson, [_sheet(lesson, name, exercises) for name, exercises in sheets.items()])


def key(lesson: Lesson, sheets: Sheets) -> str:
    """Return a document with the solutions, the working and the slips of every sheet."""
    return _document(lesson, [_solved(lesson, name, exercises) for name, exercises in sheets.items()])


def _document(lesson: Lesson, sections: Sequence[Markup]) -> str:
    body = tag("div", tag("style", Markup(STYLE)), *sections, class_="gh-paper")
    return page(lesson.heading, body, lang=lesson.lang.code)


def _sheet(lesson: Lesson, name: str, exercises: Sequence[Exercise]) -> Markup:
    items = (tag("li", tag("p", _asked(one)), _options(one), *_lines(one)) for one in exercises)
    head = tag("p", lesson.lang.say("Name: {name}", name=name or "_" * 40))
    return tag("section", tag("h1", lesson.question or lesson.heading), head, tag("ol", *items))


def _asked(exercise: Exercise) -> Markup:
    star = f" ({exercise.lang.say('for the quick')})" if exercise.is_extra else ""
    question = exercise.question if isinstance(exercise.kind, Choice) else exercise.asked
    return join(tag("strong", f"{exercise.name}{star}. "), question)


def _options(exercise: Exercise) -> Markup | None:
    if not isinstance(exercise.kind, Choice):
        return None
    named = zip(exercise.kind.letters, exercise.kind.options, strict=True)
    return tag("div", *(tag("p", f"☐ ({letter}) {option}") for letter, option in named))


def _lines(exercise: Exercise) -> list[Markup]:
    return [tag("div", class_="gh-lines")] * (1 if isinstance(exercise.kind, Choice) else LINES)


def _solved(lesson: Lesson, name: str, exercises: Sequence[Exercise]) -> Markup:
    say = lesson.lang.say
    items = (
        tag(
            "li",
            tag("p", _asked(one)),
            tag("p", tag("strong", say("Answer: {answer}", answer=one.shown(one.right))), f"   {_working(one)}"),
            tag("table", *(_slip(slip.hint, one.shown(slip.value)) for slip in one.mistakes)),
        )
        for one in exercises
    )
    title = say("Key: {question}", question=lesson.question or lesson.heading)
    return tag("section", tag("h1", title), tag("p", name) if name else None, tag("ol", *items))


def _working(exercise: Exercise) -> str:
    return exercise.lang.say("Working: {working}", working=exercise.working)


def _slip(hint: str, value: str) -> Markup:
    return tag("tr", tag("td", value), tag("td", hint))
