"""The parts of the replay viewer, each alone: without a widget, on a screen that only remembers."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.messages import read_fields
from guildhall_widgets.replay import reader as reading
from guildhall_widgets.replay.files import Chapters, RecordFiles
from guildhall_widgets.replay.lines import LineTree
from guildhall_widgets.replay.notes import Annotator, BotChoice, Variations
from guildhall_widgets.replay.page import shown_moves
from guildhall_widgets.replay.reader import Autoplay, Reader, Search
from guildhall_widgets.replay.review import Agreement, Chances, Comparison, GameReview

import guildhall as gh
from guildhall.records.changes import Changes


class Paper:
    """A screen that remembers what was put on it."""

    def __init__(self):
        self.words, self.failures, self.drawn = "", [], 0

    def announce(self, words):
        self.words = words

    def show_failure(self, failure):
        self.failures.append(failure)

    def refresh(self):
        self.drawn += 1


@pytest.fixture(scope="module")
def played():
    game = gh.new_game(cards="old-world", players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda game: game.ply == 60)
    return game


@pytest.fixture
def screen():
    return Paper()


@pytest.fixture
def reader(played, screen):
    return Reader(Changes(played.record), screen, ply=40)


@pytest.fixture
def bots(reader, screen):
    return BotChoice(tuple(reader.tree.rules.bots), screen)


@pytest.fixture
def variations(reader, bots, screen):
    return Variations(reader, bots, screen)


def do(part, name, **data):
    """What a click does to a part."""
    handler = part.handler(name)
    handler(**read_fields(handler.__func__, data))


def grafted(reader, ply, moves=1):
    """A variation of random moves at a ply of the main line, and its path."""
    game = reader.record.game(ply)
    while game.ply < ply + moves:
        game.play(next(option for option in game.options[::-1] if option.id != reader.record.moves[ply]))
    added = game.record
    return reader.record.graft(ply, list(added.moves[ply:]), list(added.phrases[ply:]))


def choices(reader):
    """Plies of the main line at which there is something to choose."""
    tree = reader.tree
    return [ply for ply in range(reader.record.plies) if len(tree.rules.options(tree.state((), ply))) > 1]


# --- The lines of a record ---


def test_a_variation_is_a_line_from_the_start_of_the_game(reader, played):
    ply = choices(reader)[5]
    path = grafted(reader, ply, 3)
    line = reader.tree.line(path)

    assert line.moves[:ply] == list(played.moves[:ply])
    assert line.moves[ply:] == reader.record.line(path).moves
    assert line.state_at(ply).tobytes() == played.record.game(ply).state.tobytes()
    assert reader.tree.events(path, ply) == played.events_at(ply)


def test_a_line_grows_with_the_record_and_is_forgotten_when_paths_change(reader):
    ply = choices(reader)[5]
    path = grafted(reader, ply)
    line = reader.tree.line(path)
    game = reader.record.game(line=path)
    game.play(game.options[0])
    reader.record.prolong([game.moves[-1]], [game.record.phrases[-1]], line=path)

    assert reader.tree.line(path) is line
    assert len(line) == ply + 2
    reader.tree.forget_variations()
    assert reader.tree.line(path) is not line


def test_a_record_of_other_cards_is_refused(played):
    record = played.record
    record.header = gh.records.study.Header(
        **{name: getattr(record.header, name) for name in record.header.__struct_fields__} | {"card_hash": "c0de"}
    )
    with pytest.raises(gh.BadRecord, match="it cannot be replayed: recorded with the cards c0de"):
        LineTree(record)


# --- The reader ---


def test_whoever_asked_is_told_of_a_move_before_it_is_made(reader):
    told = []
    reader.before_going.append(lambda line, ply: told.append((line, ply, reader.ply)))
    reader.go(12)

    assert told == [((), 12, 40)]


def test_a_refused_move_is_told_to_nobody(reader):
    told = []
    reader.before_going.append(lambda line, ply: told.append(ply))
    with pytest.raises(gh.GuildhallError, match="unknown ply 61; the line has plies 0 to 60"):
        reader.go(61)

    assert told == []
    assert reader.ply == 40


def test_a_seat_sees_the_main_line_only(reader):
    path = grafted(reader, choices(reader)[3], 2)
    reader.go(path[0] + 2, path)
    told = []
    reader.after_seeing.append(lambda: told.append(reader.seat))
    reader.see(1)

    assert (reader.line, reader.seat, told) == ((), 1, [1])
    with pytest.raises(gh.GuildhallError, match="Variations may reveal hidden cards"):
        reader.go(1, path)
    with pytest.raises(gh.GuildhallError, match="Notes may reveal hidden cards"):
        reader.change("annotate", ply=1, mark="!")


def test_a_reader_whose_line_has_gone_stands_where_it_left(reader):
    path = grafted(reader, choices(reader)[3], 2)
    reader.go(path[0] + 2, path)
    reader.record.remove_variation(line=path)
    reader.find_way()

    assert (reader.line, reader.ply) == ((), path[0])


def test_the_place_is_announced_with_its_move_and_mark(reader, screen):
    reader.record.annotate(41, mark="?!")
    do(reader, "step", by="1")

    assert screen.words == "Turn 4, Bo: green Dancer: 1 drawn, may take 1 more action ?!."


def test_the_place_is_told_by_turn_and_move_and_inside_a_move_by_its_step(reader):
    told = []
    for ply in (0, 1, 42, 43, 44):
        reader.go(ply)
        told.append(reader.place_told())

    assert told == [
        "The game begins.",
        "Set-up, Ada: discard green Weaver (step 1 of 9).",
        "Turn 4, Bo: play yellow Weaver (step 1 of 3).",
        "Turn 4, Bo: tier 0 (step 2 of 3).",
        "Turn 4, Bo: yellow Weaver: placed green Dancer.",
    ]


def test_a_seat_is_told_the_steps_of_others_as_it_heard_them(reader):
    reader.see(1)
    reader.go(1)

    assert reader.place_told() == "Set-up, Ada: green Weaver: Ada's hand to the discard pile (step 1 of 9)."


def test_the_place_on_a_variation_is_told_along_that_variation(reader):
    path = grafted(reader, 3)  # Ada is done after three of her eight discards
    told = []
    for ply in (3, 4):
        reader.go(ply, path)
        told.append(reader.place_told())

    assert told == ["Set-up, Ada: discard blue Weaver (step 3 of 4).", "Set-up, Ada: 3 away, 3 drawn."]


def test_a_game_of_rounds_is_told_by_rounds(screen):
    game = gh.new_game("guild-master", players=2, seed=7)
    game.run("greedy", until=lambda game: game.rules.turn_number(game.state) > 1)
    reader = Reader(Changes(game.record), screen, ply=game.ply)

    assert reader.place_told().startswith("Round 1, ")


def test_plies_pass_by_themselves_to_the_end(reader, screen, monkeypatch):
    monkeypatch.setattr(reading.time, "sleep", lambda seconds: None)
    autoplay = Autoplay(reader, screen)
    reader.go(50)
    do(autoplay, "play")
    autoplay.work.join(120)

    assert reader.ply == 60
    assert screen.words == "End of the line. Turn 7, Ada: red Assassin."
    assert screen.drawn == 11  # every ply, and the end


def test_autoplay_begins_again_at_the_end(reader, screen):
    autoplay = Autoplay(reader, screen)
    reader.go(60)
    do(autoplay, "play")
    assert reader.ply == 0
    do(autoplay, "play")

    assert screen.words == "Stopped. The game begins."


def test_the_move_list_marks_where_the_reader_is(reader):
    here = [move for move in shown_moves(reader) if getattr(move, "is_current", False)]
    assert [ply.ply for move in here for ply in move.plies if ply.is_current] == [40]


# --- Notes ---


def test_notes_go_to_the_ply_of_the_reader_and_emptied_ones_when_the_reader_goes(reader, screen):
    notes = Annotator(reader, screen)
    do(notes, "mark", mark="!")
    do(notes, "comment", value="x", number="0", ply="40", line="")
    do(notes, "comment", value="", number="0", ply="40", line="")
    assert reader.record.node(40).comments == [""]
    reader.go(40)
    assert reader.record.node(40).comments == [""]
    reader.go(41)

    assert reader.record.node(40).comments == []
    assert reader.record.node(40).mark == "!"
    assert screen.words == "Marked !."


def test_pointing_ends_when_the_reader_goes(reader, screen):
    notes = Annotator(reader, screen)
    do(notes, "point")
    assert notes.pointing["row 2"] == 0
    reader.go(41)

    assert notes.pointing is None
    with pytest.raises(gh.GuildhallError, match="nothing on the table has that number"):
        notes.point_at(0)


# --- Variations ---


def test_another_option_is_a_variation_and_the_same_is_none(reader, variations, screen):
    ply = next(ply for ply in choices(reader) if ply >= 40)
    reader.go(ply)
    variations.play(reader.record.moves[ply])
    assert (reader.line, reader.ply) == ((), ply + 1)
    reader.go(ply)
    options = reader.tree.rules.options(reader.tree.state((), ply))
    variations.play(next(option for option in options if option != reader.record.moves[ply]))

    assert (reader.line, reader.ply) == ((ply, 0), ply + 1)
    assert screen.words == f"A variation. {reader.place_told()}"


def test_delete_is_asked_twice_without_a_move_in_between(reader, variations):
    path = grafted(reader, choices(reader)[3], 2)
    reader.go(path[0] + 1, path)
    do(variations, "delete line")
    assert "Really delete" in variations.followed()
    reader.go(path[0] + 2)
    assert "Really delete" not in variations.followed()
    do(variations, "delete line")
    do(variations, "delete line")

    assert (reader.line, reader.ply) == ((), path[0])
    with pytest.raises(gh.GuildhallError, match="no variation 0"):
        reader.record.line(path)


def test_a_bot_is_chosen_among_those_of_the_game(bots, screen):
    assert bots.chosen == "heuristic"
    do(bots, "bot", value="random")
    assert (bots.chosen, screen.words) == ("random", "random plays on request.")
    with pytest.raises(gh.GuildhallError, match="unknown bot 'deep'; expected one of "):
        do(bots, "bot", value="deep")
    assert BotChoice((), screen).chosen == ""


def test_a_game_without_bots_says_so_and_offers_none(reader, screen):
    without = Variations(reader, BotChoice((), screen), screen)

    assert "bot step" not in without.panel()
    with pytest.raises(gh.GuildhallError, match="guildhall has no bots"):
        do(without, "bot step")


# --- Chances ---


def judged(chances, plies):
    """Judge these plies of the line that is followed."""
    do(chances, "judge")
    chances.work.join(120)
    assert chances.known == plies


def test_chances_of_all_seats_are_handed_over_to_be_written_down(played, screen):
    reader = Reader(Changes(played.record.game(4).record), screen)
    kept = []
    chances = Chances(reader, screen, lambda *evaluation: kept.append(evaluation))
    judged(chances, 5)

    assert sorted(ply for ply, line, _ in kept) == [0, 1, 2, 3, 4]
    assert {line for _, line, _ in kept} == {()}
    assert chances.evaluations() == {ply: evaluation for ply, _, evaluation in kept}
    assert all(len(evaluation.values) == 2 for *_, evaluation in kept)
    assert screen.words == "Computed the odds at 5 plies."


def test_the_chances_of_one_seat_are_its_own_and_written_down_nowhere(played, screen):
    reader = Reader(Changes(played.record.game(2).record), screen, seat=1)
    kept = []
    chances = Chances(reader, screen, lambda *evaluation: kept.append(evaluation))
    judged(chances, 3)

    assert kept == []
    assert [len(known.values) for known in chances.evaluations().values()] == [1, 1, 1]
    reader.see(0)
    assert chances.evaluations() == {}


def test_what_is_known_of_variations_is_forgotten_with_their_paths(played, screen):
    reader = Reader(Changes(played.record.game(3).record), screen)
    path = grafted(reader, 0)
    reader.go(1, path)
    chances = Chances(reader, screen, lambda *evaluation: None)
    judged(chances, 2)
    assert set(chances.evaluations()) == {0, 1}
    chances.forget_variations()

    assert set(chances.evaluations()) == {0}


# --- Review ---


@pytest.fixture
def blundered(screen):
    """A reader of a game of two plies, the first of which gives the victory away."""
    hands, completed = [["blue Weaver", "red Farmer"], ["blue Farmer"]], [["Weaver"], ["Farmer"]]
    game = gh.position(halls=[{}, {}], hands=hands, completed=completed, tokens=[17, 17])
    game.play("buy 1")
    return Reader(Changes(game.record), screen)


def reviewed(review):
    do(review, "review")
    review.work.join(120)
    return review


def test_a_mark_that_a_review_proposes_is_accepted_with_one_click(blundered, screen):
    review = reviewed(GameReview(blundered, screen))
    assert screen.words == "Reviewed 1 decisions."
    assert "Accept ??" in review.panel()
    do(review, "accept", ply=1)

    node = blundered.record.notes_at(1)
    assert (node.mark, len(node.comments)) == ("??", 1)
    assert len(blundered.record.notes_at(0).variations) == 1
    assert "Accept" not in review.panel()
    with pytest.raises(gh.GuildhallError, match="no mark is proposed"):
        do(review, "accept", ply=1)


def test_all_marks_of_a_review_are_accepted_at_once(blundered, screen):
    review = reviewed(GameReview(blundered, screen))
    do(review, "accept all")

    assert blundered.record.notes_at(1).mark == "??"
    assert screen.words == "Saved 1 marks."


def test_a_seat_reviews_its_own_decisions_and_writes_nothing(blundered, screen):
    blundered.see(0)
    review = reviewed(GameReview(blundered, screen))
    with pytest.raises(gh.GuildhallError):
        do(review, "accept", ply=1)
    blundered.see(1)

    assert review.found is None
    assert blundered.record.notes_at(1).mark == ""


def test_a_review_that_is_stopped_goes_on_where_it_was(reader, screen, monkeypatch):
    monkeypatch.setattr("guildhall_widgets.replay.review._ROLL_OUTS", 30)
    review = GameReview(reader, screen)
    begun = gh.odds.review(reader.record, n=30, seconds=1e-6)
    review.found = begun
    reviewed(review)

    assert begun.height < review.found.height
    assert review.found.equals(gh.odds.review(reader.record, n=30))
    assert "choice" in review.panel()


def test_choice_and_luck_are_drawn_with_a_legend_and_lead_to_their_plies(reader, screen, monkeypatch):
    monkeypatch.setattr("guildhall_widgets.replay.review._ROLL_OUTS", 30)
    review = GameReview(reader, screen)
    assert review.strip() == ""
    drawn = reviewed(review).strip()
    swings = review.found.drop_nulls("swing")["swing"].abs().sort(descending=True).head(5)
    told = re.findall(r'data-key="luck (\d+)".*?<b>(Ada|Bo) ([+-]\d\.\d\d) = choice [+-]\d\.\d\d, luck ', drawn)

    assert drawn.count("gh-lane") == 4  # choice and luck of both
    assert drawn.count("gh-marked") - 1 == (review.found["mark"] != "").sum()  # and one in the legend
    assert "gh-luck-legend" in drawn
    assert sorted((abs(float(swing)) for _, _, swing in told), reverse=True) == [round(swing, 2) for swing in swings]
    assert all(f'data-key="luck {ply}"' in drawn for ply, _, _ in told)


def test_a_variation_has_no_luck_of_its_own(blundered, screen):
    review = reviewed(GameReview(blundered, screen))
    assert review.strip()
    do(review, "accept", ply=1)
    blundered.go(1, (0, 0))

    assert review.strip() == ""


# --- Search, comparison, files ---


def test_words_are_found_in_what_happened_and_in_what_is_written(reader, screen):
    search = Search(reader, screen)
    reader.record.annotate(12, comment="DRAWS too much", tag="draws")
    do(search, "search", value="draws")
    kinds = {hit.kind for hit in search.hits}
    assert kinds == {"event", "comment", "tag"}
    assert screen.words == f"{len(search.hits)} hits."
    told = [hit for hit in search.hits if hit.kind == "event"]
    happened = [(ply, text) for ply in range(1, 61) for text in reader.sight.heard((), ply) if "draws" in text]
    assert [(hit.ply, hit.text) for hit in told] == happened

    reader.see(1)
    assert {hit.kind for hit in search.hits} == {"event"}
    assert [hit.text for hit in search.hits] != [hit.text for hit in told]


def test_the_next_hit_after_the_last_is_the_first(reader, screen):
    search = Search(reader, screen)
    for ply in (10, 20):
        reader.record.annotate(ply, comment="needle")
    do(search, "search", value="needle")
    plies = []
    for by in ("1", "1", "1", "-1"):
        do(search, "next hit", by=by)
        plies.append(reader.ply)

    assert plies == [10, 20, 10, 20]


def test_every_choice_of_the_bot_that_played_is_its_own(reader, bots, screen):
    comparison = Comparison(reader, bots, screen)
    do(bots, "bot", value="greedy")
    ply = choices(reader)[0]
    reader.go(ply)
    assert comparison.choice() == reader.record.phrases[ply]
    do(comparison, "count")
    comparison.work.join(120)

    found = comparison.agreements
    assert found == {seat: Agreement(number, number) for seat, number in decided(reader).items()}
    assert screen.words == "Compared the line with greedy."
    assert "100%" in comparison.panel()
    reader.see(0)
    assert comparison.agreements == {}


def decided(reader):
    """How many real decisions each seat had along the main line."""
    deciders = [reader.tree.decider((), ply) for ply in choices(reader)]
    return {seat: deciders.count(seat) for seat in (0, 1)}


def test_a_seat_is_compared_in_its_own_decisions_only(reader, bots, screen):
    comparison = Comparison(reader, bots, screen)
    reader.see(1)
    do(comparison, "count")
    comparison.work.join(120)

    assert {seat: found.decisions for seat, found in comparison.agreements.items()} == {1: decided(reader)[1]}


def test_a_bot_that_plays_otherwise_agrees_less(reader, bots, screen):
    comparison = Comparison(reader, bots, screen)
    do(bots, "bot", value="random")
    do(comparison, "count")
    comparison.work.join(120)

    assert all(found.same < found.decisions for found in comparison.agreements.values())


def test_a_record_in_memory_is_not_saved_and_its_study_goes_into_the_folder(reader, screen, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = RecordFiles(reader, Chapters(reader.record, True, lambda number: None), screen)
    with pytest.raises(gh.CannotWrite, match="has no file"):
        do(files, "save")
    do(files, "export", kind="md")

    assert [path.name for path in tmp_path.iterdir()] == ["study.md"]
    assert "Save" not in files.menu()
