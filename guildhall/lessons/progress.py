"""Results of pupils: one JSON file for each pupil and lesson, saved at every check, and the results of a class.

A file is read again before every addition and replaced as a whole, so neither another cell, another kernel nor a
crash loses an attempt. Names stay in the folder.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from guildhall.core import files
from guildhall.core.errors import BadRecord, GuildhallError, MissingFile, short

from .checking import State, Verdict

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Attempt", "ClassResults", "Guessed", "Progress", "collect", "read_class"]

FOLDER: Final = "results"
LARGEST: Final = 2 * 2**20  # bytes of one file
MOST_FILES: Final = 5_000
MOST_ATTEMPTS: Final = 2_000
LONGEST_NAME: Final = 60
LONGEST_ANSWER: Final = 200

Short = Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]


class Attempt(msgspec.Struct, frozen=True):
    """One check: the exercise, what was typed, the verdict, the place of the slip, and when."""

    exercise: Short
    answer: Short
    state: State
    slip: int | None
    at: float
    seconds: float


class Guessed(msgspec.Struct, frozen=True):
    """A guess before anything is shown."""

    question: Short
    value: Annotated[float, msgspec.Meta(ge=0, le=1)]
    at: float


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    """A file as it is stored."""

    pupil: Short
    lesson: Short
    attempts: list[Attempt] = []
    guesses: list[Guessed] = []
    solved: list[Short] = []
    version: int = 1


class Progress:
    """The results of one pupil in one lesson.

    folder: where the file is, by default `results` beside the notebook.
    """

    def __init__(self, pupil: str, lesson: str, folder: str | Path = FOLDER) -> None:
        self.pupil = read_name(pupil)
        self.lesson = lesson
        self.folder = Path(folder)
        self.path = self.folder / f"{_slug(self.pupil)}-{_slug(lesson)}.json"
        self._began = time()
        self._stored = self._read()

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All attempts, the oldest first."""
        return tuple(self._stored.attempts)

    @property
    def guesses(self) -> tuple[Guessed, ...]:
        """All guesses, the oldest first."""
        return tuple(self._stored.guesses)

    @property
    def solved(self) -> tuple[str, ...]:
        """The names of the solved exercises."""
        return tuple(self._stored.solved)

    def tries(self, exercise: str) -> int:
        """Return the number of attempts at an exercise."""
        return sum(one.exercise == exercise for one in self._stored.attempts)

    def last(self, exercise: str) -> Attempt | None:
        """Return the last attempt at an exercise."""
        return next((one for one in reversed(self._stored.attempts) if one.exercise == exercise), None)

    def note(self, exercise: str, answer: object, verdict: Verdict) -> None:
        """Add an attempt and save it."""
        now = time()
        typed = _one_line(answer if isinstance(answer, str) else _shown(answer))
        begun = self._stored.attempts[-1].at if self._stored.attempts else self._began
        seconds = round(max(0.0, now - max(begun, self._began)), 1)
        attempt = Attempt(exercise, typed, verdict.state, verdict.slip, round(now, 1), seconds)
        stored = self._read()
        stored.attempts = [*stored.attempts, attempt][-MOST_ATTEMPTS:]
        if verdict and exercise not in stored.solved:
            stored.solved.append(exercise)
        self._save(stored)

    def guess(self, question: str, value: float) -> None:
        """Add a guess, which replaces an earlier one for the same question, and save it."""
        stored = self._read()
        asked = _one_line(question)
        others = [one for one in stored.guesses if one.question != asked]
        stored.guesses = [*others, Guessed(asked, value, round(time(), 1))][-MOST_ATTEMPTS:]
        self._save(stored)

    def _read(self) -> _Stored:
        """Return what the file holds. A damaged or foreign one is left alone, and another name is used from then on."""
        try:
            stored = _load(self.path)
        except MissingFile:
            return _Stored(self.pupil, self.lesson)
        except BadRecord:
            stored = None
        if stored and (stored.pupil.casefold(), stored.lesson) == (self.pupil.casefold(), self.lesson):
            return stored
        self.path = files.free_path(self.path.with_suffix(""), ".json")
        return _Stored(self.pupil, self.lesson)

    def _save(self, stored: _Stored) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GuildhallError(f"cannot make the folder '{self.folder}': {files.reason_of(error)}") from None
        files.write(self.path, msgspec.json.format(msgspec.json.encode(stored), indent=1))
        self._stored = stored


def read_name(name: object) -> str:
    """Return the name of a pupil without extra spaces, or raise GuildhallError.

    >>> read_name(" Ada  L. ")
    'Ada L.'
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise GuildhallError(f"a name must be a line of at most {LONGEST_NAME} characters, not {short(name)}")
    return plain


def _slug(name: str) -> str:
    """Return a file name for a name. A digest is added where two names could get the same one.

    >>> _slug("counting hands"), _slug("../ada")
    ('counting-hands', 'ada-2361')
    """
    simple = name.casefold().replace(" ", "-")
    safe = re.sub(r"[^\w-]+", "", simple).strip("-_")
    if safe == simple:
        return safe
    return f"{safe or 'pupil'}-{blake2b(name.casefold().encode(), digest_size=2).hexdigest()}"


def _shown(answer: object) -> str:
    try:
        return ", ".join(map(str, answer)) if isinstance(answer, list | tuple) else str(answer)
    except Exception:  # an object of the pupil's whose own methods fail
        return f"a {type(answer).__name__}"


def _one_line(text: str) -> str:
    plain = " ".join(text.encode(errors="replace").decode().split())
    return plain[: LONGEST_ANSWER - 1] + "…" if len(plain) > LONGEST_ANSWER else plain


def _load(path: Path) -> _Stored:
    data = files.read(path, limit=LARGEST).data
    files.check_json(data)
    try:
        return msgspec.json.decode(data, type=_Stored)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecord(f"'{path.name}' holds no results: {error}") from None


# --- A class ---


@dataclass(frozen=True)
class ClassResults:
    """The results of all pupils in a folder. `problems` are files that could not be read."""

    results: tuple[_Stored, ...] = ()
    problems: tuple[str, ...] = field(default=())

    @property
    def lessons(self) -> tuple[str, ...]:
        """The titles of the lessons with results."""
        return tuple(sorted({one.lesson for one in self.results}))

    def pupils(self, lesson: str) -> tuple[str, ...]:
        """Return the names of the pupils who have answered something in a lesson."""
        return tuple(sorted({one.pupil for one in self.results if one.lesson == lesson and one.attempts}))

    def solved(self, lesson: str) -> dict[tuple[str, str], bool]:
        """Return whether each tried exercise was solved, by pupil and exercise."""
        tried = ((one.pupil, each.exercise, one) for one in self._of(lesson) for each in one.attempts)
        return {(pupil, exercise): exercise in one.solved for pupil, exercise, one in tried}

    def tries(self, lesson: str) -> Counter[tuple[str, str]]:
        """Return the number of attempts, by pupil and exercise."""
        return Counter((one.pupil, each.exercise) for one in self._of(lesson) for each in one.attempts)

    def slips(self, lesson: str, exercise: str) -> Counter[int | None]:
        """Return how many pupils made each slip of an exercise. None stands for any other wrong answer."""
        made: dict[int | None, set[str]] = defaultdict(set)
        for one in self._of(lesson):
            for each in one.attempts:
                if each.exercise == exercise and each.state in ("not yet", "unclear"):
                    made[each.slip].add(one.pupil)
        return Counter({slip: len(pupils) for slip, pupils in made.items()})

    def guesses(self, lesson: str, question: str) -> list[tuple[str, float]]:
        """Return the guesses for a question, by pupil."""
        found = ((one.pupil, each) for one in self._of(lesson) for each in one.guesses)
        return [(pupil, each.value) for pupil, each in found if each.question == _one_line(question)]

    def _of(self, lesson: str) -> Iterable[_Stored]:
        return (one for one in self.results if one.lesson == lesson)


def read_class(folder: str | Path = FOLDER) -> ClassResults:
    """Read the results of all pupils in a folder. A damaged file is named and left out."""
    place = Path(folder)
    if not place.is_dir():
        raise MissingFile(f"there is no folder '{place}' with results yet", filename=str(place))
    results, problems = [], []
    for path in sorted(place.glob("*.json"))[:MOST_FILES]:
        try:
            results.append(_load(path))
        except BadRecord as problem:
            problems.append(str(problem))
    return ClassResults(tuple(results), tuple(problems))


def collect(folder: str | Path = FOLDER) -> pl.DataFrame:
    """Return all attempts of a class as a frame: pupil, lesson, exercise, attempt, answer, state, slip, seconds."""
    import polars as pl

    schema = {"pupil": pl.String, "lesson": pl.String, "exercise": pl.String, "attempt": pl.Int64}
    schema |= {"answer": pl.String, "state": pl.String, "slip": pl.Int64, "seconds": pl.Float64}
    rows = []
    for one in read_class(folder).results:
        tried: Counter[str] = Counter()
        for each in one.attempts:
            tried[each.exercise] += 1
            said = (one.pupil, one.lesson, each.exercise, tried[each.exercise], each.answer, each.state)
            rows.append((*said, each.slip, each.seconds))
    return pl.DataFrame(rows, schema=schema, orient="row")
