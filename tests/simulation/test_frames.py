"""What is recorded of a game, and that it is what happened."""

from __future__ import annotations

import os
import subprocess
import sys

import polars as pl
import pytest

import guildhall as gh
from guildhall.bots import bot
from guildhall.simulation.frames import TYPES, page, schemas_of, wanted

BOTS = ["greedy", "random", "heuristic"]
SCHEMAS = schemas_of(gh.new_game().rules)


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(players=3, bots=BOTS, games=40, seed=5, events=True)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_frame_has_the_columns_and_types_of_its_schema(sim, name):
    schema = sim.scan(name).collect_schema()

    scores = [f"score_{seat}" for seat in range(3)] if name == "games" else []
    assert schema.names() == [*SCHEMAS[name], *scores]
    for column, (kind, _) in SCHEMAS[name].items():
        assert isinstance(schema[column], pl.Enum) if kind == "word" else schema[column] == TYPES[kind]


def test_the_page_of_the_documentation_is_in_step_with_the_schemas(project_root):
    assert (project_root / "docs" / "frames.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("number", [0, 17, 39])
def test_a_row_of_games_is_the_game_that_its_seed_deals(sim, number):
    row = sim.games.row(number, named=True)

    game = gh.new_game(players=3, seed=row["seed"])
    game.run(BOTS)

    assert game.outcome.winner == row["winner"]
    assert game.outcome.points == tuple(row[f"score_{seat}"] for seat in range(3))
    assert game.ply == row["plies"]


def test_events_are_those_of_the_game_played_option_by_option(sim):
    row = sim.games.row(3, named=True)
    game = gh.new_game(players=3, seed=row["seed"])
    told = []
    while not game.over:
        told += [(game.ply, event.kind) for event in play_one(game)]

    recorded = sim.events.filter((pl.col("game") == 3) & (pl.col("ply") > 0))
    kinds = recorded["event"].cast(pl.String).replace({"vp off": "vp row", "vp shuffle": "shuffle"})
    assert list(zip(recorded["ply"].to_list(), kinds.to_list(), strict=True)) == told


def play_one(game):
    seat = game.decision.seat
    return game.play(bot(BOTS[seat], seat=seat, seed=game.seed).choose(game))


def test_events_rebuild_the_final_scores(sim):
    points = pl.col("card").cast(pl.String).str.split(" ").list.first().cast(pl.Int32)
    earned = sim.events.filter(pl.col("event").is_in(["tokens", "vp card"])).with_columns(
        pl.when(pl.col("event") == "tokens").then("amount").otherwise(points).alias("vp")
    )
    rebuilt = earned.group_by("game", "seat").agg(pl.col("vp").sum())

    for seat in range(3):
        of_seat = rebuilt.filter(pl.col("seat") == seat).select("game", "vp")
        both = sim.games.join(of_seat, on="game", how="left").with_columns(pl.col("vp").fill_null(0))
        assert both[f"score_{seat}"].to_list() == both["vp"].to_list()


def test_every_turn_of_a_game_has_its_row(sim):
    counted = sim.turns.group_by("game", maintain_order=True).agg(pl.len().alias("n"), pl.col("turn").max())

    assert counted["n"].to_list() == sim.games["turns"].to_list()
    assert counted["turn"].to_list() == sim.games["turns"].to_list()


def test_the_last_turn_shows_the_winners_points(sim):
    last = sim.turns.group_by("game", maintain_order=True).last()

    assert last["seat"].to_list() == sim.games["winner"].to_list()
    assert (last["vp"] >= 20).all()
    assert (last["leader"].fill_null(last["seat"]) == last["seat"]).mean() > 0.8


def test_turns_count_what_the_events_tell(sim):
    counted = (
        sim.events.filter(pl.col("turn") > 0)
        .group_by("game", "turn")
        .agg(
            *((pl.col("event") == event).sum().cast(pl.Int16).alias(column) for event, column in COUNTED.items()),
            ((pl.col("event") == "complete") & (pl.col("seat") == pl.col("seat").first())).sum().alias("closed"),
            pl.col("amount").filter(pl.col("event") == "score").first().cast(pl.Int16).alias("vp"),
        )
    )
    both = sim.turns.join(counted, on=["game", "turn"], suffix="_told")

    assert both.height == sim.turns.height
    for column in (*COUNTED.values(), "closed", "vp"):
        assert (both[column] == both[f"{column}_told"]).all(), column
    assert (both["actions"] == both["plays"] + both["refreshes"] + both["buys"]).all()


COUNTED = {"play": "plays", "refresh": "refreshes", "buy": "buys"}


def test_hits_are_cards_and_tokens_that_others_lose(sim):
    moved = pl.col("from_seat").is_not_null() & (pl.col("from_seat") != pl.col("active")) & (pl.col("event") != "look")
    lost = (pl.col("event") == "tokens") & (pl.col("amount") < 0) & (pl.col("seat") != pl.col("active"))
    active = sim.turns.select("game", "turn", pl.col("seat").alias("active"), "hits", "attacks")
    counted = (
        sim.events.join(active, on=["game", "turn"])
        .group_by("game", "turn", "hits", "attacks")
        .agg(moved.sum().alias("moved"), pl.when(lost).then(-pl.col("amount")).otherwise(0).sum().alias("lost"))
    )

    assert (counted["hits"] == counted["moved"] + counted["lost"]).all()
    assert ((counted["attacks"] > 0) == (counted["hits"] > 0)).all()
    assert counted["hits"].sum() > 0


def test_chapters_are_the_completions_among_the_events(sim):
    told = sim.events.filter(pl.col("event") == "complete").select("game", "ply", "turn", "seat", "chapter")

    assert sim.chapters.select(told.columns).equals(told)
    assert sim.chapters["held"].is_between(1, 4).all()


def test_without_events_nothing_else_changes(sim):
    plain = gh.simulate(players=3, bots=BOTS, games=40, seed=5)

    assert plain.frames == ("games", "turns", "chapters")
    for name in plain.frames:
        assert plain.scan(name).collect().equals(sim.scan(name).collect())


def test_games_alone_are_the_same_games(sim):
    assert gh.simulate(players=3, bots=BOTS, games=40, seed=5, frames="games").games.equals(sim.games)


def test_a_frame_that_was_not_recorded_says_how_to_record_it():
    sim = gh.simulate(games=1)

    with pytest.raises(gh.BadSetup, match=r"events=True\) records it"):
        _ = sim.events


def test_an_unknown_frame_gets_the_nearest_name():
    with pytest.raises(gh.BadSetup, match="did you mean 'turns'"):
        wanted(["turn"], SCHEMAS, events=False)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": "alliance", "players": 4, "houses": True},
        {"cards": ["old-world", "new-empire"], "saga": "mega", "masters": True},
        {"cards": ["fellowship", "alliance"], "saga": "super", "players": 3},
        {"turn_limit": 5},
    ],
    ids=["houses", "mega", "super", "turn limit"],
)
def test_every_form_of_the_game_is_recorded(options):
    sim = gh.simulate(games=5, seed=2, events=True, **options)

    assert sim.turns.height == sim.games["turns"].sum()
    assert sim.events.filter(pl.col("event") == "end").height == 5


PLAIN = """
import sys
import guildhall as gh
sim = gh.simulate(games=2, seed=3, target=6, events=True, threads=1)
sys.stdout.buffer.write(b"".join(sim.scan(name).collect().write_csv().encode() for name in sim.frames))
"""


def test_compiled_and_plain_games_are_recorded_alike(project_root):
    def recorded(**environment: str) -> bytes:
        command = [sys.executable, "-c", PLAIN]
        return subprocess.run(
            command, cwd=project_root, env=os.environ | environment, check=True, capture_output=True
        ).stdout

    assert recorded(NUMBA_DISABLE_JIT="1") == recorded()


@pytest.mark.parametrize("game", ["guild-master", "hundred-halls"])
def test_a_number_of_an_event_is_null_where_the_event_has_none(game):
    sim = gh.simulate(game, bots="random", games=2, seed=1, events=True)
    fields, words = sim.rules.engine.fields, sim.rules.vocabulary["event"]
    numbers = {name for names in fields.values() for name in names if sim.events.schema[name] == pl.Int32}

    assert numbers
    for number in numbers - {"amount"}:
        having = [word for word, names in zip(words, fields.values(), strict=True) if number in names]
        has_one = pl.col("event").cast(pl.String).is_in(having)
        assert sim.events.filter(pl.col(number).is_not_null() != has_one).is_empty(), number


def test_the_average_of_a_number_counts_the_events_that_have_one():
    events = gh.simulate("advyria", bots="random", games=5, seed=1, events=True).events
    rolls = events.filter(event="roll")

    moves = events.filter(event="move")
    assert moves["amount"].null_count() == moves.height > 0
    assert rolls["amount"].null_count() == 0
    assert events.filter(pl.col("event").is_in(["roll", "move"]))["amount"].mean() == rolls["amount"].mean()
    dice = gh.simulate("guild-master", bots="random", games=5, seed=1, events=True).events["die"]
    assert dice.mean() == dice.drop_nulls().mean() > 1


def test_the_page_lists_every_reason_and_event(project_root):
    text = (project_root / "docs" / "frames.md").read_text(encoding="utf-8")

    for game in ("guildhall", "advyria", "guild-master", "hundred-halls"):
        vocabulary = gh.new_game(game).rules.vocabulary
        for column in ("reason", "event"):
            for word in vocabulary[column][column == "reason" :]:
                assert f"`{word}`" in text, (game, word)
    assert "| `reason` | Enum |" in text
