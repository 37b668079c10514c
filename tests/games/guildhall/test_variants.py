"""Rules 23 to 29: the sets, the sagas, own decks and the options of a game, played rather than built."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import guildhall as gh
from guildhall.core.game import Game
from guildhall.games.guildhall.language import ARCHETYPES
from tests.games.guildhall.cardtable import FOUR, TWO, tiers
from tests.games.guildhall.tables import COLOURS, end_turn, lay, offered, refresh

BOXES = ["fellowship", "alliance", "coalition", "gathering"]
SETS = {
    "old-world": ["Weaver", "Dancer", "Assassin", "Farmer", "Trader", "Historian"],
    "job-faire": ["Scholar", "Hunter", "Peddler", "Tax Collector", "Bricklayer", "Robber"],
    "new-empire": ["Assassin", "Barbarian", "Druid", "Paladin", "Psion", "Sorcerer"],
    "fellowship": ["Bard", "Druid", "Fighter", "Monk", "Ranger", "Sorcerer"],
    "alliance": ["Assassin", "Marshal", "Psion", "Shaman", "Spellblade", "Wizard"],
    "coalition": ["Artificer", "Barbarian", "Cleric", "Paladin", "Rogue", "Warlock"],
    "gathering": ["Alchemist", "Conjurer", "Duelist", "Herald", "Invoker", "Trickster"],
}


def dealt(game: Game) -> Counter[str]:
    """Every card of a fresh game."""
    table = game.table
    return Counter([*table.deck, *(card for hand in table.hands for card in hand)])


def vp_dealt(game: Game) -> Counter[str]:
    """Every VP card of a fresh game."""
    table = game.table
    return Counter([*table.vp_deck, *table.vp_row])


# 23: sets


@pytest.mark.parametrize(("cards", "professions"), SETS.items(), ids=SETS)
def test_rule_23_every_set_deals_its_six_professions(cards: str, professions: list[str]) -> None:
    game = gh.new_game("guildhall", cards=cards, players=3, seed=1)
    kinds = {f"{colour} {profession}": 4 for profession in professions for colour in COLOURS}
    assert dealt(game) == kinds


def test_rule_23_the_old_world_is_the_default() -> None:
    assert dealt(gh.new_game("guildhall")) == dealt(gh.new_game("guildhall", cards="old-world"))


def test_rule_23_the_old_assassin_is_the_fighter_and_the_alliance_assassin_another_card() -> None:
    old = lay({"Assassin": ["red"]}, {"Assassin": ["red"]}, hands=[["blue Assassin"], []])
    new = lay({"Assassin": ["red"]}, {"Assassin": ["red"]}, hands=[["blue Assassin"], []], cards="alliance")
    for game in (old, new):
        game.play("play blue Assassin")

    assert old.options[0].text == "Discard 1 card from another player's guildhall."
    assert new.options[0].text.startswith("Discard 1 card from your guildhall, then ")


def test_rule_23_a_job_faire_card_plays_as_the_profession_it_is() -> None:
    game = lay({"Tax Collector": TWO}, {}, hands=[["green Tax Collector"], []], cards="job-faire")
    game.play("play green Tax Collector", "tier 0", "player 2", "red Tax Collector")

    assert game.table.tokens == [2, 0]
    assert game.table.halls == [{"Tax Collector": ["blue"]}, {"Tax Collector": ["red"]}]


def test_rule_23_any_list_of_professions_makes_a_game() -> None:
    game = gh.new_game("guildhall", cards=["Monk", "Cleric", "Duelist"], players=2)
    assert {card.split(" ", 1)[1] for card in dealt(game)} == {"Monk", "Cleric", "Duelist"}


# 24: Mega-Saga


def mega(*halls: dict[str, list[str]], **zones: Any) -> Game:
    return lay(*halls, **{"cards": BOXES, "saga": "mega", **zones})


def test_rule_24_a_mega_saga_deals_all_cards_of_its_editions() -> None:
    game = gh.new_game("guildhall", cards=BOXES, saga="mega", players=4, seed=2)
    professions = [profession for box in BOXES for profession in SETS[box]]
    assert dealt(game) == {f"{colour} {name}": 4 for name in professions for colour in COLOURS}


def test_rule_24_chapters_are_archetypes() -> None:
    game = mega({"Mystic": ["red Monk", "blue Psion"], "Leader": ["red Herald"]}, {})
    assert game.table.halls[0] == {"Leader": ["red Herald"], "Mystic": ["red Monk", "blue Psion"]}


def test_rule_24_example_15_counts_use_the_archetype() -> None:
    hall = {"Priest": ["red Druid", "blue Shaman", "green Shaman"]}
    game = mega(hall, {}, hands=[["yellow Cleric"], []], deck=["red Monk"] * 4)
    game.play("play yellow Cleric", "tier 0")
    assert game.table.hands[0] == ["red Monk"] * 3


def test_rule_24_masters_count_in_a_mega_saga_too() -> None:
    hall = {"Priest": ["red Druid", "Abbot", "Abbot"]}
    game = mega(hall, {}, hands=[["red Cleric", "blue Cleric"], []], deck=["red Monk"] * 4, masters=True)
    assert offered(game) == ["play blue Cleric", "refresh"]
    game.play("play blue Cleric", "tier 0")
    assert game.table.hands[0] == ["red Monk"] * 3 + ["red Cleric"]


def test_rule_24_tiers_are_reached_by_cards_of_the_archetype_and_each_card_keeps_its_ability() -> None:
    hall = {"Leader": ["red Marshal", "blue Ranger", "green Paladin"]}
    game = mega(hall, {}, hands=[["yellow Herald", "yellow Marshal"], []], tokens=[0, 1])
    assert tiers(game, "yellow Herald") == [1, 3]
    game.play("play yellow Marshal", "tier 3")
    assert game.table.tokens == [2, 1]


def test_rule_24_the_same_colour_of_the_same_archetype_is_a_duplicate() -> None:
    game = mega({"Mystic": ["red Monk"]}, {}, hands=[["red Psion", "blue Psion", "red Bard"], []])
    assert offered(game) == ["play red Bard", "play blue Psion", "refresh"]


def test_rule_24_a_hall_cannot_be_laid_out_with_two_cards_of_one_archetype_and_colour() -> None:
    with pytest.raises(gh.BadSetup, match="duplicate"):
        mega({"Mystic": ["red Monk", "red Psion"]}, {})


def test_rule_24_the_play_limit_uses_the_archetype() -> None:
    game = mega(hands=[["red Monk", "blue Psion", "red Bard"], []])
    game.play("play red Monk", "no tier")
    assert offered(game) == ["play red Bard", "refresh"]

    basic = mega(hands=[["red Monk", "blue Psion", "red Bard"], []], rules="basic")
    basic.play("play red Monk", "no tier")
    assert offered(basic) == ["play red Bard", "refresh"]


def test_rule_24_five_colours_of_an_archetype_complete_its_chapter() -> None:
    hall = {"Mage": ["red Wizard", "blue Sorcerer", "green Warlock", "yellow Conjurer"]}
    game = mega(hall, {}, hands=[["purple Wizard"], []], actions=1)
    game.play("play purple Wizard", "no tier")

    assert game.table.completed[0] == ["Mage"]
    assert game.table.halls[0] == {}


def test_rule_24_completed_chapters_of_one_archetype_are_told_apart_by_their_cards() -> None:
    hall = {"Mage": ["red Wizard", "blue Wizard", "green Wizard", "yellow Wizard"]}
    completed = [["Mage"], []]
    game = mega(hall, {}, hands=[["purple Sorcerer"], []], completed=completed, vp_row=["5"], actions=1)
    game.play("play purple Sorcerer", "no tier")
    refresh_until_own_turn(game)
    game.play("buy 1")

    assert offered(game) == ["chapter Mage", "chapter Mage 2"]
    game.play("chapter Mage 2")
    assert "purple Sorcerer" in offered(game)


def refresh_until_own_turn(game: Game) -> None:
    while game.decision.seat != 0:
        refresh(game)


def test_rule_24_whole_chapters_of_an_archetype_move_together() -> None:
    mine = {"Warrior": ["red Fighter", "blue Duelist", "green Spellblade", "yellow Barbarian"]}
    theirs = {"Mystic": ["red Monk", "blue Psion"]}
    game = mega(mine, theirs, hands=[["purple Spellblade"], []])
    game.play("play purple Spellblade", "tier 4", "player 2", "chapter Mystic")
    assert sorted(game.table.hands[1]) == ["blue Psion", "red Monk"]


def test_rule_24_different_chapters_are_different_archetypes() -> None:
    mine = {"Warrior": ["red Fighter", "blue Duelist"]}
    same = mega(mine, {"Mystic": ["red Monk", "blue Psion"]}, hands=[["green Fighter"], []])
    assert tiers(same, "green Fighter") == [0]
    two = mega(mine, {"Mystic": ["red Monk"], "Mage": ["red Wizard"]}, hands=[["green Fighter"], []])
    assert tiers(two, "green Fighter") == [0, 2]


# 24a


@pytest.mark.parametrize("saga", [None, "mega", "super"])
@pytest.mark.parametrize("sets", [["old-world", "fellowship"], ["new-empire", "coalition"]])
def test_rule_24a_sets_that_share_a_profession_are_refused(sets: list[str], saga: str | None) -> None:
    with pytest.raises(gh.BadSetup, match="share professions"):
        gh.new_game("guildhall", cards=sets, saga=saga)


def test_rule_24a_a_list_of_sets_without_a_saga_has_chapters_by_profession() -> None:
    game = lay({"Monk": ["red"], "Psion": ["red"]}, {}, cards=["fellowship", "alliance"])
    assert game.table.halls[0] == {"Monk": ["red"], "Psion": ["red"]}


@pytest.mark.parametrize(
    "options", [{"cards": BOXES, "saga": "mega"}, {"cards": "new-empire"}, {"cards": ["Monk", "Bard"]}], ids=str
)
def test_rule_24a_mega_saga_new_empire_and_own_lists_use_the_old_vp_deck(options: dict[str, Any]) -> None:
    assert vp_dealt(gh.new_game("guildhall", **options)) == vp_dealt(gh.new_game("guildhall"))


def test_rule_24a_unless_told_otherwise() -> None:
    game = gh.new_game("guildhall", cards=BOXES, saga="mega", vp="gathering")
    assert vp_dealt(game) == vp_dealt(gh.new_game("guildhall", cards="gathering"))


@pytest.mark.parametrize(("players", "total", "fives"), [(2, 40, 8), (3, 40, 8), (4, 60, 12)])
def test_rule_24a_with_joined_vp_decks_the_removal_applies_once_a_deck(players: int, total: int, fives: int) -> None:
    game = gh.new_game("guildhall", cards=["fellowship", "alliance"], saga="super", players=players)
    vp = vp_dealt(game)
    assert (vp.total(), vp["5"]) == (total, fives)


# 25: Super-Sized-Saga


def test_rule_25_a_super_sized_saga_keeps_a_chapter_for_each_profession_and_joins_the_vp_decks() -> None:
    game = gh.new_game("guildhall", cards=BOXES, saga="super", players=4, seed=3)
    assert dealt(game).total() == 480
    assert vp_dealt(game).total() == 120
    assert {"2 take a chapter", "2 two from discard", "2 two of five", "2 hit each hall"} <= set(vp_dealt(game))


def test_rule_25_cards_of_one_archetype_do_not_meet_in_a_super_sized_saga() -> None:
    game = lay({"Monk": ["red"]}, {}, hands=[["red Psion", "red Alchemist"], []], cards=BOXES, saga="super")
    assert offered(game) == ["play red Psion", "play red Alchemist", "refresh"]
    assert tiers(game, "red Psion") == []
    game.play("play red Psion", "no tier")
    assert "play red Alchemist" in offered(game)


def test_rule_25_it_takes_two_sets() -> None:
    with pytest.raises(gh.BadSetup, match="two or more sets"):
        gh.new_game("guildhall", cards="fellowship", saga="super")


# 26 and 27 have a module of their own; here they meet every deck


@pytest.mark.parametrize("cards", [*SETS, ["Monk", "Bard", "Cleric"]], ids=str)
def test_rule_26_and_27_masters_and_houses_join_every_set(cards: str | list[str]) -> None:
    game = gh.new_game("guildhall", cards=cards, masters=True, houses=True, players=2, seed=4)
    chapters = 6 if isinstance(cards, str) else 3
    assert dealt(game).total() == chapters * 25
    assert len(list(filter(None, game.table.houses))) == 3


# 28: own decks


def test_rule_28_the_recipe_of_a_vp_deck() -> None:
    universal = {"5": 6, "9": 3, "7 two actions": 3, "4 draw five": 3, "4 another action": 3, "3 place any": 3}
    added = {"2 hit each hall": 3, "3 gain a token": 3, "4 take one": 3}
    game = gh.new_game("guildhall", cards=["Monk", "Bard", "Herald"], vp={**universal, **added})
    assert vp_dealt(game) == {**universal, **added}
    assert vp_dealt(game).total() == 30


@pytest.mark.parametrize(
    ("cards", "warning"),
    [
        (["Monk", "Cleric", "Spellblade", "Marshal", "Rogue"], "No Mage is in the deck."),
        (
            ["Monk", "Cleric", "Spellblade", "Marshal", "Rogue", "Wizard"],
            "No card puts cards on the discard pile, but these take from it: Wizard.",
        ),
    ],
)
def test_rule_28_a_poor_deck_is_a_warning_and_plays_all_the_same(cards: list[str], warning: str) -> None:
    game = gh.new_game("guildhall", cards=cards, players=2)
    assert warning in game.rules.deck.warnings
    assert game.decision.kind == "mulligan"


def test_rule_28_token_stealers_without_token_makers_are_a_warning() -> None:
    game = gh.new_game("guildhall", cards=["Monk", "Cleric", "Fighter", "Rogue", "Wizard"], houses=True)
    warning = "No card makes VP tokens, but these take them from players: Journeyman House."
    assert warning in game.rules.deck.warnings


def test_rule_28_masters_with_doubled_archetypes_are_an_error() -> None:
    with pytest.raises(gh.BadSetup, match="Mystic has more"):
        gh.new_game("guildhall", cards=["Monk", "Psion", "Bard"], masters=True)


def test_rule_28_a_card_file_of_ones_own_overrules_a_card_and_adds_another(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[Monk]\ntier.0 = [{ draw = 1 }]\n\n[Baker]\narchetype = "Mage"\ntier.0 = [{ gain = 3 }]\n', "utf-8"
    )
    game = lay(
        hands=[["red Monk", "red Baker"], []], deck=["red Bard"], cards=["Monk", "Baker", "Bard"], card_files=[file]
    )
    game.play("play red Monk")
    assert [option.text for option in game.options] == ["Draw 1 card. [own file]", "Leave the card without effect."]
    game.play("tier 0", "play red Baker", "tier 0")

    assert game.table.hands[0] == ["red Bard"]
    assert game.table.tokens == [3, 0]


def test_rule_28_a_game_with_own_cards_is_rebuilt_from_its_record_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[Baker]\narchetype = "Mage"\ntier.0 = [{ gain = 3 }]\n', "utf-8")
    game = gh.new_game("guildhall", cards=["Monk", "Baker", "Bard"], card_files=[file], seed=5)
    game.play("done")
    game.record.save(tmp_path / "game.json")
    file.unlink()

    again = gh.load(tmp_path / "game.json").game()
    assert again.table == game.table


# 29: options


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_29_two_to_four_players(players: int) -> None:
    game = gh.new_game("guildhall", players=players, seed=1)
    assert len(game.table.hands) == players
    assert all(len(hand) == 9 for hand in game.table.hands)


@pytest.mark.parametrize("players", [1, 5, 0, "two", True, ["Ann"], ["Ann", "Ann"], ["Ann", ""]])
def test_rule_29_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(gh.BadSetup):
        gh.new_game("guildhall", players=players)


def test_rule_29_players_may_have_names() -> None:
    game = gh.new_game("guildhall", players=["Ann", "Bob", "Cid"], first=2)
    assert game.rules.seats == ("Ann", "Bob", "Cid")
    assert game.decision.seat == 2
    assert game.decision.prompt.startswith("Cid, ")


@pytest.mark.parametrize(("target", "over"), [(5, True), (6, False)])
def test_rule_29_the_target_is_an_option(target: int, over: bool) -> None:
    game = lay(tokens=[5, 0], target=target)
    end_turn(game)
    assert game.over == over
    assert game.outcome.reason == ("target" if over else "")


def test_rule_29_the_default_target_is_twenty() -> None:
    for tokens, over in ((19, False), (20, True)):
        game = lay(tokens=[tokens, 0])
        end_turn(game)
        assert game.over == over


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rule_29_the_first_player_is_an_option(first: int) -> None:
    assert gh.new_game("guildhall", players=3, first=first).decision.seat == first


def test_rule_29_the_repeat_limit_is_an_option() -> None:
    plays = {}
    for rules in ("advanced", "basic"):
        game = lay(hands=[["red Conjurer", "red Herald"], []], deck=["blue Herald"], cards="gathering", rules=rules)
        game.play("play red Conjurer", "tier 0")
        plays[rules] = "play red Herald" in offered(game)
    assert plays == {"advanced": False, "basic": True}


@pytest.mark.parametrize("keeps_top", [False, True])
def test_rule_29_the_reshuffle_rule_is_an_option(keeps_top: bool) -> None:
    discard = ["red Farmer", "blue Farmer", "green Farmer"]
    game = lay(discard=discard, reshuffle_keeps_top=keeps_top)
    refresh(game)

    assert game.table.discard == (["green Farmer"] if keeps_top else [])
    assert len(game.table.hands[0]) == (2 if keeps_top else 3)


def test_rule_29_a_game_that_reaches_its_turn_limit_ends_unfinished() -> None:
    game = gh.new_game("guildhall", players=2, turn_limit=4, seed=1)
    game.run("random")

    assert game.over
    assert (game.outcome.winner, game.outcome.reason) == (None, "unfinished")
    assert game.table.turn_no == 4


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": "20"},
        {"first": 2},
        {"first": -1},
        {"rules": "expert"},
        {"turn_limit": 0},
        {"saga": "giga"},
        {"colour": "red"},
        {"vp": {"5": 0}},
        {"vp": {"6": 3}},
        {"vp": {"5": 4}},
    ],
    ids=str,
)
def test_rule_29_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(gh.BadSetup):
        gh.new_game("guildhall", players=2, **options)


# Every variant can be played to its end


VARIANTS: dict[str, dict[str, Any]] = {
    **{name: {"cards": name} for name in SETS},
    "mega": {"cards": BOXES, "saga": "mega", "masters": True, "houses": True},
    "mega of old sets": {"cards": ["old-world", "job-faire"], "saga": "mega", "masters": True},
    "super": {"cards": BOXES, "saga": "super", "houses": True},
    "masters and houses": {"masters": True, "houses": True, "rules": "basic", "reshuffle_keeps_top": True},
    "own list": {"cards": ["Monk", "Cleric", "Duelist", "Herald"], "vp": ["gathering", "coalition"]},
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_rules_23_to_29_every_variant_plays(options: dict[str, Any], players: int) -> None:
    game = gh.new_game("guildhall", players=players, seed=players, **{"turn_limit": 40, **options})
    game.run("random")

    assert game.over
    assert game.outcome.reason in ("target", "unfinished")


def test_rule_24_archetypes_are_the_chapters_on_the_table_of_every_mega_saga() -> None:
    game = gh.new_game("guildhall", cards=["old-world", "job-faire"], saga="mega", seed=1, turn_limit=20)
    game.run("random", until=lambda game: game.table.turn_no == 20)
    chapters = {chapter for hall in game.table.halls for chapter in hall}
    assert chapters
    assert chapters <= set(ARCHETYPES)


def test_rule_24_a_full_hall_of_four_waits_for_any_profession_of_its_archetype() -> None:
    hall = {"Mystic": [f"{colour} Monk" for colour in FOUR]}
    game = mega(hall, {}, hands=[["purple Psion", "red Psion"], []])
    assert offered(game) == ["play purple Psion", "refresh"]
