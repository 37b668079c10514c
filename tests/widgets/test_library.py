"""The library: what a folder holds, sorted, searched and opened."""

from __future__ import annotations

import gzip
import json
import os

import pytest
from guildhall_widgets.library import Library

import guildhall as gh
from guildhall.records.changes import close_all


def played(seed, plies):
    game = gh.new_game(cards="old-world", players=["Ada", f"Bo {seed}"], seed=seed)
    game.run("greedy", until=lambda game: game.ply == plies)
    return game.record


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A folder of all kinds of files."""
    folder = tmp_path_factory.mktemp("evenings")
    noted = played(1, 30)
    noted.annotate(10, comment="A needle <b>here</b>", mark="!", tag="opening")
    noted.save(folder / "b-noted.json")
    played(2, 10).save(folder / "a-short.json.gz")
    gh.save_all(folder / "c-many.jsonl", [played(3, 20), played(4, 40)])
    whole = folder / "d-torn.json"
    played(5, 70).save(whole)
    whole.write_bytes(whole.read_bytes()[:-200])
    (folder / "e-empty.json").write_bytes(b"")
    (folder / "f-other.json").write_text('{"name": "somebody else"}')
    (folder / "readme.txt").write_text("no record")
    return folder


@pytest.fixture
def library(shelf):
    yield Library(shelf)
    close_all()


def names(library):
    return [entry.name for entry in library.catalogue.found]


ALL = [
    "a-short.json.gz",
    "b-noted.json",
    "c-many.jsonl · game 1",
    "c-many.jsonl · game 2",
    "d-torn.json",
    "e-empty.json",
]


def test_every_record_of_the_folder_is_listed_and_nothing_else(library):
    assert names(library) == ALL
    assert library.catalogue.status == "6 records."


def test_a_row_tells_who_played_how_long_and_how_much_is_noted(library):
    entry = next(entry for entry in library.catalogue.entries if entry.name == "b-noted.json")

    assert (entry.seats, entry.game, entry.plies, entry.notes) == (("Ada", "Bo 1"), "guildhall", 30, 3)
    assert entry.outcome == "not finished"
    assert "<td>Ada, Bo 1</td>" in library.catalogue.html


def test_damage_is_noted_in_the_row(library):
    torn, empty = library.catalogue.entries[-2:]

    assert "breaks off" in torn.damage
    assert torn.plies > 0
    assert empty.damage == "this is not a guildhall record: the file is empty"
    assert torn.damage in library.catalogue.html


def spoilt(path, **change):
    """A record with something in it that cannot be."""
    document = json.loads(path.read_text())
    document.update(change)
    path.write_text(json.dumps(document))


def test_records_that_cannot_be_are_noted_in_their_rows_and_the_others_open(tmp_path):
    for name in ("good", "winner", "points", "short", "notes", "files"):
        played(1, 60).save(tmp_path / f"{name}.json")
    spoilt(tmp_path / "winner.json", outcome={"winner": 7, "vp": [1, 2], "reason": "target"})
    spoilt(tmp_path / "points.json", outcome={"winner": 1, "vp": [1], "reason": "target"})
    spoilt(tmp_path / "short.json", plies=90)
    spoilt(tmp_path / "notes.json", nodes={"3": {"evaluation": {"values": [1.0]}}, "4": {"comments": ["kept"]}})
    setup = json.loads((tmp_path / "files.json").read_text())["header"] | {"setup": {"card_files": ["x.toml"]}}
    spoilt(tmp_path / "files.json", header=setup)

    library = Library(tmp_path)
    rows = {entry.path.stem: entry for entry in library.catalogue.entries}

    assert {name: entry.plies for name, entry in rows.items()} == dict.fromkeys(rows, 60)
    assert "seat 7 of 2 seats" in rows["winner"].damage
    assert "points of 1 seats" in rows["points"].damage
    assert "60 plies are stored of a game of 90" in rows["short"].damage
    assert "in the notes at ply 3: an evaluation has 1 values for 2 seats" in rows["notes"].damage
    assert rows["notes"].words == "kept"
    assert rows["good"].damage == rows["files"].damage == ""
    for name in rows:
        library.catalogue.act("open", name=f"{name}.json")
        if name == "files":
            assert "gh.load(path, card_files=[…])" in library.catalogue.error
        else:
            assert library.viewer.record.plies == 60
            assert library.viewer.html


def test_a_column_sorts_and_once_more_backwards(library):
    library.catalogue.act("sort", by="plies")
    assert [entry.plies for entry in library.catalogue.found] == sorted(
        entry.plies for entry in library.catalogue.entries
    )
    assert 'aria-sort="ascending"' in library.catalogue.html
    library.catalogue.act("sort", by="plies")

    assert library.catalogue.found[0].plies == max(entry.plies for entry in library.catalogue.entries)
    library.catalogue.act("sort", by="colour")
    assert library.catalogue.error.startswith("unknown column 'colour'")


def test_search_looks_into_comments_and_names(library):
    library.catalogue.act("search", value="NEEDLE ada")
    assert names(library) == ["b-noted.json"]
    assert library.catalogue.status == "1 record."
    library.catalogue.act("search", value="nothing like it")

    assert "No record matches." in library.catalogue.html


def test_a_record_opens_below(library):
    library.catalogue.act("open", name="b-noted.json")
    assert library.children == (library.catalogue, library.viewer)
    assert library.viewer.record.node(10).comments == ["A needle <b>here</b>"]
    first = library.viewer
    library.catalogue.act("open", name="c-many.jsonl · game 2")

    assert library.viewer.record.plies == 40
    assert first.comm is None  # closed
    library.catalogue.act("open", name="gone.json")
    assert "press Refresh" in library.catalogue.error


def test_a_torn_record_opens_up_to_the_damage(library):
    library.catalogue.act("open", name="d-torn.json")

    assert library.viewer.changes.read_only
    assert "the file is damaged" in library.viewer.html
    assert "<fieldset disabled " in library.viewer.html  # nothing can be typed that would be lost
    assert "This record is read-only here." in library.viewer.html


def test_looking_again_finds_what_is_new_and_notes_that_were_written(tmp_path):
    played(6, 5).save(tmp_path / "one.json")
    library = Library(tmp_path)
    library.catalogue.act("open", name="one.json")
    library.viewer.act("step", by="1")
    library.viewer.act("mark", mark="!")
    library.viewer.act("save")
    (tmp_path / "two.json.gz").write_bytes(gzip.compress((tmp_path / "one.json").read_bytes()))
    library.catalogue.act("look again")

    assert [(entry.name, entry.notes) for entry in library.catalogue.entries] == [("one.json", 1), ("two.json.gz", 1)]
    library.viewer.changes.close()


def test_looking_again_finds_a_file_changed_with_equal_size_and_time(tmp_path):
    path = tmp_path / "one.json"
    played(6, 5).save(path)
    library, before = Library(tmp_path), path.stat()
    path.write_bytes(path.read_bytes().replace(b"Bo 6", b"Al 6"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    library.catalogue.act("look again")

    now = path.stat()
    assert (now.st_size, now.st_mtime_ns, now.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    assert library.catalogue.entries[0].seats == ("Ada", "Al 6")


def test_names_and_notes_are_shown_as_text(tmp_path):
    game = gh.new_game(players=["<img src=x>", "Bo"], seed=1)
    game.record.save(tmp_path / "x.json")
    library = Library(tmp_path)

    assert "<img" not in library.catalogue.html
    assert "&lt;img" in library.catalogue.html


def test_a_saved_notebook_shows_the_list(library):
    data, _ = library._repr_mimebundle_()

    assert "b-noted.json" in data["text/html"]
    assert "b-noted.json: Ada, Bo 1, 30 plies, not finished, 3 notes" in data["text/plain"]


def test_a_folder_that_is_not_there_is_named():
    with pytest.raises(gh.GuildhallError, match="folder not found: 'nowhere'"):
        Library("nowhere")
