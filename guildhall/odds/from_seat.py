"""Exact odds as a seat may know them: everything comes from its view.

Seen are the seat's own hand, all that lies open on the table, and cards that the seat knows in other hands or in the
deck; all other cards are, for the seat, as likely in the deck as in another hand.
"""

from __future__ import annotations

from fractions import Fraction

from guildhall.core.errors import Unsupported
from guildhall.core.game import Game
from guildhall.core.rules import DrawChances, QuestChances, View

from .draws import Supply
from .goal import Goal, goal
from .keeping import Keeps, refresh
from .pools import read_game, read_number

__all__ = ["find", "finish_set", "goal_by_draws", "goal_refresh", "named_goal", "next_draw", "reach", "unseen"]


# --- Goals that are completed by drawing cards ---


def unseen(game: Game, seat: int = 0) -> dict[str, int]:
    """Copies by card of all that a seat has not seen.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {"Weaver": ["red"]}], hands=[["red Weaver"], ["red Weaver"]])
    >>> unseen(game, seat=0)["red Weaver"]
    1
    """
    return dict(_draw_chances(game).unseen(game.view(seat)))


def named_goal(game: Game, name: str, seat: int = 0, *, hand: bool = True) -> Goal:
    """The goal to have all that a seat lacks for one of the game's goals; `hand`: its hand counts as there already.

    So do cards that it has played this turn.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> sorted(named_goal(game, "Weaver").cards)
    ['purple Weaver']
    """
    return _goal(_draw_chances(game), game.view(seat), name, hand=hand)


def goal_by_draws(game: Game, name: str, draws: int, seat: int = 0, *, hand: bool = True) -> Fraction:
    """The chance that the next cards off the deck bring all that a seat lacks for a goal, as far as it may know.

    Cards whose place in the deck the seat knows come for certain; where the deck runs out the discard pile follows.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> goal_by_draws(game, "Weaver", draws=6)
    Fraction(277412, 1432049)
    """
    chances, view = _draw_chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    supply = Supply.of(pool, deck, chances.discard(view), keeps_top=chances.keeps_top)
    _, pile = next(supply.orders(()))
    return supply.chance(_goal(chances, view, name, hand=hand), read_number("draws", draws), {}, pile)


def goal_refresh(game: Game, name: str, seat: int = 0, *, size: int = 6) -> Keeps:
    """The chance to have all of a goal after drawing the hand up to `size`, for every choice of what to keep.

    >>> import guildhall as gh
    >>> halls, hands = [{"Weaver": ["red", "blue", "green"]}, {}], [["yellow Weaver", "red Weaver"], []]
    >>> goal_refresh(gh.position(halls=halls, hands=hands), "Weaver").best.kept
    ('yellow Weaver',)
    """
    chances, view = _draw_chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    wanted, discard = _goal(chances, view, name, hand=False), chances.discard(view)
    return refresh(view.hand, pool, wanted, size=size, deck=deck, discard=discard, keeps_top=chances.keeps_top)


def next_draw(game: Game, seat: int = 0) -> dict[str, Fraction]:
    """For each goal of the game, the chance to have all of it after the draw that the seat may make right now.

    What lies before the seat and its new hand count together, and for each goal the best cards are kept: 1 means that
    nothing is lacking, 0 that one draw cannot bring it.
    The seat may draw where it can choose to refresh, in the middle of its refresh, and at its mulligan; elsewhere
    others act first or a card is still at work, the chance depends on play, and the result is empty.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> next_draw(game)["Weaver"] == goal_by_draws(game, "Weaver", draws=5)
    True
    >>> next_draw(game, seat=1)
    {}
    """
    chances, view = _draw_chances(game), game.view(seat)
    size = chances.next_hand(view)
    if size is None:
        return {}
    return {name: goal_refresh(game, name, seat, size=size).best.chance for name in chances.goals}


def _goal(chances: DrawChances, view: View, name: str, *, hand: bool) -> Goal:
    missing, need = chances.missing(view, name, hand=hand), chances.need(view, name, hand=hand)
    return goal(missing, wild=chances.wild(name), need=need)


def _draw_chances(game: Game) -> DrawChances:
    rules = read_game(game).rules
    if rules.draw_chances is None:
        raise Unsupported(f"{rules.game} has no goals that drawing completes")
    return rules.draw_chances


# --- A board, dice and sets ---


def reach(game: Game, field: str, seat: int = 0, *, dice: int = 1) -> Fraction:
    """The chance that a seat ends one of its next `dice` moves on a field, by best play; staying there counts.

    >>> import guildhall as gh
    >>> reach(gh.position("advyria", hands=[[]], figures=["a1"]), "c2")
    Fraction(2, 3)
    """
    return _quest_chances(game).reach(game.view(seat), field, dice=dice)


def find(game: Game, adventure: str, seat: int = 0, *, looks: int | None = None, dice: int | None = None) -> Fraction:
    """The chance that a seat finds the tile of an adventure with `looks` at hidden tiles, or with `dice` moves.

    >>> import guildhall as gh
    >>> find(gh.position("advyria", hands=[[]]), "Moon Well", looks=3)
    Fraction(3, 26)
    """
    return _quest_chances(game).find(game.view(seat), adventure, looks=looks, dice=dice)


def finish_set(game: Game, card: str, seat: int = 0, *, size: int = 2, draws: int = 3) -> Fraction:
    """The chance that a seat holds a set of `size` of a card, Jokers counted, after its next draw.

    >>> import guildhall as gh
    >>> game = gh.position("advyria", hands=[["Warrior"]], deck=["Warrior", "Joker", "Wizard", "Wizard"])
    >>> finish_set(game, "Warrior", draws=1)
    Fraction(1, 2)
    """
    return _quest_chances(game).finish_set(game.view(seat), card, size, draws=draws)


def _quest_chances(game: Game) -> QuestChances:
    rules = read_game(game).rules
    if rules.quest_chances is None:
        raise Unsupported(f"{rules.game} has no fields to reach, no adventures to find and no sets to finish")
    return rules.quest_chances
