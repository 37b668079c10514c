"""The shipped cards against the facts, and own card files, right and wrong."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guildhall.core.errors import BadCardFile, GuildhallError, UnknownCard
from guildhall.games.guildhall.cards import Provenance
from guildhall.games.guildhall.language import ARCHETYPES, Action, Draw, Gain, Move, Place
from guildhall.games.guildhall.reading import CardBook, load_book

BOOK = load_book()

BOXES = {
    "fellowship": ["Bard", "Druid", "Fighter", "Monk", "Ranger", "Sorcerer"],
    "alliance": ["Assassin", "Marshal", "Psion", "Shaman", "Spellblade", "Wizard"],
    "coalition": ["Artificer", "Barbarian", "Cleric", "Paladin", "Rogue", "Warlock"],
    "gathering": ["Alchemist", "Conjurer", "Duelist", "Herald", "Invoker", "Trickster"],
}
OLD_NAMES = {
    "old-world": {
        "Weaver": "Monk",
        "Dancer": "Cleric",
        "Assassin": "Fighter",
        "Farmer": "Marshal",
        "Trader": "Rogue",
        "Historian": "Wizard",
    },
    "job-faire": {
        "Scholar": "Artificer",
        "Hunter": "Bard",
        "Peddler": "Spellblade",
        "Tax Collector": "Ranger",
        "Bricklayer": "Shaman",
        "Robber": "Warlock",
    },
}
FULLY_KNOWN = ["Bard", "Cleric", "Druid", "Fighter", "Marshal", "Monk", "Ranger", "Rogue", "Wizard"]


def with_own(text: str) -> CardBook:
    return BOOK.with_text(text, file="my.toml")


def refusal(text: str) -> BadCardFile:
    with pytest.raises(BadCardFile) as caught:
        with_own(text)
    return caught.value


# The shipped cards


def test_there_are_24_professions_four_of_each_archetype() -> None:
    archetypes = [card.archetype for card in BOOK.professions.values()]
    assert {archetype: archetypes.count(archetype) for archetype in ARCHETYPES} == dict.fromkeys(ARCHETYPES, 4)


@pytest.mark.parametrize("name", BOOK.sets)
def test_every_set_has_one_profession_of_each_archetype(name: str) -> None:
    professions = [BOOK.professions[profession] for _, profession in BOOK.sets[name].professions]
    assert sorted(card.archetype for card in professions) == list(ARCHETYPES)


@pytest.mark.parametrize(("name", "professions"), BOXES.items())
def test_the_boxes_hold_their_professions(name: str, professions: list[str]) -> None:
    assert [profession for _, profession in BOOK.sets[name].professions] == professions


@pytest.mark.parametrize(("name", "names"), OLD_NAMES.items())
def test_the_old_sets_show_the_old_names(name: str, names: dict[str, str]) -> None:
    assert dict(BOOK.sets[name].professions) == names


def test_new_empire_holds_the_professions_without_an_older_name() -> None:
    renamed = {profession for names in OLD_NAMES.values() for profession in names.values()}
    older_boxes = {*BOXES["fellowship"], *BOXES["alliance"], *BOXES["coalition"]}
    assert {name for name, _ in BOOK.sets["new-empire"].professions} == older_boxes - renamed


def test_a_vp_deck_has_21_universal_cards_and_three_copies_of_three_more() -> None:
    for card_set in BOOK.sets.values():
        cards = [BOOK.vp[name] for name in card_set.vp]
        universal = [card for card in cards if set(card.sets) == set(BOOK.sets)]
        assert sum(card.copies for card in universal) == 21
        assert [(card.points, card.copies) for card in cards if card not in universal] == [
            (2, 3),
            (3, 3),
            (4, 3),
        ]


def test_a_vp_card_of_up_to_5_points_costs_one_chapter_and_a_dearer_one_two() -> None:
    assert all(card.cost == (1 if card.points <= 5 else 2) for card in BOOK.vp.values())


def test_a_full_vp_deck_has_138_points_in_the_known_sets() -> None:
    cards = [BOOK.vp[name] for name in BOOK.sets["old-world"].vp]
    assert sum(card.points * card.copies for card in cards) == 138
    assert BOOK.sets["old-world"].vp == BOOK.sets["job-faire"].vp == BOOK.sets["fellowship"].vp


def test_known_cards_have_no_stand_in_and_all_others_say_which_tiers_are() -> None:
    fully_known = [
        name
        for name, card in BOOK.professions.items()
        if all(tier.provenance is not Provenance.STAND_IN for tier in card.tiers)
    ]
    assert sorted(fully_known) == FULLY_KNOWN
    ours = {name: _stand_in_tiers(name) for name in ("Sorcerer", "Duelist")}
    assert ours == {"Sorcerer": [3], "Duelist": [4]}


def _stand_in_tiers(name: str) -> list[int]:
    tiers = BOOK.professions[name].tiers
    return [tier.number for tier in tiers if tier.provenance is Provenance.STAND_IN]


def test_every_shipped_card_and_tier_names_its_source() -> None:
    groups = (BOOK.professions, BOOK.masters, BOOK.houses, BOOK.vp)
    facts = [(card.provenance, card.source) for group in groups for card in group.values()]
    tiers = [tier for group in (BOOK.professions, BOOK.masters) for card in group.values() for tier in card.tiers]
    facts += [(tier.provenance, tier.source) for tier in tiers]
    assert all(source and provenance is not Provenance.OWN_FILE for provenance, source in facts)
    assert {source for provenance, source in facts if provenance is Provenance.STAND_IN} == {"our design"}


def test_there_is_one_master_for_each_archetype_with_tiers_1_and_3() -> None:
    assert sorted(master.archetype for master in BOOK.masters.values()) == list(ARCHETYPES)
    assert BOOK.masters["Seeker"].archetype == "Mystic"
    assert {tuple(tier.number for tier in master.tiers) for master in BOOK.masters.values()} == {(1, 3)}


def test_the_three_houses_show_each_archetype_once() -> None:
    shown = [archetype for house in BOOK.houses.values() for archetype in house.archetypes]
    assert sorted(shown) == list(ARCHETYPES)
    assert len(BOOK.houses) == 3
    assert BOOK.houses["Journeyman House"].archetypes == ("Leader", "Warrior")


def test_the_book_is_read_once_and_survives_pickling() -> None:
    assert load_book() is BOOK
    assert pickle.loads(pickle.dumps(BOOK)).digest == BOOK.digest


# Names


def test_old_names_stand_for_their_professions_and_are_shown_as_typed() -> None:
    names = {name: profession for each in OLD_NAMES.values() for name, profession in each.items()}
    del names["Assassin"]
    assert {name: BOOK.shown(name)[1].name for name in names} == names
    assert all(BOOK.shown(name)[0] == name for name in names)


def test_the_assassin_is_the_alliance_one_except_in_the_old_world() -> None:
    assert BOOK.profession("Assassin").archetype == "Acrobat"
    assert BOOK.profession("Assassin", set="alliance").archetype == "Acrobat"
    assert BOOK.profession("Assassin", set="old-world").name == "Fighter"
    assert BOOK.profession("Assassin (old)").name == "Fighter"


def test_names_are_found_whatever_their_case_and_spaces() -> None:
    assert BOOK.shown(" tax  COLLECTOR ")[0] == "Tax Collector"
    assert BOOK.card_set("old world economy").name == "old-world"
    assert BOOK.vp_card("4 Draw Five").name == "4 draw five"


@pytest.mark.parametrize(
    ("name", "close"),
    [("Mnok", "Monk"), ("wever", "Weaver"), ("Histrian", "Historian"), ("Clerik", "Cleric")],
)
def test_an_unknown_profession_is_answered_with_the_nearest_names(name: str, close: str) -> None:
    with pytest.raises(UnknownCard, match=f"did you mean '{close}'") as caught:
        BOOK.profession(name)
    assert caught.value.name == name
    assert caught.value.nearest[0] == close


def test_a_name_like_no_other_is_answered_with_all_names() -> None:
    with pytest.raises(UnknownCard, match=r"known: .*Alchemist, .*Wizard"):
        BOOK.profession("Qqq")


def test_an_unknown_set_or_vp_card_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownCard, match="no set is called 'oldworld'; did you mean 'old-world'"):
        BOOK.card_set("oldworld")
    with pytest.raises(UnknownCard, match="did you mean '4 draw five'"):
        BOOK.vp_card("4 draw fife")


# The digest


def test_the_digest_changes_with_an_effect_and_not_with_a_note() -> None:
    assert with_own('[Monk]\nnote = "seen on a table"').digest == BOOK.digest
    assert with_own("[Marshal]\ntier.3 = [{ gain = 3 }]").digest != BOOK.digest


# Own files


def test_an_own_file_adds_a_profession() -> None:
    book = with_own('[Tinker]\narchetype = "Mystic"\ntier.0 = [{ draw = 1 }]')
    assert book.profession("tinker").tiers[0].effects == (Draw(1),)
    assert "Tinker" not in BOOK.professions


def test_an_own_file_overrules_one_tier_and_leaves_the_others() -> None:
    tiers = with_own("[Sorcerer]\ntier.3 = [{ another_action = 2 }]").profession("Sorcerer").tiers
    assert tiers[0] == BOOK.profession("Sorcerer").tiers[0]
    assert tiers[1].effects == (Action(2),)
    assert (tiers[1].provenance, tiers[1].source) == (Provenance.OWN_FILE, "my.toml")


def test_an_own_file_may_say_where_it_has_its_text_from() -> None:
    card = with_own('[Druid]\nprovenance = "rulebook"\nsource = "my box"\ntier.3 = [{ draw = 5 }]').profession("Druid")
    assert [(tier.number, tier.provenance, tier.source) for tier in card.tiers] == [
        (1, Provenance.PUBLISHER, "publisher updates 8 and 9"),
        (3, Provenance.RULEBOOK, "my box"),
    ]


def test_an_empty_list_takes_a_tier_away() -> None:
    assert [tier.number for tier in with_own("[Monk]\ntier.2 = []").profession("Monk").tiers] == [0, 4]


@pytest.mark.parametrize("name", ["Monk", "monk", "Weaver", "weaver"])
def test_an_own_file_overrules_a_card_by_any_of_its_names(name: str) -> None:
    book = with_own(f"[{name}]\ntier.0 = [{{ gain = 1 }}]")
    assert book.profession("Monk").tiers[0].effects == (Gain(1),)
    assert len(book.professions) == 24


def test_an_own_alias_is_shown_as_typed() -> None:
    shown, card = with_own('[Tinker]\nalias_of = "Scholar"').shown("Tinker")
    assert (shown, card.name) == ("Tinker", "Artificer")


def test_an_own_master_takes_the_place_of_the_one_of_its_archetype() -> None:
    book = with_own('[masters.Sage]\narchetype = "Mystic"\ntier.1 = [{ draw = 1 }]')
    assert "Seeker" not in book.masters
    assert len(book.masters) == 6


def test_an_own_house_takes_the_place_of_the_one_it_replaces() -> None:
    text = '[houses."Quiet House"]\narchetypes = ["Mage"]\nreplaces = "Pilgrim House"\neffects = [{ draw = 3 }]'
    assert list(with_own(text).houses) == ["Journeyman House", "Mountebank House", "Quiet House"]


def test_an_own_file_overrules_only_what_it_says_of_a_house_and_a_vp_card() -> None:
    book = with_own('[houses."Pilgrim House"]\neffects = [{ draw = 3 }]\n[vp."5"]\ncopies = 2')
    assert book.houses["Pilgrim House"].archetypes == ("Mystic", "Priest")
    assert (book.vp["5"].points, book.vp["5"].cost, book.vp["5"].copies) == (5, 1, 2)


def test_an_own_set_shows_its_own_names_and_uses_the_fellowship_vp_deck() -> None:
    book = with_own('[sets.home]\nprofessions = { Knitter = "Weaver", Bard = "Bard" }')
    assert book.sets["home"].professions == (("Knitter", "Monk"), ("Bard", "Bard"))
    assert book.sets["home"].vp == BOOK.sets["fellowship"].vp
    assert book.profession("Knitter").name == "Monk"
    assert "home" in book.profession("Monk").sets


def test_a_shipped_set_keeps_what_an_own_file_does_not_say() -> None:
    card_set = with_own('[sets.gathering]\ntitle = "My box"').sets["gathering"]
    assert (card_set.professions, card_set.vp) == (
        BOOK.sets["gathering"].professions,
        BOOK.sets["gathering"].vp,
    )


def test_the_last_own_file_is_on_top(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.toml").write_text(f"[Druid]\ntier.1 = [{{ draw = {number} }}]")
    book = load_book(tmp_path / "1.toml", tmp_path / "2.toml")
    assert book.profession("Druid").tiers[0].effects == (Draw(2),)
    assert book.profession("Druid").tiers[0].source == "2.toml"
    assert book.profession("Monk").tiers[0].effects == (Move(1, Place.MY_HAND, Place.MY_HALL),)


# Wrong files

TINKER = '[Tinker]\narchetype = "Mage"\n'

WRONG: list[tuple[str, str]] = [
    (
        "[Monk]\ntier.2 = [{ plaec = 1 }]",
        "my.toml, Monk, tier 2: unknown verb 'plaec'; did you mean 'place'?",
    ),
    ("[Monk]\ntiers.2 = []", "my.toml, Monk: unknown key 'tiers'; did you mean 'tier'"),
    ("[Monk]\ntier.5 = [{ draw = 1 }]", "my.toml, Monk, tier 5: tiers go from 0 to 4"),
    ("[Monk]\ntier.two = [{ draw = 1 }]", "my.toml, Monk, tier two: tiers go from 0 to 4"),
    ("[Monk]\ntier = 3", "my.toml, Monk: tier must be a table, not 3"),
    ("[Monk]\ntier.0 = []\ntier.2 = []\ntier.4 = []", "my.toml, Monk: has no tier"),
    ("[Monk]\ntier.0 = [{ place = 1, from = 'my hall' }]", "tier 0: cards cannot go from my hall to my hall"),
    ("[Monk]\ntier_provenance.3 = 'rulebook'", "unknown tier '3'"),
    ("[Monk]\nprovenance = 'rule book'", "unknown provenance 'rule book'; did you mean 'rulebook'?"),
    ("[Monk]\nnote = 3", "note must be a text in quotes, not 3"),
    (TINKER, "my.toml, Tinker: has no tier"),
    ("[Mnok]\ntier.0 = [{ draw = 1 }]", "a new card needs an archetype; did you mean 'Monk'?"),
    (
        "[Tinker]\narchetype = 'Mystik'\ntier.0 = [{ draw = 1 }]",
        "unknown archetype 'Mystik'; did you mean 'Mystic'?",
    ),
    ("['Tinker, Tailor']\narchetype = 'Mage'", "a card's name begins with a letter"),
    ("[Seeker]\narchetype = 'Mage'\ntier.0 = [{ draw = 1 }]", "a Master already has that name"),
    ("[masters.Monk]\narchetype = 'Mage'\ntier.0 = [{ draw = 1 }]", "a profession already has that name"),
    ("[masters]\nSage = 3", "my.toml, Sage: is not a card; write [masters.Sage]"),
    ("draw = 3", "my.toml, draw: is outside any card"),
    ("[houses.'New House']\narchetypes = ['Mage']", "there are 3 Houses"),
    (
        "[houses.'New House']\nreplaces = 'Pilgrim Hose'",
        "unknown House 'Pilgrim Hose'; did you mean 'Pilgrim House'?",
    ),
    ("[houses.'Pilgrim House']\narchetypes = []", "a House needs archetypes"),
    ("[houses.'Pilgrim House']\narchetypes = ['Magus']", "unknown archetype 'Magus'"),
    ("[houses.'Pilgrim House']\neffects = [{ draw = 'chapter size' }]", "'chapter size' means nothing here"),
    ("[vp.'4 sing']\npoints = 3\ncost = 1\ncopies = 1", "begins with its points"),
    ("[vp.'4 sing, dance']\npoints = 4\ncost = 1\ncopies = 1", "begins with its points"),
    ("[vp.'4 sing']\npoints = 4\ncopies = 1", "cost must be a whole number from 1 to 2, and is missing"),
    ("[sets.Home]\nprofessions = ['Monk']", "lowercase letters"),
    ("[sets.home]", "a set needs professions"),
    ("[sets.home]\nprofessions = ['Mnok']", "my.toml, home: unknown profession 'Mnok'; did you mean 'Monk'?"),
    ("[sets.home]\nprofessions = ['Monk', 'Weaver']", "profession 'Monk' is listed twice"),
    (
        "[sets.home]\nprofessions = ['Monk']\nvp = 'felowship'",
        "unknown set 'felowship'; did you mean 'fellowship'?",
    ),
    ("[sets.home]\nprofessions = ['Monk']\nvp = ['55']", "unknown VP card '55'"),
    ("[sets.home]\nprofessions = ['Monk']\nvp = ['5', '5']", "VP card '5' is listed twice"),
    ("[sets.home]\nprofessions = ['Monk']\nvp = 'home'", "circular VP decks: home -> home"),
    ("[A]\nalias_of = 'B'\n[B]\nalias_of = 'A'", "circular aliases: A -> B -> A"),
    ("[A]\nalias_of = 'A'", "my.toml, A: circular aliases: A -> A"),
    ("[Monk]\nalias_of = 'Weaver'", "my.toml, Monk: circular aliases: "),
    ("[Monk]\nalias_of = 'Bard'", "my.toml, Monk: is already a profession"),
    ("[A]\nalias_of = 'Mnok'", "my.toml, A: unknown profession 'Mnok'; did you mean 'Monk'?"),
    ("[A]\nalias_of = 'Monk'\nnote = 'x'", "unknown key 'note'"),
    ("[Monk]\n\ntier.0 = [", "my.toml, line 3: is not TOML: "),
    ("[Monk]\n[Monk]\n", "my.toml, line 2: is not TOML: "),
    ("a = " + "[" * 5000, "my.toml: is nested too deeply"),
]


@pytest.mark.parametrize(("text", "problem"), WRONG, ids=lambda value: value[:40])
def test_a_wrong_file_is_refused_with_file_card_tier_and_nearest_word(text: str, problem: str) -> None:
    message = str(refusal(text))
    assert message.startswith("my.toml")
    assert problem in message


def test_a_refusal_carries_its_details_and_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(refusal("[Monk]\ntier.2 = [{ plaec = 1 }]")))
    assert (error.file, error.card, error.tier, error.nearest) == ("my.toml", "Monk", 2, ("place",))
    assert isinstance(error, GuildhallError)
    assert str(error).startswith("my.toml, Monk, tier 2: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCardFile, match=r"^none\.toml: cannot be read: No such file"):
        load_book(tmp_path / "none.toml")
    with pytest.raises(BadCardFile, match="cannot be read"):
        load_book(tmp_path)


def test_a_file_that_is_no_text_or_far_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadCardFile, match=r"odd\.toml: is not valid UTF-8"):
        load_book(path)
    path.write_bytes(b"#" * (2 << 20))
    with pytest.raises(BadCardFile, match=r"odd\.toml: is larger than"):
        load_book(path)


def test_a_refused_file_leaves_the_book_as_it_was() -> None:
    before = BOOK.digest
    refusal("[Marshal]\ntier.3 = [{ gain = 3 }]\n[Monk]\ntier.9 = []")
    assert BOOK.digest == before


LINES = st.sampled_from(
    [
        "[Monk]",
        "[Tinker]",
        "[masters.Sage]",
        "[houses.'Pilgrim House']",
        "[vp.'5']",
        "[sets.home]",
        "archetype = 'Mage'",
        "archetype = 3",
        "alias_of = 'Tinker'",
        "alias_of = ['Monk']",
        "tier.0 = [{ draw = 1 }]",
        "tier.1 = { draw = 1 }",
        "tier.2 = [[]]",
        "effects = [{ gain = 1 }]",
        "effects = 1979-05-27",
        "professions = ['Monk', 3]",
        "professions = { A = 'Monk', B = 2 }",
        "vp = 3",
        "points = 'five'",
        "cost = nan",
        "copies = 0",
        "title = 4",
        "tier_source = []",
        "tier_provenance.0 = 4",
    ]
)


@given(st.lists(LINES, max_size=8).map("\n".join) | st.text(max_size=40))
def test_any_text_makes_a_book_or_a_refusal_and_never_another_error(text: str) -> None:
    try:
        book = with_own(text)
    except BadCardFile:
        return
    assert len(book.digest) == 32
