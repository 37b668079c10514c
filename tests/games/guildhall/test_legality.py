"""What is offered for a tier, line by line, against the slow reference: nothing more, nothing less."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import guildhall as gh
from guildhall.core.game import Game
from guildhall.games.guildhall.engine.compile import Crowd, most_steps
from guildhall.games.guildhall.engine.programs import compile_effects
from guildhall.games.guildhall.engine.state import STEPS
from guildhall.games.guildhall.language import COLOURS, Amount, Effects, Move, Place
from guildhall.games.guildhall.reading import load_book
from tests.games.guildhall.effectlists import lists_of_one, lists_of_several, spelled
from tests.games.guildhall.reference import Line, Reference, is_covered

BOOK = load_book()
BOXES = ["fellowship", "alliance", "coalition", "gathering"]
TIERS = [
    (card.name, tier.number) for card in BOOK.professions.values() for tier in card.tiers if is_covered(tier.effects)
]


def effects_of(name: str, number: int) -> Effects:
    return next(tier.effects for tier in BOOK.professions[name].tiers if tier.number == number)


def random_table(name: str, number: int, seed: int, *, mega: bool, own: str = "") -> Game:
    """A table with few cards of few chapters, so that they meet, and the card in hand with its chapter behind it."""
    random = Random(seed)
    cards = BOOK.with_text(own, file="own.toml").professions
    mates = [card.name for card in cards.values() if mega and card.archetype == cards[name].archetype]
    names = [name, *[other for other in mates if other != name][:1]]
    names += random.sample([other for other in BOOK.professions if other not in names], 5 - len(names))
    homes = {other: cards[other].archetype if mega else other for other in names}
    deck = [f"{colour} {other}" for other in names for colour in COLOURS for _ in range(4)]
    deck.remove(f"purple {name}")
    random.shuffle(deck)
    held = [f"{colour} {name}" for colour in COLOURS[:number]]
    seats = random.choice([2, 2, 3])
    halls = [hall_of(random, deck, homes, held if seat == 0 else []) for seat in range(seats)]
    hand = [f"purple {name}", *(deck.pop() for _ in range(random.choice([1, 3, 4])))]
    return gh.position(
        halls=halls,
        hands=[hand, *[[] for _ in range(seats - 1)]],
        areas=[[deck.pop() for _ in range(random.choice([0, 0, 1]))] for _ in range(seats)],
        discard=[deck.pop() for _ in range(random.choice([0, 1, 3, 5]))],
        actions=3,
        cards=names,
        saga="mega" if mega else None,
        card_texts=[("own.toml", own)],
    )


def hall_of(random: Random, deck: list[str], homes: dict[str, str], held: list[str]) -> dict[str, list[str]]:
    """Some cards of the deck as a hall: no duplicates, no full chapter, none that bars the purple card."""
    hall: dict[str, list[str]] = {}
    twins = set()
    for card in held:
        deck.remove(card)
    for card in [*held, *(deck.pop() for _ in range(random.choice([0, 2, 5, 7])))]:
        colour, profession = card.split(" ", 1)
        chapter = homes[profession]
        mates = hall.setdefault(chapter, [])
        barred = held and colour == "purple" and chapter == homes[held[0].split(" ", 1)[1]]
        if (chapter, colour) not in twins and len(mates) < 4 and not barred:
            twins.add((chapter, colour))
            mates.append(card)
    return {chapter: cards for chapter, cards in hall.items() if cards}


def offered_lines(game: Game, effects: Effects) -> set[Line]:
    """Every line of play that the game offers for the tier just chosen; cards of one pick are sorted."""
    lines: set[Line] = set()
    walk(game, game.state, (), lines, most_steps_of(game, effects))
    return lines


def most_steps_of(game: Game, effects: Effects) -> int:
    """The steps that any list of options of these effects can take in this game."""
    deck = game.rules.compiled[0]
    crowd = Crowd(int(deck["kinds"]), int(deck["chapters"]), int(deck["players"]), masters=False)
    return most_steps(compile_effects(effects, masters=False), crowd)


def walk(game: Game, state: Any, made: tuple[tuple[int, str], ...], lines: set[Line], most: int) -> None:
    rules = game.rules
    kind = rules.decision(state).kind
    if kind not in ("player", "chapter", "card"):
        lines.add(told(made))
        return
    row = int(state[0]["pc"])
    options = rules.options(state)
    assert options, "a tier was offered that cannot be carried out"
    assert int(rules._buffers.opts[STEPS]) <= most
    for option in options:
        after = state.copy()
        rules.apply(after, option)
        walk(game, after, (*made, (row, rules.phrase(state, option))), lines, most)


def told(made: tuple[tuple[int, str], ...]) -> Line:
    """A line with the player first and the cards of one row of the program together."""
    groups: dict[int, list[str]] = {}
    for row, phrase in made:
        if not phrase.startswith(("player", "done")):
            groups.setdefault(row, []).append(phrase)
    players = [phrase for _, phrase in made if phrase.startswith("player")]
    picks = [group[0] if group[0].startswith("chapter") else tuple(sorted(group)) for group in groups.values()]
    return (*players, *picks)


def compare(game: Game, card: str, number: int, effects: Effects) -> bool:
    """Play the card if that is possible and compare what its tier offers; answers whether it was offered."""
    if f"play {card}" not in [option.phrase for option in game.options]:
        return False
    game.play(f"play {card}")
    allowed = Reference(game).lines(effects)
    is_offered = f"tier {number}" in [option.phrase for option in game.options]
    assert is_offered == bool(allowed)
    if is_offered:
        game.play(f"tier {number}")
        assert offered_lines(game, effects) == allowed
    return is_offered


@pytest.mark.parametrize("mega", [False, True], ids=["set", "mega"])
@pytest.mark.parametrize(("name", "number"), TIERS)
def test_rules_19_to_22_a_tier_offers_every_line_that_the_rules_allow_and_no_other(
    name: str, number: int, mega: bool
) -> None:
    tables = [random_table(name, number, seed, mega=mega) for seed in range(20)]
    assert sum(compare(game, f"purple {name}", number, effects_of(name, number)) for game in tables) > 0


@pytest.mark.parametrize("length", [1, 2, 3])
def test_rules_19_to_22_hold_for_cards_of_ones_own_too(length: int) -> None:
    lists = lists_of_several(lists_of_one(), length=length, number=30 * length, seed=length)
    covered = [effects for effects in lists if is_covered(effects)]
    met = 0
    for seed, effects in enumerate(covered):
        own = f'[Baker]\narchetype = "Mage"\ntier.1 = {spelled(effects)}\n'
        for mega in (False, True):
            met += compare(random_table("Baker", 1, seed, mega=mega, own=own), "purple Baker", 1, effects)
    assert met > 5


# What comes from a hidden place may bounce; where it does not, it closes chapters like any other card.
HAND, AREA, HALL = Place.MY_HAND, Place.MY_AREA, Place.MY_HALL
HIDDEN_FIRST = (
    (Move(1, AREA, HALL), Move(1, HALL, HAND)),
    (Move(1, HAND, HALL), Move(1, AREA, HALL), Move(2, HALL, HAND)),
    (Move(Amount.ANY, HAND, HALL, never_duplicates=True), Move(1, AREA, HALL), Move(1, HALL, HAND)),
)


@pytest.mark.parametrize("effects", HIDDEN_FIRST)
def test_rule_22b_cards_of_hidden_places_close_chapters_too(effects: Effects) -> None:
    own = f'[Baker]\narchetype = "Mage"\ntier.4 = {spelled(effects)}\n'
    tables = [random_table("Baker", 4, seed, mega=seed % 2 == 0, own=own) for seed in range(40)]
    assert sum(compare(game, "purple Baker", 4, effects) for game in tables) > 5


@pytest.mark.parametrize(("choice", "single"), [("Weaver", "Dancer"), ("Dancer", "Weaver")])
def test_rule_22b_of_different_chapters_any_may_be_the_one_whose_twin_leaves(choice: str, single: str) -> None:
    effects = (Move(3, Place.ANOTHER_HALL, HALL, different_chapters=True), Move(1, HALL, HAND))
    game = gh.position(
        halls=[{choice: ["red"], single: ["red"]}, {choice: ["red", "green"], single: ["red"], "Farmer": ["red"]}],
        hands=[["purple Baker"], []],
        cards=["Baker", "Weaver", "Dancer", "Farmer", "Trader"],
        card_texts=[("own.toml", f'[Baker]\narchetype = "Mage"\ntier.0 = {spelled(effects)}\n')],
    )
    assert compare(game, "purple Baker", 0, effects)
