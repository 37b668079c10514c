"""Rendering is pure: a view goes in, HTML comes out, and nothing in it can run or leak."""

from __future__ import annotations

import random
import re
from collections import Counter
from types import MappingProxyType
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from guildhall_widgets import TableWidget, render
from guildhall_widgets.live import STATIC
from guildhall_widgets.render.controls import text_input
from guildhall_widgets.render.guildhall import card_page, pages
from guildhall_widgets.render.guildhall import face as faces_of_guildhall
from guildhall_widgets.render.guildhall.cards import emblem, short_words
from guildhall_widgets.render.icons import icon
from guildhall_widgets.render.markup import Markup, join, tag
from guildhall_widgets.render.scene import COLOURS, letter
from guildhall_widgets.render.styles import fragment, page, still, stylesheet, symbol_image, symbols

import guildhall as gh
from guildhall.games.guildhall.language import ARCHETYPES
from guildhall.games.guildhall.reading import load_book
from tests.widgets.tree import Tree

HOSTILE = '<img src=x onerror="alert(1)">'


def mid_game(**options):
    game = gh.new_game(**{"players": 3, "seed": 7, **options})
    game.run("greedy", until=lambda g: g.ply >= 90 and g.decision.kind == "act")
    return game


# --- markup ---


def test_every_text_is_escaped_and_markup_is_not():
    assert tag("p", HOSTILE, tag("b", "so")) == f"<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;{tag('b', 'so')}</p>"
    assert Tree(tag("p", HOSTILE, title=HOSTILE)).tags == [("p", {"title": HOSTILE})]


def test_markup_that_is_cut_or_added_to_is_text_again():
    assert not isinstance(Markup("<b>") + HOSTILE, Markup)
    assert "<img" not in tag("p", Markup("<b></b>")[:3] + HOSTILE)


def test_join_escapes_what_is_between_too():
    assert join("a", "b", between=" < ") == "a &lt; b"


def test_a_page_loads_nothing_from_anywhere():
    html = page("A game", icon("coin"))

    assert set(re.findall(r'url\("?([\w:/+]{10})', html)) == {"data:image"}
    assert "@import" not in html
    assert not [attributes for _, attributes in Tree(html).tags if {"src", "href"} & set(attributes)]


def test_the_styles_speak_of_nothing_outside_the_front_ends():
    rules = [part.split("}")[-1].strip() for part in stylesheet().split("{")[:-1]]
    selectors = [one for rule in rules if not rule.startswith("@") for one in rule.split(",")]

    assert selectors
    assert not [one for one in selectors if ".gh" not in one]


def test_no_class_is_styled_by_two_files():
    """All files are one stylesheet, so a class of two front-ends would look in one as it should in the other."""
    styled = Counter()
    for path in STATIC.glob("*.css"):
        selectors = re.findall(r"[^{},]+(?=[{,])", re.sub(r"/\*.*?\*/|{[^{}]*}", "{", path.read_text(encoding="utf-8")))
        alone = (re.fullmatch(r"\s*(?:\.gh )?(\.gh-[\w-]+)\s*", one) for one in selectors)
        styled.update({found[1] for found in alone if found})

    assert styled[".gh-sample"] == 1
    assert [name for name, files in styled.items() if files > 1] == []


def test_a_line_of_text_has_room_for_its_hint():
    hint = "a hint of thirty letters, more"

    assert 'size="30"' in text_input("Find", "search", "", hint=hint)
    assert 'size="20"' in text_input("Find", "search", "", hint="short")


# --- tables ---


FORMS = [
    {},
    {"cards": "gathering", "players": 4},
    {"cards": "fellowship", "masters": True, "houses": True, "players": 2},
    {"saga": "mega", "masters": True},
]


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_every_table_is_well_formed_and_shows_every_hall(options):
    game = mid_game(**options)
    tree = Tree(fragment(render.table(game.rules, game.table)))

    for name, hall in zip(game.rules.seats, game.table.halls, strict=True):
        assert name in tree.text
        assert all(chapter in tree.text for chapter in hall)
    labels = {attributes.get("aria-label") for _, attributes in tree.tags}
    held = [f"{card} {chapter}" for hall in game.table.halls for chapter, cards in hall.items() for card in cards]
    assert all(name in labels for name in held if name.split(" ")[0] in COLOURS and name.count(" ") == 1)


def test_a_still_table_has_nothing_to_click():
    game = mid_game()
    tree = Tree(render.table(game.rules, game.table, game.decision))

    assert "No card in hand." not in tree.text
    assert not {name for name, _ in tree.tags} & {"button", "input", "select", "a"}
    assert not [attributes for _, attributes in tree.tags if "data-do" in attributes]


def test_what_an_option_means_is_a_button_and_the_rest_asks_why():
    game = mid_game()
    options = {place: option for option, place in game.rules.places(game.state).items()}
    tree = Tree(render.table(game.rules, game.table, options=options, live=True))
    buttons = [attributes for name, attributes in tree.tags if name == "button"]
    playing = {attributes["data-option"] for attributes in buttons if attributes["data-do"] == "option"}
    asking = {attributes["data-phrase"] for attributes in buttons if attributes["data-do"] == "why"}

    assert playing == {str(option) for option in options.values()}
    hand = {f"play {card}" for card in game.table.hands[game.decision.seat]}
    assert hand - {option.phrase for option in game.options} <= asking


def test_colour_is_never_the_only_sign():
    game = mid_game()
    html = render.table(game.rules, game.table)
    chips = re.findall(r'class="gh-chip gh-(\w+)(?: gh-duo)?"[^>]*aria-label="(\w+)[^"]*">(?:<b>)?(\w)', html)
    face = r'class="gh-card gh-hand-card gh-(\w+)"[^>]*aria-label="(\w+)[^"]*">'
    cards = re.findall(rf'{face}<span class="gh-band"><b class="gh-colour-disc">(\w)', html)

    assert len({letter(colour) for colour in COLOURS}) == 5
    for shown, least in ((chips, 10), (cards, 5)):
        coloured = [one for one in shown if one[0] in COLOURS]
        assert len(coloured) > least
        assert all((tint, sign) == (named, letter(named)) for tint, named, sign in coloured)


def test_highlights_are_framed():
    game = mid_game()
    hall = game.table.halls[0]
    chapter = next(iter(hall))
    place = f"hall 1 {hall[chapter][0]} {chapter}"

    assert "gh-lit" in render.table(game.rules, game.table, lit=[place])
    assert "gh-lit" not in render.table(game.rules, game.table)


def test_names_of_players_are_text():
    game = gh.new_game(players=[HOSTILE, "Bo"], seed=1)

    assert "<img" not in render.table(game.rules, game.table)
    assert HOSTILE in Tree(render.table(game.rules, game.table)).text


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_a_view_is_drawn_from_nothing_but_itself(options):
    """Two games that look the same from a seat are drawn the same for it."""
    game = mid_game(**options)
    view = game.view(1)
    drawn = render.table(game.rules, view)
    for seed in range(5):
        state = game.rules.resample(view, seed)
        assert render.table(game.rules, game.rules.table(state)) != render.table(game.rules, game.table)
        assert render.table(game.rules, game.rules.view(state, 1)) == drawn


def test_a_game_without_a_renderer_shows_its_plain_table():
    game = mid_game()

    class Other:
        game = "other"
        card_texts = MappingProxyType({})

        def html(self, table, decision):
            return "<p>plain</p>"

    assert "<p>plain</p>" in render.table(Other(), game.table)
    assert render.card_names(Other()) == {}


# --- cards ---


def test_every_card_of_a_deck_has_a_page_that_says_where_its_text_comes_from():
    game = gh.new_game(cards="fellowship", masters=True, houses=True, players=2)
    assert set(render.card_names(game.rules)) == set(pages(game.rules))
    for name in render.card_names(game.rules):
        text = Tree(render.card_page(game.rules, name, game.table)).text
        assert any(words in text for words in ("rulebook", "publisher", "reviews", "stand-in"))


def test_the_tiers_that_a_hall_reaches_are_marked():
    game = gh.new_game(players=2)
    profession = game.rules.deck.professions[0].profession
    marked = {size: Tree(card_page(profession, size=size)).text.count("(reached)") for size in range(5)}
    lowest = profession.tiers[0].number

    assert all(number == (size >= lowest) for size, number in marked.items())
    assert "(reached)" not in card_page(profession)


def test_a_card_is_shown_by_the_name_it_has_in_its_set():
    game = gh.new_game(cards="old-world", players=2)

    assert Tree(render.card_page(game.rules, "Weaver")).text.startswith("Weaver Mystic")


def test_a_wrong_card_name_gets_the_nearest():
    game = gh.new_game(players=2)
    with pytest.raises(gh.UnknownCard, match=r"did you mean 'Weaver'"):
        render.card_page(game.rules, "Waever")


def labels_in(tree):
    """What screen readers are told of things on the page."""
    return [attributes["aria-label"] for _, attributes in tree.tags if "aria-label" in attributes]


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_at_random_positions_every_option_with_a_place_is_a_button_and_every_card_of_the_seat_is_shown(options):
    chance, drawn = random.Random(4), 0
    game = gh.new_game(**{"players": 3, "seed": 2, **options})
    while not game.over and game.ply < 150:
        game.play(chance.choice(game.options))
        if game.ply % 10 == 0:
            places = {place: option for option, place in game.rules.places(game.state).items()}
            buttons = Tree(render.table(game.rules, game.table, options=places, live=True)).tags
            clickable = {attributes["data-option"] for _, attributes in buttons if "data-option" in attributes}
            assert clickable == {str(option) for option in places.values()}
            view = game.view(chance.randrange(len(game.rules.seats)))
            labels = labels_in(Tree(render.table(game.rules, view)))
            assert all(any(label.startswith(card) for label in labels) for card in view.hand)
            drawn += bool(places and view.hand)

    assert drawn > 8


# --- Pictures ---


def test_a_picture_has_nothing_to_use_and_says_what_can_be_done():
    widget = TableWidget(gh.new_game(players=2, seed=7))
    tree = Tree(fragment(widget.html, note="run the cell"))

    assert not {"button", "select", "input", "details", "kbd"} & {name for name, _ in tree.tags}
    assert not [key for _, has in tree.tags for key in has if key.startswith("data-")]
    assert "run the cell" in tree.text
    assert "discard what you do not want" in tree.text


def test_a_symbol_is_a_picture_in_the_colour_around_it():
    """A notebook that is not trusted keeps pictures with their data, but neither masks nor drawings."""
    drawn = still('<p><span class="gh-dot gh-s0">A<i class="gh-i gh-i-coin" aria-hidden="true"></i></span></p>')
    (picture,) = (has for name, has in Tree(drawn).tags if name == "img")

    assert picture["src"] == symbol_image("coin", "#fff")
    assert picture["src"].startswith("data:image/svg+xml,")
    assert picture["alt"] == ""
    assert "height:1.3em" in picture["style"]
    assert "gh-i" not in drawn.replace("%23gh-i", "")


def test_every_symbol_is_drawn_by_itself():
    names = symbols()

    assert len(names) > 100
    for name in names:
        ElementTree.fromstring(unquote(symbol_image(name).partition(",")[2]))
        assert "url(" not in names[name]
        assert " id=" not in names[name]


def test_an_unknown_symbol_is_an_error():
    with pytest.raises(KeyError, match="unknown symbol wombat"):
        icon("wombat")


def test_a_page_has_the_symbols_it_uses_and_no_others():
    html = page("A game", icon("coin"))

    assert ".gh-i-coin{" in html
    assert ".gh-i-laurel{" not in html


def test_what_lies_in_named_places_follows_one_another_in_a_picture():
    tags = Tree(still(TableWidget(gh.new_game(players=2, seed=7)).html)).tags
    shell = next(has for _, has in tags if has.get("class", "").startswith("gh-play "))

    assert "grid" not in shell.get("style", "")


def test_a_picture_is_right_without_a_stylesheet():
    """A notebook that is not trusted yet loses the stylesheet: a card that is there differs from one that is not."""
    hall = {"Weaver": ["red", "blue"]}
    game = gh.position(halls=[hall, {}], hands=[["green Weaver"], []], seed=1)
    chips = [has for _, has in Tree(still(render.table(game.rules, game.table))).tags if "gh-chip" in str(has)]
    looks = {has["aria-label"]: has["style"] for has in chips}

    assert "background-color:#b5382b" in looks["red Weaver"]
    assert "background-color:transparent" in looks["no green"]
    assert "1px solid" in looks["no green"]
    assert "var(" not in "".join(looks.values())
    reached = [
        has["style"] for _, has in Tree(still(render.table(game.rules, game.view(0)))).tags if "gh-best" in str(has)
    ]
    assert reached
    assert all("background-color" in style for style in reached)  # its number is white


# --- Guildhall: what a player sees at a glance ---


def drawn_options(game):
    """What the buttons of all options show, by phrase."""
    decision = game.decision
    return {each.phrase: render.face(game.rules, game.table, each, decision) for each in decision.options}


def test_every_profession_and_master_has_a_symbol_and_an_own_card_its_initials():
    book = load_book()
    shown = [name for card_set in book.sets.values() for name, _ in card_set.professions]
    names = [*shown, *book.professions, *book.masters, *ARCHETYPES]

    assert len(set(names)) > 40
    assert [name for name in names if "gh-i-" not in emblem(name)] == []
    assert Tree(emblem("Night Watch", archetype="Leader")).text == "NW"
    assert "gh-of-leader" in emblem("Watch", archetype="Leader")


def test_short_words_of_every_tier_fit_a_card():
    book = load_book()
    cards = [*book.professions.values(), *book.masters.values()]
    words = [short_words(tier.effects) for card in cards for tier in card.tiers]
    words += [short_words(card.effects) for card in book.vp.values()]

    assert max(map(len, words)) <= 95
    assert not [text for text in words if "guildhall" in text or "player's" in text]


def test_halls_have_a_row_for_every_chapter_in_the_same_order():
    game = mid_game()
    html = render.table(game.rules, game.table)
    rows = re.findall(r'<span class="gh-named">(\w+)</span>', html)

    assert rows == list(game.rules.deck.chapters) * 3


def test_points_are_shown_out_of_those_that_win():
    game = mid_game(target=12)
    labels = labels_in(Tree(render.table(game.rules, game.table)))

    assert [label for label in labels if label.endswith(" VP") and " of " in label] == [
        f"{points} of 12 VP" for points in game.table.vp
    ]


def test_the_reader_sees_the_tiers_of_the_own_hall_and_not_of_others():
    game = mid_game()
    own = labels_in(Tree(render.table(game.rules, game.view(0))))
    hand = len(set(game.view(0).hand))

    assert sum(label.startswith("tiers ") for label in own) == len(game.rules.deck.chapters) + hand


def test_a_card_that_cannot_be_played_has_a_lock():
    game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["red Weaver", "blue Weaver"], []], seed=1)
    places = {place: option for option, place in game.rules.places(game.state).items()}
    html = render.table(game.rules, game.view(0), options=places, live=True)
    cards = dict(re.findall(r'data-place="hand 1 (\w+ Weaver)".*?>(.*?)</button>', html))

    assert "gh-i-lock" in cards["red Weaver"]
    assert "gh-i-lock" not in cards["blue Weaver"]


def test_options_say_tier_copies_and_price():
    hall, hand = {"Weaver": ["red", "green"]}, ["blue Weaver", "blue Weaver", "red Farmer"]
    game = gh.position(halls=[hall, {}], hands=[hand, []], completed=[["Dancer"], []], seed=1)
    shown = drawn_options(game)

    assert shown["play blue Weaver"].note == "tier 2 · ×2"
    assert shown["play red Farmer"].note == "no tier"
    assert shown["refresh"].note == "discard, draw to six"
    bought = [face for phrase, face in shown.items() if phrase.startswith("buy ")]
    assert bought
    assert {face.group for face in bought} == {"Buy"}


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_every_option_has_a_face_of_its_own(options):
    """The plain words are only for games without a renderer."""
    chance, kinds = random.Random(3), set()
    game = gh.new_game(**{"players": 3, "seed": 5, **options})
    while not game.over and game.ply < 200:
        for option in game.decision.options:
            scene = render.Scene(game.rules, game.view(game.decision.seat), game.decision)
            assert faces_of_guildhall(scene, option) is not None, option
            kinds.add(game.decision.kind)
        game.play(chance.choice(game.options))

    assert {"act", "tier", "card", "mulligan"} <= kinds


def test_the_bar_names_turn_set_and_stand_ins():
    game = mid_game(cards="gathering")
    text = Tree(render.chips(game.rules, game.table)).text

    assert text == f"Turn {game.table.turn_no} The Gathering {len(game.rules.deck.stand_ins)} stand-ins"
    own = gh.new_game(cards=["Monk", "Bard", "Druid", "Fighter", "Ranger", "Sorcerer"], players=2)
    assert Tree(render.chips(own.rules, own.table)).text.startswith("Set-up Own deck")
