"""Templates bound to games: each has its own functions, machine code, and a folder that follows its sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from guildhall.kernel.annotations import Ints, Rules, State, Weights
from guildhall.kernel.compiler import KernelError, bound_directory, kernel_with, record, sources_of
from guildhall.kernel.log import empty_log, log_event, rows_of
from guildhall.kernel.templates import batch, bind, bots
from tests.example import market_day

#: Templates that call, or call what calls, a game's `value_of`.
DEPENDING = (("bots", "decide"), ("batch", "play_games"), ("batch", "roll_out"), ("soak", "soak_game"))


def python(function):
    return getattr(function, "py_func", function)


def test_two_games_have_two_copies_of_one_source():
    from guildhall.games.guildhall.engine.engine import ENGINE

    one, other = market_day.MarketDayRules.engine.entry, ENGINE.entry

    assert one.offer is market_day.offer
    assert one.offer_at is not other.offer_at
    assert python(one.offer_at).__code__ is python(other.offer_at).__code__


def test_a_game_overrules_a_default():
    kernel = market_day.kernel

    @kernel
    def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:  # noqa: N803
        return 7.0

    assert bind(bots, kernel, "market-day", offer=market_day.offer, value_of=value_of).value_of is value_of
    assert bind(bots, kernel, "market-day", offer=market_day.offer).value_of is not value_of


def test_machine_code_depends_on_the_template_and_on_the_files_of_all_parts():
    bound = market_day.MarketDayRules.engine.batch.play_games
    sources = {path.name for path in python(bound).sources}

    assert {"market_day.py", "batch.py", "bots.py", "play.py", "log.py", "kernels.py"} <= sources


def test_what_was_typed_in_is_never_kept_nor_what_depends_on_it():
    typed = """
from guildhall.kernel.annotations import Rules, State, Weights

@kernel
def value_of(s: State, R: Rules, W: Weights, b: int, code: int) -> float:
    return float(code)
"""
    space = {"kernel": market_day.kernel}
    exec(compile(typed, "<cell 1>", "exec"), space)

    class Typed(market_day.MarketDayEngine):
        def deciding(self):
            return {"value_of": space["value_of"]}

    engine = Typed()
    assert [python(getattr(getattr(engine, group), name)).sources for group, name in DEPENDING] == [None] * 4
    assert python(engine.entry.offer_at).sources


def test_two_functions_of_one_file_have_two_folders_and_so_has_what_calls_them():
    kernel = market_day.kernel

    @kernel
    def low(s: State, R: Rules, W: Weights, b: int, code: int) -> float:  # noqa: N803
        return float(-code)

    @kernel
    def high(s: State, R: Rules, W: Weights, b: int, code: int) -> float:  # noqa: N803
        return float(code)

    class Low(market_day.MarketDayEngine):
        def deciding(self):
            return {"value_of": low}

    class High(market_day.MarketDayEngine):
        def deciding(self):
            return {"value_of": high}

    one, other = Low(), High()
    for group, name in DEPENDING:
        folders = {python(getattr(getattr(engine, group), name)).folder for engine in (one, other)}
        assert len(folders) == 2, name
    assert python(one.entry.offer_at).folder == python(other.entry.offer_at).folder


def test_another_number_or_another_text_is_another_folder(tmp_path):
    source = tmp_path / "part.py"
    source.write_text("from guildhall.kernel.log import log_event\n")
    sources = sources_of(source)
    assert {path.name for path in sources} >= {"part.py", "log.py", "kernels.py"}

    one = bound_directory("game", sources, "1")
    assert one == bound_directory("game", sources, "1")
    assert one != bound_directory("game", sources, "2")
    other = tmp_path / "other.py"
    other.write_text("from guildhall.kernel.log import clear\n")
    assert one != bound_directory("game", sources_of(other), "1")


def test_modules_beside_one_and_modules_of_a_package_are_found(tmp_path):
    (tmp_path / "rules.py").write_text("from .state import kernel\nfrom guildhall.kernel import log\n")
    (tmp_path / "state.py").write_text("import numpy\n")

    assert {path.name for path in sources_of(tmp_path / "rules.py")} >= {"rules.py", "state.py", "log.py"}
    assert sources_of(Path("<console>")) is None


def test_another_process_compiles_nothing_anew(project_root):
    ask = (
        "from guildhall.kernel.compiler import on_progress; from tests.example.market_day import FETCH, GAME;"
        "told = []; on_progress(lambda name, number: told.append(name));"
        "rules = GAME.make_rules({}); state = rules.start(1); rules.apply(state, FETCH);"
        "rules.choose(state, rules.weights('random'), rules.coins(state['rng'])[:1]); print(told)"
    )
    runs = [subprocess.run([sys.executable, "-c", ask], cwd=project_root, capture_output=True, text=True) for _ in "ab"]

    assert runs[1].stdout.strip() == "[]", runs[1].stderr


def test_a_log_that_is_not_wanted_tells_nothing_and_loses_nothing():
    log = empty_log()
    log_event(log, 1, 0, 0, 0, 0)

    assert list(rows_of(log, {})) == []


def test_an_unbound_template_says_what_it_needs():
    with pytest.raises(NotImplementedError, match=r"points\(s, R, seat\)"):
        batch.points(None, None, 0)


def test_an_annotation_that_the_compiler_does_not_know_is_named():
    with pytest.raises(KernelError, match=r"twice has the unknown annotation 'Number'; the known ones are .*Ints"):

        @kernel_with()
        def twice(n: Number) -> int:  # noqa: F821
            return 2 * n


def test_what_the_compiler_cannot_do_is_said_in_a_line():
    kernel = market_day.kernel

    @kernel
    def first(cards: Ints) -> int:
        return int(cards[0])

    @kernel
    def hands_on(s: State) -> int:
        return first(s.unseen)

    @kernel
    def copies(s: State) -> None:
        s.held[:] = s.points

    state = market_day.GAME.make_rules({}).start(1)
    with pytest.raises(KernelError, match=r"hands_on: .*pass the record"):
        hands_on(state[0])
    with pytest.raises(KernelError, match=r"copies: a kernel cannot create arrays; .* write a loop"):
        copies(state[0])


def test_a_kernel_takes_a_record_that_has_more_fields_behind_its_own():
    short = np.dtype((np.record, [("n", np.int64), ("each", np.int16, 3)]))
    long = np.dtype((np.record, [*short.descr, ("more", np.int64)]))
    other = np.dtype((np.record, [("m", np.int64), *short.descr]))
    kernel = kernel_with(Short=record(short), Long=record(long), Other=record(other))

    @kernel
    def count(s: Short) -> int:  # noqa: F821
        s.n += 1
        return int(s.n + s.each[2])

    @kernel
    def count_more(s: Long) -> int:  # noqa: F821
        return int(count(s) + s.more)

    @kernel
    def count_other(s: Other) -> int:  # noqa: F821
        return int(count(s))

    made = np.zeros(1, long)
    made["each"], made["more"] = 5, 100
    assert (count_more(made[0]), made["n"][0]) == (106, 1)
    with pytest.raises(KernelError, match="count_other"):
        count_other(np.zeros(1, other)[0])


def test_annotations_must_stay_words():
    space = {"kernel": kernel_with()}
    code = compile("@kernel\ndef twice(n: int) -> int:\n    return 2 * n", "typed", "exec", dont_inherit=True)
    with pytest.raises(KernelError, match="from __future__ import annotations"):
        exec(code, space)


def test_imports_are_found_wherever_they_stand(tmp_path):
    (tmp_path / "state.py").write_text("")
    (tmp_path / "log.py").write_text("")
    (tmp_path / "rules.py").write_text('"""Says:\n\ndef f\n"""\nfrom .state import x\n\n\ndef f():\n    pass\n')
    (tmp_path / "late.py").write_text("def f():\n    pass\n\n\nfrom .log import y\n")

    assert {path.name for path in sources_of(tmp_path / "rules.py")} == {"rules.py", "state.py"}
    assert {path.name for path in sources_of(tmp_path / "late.py")} == {"late.py", "log.py"}


def test_a_field_that_a_record_does_not_have_is_named():
    @market_day.kernel
    def sum_up(s: State) -> int:
        return int(s.unsen[0])

    @market_day.kernel
    def change(s: State) -> None:
        s.lefd = 3

    state = market_day.GAME.make_rules({}).start(1)
    with pytest.raises(KernelError, match=r"sum_up: .*unsen.*unseen"):
        sum_up(state[0])
    with pytest.raises(KernelError, match=r"change: .*lefd.*left"):
        change(state[0])
