"""Rules 10 and 12: drawing with the one refill, and the hand limit."""

from __future__ import annotations

import pytest

from tests.games.advyria.tables import FAIRY, JOKER, SEEKER, WARRIOR, WIZARD, end_turn, lay, named, offered, rolling

MANY = [SEEKER] * 10


def test_rule_10_three_cards_are_drawn_at_the_beginning_of_a_turn():
    game = lay([], [], deck=[WIZARD, FAIRY, WARRIOR, JOKER])
    end_turn(game)

    assert game.table.hands[1] == [WARRIOR, FAIRY, JOKER]
    assert game.table.deck == [WIZARD]


def test_case_16_with_several_players_the_discard_pile_is_shuffled_once():
    game = lay([], [], deck=[FAIRY], discard=MANY)
    events = end_turn(game)

    assert len(named(events, "draw")) == 3
    assert [event.data["cards"] for event in named(events, "shuffle")] == [10]
    assert (game.table.refills, game.table.deck_size, game.table.discard) == (0, 8, [])
    assert FAIRY in game.table.hands[1]


def test_case_16_the_second_exhaustion_starts_the_finale():
    game = lay([], [], deck=[], discard=MANY, refills=0)
    events = end_turn(game)

    assert named(events, "finale")
    assert not named(events, "draw")
    assert game.decision.kind == "finale"


def test_case_16_alone_the_first_exhaustion_starts_the_finale():
    game = lay([], deck=[], discard=MANY)
    end_turn(game)

    assert game.table.finale
    assert game.decision.kind == "finale"


def test_case_17_a_short_draw_is_played_and_the_next_turn_is_the_finale():
    game = lay([], [], deck=[WIZARD] * 2, refills=0)
    end_turn(game)

    assert game.table.hands[1] == [WIZARD] * 2
    assert (game.decision.kind, game.table.finale) == ("act", False)
    events = end_turn(game)
    assert named(events, "finale")
    assert (game.decision.kind, game.table.turn) == ("finale", 0)


def test_ruling_5_the_finale_begins_at_once_without_a_pile_and_after_a_short_draw_with_the_next_turn():
    empty, short = lay([], [], refills=0), lay([], [], deck=[WIZARD], refills=0)
    end_turn(empty)
    end_turn(short)

    assert (empty.table.finale, empty.table.hands[1]) == (True, [])
    assert (short.table.finale, short.table.hands[1]) == (False, [WIZARD])
    end_turn(short)
    assert short.table.finale


def test_ruling_5_a_draw_that_takes_the_last_three_cards_is_complete():
    game = lay([], [], deck=[WIZARD] * 3, refills=0)
    end_turn(game)

    assert not game.table.finale
    assert named(end_turn(game), "finale")  # but the next player finds no pile


# --- The hand limit ---


def test_rule_12_a_hand_over_its_level_is_discarded_down_to_it_by_choice():
    game = lay([WIZARD, WIZARD, FAIRY, JOKER, WARRIOR])
    game.play("end turn")

    assert game.decision.kind == "limit"
    assert offered(game) == ["discard Warrior", "discard Fairy", "discard Wizard", "discard Joker"]
    game.play("discard Wizard", "discard Warrior")
    assert game.table.discard == [WIZARD, WARRIOR]
    assert game.decision.kind != "limit"


def test_case_24_level_three_and_six_in_hand_of_which_two_are_played():
    game = lay([WARRIOR] * 2 + [SEEKER] * 2 + [JOKER, FAIRY])
    game.play("play 2 Warrior", "end turn")

    assert len(game.table.hands[0]) == 4
    game.play("discard Joker")
    assert game.table.hands[0] == [SEEKER, SEEKER, FAIRY]


@pytest.mark.parametrize(("die", "after"), [(6, 1), (5, 0), (1, 0)])
def test_case_9_a_discarded_fairy_costs_a_loss_on_a_six(die, after):
    game = rolling([die], lambda seed: lay([FAIRY] * 4, seed=seed), "end turn", "discard Fairy")

    assert game.table.losses == [after]


@pytest.mark.parametrize(("before", "after"), [(11, 12), (12, 12)])
def test_case_9_a_discarded_fairy_can_reach_twelve_losses(before, after):
    game = rolling([6], lambda seed: lay([FAIRY] * 4, losses=[before], seed=seed), "end turn", "discard Fairy")

    assert game.table.losses == [after]


def test_ruling_2_a_wizard_stops_at_eleven_where_a_fairy_goes_to_twelve():
    game = lay([WIZARD], losses=[11])
    game.play("play Wizard")
    fairy = rolling([6], lambda seed: lay([FAIRY] * 4, losses=[11], seed=seed), "end turn", "discard Fairy")

    assert (game.table.losses, fairy.table.losses) == ([11], [12])


def test_rule_12_every_discarded_fairy_rolls_for_itself():
    game = rolling([6, 6], lambda seed: lay([FAIRY] * 5, seed=seed), "end turn", "discard Fairy", "discard Fairy")

    assert game.table.losses == [2]


def test_ruling_21_discarded_jokers_and_adventure_cards_roll_no_die():
    game = lay([JOKER, "Moon Well", WIZARD, SEEKER, WARRIOR, JOKER, WIZARD])
    events = game.play("end turn", "discard Joker", "discard Moon Well", "discard Wizard", "discard Fortune Seeker")

    assert not named(events, "roll")
    assert game.table.losses == [0]
