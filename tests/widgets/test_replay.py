"""The replay viewer: what each of its controls does to the record and to what is shown."""

from __future__ import annotations

import re
import time
from importlib import import_module
from pathlib import Path

import pytest
from guildhall_widgets import render
from guildhall_widgets.replay import review
from guildhall_widgets.replay.viewer import ReplayViewer

import guildhall as gh
from guildhall.core.line import moves_of
from guildhall.records.changes import close_all
from guildhall.records.study import Highlight

IMG = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def played():
    game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply == 80)
    return game


@pytest.fixture
def path(tmp_path, played):
    played.record.save(tmp_path / "evening.json")
    return tmp_path / "evening.json"


@pytest.fixture
def viewer(path):
    yield ReplayViewer(path, ply=40)
    close_all()


def current(viewer):
    """The line and the ply of the move that is marked as the present one."""
    marked = re.findall(r'<button [^>]*data-line="([\d.]*)" data-ply="(\d+)"[^>]*aria-current', viewer.html)
    assert len(marked) == 1
    return marked[0]


def is_seen_by(viewer, who):
    shown = re.search(r"<option[^>]* selected>([^<]*)</option>", viewer.html.partition("gh-seen")[2])[1]
    return shown in (who, f"what {who} saw")


def other_option(viewer):
    """An option that was not chosen at this ply."""
    tree = viewer.reader.tree
    state = tree.state(viewer.path, viewer.ply)
    return next(each for each in tree.rules.options(state) if each != tree.move(viewer.path, viewer.ply))


def at_choice(viewer, ply=0):
    """Go to the first ply from `ply` on with two options or more."""
    while len(viewer.reader.tree.rules.options(viewer.reader.tree.state((), ply))) < 2:
        ply += 1
    viewer.act("go", ply=str(ply), line="")
    return ply


def branch(viewer, ply=0):
    """Play something else than was played, and get the path of the variation."""
    at_choice(viewer, ply)
    viewer.act("option", option=str(other_option(viewer)))
    assert viewer.path
    return viewer.path


def wait_for(known):
    """Give background work the time it needs."""
    until = time.monotonic() + 120
    while not known() and time.monotonic() < until:
        time.sleep(0.01)


# --- Going through the game ---


def test_the_scrubber_goes_to_a_ply(viewer):
    viewer.act("scrub", value="17")

    assert viewer.ply == 17
    assert current(viewer) == ("", "17")
    assert 'value="17"' in viewer.html
    assert ">17 of 80<" in viewer.html


@pytest.mark.parametrize(
    ("do", "data", "ply"),
    [
        ("step", {"by": "1"}, 41),
        ("step", {"by": "-1"}, 39),
        ("start", {}, 0),
        ("end", {}, 80),
        ("go", {"ply": "3", "line": ""}, 3),
    ],
)
def test_steps(viewer, do, data, ply):
    viewer.act(do, **data)

    assert viewer.ply == ply


def test_no_step_leads_over_the_ends(viewer):
    viewer.act("end")
    viewer.act("step", by="1")
    assert viewer.ply == 80
    viewer.act("start")
    viewer.act("step", by="-1")
    assert viewer.ply == 0
    viewer.act("scrub", value="81")
    assert viewer.error == "unknown ply 81; the line has plies 0 to 80"


def test_a_turn_on_ends_where_the_next_turn_begins_and_a_turn_back_returns(viewer, played):
    viewer.act("turn", by="1")
    turns = [played.record.game(ply).table.turn_no for ply in (viewer.ply - 1, viewer.ply)]
    assert turns[0] + 1 == turns[1]
    begin = viewer.ply

    viewer.act("turn", by="1")
    assert played.record.game(viewer.ply).table.turn_no == turns[1] + 1
    viewer.act("turn", by="-1")
    assert viewer.ply == begin


def test_a_move_on_ends_where_the_move_ends_and_a_move_back_returns(viewer, played):
    moves = moves_of(played.line)
    viewer.act("start")
    for move in moves[:12]:
        viewer.act("move", by="1")
        assert viewer.ply == move.last
    viewer.act("step", by="-1")
    inside = viewer.ply
    assert moves[11].first <= inside < moves[11].last
    viewer.act("move", by="-1")
    assert viewer.ply == moves[10].last
    viewer.act("end")
    viewer.act("move", by="1")
    assert viewer.ply == 80
    viewer.act("start")
    viewer.act("move", by="-1")
    assert (viewer.ply, viewer.error) == (0, "")


def without_cards(html):
    """The sentences of a page without the small cards before the names of cards."""
    return re.sub(r'<i class="gh-swatch gh-\w+"></i>', "", html)


def test_the_list_tells_moves_and_the_plies_of_the_present_one(viewer, played):
    moves = moves_of(played.line)
    here = next(number for number, move in enumerate(moves) if move.first <= 40 <= move.last)
    shown = moves[here - 3 : here + 4]
    assert moves[here].last - moves[here].first > 0

    told = without_cards(viewer.html)
    assert all(f'gh-who">{played.rules.seats[move.seat]}</b> {move.words}' in told for move in shown)
    assert (
        viewer.html.count("gh-swatch")
        >= sum(len(re.findall(r"(?:red|blue|green|yellow|purple) [A-Z]", move.words)) for move in shown)
        > 0
    )
    plies = re.findall(r'data-key="ply  (\d+)"', viewer.html)
    assert plies == [str(ply) for ply in range(moves[here].first, moves[here].last + 1)]


def test_a_seat_reads_the_moves_as_it_heard_them(viewer, played):
    viewer.act("see", value="1")
    moves = moves_of(played.line, seat=1)
    here = next(number for number, move in enumerate(moves) if move.first <= 40 <= move.last)

    assert all(move.words in without_cards(viewer.html) for move in moves[here - 3 : here + 4])


def test_a_variation_in_the_midst_of_a_move_is_told_as_a_whole_move(viewer):
    line = branch(viewer, 36)
    told = viewer.reader.sight.moves(line)[0]
    assert told.first < line[0] + 1

    assert f"</b> {told.words}" in viewer.html.split("gh-branch gh-here")[1]
    assert current(viewer) == (f"{line[0]}.0", str(line[0] + 1))


def test_comments_are_read_in_the_move_list_below_their_move(viewer, played):
    move = next(move for move in moves_of(played.line) if move.first > 40 and move.last > move.first)
    viewer.record.annotate(0, comment="before all")
    viewer.record.annotate(move.first, comment="in the midst", mark="?!")
    viewer.record.annotate(move.last, comment="at the end\nof it", tag="opening", mark="!")
    viewer.refresh()
    row = viewer.html.split(f'data-key="row  {move.last}"')[1].split("gh-move")[0]

    assert re.findall(r'<div class="gh-said".*?</div>', row, re.DOTALL)
    for text in ("in the midst", "at the end\nof it", "opening", "?!", "!"):
        assert text in row
    viewer.act("start")
    assert "before all" in viewer.html.split("gh-moves")[1]


def test_the_table_is_the_one_of_the_ply(viewer, played):
    for ply in (0, 33, 80):
        viewer.act("scrub", value=str(ply))
        assert played.record.game(ply).rules.text(played.record.game(ply).table, None) in viewer.text()


def test_what_happened_is_told_in_sentences(viewer, played):
    viewer.act("scrub", value="41")

    told = played.record.game(40).play(played.record.moves[40])
    assert told
    assert all(event.text in viewer.html for event in told)


def test_pointing_at_the_chart_shows_the_table_there_and_leaving_it_the_present_one(viewer, played):
    def board():
        return re.search(
            r'<div class="gh-fit".*?(?=<span class="gh-pill gh-peeked|<section class="gh-chances)', viewer.html
        )[0]

    here, status = board(), viewer.status
    viewer.act("peek", ply="3")
    rules, table = viewer.reader.tree.rules, played.record.game(3).table
    assert render.table(rules, table, named=True, compact=True) in board()
    assert 'data-do="option"' not in board()
    assert (viewer.ply, viewer.status, current(viewer)) == (40, status, ("", "40"))
    viewer.act("peek")
    assert board() == here
    viewer.act("peek", ply="3")
    viewer.act("step", by="0")
    assert board() == here
    viewer.act("peek", ply="81")
    assert viewer.error == "unknown ply 81; the line has plies 0 to 80"
    assert board() == here


def test_only_the_open_tab_is_in_the_page(viewer):
    signs = {
        "moves": "gh-moves",
        "swings": "Compute the odds to see",
        "review": "Review every",
        "compare": "Compare along",
    }
    for tab in signs:
        viewer.act("tab", value=tab)
        assert [name for name, sign in signs.items() if sign in viewer.html] == [tab]
    viewer.act("tab", value="moved")

    assert viewer.error == "unknown tab 'moved'; did you mean 'moves'?"


def test_words_to_find_open_their_tab_and_their_keys_work_in_every_tab(viewer):
    viewer.act("search", value="draws")
    assert 'class="gh-hits"' in viewer.html
    viewer.act("tab", value="review")
    assert 'class="gh-hits"' not in viewer.html
    assert 'data-keys="n"' in viewer.html
    viewer.act("search", value="")

    assert 'class="gh-moves' in viewer.html
    assert 'data-keys="n"' not in viewer.html


def test_the_options_take_the_place_of_the_note_and_have_their_keys_in_both_cases(viewer):
    hidden = re.compile('class="gh-desk" hidden data-live data-key="(.*?)"')
    assert hidden.findall(viewer.html) == ["decision"]
    assert 'data-do="option" data-key="option' in viewer.html
    viewer.act("play on")
    assert hidden.findall(viewer.html) == ["note"]
    picture = viewer._repr_mimebundle_()[0]["text/html"]

    assert "What do you think" not in picture
    assert "Note on ply" not in picture


def test_a_move_tells_what_its_player_gained_as_far_as_it_is_known(viewer, played):
    here = next(move for move in moves_of(played.line) if move.first <= 40 <= move.last)
    share = {here.first - 1: 0.5, here.last: 0.62}
    for ply, value in share.items():
        values = (value, 1 - value) if here.seat == 0 else (1 - value, value)
        viewer.record.annotate(ply, evaluation=gh.records.study.Evaluation(values))
    viewer.refresh()
    gains = re.findall(r'class="gh-gain( gh-fell)?"><span class="gh-num">([+-]\d+)<', viewer.html)

    assert ("", "+12") in gains
    assert all(gain in (("", "+12"), (" gh-fell", "-12")) for gain in gains)
    viewer.act("see", value="0")
    assert "gh-gain" not in viewer.html


def test_a_variation_has_no_gains_of_the_line_that_it_leaves(viewer, played):
    line = branch(viewer, 40)
    for ply in range(81):
        viewer.record.annotate(ply, evaluation=gh.records.study.Evaluation((ply / 100, 1 - ply / 100)))
    viewer.refresh()
    inside = viewer.html.split("gh-branch gh-here")[1].split('data-key="row  ')[0]

    assert "gh-gain" in viewer.html
    assert "gh-gain" not in inside
    assert viewer.path == line


def test_autoplay_goes_to_the_end_and_stops(viewer):
    viewer.act("scrub", value="77")
    viewer.act("speed", value="5")
    viewer.act("play")
    viewer.autoplay.work.join(120)

    assert viewer.ply == 80
    assert not viewer.autoplay.is_playing
    assert 'aria-label="Play"' in viewer.html
    assert viewer.status == f"End of the line. {viewer.reader.place_told()}"


def test_autoplay_is_paused(viewer):
    viewer.act("play")
    assert viewer.autoplay.is_playing
    assert 'aria-label="Pause"' in viewer.html
    viewer.act("play")

    assert not viewer.autoplay.is_playing
    assert viewer.status == f"Stopped. {viewer.reader.place_told()}"


@pytest.mark.parametrize(
    ("do", "data"),
    [
        ("scrub", {"value": "x"}),
        ("go", {"ply": "1", "line": "a.b"}),
        ("go", {"ply": "1", "line": "40"}),
        ("go", {"ply": "1", "line": "40.0"}),
        ("mark", {"mark": "?!?"}),
        ("see", {"value": "7"}),
        ("speed", {"value": "0"}),
        ("option", {"option": "99999"}),
        ("hit", {"number": "3"}),
        ("export", {"kind": "exe"}),
        ("nonsense", {}),
    ],
)
def test_nonsense_from_the_browser_is_answered_and_changes_nothing(viewer, do, data):
    before = viewer.record.copied()
    viewer.act(do, **data)

    assert viewer.error
    assert (viewer.ply, viewer.path) == (40, ())
    assert viewer.record == before


# --- Notes ---


def test_a_mark_is_set_and_taken_away(viewer):
    viewer.act("mark", mark="!?")
    assert viewer.record.node(40).mark == "!?"
    assert "<b title=" in viewer.html
    viewer.act("mark", mark="!?")

    assert 40 not in viewer.record.main.nodes


def test_every_keystroke_of_a_comment_is_on_the_disk(viewer, path):
    for length in range(1, 4):
        viewer.act("comment", value="Why"[:length], number="0", ply="40", line="")
        assert gh.load(path).node(40).comments == ["Why"[:length]]

    assert viewer.record.node(40).comments == ["Why"]


def test_a_late_keystroke_goes_where_it_was_typed(viewer):
    viewer.act("comment", value="late", number="0", ply="39", line="")

    assert viewer.record.node(39).comments == ["late"]
    assert viewer.ply == 40


def test_a_comment_is_shown_as_text(viewer):
    viewer.act("comment", value=IMG, number="0", ply="40", line="")
    viewer.act("tag draft", value=IMG)
    viewer.act("add tag")
    viewer.act("highlight draft", value=IMG)
    viewer.act("add highlight")
    viewer.act("search", value="onerror")

    assert "<img" not in viewer.html
    assert viewer.html.count("&lt;img") > 4
    assert IMG in viewer.text()


def test_a_comment_that_was_emptied_is_taken_away_when_the_reader_goes_on(viewer):
    viewer.act("comment", value="a", number="0", ply="40", line="")
    viewer.act("comment", value="", number="0", ply="40", line="")
    viewer.act("step", by="1")

    assert 40 not in viewer.record.main.nodes


def test_a_comment_is_taken_away(viewer):
    viewer.act("comment", value="one", number="0", ply="40", line="")
    viewer.act("comment", value="two", number="1", ply="40", line="")
    viewer.act("remove comment", number="0")

    assert viewer.record.node(40).comments == ["two"]


def test_tags_are_added_and_taken_away(viewer):
    viewer.act("tag draft", value=" opening ")
    viewer.act("add tag")
    assert viewer.record.node(40).tags == ["opening"]
    assert viewer.notes.tag_draft == ""
    viewer.act("remove tag", tag="opening")

    assert 40 not in viewer.record.main.nodes
    viewer.act("add tag")
    assert viewer.status == "Enter a tag first."


def test_a_highlight_is_chosen_on_the_table_and_shown_there(viewer):
    assert "gh-lit" not in viewer.html
    viewer.act("point")
    number = viewer.notes.pointing.names.index("row 2")
    viewer.act("option", option=str(number))

    assert viewer.record.node(40).highlights == [Highlight("row 2")]
    assert viewer.notes.pointing is None
    assert "gh-lit" in viewer.html
    viewer.act("remove highlight", number="0")
    assert "gh-lit" not in viewer.html


def test_a_highlight_may_be_written_as_an_arrow(viewer):
    viewer.act("highlight draft", value="hand 1 red Farmer -> hall 2")
    viewer.act("add highlight")

    assert viewer.record.node(40).highlights == [Highlight("hand 1 red Farmer", to="hall 2")]


def test_two_viewers_of_one_record_show_the_same_notes(viewer, path):
    other = ReplayViewer(path, ply=40)
    viewer.act("comment", value="for both", number="0", ply="40", line="")

    assert "for both" in other.html


# --- Variations ---


def test_another_option_begins_a_variation_and_the_game_stays_as_it_was(viewer):
    moves = viewer.record.moves
    ply = at_choice(viewer, 40)
    option = other_option(viewer)
    viewer.act("option", option=str(option))

    assert viewer.path == (ply, 0)
    assert viewer.record.line((ply, 0)).moves == [option]
    assert viewer.record.moves == moves
    assert current(viewer) == (f"{ply}.0", str(ply + 1))


def test_the_move_that_was_made_is_no_variation(viewer):
    viewer.act("option", option=str(viewer.record.moves[40]))

    assert (viewer.path, viewer.ply) == ((), 41)


def test_a_variation_that_is_there_is_entered_and_not_doubled(viewer):
    line = branch(viewer, 40)
    first = viewer.record.line(line).moves[0]
    viewer.act("go", ply=str(line[0]), line="")
    viewer.act("option", option=str(first))

    assert viewer.path == line
    assert len(viewer.record.node(line[0]).variations) == 1


def test_a_variation_goes_on_at_its_end_and_branches_before(viewer):
    line = branch(viewer, 40)
    viewer.act("bot", value="random")
    for _ in range(3):
        viewer.act("bot turn")
    assert (viewer.path, viewer.ply) == (line, viewer.reader.last)
    tree = viewer.reader.tree
    inside = range(line[0] + 1, viewer.ply)
    ply = next(ply for ply in inside if len(tree.rules.options(tree.state(line, ply))) > 1)
    viewer.act("go", ply=str(ply), line=f"{line[0]}.0")
    viewer.act("option", option=str(other_option(viewer)))

    assert viewer.path == (*line, ply, 0)
    assert viewer.record.verify()


def test_a_bot_plays_to_the_end_in_a_variation(viewer):
    branch(viewer, 40)
    viewer.act("bot", value="greedy")
    viewer.act("bot end")

    assert viewer.ply == viewer.reader.last
    assert not viewer.reader.tree.rules.options(viewer.reader.tree.state(viewer.path, viewer.ply))
    assert viewer.record.verify()
    viewer.act("bot step")
    assert viewer.error == "the game is over here; go back to play on"


def test_a_bot_that_does_what_was_done_makes_no_variation(viewer):
    viewer.act("bot", value="greedy")
    viewer.act("bot step")

    assert (viewer.path, viewer.ply) == ((), 41)


def test_back_to_the_branch_point(viewer):
    line = branch(viewer, 40)
    viewer.act("bot step")
    viewer.act("branch point")

    assert (viewer.path, viewer.ply) == ((), line[0])


def test_the_scrubber_follows_the_variation(viewer):
    line = branch(viewer, 40)
    viewer.act("scrub", value="3")
    assert viewer.path == line
    viewer.act("end")

    assert (viewer.path, viewer.ply) == (line, line[0] + 1)


def test_neighbouring_variations_are_a_key_away(viewer):
    ply = at_choice(viewer, 2)
    options = viewer.reader.tree.rules.options(viewer.reader.tree.state((), ply))
    others = [each for each in options if each != viewer.record.moves[ply]][:2]
    for option in others:
        viewer.act("go", ply=str(ply), line="")
        viewer.act("option", option=str(option))
    viewer.act("other line", by="-1")
    assert viewer.path == (ply, 0)
    viewer.act("other line", by="1")
    assert viewer.path == (ply, 1)
    viewer.act("other line", by="1")
    assert viewer.error == f"this is the last of 2 variations at ply {ply}"
    viewer.act("promote")
    assert viewer.path == (ply, 0)
    assert viewer.record.line((ply, 0)).moves == [others[1]]


def test_a_variation_is_named_and_deleted(viewer):
    line = branch(viewer, 40)
    viewer.act("title", value=f"try {IMG}", line=f"{line[0]}.0")
    assert viewer.record.line(line).title == f"try {IMG}"
    assert "<img" not in viewer.html
    viewer.act("delete line")
    assert "again to remove 1 ply" in viewer.status
    assert viewer.path == line
    viewer.act("delete line")

    assert (viewer.path, viewer.ply) == ((), line[0])
    assert line[0] not in viewer.record.main.nodes


def test_a_viewer_whose_variation_was_deleted_in_another_one_finds_its_way(viewer, path):
    line = branch(viewer, 40)
    other = ReplayViewer(path)
    other.act("go", ply=str(line[0] + 1), line=f"{line[0]}.0")
    for _ in range(2):
        viewer.act("delete line")

    assert (other.path, other.ply) == ((), line[0])


def test_a_variation_that_takes_the_path_of_a_deleted_one_is_shown_in_its_place(viewer, path):
    ply = at_choice(viewer, 2)
    options = viewer.reader.tree.rules.options(viewer.reader.tree.state((), ply))
    for option in [each for each in options if each != viewer.record.moves[ply]][:2]:
        viewer.act("go", ply=str(ply), line="")
        viewer.act("option", option=str(option))
    other = ReplayViewer(path)
    for one, number in ((viewer, 0), (other, 0)):
        one.act("go", ply=str(ply + 1), line=f"{ply}.{number}")
    for _ in range(2):
        viewer.act("delete line")

    game = other.record.game(ply + 1, line=(ply, 0))
    places = {place: option for option, place in game.rules.places(game.state).items()}
    assert other.path == (ply, 0)
    assert render.table(game.rules, game.table, options=places, named=True, compact=True) in other.html


def test_a_step_between_two_presses_of_delete_keeps_the_variation(viewer):
    line = branch(viewer, 40)
    viewer.act("delete line")
    viewer.act("step", by="-1")
    viewer.act("step", by="1")
    viewer.act("delete line")

    assert viewer.record.line(line).moves


def test_only_the_last_few_viewers_are_told_and_the_others_find_out_when_they_are_used(viewer, path):
    line = branch(viewer, 40)
    viewer.act("search", value="draws")
    later = [ReplayViewer(path) for _ in range(4)]
    later[0].act("go", ply=str(line[0] + 1), line=f"{line[0]}.0")
    for _ in range(2):
        later[0].act("delete line")
    assert viewer.path == line
    viewer.act("step", by="0")

    assert (viewer.path, viewer.ply) == ((), line[0])
    assert viewer.error == ""


def test_the_start_has_no_mark(viewer):
    viewer.act("start")
    viewer.act("mark", mark="!")

    assert viewer.error == "only a move can be marked, and there is none at the start"


def test_notes_of_a_variation_are_its_own(viewer):
    line = branch(viewer, 40)
    viewer.act("mark", mark="?")

    assert viewer.record.line(line).nodes[line[0] + 1].mark == "?"
    assert line[0] + 1 not in viewer.record.main.nodes


def test_only_a_window_of_many_moves_and_variations_is_shown(viewer):
    ply = at_choice(viewer, 40)
    option = viewer.reader.tree.rules.decision(viewer.reader.tree.state((), ply)).options[0]
    for number in range(30):
        viewer.record.graft(ply, [option.id], [option.phrase], title=f"title {number}")
    viewer.act("go", ply=str(ply + 1), line=f"{ply}.17")

    assert "title 17<" in viewer.html
    assert viewer.html.count('class="gh-branch-title">title') < 8
    assert "of 30" in viewer.html


def test_opening_plays_only_what_it_shows_however_long_the_game_and_many_the_variations(viewer, monkeypatch):
    applied = []
    apply = type(viewer.reader.tree.rules).apply
    monkeypatch.setattr(type(viewer.reader.tree.rules), "apply", lambda *each: applied.append(each) or apply(*each))
    viewer.act("bot", value="random")
    for ply in range(0, 80, 2):
        viewer.act("go", ply=str(ply), line="")
        viewer.act("bot turn")
    viewer.act("save")
    applied.clear()
    opened = ReplayViewer(viewer.record)

    assert 10 < len(applied) < 300
    assert opened.html.count('data-do="go"') < 120


def test_a_keystroke_does_not_draw_the_table_anew(viewer, monkeypatch):
    drawn = []
    monkeypatch.setattr("guildhall_widgets.render.table", lambda *each, **more: drawn.append(each) or "")
    viewer.act("comment", value="a", number="0", ply="40", line="")
    assert drawn == []
    viewer.act("step", by="1")

    assert len(drawn) == 1


# --- Chances, search, comparison ---


def test_chances_are_worked_out_in_the_background_and_kept(viewer):
    viewer.act("scrub", value="80")
    viewer.act("judge")
    assert viewer.chances.work.is_running
    wait_for(lambda: viewer.chances.known)
    viewer.act("judge")
    assert not viewer.chances.work.is_running
    known = viewer.chances.known
    assert known > 0
    assert len(viewer.chances.evaluations()) == known

    evaluation = viewer.record.node(0).evaluation
    assert len(evaluation.values) == 2
    assert all(
        low <= p <= high for low, p, high in zip(evaluation.low, evaluation.values, evaluation.high, strict=True)
    )
    assert "Chance to win from ply 0" in viewer.html


def test_a_page_is_not_drawn_for_every_ply_that_is_judged(played, monkeypatch):
    monkeypatch.setattr(review, "_PAUSE", 1000)
    viewer, drawn = ReplayViewer(played.record.game(12).record), []
    page = viewer.page
    monkeypatch.setattr(viewer, "page", lambda: drawn.append(viewer.chances.known) or page())
    viewer.act("judge")
    viewer.chances.work.join(120)

    assert viewer.chances.known == 13
    assert drawn == [0, 1, 13]  # the click, the first ply, the end


def test_the_number_of_roll_outs_is_chosen(viewer):
    viewer.act("roll-outs", value="200")
    viewer.act("judge")
    wait_for(lambda: viewer.chances.known)
    viewer.act("judge")

    assert viewer.record.node(0).evaluation.by == "greedy, 200 roll-outs"
    viewer.act("roll-outs", value="7")
    assert viewer.error.startswith("unsupported number of roll-outs '7'")


def test_the_game_is_seen_as_a_player_saw_it_and_openly_again(viewer):
    viewer.act("see", value="1")
    assert is_seen_by(viewer, "Bo")
    assert viewer.status == "As Bo saw it."
    viewer.act("see", value="all")

    assert is_seen_by(viewer, "everything")
    assert (viewer.ply, viewer.seat) == (40, None)


def test_swings_are_marked_on_the_chart_and_listed(viewer):
    for ply, share in ((0, 0.5), (40, 0.9), (80, 0.2)):
        viewer.record.annotate(ply, evaluation=gh.records.study.Evaluation((share, 0.3)))
    viewer.act("tab", value="swings")
    swing = re.search(r'data-key="swing (\d+)"', viewer.html)

    assert swing[1] == "80"
    assert "Ada 90% → 20%" in viewer.html
    assert viewer.html.count('class="gh-swing gh-s0"') == 2  # on the chart
    viewer.act("go", ply="80")
    assert viewer.ply == 80


def test_search_finds_events_and_comments(viewer):
    viewer.act("comment", value="A Weaver too many", number="0", ply="60", line="")
    viewer.act("search", value="weaver TOO")
    assert [(hit.ply, hit.kind) for hit in viewer.search.hits] == [(60, "comment")]
    viewer.act("next hit", by="1")
    assert viewer.ply == 60

    viewer.act("search", value="draws")
    assert len(viewer.search.hits) > 5
    assert all("draws" in hit.text for hit in viewer.search.hits)
    viewer.act("next hit", by="-1")
    assert viewer.ply == viewer.search.hits[-1].ply
    viewer.act("next hit", by="1")
    assert viewer.ply == viewer.search.hits[0].ply
    viewer.act("search", value="")
    assert viewer.search.hits == []


def test_a_hit_in_a_variation_leads_there(viewer):
    line = branch(viewer, 40)
    viewer.act("comment", value="needle", number="0", ply=str(viewer.ply), line=f"{line[0]}.0")
    viewer.act("go", ply="0", line="")
    viewer.act("search", value="needle")
    viewer.act("hit", number="0")

    assert (viewer.path, viewer.ply) == (line, line[0] + 1)


def test_a_variation_that_goes_on_is_searched_to_its_new_end(viewer):
    line = branch(viewer, 40)
    viewer.act("search", value="draws")
    before = max(hit.ply for hit in viewer.search.hits)
    viewer.act("bot end")
    viewer.act("search", value="draws")

    assert viewer.path == line
    assert max(hit.ply for hit in viewer.search.hits) > before


def test_hits_in_a_variation_go_with_it(viewer):
    line = branch(viewer, 40)
    for ply, path in ((viewer.ply, f"{line[0]}.0"), (3, "")):
        viewer.act("comment", value="needle", number="0", ply=str(ply), line=path)
    viewer.act("search", value="needle")
    assert [hit.ply for hit in viewer.search.hits] == [3, line[0] + 1]
    for _ in range(2):
        viewer.act("delete line")

    assert [hit.ply for hit in viewer.search.hits] == [3]


def test_the_bots_choice_is_compared_with_what_was_done(viewer):
    viewer.act("bot", value="greedy")  # who played this game
    viewer.act("tab", value="compare")
    assert "same as played ✓" in viewer.html
    viewer.act("count")
    viewer.comparison.work.join(120)

    assert all(found.same == found.decisions > 0 for found in viewer.comparison.agreements.values())
    assert set(viewer.comparison.agreements) == {0, 1}
    assert "100%" in viewer.html


# --- Files ---


def test_save_folds_the_notes_into_the_record(viewer, path):
    viewer.act("mark", mark="!")
    viewer.act("save")

    assert gh.load(path).node(40).mark == "!"


def test_exports_are_written_beside_the_record_and_replaced_only_when_told(viewer, path):
    viewer.act("export", kind="html")
    page = path.with_name("evening.html")
    assert viewer.status == "Written to evening.html."
    assert page.read_text().startswith("<!DOCTYPE html>")
    page.write_text("mine")
    viewer.act("export", kind="html")
    assert page.read_text() == "mine"
    assert "Replace evening.html" in viewer.html
    viewer.act("export", kind="html", replace="yes")
    assert page.read_text() != "mine"
    viewer.act("export", kind="md")
    assert path.with_name("evening.md").exists()


def test_what_is_told_of_an_export_is_closed_and_goes_with_the_next_step(viewer):
    viewer.act("export", kind="md")
    assert 'class="gh-written"' in viewer.html
    viewer.act("close told")
    assert 'class="gh-written"' not in viewer.html
    viewer.act("export", kind="md")
    assert "Replace evening.md" in viewer.html
    viewer.act("step", by="1")

    assert 'class="gh-written"' not in viewer.html


def test_a_record_without_a_file_is_kept_in_memory(played):
    viewer = ReplayViewer(played)
    viewer.act("step", by="1")
    viewer.act("mark", mark="!")

    assert viewer.record.node(1).mark == "!"
    viewer.act("save")
    assert "has no file" in viewer.error


def test_a_record_gets_a_file_and_another_game_does_not_overwrite_it(played, tmp_path, viewer):
    viewer = ReplayViewer(played.record, autosave=tmp_path / "new.json")
    viewer.act("step", by="1")
    viewer.act("mark", mark="!")
    again = ReplayViewer(played.record, autosave=tmp_path / "new.json")
    assert again.record.node(1).mark == "!"

    with pytest.raises(gh.CannotWrite, match="contains another game"):
        ReplayViewer(gh.new_game(players=2, seed=1).record, autosave=tmp_path / "new.json")


def test_a_damaged_file_is_shown_up_to_the_damage_and_can_only_be_read(path):
    path.write_bytes(path.read_bytes()[:-400])
    viewer = ReplayViewer(path)

    assert "the file is damaged" in viewer.html
    assert viewer.reader.last > 0
    viewer.act("step", by="1")
    viewer.act("mark", mark="!")
    assert "is read-only here" in viewer.error


def test_a_saved_notebook_shows_the_page_and_the_words(viewer):
    data, _ = viewer._repr_mimebundle_()

    assert "gh-moves" in data["text/html"]
    assert data["text/plain"].startswith(f"{viewer.reader.place_told()}\n")


# A record of older rules


def test_a_record_of_older_rules_is_shown_if_they_lead_to_the_same_game():
    records = Path(__file__).parents[1] / "records" / "guildhall-1"
    viewer = ReplayViewer(gh.load(records / "ordinary.json"), ply=170, autosave=False)
    assert viewer.reader.tree.decider((), 170) == viewer.record.game().decision.seat

    reason = "it was played by version 1 of the rules, and this is version 2"
    with pytest.raises(
        gh.BadRecord, match=f"ply 3: from here on the current rules lead to another game; {reason}"
    ) as caught:
        ReplayViewer(gh.load(records / "left-out.json.gz", verify=False), autosave=False)
    assert "Rogue" not in str(caught.value)


# --- A record that was loaded ---


def test_a_loaded_record_is_annotated_in_its_file(path):
    record = gh.load(path)
    first = ReplayViewer(record, ply=40)
    first.act("mark", mark="!?")
    first.act("save")
    assert (first.error, first.status) == ("", "Saved.")
    assert gh.load(path).node(40).mark == "!?"
    again = ReplayViewer(record)  # as when a cell is run again

    assert again.record.node(40).mark == "!?"
    assert again.changes is first.changes
    first.close()


@pytest.mark.parametrize("source", [gh.load, str], ids=["a loaded record", "a file"])
def test_opening_builds_the_rules_once(path, monkeypatch, source):
    games, built = import_module("guildhall.games"), []
    rules_for = games.rules_for
    monkeypatch.setattr(games, "rules_for", lambda *asked: (built.append(asked), rules_for(*asked))[1])
    viewer = ReplayViewer(source(path), ply=40)
    viewer.act("step", by="1")

    assert len(built) == 1
    viewer.changes.close()


def test_notes_on_a_file_that_another_program_changed_go_beside_it(viewer, path):
    gh.new_game(players=2, seed=1).record.save(path)
    viewer.act("comment", value="kept", number="0", ply="40", line="")

    assert viewer.error == ""
    assert "your notes are saved in &#x27;evening-2.json&#x27;" in viewer.html.replace("&#39;", "&#x27;")
    assert gh.load(path.with_name("evening-2.json")).node(40).comments == ["kept"]


def test_so_is_the_game_of_a_loaded_record(path):
    viewer = ReplayViewer(gh.load(path).game())

    assert viewer.changes.path == path
    viewer.close()


def test_notes_stay_in_memory_without_autosave_and_where_the_file_holds_something_else(path, played):
    annotated = gh.load(path)
    annotated.annotate(3, comment="mine")
    played_on = gh.load(path).game()
    played_on.play(played_on.options[0])
    deleted = gh.load(path)
    reasons = {
        ReplayViewer(gh.load(path), autosave=False): "",
        ReplayViewer(played.record): "",
        ReplayViewer(annotated): "this record was annotated after it was loaded from 'evening.json'",
        ReplayViewer(played_on): "'evening.json' has another game, or other moves",
    }
    path.unlink()
    reasons[ReplayViewer(deleted)] = "'evening.json' can no longer be read"
    for viewer, reason in reasons.items():
        viewer.act("comment", value="kept here", number="0", ply="0", line="")
        assert viewer.error == ""
        assert any(notice.startswith(reason) for notice in viewer.changes.notices) == bool(reason)
    assert not path.exists()


def test_an_export_is_named_as_a_link_where_it_was_asked_for(viewer, path, monkeypatch):
    monkeypatch.chdir(path.parent)
    viewer.act("export", kind="replay")
    link = re.search(r'<p [^>]*data-reveal="1"[^>]*><span>Written to <a ([^>]*)>([^<]*)</a>', viewer.html)
    assert link[2] == "evening.replay.html"
    assert 'data-file="evening.replay.html"' in link[1]
    viewer.act("export", kind="replay")
    assert "data-reveal" not in viewer.html  # it asks first
    viewer.act("export", kind="replay", replace="yes")
    assert 'data-reveal="2"' in viewer.html
    monkeypatch.chdir(path.parents[1])
    viewer.refresh()
    assert f'data-file="{path.parent.name}/evening.replay.html"' in viewer.html


def test_an_export_outside_the_folder_of_the_notebook_is_named_without_a_link(viewer, path, monkeypatch):
    (path.parent / "elsewhere").mkdir()
    monkeypatch.chdir(path.parent / "elsewhere")
    viewer.act("export", kind="md")

    assert "Written to <span>evening.md</span>" in viewer.html


# --- Chapters ---


def test_several_games_are_chapters_each_with_its_own_notes(viewer, path, tmp_path, played):
    played.record.game(30).record.save(tmp_path / "opening.json")
    study = ReplayViewer([path, tmp_path / "opening.json"])
    assert "1. evening" in study.html
    study.act("next chapter", by="1")
    assert (study.chapter, study.ply, study.reader.last) == (1, 0, 30)
    study.act("comment", value="of the opening", number="0", ply="0", line="")
    study.act("next chapter", by="1")
    assert (study.chapter, study.error) == (1, "")
    study.act("chapter", value="0")

    assert (study.reader.last, study.error) == (80, "")
    assert "of the opening" not in study.html
    study.close()
    assert gh.load(tmp_path / "opening.json").node(0).comments == ["of the opening"]
    assert 0 not in gh.load(path).main.nodes


def test_a_chapter_is_a_trait_that_refuses_what_is_not_there(played):
    study = ReplayViewer({"short": played.record.game(20).record, "long": played})
    study.chapter = 1
    assert study.reader.last == 80
    assert '<option value="1" selected>2. long</option>' in study.html
    with pytest.raises(gh.GuildhallError, match="unknown chapter 2; the chapters are 0 to 1"):
        study.chapter = 2

    assert study.chapter == 1


def test_a_seat_stays_chosen_from_chapter_to_chapter_or_the_chapter_is_refused(played):
    three = gh.new_game(players=3, seed=1).record
    study = ReplayViewer([three, played], seat=2)
    study.act("next chapter", by="1")
    assert (study.chapter, study.seat) == (0, 2)
    assert study.error == "unknown seat 2; the seats are 0 to 1"
    study.act("see", value="1")
    study.act("next chapter", by="1")

    assert (study.chapter, study.seat, study.error) == (1, 1, "")
    assert is_seen_by(study, "Bo")


def test_a_change_in_another_chapter_does_not_touch_the_one_that_is_open(viewer, path, tmp_path, played):
    played.record.game(30).record.save(tmp_path / "opening.json")
    study = ReplayViewer([path, tmp_path / "opening.json"])
    study.chapter = 1
    before = study.html
    viewer.act("comment", value="elsewhere", number="0", ply="40", line="")
    assert study.html == before
    study.chapter = 0
    study.ply = 40

    assert "elsewhere" in study.html


def test_all_chapters_go_into_one_replay(played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    study = ReplayViewer([played.record.game(20).record, played.record.game(30).record])
    study.act("export", kind="replay")

    html = (tmp_path / "study.replay.html").read_text(encoding="utf-8")
    assert html.count('class="gh-chapter ') == 2
    assert "2. Ada, Bo (2)" in html


def test_a_file_for_several_games_is_refused(played, tmp_path):
    with pytest.raises(gh.GuildhallError, match="autosave works for a single game"):
        ReplayViewer([played, played], autosave=tmp_path / "both.json")
    with pytest.raises(gh.GuildhallError, match="a study needs at least one game"):
        ReplayViewer([])
