"""What the settings and data files of all games share: numbers, names, own files, and labels of options."""

from __future__ import annotations

import re

import pytest

from guildhall.core.datafile import LARGEST_FILE, parse, text_of
from guildhall.core.decision import Decision, Option
from guildhall.core.errors import BadCardFile, BadSetup
from guildhall.core.settings import FIRST, Choice, Flag, Number, OwnFiles, Players, Settings, check_number

WHIST = Settings(
    "Whist",
    Players(default=2, title="Whist"),
    Flag("open", "hands lie open"),
    Choice("deal", "how", "all", words=("one by one", "all")),
    Number("tricks", "tricks to play", 13, low=1, high=13),
    FIRST,
    OwnFiles(),
)


@pytest.mark.parametrize("value", [0, 5, True, "3", 2.0, None])
def test_a_number_out_of_bounds_or_of_another_kind_is_refused(value):
    with pytest.raises(BadSetup, match="first must be a whole number from 1 to 4, not"):
        check_number("first", value, 1, 4)


def test_a_number_of_players_stands_for_names():
    german = Players(title="Whist", word=lambda settled: "Spieler")

    assert german.check(3, {}) == ("Spieler 1", "Spieler 2", "Spieler 3")
    assert WHIST.settle({"players": ["Ada", "Bo"]})["players"] == ("Ada", "Bo")


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (1, "Whist is a game for 2 to 4 players, not 1"),
        (True, "players must be a number from 2 to 4 or a list of names"),
        ("Ada", "players must be a number from 2 to 4 or a list of names"),
        (["Ada", " "], "every player needs a name"),
        (["Ada", "Ada"], "two players have the same name"),
    ],
)
def test_players_that_cannot_sit_down_are_refused(players, says):
    with pytest.raises(BadSetup, match=says):
        WHIST.settle({"players": players})


def test_own_files_are_kept_by_name_and_text(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("gold = 1", encoding="utf-8")

    kept = (("mine.toml", "gold = 1"),)
    assert typed({"card_files": path})["card_texts"] == kept
    assert typed({"card_files": [str(path)]})["card_texts"] == kept
    assert typed({"card_texts": [["mine.toml", "gold = 1"]]})["card_texts"] == kept
    assert typed({"card_files": path, "card_texts": kept})["card_texts"] == kept * 2


def typed(given):
    """What becomes of settings that somebody typed."""
    return WHIST.settle(WHIST.with_texts(given))


@pytest.mark.parametrize("named", ["mine.toml", ["mine.toml"], 7, {"mine.toml": 1}])
def test_settling_opens_no_file(named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("gold = 1", encoding="utf-8")

    with pytest.raises(BadSetup, match=r"a file never chooses what else is opened: give the files .*card_files=\[…\]"):
        WHIST.settle({"card_files": named})
    assert WHIST.settle({"card_files": []})["card_texts"] == ()


def test_own_texts_are_bounded_as_files_are():
    with pytest.raises(BadSetup, match="card_texts has 101 files; 100 is the most"):
        WHIST.settle({"card_texts": [["mine.toml", ""]] * 101})
    with pytest.raises(BadCardFile, match="is larger than"):
        WHIST.settle({"card_texts": [["mine.toml", "#" * (LARGEST_FILE + 1)]]})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"card_files": 7}, "card_files must be a list of files, not 7"),
        ({"card_files": [7]}, "card_files must be a list of files, but it holds 7"),
        ({"card_texts": [7]}, "card_texts must be a list of names and texts"),
        ({"card_texts": "ab"}, "card_texts must be a list of names and texts"),
        ({"card_texts": [["mine.toml", 7]]}, "card_texts must be a list of names and texts"),
        ({"open": 1}, "open must be True or False, not 1"),
        ({"deal": "left"}, "deal must be 'one by one' or 'all', not 'left'"),
        ({"first": 2}, "first must be a whole number from 0 to 1, not 2"),
        ({"trump": 1}, "Whist has no option 'trump'; its options are players, open"),
        ({"opn": True}, "Whist has no option 'opn'; did you mean 'open'?"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(given, says):
    with pytest.raises(BadSetup, match=re.escape(says)):
        typed(given)


def test_a_setting_says_in_python_what_its_values_mean():
    assert WHIST.help["open"] == "True: hands lie open"
    assert "card_texts" in WHIST
    assert "card_texts" not in WHIST.help


@pytest.mark.parametrize(("content", "says"), [(b"\xff\xfe", "UTF-8"), (b"#" * (LARGEST_FILE + 1), "larger than")])
def test_a_file_that_can_be_no_data_file_is_refused(tmp_path, content, says):
    path = tmp_path / "mine.toml"
    path.write_bytes(content)

    with pytest.raises(BadCardFile, match=f"mine.toml: is .*{says}"):
        text_of(path)


@pytest.mark.parametrize(("text", "says"), [("a = [", "line 1: is not TOML"), ("a = 1\na = 2", "line 2: is not TOML")])
def test_a_text_that_is_not_toml_is_refused_with_its_line(text, says):
    with pytest.raises(BadCardFile, match=says):
        parse(text, "mine.toml")


def test_an_option_is_typed_by_its_phrase_and_shown_by_its_label():
    plain, german = Option(1, "done"), Option(2, "end turn", shown="beende den Zug")
    decision = Decision(0, "act", "Ada, what now", (plain, german))

    assert [option.label for option in decision.options] == ["done", "beende den Zug"]
    assert decision.option("end turn") is german
    assert decision.option("beende den Zug") is None


def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it was parsed"))

    with pytest.raises(BadCardFile, match=r"mine\.toml, line 2: there are more than 100 dots in one line"):
        parse("# mine\na" + ".a" * 101 + " = 1", "mine.toml")
