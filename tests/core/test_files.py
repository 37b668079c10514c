"""Writing is all or nothing."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from guildhall.core import files
from guildhall.core.errors import CannotWrite, GuildhallError
from guildhall.records.archive import load, save_all


def test_what_is_written_can_be_read(tmp_path):
    for name in ("a", "a.gz", "a.zst"):
        files.write(tmp_path / name, b"words")

        assert files.read(tmp_path / name) == files.Content(b"words")
    assert (tmp_path / "a").read_bytes() == b"words"
    assert (tmp_path / "a.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert (tmp_path / "a.zst").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"


def test_the_same_content_makes_the_same_file(tmp_path):
    for name in ("a.gz", "b.gz", "a.zst", "b.zst"):
        files.write(tmp_path / name, b"words" * 100)

    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert (tmp_path / "a.zst").read_bytes() == (tmp_path / "b.zst").read_bytes()


def test_a_target_that_cannot_be_written_is_named_with_the_reason(tmp_path, played):
    target = tmp_path / "nowhere" / "game.json"

    with pytest.raises(CannotWrite, match=r"cannot write '.*game\.json': No such file or directory") as caught:
        played.record.save(target)
    assert isinstance(caught.value, GuildhallError)
    assert caught.value.path == str(target)


def test_a_folder_is_no_target(tmp_path, played):
    with pytest.raises(CannotWrite, match="Is a directory"):
        save_all(tmp_path, [played.record])
    assert list(tmp_path.parent.glob(f".{tmp_path.name}*")) == []


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_when_writing_fails_the_old_file_is_untouched_and_nothing_is_left_behind(tmp_path, played, monkeypatch, step):
    target = tmp_path / "game.json"
    target.write_bytes(b"old")

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(CannotWrite, match="No space left on device"):
        played.record.save(target)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert target.read_bytes() == b"old"


def test_ctrl_c_while_writing_leaves_nothing_behind(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "a", b"words")
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_refused_and_what_it_leads_to_is_untouched(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    for write in (lambda link: files.write(link, b"new"), files.check_writable):
        with pytest.raises(CannotWrite, match="it is a link, and links are not followed"):
            write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"old"


def test_looking_whether_a_file_can_be_written_leaves_nothing_behind(tmp_path):
    files.check_writable(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []

    for target in (tmp_path, "/", "."):
        with pytest.raises(CannotWrite, match="Is a directory"):
            files.check_writable(target)


def test_a_free_path_is_one_at_which_there_is_nothing(tmp_path):
    stem = tmp_path / "game.old"
    assert files.free_path(stem, ".json") == tmp_path / "game.old.json"

    (tmp_path / "game.old.json").write_bytes(b"")
    (tmp_path / "game.old-2.json").symlink_to(tmp_path / "nothing")
    assert files.free_path(stem, ".json") == tmp_path / "game.old-3.json"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot replace a file that is locked")
@pytest.mark.parametrize("is_there", [True, False])
def test_a_lock_passes_to_every_new_version_of_a_file(tmp_path, monkeypatch, is_there):
    path = tmp_path / "a.gz"
    if is_there:
        files.write(path, b"old")
    locked = files.LockedFile(path)
    for data in (b"new", b"newer"):
        locked.write(data)
        with pytest.raises(files.InUse):
            files.LockedFile(path)
    with monkeypatch.context() as patches:
        patches.setattr(files, "_write_through", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        with pytest.raises(CannotWrite, match="full"):
            locked.write(b"lost")
    with pytest.raises(files.InUse):
        files.LockedFile(path)
    locked.close()
    files.LockedFile(path).close()

    assert files.read(path).data == b"newer"
    assert [each.name for each in tmp_path.iterdir()] == ["a.gz"]


def test_permissions_stay_as_they_were(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    files.write(tmp_path / "a", b"new")

    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_killed_process_leaves_the_old_file_or_the_new_one(tmp_path, played):
    target = tmp_path / "game.json"
    played.record.save(target)
    program = textwrap.dedent(
        """
        import sys
        from guildhall.core import files
        data = open(sys.argv[1], "rb").read()
        print("ready", flush=True)
        while True:
            files.write(sys.argv[1], data)
        """
    )
    for wait in (0, 1000, 30000):
        writer = subprocess.Popen([sys.executable, "-c", program, target], stdout=subprocess.PIPE)
        assert writer.stdout.readline() == b"ready\n"
        for _ in range(wait):
            pass
        writer.send_signal(signal.SIGKILL)
        writer.communicate()

        assert load(target) == played.record
