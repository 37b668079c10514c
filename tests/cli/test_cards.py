"""`guildhall cards`: every card in words, where its text comes from, and a check of own files."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from guildhall.games.guildhall.cards import Provenance
from guildhall.games.guildhall.reading import load_book

BOOK = load_book()


def test_all_cards_of_all_sets_are_shown(guildhall):
    out = guildhall("cards").out
    cards = [*BOOK.professions.values(), *BOOK.masters.values(), *BOOK.houses.values(), *BOOK.vp.values()]

    assert not [card.name for card in cards if f"{card.name} (" not in out]


@pytest.mark.parametrize("name", sorted(BOOK.sets))
def test_a_set_is_shown_by_name_and_by_title(guildhall, name):
    card_set = BOOK.sets[name]

    out = guildhall("cards", name).out

    assert out == guildhall("cards", *card_set.title.split()).out
    assert not [shown for shown, _ in card_set.professions if f"{shown} (" not in out]
    assert not [card for card in card_set.vp if f"{card} (" not in out]


def test_a_card_is_shown_with_tiers_archetype_sets_and_source(guildhall):
    out = guildhall("cards", "monk").out

    assert out.startswith("Monk (Mystic) 0: Put 1 card from your hand into your guildhall. 2: ")
    assert "sets: Old World Economy (as Weaver), Fellowship source: rulebook (reference manual)" in out


def test_two_cards_of_one_name_are_both_shown(guildhall):
    out = guildhall("cards", "Assassin").out

    assert "Assassin (Acrobat)" in out
    assert "Assassin, known as Fighter (Warrior)" in out


@pytest.mark.parametrize("name", ["Tax Collector", "Seeker", "Pilgrim House", "4 draw five", "The Gathering"])
def test_names_of_several_words_need_no_quotes(guildhall, name):
    assert guildhall("cards", *name.split()).code == 0


def test_stand_ins_are_marked_tier_by_tier(guildhall):
    text = guildhall("cards", "Sorcerer").text

    assert not re.search(r"  1:.*stand-in", text)
    assert re.search(r"  3:.*\[stand-in\]", text)
    assert "tier 3: stand-in (our design)" in text


# The reference


def test_the_reference_in_the_documentation_is_up_to_date(guildhall, project_root):
    stored = (project_root / "docs" / "cards.md").read_text(encoding="utf-8")

    assert guildhall("cards", "--markdown").text == stored, "run: make docs"


def test_the_reference_marks_every_stand_in(guildhall):
    text = guildhall("cards", "--markdown").text
    tiers = [tier for group in (BOOK.professions, BOOK.masters) for card in group.values() for tier in card.tiers]

    texts = [*tiers, *BOOK.houses.values(), *BOOK.vp.values()]
    stand_ins = [one for one in texts if one.provenance is Provenance.STAND_IN]
    assert text.count("| **stand-in**") == len(stand_ins)


def test_rows_of_a_table_in_the_reference_have_equally_many_cells(guildhall):
    lines = guildhall("cards", "--markdown").text.splitlines()

    for above, below in pairwise(lines):
        if above.startswith("|") and below.startswith("|"):
            assert above.count("|") == below.count("|")


# Own files


def test_a_good_card_file_is_shown_with_what_it_changes(guildhall, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        '[Marshal]\ntier.3 = [{ gain = 3 }]\n[Tinker]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n'
        '[Yeoman]\nalias_of = "Marshal"\n[sets.mine]\ntitle = "My set"\nvp = "fellowship"\nprofessions = ["Tinker"]\n'
    )

    done = guildhall("cards", "--file", own)

    assert done.code == 0
    assert "New or changed: 2 cards, 1 sets, 1 other names." in done.out
    assert "3: Gain 3 VP tokens. [own file]" in done.out
    assert "Tinker (Mage) 0: Draw 1 card. [own file] sets: My set source: own file (own.toml)" in done.out
    assert "name: Yeoman for Marshal" in done.out


def test_a_card_of_an_own_file_can_be_named(guildhall, tmp_path):
    (tmp_path / "own.toml").write_text('[Tinker]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n')

    assert guildhall("cards", "Tinker", "--file", "own.toml").out.startswith("Tinker (Mage) 0: Draw 1 card.")


def test_a_bad_card_file_is_a_problem_with_file_card_tier_and_the_right_word(guildhall, tmp_path):
    (tmp_path / "own.toml").write_text('[Monk]\ntier.0 = [{ plaec = 1, from = "my hand" }]\n')

    done = guildhall("cards", "--file", "own.toml")

    assert done.code == 1
    assert done.err == "guildhall: own.toml, Monk, tier 0: unknown verb 'plaec'; did you mean 'place'?"


def test_a_loop_of_aliases_is_a_problem(guildhall, tmp_path):
    (tmp_path / "own.toml").write_text('[Yin]\nalias_of = "Yang"\n[Yang]\nalias_of = "Yin"\n')

    done = guildhall("cards", "--file", "own.toml")

    assert done.code == 1
    assert "circular aliases" in done.err
