"""What a seat cannot know reaches it by no message, no page and no text (issue 10): pairs of games prove it."""

from __future__ import annotations

from contextlib import chdir
from io import StringIO
from itertools import count
from shutil import rmtree

import pytest
from guildhall_widgets.replay import reader as reading
from guildhall_widgets.replay import review
from guildhall_widgets.replay.viewer import ReplayViewer
from guildhall_widgets.table.widget import TableWidget
from rich.console import Console

from guildhall.cli.screen import show_table
from guildhall.cli.session import Autosave, Session
from guildhall.cli.setup import Seating
from guildhall.core.errors import GuildhallError
from tests.widgets.pairs import SEAT, SETTINGS, heard, hidden, look_same, pair, phrases_of, states


@pytest.fixture(scope="module", params=SETTINGS)
def games(request):
    one, other = pair(request.param)
    assert look_same(one, other)
    assert hidden(one) != hidden(other)
    return one, other


# --- Messages ---


def told(widget):
    """All that a front-end tells."""
    return widget.html, widget.status, widget.error, widget.label, widget.text()


def some(values, most):
    """Return at most so many of the values, evenly spread."""
    return values[:: 1 + len(values) // most]


def messages(widget, one, other):
    """Every message that the front-end knows, with cards, options and numbers that may mean something."""
    phrases = phrases_of(one, other)
    options = sorted(
        {option for game in (one, other) for state in states(game) for option in game.rules.options(state)}
    )
    names = some(sorted(one.rules.card_texts), 4)
    words = ["", "0", "1", "all", "person", "html", "20", "greedy", "random", "a", "0.0", *names]
    by_kind = {
        frozenset({str}): words,
        frozenset({int}): [-1, *range(5), 11, 99],
        frozenset({bool}): [True, False],
    }
    special = {"phrase": some(phrases, 40), "option": [*some(options, 12), -1, 10**6]}
    for do, fields in widget.messages.items():
        columns = {name: special.get(name) or by_kind[field.kinds] for name, field in fields.items()}
        for row in range(max(map(len, columns.values()), default=1)):
            yield do, {name: values[row % len(values)] for name, values in columns.items()}


class Twins:
    """The same front-end on both games of a pair, told the same."""

    def __init__(self, games, build, folder):
        self.games, self.build = games, build
        self.homes = [folder / "one", folder / "other"]  # what is saved is saved under the same name
        self.begin()

    def begin(self, *first):
        for home in self.homes:
            rmtree(home, ignore_errors=True)
            home.mkdir()
        self.played = [game.branch() for game in self.games]
        self.widgets = [self.build(game) for game in self.played]
        for do in first:
            self.say(do, {})

    def say(self, do, data):
        for widget, home in zip(self.widgets, self.homes, strict=True):
            with chdir(home):
                widget.act(do, **data)
            for work in works(widget):
                work.join(60)

    def agree(self):
        """Whether both tell the same, which they need not once the seat sees a difference, or another seat is shown."""
        one, other = self.widgets
        if one.seat != SEAT or not look_same(*self.played):
            return None
        return told(one) == told(other)


def works(widget):
    parts = ("autoplay", "chances", "comparison", "review")
    return [getattr(widget, part).work for part in parts if hasattr(widget, part)]


def all_agree(twins, firsts):
    """Say everything, each time from the beginning if the last message has changed something; how often they agreed."""
    agreed = 0
    for first in firsts:
        twins.begin(*first)
        start = told(twins.widgets[0])
        assert twins.agree()
        for do, data in messages(twins.widgets[0], *twins.games):
            twins.say(do, data)
            same = twins.agree()
            assert same is not False, (first, do, data, *map(told, twins.widgets))
            agreed += same is True
            if same is None or told(twins.widgets[0])[0] != start[0]:
                twins.begin(*first)
    return agreed


def test_the_table_tells_a_seat_the_same_whatever_it_cannot_know(games, tmp_path):
    twins = Twins(games, lambda game: TableWidget(game, seat=SEAT, bot="random"), tmp_path)
    undone = [("undo",) * number for number in (0, games[0].ply)]

    assert all_agree(twins, undone) > 60 * len(undone)


def test_the_replay_tells_a_seat_the_same_whatever_it_cannot_know(games, monkeypatch, tmp_path):
    monkeypatch.setattr(reading.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(review, "_ROLL_OUTS", 20)
    twins = Twins(games, lambda game: ReplayViewer(game.record, seat=SEAT), tmp_path)
    stepped = [(), ("end",)]

    assert all_agree(twins, stepped) > 60


def test_the_hand_of_another_seat_cannot_be_asked_for():
    """The way it was done: back to the turn of the other seat, and why every card cannot be played."""
    one, _ = pair("guildhall")
    widget = TableWidget(one, seat=SEAT)
    while one.ply:
        widget.act("undo ply")
    assert one.decision.seat == 1
    replies = set()
    for card in one.rules.names.kinds:
        widget.act("why", phrase=f"play {card}")
        replies.add(widget.status.removeprefix(f"play {card}: "))

    assert replies == {"Player 2 decides now."}


def test_what_another_seat_has_half_chosen_is_not_told():
    one, _ = pair("guildhall", plies=0)
    widget = TableWidget(one, seat=1)
    widget.chosen.picks.append(widget.chosen.options[0].id)
    pick = widget.chosen.option(widget.chosen.picks[0]).phrase
    widget.act("see", value="0")
    for do, data in (("undo", {}), ("take back", {"option": widget.chosen.picks[0]})):
        widget.act(do, **data)
        assert pick not in widget.status
    assert len(widget.chosen.picks) == 1


# --- Texts ---


def refusal(game, phrase):
    try:
        game.branch().play(phrase)
    except GuildhallError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("seed", range(1, 3))
@pytest.mark.parametrize("name", SETTINGS)
def test_texts_tell_a_seat_the_same_whatever_it_cannot_know(name, seed):
    games = pair(name, seed)
    phrases = phrases_of(*games)
    shown = []
    for game in games:
        branch, texts = game.branch(), [repr(heard(game))]
        for ply in range(game.ply, -1, -1):
            branch.undo(branch.ply - ply)
            view = branch.view(SEAT)
            own = branch.decision if branch.decision.seat == SEAT else None
            texts += [repr(view), branch.rules.text(view, own), branch.rules.html(view, own), own]
            texts += [branch.explain(phrase, seat=SEAT) for phrase in phrases]
            texts += branch.rules.words.hints(branch, SEAT)
            texts += [refusal(branch, phrase) for phrase in phrases[:: max(1, len(phrases) // 40)] if own]
        shown.append(texts)

    assert shown[0] == shown[1]


class Unkept(Autosave):
    def keep(self, game):
        pass


def terminal(game, lines):
    """What the terminal shows to seat 0."""
    paper = StringIO()
    console = Console(file=paper, width=100, markup=False, highlight=False)
    session = Session(game.branch(), Seating(("person", "random")), Unkept(), console)
    show_table(console, session.game, SEAT)
    if session.game.decision.seat == SEAT:
        session.show(SEAT)
        for line in lines:
            session.answer(line)
    return paper.getvalue()


@pytest.mark.parametrize("name", SETTINGS)
def test_the_terminal_tells_a_seat_the_same_whatever_it_cannot_know(name):
    one, other = next(found for seed in count() if SEAT in deciders(found := pair(name, seed)))
    lines = [f"why {phrase}" for phrase in phrases_of(one, other)[::3]]
    lines += ["hint", "table", "cards", "nonsense", "undo 99"]
    while True:
        assert terminal(one, lines) == terminal(other, lines)
        if not one.ply:
            break
        one.undo()
        other.undo()


def deciders(games):
    return {games[0].rules.decision(state).seat for state in states(games[0])}
