"""Assassin, Psion, Shaman and Spellblade tier by tier; Marshal and Wizard are the Farmer and Historian of old."""

from __future__ import annotations

from typing import Any

import pytest

from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, moved, tiers, tokens_told, use
from tests.games.guildhall.tables import hall_cards, named, offered
from tests.games.guildhall.tables import lay as lay_cards


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay_cards(*halls, cards="alliance", **zones)


# Assassin


def test_assassin_0_discards_a_card_of_the_own_hall_and_one_of_another() -> None:
    game = lay({"Shaman": TWO}, {"Wizard": TWO}, hands=[["red Assassin"], []])
    says = "Discard 1 card from your guildhall, then discard 1 card from another player's guildhall. [stand-in]"
    use(game, "red Assassin", 0, says)
    game.play("red Shaman", "player 2", "blue Wizard")

    assert game.table.halls == [{"Shaman": ["blue"]}, {"Wizard": ["red"]}]
    assert game.table.discard == ["red Shaman", "blue Wizard"]


@pytest.mark.parametrize(("mine", "theirs"), [({}, {"Wizard": TWO}), ({"Wizard": TWO}, {})], ids=str)
def test_assassin_0_needs_a_card_in_both_halls(mine: dict[str, list[str]], theirs: dict[str, list[str]]) -> None:
    assert tiers(lay(mine, theirs, hands=[["red Assassin"], []]), "red Assassin") == []


def test_assassin_2_discards_an_own_card_and_places_one_of_another_hall() -> None:
    game = lay({"Assassin": TWO}, {"Wizard": TWO}, hands=[["green Assassin"], []])
    says = (
        "Discard 1 card from your guildhall, "
        "then put 1 card from another player's guildhall into your guildhall. [stand-in]"
    )
    use(game, "green Assassin", 2, says)
    game.play("red Assassin", "player 2", "blue Wizard")

    assert game.table.halls == [{"Assassin": ["blue"], "Wizard": ["blue"]}, {"Wizard": ["red"]}]
    assert game.table.discard == ["red Assassin"]


def test_assassin_2_never_offers_a_duplicate_unless_its_twin_was_discarded_for_it() -> None:
    mine = {"Assassin": TWO, "Wizard": ["red"]}
    game = lay(mine, {"Wizard": ["red"]}, hands=[["green Assassin"], []])
    game.play("play green Assassin", "tier 2")
    assert offered(game) == ["red Wizard"]
    game.play("red Wizard", "player 2", "red Wizard")

    assert game.table.halls == [{"Assassin": TWO, "Wizard": ["red"]}, {}]
    assert game.table.discard == ["red Wizard"]


def test_assassin_2_is_not_offered_if_the_other_halls_are_empty() -> None:
    assert tiers(lay({"Assassin": TWO}, {}, hands=[["green Assassin"], []]), "green Assassin") == []


def test_assassin_4_discards_an_own_card_and_places_two_of_one_other_hall() -> None:
    game = lay({"Assassin": FOUR}, {"Wizard": TWO, "Shaman": ["red"]}, hands=[["purple Assassin"], []])
    says = (
        "Discard 1 card from your guildhall, "
        "then put 2 cards from another player's guildhall into your guildhall. [stand-in]"
    )
    use(game, "purple Assassin", 4, says)
    game.play("red Assassin", "player 2", "red Shaman, blue Wizard")

    assert hall_cards(game) == ["blue Assassin", "green Assassin", "yellow Assassin", "red Shaman", "blue Wizard"]
    assert hall_cards(game, 1) == ["red Wizard"]


def test_assassin_4_takes_both_cards_from_one_hall() -> None:
    halls = [{"Assassin": FOUR}, {"Wizard": ["red"]}, {"Shaman": ["red"]}]
    game = lay(*halls, hands=[["purple Assassin"], [], []])
    assert tiers(game, "purple Assassin") == [0, 2]


def test_assassin_4_may_complete_a_chapter() -> None:
    mine = {"Assassin": FOUR, "Wizard": THREE}
    game = lay(mine, {"Wizard": ["yellow", "purple"]}, hands=[["purple Assassin"], []])
    game.play("play purple Assassin", "tier 4", "red Assassin", "player 2", "yellow Wizard, purple Wizard")
    assert game.table.completed[0] == ["Wizard"]


# Psion


def test_psion_0_looks_at_a_hand_and_places_a_card_of_it() -> None:
    game = lay(hands=[["red Psion"], ["red Wizard", "blue Shaman"]])
    says = "Look at another player's hand, then put 1 card from it into your guildhall. [stand-in]"
    use(game, "red Psion", 0, says)
    events = game.play("player 2")
    assert [event.data["cards"] for event in named(events, "look")] == [2]
    assert offered(game) == ["blue Shaman", "red Wizard"]
    game.play("red Wizard")

    assert game.table.halls[0] == {"Wizard": ["red"]}
    assert game.table.hands[1] == ["blue Shaman"]


def test_psion_0_lets_its_owner_remember_the_hand() -> None:
    game = lay({}, {}, {}, hands=[["red Psion"], ["red Wizard", "blue Shaman"], []])
    assert game.view(0).known[1] == []
    game.play("play red Psion", "tier 0", "player 2", "red Wizard")

    assert game.view(0).known[1] == ["blue Shaman"]
    assert game.view(2).known[1] == []


def test_psion_0_is_not_offered_if_all_other_hands_are_empty() -> None:
    assert tiers(lay(hands=[["red Psion", "red Wizard"], []]), "red Psion") == []


def test_psion_0_discards_a_hidden_duplicate() -> None:
    game = lay({"Wizard": ["red"]}, {}, hands=[["red Psion"], ["red Wizard"]])
    game.play("play red Psion", "tier 0", "player 2", "red Wizard")

    assert game.table.halls[0] == {"Wizard": ["red"]}
    assert game.table.hands[1] == []
    assert game.table.discard == ["red Wizard"]


def test_psion_2_places_two_cards_of_one_hand() -> None:
    game = lay({"Psion": TWO}, {}, hands=[["green Psion"], ["red Wizard", "blue Shaman", "red Shaman"]])
    says = "Look at another player's hand, then put 2 cards from it into your guildhall. [stand-in]"
    use(game, "green Psion", 2, says)
    game.play("player 2", "blue Shaman, red Wizard")

    assert hall_cards(game) == ["red Psion", "blue Psion", "blue Shaman", "red Wizard"]
    assert game.table.hands[1] == ["red Shaman"]


def test_psion_2_asks_for_a_hand_of_two_cards() -> None:
    hands = [["green Psion"], ["red Wizard"], ["red Shaman", "blue Shaman"]]
    game = lay({"Psion": TWO}, {}, {}, hands=hands)
    game.play("play green Psion", "tier 2")
    assert offered(game) == ["player 3"]

    small = lay({"Psion": TWO}, {}, hands=[["green Psion"], ["red Wizard"]])
    assert tiers(small, "green Psion") == [0]


def test_psion_2_places_two_equal_cards_never_together() -> None:
    game = lay({"Psion": TWO}, {}, hands=[["green Psion"], ["red Wizard", "red Wizard"]])
    game.play("play green Psion", "tier 2", "player 2")
    assert offered(game) == ["red Wizard"]
    game.play("red Wizard")

    assert game.decision.kind == "act"
    assert game.table.hands[1] == ["red Wizard"]


def test_psion_4_places_one_card_of_each_other_hand() -> None:
    hands = [["purple Psion"], ["red Wizard", "blue Shaman"], [], ["red Shaman"]]
    game = lay({"Psion": FOUR}, {}, {}, {}, hands=hands)
    says = "Look at each other player's hand, then put 1 card from each of them into your guildhall. [stand-in]"
    events = use(game, "purple Psion", 4, says)
    assert [event.data["cards"] for event in named(events, "look")] == [2, 0, 1]
    assert offered(game) == ["blue Shaman", "red Wizard"]
    game.play("red Wizard", "red Shaman")

    assert hall_cards(game)[-2:] == ["red Shaman", "red Wizard"]
    assert game.table.hands == [[], ["blue Shaman"], [], []]


def test_psion_4_is_not_offered_if_all_other_hands_are_empty() -> None:
    assert tiers(lay({"Psion": FOUR}, {}, hands=[["purple Psion"], []]), "purple Psion") == []


def test_psion_4_passes_over_a_hand_that_has_only_the_card_just_picked_elsewhere() -> None:
    game = lay({"Psion": FOUR}, {}, {}, hands=[["purple Psion"], ["red Wizard"], ["red Wizard"]])
    game.play("play purple Psion", "tier 4", "red Wizard")

    assert game.decision.kind == "act"
    assert game.table.hands == [[], [], ["red Wizard"]]


# Shaman


def test_shaman_0_draws_two_then_discards_one_which_may_be_a_card_just_drawn() -> None:
    game = lay(hands=[["red Shaman", "red Psion"], []], deck=["red Wizard", "blue Wizard"])
    says = "Draw 2 cards, then discard 1 card from your hand. [stand-in]"
    use(game, "red Shaman", 0, says)
    assert offered(game) == ["red Psion", "red Wizard", "blue Wizard"]
    game.play("blue Wizard")

    assert game.table.hands[0] == ["red Psion", "red Wizard"]
    assert game.table.discard == ["blue Wizard"]


def test_shaman_0_with_nothing_to_draw_and_nothing_in_hand_ends_there() -> None:
    game = lay(hands=[["red Shaman"], []])
    game.play("play red Shaman", "tier 0")
    assert game.decision.kind == "act"


def test_shaman_2_draws_three_then_places_one_from_hand() -> None:
    hands = [["green Shaman", "red Psion"], []]
    game = lay({"Shaman": TWO}, {}, hands=hands, deck=["red Wizard", "blue Wizard", "red Shaman"])
    says = "Draw 3 cards, then put 1 card from your hand into your guildhall. [stand-in]"
    use(game, "green Shaman", 2, says)
    assert offered(game) == ["red Psion", "red Wizard", "blue Wizard"]
    game.play("red Wizard")

    assert hall_cards(game) == ["red Shaman", "blue Shaman", "red Wizard"]


def test_shaman_2_places_nothing_if_every_card_would_duplicate() -> None:
    game = lay({"Shaman": TWO}, {}, hands=[["green Shaman"], []], deck=["red Shaman"] * 3)
    game.play("play green Shaman", "tier 2")

    assert game.decision.kind == "act"
    assert game.table.hands[0] == ["red Shaman"] * 3


def test_shaman_4_draws_four_then_places_two_from_hand() -> None:
    deck = ["red Wizard", "red Wizard", "red Psion", "blue Psion"]
    game = lay({"Shaman": FOUR}, {}, hands=[["purple Shaman"], []], deck=deck)
    says = "Draw 4 cards, then put 2 cards from your hand into your guildhall. [stand-in]"
    use(game, "purple Shaman", 4, says)
    assert len(game.table.hands[0]) == 4
    game.play("red Psion, red Wizard")

    assert hall_cards(game)[:1] == ["red Psion"]
    assert game.table.hands[0] == ["blue Psion", "red Wizard"]


def test_shaman_4_places_as_many_as_can_be_placed() -> None:
    game = lay({"Shaman": FOUR}, {}, hands=[["purple Shaman"], []], deck=["red Wizard", "red Wizard"])
    game.play("play purple Shaman", "tier 4", "red Wizard")

    assert game.decision.kind == "act"
    assert game.table.hands[0] == ["red Wizard"]


# Spellblade


def test_spellblade_0_returns_a_card_of_another_hall_to_its_owners_hand() -> None:
    game = lay({"Psion": ["red"]}, {"Wizard": TWO}, hands=[["red Spellblade"], ["red Shaman"]])
    says = "Return 1 card from another player's guildhall to its owner's hand. [stand-in]"
    use(game, "red Spellblade", 0, says)
    events = game.play("player 2", "blue Wizard")

    assert moved(events) == [("blue Wizard", "Player 2's guildhall", "Player 2's hand")]
    assert game.table.halls == [{"Psion": ["red"]}, {"Wizard": ["red"]}]
    assert game.table.hands[1] == ["red Shaman", "blue Wizard"]
    assert game.view(0).known[1] == ["blue Wizard"]


def test_spellblade_0_is_not_offered_if_no_other_hall_has_a_card() -> None:
    assert tiers(lay({"Psion": TWO}, {}, hands=[["red Spellblade"], []]), "red Spellblade") == []


def test_spellblade_2_returns_two_cards_of_one_hall() -> None:
    halls = [{"Spellblade": TWO}, {"Wizard": TWO}, {"Wizard": ["red"]}]
    game = lay(*halls, hands=[["green Spellblade"], [], []])
    says = "Return 2 cards from another player's guildhall to their owner's hand. [stand-in]"
    use(game, "green Spellblade", 2, says)
    assert offered(game) == ["player 2"]
    game.play("player 2", "red Wizard, blue Wizard")

    assert game.table.halls[1:] == [{}, {"Wizard": ["red"]}]
    assert game.table.hands[1] == ["red Wizard", "blue Wizard"]


def test_spellblade_2_is_not_offered_if_no_other_hall_has_two_cards() -> None:
    game = lay({"Spellblade": TWO}, {"Wizard": ["red"]}, hands=[["green Spellblade"], []])
    assert tiers(game, "green Spellblade") == [0]


def test_spellblade_4_returns_a_whole_chapter() -> None:
    theirs = {"Wizard": THREE, "Psion": ["red"]}
    game = lay({"Spellblade": FOUR}, theirs, hands=[["purple Spellblade"], []])
    says = "Return one whole chapter from another player's guildhall to its owner's hand. [stand-in]"
    use(game, "purple Spellblade", 4, says)
    game.play("player 2")
    assert offered(game) == ["chapter Psion", "chapter Wizard"]
    game.play("chapter Wizard")

    assert game.table.halls[1] == {"Psion": ["red"]}
    assert game.table.hands[1] == ["red Wizard", "blue Wizard", "green Wizard"]


def test_spellblade_4_is_not_offered_if_no_other_hall_has_a_card() -> None:
    game = lay({"Spellblade": FOUR}, {}, hands=[["purple Spellblade"], []])
    assert tiers(game, "purple Spellblade") == []


# Marshal and Wizard in this set


def test_marshal_3_under_its_new_name() -> None:
    game = lay({"Marshal": THREE}, {}, hands=[["yellow Marshal"], []])
    assert tokens_told(game.play("play yellow Marshal", "tier 3")) == [(0, 2)]


def test_wizard_never_places_a_duplicate_even_from_below_the_top() -> None:
    game = lay({"Wizard": TWO}, {}, hands=[["green Wizard"], []], discard=["red Wizard", "red Psion"])
    game.play("play green Wizard", "tier 2")
    assert offered(game) == ["red Psion"]
