"""A replay in one file: what is in it, what must not be in it, and that every text stays text."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest
from guildhall_widgets import replay_html
from guildhall_widgets.replay.viewer import ReplayViewer

import guildhall as gh
from guildhall.core.errors import GuildhallError
from guildhall.core.line import moves_of
from guildhall.records.study import Evaluation, Highlight
from tests.widgets.played import plain_record, studied
from tests.widgets.test_export import NASTY

CARD = "purple Historian"
DRAWN = rf"aria-label=\"{CARD}"  # as the data of the page has it
HOSTILE = [
    "</script><script>alert(1)</script>",
    "</SCRIPT ><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]>",
    "\\u003c/script\\u003e",
    "\u2028alert(1)",
    "</textarea></style><svg onload=alert(1)>",
    *NASTY,
]


@pytest.fixture(scope="module")
def plain():
    return plain_record("Bo </script>")


@pytest.fixture
def record(plain):
    record = studied(plain, comment="Look here", tag="opening", title="the other way")
    record.annotate(0, evaluation=Evaluation((0.5, 0.5)))
    return record


class Page(HTMLParser):
    """The tags, attributes and texts of a page, and the data in it."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text, self.scripts = [], [], "", []
        self._script = False
        self.feed(html)
        self.data = json.loads(self.scripts[0])

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self._script = tag == "script"

    def handle_endtag(self, tag):
        self._script = False

    def handle_data(self, data):
        if self._script:
            self.scripts.append(data)
        else:
            self.text += data

    def tables(self, line="", chapter=0):
        """The tables of a line, put together again from what differs."""
        before, found = [], []
        for front, back, *between in self.data["chapters"][chapter][line]:
            before = [*before[:front], *between, *before[len(before) - back :]]
            found.append("".join(self.data["pieces"][piece] for piece in before))
        return found


def test_the_file_holds_every_table_every_move_and_every_note(record):
    page = Page(replay_html(record))

    tables = page.tables()
    assert len(tables) == record.plies + 1
    assert all(f'aria-label="{points} of 20 VP"' in tables[60] for points in record.game().outcome.points)
    assert tables[0] != tables[60]
    assert "gh-lit" in tables[20]
    assert len(page.tables("30.0")) == 1
    for words in ("Look here", "opening", "?!", "the other way", "inside the variation", "Chance to win"):
        assert words in page.text
    assert all(move.words in page.text for move in moves_of(record.game().line) if move.words != "…")


def test_nothing_is_loaded_and_only_the_own_script_may_run(record):
    html = replay_html(record)
    page = Page(html)

    assert page.tags.count("script") == 2
    assert not {"img", "link", "iframe", "object", "embed"} & set(page.tags)
    assert not [value for name, value in page.attributes if name in ("src", "href") or name.startswith("on")]
    assert not re.findall(r'url\((?!"data:image/svg|%23m\))', html)  # symbols, and the mask inside each
    assert "@import" not in html
    policy = next(value for name, value in page.attributes if name == "content")
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-")
    assert not re.findall("https?://(?!www.w3.org)", html)


@pytest.fixture(scope="module")
def short():
    return plain_record("Bo </script>", plies=8)


@pytest.mark.parametrize("words", HOSTILE)
def test_a_comment_a_tag_and_a_title_stay_text(short, words):
    record = short.game().record
    record.annotate(2, comment=words, tag=words, highlight=Highlight(words))
    ply = next(ply for ply in range(8) if len(record.game(ply).options) > 1)
    other = next(option for option in record.game(ply).options if option.id != record.moves[ply])
    record.add_variation(ply, [other.id], title=words)
    page, bare = Page(replay_html({words: record, "b": short})), Page(replay_html({"a": record, "b": short}))

    assert page.tags == bare.tags
    assert page.text.count(words) >= 4
    assert len(page.scripts) == 2


@pytest.fixture
def hidden():
    """Bo holds a card that nobody has seen, and notes tell of it."""
    halls = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}]
    hands = [["blue Weaver", "green Weaver"], [CARD, "red Farmer"]]
    game = gh.position(cards="old-world", halls=halls, hands=hands, players=["Ada", "Bo"], seed=3)
    game.play("play blue Weaver", "no tier", "refresh", "done", "play red Farmer", "tier 1")
    record = game.record
    record.annotate(1, comment=f"Bo holds {CARD}", tag="SECRET tag", mark="!")
    record.add_variation(0, ["refresh"], title="SECRET title")
    record.annotate(0, evaluation=Evaluation((0.1234, 0.8766)))
    return record


def test_what_a_seat_did_not_see_is_not_in_its_file(hidden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ReplayViewer(hidden, seat=0).act("export", kind="replay")
    data = (tmp_path / "study.replay.html").read_bytes()

    assert b"red Farmer" in data  # it was played openly
    for secret in (CARD, DRAWN, "SECRET", "Bo holds", "0.1234", "12%"):
        assert secret.encode() not in data, secret
    assert data == replay_html(hidden, seat=0).encode()


def test_the_open_file_would_have_told_it(hidden):
    """The test above can fail."""
    html = replay_html(hidden)

    for told in (DRAWN, "SECRET title", "SECRET tag", "Bo holds", "12%"):
        assert told in html


def test_the_texts_of_the_cards_on_the_tables_are_in_the_file_and_no_others(record):
    page = Page(replay_html(record))
    named = {unescape(name) for piece in page.data["pieces"] for name in re.findall('data-help="([^"]*)"', piece)}

    assert named >= page.data["help"].keys() > set()
    assert all("gh-card-page" in text for text in page.data["help"].values())
    early = Page(replay_html(record.game(3).record)).data["help"]
    assert early.keys() <= page.data["help"].keys()


def test_chances_and_swings_are_in_the_file(record):
    for ply, share in ((30, 0.9), (60, 0.2)):
        record.annotate(ply, evaluation=Evaluation((share, 1 - share)))
    html = replay_html(record)
    page = Page(html)

    assert page.data["chances"] == [[[0, 50, 50], [30, 90, 10], [60, 20, 80]]]
    assert html.count('data-key="swing ') == 2
    assert 'data-tab="swings"' in html
    assert 'data-tab="swings"' not in replay_html(record.game(5).record)


def test_games_that_look_the_same_to_a_seat_give_it_the_same_file():
    halls = [{"Weaver": ["red"]}, {"Farmer": ["blue"]}]
    own, hands = ["blue Weaver", "green Weaver"], (["red Trader", CARD], ["red Trader", "green Dancer"])
    files = []
    for cards in hands:
        game = gh.position(cards="old-world", halls=halls, hands=[own, cards], players=["Ada", "Bo"], seed=3)
        game.play("play blue Weaver", "no tier")
        record = game.record
        files.append(re.sub(r"\d{4}-\d\d-\d\d", "", replay_html(record, seat=0)))

    assert files[0] == files[1]


def test_several_games_are_chapters(record, plain):
    page = Page(replay_html({"First": plain, "Second": record}))

    assert len(page.data["chapters"]) == 2
    assert "1. First" in page.text
    assert "2. Second" in page.text
    assert "A study of 2 games" in page.text
    assert len(page.tables(chapter=1)) == record.plies + 1
    assert Page(replay_html([plain, record])).text.count("2. Ada, Bo") == 1


@pytest.mark.parametrize("games", [[], {}, ["game.json"], [None]])
def test_what_is_no_game_is_refused(games):
    with pytest.raises(GuildhallError, match="a replay"):
        replay_html(games)


def test_a_seat_that_is_not_there_is_refused(record):
    with pytest.raises(GuildhallError, match="unknown seat 2; the seats are 0 to 1"):
        replay_html(record, seat=2)


def test_a_long_game_fits_into_a_small_file():
    game = gh.new_game(cards="old-world", players=3, seed=7)
    game.run("greedy")

    assert game.ply > 400
    assert len(replay_html(game.record)) < 1_000_000


def test_a_game_without_a_renderer_and_one_that_has_not_begun_have_a_file_too():
    game = gh.new_game("guild-master", players=2, seed=1)

    assert len(Page(replay_html(game.record)).tables()) == 1
