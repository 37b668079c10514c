"""Guild Master through the same doors: its table drawn and clicked, and nothing behind a screen on the page."""

from __future__ import annotations

from functools import partial

import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from guildhall.games.guild_master.engine.state import FIRST_OF_DECK, Kind
from guildhall.games.guild_master.language import Op
from tests.games.guild_master.lab import Lab
from tests.widgets import played
from tests.widgets.tree import Tree

EVENT = "Storm the Watchtower"

mid_game = partial(played.mid_game, "guild-master", plies=120)


def test_board_tracks_and_guild_boards_are_drawn_once():
    game = mid_game()
    html = render.table(game.rules, game.table)
    shown = Tree(html).text

    assert all(html.count(f'data-key="seat {seat}"') == 1 for seat in range(3))
    assert html.count("gh-step gh-here") == 2
    for name in (*filter(None, game.table.contracts), *filter(None, game.table.adventurers.values())):
        assert name in shown
    for seat in range(3):
        assert all(member in shown for member in game.table.members(seat))


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
    own, other = (Tree(render.table(lab.rules, lab.rules.view(lab.state, seat))).text for seat in (0, 1))
    assert f"contract 1 · {first}, {second}" in own
    assert (own.count("screen"), other.count("screen")) == (3, 3)  # two spaces, and the title says so
    assert "contract 1 ·" not in other
    lab.plan()

    assert f"contract 1 · {first}, {second}" in Tree(render.table(lab.rules, lab.rules.view(lab.state, 1))).text


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

    assert "Might against 6" in Tree(html).text
    assert "⚁⚁" in html
    assert "= 10" in html
    assert "2 dice showing 2" in html


def test_the_table_shows_what_a_decision_needs():
    lab = (
        Lab(["Ada", "Bela"], round_no=2).pile("A", "Cixi").clear_spots().spot(1, EVENT).spot(2, "Confront Blasphemers")
    )
    lab.effects(EVENT, Kind.EVENT, (Op.BIDS, 1, -1), (Op.TARGETS, 2, -1)).guild(0, private=["Steal Battle Plans"])
    lab.ability(lab.table.members(1)[0], Op.BUILDERS, -1)
    cost, bid = int(lab.record["cost"][int(lab.s["marker"])]), int(lab.record["minimum"][0, 1])
    heroic = FIRST_OF_DECK[1] + 5
    lab.s["spot"][2], lab.s["spot_deck"][2] = heroic, 1
    shown = Tree(render.table(lab.rules, lab.rules.view(lab.state, 0))).text

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
    shown = Tree(render.table(lab.rules, lab.table)).text

    assert "Order Space 1, the Private Contract Steal Battle Plans" in shown
