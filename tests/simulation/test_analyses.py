"""Ready-made questions: each against the same number found another way."""

from __future__ import annotations

import itertools

import polars as pl
import pytest

import guildhall as gh
from guildhall.core.chances import paired, wilson
from guildhall.simulation import analyses
from guildhall.simulation.frames import mean_columns, share_columns

PLAYERS, GAMES = 3, 150


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(players=PLAYERS, bots=["greedy", "random", "heuristic"], games=GAMES, seed=3, events=True)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (3, 10), (10, 10), (500, 1000)])
def test_the_interval_of_a_share_is_wilsons(hits, n):
    row = pl.DataFrame({"hits": [hits], "n": [n]}).select(share_columns(pl.col("hits"), pl.col("n"))).row(0)

    assert row == pytest.approx((hits / n, *wilson(hits, n)))


def test_mean_and_spread_are_those_of_polars():
    x = pl.col("x")
    frame = pl.DataFrame({"x": [1.0, 4.0, 4.0, 9.0]})

    mean, low, high, sd = frame.select(mean_columns(x.sum(), (x * x).sum(), pl.len().cast(pl.Int64))).row(0)

    assert (mean, sd) == pytest.approx((frame["x"].mean(), frame["x"].std()))
    assert mean - low == pytest.approx(high - mean) == pytest.approx(1.959964 * sd / 2)


def test_win_rates_count_every_winner(sim):
    found = analyses.win_rate_by_seat(sim)

    assert found["wins"].to_list() == [(sim.games["winner"] == seat).sum() for seat in range(PLAYERS)]
    assert found["n"].to_list() == [GAMES] * PLAYERS
    assert (found["low"] <= found["p"]).all()
    assert (found["p"] <= found["high"]).all()


def test_win_rates_in_order_of_play_count_from_the_seat_that_began(sim):
    found = analyses.win_rate_by_seat(sim, order=True)

    began = (sim.games["winner"] == sim.games["first"]).sum()
    assert found["wins"][0] == began
    assert found["wins"].sum() == GAMES


def test_unfinished_games_are_won_by_nobody():
    found = analyses.win_rate_by_seat(gh.simulate(games=10, turn_limit=3))

    assert found["wins"].to_list() == [0, 0]
    assert found["n"].to_list() == [10, 10]


def test_game_length_in_any_unit(sim):
    for unit in ("turns", "plies", "decisions"):
        row = analyses.game_length(sim, unit=unit).row(0, named=True)

        assert row["mean"] == pytest.approx(sim.games[unit].mean())
        assert row["sd"] == pytest.approx(sim.games[unit].std())
        assert (row["shortest"], row["longest"]) == (sim.games[unit].min(), sim.games[unit].max())


def test_chapters_per_profession_names_all_of_them(sim):
    found = analyses.chapters_per_profession(sim)

    assert sorted(found["chapter"]) == sorted(sim.rules.vocabulary["chapter"])
    assert found["completed"].sum() == sim.chapters.height
    assert found["on_others_turns"].sum() == (~sim.chapters["own_turn"]).sum()
    assert found["mean"].to_list() == pytest.approx((found["completed"] / GAMES).to_list())


def test_a_chapter_that_nobody_completes_is_told_as_zero():
    found = analyses.chapters_per_profession(gh.simulate(games=3, turn_limit=1))

    assert found["completed"].to_list() == [0] * 6
    assert found["mean"].to_list() == [0.0] * 6


def test_tiers_are_told_by_profession_whatever_the_colour(sim):
    found = analyses.tier_worth(sim)

    used = sim.events.filter((pl.col("event") == "tier") & pl.col("tier").is_not_null())
    weaver = used.filter(pl.col("card").cast(pl.String).str.ends_with("Weaver") & (pl.col("tier") == 2))
    row = found.row(by_predicate=(pl.col("profession") == "Weaver") & (pl.col("tier") == 2), named=True)
    assert found["uses"].sum() == used.height
    assert row["uses"] == weaver.height
    assert row["n"] == weaver.select("game", "seat").n_unique()
    assert row["worth"] == pytest.approx(row["p"] - 1 / PLAYERS)


def test_attack_share_is_attacks_over_actions(sim):
    found = analyses.attack_share(sim)

    for seat, attacks, actions, p, hits in found.select("seat", "attacks", "actions", "p", "hits").iter_rows():
        own = sim.turns.filter(pl.col("seat") == seat)
        assert (attacks, actions, hits) == (own["attacks"].sum(), own["actions"].sum(), own["hits"].sum())
        assert p == pytest.approx(attacks / actions)
    assert found["p"][1] < found["p"][0]  # chance attacks less than greed


def test_volatility_counts_changes_of_the_lead(sim):
    changes = led = won = 0
    for (game,), turns in sim.turns.group_by("game"):
        leaders = [seat for seat in turns["leader"] if seat is not None]
        changes += sum(one != other for one, other in itertools.pairwise(leaders))
        half = turns["leader"][turns.height // 2]
        led += half is not None
        won += half is not None and half == sim.games["winner"][game]

    row = analyses.volatility(sim).row(0, named=True)
    assert row["changes_mean"] == pytest.approx(changes / GAMES)
    assert (row["led"], row["led_and_won"]) == (led, won)
    assert row["half_time_p"] == pytest.approx(won / led)


def test_analyses_answer_the_same_from_a_directory(sim, tmp_path):
    sim.write(tmp_path)
    kept = type(sim).read(tmp_path)

    for question in sorted(set(analyses.__all__) - {"score_levels", "without"}):  # no rating table; plays by itself
        ask = getattr(analyses, question)
        keys = [column for column in ask(sim).columns if column in ("seat", "chapter", "profession", "tier", "score")]
        one, other = (frame.sort(keys) if keys else frame for frame in (ask(sim), ask(kept)))
        assert one.select(pl.selectors.integer()).equals(other.select(pl.selectors.integer())), question


# --- Sweeps, and telling games apart ---


@pytest.fixture(scope="module")
def found():
    decks = {"old": "old-world", "new": "new-empire"}
    return gh.sweep({"players": [2, 3], "cards": decks}, games=40, seed=3, frames=["turns", "chapters"], events=True)


def one_of(found, **chosen):
    [sim] = found.where(chosen).simulations
    return sim


@pytest.mark.parametrize("question", sorted(set(analyses.__all__) - {"score_levels", "without"}))
def test_each_part_of_a_sweep_is_told_as_its_own_simulation_would_be(found, question):
    ask = getattr(analyses, question)
    told = ask(found, by=["players", "cards"])

    assert told.columns[:2] == ["players", "cards"]
    for chosen in found.chosen:
        part = told.filter(**chosen).drop("players", "cards")
        alone = ask(one_of(found, **chosen))
        keys = [name for name in ("seat", "chapter", "profession", "tier", "score") if name in alone.columns]
        one, other = (frame.sort(keys) if keys else frame for frame in (part, alone))
        assert one.select(pl.selectors.integer()).equals(other.select(pl.selectors.integer()))


def test_a_sweep_without_names_is_taken_together(found):
    assert analyses.game_length(found)["n"].item() == 160
    assert analyses.win_rate_by_seat(found)["n"].to_list() == [160, 160, 80]
    assert analyses.volatility(found)["n"].item() == 160
    assert analyses.attack_share(found)["n"].to_list() == [160, 160, 80]
    assert analyses.chapters_per_profession(found)["completed"].sum() == found.scan("chapters").collect().height


def test_any_column_of_the_games_tells_them_apart(sim):
    told = analyses.volatility(sim, by="first")

    assert told["n"].to_list() == [(sim.games["first"] == first).sum() for first in told["first"]]
    for first, changes in told.select("first", "changes_mean").iter_rows():
        numbers = sim.games.filter(first=first)["game"]
        turns = sim.turns.filter(pl.col("game").is_in(numbers.implode()))
        leaders = [part["leader"].drop_nulls().to_list() for (_,), part in turns.group_by("game", maintain_order=True)]
        counted = sum(one != other for each in leaders for one, other in itertools.pairwise(each))
        assert changes == pytest.approx(counted / len(numbers))


def test_a_frame_of_games_is_enough_for_what_needs_no_other(found):
    games = found.games.filter(players=3)

    assert analyses.win_rate_by_seat(games)["n"].to_list() == [80, 80, 80]
    assert analyses.win_rate_by_seat(found.games.filter(players=2))["seat"].to_list() == [0, 1]
    assert analyses.score_distribution(games, seat=2)["n"][0] == 80
    with pytest.raises(gh.BadSetup, match="also needs the frame 'turns'"):
        analyses.volatility(games)


@pytest.mark.parametrize(("source", "by", "told"), [(None, (), "got None"), ("sim", "colour", "no column 'colour'")])
def test_what_cannot_be_asked_is_refused_in_words(sim, source, by, told):
    with pytest.raises(gh.BadSetup, match=told):
        analyses.game_length(sim if source else None, by=by)


def test_the_levels_of_a_game_are_told_for_each_part_of_a_sweep():
    found = gh.sweep({"players": [1, 2]}, game="advyria", games=20, seed=1)
    told = analyses.score_levels(found, by="players")

    assert told.group_by("players", maintain_order=True).agg(pl.col("count").sum())["count"].to_list() == [20, 20]


# --- What a card brings about ---


def test_a_card_is_judged_by_the_same_games_without_its_tiers():
    [row] = analyses.without("Dancer", games=300, seed=1, seat=1, bots="greedy").iter_rows(named=True)
    usual = gh.simulate(games=300, seed=1, bots="greedy")
    less = gh.simulate(games=300, seed=1, bots=["greedy", usual.rules.avoiding("greedy", "Dancer")], events=True)
    won, lost = ((games["winner"] == 1).fill_null(value=False) for games in (usual.games, less.games))
    differ = paired(int((won & ~lost).sum()), int((lost & ~won).sum()), 300)

    assert (row["p_with"], row["p_without"], row["n"]) == (won.mean(), lost.mean(), 300)
    assert (row["worth"], row["low"], row["high"]) == pytest.approx(differ)
    assert row["low"] > 0.2
    tiers = less.events.filter((pl.col("event") == "tier") & pl.col("card").cast(pl.String).str.ends_with("Dancer"))
    assert tiers.filter(pl.col("seat") == 1, pl.col("tier").is_not_null()).is_empty()
    assert tiers.filter(pl.col("seat") == 1).height > 0  # played without effect
    assert tiers.filter(pl.col("seat") == 0)["tier"].is_not_null().any()


def test_a_bot_that_shuns_no_card_of_its_hand_plays_as_before():
    usual = gh.simulate(games=20, seed=1, bots="greedy")
    same = {**usual.rules.bots["greedy"], "without Dancer": 0.0}

    assert gh.simulate(games=20, seed=1, bots=same).games.equals(usual.games)


def test_every_card_of_the_deck_is_judged_and_options_stand_in_columns():
    found = analyses.without(games=5, seed=1, by={"players": [2, 3]})

    assert found.columns[:2] == ["players", "card"]
    assert sorted(found.filter(players=3)["card"]) == sorted(gh.new_game(seed=1).rules.avoidable)


def test_a_vp_card_is_judged_by_the_same_games_in_which_it_is_not_bought():
    [row] = analyses.without("9", games=200, seed=1, bots="greedy").iter_rows(named=True)
    rules = gh.new_game().rules
    sim = gh.simulate(games=200, seed=1, bots=[rules.avoiding("greedy", "9"), "greedy"], events=True)
    bought = sim.events.filter(event="buy").filter(pl.col("card") == "9").group_by("seat").len()

    assert bought["seat"].to_list() == [1]
    assert row["card"] == "9"
    assert row["worth"] == pytest.approx(row["p_with"] - row["p_without"])
    assert row["p_without"] == (sim.games["winner"] == 0).fill_null(value=False).mean()


@pytest.mark.parametrize("card", ["Dancer", "5"])
def test_a_bot_that_searches_leaves_a_card_unused_too(card):
    rules = gh.new_game().rules
    searching = {**rules.bots["greedy"], "rollouts": 40.0, "horizon": 2.0}
    sim = gh.simulate(games=6, seed=2, bots=[rules.avoiding(searching, card), searching], events=True)
    name = pl.col("card").cast(pl.String)
    used = sim.events.filter(
        ((pl.col("event") == "tier") & pl.col("tier").is_not_null() & name.str.ends_with(card))
        | ((pl.col("event") == "buy") & (name == card))
    )

    assert used["seat"].unique().to_list() == [1]
    [row] = analyses.without(card, games=4, seed=2, bots=searching).iter_rows(named=True)
    assert row["n"] == 4


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"cards": ["Dancr"]}, "unknown card 'Dancr' to leave unused; did you mean 'Dancer'"),
        ({"cards": ["Dancer"], "bots": "random"}, "never chooses at random"),
        ({"cards": ["Dancer"], "bots": "easy"}, "never chooses at random"),
        ({"cards": ["Dancer"], "seat": 2}, "unknown seat 2; the seats are 0 to 1"),
        ({"cards": ["Wizard"], "game": "advyria"}, "no bots that can leave a card unused"),
    ],
)
def test_what_cannot_be_left_unused_is_refused_in_words(asked, told):
    cards = asked.pop("cards")
    with pytest.raises(gh.BadSetup, match=told):
        analyses.without(*cards, games=2, seed=1, **asked)
