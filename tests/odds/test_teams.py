"""Teams keep to the rules of dice; the best team is the best of all that were tried."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guildhall import odds
from guildhall.core.errors import BadOdds
from guildhall.odds.dice import Adventurer, Team


def test_case_19_twelve_skill_dice_roll_ten_and_effects_add_to_them():
    team = Team([7, 5], added=1)

    assert (team.skill, team.rolled, team.penalty) == (10, 11, 10)
    assert team.chance(40) == odds.dice.chance(11, 40)
    assert team.chance(30, conflicts=True) == odds.dice.chance(11, 40)


def test_ruling_12_the_penalty_leaves_dice_of_effects_out():
    assert Team(3, added=2).chance(10, conflicts=True) == odds.dice.chance(5, 13)


def test_a_team_uses_what_it_has():
    assert Team(5, fixers=[5], rerolls=2).chance(20) == odds.dice.chance(5, 20, [5], 2)
    assert Team(5, modifier=3).chance(20) == odds.dice.chance(5, 17)


def test_ruling_24_a_team_without_the_skill_fails():
    assert Team(0, added=3).chance(1) == 0


def test_teams_compare_by_what_they_bring():
    assert Team([2, 1], fixers=[4, 5]) == Team((2, 1), fixers=(5, 4))
    assert len({Team([2, 1]), Team((2, 1)), Team(3)}) == 2


@pytest.mark.parametrize(
    ("members", "size", "dice"),
    [
        ([[3], [1, 2, 3]], 3, (3, 5)),  # case 14
        ([[7], [6]], 2, (5, 5)),  # case 34
        ([[9], [2]], 2, (8, 2)),
        ([[6], [5], [2]], 3, (4, 4, 2)),
        ([[3, 3], [0]], 2, (3, 0)),  # case 35
        ([[3, 2], [2, 2]], 3, (5, 2)),  # equals by Fame Order
        ([[3, 0], [2]], 3, (3, 2)),
        ([[4, 4], [1]], 1, (4, 1)),  # as many places as Guilds at the least
    ],
)
def test_rulings_38_39_and_55_dice_of_a_combined_team(members, size, dice):
    assert odds.dice.combined([Team(one) for one in members], size) == dice


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=4), min_size=2, max_size=4), st.integers(1, 4))
def test_ruling_38_a_combined_team_is_cut_to_ten_from_the_top(members, size):
    dice = odds.dice.combined([Team(one) for one in members], size)
    uncut = odds.dice.combined([Team([min(die, 1) for die in one]) for one in members], size)

    assert sum(dice) <= 10
    assert all(number <= sum(one) for number, one in zip(dice, members, strict=True))
    if sum(max(one) for one in members) >= 10:
        assert sum(dice) == 10
    assert all((number > 0) == (max(one) > 0) for number, one in zip(dice, members, strict=True))
    assert sum(uncut) <= max(size, len(members))


# --- Wander ---


@pytest.mark.parametrize(
    ("result", "pays"), [(9, (1, 0)), (10, (1, 1)), (19, (1, 1)), (20, (2, 2)), (39, (3, 3)), (40, (4, 4))]
)
def test_case_16_a_wander_pays_the_tens(result, pays):
    certain = Team(1, fixers=[6], rerolls=0, modifier=result - 6)

    assert odds.dice.wander(certain) == pays


def test_a_wander_uses_re_rolls_for_both_rewards():
    gold, fame = odds.dice.wander(Team(4, rerolls=2))
    plain = odds.dice.wander(Team(4))

    assert gold + fame > plain.gold + plain.fame
    assert gold + fame == odds.dice.expected(4, rerolls=2, worth=lambda result: max(result // 10, 1) + result // 10)


def test_a_team_without_the_skill_wanders_for_one_gold():
    assert odds.dice.wander(Team(0)) == (1, 0)


# --- The best team ---

GUILD = [
    Adventurer("Ada", {"Might": 2, "Charm": 1}),
    Adventurer("Bo", {"Guile": 3}, fixers=[4]),
    Adventurer("Cy", {"Guile": 1, "Might": 2}, rerolls=1),
    Adventurer("Dee", {"Might": 3}, added=1),
    Adventurer("Eli", {"Charm": 4}, modifier=1),
]
CONTRACT = {"Might": 17, "Guile": 14}


def slow_chance(team, contract, own):
    """The best chance of a team over the skills of a contract."""
    chances = []
    for skill, target in contract.items():
        dice = sum(one.skills.get(skill, 0) for one in team)
        fixers = [value for one in team for value in one.fixers] + own.get(skill, [])
        rolled = min(dice, 10) + sum(one.added for one in team)
        goal = target - sum(one.modifier for one in team)
        chances.append(
            odds.dice.chance(rolled, goal, fixers, sum(one.rerolls for one in team)) if dice else Fraction(0)
        )
    return max(chances)


@pytest.mark.parametrize("size", [1, 2, 3, 9])
def test_the_best_team_is_the_best_of_all(size):
    own = {"Guile": [5]}
    every = [team for number in range(1, size + 1) for team in combinations(GUILD, number)]
    best = max(slow_chance(team, CONTRACT, own) for team in every)

    found = odds.dice.best_team(GUILD, size, CONTRACT, upgrades={"Guile": Team(0, fixers=[5])})

    assert found.chance == best == slow_chance(found.team, {found.skill: CONTRACT[found.skill]}, own)
    assert len(found.team) <= size


def test_of_equal_teams_the_smaller_then_the_earlier_is_sent():
    twins = [Adventurer(name, {"Might": 3, "Logic": 3}) for name in ("Una", "Tom", "Sue")]

    assert odds.dice.best_team(twins, 2, {"Might": 3}).names == ("Una",)
    assert odds.dice.best_team(twins, 2, {"Logic": 20, "Might": 20}).names == ("Una", "Tom")
    assert odds.dice.best_team(twins, 2, {"Logic": 20, "Might": 20}).skill == "Logic"


def test_in_a_conflict_more_dice_raise_the_target():
    guild = [Adventurer("Ada", {"Might": 4}), Adventurer("Bo", {"Might": 1})]
    found = odds.dice.best_team(guild, 2, {"Might": 8}, conflicts=True)

    assert found.chance == Team(5).chance(8, conflicts=True) > Team(4).chance(8, conflicts=True)


def test_nobody_with_the_skill_sends_somebody_without_a_chance():
    found = odds.dice.best_team(GUILD, 2, {"Spirit": 6})

    assert (found.names, found.skill, found.chance) == (("Ada",), "Spirit", 0)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Team(-1), "dice must be a whole number of at least 0, not -1"),
        (lambda: Team(True), "not True"),
        (lambda: Team(2.0), "not 2.0"),
        (lambda: Team("3"), "not '3'"),
        (lambda: Team([]), "at least one Adventurer"),
        (lambda: Team([2, None]), "not None"),
        (lambda: Team(3, fixers=[0]), "face from 1 to 6, not to 0"),
        (lambda: Team(3, rerolls=13), "rerolls must be at most 12"),
        (lambda: Team(3, added=11), "added must be at most 10"),
        (lambda: Team(3, added=-1), "added must be"),
        (lambda: Team(3, modifier=1.5), "modifier must be"),
        (lambda: Team(3).chance("9"), "target must be a whole number"),
        (lambda: odds.dice.combined([Team(3)], 0), "size must be"),
        (lambda: Adventurer("Ada", ["Might"]), "dice by skill"),
        (lambda: Adventurer("Ada", {"Might": -2}), "dice must be"),
        (lambda: Adventurer("Ada", {}, rerolls=-1), "rerolls must be"),
        (lambda: odds.dice.best_team([], 2, CONTRACT), "at least one"),
        (lambda: odds.dice.best_team(["Ada"], 2, CONTRACT), "must be Adventurers"),
        (lambda: odds.dice.best_team(GUILD, 0, CONTRACT), "size must be"),
        (lambda: odds.dice.best_team(GUILD, 2, {}), "target by skill"),
        (lambda: odds.dice.best_team(GUILD, 2, {"Might": True}), "target must be a whole number"),
        (lambda: odds.dice.best_team(GUILD * 10, 5, CONTRACT), "50 candidates form 2369935 teams, more than 100000"),
    ],
)
def test_a_team_that_cannot_be_says_why(ask, message):
    with pytest.raises(BadOdds) as caught:
        ask()

    assert message in str(caught.value)
