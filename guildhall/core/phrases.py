"""From what a player types to an option, and a helpful answer when there is none.

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
"""How an option may be named: the option itself, its id, or its phrase."""

Choose: TypeAlias = Callable[[Sequence[str], Mapping[str, int]], str | None]
"""Which of the picks left comes next, given the phrases that are offered."""


def find(rules: Rules, state: State, what: What) -> int | None:
    """The id of the legal option that is meant, or None."""
    options = rules.options(state)
    if isinstance(what, str):
        if excess(what):
            return None
        wanted = fold(what)
        return next((option for option in options if fold(rules.phrase(state, option)) == wanted), None)
    number = what.id if isinstance(what, Option) else _number(what)
    if number not in options:
        return None
    # An id means something else in another decision: an option from an earlier one must still read the same.
    stale = isinstance(what, Option) and rules.phrase(state, number) != what.phrase
    return None if stale else number


def _number(what: object) -> int:
    try:
        return index(what)  # type: ignore[arg-type]  # what is no number is refused here
    except TypeError:
        raise IllegalOption(
            f"an option, its id or its phrase is wanted, not {short(what)}", asked=short(what)
        ) from None


def try_one(attempt: Attempt, what: What, *, place: str = "") -> Attempt:
    """Apply one thing that was asked for and give the attempt to go on with, or say why it cannot be done."""
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
    # Some picks are offered only after others: the one to blame is the one that comes near an offer without being one.
    offered = [*_legal(attempt.rules, attempt.state), *_legal(as_offered.rules, as_offered.state)]
    misspelt = max(dict.fromkeys(left), key=lambda pick: _likeness(pick, offered))
    raise _refusal(as_offered, misspelt, place, also=offered)


def _follow(attempt: Attempt, picks: Sequence[str], choose: Choose) -> tuple[Attempt, list[str]]:
    """Apply picks as long as one can be chosen; the second result is the picks that are left."""
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
    return tuple(rules.phrase(state, option) for option in rules.options(state))


def _likeness(pick: str, phrases: Sequence[str]) -> float:
    """How near a pick comes to a phrase, from 0 to 1; a pick that is one itself is not misspelt."""
    ratios = [SequenceMatcher(None, fold(pick), fold(phrase)).ratio() for phrase in phrases]
    return max((ratio for ratio in ratios if ratio < 1), default=0.0) if max(ratios, default=0.0) < 1 else 0.0


def _refusal(attempt: Attempt, what: What, place: str, *, also: Sequence[str] = ()) -> IllegalOption | GameOver:
    """The error for something that is not legal: what was asked, why not, what comes near, what is legal."""
    rules, state = attempt.rules, attempt.state
    legal = _legal(rules, state)
    if not legal:
        return game_over(rules.outcome(state), rules.seats)
    asked = what if isinstance(what, str) else what.phrase if isinstance(what, Option) else f"option {short(what)}"
    if too_much := excess(asked):
        return IllegalOption(f"{too_much}: {short(asked)}. Legal: {listing(legal)}", asked=asked, legal=legal)
    order = out_of_order(attempt, asked) if isinstance(what, str) else None
    # Whoever reads it plays the seat that decides, and may know no more than that seat.
    why = order or rules.explain(state, asked, rules.decision(state).seat)
    close = () if order else nearest(asked, [*also, *legal])
    reason = offering(f"'{asked}'{place} is not legal now" + (f": {why}" if why else ""), close)
    message = f"{reason}{'' if reason.endswith('?') else '.'} Legal: {listing(legal)}"
    return IllegalOption(message, asked=asked, legal=legal, nearest=close)


def game_over(outcome: Outcome, seats: Sequence[str]) -> GameOver:
    """The error for playing on after the end."""
    ending = outcome.told(seats)
    return GameOver(f"the game is over, {ending}; undo() goes back, new_game() starts another")
