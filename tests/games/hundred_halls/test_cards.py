"""Cards as data: the language of effects, decks in files, words made from the data, files of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import guildhall as gh
from guildhall.core.datafile import STAND_IN, Entry, Spot
from guildhall.games.hundred_halls.cards import Trigger
from guildhall.games.hundred_halls.language import (
    TYPES,
    WORDS,
    Measured,
    Op,
    Pick,
    Side,
    Sort,
    Zone,
    read_effect,
    read_selector,
)
from guildhall.games.hundred_halls.reading import TRIGGER_KEYS, Shelf, shipped
from guildhall.games.hundred_halls.wording import card_text, say_effect

PAGE = Path(__file__).parents[3] / "docs" / "hundred-halls.md"
DECK = '[deck]\nname = "Ada"\nkind = "player"\ndifficulty = 1\n[top]\nhp = 30\nfive_elements = 3\n'
FILLER = '[cards.Filler]\ntype = "Spell"\ncopies = 6\ndoes = [{ draw = 1 }]\n'


def made(cards, *, deck=DECK):
    return Shelf().with_text(deck + FILLER + cards, "my.toml").of_kind("player")["Ada"]


def card(text, name="One"):
    return made(f'[cards."{name}"]\n{text}').card(name)


@pytest.mark.parametrize(
    ("phrase", "pick", "sort", "side", "zone"),
    [
        ("any target", Pick.ANY, Sort.TARGET, Side.ALL, Zone.PLAY),
        ("each other player", Pick.EACH, Sort.PLAYER, Side.ALL, Zone.PLAY),
        ("highest scenario creature", Pick.HIGHEST, Sort.SUBTYPE, Side.SCENARIO, Zone.PLAY),
        ("any own Spell in graveyard", Pick.ANY, Sort.TYPE, Side.OWN, Zone.GRAVEYARD),
        ("random realm card in deck", Pick.RANDOM, Sort.CARD, Side.REALM, Zone.DECK),
        ("'Sand Viper'", Pick.EACH, Sort.NAME, Side.ALL, Zone.PLAY),
        ("lowest 'Sand Viper'", Pick.LOWEST, Sort.NAME, Side.ALL, Zone.PLAY),
    ],
)
def test_a_phrase_says_who_is_meant(phrase, pick, sort, side, zone):
    found = read_selector(phrase, Spot("my.toml"))

    assert (found.pick, found.sort, found.side, found.zone) == (pick, sort, side, zone)
    assert found.other == ("other" in phrase)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_language_is_on_the_page_with_an_example_that_can_be_read_and_said(word):
    rows = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith(f"| `{word}`")]
    example = next(row[-2].strip(" `") for row in rows if "{" in row[-2] and word in row[-2])
    place = "always" if WORDS[word].places == ("always",) else "does"
    cards = "\n".join(f'[cards."{name}"]\ntype = "Trinket"' for name in ("Danir", "Hatchling"))
    key = f"{place} = [{example}]" if place == "always" else f"enters = [{example}]"
    text = f'{cards}\n[cards.One]\ntype = "Trinket"\n{key}'
    deck = made(text.replace("flip = 1 }", 'flip = 1, from = "realm" }'))

    effect = next(effect for _, effect in deck.card("One").effects)
    assert effect.op is WORDS[word].op
    assert "{" not in say_effect(effect, "player")


def test_the_page_has_every_key_type_and_number():
    text = PAGE.read_text(encoding="utf-8")
    words = {*TRIGGER_KEYS, *(one.name.lower() for one in Measured), *TYPES[1:-4]}

    assert not [word for word in words if f"`{word}`" not in text]


def test_the_deck_of_the_page_is_a_deck():
    text = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    deck = Shelf().with_text(text, "ada.toml").of_kind("player")["Ada"]

    assert (deck.title, deck.size, deck.top.five_elements) == ("Ada Fenwright", 10, 3)
    assert deck.card("Old Debt").reward.always[0].op is Op.PLAYS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('type = "Spel"', "did you mean 'Spell'"),
        ('type = "Spell"', "needs does"),
        ('type = "Trinket"\ndoes = [{ draw = 1 }]', "does and cost are only for Spells"),
        ('type = "Trinket"\nenters = [{ drow = 1 }]', "did you mean 'draw'"),
        ('type = "Trinket"\nenters = [{ draw = 1, heal = 1 }]', "exactly one effect, found 2"),
        ('type = "Trinket"\nenters = [{ draw = 9 }]', "from 1 to 5, not 9"),
        ('type = "Trinket"\nenters = [{ counters = 0 }]', "has no effect"),
        ('type = "Trinket"\nenters = [{ damage = 2, to = "every enemy" }]', "unknown word before a noun"),
        ('type = "Trinket"\nenters = [{ damage = 2, to = "any Foe" }]', "is not a noun"),
        ('type = "Trinket"\nenters = [{ deals = 2, of = "you" }]', "until is missing"),
        ('type = "Trinket"\nenters = [{ elements = 1 }]', "only in always"),
        ('type = "Trinket"\nalways = [{ deals = 1, of = "any enemy" }]', "without a choice"),
        ('type = "Trinket"\nalways = [{ deals = 1, of = "you", until = "turn" }]', "has no until"),
        ('type = "Trinket"\nenters = [{ draw = 1, for = "any enemy" }]', "applies only to players"),
        (
            'type = "Trinket"\nenters = [{ damage = 1, to = "any Spell in graveyard" }]',
            "cannot affect cards in a graveyard",
        ),
        ('type = "Trinket"\nactivate = { cost = [{ counters = 1 }], does = [{ draw = 1 }] }', "taken from the card"),
        ('type = "Trinket"\nactivate = { cost = [{ heal = 1, to = "you" }], does = [{ draw = 1 }] }', "only in does"),
        ('type = "Trinket"\nenters = [{ draw = 1, most = 3 }]', "per is missing"),
        ('type = "Trinket"\nenters = [{ draw = 1, if = { hp = "you" } }]', "at_least or at_most"),
        ('type = "Trinket"\nenters = [{ draw = 1, if = { hp = "any player", at_most = 3 } }]', "needs a single target"),
        ('type = "Trinket"\nenters = [{ choose = [{ draw = 1 }] }]', "at least two effects"),
        (
            'type = "Trinket"\nenters = [{ draw = 1, times = 4 }, { draw = 2, times = 4 }, { heal = 1, to = "you" }]',
            "at most 8 are allowed",
        ),
        ('type = "Trinket"\nenters = [{ summon = "Nobody" }]', "unknown card of this deck"),
        ('type = "Trinket"\nenters = [{ flip = 1 }]', 'from = "scenario" or "realm"'),
        ('type = "Trinket"\nenters = [{ heal = 1, to = "host" }]', "never attached"),
        ('type = "Spell"\ndoes = [{ attach = "any player" }]', "cannot be attached"),
        ('type = "Spell"\nstarts = true\ndoes = [{ draw = 1 }]', "cannot start in play"),
        ('type = "Enemy"', "needs hit points"),
        ('type = "Trinket"\ngoal = { counters = "self", at_least = 1 }', "is not a Quest"),
        ('type = "Quest"\nreward = [{ draw = 1 }]', "needs a reward, and a goal"),
        ('type = "Trinket"\nsubtypes = ["Stone"]', "lowercase letters only"),
    ],
)
def test_a_wrong_card_is_refused_with_its_place(text, message):
    with pytest.raises(gh.BadCardFile, match=message) as error:
        card(text)
    assert str(error.value).startswith("my.toml, One")


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (DECK.replace("player", "monster"), "unknown word for 'kind'"),
        (DECK.replace("player", "scenario").replace("hp = 30\nfive_elements = 3\n", ""), "needs a list of bosses"),
        (DECK.replace("Ada", "Ada, the Great"), "invalid name 'Ada, the Great'"),
    ],
)
def test_a_wrong_deck_is_refused(deck, message):
    with pytest.raises(gh.BadCardFile, match=message):
        made("", deck=deck)


def test_enemy_cards_mean_you_only_where_somebody_is_concerned():
    realm = '[deck]\nname = "Fen"\nkind = "realm"\ndifficulty = 1\n[top]\nbegin = [{ flip = 1 }]\n[cards.Bog]\n'
    told = 'type = "Virus"\nend = [{ damage = 1, to = "you" }]\n'
    with pytest.raises(gh.BadCardFile, match="no player is involved"):
        Shelf().with_text(realm + told, "my.toml")
    assert Shelf().with_text(realm + told.replace("Virus", "Trinket"), "my.toml")
    assert Shelf().with_text(f'{realm}{told}enters = [{{ attach = "highest player" }}]', "my.toml")


def test_ruling_33_no_name_holds_a_comma():
    assert not [one.name for deck in shipped().decks.values() for one in (deck.top, *deck.cards) if "," in one.name]
    with pytest.raises(gh.BadCardFile, match="invalid name 'One, Two'"):
        made('[cards."One, Two"]\ntype = "Trinket"')


def test_a_card_of_the_same_name_overrules_and_another_one_says_which_it_replaces():
    shelf = shipped().with_text(
        '[deck]\nname = "Aurie"\nkind = "player"\n'
        '[cards."Silver Bolt"]\ntype = "Spell"\ndoes = [{ damage = 9, to = "any enemy" }]\n'
        '[cards."Gold Bolt"]\ntype = "Spell"\ndoes = [{ draw = 1 }]\ninstead_of = "Mending Word"\n'
        '[cards.Thornburst]\ntype = "Spell"\ncopies = 0\ndoes = [{ draw = 1 }]',
        "mine.toml",
    )
    deck, old = shelf.of_kind("player")["Aurie"], shipped().of_kind("player")["Aurie"]
    names = [one.name for one in deck.cards]

    assert deck.card("Silver Bolt").abilities[Trigger.ENTERS].effects[0].amount == 9
    assert names[:2] == ["Silver Bolt", "Gold Bolt"]
    assert "Thornburst" not in names
    assert (deck.top, deck.title, deck.difficulty) == (old.top, old.title, old.difficulty)


def test_a_trap_goes_to_the_graveyard_after_it_has_acted():
    trap = card('type = "Trap"\nspell = [{ damage = 2, to = "you" }]\nenters = [{ counters = 1 }]')

    assert [one.op for one in trap.abilities[Trigger.SPELL].effects] == [Op.DAMAGE, Op.DESTROY]
    assert [one.op for one in trap.abilities[Trigger.ENTERS].effects] == [Op.COUNTERS]


def test_all_shipped_cards_are_stand_ins_and_told_in_words():
    for deck in shipped().decks.values():
        for one in (deck.top, *deck.cards):
            assert one.provenance == STAND_IN
            assert "{" not in card_text(one, deck.kind)
    aurie = shipped().of_kind("player")["Aurie"]
    assert card_text(aurie.card("Mending Word"), "player") == "Spell. Heal any player by 5."


def test_an_effect_can_be_declined_scaled_and_bound_to_a_condition():
    told = {"damage": 1, "to": "any enemy", "may": True, "per": {"count": "own stone"}, "most": 6}
    effect = read_effect(Entry({**told, "if": {"hp": "you", "at_most": 10}}, Spot("my.toml")), "does")

    assert say_effect(effect, "player") == (
        "if you have 10 or fewer hit points, "
        "you may deal 1 damage to any enemy for each stone of yours (at most 6 in all)"
    )


@pytest.mark.parametrize(
    ("deck", "name", "told"),
    [
        ("Ivan", "Copper Still", "discard 1 card to draw 2 cards and deal 2 damage"),
        ("Nandi", "Patient Ink", "from this card to draw 2 cards and get 1 more card play this turn."),
        ("Nandi", "Faze Field Bracelets", "to do one of these: deal 9 damage"),
        ("Nandi", "Glyph of Debts", "Whenever you are damaged: "),
        ("Nandi", "Late Hour", "for each round so far (at most 4 in all)"),
        ("Ivan", "Stained Recipe", "if there are no potions in your hand"),
        ("Aurie", "Second Lecture", "Return any Spell from your graveyard to your hand"),
        ("Aurie", "Warded Satchel", "until your next turn."),
        ("Black Council", "Blackmail", "Each player draws 1 fewer card at the end of their turn."),
        ("Black Council", "Grey Fever", "Activate: discard 1 card to destroy this card."),
        ("Alex", "Double Dare", "Whoever completes it gets the reward."),
        ("Caer Corsydd", "Drowned Bell", "Trinket (treasure), set aside."),
        ("Caer Corsydd", "Idol of Still Water", "At the beginning of your turn: heal"),
        ("Caer Corsydd", "Crown of Reeds", "You have 1 more card play each turn."),
        ("Caer Corsydd", "Sunken Ziggurat", "put Idol of Still Water into play in front of any player."),
        ("Caer Corsydd", "Quicksand", "discards 1 card. Deal 3 damage to that player."),
        ("City of Sorcery", "Runaway Golem", "Reward: heal yourself by 5."),
        ("City of Sorcery", "Hedge Duelist", "Whenever a player damages this card without destroying it: "),
        (
            "City of Sorcery",
            "The Lost Apprentice",
            "in the last step of the Realm turn: this card has 2 or more counters.",
        ),
        ("City of Sorcery", "The Lost Apprentice", "Lasting reward: You have 1 more card play each turn. At the"),
        ("Danir", "Danir", "if this card has 6 or more counters, remove 6 counters from this card and deal"),
        ("Danir", "Keep the Balance", "if there are 1 or 2 Realm creatures, put"),
        ("Montanhas", "Broken Watchtower", "the players may put one of them on the bottom of that deck."),
        ("Aepep", "Brood Mother", "put 2 Hatchlings into play."),
        ("Aepep", "Rising Sands", "if this card has a counter and there are 2 or fewer creatures, destroy this card."),
        ("Black Council", "Blackmail", "Each player's hand limit is reduced by 2."),
        (
            "Black Council",
            "Whispering Rot",
            "fewest hit points. Its host takes 1 more damage. The healing its host does is reduced",
        ),
        ("Black Council", "The Silent Notary", "hit points, starts in play."),
        ("Circle of Scale", "Circle of Scale", "Green Ring into play; if it is round 5 or later, put Keth"),
        (
            "Citadel of Broken Dreams",
            "The Sleepless Regent",
            "If there is another dream, this card takes 2 less damage.",
        ),
        ("Citadel of Broken Dreams", "Citadel of Broken Dreams", "Activate (once per turn): flip the top card"),
        ("Diamond Court", "Captia", "Whenever Precept is destroyed: "),
        ("Elosian", "Chain Demon", "its host has 1 fewer card play each turn."),
        ("Elosian", "Grand Deception", "The players choose one: deal 2 damage to each player; flip the top 2 cards"),
        ("Elosian", "Turned Against You", "for each card in that player's hand (at most 6 in all)."),
        ("Aurie", "Aurie", "The healing you do is increased by 1."),
        ("Alex", "Extra Life", "Raise any player's maximum hit points by 4. Heal that player by 6."),
        ("Alex", "Loaded Dice", "deal 2 damage to a random enemy, twice."),
        ("Claire", "Patch and Polish", "You may return any Trinket from your graveyard to your hand."),
        ("Claire", "Silver Knuckles", "Your Five Elements deal 2 more damage."),
        ("Ivan", "Burnt Residue", "Send any Spell from your graveyard to the Void to deal 8 damage"),
        ("Mori", "Low Hum", "Search your deck for any venota stone and put it into play."),
        ("Mori", "Shatterpoint", "to deal 8 damage to any enemy; it takes 2 more damage this turn."),
        ("Pax", "Loose the Pack", "Deal 2 damage to it if you have a companion."),
        ("Pax", "Bone Whistle", "Activate: if you have no companions, return"),
        ("Pi", "Loom of Maybe", "you may put one of them into your hand; get 1 more card play this turn."),
    ],
)
def test_cards_are_told_as_a_reader_would_say_it(deck, name, told):
    found = next(one for one in shipped().decks.values() if one.name == deck)

    assert told in card_text(found.card(name), found.kind)


def test_the_counters_of_a_card_are_asked_by_its_name():
    effect = read_effect(Entry({"draw": 1, "if": {"counters": "'Danir'", "at_least": 3}}, Spot("my.toml")), "does")

    assert say_effect(effect, "player") == "if Danir has 3 or more counters, draw 1 card"
