"""Both languages: everything on screen is translated, phrases stay as they are."""

from __future__ import annotations

import re

import pytest

import guildhall as gh
from guildhall.games.advyria.wording import SENTENCES, sentence
from tests.games.advyria.tables import FAIRY, SEEKER, WIZARD, lay

VALUES = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("key", SENTENCES)
def test_every_sentence_has_the_same_values_in_both_languages(key):
    english, german = SENTENCES[key]

    assert sorted(VALUES.findall(english)) == sorted(VALUES.findall(german))


def both(seed, plies, players=3):
    """The same line of play in both languages."""
    games = [
        gh.new_game("advyria", players=["Ada", "Bo", "Cy"][:players], lang=lang, seed=seed) for lang in ("en", "de")
    ]
    for game in games:
        game.run("memory", until=lambda game: game.ply >= plies)
    return games


def test_a_game_plays_the_same_in_both_languages_with_the_same_phrases():
    english, german = both(seed=5, plies=200)

    assert english.moves == german.moves
    assert english.state.tobytes() == german.state.tobytes()
    assert english.decision.phrases == german.decision.phrases
    assert english.table == german.table
    assert [event.data for event in english.events] == [event.data for event in german.events]


def test_prompts_and_events_are_german_in_a_german_game():
    english, german = both(seed=6, plies=2000)
    same = [one.text for one, other in zip(english.events, german.events, strict=True) if one.text == other.text]

    assert same == []
    assert german.over
    assert english.decision.prompt != german.decision.prompt


def test_the_table_shows_no_english_word_in_a_german_game():
    game = lay(
        [SEEKER, FAIRY, WIZARD], [], lang="de", tiles={"b1": "Moon Well", "c1": "Gold"}, open=["b1"], gold=[2, 1]
    )
    text = game.rules.text(game.view(0), None)

    assert "1 Glücksritter, 1 Fee, 1 Zauberer" in text
    assert "offen: b1 Mondbrunnen" in text
    assert "Platzhalter" in text
    for word in ("Seeker", "Fairy", "Wizard", "Moon Well", "hand", "figure", "level ", "tile"):
        assert word not in text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_option_of_a_whole_game_has_a_text(lang):
    game = gh.new_game("advyria", players=2, seed=4, lang=lang)
    while not game.over:
        assert all(option.text for option in game.options)
        game.run("memory", until=lambda game, ply=game.ply: game.ply > ply)


def test_one_is_told_as_one():
    assert sentence("en", "cards", n=1) == "1 card"
    assert sentence("de", "ask limit", n=1, who="Ada", level=3) == "Ada, wirf eine Karte ab; dein Handkartenlevel ist 3"


def test_stand_ins_are_visible_as_such():
    game = gh.new_game("advyria")

    assert "stand-ins, our own design: board, adventures, Hero cards, deck" in str(game)
    assert "stand-ins" in game._repr_html_()
    assert game.rules.box.stand_ins == ("board", "adventures", "heroes", "deck")


def test_names_in_html_are_escaped():
    game = gh.new_game("advyria", players=["<b>Ada</b>"])

    assert "&lt;b&gt;Ada" in game._repr_html_()
    assert "<b>Ada" not in game._repr_html_()


def test_an_unknown_language_is_refused():
    with pytest.raises(gh.BadSetup, match="lang must be 'en' or 'de', not 'fr'"):
        gh.new_game("advyria", lang="fr")


def test_options_have_german_labels_beside_their_english_phrases():
    hand = [SEEKER, SEEKER, "Joker", WIZARD, "Moon Well"]
    game, english = lay(hand, lang="de", levels=[5]), lay(hand, levels=[5])
    labels = {option.phrase: option.label for option in game.options}

    assert labels["play 2 Fortune Seeker + 1 Joker"] == "spiele 2 Glücksritter + 1 Joker"
    assert labels["play Joker as Wizard"] == "spiele Joker als Zauberer"
    assert labels["play Moon Well"] == "spiele Mondbrunnen"
    assert labels["end turn"] == "beende den Zug"
    assert all(option.label == option.phrase for option in english.options)


@pytest.mark.parametrize(
    ("card", "plural"),
    [(SEEKER, "Glücksritter"), ("Warrior", "Kriegerinnen"), (FAIRY, "Feen"), (WIZARD, "Zauberer"), ("Joker", "Joker")],
)
def test_german_plurals_on_the_table(card, plural):
    game = lay([card, card], lang="de", levels=[5])

    assert f"2 {plural}" in str(game)
    assert f"2 {card}" in str(lay([card, card], levels=[5]))


def test_german_plurals_of_sets_in_labels_and_events():
    game = lay(["Warrior"] * 4 + ["Joker"] * 2 + [FAIRY], lang="de", levels=[9])
    labels = {option.phrase: option.label for option in game.options}

    assert labels["play 4 Warrior"] == "spiele 4 Kriegerinnen"
    assert labels["play 1 Fairy + 2 Joker"] == "spiele 1 Fee + 2 Joker"
    assert labels["play 2 Joker as Warrior"] == "spiele 2 Joker als Kriegerinnen"
    told = [event.text for event in game.play("play 2 Joker as Fairy")]
    assert told[0].endswith("spielt 2 Joker als Feen")


def test_labels_of_a_decision_differ_and_are_german_through_a_whole_game():
    game = gh.new_game("advyria", players=3, seed=8, lang="de")
    while not game.over:
        labels = [option.label for option in game.options]

        assert len(set(labels)) == len(labels)
        assert not {option.phrase for option in game.options} & set(labels)
        game.run("memory", until=lambda game, ply=game.ply: game.ply > ply)


def test_places_say_where_to_click():
    game = lay([SEEKER, SEEKER, WIZARD, "Moon Well"], [FAIRY], levels=[4, 3])
    places = {game.rules.phrase(game.state, option): place for option, place in game.rules.places(game.state).items()}

    seekers = {"play 2 Fortune Seeker": "hand 1 Fortune Seeker"}
    assert places == seekers | {"play Wizard": "hand 1 Wizard", "play Moon Well": "hand 1 Moon Well"}
    game.play("play 2 Fortune Seeker")
    assert set(game.rules.places(game.state).values()) >= {"field a1", "field b1", "field a2"}
    full = lay([FAIRY] * 2 + [WIZARD] * 2)
    full.play("end turn")
    assert set(full.rules.places(full.state).values()) == {"hand 1 Fairy", "hand 1 Wizard"}


def test_only_sets_share_a_place_in_a_whole_game():
    """Several sets can be made of one kind of card; whoever clicks it is asked which one."""
    game, shared = gh.new_game("advyria", players=4, seed=9), 0
    while not game.over:
        phrases = {option: game.rules.phrase(game.state, option) for option in game.rules.options(game.state)}
        places = game.rules.places(game.state)
        alike = [option for option in places if list(places.values()).count(places[option]) > 1]

        assert all(phrases[option].startswith("play ") for option in alike)
        shared += bool(alike)
        game.run("memory", until=lambda game, ply=game.ply: game.ply > ply)

    assert shared


def test_every_set_and_joker_lies_in_the_hand():
    game = lay([SEEKER, SEEKER, SEEKER, "Joker", "Joker"], [FAIRY], levels=[5, 3])
    places = {game.rules.phrase(game.state, option): place for option, place in game.rules.places(game.state).items()}

    assert places["play 3 Fortune Seeker"] == places["play 2 Fortune Seeker + 1 Joker"] == "hand 1 Fortune Seeker"
    assert places["play 2 Joker as Warrior"] == places["play Joker as Wizard"] == "hand 1 Joker"
    assert set(game.decision.phrases) - set(places) == {"end turn"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_card_and_hero_is_told_in_words(lang):
    rules = gh.new_game("advyria", lang=lang).rules

    assert set(rules.card_texts) == {*rules.names.kinds, *rules.names.heroes}
    assert rules.card_texts["Wizard"].provenance == "rulebook"
    assert rules.card_texts["Moon Well"].provenance == "stand-in"
    shown, words = rules.card_texts["Moon Well"][:2]
    assert shown == {"en": "Moon Well", "de": "Mondbrunnen"}[lang]
    assert {"en": "hand level +2, no loss", "de": "Handkartenlevel +2, kein Verlust"}[lang] in words


def test_a_misspelt_card_is_offered_its_name_once():
    game = lay([FAIRY, FAIRY, FAIRY], levels=[5])
    with pytest.raises(gh.IllegalOption) as caught:
        game.play("play 2 Fary")

    assert str(caught.value).startswith(
        "'play 2 Fary' is not legal now: no card of this game is called 'fary'; did you mean"
    )
    assert str(caught.value).count("did you mean") == 1
