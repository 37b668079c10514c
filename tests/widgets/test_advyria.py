"""Advyria through the same doors: its board drawn, its table clicked, in both languages, with nothing hidden in it."""

from __future__ import annotations

from functools import partial

import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from tests.widgets import played
from tests.widgets.tree import Tree

mid_game = partial(played.mid_game, "advyria", plies=80)


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
    game = gh.new_game("advyria", players=players, seed=players, lang=lang)

    assert played.click_through(game, 120, seed=players) > 10


def test_german_is_german_everywhere():
    game = mid_game(lang="de")
    shown = Tree(TableWidget(game).html).text
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
            cell = html.split(f'data-key="field {field}"')[1].split('data-key="field ')[0]
            assert "gh-peeked" not in cell


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
