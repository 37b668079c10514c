"""Checks and error messages shared by all games for the arguments of `gh.position`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from guildhall.core.errors import BadPosition, UnknownCard, did_you_mean, nearest, short
from guildhall.core.rules import Rules, State
from guildhall.core.settings import Settings

__all__ = ["Arguments", "at", "number_from", "possible", "seat_from"]

AnyRules = TypeVar("AnyRules", bound=Rules)


class Arguments:
    """The arguments that place things. Those with one entry per player have a sample for messages."""

    def __init__(
        self,
        settings: type[Settings],
        for_each: Mapping[str, str],
        others: Iterable[str],
        samples: Mapping[str, str],
        *,
        counted: str = "",
    ) -> None:
        """Take the arguments. An entry of the one called `counted` may be a number of unknown cards."""
        self._settings = settings
        self._for_each = for_each
        self._counted = counted
        self._names = (*for_each, *others)
        self._samples = {**samples, **for_each}

    def taken_from(self, given: dict[str, Any]) -> dict[str, Any]:
        """Remove the arguments with one entry per player from `given` and return them."""
        return {name: given.pop(name) for name in self._for_each if name in given}

    def rules_by(
        self, make_rules: Callable[..., AnyRules], first: str, given: Any, settings: Mapping[str, Any]
    ) -> AnyRules:
        """Build the rules with these settings, for as many players as the argument `first` has entries."""
        self._check_names(settings)
        rules = make_rules(**{"players": len(self.listed(first, given)), **settings})
        self._check_count(first, given, len(rules.seats))
        return rules

    def _check_names(self, given: Iterable[str]) -> None:
        for name in given:
            if not self._settings.takes(name):
                close = did_you_mean(nearest(name, [*self._names, *self._settings.help()]))
                known = f"; it takes {', '.join(self._names)} and the settings of new_game"
                raise BadPosition(f"position has no argument {short(name)}{close or known}")

    def listed(self, where: str, value: Any) -> Sequence[Any]:
        """Return `value` if it is a list, or raise BadPosition, also for a string."""
        if isinstance(value, str) or not isinstance(value, Sequence):
            name, inner, _ = where.partition("[")
            sample = self._samples.get(f"{name}[]" if inner else name) or self._samples["[]"]
            raise BadPosition(f"{where} must be a list, such as {sample}, not {short(value)}")
        return value

    def lay(self, place: Callable[[int, Any], None], name: str, given: Any, seats: int) -> None:
        """Call `place` with each player's entry of an argument. Errors name the argument and the seat.

        If the sample has a list for each player, every entry must be a list.
        Numbers of unknown cards are left out, because they are dealt after everything that is known: see `unknown`.
        """
        self._check_count(name, given, seats)
        for seat, entry in enumerate(given):
            where = f"{name}[{seat}]"
            if name == self._counted and isinstance(entry, int):
                continue
            if self._for_each[name].startswith("[["):
                self.listed(where, entry)
            with at(where):
                place(seat, entry)

    def unknown(self, given: Any, most: int) -> dict[int, int]:
        """Return the number of unknown cards of each player whose entry of the counted argument is a number."""
        numbers = {seat: entry for seat, entry in enumerate(given or ()) if isinstance(entry, int)}
        for seat, number in numbers.items():
            with at(f"{self._counted}[{seat}]"):
                number_from(0, most, number, "the number of unknown cards")
        return numbers

    def _check_count(self, name: str, given: Any, seats: int) -> None:
        if len(self.listed(name, given)) != seats:
            raise BadPosition(f"{name} must have one entry per player: {seats}, not {len(given)}")


@contextmanager
def at(where: str) -> Iterator[None]:
    """Prefix errors with the argument of the position in which they occur.

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
    """Return a whole number within bounds, or raise BadPosition.

    >>> number_from(0, 9, 12, "gold")
    Traceback (most recent call last):
    guildhall.core.errors.BadPosition: gold must be a whole number from 0 to 9, not 12
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{what} must be a whole number from {low} to {high}, not {short(value)}")
    return value


def seat_from(seats: int, value: object) -> int:
    """Return the seat whose turn it is, or raise BadPosition.

    >>> seat_from(3, 1)
    1
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadPosition(f"to_play must be a seat from 0 to {seats - 1}, not {short(value)}")
    return value


def possible(rules: AnyRules, state: State) -> tuple[AnyRules, State]:
    """Return a finished position, or raise BadPosition if the rules find a fault in it."""
    if fault := rules.fault(state):
        raise BadPosition(f"impossible position: {fault}")
    return rules, state
