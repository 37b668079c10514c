"""What the browser sends to the front-ends, whatever it is: a refused message leaves the page as it was (issue 10)."""

from __future__ import annotations

import pytest
from guildhall_widgets import DeckBuilder, InteractionGraph, Library, LiveOdds, OddsExplorer, ReplayViewer, TableWidget
from guildhall_widgets.messages import read_fields

import guildhall as gh
from tests.fuzz.messages import FRONT_ENDS, messages_of


@pytest.fixture(scope="module")
def game():
    game = gh.new_game(players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply >= 30 and game.decision.kind == "act")
    return game


def tell(widget, content):
    widget._handle_custom_msg({"view": "v", "number": 1, **content}, [])


REFUSED = {
    "table": [
        (
            {"do": "see", "data": {"value": "99"}},
            "unknown seat '99'; the seats are 0 to 1, and 'all' shows",
        ),
        ({"do": "see", "data": {"value": "²"}}, "unknown seat '²'"),
        ({"do": "seat bot", "data": {"seat": "99", "value": "person"}}, "there is no seat 99; the seats are 0 to 1"),
        ({"do": "seat bot", "data": {"seat": "0", "value": "nobody"}}, "unknown bot 'nobody'"),
        ({"do": "why", "data": {"phrase": "x" * 3000}}, "a phrase has at most 2,000 characters, this one has 3,000"),
        ({"do": "why", "data": {"phrase": "play \ud800"}}, "unpaired surrogate in phrase"),
        ({"do": "why", "data": {"phrase": ["play red Weaver"]}}, "phrase must be text, not ['play red Weaver']"),
        ({"do": "option", "data": {"option": "³"}}, "option must be a whole number, not '³'"),
        ({"do": "look up", "data": {"value": "Mnk"}}, "unknown card 'Mnk'"),
        ({"do": "undo", "data": "everything"}, "the data of a message must be named fields, not 'everything'"),
        ({"do": {"undo": 1}, "data": {}}, "the name of a message must be text, not {'undo': 1}"),
    ],
    "replay": [
        ({"do": "search", "data": {"value": 5}}, "value must be text, not 5"),
        ({"do": "search", "data": {"value": None}}, "value must be text, not None"),
        ({"do": "see", "data": {"value": "99"}}, "unknown seat '99'"),
        ({"do": "scrub", "data": {"value": "9" * 5000}}, "value must be a whole number, not '999"),
        ({"do": "go", "data": {"ply": "1", "line": "1..2"}}, "invalid line '1..2'; expected a path like 40.0"),
        ({"do": "go", "data": {"ply": "1", "line": "²"}}, "invalid line '²'"),
        ({"do": "comment", "data": {"value": "x", "number": "0", "ply": "3", "line": "293"}}, "invalid path (293,)"),
        ({"do": "mark", "data": {"mark": "\ud800"}}, "unpaired surrogate in mark"),
        ({"do": "hit", "data": {"number": "3"}}, "unknown hit 3; there are 0"),
        ({"do": "export", "data": {"kind": "exe"}}, "unknown export 'exe'; expected one of replay, html, md"),
    ],
}
CASES = [(front_end, *case) for front_end, cases in REFUSED.items() for case in cases]


@pytest.mark.parametrize(("front_end", "message", "error"), CASES, ids=range(len(CASES)))
def test_a_refused_message_leaves_the_page_as_it_was(game, front_end, message, error):
    widget = TableWidget(game.branch(), seat=0) if front_end == "table" else ReplayViewer(game.record, ply=5)
    before, text = widget.html, widget.text()
    tell(widget, message)

    assert widget.error.startswith(error)
    assert isinstance(widget.failure, gh.GuildhallError)
    assert (widget.html, widget.text(), widget.page()) == (before, text, before)


def test_every_front_end_is_among_those_that_are_fuzzed(game, tmp_path):
    made = [build(game, tmp_path) for build in FRONT_ENDS]
    kinds = {type(widget).__name__ for widget in made}
    for widget in made:
        widget.close()

    assert kinds == {
        "TableWidget",
        "ReplayViewer",
        "Catalogue",
        "InteractionGraph",
        "DeckBuilder",
        "LiveOdds",
        "OddsExplorer",
        "CheckExplorer",
        "PartyPicker",
        "ArmoryPlanner",
    }


@pytest.mark.parametrize("build", FRONT_ENDS, ids=lambda build: build.__name__)
def test_all_that_a_page_can_say_can_be_read(game, build, tmp_path):
    widget = build(game, tmp_path)
    said = messages_of(widget.html)
    for message in said:
        read_fields(widget._handler(message["do"]).__func__, message["data"])
    widget.close()

    assert said


ODD = ["\0", "²", 10**5000, -1, 1.5, [], [["red Weaver"]], {1: 2}, object()]


@pytest.mark.parametrize(
    "build",
    [
        lambda game, value: TableWidget(value),
        lambda game, value: TableWidget(game.branch(), seat=value if value != [] else -1),
        lambda game, value: TableWidget(game.branch(), bots=value),
        lambda game, value: TableWidget(game.branch(), bot=value),
        lambda game, value: ReplayViewer(value),
        lambda game, value: ReplayViewer(game.record, seat=value),
        lambda game, value: ReplayViewer(game.record, ply=value),
        lambda game, value: Library(value),
        lambda game, value: OddsExplorer(missing=value),
        lambda game, value: OddsExplorer(preset=value),
        lambda game, value: OddsExplorer(seed=value),
        lambda game, value: LiveOdds(value),
        lambda game, value: LiveOdds(game, seat=value),
        lambda game, value: LiveOdds(game, turns=value),
        lambda game, value: InteractionGraph(observed=value),
        lambda game, value: InteractionGraph(compare=[value]),
        lambda game, value: DeckBuilder(value),
        lambda game, value: DeckBuilder(card_files=value if value != [] else 1),
        lambda game, value: DeckBuilder(bot=value),
        lambda game, value: DeckBuilder(games=value),
    ],
    ids=range(20),
)
def test_a_front_end_that_cannot_be_made_says_why(game, build):
    for value in ODD:
        with pytest.raises(gh.GuildhallError):
            build(game, value)
