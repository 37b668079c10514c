"""Guild Master through the same doors: its table drawn and clicked, and nothing behind a screen on the page."""

from __future__ import annotations

from functools import partial

import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from guildhall.games.guild_master.engine.state import FIRST_OF_DECK, Kind
from guildhall.games.guild_master.language import SKILLS, Op
from tests.games.guild_master.lab import Lab
from tests.widgets import played
from tests.widgets.tree import Tree

EVENT = "Storm the Watchtower"

mid_game = partial(played.mid_game, "guild-master", plies=120)


def test_board_tracks_and_guild_boards_are_drawn_once():
    game = mid_game()
    html = render.table(game.rules, game.table)

    assert all(html.count(f'data-key="seat {seat}"') == 1 for seat in range(3))
    assert html.count("gh-here") == 2
    for name in (*filter(None, game.table.contracts), *filter(None, game.table.adventurers.values())):
        assert html.count(f", {name}") >= 1
    for seat in range(3):
        assert all(f'aria-label="{member}, ' in html for member in game.table.members(seat))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_can_be_drawn_and_clicked(players):
    game = gh.new_game("guild-master", players=players, seed=players)

    assert played.click_through(game, 160, seed=players) > 60


@pytest.mark.parametrize("kind", ["team", "stance", "dice", "talk", "instead", "tie"])
def test_every_place_of_a_decision_is_on_its_page(kind):
    for seed in range(30):
        game = gh.new_game("guild-master", players=3, seed=seed)
        game.run("odds", until=lambda g: g.decision.kind == kind and g.ply > 60)
        if not game.over:
            break
    drawn = TableWidget(game, seat=game.decision.seat).html

    assert game.decision.kind == kind
    assert all(f'data-key="at {place}"' in drawn for place in game.rules.places(game.state).values())


def test_orders_stand_behind_screens_until_they_are_revealed():
    lab = Lab(2)
    first, second = lab.table.members(0)[:2]
    lab.plan(f"{first} {second}: contract 1", "")
    own, other = (render.table(lab.rules, lab.rules.view(lab.state, seat)) for seat in (0, 1))
    assert f"Order Space 1: contract 1 · {first}, {second}" in own
    assert (own.count('class="gh-screen"'), other.count('class="gh-screen"')) == (2, 2)
    assert "contract 1 ·" not in other
    assert "Order 1 of Player 1" in own
    assert "Order 1 of" not in other
    assert "gh-sent" not in other
    lab.plan()

    assert f"Order Space 1: contract 1 · {first}, {second}" in render.table(lab.rules, lab.rules.view(lab.state, 1))


def test_a_contest_shows_stances_only_when_all_have_chosen():
    lab = Lab(2, round_no=2).guild(0, fame=3)
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"], [f"{lab.table.members(1)[0]}: contract 1"])
    lab.play("carry out", "carry out", "propose", "leave open", "card to player 2")
    assert "proposes: card to Player 2" in Tree(render.table(lab.rules, lab.table)).text
    lab.play("accept", "conflict")
    own, other = (render.table(lab.rules, lab.rules.view(lab.state, seat)) for seat in (0, 1))

    assert "agreed: card to Player 2" in Tree(other).text
    assert (">conflict<" in own, ">conflict<" in other) == (True, False)
    assert "stance hidden" in other


def test_dice_are_shown_with_their_sum_and_target():
    lab = Lab(2).clear_spots().spot(1, "Confront Blasphemers").guild(0, "Gorran Brisa Haldor Ilse", fixer="might")
    lab.skills("Gorran", might=3)
    lab.plan_all(["Gorran: contract 1"])
    lab.play("carry out", "might")
    lab.s["dice"][0, :3] = [2, 2, 6]
    html = render.table(lab.rules, lab.table)

    assert 'aria-label="Might against 6"' in html
    assert html.count("gh-i-die2") == 2
    assert 'aria-label="10 of 6"' in html
    assert "reached, 4 over" in Tree(html).text
    assert 'aria-label="2 dice showing 2"' in html


def test_the_table_shows_what_a_decision_needs():
    lab = (
        Lab(["Ada", "Bela"], round_no=2).pile("A", "Cixi").clear_spots().spot(1, EVENT).spot(2, "Confront Blasphemers")
    )
    lab.effects(EVENT, Kind.EVENT, (Op.BIDS, 1, -1), (Op.TARGETS, 2, -1)).guild(0, private=["Steal Battle Plans"])
    lab.ability(lab.table.members(1)[0], Op.BUILDERS, -1)
    cost, bid = int(lab.record["cost"][int(lab.s["marker"])]), int(lab.record["minimum"][0, 1])
    heroic = FIRST_OF_DECK[1] + 5
    lab.s["spot"][2], lab.s["spot_deck"][2] = heroic, 1
    shown = render.table(lab.rules, lab.rules.view(lab.state, 0))

    assert f"{cost} (Bela {cost - 1}) Gold for the next" in shown
    assert f"3 Fame, bid {bid + 1}" in shown
    assert "Guile 14" in shown  # the Private Contract's 12, with the Event
    assert "face down, Heroic" in shown
    assert lab.rules.names.contracts[heroic] not in shown


def test_a_private_contract_in_flight_is_not_told_as_the_objective_that_was_missed():
    lab = (
        Lab(["Ada", "Bela"], round_no=2).clear_spots().guild(0, "Lydia", private=["Steal Battle Plans"], fixer="guile")
    )
    lab.plan_all(["Lydia:"])
    lab.play("attempt Steal Battle Plans", "guile")
    shown = render.table(lab.rules, lab.table)

    assert "Order Space 1, the Private Contract Steal Battle Plans" in shown


# --- Chances ---


def _against(target, **upgrades):
    """Gorran, without an ability, has three dice of Might for a Contract with this target."""
    lab = Lab(2).clear_spots().spot(1, "Confront Blasphemers").guild(0, "Gorran", **upgrades)
    lab.skills("Gorran", might=3).ability("Gorran", Op.INCOME, 1)
    lab.record["target"][lab.s["spot"][0], SKILLS.index("might")] = target
    return lab


def test_the_chance_before_a_roll_is_that_of_the_dice_and_the_upgrade():
    lab = _against(13, fixer="might")
    lab.play("Gorran")

    assert lab.table.chances.team(0, int(lab.s["spot"][0])) == float(gh.odds.dice.chance(3, 13, [5]))
    assert lab.table.chances.team(0, int(lab.s["spot"][0]), conflict=True) == float(gh.odds.dice.chance(3, 16, [5]))


def test_every_change_of_dice_has_its_chance_and_the_best_is_that_of_the_check():
    lab = _against(13, fixer="might")
    lab.plan_all(["Gorran: contract 1"])
    lab.play("carry out", "might")
    lab.s["dice"][0, :3] = [1, 2, 6]
    options = {option.label: lab.table.chances.option(option.id) for option in lab.decision.options}
    faces = {option.label: render.face(lab.rules, lab.table, option) for option in lab.decision.options}
    upgrade = [label for label in options if label.startswith("Armory")]

    assert [options[label] for label in upgrade] == [1.0, 0.0, 0.0]  # 5 + 2 + 6, 1 + 5 + 6 is not enough
    assert options["done"] == 0.0
    assert lab.table.chances.check() == max(options.values())
    assert Tree(faces["done"].note).text == "misses by 4"
    assert [Tree(faces[label].note).text for label in upgrade] == ["100%", "0%", "0%"]
    assert {faces[label].group for label in upgrade} == {"Armory: set to 5"}


def test_an_order_card_says_what_matters():
    lab = _against(11, fixer="arcane")
    lab.play("Gorran", "done")
    view = lab.rules.view(lab.state, 0)
    option = next(option for option in lab.decision.options if option.label == "contract 1")
    shown = render.face(lab.rules, view, option)

    assert "Confront Blasphemers" in shown.content
    assert "gh-i-might" in shown.content
    assert Tree(shown.note).text == f"{100 * float(gh.odds.dice.chance(3, 11)):.0f} %"
    assert f"{Tree(shown.note).text} for your team" in render.table(lab.rules, view)
    assert "for your team" not in render.table(lab.rules, lab.rules.view(lab.state, 1))


def test_every_option_of_whole_games_has_a_face():
    game = gh.new_game("guild-master", players=3, seed=2)
    kinds = set()
    while not game.over:
        kinds.add(game.decision.kind)
        shown = game.view(game.decision.seat)
        assert all(render.face(game.rules, shown, option).content for option in game.options)
        game.run("odds", until=lambda g, ply=game.ply: g.ply > ply)

    assert len(kinds) > 14
