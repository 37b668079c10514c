"""Files of strangers: what a record, a manifest or a state can make this process open, run or believe."""

from __future__ import annotations

import json
from importlib import import_module

import numpy as np
import pytest
import zstandard
from guildhall_widgets import replay_html
from guildhall_widgets.replay.export import study_html, study_markdown

import guildhall as gh
from guildhall.core.rules import clone, digest
from guildhall.games import registrations
from guildhall.kernel.chance import generator, is_generator
from guildhall.kernel.validator import derived
from guildhall.records.verify import pack_state
from guildhall.simulation.run import Simulation

OWN = {
    "guildhall": ({"cards": ["Brewer", "Monk"]}, '[Brewer]\narchetype = "Mage"\ntier.0 = [{ draw = 1 }]\n'),
    "advyria": (
        {"players": 2},
        "[decks.own]\nseeker = 9\nwarrior = 9\nfairy = 9\nwizard = 9\njoker = 9\nadventure = 1\n",
    ),
}
SHIPPED = sorted(OWN)


@pytest.fixture
def shut(monkeypatch):
    """No data file can be opened any more."""

    def refuse(path):
        raise AssertionError(f"{path} was opened")

    monkeypatch.setattr("guildhall.core.settings.text_of", refuse)


def own_file(folder, game):
    path = folder / "own.toml"
    path.write_text(OWN[game][1], encoding="utf-8")
    return path


def options_of(game):
    options = OWN[game][0]
    return options | {"cards": "own"} if game == "advyria" else options


def document_of(path):
    return json.loads(path.read_text())


def named_instead(path, file):
    """The record in its old form: the name of a file in the place of its text."""
    document = document_of(path)
    assert document["header"]["setup"].pop("card_texts")
    document["header"]["setup"]["card_files"] = [str(file)]
    path.write_text(json.dumps(document))
    return path


# What is opened


@pytest.fixture(params=SHIPPED)
def old_form(request, tmp_path):
    """A record that names a file of own cards, and that file."""
    own = own_file(tmp_path, request.param)
    game = gh.new_game(request.param, card_files=[own], **options_of(request.param))
    game.run("random", until=lambda game: game.ply == 20)
    game.record.save(tmp_path / "game.json")
    return named_instead(tmp_path / "game.json", own), own


def test_a_file_that_a_record_names_is_not_opened(old_form, shut):
    path, own = old_form
    with pytest.raises(gh.BadRecord, match="its game cannot be set up: card_files is") as caught:
        gh.load(path)

    assert f"{own.name!r}" in str(caught.value) or own.name in str(caught.value)
    assert "gh.load(path, card_files=[…])" in str(caught.value)
    assert caught.value.partial.plies == 20
    assert gh.load(path, verify=False).plies == 20


def test_files_that_the_reader_names_are_and_then_the_record_carries_their_texts(old_form, tmp_path):
    path, own = old_form
    record = gh.load(path, card_files=[own])
    record.save(tmp_path / "anew.json")
    own.unlink()

    assert gh.load(tmp_path / "anew.json") == record
    assert record.header.setup["card_texts"] == [["own.toml", OWN[record.header.game][1]]]
    assert record.verify()
    assert record.game().record == record


def test_many_games_take_the_files_of_the_reader_too(old_form):
    path, own = old_form
    assert gh.load_all(path).damage.partial.plies == 20
    assert gh.load_all(path, card_files=own).damage is None


def test_files_that_do_not_fit_the_record_are_told(old_form, tmp_path):
    path, own = old_form
    own.write_text("gold", encoding="utf-8")

    with pytest.raises(gh.BadRecord, match=r"own\.toml, line 1: is not TOML"):
        gh.load(path, card_files=[own])
    with pytest.raises(gh.BadRecord, match=r"nowhere\.toml: cannot be read"):
        gh.load(path, card_files=[tmp_path / "nowhere.toml"])


@pytest.mark.parametrize("game", SHIPPED)
def test_a_manifest_opens_no_file_either(game, tmp_path):
    own = own_file(tmp_path, game)
    gh.simulate(game, games=3, seed=1, out=tmp_path / "run", card_files=[own], **options_of(game))
    manifest = document_of(tmp_path / "run" / "manifest.json")
    del manifest["setup"]["card_texts"]
    manifest["setup"]["card_files"] = [str(own)]
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))

    with pytest.raises(gh.BadRecord, match="cannot be set up: card_files is"):
        Simulation.read(tmp_path / "run")
    assert len(Simulation.read(tmp_path / "run", card_files=own)) == 3


def test_a_record_reaches_no_network_whatever_addresses_it_holds(tmp_path, monkeypatch):
    address = "http://example.org/own.toml"
    game = gh.new_game("guildhall", players=[address, "Bela"], seed=1)
    game.run("random", until=lambda game: game.ply == 20)
    game.record.annotate(5, comment=f"![picture]({address})", tag=address)
    game.record.save(tmp_path / "game.json")
    other = document_of(tmp_path / "game.json")
    other["header"]["setup"]["card_files"] = [address]
    (tmp_path / "other.json").write_text(json.dumps(other))

    def refuse(*_, **__):
        raise AssertionError("a network was asked for")

    for name in ("socket.connect", "socket.connect_ex", "getaddrinfo", "create_connection"):
        monkeypatch.setattr(f"socket.{name}", refuse)
    record = gh.load(tmp_path / "game.json")
    assert record.verify()
    assert record.game().ply == 20
    with pytest.raises(gh.BadRecord, match="card_files"):
        gh.load(tmp_path / "other.json")
    for write in (study_html, study_markdown, replay_html):
        assert "example.org" in write(record)


def test_a_small_file_of_very_many_objects_is_refused_before_it_is_parsed(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("it was parsed")

    monkeypatch.setattr("msgspec.json.decode", refuse)
    monkeypatch.setattr("json.loads", refuse)
    data = b'{"format":"guildhall-record","version":1,"header":[' + b"{}," * 20_000_000
    packed = zstandard.compress(data)
    path = tmp_path / "game.json.zst"
    path.write_bytes(packed)

    assert len(packed) < 6000
    with pytest.raises(gh.BadRecord, match="the document has more than 1000000 values"):
        gh.load(path)


# What is believed: states

POSITIONS = {
    "guildhall": {"halls": [{"Weaver": ["red"]}, {}], "hands": [["blue Weaver"], []], "completed": [["Farmer"], []]},
    "advyria": {"hands": [["Wizard"], []], "villages": [1, 0]},
}


def position(game, **more):
    laid = gh.position(game, seed=3, **POSITIONS[game], **more)
    assert laid.rules.fault(laid.state) is None
    return laid


def altered(state, field, value, at=()):
    state = clone(state)
    state[field][(0, *at)] = value
    return state


def test_every_field_of_every_state_has_a_range_or_is_counted_anew():
    for known in registrations():
        engine = getattr(known.make_rules({}), "engine", None)
        if engine is not None and (validator := engine.validating()) is not None:
            assert tuple(validator.ranges) == engine.state.names, known.name
            assert (derived in validator.ranges.values()) == (validator.recount is not None)


#: Fields in which another number within its range makes another position, and no fault.
FREE = {
    "guildhall": "first turn_no actions rng plies",
    "advyria": "first turn_no plies robbed played drew refills finale figure losses hero rng",
}


@pytest.mark.parametrize("game", SHIPPED)
def test_no_number_of_a_state_can_be_just_anything(game):
    laid, free = position(game), []
    for field in laid.state.dtype.names:
        values = laid.state[field][0]
        bounds = np.iinfo(values.dtype)
        corners = {tuple(0 for _ in values.shape), tuple(size - 1 for size in values.shape)}
        others = [value for value in (-1, 0, 1, 100) if bounds.min <= value]
        faults = [
            laid.rules.fault(altered(laid.state, field, value, at))
            for at in corners
            for value in others
            if laid.state[field][(0, *at)] != value
        ]
        free += [] if all(faults) else [field]
        for at in corners:
            assert laid.rules.fault(altered(laid.state, field, bounds.max, at)), field
            assert bounds.min == 0 or laid.rules.fault(altered(laid.state, field, bounds.min, at)), field
    assert free == FREE[game].split()


@pytest.mark.parametrize("game", SHIPPED)
def test_any_single_number_that_is_altered_and_passes_leads_to_a_game_that_can_be_played(game):
    laid, coin = position(game), np.random.default_rng(5)
    passed = 0
    for _ in range(300):
        state = clone(laid.state)
        data = state.view(np.uint8)
        data[coin.integers(len(data))] ^= 1 << coin.integers(8)
        if laid.rules.fault(state) is None:
            passed += 1
            gh.Game(laid.rules, state).run("random", until=lambda game: game.ply == 30)
    assert passed < 100


@pytest.mark.parametrize(
    ("game", "field", "at", "value"),
    [
        ("guildhall", "count", (0, 125), 1),  # a kind beyond those of the deck
        ("guildhall", "vp_owned", (0, 47), 1),
        ("guildhall", "vp_box", (47,), 1),
        ("guildhall", "vp_owned", (3, 0), 1),  # nobody sits there
        ("guildhall", "points", (3,), 7),
        ("guildhall", "size_of", (0, 23), 1),
        ("guildhall", "played", (0,), 1),  # under the advanced rule none is barred
        ("guildhall", "done_cards", (0, 0, 0), 0),  # a card of another chapter
        ("guildhall", "rng", (), 0),
        ("advyria", "rng", (), 0),
        ("advyria", "idle", (), 4),
        ("advyria", "idle", (), 1),  # not in the Finale
        ("advyria", "villages", (3,), 1),
    ],
)
def test_a_state_that_cannot_be_is_found_out(game, field, at, value):
    laid = position(game)

    assert laid.rules.fault(altered(laid.state, field, value, at))


def test_in_the_finale_turns_in_a_row_may_be_idle_but_not_so_many_that_it_is_over():
    laid = position("advyria", finale=True)

    assert laid.rules.fault(altered(laid.state, "idle", 1)) is None
    assert laid.rules.fault(altered(laid.state, "idle", 2))


@pytest.mark.parametrize("word", [0, (4294883355 - 1) << 32 | 0xFFFFFFFF, 4294883355 << 32, 2**64 - 1])
def test_a_generator_that_stands_still_is_none(word):
    assert not is_generator(word)
    assert is_generator(int(generator(0)[0]))


@pytest.mark.parametrize("game", SHIPPED)
def test_a_record_whose_generator_stands_still_is_refused(game, tmp_path):
    laid = position(game)
    laid.run("random", until=lambda game: game.ply == 5)
    record = laid.record
    bad = altered(laid.start, "rng", 0)
    record.save(tmp_path / "game.json")
    document = document_of(tmp_path / "game.json")
    document["header"] |= {"start": pack_state(bad), "start_digest": digest(bad)}
    (tmp_path / "game.json").write_text(json.dumps(document))

    with pytest.raises(gh.BadRecord, match=r"its start position is impossible: a number in it is out of range \(rng\)"):
        gh.load(tmp_path / "game.json")


def test_a_game_without_positions_takes_none_from_a_file():
    game = import_module("tests.example.market_day").GAME
    rules = game.make_rules({})

    assert rules.fault(rules.start(1)) == "market-day has no positions set up by hand"


def test_a_data_file_without_an_end_is_read_no_further_than_a_data_file_can_go():
    class Endless:
        name = "endless.toml"
        asked = 0

        def open(self, mode):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *_):
            """Nothing is open."""

        def read(self, most):
            self.asked += most
            return b"#" * most

    endless = Endless()
    with pytest.raises(gh.BadCardFile, match="is larger than"):
        import_module("guildhall.core.datafile").text_of(endless)
    assert endless.asked < 2**21
