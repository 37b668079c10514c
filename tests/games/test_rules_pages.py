"""Every game of the kit says on a page how it is played, in the docs, at the table and in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from guildhall_widgets import TableWidget

import guildhall as gh
from guildhall.bots import bot_lines, bot_names
from guildhall.cli import main
from guildhall.games import registration

GAMES = ("guildhall", "advyria", "guild-master", "hundred-halls")
EVERY = pytest.mark.parametrize("game", GAMES)


@EVERY
def test_the_page_says_how_a_turn_goes_on_one_page(game):
    page = registration(game).rules_page

    assert page.startswith(f"# How to play {registration(game).title}\n")
    assert 250 < len(page.split()) < 700
    assert "turn" in page


@EVERY
def test_the_docs_link_the_page(game):
    package = game.replace("-", "_")

    assert f"(../guildhall/games/{package}/rules.md)" in Path("docs/index.md").read_text("utf-8")


@EVERY
def test_a_terminal_shows_the_page(game, capsys):
    assert main(["rules", "--game", game]) == 0
    assert capsys.readouterr().out.rstrip() == registration(game).rules_page.rstrip()


@EVERY
def test_a_table_opens_and_closes_the_page(game):
    table = TableWidget(gh.new_game(game, seed=1))
    closed = table.page()
    table.act("drawer", name="rules")
    opened = table.page()
    table.act("drawer", name="rules")

    assert 'data-name="rules"' in closed
    assert "How to play" not in closed
    assert "<h4>How to play" in opened
    assert table.page() == closed


@EVERY
def test_bots_are_listed_by_strength_with_a_line_each(game):
    rules = gh.new_game(game, seed=1).rules
    names = bot_names(rules)

    assert set(names) == {*rules.bots, *rules.levels}
    assert names[:4] == ("random", "beginner", "easy", "greedy")
    assert names[-2:] == ("medium", "strong")
    assert all(bot_lines(rules).values())
