"""`guildhall doctor`: each check says ok, or what is wrong and what to do."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError

import pytest

from guildhall.cli import doctor
from guildhall.games import registration
from guildhall.kernel import compiler
from guildhall.testing import Report, Soak, SoakViolation, cases_of


def test_a_sound_installation_is_well(guildhall):
    done = guildhall("doctor")

    assert done.code == 0
    assert "ok Python 3." in done.out
    assert "ok a game of" in done.out
    assert "compiled rules are stored in" in done.out
    assert done.out.endswith("All is well.")


def test_it_says_how_the_rules_are_compiled_and_why(guildhall, monkeypatch):
    assert "ok each game's rules are compiled as one program (tested with numba" in guildhall("doctor").out

    monkeypatch.setattr(compiler, "way", lambda: compiler.Way(False, "numba 9.9 was not tested"))
    assert "note each kernel is compiled separately, which is slower: numba 9.9" in guildhall("doctor").out


def test_a_missing_package_is_a_problem_with_advice(guildhall, monkeypatch):
    def version(name):
        if name in ("numba", "jupyterlab"):
            raise PackageNotFoundError(name)
        return "1.0"

    needed = ["numba>=0.61", "rich>=13.7", 'altair>=5.5; extra == "lab"']
    monkeypatch.setattr(doctor, "requires", lambda _: needed)
    monkeypatch.setattr(doctor, "version", version)

    done = guildhall("doctor")

    assert done.code == 1
    assert "problem packages are missing: numba python -m pip install guildhall-kit" in done.out
    assert 'note JupyterLab is not installed for notebooks: python -m pip install "guildhall-kit[lab]"' in done.out
    assert done.out.endswith("1 problem found.")


def test_packages_are_listed_with_their_versions(monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda _: ["numba>=0.61", "rich>=13.7"])
    monkeypatch.setattr(doctor, "version", lambda name: "1.0")

    assert [str(finding) for finding in doctor._packages()] == ["ok       numba 1.0, rich 1.0"]


def test_an_old_python_is_a_problem(guildhall, monkeypatch):
    monkeypatch.setattr(doctor, "OLDEST_PYTHON", (99, 0))

    assert "guildhall needs Python" in guildhall("doctor").out


def test_a_cache_that_is_only_temporary_is_a_problem(guildhall, monkeypatch, tmp_path):
    monkeypatch.setattr("guildhall.kernel.compiler.cache_root", lambda: tmp_path / "guildhall-kernels")

    done = guildhall("doctor")

    assert done.code == 1
    assert "set GUILDHALL_CACHE to a folder that only you can write to" in done.out


def test_a_check_that_breaks_is_a_problem_and_the_others_go_on(guildhall, monkeypatch):
    def broken(game):
        raise RuntimeError("no such instruction")

    monkeypatch.setattr("guildhall.cli.doctor.warm_up", broken)

    done = guildhall("doctor")

    assert done.code == 1
    assert "problem RuntimeError: no such instruction" in done.out
    assert "the terminal" in done.out


def test_a_terminal_without_utf8_is_noted(monkeypatch):
    class Plain:
        encoding = "cp1252"

    monkeypatch.setattr(sys, "stdout", Plain())
    findings = list(doctor._encoding())

    assert [finding.state for finding in findings] == ["note"]
    assert "PYTHONUTF8=1" in findings[0].advice


def test_plain_python_is_noted(guildhall, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    assert "NUMBA_DISABLE_JIT is set" in guildhall("doctor").out


# The soak


def test_a_soak_plays_on_under_every_law(guildhall):
    done = guildhall("doctor", "--soak", "2000", "--seed", "3")

    assert done.code == 0
    assert " decisions, " in done.out
    assert "compared with plain Python: " in done.out


def stub(monkeypatch, **facts):
    """A soak with this result."""

    def run(soak, decisions, seed, progress):
        report = Report(decisions, decisions=facts["decisions"])
        report.violations += facts.get("violations", [])
        return report

    monkeypatch.setattr(Soak, "run", run)


def test_a_broken_law_is_a_problem(guildhall, monkeypatch):
    case = cases_of(registration("guildhall"))[0]
    stub(monkeypatch, decisions=500, violations=[SoakViolation("a card was lost", case, 7, (1, 2))])

    done = guildhall("doctor", "--soak", "500")

    assert done.code == 1
    assert "a card was lost" in done.out


def test_a_soak_that_is_stopped_tells_what_was_done(guildhall, monkeypatch):
    stub(monkeypatch, decisions=300)

    done = guildhall("doctor", "--soak", "500")

    assert done.code == 130
    assert "300 of 500 decisions" in done.out


@pytest.mark.parametrize("game", ["advyria", "guild-master", "hundred-halls"])
def test_any_game_can_be_soaked(guildhall, game):
    done = guildhall("doctor", "--soak", "500", "--game", game)

    assert done.code == 0
    assert " decisions" in done.out
