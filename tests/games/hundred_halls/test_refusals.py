"""Why something cannot be done: every refused play gives its reason, and what is left is shown."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.errors import IllegalOption
from tests.games.hundred_halls.lab import Lab, named

BAIT = '[cards.Bait]\ntype = "Spell"\ncost = [{ discard = 2 }]\ndoes = [{ heal = 1, to = "you" }]\n'
CUP = '[cards.Cup]\ntype = "Trinket"\nactivate = { once = true, does = [{ heal = 1, to = "you" }] }\n'
VIAL = (
    '[cards.Vial]\ntype = "Trinket"\n'
    'activate = { cost = [{ counters = -2 }], if = { count = "creature", at_least = 2 }, '
    'does = [{ heal = 1, to = "you" }] }\n'
)
STONE = '[cards.Stone]\ntype = "Trinket"\n'


def lab(**laid):
    cards = {"Ada": BAIT + CUP + VIAL + STONE, "Bo": STONE.replace("Stone", "Pebble")}
    return Lab(2, cards=cards, **{"hands": [["Bait", "Cup"], ["Bo Page"]], **laid})


@pytest.mark.parametrize(
    ("phrase", "reason"),
    [
        ("play Bo Page", "Bo Page is not in Ada's hand"),
        ("play Nothing", "there is no such card in this game"),
        ("play Bait", "Bait can be played only if you can discard 2 cards"),
        ("activate Cup", "there is no such card in play"),
        ("activate Bo", "Bo is another player"),
        ("activate Pebble", "Pebble lies with Bo"),
        ("activate Stone", "Stone has nothing to activate"),
        ("activate Ogre", "Ogre has nothing to activate"),
        (
            "activate Vial",
            "Vial can be activated only if there are 2 or more creatures and you can remove 2 counters from this card",
        ),
    ],
)
def test_a_refused_play_gives_its_reason(phrase, reason):
    game = lab(with_players=[["Vial", "Stone"], ["Pebble"]]).game

    assert game.explain(phrase) == game.explain(phrase, seat=0) == reason
    with pytest.raises(IllegalOption, match=reason):
        game.play(phrase)


def test_what_is_used_up_is_the_reason():
    table = Lab(1, cards={"Ada": CUP + STONE}, hands=[["Stone", "Ada Page"]], with_players=[["Cup"]])
    assert table.game.decision.prompt.endswith("(1 card play and 1 activation left)")
    table.play("play Ada Page", "activate Cup")

    assert table.game.decision.prompt.endswith("(0 card plays and 0 activations left)")
    assert table.game.explain("play Stone") == "no card play is left this turn"
    assert table.game.explain("use the Five Elements") == "no activation is left this turn"
    assert table.game.explain("activate Cup") == "Cup can be activated once per turn and was"


def test_what_is_legal_needs_no_reason():
    table = lab(with_players=[["Vial"], []])

    assert [table.game.explain(phrase) for phrase in table.offered] == [None] * len(table.offered)


def test_another_decision_comes_first():
    table = lab()
    table.play("use the Five Elements")

    assert table.game.explain("play Cup").startswith("another decision comes first: Ada, choose (Ada: deal 3 damage")
    assert table.game.explain("Meadow").startswith("Meadow cannot be chosen: Ada, choose")
    table = Lab(2, hands=[[], ["Bo Page"]], hp=[0, 30], turn=1)
    table.until("memory")
    assert table.game.explain("play Ada Page") == "Ada is an Inspiring Memory and can only let another player act"


# --- Options and what they are told by ---


@pytest.mark.parametrize(
    "options", [{"players": 4}, {"party": ["Ivan"], "armory": True}, {"players": 2, "head_start": True}]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_option_has_a_text(options, seed):
    game = gh.new_game("hundred-halls", scenario="Diamond Court", realm="Danir", seed=seed, **options)
    kinds = set()
    while not game.over:
        assert all(option.text for option in game.options), game.decision
        kinds.add(game.decision.kind)
        game.run("random", until=lambda now, ply=game.ply: now.ply > ply)

    assert "act" in kinds


def test_options_of_a_memory_say_what_the_cards_do():
    table = Lab(2, hands=[[], ["Bo Page"]], hp=[0, 30], turn=1)
    table.until("memory")
    told = {option.phrase: option.text for option in table.game.options}

    assert told["Bo plays Bo Page"] == "Spell. Heal yourself by 1."
    assert told["Bo uses the Five Elements of Ada"] == "Deal 3 damage to any target."
    assert told["done"] == "Let nobody act."


# --- Events ---


def happened(does, kind, **laid):
    spell = f'[cards.Word]\ntype = "Spell"\ndoes = [{does}]\n'
    table = Lab(2, cards={"Ada": spell + STONE}, hands=[["Word"], []], with_players=[["Stone"], []], **laid)
    return [event.text for event in named(table.play("play Word"), kind)]


@pytest.mark.parametrize(
    ("does", "kind", "text"),
    [
        ('{ deals = 1, of = "you", until = "turn" }', "deals", "Word: Ada deals 1 more damage"),
        ('{ deals = -2, of = "each boss", until = "turn" }', "deals", "Word: Ogre deals 2 less damage"),
        ('{ takes = 2, of = "each boss", until = "turn" }', "takes", "Word: Ogre takes 2 more damage"),
        ('{ heals = -1, of = "you", until = "turn" }', "heals", "Word: the healing Ada does is reduced by 1"),
        ('{ prevent = 3, to = "you" }', "prevent", "Word: the next 3 damage to Ada is prevented"),
        (
            '{ redirect = "you", to = "any other player", until = "turn" }',
            "redirect",
            "Damage to Ada is dealt to Bo instead",
        ),
        ("{ plays = 1 }", "extra", "Ada has 1 more card play this turn"),
        ("{ activations = 2 }", "extra", "Ada has 2 more activations this turn"),
        ("{ counters = 1, to = \"'Stone'\" }", "counters", "Stone gets 1 counter"),
        ('{ max_hp = -4, to = "you" }', "maximum", "The maximum hit points of Ada fall by 4"),
        ('{ heal = 2, to = "you" }', "heal", "Word heals Ada by 2"),
        ('{ damage = 1, to = "each boss" }', "act", ""),
    ],
)
def test_events_are_sentences(does, kind, text):
    assert happened(does, kind, hp=[20, 20]) == [text]


def test_counters_that_are_not_there_are_not_told_to_go():
    vault = '[cards.Word]\ntype = "Spell"\ndoes = [{ counters = -3, to = "\'Stone\'" }]\n'
    table = Lab(1, cards={"Ada": vault + STONE}, hands=[["Word"]], with_players=[[("Stone", 0, 2)]])

    assert [event.text for event in named(table.play("play Word"), "counters")] == ["Stone loses 2 counters"]


def test_a_card_that_reacts_says_to_what():
    guard = '[cards.Guard]\ntype = "Enemy"\nhp = 9\nspell = [{ damage = 1, to = "you" }]\n'
    table = Lab(1, cards={"Ogre": guard}, hands=[["Ada Page"]], enemies=["Guard"])
    told = [event.text for event in table.play("play Ada Page") if event.text]

    assert told[:2] == ["Ada plays Ada Page", "Guard responds to the Spell"]
    assert not any("acts:" in text for text in told)


# --- Cards and the Armory ---


def test_cards_say_who_heals_and_that_all_counters_go():
    texts = gh.new_game("hundred-halls").rules.card_texts
    said = [card.text for card in texts.values()]

    assert "Remove all counters from this card" in texts["Storm Organ"].text
    assert not any("'s healing" in text or "your healing" in text for text in said)
    assert "The healing you do is increased by 1." in texts["Aurie"].text


def test_all_counters_are_taken_however_many_there_are():
    organ = (
        '[cards.Organ]\ntype = "Trinket"\n'
        'activate = [{ damage = 3, to = "any boss", per = { counters = "self" }, most = 12 }, '
        '{ counters = -1, per = { counters = "self" } }]\n'
    )
    table = Lab(1, cards={"Ada": organ}, with_players=[[("Organ", 0, 14)]])
    table.play("activate Organ")

    assert (table.counters("Organ"), table.hp_of("Ogre")) == (0, 58)


@pytest.mark.parametrize("scenario", ["Aepep", "Black Council", "Diamond Court", "Elosian", "Circle of Scale"])
def test_the_armory_shows_the_hit_points_that_bosses_will_have(scenario):
    game = gh.new_game("hundred-halls", party=["Pax"], scenario=scenario, armory=True, seed=2)
    shown = {card for card in game.table.enemies if "/" in card}
    game.play("done")

    assert shown
    assert shown <= set(game.table.enemies)
