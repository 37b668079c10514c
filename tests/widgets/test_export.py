"""Studies to be read elsewhere: complete, self-contained, and every text stays text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from guildhall_widgets.replay.export import escaped, study_html, study_markdown
from guildhall_widgets.replay.strips import swings
from guildhall_widgets.replay.viewer import ReplayViewer
from markdown_it import MarkdownIt

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.records.study import Evaluation
from tests.widgets.played import plain_record, studied

IMG = "<img src=x onerror=alert(1)>"
NASTY = [
    IMG,
    "</p><script>alert(1)</script>",
    "![x](http://example.org/x.png)",
    "[link](javascript:alert(1))",
    "# no heading",
    "- no list",
    "1. no list",
    "> no quote",
    "```\nno code\n```",
    "a | b",
    "$x^2$",
    "*no* _emphasis_",
    "&lt;b&gt;",
    "first\n\n<b>second</b>\n===",
    "    no code",
    "\tno code",
    " \t \n      no code\n\n    - no list",
    "first\n\n    no code",
    "first\r\n# no heading",
    *(f"first{end}{end}- no list{end}# no heading" for end in ("\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029")),
]


@pytest.fixture(scope="module")
def plain():
    return plain_record("Bo <i>")


@pytest.fixture
def record(plain):
    record = studied(plain, comment=f"Look: {IMG}", tag=f"tag {IMG}", title=f"title {IMG}")
    for ply, share in ((0, 0.5), (30, 0.9), (60, 0.2)):
        record.annotate(ply, evaluation=Evaluation((share, 0.3), "greedy", (share - 0.1, 0.2), (share + 0.1, 0.4)))
    return record


class Tags(HTMLParser):
    """All tags and the text of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.text = [], [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


def test_the_page_tells_the_whole_study(record):
    page = Tags(study_html(record))

    assert "Ada, Bo <i>: a game of Guildhall" in page.text
    assert f"Look: {IMG}" in page.text
    assert f"Tags: tag {IMG}" in page.text
    assert "Look at: row 2" in page.text
    assert f"Variation from ply 30: title {IMG}" in page.text
    assert "inside the variation" in page.text
    assert "Ada 90% → 20%" in page.text
    assert all(
        f"{move.last}. {record.header.seats[move.seat]} {move.words}" in page.text or f"Ply {move.last}, " in page.text
        for move in moves_of(record.game().line)
        if move.words != "…"
    )


def test_the_page_runs_and_loads_nothing(record):
    page = Tags(study_html(record))

    assert {"h1", "svg", "section"} <= set(page.tags)
    assert not {"script", "img", "link", "iframe", "object", "embed"} & set(page.tags)
    assert not [value for name, value in page.attributes if name in ("src", "href") or name.startswith("on")]
    assert not re.findall(r'url\((?!"data:image/svg|%23m\))', study_html(record))
    assert "@import" not in study_html(record)
    assert (
        "content",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'none'; base-uri 'none'",
    ) in page.attributes


def test_every_ply_that_is_written_about_has_a_picture_of_the_table(record):
    page = study_html(record)

    assert page.count('class="gh-study-picture"') == 2
    assert len(re.findall(r'class="gh-table\b', page)) == 2
    assert "gh-lit" in page.split("<body")[1]


def test_there_are_only_so_many_pictures_and_the_page_says_so(record):
    page = study_html(record, pictures=1)

    assert page.count('class="gh-study-picture"') == 1
    assert "Plies without a picture, to save space: 1" in page


def test_the_markdown_tells_the_whole_study(record):
    text = study_markdown(record)

    assert "### Ply 20, " in text
    assert "?! (dubious)" in text
    assert "> inside the variation" in text
    assert "```text\nGuildhall · turn" in text
    assert "| 60 | Ada | 90% | 20% |" in text


@pytest.mark.parametrize("words", NASTY)
def test_in_markdown_a_comment_stays_text(plain, words):
    record = plain.game().record
    record.annotate(20, comment=words, tag=words)
    page = Tags(MarkdownIt("commonmark", {"html": True}).enable("table").render(study_markdown(record)))

    bare = plain.game().record
    bare.annotate(20, comment="plain", tag="plain")
    expected = Tags(MarkdownIt("commonmark", {"html": True}).enable("table").render(study_markdown(bare)))
    paragraphs = words.splitlines().count("")  # of the comment; tags stand on one line
    assert [tag for tag in page.tags if tag != "p"] == [tag for tag in expected.tags if tag != "p"]
    assert page.tags.count("p") == expected.tags.count("p") + paragraphs
    assert all(line.strip() in page.text for line in words.splitlines())


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\u2028"])
def test_in_markdown_a_name_or_title_of_several_lines_begins_nothing_new(end):
    game = gh.new_game(players=["Ada", f"Bo{end}{end}# Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply == 4)
    record = game.record
    other = next(option for option in record.game(2).options if option.id != record.moves[2])
    record.add_variation(2, [other.id], title=f"title{end}{end}# more")
    text = study_markdown(record)

    assert r"Bo  \# Bo" in text
    assert r"title  \# more" in text
    assert not [line for line in text.splitlines() if line.lstrip("> ").startswith(("# Bo", "# more"))]


@pytest.mark.parametrize("words", NASTY)
def test_in_html_a_comment_stays_text(plain, words):
    record = plain.game().record
    record.annotate(20, comment=words, tag=words)
    page = Tags(study_html(record))

    assert words in page.text
    assert not {"script", "img"} & set(page.tags)


def test_no_formula_comes_of_a_dollar():
    assert escaped("$x$") == r"\$x\$"


def test_a_record_without_notes_is_a_list_of_its_moves(plain):
    text = study_markdown(plain)

    assert len(re.findall(r"^\d+\\\. ", text, re.MULTILINE)) == len(moves_of(plain.game().line))
    assert "Chance to win" not in text
    assert "gh-strip" not in study_html(plain).split("<body")[1]


def judged(*shares, width=0.0):
    """Evaluations at every tenth ply, with intervals of this half width if there is one."""
    bounds = [((share - width, 0.3 - width), (share + width, 0.3 + width)) if width else ((), ()) for share in shares]
    return {
        10 * number: Evaluation((share, 0.3), "greedy", *bound)
        for number, (share, bound) in enumerate(zip(shares, bounds, strict=True))
    }


def test_only_swings_beyond_their_intervals_are_told():
    assert [(swing.ply, swing.seat) for swing in swings(judged(0.5, 0.7, 0.72, 0.2, width=0.15))] == [(30, 0)]
    assert [swing.ply for swing in swings(judged(0.5, 0.7, 0.72, 0.2))] == [30, 10, 20]
    assert swings(judged(0.5, 0.5, 0.5)) == []


def test_a_study_without_a_real_swing_tells_of_none(plain):
    record = plain.game().record
    for ply, evaluation in judged(0.5, 0.6, 0.5, width=0.2).items():
        record.annotate(ply, evaluation=evaluation)

    assert "Largest swings" not in study_html(record)
    assert "largest swings" not in study_markdown(record)
    viewer = ReplayViewer(record)
    viewer.act("tab", value="swings")
    assert "No swing is larger than its intervals." in viewer.html
