"""Rules 26 to 29: the Grand Finale and the end of the game."""

from __future__ import annotations

from tests.games.advyria.tables import (
    ACTIONS,
    FAIRY,
    JOKER,
    SEEKER,
    WARRIOR,
    WIZARD,
    end_turn,
    lay,
    named,
    offered,
    refused,
)


def finale(*hands, **zones):
    """The Finale, at the question before the second seat's turn."""
    game = lay([], *hands, **{"finale": True, "discard": [SEEKER] * 5, **zones})
    end_turn(game)
    return game


def test_rule_26_in_the_finale_nobody_draws_by_default():
    game = finale([WARRIOR])
    events = game.play("draw nothing")

    assert not named(events, "draw")
    assert game.table.hands[1] == [WARRIOR]


def test_rule_27_a_real_wizard_brings_three_cards_before_the_turn():
    game = finale([WIZARD, FAIRY])

    assert offered(game) == ["discard Wizard", "draw nothing"]
    events = game.play("discard Wizard")
    assert len(named(events, "draw")) == 3
    assert game.decision.kind == "act"


def test_rule_27_exactly_one_wizard_is_discarded():
    game = finale([WIZARD, WIZARD])
    game.play("discard Wizard")

    assert game.decision.kind == "act"  # the second one can only be played


def test_case_18_the_level_stays_a_joker_is_refused_and_without_a_wizard_there_is_no_draw():
    game = finale([WIZARD])
    game.play("discard Wizard")
    without = finale([JOKER])

    assert (game.table.levels[1], game.table.losses[1], game.table.hand_sizes[1]) == (3, 0, 3)
    assert offered(without) == ["draw nothing"]
    assert "only a real Wizard" in refused(without, "discard Joker")


def test_ruling_6_the_wizard_of_the_finale_raises_no_level():
    game = finale([WIZARD])

    assert not named(game.play("discard Wizard"), "level")


def test_ruling_4_the_discard_pile_is_shuffled_as_often_as_needed_with_the_wizard_in_it():
    game = finale([WIZARD], discard=[])
    events = game.play("discard Wizard")

    assert [event.data["cards"] for event in named(events, "shuffle")] == [1]
    assert game.table.hands[1] == [WIZARD]  # it is all there is
    more = finale([WIZARD], [WIZARD], discard=[SEEKER] * 5, deck=[])
    more.play("discard Wizard", "end turn")
    assert named(more.play("discard Wizard"), "draw")


def test_ruling_4_what_is_left_of_the_new_pile_is_drawn_before_it_is_shuffled_again():
    game = finale([WIZARD], [WIZARD])
    game.play("discard Wizard", "end turn")
    events = game.play("discard Wizard")

    assert len(named(events, "draw")) == 3
    assert not named(events, "shuffle")
    assert game.table.deck_size == 0


def test_ruling_27_the_hand_limit_holds_in_the_finale():
    game = finale([WIZARD, FAIRY, JOKER])
    game.play("discard Wizard", "end turn")

    assert game.decision.kind == "limit"


def test_rule_28_the_game_ends_when_nobody_draws_or_plays_any_more():
    game = finale([WARRIOR] * 2)
    game.play("draw nothing", "end turn")

    assert game.over
    assert game.outcome.reason == "passed"


def test_case_20_a_full_circle_without_draw_and_play_ends_the_finale():
    game = lay([], [WARRIOR] * 2, [], finale=True)
    for _ in range(2):
        game.play("end turn", "draw nothing")
    assert not game.over
    game.play("end turn")

    assert game.over


def test_ruling_22_a_card_played_or_drawn_begins_the_circle_anew():
    game = lay([], [WARRIOR] * 2, [], finale=True)
    game.play("end turn", "draw nothing", "play 2 Warrior", "end turn")
    for _ in range(2):
        game.play("draw nothing", "end turn")

    assert not game.over
    game.play("draw nothing", "end turn")
    assert game.over


def test_ruling_22_turns_before_the_finale_do_not_count():
    game = lay([], [], deck=[WIZARD] * 3, refills=0)
    end_turn(game)
    end_turn(game)

    assert game.table.finale
    assert not game.over


def test_rule_29_the_game_ends_with_the_turn_in_which_the_last_tile_was_recovered():
    game = lay([ACTIONS["red"]], [], deck=[WIZARD] * 9)
    game.play("play Sunken Bell", "move to e6")

    assert not game.over
    game.play("end turn")
    assert game.over
    assert game.outcome.reason == "tiles"


def test_case_19_the_turn_of_the_last_tile_is_finished():
    game = lay([ACTIONS["red"], WARRIOR, WARRIOR], deck=[WIZARD] * 9)
    game.play("play Sunken Bell", "move to e6", "play 2 Warrior", "turn 1", "end turn")

    assert game.over
    assert game.outcome.points == (2,)


def test_rule_29_an_open_adventure_left_on_the_board_keeps_the_game_going():
    game = lay([ACTIONS["red"]], deck=[WIZARD] * 9, tiles={"e6": "Moon Well"})
    game.play("play Sunken Bell", "move to e6", "leave", "end turn")

    assert not game.over
