"""The table that can be clicked: what each thing on it does to the game."""

from __future__ import annotations

import re
from html import escape, unescape
from itertools import chain, pairwise

import ipywidgets
import pytest
import traitlets
from guildhall_widgets import TableWidget
from guildhall_widgets.render.scene import by_place
from guildhall_widgets.render.stepper import key_of

import guildhall as gh
from tests.widgets.controls import controls_of
from tests.widgets.tree import Tree


@pytest.fixture
def widget():
    game = gh.new_game(players=["Ada", "Bo"], seed=7)
    game.run("greedy", until=lambda g: g.ply >= 30 and g.decision.kind == "act")
    return TableWidget(game)


def kept(widget):
    """The moves of the lines that are kept."""
    return [tuple(line.moves) for line in widget.lines.others.values()]


def click(widget, phrase):
    widget.act("option", option=str(widget.game.decision.option(phrase).id))


def choose(widget, card):
    widget.act("option", option=str(widget.game.rules.names.kind(card)))


def test_a_click_plays_the_option(widget):
    before, phrase = widget.game.ply, widget.game.options[0].phrase
    click(widget, phrase)

    assert widget.game.ply == before + 1
    assert widget.game.record.phrases[-1] == phrase
    assert widget.status.startswith(f"{phrase}. ")


def test_a_set_can_be_clicked_in_any_order():
    """The rules offer the cards of a set in card order; whoever clicks another order means the same set."""
    game = gh.new_game(players=2, seed=7)
    widget = TableWidget(game)
    click(widget, "done")
    for card in ("blue Historian", "blue Dancer", "green Weaver"):
        assert game.record.phrases == ("done",)
        choose(widget, card)

    assert widget.error == ""
    assert game.record.phrases == ("done", "green Weaver", "blue Dancer", "blue Historian")
    assert widget.status.startswith("blue Historian, blue Dancer, green Weaver. ")
    assert not widget.lines.others


def test_a_chosen_card_stays_chosen_and_can_be_left_out_again():
    game = gh.new_game(players=2, seed=7)
    widget = TableWidget(game)
    click(widget, "done")
    choose(widget, "blue Historian")
    number = game.rules.names.kind("blue Historian")
    assert widget.status.startswith("Chosen: blue Historian. ")
    taking_back = f'data-do="take back" data-key="take back {number}" data-once data-option="{number}"'
    assert taking_back in widget.html
    assert "gh-lit" in widget.html
    assert "Chosen 1 of 3" in widget.html
    choose(widget, "blue Historian")
    assert widget.status.startswith("No longer chosen: blue Historian. ")
    assert "gh-lit" not in widget.html
    assert "Chosen 0 of 3" in widget.html

    for card in ("blue Dancer", "green Weaver"):
        choose(widget, card)
    widget.act("undo")
    assert [option.phrase for option in widget.chosen.chosen] == ["blue Dancer"]
    widget.act("take back", option=str(game.rules.names.kind("blue Dancer")))
    assert not widget.chosen.picks
    assert game.record.phrases == ("done",)


def test_cards_that_do_not_go_together_cannot_be_chosen_together():
    halls = [{"Historian": ["red", "blue", "green", "yellow"]}, {}]
    pile = ["red Trader", "blue Trader", "yellow Trader"]
    game = gh.position(halls=halls, hands=[["purple Historian"], []], discard=pile, deck=[])
    widget = TableWidget(game)
    click(widget, "play purple Historian")
    click(widget, "tier 4")
    choose(widget, "yellow Trader")
    assert [option.phrase for option in widget.chosen.options] == ["red Trader", "blue Trader"]
    choose(widget, "blue Trader")

    assert game.record.phrases[-2:] == ("blue Trader", "yellow Trader")


def test_a_half_chosen_set_is_forgotten_when_the_game_moves_on():
    game = gh.new_game(players=2, seed=7)
    widget = TableWidget(game)
    click(widget, "done")
    choose(widget, "blue Historian")
    widget.act("bot step")

    assert game.ply == 2
    assert not widget.chosen.picks


def test_what_is_not_legal_is_refused_with_what_is(widget):
    before = widget.game.ply
    widget.act("option", option="311")

    assert widget.game.ply == before
    assert "not legal" in widget.error


@pytest.mark.parametrize("option", ["", "x", "1.5", "99999", "-1"])
def test_nonsense_from_the_browser_changes_nothing(widget, option):
    before = widget.game.moves
    widget.act("option", option=option)

    assert widget.error
    assert widget.game.moves == before


def test_what_cannot_be_used_says_why():
    halls = [{"Weaver": ["red"]}, {}]
    game = gh.position(cards="old-world", halls=halls, hands=[["red Weaver", "blue Weaver"], []], seed=1)
    widget = TableWidget(game)
    widget.act("why", phrase="play red Weaver")

    assert game.ply == 0
    told = "red Weaver lies in the guildhall already; a hall never holds a duplicate"
    assert widget.status == f"play red Weaver: {told}."
    assert 'data-phrase="play red Weaver"' in widget.html
    assert 'data-phrase="play blue Weaver"' not in widget.html


def test_undo_and_redo_walk_the_line(widget):
    moves = widget.game.moves
    widget.act("undo")
    assert widget.game.moves == moves[:-1]
    widget.act("redo")
    assert widget.game.moves == moves
    widget.act("redo")
    assert "cannot redo" in widget.error


@pytest.fixture
def against_bots():
    """A game in which Ada is asked after both bots have played."""
    game = gh.new_game(players=["Ada", "Bo", "Cyd"], seed=2, first=0)
    widget = TableWidget(game, seat=0, bots={1: "greedy", 2: "greedy"}, pass_forced=True)
    while game.table.turn_no < 4:
        widget.act("option", option=str(widget.chosen.options[-1].id))
    return widget


def test_undo_goes_back_to_ones_own_last_choice(against_bots):
    """One click is one choice, whatever the bots did since; every one of them can be taken again."""
    game, asked = against_bots.game, []
    while game.ply:
        before = game.ply
        against_bots.act("undo")
        asked.append(game.ply)
        assert game.decision.seat == 0
        assert len(game.options) > 1
        assert game.ply < before
        if game.decision.kind == "mulligan":
            break

    assert any(before - after > 5 for before, after in pairwise(asked))


def test_redo_goes_on_to_the_next_own_choice(against_bots):
    game, plies = against_bots.game, []
    for _ in range(4):
        plies.append(game.ply)
        against_bots.act("undo")
    for ply in plies[::-1]:
        against_bots.act("redo")
        assert game.ply == ply
        assert game.decision.seat == 0


def test_a_whole_set_is_one_choice_to_take_back():
    game = gh.new_game(players=2, seed=7)
    widget = TableWidget(game)
    click(widget, "done")
    for card in ("blue Historian", "blue Dancer", "green Weaver"):
        choose(widget, card)
    assert game.ply == 4
    widget.act("undo")
    assert game.ply == 1
    widget.act("redo")
    assert game.ply == 4


def test_a_single_ply_can_be_taken_back_too_and_the_bot_goes_on_from_there(against_bots):
    game = against_bots.game
    ply = game.ply
    against_bots.act("undo ply")
    assert game.ply == ply - 1
    assert game.decision.seat != 0
    assert 'data-do="play on"' in against_bots.html
    against_bots.act("play on")
    assert game.decision.seat == 0
    against_bots.act("undo ply")
    against_bots.act("redo ply")
    assert game.ply == ply


def drawn_number(widget, do):
    """The number of the decision that the elements carry."""
    return re.search(rf'data-do="{do}"[^>]*data-at="(\d+)"', widget.html)[1]


@pytest.mark.parametrize("do", ["option", "bot step", "bot turn", "bot end"])
def test_what_was_clicked_for_an_earlier_decision_is_dropped_quietly(widget, do):
    at = drawn_number(widget, do)
    data = {"option": str(widget.game.options[0].id)} if do == "option" else {}
    widget.act(do, at=at, **data)
    moves = widget.game.moves
    widget.act(do, at=at, **data)

    assert widget.game.moves == moves
    assert widget.error == ""


def test_several_cards_of_one_set_are_chosen_for_one_decision():
    widget = TableWidget(gh.new_game(players=2, seed=7))
    click(widget, "done")
    at = drawn_number(widget, "option")
    for card in ("blue Historian", "blue Dancer", "green Weaver"):
        widget.act("option", option=str(widget.game.rules.names.kind(card)), at=at)

    assert widget.game.ply == 4


def test_what_the_others_did_since_the_last_turn_is_told_in_sentences(against_bots):
    since = against_bots.html.partition("Since your last turn")[2].partition("</section>")[0]
    told = [move.sentence(against_bots.game.rules.seats) for move in against_bots.since_last_turn()]

    assert {words.partition(":")[0] for words in told} == {"Bo", "Cyd"}
    assert all(escape(words.partition(": ")[2]) in since for words in told)
    assert "draws" not in since


def test_what_was_taken_back_is_kept_when_another_option_is_played(widget):
    first, second = (option.phrase for option in widget.game.options[:2])
    click(widget, first)
    played = widget.game.moves
    widget.act("undo")
    click(widget, second)

    assert kept(widget) == [played]
    assert first in widget.html


def test_switching_goes_to_the_other_line_and_keeps_this_one(widget):
    first, second = (option.phrase for option in widget.game.options[:2])
    click(widget, first)
    one = widget.game.moves
    widget.act("undo")
    click(widget, second)
    other = widget.game.moves
    (number,) = widget.lines.others
    widget.act("switch", line=str(number))

    assert widget.game.moves == one
    assert kept(widget) == [other]
    widget.act("drop", line=str(number))
    assert not widget.lines.others
    widget.act("switch", line=str(number))
    assert "unknown line" in widget.error


def test_switching_between_a_line_and_its_own_beginning_keeps_both(widget):
    widget.act("keep")
    short = widget.game.moves
    for _ in range(2):
        click(widget, widget.game.options[0].phrase)
    long = widget.game.moves
    for here, there in ((short, long), (long, short), (short, long)):
        widget.act("switch", line="1")
        assert (widget.game.moves, kept(widget)) == (here, [there])
    click(widget, widget.game.options[0].phrase)

    assert widget.game.ply == len(short) + 1
    assert len(widget.lines.whole) == widget.game.ply  # the rest lies on the line that was left


def test_switching_to_a_longer_line_leaves_the_shorter_one_as_it_was(widget):
    first, second = (option.phrase for option in widget.game.options[:2])
    click(widget, first)
    short = widget.game.moves
    click(widget, widget.game.options[0].phrase)
    long = widget.game.moves
    for phrase, back in ((second, 2), (first, 1)):
        for _ in range(back):
            widget.act("undo")
        click(widget, phrase)
    assert widget.game.moves == short
    assert kept(widget)[0] == long
    widget.act("switch", line="1")

    assert widget.game.moves == long
    assert kept(widget)[0] == short


def test_what_was_taken_back_and_is_played_again_stays_the_same_line(widget):
    for _ in range(2):
        click(widget, widget.game.options[0].phrase)
    moves = widget.game.moves
    widget.act("undo")
    widget.act("undo")
    click(widget, widget.game.options[0].phrase)
    assert kept(widget) == []
    widget.act("redo")

    assert widget.game.moves == moves


def test_a_bot_that_leaves_the_line_keeps_it_too(widget):
    widget.act("bot end")
    long = widget.game.moves
    for _ in range(5):
        widget.act("undo")
    widget.act("bot", value="random")
    widget.act("bot end")

    assert widget.game.over
    assert widget.game.moves != long
    assert kept(widget) == [long]


def test_another_bot_can_be_asked_to_play(widget):
    widget.act("bot", value="random")
    assert widget.bot == "random"
    widget.act("bot step")
    assert widget.status.startswith("random played")
    widget.act("bot", value="gredy")
    assert "unknown bot 'gredy'" in widget.error
    assert widget.bot == "random"


def test_keep_keeps_the_line_as_it_is(widget):
    widget.act("drawer", name="log")
    widget.act("keep")

    assert kept(widget) == [widget.game.moves]
    assert "up to ply" in widget.html


def test_a_line_that_is_kept_can_be_reached_as_a_seat_and_tells_no_choice_of_others(widget):
    seat = widget.game.decision.seat
    table = TableWidget(widget.game, seat=seat)
    table.act("drawer", name="log")
    table.act("keep")
    short = table.game.moves
    assert f">line 1 ({len(short)} plies)</button>" in table.html
    first, second = (option.phrase for option in table.game.options[:2])
    click(table, first)
    table.act("undo")
    click(table, second)
    assert f"from ply {len(short)}: {first} (" in table.html
    table.seat = 1 - seat
    assert f"from ply {len(short)}" not in table.html
    table.seat = seat
    table.act("switch", line="1")

    assert (table.game.moves, table.error) == (short, "")


@pytest.mark.parametrize("do", ["bot step", "bot turn", "bot end"])
def test_a_bot_plays_a_ply_a_turn_or_to_the_end(widget, do):
    ply, turn = widget.game.ply, widget.game.table.turn_no
    widget.act(do)
    game = widget.game

    assert game.ply > ply
    assert game.over == (do == "bot end")
    assert (do == "bot step") == (game.ply == ply + 1)
    assert (do == "bot turn") == (game.table.turn_no == turn + 1)


def test_seats_given_to_bots_answer_by_themselves():
    game = gh.new_game(players=3, seed=2)
    widget = TableWidget(game, seat=0, bots={1: "greedy", 2: "random"})
    for _ in range(40):
        assert game.decision.seat == 0
        widget.act("option", option=str(game.options[-1].id))

    assert not widget.error


def test_a_seat_can_be_given_to_a_bot_later(widget):
    seat = widget.game.decision.seat
    widget.act("seat bot", seat=str(seat), value="greedy")
    assert widget.game.decision.seat != seat
    widget.act("seat bot", seat=str(seat), value="person")
    assert not widget.bots


def forced_plies(game):
    """How many plies were played where there was nothing to choose."""
    return sum(len(game.rules.options(game.line.state_at(ply))) == 1 for ply in range(game.ply))


def clicked_through(game, *, forced, clicks=100):
    """Click the first option again and again; how many clicks that took."""
    widget = TableWidget(game)
    widget.act("forced", value=forced)
    for click in range(clicks):
        if game.over:
            return click
        before = game.ply, widget.chosen.picks
        widget.act("option", option=str(widget.chosen.options[0].id))
        assert (game.ply, widget.chosen.picks) != before, widget.error
        assert game.over or not forced or len(game.options) > 1
    return clicks


def test_forced_steps_pass_if_wished():
    game = gh.new_game(players=2, seed=3)
    clicks = clicked_through(game, forced=True)

    assert clicks > 20
    assert forced_plies(game) > 0
    assert game.ply == clicks + forced_plies(game)


def test_forced_steps_wait_for_a_click_otherwise():
    game = gh.new_game(players=2, seed=3)
    clicks = clicked_through(game, forced=False)

    assert forced_plies(game) > 0
    assert game.ply == clicks


def played_through(*, quick, turns=6):
    """A game by clicks on the first option; the widget and how many clicks it took."""
    widget = TableWidget(gh.new_game(players=2, seed=3), pass_forced=True, quick=quick)
    clicks = 0
    while widget.game.table.turn_no < turns:
        options = [option for option in widget.chosen.options if option.phrase != "no tier"]
        widget.act("option", option=str(options[0].id))
        clicks += 1
    return widget, clicks


def test_what_goes_without_saying_is_taken_at_once_and_the_record_is_the_same():
    slow, clicks = played_through(quick=False)
    fast, fewer = played_through(quick=True)

    assert fewer < clicks
    assert fast.game.moves == slow.game.moves
    assert not slow.steps.taken
    assert fast.steps.taken


def test_it_says_what_it_took_and_one_undo_asks_it():
    halls = [{"Farmer": ["red"]}, {}]
    game = gh.position(halls=halls, hands=[["blue Farmer"], []], seed=1)
    widget = TableWidget(game, quick=True)
    click(widget, "play blue Farmer")
    assert "Chosen automatically: tier 1" in widget.status
    widget.act("undo")
    assert game.decision.kind == "tier"
    assert game.ply == 1
    click(widget, "no tier")
    assert game.record.phrases[1] == "no tier"
    widget.act("undo")
    widget.act("undo")
    assert game.ply == 0


def test_all_discards_take_one_click_and_one_undo_and_the_record_is_the_same():
    def start():
        return gh.position(
            hands=[["red Weaver", "red Weaver", "blue Farmer", "green Trader"], []], halls=[{}, {}], seed=1
        )

    game, other = start(), start()
    widget = TableWidget(game, pass_forced=True)
    click(widget, "refresh")
    assert "All 4" in widget.html
    widget.act("rest", at=widget.number)
    other.play("refresh", *["discard red Weaver"] * 2, "discard green Trader", "discard blue Farmer")
    other.run_forced()
    assert sorted(game.moves) == sorted(other.moves)
    assert game.decision.kind == "act"
    widget.act("undo")
    assert (game.decision.kind, game.ply) == ("discard", 1)
    click(widget, "discard blue Farmer")
    assert "All 3" in widget.html


def test_all_is_offered_only_where_any_number_can_be_chosen(widget):
    assert widget.game.decision.kind == "act"
    assert 'data-do="rest"' not in widget.html
    before = widget.game.moves
    widget.act("rest")

    assert widget.error == "this cannot be chosen now"
    assert widget.game.moves == before


def test_the_next_view_goes_round(widget):
    seen = []
    for _ in range(3):
        widget.act("see next")
        seen.append(widget.seat)

    assert seen == [0, 1, None]


def test_in_seat_view_only_that_seat_chooses(widget):
    decider = widget.game.decision.seat
    widget.act("see", value=str(1 - decider))
    before = widget.game.ply
    widget.act("option", option=str(widget.game.options[0].id))

    assert widget.game.ply == before
    assert f"{widget.game.rules.seats[decider]} decides now" in widget.error
    assert 'data-do="option"' not in widget.html


def test_a_game_played_on_elsewhere_is_shown_anew_instead_of_playing_a_stale_click(widget):
    stale, number = widget.game.options[0].id, widget.number
    widget.game.play(widget.game.options[-1])
    before = widget.game.ply
    widget.act("option", option=str(stale), at=number)

    assert widget.game.ply == before
    assert "played on elsewhere" in widget.status


def test_those_who_asked_are_told_when_the_game_moved(widget):
    told = []
    widget.when_moved(lambda: told.append(widget.game.ply))
    click(widget, widget.game.options[0].phrase)
    widget.act("undo")
    widget.act("why", phrase="refresh")

    assert told == [widget.game.ply + 1, widget.game.ply]


def test_a_card_can_be_looked_up(widget):
    widget.act("look up", value="Weaver")
    assert "in your hall" in widget.html
    widget.act("look up", value="Waever")
    assert "did you mean" in widget.error


def test_a_drawer_is_opened_closed_and_replaced_by_another(widget):
    assert "gh-drawer" not in widget.html
    widget.act("drawer", name="keys")
    assert "undo your last choice" in widget.html
    widget.act("drawer", name="log")
    assert "undo your last choice" not in widget.html
    assert 'aria-label="log, newest first"' in widget.html
    widget.act("drawer", name="log")
    assert "gh-drawer" not in widget.html
    widget.act("drawer", name="shelf")
    assert "unknown drawer 'shelf'; the drawers are log, cards, rules, seats, keys" in widget.error


def test_the_tenth_option_has_the_key_0():
    names = [key_of(number) for number in range(11)]

    assert names == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", None]


def test_an_option_and_the_item_it_acts_on_name_the_same_place_and_key(widget):
    places = widget.places(widget.chosen.options)
    tags = Tree(widget.html).tags
    buttons = {has["data-option"]: has for name, has in tags if has.get("class") == "gh-option"}
    items = {has["data-place"]: has for name, has in tags if "data-place" in has}
    single, _ = by_place(places)

    assert single
    for place, option in single.items():
        assert buttons[str(option)]["data-acts"] == place
        assert items[place].get("data-badge") == buttons[str(option)].get("data-keys")


def test_the_moves_of_others_can_be_watched_and_the_game_stays_where_it_is():
    game = gh.new_game(players=["Ada", "Bo", "Cyd"], seed=2)
    widget = TableWidget(game, seat=0, bots={1: "greedy", 2: "greedy"})
    while len(widget.since_last_turn()) < 3:
        widget.act("bot step", at=widget.number)
    moves, ply, page = widget.since_last_turn(), game.ply, widget.html
    widget.act("watch")
    for step, move in enumerate(moves):
        assert f"{game.rules.seats[move.seat]}: {move.words}." in unescape(widget.html)
        assert "gh-option" not in widget.html
        assert widget.shown_table() == game.rules.view(game.line.state_at(move.last), 0)
        widget.act("watch next", step=str(step))
        widget.act("watch next", step=str(step))  # of a second view
    assert (game.ply, widget.html, widget.error) == (ply, page, "")
    widget.act("watch")
    widget.act("skip")
    assert widget.html == page


def test_with_nothing_to_watch_it_says_so():
    fresh = TableWidget(gh.new_game(players=2, seed=7))
    fresh.act("watch")

    assert fresh.error == "the others have not moved since your last turn"


def test_wrong_seats_and_bots_are_refused_at_once():
    game = gh.new_game(players=2, seed=1)
    with pytest.raises(gh.GuildhallError, match="there is no seat 5"):
        TableWidget(game, seat=5)
    with pytest.raises(gh.GuildhallError, match="unknown bot 'gredy'"):
        TableWidget(game, bots={1: "gredy"})


def hidden_from(game, seat):
    """Cards that the seat cannot know to be anywhere, so that their names must not be in what it is shown."""
    view = game.view(seat)
    known = {*view.hand, *view.discard, *view.looked, *view.picked, *chain(*view.areas, *view.known)}
    known |= {f"{card} {chapter}" for hall in view.halls for chapter, cards in hall.items() for card in cards}
    return {card for card in (*game.table.hands[1 - seat], *game.table.deck) if card not in known}


def test_a_seat_sees_the_same_page_whatever_is_hidden_from_it(widget):
    """The page for a seat is made of its view and of what it saw happen."""
    game = widget.game
    seat = game.decision.seat
    widget.act("see", value=str(seat))
    twin = gh.Game(game.rules, game.rules.resample(game.view(seat), 5), seed=game.seed)
    start = gh.Game(game.rules, game.state, seed=game.seed)
    assert twin.table.hands[1 - seat] != start.table.hands[1 - seat]

    assert TableWidget(start, seat=seat).html == TableWidget(twin, seat=seat).html
    assert TableWidget(start).html != TableWidget(twin).html


def test_neither_page_nor_plain_text_name_a_card_that_is_hidden_from_the_seat(widget):
    seat = 1 - widget.game.decision.seat
    own, hidden = set(widget.game.view(seat).hand), hidden_from(widget.game, seat)
    theirs = hidden & set(widget.game.table.hands[1 - seat])
    assert theirs
    assert all(card in widget.html and card in widget.text() for card in own | theirs)
    widget.act("see", value=str(seat))

    for shown in (widget.html, widget.text()):
        assert not [card for card in hidden if card in shown]
        assert all(card in shown for card in own)


def test_the_plain_text_is_the_view_of_the_seat_without_the_options_of_another(widget):
    decision, seat = widget.game.decision, 1 - widget.game.decision.seat
    options = ", ".join(decision.phrases)
    assert options in widget.text()
    widget.act("see", value=str(seat))

    assert widget.text() == widget.game.rules.text(widget.game.view(seat), None)
    assert options not in widget.text()
    assert f"{widget.game.rules.seats[decision.seat]} decides" in widget.html


# --- What others read, set, observe and link ---


def test_traits_can_be_read_set_and_observed_and_what_is_set_is_shown(widget):
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), names="seat")
    widget.seat = 0
    assert "as Ada" in widget.html
    widget.seat = None
    assert "as Ada" not in widget.html
    assert seen == [0, None]
    decider = widget.game.decision.seat
    widget.bots = {decider: "greedy"}
    assert widget.game.decision.seat == 1 - decider
    widget.bot = "random"
    widget.act("bot step")
    assert widget.status.startswith("random played")


@pytest.mark.parametrize(
    ("name", "value"), [("seat", 5), ("seat", "Ada"), ("bot", "gredy"), ("bots", {7: "greedy"}), ("ply", 9999)]
)
def test_a_wrong_value_is_refused_and_nothing_changes(widget, name, value):
    before, html = getattr(widget, name), widget.html
    with pytest.raises((gh.GuildhallError, traitlets.TraitError)):
        setattr(widget, name, value)

    assert (getattr(widget, name), widget.html) == (before, html)


def test_the_ply_follows_the_game_and_leads_it(widget):
    slider = ipywidgets.IntSlider(max=1000)
    traitlets.link((widget, "ply"), (slider, "value"))
    whole = widget.game.moves
    click(widget, widget.game.options[0].phrase)
    assert slider.value == widget.game.ply == len(whole) + 1
    slider.value = 10
    assert widget.game.moves == whole[:10]
    assert "ply 10 of" in widget.html or widget.status == "Ply 10."
    slider.value = len(whole)
    assert widget.game.moves == whole


# --- The end ---


def test_the_end_tells_who_won_what_decided_it_and_what_comes_next(widget, tmp_path, monkeypatch):
    widget.act("bot end")
    game = widget.game
    winner = game.rules.seats[game.outcome.winner]
    assert f"{winner} wins with" in widget.html
    assert "Standings" in widget.html
    decisive = widget.ending.story.moments
    assert decisive
    assert all(moment.seat == game.outcome.winner and moment.gain > 0 for moment in decisive)
    assert any("buys" in moment.told for moment in decisive)
    assert "0 actions left" not in widget.html
    assert 'data-do="replay"' not in widget.html  # nobody here to show one

    monkeypatch.chdir(tmp_path)
    for name in ("guildhall-7.json", "guildhall-7-2.json"):
        widget.act("save")
        assert widget.status == f"Saved as {name}."
        assert gh.load(name).game().moves == game.moves
    widget.act("new game")
    assert (widget.game.ply, widget.game.seed) == (0, 8)
    assert widget.game.rules is game.rules
    assert not widget.game.over


@pytest.mark.parametrize("name", gh.list_games())
@pytest.mark.parametrize("players", [2, 4])
def test_the_curve_goes_through_the_points_of_the_game_up_to_its_outcome(name, players):
    game = gh.new_game(name, players=players, seed=7)
    widget = TableWidget(game, seat=0)
    widget.act("bot end")
    curve = widget.ending.story.curve
    assert (curve[0][0], curve[-1]) == (0, (game.ply, game.outcome.points))
    assert all(points == game.rules.outcome(game.line.state_at(ply)).points for ply, points in curve)
    assert len(curve) > 4
    assert widget.html.count('class="gh-points-end"') == players
    assert "gh-side" not in widget.html


def test_alone_a_game_has_turns_too():
    widget = TableWidget(gh.new_game("advyria", players=1, seed=5), seat=0)
    widget.act("bot end")

    assert len(widget.ending.story.curve) > 20
    assert len(widget.ending.story.moments) == 3


def test_the_numbers_at_the_end_are_those_of_the_events(widget):
    widget.act("see", value="0")
    widget.act("bot end")
    events = [event for event in widget.game.events if event.seat == 0]
    bought = sum(event.kind == "buy" for event in events)

    assert (str(bought), "VP cards bought") in widget.ending.story.facts
    assert f"<b>{bought}</b>VP cards bought" in widget.html


def test_a_decisive_turn_leads_to_its_ply_and_back_to_the_end(widget):
    widget.act("see ply", ply="1")
    assert widget.error == "this cannot be chosen now"
    widget.act("bot end")
    last, moment = widget.game.ply, widget.ending.story.moments[0]
    widget.act("see ply", ply=str(moment.first))
    assert widget.game.ply == moment.first - 1
    assert 'data-do="back to end"' in widget.html
    widget.act("back to end")

    assert widget.game.ply == last
    assert "What decided it" in widget.html


def test_the_table_can_still_be_looked_at_after_the_end(widget):
    widget.act("bot end")
    assert "gh-main-part" not in widget.html
    widget.act("look at table")
    assert "gh-main-part" in widget.html
    assert "wins with" in widget.html
    widget.act("look at table")

    assert "gh-main-part" not in widget.html


def test_log_and_undo_stay_in_reach_at_the_end(widget):
    widget.act("bot end")
    widget.act("drawer", name="log")
    assert "gh-log" in widget.html
    widget.act("undo")

    assert not widget.game.over


def test_card_texts_come_along_with_their_provenance():
    widget = TableWidget(gh.new_game(players=2, seed=7))

    assert "as in the rulebook" in widget.help["Weaver"]
    helped = set(re.findall(r'data-help="([^"]+)"', widget.html))
    assert helped
    assert helped <= set(widget.help)


# --- Undo, bots and other cells ---


def is_disabled(widget, do):
    return " disabled" in re.search(rf'<button[^>]*data-do="{do}"[^>]*>', widget.html)[0]


def test_undo_is_disabled_until_there_is_a_choice_of_ones_own():
    """Bots may have played first: nothing of that is the reader's to take back."""
    game = gh.new_game(players=["Ada", "Bo", "Cyd"], seed=2, first=1)
    widget = TableWidget(game, seat=0, bots={1: "greedy", 2: "greedy"}, pass_forced=True)
    while not game.ply:
        widget.act("option", option=str(widget.chosen.options[-1].id))
    widget.act("undo")
    before = game.ply
    assert is_disabled(widget, "undo")
    widget.act("undo")

    assert game.ply == before
    assert widget.status == "You have no choice to undo."
    assert widget.error == ""


def test_undo_is_disabled_at_a_table_of_bots():
    widget = TableWidget(gh.new_game(players=2, seed=7), seat=0, bots={0: "greedy", 1: "greedy"})

    assert widget.game.over
    assert is_disabled(widget, "undo")


def test_a_bot_plays_on_where_the_reader_went_back_to(against_bots):
    game, ply = against_bots.game, against_bots.game.ply
    against_bots.act("undo ply")
    control = next(one for one in controls_of(against_bots.html) if one.do == "play on")
    against_bots.act(control.do, **dict(control.data))

    assert against_bots.error == ""
    assert (game.ply, game.decision.seat) == (ply, 0)


@pytest.mark.parametrize("do", ["bot step", "bot turn", "bot end"])
def test_whatever_the_bot_was_asked_to_play_one_undo_takes_back_and_one_redo_plays_again(widget, do):
    before = widget.game.ply
    widget.act("bot step", at=widget.number)
    widget.act(do, at=widget.number)
    after = widget.game.ply
    widget.act("undo")
    assert widget.game.ply == before + 1
    widget.act("redo")
    assert widget.game.ply == after
    widget.act("undo")
    widget.act("undo")

    assert widget.game.ply == before


def test_what_is_played_instead_of_a_bots_run_is_taken_back_choice_by_choice(widget):
    before = widget.game.ply
    widget.act("bot end", at=widget.number)
    widget.act("undo")
    for _ in range(3):
        widget.act("option", option=str(widget.chosen.options[-1].id))
    played = widget.game.ply
    widget.act("undo")

    assert before < widget.game.ply < played


def test_what_is_played_in_a_cell_is_shown_at_once_and_drawn_once(widget, monkeypatch):
    drawn = []
    monkeypatch.setattr(widget, "page", lambda: drawn.append(widget.game.ply) or "page")
    widget.game.play(widget.game.options[-1])
    assert drawn == [widget.game.ply]
    widget.game.undo()
    widget.game.redo()
    widget.game.run("greedy", until=lambda game: game.over)

    assert len(drawn) == 4
    assert drawn[-1] == widget.game.ply
    assert widget.status == "The game was played on elsewhere. This is its current state."


def test_two_tables_of_a_game_show_the_same_after_a_click_on_one(widget):
    other = TableWidget(widget.game)
    widget.act("bot turn", at=widget.number)
    assert other.ply == widget.ply
    drawn = other.html
    other.close()
    widget.act("undo")

    assert other.html == drawn


# --- The review at the end ---


def test_the_end_shows_the_worst_mistakes_that_a_review_found():
    game = gh.new_game(players=2, seed=3)
    game.run("random")
    widget = TableWidget(game, seat=0)
    assert widget.findings.total == 0
    widget.act("review game")
    widget.findings.work.join()
    found = widget.findings

    assert found.judged == found.total > 10
    assert 0 < len(found.worst) <= 3 <= found.costly
    assert all(row["seat"] == 0 and row["behind_low"] > 0 for row in found.worst)
    assert [f'data-ply="{row["ply"]}"' in widget.html for row in found.worst] == [True] * len(found.worst)
    assert widget.status == f"Reviewed {found.judged} of {found.total} decisions."

    widget.act("undo")
    assert (widget.findings.judged, widget.findings.worst) == (0, [])


def test_a_review_is_stopped_and_continued():
    game = gh.new_game(players=2, seed=3)
    game.run("random")
    widget = TableWidget(game)
    widget.act("review game")
    widget.act("review game")
    judged = widget.findings.judged
    assert not widget.findings.is_running
    widget.act("review game")
    assert widget.findings.is_running
    assert widget.findings.judged >= judged
    widget.close()
    assert not widget.findings.work.is_running
