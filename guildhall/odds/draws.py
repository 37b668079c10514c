"""Exact chances of drawing missing cards without replacement, from a known pool or from a seat's view of a game.

>>> pool = {"red Weaver": 3, "blue Weaver": 4, "green Weaver": 0, "other": 13}
>>> chance(pool, ["red Weaver", "blue Weaver"], 6)
Fraction(5023, 9690)
>>> float(expected(pool, ["red Weaver", "blue Weaver"]))
6.825

A seat has seen its own hand, everything open on the table, and the cards that it knows in other hands or in the deck.
All other cards are, for this seat, as likely in the deck as in another hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from guildhall.core.errors import Unsupported
from guildhall.core.game import Game
from guildhall.core.rules import DrawChances, View

from .counting import Deck, Failures, Supply, failures
from .keeping import Keep, Keeps, Opening, mulligan, opening, refresh
from .reading import (
    Aim,
    Goal,
    Missing,
    Pool,
    Wanted,
    any_of,
    check_known,
    goal,
    read_draws,
    read_game,
    read_goal,
    read_number,
    read_pool,
)
from .trials import count_distribution, hazard, mean_sd

__all__ = [
    "Goal",
    "Keep",
    "Keeps",
    "Opening",
    "any_of",
    "at_least",
    "chance",
    "chance_in",
    "count_distribution",
    "curve",
    "distribution",
    "expected",
    "goal",
    "goal_in",
    "hazard",
    "mean_sd",
    "mulligan",
    "next_draw",
    "opening",
    "refresh",
    "refresh_in",
    "unseen",
]


def __dir__() -> list[str]:
    return __all__


_NONE: dict[str, int] = {}


def chance(
    pool: Pool,
    wanted: Goal | Missing,
    draws: int,
    *,
    wild: Wanted = (),
    need: int | None = None,
    deck: Deck = None,
    discard: Iterable[str] | Pool = (),
) -> Fraction:
    """Return the chance that `draws` cards bring one of each wanted card, or of at least `need` of them.

    pool: copies by card of everything that may be drawn. List cards that have run out with 0.
    wanted: cards, or alternatives of which any one serves, like `("red Monk", "red Artificer")`, or a `goal(…)`.
    wild: a card that serves for any one of the wanted, or several such cards.
    deck: the number of cards of the pool in the deck, if others may be in other hands. Or the deck itself, top last,
    with `None` for unknown cards, in which case the pool holds only the unknown ones.
    discard: the pile to be shuffled when the deck is empty. Without it no draw goes beyond the deck.

    >>> pool = {"red Weaver": 4, "blue Weaver": 4, "Seeker": 5, "other": 107}
    >>> float(chance(pool, ["red Weaver", "blue Weaver"], 6))
    0.03031...
    >>> float(chance(pool, ["red Weaver", "blue Weaver"], 6, wild="Seeker"))
    0.10949...
    >>> chance({"red Weaver": 1, "other": 3}, ["red Weaver"], 4, deck=2, discard=["red Weaver", "other"])
    Fraction(1, 1)

    Three different cards of some profession:

    >>> suits = ("red", "blue", "green", "yellow", "purple")
    >>> chapters = {name: [f"{suit} {name}" for suit in suits] for name in ("Weaver", "Farmer", "Trader")}
    >>> pool = {card: 4 for cards in chapters.values() for card in cards}
    >>> float(chance(pool, any_of(chapters, 3), 6))
    0.58692...
    """
    aimed = read_goal(wanted, wild=wild, need=need)
    if deck is None and not discard:
        missed = _failures(pool, aimed)
        return missed.chance(read_draws(draws, missed.size))
    supply = Supply.of(pool, deck, discard)
    supply.check(aimed)
    read_draws(draws, supply.deck + len(supply.pile))
    return supply.chance(aimed, draws, _NONE, Counter(supply.pile))


def curve(
    pool: Pool, wanted: Goal | Missing, most: int | None = None, *, wild: Wanted = (), need: int | None = None
) -> tuple[Fraction, ...]:
    """Return the chance to have everything wanted after 0, 1, 2, … up to `most` draws (default: all cards).

    >>> curve({"red Weaver": 1, "other": 3}, ["red Weaver"])
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1, 1))
    """
    missed = _failures(pool, read_goal(wanted, wild=wild, need=need))
    last = missed.size if most is None else read_draws(read_number("most", most, least=1), missed.size)
    return tuple(missed.chance(draws) for draws in range(last + 1))


def distribution(
    pool: Pool, wanted: Goal | Missing, most: int | None = None, *, wild: Wanted = (), need: int | None = None
) -> tuple[Fraction, ...]:
    """Return the chance that exactly the n-th draw brings the last wanted card, for n = 0, 1, 2, … up to `most`.

    The entries add up to the chance to have all within `most` draws.

    >>> distribution({"red Weaver": 2, "other": 2}, ["red Weaver"])
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(0, 1))
    """
    until = curve(pool, wanted, most, wild=wild, need=need)
    return (until[0], *(after - before for before, after in pairwise(until)))


def expected(pool: Pool, wanted: Goal | Missing, *, wild: Wanted = (), need: int | None = None) -> Fraction:
    """Return the mean number of draws until nothing is missing, or raise BadOdds if the pool is not enough.

    >>> expected({"red Weaver": 4, "other": 116}, ["red Weaver"])
    Fraction(121, 5)
    """
    return _failures(pool, read_goal(wanted, wild=wild, need=need)).expected_draws()


def at_least(pool: Pool, wanted: Missing, k: int, draws: int, *, wild: Wanted = (), copies: bool = False) -> Fraction:
    """Return the chance of at least `k` different wanted cards or, with `copies`, `k` cards among them.

    >>> pool = {"red Weaver": 4, "blue Weaver": 4, "other": 112}
    >>> float(at_least(pool, ["red Weaver", "blue Weaver"], 1, 6))
    0.34503...
    >>> at_least(pool, ["red Weaver", "blue Weaver"], 2, 6) == chance(pool, ["red Weaver", "blue Weaver"], 6)
    True
    >>> float(at_least(pool, ["red Weaver", "blue Weaver"], 2, 6, copies=True))
    0.05122...
    """
    return chance(pool, _copies(wanted, wild, k) if copies else goal(wanted, wild=wild, need=k), draws)


def _copies(wanted: Missing, wild: Wanted, k: int) -> Goal:
    """Return the goal of `k` cards, in which every wanted card is wild because copies count."""
    named = goal(wanted, wild=wild)
    return Goal((Aim((), named.cards, read_number("k", k)),))


def _failures(pool: Pool, wanted: Goal) -> Failures:
    read_pool(pool)
    check_known(wanted.cards, pool)
    return failures(wanted, pool, _NONE, _NONE)


# --- From a seat of a game ---


def unseen(game: Game, seat: int = 0) -> dict[str, int]:
    """Return copies by card of everything a seat has not seen.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {"Weaver": ["red"]}], hands=[["red Weaver"], ["red Weaver"]])
    >>> unseen(game, seat=0)["red Weaver"]
    1
    """
    return dict(_draw_chances(game).unseen(game.view(seat)))


def goal_in(game: Game, name: str, seat: int = 0, *, hand: bool = True) -> Goal:
    """Return what a seat lacks for one of the game's goals, as a goal. With `hand`, its hand counts too.

    Cards that it has played this turn always count.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> sorted(goal_in(game, "Weaver").cards)
    ['purple Weaver']
    """
    return _goal(_draw_chances(game), game.view(seat), name, hand=hand)


def chance_in(game: Game, name: str, draws: int, seat: int = 0, *, hand: bool = True) -> Fraction:
    """Return the chance that the next cards of the deck bring everything a seat lacks for a goal, by its knowledge.

    Cards whose place in the deck the seat knows come for certain. If the deck runs out, the discard pile follows.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> chance_in(game, "Weaver", draws=6)
    Fraction(277412, 1432049)
    """
    chances, view = _draw_chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    supply = Supply.of(pool, deck, chances.discard(view), keeps_top=chances.keeps_top)
    _, pile = next(supply.orders(()))
    return supply.chance(_goal(chances, view, name, hand=hand), read_number("draws", draws), {}, pile)


def refresh_in(game: Game, name: str, seat: int = 0, *, size: int = 6) -> Keeps:
    """Return the chance to complete a goal after drawing the hand up to `size`, for every choice of cards to keep.

    >>> import guildhall as gh
    >>> halls, hands = [{"Weaver": ["red", "blue", "green"]}, {}], [["yellow Weaver", "red Weaver"], []]
    >>> refresh_in(gh.position(halls=halls, hands=hands), "Weaver").best.kept
    ('yellow Weaver',)
    """
    chances, view = _draw_chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    wanted, discard = _goal(chances, view, name, hand=False), chances.discard(view)
    return refresh(view.hand, pool, wanted, size=size, deck=deck, discard=discard, keeps_top=chances.keeps_top)


def next_draw(game: Game, seat: int = 0) -> dict[str, Fraction]:
    """Return the chance to complete each goal of the game with the draw that the seat may make right now.

    The seat's part of the table and its new hand count together, and for each goal the best cards are kept: 1 means
    that nothing is lacking, 0 that one draw cannot complete it. A seat may draw when it can choose to refresh, in the
    middle of its refresh, and at its mulligan. At any other time the chance depends on play, and the result is empty.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> next_draw(game)["Weaver"] == chance_in(game, "Weaver", draws=5)
    True
    >>> next_draw(game, seat=1)
    {}
    """
    chances, view = _draw_chances(game), game.view(seat)
    size = chances.next_hand(view)
    if size is None:
        return {}
    return {name: refresh_in(game, name, seat, size=size).best.chance for name in chances.goals}


def _goal(chances: DrawChances, view: View, name: str, *, hand: bool) -> Goal:
    missing, need = chances.missing(view, name, hand=hand), chances.need(view, name, hand=hand)
    return goal(missing, wild=chances.wild(name), need=need)


def _draw_chances(game: Game) -> DrawChances:
    rules = read_game(game).rules
    if rules.draw_chances is None:
        raise Unsupported(f"{rules.game} has no goals that drawing completes")
    return rules.draw_chances
