"""Rulings on who deals, completes and is meant, and on positions set up by hand."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games.hundred_halls.reading import shipped
from guildhall.games.hundred_halls.wording import card_text
from tests.games.hundred_halls.lab import Lab, named

SCENARIOS = ("Aepep", "Black Council", "Citadel of Broken Dreams", "Diamond Court", "Elosian", "Circle of Scale")


def hit_points(game, name):
    """The hit points of a card in play."""
    cards = game.rules.names.cards
    return next(int(game.state[0]["hp"][card]) for card in game.table.in_play if cards[card] == name)


# --- Who deals ---


def test_ruling_39_a_card_of_the_scenario_sacrificed_as_its_own_cost_deals_player_damage():
    game = gh.position(
        "hundred-halls",
        party=["Alex", "Zayn"],
        scenario="Citadel of Broken Dreams",
        hands=[[], []],
        cards=[["Board of Eight Sides"], []],
        hp=[30, 0],
        tops={"Citadel of Broken Dreams": ["Key of Bone"]},
    )
    game.play("activate Citadel of Broken Dreams", "activate Key of Bone")
    before = hit_points(game, "The Sleepless Regent")
    game.play("deal 7 damage to any Boss")

    assert before - hit_points(game, "The Sleepless Regent") == 8  # 7, and 1 for Zayn


def test_ruling_39_a_sacrificed_card_keeps_every_bonus_of_the_players():
    cards = {
        "Ogre": '[cards.Gift]\ntype = "Trinket"\nenters = [{ give = "self", to = "any player" }]\n'
        'activate = { cost = [{ sacrifice = "self" }], does = [{ damage = 5, to = "each boss" }] }\n',
        "Ada": '[cards.Forge]\ntype = "Enchantment"\nalways = [{ deals = 1, of = "each Trinket" }]\n'
        '[cards.Rage]\ntype = "Enchantment"\nalways = [{ deals = 2, of = "you" }]\n'
        '[cards.Hall]\ntype = "Enchantment"\nalways = [{ deals = 4, of = "each own Trinket" }]\n'
        '[cards.Two]\ntype = "Artifact"\nalways = [{ activations = 1 }]\n',
    }
    tops = {"Ogre": "activate = [{ flip = 1 }]\n"}
    lab = Lab(
        1,
        cards=cards,
        tops=tops,
        with_players=[["Forge", "Rage", "Hall", "Two"]],
        decks={"Ogre": ["Gift"]},
    )
    lab.play("activate Ogre", "activate Gift")

    assert lab.hp_of("Ogre") == 70 - 5 - 1 - 2 - 4


def test_ruling_40_bought_five_elements_are_five_elements_for_every_modifier():
    game = gh.position(
        "hundred-halls",
        party=["Zayn"],
        scenario="Elosian",
        realm="Montanhas",
        armory=True,
        bought=["an ability of another player card (60 points)"],
        hands=[[]],
        cards=[["Moonless Blade", "Five Elements of Pax"]],
    )
    before = hit_points(game, "Elosian")
    game.play("activate Five Elements of Pax", "Elosian")

    assert before - hit_points(game, "Elosian") == 5


def test_ruling_40_lent_five_elements_are_five_elements_for_every_modifier():
    blade = '[cards.Blade]\ntype = "Artifact"\nalways = [{ elements = 2 }]\n'
    lab = Lab(3, cards={"Bo": blade}, hp=[0, 20, 20], with_players=[[], ["Blade"], []], turn=2)
    lab.finish_turn()
    lab.play("Bo uses the Five Elements of Ada", "Ogre")

    assert lab.hp_of("Ogre") == 70 - 3 - 2 - 1


# --- Who completes ---


def test_ruling_41_who_acts_in_the_place_of_a_memory_completes_a_quest():
    game = gh.position(
        "hundred-halls",
        party=["Aurie", "Zayn", "Pax"],
        realm="Danir",
        hands=[[], [], []],
        hp=[30, 0, 30],
        enemies=[("The Poacher King", 2)],
    )
    game.play("done", "no draw", "Pax uses the Five Elements of Pax", "The Poacher King")

    assert (game.decision.kind, game.decision.seat) == ("act", 2)
    assert len(game.table.hand(2)) == 2


def test_ruling_41_the_trait_of_another_player_completes_a_quest_for_that_player():
    game = gh.position(
        "hundred-halls",
        party=["Claire", "Zayn"],
        realm="Danir",
        hands=[[], ["Throwing Belt"]],
        enemies=[("The Poacher King", 2)],
        turn=1,
    )
    game.play("play Throwing Belt", "The Poacher King")

    assert (len(game.table.hand(0)), len(game.table.hand(1))) == (2, 0)


def test_ruling_41_a_quest_that_no_player_completes_asks_who_gets_the_reward():
    quest = '[cards.Golem]\ntype = "Quest"\ncompleter = true\nhp = 2\nreward = [{ draw = 2 }]\n'
    tops = {"Meadow": 'begin = [{ damage = 2, to = "each Quest" }]\n'}
    lab = Lab(2, cards={"Meadow": quest}, tops=tops, enemies=["Golem"], turn=1)
    lab.play("done", "no draw")

    assert (lab.kind, lab.offered) == ("reward", ("Ada", "Bo"))


# --- This turn ---


@pytest.mark.parametrize("extra", ["plays", "activations", "draws"])
def test_ruling_42_extras_gained_in_the_place_of_a_memory_end_with_that_turn(extra):
    dash = f'[cards.Dash]\ntype = "Spell"\ndoes = [{{ {extra} = 1 }}]\n'
    lab = Lab(2, cards={"Bo": dash}, hands=[[], ["Dash", *["Bo Page"] * 3]], hp=[0, 20], turn=1)
    lab.play("done", "no draw")
    lab.play("Bo plays Dash")
    assert (lab.kind, lab.actor) == ("act", 1)
    lab.play("play Bo Page", "play Bo Page", "use the Five Elements", "Ogre")
    assert lab.offered == ("done",)
    lab.play("done", "draw")
    assert lab.kind != "draw"


def test_ruling_42_quick_knife_in_the_place_of_a_memory_gives_no_play_of_the_next_turn():
    game = gh.position(
        "hundred-halls", party=["Aurie", "Zayn"], hands=[[], ["Quick Knife", "From Behind"]], hp=[0, 28], turn=1
    )
    game.play("done", "no draw", "Zayn plays Quick Knife", "Aepep")

    assert int(game.state[0]["extra"][1, 0]) == 0


# --- Positions ---


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ruling_43_a_position_has_the_hit_points_of_a_game_of_so_many_players(scenario, players):
    dealt = gh.new_game("hundred-halls", players=players, scenario=scenario, seed=1)
    laid = gh.position("hundred-halls", players=players, scenario=scenario, hands=[[]] * players)
    bosses = dealt.rules.compiled[0]["boss"].nonzero()[0]
    starting = [card for card in bosses if laid.state[0]["cap"][card]]

    assert starting
    assert [int(laid.state[0]["hp"][card]) for card in starting] == [
        int(dealt.state[0]["cap"][card]) for card in starting
    ]


@pytest.mark.parametrize(("players", "scenario", "hp"), [(1, "Aepep", 52), (3, "Elosian", 125), (4, "Elosian", 140)])
def test_ruling_43_set_up_texts_apply_by_the_number_of_players(players, scenario, hp):
    game = gh.position("hundred-halls", players=players, scenario=scenario, hands=[[]] * players)

    assert f"{scenario} ({hp}/{hp})" in game.table.enemies


def test_ruling_43_cards_that_come_later_have_what_their_text_gives_them():
    game = gh.position(
        "hundred-halls",
        party=["Aurie"],
        scenario="Circle of Scale",
        realm="Eternal Realm",
        hands=[[]],
        cards=[["Grail of First Dew"]],
        enemies=["Keth of the Black Ring", "Collector of Names"],
    )

    assert "Keth of the Black Ring (14/14)" in game.table.enemies
    assert game.table.hit_points == [(50, 50)]  # 32 and 20, less 2 of the Collector of Names
    assert game.table.with_player(0) == ["Grail of First Dew (3 counters)"]


def test_ruling_43_a_maximum_can_be_given():
    game = gh.position(
        "hundred-halls",
        party=["Aurie"],
        hands=[[]],
        cards=[[("Grail of First Dew", 0, 1)]],
        enemies=[("Aepep", (60, 70))],
        hp=[(40, 60)],
    )

    assert "Aepep (60/70)" in game.table.enemies
    assert game.table.hit_points == [(40, 60)]
    assert "1 counter" in game.table.with_player(0)[0]


def test_ruling_43_chances_follow_from_the_hit_points_of_a_position():
    bolt = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 10, to = "any boss" }]\n'
    text = 'begin = [{ damage = 20, to = "each player" }]\n'
    text += 'enters = [{ max_hp = -60, to = "self", if = { players = true, at_most = 1 } }]\n'
    lab = Lab(1, cards={"Ada": bolt}, tops={"Ogre": text}, hands=[["Bolt"]], hp=[9])

    assert lab.hp_of("Ogre") == 10
    assert gh.odds.win(lab.game, n=20).filter(player="team")["p"].to_list() == [1.0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hp": [(3,)]}, r"hp\[0\]: hit points must be a number or \(number, maximum\)"),
        ({"hp": [(9, 5)]}, r"hp\[0\]: hit points must be a whole number from 0 to 5, not 9"),
        ({"enemies": [("Aepep", 60)]}, "enemies: hit points must be a whole number from 1 to 52, not 60"),
        ({"enemies": [("Aepep", (1, 4000))]}, "enemies: the maximum must be a whole number from 1 to 999"),
        ({"enemies": [("Market Day", 4)]}, "enemies: Market Day has no hit points"),
    ],
)
def test_ruling_43_hit_points_that_cannot_be_are_refused(given, message):
    with pytest.raises(gh.BadPosition, match=message):
        gh.position("hundred-halls", party=["Aurie"], hands=[[]], **given)


# --- Quests, and so much for each ---

GOLEM = '[cards.Golem]\ntype = "Quest"\nsubtypes = ["golem"]\nhp = 9\nreward = [{ draw = 1 }]\n'


@pytest.mark.parametrize(
    ("effects", "left"),
    [
        ('{ damage = 2, to = "each Quest" }', 7),
        ('{ damage = 2, to = "any Quest" }', 7),
        ("{ damage = 2, to = \"'Golem'\" }", 7),
        ('{ stun = "any Quest" }, { damage = 2, to = "it" }', 7),
        ('{ damage = 2, to = "each target" }', 9),
        ('{ damage = 2, to = "each golem" }', 9),
        ('{ stun = "any minion" }, { damage = 2, to = "it" }', 9),
    ],
)
def test_ruling_44_enemy_damage_affects_quests_only_if_it_names_them(effects, left):
    lab = Lab(1, cards={"Meadow": GOLEM}, tops={"Meadow": f"begin = [{effects}]\n"}, enemies=["Golem"])
    lab.finish_round()

    assert lab.hp_of("Golem") == left


def test_ruling_45_so_much_for_each_of_nothing_deals_nothing():
    placed = {"party": ["Claire", "Zayn"], "hands": [["Hot Rivets"], []], "hp": [30, 0]}
    game = gh.position("hundred-halls", **placed)
    before = hit_points(game, "Aepep")
    told = game.play("play Hot Rivets", "Aepep")

    assert before - hit_points(game, "Aepep") == 5  # 4, and 1 for Zayn
    assert len(named(told, "damage")) == 1


def test_ruling_45_no_bonus_turns_nothing_into_something():
    cards = '[cards.Tea]\ntype = "Spell"\ndoes = [{ heal = 2, to = "you", per = { count = "Trinket" } }]\n'
    cards += '[cards.Cup]\ntype = "Enchantment"\nalways = [{ heals = 3, of = "you" }]\n'
    lab = Lab(1, cards={"Ada": cards}, hands=[["Tea"]], with_players=[["Cup"]], hp=[20])
    lab.play("play Tea")

    assert lab.hp == [20]


def test_ruling_46_the_blow_that_destroys_a_card_does_not_just_damage_it():
    boar = '[cards.Boar]\ntype = "Enemy"\nhp = 6\ndamaged = [{ damage = 1, to = "you" }]\n'
    lab = Lab(4, cards={"Meadow": boar}, enemies=["Boar"])
    lab.play("use the Five Elements", "Boar")
    assert lab.hp == [29, 30, 30, 30]
    lab.finish_turn()
    lab.play("use the Five Elements", "Boar")
    assert (lab.hp_of("Boar"), lab.hp) == (0, [29, 30, 30, 30])
    both = Lab(4, cards={"Meadow": boar + 'dies = [{ damage = 2, to = "you" }]\n'}, enemies=[("Boar", 3)])
    both.play("use the Five Elements", "Boar")
    assert both.hp == [28, 30, 30, 30]  # its text says so


@pytest.mark.parametrize(
    ("deck", "name", "told"),
    [
        (
            "City of Sorcery",
            "Hedge Duelist",
            "Whenever a player damages this card without destroying it: deal 1 damage",
        ),
        ("Eternal Realm", "Duelist of the Long Night", "without destroying it: deal 1 damage to that player."),
        ("Circle of Scale", "Keth of the Black Ring", "Whenever a player damages this card without destroying it: if"),
        ("City of Sorcery", "The Lost Apprentice", "Goal, checked in the last step of the Realm turn: this card has 2"),
        ("Zayn", "Contract Signed", "Goal, checked in the last step of your turn: this card has 2 or more counters."),
    ],
)
def test_ruling_46_texts_say_which_blow_counts_and_when_goals_are_checked(deck, name, told):
    found = next(one for one in shipped().decks.values() if one.name == deck)

    assert told in card_text(found.card(name), found.kind)


# --- Targets ---


def test_ruling_47_a_random_enemy_is_one_that_can_be_damaged():
    for seed in range(8):
        game = gh.position(
            "hundred-halls",
            players=2,
            realm="Eternal Realm",
            hands=[["Silver Bolt"], []],
            enemies=["Gambling Den", "Stolen Soul Fragment"],
            seed=seed,
        )
        told = game.play("activate Gambling Den", "discard Silver Bolt")
        assert [event.data["amount"] for event in named(told, "damage")] == [3]


def test_ruling_47_of_bosses_that_tie_the_hurt_one_is_healed():
    game = gh.position(
        "hundred-halls",
        players=2,
        scenario="Black Council",
        hands=[[], []],
        enemies=[("The Ashen Speaker", (20, 20)), ("The Hooded Physician", 20), ("The Silent Notary", (20, 20))],
        turn=1,
    )
    told = game.play("done", "no draw")

    assert [event.data["target"] for event in named(told, "heal")][:1] == ["The Hooded Physician"]


def offered_by(effects, **laid):
    """Whom a Spell of Ada with these effects can mean first."""
    cards = f'[cards.Try]\ntype = "Spell"\ndoes = [{effects}]\n[cards.Charm]\ntype = "Trinket"\n'
    enemies = '[cards.Idler]\ntype = "Enemy"\nhp = 5\n[cards.Wolf]\ntype = "Enemy"\nhp = 5\n'
    enemies += 'end = [{ heal = 1, to = "self" }]\n'
    enemies += '[cards.Wall]\ntype = "Enemy"\nhp = 5\nalways = [{ takes = -9, of = "self" }]\n'
    enemies += '[cards.Bear]\ntype = "Enemy"\nhp = 5\nend = [{ heal = 1, to = "self" }]\n'
    laid = {"hands": [["Try"], [], [], []], "hp": [30, 20, 20, 30], **laid}
    lab = Lab(4, cards={"Ada": cards, "Meadow": enemies}, **laid)
    lab.play("play Try")
    return lab.offered if lab.kind == "target" else ()


@pytest.mark.parametrize(
    ("effects", "offered"),
    [
        ('{ heal = 3, to = "any player" }', ("Bo", "Cy")),
        ('{ heal = 3, to = "any player" }, { heal = 1, to = "it" }', ("Bo", "Cy")),
        ('{ heal = 3, to = "any player" }, { prevent = 1, to = "it" }', ("Ada", "Bo", "Cy", "Di")),
        ('{ discard = 1, for = "any player" }', ("Ada", "Bo")),
        ('{ damage = 4, to = "any minion" }', ("Idler", "Wolf", "Bear")),
        ('{ stun = "any minion" }', ("Wolf", "Bear")),
        ('{ stun = "any minion" }, { damage = 9, to = "it" }', ("Idler", "Wolf", "Bear")),
        ('{ counters = -1, to = "any minion" }', ("Idler", "Wolf")),
        ('{ give = "any own Trinket", to = "any player" }', ("Bo", "Cy", "Di")),
        ('{ redirect = "any boss", to = "any enemy", until = "round" }', ("Idler", "Wolf", "Wall", "Bear")),
        ('{ plays = 1, for = "any player" }', ()),
    ],
)
def test_ruling_47_a_target_to_which_an_effect_does_nothing_is_not_offered(effects, offered):
    hands = [["Try", "Ada Page"], ["Bo Page"], [], []]
    enemies = [("Idler", 5, 1), ("Wolf", 5, 1), "Wall", "Bear"]

    assert set(offered_by(effects, hands=hands, enemies=enemies, with_players=[["Charm"], [], [], []])) == set(offered)


def test_ruling_47_if_an_effect_does_nothing_to_all_of_them_all_are_offered():
    assert set(offered_by('{ heal = 3, to = "any player" }', hp=[30, 30, 30, 30])) == {"Ada", "Bo", "Cy", "Di"}
    assert set(offered_by('{ damage = 1, to = "any minion" }', enemies=["Wall"])) == set()


# --- Events ---


def test_ruling_48_the_first_turns_of_scenario_and_realm_are_events_like_any_others():
    events = gh.simulate("hundred-halls", players=4, games=3, seed=1, events=True).events.filter(turn=1)
    scenario, realm = 4, 5

    for game in range(3):
        turns = events.filter(game=game, event="turn")["side"].to_list()
        assert turns[:3] == [scenario, realm, 0]
    assert set(events.filter(event="flip")["pile"]) == {"Aepep", "City of Sorcery"}
