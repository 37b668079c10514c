"""The figures of the course: their numbers against second looks, their limits, and the table behind each."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import guildhall_widgets
import pytest
from guildhall_widgets.lessons.figure_pages import FIGURES, GAMES, _game, _race

import guildhall as gh
from guildhall.core.errors import GuildhallError
from tests.lessons.second_look import hit, looks, reach, shown_farmer, spread, wins

NAMES = list(FIGURES)
every = pytest.mark.parametrize("name", NAMES)


def figure(name, **values):
    return getattr(guildhall_widgets, name)(**values)


@every
def test_every_figure_has_a_text_alternative_and_a_table(name):
    shown = figure(name)
    pictures = re.findall(r'<svg[^>]*role="img" aria-label="([^"]+)"', shown.html)

    assert pictures
    assert all(len(words) > 20 for words in pictures)
    assert len(re.findall(r"<tr>", shown.html)) >= 3
    assert unescape(shown.text().splitlines()[1]) in unescape(shown.html)


@every
def test_sliders_stay_within_what_the_others_allow(name):
    shown = figure(name)
    for control in FIGURES[name].controls:
        for end in (0, 1):
            bound = FIGURES[name].bounds(control, shown.values)[end]
            do, value = ("tick", bool(bound)) if FIGURES[name].controls[control].is_tick else ("set", str(bound))
            shown.act(do, value=value, name=control)
            assert (shown.error, shown.failure) == ("", None), (control, bound)
    with pytest.raises(GuildhallError, match="unknown slider"):
        figure(name, sliders=3)


CLAIMS = [
    ("HandGrid", {}, "3/5"),
    ("HandGrid", {"blind": 1}, str(shown_farmer(False))),
    ("HandGrid", {"chosen": 1}, str(shown_farmer(True))),
    ("HandField", {}, f"exactly {100 * float(hit(4, 120, 6)):.1f}"),
    ("HandField", {"only_weavers": 1}, f"exactly {100 * float(hit(4, 120, 6) / hit(20, 120, 6)):.1f}"),
    ("DueOrNot", {}, f"{300 / 59:.1f}"),
    ("SpreadExplorer", {}, f"deviation {spread(6):.3f}"),
    ("SpreadExplorer", {"drawn": 12}, f"deviation {spread(12):.3f}"),
    ("SpreadExplorer", {"drawn": 120}, "deviation 0.000"),
    ("DiceSums", {}, f"{100 * float(reach(5, 20)):.1f}"),
    ("NullExplorer", {}, f"{200 * wins(20, 15):.1f}"),
    ("NullExplorer", {"games": 100, "wins": 58}, ("noise or signal", "3")),
    ("PriorToPosterior", {}, ("which bot sits there", "2")),
    ("PriorToPosterior", {"rate": 50, "times": 5, "silent": 1}, ("which bot sits there", "3")),
    ("CauseLab", {}, "67.5"),
    ("CauseLab", {"hard_without": 50, "hard_with": 50}, "better"),
    ("StanceMap", {}, "Chicken"),
]


@pytest.mark.parametrize(("name", "values", "claim"), CLAIMS, ids=lambda value: str(value))
def test_what_a_figure_says_is_what_a_second_look_finds(name, values, claim):
    if isinstance(claim, tuple):  # an exercise whose answer it is, in per cent
        claim = f"{100 * looks()[claim].answer:.1f}"
    assert claim in figure(name, **values).text().replace("\u00a0", " ")


def test_tried_hands_settle_near_the_exact_numbers():
    text = figure("SpreadExplorer", hands=40).text()
    tried = float(re.search(r"hands: mean ([\d.]+)", text)[1])

    assert abs(tried - 1) < 5 * 0.9 / 20_000**0.5


def test_who_may_stop_when_it_misses_misses_more_often():
    now, ever = 0, 0
    for seed in range(30):
        said = _race({"looks": 20, "stop": 0}, seed).sentence
        now += int(re.search(r"(\d+) intervals? miss", said)[1])
        ever += int(re.search(r"(\d+) class(?:es)? missed", said)[1])

    assert 0.02 < now / (30 * 40) < 0.08
    assert 0.2 < ever / (30 * 40) < 0.4


def test_rewards_are_shared_as_the_rules_say():
    values = {"gold": 3, "fame": 2, "worth": 7}
    team = gh.odds.dice.Team(4)
    ours = _game(4, 9, values)
    theirs = gh.odds.trials.two_by_two(gh.odds.dice.stances(team, team, target=9, gold=3, fame=2), worth=0.7)

    assert [ours.both, ours.alone, ours.against, ours.fight] == pytest.approx(
        [theirs.both, theirs.alone, theirs.against, theirs.fight]
    )


def test_the_head_start_is_better_in_each_scenario():
    for kind in ("easy", "hard"):
        assert Fraction(*GAMES["with"][kind]) > Fraction(*GAMES["without"][kind])
