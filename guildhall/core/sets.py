"""Sets of picks: cards that the rules take one by one in canonical order, but that players may choose in any order.

The rules offer the cards of a set in card order, so that no set is offered twice.
A `ChosenSet` collects the picks in any order until the set is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from guildhall.core.decision import Option, fold
from guildhall.core.errors import IllegalOption, listing
from guildhall.core.line import Attempt
from guildhall.core.rules import Rules, State, clone

__all__ = ["ChosenSet", "out_of_order"]

_TRIES = 2000  # steps of the search for a set with the chosen picks; after that, it is assumed to exist


class ChosenSet:
    """The picks chosen so far for the current set. A decision that is not part of a set needs one pick.

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
        """Yield the states of the set that begins with a pick and continues with the first offer each time."""
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

    # --- Possible picks ---

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that can be added to the picks chosen so far, in card order."""
        if self._set is None:
            return self.rules.decision(self._start).options
        return tuple(self.told(pick) for pick in sorted(self._offers) if self.holds((*self.picks, pick)))

    @cached_property
    def offered(self) -> tuple[Option, ...]:
        """All options that belong to the set, even if they cannot be chosen now."""
        return self.options if self._set is None else tuple(map(self.told, sorted(self._offers)))

    @property
    def takes_several(self) -> bool:
        """True if the set needs more than one pick."""
        options = self.rules.options(self._start)
        return bool(options) and self._goes_on(self._after(self._start, options[0]))

    @cached_property
    def size(self) -> int | None:
        """The number of picks in a complete set, or None if the player may end it earlier."""
        shortest, longest = (self._length(last) for last in (-1, 0))  # the option that ends a set is offered last
        return shortest if shortest == longest else None

    def _length(self, place: int) -> int:
        """Return the length of the set whose picks are always at one index of the offered options."""
        state, picks = self._start, 0
        while not picks or self._goes_on(state):
            state, picks = self._after(state, self.rules.options(state)[place]), picks + 1
        return picks

    @property
    def chosen(self) -> tuple[Option, ...]:
        """The picks chosen so far."""
        return tuple(map(self.told, self.picks))

    def told(self, pick: int) -> Option:
        """Return the option of a pick."""
        return self._told[pick]

    @cached_property
    def _told(self) -> dict[int, Option]:
        return {option.id: option for state in self.states for option in self.rules.decision(state).options}

    @property
    def states(self) -> list[State]:
        """States that together offer all picks of the set."""
        return list({id(state): state for state in self._offers.values()}.values())

    def find(self, phrase: str) -> int | None:
        """Return the pick with this phrase, even if it cannot be chosen now, or None."""
        wanted = fold(phrase)
        picks = self._offers.items()
        return next((pick for pick, state in picks if fold(self.rules.phrase(state, pick)) == wanted), None)

    def holds(self, picks: Sequence[int]) -> bool:
        """Return whether there is a set with all of these picks."""
        return self._find_set(picks) is not None

    def _find_set(self, picks: Sequence[int]) -> list[int] | None:
        """Return the beginning of a set, up to the last of these picks."""
        tries = 0

        def search(state: State, left: Sequence[int], made: list[int]) -> list[int] | None:
            nonlocal tries
            tries += 1
            if not left or tries > _TRIES:
                return [*made, *left]
            if made and not self._goes_on(state):
                return None
            offered = self.rules.options(state)
            # Picks are in card order, so the next one is the lowest remaining pick or a lower one.
            for pick in [each for each in (left[0], *offered) if each in offered and each <= left[0]]:
                rest = left[1:] if pick == left[0] else left
                found = search(self._after(state, pick), rest, [*made, pick])
                if found is not None:
                    return found
            return None

        return search(self._start, sorted(picks), [])

    # --- Choosing ---

    def choose(self, pick: int) -> None:
        """Add a pick, or take it back if it is already chosen and there is no second copy."""
        if pick in [option.id for option in self.options]:
            self._set_picks([*self.picks, pick])
        elif pick in self.picks:
            self.take_back(pick)
        else:
            raise IllegalOption(self._refusal(pick), asked=str(pick), legal=[each.phrase for each in self.options])

    def take_back(self, pick: int | None = None) -> None:
        """Take back a pick, by default the last one."""
        picks = self.picks[::-1]
        del picks[0 if pick is None else picks.index(pick)]
        self._set_picks(picks[::-1])

    def _set_picks(self, picks: list[int]) -> None:
        self.picks = picks
        self.__dict__.pop("options", None)  # they depend on the picks

    def _refusal(self, pick: int) -> str:
        if pick not in self._offers:
            return f"option {pick} is not legal now. Legal: {listing([each.phrase for each in self.options])}"
        chosen = ", ".join(option.phrase for option in self.chosen)
        return f"'{self.told(pick).phrase}' cannot be chosen together with {chosen}"

    def copy(self) -> ChosenSet:
        """Return a copy that can be continued differently."""
        other = ChosenSet(self.rules, self._start)
        other.picks = list(self.picks)
        return other

    @property
    def moves(self) -> tuple[int, ...] | None:
        """The picks in the order in which the rules take them, or None until the set is complete."""
        state = self._start
        for pick in sorted(self.picks):
            if pick not in self.rules.options(state):
                return None
            state = self._after(state, pick)
        return tuple(sorted(self.picks)) if self.picks and not self._goes_on(state) else None

    def whole_with(self, picks: Sequence[int]) -> list[str]:
        """Return the phrases of a complete set that contains these picks."""
        state, phrases = self._start, list[str]()
        left = self._find_set(picks) or []
        while not phrases or self._goes_on(state):
            pick = left.pop(0) if left else self.rules.options(state)[-1]
            phrases.append(self.rules.phrase(state, pick))
            state = self._after(state, pick)
        return phrases


def out_of_order(attempt: Attempt, phrase: str) -> str | None:
    """Return why a pick is out of order in its set, and what to write instead, or None if it is not."""
    chosen, made = _begun(attempt)
    pick = chosen.find(phrase)
    if pick is None or not chosen.holds((*made, pick)):
        return None
    whole = ", ".join(chosen.whole_with((*made, pick)))
    before = len(made) - len(attempt.moves)
    first = f"take back {before} pl{'y' if before == 1 else 'ies'} and " if before > 0 else ""
    return f"the cards of a set are picked in card order; {first}write the set as one phrase, such as '{whole}'"


def _begun(attempt: Attempt) -> tuple[ChosenSet, list[int]]:
    """Return the current set from its beginning, and the picks made so far."""
    rules, made = attempt.rules, list[int]()
    state, number = attempt.state, attempt.rules.set_at(attempt.state)
    for before, move in attempt.past():
        if number is None or rules.set_at(before) != number:
            break
        state = before
        made.insert(0, move)
    return ChosenSet(rules, state), made
