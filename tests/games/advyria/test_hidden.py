"""What a seat may know: nothing of another seat's peeks, hand or Hero; and dealing the rest anew."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import guildhall as gh
from tests.games.advyria.tables import ACTIONS, FAIRY, JOKER, SEEKER, WARRIOR, WIZARD, end_turn, lay, named


def everything_in(thing, seen=None):
    """All plain values that can be reached from an object, its private ones too."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from everything_in(key, seen)
            yield from everything_in(value, seen)
    elif isinstance(thing, list | tuple | set):
        for each in thing:
            yield from everything_in(each, seen)
    else:
        yield thing


def test_a_view_holds_nothing_of_the_peeks_of_another_seat():
    tiles = {"b1": "Moon Well", "c1": "Gold", "d1": "Owl Court"}
    hands = [ACTIONS["green"]], [], []
    game = lay(*hands, tiles=tiles)
    before = game.view(1).knowledge.copy()
    events = [*game.play("play Root Maze", "look at b1"), *game.play("look at d1")]
    after = game.view(1)

    assert after.tiles == dict.fromkeys(tiles)
    assert after.peeked == []
    changed = {name for name in before.dtype.names if not np.array_equal(before[0][name], after.knowledge[0][name])}
    assert changed == {"phase", "plies", "peeks", "played", "pile", "pile_n", "hand_n"}
    for event in named(events, "peek"):
        assert dict(event.as_seen_by(1).data) == {}
        assert not any(word in event.as_seen_by(1).text for word in (*tiles, "Moon Well", "Owl Court"))


def test_a_view_holds_nothing_of_another_hand_or_hero():
    game = lay([WIZARD], ["Moon Well", JOKER], heroes=["Old Tobin", "Brother Anselm"])
    view = game.view(0)
    words = [
        word for word in everything_in({k: v for k, v in vars(view).items() if k != "names"}) if isinstance(word, str)
    ]

    assert view.hand_sizes == [1, 2]
    assert "Brother Anselm" not in words
    assert "Joker" not in words
    assert "Brother Anselm" not in game.rules.text(view, None)
    assert "Anselm" not in game.rules.html(view, None)


def test_seats_with_different_secrets_look_the_same_from_outside():
    zones = {"tiles": {"b1": "Moon Well", "c1": "Gold"}, "deck": [FAIRY, WARRIOR], "seed": 4}
    one = lay([WIZARD], [JOKER], heroes=["Old Tobin", "Brother Anselm"], peeked=[[], ["b1"]], **zones)
    zones |= {"tiles": {"b1": "Gold", "c1": "Moon Well"}, "deck": [WARRIOR, FAIRY]}
    other = lay([WIZARD], [JOKER], heroes=["Old Tobin", "Sela Quickhand"], peeked=[[], ["c1"]], **zones)

    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_that_the_game_asks_tells_nothing_about_the_hand():
    tiles = {"e6": "Moon Well"}
    with_card = lay([ACTIONS["red"], "Moon Well"], [], tiles=tiles)
    without = lay([ACTIONS["red"], "Glass Tower"], [], tiles=tiles)
    for game in (with_card, without):
        game.play("play Sunken Bell", "move to e6")

    assert [len(game.options) for game in (with_card, without)] == [2, 1]
    assert with_card.view(1).knowledge[0]["phase"] == without.view(1).knowledge[0]["phase"]
    finale = [lay([], [card], finale=True) for card in (WIZARD, JOKER)]
    for game in finale:
        end_turn(game)
    assert [len(game.options) for game in finale] == [2, 1]
    assert finale[0].view(0).knowledge[0]["phase"] == finale[1].view(0).knowledge[0]["phase"]


def test_a_robbed_player_remembers_what_was_taken_until_it_is_seen_to_leave():
    hands = [ACTIONS["red"]], [FAIRY, WIZARD]
    game = lay(*hands, figures=["a1", "d4"])
    game.play("play Sunken Bell", "move to d3", "rob player 2", "send to f6")
    assert Counter(game.view(1).known[0]) == {FAIRY: 1, WIZARD: 1}
    game.play("play Wizard")

    assert game.view(1).known[0] == [FAIRY]


def test_a_third_player_forgets_what_may_have_been_taken():
    hands = [ACTIONS["red"], WIZARD, WIZARD], [FAIRY] * 3, ["Ember Bridge"]
    game = lay(*hands, figures=["a1", "d4", "a6"], deck=[SEEKER] * 9, levels=[8, 8, 8])
    game.play("play Sunken Bell", "move to d3", "rob player 2", "send to f6")
    assert game.view(1).known[0] == [FAIRY, FAIRY]
    game.play("end turn", "end turn", "play Ember Bridge", "move to d4", "rob player 1")
    taken = Counter(game.table.hands[2])[FAIRY]

    assert 0 <= taken <= 2
    assert game.view(1).known[0] == []  # two cards left unseen: perhaps both Fairies


def test_worlds_dealt_from_a_view_differ_only_in_what_is_hidden():
    game = gh.new_game("advyria", players=3, seed=8)
    game.run("memory", until=lambda game: game.ply >= 90)
    view = game.view(1)
    worlds = [game.rules.table(game.rules.resample(view, seed)) for seed in range(12)]

    assert len({str(world.hands[0]) for world in worlds}) > 1
    assert len({str(world.tiles) for world in worlds}) > 1
    assert len({world.heroes[0] for world in worlds}) > 1
    assert {str(world.hands[1]) for world in worlds} == {str(game.table.hands[1])}
    assert {world.heroes[1] for world in worlds} == {game.table.heroes[1]}
    for field in view.peeked:
        assert {world.tiles[field] for world in worlds} == {game.table.tiles[field]}


def test_hidden_tiles_are_dealt_evenly():
    game = lay([], tiles={"b1": "Gold", "c1": "Gold", "d1": "Moon Well"})
    view = game.view(0)
    places = Counter()
    for seed in range(900):
        tiles = game.rules.table(game.rules.resample(view, seed)).tiles
        places[next(field for field, tile in tiles.items() if tile == "Moon Well")] += 1

    assert all(220 < places[field] < 380 for field in ("b1", "c1", "d1"))


def test_a_record_redacted_for_a_seat_tells_no_peek_of_others(tmp_path):
    game = gh.new_game("advyria", players=2, first=0, seed=3)
    game.run("memory", until=lambda game: any(event.kind == "peek" and event.seat == 0 for event in game.events))
    peek = next(event for event in game.events if event.kind == "peek" and event.seat == 0)
    redacted = game.record.redacted(1)

    assert peek.text not in str(redacted)
    assert "Player 1 looks at a hidden tile" in str(redacted)


@pytest.mark.parametrize("seat", [0, 1])
def test_views_and_events_in_german_hide_the_same(seat):
    game = gh.new_game("advyria", players=2, seed=3, lang="de")
    game.run("memory", until=lambda game: game.ply >= 60)
    for event in game.events:
        if event.seen_by is not None and seat not in event.seen_by:
            assert event.as_seen_by(seat).text in (
                f"Spieler {event.seat + 1} zieht eine Karte",
                f"Spieler {event.seat + 1} sieht sich ein verdecktes Plättchen an",
                f"Spieler {event.seat + 1} nimmt Spieler {seat + 1} eine Karte ab",
            )
