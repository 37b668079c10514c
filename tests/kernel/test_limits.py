"""A game that forgets something, or declares too little, ends or is refused: it never hangs or leaves its arrays."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import guildhall as gh
from guildhall import games
from guildhall.core.errors import TooManyOptions
from guildhall.testing import Case, Soak, check_game
from tests.example import forgetful, pig
from tests.example.forgetful import Forgets
from tests.example.merry_go_round import CROWDED, GAME


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    for game in (GAME, CROWDED, forgetful.GAME, pig.GAME):
        monkeypatch.setitem(games._registered, game.name, game)


def test_plies_are_counted_for_a_game_that_does_not_count_them():
    game = gh.new_game("merry-go-round", seed=1)
    for _ in range(5):
        game.play(game.options[0])

    assert game.state["plies"][0] == 5
    game.run("random")
    assert (game.ply, game.outcome.reason) == (50, "unfinished")


def test_every_game_ends_in_bulk_even_if_its_rules_never_end_it():
    rules = GAME.make_rules({})
    game = gh.new_game("merry-go-round", seed=1)
    game.play("wave")
    assert game.state["plies"][0] == 1  # else the games below would never end

    games = gh.simulate("merry-go-round", bots="random", games=8, seed=3).games
    assert games["plies"].to_list() == [50] * 8
    assert games["reason"].to_list() == ["unfinished"] * 8
    rolled = rules.roll_out(game.view(0), rules.weights("random"), np.arange(4, dtype=np.uint64))
    assert len(rolled.points) == 4


def test_each_choice_of_a_bot_has_a_throw_of_its_own():
    game = gh.new_game("merry-go-round", seed=1)
    game.run("random")

    assert {"wave", "sit", "sing"} == set(game.record.phrases)


@pytest.mark.parametrize(
    "play",
    [
        lambda: gh.new_game("crowded", seed=1).options,
        lambda: gh.simulate("crowded", bots="random", games=4, seed=1),
        lambda: gh.new_game("crowded", seed=1).run("random"),
    ],
)
def test_more_options_than_declared_are_an_error_that_names_the_limit(play):
    with pytest.raises(
        TooManyOptions, match=r"offers more than 2 options in a decision; increase its engine's most_options"
    ):
        play()


# --- One thing forgotten ---

PLAY = """
import json

import numpy as np

import guildhall as gh
from guildhall.adapters.match import Lanes
from tests.example.forgetful import GAME, Forgets


def run(**options):
    game = gh.new_game("forgetful", seed=1, **options)
    game.run("random")
    return game.outcome.reason


def simulate(**options):
    return gh.simulate("forgetful", games=3, seed=1, events=True, threads=1, **options).games["reason"][0]


def odds(**options):
    gh.odds.win(gh.new_game("forgetful", seed=1, **options), seat=0, n=20, threads=1)
    return "ended"


def lanes(**options):
    lanes, coin = Lanes("forgetful", lanes=4, seed=1, **options), np.random.default_rng(1)
    for _ in range(300):
        lanes.step(lanes.sample(coin))
    return "ended"


gh.register(GAME)
for forgets in Forgets:
    for play in (run, simulate, odds, lanes):
        try:
            found = play(forgets=int(forgets), players=3)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        print(json.dumps([forgets.name, play.__name__, found]), flush=True)
"""


@pytest.fixture(scope="module")
def played(project_root):
    """What comes of each way to play a game that forgets something, in a process that may crash or hang."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=project_root, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return {(forgets, way): found for forgets, way, found in map(json.loads, done.stdout.splitlines())}


WAYS = ("run", "simulate", "odds", "lanes")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("forgets", [Forgets.NOTHING, Forgets.WINNERS, Forgets.BITS])
def test_a_game_that_only_forgets_its_winners_ends(played, forgets, way):
    assert played[forgets.name, way] == "ended"


@pytest.mark.parametrize("forgets", [Forgets.END, Forgets.PLIES])
def test_a_game_that_forgets_to_end_is_cut_short(played, forgets):
    assert [played[forgets.name, way] for way in WAYS] == ["unfinished", "unfinished", "ended", "ended"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("forgets", "message"),
    [
        (Forgets.OPTIONS, "forgetful offers no options although the game is not over"),
        (Forgets.MANY_OPTIONS, "forgetful offers more than 2 options"),
        (Forgets.SEAT, "forgetful sets `actor` to a seat that is not at the table"),
        (Forgets.NEGATIVE_SEAT, "forgetful sets `actor` to a seat that is not at the table"),
        (Forgets.DICE, "a die needs at least one side"),
        (Forgets.NEGATIVE_DICE, "a die needs at least one side"),
    ],
)
def test_rules_that_cannot_go_on_are_refused_however_they_are_played(played, forgets, message, way):
    assert message in played[forgets.name, way]


def test_more_events_than_declared_are_refused_where_they_are_told_and_kept_where_rows_are_written(played):
    assert "FullLog: 41 events did not fit" in played["SHORT_LOG", "run"]
    assert played["SHORT_LOG", "simulate"] == "ended"


def test_ids_beyond_those_declared_never_leave_a_mask(played):
    assert "an option id is not below the engine's option_ids" in played["CODES", "lanes"]


def test_a_soak_reports_what_broke_the_rules_and_the_moves_to_it():
    case = Case("forgetful", "seats", (("players", 3), ("forgets", int(Forgets.SEAT))))
    report = Soak(case.rules.engine, lambda: [case], made_by=()).run(1000)

    assert report.violations[0].law == "forgetful sets `actor` to a seat that is not at the table; seats count from 0"
    assert len(report.violations[0].moves) == 3


def test_the_contract_reports_it_too(monkeypatch):
    class Careless(forgetful.Forgetful):
        def make_rules(self, given):
            return super().make_rules({**given, "forgets": int(Forgets.OPTIONS)})

    monkeypatch.setitem(games._registered, "forgetful", Careless())

    assert "forgetful offers no options although the game is not over (players=2)" in check_game(Careless())


# --- A whole game with one import ---


def test_pig_keeps_every_law():
    assert check_game(pig.GAME) == []


def test_pig_is_a_game_of_at_most_80_lines_with_one_import_of_the_kit(project_root):
    lines = (project_root / "tests/example/pig.py").read_text(encoding="utf-8").splitlines()

    assert len(lines) <= 80
    assert [line for line in lines if line.startswith(("import", "from")) and "guildhall" in line] == [
        "from guildhall.kit import ("
    ]


def test_a_one_takes_the_points_of_the_turn():
    game = gh.new_game("pig", players=2, target=20, seed=3)
    game.run("random")
    pot, kept = 0, [0, 0]
    for event in game.events:
        if event.kind == "roll":
            pot = 0 if event.data["die"] == 1 else pot + event.data["die"]
        if event.kind == "hold":
            kept[event.seat], pot = kept[event.seat] + pot, 0
            assert event.data["points"] == kept[event.seat]

    assert game.outcome.points == tuple(kept)
    assert kept[game.outcome.winner] >= 20
