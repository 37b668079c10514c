"""The shipped decks have the make-up that sections 2 and 4 of the rules file give them."""

from __future__ import annotations

from collections import Counter

import pytest

from guildhall.core.datafile import STAND_IN
from guildhall.games.hundred_halls.cards import Trigger
from guildhall.games.hundred_halls.language import TYPES, UNTIL, WORDS, Measured, Op, Pick, Side, Sort
from guildhall.games.hundred_halls.reading import shipped

# name: full name, complexity, style, hall, and the subtypes of the four cards that only this deck has
PLAYERS = {
    "Aurie": ("Aurelia Silverthorne", 1, "heal / damage", "Arcanium", {"lesson"}),
    "Pi": ("Pythia Silverthorne", 3, "support / control", "several halls", {"trick"}),
    "Zayn": ("Zayn Carter", 1, "damage", "Academy of Subtle Arts", {"contract", "shadow"}),
    "Pax": ("Pax Nygard", 2, "damage / control", "Animalians", {"companion", "call"}),
    "Mori": ("Moriganne Charmer", 2, "damage", "Stone Singers", {"venota stone"}),
    "Alex": ("Alexandria Duke", 4, "control / support", "Gamemakers", {"game"}),
    "Ivan": ("Ivan Charmer", 3, "damage", "Alchemists", {"potion"}),
    "Nandi": ("Nandi Musa", 2, "heal / damage", "Coterie of Mages", {"demon"}),
    "Claire": ("Claire Teller", 3, "support / damage", "Metallum Nocturne", {"forge"}),
}
REALMS = {"City of Sorcery": 1, "Danir": 2, "Caer Corsydd": 2, "Montanhas": 3, "Eternal Realm": 3}
# name: difficulty, hit points of its Bosses
SCENARIOS = {
    "Aepep": (1, [70]),
    "Black Council": (2, [30, 30, 30]),
    "Citadel of Broken Dreams": (2, [90]),
    "Diamond Court": (3, [55, 55]),
    "Elosian": (4, [140]),
    "Circle of Scale": (5, [42, 42, 42, 42]),
}
BY_STYLE = {"damage": (28, 4), "heal": (32, 3), "control": (30, 2), "support": (30, 2)}


def decks(kind):
    return shipped().of_kind(kind).values()


def types(cards):
    """How many cards there are of each type."""
    found = Counter()
    for card in cards:
        found[card.type] += card.copies
    return found


def in_deck(deck):
    return [card for card in deck.cards if not card.aside]


def named(deck):
    return deck.name


def all_forms():
    """Every card of every deck, and what a Quest is once it is completed."""
    cards = [card for deck in shipped().decks.values() for card in (deck.top, *deck.cards)]
    return cards + [card.reward for card in cards if card.reward]


def all_effects():
    return [effect for card in all_forms() for _, effect in card.effects]


def all_measures():
    conditions = [one for card in all_forms() for ability in card.abilities.values() for one in ability.conditions]
    conditions += [one for effect in all_effects() for one in effect.conditions]
    return [one.measure for one in conditions] + [one.per for one in all_effects() if one.per]


def test_rule_2_every_deck_of_the_sheet_is_there():
    assert set(shipped().of_kind("player")) == set(PLAYERS)
    assert set(shipped().of_kind("realm")) == set(REALMS)
    assert set(shipped().of_kind("scenario")) == set(SCENARIOS)


@pytest.mark.parametrize("deck", decks("player"), ids=named)
def test_a_player_is_as_the_sheet_says_and_has_the_numbers_of_its_style(deck):
    assert (deck.title, deck.difficulty, deck.style, deck.hall) == PLAYERS[deck.name][:4]
    assert (deck.top.hp, deck.top.five_elements) == BY_STYLE[deck.style.split(" / ")[0]]
    lasting = set(deck.top.abilities) - {Trigger.ACTIVATE}
    assert deck.top.always or lasting, "one static ability"
    assert Trigger.ACTIVATE in deck.top.abilities, "one activated ability"


@pytest.mark.parametrize("deck", decks("player"), ids=named)
def test_a_player_deck_has_20_cards_of_the_right_types(deck):
    special = [card for card in deck.cards if PLAYERS[deck.name][4] & set(card.subtypes)]
    common = types(card for card in deck.cards if card not in special)

    assert deck.size == 20
    assert types(special).total() == 4
    assert (common["Spell"], common["Trinket"] + common["Enchantment"], common["Artifact"]) == (9, 5, 2)
    assert all(card.unique for card in deck.cards if card.type == "Artifact")


@pytest.mark.parametrize("deck", decks("realm"), ids=named)
def test_a_realm_is_made_of_enemies_events_buildings_and_quests(deck):
    found = types(in_deck(deck))

    assert deck.difficulty == REALMS[deck.name]
    assert 15 <= found.total() <= 16
    assert (found["Enemy"], found["Event"], found["Building"]) == (8, 3, 2)
    assert found["Quest"] in (1, 2)
    assert all(4 <= card.hp <= 10 for card in in_deck(deck) if card.type == "Enemy")
    assert all(8 <= card.hp <= 12 for card in deck.cards if card.type == "Building")


@pytest.mark.parametrize("deck", decks("scenario"), ids=named)
def test_case_28_bosses_have_the_hit_points_of_their_difficulty(deck):
    difficulty, hit_points = SCENARIOS[deck.name]

    assert deck.difficulty == difficulty
    assert [deck.card(boss).hp for boss in deck.bosses] == hit_points
    assert 15 <= deck.size <= 20


def test_case_28_boss_totals_rise_with_the_difficulty():
    totals = {name: sum(hit_points) for name, (_, hit_points) in SCENARIOS.items()}

    assert list(totals.values()) == [70, 90, 90, 110, 140, 168]


@pytest.mark.parametrize("kind", ["realm", "scenario"])
def test_r15_every_event_prints_its_end(kind):
    for deck in decks(kind):
        for card in deck.cards:
            if card.type == "Event":
                gone = [one for _, one in card.effects if one.op in (Op.DESTROY, Op.VOID, Op.SACRIFICE)]
                assert Trigger.ENDS in card.abilities or gone, card.name


def test_all_names_differ_and_all_cards_are_stand_ins():
    cards = [card for deck in shipped().decks.values() for card in (deck.top, *deck.cards)]

    assert not [name for name, times in Counter(card.name for card in cards).items() if times > 1]
    assert {card.provenance for card in cards} == {STAND_IN}


def test_2_4_an_enraged_boomer_deals_4_damage_to_the_highest_player():
    boomer = shipped().of_kind("realm")["Danir"].card("Enraged Boomer")

    assert [one.amount for one in boomer.abilities[Trigger.END].effects] == [4]
    assert Trigger.BEGIN in boomer.abilities, "case 6 needs a beginning that waits a turn"


def test_section_4_each_realm_has_its_mechanism():
    realms = shipped().of_kind("realm")
    limits = {name: realms[name].top.abilities[Trigger.CHECK].conditions[0].number for name in ("Danir", "Montanhas")}

    assert limits == {"Danir": 6, "Montanhas": 8}
    assert sum(card.copies for card in realms["Caer Corsydd"].cards if "treasure" in card.subtypes) == 3
    assert sum(card.copies for card in realms["Eternal Realm"].cards if "maetrie" in card.subtypes) == 4


def test_section_4_the_black_council_has_two_viruses_and_two_traps():
    found = types(shipped().of_kind("scenario")["Black Council"].cards)

    assert (found["Virus"], found["Trap"]) == (2, 2)


@pytest.mark.parametrize(
    ("kind", "deck", "starters"),
    [("scenario", "Diamond Court", {"Captia", "Precept"}), ("player", "Pax", {"Kali"})],
)
def test_rule_3_these_cards_start_in_play(kind, deck, starters):
    assert {card.name for card in shipped().of_kind(kind)[deck].cards if card.starts} == starters


@pytest.mark.parametrize(
    ("kind", "deck", "card"), [("realm", "Montanhas", "The Eater"), ("player", "Nandi", "Faze Field Bracelets")]
)
def test_rule_4_these_cards_use_counters(kind, deck, card):
    found = shipped().of_kind(kind)[deck].card(card)

    assert Op.COUNTERS in {effect.op for _, effect in found.effects}


def test_every_type_trigger_and_word_is_on_a_shipped_card():
    forms, words = all_forms(), {word.op for word in WORDS.values()}

    assert set(TYPES) - {"Ability"} == {card.type for card in forms}  # those are made for the Armory
    assert set(Trigger) == {trigger for card in forms for trigger in card.abilities}
    assert words == {effect.op for effect in all_effects()}


def test_every_duration_number_and_sort_of_phrase_is_on_a_shipped_card():
    lasting = [effect for card in all_forms() for trigger, effect in card.effects if trigger is not None]
    timed = [one.detail for one in lasting if one.op in (Op.DEALS, Op.TAKES, Op.HEALS, Op.PREVENT, Op.REDIRECT)]
    phrases = [one.of for one in all_measures() if one.of]
    phrases += [phrase for effect in all_effects() for phrase in (effect.target, effect.second) if phrase]

    assert {UNTIL[detail] for detail in timed} == set(UNTIL)
    assert {one.what for one in all_measures()} == set(Measured)
    assert {one.pick for one in phrases} == set(Pick)
    assert {one.sort for one in phrases} == set(Sort)
    assert {one.side for one in phrases} == set(Side)
