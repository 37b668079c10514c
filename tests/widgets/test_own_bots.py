"""Bots of one's own at the table: they answer as named ones do, and one that fails is told of and changes nothing."""

from __future__ import annotations

import pytest
from guildhall_widgets import TableWidget

import guildhall as gh
from tests.simulation.own_bots import Last, Tosser


class Broken:
    """Fails or cheats whenever it is asked."""

    def __init__(self, how):
        self.choose = how


def looks_up(game):
    return {}[str(game.table.hands)]


def plays_a_joker(game):
    return "play a joker"


def plays_on(game):
    game.play(game.options[0])
    game.play(game.options[0])
    return game.options[0]


def takes_back(game):
    game.undo(game.ply)
    return game.options[0]


FAILURES = pytest.mark.parametrize("how", [looks_up, plays_a_joker, plays_on, takes_back])


@pytest.fixture
def game():
    """A game in which Ada is about to act."""
    game = gh.new_game(players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply >= 30 and (game.decision.kind, game.decision.seat) == ("act", 0))
    return game


@pytest.mark.parametrize("bots", [[None, Last()], {1: Last()}], ids=["list", "by seat"])
def test_an_own_bot_answers_by_itself(game, bots):
    table, again = TableWidget(game.branch(), seat=0, bots=bots), game
    for _ in range(12):
        table.play(table.game.options[0].id)
        again.play(again.options[0])
        again.run([None, Last()])

    assert table.game.moves == again.moves
    assert again.ply > 45  # the bot has played too
    assert table.bots == {1: "Last"}
    assert table.error == ""


def test_own_bots_can_be_chosen_on_the_page_by_their_names(game):
    table = TableWidget(game, bots=[None, Tosser()], bot={"complete": 9, "progress": 1})
    assert table.bots == {1: "tosser"}
    assert table.bot == "custom weights"
    table.act("drawer", name="seats")
    assert 'value="tosser"' in table.html

    table.act("bot", value="tosser")
    table.act("bot step")
    assert table.error == ""
    assert table.status.startswith("tosser played")
    table.act("seat bot", seat=1, value="person")
    assert table.bots == {}
    table.act("seat bot", seat=0, value="tosser")
    assert table.bots == {0: "tosser"}


def test_bots_of_one_name_are_told_apart():
    class Named(Last):
        name = "greedy"

    one, other = Last(), Last()
    table = TableWidget(gh.new_game(players=4, seed=7), bots={1: one, 2: other, 3: Named()})

    assert table.bots == {1: "Last", 2: "Last 2", 3: "greedy 2"}
    assert table.seating.sitter("Last 2") is other
    table.bots = {1: other, 2: "greedy"}
    assert table.bots == {1: "Last 2", 2: "greedy"}


@FAILURES
@pytest.mark.parametrize("seat", [0, None])
def test_a_bot_that_fails_is_told_of_and_the_game_stands_as_it_was(game, how, seat):
    table = TableWidget(game, seat=seat, bots=[None, Broken(how)], bot="greedy")
    while not table.error:
        table.act("bot step")
    at, moves = game.ply, [*game.line.moves]

    assert game.decision.seat == 1
    assert len(moves) == at
    assert table.error.startswith("Broken ")
    assert f"at ply {at + 1}" in table.error
    assert "the game is unchanged" in table.error
    assert table.status.startswith("greedy played")
    assert table.failure.__cause__ is not None

    table.act("play on")
    assert f"at ply {at + 1}" in table.error
    assert (game.ply, game.line.moves) == (at, moves)
    table.act("seat bot", seat=1, value="greedy")
    assert table.error == ""
    assert game.ply > at


@FAILURES
def test_a_seat_is_not_told_what_a_failing_bot_saw(game, how):
    game.run(["greedy", None])
    other = gh.Game(game.rules, game.rules.resample(game.view(0), 5))
    assert game.table.hands[1] != other.table.hands[1]

    games = [gh.Game(each.rules, each.state) for each in (game, other)]
    told = [TableWidget(each, seat=0, bots=[None, Broken(how)]).error for each in games]

    assert told[0] == told[1]
    assert told[0].startswith("Broken ")


def test_everything_is_told_of_a_failure_where_everything_is_open(game):
    table = TableWidget(game, bots=[Broken(plays_a_joker), None])

    assert "'play a joker' is not legal now" in table.error
    assert "Legal: " in table.error


def test_a_german_table_tells_it_in_german():
    table = TableWidget(gh.new_game("advyria", players=2, lang="de", seed=1, first=0), bots=[Broken(looks_up), None])

    assert "ist bei Schritt 1 gescheitert (KeyError)" in table.error


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bots": [Last()]}, "1 bots for 2 seats"),
        ({"bots": "greedy"}, "bots must be given by seat"),
        ({"bots": [None, Last]}, "a bot must be a name, named weights or an object that can choose"),
        ({"bots": {1: {"compleet": 9}}}, "unknown weight 'compleet'"),
        ({"bot": 7}, "a bot must be a name, named weights or an object that can choose"),
    ],
)
def test_what_cannot_sit_at_a_table_is_refused(game, wrong, message):
    with pytest.raises(gh.GuildhallError, match=message):
        TableWidget(game, **wrong)


def test_play_takes_own_bots():
    one = gh.play("guildhall", players=["Ada", "Bo", "Cy"], seed=7, bot=Last())
    each = gh.play("guildhall", players=["Ada", "Bo", "Cy"], seed=7, bot=[Last(), "greedy"])

    assert one.table.bots == {1: "Last", 2: "Last"}
    assert each.table.bots == {1: "Last", 2: "greedy"}
    with pytest.raises(gh.GuildhallError, match="2 bots for 3 seats"):
        gh.play("guildhall", players=["Ada", "Bo", "Cy"], seed=7, bot=[Last()])
