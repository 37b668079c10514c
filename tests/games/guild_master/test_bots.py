"""Bots: greedy beats random, odds beats greedy, and both choose by what their seat knows."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

import guildhall as gh
from guildhall.games.guild_master.engine.state import Kind
from guildhall.games.guild_master.engine.worth import whim_for, worth_of_gold
from guildhall.games.guild_master.language import Op
from guildhall.games.guild_master.reading import pack, shipped
from guildhall.games.guild_master.rules import GuildMasterRules
from tests.games.guild_master.lab import Lab

GAMES = np.arange(1, 61, dtype=np.uint64)


def played(*bots):
    rules = GuildMasterRules.of(players=len(bots))
    columns = rules.play_games(GAMES, np.stack([*map(rules.weights, bots)]))
    return np.array([columns[f"score_{seat}"] for seat in range(len(bots))])


@pytest.mark.slow
def test_greedy_beats_random():
    scores = played("greedy", "random", "random")

    assert (scores[0] > scores[1:].max(axis=0)).mean() > 0.9


@pytest.mark.slow
def test_odds_beats_greedy_and_winners_have_the_fame_of_the_rulebook():
    ratings = gh.tournament(
        {"odds": "odds", "greedy": "greedy"}, game="guild-master", players=4, games=60, seed=1
    ).ratings
    assert ratings["bot"][0] == "odds"
    assert ratings["rating_low"][0] > ratings["rating_high"][1]
    best = played("odds", "odds", "odds", "odds").max(axis=0)
    assert 70 <= np.median(best) <= 110
    assert ((best >= 55) & (best <= 130)).mean() >= 0.8


def test_the_chances_that_bots_know_are_the_exact_ones():
    table = GuildMasterRules.of(players=2).compiled[0]["chance"]
    for fixed, rerolls, dice, target in [(0, 0, 5, 20), (5, 0, 4, 13), (0, 2, 3, 11), (4, 1, 10, 45), (6, 3, 7, 30)]:
        exact = gh.odds.dice.chance(dice, target, [fixed] if fixed else (), rerolls)
        assert table[fixed, rerolls, dice, target] == pytest.approx(float(exact), abs=1e-12)
    assert (table[0, 0, 0, 1:] == 0).all()
    assert (table[:, :, :, 0] == 1).all()


def choice(lab, bot):
    option = lab.rules.choose(lab.state, lab.rules.weights(bot), np.array([7], np.uint64))
    return lab.rules.phrase(lab.state, option)


def checked(*faces, **guild):
    """A check of Might in flight whose dice show these faces."""
    lab = Lab(2).clear_spots().spot(1, "Confront Blasphemers").guild(0, "Bruna Holt Yorick Senna", private=[], **guild)
    lab.skills("Bruna", might=len(faces)).change("Confront Blasphemers", might=30)
    lab.plan_all(["Bruna: contract 1"])
    lab.play("carry out", "might")
    lab.s["dice"][0, : len(faces)] = faces
    return lab


def test_odds_rolls_the_lowest_die_anew_and_fixes_last():
    lab = checked(1, 2, 4, fixer="might").ability("Holt", Op.REROLL, 1)
    lab.s["target"] = 15
    assert choice(lab, "odds") == "Holt: re-roll a 1"
    lab.s["target"] = 11  # 1 + 2 + 4, and a fixer makes 11 of it
    assert "Holt" not in choice(lab, "odds")
    assert choice(lab, "odds").startswith("Armory")
    lab.s["target"] = 7
    assert choice(lab, "odds") == "done"


def contested(reward=5):
    """A contested Contract at its first turn of negotiation."""
    lab = Lab(2, round_no=2).clear_spots().spot(1, "Confront Blasphemers").guild(0, fame=9)
    lab.change("Confront Blasphemers", reward=reward, fame=4, might=9)
    for seat in range(2):
        lab.skills(lab.table.members(seat)[0], might=3)
    lab.plan_all([f"{lab.table.members(0)[0]}: contract 1"], [f"{lab.table.members(1)[0]}: contract 1"])
    lab.play("carry out", "carry out")
    return lab


def proposal_of(lab, bot):
    """What the first Guild proposes in its turn of a negotiation."""
    said = []
    while lab.actor == 0 and lab.kind != "stance":
        said.append(choice(lab, bot))
        lab.play(said[-1])
    return said


def test_greedy_proposes_equal_shares_with_the_rest_and_the_card_for_itself():
    lab = contested()

    assert proposal_of(lab, "greedy") == ["propose", "3 gold", "card to player 1"]
    assert (lab.kind, lab.actor) == ("accept", 1)
    assert choice(lab, "greedy") == "accept"
    assert choice(lab, "odds") == "decline"  # 2 Gold are less than nine tenths of 2.5


def test_odds_proposes_only_what_a_rival_of_its_kind_accepts():
    lab = contested(reward=5)
    assert proposal_of(lab, "odds") == ["pass"]  # the larger part would be asked of it
    lab = contested(reward=4)
    assert proposal_of(lab, "odds") == ["propose", "2 gold", "card to player 1"]
    assert choice(lab, "odds") == "accept"
    lab = contested(reward=3)
    lab.effects("Confront Blasphemers", Kind.BONUS, (Op.FAME, 1, -1))
    assert proposal_of(lab, "odds") == ["propose", "1 gold", "bonus to player 1", "card to player 1"]
    assert choice(lab, "odds") == "accept"  # 2 of the 3 Gold make up for the Bonus


@pytest.fixture(scope="module")
def four_odds():
    """What happened in sixty games of four odds bots."""
    return gh.simulate("guild-master", players=4, bots="odds", games=60, seed=1, events=True).events


def counted(events, kind):
    return events.filter(pl.col("event") == kind)


@pytest.mark.slow
def test_odds_bots_make_more_fame_among_themselves_than_greedy_ones():
    assert played(*["odds"] * 4).mean() > played(*["greedy"] * 4).mean() + 4


@pytest.mark.slow
def test_odds_bots_expect_company(four_odds):
    orders = counted(four_odds, "order").filter(pl.col("objective") != "no card")
    assert counted(four_odds, "miss").height / orders.height < 0.23
    first = orders.filter((pl.col("turn") == 1) & (pl.col("space") == 0))
    openings = first.group_by("game").agg(pl.col("objective").n_unique().alias("kinds"))["kinds"]
    assert (openings == 1).mean() < 0.5  # all four rarely open alike


@pytest.mark.slow
def test_odds_bots_propose_what_is_accepted(four_odds):
    proposed = counted(four_odds, "propose").height
    assert proposed > 60
    assert counted(four_odds, "agree").height / proposed > 0.8


@pytest.mark.slow
def test_odds_bots_spend_their_gold(four_odds):
    prestiges = [one.name for one in pack(shipped()).prestiges]
    built = counted(four_odds, "build").filter(pl.col("upgrade").cast(pl.String).is_in(prestiges))
    assert built.height / 60 > 1.2
    assert counted(four_odds, "score")["gold"].mean() < 5


def test_gold_is_worth_a_fifth_of_a_fame_in_the_last_round():
    worth = []
    for round_no in (1, 5, 9):
        lab = Lab(2, round_no=round_no)
        for bot in ("odds", "greedy"):
            rows = np.stack([lab.rules.weights(bot)] * 4)
            worth.append(round(float(worth_of_gold(lab.s, lab.record, rows, 0)), 3))

    assert worth == [0.4, 0.4, 0.3, 0.4, 0.2, 0.4]


def test_a_whim_stays_while_a_seat_plans_and_differs_between_seats_and_objectives():
    lab = Lab(4)
    before = [[whim_for(lab.s, seat, objective) for objective in range(1, 14)] for seat in range(4)]
    lab.plan(f"{lab.table.members(0)[0]}: contract 1")

    assert [[whim_for(lab.s, seat, objective) for objective in range(1, 14)] for seat in range(4)] == before
    every = [whim for own in before for whim in own]
    assert len(set(every)) == len(every)
    assert 0 <= min(every) < 0.2
    assert 0.8 < max(every) < 1


def test_bots_propose_once_and_then_pass():
    lab = contested()
    lab.play("propose", "3 gold", "card to player 1", "decline")
    lab.play("pass")

    assert choice(lab, "greedy") == "pass"
    assert choice(lab, "odds") == "pass"


def test_odds_takes_the_side_that_adds_more():
    for dice, side in ((1, "dice fixer"), (8, "re-roll")):
        lab = Lab(2).guild(0, "Bruna Holt Yorick Senna", gold=9, fixer="might").skills("Bruna", logic=dice)
        lab.plan_all(["Bruna: builders = 3"])
        lab.play("carry out")
        values = [phrase for phrase in lab.offered if phrase.startswith("build Library")]
        assert len(values) == 2
        lab.record["skill_fame"][:] = [0, 0, 0, 9, 0, 0]
        assert choice(lab, "odds") == f"build Library {side}"


def test_greedy_orders_what_its_team_can_do():
    lab = Lab(2).clear_spots().spot(1, "Confront Blasphemers").guild(0, "Gorran Brisa Haldor Ilse", gold=0, private=[])
    lab.guild(0, fixer="might")
    codes = []
    row = lab.rules.weights("greedy")
    while lab.actor == 0:
        option = lab.rules.choose(lab.state, row, np.array([7], np.uint64))
        codes.append(lab.rules.phrase(lab.state, option))
        lab.rules.apply(lab.state, option)

    assert "contract 1" in codes
    assert "Gorran" in codes[:2] or "Brisa" in codes[:2]


def test_a_whole_game_of_greedy_bots_is_told_in_sentences():
    game = gh.new_game("guild-master", players=["Ada", "Bo"], seed=11, short=True)
    game.run("greedy")

    assert game.over
    assert "Fame" in str(game.decision)
    assert all(event.text and "{" not in event.text for event in game.events)
    assert {"order", "roll", "result", "income", "score"} <= {event.kind for event in game.events}


def test_the_log_tells_of_no_gold_that_is_not_there_and_of_no_change_that_is_none():
    texts = []
    for seed in range(1, 5):
        game = gh.new_game("guild-master", players=3, seed=seed)
        game.run("odds")
        texts += [event.text for event in game.events]

    assert any("re-roll" in text or "again" in text or "becomes" in text for text in texts)
    assert not [text for text in texts if re.search(r"contract \d.* 0 Gold|no card.* 0 Gold", text)]
    assert not [text for text in texts if re.search(r"a (\d) becomes (?:a )?\1\b", text)]


def test_frames_of_many_games_have_words():
    sim = gh.simulate("guild-master", players=2, games=4, seed=1, events=True)

    assert set(sim.games["reason"]) == {"ended"}
    assert sim.games["turns"].to_list() == [9] * 4
    assert "Ambush Poachers" in sim.events["contract"].to_list()


def test_roll_outs_end_after_so_many_rounds():
    game = gh.new_game("guild-master", players=2, seed=3, short=True)
    game.run("greedy", until=lambda game: game.ply >= 40)

    assert game.rules.last_turn(game.view(0), 2) == int(game.state[0]["turn_no"]) + 1
    assert gh.odds.win(game, seat=0, n=20)["player"].to_list() == ["Player 1", "Player 2"]
