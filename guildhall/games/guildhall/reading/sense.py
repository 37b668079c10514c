"""Which combinations of the card language make sense, told in a sentence when they do not.

>>> nonsense((language.Draw(2),))
>>> nonsense((language.Move(1, Place.MY_HALL, Place.MY_HALL),))
'cards cannot go from my hall to my hall'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from guildhall.games.guildhall import language
from guildhall.games.guildhall.language import MOST_EFFECTS, Amount, Chosen, Effect, Effects, Place
from guildhall.games.guildhall.reading import together

__all__ = ["nonsense"]

OTHERS: Final = frozenset({Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA})
OWNERS: Final = frozenset({Place.OWNERS_HAND, Place.OWNERS_AREA})
MINE: Final = frozenset({Place.MY_HAND, Place.MY_HALL, Place.MY_AREA})
TARGETS: Final = MINE | OTHERS | OWNERS | {Place.DISCARD_PILE}
OTHER_HALLS: Final = frozenset({Place.ANOTHER_HALL, Place.EACH_OTHER_HALL})
SEVERAL_PLAYERS: Final = frozenset({Place.EACH_OTHER_HAND, Place.EACH_OTHER_HALL, Place.EVERY_HAND})
HIDDEN_HANDS: Final = frozenset({Place.ANOTHER_HAND, Place.EACH_OTHER_HAND, Place.EVERY_HAND})
ONE_HALL: Final = frozenset({Place.MY_HALL, Place.ANOTHER_HALL})
SWAPPED_WITH: Final = frozenset(
    {Place.MY_HAND, Place.MY_HALL, Place.ANOTHER_HALL, Place.ANOTHER_AREA, Place.DISCARD_PILE}
)
LOOKED: Final = frozenset({Place.DECK, Place.ANOTHER_HAND, Place.EACH_OTHER_HAND})


def nonsense(effects: Effects, *, of_a_chapter: bool = True) -> str | None:
    """Why these effects make no sense together, or None if they do."""
    return next(_complaints(effects, of_a_chapter), None)


def _complaints(effects: Effects, of_a_chapter: bool) -> Iterator[str]:
    if len(effects) > MOST_EFFECTS:
        yield f"{len(effects)} effects are too many; at most {MOST_EFFECTS} can stand together"
    for index, effect in enumerate(effects):
        yield from _effect_complaints(effect)
        if isinstance(effect, language.Move):
            yield from _unseen_complaints(effect, effects[:index])
        if not of_a_chapter and getattr(effect, "amount", None) == Amount.CHAPTER_SIZE:
            yield "'chapter size' means nothing here: only professions and Masters lie in a chapter"
    yield from together.complaints(effects)


def _effect_complaints(effect: Effect) -> Iterator[str]:
    match effect:
        case language.Move():
            yield from _way_complaints(effect)
            yield from _amount_complaints(effect)
            yield from _choice_complaints(effect)
        case language.Swap():
            yield from _swap_complaints(effect)
        case language.Look():
            yield from _look_complaints(effect)
        case language.Draw() | language.Gain() | language.Steal() | language.Lose() | language.Action():
            pass
        case _:
            assert_never(effect)


def _way_complaints(move: language.Move) -> Iterator[str]:
    """From where to where."""
    if move.source in OWNERS or move.source == move.target:
        yield f"cards cannot go from {move.source} to {move.target}"
    if move.target not in TARGETS:
        yield f"cards cannot be put into {move.target}"
    if move.target in OWNERS and move.source not in OTHER_HALLS:
        yield f"only cards of other halls go to {move.target}, not those of {move.source}"
    if move.source in SEVERAL_PLAYERS and move.target in OTHERS:
        yield f"cards of several players ({move.source}) cannot go to {move.target}"
    if move.source is Place.EVERY_HAND and move.target is not Place.DISCARD_PILE:
        yield "cards of every hand can only be discarded"
    if move.source is Place.VP_ROW and move.target is not Place.DISCARD_PILE:
        yield "cards of the vp row can only be discarded"
    if move.source is Place.TOP_OF_DISCARD and move.target is Place.DISCARD_PILE:
        yield "the top of the discard pile lies there already"
    if move.source is Place.DECK and move.target is Place.MY_HAND:
        yield "cards from the deck into the hand are drawn: write { draw = 1 }"
    if move.source is Place.DECK and move.target in OTHERS:
        yield f"cards from the deck cannot go to {move.target}"


def _amount_complaints(move: language.Move) -> Iterator[str]:
    """How many."""
    if move.amount == Amount.A_CHAPTER and move.source not in ONE_HALL:
        yield f"chapters lie in guildhalls: a chapter cannot come from {move.source}"
    if move.amount == Amount.ANY and move.source not in (Place.MY_HAND, Place.MY_HALL):
        yield f"'any' number is for the own hand and hall, not for {move.source}"
    if move.amount == Amount.A_CHAPTER and move.source is Place.MY_HALL and move.target in OTHERS:
        yield f"a chapter of the own hall cannot go to {move.target}"
    if move.source is Place.TOP_OF_DISCARD and move.amount != 1:
        yield "the top of the discard pile is one card"
    if move.source is Place.VP_ROW and move.amount != 1:
        yield "from the vp row one card goes at a time"
    if move.source in SEVERAL_PLAYERS and not isinstance(move.amount, int):
        yield f"from {move.source} only a number of cards can go, not '{move.amount}'"
    if move.source in SEVERAL_PLAYERS and move.chosen is Chosen.CHOICE and move.amount != 1:
        yield f"from {move.source} one card each can be chosen, not {move.amount}"


def _choice_complaints(move: language.Move) -> Iterator[str]:
    """Who picks what."""
    if move.chosen is Chosen.RANDOM and not move.source.is_hand:
        yield f"random picks are for hands; {move.source} is no hand"
    if move.chosen is Chosen.RANDOM and not isinstance(move.amount, int):
        yield f"random picks need a number of cards, not '{move.amount}'"
    if move.chosen is Chosen.RANDOM and move.source is Place.MY_HAND:
        yield "random picks are for the hands of others; from my hand the player chooses"
    if move.different_chapters and not (move.source.is_hall and _at_least(move.amount, 2)):
        yield "different_chapters is for two or more cards of a hall"
    if move.never_duplicates and (move.chosen is Chosen.RANDOM or move.source is Place.DECK):
        yield f"cards of {move.source} come unseen, so duplicates cannot be ruled out"
    if move.never_duplicates and not move.target.is_hall:
        yield f"duplicates are a matter of guildhalls, not of {move.target}"


def _at_least(amount: int | Amount, number: int) -> bool:
    return isinstance(amount, int) and amount >= number


def _swap_complaints(swap: language.Swap) -> Iterator[str]:
    if swap.source not in MINE or swap.with_ not in SWAPPED_WITH or swap.source == swap.with_:
        yield f"cards of {swap.source} cannot be swapped with {swap.with_}"
    if swap.amount == Amount.A_CHAPTER and not (swap.source.is_hall and swap.with_.is_hall):
        yield "chapters can be swapped between two halls only"
    areas = (swap.source, swap.with_) == (Place.MY_AREA, Place.ANOTHER_AREA)
    if (swap.amount == Amount.ALL) != areas:
        yield "'all' cards can be swapped between two areas, and only all of them"
    if swap.for_ is not None and not isinstance(swap.amount, int):
        yield "'for' needs a number of cards to swap"
    if swap.never_duplicates and not (swap.source.is_hall or swap.with_.is_hall):
        yield "duplicates are a matter of guildhalls"


def _look_complaints(look: language.Look) -> Iterator[str]:
    if look.at not in LOOKED:
        yield f"there is nothing to look at in {look.at}: it is the deck, another hand or each other hand"
    elif look.at is not Place.DECK and look.amount != Amount.ALL:
        yield "a look at a hand shows all of it: write look = 'all'"


def _unseen_complaints(move: language.Move, before: Effects) -> Iterator[str]:
    """Cards can be picked only after they were seen."""
    looks = {effect.at: effect.amount for effect in before if isinstance(effect, language.Look)}
    seen = looks.get(Place.DECK)
    if move.source is Place.LOOKED_AT and not isinstance(seen, int):
        yield "looked-at cards need a look at some cards of the deck before: { look = 3, at = 'deck' }"
    elif move.source is Place.LOOKED_AT and not _fits(move.amount, seen):
        yield f"{move.amount} cards cannot be picked after a look at {seen}"
    if move.source is Place.SEARCHED_DECK and seen != Amount.ALL:
        yield "a searched deck needs a look before: { look = 'all', at = 'deck' }"
    if move.source in HIDDEN_HANDS and move.chosen is Chosen.CHOICE and move.source not in looks:
        yield f"{move.source} is hidden: look at it before, or write chosen = 'random'"


def _fits(amount: int | Amount, seen: int | Amount | None) -> bool:
    return isinstance(amount, int) and isinstance(seen, int) and amount <= seen
