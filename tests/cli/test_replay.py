"""`guildhall replay`: records ply by ply, at one ply, as a seat saw them, checked, and damaged ones."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

import guildhall as gh
from guildhall.core.line import moves_of


@pytest.fixture
def record(finished):
    record = finished.record
    record.annotate(0, comment="Here it begins")
    record.annotate(10, comment="Well seen", mark="!?", tag="opening")
    other = next(one for one in record.game(8).options if one.phrase != record.phrases[8])
    record.add_variation(8, [other], title="quieter")
    return record


@pytest.fixture
def file(record, tmp_path):
    record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


@pytest.fixture
def many(record, tmp_path):
    short = record.game(60).record
    gh.save_all(tmp_path / "games.jsonl", [record, short])
    return tmp_path / "games.jsonl"


def test_own_cards_of_a_record_that_only_names_their_file_are_given_by_the_reader(guildhall, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[Brewer]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n')
    game = gh.new_game(cards=["Brewer", "Monk"], card_files=own)
    game.record.save(tmp_path / "game.json")
    document = json.loads((tmp_path / "game.json").read_text())
    del document["header"]["setup"]["card_texts"]
    document["header"]["setup"]["card_files"] = [str(own)]
    (tmp_path / "game.json").write_text(json.dumps(document))

    assert guildhall("replay", tmp_path / "game.json").code == 1
    done = guildhall("replay", tmp_path / "game.json", "--card-file", own, "--verify")
    assert (done.code, done.text.strip()) == (0, "0 plies played again, all as recorded")


@pytest.mark.parametrize("asked", [[], ["--plies"], ["--ply", "10"], ["--verify"], ["--seat", "1"]])
def test_a_record_builds_its_rules_once(guildhall, file, monkeypatch, asked):
    games, built = import_module("guildhall.games"), []
    rules_for = games.rules_for
    monkeypatch.setattr(games, "rules_for", lambda *given: (built.append(given), rules_for(*given))[1])

    assert guildhall("replay", file, *asked).code == 0
    assert len(built) == 1


def test_every_move_is_told_in_a_sentence(guildhall, file, record):
    done = guildhall("replay", file)

    moves = moves_of(record.game().line)
    told = re.findall(r"^(\d+)\. (?:Ada|Ben): ", done.text, re.MULTILINE)
    assert done.code == 0
    assert list(map(int, told)) == [move.last for move in moves]
    assert all(f"{move.last}. {move.sentence(record.header.seats)}" in done.out for move in moves)


def test_every_ply_is_shown_with_who_what_and_what_happened(guildhall, file, record):
    done = guildhall("replay", file, "--plies")

    numbers = re.findall(r"^(\d+)\. (?:Ada|Ben): ", done.text, re.MULTILINE)
    assert done.code == 0
    assert list(map(int, numbers)) == list(range(1, record.plies + 1))
    assert "Turn 1: " in done.out


def test_notes_marks_and_variations_are_shown(guildhall, file, record):
    done = guildhall("replay", file)

    assert re.search(r"# Here it begins \d+\. ", done.out)
    assert "# Well seen # tags: opening" in done.out
    assert re.search("# instead: quieter: (Ada|Ben): ", done.out)
    plies = guildhall("replay", file, "--plies")
    assert f"{record.phrases[9]} !? " in plies.out
    assert "# instead: quieter: " in plies.out


def test_a_summary_says_who_what_how_long_and_who_won(guildhall, file, record):
    out = guildhall("replay", file, "--summary").out

    winner = record.header.seats[record.outcome.winner]
    assert "game: guildhall, old-world players: Ada, Ben seed: 5" in out
    assert f"plies: {record.plies} outcome: {winner} wins" in out


def test_a_ply_shows_the_table_there(guildhall, file, record):
    assert guildhall("replay", file, "--ply", "40").text.strip() == str(record.game(40))


def test_the_table_of_a_seat_hides_what_the_seat_could_not_see(guildhall, file, record):
    done = guildhall("replay", file, "--ply", "0", "--seat", "2")
    hidden = set(record.game(0).table.hands[0]) - set(record.game(0).table.hands[1])

    assert "seen by Ben" in done.out
    assert not [card for card in hidden if card in done.text]


def test_a_seat_s_record_tells_draws_of_others_without_the_cards(guildhall, file):
    done = guildhall("replay", file, "--seat", "1", "--plies")

    assert "What Ada saw" in done.out
    assert "Ben draws a card" in done.out
    assert not re.search(r"Ben draws (red|blue|green|yellow|purple)", done.out)


def test_a_seat_hears_the_moves_as_it_could_and_no_notes(guildhall, file, record):
    done = guildhall("replay", file, "--seat", "1")

    assert "What Ada saw" in done.out
    assert all(move.sentence(record.header.seats) in done.out for move in moves_of(record.game().line, seat=0))
    assert "Well seen" not in done.out


def test_what_one_seat_saw_can_be_read_back(guildhall, record, tmp_path):
    seen = record.redacted(1)
    seen.save(tmp_path / "seen.json")

    assert guildhall("replay", "seen.json").text.strip() == str(seen)


def test_a_review_tells_marks_swings_and_what_was_luck(guildhall, file, record):
    done = guildhall("replay", str(file), "--review", "--rollouts", "60", "--seat", "2")

    assert done.code == 0
    assert "Largest swings:" in done.text
    assert re.search(r"^ply \d+, .*: [+-]0\.\d\d = choice .*, luck .*, after ", done.text, re.M)
    assert re.search(rf"^{record.header.seats[1]}: \d+ decisions, \d+ marked; chance at first \d+%", done.text, re.M)
    assert f"{record.header.seats[0]}: " not in done.text.partition("Largest swings:")[2]


def test_a_review_goes_into_a_study(guildhall, file, tmp_path):
    done = guildhall("replay", str(file), "--review", "--rollouts", "60", "--study", str(tmp_path / "game.md"))

    text = (tmp_path / "game.md").read_text()
    assert done.code == 0
    assert " behind " in text
    assert "better" in text  # the better line


def test_a_review_goes_into_a_replay(guildhall, file, tmp_path):
    for name, options in {"plain.html": (), "reviewed.html": ("--review", "--rollouts", "60")}.items():
        assert guildhall("replay", str(file), *options, "--html", str(tmp_path / name)).code == 0

    assert " behind " in (tmp_path / "reviewed.html").read_text()
    assert " behind " not in (tmp_path / "plain.html").read_text()


@pytest.mark.parametrize("kind", ["--study", "--html"])
def test_what_one_seat_saw_cannot_hold_a_review(guildhall, file, tmp_path, kind):
    done = guildhall("replay", str(file), "--review", "--seat", "1", kind, str(tmp_path / "game.html"))

    assert done.code != 0
    assert "--review cannot be combined with --seat" in done.err
    assert not (tmp_path / "game.html").exists()


def test_verify_plays_everything_again(guildhall, file, record):
    done = guildhall("replay", file, "--verify")

    assert (done.code, done.out) == (0, f"{record.plies} plies played again, all as recorded")


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_packed_files_are_read(guildhall, record, tmp_path, ending):
    record.save(tmp_path / f"game.json{ending}")

    assert guildhall("replay", f"game.json{ending}", "--summary").code == 0


# Many games


def test_a_file_of_many_games_is_listed(guildhall, many, record):
    done = guildhall("replay", many)

    assert f"1. Ada, Ben: {record.plies} plies, " in done.out
    assert done.out.endswith("2. Ada, Ben: 60 plies, not finished 2 games")


def test_one_game_of_many_is_shown(guildhall, many):
    assert "plies: 60 outcome: not finished" in guildhall("replay", many, "--game", "2", "--summary").out


def test_many_games_are_verified_together(guildhall, many):
    assert guildhall("replay", many, "--verify").out.endswith("2 games, all played again as recorded")


def test_many_games_in_one_file_need_no_special_name(guildhall, many, tmp_path):
    many.rename(tmp_path / "games.txt")

    assert guildhall("replay", "games.txt").out.endswith("2 games")


# Mistakes and damage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ply", "99999"), "no ply 99999"),
        (("--ply", "-1"), "no ply -1"),
        (("--seat", "3"), "there is no seat 3; the seats are 1 to 2"),
        (("--game", "2"), "there is no game 2; the file has 1"),
    ],
)
def test_what_is_not_there_is_wrong_use(guildhall, file, arguments, message):
    done = guildhall("replay", file, *arguments)

    assert done.code == 2
    assert message in done.err


def test_a_torn_file_is_shown_up_to_the_damage(guildhall, file):
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])

    done = guildhall("replay", file)

    assert done.code == 1
    message = re.search(r"line \d+, ply (\d+): .* guildhall: (\d+) plies could be read", done.err)
    assert message
    assert message[1] == message[2]
    assert f" {message[1]}. " in done.out
    assert len(done.text.splitlines()) < int(message[1])


def test_what_can_be_saved_is_written_to_another_file(guildhall, file):
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])

    guildhall("replay", file, "--rescue", "good.json", "--summary")

    assert guildhall("replay", "good.json", "--verify").code == 0


def test_an_edited_move_is_named_with_its_ply(guildhall, file, record):
    file.write_bytes(file.read_bytes().replace(b'"done"', b'"dune"', 1))

    done = guildhall("replay", file, "--verify")

    ply = record.phrases.index("done")
    assert done.code == 1
    assert f"ply {ply}: option" in done.err
    assert "is 'done', not 'dune'" in done.err


def test_a_torn_file_of_many_games_gives_those_before(guildhall, many):
    data = many.read_bytes()
    many.write_bytes(data[: len(data) - 400])

    done = guildhall("replay", many, "--rescue", "good.jsonl")

    assert done.code == 1
    assert "line 2, ply" in done.err
    assert "2 games could be read, the last one up to the damage" in done.err
    assert guildhall("replay", "good.jsonl", "--verify").code == 0


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"[1, 2]", b'{"format": "chess"}', b"\xff\xfe\x00", b"\x1f\x8b\x08"]
)
def test_a_file_that_is_no_record_is_a_problem(guildhall, tmp_path, content):
    (tmp_path / "other.json").write_bytes(content)

    done = guildhall("replay", "other.json")

    assert done.code == 1
    assert "nothing could be read" in done.err
    assert done.out == ""


def test_a_record_of_other_cards_is_told_and_its_phrases_shown(guildhall, file, record):
    file.write_bytes(file.read_bytes().replace(record.header.card_hash.encode(), b"0" * 32))

    done = guildhall("replay", file)

    assert done.code == 1
    assert "recorded with the cards" in done.err
    assert f"{record.plies}. {record.phrases[-1]}" in done.out


def test_names_in_a_file_cannot_steer_the_terminal(guildhall, record, tmp_path):
    record.annotate(3, comment="\x1b]0;owned\x07")
    record.save(tmp_path / "bad.json")

    assert "\x1b" not in guildhall("replay", "bad.json").text


def test_a_study_is_written_as_a_page_or_as_markdown(guildhall, file, tmp_path):
    for name in ("study.html", "study.md"):
        done = guildhall("replay", file, "--study", str(tmp_path / name))
        assert f"Written to {tmp_path / name}" in " ".join(done.out.split())
        assert "Ada" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_study_of_another_kind_is_refused(guildhall, file, tmp_path):
    done = guildhall("replay", file, "--study", str(tmp_path / "study.pdf"))

    assert done.code == 2
    assert "a study must be a .html or .md file" in done.err


def test_a_replay_is_written_as_one_file_of_one_game_or_of_all_as_chapters(guildhall, file, many, record):
    assert guildhall("replay", file, "--html", "game.html").code == 0
    assert guildhall("replay", many, "--html", "games.html").code == 0
    assert guildhall("replay", many, "--html", "second.html", "--game", "2", "--seat", "1").code == 0
    one, all_, second = (Path(f"{name}.html").read_text(encoding="utf-8") for name in ("game", "games", "second"))

    assert (one.count('class="gh-chapter '), all_.count('class="gh-chapter ')) == (1, 2)
    assert "Well seen" in one
    assert "Well seen" not in second
    assert "Seen by: Ada" in second


def test_a_replay_for_a_seat_that_is_not_there_is_wrong_use(guildhall, file):
    assert "there is no seat 3" in guildhall("replay", file, "--html", "game.html", "--seat", "3").err
    assert not Path("game.html").exists()
