"""Contests equal rolling every die of every Guild; the table of stances follows the rules of contested contracts."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guildhall import odds
from guildhall.core.errors import BadOdds
from guildhall.odds.dice import Team
from tests.odds import brute_dice
from tests.odds.brute_dice import FACES, HALF, Brought, swapped

COOPERATE, CONFLICT = "cooperate", "conflict"


def teams_of(*brought):
    return [Team(one.dice, one.fixers, one.rerolls) for one in brought]


@pytest.mark.parametrize(
    ("brought", "targets"),
    [
        ([Brought(2), Brought(1)], None),
        ([Brought(3), Brought(3)], None),
        ([Brought(1, rerolls=2), Brought(2, fixers=(5,))], None),
        ([Brought(2, rerolls=1), Brought(2, rerolls=1)], None),
        ([Brought(2, fixers=(4,), rerolls=1), Brought(3)], None),
        ([Brought(1), Brought(1, rerolls=1), Brought(1)], None),
        ([Brought(1, rerolls=1)] * 3, None),
        ([Brought(1, rerolls=1), Brought(1), Brought(1, fixers=(3,)), Brought(1)], None),
        ([Brought(2), Brought(3)], [8, 11]),
        ([Brought(2, rerolls=1), Brought(2, fixers=(3,), rerolls=1)], [7, 8]),
        ([Brought(1, rerolls=1), Brought(2, rerolls=1), Brought(1, fixers=(4,))], [3, 6, 4]),
    ],
)
def test_ruling_47_a_contest_equals_rolling_every_die_in_turn(brought, targets):
    wins, outright, nobody = brute_dice.contest(brought, targets)

    found = odds.dice.contest(teams_of(*brought), targets)

    assert found.wins == tuple(wins)
    assert found.outright == tuple(outright)
    assert found.nobody == nobody


def test_rule_31_the_die_to_re_roll_in_a_tie_is_the_lowest():
    """Against choosing any die in every round, the second Guild after it has seen the first one's re-roll."""

    @cache
    def any_die(one, other, lead, rolls):
        if lead or not rolls:
            return Fraction(lead > 0) if lead else HALF
        return max(
            sum(
                min(
                    sum(
                        any_die(
                            swapped(one, i, face),
                            swapped(other, j, second),
                            (face - one[i]) - (second - other[j]),
                            rolls - 1,
                        )
                        for second in FACES
                    )
                    for j in range(len(other))
                )
                for face in FACES
            )
            for i in range(len(one))
        ) / Fraction(36)

    for one in combinations_with_replacement(FACES, 2):
        for other in combinations_with_replacement(FACES, 2):
            won, lost = brute_dice.tie_winners((one, other), 2)
            assert any_die(one, other, 0, 2) == won + (1 - won - lost) / 2


def thousandths(*chances):
    return [f"{float(chance):.3%}" for chance in chances]


def test_case_4_six_dice_against_three():
    builders = odds.dice.contest([Team(6), Team(3)])

    assert thousandths(*builders.outright, builders.tie) == ["97.530%", "1.488%", "0.982%"]
    assert builders.wins[0] > builders.outright[0]


def test_case_13_margins_over_raised_targets():
    kim, chris = Team(4), Team(6)

    conflict = odds.dice.contest([kim, chris], [10 + kim.penalty, 10 + chris.penalty])

    chances = thousandths(*conflict.outright, conflict.tie, conflict.nobody)
    assert chances == ["14.404%", "77.319%", "3.997%", "4.280%"]


def test_ruling_14_a_fixed_die_is_rolled_anew_in_a_tie():
    """Both dice show 6, one because it was set to it: each Guild wins as often as the other."""
    fixed = odds.dice.contest([Team(1, fixers=[6]), Team(1, fixers=[6])])

    assert fixed.tie == 1
    assert fixed.wins[0] == fixed.wins[1] == (1 - Fraction(1, 6**3)) / 2


def test_who_rolls_last_knows_what_to_beat():
    first, last = odds.dice.contest([Team(6, rerolls=2)] * 2).wins
    early, late = odds.dice.contest([Team(6, fixers=[5])] * 2).wins

    assert last > first
    assert late == early


@given(
    st.lists(
        st.builds(Team, st.integers(1, 4), st.lists(st.integers(1, 6), max_size=1), st.integers(0, 1)),
        min_size=2,
        max_size=3,
    ),
    st.lists(st.integers(4, 12), min_size=3, max_size=3),
    st.booleans(),
)
def test_chances_of_a_contest_sum_to_one(teams, targets, conflicts):
    found = odds.dice.contest(teams, targets[: len(teams)] if conflicts else None)

    assert sum(found.wins) + found.undecided + found.nobody == 1
    assert sum(found.outright) + found.tie + found.nobody == 1
    assert 0 <= found.undecided <= found.tie / 36
    assert all(one >= other >= 0 for one, other in zip(found.wins, found.outright, strict=True))


@settings(max_examples=25)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 1))
def test_a_die_more_wins_more(dice, others, rerolls):
    rival = Team(others, rerolls=rerolls)

    assert odds.dice.contest([Team(dice + 1), rival]).wins[0] > odds.dice.contest([Team(dice), rival]).wins[0]
    assert odds.dice.contest([rival, Team(dice + 1)]).wins[1] > odds.dice.contest([rival, Team(dice)]).wins[1]


def test_the_largest_contest_is_exact():
    """Twenty dice and re-rolls each are as many as a machine's numbers can follow."""
    many = Team(10, added=9, rerolls=1)
    found = odds.dice.contest([many, many])

    assert sum(found.wins) + found.undecided == 1
    assert found.wins[1] > found.wins[0] > Fraction(49, 100)


# --- Cooperate or conflict ---


def row(table, first, second):
    """What the table says of two stances."""
    return table.row(by_predicate=(pl.col("first") == first) & (pl.col("second") == second), named=True)


@pytest.mark.parametrize(
    ("first", "second", "target"),
    [
        (Brought(1), Brought(1), 7),
        (Brought(2, rerolls=1), Brought(1, rerolls=1), 12),
        (Brought(1, fixers=(4,)), Brought(2, rerolls=2), 13),
        (Brought(1, rerolls=2), Brought(1, fixers=(3,), rerolls=1), 9),
    ],
)
def test_rule_77_a_combined_team_equals_rolling_every_die_in_turn(first, second, target):
    done, *parts = brute_dice.cooperation(first, second, target)
    halved = (done - sum(parts)) / 2

    both = row(odds.dice.stances(*teams_of(first, second), target), COOPERATE, COOPERATE)

    assert both["p_first"] == both["p_second"] == float(done)
    assert [both["card_first"], both["card_second"]] == pytest.approx([float(part + halved) for part in parts])


def test_case_14_a_combined_team_of_three_rolls_eight_dice():
    kim, chris = Team([3]), Team([1, 2, 3])

    both = row(odds.dice.stances(kim, chris, 20, fame=4, size=3), COOPERATE, COOPERATE)

    assert both["p_first"] == both["p_second"] == float(odds.dice.chance(8, 20))
    assert both["fame_first"] == both["fame_second"] == float(4 * odds.dice.chance(8, 20))
    assert both["card_first"] + both["card_second"] == pytest.approx(both["p_first"])
    assert both["card_second"] > both["card_first"]


def test_case_15_one_success_of_separate_teams_completes_for_both():
    both = row(odds.dice.stances(Team(4), Team(6), (10, 10)), COOPERATE, COOPERATE)

    assert thousandths(both["p_first"], both["p_second"]) == ["99.982%"] * 2
    assert both["card_first"] < both["card_second"]
    assert both["card_first"] + both["card_second"] == pytest.approx(both["p_first"])


def test_rule_81_separate_cooperators_compare_margins_and_break_ties():
    """One die against 3 and one against 4: all pairs of faces, a tie of margins by the re-rolls."""
    card, done = [Fraction(0), Fraction(0)], Fraction(0)
    for one in FACES:
        for other in FACES:
            margins = one - 3, other - 4
            if max(margins) < 0:
                continue
            done += Fraction(1, 36)
            won = brute_dice.tie_winners(((one,), (other,)), 3) if margins[0] == margins[1] else None
            lead = won or (Fraction(margins[0] > margins[1]), Fraction(margins[0] < margins[1]))
            rest = (1 - sum(lead)) / 2
            card = [have + (share + rest) / 36 for have, share in zip(card, lead, strict=True)]

    both = row(odds.dice.stances(Team(1), Team(1), (3, 4)), COOPERATE, COOPERATE)

    assert both["p_first"] == float(done)
    assert [both["card_first"], both["card_second"]] == pytest.approx([float(share) for share in card])


def test_rule_74_and_76_a_lone_conflictor_takes_all_or_leaves_it_to_the_cooperator():
    kim, chris = Team(4), Team(6)
    table = odds.dice.stances(kim, chris, 10, gold=3, fame=2)
    taken, alone, roam = kim.chance(14), (1 - kim.chance(14)) * chris.chance(10), odds.dice.wander(chris)

    betrayed = row(table, CONFLICT, COOPERATE)

    assert betrayed["p_first"] == betrayed["card_first"] == float(taken)
    assert betrayed["p_second"] == float(alone)
    assert (betrayed["gold_first"], betrayed["fame_first"]) == (float(3 * taken), float(2 * taken))
    assert betrayed["gold_second"] == float(3 * alone + taken * roam.gold)
    assert betrayed["fame_second"] == float(2 * alone + taken * roam.fame)
    assert row(table, COOPERATE, CONFLICT)["p_second"] == float(chris.chance(16))


def test_rule_75_of_two_conflictors_one_takes_everything():
    kim, chris = Team(4), Team(6)
    conflict = odds.dice.contest([kim, chris], [14, 16])

    both = row(odds.dice.stances(kim, chris, (10, 10), gold=3, fame=2), CONFLICT, CONFLICT)

    assert both["p_first"] == float(conflict.wins[0] + conflict.undecided / 2)
    assert both["p_first"] + both["p_second"] == pytest.approx(float(1 - conflict.nobody))
    assert both["gold_first"] == pytest.approx(3 * both["p_first"])
    assert both["fame_second"] == pytest.approx(2 * both["p_second"])


def test_case_30_an_odd_gold_goes_to_the_higher_part():
    both = row(odds.dice.stances(Team(3), Team(4), 12, gold=5), COOPERATE, COOPERATE)

    assert both["gold_first"] == pytest.approx(2 * both["p_first"] + both["card_first"])
    assert both["gold_second"] == pytest.approx(2 * both["p_second"] + both["card_second"])


def test_case_38_an_agreement_binds_only_if_both_cooperate():
    agreed = odds.dice.stances(Team(3), Team(4), 12, gold=3, split=(2, 1))
    default = odds.dice.stances(Team(3), Team(4), 12, gold=3)

    both = row(agreed, COOPERATE, COOPERATE)
    assert both["gold_first"] == pytest.approx(2 * both["p_first"])
    assert both["gold_second"] == pytest.approx(both["p_second"])
    assert agreed[1:].equals(default[1:])


def test_ruling_39_a_team_without_the_skill_cooperates_and_never_conflicts_with_success():
    table = odds.dice.stances(Team(0, added=2), Team([3, 3]), 8, gold=4, fame=1)

    both, alone = row(table, COOPERATE, COOPERATE), row(table, CONFLICT, COOPERATE)
    assert both["p_first"] == float(odds.dice.chance(3 + 2, 8))  # one Adventurer of each; dice of effects are rolled
    assert alone["p_first"] == 0
    assert alone["p_second"] == float(Team(6).chance(8))
    assert row(table, CONFLICT, CONFLICT)["p_second"] == float(Team(6).chance(14))
    assert row(table, COOPERATE, CONFLICT)["gold_first"] == float(Team(6).chance(14))  # a Wander for 1 Gold


def test_separate_targets_without_the_skill_leave_the_check_to_the_other():
    both = row(odds.dice.stances(Team(0), Team(3), (8, 8)), COOPERATE, COOPERATE)

    assert both["p_first"] == both["p_second"] == both["card_second"] == float(odds.dice.chance(3, 8))
    assert both["card_first"] == 0


def test_nobody_with_the_skill_never_completes():
    table = odds.dice.stances(Team(0), Team(0), 8, gold=3, fame=3)

    assert table["p_first"].to_list() == table["p_second"].to_list() == [0] * 4


def test_modifiers_count_in_contests():
    assert odds.dice.contest([Team(2, modifier=11), Team(2)]).wins == (1, 0)
    both = row(odds.dice.stances(Team(1, modifier=2), Team(1), 8), COOPERATE, COOPERATE)
    assert both["p_first"] == float(odds.dice.chance(2, 6))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds.dice.contest([Team(3)]), "needs 2 to 4 teams"),
        (lambda: odds.dice.contest([Team(3)] * 5), "needs 2 to 4 teams"),
        (lambda: odds.dice.contest([3, 4]), "given as Team"),
        (lambda: odds.dice.contest([Team(3), Team(0)]), "at least one Skill Die"),
        (lambda: odds.dice.contest([Team(3), Team(3)], [9]), "got 1 targets for 2 teams"),
        (lambda: odds.dice.contest([Team(3), Team(3)], [9, True]), "target must be a whole number"),
        (lambda: odds.dice.contest([Team(3), Team(3)], [9, 10**30]), "target must be at most 1000"),
        (lambda: odds.dice.contest([Team(10, rerolls=11), Team(3)]), "10 dice and 11 re-rolls are too many"),
        (lambda: odds.dice.stances(3, Team(3), 9), "given as Team"),
        (lambda: odds.dice.stances(Team(3), Team(3), (9, 9, 9)), "one number for both Guilds or two"),
        (lambda: odds.dice.stances(Team(3), Team(3), "99"), "target must be a whole number"),
        (lambda: odds.dice.stances(Team(3), Team(3), 9, gold=-1), "gold must be"),
        (lambda: odds.dice.stances(Team(3), Team(3), 9, fame=1.5), "fame must be"),
        (lambda: odds.dice.stances(Team(3), Team(3), 9, size=0), "size must be"),
        (lambda: odds.dice.stances(Team(3), Team(3), 9, gold=3, split=(2, 2)), "two shares of 3 Gold"),
        (lambda: odds.dice.stances(Team(3), Team(3), 9, gold=3, split=(3,)), "two shares of 3 Gold"),
    ],
)
def test_a_contest_that_cannot_be_says_why(ask, message):
    with pytest.raises(BadOdds) as caught:
        ask()

    assert message in str(caught.value)
