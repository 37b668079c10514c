"""Bad input at the table: messages say what was wrong, where and what would be right, and nothing has changed."""

from __future__ import annotations

from typing import Any

import pytest

import guildhall as gh
from guildhall.core.game import Game
from tests.games.guildhall.tables import COLOURS, FOUR, end_turn, lay, offered, says

TWO: list[dict[str, list[str]]] = [{}, {}]
EVERY_CARD = [
    f"{colour} {profession}"
    for profession in ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")
    for colour in COLOURS
]


# Illegal options and wrong phrases


@pytest.fixture
def game() -> Game:
    """A table with a few things that can and a few that cannot be done."""
    return lay(
        {"Weaver": ["red"]},
        {},
        hands=[["red Weaver", "blue Weaver", "green Weaver", "red Farmer"], []],
        completed=[["Dancer"], []],
        vp_row=["5", "9"],
    )


def refused(game: Game, *what: Any) -> gh.IllegalOption:
    """The error of playing this, which must leave the game as it was."""
    before, ply = game.state.tobytes(), game.ply
    with pytest.raises(gh.IllegalOption) as caught:
        game.play(*what)
    assert game.state.tobytes() == before
    assert game.ply == ply
    return caught.value


@pytest.mark.parametrize(
    ("asked", "why", "nearest"),
    [
        ("play red Weaver", "red Weaver lies in the guildhall already", "play green Weaver"),
        ("play yellow Weaver", "yellow Weaver is not in Player 1's hand", "play blue Weaver"),
        ("play blue Wever", "there is no such card in this deck", "play blue Weaver"),
        ("buy 2", "9 costs 2 completed chapters, you have 1", "buy 1"),
        ("buy 3", "slot 3 of the VP row is empty", "buy 1"),
        ("buy 9", "the slots of the VP row are 1 to 5", "buy 1"),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason_the_nearest_and_the_legal_ones(
    game: Game, asked: str, why: str, nearest: str
) -> None:
    legal = tuple(offered(game))
    error = refused(game, asked)

    assert says(str(error), f"'{asked}' is not legal now: {why}", "did you mean", f"'{nearest}'", "Legal: ")
    assert says(str(error), "Legal: " + ", ".join(legal))
    assert (error.asked, error.legal) == (asked, legal)
    assert nearest in error.nearest


def test_a_wrong_phrase_names_the_nearest_legal_ones(game: Game) -> None:
    assert refused(game, "refrehs").nearest == ("refresh",)
    assert refused(game, "play gren weaver").nearest == ("play green Weaver",)


def test_a_phrase_like_nothing_legal_gets_the_list(game: Game) -> None:
    error = refused(game, "pass")

    assert error.nearest == ()
    assert "did you mean" not in str(error)
    assert says(str(error), "'pass' is not legal now", "refresh, buy 1")


@pytest.mark.parametrize("number", [-1, 3, 311, 999, 10**30])
def test_a_number_that_is_no_legal_option_is_refused(game: Game, number: int) -> None:
    assert says(str(refused(game, number)), f"'option {number}' is not legal now", "Legal: ")


def test_an_option_of_an_earlier_decision_is_refused(game: Game) -> None:
    early = game.options[0]
    game.play("refresh")

    assert says(str(refused(game, early)), "'play blue Weaver' is not legal now", "another decision to make first")


@pytest.mark.parametrize("what", [None, 1.5, ["refresh"], b"refresh"])
def test_what_is_neither_option_nor_number_nor_phrase_is_refused_in_words(game: Game, what: Any) -> None:
    with pytest.raises(gh.IllegalOption, match="expected an Option, an id or a phrase"):
        game.play(what)
    assert game.ply == 0


def test_of_several_phrases_the_illegal_one_is_named_and_none_is_played(game: Game) -> None:
    error = refused(game, "play blue Weaver", "no tier", "play green Weaver")

    assert says(str(error), "'play green Weaver' (3 of 3)", "blue Weaver lies in the action area")


@pytest.mark.parametrize(
    ("tier", "why"),
    [
        ("tier 3", "blue Weaver has the tiers 0, 2, 4"),
        ("tier 4", "the chapter holds 1 card, tier 4 needs 4"),
    ],
)
def test_an_illegal_tier_is_refused_with_the_reason(game: Game, tier: str, why: str) -> None:
    error = refused(game, "play blue Weaver", tier)

    assert says(str(error), f"'{tier}' (2 of 2) is not legal now: {why}")
    assert error.legal == ("tier 0", "no tier")


def test_a_tier_that_cannot_be_carried_out_says_so() -> None:
    game = lay({"Weaver": FOUR[:2]}, {}, hands=[["green Weaver"], []])

    assert says(str(refused(game, "play green Weaver", "tier 2")), "cannot be carried out completely")


def test_a_card_that_would_duplicate_is_refused_in_a_tier(game: Game) -> None:
    error = refused(game, "play blue Weaver", "tier 0", "red Weaver")

    assert says(str(error), "'red Weaver' (3 of 3) is not legal now", "duplicate")
    assert error.nearest == ("green Weaver",)


def test_the_basic_limit_is_told_as_a_reason() -> None:
    game = lay(rules="basic", hands=[["red Weaver", "blue Weaver"], []])
    error = refused(game, "play red Weaver", "no tier", "play blue Weaver")

    assert says(str(error), "a Weaver was already played this turn")


@pytest.mark.parametrize(
    ("picks", "wrong", "nearest"),
    [
        ("blue Farmer, red Framer", "red Framer", "red Farmer"),
        ("red Farmer, bleu Farmer", "bleu Farmer", "blue Farmer"),
    ],
)
def test_of_a_set_of_picks_the_wrong_one_is_named_and_none_is_made(picks: str, wrong: str, nearest: str) -> None:
    game = lay({"Weaver": FOUR[:2]}, {}, hands=[["green Weaver", "red Farmer", "blue Farmer"], []])
    game.play("play green Weaver", "tier 2")
    error = refused(game, picks)

    assert error.asked == wrong
    assert error.nearest == (nearest,)


def test_after_the_end_nothing_can_be_played() -> None:
    game = lay(tokens=[20, 0])
    end_turn(game)
    for asked in ("refresh", "play red Weaver", 310):
        with pytest.raises(gh.GameOver, match="Player 1 won; use undo"):
            game.play(asked)


def test_more_cannot_be_taken_back_than_was_played(game: Game) -> None:
    game.play("refresh")
    with pytest.raises(gh.IllegalOption, match="cannot take back 2 plies, 1 have been played"):
        game.undo(2)


def test_there_is_no_view_for_a_seat_that_is_not_there(game: Game) -> None:
    for seat in (-1, 2):
        with pytest.raises(gh.GuildhallError, match=f"no seat {seat}; the seats are 0 to 1"):
            game.view(seat)


# Unknown cards, sets, games, options


@pytest.mark.parametrize(
    ("options", "name", "nearest"),
    [
        ({"cards": "old-wrld"}, "old-wrld", "old-world"),
        ({"cards": ["Mnok", "Bard", "Druid"]}, "Mnok", "Monk"),
        ({"vp": "felowship"}, "felowship", "fellowship"),
        ({"vp": {"4 draw fife": 20}}, "4 draw fife", "4 draw five"),
    ],
)
def test_an_unknown_set_or_card_is_named_with_the_nearest(options: dict[str, Any], name: str, nearest: str) -> None:
    with pytest.raises(gh.UnknownCard) as caught:
        gh.new_game(**options)

    assert says(str(caught.value), repr(name), f"did you mean '{nearest}'?")
    assert (caught.value.name, caught.value.nearest) == (name, (nearest,))


@pytest.mark.parametrize(
    ("zones", "where", "nearest"),
    [
        ({"halls": [{"Wever": ["red"]}, {}]}, "halls[0]", "Weaver"),
        ({"hands": [[], ["red Wever"]]}, "hands[1]", "red Weaver"),
        ({"areas": [["red Wever"], []]}, "areas[0]", "red Weaver"),
        ({"completed": [[], ["Famer"]]}, "completed[1]", "Farmer"),
        ({"discard": ["blue Famer"]}, "discard", "blue Farmer"),
        ({"deck": ["blue Famer"]}, "deck", "blue Farmer"),
        ({"vp_cards": [["4 tak one"], []]}, "vp_cards[0]", "4 take one"),
        ({"vp_row": ["4 tak one"]}, "vp_row", "4 take one"),
        ({"vp_deck": ["4 tak one"]}, "vp_deck", "4 take one"),
    ],
)
def test_an_unknown_card_of_a_position_is_named_with_its_place_and_the_nearest(
    zones: dict[str, Any], where: str, nearest: str
) -> None:
    with pytest.raises(gh.UnknownCard) as caught:
        gh.position(**{"halls": TWO, **zones})

    assert says(str(caught.value), f"{where}: ", f"did you mean '{nearest}'?")
    assert caught.value.nearest == (nearest,)


def test_an_unknown_game_is_named_with_the_nearest() -> None:
    with pytest.raises(gh.BadSetup, match="unknown game 'gildhall'; did you mean 'guildhall'"):
        gh.new_game("gildhall")


@pytest.mark.parametrize(("name", "nearest"), [("player", "players"), ("house", "houses")])
def test_an_unknown_option_is_named_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(gh.BadSetup, match=f"{name!r}; did you mean '{nearest}'"):
        gh.new_game(**{name: 3})


def test_an_unknown_zone_is_named_with_the_nearest() -> None:
    with pytest.raises(gh.BadPosition, match="'hand'; did you mean 'hands'"):
        gh.position(halls=TWO, hand=[["red Weaver"], []])


# Set-ups that cannot be


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "2 to 4 players, not 5"),
        ({"players": 1}, "2 to 4 players, not 1"),
        ({"players": ["Ada", "Ben", "Cem", "Dora", "Eve"]}, "2 to 4 players, not 5"),
        ({"players": "Ada"}, "a number from 2 to 4 or a list of names, not 'Ada'"),
        ({"players": 2.0}, "a number from 2 to 4 or a list of names, not 2.0"),
        ({"players": ["Ada", "Ada"]}, "two players have the same name"),
        ({"players": ["Ada", " "]}, "every player needs a name"),
        ({"cards": 5}, "the name of a set or a list of names, not 5"),
        ({"cards": ["Monk", "Monk", "Bard"]}, "each profession can be in a deck only once: Monk"),
        ({"cards": ["Monk", "old-world"]}, "sets or professions, not both: Monk, old-world"),
        ({"cards": ["old-world", "fellowship"]}, "share professions: Assassin = Fighter, Weaver = Monk"),
        ({"saga": "huge"}, "None, 'mega' or 'super', not 'huge'"),
        ({"rules": "advance"}, "'advanced' or 'basic', not 'advance'"),
        ({"target": 0}, "target must be a whole number from 1 to 1000, not 0"),
        ({"turn_limit": 0}, "turn_limit must be a whole number from 1 to 1000000, not 0"),
        ({"first": 2}, "first must be a whole number from 0 to 1, not 2"),
        ({"reshuffle_keeps_top": "no"}, "reshuffle_keeps_top must be True or False, not 'no'"),
        ({"seed": "seven"}, "seed must be a whole number of at most 100 digits, not 'seven'"),
        ({"seed": 1.5}, "seed must be a whole number of at most 100 digits, not 1.5"),
        ({"vp": {"5": -1}}, "copies of the VP card '5' must be a number from 1 to 120, not -1"),
        ({"vp": {"5": 4}}, "a VP deck has 5 to 120 cards, not 4"),
        ({"vp": 5}, "vp must be"),
        ({"card_files": 5}, "card_files must be a list of files, not 5"),
        ({"card_files": [5]}, "card_files must be a list of files, but it holds 5"),
    ],
)
def test_a_set_up_that_cannot_be_says_what_was_wanted_and_what_came(options: dict[str, Any], message: str) -> None:
    with pytest.raises(gh.BadSetup) as caught:
        gh.new_game(**options)

    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "doubled"),
    [
        ({"cards": ["Monk", "Psion", "Fighter"]}, "Mystic"),
        ({"cards": ["fellowship", "coalition"], "saga": "super"}, "Acrobat, Leader, Mage, Mystic"),
    ],
)
def test_masters_with_doubled_archetypes_are_refused_and_the_way_out_is_named(
    options: dict[str, Any], doubled: str
) -> None:
    with pytest.raises(gh.BadSetup) as caught:
        gh.new_game(**options, masters=True)

    assert says(str(caught.value), "Chapter Masters", doubled, "Play without them or with saga='mega'")
    assert gh.new_game(**options).options
    assert gh.new_game(**{**options, "saga": "mega"}, masters=True).options


# Positions that cannot be


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ({"hands": [["red Weaver"] * 3, ["red Weaver"] * 2]}, "hands[1]: there are only 4 copies of red Weaver"),
        ({"discard": ["red Weaver"] * 5}, "discard: there are only 4 copies of red Weaver"),
        ({"deck": ["red Weaver"] * 5}, "deck: there are only 4 copies of red Weaver"),
        ({"halls": [{}, {"Weaver": ["red", "red"]}]}, "halls[1]: red Weaver would be a duplicate"),
        ({"halls": [{"Weaver": ["red", "red Weaver"]}, {}]}, "halls[0]: red Weaver would be a duplicate"),
        ({"halls": [{"Weaver": list(COLOURS)}, {}]}, "halls[0]: a Weaver chapter of five cards is complete"),
        ({"halls": [{"Weaver": FOUR, "weaver": ["purple"]}, {}]}, "halls[0]: a Weaver chapter of five cards"),
        ({"halls": [{"Weaver": ["red Farmer"]}, {}]}, "red Farmer does not belong to the Weaver chapter"),
        ({"halls": [{"Weaver": ["pink"]}, {}]}, "the colours are red, blue, green, yellow, purple"),
        ({"halls": [["red Weaver"], {}]}, "halls[0]: it must be a dict of chapters"),
        ({"halls": [{"Weaver": "red"}, {}]}, "the Weaver chapter must be a list"),
        ({"halls": [{}] * 5}, "2 to 4 players, not 5"),
        ({"halls": [{}]}, "2 to 4 players, not 1"),
        ({"halls": None}, "halls must be a list"),
        ({"players": 3}, "halls must have one entry per player: 3, not 2"),
        ({"hands": [[], [], []]}, "hands must have one entry per player: 2, not 3"),
        ({"hands": ["red Weaver", []]}, "hands[0] must be a list"),
        ({"hands": [None, []]}, "hands[0] must be a list"),
        ({"hands": [[], [3]]}, "hands[1]: no card of this deck is called 3"),
        ({"hands": [[], ["5"]]}, "hands[1]: no card of this deck is called '5'"),
        ({"areas": [(EVERY_CARD * 4)[:97], []]}, "areas[0]: an action area of 97 cards is too large"),
        ({"completed": [["Weaver"] * 4, []]}, "completed[0]: player 1 has 4 completed chapters; the maximum is three"),
        ({"completed": [["Weaver"] * 3, ["Weaver"] * 2]}, "completed[1]: there are not enough red cards left"),
        ({"tokens": [0, -1]}, "tokens[1]: tokens must be a whole number from 0 to 1000, not -1"),
        ({"tokens": [1.5, 0]}, "tokens[0]: tokens must be a whole number from 0 to 1000, not 1.5"),
        ({"vp_cards": [["5"] * 5, []]}, "vp_cards[0]: the VP deck has no further copy of 5"),
        ({"vp_row": ["9", "9", "9"]}, "vp_row: the VP deck has no further copy of 9"),
        ({"vp_row": ["5"] * 6}, "the VP row has 5 slots, not 6"),
        ({"vp_row": "5"}, "vp_row must be a list"),
        ({"vp_deck": ["9"] * 3}, "vp_deck: the VP deck has no further copy of 9"),
        ({"to_play": 2}, "to_play must be a seat from 0 to 1, not 2"),
        ({"actions": 0}, "actions must be a whole number from 1 to 99, not 0"),
        ({"seed": "seven"}, "seed must be a whole number of at most 100 digits, not 'seven'"),
    ],
)
def test_a_position_that_cannot_be_names_the_place_and_what_is_wrong(zones: dict[str, Any], message: str) -> None:
    with pytest.raises(gh.BadSetup) as caught:
        gh.position(**{"halls": TWO, **zones})

    assert message in str(caught.value)


def test_a_position_without_halls_says_how_to_give_them() -> None:
    with pytest.raises(gh.BadPosition, match="needs halls, one for each player"):
        gh.position()


def test_a_chapter_of_a_mega_saga_wants_professions_and_says_so() -> None:
    options = {"cards": ["fellowship", "coalition"], "saga": "mega"}
    with pytest.raises(gh.BadPosition, match=r"halls\[0\]: .*a Mystic card needs its profession"):
        gh.position(halls=[{"Mystic": ["red"]}, {}], **options)
    with pytest.raises(gh.BadPosition, match="red Artificer would be a duplicate"):
        gh.position(halls=[{"Mystic": ["red Monk", "red Artificer"]}, {}], **options)


def test_a_chapter_with_masters_holds_at_most_four_cards_too() -> None:
    with pytest.raises(gh.BadPosition, match="a Weaver chapter of five cards is complete"):
        gh.position(halls=[{"Weaver": ["red", "blue", "Seeker", "Seeker", "Seeker"]}, {}], masters=True)
    with pytest.raises(gh.BadPosition, match="only 5 copies of Seeker"):
        gh.position(halls=TWO, hands=[["Seeker"] * 6, []], masters=True)
