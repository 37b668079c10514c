"""What the bots choose, and that thinking helps."""

from __future__ import annotations

import guildhall as gh
from guildhall.bots import bot
from guildhall.games.hundred_halls.engine.bots import lead_of
from guildhall.games.hundred_halls.weights import PRESETS
from guildhall.kernel.weights import OwnWeight, greedy_of
from tests.games.hundred_halls.lab import Lab

BLAST = '[cards.Blast]\ntype = "Spell"\ndoes = [{ damage = 5, to = "any target" }]\n'
TEA = '[cards.Tea]\ntype = "Spell"\ndoes = [{ heal = 5, to = "any player" }]\n'
WOLF = '[cards.Wolf]\ntype = "Enemy"\nhp = {hp}\nend = [{{ damage = {n}, to = "highest player" }}]\n'


def chosen(lab, name="greedy"):
    """The phrase that a bot plays."""
    return lab.game.rules.phrase(lab.game.state, bot(name, seat=lab.actor).choose(lab.game))


def test_greedy_heals_whoever_lost_most_and_hits_whom_it_can_destroy():
    lab = Lab(3, cards={"Ada": BLAST + TEA}, hands=[["Tea", "Blast"], [], []], hp=[39, 38, 20])
    lab.play("play Tea")
    assert chosen(lab) == "Cy"
    wolves = WOLF.format(hp=5, n=3) + WOLF.format(hp=9, n=3).replace("Wolf", "Bear")
    lab = Lab(3, cards={"Ada": BLAST, "Ogre": wolves}, hands=[["Blast"], [], []], enemies=["Wolf", "Bear"])
    lab.play("play Blast")
    assert chosen(lab) == "Wolf"


def test_greedy_never_hits_its_friends():
    lab = Lab(4, cards={"Ada": BLAST}, hands=[["Blast"], [], [], []])
    lab.play("play Blast")

    assert chosen(lab) == "Ogre"


def test_greedy_lets_the_strongest_take_a_blow():
    bolt = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 6, to = "any player" }]\n'
    tops = {"Meadow": "begin = [{ flip = 1 }]"}
    lab = Lab(3, cards={"Meadow": bolt}, tops=tops, decks={"Meadow": ["Bolt"]}, hp=[6, 30, 12], turn=2)
    lab.play("done", "no draw")

    assert (lab.kind, chosen(lab)) == ("target", "Bo")


def test_greedy_draws_and_keeps_its_best_cards():
    lab = Lab(1, cards={"Ada": BLAST}, hands=[["Blast", *["Ada Page"] * 6]])
    lab.play("done")
    assert chosen(lab) == "draw"
    lab.play("draw")
    assert chosen(lab) == "discard Ada Page"


def test_greedy_wins_more_often_than_chance():
    won = {
        name: gh.simulate("hundred-halls", players=2, bots=name, games=100, seed=2).games.filter(reason="won").height
        for name in ("random", "greedy")
    }

    assert won["greedy"] > won["random"] + 20


def test_recorded_events_name_cards_once_and_tell_who_did_what_to_whom():
    sim = gh.simulate("hundred-halls", players=3, games=20, seed=1, events=True)
    blows = sim.events.filter(event="damage", card="Aepep")

    assert blows.height > 20
    assert set(blows["target"].cast(str).unique()) <= {"Aurie", "Zayn", "Pax"} | {"Shadow Double", "Kali"}
    assert sim.events.filter(event="shuffle")["pile"].null_count() == 0


def test_the_greedy_bot_weighs_as_is_declared_with_the_meanings():
    class Weight(OwnWeight):
        DRAW = "each card drawn", 1.5
        LOSS = "each card lost"

    assert greedy_of(Weight) == {"thinks": 1.0, "draw": 1.5, "loss": 0.0}
    assert (Weight.DRAW.meaning, Weight.LOSS.meaning) == ("each card drawn", "each card lost")


def test_the_team_bot_heals_whoever_the_next_blows_would_kill():
    bear = WOLF.format(hp=30, n=6).replace("Wolf", "Bear").replace("highest", "lowest")
    lab = Lab(3, cards={"Ada": TEA, "Ogre": bear}, hands=[["Tea"], [], []], hp=[25, 6, 40], enemies=["Bear"])
    lab.play("play Tea")

    assert chosen(lab, "team") == "Bo"


def test_the_team_bot_hits_what_hurts_most_and_never_a_friend():
    wolves = WOLF.format(hp=20, n=1) + WOLF.format(hp=20, n=8).replace("Wolf", "Bear")
    lab = Lab(3, cards={"Ada": BLAST, "Ogre": wolves}, hands=[["Blast"], [], []], enemies=["Wolf", "Bear"])
    lab.play("play Blast")

    assert chosen(lab, {**PRESETS["team"], "boss": 0.0, "finish": 0.0}) == "Bear"


def test_the_team_bot_wins_more_often_than_the_greedy_one_at_difficulty_2_and_2():
    place = {"players": 4, "scenario": "Black Council", "realm": "Danir", "games": 200, "seed": 5}
    won = {
        name: gh.simulate("hundred-halls", bots=name, **place).games.filter(reason="won").height
        for name in ("greedy", "team")
    }

    assert won["team"] > won["greedy"]


def test_a_card_that_hears_its_players_damage_knows_who_dealt_it():
    glyph = '[cards.Glyph]\ntype = "Enchantment"\ndamaged = [{ damage = 2, to = "it" }]\n'
    bolt = '[cards.Bolt]\ntype = "Enemy"\nhp = 9\nend = [{ damage = 3, to = "each player" }]\n'
    lab = Lab(1, cards={"Ada": glyph, "Ogre": bolt}, with_players=[["Glyph"]], enemies=["Bolt"])
    lab.play("done", "no draw")

    assert int(lab.s["hp"][lab.card("Bolt")]) == 7


def test_roll_outs_count_how_all_players_stand_and_not_who_of_them_leads():
    lab = Lab(2, hands=[[], []], hp=[10, 25], enemies=[("Ogre", 50)])
    assert [lead_of(lab.s, lab.game.rules.compiled[0], seat) for seat in (0, 1)] == [-15, -15]
    lab.play("use the Five Elements", "Ogre")
    assert lead_of(lab.s, lab.game.rules.compiled[0], 0) == -12
