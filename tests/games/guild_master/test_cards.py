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
        *("Cixi", "Lydia", "Confront Blasphemers", "Steal Battle Plans")
    }
    assert {name for name, one in by_name.items() if one.known and one.provenance == STAND_IN} == {
        *("Tymon", "Jariya", "Nuri", "Ansel", "Pable", "Eiji", "Gwala", "Vatsana", "Ambush Poachers", "Identify Rebels")
    }
    assert {one.provenance for one in box.cards} == {"rulebook", STAND_IN}
    assert all(one.known for one in box.cards if one.provenance == "rulebook")
    assert (by_name["Lydia"].skills["guile"], by_name["Lydia"].ability.effect) == (3, Effect(Op.SET_DIE, 4))
    assert by_name["Pable"].skills["logic"] + by_name["Nuri"].skills["logic"] == 6
    assert (by_name["Cixi"].fame, by_name["Cixi"].rank, by_name["Cixi"].ability.moon) == (3, "adept", "every")
    assert by_name["Gwala"].skills["charm"] + by_name["Ansel"].skills["charm"] == 7
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
        (f"[adventurers.Zed]\n{ADEPT}", "24 Adept Adventurers, found 25 .a card with a new name needs instead_of"),
        (f'[adventurers.Zed]\n{ADEPT}instead_of = "Lidia"', "did you mean 'Lydia'"),
        ("[adventurers.Lydia]\nrank = 'adept'\nskills = {}\nfame = 3", "needs at least one skill"),
        ("[adventurers.Lydia]\nrank = 'adapt'\nskills = { might = 1 }\nfame = 3", "did you mean 'adept'"),
        (
            f"[contracts.X]\n{COMMON}instead_of = 'Lure the Wolves'\nboon = [{{ gold = 1 }}]\nbonus = [{{ gold = 1 }}]",
            "only one kind",
        ),
        (f"[contracts.'Lure the Wolves']\n{COMMON}event = [{{ bids = 1 }}]", "only Heroic and Legendary"),
        (f"[contracts.'Lure the Wolves']\n{COMMON}bonus = [{{ harm = 1 }}, {{ take_gold = 1 }}]", "two choices"),
        (
            f"[contracts.'Lure the Wolves']\n{COMMON}bonus = [{{ set_die = 4 }}]",
            "is not allowed in a bonus, only in action or boon",
        ),
        (f"[contracts.'Lure the Wolves']\n{COMMON}bonus = [{{ golds = 4 }}]", "did you mean 'gold'"),
        (f"[contracts.'Lure the Wolves']\n{COMMON.replace('7', '13')}", "from 6 to 12, not 13"),
        ("[contract.X]\ngold = 1", "did you mean 'contracts'"),
        ("[board]\ncosts = [1]", "2 to 16 numbers"),
        ("[prestiges.One]\nbuilders = 4\nper = 'gold'\nevery = 1\nfame = 1", "6 Prestige Upgrades, found 1"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place(text, message):
    with pytest.raises(gh.GuildhallError, match=message):
        made(text)


def test_cards_that_add_more_dice_than_there_is_room_for_are_refused():
    dice = "ability = { moon = 'every', phase = 'action', add_dice = 2 }\n"
    adepts = [one.name for one in pack(shipped()).adventurers if one.rank == "adept"]
    text = "\n".join(f"[adventurers.{name}]\n{ADEPT}{dice}" for name in adepts)

    with pytest.raises(gh.BadSetup, match="may add at most 38 dice"):
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


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (Effect(Op.REROLL, 1), "re-roll one die of a check"),
        (Effect(Op.REROLL, 2), "re-roll up to 2 dice, or one die up to 2 times, of a check"),
        (Effect(Op.ADD_DICE, 1, 3), "roll 1 more die in a check of Logic"),
        (Effect(Op.ADD_DICE, 2), "roll 2 more dice in any check"),
        (Effect(Op.FACE_BONUS, 5), "every die of a check that shows a 5 counts 1 more"),
        (Effect(Op.BUILDERS, -1), "every Builder costs 1 Gold less, but at least 1"),
        (Effect(Op.BUILDERS, 1), "every Builder costs 1 Gold more, but at least 1"),
        (Effect(Op.BIDS, -2), "minimum bids are 2 Gold lower, but at least 1"),
        (Effect(Op.PENALTY, -2), "the Skill Check Penalty of a conflict is 2 lower"),
        (Effect(Op.INCOME, 1), "income is 1 Gold higher"),
        (Effect(Op.TARGETS, 2), "the targets of all Contracts are 2 higher"),
        (Effect(Op.EACH_GOLD, -1, 1), "each Guild with the most Fame loses 1 Gold"),
        (Effect(Op.EACH_FAME, 1, 2), "each Guild with the least Fame gains 1 Fame"),
    ],
)
def test_numbers_of_effects_are_said_as_words_need_them(effect, sentence):
    assert say(effect) == sentence


#: Words of a name that speak for certain skills; a Contract with such a word lists one of them.
TELLING = {
    "might": "slay wrestle topple duel guard siege",
    "arcane": "summon enchant bind scry bewitch rift dispel",
    "guile": "rob steal bribe smuggle pick infiltrate kidnap shadow trap",
    "logic": "decipher decode solve audit map chart crack cipher design catalogue",
    "charm": "charm woo negotiate placate perform host sway",
    "spirit": "spirits bless exorcise exorcism cleanse souls mourners",
}


def test_the_name_of_a_contract_fits_a_skill_that_it_asks_for():
    fits = {}
    for skill, words in TELLING.items():
        for word in words.split():
            fits.setdefault(word, set()).add(skill)
    for one in pack(shipped()).contracts:
        for word in one.name.lower().split():
            assert word not in fits or fits[word] & set(one.targets), one.name


def test_every_card_is_told_in_words():
    texts = gh.new_game("guild-master").rules.card_texts

    assert len(texts) == 72 + 95 + 6 + 3 + 6  # cards, then Upgrades of skills, Core and Prestige
    assert texts["Lydia"].text == "Adept, Guile 3, Logic 1, 3 Fame. Every, Action: set one die of a check to 4."
    assert texts["Steal Battle Plans"].text == "Common Contract, Guile 12: 3 Gold, 3 Fame."
    assert texts["Lure the Wolves"].provenance == STAND_IN
