"""Cards as data: what the rulebook tells, stand-ins, the language of effects, files of one's own."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.core.datafile import STAND_IN
from guildhall.games.guild_master.language import Effect, Op, say
from guildhall.games.guild_master.reading import pack, shipped

ADEPT = 'rank = "adept"\nskills = { might = 3 }\nfame = 3\n'
COMMON = 'deck = "common"\ntargets = { might = 7 }\ngold = 2\nfame = 1\n'


def made(text):
    return pack(shipped().with_text(text, "my.toml"))


def test_what_the_rulebook_tells_is_marked():
    box = pack(shipped())
    by_name = {one.name: one for one in box.cards}

    assert {name for name, one in by_name.items() if one.provenance == "rulebook"} == {
        *("Tymon", "Jariya", "Nuri", "Ansel", "Cixi", "Lydia", "Pable", "Eiji", "Gwala", "Vatsana"),
        *("Ambush Poachers", "Identify Rebels", "Confront Blasphemers", "Steal Battle Plans"),
    }
    assert {one.provenance for one in box.cards} == {"rulebook", STAND_IN}
    assert all(one.known for one in box.cards if one.provenance == "rulebook")
    assert (by_name["Lydia"].skills["guile"], by_name["Lydia"].ability.effect) == (3, Effect(Op.SET_DIE, 4))
    assert by_name["Pable"].skills["logic"] + by_name["Nuri"].skills["logic"] == 6
    assert (by_name["Cixi"].fame, by_name["Cixi"].rank, by_name["Cixi"].ability.moon) == (3, "adept", "every")
    assert by_name["Gwala"].skills["charm"] + by_name["Ansel"].skills["charm"] >= 6
    plans = by_name["Steal Battle Plans"]
    assert (plans.targets, plans.gold, plans.fame) == ({"guile": 12}, 3, 3)
    assert by_name["Confront Blasphemers"].targets == {"might": 6}


def test_a_card_of_the_same_name_overrules_and_another_one_says_which_it_replaces():
    box = made(f"[adventurers.Lydia]\n{ADEPT}")
    assert next(one for one in box.adventurers if one.name == "Lydia").skills == {"might": 3}
    box = made(f'[adventurers.Zed]\n{ADEPT}instead_of = "Lydia"')
    names = [one.name for one in box.adventurers]
    assert "Zed" in names
    assert "Lydia" not in names
    assert box.digest != pack(shipped()).digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"[adventurers.Zed]\n{ADEPT}", "24 Adept Adventurers, not 25; a card of another name says which"),
        (f'[adventurers.Zed]\n{ADEPT}instead_of = "Lidia"', "did you mean 'Lydia'"),
        ("[adventurers.Lydia]\nrank = 'adept'\nskills = {}\nfame = 3", "needs a skill"),
        ("[adventurers.Lydia]\nrank = 'adapt'\nskills = { might = 1 }\nfame = 3", "did you mean 'adept'"),
        (
            f"[contracts.X]\n{COMMON}instead_of = 'Track Wolves'\nboon = [{{ gold = 1 }}]\nbonus = [{{ gold = 1 }}]",
            "one kind",
        ),
        (f"[contracts.'Track Wolves']\n{COMMON}event = [{{ bids = 1 }}]", "Events are on Heroic"),
        (f"[contracts.'Track Wolves']\n{COMMON}bonus = [{{ harm = 1 }}, {{ take_gold = 1 }}]", "two choices"),
        (
            f"[contracts.'Track Wolves']\n{COMMON}bonus = [{{ set_die = 4 }}]",
            "cannot stand in a bonus, only in action or boon",
        ),
        (f"[contracts.'Track Wolves']\n{COMMON}bonus = [{{ golds = 4 }}]", "did you mean 'gold'"),
        (f"[contracts.'Track Wolves']\n{COMMON.replace('7', '13')}", "from 6 to 12, not 13"),
        ("[contract.X]\ngold = 1", "did you mean 'contracts'"),
        ("[board]\ncosts = [1]", "2 to 16 numbers"),
        ("[prestiges.One]\nbuilders = 4\nper = 'gold'\nevery = 1\nfame = 1", "6 Prestige Upgrades, not 1"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text, message):
    with pytest.raises(gh.GuildhallError, match=message):
        made(text)


def test_cards_that_add_more_dice_than_there_is_room_for_are_refused():
    dice = "ability = { moon = 'every', phase = 'action', add_dice = 2 }\n"
    adepts = [one.name for one in pack(shipped()).adventurers if one.rank == "adept"]
    text = "\n".join(f"[adventurers.{name}]\n{ADEPT}{dice}" for name in adepts)

    with pytest.raises(gh.BadSetup, match="may add 38 dice"):
        made(text)


def test_own_files_reach_the_game_and_its_record(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(f'[adventurers.Zed]\n{ADEPT}instead_of = "Lydia"')
    game = gh.new_game("guild-master", players=2, card_files=[path])
    game.record.save(tmp_path / "game.json")

    assert "Zed" in game.rules.names.adventurers
    assert gh.load(tmp_path / "game.json").game().rules.card_hash == game.rules.card_hash


@pytest.mark.parametrize("op", [op for op in Op if op is not Op.NONE])
def test_every_effect_is_said_in_words(op):
    sentence = say(Effect(op, 2, 1))

    assert sentence
    assert "{" not in sentence


def test_every_card_is_told_in_words():
    texts = gh.new_game("guild-master").rules.card_texts

    assert len(texts) == 72 + 95 + 6 + 3 + 6  # cards, then Upgrades of skills, Core and Prestige
    assert texts["Lydia"].text == "Adept, Guile 3, Logic 1, 3 Fame. Every, Action: set one die of a check to 4."
    assert texts["Steal Battle Plans"].text == "Common Contract, Guile 12: 3 Gold, 3 Fame."
    assert texts["Track Wolves"].provenance == STAND_IN
