"""Beginning a game without typing a constructor, and what comes after it."""

from __future__ import annotations

import pytest
from guildhall_widgets import Play

import guildhall as gh


@pytest.fixture
def shown():
    return gh.play()


def chosen(shown, **choices):
    for name, value in choices.items():
        shown.form.act(name, value=value)
    shown.form.act("begin")
    assert shown.form.error == ""
    return shown.table


def test_it_begins_with_a_form_and_begin_is_enough(shown):
    assert isinstance(shown, Play)
    assert shown.children == (shown.form,)
    table = chosen(shown)

    assert shown.children == (table,)
    assert table.game.rules.seats == ("Ada", "Bela", "Cyd")
    assert (table.seat, table.bots) == (0, {1: "greedy", 2: "greedy"})
    assert table.quick
    assert table.pass_forced
    assert table.game.decision.seat == 0


def test_game_set_players_bots_language_and_name_are_chosen(shown):
    table = chosen(shown, game="advyria", cards="lean", players="2", bot="memory", lang="de", name="Bela")

    assert table.game.rules.game == "advyria"
    assert table.game.rules.setup["cards"] == "lean"
    assert table.game.rules.seats == ("Bela", "Cyd")
    assert table.bots == {1: "memory"}
    assert "Zurück" in table.html


@pytest.mark.parametrize(("name", "value"), [("game", "whist"), ("cards", "x"), ("players", "9"), ("bot", "gredy")])
def test_nonsense_from_the_browser_is_refused(shown, name, value):
    before = shown.form.html
    shown.form.act(name, value=value)

    assert "unknown" in shown.form.error
    assert shown.form.html == before


def test_a_game_that_is_named_begins_at_once():
    shown = gh.play("guildhall", cards="fellowship", players=["Ada", "Bo"], seed=7, bot="random")

    assert shown.children == (shown.table,)
    assert shown.table.game.seed == 7
    assert shown.table.bots == {1: "random"}


def test_after_the_end_it_is_replayed_or_another_begins(shown):
    table = chosen(shown)
    table.act("bot end")
    assert 'data-do="replay"' in table.html
    table.act("replay")
    assert shown.children == (table, shown.viewer)
    assert shown.viewer.record.plies == table.game.ply
    table.act("new game")

    assert shown.children == (shown.form,)
    assert shown.table is None


def test_a_stored_notebook_shows_the_picture_of_what_was_shown(shown):
    data = shown._repr_mimebundle_()
    assert "A new game" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data
    chosen(shown)

    assert "Guildhall" in shown._repr_mimebundle_()["text/plain"]


def test_the_table_takes_the_focus_when_it_was_asked_for_and_only_then(shown):
    assert not shown.form.called
    assert chosen(shown).called
    assert not gh.play("guildhall", players=2, seed=7).table.called


def test_the_replay_takes_the_focus_and_the_table_says_where_it_is(shown):
    table = chosen(shown)
    table.act("bot end")
    table.act("replay")
    first = shown.viewer
    assert first.called
    assert table.status == "The replay is below."
    table.act("replay")

    assert shown.children == (table, shown.viewer)
    assert first.comm is None  # it was closed


def test_a_saved_game_is_named_as_a_link_where_it_was_saved(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = chosen(shown)
    table.act("bot end")
    table.act("save")
    (name,) = [path.name for path in tmp_path.iterdir()]

    assert f'data-file="{name}"' in table.html
    assert table.status == f"Saved as {name}."
