"""What happens before the first decision: set-up and the first turns of Scenario and Realm, told everywhere (R-48)."""

from __future__ import annotations

import pytest
from guildhall_widgets import TableWidget
from guildhall_widgets.replay.export import replay_html, study_html, study_markdown
from guildhall_widgets.replay.viewer import ReplayViewer

import guildhall as gh
from guildhall.cli.record_text import moves, plies
from tests.games.hundred_halls.lab import Lab, named
from tests.widgets.tree import Tree

HUNTER = 'begin = [{ flip = 1 }]\nend = [{ damage = 5, to = "each player" }]'
TOLD = ["Scenario turn: Ogre Rat is flipped, Ogre deals 5 damage to Ada and Bo"]


def begun(**new):
    return Lab(2, tops={"Ogre": HUNTER}, new=new).game


def test_the_first_turns_are_events_of_the_game():
    game = begun()

    assert [event.text for event in named(game.events, "turn")] == [
        "Scenario turn: Ogre",
        "Realm turn: Meadow",
        "Turn of Ada",
    ]
    assert [event.data["amount"] for event in named(game.events, "damage")] == [5, 5]
    assert game.line.opening_told == TOLD


@pytest.mark.parametrize("seed", range(4))
def test_events_are_those_of_a_recorded_game_from_set_up_on(seed):
    recorded = gh.simulate("hundred-halls", players=4, games=1, seed=seed, events=True, bots="team")
    game = gh.new_game("hundred-halls", players=4, seed=int(recorded.games["seed"][0]))
    game.run("team")

    assert [event.kind for event in game.events] == recorded.events["event"].cast(str).to_list()


def test_every_hit_point_that_is_missing_at_the_first_decision_is_told():
    party, hurt = ("Aurie", "Zayn", "Pi"), 0
    for seed in range(20):
        game = gh.new_game("hundred-halls", party=party, scenario="Aepep", realm="Montanhas", seed=seed)
        lost = dict.fromkeys(party, 0)
        for event in game.events:
            if event.data.get("target") in lost and event.kind in ("damage", "heal"):
                lost[event.data["target"]] += event.data["amount"] * (1 if event.kind == "damage" else -1)
        hurt += sum(lost.values())

        assert list(lost.values()) == [most - hp for hp, most in game.table.hit_points]
    assert hurt > 0


def test_what_set_up_changes_is_told_first():
    game = gh.new_game("hundred-halls", party=["Zayn"], scenario="Aepep", seed=1)
    change = game.rules.names.changes_at_start[4]

    assert game.line.opening_told[0] == f"Set-up: the maximum hit points of Aepep fall by {-change}"


def test_branches_undo_and_records_keep_the_opening(tmp_path):
    game = begun()
    opening = game.events
    game.run("team", until=lambda game: game.ply == 5)
    game.record.save(tmp_path / "game.json")

    assert gh.load(tmp_path / "game.json").game().events == game.events
    assert game.branch().events == game.events
    game.undo(5)
    assert game.events == game.line.events_at(0) == opening


def test_nothing_leads_to_a_position_and_another_seed_is_another_opening():
    assert Lab(2, tops={"Ogre": HUNTER}).game.events == ()
    game = begun(seed=3)

    assert game.rules.opening(game.start, 3) == game.events
    assert game.rules.opening(game.start, 4) == ()


def test_with_head_start_the_first_turns_follow_the_last_choice():
    game = begun(head_start=True)
    assert not named(game.events, "turn")
    game.play("keep" if "keep" in game.decision.phrases else game.options[0], "keep")

    assert named(game.events, "damage")


def test_the_replay_in_the_terminal_begins_with_the_opening():
    game = begun()
    game.run("team", until=lambda game: game.ply == 3)

    assert f"0. {TOLD[0]}." in list(moves(game.record))
    assert f"0. {TOLD[0]}." in list(moves(game.record, seat=1))
    assert "     Ogre deals 5 damage to Ada" in list(plies(game.record))
    assert "Ogre deals 5 damage to Ada" in str(game.record.redacted(1)).splitlines()[0]


def test_the_table_tells_the_opening_above_and_in_its_log():
    game = begun()
    table = TableWidget(game, seat=0)
    assert Tree(table.html).text.count(TOLD[0]) == 1
    table.act("drawer", name="log")

    assert Tree(table.html).text.count(TOLD[0]) == 2


def test_replays_and_studies_tell_the_opening():
    game = begun()
    game.run("team", until=lambda game: game.ply == 3)
    record = game.record

    assert TOLD[0] in Tree(ReplayViewer(record, ply=0).html).text
    assert all(TOLD[0] in write(record) for write in (replay_html, study_html, study_markdown))
    record.annotate(0, comment="Here it begins")
    assert f"Ply 0, {TOLD[0]}" in study_html(record)
    assert f"Ply 0, {TOLD[0]}" in study_markdown(record)
