"""Cards of one set can be clicked in any order, though the rules offer them in card order.

A rule that asks for a set of cards offers them one by one, so that no set is offered twice.
Whoever has clicked a later card first still means the same set: then the picks are taken back and made in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from guildhall.core.decision import Option
from guildhall.core.errors import IllegalOption
from guildhall.core.game import Game

__all__ = ["LatePick", "late_picks"]

_SETS = frozenset({"found", "card"})  # kinds of decision that pick cards one by one


class LatePick(NamedTuple):
    """An option that is not offered any more, but belongs to a legal set with the picks made."""

    option: Option
    place: str | None
    picks: int  # made so far
    phrases: str  # the whole set


def late_picks(game: Game) -> list[LatePick]:
    """What can still be clicked, though it stands before what was clicked.

    >>> import guildhall as gh
    >>> game = gh.new_game(players=2, seed=7)
    >>> _ = game.play("done", "blue Dancer")
    >>> [pick.phrases for pick in late_picks(game)]
    ['blue Dancer, blue Weaver', 'blue Dancer, green Weaver']
    """
    start = _start_of_picks(game)
    picked = _phrases(start, game.moves[start.ply :])
    if not picked:
        return []
    offered, places = set(game.rules.options(game.state)), _places(start)
    late = []
    for option in start.options:
        phrases = ", ".join([*picked, option.phrase])
        if option.id not in offered and option.phrase not in picked and _is_legal(start, phrases):
            late.append(LatePick(option, places.get(option.id), len(picked), phrases))
    return late


def _start_of_picks(game: Game) -> Game:
    """The game before the first pick of the set at hand."""
    decision = game.decision
    start = game.branch()
    while decision.kind in _SETS and start.ply:
        start.undo()
        before = start.decision
        if (before.kind, before.seat) != (decision.kind, decision.seat):
            start.redo()
            break
    return start


def _phrases(start: Game, moves: Sequence[int]) -> list[str]:
    trial, phrases = start.branch(), []
    for move in moves:
        phrases.append(trial.rules.phrase(trial.state, move))
        trial.play(move)
    return phrases


def _places(game: Game) -> dict[int, str]:
    rules: Any = game.rules
    return dict(rules.places(game.state)) if hasattr(rules, "places") else {}


def _is_legal(start: Game, phrases: str) -> bool:
    try:
        start.branch().play(phrases)
    except IllegalOption:
        return False
    return True
