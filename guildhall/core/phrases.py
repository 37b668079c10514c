"""Finding the option that a player typed, or a helpful error if there is none.

A phrase with commas is a set of picks.
It is played as given if that is legal, and otherwise in the order in which the rules offer the picks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from operator import index
from typing import TypeAlias

from guildhall.core.decision import Option, Outcome, fold
from guildhall.core.errors import GameOver, IllegalOption, listing, nearest, offering, short
from guildhall.core.line import Attempt
from guildhall.core.rules import Rules, State
from guildhall.core.sets import out_of_order
from guildhall.core.typed import excess, parts_of

__all__ = ["What", "find", "game_over", "try_one"]

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
    why = order or rules.explain(state, asked, rules.decision(state).seat)
    close = () if order else nearest(asked, [*also, *legal])
    reason = offering(f"'{asked}'{place} is not legal now" + (f": {why}" if why else ""), close)
    message = f"{reason}{'' if reason.endswith('?') else '.'} Legal: {listing(legal)}"
    return IllegalOption(message, asked=asked, legal=legal, nearest=close)


def game_over(outcome: Outcome, seats: Sequence[str]) -> GameOver:
    """Return the error for a move after the end of the game."""
    ending = outcome.told(seats)
    return GameOver(f"the game is over, {ending}; use undo() to go back or new_game() to start another")
