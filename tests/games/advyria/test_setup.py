"""Rules 1 to 9: the box, the board, and what lies where when play begins."""

from __future__ import annotations

from collections import Counter

import pytest

import guildhall as gh
from guildhall.games.advyria.reading import pack, shipped


def started(players=2, seed=1, **options):
    """A game after everybody has chosen a guild field."""
    game = gh.new_game("advyria", players=players, seed=seed, **options)
    while game.decision.kind == "guild":
        game.play(game.options[0])
    return game


def test_rule_1_the_board_has_26_quest_fields_four_guild_fields_and_others():
    board = pack(shipped(), "standard", 4).board

    assert [len(board.of_kind(kind)) for kind in ("quest", "guild", "plain")] == [26, 4, 6]


def test_rule_2_there_are_14_gold_tiles_12_adventures_and_six_card_types():
    box = pack(shipped(), "standard", 4)

    assert (box.gold, len(box.adventures), len(box.heroes)) == (14, 12, 4)
    assert dict(box.deck.counts) == {"seeker": 28, "warrior": 18, "fairy": 14, "wizard": 14, "joker": 10}
    assert Counter(adventure.colour for adventure in box.adventures) == dict.fromkeys(
        ("red", "blue", "yellow", "green"), 3
    )


def test_rule_3_all_tiles_lie_hidden_on_quest_fields_another_way_for_every_seed():
    games = [gh.new_game("advyria", seed=seed) for seed in range(20)]

    assert all(len(game.table.hidden) == 26 and not game.table.open for game in games)
    assert all(Counter(game.table.tiles.values())["Gold"] == 14 for game in games)
    assert len({str(game.table.tiles) for game in games}) == 20
    assert all(len({game.table.tiles[field] for game in games}) > 1 for field in games[0].table.tiles)


def test_rule_4_everybody_has_another_hero_card_and_sees_only_the_own_one():
    game = started(players=4)

    assert len(set(game.table.heroes)) == 4
    for seat in range(4):
        assert game.view(seat).heroes == [hero if at == seat else None for at, hero in enumerate(game.table.heroes)]


def test_rule_4_every_adventure_stands_on_one_hero_card():
    box = pack(shipped(), "standard", 4)

    assert sorted(number for hero in box.heroes for number in hero.adventures) == list(range(12))


def test_rule_5_each_player_chooses_a_free_guild_field():
    game = gh.new_game("advyria", players=4, first=0, seed=2)

    assert [option.phrase for option in game.options] == ["start at a1", "start at f1", "start at a6", "start at f6"]
    game.play("start at f1")
    assert [option.phrase for option in game.options] == ["start at a1", "start at a6", "start at f6"]
    game.play("start at a6", "start at a1", "start at f6")
    assert game.table.figures == ["f1", "a6", "a1", "f6"]


def test_rule_6_levels_begin_at_three_and_losses_at_none():
    game = started(players=3)

    assert game.table.levels == [3, 3, 3]
    assert game.table.losses == [0, 0, 0]


def test_rule_7_everybody_gets_three_cards_unseen_by_the_others():
    game = started(players=3, first=0)

    assert game.table.hand_sizes == [6, 3, 3]  # the first player has drawn already
    assert game.view(1).known[0] == []
    assert len(game.view(1).hand) == 3


def test_rule_8_players_take_turns_clockwise():
    game = started(players=3, first=1)
    seats = []
    while len(seats) < 6:
        seats.append(game.table.turn)
        game.play("end turn")
        while game.decision.kind == "limit":
            game.play(game.options[0])

    assert seats == [1, 2, 0, 1, 2, 0]


def test_ruling_1_the_first_player_is_drawn_from_the_seed_or_given():
    drawn = {gh.new_game("advyria", players=4, seed=seed).table.turn for seed in range(40)}

    assert drawn == {0, 1, 2, 3}
    assert gh.new_game("advyria", players=4, first=2, seed=5).table.turn == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rule_9_one_to_four_can_play(players):
    assert len(started(players).rules.seats) == players


@pytest.mark.parametrize("players", [0, 5, "two", [], ["Ada", "Ada"]])
def test_rule_9_other_numbers_of_players_are_refused(players):
    with pytest.raises(gh.BadSetup, match="player"):
        gh.new_game("advyria", players=players)


def test_case_26_set_up():
    game = started(players=4, first=0)
    table = game.table

    assert len(table.tiles) == 26
    assert Counter(tile == "Gold" for tile in table.tiles.values()) == {True: 14, False: 12}
    assert table.hand_sizes == [6, 3, 3, 3]
    assert (table.levels, table.losses) == ([3] * 4, [0] * 4)
    assert set(table.figures) == {"a1", "f1", "a6", "f6"}
    assert len(table.deck) == 96 - 15
