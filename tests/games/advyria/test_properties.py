"""Any line of play: no card and no tile is lost, what the events tell is what the table shows."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

import guildhall as gh
from guildhall.core.game import Game
from guildhall.games.advyria.engine.laws import Law, sound
from tests.games.advyria.soak import cases

ways = st.sampled_from(cases()).map(lambda case: case.rules)
seeds = st.integers(0, 2**64 - 1)
lengths = st.integers(0, 350)


def played(rules, seed, plies):
    """A game after so many even choices that the seed decides."""
    game, coin = Game(rules, rules.start(seed), seed=seed), random.Random(seed)
    while not game.over and game.ply < plies:
        game.play(coin.choice(rules.options(game.state)))
    return game


@settings(max_examples=40)
@given(rules=ways, seed=seeds, plies=lengths)
def test_no_line_of_play_breaks_a_law_of_the_table(rules, seed, plies):
    state, coin = rules.start(seed), random.Random(seed)
    for _ in range(plies):
        assert Law(sound(state, 0, rules.compiled, state)) is Law.SOUND
        if not (options := rules.options(state)):
            break
        rules.apply(state, coin.choice(options))


@settings(max_examples=30)
@given(rules=ways, seed=seeds, plies=lengths)
def test_no_line_of_play_loses_a_card_or_a_tile(rules, seed, plies):
    table = played(rules, seed, plies).table
    cards = Counter(card for zone in (*table.hands, *table.adventures, table.deck, table.discard) for card in zone)
    tiles = Counter([*table.tiles.values(), *(name for done in table.adventures for name in done)])

    assert cards.total() == 96
    assert all(cards[adventure] == 1 for adventure in rules.names.adventures)
    assert tiles["Gold"] + sum(table.villages) + sum(table.gold) == 14
    assert all(tiles[adventure] == 1 for adventure in rules.names.adventures)


@settings(max_examples=30)
@given(rules=ways, seed=seeds, plies=lengths)
def test_the_score_is_what_lies_before_a_player(rules, seed, plies):
    game = played(rules, seed, plies)
    table, setup = game.table, rules.setup
    for seat in range(len(rules.seats)):
        points = 5 * len(table.adventures[seat])
        if not setup["only_adventures"]:
            points += 2 * table.gold[seat] - table.losses[seat]
            if game.over and not setup["no_heroes"]:
                hero = next(hero for hero in rules.box.heroes if hero.name.en == table.heroes[seat])
                shown = {rules.names.adventures[number] for number in hero.adventures}
                points += 5 * len(shown & set(table.adventures[seat]))

        assert game.outcome.points[seat] == points


def tallied(game):
    """Hands, figures, counters and tiles rebuilt from the events alone."""
    seats = len(game.rules.seats)
    hands, figures = [Counter() for _ in range(seats)], [None] * seats
    done, villages, gold = [[] for _ in range(seats)], [0] * seats, [0] * seats
    for event in game.events:
        seat, data = event.seat, event.data
        match event.kind:
            case "draw":
                hands[seat][data["card"]] += 1
            case "play" if "own" in data:
                hands[seat].subtract({data["card"]: data["own"]})
                hands[seat].subtract({"Joker": data["jokers"]})
            case "play" | "discard":
                hands[seat][data["card"]] -= 1
            case "steal":
                hands[seat][data["card"]] += 1
                hands[data["player"]][data["card"]] -= 1
            case "complete":
                hands[seat][data["adventure"]] -= 1
                done[seat].append(data["adventure"])
            case "place":
                figures[seat] = data["field"]
            case "move" | "send":
                figures[seat] = data["to"]
            case "gold":
                villages[seat] += 1
            case "turn villages":
                villages[seat] -= data["villages"]
                gold[seat] += data["villages"]
    return [+hand for hand in hands], figures, [sorted(names) for names in done], villages, gold


@settings(max_examples=30)
@given(rules=ways, seed=seeds, plies=lengths)
def test_events_tell_all_that_happened(rules, seed, plies):
    game = played(rules, seed, plies)
    table = game.table
    hands, figures, done, villages, gold = tallied(game)

    assert hands == [Counter(hand) for hand in table.hands]
    assert (figures, villages, gold) == (table.figures, table.villages, table.gold)
    assert done == [sorted(names) for names in table.adventures]


@settings(max_examples=15)
@given(rules=ways, seed=seeds)
def test_every_game_ends_for_a_reason(rules, seed):
    game = played(rules, seed, 5000)

    assert game.over
    assert game.outcome.reason in ("tiles", "passed", "cards")
    assert (game.outcome.reason == "cards") <= rules.setup["no_finale"]
    if game.outcome.winner is not None:
        assert game.outcome.points[game.outcome.winner] == max(game.outcome.points)


def test_a_turn_limit_ends_a_game_unfinished():
    game = gh.new_game("advyria", players=2, turn_limit=3, seed=1)
    game.run("random")

    assert (game.outcome.winner, game.outcome.reason, game.table.turn_no) == (None, "unfinished", 3)
    assert game.decision.prompt == "The game ended unfinished at its turn limit"
