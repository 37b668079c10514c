"""What players are told at the table: cards in a few words, moves as sentences, where things lie."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.games.hundred_halls.language import Op
from guildhall.games.hundred_halls.reading import shipped
from guildhall.games.hundred_halls.wording import badges
from tests.games.hundred_halls.lab import Lab

WOLF = '[cards.Wolf]\ntype = "Enemy"\nhp = 6\nend = [{ damage = 2, to = "each player" }]\n'
BOLT = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 4, to = "any enemy" }]\n'
CROWD = """[cards.Crowd]
type = "Enemy"
hp = 6
dies = [{ flip = 1, if = { players = true, at_least = 3 } }, { flip = 1, if = { players = true, at_most = 3 } }]
end = [{ damage = 1, to = "each player", if = { players = true, at_least = 3 } }]
always = [{ takes = -1, of = "self", if = { players = true, at_least = 3 } }]
"""
LENS = '[cards.Lens]\ntype = "Spell"\ndoes = [{ look = 2, from = "scenario", then = "bury" }]\n'


def told(card, kind="player", **where):
    return [f"{badge.when}: {badge.what}" for badge in badges(card, kind, **where)]


# --- Badges ---


@pytest.mark.parametrize("deck", shipped().decks.values(), ids=lambda deck: deck.name)
def test_every_ability_of_every_card_has_a_badge(deck):
    for card in (deck.top, *deck.cards):
        shown = badges(card, deck.kind, in_play=False)
        lasting = 0 if card.reward is None else len(badges(card.reward, "player"))

        assert len(shown) == len(card.abilities) + len(card.always) + lasting
        assert all(badge.what and "{" not in badge.what for badge in shown)


def test_every_kind_of_effect_is_said():
    said = {effect.op for deck in shipped().decks.values() for card in deck.cards for _, effect in card.effects}

    assert said >= set(Op) - {Op.NONE, Op.MAX_HP, Op.COMPLETE, Op.ELEMENTS, Op.HAND}


def test_a_badge_says_when_and_what():
    aepep = shipped().of_kind("scenario")["Aepep"]

    assert told(aepep.top, "scenario") == [
        "start of turn: flip 1 if 2+ players, flip 1 if 1 or fewer players and no Scenario minions, "
        "flip 1 if 4+ players",
        "end of turn: 5 damage to highest player, "
        "1 damage to each player per round if 1 or fewer players and round 30+",
        "last step: flip 1 if 5+ creatures",
        "always: damage to it -1 if 3+ Scenario creatures",
    ]
    assert told(aepep.card("Brood Mother"), "scenario")[1] == "destroyed: 2 × summon Hatchling"


def test_in_a_game_of_so_many_nothing_is_told_of_the_number_of_players():
    top = shipped().of_kind("scenario")["Aepep"].top

    assert told(top.among(1), "scenario")[0] == "start of turn: flip 1 if no Scenario minions"
    assert told(top.among(2), "scenario")[0] == "start of turn: flip 1"
    assert told(top.among(4), "scenario")[0] == "start of turn: 2 × flip 1"
    assert told(top.among(4), "scenario")[1] == "end of turn: 5 damage to highest player"
    assert told(top.among(4), "scenario")[2:] == told(top, "scenario")[2:]


def test_what_never_happens_among_so_many_is_left_out():
    card = Lab(1, cards={"Ogre": CROWD}).game.rules.box.scenario.card("Crowd")

    assert told(card.among(2), "scenario") == ["destroyed: flip 1"]
    assert told(card.among(3), "scenario") == [
        "end of turn: 1 damage to each player",
        "destroyed: 2 × flip 1",
        "always: damage to it -1",
    ]


def test_what_happens_on_entering_is_told_only_of_cards_that_have_yet_to_enter():
    grail = shipped().of_kind("player")["Aurie"].card("Grail of First Dew")

    assert told(grail, in_play=False) == [
        "enters play: +3 counters",
        "activate: heal any player by 6 (cost: -1 counter)",
    ]
    assert told(grail) == ["activate: heal any player by 6 (cost: -1 counter)"]


# --- Moves ---


def test_a_move_is_a_sentence_and_the_turns_of_enemies_follow_it():
    lab = Lab(2, cards={"Ada": BOLT, "Ogre": WOLF}, hands=[["Bolt"], []], enemies=["Wolf"], turn=0)
    lab.play("play Bolt", "Ogre", "done", "no draw", "done", "no draw")
    moves = [move.sentence(lab.game.rules.seats) for move in moves_of(lab.game.line)]

    assert moves[0] == "Ada: plays Bolt, Bolt deals 4 damage to Ogre"
    assert moves[-1] == "Bo: Scenario turn: Wolf deals 2 damage to Ada and Bo"


def test_turns_are_told_by_whose_they_are():
    lab = Lab(2, cards={"Ada": BOLT, "Ogre": WOLF}, hands=[["Bolt"], []], enemies=["Wolf"], turn=1)
    events = lab.play("done", "draw", "play Bolt", "Ogre", "done", "no draw")

    assert lab.game.rules.words.turns(events) == [
        "Scenario turn: Wolf deals 2 damage to Ada and Bo",
        "Ada: plays Bolt, Bolt deals 4 damage to Ogre",
    ]
    assert lab.game.rules.words.move(1, events[:2]).startswith("draws Bo Page")


def test_damage_that_meets_somebody_several_times_is_told_once():
    stones = '[cards.Stones]\ntype = "Spell"\ndoes = [{ damage = 2, to = "each boss", times = 3 }]\n'
    lab = Lab(1, cards={"Ada": stones}, hands=[["Stones"]])
    events = lab.play("play Stones")

    assert lab.game.rules.words.move(0, events) == "plays Stones, Stones deals 2 damage to Ogre (3 times)"


def test_a_card_that_is_flipped_is_not_said_to_enter():
    lab = Lab(2, tops={"Ogre": "begin = [{ flip = 1 }]"}, turn=1)

    assert lab.game.rules.words.turns(lab.play("done", "no draw")) == ["Scenario turn: Ogre Rat is flipped"]


# --- Places ---


def places(lab):
    rules, state = lab.game.rules, lab.game.state
    return {rules.phrase(state, option): place for option, place in rules.places(state).items()}


def test_hands_cards_in_play_and_the_five_elements_have_places():
    lab = Lab(2, cards={"Ada": BOLT}, hands=[["Bolt"], ["Bo Page"]], enemies=["Ogre Rat", "Ogre Rat"])
    assert places(lab) == {"play Bolt": "hand 1 Bolt", "use the Five Elements": "elements 1"}
    lab.play("use the Five Elements")

    found = places(lab)
    assert (found["Ogre Rat"], found["Ogre Rat 2"], found["Bo"]) == (
        "in play Ogre Rat",
        "in play Ogre Rat 2",
        "player 2",
    )


def test_cards_looked_at_lie_on_top_of_their_deck():
    lab = Lab(1, cards={"Ada": LENS}, hands=[["Lens"]])
    lab.play("play Lens")

    assert (lab.kind, places(lab)) == ("look", {"Ogre Rat": "on top Ogre Rat"})


def test_a_memory_points_at_the_cards_of_those_whom_it_helps():
    lab = Lab(3, hands=[[], ["Bo Page"], []], hp=[0, 30, 30], turn=1)
    lab.until("memory")
    found = places(lab)

    assert found["Bo plays Bo Page"] == "hand 2 Bo Page"
    assert found["Cy uses the Five Elements of Ada"] == found["Bo uses the Five Elements of Ada"] == "elements 1"


def test_lines_of_the_armory_have_places():
    game = gh.new_game("hundred-halls", party=["Aurie"], armory=True, seed=1)

    assert set(game.rules.places(game.state).values()) <= {f"armory {line}" for line in range(1, 13)}
    assert len(game.rules.places(game.state)) == len(game.options) - 1


def test_the_table_tells_what_a_player_may_still_do():
    lab = Lab(2, hands=[["Ada Page"] * 2, []])
    assert lab.table.left(0) == [2, 1, 1]
    lab.play("play Ada Page", "use the Five Elements", "Ogre")

    assert lab.table.left(0) == [1, 0, 1]
    assert lab.game.view(1).left(0) == [1, 0, 1]
