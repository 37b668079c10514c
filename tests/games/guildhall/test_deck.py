"""The deck builder: rules 5, 7, 23 to 28."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import guildhall as gh
from guildhall.core.errors import BadSetup, UnknownCard
from guildhall.games.guildhall.deck import Deck, build_deck
from guildhall.games.guildhall.language import ARCHETYPES
from guildhall.games.guildhall.reading import load_book

BOOK = load_book()
BOXES = ["fellowship", "alliance", "coalition", "gathering"]


def vp_copies(deck: Deck) -> dict[str, int]:
    return {card.name: copies for card, copies in deck.vp}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", BOOK.sets)
def test_rule_1_every_set_makes_a_deck_of_120_cards(name: str, players: int) -> None:
    deck = build_deck(BOOK, name, players=players)
    assert deck.size == 120
    assert len(deck.chapters) == len(deck.archetypes) == len(deck.professions) == 6
    assert [card.chapter for card in deck.professions] == [0, 1, 2, 3, 4, 5]
    assert {card.copies for card in deck.professions} == {4}


@pytest.mark.parametrize("players", [2, 3])
def test_rule_5_for_2_or_3_players_two_5_point_cards_and_one_of_every_other_kind_stay_out(
    players: int,
) -> None:
    full, small = vp_copies(build_deck(BOOK, players=4)), vp_copies(build_deck(BOOK, players=players))
    assert sum(full.values()) == 30
    assert sum(small.values()) == 20
    assert small == {name: copies - (2 if name == "5" else 1) for name, copies in full.items()}


def test_example_13_two_players_have_20_vp_cards_with_four_5_point_cards() -> None:
    small = vp_copies(build_deck(BOOK, "old-world", players=2))
    assert (sum(small.values()), small["5"]) == (20, 4)


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_guildhall_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(BadSetup, match=f"for 2 to 4 players, not {players}"):
        build_deck(BOOK, players=players)


def test_rule_23_the_old_world_is_the_default_and_shows_the_old_names() -> None:
    deck = build_deck(BOOK)
    assert deck.chapters == ("Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian")
    assert [card.profession.name for card in deck.professions] == [
        "Monk",
        "Cleric",
        "Fighter",
        "Marshal",
        "Rogue",
        "Wizard",
    ]


def test_rule_23_any_list_of_professions_is_a_deck_with_names_as_typed() -> None:
    deck = build_deck(BOOK, ["weaver", "Fighter", "Assassin"])
    assert deck.chapters == ("Weaver", "Fighter", "Assassin")
    assert [card.profession.name for card in deck.professions] == ["Monk", "Fighter", "Assassin"]


MISTAKEN = (
    "'Assassin' is the card of New Empire and Alliance here; for the Assassin of Old World Economy write 'Fighter'."
)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (["Weaver", "Trader", "Assassin"], (MISTAKEN,)),
        (["Monk", "Rogue", "Assassin"], ()),  # the names of newer sets, in which that card is the Assassin
        (["Weaver", "Fighter", "Assassin"], ()),  # both are named
        (["Weaver", "Trader", "Assassin (old)"], ()),
        ("old-world", ()),
    ],
    ids=str,
)
def test_rule_23_a_name_that_means_another_card_than_beside_the_other_names_is_told(
    cards: str | list[str], told: tuple[str, ...]
) -> None:
    deck = build_deck(BOOK, cards)

    assert deck.mistakable == told
    assert deck.warnings[: len(told)] == told


def test_rule_23_a_game_with_a_mistakable_name_warns() -> None:
    with pytest.warns(UserWarning, match="write 'Fighter'"):
        game = gh.new_game(cards=["Weaver", "Trader", "Assassin"])

    assert [card.profession.name for card in game.rules.deck.professions] == ["Monk", "Rogue", "Assassin"]


def test_rule_24_a_mega_saga_has_one_chapter_for_each_archetype() -> None:
    deck = build_deck(BOOK, BOXES, saga="mega")
    assert deck.chapters == deck.archetypes == ARCHETYPES
    assert deck.size == 480
    assert all(deck.chapters[card.chapter] == card.profession.archetype for card in deck.professions)


def test_rule_24_a_mega_saga_of_few_professions_has_only_their_archetypes() -> None:
    deck = build_deck(BOOK, ["Monk", "Psion", "Bard"], saga="mega")
    assert deck.chapters == ("Acrobat", "Mystic")
    assert [(card.shown, card.chapter) for card in deck.professions] == [
        ("Monk", 1),
        ("Psion", 1),
        ("Bard", 0),
    ]


@pytest.mark.parametrize("sets", [["old-world", "fellowship"], ["new-empire", "alliance"], ["job-faire"] * 2])
@pytest.mark.parametrize("saga", [None, "mega", "super"])
def test_rule_24a_sets_that_share_a_profession_are_refused(sets: list[str], saga: str | None) -> None:
    with pytest.raises(BadSetup, match="share professions: "):
        build_deck(BOOK, sets, saga=saga)


@pytest.mark.parametrize(("cards", "saga"), [("new-empire", None), (BOXES, "mega"), (["Monk", "Bard", "Wizard"], None)])
def test_rule_24a_mega_saga_new_empire_and_own_lists_use_the_fellowship_vp_deck(
    cards: str | list[str], saga: str | None
) -> None:
    assert build_deck(BOOK, cards, saga=saga).vp == build_deck(BOOK, "fellowship").vp


@pytest.mark.parametrize("players", [2, 4])
def test_rule_24a_joined_vp_decks_lose_the_removed_cards_once_each(players: int) -> None:
    one = 20 if players == 2 else 30
    deck = build_deck(BOOK, ["fellowship", "alliance"], saga="super", players=players)
    assert sum(vp_copies(deck).values()) == 2 * one
    assert vp_copies(deck)["5"] == (8 if players == 2 else 12)


def test_rule_25_a_super_sized_saga_has_a_chapter_for_each_profession() -> None:
    deck = build_deck(BOOK, BOXES, saga="super", players=4)
    assert len(deck.chapters) == 24
    assert sum(vp_copies(deck).values()) == 120


def test_rule_25_a_super_sized_saga_needs_two_sets() -> None:
    with pytest.raises(BadSetup, match="two or more sets"):
        build_deck(BOOK, "fellowship", saga="super")
    with pytest.raises(BadSetup, match="two or more sets"):
        build_deck(BOOK, ["Monk", "Bard", "Wizard"], saga="super")


def test_two_cards_that_would_be_shown_alike_are_shown_by_their_own_names() -> None:
    chapters = build_deck(BOOK, ["old-world", "new-empire"]).chapters
    assert "Fighter" in chapters
    assert "Assassin" in chapters
    assert len(set(chapters)) == 12


def test_rule_26_five_copies_of_each_master_join_the_deck() -> None:
    deck = build_deck(BOOK, "old-world", masters=True)
    assert deck.size == 150
    assert all(deck.archetypes[chapter] == master.archetype for master, chapter in deck.masters)


def test_rule_26_masters_of_absent_archetypes_stay_out() -> None:
    deck = build_deck(BOOK, ["Monk", "Bard"], masters=True)
    assert [(master.name, chapter) for master, chapter in deck.masters] == [("Seeker", 0), ("Ringmaster", 1)]


def test_rule_26_masters_are_refused_with_two_chapters_of_one_archetype_but_in_a_mega_saga() -> None:
    with pytest.raises(BadSetup, match="Mystic has more"):
        build_deck(BOOK, ["Monk", "Psion"], masters=True)
    assert len(build_deck(BOOK, ["Monk", "Psion"], masters=True, saga="mega").masters) == 1
    assert len(build_deck(BOOK, BOXES, masters=True, saga="mega").masters) == 6


def test_rule_27_there_are_three_houses_or_none() -> None:
    assert len(build_deck(BOOK, houses=True).houses) == 3
    assert build_deck(BOOK).houses == ()


def test_rule_28_the_vp_deck_may_be_that_of_another_set_or_of_several() -> None:
    assert build_deck(BOOK, vp="gathering").vp == build_deck(BOOK, "gathering").vp
    joined = build_deck(BOOK, vp=["alliance", "coalition"], players=4)
    assert sum(vp_copies(joined).values()) == 60


def test_rule_28_copies_of_vp_cards_given_one_by_one_are_taken_as_they_are() -> None:
    assert vp_copies(build_deck(BOOK, vp={"5": 6, "9": 1}, players=2)) == {"5": 6, "9": 1}


@pytest.mark.parametrize(
    ("vp", "problem"),
    [
        ({"5": 4}, "5 to 120 cards, not 4"),
        ({"5": 100, "9": 100}, "5 to 120 cards, not 200"),
        ({"5": 0}, "from 1 to 120, not 0"),
        ({"5": "six"}, "from 1 to 120, not 'six'"),
        ({"5": True}, "from 1 to 120, not True"),
        ({"4 draw fife": 6}, "did you mean '4 draw five'"),
        ("felowship", "did you mean 'fellowship'"),
        (["fellowship"] * 7, "5 to 120 cards, not 140"),
        ([], "5 to 120 cards, not 0"),
        (7, "copies of VP cards, not 7"),
    ],
)
def test_a_vp_deck_that_cannot_be_is_refused(vp: Any, problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        build_deck(BOOK, vp=vp)


def test_rule_28_a_missing_archetype_is_a_warning() -> None:
    warnings = build_deck(BOOK, ["Monk", "Cleric", "Fighter", "Marshal", "Rogue"]).warnings
    assert warnings == ("No Mage is in the deck.",)


def test_rule_28_discard_takers_without_discard_feeders_are_a_warning() -> None:
    cards = ["Monk", "Cleric", "Spellblade", "Marshal", "Rogue"]
    text = "No card puts cards on the discard pile, but these take from it: Wizard."
    assert text in build_deck(BOOK, [*cards, "Wizard"]).warnings
    assert build_deck(BOOK, [*cards, "Sorcerer"]).warnings == ()
    assert text not in build_deck(BOOK, [*cards, "Wizard", "Fighter"]).warnings


def test_rule_28_token_takers_without_token_makers_are_a_warning() -> None:
    cards = ["Monk", "Cleric", "Fighter", "Rogue", "Wizard"]
    text = "No card makes VP tokens, but these take them from players: Journeyman House."
    assert text in build_deck(BOOK, cards, houses=True).warnings
    assert text not in build_deck(BOOK, [*cards, "Farmer"], houses=True).warnings


@pytest.mark.parametrize("name", BOOK.sets)
def test_rule_28_the_sets_themselves_have_no_warnings(name: str) -> None:
    assert build_deck(BOOK, name, masters=True, houses=True).warnings == ()


def test_the_old_world_has_no_stand_ins_and_other_decks_name_theirs() -> None:
    assert build_deck(BOOK, "old-world").stand_ins == ()
    assert build_deck(BOOK, "fellowship").stand_ins == ("Sorcerer (tier 3)",)
    assert build_deck(BOOK, "job-faire").stand_ins == ("Scholar", "Peddler", "Bricklayer", "Robber")
    assert "Pilgrim House" in build_deck(BOOK, houses=True).stand_ins
    assert "Seeker" in build_deck(BOOK, masters=True).stand_ins
    assert "2 two of five" in build_deck(BOOK, "coalition").stand_ins


@pytest.mark.parametrize(
    ("cards", "players", "problem"),
    [
        ([], 2, "at least 27 cards; this one has 0"),
        (["Monk"], 2, "at least 27 cards; this one has 20"),
        (["Monk", "Bard"], 4, "at least 45 cards; this one has 40"),
        (["Monk", "Weaver"], 2, "once: Monk"),
        (["old-world", "Monk"], 2, "not both"),
        (["old-world", "new-empir"], 2, "no set is called 'new-empir'; did you mean 'new-empire'"),
        (["Monk", "Brd"], 2, "no profession is called 'Brd'; did you mean 'Bard'"),
        ("Monk", 2, "no set is called 'Monk'"),
        (7, 2, "a list of professions, not 7"),
        ([7], 2, "no profession is called 7"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(cards: Any, players: int, problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        build_deck(BOOK, cards, players=players)


def test_rule_7_the_smallest_deck_has_nine_cards_a_player_and_nine_more() -> None:
    assert build_deck(BOOK, ["Monk", "Bard"], players=3).size == 40
    assert build_deck(BOOK, ["Monk", "Bard"], players=4, masters=True).size == 50


def test_more_than_24_professions_are_refused() -> None:
    book = BOOK.with_text("[Tinker]\narchetype = 'Mage'\ntier.0 = [{ draw = 1 }]")
    with pytest.raises(BadSetup, match="at most 24 professions, not 25"):
        build_deck(book, list(book.professions))


def test_an_unknown_saga_and_set_are_refused() -> None:
    with pytest.raises(BadSetup, match="saga must be None, 'mega' or 'super', not 'giga'"):
        build_deck(BOOK, saga="giga")
    with pytest.raises(UnknownCard, match="did you mean 'old-world'") as caught:
        build_deck(BOOK, "old-wold")
    assert caught.value.nearest == ("old-world",)


def test_the_digest_tells_decks_apart_and_is_the_same_for_equal_ones() -> None:
    digests = [build_deck(BOOK, name, players=players).digest for name in BOOK.sets for players in (2, 4)]
    assert len(set(digests)) == len(digests)
    assert build_deck(BOOK, ["Monk", "Bard"]).digest == build_deck(BOOK, ("Monk", "Bard")).digest
    assert build_deck(BOOK, ["Monk", "Bard"]).digest != build_deck(BOOK, ["Weaver", "Bard"]).digest


def test_a_deck_survives_pickling() -> None:
    deck = build_deck(BOOK, BOXES, saga="mega", masters=True, houses=True)
    assert pickle.loads(pickle.dumps(deck)) == deck
