"""Own cards that reach for more than there is: buffers, plies, lists of options. Each of them ends, none breaks."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.errors import BadCardFile
from guildhall.games.guildhall.engine.state import AREA, MOST_STEPS, STEPS, VP_MARK
from guildhall.kernel.buffers import overfull

LOOP = """[Loop]
archetype = "Mage"
tier.0 = [{ take = 1, from = "my area", to = "my hand" }, { another_action = 1 }]
"""
OTHERS = ["Weaver", "Dancer", "Fighter", "Farmer", "Trader"]


def with_cards(text: str, cards: list[str], **options):
    return gh.new_game(cards=cards, card_texts=[("own.toml", text)], seed=1, **options)


def test_a_vp_card_costs_two_chapters_at_most():
    dear = '[vp."5 dear"]\npoints = 5\ncost = 3\ncopies = 6\n'

    with pytest.raises(BadCardFile, match=r"own.toml, 5 dear: .*cost.* from 1 to 2, not 3"):
        with_cards(dear, OTHERS, vp={"5 dear": 6})


def test_a_tier_has_twelve_effects_at_most():
    many = f'[Many]\narchetype = "Mage"\ntier.0 = [{", ".join(["{ draw = 1 }"] * 13)}]\n'

    with pytest.raises(BadCardFile, match=r"own.toml, Many, tier 0: 13 effects are too many; at most 12"):
        with_cards(many, [*OTHERS, "Many"])


def test_picks_of_each_other_player_count_among_those_chosen_together():
    both = '{ place = 2, from = "my hand" }, { take = 1, from = "each other hall", to = "my hall" }'

    with pytest.raises(BadCardFile, match="at most 4 cards can be chosen together from different places, not 5"):
        with_cards(f'[Both]\narchetype = "Mage"\ntier.0 = [{both}]\n', [*OTHERS, "Both"])


# Buffers


BUYER = '[vp."1 again"]\npoints = 1\ncost = 1\ncopies = 30\neffects = [{ another_action = 1 }]\n'


def crowded(held: int):
    """A position whose active player holds so many VP cards in the area, and three completed chapters."""
    game = gh.position(
        halls=[{}, {}],
        hands=[["red Farmer"], []],
        completed=[["Weaver", "Dancer", "Trader"], []],
        vp={"1 again": 120},
        card_texts=[("own.toml", BUYER)],
        seed=1,
    )
    state = game.state
    state["area"][0, 0, :held] = VP_MARK
    state["area_n"][0, 0] = held
    state["vp_deck_n"] -= held
    return game.rules, state


def chosen(rules, state, verb: str) -> int:
    return next(option for option in rules.options(state) if rules.phrase(state, option).startswith(verb))


def test_a_vp_card_that_finds_the_area_full_ends_the_game():
    rules, state = crowded(AREA)
    rules.carry_out(state, chosen(rules, state, "buy"))
    while not state["over"][0]:
        rules.carry_out(state, rules.options(state)[0])

    assert int(state["area_n"][0, 0]) == AREA
    assert rules.outcome(state).reason == "unfinished"
    assert rules.decision(state).prompt == "The game ended unfinished because an action area is full"
    assert not list(overfull(state, rules.engine.rooms))


def test_a_played_card_that_finds_the_area_full_ends_the_game():
    rules, state = crowded(AREA)
    rules.carry_out(state, chosen(rules, state, "play"))

    assert rules.outcome(state).reason == "unfinished"


def test_the_last_place_of_an_area_can_be_used():
    rules, state = crowded(AREA - 1)
    rules.carry_out(state, chosen(rules, state, "play"))

    assert int(state["area_n"][0, 0]) == AREA
    assert not state["over"][0]


# Plies


def test_a_turn_without_end_ends_the_game():
    game = with_cards(LOOP, [*OTHERS, "Loop"])
    sim = gh.simulate(cards=[*OTHERS, "Loop"], card_texts=[("own.toml", LOOP)], games=2, bots="random", seed=1)

    assert set(sim.games["reason"]) <= {"target", "unfinished"}
    assert sim.games["plies"].max() <= game.rules.engine.most_plies


def test_a_loop_is_cut_short_in_plain_sight():
    game = with_cards(LOOP, [*OTHERS, "Loop"])
    rules, state = game.rules, game.state
    state["plies"] = rules.engine.most_plies - 1
    rules.carry_out(state, rules.options(state)[0])

    assert rules.options(state) == ()
    assert rules.outcome(state).reason == "unfinished"
    assert rules.decision(state).prompt == "The game ended unfinished after 100,000 plies"


def test_a_game_in_python_knows_the_limit():
    game = with_cards(LOOP, [*OTHERS, "Loop"])
    state = game.state
    state["plies"] = game.rules.engine.most_plies - 5
    late = type(game)(game.rules, state)
    late.run("random")

    assert late.ply == 5
    assert late.events[-1].text == "The game is unfinished"


# Lists of options

WIDE = (
    '{ place = 9, from = "discard pile", duplicates = "never" }, { lose = 1, who = "another player" }',
    '{ place = 3, from = "discard pile", duplicates = "never" }, { take = 1, from = "another area", to = "my hall" }',
    '{ discard = 3, from = "my hand" }, { discard = 1, from = "my hall" }',
)
NAMES = ["Weaver", "Dancer", "Fighter", "Farmer", "Trader", "Historian", "Bard"]


@pytest.mark.parametrize("effects", WIDE)
def test_a_tier_that_cannot_be_met_is_found_out_in_few_steps(effects):
    cards = [f"{colour} {name}" for name in NAMES for colour in ("red", "blue", "green", "yellow", "purple")]
    game = gh.position(
        cards=[*NAMES, "Wide"],
        card_texts=[("own.toml", f'[Wide]\narchetype = "Mage"\ntier.0 = [{effects}]\n')],
        halls=[{}, {}],
        hands=[["red Wide", *cards], []],
        discard=cards,
    )
    game.play("play red Wide")

    assert game.decision.phrases == ("no tier",)
    assert 0 < int(game.rules._buffers.opts[STEPS]) < 200 < MOST_STEPS


TOP = """[vp."1 top"]
points = 1
cost = 1
copies = 30
effects = [{ place = 1, from = "top of discard pile", duplicates = "never" }]
"""


def test_an_ability_is_offered_by_the_card_that_is_open_now():
    game = gh.position(
        halls=[{"Weaver": ["red", "blue", "green", "yellow"]}, {}],
        completed=[["Weaver"], []],
        discard=["red Dancer"],
        vp={"1 top": 20},
        card_texts=[("own.toml", TOP)],
        seed=1,
    )
    game.play(next(phrase for phrase in game.decision.phrases if phrase.startswith("buy")))
    while game.decision.kind != "ability":
        game.play(game.options[-1])

    top = game.table.discard[-1]
    assert ("use" in game.decision.phrases) == (not top.startswith(("red", "blue", "green", "yellow")))
