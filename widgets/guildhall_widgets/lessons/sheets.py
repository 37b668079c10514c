"""Answering without code: the answer sheet of a lesson, guesses before anything is shown, and the board of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

import traitlets

from guildhall import lessons
from guildhall.core.errors import GuildhallError, MissingFile, short
from guildhall.lessons import Exercise, Language, Lesson, Progress, judge
from guildhall.lessons.progress import FOLDER, ClassResults, read_class
from guildhall.odds.trials import read_chance

from ..live import LiveWidget, on, public
from ..messages import read_word
from ..render.markup import Markup
from ..render.numbers import percent
from ..render.styles import notes_in
from .pages import SIGNS, Answered, Board, answer_sheet, board_page, guess_page, name_row

__all__ = ["AnswerSheet", "ClassBoard", "Guess"]


class _Named(LiveWidget):
    """A front-end of one pupil, who gives a name first or later, once for all front-ends of a notebook."""

    _all: ClassVar[WeakSet[_Named]] = WeakSet()

    def __init__(self, title: str, pupil: str | None, folder: str | Path, *, label: str, lang: Language) -> None:
        super().__init__(label=label, **notes_in(lang))
        self.lang = lang
        self._title = title
        self._folder = folder
        self._draft = ""
        self.progress: Progress | None = None
        if pupil is not None:
            self._enter(pupil)
        self._all.add(self)

    @property
    def pupil(self) -> str:
        """The name of the pupil, empty if none was given."""
        return self.progress.pupil if self.progress else ""

    def _enter(self, name: str) -> None:
        self.progress = Progress(name, self._title, self._folder)
        self._draft = ""

    def _name(self) -> Markup:
        return name_row(self._draft, self.pupil, self.lang)

    @on("name")
    def _write_name(self, value: str) -> None:
        self._draft = value[:60]

    @on("begin")
    def _begin(self) -> None:
        if not self._draft.strip():
            self.status = self.lang.say("Give your name.")
            return
        self._enter(self._draft)
        self._renew()
        self.status = self.lang.say("Hello {pupil}.", pupil=self.pupil)
        for other in self._beside(""):
            other._enter(self.pupil)
            other._renew()
            other.refresh()

    @on("leave")
    def _leave(self) -> None:
        for each in (self, *self._beside(self.pupil)):
            each.progress = None
            each._renew()
            each.refresh()
        self.status = self.lang.say("Give your name.")

    def _beside(self, pupil: str) -> list[_Named]:
        """Return the other front-ends of this pupil with the same folder of results."""
        return [each for each in self._all if each is not self and (each.pupil, each._folder) == (pupil, self._folder)]

    def _renew(self) -> None:
        """Show what belongs to the new pupil."""


class AnswerSheet(_Named):
    """The exercises of a lesson with boxes for the answers, hints and progress, without any code.

    lesson: its number or title, or the TOML file of a lesson of your own.
    pupil: the name, which gives own numbers and saves every check. Without it the sheet asks.
    folder: where results are saved, by default `results` beside the notebook.
    lang: "en" or "de", by default the language of the file, which is English for the lessons of the course.

    >>> print(AnswerSheet("counting hands").text().splitlines()[0])
    Will my card come? 0 of 7 solved.
    """

    def __init__(
        self,
        lesson: str | int | Path,
        *,
        pupil: str | None = None,
        folder: str | Path = FOLDER,
        lang: str | None = None,
    ) -> None:
        self.lesson: Lesson = lessons.lesson(lesson, lang)
        label = self.lesson.lang.say("Answer sheet: {title}", title=self.lesson.heading)
        super().__init__(self.lesson.title, pupil, folder, label=label, lang=self.lesson.lang)
        self.exercises: dict[str, Exercise] = {}
        self.answers: dict[str, Answered] = {}
        self._renew()
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        return answer_sheet(self.lesson, tuple(self.exercises.values()), self.answers, self._name())

    def text(self) -> str:
        """Return the questions and what is solved."""
        solved = sum(one.is_solved for one in self.answers.values())
        told = self.lang.say("{solved} of {number} solved.", solved=solved, number=len(self.exercises))
        head = f"{self.lesson.question or self.lesson.heading} {told}"
        rows = (
            f"{SIGNS['right'] if self.answers[name].is_solved else ' '} {name}. {one.asked}"
            for name, one in self.exercises.items()
        )
        return "\n".join([head, *rows])

    def _renew(self) -> None:
        """Take over the numbers and the stored results of the pupil."""
        self.exercises = {one.name: one for one in self.lesson.exercises(self.pupil)}
        self.answers = {name: self._stored(name) for name in self.exercises}

    def _stored(self, name: str) -> Answered:
        if self.progress is None:
            return Answered()
        last = self.progress.last(name)
        verdict = judge(self.exercises[name], last.answer) if last else None
        is_solved = name in self.progress.solved
        return Answered(last.answer if last else "", verdict, is_solved, self.progress.tries(name))

    # User actions

    @on("type")
    def _type(self, value: str, name: str) -> None:
        self._change(name, typed=value[:1000])

    @on("choose")
    def _choose(self, value: str) -> None:
        name, _, letter = value.partition(" ")
        self._change(name, typed=letter[:1])

    @on("hint")
    def _hint(self, name: str) -> None:
        exercise = self.exercises[self._known(name)]
        shown = min(self.answers[name].hints + 1, len(exercise.ladder))
        self._change(name, hints=shown)
        hint, steps = exercise.ladder[shown - 1], len(exercise.ladder)
        self.status = self.lang.say("Hint {step} of {steps}: {hint}", step=shown, steps=steps, hint=hint)

    @on("check")
    def _check(self, name: str) -> None:
        answer = self.answers[self._known(name)]
        if not answer.typed.strip():
            self.status = self.lang.say(
                "Exercise {name}: {text}", name=name, text=self.lang.say("type an answer first.")
            )
            return
        verdict = judge(self.exercises[name], answer.typed)
        is_solved = answer.is_solved or bool(verdict)
        self._change(name, verdict=verdict, tries=answer.tries + 1, is_solved=is_solved)
        self.status = self.lang.say("Exercise {name}: {text}", name=name, text=verdict.text)
        if self.progress is not None:
            self.progress.note(name, answer.typed, verdict)

    def _known(self, name: str) -> str:
        return read_word(name, self.exercises, "exercise")

    def _change(self, name: str, **changes: object) -> None:
        self.answers[self._known(name)] = replace(self.answers[name], **changes)  # type: ignore[arg-type]


class Guess(_Named):
    """A line from 0 to 100 %: everybody guesses before anything is shown.

    exact: the chance that is shown when the answer is revealed.
    Guesses are saved in `folder` under `lesson`, and shown as dots once one's own is given.
    lang: "en" or "de". The question is yours.
    `revealed` is a trait that can be set, observed and linked.

    >>> print(Guess("How likely is a green Weaver?", exact=0.188).text())
    How likely is a green Weaver? Guess first. Nothing is shown before.
    """

    revealed = public(traitlets.Bool(), lambda it: it.is_revealed, lambda it, value: it._reveal(value))

    def __init__(
        self,
        question: str,
        exact: Fraction | float,
        *,
        lesson: str = "guesses",
        pupil: str | None = None,
        folder: str | Path = FOLDER,
        lang: str | None = None,
    ) -> None:
        if not isinstance(question, str) or not question.strip():
            raise GuildhallError(f"the question of a guess must be text, not {short(question)}")
        self.question = question
        self.exact = read_chance("exact", exact)
        self.value = 50
        self.given: float | None = None
        self.is_revealed = False
        spoken = lessons.language(lang)
        super().__init__(lesson, pupil, folder, label=spoken.say("Guess"), lang=spoken)
        self._renew()
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        exact = self.exact if self.is_revealed else None
        name, others = self._name(), self._others()
        return guess_page(self.question, self.value, name, given=self.given, others=others, exact=exact, lang=self.lang)

    def text(self) -> str:
        """Return the question and the guess."""
        if self.is_revealed:
            return f"{self.question} {self._exactly()}."
        if self.given is None:
            return f"{self.question} {self.lang.say('Guess first. Nothing is shown before.')}"
        mine = self.lang.say("My guess is {guess}.", guess=self.lang.digits(percent(self.given)))
        return f"{self.question} {mine}"

    def _exactly(self) -> str:
        return self.lang.say("Exactly {chance}", chance=self.lang.digits(percent(self.exact)))

    def _others(self) -> Sequence[float]:
        """Return the guesses of the class, or the own one if nothing is saved."""
        try:
            found = [value for _, value in read_class(self._folder).guesses(self._title, self.question)]
        except MissingFile:
            found = []
        return found or [] if self.given is None or found else [self.given]

    def _renew(self) -> None:
        stored = {one.question: one.value for one in self.progress.guesses} if self.progress else {}
        self.given = stored.get(self.question)

    @on("value")
    def _set_value(self, value: str | int) -> None:
        number = int(value) if str(value).isdigit() else -1
        if not 0 <= number <= 100:
            raise GuildhallError(f"a guess must be a whole number from 0 to 100, not {short(value)}")
        self.value = number

    @on("guess")
    def _guess(self) -> None:
        self.given = self.value / 100
        if self.progress is not None:
            self.progress.guess(self.question, self.given)
        self.status = self.lang.say("My guess: {value} %", value=self.value)

    @on("reveal")
    def _reveal(self, value: bool) -> None:
        self.is_revealed = value
        self.status = self._exactly() if value else self.lang.say("The answer is hidden.")


class ClassBoard(LiveWidget):
    """The results of a class: who has solved what, in how many attempts, and which slip was made how often.

    folder: where the results are.
    lesson: the title of the lesson shown first.
    lang: "en" or "de". Results of pupils who worked in either language are on the same board.

    >>> print(ClassBoard("no such folder").text())
    No results in 'no such folder' yet.
    """

    def __init__(self, folder: str | Path = FOLDER, *, lesson: str | None = None, lang: str | None = None) -> None:
        self.lang = lessons.language(lang)
        super().__init__(label=self.lang.say("Board of the class"), **notes_in(self.lang))
        self.folder = Path(folder)
        self.results = ClassResults()
        self.lesson = lesson or ""
        self.chosen = ""
        self.hides_names = False
        self._read()
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        return board_page(self.board)

    def text(self) -> str:
        """Return how many pupils have solved each exercise."""
        board = self.board
        if not board.pupils:
            return self.lang.say("No results in '{folder}' yet.", folder=self.folder)
        solved = {name: sum(board.solved.get((one, name), False) for one in board.pupils) for name in board.exercises}
        told = self.lang.say("{name}: {solved} of {number} solved")
        pupils = len(board.pupils)
        rows = (told.format(name=name, solved=number, number=pupils) for name, number in solved.items())
        return "\n".join([f"{board.headings[self.lesson]}, {self.lang.count(pupils, 'pupil', 'pupils')}", *rows])

    @property
    def board(self) -> Board:
        """The table and the slips as drawn."""
        pupils, exercise = self.results.pupils(self.lesson), self._exercises().get(self.chosen)
        counted = self.results.slips(self.lesson, self.chosen).most_common()
        return Board(
            headings={title: self._heading(title) for title in self.results.lessons},
            lesson=self.lesson,
            exercises=tuple(self._exercises()),
            pupils=pupils,
            solved=self.results.solved(self.lesson),
            tries=self.results.tries(self.lesson),
            chosen=self.chosen,
            question=exercise.question if exercise else "",
            slips=[(self._slip_words(exercise, slip), number) for slip, number in counted],
            problems=self.results.problems,
            hides_names=self.hides_names,
            folder=str(self.folder),
            lang=self.lang,
        )

    def _heading(self, title: str) -> str:
        return lessons.lesson(title, self.lang).heading if title in lessons.titles() else title

    def _exercises(self) -> dict[str, Exercise | None]:
        """Return the exercises of the lesson, or only the names in the results if it is not one of the course."""
        if self.lesson in lessons.titles():
            return {one.name: one for one in lessons.lesson(self.lesson, self.lang).exercises()}
        return dict.fromkeys(sorted({name for _, name in self.results.tries(self.lesson)}))

    def _read(self) -> None:
        try:
            self.results = read_class(self.folder)
        except MissingFile:
            self.results = ClassResults()
        if self.lesson not in self.results.lessons:
            answered = (title for title in self.results.lessons if self.results.pupils(title))
            self.lesson = next(answered, self.lesson)

    # User actions

    @on("lesson")
    def _choose_lesson(self, value: str) -> None:
        self.lesson, self.chosen = read_word(value, self.results.lessons, "lesson"), ""

    @on("again")
    def _again(self) -> None:
        self._read()
        self.status = self.lang.count(len(self.results.pupils(self.lesson)), "pupil", "pupils")

    @on("hide")
    def _hide(self, value: bool) -> None:
        self.hides_names = value

    @on("show")
    def _show(self, name: str) -> None:
        self.chosen = read_word(name, self._exercises(), "exercise")
        made = sum(number for _, number in self.board.slips)
        slips = self.lang.count(made, "slip", "slips")
        self.status = self.lang.say("Exercise {name}: {text}", name=name, text=slips)

    def _slip_words(self, exercise: Exercise | None, slip: int | None) -> str:
        if slip is None:
            return self.lang.say("another wrong answer")
        if exercise is None or not 0 <= slip < len(exercise.mistakes):
            return self.lang.say("slip {number}", number=slip + 1)
        return exercise.mistakes[slip].hint
