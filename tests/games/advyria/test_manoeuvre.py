"""Rule 23: the unfriendly manoeuvre."""

from __future__ import annotations

from collections import Counter

from tests.games.advyria.tables import (
    ACTIONS,
    FAIRY,
    JOKER,
    SEEKER,
    WARRIOR,
    WIZARD,
    lay,
    named,
    offered,
    refused,
    rolling,
)

RED = ACTIONS["red"]


def beside(mine, theirs, **zones):
    """Two players; the first flies with a red card next to the second, who stands on d4."""
    hands = [RED, *mine], theirs
    game = lay(*hands, **{"figures": ["a1", "d4"], "levels": [6, 6], "tiles": {"e6": "Gold"}, **zones})
    game.play(f"play {RED}", "move to d3")
    return game


def test_rule_23_two_cards_are_drawn_and_the_figure_is_sent_to_a_guild_field():
    game = beside([WIZARD], [FAIRY] * 3)

    assert game.decision.kind == "manoeuvre"
    assert offered(game) == ["rob player 2", "no manoeuvre"]
    game.play("rob player 2", "send to f6")
    assert game.table.hands == [[FAIRY, FAIRY, WIZARD], [FAIRY]]
    assert game.table.figures == ["d3", "f6"]


def test_rule_23_it_can_be_left_and_needs_a_neighbour():
    game = beside([], [FAIRY])
    game.play("no manoeuvre")
    far = lay([RED], [FAIRY] * 3, figures=["a1", "d4"])
    far.play(f"play {RED}", "move to c3")

    assert game.table.hands == [[], [FAIRY]]
    assert far.decision.kind == "act"


def test_rule_23_the_new_cards_may_be_played_in_the_same_turn():
    game = beside([WARRIOR], [WARRIOR] * 3, villages=[2, 0])
    game.play("rob player 2", "send to a1", "play 3 Warrior", "turn 2")

    assert game.table.gold == [2, 0]


def test_rule_23_only_the_two_learn_which_cards_were_drawn():
    hands = [RED, WIZARD], [FAIRY, WARRIOR, JOKER], [SEEKER]
    game = lay(*hands, figures=["a1", "d4", "f1"], tiles={"e6": "Gold"})
    events = list(game.play(f"play {RED}", "move to d3", "rob player 2"))
    taken = Counter(game.table.hands[0]) - Counter([WIZARD])

    assert Counter(game.view(1).known[0]) == taken
    assert game.view(2).known == [[], [], []]
    assert {event.as_seen_by(2).text for event in named(events, "steal")} == {"Player 1 takes a card from Player 2"}
    assert {event.data["card"] for event in named(events, "steal")} == set(taken)


def test_rule_23_the_cards_are_drawn_by_chance():
    hands = Counter()
    for seed in range(300):
        game = beside([], [FAIRY, WARRIOR, JOKER], seed=seed)
        game.play("rob player 2")
        hands[tuple(game.table.hands[0])] += 1

    assert set(hands) == {(WARRIOR, FAIRY), (WARRIOR, JOKER), (FAIRY, JOKER)}
    assert all(60 < n < 145 for n in hands.values())


def test_case_15_two_cards_against_five():
    game = beside([WIZARD] * 2, [FAIRY] * 5)
    game.play("rob player 2", "send to f1")

    assert game.table.hand_sizes == [4, 3]
    assert game.table.figures == ["d3", "f1"]


def test_case_15_a_neighbour_with_as_many_cards_cannot_be_robbed():
    assert beside([WIZARD] * 2, [FAIRY] * 2).decision.kind == "act"


def test_case_15_a_second_time_in_the_turn_is_refused():
    hands = [RED, "Ember Bridge"], [FAIRY] * 4, [WARRIOR] * 4
    game = lay(*hands, figures=["a1", "d4", "b4"], levels=[6, 6, 6])
    game.play(f"play {RED}", "move to d3", "rob player 2", "send to f6")
    game.play("play Ember Bridge", "move to b3")

    assert game.table.hand_sizes == [2, 2, 4]
    assert game.decision.kind == "act"
    assert "only once in a turn" in refused(game, "rob player 3")


def test_ruling_11_it_follows_a_red_card_and_each_of_several_moves():
    def make(seed):
        return lay([SEEKER] * 3, [FAIRY] * 3, figures=["a1", "c1"], seed=seed)

    game = rolling([1], make, "play 3 Fortune Seeker")
    game.play("move to b1")

    assert beside([], [FAIRY]).decision.kind == "manoeuvre"
    assert game.decision.kind == "manoeuvre"
    events = game.play("rob player 2", "send to f6")
    assert named(events, "roll")  # the second move of the set goes on
    assert game.decision.kind == "move"


def test_ruling_11_in_the_next_turn_it_is_possible_again():
    game = beside(["Ember Bridge"], [FAIRY] * 5, deck=[WIZARD] * 6)
    game.play("rob player 2", "send to f6", "end turn", "end turn")
    assert "follows a landing" in refused(game, "rob player 2")
    game.play("play Ember Bridge", "move to f5")

    assert offered(game) == ["rob player 2", "no manoeuvre"]


def test_ruling_12_of_several_neighbours_one_is_chosen():
    hands = [RED], [FAIRY], [WARRIOR] * 2, [JOKER]
    game = lay(*hands, figures=["a1", "d4", "d2", "f6"])
    game.play(f"play {RED}", "move to d3")

    assert offered(game) == ["rob player 2", "rob player 3", "no manoeuvre"]
    game.play("rob player 3", "send to f1")
    assert game.table.hand_sizes == [2, 1, 0, 1]


def test_ruling_13_of_a_single_card_one_is_taken():
    game = beside([], [FAIRY])
    game.play("rob player 2", "send to f1")

    assert game.table.hands == [[FAIRY], []]


def test_ruling_14_the_active_player_picks_a_free_guild_field():
    hands = [RED], [FAIRY], [WARRIOR]
    game = lay(*hands, figures=["a1", "d4", "f6"])
    game.play(f"play {RED}", "move to d3", "rob player 2")

    assert (game.decision.seat, game.decision.kind) == (0, "send")
    assert offered(game) == ["send to a1", "send to f1", "send to a6"]


def test_ruling_14_with_a_guild_field_for_everybody_one_is_always_free():
    hands = [RED], [FAIRY], [WARRIOR], [JOKER]
    game = lay(*hands, figures=["b2", "a1", "f1", "a6"])
    game.play(f"play {RED}", "move to b1", "rob player 2")

    assert offered(game) == ["send to a1", "send to f6"]


def test_ruling_15_being_sent_reveals_nothing():
    game = beside([], [FAIRY])
    events = game.play("rob player 2", "send to f6")

    assert not named(events, "reveal")
    assert game.table.hidden == ["e6"]


def test_ruling_26_cards_are_counted_after_the_set_was_played():
    def make(seed):
        return lay([SEEKER] * 2, [FAIRY], figures=["a1", "c1"], seed=seed)

    game = rolling([1], make, "play 2 Fortune Seeker")
    game.play("move to b1")

    assert offered(game) == ["rob player 2", "no manoeuvre"]  # two cards before the set, none now
