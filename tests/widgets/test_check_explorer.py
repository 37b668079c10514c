"""The check explorer without a browser: what its handlers do, what its page says, and that it knows no secrets."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets import CheckExplorer
from guildhall_widgets.odds.charts import Plot
from guildhall_widgets.render.numbers import fraction, percent

import guildhall as gh
from guildhall.core.errors import BadOdds
from tests.widgets.tree import Tree


@pytest.fixture
def explorer():
    explorer = CheckExplorer(dice=5, target=20)
    yield explorer
    explorer.close()


@pytest.fixture(scope="module")
def game():
    game = gh.new_game("guild-master", players=2, seed=3)
    game.run("greedy", until=lambda game: game.ply >= 150 and game.decision.kind == "team")
    return game


def act(explorer, do, **data):
    explorer.act(do, **data)
    assert explorer.error == ""
    return explorer.check


def test_it_shows_the_exact_chance_as_percent_and_fraction(explorer):
    chance = gh.odds.dice.chance(5, 20)

    assert percent(chance) in explorer.html
    assert fraction(chance) in explorer.html
    assert "Do 5 dice reach 20?" in explorer.html


@pytest.mark.parametrize(("target", "anchor"), [(20, "end"), (2, None)])
def test_the_target_is_marked_on_the_curve_and_its_chance_stands_on_the_free_side(explorer, target, anchor):
    act(explorer, "target", value=str(target))
    plot = Plot(660, 230, (1, 36))
    ((x, y),) = plot.at([(target, float(gh.odds.dice.chance(5, target)))])
    marked = re.search(
        r'<circle cx="([\d.]+)" cy="([\d.]+)" r="6" class="gh-marker"></circle>(<text[^>]*>)', explorer.html
    )

    assert (float(marked[1]), float(marked[2])) == (x, y)
    assert ('text-anchor="end"' in marked[3]) == (anchor == "end")


def test_sides_of_a_skill_upgrade_are_compared(explorer):
    act(explorer, "dice", value="3")
    act(explorer, "target", value="12")
    shown = Tree(explorer.html).text
    for chance in (
        gh.odds.dice.chance(3, 12, fixers=[5]),
        gh.odds.dice.chance(3, 12, rerolls=2),
        gh.odds.dice.chance(4, 12),
    ):
        assert percent(chance).replace("\u00a0", " ") in shown
    assert "The better side here: Dice fixer" in shown
    act(explorer, "dice", value="9")
    act(explorer, "target", value="38")
    assert "The better side here: Re-roll" in Tree(explorer.html).text
    assert act(explorer, "side", value="re-roll").chance() == gh.odds.dice.chance(9, 38, rerolls=2)


def test_a_conflict_raises_the_target_by_the_dice(explorer):
    check = act(explorer, "conflicts", value=True)

    assert (check.raised, check.chance()) == (25, gh.odds.dice.chance(5, 25))
    assert "20 and 5 for the conflict" in explorer.html


def test_a_team_and_a_contract_are_picked(explorer):
    act(explorer, "contract", value="Steal Battle Plans")
    assert (explorer.check.skill, explorer.check.target) == ("guile", 12)
    act(explorer, "member", value="Lydia", slot="0")
    check = act(explorer, "member", value="Tymon", slot="1")
    names = gh.new_game("guild-master").rules.box
    dice = sum(one.skills.get("guile", 0) for one in names.adventurers if one.name in ("Lydia", "Tymon"))

    assert check.team == ("Lydia", "Tymon")
    assert check.dice == dice
    assert check.chance() == check.brought("none").chance(12)
    assert 4 in check.brought("none").fixers  # Lydia sets one die to 4
    act(explorer, "member", value="", slot="0")
    assert explorer.check.team == ("Tymon",)
    assert act(explorer, "dice", value="3").team == ()
    assert act(explorer, "target", value="9").contract == ""


def test_the_guild_of_a_seat_has_its_members_upgrades_and_known_contracts(game):
    explorer = CheckExplorer(game, seat=1)
    view = game.view(1)
    guild = explorer.check.guild

    assert list(guild.adventurers) == view.members(1)
    assert set(guild.contracts) == {name for name in (*view.contracts, *view.private(1)) if name}
    assert set(guild.contracts).isdisjoint(game.table.private(0))
    assert len(guild.sides) == sum(side in ("dice fixer", "re-roll") for side in view.upgrades(1).values())


def test_the_best_team_is_the_best_of_all(game):
    explorer = CheckExplorer(game, seat=0)
    for name in explorer.check.guild.contracts:
        act(explorer, "contract", value=name)
        best = act(explorer, "best")
        card = best.guild.contracts[name]
        for other in best.guild.adventurers:
            alone = gh.odds.dice.Team([best.guild.adventurers[other].skills.get(best.skill, 0)])
            assert best.chance() >= alone.chance(card.targets[best.skill])


@pytest.mark.parametrize(
    ("do", "data", "error"),
    [
        ("contract", {"value": "Steal Battle Plan"}, "did you mean 'Steal Battle Plans'"),
        ("skill", {"value": "luck"}, "unknown skill 'luck'"),
        ("member", {"value": "Lydia", "slot": "9"}, "slot must be a whole number from 0 to 3"),
        ("dice", {"value": "11"}, "dice must be a whole number from 1 to 10"),
        ("target", {"value": "0"}, "target must be"),
        ("side", {"value": "magic"}, "unknown side of a Skill Upgrade"),
        ("best", {}, "the best team requires a Contract"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(explorer, do, data, error):
    before = explorer.check, explorer.html
    explorer.act(do, **data)

    assert error in explorer.error
    assert (explorer.check, explorer.html) == before


def test_an_adventurer_is_in_a_team_once(explorer):
    act(explorer, "member", value="Lydia", slot="0")
    explorer.act("member", value="Lydia", slot="1")

    assert explorer.error == "Lydia is already in the team"


def test_a_game_of_another_kind_is_refused():
    with pytest.raises(BadOdds, match="checks need a game of guild-master"):
        CheckExplorer(gh.new_game(players=2))
    with pytest.raises(BadOdds, match="seat must be"):
        CheckExplorer(gh.new_game("guild-master"), seat=7)


def test_the_rulebook_s_page_marks_the_two_wrong_entries(explorer):
    shown = Tree(explorer.html).text

    assert explorer.html.count("gh-wrong") == 2
    assert "31, not 30" in shown
    assert "20, not <20" in shown
    assert "107 entries, 2 of them wrong" in shown


def test_dice_and_target_are_traits(explorer):
    explorer.dice, explorer.target = 3, 10

    assert explorer.check.chance() == gh.odds.dice.chance(3, 10)
    act(explorer, "dice", value="6")
    assert explorer.dice == 6


def test_hidden_cards_change_nothing_of_a_seat_s_page(game):
    view = game.view(0)
    pages = set()
    for seed in range(4):
        other = game.branch()
        other.state[:] = game.rules.resample(view, seed)
        pages.add(CheckExplorer(other, seat=0).html)

    assert pages == {CheckExplorer(game, seat=0).html}
