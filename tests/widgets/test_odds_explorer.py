"""The odds explorer without a browser: what its handlers do, and what its page says."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest
from guildhall_widgets.odds.counting import PRESETS, Situation
from guildhall_widgets.odds.explorers import OddsExplorer
from guildhall_widgets.render.numbers import fraction, percent

import guildhall as gh
from tests.widgets.tree import Tree


@pytest.fixture
def explorer():
    explorer = OddsExplorer(missing=2, seen=1, draws=6, unseen=80)
    yield explorer
    explorer.close()


def wait_until(claim) -> None:
    until = time.monotonic() + 120
    while not claim():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)


def test_it_shows_the_exact_chance_as_percent_and_fraction(explorer):
    assert percent(explorer.situation.chance) in explorer.html
    assert fraction(explorer.situation.chance) in explorer.html


@pytest.mark.parametrize(
    ("do", "data", "wanted"),
    [
        ("draws", {"value": "12"}, Situation((1, 1), 12, 0, 80)),
        ("missing", {"value": "3"}, Situation((1, 1, 1), 6, 0, 80)),
        ("missing", {"value": "1"}, Situation((1,), 6, 0, 80)),
        ("seen", {"value": "3"}, Situation((3, 3), 6, 0, 80)),
        ("seen", {"value": "3", "colour": "1"}, Situation((1, 3), 6, 0, 80)),
        ("unseen", {"value": "60"}, Situation((1, 1), 6, 0, 60)),
        ("kept", {"value": "2"}, Situation((1, 1), 4, 2, 80)),
        ("need", {"value": "1"}, Situation((1, 1), 6, 0, 80, need=1)),
        ("need", {"value": "2"}, Situation((1, 1), 6, 0, 80)),
        ("preset", {"value": "The last copy of one colour"}, PRESETS["The last copy of one colour"]),
        ("preset", {"value": "Custom situation"}, Situation((1, 1), 6, 0, 80)),
    ],
)
def test_every_control_changes_its_part_of_the_situation(explorer, do, data, wanted):
    explorer.act(do, **data)

    assert explorer.error == ""
    assert explorer.situation == wanted
    assert percent(wanted.chance) in explorer.html


@pytest.mark.parametrize(
    ("do", "data", "message"),
    [
        ("draws", {"value": "81"}, "cards drawn must be a whole number from 0 to 80, not '81'"),
        ("draws", {"value": "<b>"}, "not '<b>'"),
        ("missing", {"value": "6"}, "colours missing must be a whole number from 1 to 5"),
        ("seen", {"value": "5"}, "copies seen must be a whole number from 0 to 4"),
        ("seen", {"value": "1", "colour": "2"}, "colour must be a whole number from 0 to 1"),
        ("unseen", {"value": "5"}, "unseen cards must be a whole number from 6 to 480"),
        ("kept", {"value": "7"}, "cards kept must be a whole number from 0 to 6"),
        ("need", {"value": "0"}, "colours wanted must be a whole number from 1 to 2"),
        ("seed", {"value": "-1"}, "seed must be a whole number"),
        ("preset", {"value": "The last copi of one colour"}, "did you mean 'The last copy of one colour'"),
        ("fly", {}, "unknown message 'fly'"),
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(explorer, do, data, message):
    before = explorer.situation
    explorer.act(do, **data)

    assert message in explorer.error
    assert explorer.situation == before


def test_the_status_line_says_question_and_answer(explorer):
    explorer.act("draws", value="7")

    assert explorer.status.startswith("7 of 80 unseen cards are drawn")
    assert explorer.status.endswith(percent(explorer.situation.chance))


def test_the_chosen_number_of_draws_is_marked_on_the_curve(explorer):
    def marker():
        return re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)"', explorer.html).groups()

    few = marker()
    explorer.act("draws", value="30")
    many = marker()

    assert float(many[0]) > float(few[0])
    assert float(many[1]) < float(few[1])


def test_hands_are_drawn_stopped_and_gone_on_with(explorer):
    explorer.act("draw")
    wait_until(lambda: explorer.hands.number >= 20)
    assert "Stop" in explorer.html
    explorer.act("draw")
    stopped = explorer.hands.number
    assert not explorer.is_working
    assert f"Stopped after {stopped} hands" == explorer.status
    assert "Continue" in explorer.html
    explorer.act("draw")
    wait_until(lambda: explorer.hands.number > stopped)


def test_drawing_ends_by_itself(explorer, monkeypatch):
    monkeypatch.setattr("guildhall_widgets.odds.explorers.PACE", 0)
    explorer.act("draw")
    wait_until(lambda: explorer.status == "20000 hands drawn")

    assert explorer.hands.is_full
    assert not explorer.is_working
    assert "of 20,000 hands are complete" in explorer.html


def test_another_number_of_draws_keeps_the_hands_and_another_deck_does_not(explorer):
    hands = explorer.hands
    explorer.act("draws", value="9")
    explorer.act("kept", value="1")
    assert explorer.hands is hands
    explorer.act("unseen", value="70")
    assert explorer.hands is not hands


def test_another_situation_goes_on_drawing(explorer):
    explorer.act("draw")
    explorer.act("missing", value="4")
    wait_until(lambda: explorer.hands.number > 0)

    assert explorer.is_working
    assert explorer.hands.situation.missing == 4


def test_clear_forgets_the_hands_and_keeps_the_seed(explorer):
    explorer.act("seed", value="17")
    explorer.act("draw")
    wait_until(lambda: explorer.hands.number > 0)
    explorer.act("clear")

    assert explorer.hands.number == 0
    assert explorer.hands.seed == 17
    assert not explorer.is_working
    assert 'value="17"' in explorer.html


def test_what_fails_while_drawing_is_shown(explorer, monkeypatch):
    monkeypatch.setattr("guildhall_widgets.odds.counting.Hands._draw", lambda self, size: 1 // 0)
    explorer.act("draw")
    wait_until(lambda: explorer.error)

    assert explorer.error.startswith("ZeroDivisionError")
    assert "Draw hands" in explorer.html


def test_a_goal_out_of_reach_is_said_in_words():
    page = OddsExplorer(missing=2, seen=(4, 1)).html

    assert "impossible" in page
    assert "No number of draws can complete it" in page


def test_without_a_kernel_the_words_hold_the_answer():
    explorer = OddsExplorer(preset="One colour missing, two copies seen")
    bundle, _ = explorer._repr_mimebundle_()

    assert "exactly 173/1335" in bundle["text/plain"]
    assert "Derivation" in bundle["text/html"]


def test_an_unknown_preset_is_refused():
    with pytest.raises(gh.BadOdds, match="unknown situation 'Luck'"):
        OddsExplorer(preset="Luck")


def test_every_chart_tells_its_result_to_those_who_do_not_see_it(explorer):
    said = re.findall(r'<svg [^>]*aria-label="([^"]+)"', explorer.html)

    assert len(said) == 3
    assert percent(explorer.situation.chance) in said[0]
    assert "the mean is" in said[1]
    assert "no hands drawn yet" in said[2]


# --- covered ------------------------------------------------------------------------------------------------


def test_a_covered_chance_is_told_nowhere_until_it_is_uncovered():
    covered, told = OddsExplorer(seen=2, unseen=90, covered=True), []
    chance = percent(covered.situation.chance)
    assert chance in OddsExplorer(seen=2, unseen=90).html
    for do in ({"do": "draws", "value": "7"}, {"do": "draws", "value": "6"}):
        covered.act(do.pop("do"), **do)
        told += [covered.html, covered.status, covered.text()]
    chances = ("13.0", "173/1335", "15.0", "mean")
    assert not [word for word in chances if any(word in words for words in told)]
    assert "gh-exact-line" not in covered.html
    assert "are drawn" in covered.html

    covered.act("cover", value=False)
    assert chance in covered.html
    assert covered.status.endswith(chance)


def test_hands_drawn_under_the_cover_tell_only_their_share():
    explorer = OddsExplorer(seen=2, unseen=90, covered=True)
    for batch in explorer.hands.batches(until=200):
        explorer.hands.add(batch)
    explorer.refresh()

    assert "hands are complete" in explorer.html
    assert "Exact" not in explorer.html
    explorer.covered = False
    assert f"Exact {percent(explorer.situation.chance)}" in explorer.html


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        ("20", "your guess 20.0 %: 7.0 points too high"),
        ("10,5 %", "your guess 10.5 %: 2.5 points too low"),
        (" ", ""),
    ],
)
def test_a_guess_is_compared_with_the_chance_once_it_is_revealed(guess, told):
    explorer = OddsExplorer(seen=2, unseen=90, covered=True)
    explorer.act("guess", value=guess)
    assert "points too" not in explorer.html
    explorer.act("reveal")

    assert explorer.error == ""
    assert not explorer.covered
    shown = explorer.html.replace("\u00a0", " ")
    assert (told in shown) if told else ("your guess" not in shown)


def test_the_button_hides_the_chance_and_shows_it_again(explorer):
    explorer.act("hide")
    assert explorer.covered
    assert percent(explorer.situation.chance) not in explorer.html
    explorer.act("hide")

    assert percent(explorer.situation.chance) in explorer.html


def test_the_guess_that_hits_is_exactly_right_and_another_situation_forgets_it():
    explorer = OddsExplorer(missing=1, seen=0, draws=1, unseen=8, covered=True)
    explorer.act("guess", value="50")
    explorer.act("reveal")
    assert "exactly right" in explorer.html
    explorer.act("draws", value="2")

    assert explorer.guess is None
    assert "your guess" not in explorer.html


@pytest.mark.parametrize("guess", ["101", "-1", "half", "1e1", "12.34567", "9" * 400])
def test_a_guess_that_is_no_percentage_is_refused(guess):
    explorer = OddsExplorer(covered=True)
    explorer.act("guess", value=guess)

    assert explorer.error.startswith("a guess is a number from 0 to 100 percent, not ")
    assert explorer.guess is None


def test_the_cards_of_the_question_are_drawn():
    page = Tree(OddsExplorer(missing=2, seen=(1, 3), draws=4, kept=2, unseen=60).html)
    classes = Counter(tag[1].get("class") for tag in page.tags)

    assert classes["gh-odds-card gh-odds-lack"] == 2
    assert classes["gh-odds-seen"] == 4
    assert classes["gh-odds-card gh-odds-back"] == 4
    assert classes["gh-odds-card gh-odds-kept"] == 2
