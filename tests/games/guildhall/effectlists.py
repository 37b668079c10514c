"""Every tier that a card file of one's own may hold: all single effects, and what can stand together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from guildhall.games.guildhall.engine.compile import Crowd, most_steps
from guildhall.games.guildhall.engine.programs import compile_effects
from guildhall.games.guildhall.engine.state import CHAPTERS, KINDS, MASTERS, MOST_TRIED
from guildhall.games.guildhall.language import (
    Action,
    Amount,
    Chosen,
    Draw,
    Effect,
    Effects,
    Gain,
    Look,
    Lose,
    Move,
    Place,
    Steal,
    Swap,
)
from guildhall.games.guildhall.spelling import nonsense

__all__ = ["lists_of_one", "lists_of_several", "spelled"]

# What has to be looked at before cards of a hidden place can be chosen.
LOOKS = {
    Place.LOOKED_AT: Look(3, Place.DECK),
    Place.SEARCHED_DECK: Look(Amount.ALL, Place.DECK),
    Place.ANOTHER_HAND: Look(Amount.ALL, Place.ANOTHER_HAND),
    Place.EACH_OTHER_HAND: Look(Amount.ALL, Place.EACH_OTHER_HAND),
}
PLAIN: tuple[Effects, ...] = (
    (Draw(2),),
    (Draw(Amount.CHAPTER_SIZE),),
    (Gain(1),),
    (Gain(1, if_behind=True),),
    (Gain(Amount.CHAPTER_SIZE),),
    (Gain(Amount.COMPLETED_CHAPTERS),),
    (Gain(Amount.LARGE_CHAPTERS),),
    (Steal(1),),
    (Steal(2),),
    (Lose(1),),
    (Action(1),),
    *((look,) for look in LOOKS.values()),
)


def lists_of_one() -> list[Effects]:
    """Every effect that makes sense, with the look it needs; amounts up to three stand for all."""
    alone = [(effect,) for effect in (*_moves(), *_swaps())]
    seen = [(LOOKS[move.source], move) for (move,) in alone if isinstance(move, Move) and move.source in LOOKS]
    return [effects for effects in (*PLAIN, *alone, *seen) if nonsense(effects) is None]


def _moves() -> Iterator[Move]:
    amounts = (1, 2, 3, Amount.ANY, Amount.A_CHAPTER)
    for words in product(amounts, Place, Place, Chosen, (False, True), (False, True)):
        yield Move(*words)


def _swaps() -> Iterator[Swap]:
    for words in product((1, 2, Amount.A_CHAPTER, Amount.ALL), Place, Place, (None, 1, 2), (False, True)):
        yield Swap(*words)


def lists_of_several(parts: Sequence[Effects], *, length: int, number: int, seed: int) -> list[Effects]:
    """So many lists put together of `length` parts each, drawn by a seed, that make sense and take few steps."""
    random = Random(seed)
    lists: list[Effects] = []
    while len(lists) < number:
        effects = sum(random.choices(parts, k=length), ())
        if nonsense(effects) is None and _takes_few_steps(effects):
            lists.append(effects)
    return lists


def _takes_few_steps(effects: Effects) -> bool:
    """Whether a list is let through in the largest deck, with and without Masters."""
    sizes = ((KINDS - MASTERS, False), (KINDS, True))
    return all(
        most_steps(compile_effects(effects, masters=masters), Crowd(kinds, CHAPTERS, players, masters)) <= MOST_TRIED
        for kinds, masters in sizes
        for players in (2, 3, 4)
    )


def spelled(effects: Effects) -> str:
    """The list as a card file spells it."""
    return f"[{', '.join(f'{{ {_spelled(effect)} }}' for effect in effects)}]"


def _spelled(effect: Effect) -> str:
    match effect:
        case Move():
            words = {"take": effect.amount, "from": effect.source, "to": effect.target, "chosen": effect.chosen}
            more = {"different_chapters": True} if effect.different_chapters else {}
            return _pairs(words | more | _duplicates(effect))
        case Swap():
            words = {"swap": effect.amount, "from": effect.source, "with": effect.with_}
            more = {} if effect.for_ is None else {"for": effect.for_}
            return _pairs(words | more | _duplicates(effect))
        case Gain():
            return _pairs({"gain": effect.amount} | ({"if": "another player has more VP"} if effect.if_behind else {}))
        case Steal():
            return _pairs({"steal": effect.amount, "from": "another player"})
        case Lose():
            return _pairs({"lose": effect.amount, "who": "another player"})
        case Draw():
            return _pairs({"draw": effect.amount})
        case Action():
            return _pairs({"another_action": effect.amount})
        case Look():
            return _pairs({"look": effect.amount, "at": effect.at})


def _duplicates(effect: Move | Swap) -> dict[str, object]:
    return {"duplicates": "never"} if effect.never_duplicates else {}


def _pairs(words: dict[str, object]) -> str:
    return ", ".join(f"{key} = {_value(value)}" for key, value in words.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'
