"""What people type, whatever it is, is read or refused in words (issue 10): numbers, phrases, names of files."""

from __future__ import annotations

import re

import numpy as np
import pytest

import guildhall as gh
from guildhall.core import decision
from guildhall.core.errors import nearest, short
from guildhall.core.typed import LONGEST_PHRASE, MOST_PARTS, number_within, whole_number
from guildhall.games import registration
from guildhall.records.archive import load_all, save_all
from guildhall.simulation import Simulation

DIGITS = ["²", "③", "٣", "१", "1_0", "+1", " 1", "1.0", "", "9" * 4400]
LONG = {
    "1 MB": ("x" * 2**20, "a phrase has at most 2,000 characters, this one has 1,048,576"),
    "4,400 digits": ("buy " + "9" * 4400, "a phrase has at most 2,000 characters, this one has 4,404"),
    "100,000 commas": ("," * 100_000, "a phrase has at most 2,000 characters, this one has 100,000"),
    "many parts": ("a," * 150, "a phrase has at most 100 parts, this one has 151"),
}


def a_game(name):
    game = gh.new_game(name, players=2, seed=1)
    game.run("random", until=lambda game: game.ply >= 30 and game.decision.kind == "act")
    return game


@pytest.fixture(params=["guildhall", "advyria"])
def game(request):
    return a_game(request.param)


# --- Numbers ---


@pytest.mark.parametrize("text", DIGITS, ids=short)
def test_what_is_no_number_in_plain_digits_is_none(text):
    assert whole_number(text) is None
    assert whole_number(text, signed=True) is None


@pytest.mark.parametrize("value", [np.array([1, 2]), np.float64(1), 1.0, "1", None, True, [1], 10**5000, -1], ids=short)
def test_what_is_no_whole_number_within_bounds_is_none(value):
    assert number_within(value, 0, 9) is None
    assert number_within(np.int64(3), 0, 9) == 3


@pytest.mark.parametrize("digit", DIGITS, ids=short)
def test_signs_that_look_like_digits_are_refused_in_words(game, digit):
    said = ["buy {}", "tier {}", "player {}", "rob player {}", "turn {}", "play {} Fairy", "play 2 Fairy + {} Joker"]
    for phrase in [each.format(digit) for each in said]:
        with pytest.raises(gh.IllegalOption):
            game.play(phrase)
        for seat in (None, 0, 1):
            game.explain(phrase, seat=seat)


def test_the_reasons_for_such_a_tier_and_such_a_slot():
    game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["blue Weaver"], []])
    assert game.explain("buy ²") == "the slots of the VP row are 1 to 5"
    game.play("play blue Weaver")
    assert game.explain("tier ③") == "blue Weaver has the tiers 0, 2, 4"


# --- Phrases ---


@pytest.mark.parametrize(("phrase", "reason"), LONG.values(), ids=LONG)
def test_a_phrase_that_is_too_long_is_refused_by_its_length(game, phrase, reason):
    before = game.state.tobytes()
    with pytest.raises(gh.IllegalOption, match=f"^{re.escape(reason)}") as caught:
        game.play(phrase)

    assert len(str(caught.value)) < 1000
    assert caught.value.legal == game.decision.phrases
    assert game.explain(phrase) == game.explain(phrase, seat=game.decision.seat) == reason
    assert game.state.tobytes() == before


def test_a_phrase_of_just_the_limits_is_looked_at(game):
    for phrase in ("x" * LONGEST_PHRASE, ", ".join(["x"] * MOST_PARTS)):
        with pytest.raises(gh.IllegalOption, match=r"'x+' is not legal now"):
            game.play(phrase)


def test_long_phrases_are_not_kept():
    decision._remembered.cache_clear()
    for number in range(50):
        assert decision.fold(f" A  {'b' * 100_000} {number}") == f"a {'b' * 100_000} {number}"

    assert decision._remembered.cache_info().currsize == 0


def test_nothing_is_near_a_word_that_is_too_long():
    assert nearest("Weaver" * 100_000, ["Weaver"]) == ()
    assert nearest(10**5000, ["Weaver"]) == ()


class Mute:
    def __repr__(self):
        raise RuntimeError


def deep():
    nest = []
    for _ in range(5000):
        nest = [nest]
    return nest


@pytest.mark.parametrize(
    "value",
    ["x" * 10**6, list(range(10**5)), deep(), 10**5000, Mute(), {1: deep()}],
    ids=["text", "list", "nest", "number", "mute", "mapping"],
)
def test_what_was_given_is_told_in_a_few_words_whatever_it_is(value):
    assert 0 < len(short(value)) < 200


# --- Files ---


@pytest.mark.parametrize("name", ["\0", "a\0b.json", "\ud800.json", 5, None, b"game.json"], ids=short)
@pytest.mark.parametrize(
    ("take", "error"),
    [
        (gh.load, gh.BadRecord),
        (load_all, gh.BadRecord),
        (lambda name: save_all(name, []), gh.CannotWrite),
        (lambda name: gh.new_game().record.save(name), gh.CannotWrite),
        (lambda name: gh.simulate(games=1, out=name if name is not None else 5), gh.CannotWrite),
        (lambda name: gh.simulate(games=1).write(name), gh.CannotWrite),
        (Simulation.read, gh.BadRecord),
        (lambda name: gh.new_game(card_files=[name]), gh.BadSetup),
        (lambda name: gh.new_game("advyria", card_files=[name]), gh.BadSetup),
    ],
    ids=["load", "load_all", "save_all", "save", "simulate", "write", "read", "card_files", "advyria"],
)
def test_what_no_file_can_be_called_is_refused_in_words(take, error, name):
    with pytest.raises(error):
        take(name)


def test_the_reason_says_what_is_wrong_with_the_name():
    with pytest.raises(gh.BadSetup, match=r"^invalid file name '\\x00': it contains a NUL$"):
        gh.new_game(card_files="\0")


# --- Everything else that is given ---

ODD = ["²", "\0", "9" * 4400, 10**5000, -(10**5000), -1, True, 1.5, float("nan"), None, [], [[["red Weaver"]], []]]
ODD += [{}, {1: 2}, {"5": 10**5000}, b"x", deep(), Mute(), object(), np.array([1, 2]), [None, None], ["a", "a"]]
PLACED = {
    "guildhall": "halls hands areas completed tokens vp_cards discard deck vp_row vp_deck to_play actions seed odd",
    "advyria": "hands figures peeked villages gold adventures levels losses heroes tiles open discard deck refills "
    "finale to_play seed odd",
}
NEEDED = {"guildhall": {"halls": [{}, {}]}, "advyria": {"hands": [[], []]}}


def only_our_errors(do, *values):
    """Try each value; whatever is raised must be one of ours, and tell of itself."""
    for value in values:
        try:
            do(value)
        except gh.GuildhallError as error:
            str(error)


@pytest.mark.parametrize("name", PLACED)
def test_no_setting_takes_what_it_cannot_understand(name):
    for setting in (*registration(name).settings.help(), "seed", "card_texts", "odd"):
        only_our_errors(lambda value: gh.new_game(name, **{setting: value}), *ODD)  # noqa: B023  # called at once


@pytest.mark.parametrize("name", PLACED)
def test_no_position_takes_what_it_cannot_understand(name):
    for place in PLACED[name].split():
        for laid in (lambda value: value, lambda value: [value, value], lambda value: [[value], []]):
            lay = lambda value: gh.position(name, **{**NEEDED[name], place: laid(value)})  # noqa: B023, E731
            only_our_errors(lay, *ODD)


def test_a_list_in_the_place_of_a_card_is_named():
    with pytest.raises(gh.BadSetup, match=r"^areas\[0\]: no card of this deck is called \['red Weaver'\]"):
        gh.position(halls=[{}, {}], areas=[[["red Weaver"]], []])


def test_a_game_takes_nothing_that_it_cannot_understand(game):
    for name in ("play", "undo", "redo", "view", "events_at", "explain"):
        only_our_errors(lambda value: getattr(game.branch(), name)(value), *ODD)  # noqa: B023
    only_our_errors(game.branch().run, *(value for value in ODD if not hasattr(value, "choose")))  # an array has it
    only_our_errors(lambda value: game.explain("done", seat=value), *ODD)
    only_our_errors(lambda value: game.record.game(value), *ODD)
    only_our_errors(lambda value: game.record.game(line=value), *ODD)
    only_our_errors(lambda value: game.record.redacted(value), *ODD)
    only_our_errors(gh.new_game, *ODD)


@pytest.mark.parametrize("setting", ["games", "seed", "frames", "threads", "chunk", "bots"])
def test_a_simulation_takes_nothing_that_it_cannot_understand(setting):
    few = [value for value in ODD if not (isinstance(value, int) and value > 10)]  # so many games would take a while
    only_our_errors(lambda value: gh.simulate(**{"games": 1, setting: value}), *few)


POOL = {"red Weaver": 3, "blue Weaver": 4}


@pytest.mark.parametrize(
    "ask",
    [
        lambda value: gh.odds.draws.chance(value, ["red Weaver"], 2),
        lambda value: gh.odds.draws.chance(POOL, value, 2),
        lambda value: gh.odds.draws.chance(POOL, ["red Weaver"], value),
        lambda value: gh.odds.draws.chance(POOL, ["red Weaver"], 2, need=value),
        lambda value: gh.odds.dice.chance(dice=value, target=5),
        lambda value: gh.odds.dice.chance(dice=2, target=value),
        lambda value: gh.odds.dice.chance(dice=2, target=5, rerolls=value),
        lambda value: gh.odds.dice.wander(value),
        lambda value: gh.odds.dice.combined(value, 3),
    ],
)
def test_exact_odds_answer_or_refuse(ask):
    only_our_errors(ask, *ODD)


@pytest.mark.parametrize("given", ["seat", "turns", "n", "seed", "precision", "threads", "bot"])
def test_estimates_answer_or_refuse(given):
    game = a_game("guildhall")
    few = [value for value in ODD if not (given == "n" and isinstance(value, int) and value > 10)]
    only_our_errors(lambda value: gh.odds.goals(game, **{"seat": 0, "turns": 1, "n": 10, given: value}), *few)
