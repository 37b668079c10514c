"""One source, two ways to run it: compiled and as plain Python, equal byte for byte."""

from __future__ import annotations

import pytest

from guildhall.testing import soak
from guildhall.testing.soak import Chain, play_chain
from tests.games.guildhall.soak import FORMS, Case, compare_plain


@pytest.mark.slow
def test_compiled_and_plain_rules_play_the_same_games_byte_for_byte():
    report = compare_plain(3000, seed=21)

    assert report.ok, str(report)
    assert report.decisions >= 3000
    assert set(report.by_form) == set(FORMS)


def test_a_chain_has_a_digest_for_every_ply_and_depends_on_the_seed():
    case = Case("old-world", 3)
    one, again, other = play_chain(case, 5, 60), play_chain(case, 5, 60), play_chain(case, 6, 60)

    assert one == again
    assert len(one.digests) == len(one.moves) >= one.decisions == 60
    assert one.digests[30:] != other.digests[30:]


def forged(chain: Chain) -> Chain:
    return Chain(chain.decisions, chain.moves, [*chain.digests[:20], "0" * 16, *chain.digests[21:]])


def test_a_difference_is_reported_with_the_ply_where_it_began():
    case, chain = Case("masters", 2), play_chain(Case("masters", 2), 5, 60)
    (found,) = soak._differences(case, 5, chain, forged(chain))

    assert len(found.moves) == 21
    assert found.game().ply == 21
    assert list(soak._differences(case, 5, chain, chain)) == []


def test_a_plain_game_that_stops_early_is_a_difference():
    case, chain = Case("small", 2), play_chain(Case("small", 2), 5, 60)
    (found,) = soak._differences(case, 5, chain, Chain(10, chain.moves[:10], chain.digests[:10]))

    assert len(found.moves) == 11


def test_an_error_in_plain_mode_is_reported():
    case, chain = Case("small", 2), play_chain(Case("small", 2), 5, 60)
    (found,) = soak._differences(case, 5, chain, Chain(error="RuntimeWarning: overflow"))

    assert "RuntimeWarning: overflow" in found.law


def test_a_plain_process_that_dies_is_reported(monkeypatch):
    monkeypatch.setattr(soak, "_CHILD", "raise SystemExit('no such thing')")
    report = compare_plain(100)

    assert not report.ok
    assert "no such thing" in str(report)


def test_an_interrupted_comparison_gives_what_was_done():
    def stop(done, total):
        raise KeyboardInterrupt

    report = compare_plain(100_000, seed=1, progress=stop)

    assert report.ok
    assert report.games == 1
    assert report.decisions < 100_000


def test_the_plain_process_runs_without_the_compiler_and_with_warnings_as_errors(monkeypatch, tmp_path):
    ask = "import json, sys, numba; print(json.dumps({'error': f'{numba.config.DISABLE_JIT} {sys.warnoptions}'}))"
    monkeypatch.setattr(soak, "_CHILD", ask)
    report = compare_plain(100)

    assert "1 ['error']" in report.violations[0].law
