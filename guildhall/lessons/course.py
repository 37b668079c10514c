"""The ten lessons of the course, a teacher's own lessons, and the deck that the lessons speak of."""

from __future__ import annotations

from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Final

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

from .checking import Check
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

_BESIDE: Final = {"concept test": "concept_test.toml"}


def old_world() -> dict[str, int]:
    """Return all profession cards of Old World Economy with their number of copies.

    >>> deck = old_world()
    >>> deck["green Weaver"], sum(deck.values())
    (4, 120)
    """
    return {f"{colour} {profession}": COPIES for profession in PROFESSIONS for colour in COLOURS}


def titles() -> tuple[str, ...]:
    """Return the titles of the lessons in order."""
    return tuple(_FILES)


def lesson(name: str | Path) -> Lesson:
    """Return a lesson by its title, the "concept test", or the lesson in a TOML file.

    >>> lesson("counting hand")
    Traceback (most recent call last):
    guildhall.core.errors.GuildhallError: unknown lesson 'counting hand'; did you mean 'counting hands'?
    """
    if isinstance(name, str) and name in {**_FILES, **_BESIDE}:
        return _built_in(name)
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".toml")):
        return read_lesson(Path(name))
    close = did_you_mean(nearest(name, _FILES)) or f"; there are {', '.join(_FILES)}"
    raise GuildhallError(f"unknown lesson {short(name)}{close}")


@cache
def _built_in(title: str) -> Lesson:
    return read_lesson(resources("guildhall.lessons").joinpath("data", {**_FILES, **_BESIDE}[title]))


def exercises(name: str | Path, pupil: str | None = None, *, folder: str | Path = FOLDER) -> Check:
    """Return the exercises of a lesson. With the name of a pupil, the numbers are the pupil's own, and it is all saved.

    >>> exercises("waiting times")
    waiting times: 8 exercises; solved: none yet
    """
    found = lesson(name)
    if pupil is None:
        return Check(found.title, found.exercises())
    progress = Progress(pupil, found.title, folder)
    return Check(found.title, found.exercises(progress.pupil), solved=progress.solved, told=progress.note)
