"""Sets of picks: cards that rules let be picked one by one in canonical order, chosen in any order all the same.

The rules offer the cards of a set in card order, so that no set is offered twice.
Whoever chooses them may name them as they like: a `ChosenSet` holds them until the set is whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from guildhall.core.decision import Option, fold
from guildhall.core.errors import IllegalOption, listing
from guildhall.core.line import Attempt
from guildhall.core.rules import Rules, State, clone

__all__ = ["ChosenSet", "out_of_order"]

_TRIES = 2000  # picks tried to find a set with those chosen; after so many it is taken for granted


class ChosenSet:
    """What has been chosen of the set at hand; a decision that picks no set is whole with one pick.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> _ = game.play("done")
    >>> chosen = ChosenSet(game.rules, game.state)
    >>> for card in ("blue Historian", "blue Dancer", "green Weaver"):
    ...     chosen.choose(chosen.find(card))
    >>> [game.rules.names.kinds[move] for move in chosen.moves]
    ['green Weaver', 'blue Dancer', 'blue Historian']
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.picks: list[int] = []  # in the order chosen
        self._start = clone(state)
        self._set = rules.set_at(state)

    @cached_property
    def _offers(self) -> dict[int, State]:
        """Every pick of the set, with a state in which the rules offer it."""
        offers = dict.fromkeys(self.rules.options(self._start), self._start)
        for first in list(offers) if self._set is not None else ():
            for state in self._along(first):
                offers.update({pick: state for pick in self.rules.options(state) if pick not in offers})
        return offers

    def _along(self, pick: int) -> Iterator[State]:
        """The states of the set that begins with a pick and goes on with whatever is offered first."""
        state = self._after(self._start, pick)
        while self._goes_on(state):
            yield state
            state = self._after(state, self.rules.options(state)[0])

    def _goes_on(self, state: State) -> bool:
        return self._set is not None and self.rules.set_at(state) == self._set

    def _after(self, state: State, pick: int) -> State:
        after = clone(state)
        self.rules.apply(after, pick)
        return after

    # What can be chosen

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen besides the picks chosen so far, in card order."""
        if self._set is None:
            return self.rules.decision(self._start).options
        return tuple(self.told(pick) for pick in sorted(self._offers) if self.holds((*self.picks, pick)))

    @cached_property
    def offered(self) -> tuple[Option, ...]:
        """All that belongs to the set, whether it can be chosen now or not."""
        return self.options if self._set is None else tuple(map(self.told, sorted(self._offers)))

    @property
    def takes_several(self) -> bool:
        """Whether one pick does not make the set whole."""
        options = self.rules.options(self._start)
        return bool(options) and self._goes_on(self._after(self._start, options[0]))

    @cached_property
    def size(self) -> int | None:
        """How many picks make the set whole; None if whoever picks may end it earlier."""
        shortest, longest = (self._length(last) for last in (-1, 0))  # what ends a set is offered last
        return shortest if shortest == longest else None

    def _length(self, place: int) -> int:
        """The length of the set whose picks are always offered at one place of the list."""
        state, picks = self._start, 0
        while not picks or self._goes_on(state):
            state, picks = self._after(state, self.rules.options(state)[place]), picks + 1
        return picks

    @property
    def chosen(self) -> tuple[Option, ...]:
        """The picks chosen so far."""
        return tuple(map(self.told, self.picks))

    def told(self, pick: int) -> Option:
        """A pick of the set in words."""
        return self._told[pick]

    @cached_property
    def _told(self) -> dict[int, Option]:
        return {option.id: option for state in self.states for option in self.rules.decision(state).options}

    @property
    def states(self) -> list[State]:
        """States of the game in which the rules offer the picks of the set, all of them together."""
        return list({id(state): state for state in self._offers.values()}.values())

    def find(self, phrase: str) -> int | None:
        """The pick of the set that a phrase means, whether it can be chosen or not."""
        wanted = fold(phrase)
        picks = self._offers.items()
        return next((pick for pick, state in picks if fold(self.rules.phrase(state, pick)) == wanted), None)

    def holds(self, picks: Sequence[int]) -> bool:
        """Whether there is a set with all of these picks."""
        return self._find_set(picks) is not None

    def _find_set(self, picks: Sequence[int]) -> list[int] | None:
        """The beginning of a set, up to the last of these picks."""
        tries = 0

        def search(state: State, left: Sequence[int], made: list[int]) -> list[int] | None:
            nonlocal tries
            tries += 1
            if not left or tries > _TRIES:
                return [*made, *left]
            if made and not self._goes_on(state):
                return None
            offered = self.rules.options(state)
            # Picks come in card order: the lowest one left is next, or one that is lower still.
            for pick in [each for each in (left[0], *offered) if each in offered and each <= left[0]]:
                rest = left[1:] if pick == left[0] else left
                found = search(self._after(state, pick), rest, [*made, pick])
                if found is not None:
                    return found
            return None

        return search(self._start, sorted(picks), [])

    # Choosing

    def choose(self, pick: int) -> None:
        """Add a pick to those chosen; one that was chosen, and is not there a second time, is taken back."""
        if pick in [option.id for option in self.options]:
            self._set_picks([*self.picks, pick])
        elif pick in self.picks:
            self.take_back(pick)
        else:
            raise IllegalOption(self._refusal(pick), asked=str(pick), legal=[each.phrase for each in self.options])

    def take_back(self, pick: int | None = None) -> None:
        """Un-choose a pick, or the one that was chosen last."""
        picks = self.picks[::-1]
        del picks[0 if pick is None else picks.index(pick)]
        self._set_picks(picks[::-1])

    def _set_picks(self, picks: list[int]) -> None:
        self.picks = picks
        self.__dict__.pop("options", None)  # they depend on what has been chosen

    def _refusal(self, pick: int) -> str:
        if pick not in self._offers:
            return f"option {pick} is not legal now. Legal: {listing([each.phrase for each in self.options])}"
        chosen = ", ".join(option.phrase for option in self.chosen)
        return f"'{self.told(pick).phrase}' cannot be chosen together with {chosen}"

    def copy(self) -> ChosenSet:
        """The same choice, to go on with in another way."""
        other = ChosenSet(self.rules, self._start)
        other.picks = list(self.picks)
        return other

    @property
    def moves(self) -> tuple[int, ...] | None:
        """The picks in the order in which the rules take them, once the set is whole."""
        state = self._start
        for pick in sorted(self.picks):
            if pick not in self.rules.options(state):
                return None
            state = self._after(state, pick)
        return tuple(sorted(self.picks)) if self.picks and not self._goes_on(state) else None

    def whole_with(self, picks: Sequence[int]) -> list[str]:
        """The phrases of some whole set with these picks."""
        state, phrases = self._start, list[str]()
        left = self._find_set(picks) or []
        while not phrases or self._goes_on(state):
            pick = left.pop(0) if left else self.rules.options(state)[-1]
            phrases.append(self.rules.phrase(state, pick))
            state = self._after(state, pick)
        return phrases


def out_of_order(attempt: Attempt, phrase: str) -> str | None:
    """Why a pick that belongs to a set cannot be the next single one, and how to write it; None if that is not why."""
    chosen, made = _begun(attempt)
    pick = chosen.find(phrase)
    if pick is None or not chosen.holds((*made, pick)):
        return None
    whole = ", ".join(chosen.whole_with((*made, pick)))
    before = len(made) - len(attempt.moves)
    first = f"take back {before} pl{'y' if before == 1 else 'ies'} and " if before > 0 else ""
    return f"the cards of a set are picked in card order; {first}write the set as one phrase, such as '{whole}'"


def _begun(attempt: Attempt) -> tuple[ChosenSet, list[int]]:
    """The set at hand from its beginning, and the picks of it that have been made."""
    rules, made = attempt.rules, list[int]()
    state, number = attempt.state, attempt.rules.set_at(attempt.state)
    for before, move in attempt.past():
        if number is None or rules.set_at(before) != number:
            break
        state = before
        made.insert(0, move)
    return ChosenSet(rules, state), made
