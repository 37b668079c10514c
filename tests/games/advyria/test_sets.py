"""Rules 11 and 13 to 15: which cards can be played together, and how often their effect comes."""

from __future__ import annotations

import pytest

from tests.games.advyria.tables import FAIRY, JOKER, SEEKER, WARRIOR, WIZARD, lay, named, offered, refused, rolling


def test_rule_11_any_number_of_cards_in_any_order_or_none():
    hand = [WIZARD, WIZARD, WARRIOR, WARRIOR]
    game = lay(hand, villages=[2])

    game.play("play Wizard", "play 2 Warrior", "turn 1", "play Wizard")

    assert game.table.hands == [[]]
    assert offered(game) == ["end turn"]
    assert "end turn" in offered(lay(hand))


@pytest.mark.parametrize("card", [SEEKER, WARRIOR, FAIRY])
def test_rule_13_a_single_card_and_five_cards_are_refused(card):
    game = lay([card] * 5, levels=[5])

    assert f"play 4 {card}" in offered(game)
    assert "sets of 2 to 4" in refused(game, f"play {card}")
    assert "a set has 2 to 4 cards, not 1" in refused(game, f"play 1 {card}")
    assert "a set has 2 to 4 cards, not 5" in refused(game, f"play 5 {card}")


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_case_1_a_set_of_n_gives_its_effect_one_time_less(cards):
    warriors = lay([WARRIOR] * 4, villages=[4])
    fairies = lay([FAIRY] * 4, tiles=dict.fromkeys(["b1", "c1", "d1", "e1", "a2"]))
    seekers = lay([SEEKER] * 4)

    warriors.play(f"play {cards} Warrior")
    fairies.play(f"play {cards} Fairy")
    events = list(seekers.play(f"play {cards} Fortune Seeker"))
    while seekers.decision.kind == "move":
        events += seekers.play("stay")
    looks = 0
    while fairies.decision.kind == "peek":
        fairies.play(fairies.options[looks])
        looks += 1

    assert offered(warriors)[0] == f"turn {cards - 1}"
    assert looks == cards - 1
    assert len(named(events, "roll")) == cards - 1


def test_rule_14_jokers_fill_sets_of_every_kind():
    game = lay([SEEKER, WARRIOR, FAIRY, JOKER])

    assert [phrase for phrase in offered(game) if "+" in phrase] == [
        "play 1 Fortune Seeker + 1 Joker",
        "play 1 Warrior + 1 Joker",
        "play 1 Fairy + 1 Joker",
    ]


def test_rule_14_jokers_alone_stand_for_one_chosen_kind():
    game = lay([JOKER] * 2, villages=[2])

    assert "play 2 Joker as Fortune Seeker" in offered(game)
    assert "play 2 Joker as Fairy" in offered(game)
    game.play("play 2 Joker as Warrior", "turn 1")
    assert game.table.gold == [1]


def test_case_3_two_seekers_and_two_jokers_are_three_moves():
    game = lay([SEEKER] * 2 + [JOKER] * 2)
    events = list(game.play("play 2 Fortune Seeker + 2 Joker"))
    while game.decision.kind == "move":
        events += game.play("stay")

    assert len(named(events, "roll")) == 3
    assert game.table.hands == [[]]


def test_case_3_four_jokers_as_warriors_turn_three_and_five_cards_are_refused():
    game = lay([JOKER] * 5, villages=[4], levels=[5])

    assert "not 5" in refused(game, "play 5 Joker as Warrior")
    game.play("play 4 Joker as Warrior", "turn 3")
    assert (game.table.villages, game.table.gold) == ([1], [3])


def test_rule_15_each_single_wizard_acts():
    game = lay([WIZARD])

    game.play("play Wizard")

    assert game.table.levels == [4]
    assert "needs no set" in refused(lay([WIZARD] * 2), "play 2 Wizard")


def test_ruling_7_every_move_has_its_own_die_its_reveal_and_its_claim():
    def make(seed):
        tiles = {"b1": "Moon Well", "c1": "Gold", "e6": "Gold"}
        return lay([SEEKER] * 3 + ["Moon Well"], tiles=tiles, levels=[5], seed=seed)

    game = rolling([1], make, "play 3 Fortune Seeker")
    events = game.play("move to b1", "complete Moon Well")

    assert len(named(events, "roll")) == 1  # the second move is rolled only after the claim
    assert game.decision.kind == "move"
    events = game.play("move to c1")
    assert named(events, "gold")
    assert game.decision.kind == "act"
    assert (game.table.adventures, game.table.villages) == ([["Moon Well"]], [1])
