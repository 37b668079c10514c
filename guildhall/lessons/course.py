"""The ten lessons of the course, a teacher's own lessons, and the deck that the lessons speak of."""

from __future__ import annotations

from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Final

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

from .checking import Check
from .language import Language, language
from .progress import FOLDER, Progress
from .reading import Lesson, read_lesson

__all__ = ["COLOURS", "PROFESSIONS", "exercises", "lesson", "old_world", "titles"]

COLOURS: Final = ("red", "blue", "green", "yellow", "purple")
PROFESSIONS: Final = ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")
COPIES: Final = 4

_FILES: Final = {
    "counting hands": "01_counting_hands.toml",
    "conditional chances": "02_conditional_chances.toml",
    "waiting times": "03_waiting_times.toml",
    "means and spread": "04_means_and_spread.toml",
    "sums of dice": "05_sums_of_dice.toml",
    "Monte Carlo and its error": "06_monte_carlo.toml",
    "noise or signal": "07_noise_or_signal.toml",
    "which bot sits there": "08_bayes.toml",
    "decisions under uncertainty": "09_decisions.toml",
    "why winners win": "10_why_winners_win.toml",
}

_ALL: Final = {**_FILES, "concept test": "concept_test.toml"}


def old_world() -> dict[str, int]:
    """Return all profession cards of Old World Economy with their number of copies.

    >>> deck = old_world()
    >>> deck["green Weaver"], sum(deck.values())
    (4, 120)
    """
    return {f"{colour} {profession}": COPIES for profession in PROFESSIONS for colour in COLOURS}


def titles(lang: str | None = None) -> tuple[str, ...]:
    """Return the titles of the lessons in order.

    >>> titles("de")[:2]
    ('Blätter zählen', 'Bedingte Wahrscheinlichkeiten')
    """
    return tuple(_built_in(title, language(lang)).heading for title in _FILES)


def lesson(name: str | int | Path, lang: str | Language | None = None) -> Lesson:
    """Return a lesson by its number or title, the "concept test", or the lesson in a TOML file.

    lang: "en" or "de", by default the language of the file, which is English for the lessons of the course.

    >>> lesson("counting hand")
    Traceback (most recent call last):
    guildhall.core.errors.GuildhallError: unknown lesson 'counting hand'; did you mean 'counting hands'?
    >>> lesson(3, lang="de").question
    'Sie kommt ewig nicht: Ist sie jetzt fällig?'
    """
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".toml")):
        return read_lesson(Path(name), lang)
    wanted = language(lang)
    if type(name) is int and 1 <= name <= len(_FILES):
        return _built_in(list(_FILES)[name - 1], wanted)
    if isinstance(name, str) and name in _ALL:
        return _built_in(name, wanted)
    headings = {_built_in(title, wanted).heading: title for title in _ALL}
    if isinstance(name, str) and name in headings:
        return _built_in(headings[name], wanted)
    close = did_you_mean(nearest(name, headings)) or f"; there are {', '.join(headings)}"
    raise GuildhallError(f"unknown lesson {short(name)}{close}")


@cache
def _built_in(title: str, lang: Language) -> Lesson:
    return read_lesson(resources("guildhall.lessons").joinpath("data", _ALL[title]), lang)


def exercises(
    name: str | int | Path,
    pupil: str | None = None,
    *,
    folder: str | Path = FOLDER,
    lang: str | None = None,
    seed: str = "",
) -> Check:
    """Return the exercises of a lesson. With the name of a pupil, the numbers are the pupil's own, and it is all saved.

    seed: any text, for numbers drawn by it instead, the same for a whole class. Nothing is saved.

    >>> exercises("waiting times")
    waiting times: 8 exercises; solved: none yet
    """
    found = lesson(name, lang)
    if pupil is None:
        return Check(found.heading, found.exercises(seed), lang=found.lang)
    progress = Progress(pupil, found.title, folder)
    own = found.exercises(progress.pupil)
    return Check(found.heading, own, solved=progress.solved, told=progress.note, lang=found.lang)
