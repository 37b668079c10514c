"""What the bots choose, and that thinking helps."""

from __future__ import annotations

import guildhall as gh
from guildhall.bots import bot
from guildhall.kernel.weights import OwnWeight, greedy_of
from tests.games.hundred_halls.lab import Lab

BLAST = '[cards.Blast]\ntype = "Spell"\ndoes = [{ damage = 5, to = "any target" }]\n'
TEA = '[cards.Tea]\ntype = "Spell"\ndoes = [{ heal = 5, to = "any player" }]\n'
WOLF = '[cards.Wolf]\ntype = "Enemy"\nhp = {hp}\nend = [{{ damage = {n}, to = "highest player" }}]\n'


def chosen(lab):
    """The phrase that the greedy bot plays."""
    return lab.game.rules.phrase(lab.game.state, bot("greedy", seat=lab.actor).choose(lab.game))


def test_greedy_heals_whoever_lost_most_and_hits_whom_it_can_destroy():
    lab = Lab(3, cards={"Ada": BLAST + TEA}, hands=[["Tea", "Blast"], [], []], hp=[40, 40, 20])
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
