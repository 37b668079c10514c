"""Winning, losing, and players who died: the Inspiring Memory."""

from __future__ import annotations

from guildhall.games.hundred_halls.language import Zone
from tests.games.hundred_halls.lab import Lab

TRINKET = '[cards.Charm]\ntype = "Trinket"\n'
GIVEN = '[cards.Gift]\ntype = "Trinket"\nenters = [{ give = "self", to = "any other player" }]\n'


def test_rule_32_ruling_9_case_17_all_bosses_of_the_scenario_must_fall():
    twin = '[cards.Twin]\ntype = "Boss"\nhp = 2\n'
    king = '[cards.King]\ntype = "Boss"\nhp = 2\n'
    tops = {"Ogre": 'bosses = ["Ogre", "Twin"]\n[top]\ntype = "Boss"\nhp = 70\n'}
    placed = {"cards": {"Ogre": twin, "Meadow": king}, "tops": tops}
    lab = Lab(2, **placed, enemies=[("Ogre", 2), "King"])
    lab.play("use the Five Elements", "King")
    assert (lab.count("King", Zone.VOID), lab.kind) == (1, "act")
    lab.finish_turn()
    lab.play("use the Five Elements", "Ogre")
    assert lab.kind == "act"  # Twin is in the deck and counts as undefeated
    last = Lab(2, **placed, enemies=[("Ogre", 2), "Twin"])
    last.play("use the Five Elements", "Ogre")
    last.finish_turn()
    last.play("use the Five Elements", "Twin")
    assert last.kind == "over"
    assert (last.game.outcome.reason, last.game.outcome.winners) == ("won", (0, 1))


def test_case_19_when_all_are_dead_the_game_is_lost_in_the_middle_of_a_turn():
    tops = {"Ogre": 'begin = [{ damage = 9, to = "each player" }, { flip = 1 }]'}
    lab = Lab(2, tops=tops, hp=[9, 5], turn=1)
    told = lab.play("done", "no draw")

    assert (lab.game.outcome.reason, lab.game.outcome.winners) == ("lost", ())
    assert not [event for event in told if event.kind == "flip"]
    assert "Ogre has won" in str(lab.game.decision.prompt)


def test_ruling_8_case_19_a_win_counts_when_both_happen_at_once():
    spell = '[cards.Doom]\ntype = "Spell"\ndoes = [{ damage = 9, to = "each target" }]\n'
    lab = Lab(1, cards={"Ada": spell}, hands=[["Doom"]], hp=[4], enemies=[("Ogre", 9)])
    lab.play("play Doom")

    assert (lab.game.outcome.reason, lab.game.outcome.winners) == ("won", (0,))


def test_rule_33_ruling_7_case_18_each_dead_player_raises_player_damage_by_one():
    for dead, dealt in ((0, 3), (1, 4), (2, 5)):
        lab = Lab(4, hp=[30, 30, *([30, 0][index < dead] for index in range(2))])
        lab.play("use the Five Elements", "Ogre")
        assert lab.hp_of("Ogre") == 70 - dealt
    healing = Lab(2, hp=[20, 0], hands=[["Ada Page"], []])
    healing.play("play Ada Page")
    assert healing.hp[0] == 21


def test_rule_33_ruling_19_case_18_the_cards_of_the_dead_leave_and_lent_cards_go_home():
    cards = {"Ada": GIVEN, "Bo": TRINKET + GIVEN.replace("Gift", "Loan")}
    virus = '[cards.Rot]\ntype = "Virus"\nenters = [{ attach = "lowest player" }]\n'
    tops = {"Meadow": "begin = [{ flip = 1 }]", "Ogre": 'end = [{ damage = 9, to = "lowest player" }]'}
    lab = Lab(
        3,
        cards={**cards, "Meadow": virus},
        tops=tops,
        hands=[["Gift"], ["Loan", "Bo Page"], []],
        with_players=[[], ["Charm"], []],
        decks={"Meadow": ["Rot"]},
        hp=[30, 14, 30],
    )
    lab.play("play Gift", "Bo")
    lab.finish_turn()
    assert lab.table.with_player(1) == ["Charm", "Gift"]
    lab.play("play Loan", "Cy")
    lab.finish_turn()
    lab.finish_turn()
    assert lab.hp[1] == 5
    assert "Rot (on Bo)" in lab.table.enemies
    for _ in range(3):
        lab.finish_turn()
    assert lab.hp[1] == 0
    assert (lab.table.with_player(1), lab.table.hand(1), lab.table.deck_size(1)) == ([], [], 0)
    assert lab.table.with_player(2) == []  # what Bo gave away leaves too
    assert (lab.table.graveyard(0), lab.table.graveyard(5)) == (["Gift"], ["Rot"])
    assert lab.count("Charm", Zone.AWAY) == lab.count("Loan", Zone.AWAY) == 1


def test_rule_33_ruling_4_ruling_35_case_18_case_25_a_memory_helps_one_player_once_per_round():
    cards = {"Bo": TRINKET + '[cards.Horn]\ntype = "Trinket"\nactivate = [{ heal = 2, to = "you" }]\n'}
    tops = {"Ada": 'activate = [{ heal = 4, to = "you" }]\n'}
    lab = Lab(
        3, cards=cards, tops=tops, hp=[0, 20, 20], hands=[[], ["Charm"], []], with_players=[[], ["Horn"], []], turn=2
    )
    lab.finish_turn()
    assert (lab.kind, lab.actor) == ("memory", 0)
    assert set(lab.offered) == {
        "done",
        "Bo plays Charm",
        "Bo activates Horn",
        "Bo activates Ada",
        "Bo uses the Five Elements of Bo",
        "Bo uses the Five Elements of Ada",
        "Cy activates Ada",
        "Cy uses the Five Elements of Cy",
        "Cy uses the Five Elements of Ada",
    }
    other = lab.game.branch()
    lab.play("Bo uses the Five Elements of Ada", "Ogre")
    assert (lab.hp_of("Ogre"), lab.kind, lab.actor) == (66, "act", 1)
    lab.play("play Charm", "use the Five Elements", "Ogre")  # all of Bo's own allowances are left
    assert lab.hp_of("Ogre") == 62
    other.play("Bo activates Ada")
    assert int(other.state[0]["hp"][1]) == 24


def test_ruling_35_dying_in_the_own_turn_ends_it():
    spell = '[cards.Pact]\ntype = "Spell"\ndoes = [{ damage = 9, to = "you" }, { damage = 9, to = "each boss" }]\n'
    lab = Lab(2, cards={"Ada": spell}, hands=[["Pact"], []], hp=[5, 20])
    lab.play("play Pact")

    assert (lab.actor, lab.kind, lab.hp_of("Ogre")) == (1, "act", 70)
    assert lab.count("Pact", Zone.AWAY) == 1


def test_rule_33_a_completed_quest_of_a_player_who_dies_before_its_reward_leaves_the_game():
    quest = (
        '[cards.Dare]\ntype = "Quest"\ngoal = { round = true, at_least = 1 }\nreward = { always = [{ plays = 1 }] }\n'
    )
    spite = '[cards.Spite]\ntype = "Enemy"\nhp = 9\ncompleted = [{ damage = 9, to = "lowest player" }]\n'
    for hp, holds in ((5, False), (15, True)):
        lab = Lab(
            3, cards={"Ada": quest, "Ogre": spite}, with_players=[["Dare"], [], []], enemies=["Spite"], hp=[hp, 40, 40]
        )
        lab.play("done")
        assert (lab.kind == "reward") is holds
        assert lab.count("Dare", Zone.AWAY) == (not holds)
