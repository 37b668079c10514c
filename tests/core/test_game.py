"""Play, undo, redo, branch, run: the game in your hands."""

from __future__ import annotations

import copy
import random
import sys
import weakref
from contextlib import suppress
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from guildhall.core.decision import Option, fold
from guildhall.core.errors import BadSetup, GameOver, GuildhallError, IllegalOption
from guildhall.core.game import Game
from guildhall.core.rules import Rules, clone
from tests.core.toy import CARDS, DRAW, SOW, TOSS, Gleaners, marked


class First:
    """A bot that takes the first option."""

    def choose(self, game):
        return game.options[0]


class Coin:
    """A bot with a coin of its own."""

    def __init__(self, seed):
        self.coin = random.Random(seed)

    def choose(self, game):
        return self.coin.choice(game.options).id


def finished(seed=1, players=("Ada", "Bo")):
    rules = Gleaners(players)
    game = Game(rules, rules.start(seed), seed=seed)
    game.run(Coin(seed))
    return game


# Decisions and options


def test_toy_game_has_rules(rules):
    assert isinstance(rules, Rules)


def test_decision_names_seat_kind_and_options(game):
    assert (game.decision.seat, game.decision.kind) == (0, "act")
    assert [option.phrase for option in game.options] == ["draw", "sow", "toss"]
    assert game.decision.option(" DRAW ") == game.options[0]


def test_option_may_be_named_by_itself_its_id_or_its_phrase(game):
    by_option, by_id, by_phrase = game.branch(), game.branch(), game.branch()
    by_option.play(game.options[0])
    by_id.play(np.int64(DRAW))
    by_phrase.play("  Draw ")

    assert by_option.state.tobytes() == by_id.state.tobytes() == by_phrase.state.tobytes()
    assert by_option.ply == 1


def test_play_returns_the_events_and_events_gathers_them(game):
    first = game.play("draw")
    second = game.play("draw", "toss")

    assert [event.kind for event in first] == ["draw"]
    assert [event.kind for event in second] == ["draw", "begin"]
    assert game.events == first + second


def test_cards_of_a_set_are_accepted_in_any_order(game):
    hand = game.table.hands[0]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        other = game.branch()
        other.play("sow", ", ".join(hand[place] for place in order), "done")

        assert sorted(other.table.fields[0]) == sorted(hand)
        assert other.ply == 5


def test_the_end_of_a_set_may_stand_in_it(game):
    hand = game.table.hands[0]
    game.play("sow", f"{hand[2]}, {hand[0]}, done")

    assert sorted(game.table.fields[0]) == sorted([hand[0], hand[2]])


def test_where_order_matters_the_given_order_counts(game):
    hand = game.table.hands[0]
    one, other = game.branch(), game.branch()
    one.play("toss", f"{hand[0]}, {hand[1]}")
    other.play("toss", f"{hand[1]},{hand[0]},")

    assert (one.table.top, other.table.top) == (hand[1], hand[0])


# What is not legal


def test_illegal_phrase_says_why_what_is_near_and_what_is_legal(game):
    with pytest.raises(IllegalOption) as caught:
        game.play("darw")

    assert str(caught.value) == "'darw' is not legal now; did you mean 'draw'? Legal: draw, sow, toss"
    assert (caught.value.asked, caught.value.nearest) == ("darw", ("draw",))
    assert caught.value.legal == ("draw", "sow", "toss")


def test_illegal_phrase_is_explained_by_the_rules(game):
    missing = next(card for card in CARDS if card not in game.table.hands[0])

    with pytest.raises(IllegalOption, match=f"^'{missing}' is not legal now: you hold no {missing}"):
        game.play(missing)


def test_illegal_id_is_refused(game):
    with pytest.raises(IllegalOption, match=r"'option 99' is not legal now\. Legal: draw, sow, toss"):
        game.play(99)


def test_an_option_of_an_earlier_decision_is_refused_if_it_meant_something_else(game):
    with pytest.raises(IllegalOption, match="'refresh' is not legal now"):
        game.play(Option(DRAW, "refresh", ""))


@pytest.mark.parametrize("nonsense", [None, 1.5, ["draw"]])
def test_what_is_no_option_at_all_is_refused_in_words(game, nonsense):
    with pytest.raises(IllegalOption, match="expected an Option, an id or a phrase"):
        game.play(nonsense)


@pytest.mark.parametrize("nothing", ["", ",", " , , "])
def test_an_empty_phrase_is_refused(game, nothing):
    with pytest.raises(IllegalOption):
        game.play(nothing)


def test_if_one_of_several_is_illegal_nothing_has_happened(game):
    before = game.state.tobytes()

    with pytest.raises(IllegalOption, match=r"'tier 9' \(3 of 3\) is not legal"):
        game.play("draw", "draw", "tier 9")
    assert (game.ply, game.state.tobytes(), game.events) == (0, before, ())


def test_an_illegal_pick_of_a_set_is_named(game):
    hand = game.table.hands[0]
    game.play("sow")

    with pytest.raises(IllegalOption, match=f"'{hand[0]}' is not legal now"):
        game.play(f"{hand[0]}, {hand[1]}, {hand[0]}")
    with pytest.raises(IllegalOption, match=f"did you mean '{hand[0]}'") as caught:
        game.play(f"{hand[1]}, {hand[0]}x")
    assert caught.value.asked == f"{hand[0]}x"
    assert game.ply == 1


def test_a_long_list_of_legal_options_is_cut_to_a_dozen(rules):
    class Wide(Gleaners):
        def options(self, state):
            return tuple(range(12)) + tuple(range(20, 24))

    game = Game(Wide(), rules.start(1))

    with pytest.raises(IllegalOption, match=f"{CARDS[11]}, … and 4 more$") as caught:
        game.play("nothing")
    assert len(caught.value.legal) == 16


def test_after_the_end_there_is_nothing_to_play():
    game = finished()

    assert game.over
    assert game.decision.seat == -1
    with pytest.raises(GameOver, match=r"the game is over, \w+ won"):
        game.play("draw")


def test_playing_past_the_end_plays_nothing():
    game = finished()
    last = game.moves[-1]
    game.undo()

    with pytest.raises(GameOver):
        game.play(last, "draw")
    assert not game.over


# Undo, redo, branch


def test_undo_reaches_every_ply_and_redo_comes_back():
    game = finished()
    states = []
    replay = Game(game.rules, game.start, seed=game.seed, moves=game.moves)
    for _ in game.moves:
        states.append(replay.state.tobytes())
        replay.redo()

    assert replay.state.tobytes() == game.state.tobytes()
    assert replay.events == game.events
    for ply in reversed(range(game.ply)):
        game.undo()
        assert (game.ply, game.state.tobytes()) == (ply, states[ply])
    game.redo(len(states))
    assert game.moves == replay.moves
    assert game.events == replay.events


def test_a_new_move_forgets_what_could_be_redone(game):
    game.play("draw", "draw", "draw")
    game.undo(2)
    game.play("sow")

    with pytest.raises(IllegalOption, match="cannot redo 1 plies, there are 0"):
        game.redo()


@pytest.mark.parametrize("n", [-1, 3])
def test_no_more_can_be_undone_than_was_played(game, n):
    game.play("draw", "draw")

    with pytest.raises(IllegalOption, match=f"cannot take back {n} plies, 2 have been played"):
        game.undo(n)


def test_moves_that_wait_for_redo_are_checked_too(rules):
    game = Game(rules, rules.start(1), moves=[DRAW, 99])
    game.redo()

    with pytest.raises(IllegalOption, match="option 99"):
        game.redo()
    assert game.ply == 1


def test_branch_leaves_the_original_alone(game):
    game.play("draw", "draw")
    game.undo()
    before = (game.state.tobytes(), game.moves, game.events)
    branch = game.branch()
    branch.play("sow")
    branch.undo(2)

    assert (game.state.tobytes(), game.moves, game.events) == before
    game.redo()
    assert game.ply == 2


def test_the_state_that_a_game_gives_out_is_a_copy(game):
    before = game.state.tobytes()
    game.state["turn"] = 1
    game.start["turn"] = 1

    assert game.state.tobytes() == before == game.start.tobytes()


def test_the_state_that_a_game_is_given_stays_its_owners(rules):
    start = rules.start(1)
    before = start.tobytes()
    Game(rules, start).play("draw")

    assert start.tobytes() == before


def test_copies_are_equal_in_the_gaps_too(rules):
    odd = marked(rules.start(1))

    assert clone(odd).tobytes() == odd.tobytes()
    assert Game(rules, odd).branch().state.tobytes() == odd.tobytes()


class Walk(RuleBasedStateMachine):
    """Play, undo, redo and branch in any order always agree with playing the moves from the start."""

    def __init__(self):
        super().__init__()
        self.rules = Gleaners(("Ada", "Bo", "Cy"), limit=90)
        self.game = Game(self.rules, self.rules.start(5), seed=5)
        self.kept = None

    @rule(picks=st.lists(st.integers(0, 20), min_size=1, max_size=40))
    def play(self, picks):
        for pick in picks:
            if not self.game.over:
                options = self.game.rules.options(self.game.state)
                self.game.play(options[pick % len(options)])

    @rule(share=st.floats(0, 1))
    def undo(self, share):
        self.game.undo(int(share * self.game.ply))

    @rule(n=st.integers(0, 3))
    def redo(self, n):
        ahead = len(self.game.line) - self.game.ply
        self.game.redo(min(n, ahead))

    @rule()
    def branch(self):
        self.kept, self.game = self.game, self.game.branch()
        self.before = (self.kept.ply, self.kept.state.tobytes())

    @precondition(lambda self: self.kept is not None)
    @rule()
    def original_is_untouched(self):
        assert (self.kept.ply, self.kept.state.tobytes()) == self.before

    @invariant()
    def same_as_from_the_start(self):
        fresh = Game(self.rules, self.rules.start(5), moves=self.game.moves)
        fresh.redo(self.game.ply)
        assert fresh.state.tobytes() == self.game.state.tobytes()
        assert fresh.events == self.game.events


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=30, stateful_step_count=20)


# Views and tables


def test_view_shows_the_own_hand_only(game):
    view = game.view(1)

    assert view.hands == (3, game.table.hands[1])
    assert game.table.deck not in vars(view).values()


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_for_a_seat_that_is_not_there(game, seat):
    with pytest.raises(GuildhallError, match=f"there is no seat {seat}; the seats are 0 to 1"):
        game.view(seat)


def test_game_shows_as_text_and_as_simple_html(game):
    assert repr(game).startswith("Ada: (")
    assert game._repr_html_() == f"<pre>{game!r}</pre>"
    assert game._repr_mimebundle_() == {}


def test_display_can_be_replaced_and_restored(game):
    Game.display_with(lambda shown: {"text/plain": f"ply {shown.ply}"})
    try:
        assert game._repr_mimebundle_(include=None, exclude=None) == {"text/plain": "ply 0"}
    finally:
        Game.display_with(None)
    assert game._repr_mimebundle_() == {}


# Bots


def test_bots_play_to_the_end():
    game = finished(players=("Ada", "Bo", "Cy"))

    assert game.over
    assert game.outcome.reason == "target"
    assert game.outcome.points[game.outcome.winner] >= 5


def test_run_stops_when_asked(game):
    game.run(First(), until=lambda game: game.ply == 4)

    assert game.ply == 4


def test_run_stops_at_a_seat_without_a_bot(game):
    game.play("draw")
    game.run([None, First()])

    assert (game.ply, game.decision.seat) == (2, 0)


def test_a_bot_for_each_seat_or_one_for_all(game):
    with pytest.raises(BadSetup, match="3 bots for 2 seats"):
        game.run([First(), First(), First()])


def test_names_of_bots_are_looked_up_with_seat_and_seed(game, monkeypatch):
    asked = []

    class Bots:
        @staticmethod
        def on_seat(bot, *, seat, seed):
            asked.append((bot if isinstance(bot, str) else "own", seat, seed))
            return First()

    monkeypatch.setitem(sys.modules, "guildhall.bots", Bots)
    game.run("greedy", until=lambda game: game.ply == 2)
    game.run(["greedy", First()], until=lambda game: game.ply == 3)

    assert asked == [("greedy", 0, 7), ("greedy", 1, 7), ("greedy", 0, 7), ("own", 1, 7)]


def test_run_forced_steps_over_single_options(rules):
    class Narrow(Gleaners):
        def options(self, state):
            return super().options(state)[: 1 if state["clock"][0] < 3 else 9]

    game = Game(Narrow(), rules.start(1))
    events = game.run_forced()

    assert (game.ply, len(events)) == (3, 3)
    assert game.run_forced() == ()


def test_ctrl_c_in_a_bot_leaves_the_game_whole(game):
    class Stopped(First):
        def choose(self, game):
            if game.ply == 40:
                raise KeyboardInterrupt
            return Coin(game.ply).choose(game)

    with pytest.raises(KeyboardInterrupt):
        game.run(Stopped())
    assert game.ply == 40
    game.undo(40)
    game.redo(40)
    game.play(game.options[0])


def stopped_at(game, line, moves):
    """Play the moves, but raise KeyboardInterrupt at the n-th line of our code; whether that came to pass."""
    seen = 0

    def tracer(frame, event, argument):
        nonlocal seen
        if "core" not in frame.f_code.co_filename or "toy" in frame.f_code.co_filename:
            return None
        seen += event == "line"
        if seen == line:
            raise KeyboardInterrupt
        return tracer

    sys.settrace(tracer)
    try:
        game.play(*moves)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize(("forth", "back"), [(40, 10), (30, 0)])
def test_ctrl_c_anywhere_leaves_the_game_whole(rules, played, forth, back):
    """The moves cross a snapshot, which is known already or new, and there are moves to redo behind them."""
    moves, stops = played.moves, 0
    while True:
        game = Game(rules, rules.start(11), moves=moves)
        game.redo(forth)
        game.undo(back)
        if not stopped_at(game, stops + 1, moves[30:33]):
            break
        stops += 1
        fresh = Game(rules, rules.start(11), moves=game.moves)
        fresh.redo(game.ply)
        assert game.ply in (30, 33)
        assert game.state.tobytes() == fresh.state.tobytes()
        assert game.events == fresh.events
        game.undo(game.ply)
        game.redo(33)
        game.redo(67)
        game.undo(30)
        assert game.state.tobytes() == played.line.state_at(70).tobytes()
    assert stops > 50


# Speed


# Phrases of any kind


@given(words=st.text(max_size=30) | st.integers())
def test_anything_is_played_or_refused(words):
    rules = Gleaners()
    game = Game(rules, rules.start(1))
    with suppress(IllegalOption):
        game.play(words)

    known = words in (DRAW, SOW, TOSS) or fold(str(words)) in ("draw", "sow", "toss")
    assert game.ply == known


def test_the_registry_of_this_test_world_knows_gleaners():
    assert (
        import_module("guildhall.games").rules_for("gleaners", {"players": ["Ada", "Bo"], "limit": 400}) == Gleaners()
    )


@pytest.mark.parametrize("spoil", [lambda game: game.play(game.options[0]), lambda game: game.undo(3)])
@pytest.mark.parametrize("fails", [True, False])
def test_a_bot_that_plays_by_itself_leaves_no_trace(game, spoil, fails):
    class Spoiler:
        def choose(self, game):
            spoil(game)
            return 1 / 0 if fails else game.options[0]

    game.run(Coin(1), until=lambda game: game.ply == 44)
    game.undo(4)
    line = game.line
    before = (game.ply, game.state.tobytes(), tuple(line.moves))
    with pytest.raises(ZeroDivisionError if fails else BadSetup):
        game.run(Spoiler())

    assert (game.ply, game.state.tobytes(), tuple(line.moves)) == before
    assert game.line is line


class Onlooker:
    def __init__(self, game):
        self.game, self.seen = game, []
        game.watch(self.look)

    def look(self):
        self.seen.append(self.game.ply)


def test_whoever_watches_a_game_hears_of_every_move_and_of_a_run_once(game):
    onlooker = Onlooker(game)
    game.play(game.options[0])
    game.undo()
    game.redo()
    game.run(Coin(1), until=lambda game: game.ply == 30)
    with game.as_one_move():
        game.undo(5)
        game.redo(5)
    with pytest.raises(IllegalOption):
        game.play("nonsense")
    assert onlooker.seen == [1, 0, 1, 30, 30]
    game.branch().undo()
    copy.deepcopy(game).undo()
    assert len(onlooker.seen) == 5
    game.unwatch(onlooker.look)
    game.undo()
    assert len(onlooker.seen) == 5


def test_a_game_keeps_nobody_alive_who_watches_it(game):
    gone = weakref.ref(Onlooker(game))
    game.play(game.options[0])

    assert gone() is None
