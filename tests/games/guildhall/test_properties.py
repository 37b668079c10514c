"""Any line of play: no card is lost, no hall holds a duplicate, and undo, redo, branch, save and load lead back."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

import guildhall as gh
from guildhall.core.game import Game
from guildhall.core.rules import clone
from guildhall.games.guildhall.checks import Law, sound
from guildhall.games.guildhall.soak import FORMS, Case
from guildhall.games.guildhall.state import (
    DECK,
    FLIGHT,
    HALL,
    HAND,
    PILE,
    STATE,
)
from tests.games.guildhall.test_ledger import hall_cards

forms = st.sampled_from(sorted(FORMS))
players = st.integers(2, 4)
variants = st.integers(0, 3)
seeds = st.integers(0, 2**64 - 1)
picks = st.lists(st.integers(0, 2**16), max_size=250)


def fault(rules, state):
    """The first law of a state that is broken."""
    return Law(sound(state, 0, rules.compiled, np.zeros(1, STATE)))


def cards_in(rules, state):
    """Every card there is, counted place by place."""
    s, kinds = state[0], len(rules.names.kinds)
    total = Counter({kind: int(n) for kind, n in enumerate(s["count"][:, :kinds].sum(axis=0, dtype=int))})
    for seat in range(len(rules.seats)):
        total.update(s["done_cards"][seat, : int(s["done_n"][seat])].ravel().tolist())
    return total


@settings(max_examples=60)
@given(form=forms, players=players, variant=variants, seed=seeds, picks=picks)
def test_no_line_of_play_loses_a_card_or_breaks_a_law(form, players, variant, seed, picks):
    rules = Case(form, players, variant).rules
    state = rules.start(seed)
    deck = Counter({kind: int(n) for kind, n in enumerate(rules.compiled[0]["copies"][: len(rules.names.kinds)])})
    for pick in picks:
        options = rules.options(state)
        if not options:
            break
        rules.apply(state, options[pick % len(options)])

        assert fault(rules, state) is Law.SOUND
    assert cards_in(rules, state) == deck


@settings(max_examples=40)
@given(form=forms, players=players, seed=seeds, picks=picks)
def test_no_hall_ever_holds_a_duplicate(form, players, seed, picks):
    rules = Case(form, players).rules
    masters = {master.name for master, _ in rules.deck.masters}
    state = rules.start(seed)
    for pick in picks:
        options = rules.options(state)
        if not options:
            break
        rules.apply(state, options[pick % len(options)])
    for hall in rules.table(state).halls:
        for cards in hall.values():
            colours = [card.split()[0] for card in cards if card not in masters]

            assert len(colours) == len(set(colours))
            assert len(cards) < 5


@settings(max_examples=40)
@given(form=forms, players=players, seed=seeds, picks=picks)
def test_every_set_of_points_is_the_sum_of_its_parts(form, players, seed, picks):
    rules = Case(form, players).rules
    state = rules.start(seed)
    for pick in picks:
        options = rules.options(state)
        if not options:
            break
        rules.apply(state, options[pick % len(options)])
    table = rules.table(state)

    for seat in range(players):
        assert table.vp[seat] == table.tokens[seat] + sum(int(card.split()[0]) for card in table.vp_cards[seat])
    assert rules.outcome(state).vp == tuple(table.vp)


# --- Play, undo, redo, branch, save and load in any order --------------------------------------------------


class Tables(RuleBasedStateMachine):
    """Games beside their model: the moves and the bytes of every ply."""

    games = Bundle("games")

    @initialize(target=games, form=forms, players=players, variant=variants, seed=st.integers(0, 999))
    def sit_down(self, form, players, variant, seed):
        game = gh.new_game("guildhall", seed=seed, **Case(form, players, variant).options)
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
        assert fault(game.rules, game.state) is Law.SOUND


Tables.TestCase.settings = settings(max_examples=25, stateful_step_count=30)
test_play_undo_redo_branch_save_and_load_in_any_order = Tables.TestCase
