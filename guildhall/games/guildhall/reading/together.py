"""Which effects can stand together in one tier, told in a sentence when they cannot.

All picks of a tier are made before its first draw, look or random pick (rules 22b and 22c).
So whatever asks for another player, a chapter, a VP card or a condition has to come before chance does.

>>> next(complaints((language.Draw(1), language.Steal(1))))
'another player cannot be chosen after a draw, a look or a random pick: write that first'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from guildhall.games.guildhall import language
from guildhall.games.guildhall.language import Amount, Chosen, Effect, Effects, Place

__all__ = ["complaints"]

# Whether so many cards can be chosen from two places is found out by trying, and that takes time.
MOST_TOGETHER: Final = 4
OTHERS: Final = frozenset({Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA})
PILE: Final = frozenset({Place.DISCARD_PILE, Place.TOP_OF_DISCARD})
EACH: Final = frozenset({Place.EACH_OTHER_HAND, Place.EACH_OTHER_HALL})
OTHER_PLAYERS: Final = 3
CHANCE: Final = "after a draw, a look or a random pick: write that first"

Choice = language.Move | language.Swap


def complaints(effects: Effects) -> Iterator[str]:
    """Why these effects, each of which makes sense, make none together."""
    for index, effect in enumerate(effects):
        before = effects[:index]
        if any(map(_is_chance, before)):
            yield from _late_complaints(effect, before)
        yield from _other_complaints(effect, before)
    for step in _steps(effects):
        yield from _step_complaints(step)
        yield from _chapter_complaints(step)
    if sum(Place.VP_ROW in _places(effect) for effect in effects) > 1:
        yield "a tier discards one card of the vp row, not two"


def _is_chance(effect: Effect) -> bool:
    """Whether an effect brings cards to light that nobody could plan with."""
    if isinstance(effect, language.Move):
        return effect.chosen is Chosen.RANDOM or effect.source is Place.DECK
    return isinstance(effect, language.Draw | language.Look)


def _places(effect: Effect) -> tuple[Place, ...]:
    """The places an effect names, where it takes from first."""
    match effect:
        case language.Move():
            return effect.source, effect.target
        case language.Swap():
            return effect.source, effect.with_
        case language.Look():
            return (effect.at,)
        case _:
            return ()


def _taken_from(effect: Effect) -> tuple[Place, ...]:
    return _places(effect) if isinstance(effect, language.Swap) else _places(effect)[:1]


def _means_other(effect: Effect) -> bool:
    """Whether an effect speaks of the one other player."""
    return isinstance(effect, language.Steal | language.Lose) or not OTHERS.isdisjoint(_places(effect))


def _is_whole(effect: Effect) -> bool:
    """Whether an effect moves a whole chapter."""
    return isinstance(effect, Choice) and effect.amount is Amount.A_CHAPTER


def _late_complaints(effect: Effect, before: Effects) -> Iterator[str]:
    """After chance there may be nobody and nothing left to choose from."""
    if _means_other(effect) and not any(map(_means_other, before)):
        yield f"another player cannot be chosen {CHANCE}"
    if isinstance(effect, language.Swap):
        yield f"cards cannot be swapped {CHANCE}"
    if isinstance(effect, language.Move) and effect.different_chapters:
        yield f"cards of different chapters cannot be chosen {CHANCE}"
    if _is_whole(effect):
        yield f"a chapter cannot be chosen {CHANCE}"
    if Place.VP_ROW in _places(effect):
        yield f"a card of the vp row cannot be chosen {CHANCE}"
    if isinstance(effect, language.Gain) and effect.if_behind:
        yield f"a condition cannot stand {CHANCE}"


def _other_complaints(effect: Effect, before: Effects) -> Iterator[str]:
    """The other player is chosen once, by what the first effect that speaks of one demands."""
    first = next(filter(_means_other, before), None)
    demand = _demand(effect)
    if first is not None and demand and (demand, _demand(first)) != ("hand", "hand"):
        yield f"what concerns another player's {demand} must be the first thing asked of that player"


def _demand(effect: Effect) -> str:
    """What the other player must have for an effect: tokens, or cards in hand."""
    if isinstance(effect, language.Steal | language.Lose):
        return "tokens"
    hidden = _is_chance(effect) and Place.ANOTHER_HAND in _taken_from(effect)
    return "hand" if hidden else ""


def _steps(effects: Effects) -> Iterator[tuple[Choice, ...]]:
    """The effects by which cards are chosen, those between one chance and the next together."""
    step: list[Choice] = []
    for effect in effects:
        if _is_chance(effect):
            yield tuple(step)
            step = []
        elif isinstance(effect, Choice):
            step.append(effect)
    yield tuple(step)


def _step_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """Cards that are chosen together are judged together, and that has its limits."""
    if len(step) > 1 and any(isinstance(effect, language.Swap) for effect in step):
        yield "a swap is judged by itself: no other cards can be chosen together with it"
    numbers = [number for effect in step for number in _numbers(effect)]
    if len(numbers) > 1 and sum(numbers) > MOST_TOGETHER:
        yield f"at most {MOST_TOGETHER} cards can be chosen together from different places, not {sum(numbers)}"
    taken = [place for effect in step for place in _taken_from(effect)]
    if Place.TOP_OF_DISCARD in taken and sum(place in PILE for place in taken) > 1:
        yield "the top of the discard pile cannot be chosen together with other cards of the pile"
    for hall in (Place.MY_HALL, Place.ANOTHER_HALL):
        if len(step) > 1 and any(hall in _places(effect)[1:] for effect in step):
            yield from _leaving_complaints(hall, [effect for effect in step if hall in _taken_from(effect)])
    for index, effect in enumerate(step):
        yield from _onward_complaints(effect, step[:index])
    if Place.EACH_OTHER_HALL in taken:
        yield from _each_complaints(step)


def _leaving_complaints(hall: Place, leaving: list[Choice]) -> Iterator[str]:
    """Cards that leave a hall may make room for those that enter it (rule 22b), if it is plain which ones do."""
    if len(leaving) > 1:
        yield f"a tier that puts cards into {hall} can take cards out of it once"
    if any(effect.amount is Amount.ANY for effect in leaving):
        yield f"a tier that puts cards into {hall} cannot take any number of cards out of it"


def _onward_complaints(effect: Choice, before: tuple[Choice, ...]) -> Iterator[str]:
    """What must leave a hall to make room there might find no room in the next."""
    source, target = _places(effect)
    if source.is_hall and target.is_hall and any(source in _places(other)[1:] for other in before):
        yield f"a tier that puts cards into {source} cannot send others from there to {target}"


def _each_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """Cards of several halls are chosen one hall after the other, as things lie when their turn comes."""
    each = next(index for index, effect in enumerate(step) if Place.EACH_OTHER_HALL in _places(effect))
    if any(Place.ANOTHER_HALL in _places(effect)[1:] for effect in step):
        yield "cards of each other hall cannot be chosen together with cards that go to another hall"
    if any(Place.MY_HALL in _taken_from(effect) for effect in step[each + 1 :]):
        yield "cards of my hall must be chosen before those of each other hall"


def _numbers(effect: Choice) -> list[int]:
    """How many cards are chosen, one number for each place they come from; of each other player it is one."""
    if isinstance(effect, language.Swap):
        both = (effect.amount, effect.amount if effect.for_ is None else effect.for_)
        return [number for number in both if isinstance(number, int)]
    places = OTHER_PLAYERS if effect.source in EACH else 1
    return [effect.amount] * places if isinstance(effect.amount, int) else []


def _chapter_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """A whole chapter is chosen first, and what enters a hall with it is judged by itself."""
    chapters = list(filter(_is_whole, step))
    others = [effect for effect in step if not _is_whole(effect)]
    if len(chapters) > 1:
        yield "a tier moves one chapter, not two"
    elif chapters and not _is_whole(step[0]):
        yield "a whole chapter must be the first cards that a tier moves"
    elif chapters and Place.DISCARD_PILE not in _places(chapters[0]) and any(map(_touches_hall, others)):
        yield "a tier that moves a whole chapter, other than to discard it, moves no other cards of halls"


def _touches_hall(effect: Effect) -> bool:
    return any(place.is_hall for place in _places(effect))
