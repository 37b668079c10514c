"""What is said before it happens: the damage of the enemies in play, and hit points after a choice."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.hundred_halls.engine.harm import taken
from guildhall.games.hundred_halls.engine.state import SCENARIO, OptionId
from guildhall.games.hundred_halls.forecast import after_choice, forecast
from guildhall.games.hundred_halls.language import Op
from tests.games.hundred_halls.lab import Lab

WOLF = '[cards.Wolf]\ntype = "Enemy"\nhp = 6\nend = [{ damage = 2, to = "each player" }]\n'
BEAR = '[cards.Bear]\ntype = "Enemy"\nhp = 6\nend = [{ damage = 4, to = "highest player" }]\n'
IF = '[cards.%s]\ntype = "Enemy"\nhp = 6\nend = [{ damage = 4, to = "each player", if = { %s } }]\n'
CALM = IF % ("Calm", 'count = "creature", at_least = 1')
HORN = '[cards.Horn]\ntype = "Enemy"\nhp = 6\nalways = [{ deals = 1, of = "each other enemy" }]\n'
BOLT = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 4, to = "any target" }]\n'
DUST = (
    '[cards.Dust]\ntype = "Spell"\ndoes = [{ damage = 1, to = "any enemy" }, { deals = -2, of = "it", until = "%s" }]\n'
)
HIDE = '[cards.Hide]\ntype = "Enemy"\nhp = 9\nalways = [{ takes = -1, of = "self" }]\n'


def seen(lab, seat=0):
    """The forecast for a seat, with the names of the cards."""
    told = forecast(lab.game.view(seat), seat)
    return [(lab.game.rules.names.cards[blow.card], blow.amount, blow.whom, blow.seats) for blow in told.blows]


def test_blows_are_told_with_their_amount_and_whom_they_would_hit():
    lab = Lab(2, cards={"Ogre": WOLF + BEAR}, enemies=["Wolf", "Bear"], hp=[20, 30])

    assert seen(lab) == [("Wolf", 2, "each", (0, 1)), ("Bear", 4, "highest", (1,))]
    assert forecast(lab.table, 0).blows == forecast(lab.game.view(0), 0).blows


def test_alone_everything_hits_the_same_player():
    lab = Lab(1, cards={"Ogre": BEAR}, enemies=["Bear"])

    assert seen(lab) == [("Bear", 4, "", (0,))]


def test_a_player_who_comes_before_the_enemies_hears_of_none():
    lab = Lab(2, cards={"Ogre": WOLF}, enemies=["Wolf"], turn=0)

    assert seen(lab, 1) == []
    assert len(seen(lab, 0)) == 1


@pytest.mark.parametrize(("least", "told"), [(2, 1), (3, 0)])
def test_what_depends_on_the_round_is_told_for_the_round_to_come(least, told):
    lab = Lab(1, cards={"Ogre": IF % ("Later", f"round = true, at_least = {least}")}, enemies=["Later"])

    assert len(seen(lab)) == told
    assert forecast(lab.table, 0).open == 0


def test_what_depends_on_anything_else_is_only_counted():
    lab = Lab(1, cards={"Ogre": CALM}, enemies=["Calm"])

    assert seen(lab) == []
    assert forecast(lab.table, 0).open == 1


def test_changes_by_other_cards_are_included():
    lab = Lab(1, cards={"Ogre": BEAR + HORN}, enemies=["Bear", "Horn"])

    assert seen(lab) == [("Bear", 5, "", (0,))]


@pytest.mark.parametrize(("until", "amount"), [("turn", 4), ("round", 2)])
def test_changes_that_are_over_by_then_are_not_included(until, amount):
    lab = Lab(1, cards={"Ogre": BEAR, "Ada": DUST % until}, enemies=["Bear"], hands=[["Dust"]])
    lab.play("play Dust", "Bear")

    assert seen(lab) == [("Bear", amount, "", (0,))]


def test_hit_points_after_a_choice_include_what_the_target_takes():
    lab = Lab(1, cards={"Ada": BOLT, "Ogre": HIDE}, enemies=["Hide"], hands=[["Bolt"]])
    assert after_choice(lab.table, 0) is None
    lab.play("play Bolt")
    hide = lab.game.rules.names.cards.index("Hide")

    assert after_choice(lab.table, hide) == (9, 6)
    assert after_choice(lab.table, SCENARIO) == (70, 66)


# --- In whole games ---

CHANGES = ("stun", "death", "void", "deals", "takes", "prevent", "redirect", "destroy", "end", "maximum")
ARRIVALS = ("enter", "flip", "summon", "return")


def _step(game):
    ply = game.ply
    game.run("greedy", until=lambda g: g.ply > ply)
    return game.line.moves[ply], game.events_at(ply + 1)


def _has_a_say(card) -> bool:
    return any(one.op in (Op.DEALS, Op.TAKES, Op.REDIRECT) for one in card.always)


def _stays_as_told(game, events) -> bool:
    """True if a ply reaches the next turn and nothing in it changes what cards in play do or how much they deal."""
    by_name = {card.name: card for card in game.rules.names.at_table}
    arrived = [by_name[event.data["card"]] for event in events if event.kind in ARRIVALS]
    turns = [event for event in events if event.kind == "turn"]
    is_calm = not any(event.kind in CHANGES for event in events)
    return len(turns) == 3 and is_calm and not any(map(_has_a_say, arrived))


@pytest.mark.parametrize("scenario", ["Aepep", "Black Council", "Diamond Court", "Elosian"])
def test_in_games_of_one_what_is_told_happens(scenario):
    told = 0
    for seed, realm in enumerate(("Danir", "City of Sorcery", "Eternal Realm", "Montanhas", "Caer Corsydd")):
        game = gh.new_game("hundred-halls", party=["Nandi"], scenario=scenario, realm=realm, seed=seed)
        while not game.over:
            blows, before = forecast(game.table, 0).blows, game.table.records
            _, events = _step(game)
            if game.over or not _stays_as_told(game, events):
                continue
            dealt = [(event.data["card"], event.data["amount"]) for event in events if event.kind == "damage"]
            for blow in blows:
                name = game.rules.names.cards[blow.card]
                # A player alone takes more after many losses, which may begin between two blows.
                met = [(name, int(taken(*s, 0, blow.amount))) for s in (before, game.table.records)]
                assert set(met) & set(dealt), (realm, game.ply)
                dealt.remove(next(one for one in met if one in dealt))
                told += 1

    assert told >= 10


def test_in_whole_games_hit_points_after_a_choice_are_as_told():
    told = 0
    for players in (2, 3, 4):
        game = gh.new_game("hundred-halls", players=players, seed=players)
        while not game.over:
            targets = [option.id for option in game.options if OptionId.TARGET <= option.id < OptionId.PLAY]
            after = {code: after_choice(game.table, code - OptionId.TARGET) for code in targets}
            move, events = _step(game)
            if (expected := after.get(move)) is not None:
                changes = [event.data["amount"] for event in events if event.kind in ("damage", "heal")]
                assert (changes[0] if changes else 0) == abs(expected[1] - expected[0])
                told += 1

    assert told > 50
