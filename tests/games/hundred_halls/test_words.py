"""What every word of the language does, one small card each."""

from __future__ import annotations

import pytest

from guildhall.games.hundred_halls.language import (
    Condition,
    Effect,
    Measure,
    Measured,
    Op,
    Pick,
    Selector,
    Side,
    Sort,
    Zone,
)
from guildhall.games.hundred_halls.wording import say_effect
from tests.games.hundred_halls.lab import Lab, named


def spell(does, *, name="Word", extra=""):
    return f'[cards.{name}]\ntype = "Spell"\n{extra}does = [{does}]\n'


def cast(does, players=2, *, extra="", cards="", enemy="", **laid):
    """A table on which Ada has played a Spell with these effects."""
    hand = [["Word", *laid.pop("hand", [])], *[[]] * (players - 1)]
    lab = Lab(players, cards={"Ada": spell(does, extra=extra) + cards, "Ogre": enemy}, hands=hand, **laid)
    lab.told = lab.play("play Word")
    return lab


WOLF = '[cards.Wolf]\ntype = "Enemy"\nsubtypes = ["beast"]\nhp = 6\nend = [{ damage = 2, to = "highest player" }]\n'


def test_damage_to_each_and_to_the_lowest():
    lab = cast('{ damage = 2, to = "each enemy" }', enemy=WOLF, enemies=["Wolf", "Ogre Rat"])
    assert (lab.hp_of("Ogre"), lab.hp_of("Wolf"), lab.hp_of("Ogre Rat")) == (68, 4, 1)
    lab = cast('{ damage = 2, to = "lowest minion" }', enemy=WOLF, enemies=["Wolf", "Ogre Rat"])
    assert (lab.hp_of("Wolf"), lab.hp_of("Ogre Rat")) == (6, 1)


def test_an_effect_for_which_nobody_fits_does_nothing():
    lab = cast('{ damage = 2, to = "any minion" }, { heal = 2, to = "you" }', hp=[20, 20])
    assert (lab.kind, lab.hp) == ("act", [22, 20])


def test_draw_and_discard():
    lab = cast('{ draw = 2 }, { discard = 1, for = "each player" }', hand=["Ada Page"])
    assert (lab.kind, lab.actor, len(lab.table.hand(0))) == ("discard", 0, 3)
    lab.play("discard Ada Page")
    assert lab.kind == "act"  # Bo has nothing to discard


def test_flip_from_a_deck_that_is_named():
    lab = cast('{ flip = 1, from = "scenario" }')
    assert lab.hp_of("Ogre Rat") == 3


def test_counters_are_never_below_zero():
    trinket = '[cards.Cup]\ntype = "Trinket"\n'
    lab = cast("{ counters = -3, to = \"'Cup'\" }", cards=trinket, with_players=[[("Cup", 0, 2)], []])
    assert lab.counters("Cup") == 0


def test_prevented_damage_is_used_up_until_the_next_own_turn():
    lab = cast('{ prevent = 3, to = "you" }', 1, enemy=WOLF, enemies=["Wolf"])
    lab.finish_turn()
    assert lab.hp == [50]
    lab.finish_turn()
    assert lab.hp == [48]  # what was left of it went with the turn


@pytest.mark.parametrize(("word", "phrase"), [("plays", "play Ada Page"), ("activations", "use the Five Elements")])
def test_more_plays_and_activations_this_turn(word, phrase):
    lab = cast(f"{{ {word} = 1 }}", 1, hand=["Ada Page"] * 4)
    if word == "activations":
        lab.play(phrase, "Ogre")
    assert not lab.refused(phrase)
    lab.play(*([phrase, "Ogre"] if word == "activations" else [phrase]))
    assert lab.refused(phrase)


def test_more_draws_at_the_end_of_this_turn():
    lab = cast("{ draws = 1 }", 1)
    lab.play("done", "draw", "draw")
    assert len(lab.table.hand(0)) == 2


@pytest.mark.parametrize(("until", "lost"), [("turn", [2, 2]), ("round", [1, 2]), ("game", [1, 1])])
def test_damage_dealt_is_changed_for_a_turn_a_round_or_the_game(until, lost):
    lab = cast(f'{{ deals = -1, of = "any beast", until = "{until}" }}', 1, enemy=WOLF, enemies=["Wolf"])
    before = lab.hp[0]
    found = []
    for _ in lost:
        lab.finish_turn()
        found.append(before - lab.hp[0])
        before = lab.hp[0]
    assert found == lost


def test_damage_taken_and_healing_are_changed():
    lab = cast('{ takes = 2, of = "each boss", until = "turn" }', 1)
    lab.play("use the Five Elements", "Ogre")
    assert lab.hp_of("Ogre") == 65
    lab = cast('{ heals = 2, of = "you", until = "turn" }, { heal = 3, to = "you" }', 1, hp=[20])
    assert lab.hp == [25]


def test_the_maximum_of_hit_points_changes():
    lab = cast('{ max_hp = 5, to = "you" }, { heal = 20, to = "you" }', 1)
    assert lab.table.hit_points == [(55, 55)]
    lab = cast('{ max_hp = -10, to = "you" }', 1)
    assert lab.table.hit_points == [(40, 40)]


def test_look_and_take_or_bury():
    lab = cast('{ look = 2, then = "take" }', 1)
    assert (lab.kind, lab.offered, lab.table.known(0)) == ("look", ("none", "Ada Page"), ["Ada Page"] * 2)
    lab.play("Ada Page")
    assert (len(lab.table.hand(0)), lab.table.known(0)) == (1, ["Ada Page"])
    enemy = WOLF + '[cards.Bear]\ntype = "Enemy"\nhp = 9\n'
    does = '{ look = 2, from = "scenario", then = "bury" }'
    lab = cast(does, 1, enemy=enemy, decks={"Ogre": ["Wolf", "Bear"]})
    lab.play("Wolf")
    assert lab.table.known(4) == ["Bear"]
    assert lab.game.rules.names.cards[int(lab.s["deck"][4, 0])] == "Wolf"


def test_destroy_and_void():
    lab = cast('{ destroy = "any beast" }', enemy=WOLF, enemies=["Wolf"])
    assert lab.table.graveyard(4) == ["Wolf"]
    lab = cast('{ void = "any beast" }', enemy=WOLF, enemies=["Wolf"])
    assert lab.count("Wolf", Zone.VOID) == 1
    lab = cast('{ void = "any own Spell in graveyard" }', graveyards=[["Ada Page"], []])
    assert lab.count("Ada Page", Zone.VOID) == 1


def test_return_into_hand_play_and_deck():
    trinket = '[cards.Cup]\ntype = "Trinket"\n'
    lab = cast('{ return = "any own Trinket" }', cards=trinket, graveyards=[["Cup"], []])
    assert lab.table.hand(0) == ["Cup"]
    lab = cast('{ return = "any own Trinket", into = "play" }', cards=trinket, graveyards=[["Cup"], []])
    assert lab.table.with_player(0) == ["Cup"]
    lab = cast('{ return = "any own Trinket", into = "deck" }', cards=trinket, graveyards=[["Cup"], []])
    assert lab.table.known(0) == ["Cup"]


def test_search_shuffles_the_deck():
    trinket = '[cards.Cup]\ntype = "Trinket"\n'
    lab = cast('{ search = "any own card" }', cards=trinket)
    assert (lab.kind, lab.offered) == ("target", ("Ada Page", "Cup"))
    told = lab.play("Cup")
    assert lab.table.hand(0) == ["Cup"]
    assert named(told, "shuffle")


def test_sacrifice_as_an_effect_leaves_artifacts():
    cards = '[cards.Cup]\ntype = "Trinket"\n[cards.Orb]\ntype = "Artifact"\n'
    lab = cast('{ sacrifice = "each own card" }', cards=cards, with_players=[["Cup", "Orb"], []])
    assert lab.table.with_player(0) == ["Orb"]


def test_give_lets_another_player_use_the_card():
    trinket = '[cards.Cup]\ntype = "Trinket"\nactivate = [{ heal = 2, to = "you" }]\n'
    lab = cast(
        '{ give = "any own Trinket", to = "any other player" }', cards=trinket, with_players=[["Cup"], []], hp=[20, 20]
    )
    assert lab.table.with_player(1) == ["Cup"]
    assert lab.refused("activate Cup")
    lab.finish_turn()
    lab.play("activate Cup")
    assert lab.hp == [20, 22]


def test_complete_a_quest_of_the_own_deck():
    quest = '[cards.Task]\ntype = "Quest"\ngoal = { round = true, at_least = 9 }\nreward = [{ heal = 4, to = "you" }]\n'
    lab = cast('{ complete = "any Quest" }', 1, cards=quest, with_players=[["Task"]], hp=[20])
    assert (lab.hp, sorted(lab.table.graveyard(0))) == ([24], ["Task", "Word"])


def test_redirect_for_a_while_and_by_a_guardian():
    lab = cast(
        '{ redirect = "any player", to = "any other player", until = "round" }',
        enemy=WOLF,
        enemies=["Wolf"],
        hp=[30, 20],
    )
    lab.play("Ada")  # Bo takes what is dealt to Ada
    for _ in range(2):
        lab.finish_turn()
    assert lab.hp == [30, 18]
    guard = '[cards.Guard]\ntype = "Enchantment"\nhp = 3\nalways = [{ redirect = "you" }]\n'
    lab = Lab(1, cards={"Ada": guard, "Ogre": WOLF}, with_players=[["Guard"]], enemies=["Wolf"])
    lab.finish_turn()
    assert (lab.hp, lab.hp_of("Guard")) == ([50], 1)


def test_summon_from_aside_the_deck_and_the_graveyard():
    imp = '[cards.Imp]\ntype = "Enemy"\nhp = 2\naside = true\n[cards.Nest]\ntype = "Enemy"\nhp = 1\n'
    imp += 'dies = [{ summon = "Imp" }]\n'
    lab = Lab(1, cards={"Ogre": imp}, enemies=["Nest"])
    lab.play("use the Five Elements", "Nest")
    assert lab.hp_of("Imp") == 2
    gem = '[cards.Gem]\ntype = "Trinket"\naside = true\n[cards.Vault]\ntype = "Building"\nhp = 1\n'
    gem += 'dies = [{ summon = "Gem", for = "any player" }]\n'
    lab = Lab(1, cards={"Meadow": gem}, enemies=["Vault"])
    lab.play("use the Five Elements", "Vault")
    assert lab.table.with_player(0) == ["Gem"]


def test_choose_one_effect():
    lab = cast('{ choose = [{ heal = 2, to = "you" }, { damage = 4, to = "each boss" }] }, { draw = 1 }', 1)
    assert lab.offered == ("heal yourself by 2", "deal 4 damage to each Boss")
    lab.play("deal 4 damage to each Boss")
    assert (lab.hp_of("Ogre"), len(lab.table.hand(0))) == (66, 1)


def test_what_may_be_done_can_be_declined():
    lab = cast('{ draw = 1, may = true }, { heal = 1, to = "you" }', 1, hp=[20])
    assert (lab.kind, lab.offered) == ("may", ("yes", "no"))
    other = lab.game.branch()
    lab.play("no")
    assert (len(lab.table.hand(0)), lab.hp) == (0, [21])
    other.play("yes")
    assert len(other.rules.table(other.state).hand(0)) == 1


def test_per_counts_up_to_its_most_and_times_repeats():
    does = '{ damage = 2, to = "each boss", per = { count = "creature" }, most = 5 }'
    lab = cast(does, 1, enemies=["Ogre Rat"] * 2)
    assert lab.hp_of("Ogre") == 66
    assert cast(does, 1, enemies=["Ogre Rat"] * 4).hp_of("Ogre") == 65
    assert cast('{ damage = 2, to = "each boss", times = 3 }', 1).hp_of("Ogre") == 64


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ('count = "creature", at_least = 1', True),
        ('count = "creature", at_most = 0', False),
        ('hp = "lowest player", at_most = 12', True),
        ('hp = "highest player", at_most = 12', False),
        ('lost = "you", at_least = 35', True),
        ('hand = "you", at_least = 1', False),
        ('deck = "own", at_least = 5', True),
        ("round = true, at_least = 2", False),
        ("dead = true, at_most = 0", True),
        ("players = true, at_least = 2", True),
    ],
)
def test_an_effect_happens_only_if_its_condition_holds(condition, holds):
    lab = cast(f'{{ damage = 5, to = "each boss", if = {{ {condition} }} }}', hp=[10, 20], enemies=["Ogre Rat"])
    assert lab.hp_of("Ogre") == (65 if holds else 70)


def test_costs_are_paid_first_or_the_card_cannot_be_played():
    does, extra = '{ damage = 5, to = "each boss" }', "cost = [{ discard = 1 }]\n"
    lab = cast(does, 1, extra=extra, hand=["Ada Page"])
    assert (lab.kind, lab.hp_of("Ogre")) == ("discard", 70)
    lab.play("discard Ada Page")
    assert lab.hp_of("Ogre") == 65
    poor = Lab(1, cards={"Ada": spell(does, extra=extra)}, hands=[["Word"]])
    assert poor.refused("play Word")


@pytest.mark.parametrize(
    ("cost", "counters", "payable"),
    [("{ counters = -2 }", 2, True), ("{ counters = -2 }", 1, False), ('{ damage = 3, to = "you" }', 0, True)],
)
def test_an_activation_has_its_price(cost, counters, payable):
    orb = f'[cards.Orb]\ntype = "Trinket"\nactivate = {{ cost = [{cost}], does = [{{ draw = 1 }}] }}\n'
    lab = Lab(1, cards={"Ada": orb}, with_players=[[("Orb", 0, counters)]])
    assert lab.refused("activate Orb") != payable
    if payable:
        lab.play("activate Orb")
        assert (lab.counters("Orb"), lab.hp, len(lab.table.hand(0))) == (0, [50 if counters else 47], 1)


@pytest.mark.parametrize(
    ("trigger", "does"),
    [("dies", "Wolf"), ("slain", "Wolf"), ("damaged", "Ogre"), ("spell", None), ("arrives", None)],
)
def test_triggers_act_when_it_happens(trigger, does):
    listens = '{ damage = 1, to = "highest player" }'
    when = f"{trigger} = [{listens}]\n"
    wolf = '[cards.Wolf]\ntype = "Enemy"\nhp = 2\n' + (when if trigger == "dies" else "")
    tops = {} if trigger == "dies" else {"Ogre": when}
    lab = Lab(
        1,
        cards={"Ada": spell('{ flip = 1, from = "scenario" }'), "Ogre": wolf},
        tops=tops,
        hands=[["Word"]],
        enemies=["Wolf"],
    )
    lab.play(*(["use the Five Elements", does] if does else ["play Word"]))
    assert lab.hp == [49]


def test_cards_without_hit_points_hear_of_damage_to_their_player():
    charm = '[cards.Charm]\ntype = "Trinket"\ndamaged = [{ counters = 1 }]\n'
    lab = Lab(1, cards={"Ada": charm, "Ogre": WOLF}, with_players=[["Charm"]], enemies=["Wolf"])
    lab.finish_turn()
    assert (lab.hp, lab.counters("Charm")) == ([48], 1)


def test_a_fall_and_a_completed_quest_are_heard():
    quest = '[cards.Task]\ntype = "Quest"\nhp = 3\nreward = [{ draw = 1 }]\n'
    tops = {"Meadow": 'falls = [{ heal = 5, to = "each boss" }]\ncompleted = [{ damage = 1, to = "each player" }]'}
    tops["Ogre"] = 'end = [{ damage = 9, to = "lowest player" }]'
    lab = Lab(2, cards={"Meadow": quest}, tops=tops, enemies=["Task", ("Ogre", 50)], hp=[20, 4])
    lab.play("use the Five Elements", "Task")
    assert lab.hp == [19, 3]
    lab.play("Ada")
    for _ in range(2):
        lab.finish_turn()
    assert (lab.hp, lab.hp_of("Ogre")) == ([19, 0], 55)


def test_an_endless_chain_of_effects_ends_the_game_unfinished():
    one = '[cards.One]\ntype = "Enemy"\nhp = 90\n'
    one += 'damaged = [{ heal = 1, to = "each minion" }, { damage = 1, to = "each minion" }]\n'
    lab = Lab(1, cards={"Ogre": one + one.replace("One", "Two")}, enemies=[("One", 50), ("Two", 50)])
    lab.play("use the Five Elements", "One")
    assert (lab.kind, lab.game.outcome.reason) == ("over", "unfinished")


YOU, ENEMIES, REALM = Selector(Pick.YOU), Selector(Pick.FIT, Sort.ENEMY), Selector(Pick.FIT, word="realm")


@pytest.mark.parametrize(
    ("measure", "counted", "clause"),
    [
        (Measure(Measured.COUNT, ENEMIES), "enemy", "there are 2 or more enemies"),
        (Measure(Measured.HP, YOU), "hit point you have", "you have 2 or more hit points"),
        (Measure(Measured.LOST, YOU), "hit point you have lost", "you have lost 2 or more hit points"),
        (Measure(Measured.COUNTERS, YOU), "counter on you", "you have 2 or more counters"),
        (Measure(Measured.HAND, YOU), "card in your hand", "you have 2 or more cards in hand"),
        (Measure(Measured.DECK, REALM), "card in the Realm deck", "there are 2 or more cards in the Realm deck"),
        (Measure(Measured.ROUND), "round so far", "it is round 2 or later"),
        (Measure(Measured.DEAD), "dead player", "2 or more players are dead"),
        (Measure(Measured.PLAYERS), "player", "there are 2 or more players"),
    ],
)
def test_every_measure_has_its_words(measure, counted, clause):
    effect = Effect(Op.DRAW, 1, YOU, per=measure, conditions=(Condition(measure, at_least=True, number=2),))
    assert say_effect(effect, "player") == f"if {clause}, draw 1 card for each {counted}"


def test_a_condition_may_ask_for_few():
    effect = Effect(Op.DRAW, 1, YOU, conditions=(Condition(Measure(Measured.ROUND), at_least=False, number=3),))
    assert say_effect(effect, "player") == "if it is round 3 or earlier, draw 1 card"


OWN_STONES = Selector(Pick.FIT, Sort.SUBTYPE, "stone", Side.OWN)
LOWEST, HIGHEST = Selector(Pick.LOWEST, Sort.PLAYER), Selector(Pick.HIGHEST, Sort.PLAYER)
WOLF_IN_PLAY = Measure(Measured.COUNT, Selector(Pick.FIT, Sort.NAME, "Wolf"))


@pytest.mark.parametrize(
    ("measure", "at_least", "number", "clause"),
    [
        (Measure(Measured.COUNT, ENEMIES), True, 1, "there is an enemy"),
        (Measure(Measured.COUNT, ENEMIES), False, 0, "there are no enemies"),
        (Measure(Measured.COUNT, OWN_STONES), True, 1, "you have a stone"),
        (Measure(Measured.COUNT, OWN_STONES), True, 3, "you have 3 or more stones"),
        (WOLF_IN_PLAY, True, 1, "Wolf is in play"),
        (WOLF_IN_PLAY, False, 0, "Wolf is not in play"),
        (Measure(Measured.HP, LOWEST), False, 9, "a player has 9 or fewer hit points"),
        (Measure(Measured.HP, HIGHEST), False, 9, "the player with the most hit points has 9 or fewer hit points"),
        (Measure(Measured.HP, Selector(Pick.SELF)), True, 1, "this card has hit points left"),
        (Measure(Measured.LOST, YOU), True, 1, "you have lost hit points"),
        (Measure(Measured.COUNTERS, Selector(Pick.SELF)), True, 1, "this card has a counter"),
        (Measure(Measured.HAND, YOU), False, 0, "you have no cards in hand"),
        (Measure(Measured.DECK, REALM), True, 1, "there is a card in the Realm deck"),
        (Measure(Measured.DEAD), True, 1, "a player is dead"),
        (Measure(Measured.PLAYERS), False, 1, "there is only one player"),
        (Measure(Measured.DEAD), False, 0, "no player is dead"),
    ],
)
def test_one_none_and_few_are_said_as_such(measure, at_least, number, clause):
    effect = Effect(Op.DRAW, 1, YOU, conditions=(Condition(measure, at_least=at_least, number=number),))
    assert say_effect(effect, "player") == f"if {clause}, draw 1 card"


def test_what_can_be_declined_is_said_as_a_choice_of_whoever_decides():
    draw = Effect(Op.DRAW, 1, YOU, may=True)
    assert say_effect(draw, "player") == "you may draw 1 card"
    assert say_effect(draw, "realm") == "the players may choose that that player draws 1 card"


def test_options_say_what_a_card_does_and_how_a_target_fares():
    lab = Lab(2, cards={"Ada": spell('{ damage = 3, to = "any target" }')}, hands=[["Word"], []], hp=[20, 25])
    told = {option.phrase: option.text for option in lab.game.options}
    assert told["play Word"] == "Spell. Deal 3 damage to any target."
    assert told["use the Five Elements"].startswith("Deal ")
    lab.play("play Word")
    assert {option.text for option in lab.game.options} >= {"20 of 45 hit points", "25 of 45 hit points"}
