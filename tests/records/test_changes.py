"""Notes survive: a killed process, a full disk, a second reader, a file that another program changes."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError
from guildhall.records.archive import load
from guildhall.records.changes import Changes, close_all, open_record
from guildhall.records.study import Evaluation, Highlight
from tests.records import typist

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path, played):
    played.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


@pytest.fixture(autouse=True)
def all_closed():
    yield
    close_all()


def in_folder(path):
    return sorted(each.name for each in path.parent.iterdir())


# --- Every change is in the file ---


@pytest.mark.parametrize("kill", range(6))
def test_a_killed_writer_loses_at_most_the_change_under_way_and_leaves_a_whole_file(tmp_path, kill):
    killed = typist.kill_one(tmp_path, typist.some_record(), random.Random(kill))

    assert killed.lost in (0, -1)  # one more: written but not acknowledged yet


def test_the_comparison_with_the_file_of_a_killed_writer_notices_a_lost_change(path):
    record = load(path)
    changes = Changes(record.copied())
    for number in range(20):
        typist.keystroke(changes, number)

    assert typist.recognise(changes.record, record, 20) == 20
    assert typist.recognise(changes.record, record, 21) == 20
    assert typist.recognise(changes.record, record, 19) == 20
    changes.record.annotate(1, tag="never typed")
    assert typist.recognise(changes.record, record, 20) is None


EVERY_CHANGE = [
    ("annotate", {"ply": 1, "comment": "½ “so”", "mark": "!!", "tag": "a"}),
    ("annotate", {"ply": 2, "highlight": Highlight("hand 1 red Apple", to="pile", colour="blue")}),
    ("annotate", {"ply": 2, "evaluation": Evaluation((0.25, 0.75), "greedy", (0.2, 0.7), (0.3, 0.8))}),
    ("set_comment", {"ply": 1, "text": "another", "number": 1}),
    ("remove_comment", {"ply": 1, "number": 0}),
    ("remove_tag", {"ply": 1, "tag": "a"}),
    ("remove_highlight", {"ply": 2, "number": 0}),
]


def test_every_kind_of_change_is_in_the_file_when_it_returns(path, played):
    game = played.record.game(3)
    option, other = game.options[0], played.record.game(4).options[0]
    game.play(option)
    after = game.options[0]
    lines = [
        ("graft", {"ply": 3, "moves": [option.id], "phrases": [option.phrase], "title": "a try"}),
        ("graft", {"ply": 4, "moves": [other.id], "phrases": [other.phrase], "line": ()}),
        ("graft", {"ply": 3, "moves": [option.id], "phrases": [option.phrase]}),
        ("prolong", {"moves": [after.id], "phrases": [after.phrase], "line": (3, 0)}),
        ("promote_variation", {"line": (3, 1)}),
        ("set_title", {"title": "first", "line": (3, 0)}),
        ("remove_variation", {"line": (4, 0)}),
    ]
    changes = open_record(path)
    for do, arguments in [*EVERY_CHANGE, *lines]:
        before = load(path)
        changes.change(do, **arguments)

        assert load(path) == changes.record != before

    assert [one.title for one in load(path).node(3).variations] == ["first", "a try"]
    assert in_folder(path) == ["game.json"]


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_packed_record_is_saved_packed(tmp_path, played, ending):
    path = tmp_path / f"game.json.{ending}"
    played.record.save(path)
    magic = path.read_bytes()[:2]
    open_record(path).change("annotate", ply=7, tag="opening")

    assert load(path).node(7).tags == ["opening"]
    assert path.read_bytes()[:2] == magic


def test_opening_and_closing_writes_nothing(path):
    before, at = path.read_bytes(), path.stat().st_mtime_ns
    with open_record(path) as changes:
        changes.save()

    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, at)
    assert in_folder(path) == ["game.json"]


def test_notes_written_into_the_record_itself_are_saved_on_closing(path):
    with open_record(path) as changes:
        changes.record.annotate(7, comment="by a program")

    assert load(path).node(7).comments == ["by a program"]


def test_a_change_that_is_refused_is_not_in_the_file(path):
    before = path.read_bytes()
    changes = open_record(path)

    with pytest.raises(GuildhallError, match="unknown mark"):
        changes.change("annotate", ply=1, mark="?!?")
    with pytest.raises(GuildhallError, match="unknown change 'save'"):
        changes.change("save", path="elsewhere")

    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("annotate", {"highlight": Highlight("\ud800")}),
        ("annotate", {"highlight": Highlight(7)}),
        ("annotate", {"evaluation": Evaluation((0.5, 0.5), by="\udfff")}),
        ("graft", {"moves": ["draw"], "phrases": ["draw"]}),
        ("graft", {"moves": [1], "phrases": ["\ud800"]}),
    ],
)
def test_a_change_that_could_not_be_saved_is_refused_so_that_later_ones_can(path, do, arguments):
    changes = open_record(path)

    with pytest.raises(GuildhallError, match=r"invalid (highlight|evaluation|variation)"):
        changes.change(do, ply=1, **arguments)
    changes.change("annotate", ply=1, mark="!")
    assert load(path).node(1).mark == "!"


def test_a_journal_that_an_earlier_version_left_is_not_touched(path):
    left = path.with_name("game.json.journal")
    left.write_bytes(b'{"format":"guildhall-journal","version":1,"base":"00"}\n')
    with open_record(path) as changes:
        changes.change("annotate", ply=1, mark="!")

    assert changes.notices == []
    assert left.read_bytes().startswith(b'{"format"')


# --- Others ---

OTHER_PROCESS = """
import sys
from importlib import import_module
from tests.core import toy
import_module("guildhall.games").rules_for = toy.rules_for
from guildhall.records.changes import open_record
changes = open_record(sys.argv[1])
print(changes.read_only, changes.notices, changes.record.notes_at(40).comments)
try:
    changes.change("annotate", ply=1, mark="!")
except Exception as error:
    print(type(error).__name__, error)
"""


def other_process(path):
    command = [sys.executable, "-c", OTHER_PROCESS, str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot replace a file that is locked")
def test_in_a_second_process_the_record_is_read_only_until_the_first_has_closed_it(path):
    changes = open_record(path)
    changes.change("annotate", ply=40, comment="first")  # the lock is on the new file too

    told = other_process(path)

    assert told[0] == "True ['this record is read-only here: another notebook or program has it open'] ['first']"
    assert told[1].startswith("CannotWrite this record is read-only here")
    changes.change("annotate", ply=40, comment="second")
    assert load(path).node(40).comments == ["first", "second"]
    changes.close()
    assert other_process(path) == ["False [] ['first', 'second']"]


def test_where_there_are_no_locks_notes_are_written_without(path, monkeypatch):
    monkeypatch.setattr("guildhall.core.files._lock", lambda path: None)
    open_record(path).change("annotate", ply=1, mark="!")

    assert load(path).node(1).mark == "!"


def test_where_nothing_can_be_written_the_record_is_read_only_and_says_why(path, monkeypatch):
    def refuse(path):
        raise CannotWrite(f"cannot write '{path}': Read-only file system")

    with monkeypatch.context() as patches:
        patches.setattr("guildhall.core.files.check_writable", refuse)
        changes = open_record(path)

    assert changes.notices == [f"this record is read-only here: cannot write '{path}': Read-only file system"]
    assert changes.record.plies == 130
    with pytest.raises(CannotWrite, match="read-only here"):
        changes.change("annotate", ply=1, mark="!")
    assert not open_record(path).read_only  # nothing is locked


def test_a_second_opener_in_the_same_process_shares_the_notes(path):
    changes, heard = open_record(path), []
    changes.listen(heard.append)

    again = open_record(os.path.relpath(path))
    again.change("annotate", ply=1, mark="!")

    assert again is changes
    assert heard == ["annotate"]


def test_a_record_that_another_program_changed_is_not_overwritten_and_notes_go_beside_it(path, game):
    changes = open_record(path)
    changes.change("annotate", ply=40, comment="before")
    game.record.save(path)
    theirs = path.read_bytes()

    changes.change("annotate", ply=40, comment="after")
    changes.change("annotate", ply=40, mark="!")

    assert path.read_bytes() == theirs
    assert in_folder(path) == ["game-2.json", "game.json"]
    assert load(path.with_name("game-2.json")) == changes.record
    assert load(path.with_name("game-2.json")).node(40).comments == ["before", "after"]
    assert changes.notices == ["'game.json' was changed by another program, so your notes are saved in 'game-2.json'"]
    assert open_record(path).record.plies == 0
    assert open_record(path.with_name("game-2.json")) is changes


@pytest.mark.parametrize(
    ("name", "beside"),
    [("a.b.json", "a.b-2.json"), ("a.json.gz", "a-2.json.gz"), (".json", ".json-2"), ("a", "a-2"), (".a", ".a-2")],
)
def test_the_new_file_is_named_after_the_old_one(tmp_path, played, game, name, beside):
    played.record.save(tmp_path / name)
    changes = open_record(tmp_path / name)
    game.record.save(tmp_path / name)
    changes.change("annotate", ply=1, mark="!")

    assert changes.path == tmp_path / beside
    assert load(tmp_path / beside).node(1).mark == "!"


def test_bytes_changed_in_place_are_noticed_too(path):
    changes = open_record(path)
    about = path.stat()
    with path.open("r+b") as file:
        file.write(b"[")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    theirs = path.read_bytes()

    changes.change("annotate", ply=40, mark="!")

    assert path.read_bytes() == theirs
    assert load(path.with_name("game-2.json")).node(40).mark == "!"


def test_a_record_that_was_replaced_is_opened_again_and_the_old_one_is_read_only(path, game):
    old = open_record(path)
    game.record.save(path)

    assert open_record(path).record.plies == 0
    with pytest.raises(CannotWrite, match="read-only"):
        old.change("annotate", ply=40, mark="!")


def test_a_record_that_was_deleted_is_written_again(path):
    changes = open_record(path)
    path.unlink()
    changes.change("annotate", ply=40, mark="!")

    assert load(path).node(40).mark == "!"


def test_a_record_that_does_not_exist_is_a_missing_file_and_leaves_nothing_behind(tmp_path):
    with pytest.raises(FileNotFoundError, match="cannot read") as caught:
        open_record(tmp_path / "none.json")

    assert isinstance(caught.value, BadRecord)
    assert caught.value.filename == str(tmp_path / "none.json")
    assert list(tmp_path.iterdir()) == []


def test_whatever_ends_the_opening_leaves_no_lock(path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patches:
        patches.setattr("guildhall.records.changes.load", stop)
        with pytest.raises(KeyboardInterrupt):
            open_record(path)
    assert not open_record(path).read_only


# --- A full disk ---

FULL_DISK = """
import os, resource, signal, sys
from importlib import import_module
from tests.core import toy
import_module("guildhall.games").rules_for = toy.rules_for
from guildhall.core.errors import CannotWrite
from guildhall.records.changes import open_record
changes = open_record(sys.argv[1])
changes.change("annotate", ply=1, comment="before")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, unlimited[1]))
for text in ("during", "still"):
    try:
        changes.change("annotate", ply=1, comment=text)
    except CannotWrite as error:
        print(error)
print(changes.record.node(1).comments, os.listdir(os.path.dirname(sys.argv[1])))
if sys.argv[2] != "no room":
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
if sys.argv[2] == "room":
    changes.change("annotate", ply=1, comment="after")
if sys.argv[2] != "room at the end":
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")
@pytest.mark.parametrize(
    ("then", "kept"),
    [
        ("room", ["before", "during", "still", "after"]),
        ("room at the end", ["before", "during", "still"]),
        ("no room", ["before"]),
    ],
)
def test_on_a_full_disk_notes_stay_in_memory_and_the_file_stays_whole(path, then, kept):
    # -B: where no file may grow, the interpreter must not try to store its own compiled modules either.
    # -u: a killed process loses what it has not written yet.
    command = [sys.executable, "-B", "-u", "-c", FULL_DISK, str(path), then]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()

    assert told[0] == told[1]
    assert told[0].startswith("the last notes are not saved yet, only in memory: cannot write '")
    assert told[0].endswith("File too large")
    assert told[2] == "['before', 'during', 'still'] ['game.json']"
    assert load(path).node(1).comments == kept


def test_on_a_full_disk_a_record_can_be_opened(path, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patches:
        patches.setattr(os, "fsync", fail)
        changes = open_record(path)

        assert changes.notices == []
        with pytest.raises(CannotWrite, match="No space left on device"):
            changes.change("annotate", ply=1, mark="!")
    changes.save()
    assert load(path).node(1).mark == "!"


def test_a_write_stopped_after_the_file_was_replaced_is_not_taken_for_another_program(path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    changes = open_record(path)
    with monkeypatch.context() as patches:
        patches.setattr("guildhall.core.files._sync_folder", stop)
        with pytest.raises(KeyboardInterrupt):
            changes.change("annotate", ply=1, mark="!")
    changes.save()

    assert load(path).node(1).mark == "!"
    changes.change("annotate", ply=1, mark="")
    assert load(path).notes_at(1).mark == ""
    assert in_folder(path) == ["game.json"]
