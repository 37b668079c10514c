"""Sets of picks: chosen in any order, played in the order in which the rules offer them."""

from __future__ import annotations

import pytest

from guildhall.core.errors import IllegalOption
from guildhall.core.game import Game
from guildhall.core.phrases import ChosenSet
from guildhall.core.rules import Rules
from tests.core.toy import CARDS, DONE, Gleaners


@pytest.fixture
def sowing(game):
    """A game in which a set of cards is picked, and the cards that can be, in card order."""
    game.play("sow")
    return game


def hand(game):
    return [CARDS.index(card) for card in game.table.hands[0]]


def test_cards_are_chosen_in_any_order_and_played_in_card_order(sowing):
    low, _, high = sorted(hand(sowing))
    chosen = ChosenSet(sowing.rules, sowing.state)
    for pick in (high, low):
        chosen.choose(pick)
        assert chosen.moves is None
    chosen.choose(DONE)

    assert chosen.picks == [high, low, DONE]
    assert chosen.moves == (low, high, DONE)


def test_a_card_chosen_twice_is_left_out_again(sowing):
    first, *_ = hand(sowing)
    chosen = ChosenSet(sowing.rules, sowing.state)
    chosen.choose(first)
    assert first not in [option.id for option in chosen.options]
    chosen.choose(first)

    assert chosen.picks == []
    assert first in [option.id for option in chosen.options]


def test_the_last_card_chosen_is_taken_back_first(sowing):
    one, two, _ = hand(sowing)
    chosen = ChosenSet(sowing.rules, sowing.state)
    for pick in (two, one):
        chosen.choose(pick)
    chosen.take_back()

    assert [option.phrase for option in chosen.chosen] == [CARDS[two]]


def test_what_is_no_card_of_the_set_is_refused_with_what_is(sowing):
    chosen = ChosenSet(sowing.rules, sowing.state)
    with pytest.raises(IllegalOption, match=r"option 99 is not legal now. Legal: \w+ \w+") as caught:
        chosen.choose(99)

    assert caught.value.legal == tuple(option.phrase for option in chosen.options)


def test_a_decision_that_picks_no_set_is_whole_with_one_option(game):
    chosen = ChosenSet(game.rules, game.state)
    assert not chosen.takes_several
    assert chosen.options == game.options
    chosen.choose(game.options[0].id)

    assert chosen.moves == (game.options[0].id,)


def test_rules_without_sets_take_one_option_at_a_time(game):
    class Bare(Gleaners):
        """The same rules with the default of `Rules`."""

        set_kinds, set_at = Rules.set_kinds, Rules.set_at

    game = Game(Bare(), game.state)
    game.play("sow")

    assert not ChosenSet(game.rules, game.state).takes_several


@pytest.mark.parametrize("together", [True, False])
def test_a_card_out_of_order_is_told_how_to_write_the_set(sowing, together):
    low, *_, high = (CARDS[card] for card in sorted(hand(sowing)))
    what = [high, low] if together else [low]
    before = "" if together else "take back 1 ply and "
    if not together:
        sowing.play(high)
    reason = (
        f"the cards of a set are picked in card order; {before}write the set as one phrase, such as '{low}, {high}, "
    )

    with pytest.raises(IllegalOption, match=f"'{low}'.* is not legal now: {reason}"):
        sowing.play(*what)


def test_where_the_order_counts_nothing_is_said_of_card_order(game):
    game.play("toss")
    first, *_ = (CARDS[card] for card in hand(game))
    game.play(first)

    with pytest.raises(IllegalOption) as caught:
        game.play(first)
    assert "card order" not in str(caught.value)


def test_a_set_that_can_be_ended_earlier_has_no_size(sowing):
    assert ChosenSet(sowing.rules, sowing.state).size is None


def test_all_that_belongs_to_a_set_stays_in_its_place(sowing):
    chosen = ChosenSet(sowing.rules, sowing.state)
    before = chosen.offered
    chosen.choose(max(hand(sowing)))

    assert chosen.offered == before
    assert {option.id for option in chosen.options} < {option.id for option in before}
