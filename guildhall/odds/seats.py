"""Exact odds as a seat may know them: the unseen cards, and what a chapter lacks, come from the seat's view.

Seen are the seat's own hand, halls, areas, completed chapters, the discard pile, which all remember, and cards the seat
knows in other hands or in the deck.
All other cards are, for the seat, as likely in the deck as in another hand.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, Protocol

from guildhall.core.errors import BadOdds
from guildhall.core.game import Game
from guildhall.core.rules import View

from .goals import Goal, goal
from .keeping import Keeps, refresh
from .pools import read_number
from .source import Source

__all__ = ["ChapterGame", "chapter_by_draws", "chapter_goal", "chapter_refresh", "next_draw", "unseen"]


class ChapterGame(Protocol):
    """What a game of chapters tells; its rules have it as `chances`."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The names of the chapters."""

    def next_hand(self, view: View) -> int | None:
        """Up to how many cards the view's seat may draw its hand right now; None if it may not."""

    def unseen(self, view: View) -> Counter[str]:
        """Copies by card of all that the view's seat cannot place, 0 for cards it has seen altogether."""

    def deck(self, view: View) -> tuple[Counter[str], list[str | None]]:
        """The cards that may come off the deck, and the deck itself, top last, `None` where a card is unknown."""

    def discard(self, view: View) -> list[str]:
        """The discard pile, top last."""

    @property
    def keeps_top(self) -> bool:
        """Whether the top card of the discard pile stays when the pile becomes the deck."""

    def missing(self, view: View, chapter: str, *, hand: bool) -> tuple[tuple[str, ...], ...]:
        """The alternatives for everything that the seat's chapter lacks."""

    def need(self, view: View, chapter: str, *, hand: bool) -> int:
        """How many of them complete the chapter."""

    def wild(self, chapter: str) -> tuple[str, ...]:
        """Cards that serve for any of them."""


def unseen(game: Game, seat: int = 0) -> dict[str, int]:
    """Copies by card of all that a seat has not seen.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red"]}, {"Weaver": ["red"]}], hands=[["red Weaver"], ["red Weaver"]])
    >>> unseen(game, seat=0)["red Weaver"]
    1
    """
    return dict(_chances(game).unseen(game.view(seat)))


def chapter_goal(game: Game, chapter: str, seat: int = 0, *, hand: bool = True) -> Goal:
    """The goal to have all that a seat's chapter lacks, Masters counted; `hand`: cards in hand count as there already.

    So do cards in the seat's action area, since they enter the hall when the turn ends.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> sorted(chapter_goal(game, "Weaver").cards)
    ['purple Weaver']
    """
    return _goal(_chances(game), game.view(seat), chapter, hand=hand)


def chapter_by_draws(game: Game, chapter: str, draws: int, seat: int = 0, *, hand: bool = True) -> Fraction:
    """The chance that the next cards off the deck bring all that a seat's chapter lacks, as far as the seat may know.

    Cards whose place in the deck the seat knows come for certain; where the deck runs out the discard pile follows.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> chapter_by_draws(game, "Weaver", draws=6)
    Fraction(277412, 1432049)
    """
    chances, view = _chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    source = Source.of(pool, deck, chances.discard(view), keeps_top=chances.keeps_top)
    _, pile = next(source.orders(()))
    return source.chance(_goal(chances, view, chapter, hand=hand), read_number("draws", draws), {}, pile)


def chapter_refresh(game: Game, chapter: str, seat: int = 0, *, size: int = 6) -> Keeps:
    """The chance that hall and new hand together complete a chapter after a refresh, for every choice of what to keep.

    >>> import guildhall as gh
    >>> halls, hands = [{"Weaver": ["red", "blue", "green"]}, {}], [["yellow Weaver", "red Weaver"], []]
    >>> chapter_refresh(gh.position(halls=halls, hands=hands), "Weaver").best.kept
    ('yellow Weaver',)
    """
    chances, view = _chances(game), game.view(seat)
    pool, deck = chances.deck(view)
    wanted, discard = _goal(chances, view, chapter, hand=False), chances.discard(view)
    return refresh(view.hand, pool, wanted, size=size, deck=deck, discard=discard, keeps_top=chances.keeps_top)


def next_draw(game: Game, seat: int = 0) -> dict[str, Fraction]:
    """For each chapter, the chance to hold all of it after the draw that the seat may make right now.

    Hall, action area and new hand count together, and for each chapter the best cards are kept: 1 means that nothing
    is lacking, 0 that one draw cannot bring it.
    The seat may draw where it can choose to refresh, in the middle of its refresh, and at its mulligan; elsewhere
    others act first or a card is still at work, the chance depends on play, and the answer is empty.

    >>> import guildhall as gh
    >>> game = gh.position(halls=[{"Weaver": ["red", "blue", "green"]}, {}], hands=[["yellow Weaver"], []])
    >>> next_draw(game)["Weaver"] == chapter_by_draws(game, "Weaver", draws=5)
    True
    >>> next_draw(game, seat=1)
    {}
    """
    chances, view = _chances(game), game.view(seat)
    size = chances.next_hand(view)
    if size is None:
        return {}
    return {chapter: chapter_refresh(game, chapter, seat, size=size).best.chance for chapter in chances.goals}


def _goal(chances: ChapterGame, view: View, chapter: str, *, hand: bool) -> Goal:
    missing, need = chances.missing(view, chapter, hand=hand), chances.need(view, chapter, hand=hand)
    return goal(missing, wild=chances.wild(chapter), need=need)


def _chances(game: Game) -> ChapterGame:
    rules: Any = game.rules
    if not hasattr(rules, "draw_chances"):
        raise BadOdds(f"{rules.game} has no chapters to draw for")
    chances: ChapterGame = rules.draw_chances
    return chances
