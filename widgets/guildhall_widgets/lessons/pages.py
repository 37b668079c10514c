"""The pages of answer sheets, guesses and the board of a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from guildhall.lessons import Choice, Exercise, Language, Lesson, Verdict
from guildhall.lessons.language import ENGLISH

from ..odds.charts import Plot
from ..render.controls import bar, button, checkbox, choice, keys_help, radio, radios, slider, text_input
from ..render.markup import EMPTY, Content, Markup, join, tag
from ..render.numbers import percent

__all__ = ["Answered", "Board", "answer_sheet", "board_page", "guess_page", "name_row"]

SIGNS = {"right": "✓", "not yet": "✗", "unclear": "?", "open": "·"}
KEYS = {"Tab": "to the next box or button", "Enter": "in a box: check the answer"}


@dataclass(frozen=True)
class Answered:
    """The state of one exercise on a sheet."""

    typed: str = ""
    verdict: Verdict | None = None
    is_solved: bool = False
    tries: int = 0
    hints: int = 0  # steps of the ladder shown


# --- The answer sheet ---


def answer_sheet(lesson: Lesson, exercises: Sequence[Exercise], done: Mapping[str, Answered], name: Markup) -> Markup:
    """Return the sheet: the pupil's name, progress, and a card for every exercise."""
    solved = sum(done[one.name].is_solved for one in exercises)
    tries = sum(done[one.name].tries for one in exercises)
    lang = lesson.lang
    attempts = lang.count(tries, "attempt", "attempts")
    told = lang.say("{solved} of {number} solved, {attempts}", solved=solved, number=len(exercises), attempts=attempts)
    return tag(
        "div",
        tag("h3", lesson.question or lesson.heading),
        tag("div", name, tag("p", told, class_="gh-lesson-told"), class_="gh-lesson-head"),
        *(_card(one, done[one.name]) for one in exercises),
        keys_help({key: lang.say(meaning) for key, meaning in KEYS.items()}, title=lang.say("Keys")),
        class_="gh-lesson",
        lang=lang.attribute,
    )


def _card(exercise: Exercise, done: Answered) -> Markup:
    say = exercise.lang.say
    extra = tag("small", f" {say('for the quick')}", class_="gh-soft") if exercise.is_extra else None
    state = tag("span", f" ✓ {say('solved')}", class_="gh-lesson-solved") if done.is_solved else None
    called = say("Exercise {name}", name=exercise.name)
    asked = exercise.question if isinstance(exercise.kind, Choice) else exercise.asked
    return tag(
        "section",
        tag("h4", called, extra, state),
        tag("p", asked),
        _options(exercise, done) if isinstance(exercise.kind, Choice) else None,
        _answering(exercise, done),
        _said(done.verdict),
        _ladder(exercise, done.hints),
        class_="gh-panel gh-lesson-card",
        aria_label=called,
        data_key=f"card {exercise.name}",
    )


def _answering(exercise: Exercise, done: Answered) -> Markup:
    name, say = exercise.name, exercise.lang.say
    box = EMPTY
    if not isinstance(exercise.kind, Choice):
        box = text_input(say("Answer {name}", name=name), "type", done.typed, enter=f"check {name}", name=name)
    return bar(
        say("Exercise {name}", name=name),
        box,
        button(say("Check"), "check", key=f"check {name}", main=True, name=name),
        button(say("Hint"), "hint", key=f"hint {name}", disabled=done.hints >= len(exercise.ladder), name=name),
    )


def _options(exercise: Exercise, done: Answered) -> Markup:
    assert isinstance(exercise.kind, Choice)
    items = (
        radio(f"({letter}) {option}", "choose", f"{exercise.name} {letter}", checked=done.typed == letter)
        for letter, option in zip(exercise.kind.letters, exercise.kind.options, strict=True)
    )
    called = exercise.lang.say("Options of exercise {name}", name=exercise.name)
    return radios(called, *items, class_="gh-lesson-options")


def _said(verdict: Verdict | None) -> Markup:
    if verdict is None:
        return EMPTY
    text = verdict.text[0].upper() + verdict.text[1:]
    return tag(
        "p", f"{SIGNS[verdict.state]} {text}", class_=f"gh-lesson-said gh-lesson-{verdict.state.replace(' ', '-')}"
    )


def _ladder(exercise: Exercise, shown: int) -> Markup:
    if not shown:
        return EMPTY
    return tag("ol", *(tag("li", hint) for hint in exercise.ladder[:shown]), class_="gh-lesson-hints")


def name_row(draft: str, pupil: str, lang: Language = ENGLISH) -> Markup:
    """Return the box for a pupil's name, or the name with a way to change it."""
    say = lang.say
    if pupil:
        return bar(say("Name"), tag("strong", pupil), button(say("Somebody else"), "leave"))
    hint = tag("small", say("With your name you get numbers of your own, and your results are saved."))
    box = text_input(say("Name"), "name", draft, enter="begin")
    begin = button(say("Begin"), "begin", main=True)
    return join(bar(say("Name"), box, begin), hint)


# --- Guesses ---


def guess_page(
    question: str,
    value: int,
    name: Markup,
    *,
    given: float | None,
    others: Sequence[float],
    exact: Fraction | None,
    lang: Language = ENGLISH,
) -> Markup:
    """Return the line from 0 to 100 % with the guess, the dots of the class, and the exact chance if it is shown."""
    shown, say = given is not None or exact is not None, lang.say
    return tag(
        "div",
        tag("h3", question),
        tag("div", name, class_="gh-lesson-head"),
        bar(
            say("Guess"),
            slider(say("My guess"), "value", value, 0, 100, shown=f"{value} %"),
            button(say("That is my guess"), "guess"),
        ),
        _line(others if shown else (), given, exact, lang),
        tag("p", _guess_words(given, others, exact, lang), class_="gh-small"),
        checkbox(say("Show the answer"), "reveal", exact is not None, keys="a"),
        class_="gh-lesson gh-odds",
        lang=lang.attribute,
    )


def _line(others: Sequence[float], given: float | None, exact: Fraction | None, lang: Language) -> Markup:
    plot = Plot(580, 150, (0, 104), (0, 1))
    stacks: Counter[int] = Counter()
    marks: list[Markup] = []
    for guess in sorted(others):
        place = round(50 * guess) * 2
        stacks[place] += 1
        high = min(0.1 * stacks[place], 0.95)
        marks.append(tag("circle", cx=plot.across(place), cy=plot.up(high), r=5, class_="gh-marker"))
    own = EMPTY
    if given is not None:
        mine = plot.across(100 * given)
        own = join(
            plot.upright(100 * given, class_="gh-chosen"),
            tag("text", lang.say("mine"), x=mine, y=plot.top - 6, text_anchor="middle"),
        )
    line = EMPTY
    if exact is not None:
        line = plot.upright(float(100 * exact), _exactly(exact, lang), class_="gh-exact-line")
    base = plot.height - plot.bottom
    axis = tag("path", d=f"M{plot.left} {base}H{plot.width - plot.right}", class_="gh-axis")
    ticks = (
        tag("text", f"{mark} %", x=plot.across(mark), y=base + 16, text_anchor="middle") for mark in range(0, 101, 20)
    )
    return tag(
        "svg",
        axis,
        *ticks,
        *marks,
        own,
        line,
        viewBox=f"0 0 {plot.width} {plot.height}",
        role="img",
        aria_label=_guess_words(given, others, exact, lang),
        class_="gh-odds-chart",
    )


def _exactly(exact: Fraction, lang: Language) -> str:
    return lang.say("exact {chance}", chance=lang.digits(percent(exact)))


def _guess_words(given: float | None, others: Sequence[float], exact: Fraction | None, lang: Language) -> str:
    if given is None and exact is None:
        return lang.say("Guess first. Nothing is shown before.")
    guesses = lang.count(len(others), "guess in the class", "guesses in the class")
    if others:
        middle = lang.digits(percent(sorted(others)[len(others) // 2]))
        guesses += lang.say(", half of them up to {middle}", middle=middle)
    mine = "" if given is None else lang.say("mine is {guess}", guess=lang.digits(percent(given)))
    parts = [guesses, mine, "" if exact is None else _exactly(exact, lang)]
    return "; ".join(filter(None, parts)) + "."


# --- The board of a class ---


@dataclass(frozen=True)
class Board:
    """The results of a class in one lesson, as they are shown."""

    headings: Mapping[str, str]  # of the lessons with results, by title
    lesson: str
    exercises: tuple[str, ...]
    pupils: tuple[str, ...]
    solved: Mapping[tuple[str, str], bool]
    tries: Mapping[tuple[str, str], int]
    chosen: str = ""
    question: str = ""
    slips: Sequence[tuple[str, int]] = ()
    problems: Sequence[str] = ()
    hides_names: bool = False
    folder: str = field(default="results")
    lang: Language = ENGLISH


def board_page(board: Board) -> Markup:
    """Return the table of pupils and exercises, and the slips of the chosen exercise."""
    say = board.lang.say
    head = bar(
        say("Class"),
        choice(say("Lesson"), "lesson", board.lesson, board.headings) if board.headings else EMPTY,
        button(say("Read again"), "again", keys="r"),
        checkbox(say("Hide names"), "hide", board.hides_names, keys="h"),
    )
    found = [tag("p", say("No results in '{folder}' yet.", folder=board.folder))]
    if board.pupils:
        found = [_table(board), _slips(board)]
    return tag("div", head, *found, _problems(board), class_="gh-lesson", lang=board.lang.attribute)


def _table(board: Board) -> Markup:
    say = board.lang.say
    tops = (
        tag("th", button(name, "show", key=f"show {name}", pressed=name == board.chosen, name=name), scope="col")
        for name in board.exercises
    )
    rows = (
        tag("tr", tag("th", shown, scope="row"), *(_cell(board, pupil, name) for name in board.exercises))
        for pupil, shown in zip(board.pupils, _shown_names(board), strict=True)
    )
    caption = tag("caption", say("✓ solved, ✗ not yet, with the number of attempts"), class_="gh-small")
    solved = (sum(board.solved.get((pupil, name), False) for pupil in board.pupils) for name in board.exercises)
    sums = (tag("td", say("{part} of {whole}", part=each, whole=len(board.pupils))) for each in solved)
    foot = tag("tr", tag("th", say("solved"), scope="row"), *sums)
    head = tag("tr", tag("th", say("pupil"), scope="col"), *tops)
    table = tag(
        "table", caption, tag("thead", head), tag("tbody", *rows), tag("tfoot", foot), class_="gh-grid gh-board"
    )
    return tag("div", table, class_="gh-scroll", tabindex=0, role="region", aria_label=say("results of the class"))


def _shown_names(board: Board) -> Iterable[str]:
    hidden = board.lang.say("pupil {number}")
    return (hidden.format(number=n) if board.hides_names else name for n, name in enumerate(board.pupils, start=1))


def _cell(board: Board, pupil: str, exercise: str) -> Markup:
    tries = board.tries.get((pupil, exercise), 0)
    if not tries:
        return tag("td", tag("span", board.lang.say("not tried"), class_="gh-hidden"))
    is_solved = board.solved.get((pupil, exercise), False)
    said = board.lang.say("solved, attempts:") if is_solved else board.lang.say("not yet, attempts:")
    words = tag("span", f" {said}", class_="gh-hidden")
    return tag("td", "✓" if is_solved else "✗", words, f" {tries}", class_="gh-lesson-solved" if is_solved else None)


def _slips(board: Board) -> Markup:
    say = board.lang.say
    if not board.chosen:
        return tag("p", say("Choose an exercise to see which slips were made how often."), class_="gh-small")
    rows: list[Content] = [
        tag("tr", tag("td", str(number), class_="gh-number"), tag("td", hint)) for hint, number in board.slips
    ]
    heads = tag("tr", tag("th", say("pupils"), scope="col"), tag("th", say("slip"), scope="col"))
    table = tag("table", tag("thead", heads), tag("tbody", *rows), class_="gh-grid")
    return tag(
        "section",
        tag("h4", say("Exercise {name}", name=board.chosen)),
        tag("p", board.question),
        table if rows else tag("p", say("No wrong answers so far.")),
        class_="gh-panel",
        data_key="slips",
    )


def _problems(board: Board) -> Markup:
    if not board.problems:
        return EMPTY
    items = (tag("li", problem) for problem in board.problems)
    return tag("div", tag("p", board.lang.say("These files could not be read:")), tag("ul", *items), class_="gh-small")
