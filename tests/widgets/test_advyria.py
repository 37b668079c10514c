"""Advyria through the same doors: its board drawn, its table clicked, in both languages, with nothing hidden in it."""

from __future__ import annotations

import random

import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from tests.widgets.tree import Tree


def mid_game(plies=80, **options):
    game = gh.new_game("advyria", **{"players": 3, "seed": 3, **options})
    game.run("greedy", until=lambda g: g.ply >= plies)
    return game


def test_every_field_is_drawn_once_with_its_figures():
    game = mid_game()
    html = render.table(game.rules, game.table)
    for field in game.rules.names.fields:
        assert html.count(f'data-key="field {field}"') == 1
    for seat in range(3):
        assert f"♟{seat + 1}" in html


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_random_positions_can_be_drawn_and_clicked(players, lang):
    chance = random.Random(players)
    game = gh.new_game("advyria", players=players, seed=players, lang=lang)
    widget = TableWidget(game)
    while not game.over and game.ply < 120:
        widget.act("option", option=str(chance.choice(game.options).id))
        assert widget.error == ""
        places = game.rules.places(game.state)
        assert all(f'data-key="at {place}"' in widget.html for place in places.values())


def test_german_is_german_everywhere():
    game = mid_game(lang="de")
    shown = Tree(TableWidget(game).html).text
    for english in ("Fortune Seeker", "Warrior", "Fairy", "Wizard", "Undo", "draw pile", "stand-in", "turn "):
        assert english not in shown
    for german in ("Glücksritter", "Zurück", "Nachziehstapel", "Platzhalter", "Zug "):
        assert german in shown


def test_stand_ins_are_marked():
    assert "stand-ins, our own design" in render.table(mid_game().rules, mid_game().table)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_is_drawn_from_nothing_but_itself(seat):
    """Two games that look the same from a seat are drawn the same for it: no peek, no hero, no hand of another."""
    game = mid_game(140)
    view = game.view(seat)
    for seed in range(5):
        other = game.rules.view(game.rules.resample(view, seed), seat)
        assert render.table(game.rules, other) == render.table(game.rules, view)


def test_peeks_and_heroes_of_others_are_not_on_the_page():
    game = mid_game(140)
    table = game.table
    for seat in range(3):
        html = render.table(game.rules, game.view(seat))
        for other in set(range(3)) - {seat}:
            assert table.heroes[other] not in html
        unseen = [field for field in table.hidden if field not in table.peeked[seat]]
        assert unseen
        for field in unseen:
            cell = html.split(f'data-key="field {field}"')[1].split('data-key="field ')[0]
            assert "gh-peeked" not in cell


def test_every_card_can_be_looked_up_and_says_if_it_is_a_stand_in():
    game = mid_game(lang="de")
    names = render.card_names(game.rules)
    assert names["Wizard"] == "Zauberer"
    pages = [render.card_page(game.rules, name) for name in names]
    assert any("stand-in" in page for page in pages)


def test_the_bot_that_remembers_can_be_asked():
    widget = TableWidget(gh.new_game("advyria", players=2, seed=1), bots={1: "memory"})
    for _ in range(10):
        widget.act("option", option=str(widget.game.options[0].id))
        assert widget.error == ""
        assert widget.game.over or widget.game.decision.seat == 0
