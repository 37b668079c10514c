"""Machine code is read only as this user wrote it: anything else is compiled again, with one line that says so."""

from __future__ import annotations

import os
import pickle
import platform
import shutil
import stat
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from numba import config

from guildhall.kernel.compiler import cache, numba_inside, sealed, way

pytestmark = pytest.mark.skipif(
    config.DISABLE_JIT or sys.platform == "win32", reason="nothing is compiled, or files have no modes"
)
whole_only = pytest.mark.skipif(not way().is_whole, reason="kernels are compiled each by itself")

WAYS = [pytest.param("", marks=whole_only, id="whole"), "each"]
TOLD = "from guildhall.kernel.compiler import on_progress; told = []; on_progress(lambda name, n: told.append(name));"
USE = f"{TOLD} import tiny; print(tiny.thrice(5), tiny.twice(4), bool(told))"


@pytest.fixture(scope="module")
def compiled(run_beside, tmp_path_factory):
    """Folders with the cache of the tiny kernels, one for each way to compile."""
    made = {}

    def compiled(asked):
        if asked not in made:
            made[asked] = tmp_path_factory.mktemp("compiled")
            assert run_beside(made[asked], USE, GUILDHALL_COMPILE=asked).stdout == "15 8 True\n"
            assert run_beside(made[asked], USE, GUILDHALL_COMPILE=asked).stdout == "15 8 False\n"
        return made[asked] / "cache"

    return compiled


@pytest.fixture
def copied(compiled, tmp_path):
    """A copy of such a cache, to be damaged, as its files of code and its key."""

    def copied(asked):
        shutil.copytree(compiled(asked), tmp_path / "cache")
        return code_in(tmp_path)

    return copied


def code_in(folder):
    return sorted(path for path in folder.glob("cache/*/**/*") if path.is_file())


# --- Damage of every kind ---

FLIP = """
import sys
from pathlib import Path
from guildhall.kernel.compiler.program import Image
for file in map(Path, sys.argv[1:] or FILES):
    whole = file.read_bytes()
    head = whole.find(b"}\\n") + 2
    for at in [*range(head), *range(head, len(whole), 61)]:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1:])
        assert Image.load(file) is None, (file, at)
    file.write_bytes(whole)
    assert Image.load(file) is not None
print("all refused")
"""


@whole_only
def test_every_flipped_bit_of_an_image_is_noticed_before_it_is_loaded(run_beside, copied, tmp_path):
    images = [str(file) for file in copied("") if file.name == "image"]
    done = run_beside(tmp_path, FLIP.replace("FILES", repr(images)))

    assert images
    assert done.stdout == "all refused\n", done.stderr
    assert len(done.stderr.splitlines()) == 1


FLIP_POINTERS = """
import tiny
from pathlib import Path
from guildhall.kernel.compiler import program
for kernel in (tiny.twice, tiny.thrice):
    file = kernel._pointer(kernel.folder)
    text = file.read_bytes()
    for at in range(len(text)):
        for bit in range(8):
            file.write_bytes(text[:at] + bytes([text[at] ^ 1 << bit]) + text[at + 1:])
            assert kernel._kept() is None, (file, at)
    assert not any(program._loaded.values())
    file.write_bytes(text)
print(tiny.thrice(5), tiny.twice(4))
"""


@whole_only
def test_every_flipped_bit_of_a_pointer_is_noticed(run_beside, copied, tmp_path):
    copied("")
    done = run_beside(tmp_path, FLIP_POINTERS)

    assert done.stdout == "15 8\n", done.stderr
    assert len(done.stderr.splitlines()) == 1


def cut(files):
    for file in files:
        file.write_bytes(file.read_bytes()[:-1])


def empty(files):
    for file in files:
        file.write_bytes(b"")


def no_text(files):
    for file in files:
        file.write_bytes(b"\xff\xfe\x80" * 20)


def lengthen(files):
    for file in files:
        file.write_bytes(file.read_bytes() + b"\0")


def swap(files):
    """Every file in the place of the next one of its kind."""
    for ending in {file.suffix for file in files}:
        alike = [file for file in files if file.suffix == ending]
        contents = [file.read_bytes() for file in alike]
        for file, content in zip(alike, contents[1:] + contents[:1], strict=True):
            file.write_bytes(content)


def link(files):
    """Links to the very same content."""
    for file in files:
        file.rename(file.with_name(f"{file.name}.away"))
        file.symlink_to(file.with_name(f"{file.name}.away"))


def pipe(files):
    for file in files:
        file.unlink()
        os.mkfifo(file)


def other_key(files):
    key = next(files[0].parent.parent.glob("key-*"))
    key.write_bytes(bytes(32))


def no_key(files):
    next(files[0].parent.parent.glob("key-*")).unlink()


def bad_key(files):
    next(files[0].parent.parent.glob("key-*")).write_bytes(b"\xff")


HARMS = [
    *(pytest.param("", harm, marks=whole_only) for harm in (cut, empty, no_text, lengthen, swap, link, pipe, bad_key)),
    *(("each", harm) for harm in (cut, no_text, swap, link, other_key, no_key)),
]


@pytest.mark.parametrize(
    ("asked", "harm"), HARMS, ids=lambda part: part or "whole" if isinstance(part, str) else part.__name__
)
def test_damage_means_compiling_again_with_one_line(run_beside, copied, tmp_path, asked, harm):
    harm(copied(asked))
    done = run_beside(tmp_path, USE, GUILDHALL_COMPILE=asked)

    assert done.stdout == "15 8 True\n", done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("guildhall: machine code: ")
    assert "compiling" in done.stderr


@pytest.mark.parametrize("asked", WAYS)
def test_what_is_compiled_again_is_kept_again(run_beside, copied, tmp_path, asked):
    link(copied(asked))
    other_key(code_in(tmp_path))
    run_beside(tmp_path, USE, GUILDHALL_COMPILE=asked)
    again = run_beside(tmp_path, USE, GUILDHALL_COMPILE=asked)

    assert (again.stdout, again.stderr) == ("15 8 False\n", "")


@pytest.mark.parametrize("asked", WAYS)
def test_a_pickle_of_somebody_else_is_not_opened(run_beside, tmp_path, asked):
    class Hostile:
        def __reduce__(self):
            return Path.touch, (tmp_path / "opened",)

    run_beside(tmp_path, USE, GUILDHALL_COMPILE=asked)  # not copied: numba finds its own files by their place
    for file in code_in(tmp_path):
        file.write_bytes(pickle.dumps(Hostile()))

    assert run_beside(tmp_path, USE, GUILDHALL_COMPILE=asked).stdout == "15 8 True\n"
    assert not (tmp_path / "opened").exists()


@whole_only
def test_an_entry_point_that_was_lost_is_found_in_the_image_that_is_loaded(run_beside, tmp_path):
    points = "tiny.EntryPoints(lambda: [together.add(k) for k in (tiny.twice, tiny.thrice)])"
    together = f"{TOLD} import tiny; together = {points};"
    use = "together.find_all(); print(tiny.twice(4), tiny.thrice(5), bool(told))"
    assert run_beside(tmp_path, together + use).stdout == "8 15 True\n"
    next(tmp_path.glob("cache/*/thrice.entry")).write_bytes(b"\xff")

    assert run_beside(tmp_path, together + use).stdout == "8 15 False\n"
    assert run_beside(tmp_path, together + use).stderr == ""


# --- Files and the key ---


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A cache folder of its own, with whatever is reported."""
    monkeypatch.setattr(sealed, "cache_root", lambda: tmp_path / "root")
    monkeypatch.setattr(sealed, "_reported", False)
    (tmp_path / "root").mkdir(mode=0o700)
    return tmp_path / "root"


def fresh_key(root):
    return sealed._key.__wrapped__(root)


def test_what_is_sealed_is_read(root):
    assert sealed.write(root / "a-1" / "x", b"code")
    assert sealed.read(root / "a-1" / "x") == b"code"
    assert sealed.read(root / "a-1" / "y") is None
    assert [path.name for path in (root / "a-1").iterdir()] == ["x"]


def test_the_key_is_random_and_for_its_owner_only(root, tmp_path):
    (tmp_path / "other").mkdir()
    key = fresh_key(root)
    file = root / f"key-{os.getuid()}"

    assert file.read_bytes() == key == fresh_key(root)
    assert len(key) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert fresh_key(tmp_path / "other") != key
    assert [path.name for path in root.iterdir()] == [file.name]


def test_many_at_once_make_one_key(root):
    barrier = threading.Barrier(8)

    def make(_):
        barrier.wait()
        return fresh_key(root)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(make, range(8)))) == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o622])
def test_a_key_that_others_may_know_is_replaced(root, mode):
    key = fresh_key(root)
    (root / f"key-{os.getuid()}").chmod(mode)

    assert fresh_key(root) != key
    assert stat.S_IMODE((root / f"key-{os.getuid()}").stat().st_mode) == 0o600


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_is_not_taken_for_the_key(root, tmp_path, is_there):
    elsewhere = tmp_path / "elsewhere"
    if is_there:
        elsewhere.write_bytes(bytes(32))
        elsewhere.chmod(0o600)
    (root / f"key-{os.getuid()}").symlink_to(elsewhere)

    assert fresh_key(root) not in (None, bytes(32))
    assert not (root / f"key-{os.getuid()}").is_symlink()
    assert elsewhere.exists() is is_there
    assert not is_there or elsewhere.read_bytes() == bytes(32)


def test_without_a_key_nothing_is_kept(root, capsys):
    (root / f"key-{os.getuid()}").mkdir()
    sealed._key.cache_clear()

    assert not sealed.write(root / "a-1" / "x", b"code")
    assert sealed.read(root / "a-1" / "x") is None
    assert "cannot store a key" in capsys.readouterr().err
    assert not (root / "a-1").exists()
    sealed._key.cache_clear()


def test_nothing_is_written_through_links(root, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "x").write_bytes(b"theirs")
    (root / "a-1").symlink_to(elsewhere)
    (root / "b-1").mkdir()
    (root / "b-1" / "x").symlink_to(elsewhere / "x")
    (root / "c-1").mkdir()
    (root / "c-1" / "x").symlink_to(elsewhere / "new")

    assert not sealed.write(root / "a-1" / "x", b"code")
    assert sealed.write(root / "b-1" / "x", b"code")
    assert sealed.write(root / "c-1" / "x", b"code")
    assert [(path.name, path.read_bytes()) for path in elsewhere.iterdir()] == [("x", b"theirs")]
    assert sealed.read(root / "b-1" / "x") == b"code"


def test_a_folder_that_is_a_link_is_not_read(root, tmp_path, capsys):
    sealed.write(root / "a-1" / "x", b"code")
    (root / "a-1").rename(tmp_path / "a-1")
    (root / "a-1").symlink_to(tmp_path / "a-1")

    assert sealed.read(root / "a-1" / "x") is None
    assert "a folder that is a link" in capsys.readouterr().err


# --- Whose machine code it is ---


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        (platform, "python_version", lambda: "3.99.0"),
        (sys, "abiflags", "t"),
        (cache.sysconfig, "get_config_var", lambda name: "cpython-399d"),
        (numba_inside.llvm, "get_host_cpu_name", lambda: "another"),
        (numba_inside.llvm, "get_process_triple", lambda: "another"),
        (numba_inside.llvmlite, "__version__", "9.9"),
        (os, "getuid", lambda: 4242),
    ],
    ids=["version", "flags", "interface", "processor", "system", "llvmlite", "user"],
)
def test_another_python_machine_or_user_has_machine_code_of_its_own(tmp_path, monkeypatch, where, name, value):
    def fingerprint():
        cache._fingerprint.cache_clear()
        numba_inside.machine.cache_clear()
        return cache._fingerprint(frozenset([tmp_path / "kernels.py"]))

    (tmp_path / "kernels.py").touch()
    before = fingerprint()
    monkeypatch.setattr(where, name, value)
    another = fingerprint()
    monkeypatch.undo()

    assert another != before == fingerprint()
