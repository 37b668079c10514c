"""Finding the option that a player typed, or a helpful error if there is none.

A phrase with commas is a set of picks: cards that the rules take one by one in canonical order, so that no set is
offered twice, but that players may choose in any order.
It is played as given if that is legal, and otherwise in the order in which the rules offer the picks.
A `ChosenSet` collects the picks in any order until the set is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from operator import index
from typing import TypeAlias

from guildhall.core.decision import Option, Outcome, fold
from guildhall.core.errors import GameOver, IllegalOption, listing, nearest, offering, short
from guildhall.core.line import Attempt
from guildhall.core.rules import Rules, State, clone
from guildhall.core.typed import excess, parts_of

__all__ = ["ChosenSet", "What", "find", "game_over", "out_of_order", "try_one"]


What: TypeAlias = Option | int | str
"""A reference to an option: the option itself, its id, or its phrase."""

Choose: TypeAlias = Callable[[Sequence[str], Mapping[str, int]], str | None]
"""A function that returns which of the remaining picks comes next, given the offered phrases."""


def find(rules: Rules, state: State, what: What) -> int | None:
    """Return the id of the legal option that `what` refers to, or None."""
    options = rules.options(state)
    if isinstance(what, str):
        if excess(what):
            return None
        wanted = fold(what)
        return next((option for option in options if fold(rules.phrase(state, option)) == wanted), None)
    number = what.id if isinstance(what, Option) else _number(what)
    if number not in options:
        return None
    # Ids have other meanings in other decisions, so an option from an earlier one must still have the same phrase.
    stale = isinstance(what, Option) and rules.phrase(state, number) != what.phrase
    return None if stale else number


def _number(what: object) -> int:
    try:
        return index(what)  # type: ignore[arg-type]  # anything else raises TypeError
    except TypeError:
        raise IllegalOption(f"expected an Option, an id or a phrase, got {short(what)}", asked=short(what)) from None


def try_one(attempt: Attempt, what: What, *, place: str = "") -> Attempt:
    """Apply one option or set of picks and return the attempt to continue with, or raise IllegalOption."""
    option = find(attempt.rules, attempt.state, what)
    if option is not None:
        attempt.apply(option)
        return attempt
    picks = parts_of(what) if isinstance(what, str) and not excess(what) else []
    if picks and picks != [what]:
        return _try_set(attempt, picks, place)
    raise _refusal(attempt, what, place)


def _try_set(attempt: Attempt, picks: Sequence[str], place: str) -> Attempt:
    as_given, left = _follow(attempt.fork(), picks, _next_given)
    if not left:
        return as_given
    as_offered, left = _follow(attempt.fork(), picks, _next_offered)
    if not left:
        return as_offered
    # Some picks are offered only after others, so blame the pick that is most similar, but not equal, to an offer.
    offered = [*_legal(attempt.rules, attempt.state), *_legal(as_offered.rules, as_offered.state)]
    misspelt = max(dict.fromkeys(left), key=lambda pick: _likeness(pick, offered))
    raise _refusal(as_offered, misspelt, place, also=offered)


def _follow(attempt: Attempt, picks: Sequence[str], choose: Choose) -> tuple[Attempt, list[str]]:
    """Apply picks as long as one can be chosen, and return the attempt and the remaining picks."""
    left = list(picks)
    while left:
        offered = {fold(attempt.rules.phrase(attempt.state, id)): id for id in attempt.rules.options(attempt.state)}
        pick = choose(left, offered)
        if pick is None:
            break
        attempt.apply(offered[fold(pick)])
        left.remove(pick)
    return attempt, left


def _offered(rules: Rules, state: State) -> dict[str, int]:
    return {fold(rules.phrase(state, option)): option for option in rules.options(state)}


def _next_given(left: Sequence[str], offered: Mapping[str, int]) -> str | None:
    return left[0] if fold(left[0]) in offered else None


def _next_offered(left: Sequence[str], offered: Mapping[str, int]) -> str | None:
    return next((pick for phrase in offered for pick in left if fold(pick) == phrase), None)


def _legal(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the phrases to show: in a game logged at a table, none of another seat, whose cards nobody knows."""
    if rules.told is not None:
        return rules.decision(state).phrases
    return tuple(rules.phrase(state, option) for option in rules.options(state))


def _likeness(pick: str, phrases: Sequence[str]) -> float:
    """Return the similarity of a pick to the nearest phrase, from 0 to 1, or 0 if it equals a phrase."""
    ratios = [SequenceMatcher(None, fold(pick), fold(phrase)).ratio() for phrase in phrases]
    return max((ratio for ratio in ratios if ratio < 1), default=0.0) if max(ratios, default=0.0) < 1 else 0.0


def _refusal(attempt: Attempt, what: What, place: str, *, also: Sequence[str] = ()) -> IllegalOption | GameOver:
    """Build the error for an illegal option: the request, the reason, similar phrases, and the legal ones."""
    rules, state = attempt.rules, attempt.state
    legal = _legal(rules, state)
    if not rules.options(state):
        return game_over(rules.outcome(state), rules.seats)
    asked = what if isinstance(what, str) else what.phrase if isinstance(what, Option) else f"option {short(what)}"
    if too_much := excess(asked):
        return IllegalOption(f"{too_much}: {short(asked)}. Legal: {listing(legal)}", asked=asked, legal=legal)
    order = out_of_order(attempt, asked) if isinstance(what, str) else None
    # The reader plays the deciding seat and may learn only what that seat knows.
    why = order or rules.explain(state, asked, rules.decider(state))
    close = () if order else nearest(asked, [*also, *legal])
    reason = offering(f"'{asked}'{place} is not legal now" + (f": {why}" if why else ""), close)
    message = f"{reason}{'' if reason.endswith('?') else '.'} Legal: {listing(legal)}"
    return IllegalOption(message, asked=asked, legal=legal, nearest=close)


def game_over(outcome: Outcome, seats: Sequence[str]) -> GameOver:
    """Return the error for a move after the end of the game."""
    ending = outcome.sentence(seats)
    return GameOver(f"the game is over, {ending}; use undo() to go back or new_game() to start another")


# --- Sets of picks ---


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
        return tuple(self.option(pick) for pick in sorted(self._offers) if self.holds((*self.picks, pick)))

    @cached_property
    def offered(self) -> tuple[Option, ...]:
        """All options that belong to the set, even if they cannot be chosen now."""
        return self.options if self._set is None else tuple(map(self.option, sorted(self._offers)))

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
        return tuple(map(self.option, self.picks))

    def option(self, pick: int) -> Option:
        """Return the option of a pick."""
        return self._options_by_pick[pick]

    @cached_property
    def _options_by_pick(self) -> dict[int, Option]:
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
        return f"'{self.option(pick).phrase}' cannot be chosen together with {chosen}"

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
