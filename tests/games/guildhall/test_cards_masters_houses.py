"""Chapter Masters (rule 26) and Master Houses (rule 27): every ability, and how they live with other cards."""

from __future__ import annotations

from typing import Any

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.cardtable import FOUR, THREE, TWO, buy, moved, tiers, tokens_told, use, use_ability
from tests.games.guildhall.tables import end_turn, hall_cards, lay_down, named, offered
from tests.games.guildhall.tables import lay as lay_cards


def lay(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay_cards(*halls, masters=True, **zones)


# The six Masters


def test_seeker_1_looks_at_two_cards_and_places_one() -> None:
    deck = ["red Dancer", "red Farmer", "blue Farmer"]
    game = lay({"Weaver": ["red"]}, {}, hands=[["Seeker"], []], deck=deck)
    says = "Look at the top 2 cards of the deck, then put 1 of them into your guildhall. [stand-in]"
    use(game, "Seeker", 1, says)
    assert offered(game) == ["red Farmer", "blue Farmer"]
    game.play("blue Farmer", "red Farmer")

    assert game.table.halls[0] == {"Weaver": ["red"], "Farmer": ["blue"]}
    assert game.table.deck == ["red Dancer", "red Farmer"]


def test_seeker_3_looks_at_four_cards_and_places_one() -> None:
    deck = ["red Dancer", "blue Dancer", "red Farmer", "blue Farmer"]
    game = lay({"Weaver": THREE}, {}, hands=[["Seeker"], []], deck=deck)
    says = "Look at the top 4 cards of the deck, then put 1 of them into your guildhall. [stand-in]"
    use(game, "Seeker", 3, says)
    game.play("red Dancer", "red Farmer", "blue Farmer", "blue Dancer")

    assert game.table.halls[0] == {"Weaver": THREE, "Dancer": ["red"]}
    assert game.table.deck == ["red Farmer", "blue Farmer", "blue Dancer"]


def test_seeker_is_not_offered_over_an_empty_deck_nor_for_an_empty_chapter() -> None:
    assert tiers(lay({"Weaver": FOUR}, {}, hands=[["Seeker"], []]), "Seeker") == []
    assert tiers(lay(hands=[["Seeker"], []], deck=["red Dancer"]), "Seeker") == []


def test_ringmaster_1_swaps_a_card_of_the_hand_with_one_of_the_hall() -> None:
    game = lay({"Trader": ["red"]}, {}, hands=[["Ringmaster", "blue Farmer"], []])
    use(game, "Ringmaster", 1, "Swap 1 card from your hand with 1 card from your guildhall. [stand-in]")
    game.play("blue Farmer", "red Trader")

    assert game.table.halls[0] == {"Farmer": ["blue"]}
    assert game.table.hands[0] == ["red Trader"]


def test_ringmaster_3_swaps_a_card_with_one_of_another_hall_and_never_offers_an_open_duplicate() -> None:
    game = lay({"Trader": THREE}, {"Trader": ["red"], "Farmer": ["red"]}, hands=[["Ringmaster"], []])
    says = "Swap 1 card from your guildhall with 1 card from another player's guildhall. [stand-in]"
    use(game, "Ringmaster", 3, says)
    game.play("player 2", "blue Trader")
    assert offered(game) == ["red Farmer"]
    game.play("red Farmer")

    assert game.table.halls == [{"Farmer": ["red"], "Trader": ["red", "green"]}, {"Trader": TWO}]


def test_ringmaster_3_is_not_offered_if_no_other_hall_has_a_card() -> None:
    game = lay({"Trader": THREE}, {}, hands=[["Ringmaster", "red Farmer"], []])
    assert tiers(game, "Ringmaster") == [1]


def test_chancellor_1_gains_a_token_only_if_another_player_is_ahead() -> None:
    game = lay({"Farmer": ["red"]}, {}, hands=[["Chancellor"], []], tokens=[1, 2])
    says = "Gain 1 VP token if another player has more VP than you. [stand-in]"
    assert tokens_told(use(game, "Chancellor", 1, says)) == [(0, 1)]

    level = lay({"Farmer": ["red"]}, {}, hands=[["Chancellor"], []], tokens=[2, 2])
    assert tiers(level, "Chancellor") == []


def test_chancellor_3_gains_a_token_and_draws_a_card() -> None:
    game = lay({"Farmer": THREE}, {}, hands=[["Chancellor"], []], deck=["red Weaver"])
    use(game, "Chancellor", 3, "Gain 1 VP token, then draw 1 card. [stand-in]")

    assert game.table.tokens == [1, 0]
    assert game.table.hands[0] == ["red Weaver"]


def test_archmage_1_takes_a_card_of_the_discard_pile_into_hand() -> None:
    game = lay({"Historian": ["red"]}, {}, hands=[["Archmage"], []], discard=["red Weaver", "blue Weaver"])
    use(game, "Archmage", 1, "Take 1 card from the discard pile into your hand. [stand-in]")
    game.play("red Weaver")

    assert game.table.hands[0] == ["red Weaver"]
    assert game.table.discard == ["blue Weaver"]


def test_archmage_3_places_a_card_of_the_discard_pile() -> None:
    hall = {"Historian": THREE, "Weaver": TWO}
    game = lay(hall, {}, hands=[["Archmage"], []], discard=["red Weaver", "green Weaver", "blue Weaver"])
    use(game, "Archmage", 3, "Put 1 card from the discard pile into your guildhall. [stand-in]")
    assert offered(game) == ["red Weaver", "green Weaver"]
    game.play("red Weaver")
    assert game.table.discard == ["green Weaver", "blue Weaver", "red Weaver"]


def test_archmage_is_not_offered_over_an_empty_pile() -> None:
    assert tiers(lay({"Historian": THREE}, {}, hands=[["Archmage"], []]), "Archmage") == []


def test_abbot_1_draws_two_cards() -> None:
    game = lay({"Dancer": ["red"]}, {}, hands=[["Abbot"], []], deck=["red Weaver", "blue Weaver", "red Farmer"])
    use(game, "Abbot", 1, "Draw 2 cards. [stand-in]")
    assert game.table.hands[0] == ["blue Weaver", "red Farmer"]
    assert game.table.actions == 1


def test_abbot_3_draws_two_cards_and_grants_another_action() -> None:
    game = lay({"Dancer": THREE}, {}, hands=[["Abbot"], []], deck=["red Weaver", "blue Weaver"])
    use(game, "Abbot", 3, "Draw 2 cards, then take another action. [stand-in]")
    assert game.table.hands[0] == ["red Weaver", "blue Weaver"]
    assert game.table.actions == 2


def test_champion_1_discards_a_random_card_of_another_hand() -> None:
    game = lay({"Assassin": ["red"]}, {}, {}, hands=[["Champion"], [], ["red Weaver", "blue Weaver"]])
    use(game, "Champion", 1, "Discard 1 random card from another player's hand. [stand-in]")
    assert offered(game) == ["player 3"]
    game.play("player 3")

    assert len(game.table.hands[2]) == len(game.table.discard) == 1


def test_champion_3_discards_a_card_of_each_other_hall_that_has_one() -> None:
    halls = [{"Assassin": THREE}, {"Farmer": TWO}, {}, {"Weaver": ["Seeker"]}]
    game = lay(*halls, hands=[["Champion"], [], [], []])
    use(game, "Champion", 3, "Discard 1 card from each other player's guildhall. [stand-in]")
    game.play("blue Farmer", "Seeker")

    assert game.table.halls == [{"Assassin": THREE}, {"Farmer": ["red"]}, {}, {}]
    assert game.table.discard == ["blue Farmer", "Seeker"]


def test_champion_is_not_offered_without_a_victim() -> None:
    assert tiers(lay({"Assassin": THREE}, {}, hands=[["Champion"], []]), "Champion") == []


# Wild colours


def test_rule_26_example_12_a_master_stands_for_whatever_colour_is_free_at_every_moment() -> None:
    game = lay({}, {"Weaver": ["blue", "green", "yellow", "Seeker"]}, hands=[["red Assassin"], ["red Weaver"]])
    game.play("play red Assassin", "tier 0", "player 2", "blue Weaver")
    end_turn(game)

    assert "play red Weaver" in offered(game)


def test_rule_26_a_coloured_card_is_blocked_by_a_coloured_card_only() -> None:
    game = lay({"Weaver": ["red", "Seeker", "Seeker"]}, {}, hands=[["red Weaver", "blue Weaver", "Seeker"], []])
    assert offered(game) == ["play blue Weaver", "play Seeker", "refresh"]


def test_rule_26_masters_count_for_the_size_of_a_chapter() -> None:
    hall = {"Farmer": ["red", "Chancellor", "Chancellor"]}
    assert tiers(lay(hall, {}, hands=[["blue Farmer"], []]), "blue Farmer") == [1, 3]


def test_rule_26_a_master_in_the_area_bars_its_chapter() -> None:
    game = lay(hands=[["Seeker", "red Weaver", "Seeker"], []])
    game.play("play Seeker", "no tier")
    assert offered(game) == ["refresh"]


@pytest.mark.parametrize("fifth", ["purple Weaver", "Seeker"])
def test_rule_26_a_chapter_of_colours_and_masters_is_complete_at_five(fifth: str) -> None:
    game = lay({"Weaver": ["red", "blue", "Seeker", "Seeker"]}, {}, hands=[[fifth], []], actions=1)
    game.play(f"play {fifth}", "no tier")

    assert game.table.completed[0] == ["Weaver"]
    assert game.table.halls[0] == {}


def test_rule_26_five_masters_alone_are_a_chapter() -> None:
    game = lay({"Weaver": ["Seeker"] * 4}, {}, hands=[["Seeker"], []], actions=1)
    game.play("play Seeker", "no tier")
    assert game.table.completed[0] == ["Weaver"]


def test_rule_26_masters_of_a_spent_chapter_go_to_the_discard_pile_with_it() -> None:
    hall = {"Weaver": ["red", "blue", "Seeker", "Seeker"]}
    game = lay(hall, {}, hands=[["red Historian"], []], discard=["green Weaver"], vp_row=["5"])
    game.play("play red Historian", "tier 0", "green Weaver", "buy 1", "chapter Weaver")
    assert offered(game) == ["red Weaver", "blue Weaver", "green Weaver", "Seeker"]
    game.play("Seeker", "green Weaver", "Seeker", "red Weaver", "blue Weaver")

    assert game.table.discard == ["Seeker", "green Weaver", "Seeker", "red Weaver", "blue Weaver"]


# A card that finds five


def test_rule_26_coloured_cards_enter_first_and_a_master_that_finds_five_is_discarded() -> None:
    areas = [["Seeker", "purple Weaver"], []]
    game = lay({"Weaver": FOUR}, {}, areas=areas, actions=1)
    end_turn(game)

    assert game.table.completed[0] == ["Weaver"]
    assert game.table.halls[0] == {}
    assert game.table.discard == ["Seeker"]


def test_rule_26_of_several_masters_as_many_enter_as_there_is_room_for() -> None:
    areas = [["Seeker", "Seeker", "blue Weaver"], []]
    game = lay({"Weaver": ["red", "green", "yellow"]}, {}, areas=areas, actions=1)
    end_turn(game)

    assert game.table.completed[0] == ["Weaver"]
    assert game.table.discard == ["Seeker"]


def test_rule_26_what_lies_in_the_hall_never_leaves_for_what_enters() -> None:
    areas = [["purple Weaver", "yellow Weaver"], []]
    game = lay({"Weaver": ["red", "Seeker", "Seeker", "Seeker"]}, {}, areas=areas, actions=1, vp_row=["5"])
    end_turn(game)
    assert game.table.discard == ["yellow Weaver"]
    assert game.table.completed[0] == ["Weaver"]
    end_turn(game)
    game.play("buy 1", "chapter Weaver")

    assert offered(game) == ["red Weaver", "purple Weaver", "Seeker"]


def test_rule_26_of_two_hidden_cards_the_second_finds_five_and_is_discarded() -> None:
    hall = {"Artificer": ["red", "Seeker", "Seeker", "Seeker"], "Warlock": TWO}
    game = lay(hall, {}, hands=[["green Warlock"], ["blue Artificer", "green Artificer"]], cards="coalition")
    game.play("play green Warlock", "tier 2", "player 2")

    assert game.table.completed[0] == ["Artificer"]
    assert [card.split()[-1] for card in game.table.discard] == ["Artificer"]


def test_rule_26_of_cards_from_several_hands_the_coloured_ones_enter_first() -> None:
    hall = {"Psion": FOUR, "Wizard": FOUR}
    hands = [["purple Psion"], ["Archmage"], ["purple Wizard"]]
    game = lay(hall, {}, {}, hands=hands, cards="alliance")
    game.play("play purple Psion", "tier 4", "Archmage", "purple Wizard")

    assert game.table.completed[0] == ["Wizard"]
    assert game.table.discard == ["Archmage"]


def test_rule_26_a_sixth_card_is_never_offered_from_an_open_place() -> None:
    hall = {"Weaver": ["red", "blue", "green"], "Historian": FOUR}
    discard = ["Seeker", "Seeker", "yellow Weaver", "red Farmer"]
    game = lay(hall, {}, hands=[["purple Historian"], []], discard=discard)
    game.play("play purple Historian", "tier 4", "yellow Weaver", "Seeker")
    assert game.table.completed[0] == ["Weaver"]
    assert game.table.discard == ["Seeker", "red Farmer"]


def test_rule_26_any_number_of_cards_stops_where_a_chapter_is_full() -> None:
    hall = {"Dancer": ["red", "blue", "green"]}
    game = lay(
        hall,
        {},
        hands=[["yellow Dancer", "purple Dancer", "Abbot"], []],
        completed=[["Farmer"], []],
        vp_row=["3 place any"],
    )
    buy(game)
    game.play("use ability", "yellow Dancer")
    assert offered(game) == ["purple Dancer", "Abbot", "done"]
    game.play("purple Dancer")
    assert offered(game) == ["done"]


def test_rule_26_a_master_from_a_hidden_place_may_enter_and_complete() -> None:
    game = lay({"Artificer": FOUR}, {}, hands=[["red Warlock"], ["Seeker"]], cards="coalition")
    game.play("play red Warlock", "tier 0", "player 2")
    assert game.table.completed[0] == ["Artificer"]


def test_rule_26_two_masters_from_a_hidden_hand_find_room_for_one() -> None:
    hall = {"Artificer": FOUR, "Warlock": TWO}
    game = lay(hall, {}, hands=[["green Warlock"], ["Seeker", "Seeker"]], cards="coalition")
    game.play("play green Warlock", "tier 2", "player 2")

    assert game.table.completed[0] == ["Artificer"]
    assert game.table.discard == ["Seeker"]


def test_rule_26_as_many_hidden_cards_as_wanted_may_be_picked_for_a_chapter_with_room_for_one() -> None:
    hall = {"Artificer": FOUR, "Warlock": FOUR}
    deck = [f"{colour} Warlock" for colour in (*FOUR, "purple")]
    game = lay(hall, {}, hands=[["purple Artificer"], []], deck=deck, cards="coalition")
    game.play("play purple Artificer", "tier 4", "red Warlock, purple Warlock")

    assert game.table.completed[0] == ["Warlock"]
    assert game.table.discard == ["red Warlock"]


# Whole chapters and exchanges


def test_rule_26_a_chapter_moves_with_its_masters() -> None:
    theirs = {"Farmer": ["red", "Chancellor"]}
    game = lay({}, theirs, completed=[["Weaver"], []], vp_row=["2 take a chapter"])
    buy(game)
    game.play("use ability", "player 2", "chapter Farmer")

    assert game.table.halls == [{"Farmer": ["red", "Chancellor"]}, {}]


@pytest.mark.parametrize(("mine", "fits"), [(["blue", "green"], True), (["blue", "green", "yellow"], False)])
def test_rule_26_a_chapter_joins_another_only_up_to_five_cards(mine: list[str], fits: bool) -> None:
    theirs = {"Farmer": ["red", "Chancellor", "Chancellor"]}
    game = lay({"Farmer": mine}, theirs, completed=[["Weaver"], []], vp_row=["2 take a chapter"])
    buy(game)
    assert ("use ability" in offered(game)) == fits
    if fits:
        game.play("use ability", "player 2", "chapter Farmer")
        assert game.table.completed[0] == ["Farmer"]


def test_rule_26_whole_chapters_are_exchanged_with_their_masters() -> None:
    mine, theirs = {"Trader": FOUR, "Farmer": ["red"]}, {"Farmer": ["red", "Chancellor"]}
    game = lay(mine, theirs, hands=[["purple Trader"], []])
    game.play("play purple Trader", "tier 4", "player 2", "chapter Farmer", "chapter Farmer")
    assert game.table.halls == [{"Farmer": ["red", "Chancellor"], "Trader": FOUR}, {"Farmer": ["red"]}]


def test_rule_26_masters_can_be_given_and_taken_like_other_cards() -> None:
    game = lay({"Weaver": ["Seeker"]}, {"Farmer": ["red"]}, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2", "Seeker", "red Farmer")
    assert game.table.halls == [{"Farmer": ["red"]}, {"Weaver": ["Seeker"]}]


def test_rule_26_an_exchange_into_a_full_row_of_four_is_judged_afterwards() -> None:
    game = lay({"Weaver": ["Seeker"]}, {"Weaver": FOUR}, hands=[["red Trader"], []])
    game.play("play red Trader", "tier 0", "player 2", "Seeker", "red Weaver")

    assert game.table.halls == [{"Weaver": ["red"]}, {"Weaver": ["blue", "green", "yellow", "Seeker"]}]
    assert game.table.completed == [[], []]


# With which decks


def test_rule_26_masters_of_absent_archetypes_stay_out_of_the_game() -> None:
    game = gh.new_game("guildhall", cards=["Monk", "Bard", "Cleric"], masters=True, players=2)
    table = game.table
    cards = [*table.deck, *table.hands[0], *table.hands[1]]
    masters = [card for card in cards if " " not in card]
    assert sorted(masters) == ["Abbot"] * 5 + ["Ringmaster"] * 5 + ["Seeker"] * 5


def test_rule_26_masters_are_refused_where_an_archetype_has_two_chapters() -> None:
    sets = ["fellowship", "alliance"]
    with pytest.raises(gh.BadSetup, match="Chapter Masters need one chapter for each archetype"):
        gh.new_game("guildhall", cards=sets, saga="super", masters=True)
    assert gh.new_game("guildhall", cards=sets, saga="mega", masters=True).decision.kind == "mulligan"


def test_rule_26_in_a_mega_saga_masters_join_the_chapter_of_their_archetype() -> None:
    hall = {"Mystic": ["red Monk", "blue Psion", "Seeker"]}
    sets = ["fellowship", "alliance"]
    game = lay(hall, {}, hands=[["red Psion", "green Monk", "Seeker"], []], cards=sets, saga="mega")
    assert offered(game) == ["play green Monk", "play Seeker", "refresh"]
    assert tiers(game, "Seeker") == []
    assert game.table.halls[0] == hall


# Master Houses


HOUSES = {"Journeyman House": "Farmer", "Mountebank House": "Trader", "Pilgrim House": "Weaver"}
SECOND = {"Journeyman House": "Assassin", "Mountebank House": "Historian", "Pilgrim House": "Dancer"}


def with_houses(*halls: dict[str, list[str]], card: str = "5", **zones: Any) -> Game:
    """A table with Houses and one and the same VP card in every slot."""
    return lay_cards(*halls, houses=True, vp={card: 12}, **zones)


def slot_of(game: Game, house: str) -> int:
    """The slot (from 1) that a House lies under."""
    return int(game.table.houses.index(house)) + 1


@pytest.mark.parametrize("seed", range(6))
def test_rule_27_three_houses_lie_under_three_of_the_five_slots(seed: int) -> None:
    game = gh.new_game("guildhall", houses=True, seed=seed)
    assert sorted(filter(None, game.table.houses)) == sorted(HOUSES)
    assert len(game.table.houses) == 5


def test_rule_27_the_slots_are_drawn_from_the_seed() -> None:
    seen = {tuple(gh.new_game("guildhall", houses=True, seed=seed).table.houses) for seed in range(12)}
    assert len(seen) > 6
    again = gh.new_game("guildhall", houses=True, seed=3)
    assert again.table.houses == gh.new_game("guildhall", houses=True, seed=3).table.houses


def test_journeyman_house_makes_another_player_lose_a_token() -> None:
    game = with_houses({}, {}, {}, completed=[["Farmer"], [], []], tokens=[0, 0, 2])
    buy(game, slot_of(game, "Journeyman House"))
    assert game.decision.prompt == "Player 1, use the ability of Journeyman House"
    use_ability(game, "Another player loses 1 VP token.")
    assert offered(game) == ["player 3"]
    assert tokens_told(game.play("player 3")) == [(2, -1)]
    assert game.table.tokens == [0, 0, 1]


def test_mountebank_house_takes_a_card_of_the_discard_pile_into_hand() -> None:
    game = with_houses(completed=[["Trader"], []], discard=["red Weaver"])
    buy(game, slot_of(game, "Mountebank House"))
    use_ability(game, "Take 1 card from the discard pile into your hand.")
    game.play("red Weaver")
    assert game.table.hands[0] == ["red Weaver"]


def test_pilgrim_house_draws_two_cards() -> None:
    game = with_houses(completed=[["Weaver"], []], deck=["red Farmer", "blue Farmer", "green Farmer"])
    buy(game, slot_of(game, "Pilgrim House"))
    use_ability(game, "Draw 2 cards.")
    assert game.table.hands[0] == ["blue Farmer", "green Farmer"]


@pytest.mark.parametrize("spent", [*HOUSES.values(), *SECOND.values()])
@pytest.mark.parametrize("house", HOUSES)
def test_rule_27_a_house_works_only_for_a_spent_chapter_of_an_archetype_it_shows(house: str, spent: str) -> None:
    game = with_houses(completed=[[spent], []], tokens=[0, 1])
    buy(game, slot_of(game, house))
    assert (game.decision.kind == "ability") == (spent in (HOUSES[house], SECOND[house]))


def test_rule_27_one_of_two_spent_chapters_is_enough() -> None:
    for chapters in (["Weaver", "Farmer"], ["Farmer", "Weaver"]):
        game = with_houses(card="9", completed=[chapters, []], tokens=[0, 1])
        buy(game, slot_of(game, "Journeyman House"), *chapters)
        assert game.decision.prompt.endswith("Journeyman House")


@pytest.mark.parametrize("answer", ["use ability", "no ability"])
def test_rule_27_example_16_the_house_is_offered_after_the_cards_ability_is_used_or_declined(answer: str) -> None:
    game = with_houses(card="4 another action", completed=[["Assassin"], []], tokens=[0, 1], actions=1)
    buy(game, slot_of(game, "Journeyman House"))
    assert game.decision.prompt.endswith("4 another action")
    game.play(answer)
    assert game.decision.prompt.endswith("Journeyman House")
    game.play("use ability", "player 2")

    assert game.table.tokens == [0, 0]
    assert game.decision.seat == (0 if answer == "use ability" else 1)


def test_rule_27_a_house_may_be_left_and_is_all_or_nothing() -> None:
    game = with_houses(completed=[["Farmer"], []], tokens=[0, 1], actions=2)
    buy(game, slot_of(game, "Journeyman House"))
    game.play("no ability")
    assert (game.decision.kind, game.table.tokens) == ("act", [0, 1])

    nobody = with_houses(completed=[["Farmer"], []], tokens=[3, 0])
    buy(nobody, slot_of(nobody, "Journeyman House"))
    assert offered(nobody) == ["no ability"]


def test_rule_27_a_house_stays_with_its_slot() -> None:
    game = with_houses(completed=[["Farmer", "Farmer"], []], tokens=[0, 2])
    houses, slot = game.table.houses, slot_of(game, "Journeyman House")
    for tokens in (1, 0):
        buy(game, slot)
        game.play("use ability", "player 2")
        assert game.table.houses == houses
        assert game.table.tokens == [0, tokens]


def test_rule_27_a_slot_without_a_house_offers_none() -> None:
    game = with_houses(completed=[["Farmer"], []], tokens=[0, 2])
    buy(game, game.table.houses.index(None) + 1)
    assert game.decision.kind == "act"


def test_rule_27_the_house_of_the_slot_bought_counts_even_if_the_card_clears_another_slot() -> None:
    game = lay_cards(
        houses=True,
        cards="alliance",
        vp={"4 clear a slot": 12},
        completed=[["Marshal"], []],
        tokens=[0, 1],
    )
    slot = slot_of(game, "Journeyman House")
    other = next(number for number in range(1, 6) if number != slot)
    buy(game, slot)
    game.play("use ability", f"row {other}")

    assert game.decision.prompt.endswith("Journeyman House")
    assert offered(game) == ["use ability", "no ability"]


def test_rule_27_a_house_in_a_mega_saga_looks_at_the_archetype_spent() -> None:
    game = lay_cards(
        houses=True,
        cards=["fellowship", "alliance"],
        saga="mega",
        vp={"5": 12},
        completed=[["Warrior"], []],
        tokens=[0, 1],
    )
    events = buy(game, slot_of(game, "Journeyman House"))
    assert [event.data["chapter"] for event in named(events, "give up")] == ["Warrior"]
    assert game.decision.kind == "ability"


def test_masters_and_houses_together() -> None:
    game = with_houses(
        {"Farmer": ["red", "blue", "Chancellor", "Chancellor"]},
        {},
        hands=[["red Historian"], []],
        discard=["green Farmer"],
        tokens=[0, 1],
        masters=True,
        actions=3,
    )
    events = game.play("play red Historian", "tier 0", "green Farmer")
    assert moved(events)[-1][0] == "green Farmer"
    game.play(f"buy {slot_of(game, 'Journeyman House')}", "chapter Farmer")
    lay_down(game)
    game.play("use ability", "player 2")

    assert game.table.tokens == [0, 0]
    assert sorted(game.table.discard)[:2] == ["Chancellor", "Chancellor"]
    assert hall_cards(game) == []
