"""Market Day in a notebook: the front-ends draw what its rules tell of it."""

from __future__ import annotations

import re
import time

import pytest
from guildhall_widgets import LiveOdds, ReplayViewer, TableWidget, study_html

import guildhall as gh
from guildhall.cli.record_text import summary
from tests.example.tables import begun, position

pytestmark = pytest.mark.usefixtures("market_day")


def clicks(widget):
    """What can be clicked, by its words."""
    found = re.findall(r'<button[^>]*data-option="(\d+)"[^>]*>(.*?)</button>', widget.html)
    return {re.sub("<[^>]*>", " ", words).split(None, 1)[-1].strip(): option for option, words in found}


def test_the_table_shows_the_plain_table_and_plays_by_clicks():
    widget = TableWidget(position([2, 0, 1]), seat=0, bots={1: "random"})
    assert '<th scope="row">Player 1</th><td>0</td><td>2 bread, 1 iron</td><td>3</td>' in widget.html
    assert '<th scope="row">Player 2</th><td>0</td><td>hidden</td><td>0</td>' in widget.html

    widget.act("option", option=clicks(widget)["sell bread"])
    assert widget.error == ""
    assert widget.game.ply == 2
    assert widget.game.outcome.points[0] == 4
    assert "Player 2: fetch.</" in widget.html
    widget.act("undo")
    widget.act("undo")
    assert widget.game.ply == 0


def test_cards_without_drawings_are_initials_in_a_frame_and_the_table_is_a_panel():
    widget = TableWidget(position([2, 0, 1]), seat=0)
    button = next(found for found in re.findall(r"<button.*?</button>", widget.html) if "sell bread</" in found)
    fetch = next(found for found in re.findall(r"<button.*?</button>", widget.html) if "fetch</" in found)

    assert 'data-sign="Br"' in button
    assert "data-sign" not in fetch
    assert "gh-plain-table" in widget.html
    widget.act("drawer", name="cards")
    widget.act("look up", value="thief")
    assert 'data-sign="Th"' in widget.html


def test_the_usual_bot_plays_a_step_a_turn_and_to_the_end():
    widget = TableWidget(begun())
    for do, is_done in (("bot step", 1), ("bot turn", 2)):
        widget.act(do)
        assert (widget.error, widget.game.ply) == ("", is_done)
    widget.act("bot end")
    assert widget.game.over
    assert widget.bot == "random"
    assert "won" in widget.text()


def test_it_has_a_tile_of_its_own_and_an_end_with_generic_numbers():
    shown = gh.play()
    shown.form.act("game", value="market-day")
    assert shown.form.error == ""
    assert shown.form.html.count('class="gh-game-scene"') == 5
    shown.form.act("begin")
    shown.table.act("bot end")

    assert (shown.table.error, shown.table.game.over) == ("", True)
    assert [words for _, words in shown.table.ending.story.facts] == ["moves", "choices and forced steps"]
    assert "gh-points-curve" in shown.table.html


def test_a_card_is_looked_up_at_the_table():
    widget = TableWidget(begun())
    widget.act("drawer", name="cards")
    widget.act("look up", value="thief")

    assert "Takes all you hold of the ware" in widget.html


def test_a_record_is_read_annotated_varied_and_compared(tmp_path):
    game = begun(20)
    viewer = ReplayViewer(game.record, autosave=tmp_path / "day.json")
    for do, values in (
        ("go", {"ply": "6"}),
        ("comment", {"value": "Too <greedy>?", "number": "0", "ply": "6", "line": ""}),
        ("turn", {"by": "1"}),
        ("bot turn", {}),
        ("search", {"value": "sale"}),
        ("judge", {}),
        ("see", {"value": "1"}),
    ):
        viewer.act(do, **values)
        assert viewer.error == "", do
    viewer.close()
    assert "Too &lt;greedy&gt;?" in study_html(viewer.record)
    assert '<th scope="row">Player 1</th>' in viewer.html
    assert "<td>hidden</td>" in viewer.html


def test_a_shared_victory_is_told_as_one_everywhere():
    record = next(game.record for seed in range(300) if len((game := begun(99, seed=seed)).outcome.winners) == 2)
    ending = "Player 1 and Player 2 won"
    viewer = ReplayViewer(record, ply=record.plies, autosave=False)

    assert ending in viewer.html
    assert ending in study_html(record)
    assert [line for line in summary(record) if line.startswith("outcome: Player 1 and Player 2 win (")]
    with pytest.raises(gh.GameOver, match=f"the game is over, {ending}"):
        record.game().play("fetch")


def test_live_odds_of_a_game_without_goals_are_chances_to_win():
    live = LiveOdds(position([3, 0, 0], [0, 0, 0, 2]))
    try:
        until = time.monotonic() + 60
        while live.is_working:
            assert time.monotonic() < until, "the roll-outs never ended"
            time.sleep(0.01)
        assert "Who wins" in live.html
        assert "Own turns" not in live.html
        assert live.watched.goals["Player 1"].p > 0.5
        assert {row.option for row in live.watched.options} == {"sell bread", "fetch"}
        assert live.text().startswith("Chances to win, random plays on:")
    finally:
        live.close()
