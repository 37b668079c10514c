"""The card editor: shipped cards made from nothing by messages as the page sends them, refusals, files, trials."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

import pytest
from guildhall_widgets import CardEditor
from guildhall_widgets.editor.trying import growing

import guildhall as gh
from guildhall.core.shapes import Either, Flag, ListOf, MapOf, Phrase, Table, Text, Verbs
from guildhall.games import registration
from guildhall.games.guildhall.reading import load_book
from tests.widgets.controls import controls_of

KNOWN = [name for name, card in load_book().professions.items() if card.provenance != "stand-in"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def press(editor, do, **fields):
    """Send a message, after finding the control on the page that sends it."""
    named = {key: str(value) for key, value in fields.items() if key != "value"}
    found = [one for one in controls_of(editor.html) if one.do == do and named.items() <= dict(one.data).items()]
    offered = [value for one in found for value in one.values or [dict(one.data).get("value")]]
    is_typed = any(one.values in (("", "a"), ("0", "7")) for one in found)
    assert found, (do, fields)
    assert is_typed or fields.get("value") in [*offered, None] or isinstance(fields["value"], bool), (fields, offered)
    editor.act(do, **fields)
    assert editor.error == ""


def make(editor, kind, name, want):
    """Make a card from nothing."""
    press(editor, "add", value=kind)
    press(editor, "name", value=name)
    fill(editor, editor._language.kind(kind).table, want, ())


def fill(editor, shape, want, path):
    """Press whatever leads from the value of a place to the wanted one."""
    at = json.dumps(list(path))
    while isinstance(shape, Either):
        form = shape.form_of(want)
        if form != shape.form_of(editor._draft.find(path)[1]):
            press(editor, "reform", path=at, value=form)
        shape = shape.forms[form]
    have = editor._draft.find(path)[1]
    if isinstance(shape, Verbs):
        if shape.verb_of(have) != shape.verb_of(want):
            press(editor, "say", path=at, value=shape.verb_of(want))
        shape, have = shape.verbs[shape.verb_of(want)], editor._draft.find(path)[1]
    match shape:
        case Table() | MapOf():
            fill_table(editor, shape, have, want, path, at)
        case ListOf():
            for _ in range(len(want) - len(have)):
                press(editor, "extend", path=at, value="")
            for _ in range(len(have) - len(want)):
                press(editor, "drop", path=json.dumps([*path, len(want)]))
            for number, item in enumerate(want):
                fill(editor, shape.item, item, (*path, number))
        case Phrase():
            parts = shape.parts(want) or {next(iter(shape.slots)): want}
            for slot, word in parts.items():
                if shape.parts(editor._draft.find(path)[1]).get(slot) != word:
                    press(editor, "speak", path=at, slot=slot, value=word)
        case Flag():
            if have != want:
                press(editor, "mark", path=at, value=want)
        case _:
            if have != want:
                press(editor, "put", path=at, value=str(want))


def fill_table(editor, shape, have, want, path, at):
    for key in [key for key in have if key not in want]:
        if len(editor._draft.find(path)[1]) > 1:
            press(editor, "drop", path=json.dumps([*path, key]))
    for key in want:
        if key not in editor._draft.find(path)[1]:
            press(
                editor,
                "extend",
                path=at,
                value="" if isinstance(shape, MapOf) and isinstance(shape.names, Text) else key,
            )
        if key not in editor._draft.find(path)[1]:
            last = list(editor._draft.find(path)[1])[-1]
            press(editor, "rekey", path=json.dumps([*path, last]), value=key)
        fill(editor, shape.item if isinstance(shape, MapOf) else shape.fields[key], want[key], (*path, key))
    for key in [key for key in editor._draft.find(path)[1] if key not in want]:
        press(editor, "drop", path=json.dumps([*path, key]))


def saved(editor):
    press(editor, "file", value="made.toml")
    press(editor, "save")
    return tomllib.loads(Path("made.toml").read_text())


def test_every_known_profession_is_made_from_nothing():
    editor = CardEditor()
    shipped = editor._language.shipped({})
    for name in KNOWN:
        make(editor, "profession", name, shipped[name])

    assert len(KNOWN) >= 8
    assert saved(editor) == {name: shipped[name] for name in KNOWN}
    book = load_book("made.toml")
    assert [book.professions[name] for name in KNOWN] == [load_book().professions[name] for name in KNOWN]


@pytest.mark.parametrize(
    ("game", "kind", "group", "name"),
    [
        ("guildhall", "Chapter Master", "masters", "Seeker"),
        ("guildhall", "Master House", "houses", "Journeyman House"),
        ("guildhall", "VP card", "vp", "3 one for two"),
        ("guildhall", "set", "sets", "old-world"),
        ("guild-master", "Contract", "contracts", "Recover Stolen Ledgers"),
        ("guild-master", "Adventurer", "adventurers", "Bruna"),
        ("hundred-halls", "card", "cards", "Loose the Pack"),
        ("hundred-halls", "card", "cards", "Bone Whistle"),
        ("advyria", "deck", "decks", "lean"),
    ],
)
def test_a_shipped_card_is_made_from_nothing(game, kind, group, name):
    editor = CardEditor(game)
    want = editor._language.shipped(editor.tables)[group][name]
    make(editor, kind, name, want)

    assert editor.problem == ""
    assert saved(editor)[group] == {name: want}


def test_a_refusal_says_where_and_what_would_be_right():
    editor = CardEditor()
    press(editor, "add", value="profession")
    press(editor, "say", path='["tier", "0", 0]', value="take")
    press(editor, "put", path='["tier", "0", 0, "from"]', value="my hall")
    press(editor, "put", path='["tier", "0", 0, "to"]', value="my hall")

    assert editor.problem == "Tinker, tier 0: cards cannot go from my hall to my hall"
    assert "Refused" in editor.html
    assert "A refused file is not saved." in editor.html
    assert not any(one.do == "save" for one in controls_of(editor.html))
    press(editor, "mend", number=0)
    assert editor.problem == ""


def test_a_name_that_is_taken_changes_nothing():
    editor = CardEditor()
    press(editor, "add", value="profession")
    press(editor, "add", value="profession")
    before = editor.tables
    press(editor, "name", value="Tinker")

    assert editor.tables == before
    assert "taken by another card" in editor.html
    press(editor, "name", value="Tinkerer")
    assert list(editor.tables) == ["Tinker", "Tinkerer"]


def test_a_file_is_loaded_changed_and_saved_but_never_another_one():
    text = "[Shaman]\ntier.0 = [{ draw = 3 }]\n"
    Path("own.toml").write_text(text)
    editor = CardEditor()
    press(editor, "load", value="own.toml")
    assert editor.tables == tomllib.loads(text)
    press(editor, "put", path='["tier", "0", 0, "draw"]', value="2")
    press(editor, "save")
    assert tomllib.loads(Path("own.toml").read_text())["Shaman"]["tier"]["0"] == [{"draw": 2}]
    Path("other.toml").write_text("[Shaman]\ntier.0 = [{ drew = 3 }]\n")
    press(editor, "file", value="other.toml")
    assert "exists already" in editor.html
    press(editor, "load", value="other.toml")
    assert "Cannot load other.toml" in editor.status
    assert editor.tables["Shaman"]["tier"]["0"] == [{"draw": 2}]


def test_a_card_is_tried_at_once_and_compared_with_the_shipped_one():
    editor = CardEditor()
    press(editor, "add", value="profession")
    press(editor, "name", value="Shaman")
    press(editor, "put", path='["archetype"]', value="Priest")
    press(editor, "say", path='["tier", "0", 0]', value="gain")
    press(editor, "try")

    assert editor._told[-1] in editor.html
    assert "red Shaman" in editor._told[-1]
    assert "1 VP" in editor._told[-1]
    assert "Shipped: Shaman" in editor.html
    assert "stand-in" in editor.html


def test_the_difference_is_that_of_the_same_games():
    options = {"cards": "old-world", "players": 2}
    text = "[Marshal]\ntier.1 = [{ gain = 9 }]\ntier.3 = [{ gain = 9 }]\n"
    *_, (played, same) = growing("guildhall", options, options, 60, seed=3)
    *_, (_, changed) = growing("guildhall", options, {**options, "card_texts": [["a", text]]}, 60, seed=3)

    assert played == 60
    assert all((one.before, one.low, one.high) == (one.after, 0, 0) for one in same if not one.is_share)
    turns = next(one for one in changed if one.what == "turns")
    assert turns.high < 0
    plain = gh.simulate("guildhall", games=50, seed=3, frames="games", **options).games["turns"].to_list()
    more = gh.simulate("guildhall", games=10, seed=53, frames="games", **options).games["turns"].to_list()
    assert turns.before == sum(plain + more) / 60


@pytest.mark.parametrize("game", gh.list_games())
def test_random_clicking_never_makes_a_file_that_is_refused_later(game):
    editor, coin = CardEditor(game), random.Random(game)
    accepted = 0
    for _ in range(60):
        quiet = ("try", "estimate", "stop", "load", "save", "file", "games", "trial", "undo")
        found = [one for one in controls_of(editor.html) if one.do not in quiet]
        control = coin.choice(
            [one for one in found if one.do == coin.choice(sorted({one.do for one in found}))] or found
        )
        editor.act(control.do, **coin.choice(control.messages()))
        assert editor.error == "", control
        can_save = any(one.do == "save" for one in controls_of(editor.html))
        if can_save:
            accepted += 1
            registration(game).make_rules({"card_texts": [["later.toml", editor.toml]]})
            assert tomllib.loads(editor.toml) == editor.tables
    assert accepted >= 3
