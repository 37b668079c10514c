"""Figures to touch, one for each idea of the course. All of them are sliders and ticks over a drawn figure."""

from __future__ import annotations

from typing import Any, ClassVar

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short
from guildhall.core.typed import number_within, whole_number
from guildhall.lessons import language

from ..live import LiveWidget, on
from ..messages import read_word
from ..render.styles import notes_in
from .figure_pages import FIGURES, Figure, figure_page

__all__ = [
    "CauseLab",
    "DiceSums",
    "DueOrNot",
    "HandField",
    "HandGrid",
    "IntervalRace",
    "LessonFigure",
    "NullExplorer",
    "PriorToPosterior",
    "SpreadExplorer",
    "StanceMap",
]


class LessonFigure(LiveWidget):
    """A figure with sliders, a sentence that says what it shows, and the table behind it.

    Initial values of the sliders and ticks are keyword arguments. `seed` decides what is drawn at random.
    lang: "en" or "de".
    """

    figure: ClassVar[Figure]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.figure = FIGURES[cls.__name__]

    def __init__(self, *, seed: int = 1, lang: str | None = None, **values: int) -> None:
        self.lang = language(lang)
        super().__init__(label=self.lang.say(self.figure.question), **notes_in(self.lang))
        self.values = {name: control.value for name, control in self.figure.controls.items()}
        if number_within(seed, 0, 2**31) is None:
            raise GuildhallError(f"seed must be a whole number from 0 to {2**31}, not {short(seed)}")
        self.seed = seed
        for name, value in values.items():
            if name not in self.values:
                close = did_you_mean(nearest(name, self.values)) or f"; known: {', '.join(self.values)}"
                raise GuildhallError(f"unknown slider {short(name)}{close}")
            self._put_value(name, int(value) if isinstance(value, bool) else value)
        self.refresh()

    def page(self) -> str:
        """Return the page."""
        return figure_page(self.figure, self.values, self.seed, self.lang)

    def text(self) -> str:
        """Return the question and what the figure says."""
        return f"{self.label}\n{self._sentence()}"

    def _sentence(self) -> str:
        return self.figure.draw(self.values, self.seed, self.lang).sentence

    def _put_value(self, name: str, value: object) -> None:
        low, high = self.figure.bounds(name, self.values)
        number = number_within(whole_number(value) if isinstance(value, str) else value, low, high)
        if number is None:
            raise GuildhallError(f"{name} must be a whole number from {low} to {high}, not {short(value)}")
        self.values = self.figure.fitting({**self.values, name: number})

    # User actions

    @on("set")
    def _set(self, value: str | int, name: str) -> None:
        self._put_value(read_word(name, self.values, "slider"), value)
        self._tell()

    @on("tick")
    def _tick(self, value: bool, name: str) -> None:
        self._put_value(read_word(name, self.values, "tick"), int(value))
        self._tell()

    @on("again")
    def _again(self) -> None:
        self.seed = (self.seed + 1) % 2**31
        self._tell()

    def _tell(self) -> None:
        self.status = self._sentence()


class HandGrid(LessonFigure):
    """All hands of a small pile, with those that have a green card marked, and how they were learned of.

    >>> print(HandGrid().text())
    Which hands of the small pile have a green card?
    9 of 15 hands have a green card: 3/5 = 60.0...%.
    """


class HandField(LessonFigure):
    """A thousand drawn hands as dots, with a tick that dims all hands it rules out."""


class DueOrNot(LessonFigure):
    """The chance of the next card after some misses, beside a die that forgets, and the distribution of waits."""


class SpreadExplorer(LessonFigure):
    """The distribution of a number of cards, exact and tried, with mean and two standard deviations."""


class DiceSums(LessonFigure):
    """The distribution of a sum of dice, with the bell curve, against a target."""


class IntervalRace(LessonFigure):
    """The intervals of forty classes while tries come in, and how many miss now or have ever missed."""


class NullExplorer(LessonFigure):
    """Wins of a fair game, the tail beyond what was seen, the power, and a map of pure noise."""


class PriorToPosterior(LessonFigure):
    """A crowd of players by base rate, those of them who did what was seen, and the share that is left."""


class StanceMap(LessonFigure):
    """Dice and target coloured by the kind of game that two teams play over a Contract."""


class CauseLab(LessonFigure):
    """Simpson's paradox: rates inside each Scenario stay, while the mixture moves the overall rates across."""
