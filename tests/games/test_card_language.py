"""The card languages as data: schemas and shapes accept what the readers accept, and no more than the readers can mend.

The reader has the last word: it checks what involves several places of a card. So whatever a schema refuses, the reader
refuses too, and every single place that the reader refuses by its type, its bounds or its words, the schema refuses.
"""

from __future__ import annotations

import copy
import json
import random
import tomllib
from functools import cache

import pytest
from jsonschema import Draft202012Validator

import guildhall as gh
from guildhall.core.errors import GuildhallError
from guildhall.games import registration

GAMES = tuple(gh.list_games())
FOLDERS = {name: name.replace("-", "_") for name in GAMES}
every_game = pytest.mark.parametrize("game", GAMES)


@cache
def language(game):
    return registration(game).card_language


@cache
def validator(game):
    schema = language(game).schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def shipped(project_root, game):
    folder = project_root / "guildhall" / "games" / FOLDERS[game] / "data"
    return {path.name: tomllib.loads(path.read_text()) for path in sorted(folder.rglob("*.toml"))}


def refusal(game, tables):
    """What the reader says against a file, or ""."""
    try:
        registration(game).make_rules({"card_texts": [["mine.toml", language(game).text(tables)]]})
    except GuildhallError as error:
        return str(error)
    return ""


def table_in(tables, kind, name):
    return tables[kind.group] if kind.single else (tables[kind.group] if kind.group else tables)[name]


@every_game
def test_every_shipped_file_fits_its_schema_and_its_shapes(project_root, game):
    found = 0
    for name, tables in shipped(project_root, game).items():
        assert [error.message for error in validator(game).iter_errors(tables)] == [], name
        for kind, card in language(game).cards(tables):
            assert kind.table.fits(table_in(tables, kind, card)), (name, kind.name, card)
            found += 1

    assert found >= 20


@every_game
def test_a_file_written_as_toml_is_read_as_the_same_tables(project_root, game):
    for tables in shipped(project_root, game).values():
        assert tomllib.loads(language(game).text(tables)) == tables


@every_game
def test_what_a_form_begins_with_has_its_shape(game):
    for kind in language(game).kinds:
        assert kind.table.fits(kind.table.start()), kind.name
        assert kind.single or kind.names.fits(kind.names.start()), kind.name


DAMAGED = {
    "guildhall": [
        '[Tinker]\narchetype = "Mag"\ntier.0 = [{ draw = 1 }]',
        '[Tinker]\narchetype = "Mage"\ntier.5 = [{ draw = 1 }]',
        '[Tinker]\narchetype = "Mage"\ntier.0 = [{ drew = 1 }]',
        '[Tinker]\narchetype = "Mage"\ntier.0 = [{ draw = 10 }]',
        '[Tinker]\narchetype = "Mage"\ntier.0 = [{ place = 1 }]',
        '[Tinker]\narchetype = "Mage"\ntier.0 = [{ draw = 1, from = "deck" }]',
        '[vp."3 fair"]\npoints = 3\ncost = 3\ncopies = 1',
        '[vp."3 fair"]\npoints = 3\ncost = 1\ncopies = 1\neffects = [{ draw = "chapter size" }]',
    ],
    "advyria": ["[tiles]\ngold = -1", "[tile]\ngold = 1", '[adventures.One]\ncolour = "pink"'],
    "guild-master": [
        '[contracts.New]\ndeck = "common"\ntargets = { might = 6 }\ngold = 2',
        '[contracts.New]\ndeck = "common"\ntargets = { magic = 6 }\ngold = 2\nfame = 1',
        '[contracts.New]\ndeck = "common"\ntargets = { might = 6 }\ngold = 2\nfame = 1\nboon = [{ builders = 1 }]',
        '[skills.magic]\nname = "Tower"\nbuilders = 1\nfame = 1',
    ],
    "hundred-halls": [
        '[cards.One]\ntype = "Spell"\ndoes = [{ draw = 1 }]',
        '[deck]\nname = "Pax"\nkind = "player"\n[cards.One]\ntype = "Spel"\ndoes = [{ draw = 1 }]',
        '[deck]\nname = "Pax"\nkind = "player"\n[cards.One]\ntype = "Spell"\ndoes = [{ damage = 1, to = "a foe" }]',
        '[deck]\nname = "Pax"\nkind = "player"\n[cards.One]\ntype = "Spell"\ndoes = [{ damage = 0, to = "you" }]',
    ],
}


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in DAMAGED.items() for text in texts])
def test_a_damaged_file_is_refused_by_the_schema_and_by_the_reader(game, text):
    tables = tomllib.loads(text)

    assert not validator(game).is_valid(tables)
    assert refusal(game, tables)


def places_in(value, path=()):
    """Every path to a value inside tables and lists."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places_in(value[key], (*path, key))


def stir(game, tables, coin):
    """Change, drop or add one thing of one card."""
    whole = copy.deepcopy(tables)
    inner = table_in(whole, *coin.choice(list(language(game).cards(whole))))
    *path, last = coin.choice([path for path in places_in(inner) if path])
    for key in path:
        inner = inner[key]
    match coin.randrange(4):
        case 0:
            del inner[last]
        case 1 if isinstance(inner, dict):
            inner[coin.choice(["strange", "from", "draw"])] = coin.choice([1, "my hand"])
        case _:
            inner[last] = coin.choice([0, 1, -3, 99, "", "any", "my hall", True, [], {}, [1], {"draw": 1}])
    return whole


@every_game
def test_what_the_schema_refuses_the_reader_refuses(project_root, game):
    coin = random.Random(game)
    files = [tables for tables in shipped(project_root, game).values() if refusal(game, tables) == ""]
    both = 0
    for _ in range(150):
        tables = stir(game, coin.choice(files), coin)
        accepted = validator(game).is_valid(tables)
        if not accepted:
            assert refusal(game, tables), json.dumps(tables)
        both += not accepted

    assert both > 50
