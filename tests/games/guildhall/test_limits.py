"""Own cards that reach for more than there is: buffers, plies, lists of options. Each of them ends, none breaks."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.errors import BadCardFile, BadSetup
from guildhall.games.guildhall.engine.state import AREA, MOST_STEPS, MOST_TRIED, STEPS, VP_MARK
from guildhall.games.guildhall.language import COLOURS
from guildhall.games.guildhall.reading import load_book
from guildhall.kernel.containers import overfull

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
    assert not list(overfull(state, rules.engine.capacities))


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


# Numbers of frames

MINTS = ["Mint", "Forge", "Press"]
MINTING = f"""archetype = "Mage"
tier.0 = [
  {{ take = 1, from = "my area", to = "my hand" }},
  {{ another_action = 1 }},
  {", ".join(["{ gain = 9 }"] * 10)},
]
"""


def test_more_points_than_a_column_can_hold_stand_as_its_largest_number():
    text = "".join(f"[{name}]\n{MINTING}" for name in MINTS)
    absent_minded = {"gain": 1.0, "mistakes": 0.002}
    sim = gh.simulate(cards=MINTS, card_texts=[("own.toml", text)], games=5, bots=absent_minded, seed=1)

    assert max(sim.games["score_0"].max(), sim.games["score_1"].max()) > 2**15
    assert sim.turns["vp"].max() == sim.turns["tokens"].max() == sim.turns["lead"].max() == 2**15 - 1
    assert sim.turns["vp"].null_count() == sim.turns["tokens"].null_count() == 0
    assert sim.turns["lead"].min() >= 0


# Lists of options

WIDE = (
    '{ place = 9, from = "discard pile", duplicates = "never" }, { lose = 1, who = "another player" }',
    '{ place = 3, from = "discard pile", duplicates = "never" }, { take = 1, from = "another area", to = "my hall" }',
    '{ discard = 3, from = "my hand" }, { discard = 1, from = "my hall" }',
)
NAMES = ["Weaver", "Dancer", "Fighter", "Farmer", "Trader", "Historian", "Bard"]


@pytest.mark.parametrize("effects", WIDE)
def test_a_tier_that_cannot_be_met_is_found_out_in_few_steps(effects):
    cards = [f"{colour} {name}" for name in NAMES for colour in COLOURS]
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


ZEAL = """[Zealot]
archetype = "Mage"
tier.0 = [
  { discard = 1, from = "my hall" },
  { place = 2, from = "discard pile" },
  { place = 1, from = "another hall" },
]
"""


def zealous(others: int):
    """A Zealot among other professions, who must discard the very last card of the hall to take its twin.

    Which one that is turns out only after every other card of the hall and every two of the pile were tried.
    """
    names = [name for name in load_book().professions if name != "Warlock"][:others]
    cards = [f"{colour} {name}" for name in names for colour in COLOURS][:-2]
    return gh.position(
        cards=[*names, "Zealot"],
        card_texts=[("own.toml", ZEAL)],
        halls=[{name: list(COLOURS[:4]) for name in names}, *[{names[-1]: ["yellow"]}] * 3],
        hands=[["red Zealot"], [], [], []],
        discard=cards,
    )


def test_a_deck_in_which_a_search_could_take_too_long_is_refused():
    with pytest.raises(BadSetup, match=r"Zealot, tier 0: with 120 kinds .* 2,759,585 steps.*fewer professions"):
        zealous(23)


def test_in_a_smaller_deck_the_longest_search_comes_to_its_end():
    game = zealous(10)
    game.play("play red Zealot")

    assert game.decision.phrases == ("tier 0", "no tier")
    assert MOST_STEPS < int(game.rules._buffers.opts[STEPS]) < MOST_TRIED


def test_no_shipped_card_is_refused_in_the_largest_decks():
    everything = list(load_book().professions)

    assert gh.new_game(cards=everything, players=4).rules.compiled[0]["kinds"] == 120
    assert gh.new_game(cards=everything, saga="mega", masters=True, players=4).rules.compiled[0]["kinds"] == 126


def test_a_warlock_serves_three_players_in_bounded_time():
    """Every card of the own hall is tried, each with all that two others hold, until the third can be served."""
    names = ["Warlock", *(name for name in load_book().professions if name != "Warlock")]
    mine, others = ["Warlock", *names[-9:]], names[1:-9]
    game = gh.position(
        cards=names,
        halls=[
            {name: list(COLOURS[:4]) for name in mine},
            *[{name: list(COLOURS[:4]) for name in others}] * 2,
            {names[-1]: ["yellow"]},
        ],
        hands=[["purple Warlock"], [], [], []],
    )
    game.play("play purple Warlock")

    assert game.decision.phrases == ("tier 4", "no tier")
    assert MOST_STEPS < int(game.rules._buffers.opts[STEPS]) < MOST_TRIED
    game.play("tier 4")
    assert game.decision.phrases == (f"yellow {names[-1]}",)


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
