"""Notes survive: a killed process, a torn line, a full disk, a second reader, a record that was replaced."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from guildhall.core.errors import BadRecord, CannotWrite, GuildhallError
from guildhall.records import journal as journals
from guildhall.records.archive import load
from guildhall.records.changes import Changes
from guildhall.records.journal import journal_of
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
    for journal in list(journals._OPEN.values()):
        journals._let_go(journal)


def log_of(path: Path) -> Path:
    return path.with_name("game.json.journal")


def abandon(journal):
    """What a killed process leaves behind: the files as they are, and no lock."""
    journal._log.close()
    journal._log = None
    journals._OPEN.pop(journal.path)


def abandoned(path, *changes):
    """The record with a journal of these changes, as a killed process leaves it."""
    journal = journal_of(path)
    for do, arguments in changes:
        journal.change(do, **arguments)
    abandon(journal)


COMMENT = ("annotate", {"ply": 40, "comment": "Why now?"})


# --- What is written is found again ---


@pytest.mark.parametrize("kill", range(5))
def test_a_killed_writer_loses_at_most_the_keystroke_under_way(tmp_path, kill):
    killed = typist.kill_one(tmp_path, typist.some_record(), random.Random(kill))

    assert killed.lost in (0, -1)  # one more: written but not acknowledged yet


def test_the_record_itself_stays_as_it_is_until_the_changes_are_folded_in(path):
    before = path.read_bytes()
    journal = journal_of(path)

    journal.change("annotate", ply=40, mark="!?")

    assert path.read_bytes() == before
    journal.save()
    assert load(path).node(40).mark == "!?"


def test_changes_are_folded_in_after_so_many(path):
    journal = journal_of(path, fold_every=3)

    for mark in ("!", "?", "??"):
        journal.change("annotate", ply=7, mark=mark)

    assert load(path).node(7).mark == "??"
    assert log_of(path).read_bytes() == b""


def test_closing_folds_in_and_takes_the_journal_away(path):
    with journal_of(path) as journal:
        journal.change("annotate", ply=7, tag="opening")

    assert load(path).node(7).tags == ["opening"]
    assert not log_of(path).exists()


def test_opening_makes_the_changes_of_a_journal_again(path):
    abandoned(path, COMMENT)

    journal = journal_of(path)

    assert journal.record.node(40).comments == ["Why now?"]
    assert journal.notices == ["one change was found in the journal and made again"]
    assert load(path) == journal.record


EVERY_CHANGE = [
    ("annotate", {"ply": 1, "comment": "½ “so”", "mark": "!!", "tag": "a"}),
    ("annotate", {"ply": 2, "highlight": Highlight("hand 1 red Apple", to="pile", colour="blue")}),
    ("annotate", {"ply": 2, "evaluation": Evaluation((0.25, 0.75), "greedy", (0.2, 0.7), (0.3, 0.8))}),
    ("set_comment", {"ply": 1, "text": "another", "number": 1}),
    ("remove_comment", {"ply": 1, "number": 0}),
    ("remove_tag", {"ply": 1, "tag": "a"}),
    ("remove_highlight", {"ply": 2, "number": 0}),
]


def test_every_change_comes_back_as_it_was_made(path, played):
    changes = Changes(load(path))
    option, other = (played.record.game(ply).options[0] for ply in (3, 4))
    journal = journal_of(path)
    lines = [
        ("graft", {"ply": 3, "moves": [option.id], "phrases": [option.phrase], "title": "a try"}),
        ("graft", {"ply": 4, "moves": [other.id], "phrases": [other.phrase], "line": ()}),
        ("graft", {"ply": 3, "moves": [option.id], "phrases": [option.phrase]}),
        ("promote_variation", {"line": (3, 1)}),
        ("set_title", {"title": "first", "line": (3, 0)}),
        ("remove_variation", {"line": (4, 0)}),
    ]
    for do, arguments in [*EVERY_CHANGE, *lines]:
        journal.change(do, **arguments)
        changes.change(do, **arguments)
    abandon(journal)

    assert journal_of(path).record == changes.record
    assert [one.title for one in changes.record.node(3).variations] == ["first", "a try"]


def test_a_line_that_goes_on_comes_back(path, played):
    game = played.record.game(3)
    first = game.options[0]
    game.play(first)
    second = game.options[0]
    graft = ("graft", {"ply": 3, "moves": [first.id], "phrases": [first.phrase]})
    abandoned(path, graft, ("prolong", {"moves": [second.id], "phrases": [second.phrase], "line": (3, 0)}))

    assert journal_of(path).record.line((3, 0)).phrases == [first.phrase, second.phrase]


# --- Journals that are not as they should be ---


def test_a_last_line_cut_short_is_dropped(path):
    abandoned(path, COMMENT, ("annotate", {"ply": 41, "comment": "lost"}))
    whole = log_of(path).read_bytes()

    for length in range(whole.rstrip(b"\n").rindex(b"\n") + 1, len(whole)):
        log_of(path).write_bytes(whole[:length])
        journal = journal_of(path)
        assert journal.record.node(40).comments == ["Why now?"]
        assert journal.record.notes_at(41).comments == []
        journal.record.remove_comment(40)
        journal._is_dirty = True
        journal.close()


def test_a_journal_cut_anywhere_never_stops_a_reader(path):
    abandoned(path, COMMENT, *EVERY_CHANGE)
    whole, before = log_of(path).read_bytes(), path.read_bytes()

    for length in range(0, len(whole), 7):
        path.write_bytes(before)
        log_of(path).write_bytes(whole[:length])
        with journal_of(path) as journal:
            assert journal.record.plies == 130


def test_a_journal_of_another_record_is_refused_and_kept(path, game):
    abandoned(path, COMMENT)
    kept = log_of(path).read_bytes()
    game.record.save(path)

    journal = journal_of(path)

    assert journal.record.notes_at(0).comments == []
    assert "kept as 'game.json.journal.kept'" in journal.notices[0]
    assert path.with_name("game.json.journal.kept").read_bytes() == kept


def test_journals_that_are_kept_do_not_overwrite_each_other(path):
    for rubbish in (b"one\n\n", b"two\n\n"):
        log_of(path).write_bytes(rubbish)
        journal_of(path).close()

    names = sorted(each.name for each in path.parent.iterdir())
    assert names == ["game.json", "game.json.journal.kept", "game.json.journal.kept-2"]


def test_of_a_journal_damaged_in_the_middle_all_before_is_used_and_the_whole_is_kept(path):
    abandoned(path, COMMENT, ("annotate", {"ply": 41, "mark": "?"}), ("annotate", {"ply": 42, "mark": "?"}))
    lines = log_of(path).read_bytes().split(b"\n")
    lines[2] = b"\0" * 20
    log_of(path).write_bytes(b"\n".join(lines))

    journal = journal_of(path)

    assert journal.record.node(40).comments == ["Why now?"]
    assert journal.record.notes_at(42).mark == ""
    assert path.with_name("game.json.journal.kept").read_bytes() == b"\n".join(lines)


@pytest.mark.parametrize(
    "line",
    [
        b'{"do":"save","with":{"path":"elsewhere"}}',
        b'{"do":"annotate","with":{"ply":"x"}}',
        b'{"do":"annotate","with":{"ply":1,"colour":"red"}}',
        b'{"do":"annotate","with":{"ply":9999,"mark":"!"}}',
        b'{"do":"annotate","with":{"ply":1,"mark":"!","line":[1]}}',
        b'{"do":"graft","with":{"ply":3,"moves":[1],"phrases":["draw"],"line":[1]}}',
        b'{"do":"remove_variation","with":{"line":[1]}}',
        b'{"do":"graft","with":{"ply":3,"moves":[],"phrases":[]}}',
        b'{"do":"annotate","with":{"ply":1,"evaluation":{"values":[0.5]}}}',
        b'{"do":"annotate","with":{"ply":1,"evaluation":{"values":[0.5,0.5],"low":[0.1]}}}',
    ],
)
def test_of_a_journal_with_a_change_that_cannot_be_all_before_is_used_and_the_whole_is_kept(path, line):
    abandoned(path, COMMENT)
    with log_of(path).open("ab") as log:
        log.write(line + b"\n" + b'{"do":"annotate","with":{"ply":1,"mark":"!"}}\n')
    whole = log_of(path).read_bytes()

    journal = journal_of(path)

    assert journal.record == load(path)
    assert journal.record.notes_at(40).comments == ["Why now?"]
    assert journal.record.notes_at(1).mark == ""
    assert "kept as 'game.json.journal.kept'; what stands before was used: change 2 cannot be" in journal.notices[1]
    assert path.with_name("game.json.journal.kept").read_bytes() == whole


def test_a_variation_that_cannot_be_played_is_refused_with_the_whole_journal(path):
    abandoned(path, COMMENT, ("graft", {"ply": 3, "moves": [77], "phrases": ["cheat"]}))

    journal = journal_of(path)

    assert journal.record == load(path)
    assert journal.record.notes_at(40).comments == []
    assert "kept as" in journal.notices[0]


def test_a_journal_that_is_a_link_is_not_followed(path, tmp_path):
    diary = tmp_path / "diary.txt"
    diary.write_text("nobody's business")
    log_of(path).symlink_to(diary)

    journal = journal_of(path)

    assert journal.read_only
    assert "no journal can be written beside it" in journal.notices[0]
    assert diary.read_text() == "nobody's business"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_journal_that_is_a_pipe_is_not_waited_for(path):
    os.mkfifo(log_of(path))

    assert journal_of(path).read_only


def test_a_newer_journal_is_kept_for_a_newer_guildhall(path):
    log_of(path).write_bytes(b'{"format":"guildhall-journal","version":9,"base":"x"}\n')

    assert "kept as" in journal_of(path).notices[0]


def test_a_writer_stopped_between_record_and_journal_makes_no_change_twice(path):
    journal = journal_of(path)
    journal.change("annotate", ply=40, comment="once")
    written = log_of(path).read_bytes()
    journal.save()
    abandon(journal)
    fold = b'{"fold":"%s"}\n' % journals._digest(path.read_bytes()).encode()
    log_of(path).write_bytes(written + fold)

    assert journal_of(path).record.node(40).comments == ["once"]


# --- Others ---

OTHER_PROCESS = """
import sys
from importlib import import_module
from tests.core import toy
import_module("guildhall.games").rules_for = toy.rules_for
from guildhall.records.journal import journal_of
journal = journal_of(sys.argv[1])
print(journal.read_only, journal.notices[0], journal.record.notes_at(40).comments)
try:
    journal.change("annotate", ply=1, mark="!")
except Exception as error:
    print(type(error).__name__, error)
"""


def test_a_second_process_is_told_and_may_only_read(path):
    journal = journal_of(path)
    journal.change("annotate", ply=40, comment="first")

    command = [sys.executable, "-c", OTHER_PROCESS, str(path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()

    assert told[0].startswith("True another notebook or program has this record open: here it can only be read")
    assert told[0].endswith("['first']")
    assert told[1].startswith("CannotWrite this record can only be read here")
    journal.change("annotate", ply=40, comment="second")
    assert journal.record.node(40).comments == ["first", "second"]


@pytest.mark.parametrize("cause", ["Read-only file system", "No locks available"])
def test_where_no_journal_can_be_written_the_record_is_read_and_says_why(path, monkeypatch, cause):
    def refuse_to_lock(handle):
        raise OSError(30, cause)

    monkeypatch.setattr("guildhall.records.journal._lock", refuse_to_lock)
    journal = journal_of(path)

    assert journal.notices == [
        f"no journal can be written beside it ('game.json.journal': {cause}): here it can only be read"
    ]
    assert journal.record.plies == 130
    with pytest.raises(CannotWrite, match="can only be read here"):
        journal.change("annotate", ply=1, mark="!")


def test_a_second_opener_in_the_same_process_shares_the_notes(path):
    journal, heard = journal_of(path), []
    journal.listen(heard.append)

    again = journal_of(os.path.relpath(path))
    again.change("annotate", ply=1, mark="!")

    assert again is journal
    assert heard == ["annotate"]


def test_a_record_that_was_replaced_is_opened_anew_and_the_notes_on_the_old_one_are_kept(path, game):
    old = journal_of(path)
    old.change("annotate", ply=40, comment="on the old one")
    game.record.save(path)

    new = journal_of(path)

    assert new.record.plies == 0
    assert b"on the old one" in path.with_name("game.json.journal.kept").read_bytes()
    with pytest.raises(CannotWrite, match="can only be read"):
        old.change("annotate", ply=40, mark="!")


def test_a_record_written_by_another_program_is_not_overwritten(path, game):
    journal = journal_of(path)
    journal.change("annotate", ply=40, mark="!")
    game.record.save(path)

    with pytest.raises(CannotWrite, match="written by another program since it was opened; your notes stay in"):
        journal.save()

    assert load(path).plies == 0
    assert b'"mark":"!"' in log_of(path).read_bytes()


def test_a_record_that_is_not_there_leaves_no_journal_behind(tmp_path):
    with pytest.raises(BadRecord, match="cannot read"):
        journal_of(tmp_path / "none.json")

    assert list(tmp_path.iterdir()) == []


def test_a_change_that_is_refused_is_not_in_the_journal(path):
    journal = journal_of(path)

    with pytest.raises(GuildhallError, match="no mark"):
        journal.change("annotate", ply=1, mark="?!?")
    with pytest.raises(GuildhallError, match="no change 'save'"):
        journal.change("save", path="elsewhere")

    assert log_of(path).read_bytes() == b""


# --- A full disk ---

FULL_DISK = """
import resource, signal, sys
from importlib import import_module
from tests.core import toy
import_module("guildhall.games").rules_for = toy.rules_for
from guildhall.core.errors import CannotWrite
from guildhall.records.journal import journal_of
journal = journal_of(sys.argv[1])
journal.change("annotate", ply=1, comment="before")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
# From now on every file is full 20 bytes behind the end of the journal: in the middle of the next line.
full = sys.argv[1] + ".journal"
resource.setrlimit(resource.RLIMIT_FSIZE, (len(open(full, "rb").read()) + 20, unlimited[1]))
for text in ("during", "still"):
    try:
        journal.change("annotate", ply=1, comment=text)
    except CannotWrite as error:
        print(error)
print(open(full).read().count("\\n"), open(full).read()[-1:] == "\\n", journal.record.node(1).comments)
if sys.argv[2] == "room":
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    journal.change("annotate", ply=1, comment="after")
import os
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("then", "kept"), [("room", ["before", "during", "still", "after"]), ("no room", ["before"])])
def test_on_a_full_disk_the_notes_stay_in_memory_and_what_was_saved_stays_saved(path, then, kept):
    # -B: where no file may grow, the interpreter must not try to store its own compiled modules either.
    # -u: what is killed loses what it has not written yet.
    command = [sys.executable, "-B", "-u", "-c", FULL_DISK, str(path), then]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()

    assert told[0] == told[1]
    assert told[0].startswith("the last notes are not saved yet (File too large): make room")
    assert told[2] == "2 True ['before', 'during', 'still']"
    assert journal_of(path).record.node(1).comments == kept


def test_a_record_that_cannot_be_written_keeps_its_changes_in_the_journal(path, monkeypatch):
    journal = journal_of(path, fold_every=2)
    journal.change("annotate", ply=1, comment="one")
    with monkeypatch.context() as full:
        full.setattr(journals.files, "write", refuse)
        with pytest.raises(CannotWrite, match="no room"):
            journal.change("annotate", ply=1, comment="two")
        journal.change("annotate", ply=1, comment="three")
    abandon(journal)

    assert journal_of(path).record.node(1).comments == ["one", "two", "three"]


def refuse(path, data):
    raise CannotWrite("no room", path=str(path))


@pytest.fixture
def full(monkeypatch):
    """A disk without room: a context in which nothing can be written."""

    def fail(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    @contextmanager
    def full_disk():
        with monkeypatch.context() as patches:
            for call in ("write", "fsync"):
                patches.setattr(os, call, fail)
            yield

    return full_disk


def with_a_line_of_rubbish(log):
    return log + b"\0" * 20 + b'\n{"do":"annotate","with":{"ply":1,"mark":"!"}}\n'


def with_a_change_that_cannot_be_made(log):
    return log + b'{"do":"annotate","with":{"ply":9999,"mark":"!"}}\n'


def of_another_record(log):
    return log.replace(b'"base":"', b'"base":"0')


def with_a_last_line_cut_short(log):
    return log + b'{"do":'


@pytest.mark.parametrize(
    ("spoil", "used", "kept"),
    [
        (with_a_line_of_rubbish, ["Why now?"], "it has a line that cannot be read"),
        (with_a_change_that_cannot_be_made, ["Why now?"], "change 2 cannot be made"),
        (of_another_record, [], "it belongs to another record"),
        (with_a_last_line_cut_short, ["Why now?"], ""),
    ],
)
def test_on_a_full_disk_a_record_with_a_spoilt_journal_is_read_and_not_locked(path, full, spoil, used, kept):
    abandoned(path, COMMENT)
    log_of(path).write_bytes(spoil(log_of(path).read_bytes()))
    before, record = log_of(path).read_bytes(), path.read_bytes()

    with full():
        journal = journal_of(path)

        assert journal.record.notes_at(40).comments == used
        assert journal.read_only
        assert "No space left on device" in journal.notices[-1]
        assert "here it can only be read" in journal.notices[-1]
        assert kept in journal.notices[-1]
        journals.AppendFile(log_of(path)).close()  # which nobody else has
    assert path.read_bytes() == record
    assert log_of(path).read_bytes() == before.removesuffix(b'{"do":')
    again = journal_of(path)
    assert not again.read_only
    assert again.record.notes_at(40).comments == used
    assert path.with_name("game.json.journal.kept").exists() == bool(kept)


def test_on_a_full_disk_a_record_without_a_journal_opens_as_always(path, full):
    with full():
        journal = journal_of(path)

        assert journal.notices == []
        with pytest.raises(CannotWrite, match="No space left on device"):
            journal.change("annotate", ply=1, mark="!")
    journal.save()
    assert load(path).node(1).mark == "!"


def test_whatever_ends_the_reading_of_a_journal_leaves_no_lock(path, monkeypatch):
    abandoned(path, COMMENT)

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patches:
        patches.setattr(journals, "make_again", stop)
        with pytest.raises(KeyboardInterrupt):
            journal_of(path)
    journals.AppendFile(log_of(path)).close()
    assert journal_of(path).record.node(40).comments == ["Why now?"]
