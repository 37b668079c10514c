"""Games set up by hand: what the arguments of `gh.position` have in common, and messages that name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from guildhall.core.errors import BadPosition, UnknownCard, did_you_mean, nearest, short
from guildhall.core.settings import Settings

__all__ = ["Arguments", "at", "number_from"]


class Arguments:
    """The arguments that place things: those given for each player with a sample for messages, and the others."""

    def __init__(
        self, settings: Settings, for_each: Mapping[str, str], others: Iterable[str], samples: Mapping[str, str]
    ) -> None:
        self._settings = settings
        self._names = (*for_each, *others)
        self._samples = {**samples, **for_each}

    def check_names(self, given: Iterable[str]) -> None:
        """Refuse names that are neither arguments nor settings."""
        for name in given:
            if name not in self._settings:
                close = did_you_mean(nearest(name, [*self._names, *self._settings.help]))
                known = f"; it takes {', '.join(self._names)} and the options of new_game"
                raise BadPosition(f"a position has no {short(name)}{close or known}")

    def listed(self, where: str, value: Any) -> Sequence[Any]:
        """A list, and not one word that would be read letter by letter."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            name, inner, _ = where.partition("[")
            sample = self._samples.get(f"{name}[]" if inner else name) or self._samples["[]"]
            raise BadPosition(f"{where} must be a list, such as {sample}, not {short(value)}")
        return value

    def of_each(self, name: str, given: Any, seats: int) -> Iterator[tuple[int, str, Any]]:
        """Seat, place for messages and what is given, for every player."""
        if len(self.listed(name, given)) != seats:
            raise BadPosition(f"{name} must have one entry per player: {seats}, not {len(given)}")
        for seat, own in enumerate(given):
            yield seat, f"{name}[{seat}]", own


@contextmanager
def at(where: str) -> Iterator[None]:
    """Say in which argument of a position something was wrong.

    >>> with at("hands[0]"):
    ...     raise BadPosition("there are only 4 copies")
    Traceback (most recent call last):
    guildhall.core.errors.BadPosition: hands[0]: there are only 4 copies
    """
    try:
        yield
    except UnknownCard as error:
        raise UnknownCard(f"{where}: {error}", name=error.name, nearest=error.nearest) from None
    except BadPosition as error:
        raise BadPosition(f"{where}: {error}") from None


def number_from(low: int, high: int, value: object, what: str = "it") -> int:
    """A whole number within bounds, or BadPosition.

    >>> number_from(0, 9, 12, "gold")
    Traceback (most recent call last):
    guildhall.core.errors.BadPosition: gold must be a whole number from 0 to 9, not 12
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{what} must be a whole number from {low} to {high}, not {short(value)}")
    return value
