"""Any line of play: no card is lost, no hall holds a duplicate, and undo, redo, branch, save and load lead back."""

from __future__ import annotations

import random
import tempfile
from collections import Counter, deque
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

import guildhall as gh
from guildhall.games.guildhall.engine.laws import Law, sound
from guildhall.games.guildhall.engine.state import STATE
from tests.games.guildhall.soak import FORMS, Case

cases = st.builds(Case, st.sampled_from(sorted(FORMS)), st.integers(2, 4), st.integers(0, 3))
seeds = st.integers(0, 2**64 - 1)
lengths = st.integers(0, 1200)


def line_of_play(rules, seed, plies):
    """States along a line of even choices that the seed decides."""
    state, coin = rules.start(seed), random.Random(seed)
    yield state
    for _ in range(plies):
        options = rules.options(state)
        if not options:
            return
        rules.apply(state, coin.choice(options))
        yield state


def last_of(states):
    return deque(states, maxlen=1)[0]


def cards_in(rules, state):
    """Every card there is, counted place by place."""
    s, kinds = state[0], len(rules.names.kinds)
    cards = Counter(dict(enumerate(s["count"][:, :kinds].sum(axis=0, dtype=int).tolist())))
    for seat in range(len(rules.seats)):
        cards.update(s["done_cards"][seat, : int(s["done_n"][seat])].ravel().tolist())
    return cards


@settings(max_examples=60)
@given(case=cases, seed=seeds, plies=lengths)
def test_no_line_of_play_breaks_a_law_of_the_table(case, seed, plies):
    work = np.zeros(1, STATE)
    for state in line_of_play(case.rules, seed, plies):
        assert Law(sound(state, 0, case.rules.compiled, work)) is Law.SOUND


@given(case=cases, seed=seeds, plies=lengths)
def test_no_line_of_play_loses_a_card(case, seed, plies):
    copies = case.rules.compiled[0]["copies"][: len(case.rules.names.kinds)].tolist()

    assert cards_in(case.rules, last_of(line_of_play(case.rules, seed, plies))) == Counter(dict(enumerate(copies)))


@given(case=cases, seed=seeds, plies=lengths)
def test_no_hall_ever_holds_a_duplicate_or_a_full_chapter(case, seed, plies):
    masters = {master.name for master, _ in case.rules.deck.masters}
    for hall in case.rules.table(last_of(line_of_play(case.rules, seed, plies))).halls:
        for cards in hall.values():
            colours = [card.split()[0] for card in cards if card not in masters]

            assert len(colours) == len(set(colours))
            assert len(cards) < 5


@given(case=cases, seed=seeds, plies=lengths)
def test_points_are_tokens_and_vp_cards(case, seed, plies):
    state = last_of(line_of_play(case.rules, seed, plies))
    table = case.rules.table(state)
    worth = [sum(int(card.split()[0]) for card in cards) for cards in table.vp_cards]

    assert table.vp == [tokens + cards for tokens, cards in zip(table.tokens, worth, strict=True)]
    assert case.rules.outcome(state).points == tuple(table.vp)


@given(case=cases, seed=seeds, plies=lengths)
def test_a_game_ends_only_when_its_winner_reaches_the_target_on_the_own_turn(case, seed, plies):
    state = last_of(line_of_play(case.rules, seed, plies))
    outcome, options = case.rules.outcome(state), case.rules.options(state)

    assert (outcome.reason == "") == bool(options)
    if outcome.reason == "target":
        assert outcome.points[outcome.winner] >= 20
        assert case.rules.table(state).turn == outcome.winner
    if outcome.reason == "unfinished":
        assert outcome.winner is None


# --- Play, undo, redo, branch, save and load in any order --------------------------------------------------


class Tables(RuleBasedStateMachine):
    """Games beside their model: the moves and the bytes of every ply."""

    games = Bundle("games")

    @initialize(target=games, case=cases, seed=seeds)
    def sit_down(self, case, seed):
        game = gh.new_game("guildhall", seed=seed, **case.options)
        return game, [game.state.tobytes()], []

    @rule(table=games, pick=st.integers(0, 2**16), plies=st.integers(1, 40))
    def play(self, table, pick, plies):
        game, states, moves = table
        del states[game.ply + 1 :], moves[game.ply :]
        for number in range(plies):
            if game.over:
                break
            option = game.options[(pick + number * 7) % len(game.options)]
            game.play(option)
            moves.append(option.id)
            states.append(game.state.tobytes())

    @rule(table=games, share=st.floats(0, 1))
    def undo(self, table, share):
        game, *_ = table
        game.undo(int(share * game.ply))

    @rule(table=games, share=st.floats(0, 1))
    def redo(self, table, share):
        game, _, moves = table
        game.redo(int(share * (len(moves) - game.ply)))

    @rule(target=games, table=games)
    def branch(self, table):
        game, states, moves = table
        return game.branch(), list(states), list(moves)

    @rule(target=games, table=games)
    def save_and_load(self, table):
        game, states, moves = table
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.json"
            game.record.save(path)
            loaded = gh.load(path).game()
        return loaded, states[: game.ply + 1], moves[: game.ply]

    @rule(table=games)
    def look(self, table):
        game, states, moves = table

        assert game.state.tobytes() == states[game.ply]
        assert game.start.tobytes() == states[0]
        assert list(game.moves) == moves[: game.ply]
        assert not game.over or not game.options


Tables.TestCase.settings = settings(max_examples=25, stateful_step_count=30)
test_play_undo_redo_branch_save_and_load_in_any_order = Tables.TestCase
