"""Advyria through the same doors: its board drawn, its table clicked, in both languages, with nothing hidden in it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest
from guildhall_widgets import TableWidget, render
from guildhall_widgets.render.advyria import symbol
from guildhall_widgets.render.icons import icon as render_icon

import guildhall as gh
from tests.widgets import played
from tests.widgets.tree import Tree

mid_game = partial(played.mid_game, "advyria", plies=80)


def test_every_field_is_drawn_once_with_its_figures():
    game = mid_game()
    html = render.table(game.rules, game.table)
    for field in game.rules.names.fields:
        assert html.count(f'data-key="field {field}"') == 1
    for seat, field in enumerate(game.table.figures):
        assert f"gh-pawn gh-s{seat}" in cell(html, field)
        assert html.count(f"gh-pawn gh-s{seat}") == 1


def cell(html, field):
    """The part of the board for one field."""
    return html.split(f'data-key="field {field}"')[1].split('data-key="')[0]


def test_several_figures_stand_on_one_field_side_by_side():
    game = mid_game()
    shown = replace(game.table, figures=["b2", "b2", "b2"])
    drawn = cell(render.table(game.rules, shown), "b2")
    assert drawn.count("gh-pawn ") == 3
    assert 'aria-label="b2, Player 1, Player 2, Player 3"' in drawn


@pytest.mark.parametrize(("players", "lang"), [(1, "en"), (2, "de"), (3, "en"), (4, "de")])
def test_random_positions_can_be_drawn_and_clicked(players, lang):
    game = gh.new_game("advyria", players=players, seed=players, lang=lang)

    assert played.click_through(game, 120, seed=players) > 10


def test_german_is_german_everywhere():
    game = mid_game(lang="de")
    html = TableWidget(game).html
    spoken = re.findall(r'(?:aria-label|title)="([^"]*)"', html)
    shown = " ".join([Tree(html).text, *spoken])
    for english in ("Fortune Seeker", "Warrior", "Fairy", "Wizard", "Undo", "draw pile", "stand-in", "turn "):
        assert english not in shown
    for german in ("Glücksritter", "Zurück", "Nachziehstapel", "Platzhalter", "Zug "):
        assert german in shown


def test_peeks_and_heroes_of_others_are_not_on_the_page():
    game = mid_game(plies=140)
    table = game.table
    opened = render.table(game.rules, table)
    assert all(hero in opened for hero in table.heroes)
    assert "gh-peeked" in opened
    for seat in range(3):
        html = render.table(game.rules, game.view(seat))
        for other in set(range(3)) - {seat}:
            assert table.heroes[other] not in html
        unseen = [field for field in table.hidden if field not in table.peeked[seat]]
        assert unseen
        for field in unseen:
            drawn = cell(html, field)
            assert "gh-peeked" not in drawn
            assert "gh-ad-face-down" in drawn
            assert set(re.findall(r"gh-i-([a-z]+)", drawn)) <= {"grass", "hills", "compass", "pawn"}


def test_all_face_down_tiles_look_the_same():
    """Neither the ground nor anything else of a hidden tile depends on what lies under it."""
    game = mid_game(plies=0)
    view = game.view(0)
    html = render.table(game.rules, view)
    by_ground = {}
    for field in view.hidden:
        drawn = re.sub(rf"\b{field}\b|grid-area: \d / \d", "", cell(html, field))
        by_ground.setdefault(re.search(r"gh-ad-on-(\w+)", drawn)[1], set()).add(drawn)

    assert {ground: len(looks) for ground, looks in by_ground.items()} == {"grass": 1, "hills": 1}
    unknown = render.table(game.rules, replace(game.table, tiles=dict.fromkeys(game.table.tiles)))
    assert all(cell(unknown, field) == cell(html, field) for field in view.hidden)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_bar_shows_the_turn_and_the_finale(lang):
    game = mid_game(lang=lang, plies=30)
    chips = Tree(render.chips(game.rules, replace(game.table, finale=True))).text

    assert chips == {"en": "Turn {} Grand Finale", "de": "Zug {} Großes Finale"}[lang].format(game.table.turn_no)


def faces(game, seat=None):
    """The face of every option by its phrase."""
    shown = game.table if seat is None else game.view(seat)
    return {option.phrase: render.face(game.rules, shown, option) for option in game.options}


def until(kind, least=0, **options):
    """A game at a decision of a kind."""
    game = gh.new_game("advyria", **{"players": 3, "seed": 4, **options})
    game.run("greedy", until=lambda g: g.ply >= least and g.decision.kind == kind)
    return game


def test_fields_are_grouped_by_what_the_player_knows_of_them():
    game = until("move", 60)
    table = game.table
    seat = table.turn
    seen = {}
    for phrase, face in faces(game, seat).items():
        field = phrase.removeprefix("move to ")
        if phrase == "stay":
            assert face.note == table.figures[seat]
        elif field in table.open:
            seen["open"] = Tree(face.content).text
            assert table.open[field] in seen["open"]
            assert face.first
            assert re.fullmatch(r"1 field|[2-6] fields", face.note)
        elif field not in table.hidden:
            assert (Tree(face.content).text, face.group) == (field, "No tile")
        elif field in table.peeked[seat]:
            seen["known"] = face
        else:
            seen["hidden"] = face
            assert (Tree(face.content).text, face.group, face.note) == (field, "Hidden tiles", None)
    assert {"open", "hidden"} <= set(seen)
    assert faces(game) == faces(game, seat)  # who sees everything gets the same buttons


def test_tiles_that_a_player_has_looked_at_are_named_on_the_buttons():
    game = until("move", 60)
    seat, hidden = game.table.turn, [phrase.removeprefix("move to ") for phrase in game.decision.phrases]
    gold, adventure = [field for field in hidden if field in game.table.hidden][:2]
    view = replace(
        game.view(seat),
        peeked=[gold, adventure],
        tiles={**game.view(seat).tiles, gold: "Gold", adventure: "Moon Well"},
    )
    drawn = {option.phrase: render.face(game.rules, view, option) for option in game.options}

    assert drawn[f"move to {gold}"].group == "Gold, seen by you"
    assert "Moon Well" in drawn[f"move to {adventure}"].content
    assert "gh-i-eye" in drawn[f"move to {adventure}"].content


def test_sets_are_small_buttons_under_their_card():
    game = until("act", 20, seed=3)
    game.run("greedy", until=lambda g: g.decision.kind == "act" and any(" + 1 Joker" in p for p in g.decision.phrases))
    drawn = faces(game)
    phrase = next(phrase for phrase in drawn if " + 1 Joker" in phrase)
    own, card = re.fullmatch(r"play (\d) (.+) \+ 1 Joker", phrase).groups()

    assert Tree(drawn[phrase].content).text == f"{own} + 1 → {own}"
    assert drawn[phrase].group.startswith({"Fairy": "Fairies"}.get(card, f"{card}s"))
    assert drawn["end turn"].group == ""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_option_of_whole_games_has_a_face_with_a_name(lang):
    """No field and no card is lost on its button, and German buttons have no English words."""
    for seed in range(3):
        game = gh.new_game("advyria", players=seed + 2, seed=seed, lang=lang)
        while not game.over:
            for phrase, face in faces(game, game.decision.seat).items():
                words = Tree(f"<p>{face.content}{face.note or ''}{face.group}</p>").text
                assert words
                if lang == "de":
                    assert not re.search(r"Fortune|Warrior|Fair|Wizard|tile|field|move|Guild", words), phrase
            game.run("greedy", until=lambda g, ply=game.ply: g.ply > ply)


def test_every_card_of_the_box_has_a_symbol_of_its_own():
    game = mid_game()
    drawn = [symbol(name) for name in game.rules.names.kinds]
    assert len(set(drawn)) == len(drawn)
    assert symbol("Our Own Quest") == render_icon("quest")


def test_the_hand_shows_copies_as_a_stack_and_where_a_tile_lies_open():
    game = mid_game()
    adventure = game.rules.names.adventures[0]
    shown = replace(game.view(0), hand=["Fairy", "Fairy", "Fairy", adventure], open={"b1": adventure})
    html = render.table(game.rules, shown)
    assert "gh-ad-stack-3" in html
    assert 'aria-label="Fairy, ×3"' in html
    assert "look at 2 hidden tiles" in html
    assert "Its tile lies open on b1" in html


def test_known_cards_in_other_hands_are_face_up_and_the_others_face_down():
    game = mid_game()
    shown = replace(game.view(0), known=[[], ["Wizard"], []], hand_sizes=[2, 4, 0])
    other = render.table(game.rules, shown).split('data-key="seat 1"')[1].split('data-key="seat 2"')[0]
    assert 'aria-label="1 Wizard"' in other
    assert 'aria-label="4 cards"' in other


def test_every_card_can_be_looked_up_and_says_if_it_is_a_stand_in():
    game = mid_game(lang="de")
    names = render.card_names(game.rules)
    assert names["Wizard"] == "Zauberer"
    marked = []
    for name, (shown, words, provenance, _) in game.rules.card_texts.items():
        page = render.card_page(game.rules, name)
        assert names[name] == shown
        assert Tree(page).text == f"{shown} {words} {provenance}".strip()
        marked.append('class="gh-mark">stand-in<' in page)
        assert marked[-1] == (provenance == "stand-in")

    assert any(marked)


def test_the_bot_that_remembers_can_be_asked():
    widget = TableWidget(gh.new_game("advyria", players=2, seed=1), bots={1: "memory"})
    for _ in range(10):
        widget.act("option", option=str(widget.game.options[0].id))
        assert widget.error == ""
        assert widget.game.over or widget.game.decision.seat == 0
