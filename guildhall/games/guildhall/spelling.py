"""Read the effects in card files and check that they make sense, each by itself and together in one tier.

    { place = 2, from = "my hand" }                           { draw = 3 }
    { take = 1, from = "my hall", to = "my hand" }            { gain = 1, if = "another player has more VP" }
    { discard = 1, from = "another hand", chosen = "random" } { steal = 1, from = "another player" }
    { give = 1, from = "my hall", to = "another hall" }       { lose = 1, who = "another player" }
    { swap = 1, from = "my hall", with = "another hall" }     { another_action = 1 }
    { look = 3, at = "deck" }

All picks of a tier are made before its first draw, look or random pick (rules 22b and 22c).
So an effect that needs another player, a chapter, a VP card or a condition must come before any random step.

>>> read_effects([{"place": 1, "from": "my hal"}], Spot("my.toml", "Monk", 0))
Traceback (most recent call last):
guildhall.core.errors.BadCardFile: my.toml, Monk, tier 0: unknown place 'my hal'; did you mean 'my hall'?
>>> nonsense((language.Draw(2),))
>>> nonsense((language.Move(1, Place.MY_HALL, Place.MY_HALL),))
'cards cannot go from my hall to my hall'
>>> next(complaints((language.Draw(1), language.Steal(1))))
'another player cannot be chosen after a draw, a look or a random pick: put it first'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from reprlib import repr as short
from typing import Any, Final, assert_never

from guildhall.core.datafile import Entry, Spot
from guildhall.core.shapes import Flag, ListOf, Number, Shape, Table, Verbs, Word

from . import language
from .language import MOST_CARDS, MOST_EFFECTS, Amount, Chosen, Effect, Effects, Place

__all__ = ["VERBS", "complaints", "effect_shape", "nonsense", "read_effects"]


# --- Effects together ---

# A search decides if this many cards can be chosen from two places, and that takes time.
MOST_TOGETHER: Final = 4
OTHERS: Final = frozenset({Place.ANOTHER_HAND, Place.ANOTHER_HALL, Place.ANOTHER_AREA})
PILE: Final = frozenset({Place.DISCARD_PILE, Place.TOP_OF_DISCARD})
EACH: Final = frozenset({Place.EACH_OTHER_HAND, Place.EACH_OTHER_HALL})
OTHER_PLAYERS: Final = 3
CHANCE: Final = "after a draw, a look or a random pick: put it first"

Choice = language.Move | language.Swap


def complaints(effects: Effects) -> Iterator[str]:
    """Yield why these effects, each valid by itself, are invalid together."""
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
    """True if an effect reveals cards that nobody could plan for."""
    if isinstance(effect, language.Move):
        return effect.chosen is Chosen.RANDOM or effect.source is Place.DECK
    return isinstance(effect, language.Draw | language.Look)


def _places(effect: Effect) -> tuple[Place, ...]:
    """Return the places an effect names, sources first."""
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
    """True if an effect involves the one other player."""
    return isinstance(effect, language.Steal | language.Lose) or not OTHERS.isdisjoint(_places(effect))


def _is_whole(effect: Effect) -> bool:
    """True if an effect moves a whole chapter."""
    return isinstance(effect, Choice) and effect.amount is Amount.A_CHAPTER


def _late_complaints(effect: Effect, before: Effects) -> Iterator[str]:
    """Complain about choices after a random step, when there may be nobody and nothing left to choose."""
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
        yield f"a condition cannot come {CHANCE}"


def _other_complaints(effect: Effect, before: Effects) -> Iterator[str]:
    """Complain about the other player, who is chosen once, by the demands of the first effect that involves one."""
    first = next(filter(_means_other, before), None)
    demand = _demand(effect)
    if first is not None and demand and (demand, _demand(first)) != ("hand", "hand"):
        yield f"an effect on another player's {demand} must be the first one that involves that player"


def _demand(effect: Effect) -> str:
    """Return what the other player must have for an effect: tokens, or cards in hand."""
    if isinstance(effect, language.Steal | language.Lose):
        return "tokens"
    hidden = _is_chance(effect) and Place.ANOTHER_HAND in _taken_from(effect)
    return "hand" if hidden else ""


def _steps(effects: Effects) -> Iterator[tuple[Choice, ...]]:
    """Yield the effects that choose cards, grouped by the random steps between them."""
    step: list[Choice] = []
    for effect in effects:
        if _is_chance(effect):
            yield tuple(step)
            step = []
        elif isinstance(effect, Choice):
            step.append(effect)
    yield tuple(step)


def _step_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """Complain about cards that cannot be chosen and checked together."""
    if len(step) > 1 and any(isinstance(effect, language.Swap) for effect in step):
        yield "a swap is checked by itself: no other cards can be chosen together with it"
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
    """Complain if it is unclear which leaving cards make space in a hall for entering ones (rule 22b)."""
    if len(leaving) > 1:
        yield f"a tier that puts cards into {hall} can take cards out of it once"
    if any(effect.amount is Amount.ANY for effect in leaving):
        yield f"a tier that puts cards into {hall} cannot take any number of cards out of it"


def _onward_complaints(effect: Choice, before: tuple[Choice, ...]) -> Iterator[str]:
    """Complain if cards that must leave a hall to make space there might not fit into the next one."""
    source, target = _places(effect)
    if source.is_hall and target.is_hall and any(source in _places(other)[1:] for other in before):
        yield f"a tier that puts cards into {source} cannot send others from there to {target}"


def _each_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """Complain about several halls, whose cards are chosen one hall after the other."""
    each = next(index for index, effect in enumerate(step) if Place.EACH_OTHER_HALL in _places(effect))
    if any(Place.ANOTHER_HALL in _places(effect)[1:] for effect in step):
        yield "cards of each other hall cannot be chosen together with cards that go to another hall"
    if any(Place.MY_HALL in _taken_from(effect) for effect in step[each + 1 :]):
        yield "cards of my hall must be chosen before those of each other hall"


def _numbers(effect: Choice) -> list[int]:
    """Return the number of cards chosen from each place, which is one for each other player."""
    if isinstance(effect, language.Swap):
        both = (effect.amount, effect.amount if effect.for_ is None else effect.for_)
        return [number for number in both if isinstance(number, int)]
    places = OTHER_PLAYERS if effect.source in EACH else 1
    return [effect.amount] * places if isinstance(effect.amount, int) else []


def _chapter_complaints(step: tuple[Choice, ...]) -> Iterator[str]:
    """Complain unless a whole chapter is chosen first and cards that enter a hall with it are checked separately."""
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


# --- Single effects ---

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
    """Return why these effects make no sense together, or None if they do."""
    return next(_complaints(effects, of_a_chapter), None)


def _complaints(effects: Effects, of_a_chapter: bool) -> Iterator[str]:
    if len(effects) > MOST_EFFECTS:
        yield f"{len(effects)} effects are too many; at most {MOST_EFFECTS} are allowed together"
    for index, effect in enumerate(effects):
        yield from _effect_complaints(effect)
        if isinstance(effect, language.Move):
            yield from _unseen_complaints(effect, effects[:index])
        if not of_a_chapter and getattr(effect, "amount", None) == Amount.CHAPTER_SIZE:
            yield "'chapter size' means nothing here: only professions and Masters lie in a chapter"
    yield from complaints(effects)


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
    if move.amount == Amount.A_CHAPTER and move.source not in ONE_HALL:
        yield f"chapters lie in guildhalls: a chapter cannot come from {move.source}"
    if move.amount == Amount.ANY and move.source not in (Place.MY_HAND, Place.MY_HALL):
        yield f"'any' number is for my hand and my hall, not for {move.source}"
    if move.amount == Amount.A_CHAPTER and move.source is Place.MY_HALL and move.target in OTHERS:
        yield f"a chapter of my hall cannot go to {move.target}"
    if move.source is Place.TOP_OF_DISCARD and move.amount != 1:
        yield "the top of the discard pile is one card"
    if move.source is Place.VP_ROW and move.amount != 1:
        yield "from the vp row one card goes at a time"
    if move.source in SEVERAL_PLAYERS and not isinstance(move.amount, int):
        yield f"from {move.source} only a number of cards can go, not '{move.amount}'"
    if move.source in SEVERAL_PLAYERS and move.chosen is Chosen.CHOICE and move.amount != 1:
        yield f"from {move.source} one card each can be chosen, not {move.amount}"


def _choice_complaints(move: language.Move) -> Iterator[str]:
    if move.chosen is Chosen.RANDOM and not move.source.is_hand:
        yield f"random picks are for hands; {move.source} is not a hand"
    if move.chosen is Chosen.RANDOM and not isinstance(move.amount, int):
        yield f"random picks need a number of cards, not '{move.amount}'"
    if move.chosen is Chosen.RANDOM and move.source is Place.MY_HAND:
        yield "random picks are for the hands of others; from my hand the player chooses"
    if move.different_chapters and not (move.source.is_hall and _at_least(move.amount, 2)):
        yield "different_chapters is for two or more cards of a hall"
    if move.never_duplicates and (move.chosen is Chosen.RANDOM or move.source is Place.DECK):
        yield f"cards of {move.source} come unseen, so duplicates cannot be ruled out"
    if move.never_duplicates and not move.target.is_hall:
        yield f"duplicates matter only in guildhalls, not in {move.target}"


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
        yield "duplicates matter only in guildhalls"


def _look_complaints(look: language.Look) -> Iterator[str]:
    if look.at not in LOOKED:
        yield f"cannot look at {look.at}, only at the deck, another hand or each other hand"
    elif look.at is not Place.DECK and look.amount != Amount.ALL:
        yield "a look at a hand shows all of it: write look = 'all'"


def _unseen_complaints(move: language.Move, before: Effects) -> Iterator[str]:
    """Complain about picks of cards that were not seen before."""
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


# --- Reading tables ---


ANOTHER_PLAYER: Final = "another player"
ALWAYS: Final = "always"
BEHIND: Final = "another player has more VP"

_PLACE: Final = Word(tuple(Place), "place")
_CARDS: Final = Number(1, MOST_CARDS)
_OTHER: Final = Word((ANOTHER_PLAYER,), default=ANOTHER_PLAYER)
_DUPLICATES: Final = Word(("by rule", "never"), default="by rule", about="never: not even from a hidden place")
_DETAILS: Final[Mapping[str, Shape]] = {
    "chosen": Word(tuple(Chosen), default=Chosen.CHOICE, about="who picks the cards"),
    "different_chapters": Flag(default=False, about="the cards come from different chapters"),
    "duplicates": _DUPLICATES,
}


def _count(*named: Amount) -> Number:
    return Number(1, MOST_CARDS, named)


def _moving(verb: str, about: str, **ways: Place) -> Table:
    """Return the table of a verb that moves cards. `ways` are its places, each with the one a form begins with."""
    places = {way.rstrip("_"): start.value for way, start in ways.items()}
    fields = {verb: _count(Amount.ANY, Amount.A_CHAPTER), **dict.fromkeys(places, _PLACE), **_DETAILS}
    return Table(fields, needed=(verb, *places), starts=places, about=about)


#: The effects of the card language: the keys of each verb with their bounds and words.
VERBS: Final[Mapping[str, Table]] = {
    "place": _moving("place", "place cards in your guildhall", from_=Place.MY_HAND),
    "take": _moving("take", "move cards from one place to another", from_=Place.MY_HALL, to=Place.MY_HAND),
    "discard": _moving("discard", "discard cards", from_=Place.MY_HAND),
    "give": _moving("give", "give your cards to another player", from_=Place.MY_HALL, to=Place.ANOTHER_HALL),
    "swap": Table(
        {
            "swap": _count(Amount.A_CHAPTER, Amount.ALL),
            "from": _PLACE,
            "with": _PLACE,
            "for": Number(1, MOST_CARDS, about="how many come back, if different"),
            "duplicates": _DUPLICATES,
        },
        needed=("swap", "from", "with"),
        starts={"from": Place.MY_HALL.value, "with": Place.ANOTHER_HALL.value},
        about="exchange cards",
    ),
    "draw": Table({"draw": _count(Amount.CHAPTER_SIZE)}, needed=("draw",), about="draw cards from the deck"),
    "gain": Table(
        {
            "gain": _count(Amount.CHAPTER_SIZE, Amount.COMPLETED_CHAPTERS, Amount.LARGE_CHAPTERS),
            "if": Word((ALWAYS, BEHIND), default=ALWAYS),
        },
        needed=("gain",),
        about="gain VP tokens",
    ),
    "steal": Table({"steal": _CARDS, "from": _OTHER}, ("steal",), ("steal", "from"), about="take VP tokens"),
    "lose": Table({"lose": _CARDS, "who": _OTHER}, ("lose",), ("lose", "who"), about="another player loses VP tokens"),
    "another_action": Table({"another_action": _CARDS}, needed=("another_action",), about="more actions this turn"),
    "look": Table(
        {"look": _count(Amount.ALL), "at": Word(tuple(Place), "place")},
        needed=("look", "at"),
        starts={"at": Place.DECK.value},
        about="look at hidden cards",
    ),
}


def effect_shape(*, of_a_chapter: bool = True) -> ListOf:
    """Return the shape of a list of effects. `of_a_chapter` as in `read_effects`."""
    if of_a_chapter:
        return ListOf(Verbs("effect", VERBS), most=MOST_EFFECTS)
    plain = {verb: replace(table, fields=_without_chapter(table.fields)) for verb, table in VERBS.items()}
    return ListOf(Verbs("ability", plain), most=MOST_EFFECTS)


def _without_chapter(fields: Mapping[str, Shape]) -> dict[str, Shape]:
    def changed(shape: Shape) -> Shape:
        if not isinstance(shape, Number) or Amount.CHAPTER_SIZE not in shape.words:
            return shape
        return replace(shape, words=tuple(word for word in shape.words if word != Amount.CHAPTER_SIZE))

    return {key: changed(shape) for key, shape in fields.items()}


def _made(verb: str, told: Mapping[str, Any]) -> Effect:
    """Return the effect of a verb from the values of its keys."""
    number = told[verb]
    amount = Amount(number) if isinstance(number, str) else number
    match verb:
        case "place":
            return _move(told, amount, Place.MY_HALL)
        case "discard":
            return _move(told, amount, Place.DISCARD_PILE)
        case "take" | "give":
            return _move(told, amount, Place(told["to"]))
        case "swap":
            never = told["duplicates"] == "never"
            return language.Swap(amount, Place(told["from"]), Place(told["with"]), told["for"], never)
        case "draw":
            return language.Draw(amount)
        case "gain":
            return language.Gain(amount, if_behind=told["if"] == BEHIND)
        case "steal":
            return language.Steal(number)
        case "lose":
            return language.Lose(number)
        case "another_action":
            return language.Action(number)
        case _:
            return language.Look(amount, Place(told["at"]))


def _move(told: Mapping[str, Any], amount: int | Amount, target: Place) -> language.Move:
    return language.Move(
        amount=amount,
        source=Place(told["from"]),
        target=target,
        chosen=Chosen(told["chosen"]),
        different_chapters=told["different_chapters"],
        never_duplicates=told["duplicates"] == "never",
    )


# All keys that are not verbs, to distinguish a misspelled verb from a misspelled key.
OTHER_KEYS: Final = frozenset(key for table in VERBS.values() for key in table.fields) - VERBS.keys()


def read_effects(tables: object, spot: Spot, *, of_a_chapter: bool = True) -> Effects:
    """Return the effects of a tier, VP card or House, in printed order.

    `of_a_chapter` is False for VP cards and Houses, which are not part of a chapter that could be counted.
    """
    if not isinstance(tables, list):
        raise spot.wrong(f"effects are a list of tables in [ ], not {short(tables)}")
    effects = tuple(_read_effect(table, spot) for table in tables)
    problem = nonsense(effects, of_a_chapter=of_a_chapter)
    if problem is not None:
        raise spot.wrong(problem)
    return effects


def _read_effect(table: object, spot: Spot) -> Effect:
    if not isinstance(table, dict):
        raise spot.wrong(f"an effect is a table like {{ draw = 2 }}, not {short(table)}")
    verb = _verb(table, spot)
    return _made(verb, VERBS[verb].read(Entry(table, spot)))


def _verb(table: Mapping[str, object], spot: Spot) -> str:
    verbs = [key for key in table if key in VERBS]
    if len(verbs) == 1:
        return verbs[0]
    if verbs:
        raise spot.wrong(f"one effect has one verb, not {' and '.join(verbs)}; write two tables")
    strange = [key for key in table if key not in OTHER_KEYS]
    if not strange:
        raise spot.wrong(f"an effect needs a verb: {', '.join(VERBS)}")
    return spot.known(strange[0], VERBS, "verb")
