"""Links that somebody planted are never written through, whatever file the kit writes.

Each kind of file is written once where a dangling link lies, and once where a link to a file of the user lies.
"""

from __future__ import annotations

import ast
import os
import shutil
from types import SimpleNamespace

import pytest
from guildhall_widgets import ReplayViewer, TableWidget

import guildhall as gh
from guildhall import graphs
from guildhall.cli import main
from guildhall.core import files
from guildhall.records.changes import close_all, open_record
from guildhall.simulation import Simulation
from tests.browser.view import View

if not hasattr(os, "O_NOFOLLOW"):
    pytest.skip("this system has no links to follow", allow_module_level=True)

PRIVATE = b"nobody's business"
LINK = "is a link"
RUN = {"games": 20, "seed": 1, "bots": "greedy"}


@pytest.fixture(scope="module")
def game():
    game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply == 12)
    return game


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """The folder of a stranger, in which all is written."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "here"))
    yield tmp_path / "here"
    close_all()


@pytest.fixture(params=["dangling", "leads to a file"])
def planted(request, tmp_path):
    """`planted("game.html")` plants a link of that name; afterwards all must be as it was where it leads."""
    home = tmp_path / "home"
    home.mkdir()
    target = home / "diary.txt"
    if request.param != "dangling":
        target.write_bytes(PRIVATE)
    before = list(home.iterdir())
    links = []

    def plant(name):
        link = tmp_path / "here" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)
        links.append(link)
        return link

    yield plant
    assert links
    assert list(home.iterdir()) == before
    assert all(path.read_bytes() == PRIVATE for path in before)


def refused(write):
    with pytest.raises(gh.CannotWrite, match=LINK):
        write()


# --- Games and graphs ---


@pytest.mark.parametrize("name", ["game.json", "game.json.gz", "game.json.zst"])
def test_a_record(planted, game, name):
    link = planted(name)

    refused(lambda: game.record.save(link))
    assert link.is_symlink()


def test_a_seat_record(planted, game):
    link = planted("seat.json")
    refused(lambda: game.record.redacted(0).save(link))


def test_many_records(planted, game):
    link = planted("games.jsonl")
    refused(lambda: gh.save_all(link, [game.record]))


def test_a_graph(planted):
    link = planted("cards.graphml")
    refused(lambda: graphs.write_graphml(graphs.declared("old-world"), link))


def test_a_picture(planted):
    link = planted("table.png")
    page = SimpleNamespace(page=SimpleNamespace(screenshot=lambda **_: b"a picture"))
    refused(lambda: View.screenshot(page, link))


def test_a_folder_on_the_way_may_be_a_link(tmp_path, here, game):
    (tmp_path / "disk").mkdir()
    (here / "games").symlink_to(tmp_path / "disk")
    game.record.save("games/game.json")

    assert gh.load(tmp_path / "disk" / "game.json").moves == game.moves


# --- Notes ---


def test_notes_are_not_written_through_a_record_that_is_a_link(tmp_path, here, game):
    home = tmp_path / "home"
    home.mkdir()
    game.record.save(home / "game.json")
    before = (home / "game.json").read_bytes()
    (here / "game.json").symlink_to(home / "game.json")
    viewer = ReplayViewer("game.json", ply=1)
    viewer.act("mark", mark="!")

    assert "'game.json' is a link, and notes are not written through links" in viewer.changes.notices[0]
    assert "read-only" in viewer.error
    assert viewer.record.moves == game.record.moves
    assert [path.name for path in home.iterdir()] == ["game.json"]
    assert (home / "game.json").read_bytes() == before


def test_notes_on_a_record_that_has_become_a_link_are_saved_beside_it(planted, here, game):
    game.record.save(here / "game.json")
    changes = open_record("game.json")
    (here / "game.json").unlink()
    link = planted("game.json")
    planted("game-2.json")
    changes.change("annotate", ply=1, mark="!")

    assert link.is_symlink()
    assert gh.load(here / "game-3.json").node(1).mark == "!"


def test_notes_of_a_game_without_a_file(planted, game):
    link = planted("notes.json")
    refused(lambda: ReplayViewer(game.record, autosave=link))


# --- Studies ---

ENDINGS = {"replay": ".replay.html", "html": ".html", "md": ".md"}


@pytest.mark.parametrize("replace", ["", "yes"])
@pytest.mark.parametrize("kind", ENDINGS)
def test_an_export_beside_the_record(planted, here, game, kind, replace):
    game.record.save(here / "game.json")
    planted(f"game{ENDINGS[kind]}")
    viewer = ReplayViewer("game.json")
    viewer.act("export", kind=kind, replace=replace)

    assert LINK in viewer.error
    assert "Replace" not in viewer.html


@pytest.mark.parametrize("kind", ENDINGS)
def test_an_export_of_a_game_without_a_file(planted, game, kind):
    planted(f"study{ENDINGS[kind]}")
    viewer = ReplayViewer(game.record)
    viewer.act("export", kind=kind)

    assert LINK in viewer.error


# --- The table ---


def test_a_game_saved_at_the_table_takes_a_free_name(planted, here, game):
    planted("guildhall-7.json")
    finished = game.branch()
    finished.run("greedy")
    table = TableWidget(finished)
    table.act("save")

    assert table.error == ""
    assert gh.load(here / "guildhall-7-2.json").moves == finished.moves


# --- Runs ---


@pytest.mark.parametrize("name", ["run", "run/.lock"])
def test_a_run(planted, name):
    planted(name)
    refused(lambda: gh.simulate(**RUN, out="run"))


def test_a_run_written_at_last(planted):
    planted("run")
    refused(lambda: gh.simulate(**RUN).write("run"))


def test_a_manifest(planted):
    planted("run/manifest.json")
    with pytest.raises(gh.CannotWrite, match=r"no readable manifest\.json"):
        gh.simulate(**RUN, out="run")


def test_a_part_takes_the_place_of_a_link(planted, here):
    gh.simulate(**RUN, out="run")
    (part,) = (here / "run" / "games").iterdir()
    part.unlink()
    planted(part.relative_to(here))

    assert len(gh.simulate(**RUN, out="run")) == RUN["games"]
    assert not part.is_symlink()
    assert len(Simulation.read("run")) == RUN["games"]


def test_a_folder_of_parts_that_leads_elsewhere_is_neither_written_nor_tidied(tmp_path, here):
    gh.simulate(**RUN, out="run")
    home = tmp_path / "home"
    home.mkdir()
    (home / "letter.tmp").write_bytes(PRIVATE)
    shutil.rmtree(here / "run" / "turns")
    (here / "run" / "turns").symlink_to(home)

    refused(lambda: gh.simulate(**RUN, out="run"))
    assert [path.name for path in home.iterdir()] == ["letter.tmp"]


@pytest.mark.parametrize("name", ["all", "all/0000"])
@pytest.mark.parametrize("many", [gh.tournament, gh.sweep], ids=["tournament", "sweep"])
def test_many_runs(tmp_path, here, many, name):
    home = tmp_path / "home"
    home.mkdir()
    (here / name).parent.mkdir(exist_ok=True)
    (here / name).symlink_to(home)
    what = ["greedy", "random"] if many is gh.tournament else {"players": [2, 3]}

    refused(lambda: many(what, games=5, out="all"))
    assert list(home.iterdir()) == []


# --- The command line ---


@pytest.fixture
def command(monkeypatch, capsys):
    """Run a command with what is typed into it, and get what it says."""

    def run(*arguments, typed=""):
        lines = iter(typed.splitlines())
        monkeypatch.setattr("guildhall.cli.session.ask", lambda _: next(lines, None))
        main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return " ".join((captured.out + captured.err).split())

    return run


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_results(planted, command, name):
    planted(name)
    assert LINK in command("simulate", "--games", 5, "--out", name)


def test_the_trial_before_results(planted, here, command):
    planted(".games.csv.probe")

    assert "Written to games.csv" in command("simulate", "--games", 5, "--out", "games.csv")
    assert (here / ".games.csv.probe").is_symlink()


@pytest.mark.parametrize("name", ["mine.json", "guildhall/last-game.json"])
def test_a_game_at_the_terminal(planted, command, name):
    planted(name)
    where = ("--save", name) if name == "mine.json" else ()

    assert LINK in command("play", "--seed", 1, *where, typed="1\nquit")


def test_a_game_saved_at_the_terminal(planted, command):
    planted("mine.json")
    assert LINK in command("play", "--seed", 1, typed="save mine.json\nquit")


@pytest.mark.parametrize("arguments", [["--html", "x.html"], ["--study", "x.html"], ["--study", "x.md"]])
def test_a_replay_or_a_study(planted, here, game, command, arguments):
    game.record.save(here / "game.json")
    planted(arguments[1])

    assert LINK in command("replay", "game.json", *arguments)


def test_what_could_be_rescued(planted, here, game, command):
    game.record.save(here / "torn.json")
    (here / "torn.json").write_bytes((here / "torn.json").read_bytes()[:-100])
    planted("whole.json")

    assert LINK in command("replay", "torn.json", "--rescue", "whole.json")


# --- All of it ---

WRITES = {"write_text", "write_bytes", "touch", "symlink_to", "hardlink_to"}
OS_WRITES = {"open", "replace", "rename", "link", "symlink", "mkfifo", "truncate"}
ELSEWHERE = {
    "guildhall/core/files.py": "the one place",
    "guildhall/kernel/": "the cache of compiled rules, a folder of the user's own with tests of its own",
}


def writes_in(path):
    """The calls in a module that may write a file."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or "os.devnull" in ast.unparse(call):
            continue
        match call.func:
            case ast.Attribute(value=ast.Name("os"), attr=attr) if attr in OS_WRITES:
                yield call.lineno
            case ast.Attribute(attr=attr) if attr in WRITES:
                yield call.lineno
            case ast.Name("open") | ast.Attribute(attr="open"):
                texts = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant)]
                if any(isinstance(text, str) and len(text) <= 3 and set(text) & set("wax+") for text in texts):
                    yield call.lineno


def test_nothing_else_in_the_kit_writes_files(project_root):
    modules = [path for part in ("guildhall", "widgets", "benchmarks") for path in (project_root / part).rglob("*.py")]
    found = {path.relative_to(project_root).as_posix(): list(writes_in(path)) for path in modules}
    others = {name: lines for name, lines in found.items() if lines and not name.startswith(tuple(ELSEWHERE))}

    assert found["guildhall/core/files.py"]
    assert others == {}


def test_a_link_planted_at_the_last_moment_is_not_followed(planted, here, monkeypatch):
    """Between the look at the name and the writing."""
    link = planted("a")
    monkeypatch.setattr(os.path, "islink", lambda _: False)
    files.write(here / "a", b"words")

    assert not link.is_symlink()
    assert link.read_bytes() == b"words"
    link.unlink()
    planted("a")
    with pytest.raises(OSError, match="symbolic links"):
        files.open_to_append(here / "a")
