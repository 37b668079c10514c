"""Kernels compiled as one program: entry points share an image, stored whole or made again; nothing else changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import config

from guildhall.kernel.compiler import kernel_with, kernels, way
from tests.example import market_day

PLAYED = """
import numpy as np
from guildhall.kernel.chance import series
from tests.example.market_day import GAME
rules = GAME.make_rules({})
games = rules.play_games(series(3, 0, 50), np.stack([rules.weights("random")] * len(rules.seats)))
print({name: column.tolist() for name, column in sorted(games.items())})
"""

whole_only = pytest.mark.skipif(
    config.DISABLE_JIT or not way().is_whole, reason="kernels run as plain Python or are compiled each by itself"
)


def images(folder: Path) -> list[Path]:
    return sorted(folder.glob("cache/image-*/image"))


TOLD = "from guildhall.kernel.compiler import on_progress; told = []; on_progress(lambda name, n: told.append(name));"
TOGETHER = "import tiny; together = tiny.EntryPoints(lambda: [together.add(k) for k in (tiny.twice, tiny.thrice)]);"


@whole_only
def test_entry_points_that_belong_together_share_an_image(run, tmp_path):
    together = (
        f"{TOLD} import tiny; points = tiny.EntryPoints(lambda: [points.add(k) for k in (tiny.twice, tiny.thrice)]);"
    )
    use = "tiny.twice.entry_points = points; print(tiny.twice(4), tiny.thrice(5), told)"

    assert run(together + use) == "8 15 ['twice', 'thrice']"
    assert len(images(tmp_path)) == 1
    assert run(f"{TOLD} import tiny; print(tiny.thrice(5), tiny.twice(4), told)") == "15 8 []"


@whole_only
@pytest.mark.parametrize(
    "harm", [lambda whole: whole[:-100], lambda whole: b"{}\n" + whole, lambda whole: b""], ids=["cut", "odd", "empty"]
)
def test_a_damaged_image_is_made_anew(run, tmp_path, harm):
    run("import tiny; tiny.thrice(5)")
    image = images(tmp_path)[0]
    image.write_bytes(harm(image.read_bytes()))

    assert run(f"{TOLD} import tiny; print(tiny.thrice(5), told)") == "15 ['twice', 'thrice']"
    assert run(f"{TOLD} import tiny; print(tiny.thrice(5), told)") == "15 []"


@whole_only
def test_another_machine_has_an_image_of_its_own(run, tmp_path):
    run("import tiny; tiny.thrice(5)")

    assert run(f"{TOLD} import tiny; print(tiny.thrice(5), told)", NUMBA_CPU_NAME="generic").endswith("thrice']")
    assert len(images(tmp_path)) == 2
    assert run(f"{TOLD} import tiny; print(tiny.thrice(5), told)") == "15 []"


@whole_only
def test_without_room_on_the_disk_it_runs_all_the_same(run, tmp_path):
    full = "import os; os.replace = lambda *_, **__: (_ for _ in ()).throw(OSError());"

    assert run(f"{full} import tiny; print(tiny.thrice(5))") == "15"
    assert not images(tmp_path)
    assert not list(tmp_path.glob("cache/*/.*"))


def test_each_by_itself_plays_the_same_games(project_root):
    def played(**environment: str) -> str:
        command = [sys.executable, "-c", PLAYED]
        done = subprocess.run(
            command, cwd=project_root, env=os.environ | environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    games = played(GUILDHALL_COMPILE="each")

    assert "'winners'" in games
    assert games == played()


@pytest.mark.parametrize(
    ("version", "is_whole"), [((0, 68), True), ((0, 62), True), ((0, 61), False), ((0, 69), False), ((1, 0), False)]
)
def test_only_tested_versions_of_numba_compile_one_program(monkeypatch, version, is_whole):
    monkeypatch.setattr(kernels, "VERSION", version)
    monkeypatch.setattr(kernels.sys, "platform", "linux")
    monkeypatch.delenv("GUILDHALL_COMPILE", raising=False)
    way.cache_clear()
    try:
        assert way().is_whole is is_whole
        assert "numba 0.62 to 0.68" in way().reason
    finally:
        way.cache_clear()


def test_on_other_systems_kernels_are_compiled_one_by_one(monkeypatch):
    monkeypatch.setattr(kernels, "VERSION", (0, 68))
    monkeypatch.setattr(kernels.sys, "platform", "darwin")
    monkeypatch.delenv("GUILDHALL_COMPILE", raising=False)
    way.cache_clear()
    try:
        assert way() == (False, "one program needs Linux")
    finally:
        monkeypatch.undo()
        way.cache_clear()


@whole_only
def test_memory_in_between_does_not_part_an_image(run):
    """Its parts reach each other by 32 bits, so they must lie together, wherever there is room."""
    hoard = """
import mmap
kept = []
def hoard():
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)
    kept.append(mmap.mmap(-1, 5 << 30, flags=flags))
import tiny
hoard(); print(tiny.twice(4)); hoard(); print(tiny.thrice(5)); hoard()
"""

    assert run(hoard + PLAYED).splitlines() == ["8", "15", *run(PLAYED).splitlines()]


def test_the_way_that_is_asked_for_is_taken(monkeypatch):
    monkeypatch.setenv("GUILDHALL_COMPILE", "each")
    way.cache_clear()
    try:
        assert way() == (False, "requested by GUILDHALL_COMPILE")
    finally:
        monkeypatch.undo()
        way.cache_clear()


@pytest.mark.parametrize("called_before", [True, False])
def test_a_function_of_ones_own_calls_kernels(called_before):
    state, rules = market_day.GAME.make_rules({}).start(1), market_day.GAME.make_rules({}).compiled
    offer = market_day.MarketDayRules.engine.entry.offer_at
    opts = np.zeros(market_day.MarketDayEngine.most_options, np.int64)
    expected = offer(state, 0, rules, opts) if called_before else None

    @numba.njit
    def own(states, compiled, options):
        return offer(states, 0, compiled, options)

    n = own(state, rules, opts)
    assert n == (offer(state, 0, rules, opts) if expected is None else expected)


@whole_only
def test_switches_of_the_compiler_are_put_back(run):
    note = "from llvmlite import binding; told = {}; set_option = binding.set_option\n"
    note += "def noted(by, said): told.setdefault(said.split('=')[0], []).append(said); set_option(by, said)\n"
    note += "binding.set_option = noted\n"
    ask = "import tiny; tiny.thrice(5)\nfrom guildhall.kernel.compiler.numba_program import _SWITCHES as s\n"
    put_back = (
        "print(told == {f'--{n}': [f'--{n}={ours}', f'--{n}={usual}'] for n, (ours, usual) in s.items()}, len(told))"
    )

    assert run(note + ask + put_back) == "True 3"


@whole_only
def test_only_kernels_have_no_negative_indices(run):
    ask = "import numpy as np, numba, tiny; numbers = np.arange(3)"
    own = f"{ask}; print(numba.njit(lambda numbers: numbers[-1])(numbers))"
    in_kernel = f"{ask}\ntry: tiny.last(numbers, -1)\nexcept IndexError: print('refused')"

    assert run(own) == "2"
    assert run(in_kernel, NUMBA_BOUNDSCHECK="1") == "refused"


def test_what_the_short_way_cannot_do_the_usual_one_does():
    @kernel_with()
    def with_a_function_inside(n: int) -> int:
        def twice(number):
            return 2 * number

        return twice(n)

    assert with_a_function_inside(4) == 8
