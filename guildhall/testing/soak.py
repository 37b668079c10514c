"""Soaks: long random play, each game with a different seed, in which every law is checked.

`guildhall doctor --soak N` soaks any registered game. `soak_of` chooses the default ways to play and bots. A test may
list others in a `Soak`.

Compiled and plain rules must play the same games byte for byte. The plain games run in another process without the
compiler, and with warnings as errors to detect integer overflows in NumPy. It plays about a thousand decisions per
second.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from guildhall.core.decision import Event
from guildhall.core.errors import BadSetup, BrokenRules
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from guildhall.core.rules import State
from guildhall.games import known_as
from guildhall.kernel.chance import below, generator, series
from guildhall.kernel.containers import capacities_of
from guildhall.kernel.engine import Engine
from guildhall.kernel.log import empty_log
from guildhall.kernel.rules import CompiledRules
from guildhall.kernel.stop import call
from guildhall.kernel.validator import SLOTS, Fact, PlayLaw, Slot, law_name

from .laws import Way, cases_of, check

__all__ = ["Buffers", "Chain", "Progress", "Report", "Soak", "SoakViolation", "compare_plain", "play_chain", "soak_of"]


_LOOK_EVERY = 150  # plies between two compared views, because a plain view takes as long as many plies
_FEWEST = 50  # decisions per game
_PACKAGE_ROOT = Path(__file__).resolve().parents[2]
_CHILD = f"""import json, sys
from pkgutil import resolve_name
from {__name__} import write_chains

(place, *given), decisions, seed = json.loads(sys.argv[1])
found = resolve_name(place)
write_chains(found(*given) if given else found, decisions, seed)
"""


@dataclass
class Chain:
    """A game as a chain of digests, one for each ply."""

    decisions: int = 0
    moves: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    error: str = ""


def play_chain(case: Way, seed: int, most: int) -> Chain:
    """Play at most `most` decisions of a game with uniformly random choices."""
    rules, chain = case.rules, Chain()
    state, coins = rules.start(seed), generator(seed, 1)
    while (options := rules.options(state)) and chain.decisions < most:
        chain.decisions += len(options) > 1
        move = options[below(coins, len(options))]
        events = rules.apply(state, move)
        chain.moves.append(move)
        chain.digests.append(_digest(rules, state, options, events, len(chain.moves)))
    return chain


def _digest(rules: Any, state: State, options: tuple[int, ...], events: tuple[Event, ...], ply: int) -> str:
    digest = blake2b(state.tobytes(), digest_size=8)
    digest.update(f"{options} {[event.text for event in events]}".encode())
    if ply % _LOOK_EVERY == 0:
        view = rules.view(state, ply // _LOOK_EVERY % len(rules.seats))
        digest.update(view.knowledge.tobytes())
        digest.update(rules.resample(view, ply).tobytes())
        digest.update(bytes([rules.engine.soak.sound(state, 0, rules.compiled, np.zeros(1, rules.engine.state))]))
    return digest.hexdigest()


def _games(soak: Soak, decisions: int, seed: int) -> Iterator[tuple[Way, int, int]]:
    """Yield cases, seeds and lengths of the games, the same in both processes, beginning with every form."""
    most = max(_FEWEST, decisions // len(soak.forms))
    for number, case in enumerate(itertools.cycle(soak.cases)):
        yield case, int(series(seed, number, 1)[0]), most


def write_chains(soak: Soak, decisions: int, seed: int) -> None:
    """Print one chain per line, in the plain process."""
    done = 0
    for case, game_seed, most in _games(soak, decisions, seed):
        try:
            chain = play_chain(case, game_seed, most)
        except Exception as error:  # the other process reports it
            chain = Chain(error=f"{type(error).__name__}: {error}")
        print(json.dumps(asdict(chain)), flush=True)
        done += chain.decisions
        if done >= decisions or chain.error:
            return


def compare_plain(soak: Soak, decisions: int, seed: int, progress: Progress | None) -> Report:
    """Play `decisions` both ways and compare them. Ctrl-C stops early with a report so far."""
    report, began = Report(decisions), time.perf_counter()
    with tempfile.TemporaryFile("w+") as complaints, _plain_process(soak, decisions, seed, complaints) as process:
        assert process.stdout is not None  # it is a pipe
        games = _games(soak, decisions, seed)
        try:
            for line in process.stdout:
                _compare(report, *next(games), Chain(**json.loads(line)))
                if progress is not None:
                    progress(report.decisions, decisions)
        except KeyboardInterrupt:
            process.kill()
        else:
            if process.wait() != 0:
                complaints.seek(0)
                case, game_seed, _ = next(games)
                report.violations.append(
                    SoakViolation(f"the plain rules stopped: {complaints.read()}", case, game_seed, ())
                )
    report.seconds = time.perf_counter() - began
    return report


def _plain_process(soak: Soak, decisions: int, seed: int, complaints: IO[str]) -> subprocess.Popen[str]:
    paths = [str(_PACKAGE_ROOT), *filter(None, sys.path)]  # so that it can import the same games
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(paths)}
    asked = json.dumps([soak.made_by, decisions, seed])
    command = [sys.executable, "-P", "-W", "error", "-c", _CHILD, asked]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True)


def _compare(report: Report, case: Way, seed: int, most: int, plain: Chain) -> None:
    compiled = play_chain(case, seed, most)
    report.games += 1
    report.plies += len(compiled.moves)
    report.decisions += compiled.decisions
    report.by_form[case.form] += compiled.decisions
    report.violations += _differences(case, seed, compiled, plain)


def _differences(case: Way, seed: int, compiled: Chain, plain: Chain) -> Iterator[SoakViolation]:
    if plain.error:
        yield SoakViolation(f"the plain rules stopped with {plain.error}", case, seed, ())
    elif compiled.digests != plain.digests:
        pairs: Any = itertools.zip_longest(compiled.digests, plain.digests)
        ply = next(ply for ply, (one, other) in enumerate(pairs, 1) if one != other)
        yield SoakViolation("compiled and plain rules differ", case, seed, tuple(compiled.moves[:ply]))


Progress = Callable[[int, int], object]
"""A function called with the number of decisions taken and wanted."""

_MOST_PLIES: Final = 50_000
_ENOUGH: Final = 10  # violations after which a soak gives up
_BY_HAND: Final = 60  # plies of every form to play, branch, save and undo as a `Game` too
_RANDOM: Final[tuple[Mapping[str, float], ...]] = ({"thinks": 0.0},)


# --- The report ---


@dataclass(frozen=True, slots=True)
class SoakViolation:
    """A broken law and the moves that lead to it."""

    law: str
    case: Way
    seed: int
    moves: tuple[int, ...]
    seat: int | None = None  # the seat whose view broke the law

    def game(self) -> Game:
        """Return the game at the ply where the law was broken."""
        rules = self.case.rules
        game = Game(rules, rules.start(self.seed), seed=self.seed, moves=self.moves)
        game.redo(len(self.moves))
        return game

    def __str__(self) -> str:
        seen = "" if self.seat is None else f", seen by seat {self.seat}"
        options = "".join(f", {name}={value!r}" for name, value in self.case.options.items())
        return (
            f"{self.law}: {self.case}, seed {self.seed}, ply {len(self.moves)}{seen}\n"
            f"  game = gh.new_game({self.case.rules.game!r}{options}, seed={self.seed})\n"
            f"  game.play(*{list(self.moves)})"
        )


@dataclass
class Report:
    """The games of a soak, and the laws broken in them."""

    asked: int
    decisions: int = 0
    plies: int = 0
    games: int = 0
    deals: int = 0  # views from which hidden cards were dealt again
    seconds: float = 0.0
    by_form: Counter[str] = field(default_factory=Counter)  # decisions
    endings: Counter[str] = field(default_factory=Counter)  # games
    uses: Counter[str] = field(default_factory=Counter)  # of tiers, or of other things that the soak counts
    violations: list[SoakViolation] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """True if every law held."""
        return not self.violations

    @property
    def unused(self) -> list[str]:
        """The things that no game used."""
        return sorted(what for what, times in self.uses.items() if times == 0)

    def __str__(self) -> str:
        return "\n".join([self._head(), *self._forms(), *self._uses(), *self._findings()])

    def _head(self) -> str:
        early = "" if self.decisions >= self.asked else f" of {self.asked:,}"
        return (
            f"{self.decisions:,}{early} decisions, {self.games:,} games, {self.plies:,} plies, "
            f"{self.deals:,} views dealt again, {self.seconds:,.0f} s"
        )

    def _forms(self) -> list[str]:
        return [f"  {form:<12}{decisions:>12,}" for form, decisions in self.by_form.items()]

    def _uses(self) -> list[str]:
        if not self.uses:
            return []
        missing = "".join(f", not {what}" for what in self.unused[:10])
        more = f" and {len(self.unused) - 10} more" if len(self.unused) > 10 else ""
        return [f"{len(self.uses) - len(self.unused)} of {len(self.uses)} effects used{missing}{more}"]

    def _findings(self) -> list[str]:
        return [f"BROKEN {violation}" for violation in self.violations] or ["No law was broken."]


# --- Playing ---


class Buffers:
    """The arrays that a soak writes to."""

    def __init__(self, engine: Engine, every: int, most_plies: int = _MOST_PLIES) -> None:
        self.engine, self.every = engine, every
        self.states = np.zeros(SLOTS, engine.state)
        self.raw = self.states.view(np.uint8).reshape(SLOTS, -1)
        self.opts, self.others = engine.empty_options(), engine.empty_options()
        self.pool = np.zeros(engine.most_hidden, np.int64)
        self.log = empty_log(engine.most_events)
        self.ledger, self.uses = np.zeros(engine.soak.LEDGER, np.int64), np.zeros(engine.soak.USES, np.int64)
        self.moves = np.zeros(most_plies, np.int64)
        self.facts = np.zeros(len(Fact), np.int64)
        self.capacities = capacities_of(engine.state, engine.capacities)

    def play(self, rules: Any, seed: int, bot: Mapping[str, float]) -> int:
        """Play the game of a seed and return the number of the broken law, or 0."""
        self.facts[:] = 0
        self.facts[Fact.SEAT] = -1
        self.uses[:] = 0
        self.states[Slot.BLANK] = rules.blank[0]
        seats = self.engine.seats
        weights = np.tile(rules.weights(bot), (seats, 1))
        coins = np.concatenate([generator(seed, 1 + seat) for seat in range(seats)])
        chance = (generator(seed), coins, generator(seed, 1 + seats))
        buffers = (self.opts, self.others, self.pool, self.log, self.ledger, self.moves, self.facts, self.uses)
        played = (self.states, self.raw, rules.template, rules.compiled, weights, *chance, self.every, *buffers)
        return int(call(self.engine.soak.soak_game, *played, self.capacities))


class Soak:
    """A soak of one game, with its engine, the ways to play and the bots. Some ways may use another engine.

    `laws` numbers the laws about a state, by default those of the engine's validator. `every` is the number of plies
    between two checks of the laws about views. The comparison with plain Python builds this soak again in another
    process: `made_by` is the `module:name` of the soak, or of a function followed by its arguments.
    """

    def __init__(
        self,
        engine: Engine,
        cases: Callable[[], Sequence[Way]],
        *,
        made_by: tuple[str | int, ...],
        bots: Sequence[Mapping[str, float]] = _RANDOM,
        laws: type[IntEnum] | None = None,
        every: int = 1,
    ) -> None:
        self.engine, self.bots, self.every, self.made_by = engine, bots, every, made_by
        self._cases = cases
        if laws is None and (validator := engine.validating()) is not None:
            laws = validator.laws
        self._names = {int(law): law_name(law) for law in (*(laws or ()), *PlayLaw)}

    @cached_property
    def cases(self) -> Sequence[Way]:
        """The ways to play, in order. The first ones cover all forms."""
        return self._cases()

    @cached_property
    def forms(self) -> list[str]:
        """The headings of a report."""
        return list(dict.fromkeys(case.form for case in self.cases))

    def uses(self, rules: Any, counted: NDArray[np.int64]) -> Mapping[str, int]:
        """Return how often a game used each counted thing."""
        return {}

    def run(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
        """Play until `decisions` have been taken. Ctrl-C stops early with a report so far."""
        report, began = Report(decisions), time.perf_counter()
        buffers_for = cache(lambda engine: Buffers(engine, self.every))
        forms, ways = len(self.forms), len(self.cases)
        try:
            for number, case in enumerate(itertools.cycle(self.cases)):
                if report.decisions >= decisions or len(report.violations) >= _ENOUGH:
                    break
                if number < forms:
                    _by_hand(report, case, seed)
                bot = self.bots[(number // forms + number // ways) % len(self.bots)]
                self.watch(report, buffers_for(case.rules.engine), case, int(series(seed, number, 1)[0]), bot)
                if progress is not None:
                    progress(report.decisions, decisions)
        except KeyboardInterrupt:
            pass  # return the report so far
        report.seconds = time.perf_counter() - began
        return report

    def watch(self, report: Report, buffers: Buffers, case: Way, seed: int, bot: Mapping[str, float]) -> None:
        """Play one game and add its counts and broken laws to the report."""
        rules = case.rules
        try:
            law = buffers.play(rules, seed, bot)
            broken = self._name(law) if law else ""
        except BrokenRules as error:
            broken = str(error)
        plies, taken, deals, seat, over = buffers.facts.tolist()
        report.games += 1
        report.plies += plies
        report.decisions += taken
        report.deals += deals
        report.by_form[case.form] += taken
        report.endings[rules.reasons.get(over, "running")] += 1
        for what, times in self.uses(rules, buffers.uses).items():
            report.uses[what] += times
        if broken:
            moves = tuple(buffers.moves[:plies].tolist())
            report.violations.append(SoakViolation(broken, case, seed, moves, None if seat < 0 else seat))

    def _name(self, law: int) -> str:
        return self._names.get(law, f"law {law} of a state")

    def compare_plain(self, decisions: int, seed: int = 0, progress: Progress | None = None) -> Report:
        """Play `decisions` compiled and again in plain Python, and compare them byte for byte."""

        return compare_plain(self, decisions, seed, progress)


def soak_of(game: Registration) -> Soak:
    """Return the default soak of a game, in which all its bots play with every number of players.

    A short soak plays with every number of players, a long one also with every value of a flag or a choice.
    """
    rules = game.make_rules({})
    if not isinstance(rules, CompiledRules):
        raise BadSetup(f"{game.name} cannot be soaked because its rules are not compiled; use `check_game` instead")
    made_by = (f"{__name__}:soak_named", game.name, game.home)
    return Soak(rules.engine, lambda: cases_of(game), bots=tuple(rules.bots.values()), made_by=made_by)


def soak_named(name: str, home: str) -> Soak:
    """Return the soak of a game that need not be registered in this process."""
    return soak_of(known_as(name, home))


def _by_hand(report: Report, case: Way, seed: int) -> None:
    """Check the laws of all games by playing with a `Game`."""
    with suppress(BrokenRules):  # the kernels report it
        for broken in check(case.rules, seed=seed, plies=_BY_HAND, every=10):
            report.violations.append(SoakViolation(f"{broken.law}, {broken.what}", case, broken.seed, broken.moves))
