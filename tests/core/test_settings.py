"""What the settings and data files of all games share: numbers, names, own files, and labels of options."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import pytest

from guildhall.core.datafile import LARGEST_FILE, parse, text_of
from guildhall.core.decision import Decision, Option
from guildhall.core.errors import BadCardFile, BadSetup
from guildhall.core.settings import Choice, First, Flag, Number, OwnFiles, Players, Settings, Texts, check_number


class Whist(Settings):
    """The settings of a game of Whist."""

    title = "Whist"
    players: Annotated[tuple[str, ...], Players(default=2)]
    open: Annotated[bool, Flag("hands lie open")] = False
    deal: Annotated[Literal["one by one", "all"], Choice("how")] = "all"
    trump: Annotated[Literal["hearts", "spades"] | None, Choice("the trump")] = None
    tricks: Annotated[int, Number("tricks to play", low=1, high=13)] = 13
    limit: Annotated[int | None, Number("seconds for a trick", low=1)] = 60
    first: Annotated[int | None, First()] = None
    card_texts: Annotated[Texts, OwnFiles("cards")] = ()


@pytest.mark.parametrize("value", [0, 5, True, "3", 2.0, None])
def test_a_number_out_of_bounds_or_of_another_kind_is_refused(value):
    with pytest.raises(BadSetup, match="first must be a whole number from 1 to 4, not"):
        check_number("first", value, 1, 4)


def test_a_number_of_players_stands_for_names():
    assert Whist.settle({"players": 3}).players == ("Player 1", "Player 2", "Player 3")
    assert Whist.settle({"players": ["Ada", "Bo"]}).players == ("Ada", "Bo")


def test_name_default_words_and_whether_none_is_allowed_follow_from_the_field():
    declared = {setting.name: setting for setting in Whist.declared()}

    assert list(declared) == ["players", "open", "deal", "trump", "tricks", "limit", "first", "card_files"]
    assert declared["trump"].words == ("hearts", "spades")
    assert [declared[name].default for name in ("players", "open", "deal", "tricks")] == [2, False, "all", 13]
    assert Whist.settle({"limit": None, "trump": None}).limit is None
    with pytest.raises(BadSetup, match="deal must be 'one by one' or 'all', not None"):
        Whist.settle({"deal": None})
    with pytest.raises(BadSetup, match="tricks must be a whole number from 1 to 13, not None"):
        Whist.settle({"tricks": None})


def test_settled_settings_cannot_be_changed_and_are_stored_in_the_order_of_their_fields():
    settled = Whist.settle({"players": 2, "first": 1})

    assert list(settled.as_dict().items())[:2] == [("players", ["Player 1", "Player 2"]), ("open", False)]
    assert list(settled.as_dict())[-1] == "card_texts"
    assert Whist.settle(settled.as_dict()) == settled
    with pytest.raises(AttributeError):
        settled.first = 0


def test_a_field_without_a_setting_is_refused():
    class Bare(Settings):
        title = "Bare"
        tricks: int = 13

    with pytest.raises(BadSetup, match=r"Bare\.tricks is not annotated with a Setting"):
        Bare.settle({})


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
        Whist.settle({"players": players})


def test_own_files_are_kept_by_name_and_text(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("gold = 1", encoding="utf-8")

    kept = (("mine.toml", "gold = 1"),)
    assert typed({"card_files": path}).card_texts == kept
    assert typed({"card_files": [str(path)]}).card_texts == kept
    assert typed({"card_texts": [["mine.toml", "gold = 1"]]}).card_texts == kept
    assert typed({"card_files": path, "card_texts": kept}).card_texts == kept * 2


def typed(given):
    """What becomes of settings that somebody typed."""
    return Whist.settle(Whist.with_texts(given))


@pytest.mark.parametrize("named", ["mine.toml", ["mine.toml"], 7, {"mine.toml": 1}])
def test_settling_opens_no_file(named, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("gold = 1", encoding="utf-8")

    with pytest.raises(
        BadSetup, match=r"a file cannot make guildhall open other files; pass them yourself, .*card_files=\[…\]"
    ):
        Whist.settle({"card_files": named})
    assert Whist.settle({"card_files": []}).card_texts == ()


def test_own_texts_are_bounded_as_files_are():
    with pytest.raises(BadSetup, match="card_texts has 101 files, but at most 100 are allowed"):
        Whist.settle({"card_texts": [["mine.toml", ""]] * 101})
    with pytest.raises(BadCardFile, match="is larger than"):
        Whist.settle({"card_texts": [["mine.toml", "#" * (LARGEST_FILE + 1)]]})


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
        ({"trump": 1}, "trump must be None, 'hearts' or 'spades', not 1"),
        ({"stake": 1}, "Whist has no setting 'stake'; its settings are players, open"),
        ({"opn": True}, "Whist has no setting 'opn'; did you mean 'open'?"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(given, says):
    with pytest.raises(BadSetup, match=re.escape(says)):
        typed(given)


def test_a_setting_says_in_python_what_its_values_mean():
    assert Whist.help()["open"] == "True: hands lie open"
    assert Whist.takes("card_texts")
    assert "card_texts" not in Whist.help()


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

    with pytest.raises(BadCardFile, match=r"mine\.toml, line 2: the line has more than 100 dots"):
        parse("# mine\na" + ".a" * 101 + " = 1", "mine.toml")
