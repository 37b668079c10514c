"""Beginning a game without typing a constructor, and what comes after it."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets import Play

import guildhall as gh
from benchmarks.choices import choices_of
from guildhall.core.settings import Choice, First, Flag, Number
from guildhall.games import registration
from tests.widgets.tree import Tree


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
    assert "What shall we play?" in data["text/html"]
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


# --- The form ---

every_game = pytest.mark.parametrize("name", gh.list_games())


def test_each_game_has_a_tile_with_its_own_picture_and_key(shown):
    tiles = re.findall(r'<button[^>]*data-do="game".*?</button>', shown.form.html)
    pictures = {re.search(r"<svg.*?</svg>", tile)[0] for tile in tiles}

    assert [re.search(r'data-value="([^"]+)"', tile)[1] for tile in tiles] == list(gh.list_games())
    assert [re.search(r'data-keys="(.)"', tile)[1] for tile in tiles] == ["1", "2", "3", "4"]
    told = zip(gh.list_games(), map(Tree, tiles), strict=True)
    assert all(registration(name).summary in tile.text for name, tile in told)
    assert len(pictures) == 4
    assert "url(" not in shown.form.html
    assert [tile.count('aria-checked="true"') for tile in tiles] == [name == "guildhall" for name in gh.list_games()]


@every_game
def test_a_tile_says_how_much_there_is_to_decide_as_measured(name, shown):
    decisions, options = registration(name).choices
    found, offered = choices_of(name, 8)

    assert f"~{decisions} decisions each" in Tree(shown.form.html).text
    assert found == pytest.approx(decisions, rel=0.15)
    assert offered == pytest.approx(options, rel=0.15)


@every_game
def test_every_bot_is_explained(name, shown):
    shown.form.act("game", value=name)
    rules = gh.new_game(name, players=2).rules

    assert all(f"{bot}{line}" in Tree(shown.form.html).text.replace(" ", "") for bot, line in _bare(rules.bot_lines))


def _bare(lines):
    return [(bot, line.replace(" ", "")) for bot, line in lines.items()]


def test_every_seat_can_be_named_and_two_of_one_name_are_refused(shown):
    form = shown.form
    form.act("name", value="Eve", seat="2")
    form.act("name", value="Max")
    assert form.seats == ["Max", "Bela", "Eve"]
    form.act("name", value="Eve", seat="1")

    assert "two players have the same name" in Tree(form.html).text
    assert re.search(r'<button[^>]*data-do="begin"[^>]* disabled', form.html)


@every_game
def test_all_switches_words_and_numbers_of_a_game_are_in_more_settings(name, shown):
    form = shown.form
    form.act("game", value=name)
    form.act("drawer", name="more")
    kinds = (Flag, Choice, Number, First)
    wanted = {each.name for each in registration(name).settings.declared() if isinstance(each, kinds)} - {"lang"}

    assert set(re.findall(r'data-setting="(\w+)"', form.html)) >= wanted


def test_a_setting_goes_into_the_game_and_what_does_not_fit_is_said_before(shown):
    form = shown.form
    form.act("flag", setting="masters", value=True)
    form.act("set", setting="target", value="0")
    assert "target must be a whole number from 1 to 1000" in Tree(form.html).text
    form.act("set", setting="target", value="12")
    form.act("set", setting="first", value="2")
    table = chosen(shown)

    setup = table.game.rules.setup
    assert (setup["masters"], setup["target"], setup["first"]) == (True, 12, 2)


def test_a_campaign_needs_one_player_and_then_begins(shown):
    form = shown.form
    form.act("game", value="hundred-halls")
    form.act("flag", setting="campaign", value=True)
    assert "requires one player" in form.problem
    form.act("players", value="1")

    assert form.problem == ""


def test_the_rules_of_the_chosen_game_are_in_a_drawer(shown):
    shown.form.act("game", value="advyria")
    shown.form.act("drawer", name="rules")
    first = registration("advyria").rules_page.splitlines()[0].lstrip("# ")
    assert first in Tree(shown.form.html).text
    shown.form.act("drawer", name="")

    assert first not in Tree(shown.form.html).text


def test_live_odds_are_a_switch_and_go_when_the_replay_comes(shown):
    shown.form.act("odds", value=True)
    table = chosen(shown)
    assert shown.children == (table, shown.odds)
    odds = shown.odds
    assert odds.seat == 0
    table.act("bot end")
    table.act("replay")

    assert shown.children == (table, shown.viewer)
    assert odds.comm is None


def test_a_saved_game_is_opened_below_the_form(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gh.new_game(players=2, seed=7).record.save("one.json")
    shown.form.act("open saved")

    assert shown.children == (shown.form, shown.library)
    assert "one.json" in shown.library.catalogue.html
    assert chosen(shown) is not None
    assert shown.library is None


def test_a_decisive_turn_leads_to_its_ply_in_the_replay(shown):
    table = chosen(shown)
    table.act("bot end")
    moment = table.ending.story.moments[0]
    table.act("see ply", ply=str(moment.first))

    assert shown.viewer.ply == moment.first - 1
