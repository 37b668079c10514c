"""The laws that the rules of every game must keep, because games, records, bots and front-ends rely on them.

A law examines one state of a game and yields a sentence for each violation.
`check` plays a line of uniformly random choices and checks all laws along the way:

>>> from guildhall.core.rules import rebuild
>>> rules = rebuild("guildhall", {"cards": "old-world", "players": 2})
>>> check(rules, seed=7, plies=20)
[]
"""

from __future__ import annotations

import itertools
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np

from guildhall.core.decision import DONE, NOBODY, Event, fold
from guildhall.core.errors import BadSetup, BrokenRules, GuildhallError
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import Rules, State, clone, rebuild
from guildhall.core.settings import Choice, Flag, Setting
from guildhall.kernel.containers import overfull
from guildhall.kernel.engine import Engine
from guildhall.kernel.rules import CompiledRules
from guildhall.records.archive import load

__all__ = [
    "GAME_LAWS",
    "STATE_LAWS",
    "Case",
    "GameLaw",
    "StateLaw",
    "Violation",
    "Way",
    "cases_of",
    "check",
    "check_engine",
    "check_game",
    "check_rules",
]

StateLaw: TypeAlias = Callable[[Rules, State], Iterator[str]]
"""A law about one state."""

GameLaw: TypeAlias = Callable[[Game], Iterator[str]]
"""A law about a game and its line of play."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken law, with the seed and the moves that lead to it."""

    law: str
    what: str
    seed: int
    moves: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.law.replace('_', ' ')}: {self.what} (seed {self.seed}, ply {len(self.moves)})"


# --- Laws of a state -------------------------------------------------------------------------------------


def a_decision_says_what_the_rules_say(rules: Rules, state: State) -> Iterator[str]:
    """A decision has the options of the rules, with "done" last, and has none if and only if the game is over."""
    decision, options, outcome = rules.decision(state), rules.options(state), rules.outcome(state)
    phrases = {option: rules.phrase(state, option) for option in options}
    listed = tuple(sorted(options, key=lambda option: phrases[option] == DONE))
    if tuple(option.id for option in decision.options) != listed:
        yield f"the decision lists {decision.phrases}, the rules offer {options}"
    if decision.phrases != tuple(phrases[option] for option in listed):
        yield f"the phrases of the decision are not those of the rules: {decision.phrases}"
    over = not options
    if (decision.seat == NOBODY) != over or (outcome.reason != "") != over:
        yield f"{len(options)} options, seat {decision.seat}, reason {outcome.reason!r}"
    if not over and not 0 <= decision.seat < len(rules.seats):
        yield f"there is no seat {decision.seat}"


def every_option_can_be_named(rules: Rules, state: State) -> Iterator[str]:
    """Within one decision, all ids differ, and all phrases differ regardless of case and spaces."""
    decision = rules.decision(state)
    ids = [option.id for option in decision.options]
    phrases = [fold(phrase) for phrase in decision.phrases]
    if len(set(ids)) < len(ids):
        yield f"an id occurs twice: {ids}"
    if len(set(phrases)) < len(phrases) or "" in phrases:
        yield f"a phrase is empty or occurs twice: {phrases}"
    for option in decision.options:
        if decision.option(f" {option.phrase.upper()} ") != option:
            yield f"{option.phrase!r} cannot be typed"


def looking_changes_nothing(rules: Rules, state: State) -> Iterator[str]:
    """Options, texts, tables and views do not change the state."""
    before = state.tobytes()
    decision = rules.decision(state)
    rules.options(state)
    rules.outcome(state)
    rules.explain(state, "something else")
    seen = [rules.table(state), *(rules.view(state, seat) for seat in range(len(rules.seats)))]
    for shown in seen:
        rules.text(shown, decision)
        rules.html(shown, decision)
    if state.tobytes() != before:
        yield "looking at the state changed it"


def the_same_option_does_the_same(rules: Rules, state: State) -> Iterator[str]:
    """Applying an option is deterministic and changes only the given state."""
    before = state.tobytes()
    for option in _ends(rules.options(state)):
        one, other = clone(state), clone(state)
        events = rules.apply(one, option)
        if rules.apply(other, option) != events or one.tobytes() != other.tobytes():
            yield f"{rules.phrase(state, option)!r} has different results when applied twice"
        yield from _hidden_from_others(rules, events)
    if state.tobytes() != before:
        yield "applying to a copy changed the original"


def _ends(options: Sequence[int]) -> Sequence[int]:
    """Return the first and the last option, since trying all of them at every ply would take too long."""
    return tuple(dict.fromkeys([*options[:1], *options[-1:]]))


def _hidden_from_others(rules: Rules, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        for seat in range(len(rules.seats)):
            seen = event.as_seen_by(seat)
            if event.seen_by is not None and seat not in event.seen_by and (seen.data or event.text in str(seen)):
                yield f"seat {seat} can see {event.text!r}"


def hidden_cards_dealt_again_look_the_same(rules: Rules, state: State) -> Iterator[str]:
    """A state dealt from a view has the same view, decision, outcome and reasons for the seat."""
    for seat in range(len(rules.seats)):
        view, decision = rules.view(state, seat), rules.decision(state)
        worlds = [rules.resample(view, seed) for seed in (1, 2)]
        if rules.resample(view, 1).tobytes() != worlds[0].tobytes():
            yield f"seat {seat}: the same seed deals a different state"
        for world in worlds:
            if rules.view(world, seat) != view:
                yield f"seat {seat} has a different view of a state dealt from its view"
            if decision.seat == seat and rules.decision(world) != decision:
                yield f"seat {seat} has a different decision in a state dealt from its view"
            if rules.outcome(world) != rules.outcome(state):
                yield f"seat {seat}: a state dealt from its view has a different outcome"
            asked = [option.phrase for option in (*decision.options[:2], *rules.decision(world).options[:2])]
            if any(rules.explain(state, each, seat) != rules.explain(world, each, seat) for each in asked):
                yield f"seat {seat} gets a different reason in a state dealt from its view"


def every_count_fits_its_buffer(rules: Rules, state: State) -> Iterator[str]:
    """No list in the state of a compiled game exceeds its capacity."""
    if isinstance(rules, CompiledRules):
        yield from overfull(state, rules.engine.capacities)


# --- Laws of a game --------------------------------------------------------------------------------------


def undoing_leads_back(game: Game) -> Iterator[str]:
    """Undo leads back to the start, and redo to the same game, byte for byte."""
    here, plies = game.state.tobytes(), game.ply
    game.undo(plies)
    if game.state.tobytes() != game.start.tobytes():
        yield "undo does not lead back to the start"
    game.redo(plies)
    if game.state.tobytes() != here:
        yield "redo does not lead back to the game"


def a_branch_stands_alone(game: Game) -> Iterator[str]:
    """Moves in a branch do not affect the original game."""
    before, moves, events = game.state.tobytes(), game.moves, game.events
    branch = game.branch()
    if branch.state.tobytes() != before or branch.moves != moves or branch.events != events:
        yield "a fresh branch is not the same game"
    if not branch.over:
        branch.play(branch.options[-1])
    branch.undo(branch.ply)
    if (game.state.tobytes(), game.moves, game.events) != (before, moves, events):
        yield "playing in a branch changed the game"


def a_saved_game_comes_back(game: Game) -> Iterator[str]:
    """Loading a saved record gives the same game with the same next decision."""
    try:
        loaded = _saved_and_loaded(game)
    except GuildhallError as error:
        yield f"the saved game cannot be loaded: {error}"
        return
    if loaded.state.tobytes() != game.state.tobytes() or loaded.moves != game.moves:
        yield "the loaded game has a different state"
    if loaded.decision != game.decision or loaded.events != game.events:
        yield "the loaded game has a different decision or different events"


def _saved_and_loaded(game: Game) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        game.record.save(path)
        return load(path).game()


STATE_LAWS: tuple[StateLaw, ...] = (
    a_decision_says_what_the_rules_say,
    every_option_can_be_named,
    looking_changes_nothing,
    the_same_option_does_the_same,
    hidden_cards_dealt_again_look_the_same,
    every_count_fits_its_buffer,
)
GAME_LAWS: tuple[GameLaw, ...] = (undoing_leads_back, a_branch_stands_alone, a_saved_game_comes_back)


def check_rules(rules: Rules, *, seed: int = 0) -> list[str]:
    """Check that the rules can be rebuilt from their settings and that the seed matters, and list all faults."""
    again = rebuild(rules.game, json.loads(json.dumps(dict(rules.setup))))
    problems = []
    for name in ("game", "seats", "version", "card_hash"):
        if getattr(again, name) != getattr(rules, name):
            problems.append(f"rebuilt rules differ in {name}")
    if again.start(seed).tobytes() != rules.start(seed).tobytes():
        problems.append("rebuilt rules start a different game")
    if rules.start(seed).tobytes() == rules.start(seed + 1).tobytes():
        problems.append("a different seed starts the same game")
    return problems


def check(
    rules: Rules,
    *,
    seed: int,
    plies: int,
    every: int = 1,
    state_laws: Sequence[StateLaw] = STATE_LAWS,
    game_laws: Sequence[GameLaw] = GAME_LAWS,
) -> list[Violation]:
    """Play up to `plies` plies with uniformly random choices and list all broken laws.

    Laws about a state are checked every `every` plies, laws about a game at the end.
    """
    game, coin = Game(rules, rules.start(seed), seed=seed), random.Random(seed)
    found: list[Violation] = []
    while True:
        if game.ply % every == 0:
            found += [_broken(law, what, game) for law in state_laws for what in law(rules, game.state)]
        if game.over or game.ply >= plies or found:
            break
        game.play(coin.choice(rules.options(game.state)))
    return found + [_broken(law, what, game) for law in game_laws for what in law(game)]


def _broken(law: StateLaw | GameLaw, what: str, game: Game) -> Violation:
    return Violation(getattr(law, "__name__", str(law)), what, game.seed, game.moves)


def check_engine(engine: Engine) -> list[str]:
    """List the faults in the declared records and events of a compiled game."""
    problems = []
    hidden = {*(engine.state.names or ()), *(engine.rules.names or ())} & set(dir(np.record))
    if hidden:  # in plain mode `s.size` would be the number of elements of the record, not its field
        problems.append(f"fields with the names of NumPy record attributes: {', '.join(sorted(hidden))}")
    if engine.fields:
        kinds: Any = type(next(iter(engine.fields)))
        unnamed = [kind.name for kind in kinds if kind not in engine.fields]
        if unnamed:
            problems.append(f"events without field names: {', '.join(unnamed)}")
    return problems


# --- All of a game -----------------------------------------------------------------------------------------


class Way(Protocol):
    """One way to play a game."""

    @property
    def form(self) -> str:
        """The heading in reports. Even a short soak plays every form."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The arguments of `gh.new_game`."""

    @property
    def rules(self) -> Any:
        """The rules of this way to play."""


@dataclass(frozen=True)
class Case:
    """A way to play, given by its settings.

    >>> print(Case("guildhall", "two", (("players", 2), ("target", 10))))
    players=2, target=10
    """

    game: str
    form: str
    given: tuple[tuple[str, Any], ...]

    @property
    def options(self) -> Mapping[str, Any]:
        """The arguments of `gh.new_game`."""
        return dict(self.given)

    @cached_property
    def rules(self) -> Any:
        """The rules of this way to play."""
        return rebuild(self.game, dict(self.given))

    def __str__(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self.given)


def cases_of(game: Registration) -> list[Case]:
    """Return a case for every number of players, first with default settings, then with each other flag or choice.

    Settings that the game rejects are left out.
    """
    low, high = game.players
    others: list[tuple[tuple[str, Any], ...]] = [()]
    for setting in game.settings.declared():
        others += [((setting.name, value),) for value in _values(setting) if value != setting.default]
    ways = itertools.product(others, range(low, high + 1))
    cases = [Case(game.name, f"{players} players", (("players", players), *other)) for other, players in ways]
    return [case for case in cases if _is_accepted(game, case)]


def _is_accepted(game: Registration, case: Case) -> bool:
    try:
        game.make_rules(case.options)
    except BadSetup:
        return False
    return True


def _values(setting: Setting) -> Sequence[Any]:
    match setting:
        case Flag():
            return (False, True)
        case Choice():
            return setting.words
    return ()


def check_game(game: Registration, *, seed: int = 0, plies: int = 100) -> list[str]:
    """List every fault of a registered game: its rules, and a line of play in each of `cases_of(game)`.

    Use it to test a custom game: `assert not check_game(GAME)`.
    """
    problems: list[str] = []
    for number, case in enumerate(cases_of(game)):
        found = check_rules(case.rules, seed=seed)
        if number == 0 and isinstance(case.rules, CompiledRules):
            found += check_engine(case.rules.engine)
        try:
            found += map(str, check(case.rules, seed=seed + number, plies=plies, every=10))
        except BrokenRules as error:
            found.append(str(error))
        problems += [f"{what} ({case})" for what in found]
    return problems
