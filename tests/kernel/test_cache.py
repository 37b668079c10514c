"""Where machine code is kept: it is run when it is read, so nobody else may have put it there."""

from __future__ import annotations

import os
import stat
import sys
from types import SimpleNamespace

import pytest

from guildhall.kernel.compiler import cache

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders have no modes there")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home and a temporary folder, with nothing else said about where machine code is to be kept."""
    places = {name: tmp_path / name for name in ("home", "temporary")}
    places["home"].mkdir(mode=0o700)
    places["temporary"].mkdir()
    places["temporary"].chmod(0o1777)
    monkeypatch.delenv("GUILDHALL_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(places["home"]))
    monkeypatch.setattr("tempfile.tempdir", str(places["temporary"]))
    monkeypatch.setattr(cache.atexit, "register", lambda *_, **__: None)
    return places["home"]


def root():
    """The folder, looked for anew."""
    return cache.cache_root.__wrapped__()


def temporary(home):
    return home.parent / "temporary" / f"guildhall-kernels-{os.getuid()}"


def is_fresh(found, home):
    return found.parent == home.parent / "temporary" and found != temporary(home) and not list(found.iterdir())


def mode_of(folder):
    return stat.S_IMODE(folder.stat().st_mode)


def test_it_is_a_folder_of_the_home_for_us_alone(home):
    assert root() == cache.asked_root() == home / ".cache" / "guildhall"
    assert mode_of(root()) == 0o700


def test_a_folder_of_the_home_that_others_can_read_is_used_all_the_same(home):
    root().chmod(0o755)

    assert root() == home / ".cache" / "guildhall"


@pytest.mark.parametrize("mode", [0o777, 0o757])
def test_where_others_can_write_a_temporary_folder_of_our_own_is_used(home, mode):
    root().chmod(mode)

    assert root() == temporary(home)
    assert mode_of(root()) == 0o700
    assert root() == temporary(home)


def test_where_others_can_exchange_the_folder_a_temporary_one_is_used(home):
    assert root()
    (home / ".cache").chmod(0o777)

    assert root() == temporary(home)


def test_a_temporary_folder_that_others_can_look_into_or_write_is_not_ours(home):
    (home / ".cache").mkdir(mode=0o777)
    (home / ".cache").chmod(0o777)
    temporary(home).mkdir()
    temporary(home).chmod(0o755)

    assert is_fresh(root(), home)
    assert mode_of(root()) == 0o700


def test_a_link_in_the_temporary_folder_is_not_followed(home, tmp_path):
    (home / ".cache").mkdir()
    (home / ".cache").chmod(0o777)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    temporary(home).symlink_to(tmp_path / "elsewhere")

    assert is_fresh(root(), home)


def test_a_temporary_folder_of_somebody_else_is_not_used(home, monkeypatch):
    (home / ".cache").mkdir()
    (home / ".cache").chmod(0o777)
    theirs = temporary(home)
    assert root() == theirs
    us = os.getuid()
    monkeypatch.setattr(cache, "_is_ours", lambda folder, **_: False)

    assert is_fresh(root(), home)
    monkeypatch.undo()
    monkeypatch.setattr(os, "getuid", lambda: us + 1)
    assert not cache._is_ours(theirs)


def test_a_temporary_folder_without_the_sticky_bit_is_no_safe_way(home):
    (home / ".cache").mkdir()
    (home / ".cache").chmod(0o777)
    (home.parent / "temporary").chmod(0o777)

    assert is_fresh(root(), home)


def test_a_folder_that_is_named_is_taken_as_it_is(home, tmp_path, monkeypatch):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    monkeypatch.setenv("GUILDHALL_CACHE", str(tmp_path / "shared"))

    assert root() == tmp_path / "shared"


def test_machine_code_of_another_maker_is_not_met(tmp_path, monkeypatch):
    kernels, maker = tmp_path / "kernels.py", tmp_path / "maker.py"
    kernels.touch()
    maker.touch()
    monkeypatch.setattr(cache, "_COMPILER", [maker])
    before = cache._fingerprint(frozenset([kernels]))
    maker.write_text("inline = 1300")
    cache._fingerprint.cache_clear()

    assert cache._fingerprint(frozenset([kernels])) != before


@pytest.mark.parametrize("packages", ["site-packages", "dist-packages"])
def test_packages_of_another_environment_are_no_sources_but_modules_beside_a_game_are(tmp_path, monkeypatch, packages):
    (tmp_path / packages).mkdir()
    for name, folder in (("far_away", tmp_path / packages), ("near_by", tmp_path)):
        (folder / f"{name}.py").write_text("STEPS = 3\n")
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(__file__=str(folder / f"{name}.py")))
    game = tmp_path / "game_of_steps.py"
    game.write_text("from far_away import STEPS as FAR\nfrom near_by import STEPS as NEAR\n")

    assert cache.sources_of(game) == {game, tmp_path / "near_by.py"}
