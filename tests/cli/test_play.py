"""A game in the terminal, typed line by line from a pipe."""

from __future__ import annotations

import re
import sys

import pytest

import guildhall as gh
from guildhall.cli.screen import ONLOOKER, event_lines
from guildhall.cli.session import last_game, meant
from guildhall.cli.setup import read_seating, seat_players
from guildhall.core.errors import IllegalOption

SEVEN = ("play", "--seed", "7", "--first", "1")


def kept():
    return gh.load(last_game())


# Saying what to play


@pytest.mark.parametrize("line", ["why buy ²", "buy ²", "tier ③", f"why buy {'9' * 4400}", "undo ²", "why \ud800", "③"])
def test_no_odd_sign_ends_the_game(guildhall, line):
    done = guildhall(*SEVEN, typed=f"{line}\ndone\n")

    assert done.code == 0
    assert kept().phrases[:1] == ("done",)


def test_a_line_that_is_too_long_is_refused_by_its_length(guildhall):
    done = guildhall(*SEVEN, typed=f"{'x' * 2**20}\n{',' * 100_000}\nwhy {'a;' * 150}\ndone\n")

    assert "a phrase has at most 2,000 characters, this one has 1,048,577" in done.out
    assert "a phrase has at most 2,000 characters, this one has 100,001" in done.out
    assert "a phrase has at most 100 parts, this one has 151" in done.out
    assert kept().phrases[:1] == ("done",)


@pytest.mark.parametrize("how", [("--party", "Aurie"), ("--armory",), ("--campaign", "--party", "Pi")])
def test_a_party_the_armory_or_a_campaign_tells_how_many_play(guildhall, how):
    done = guildhall("play", "--game", "hundred-halls", *how, "--seed", "3", typed="1\n")

    assert done.code == 0
    assert (len(kept().header.seats), len(kept().phrases)) == (1, 1)


def test_a_party_that_does_not_fit_the_number_of_players_is_refused(guildhall):
    done = guildhall("play", "--game", "hundred-halls", "--party", "Aurie", "--players", "2", typed="")

    assert done.code != 0
    assert "party names 1 decks for 2 players" in done.err


def test_the_terminal_tells_the_opening_once(guildhall):
    done = guildhall("play", "--game", "hundred-halls", "--party", "Aurie", "--seed", "3", typed="undo\n1\n")
    sentences = gh.new_game("hundred-halls", party=["Aurie"], seed=3).line.opening_told

    assert sentences
    assert all(" ".join(done.text.split()).count(f"{sentence}.") == 1 for sentence in sentences)


def test_an_option_is_named_by_its_number(guildhall):
    first = gh.new_game(seed=7, first=0).options[0].phrase

    guildhall(*SEVEN, typed="1\n")

    assert kept().phrases == (first,)


def test_an_option_is_named_by_its_phrase_whatever_the_case(guildhall):
    phrase = gh.new_game(seed=7, first=0).options[2].phrase

    guildhall(*SEVEN, typed=f"  {phrase.upper()}  \n")

    assert kept().phrases == (phrase,)


def test_several_picks_and_several_steps_fit_on_one_line(guildhall):
    options = gh.new_game(seed=7, first=0).options

    guildhall(*SEVEN, typed="3, 1; done\n")

    assert kept().phrases[:3] == (options[2].phrase, options[0].phrase, "done")


def test_the_cards_of_a_set_are_named_one_after_the_other_in_any_order(guildhall):
    done = guildhall(*SEVEN, typed="done\nblue Historian\nblue Dancer\ngreen Weaver\n")

    assert "In any order, one after the other, or all at once with commas." in done.out
    assert "Chosen: blue Historian, blue Dancer; undo takes the last one back." in done.out
    assert kept().phrases[:4] == ("done", "green Weaver", "blue Dancer", "blue Historian")


@pytest.mark.parametrize("again", ["undo", "blue Historian"])
def test_a_card_of_a_half_chosen_set_can_be_left_out_again(guildhall, again):
    guildhall(*SEVEN, typed=f"done\nblue Historian\n{again}\nblue Dancer; blue Farmer, red Assassin\n")

    assert kept().phrases[:4] == ("done", "blue Dancer", "red Assassin", "blue Farmer")


def test_a_whole_set_and_what_follows_fit_on_one_line_after_a_half_chosen_one(guildhall):
    guildhall(
        *SEVEN, "--players", "2", "--people", "all", typed="done\nblue Historian\nblue Dancer, green Weaver; done\n"
    )

    assert kept().phrases == ("done", "green Weaver", "blue Dancer", "blue Historian", "done")


def test_a_half_chosen_set_is_not_played_and_a_wrong_card_changes_nothing(guildhall):
    done = guildhall(*SEVEN, typed="done\nblue Historian\nblue Dancer, pink Weaver\nwhy blue Dancer\n")

    assert "'pink Weaver' is not legal now" in done.out
    assert "'blue Dancer' is possible now." in done.out
    assert kept().phrases == ("done",)


def test_numbers_in_later_steps_are_refused_because_their_list_was_not_shown():
    with pytest.raises(IllegalOption, match="use phrases for later steps"):
        meant("1; 2", gh.new_game(seed=7).options)


@pytest.mark.parametrize("number", ["0", "11", "9" * 5000])
def test_a_number_that_is_not_in_the_list_is_refused(number):
    with pytest.raises(IllegalOption, match="the numbers go from 1 to 10"):
        meant(number, gh.new_game(seed=7).options)


def test_a_phrase_that_is_not_legal_is_explained_and_the_game_goes_on(guildhall):
    done = guildhall(*SEVEN, typed="discard bleu Weaver\nplay red Monk\ndone\n")

    assert done.code == 0
    assert "'discard bleu Weaver' is not legal now; did you mean 'discard blue Weaver'" in done.out
    assert "you have another decision to make first" in done.out
    assert kept().phrases == ("done",)


# What is shown


def test_options_have_numbers_and_sentences(guildhall):
    done = guildhall(*SEVEN, "--bots", "random", typed="done\n1\n1\n1\n")

    assert "1 discard" in done.out
    assert re.search(r"\d play \w+ \w+ \d in the chapter", done.out)
    assert "refresh Discard any number of cards, then draw up to six." in done.out


def test_hands_of_others_are_never_shown(guildhall):
    game = gh.new_game(players=["Ada", "Ben"], seed=7, first=0)
    hidden = set(game.table.hands[1]) - set(game.table.hands[0])

    done = guildhall(*SEVEN, "--players", "Ada,Ben", typed="hint\ntable\ncards\nwhy done\n")

    assert hidden
    assert not [card for card in hidden if card in done.text]
    assert done.out.count("hand 9 cards") == 2


def test_moves_of_bots_are_told_in_a_sentence_and_what_they_draw_without_the_cards(guildhall):
    done = guildhall(*SEVEN, "--players", "Ada,Ben", typed="1; done\n1\n1\n1\n")

    assert re.search(r"^  Ben: \d+ away, \d+ drawn$", done.text, re.MULTILINE)
    assert re.search(r"^Turn 1: ", done.text, re.MULTILINE)
    assert re.search(r"Ada draws (red|blue|green|yellow|purple)", done.out)
    assert not re.search(r"Ben draws|drawn (red|blue|green|yellow|purple)", done.out)


def test_equal_events_in_a_row_are_told_once():
    game = gh.new_game(players=["Ada", "Ben"], seed=7, first=0)
    events = game.play("discard blue Weaver", "discard green Weaver", "done")

    assert list(event_lines(events, ONLOOKER))[-1] == "Ada draws a card (2 times)"
    assert len([line for line in event_lines(events, 0) if line.startswith("Ada draws")]) == 2


def test_forced_plies_pass_by_themselves(guildhall):
    guildhall("play", "--people", "all", "--seed", "7", typed="done\n1\n1\n1\n" * 2)

    game = kept().game(0)
    for move in kept().moves:
        game.play(move)
    assert len(game.options) != 1


def test_stand_ins_are_named_in_plain_sight(guildhall):
    assert "stand-ins, our own design: Alchemist" in guildhall("play", "gathering", "--seed", "1").out


def test_warnings_about_a_deck_come_first(guildhall):
    done = guildhall("play", "Weaver", "Dancer", "Farmer", "Trader", "Historian", "--seed", "1")

    assert "Note: No Warrior is in the deck." in done.out


# Going back, looking things up


def test_undo_takes_back_the_last_decision_and_what_bots_did_since(guildhall):
    done = guildhall(*SEVEN, typed="done\n1, 2, 3\nundo 4\n")

    assert done.code == 0
    assert kept().plies == 0


def test_undo_at_the_beginning_is_refused(guildhall):
    assert "nothing to undo" in guildhall(*SEVEN, typed="undo\n").out


def test_redo_plays_again_what_was_taken_back_and_no_more(guildhall):
    guildhall(*SEVEN, typed="done\n1, 2, 3\n")
    played = kept().phrases

    done = guildhall(*SEVEN, typed="done\n1, 2, 3\nundo 4\nredo 9\n")

    assert "nothing to redo" in done.out
    assert kept().phrases[:4] == played[:4]


def test_undo_of_something_else_than_a_number_is_refused(guildhall):
    assert "expected a number, got 'many'" in guildhall(*SEVEN, typed="undo many\n").out


def test_hint_tells_tiers_and_what_the_next_one_needs(guildhall):
    done = guildhall(*SEVEN, typed="done\nblue Weaver, green Weaver, blue Dancer\nhint\n")

    assert "red, blue, green, purple Assassin: tier 0; tier 2 needs 2 more Assassin cards" in done.out
    assert "blue Farmer: no tier can be used; tier 1 needs 1 more Farmer card" in done.out
    assert "Weaver chapter: 2 of 5, without red, yellow, purple" in done.out
    assert "You have 0 completed chapters: nothing can be bought yet" in done.out


def test_hint_tells_why_a_card_cannot_be_played(guildhall):
    game = gh.position(halls=[{"Weaver": ["red"]}, {}], hands=[["red Weaver", "blue Farmer"], []])
    game.record.save("twin.json")

    done = guildhall("play", "--load", "twin.json", typed="hint\n")

    assert "red Weaver: not now; red Weaver lies in the guildhall already" in done.out


def test_hint_tells_why_a_tier_is_not_offered(guildhall):
    game = gh.position(halls=[{"Assassin": ["red", "blue"]}, {"Farmer": ["red"]}], hands=[["green Assassin"], []])
    game.record.save("tier.json")

    done = guildhall("play", "--load", "tier.json", typed="play green Assassin\nhint\n")

    assert "tier 2: tier 2 cannot be carried out completely" in done.out
    assert "tier 4: the chapter holds 2 cards, tier 4 needs 4" in done.out


def test_why_explains_what_is_not_possible(guildhall):
    done = guildhall(*SEVEN, typed="done\n1,2,3\nwhy play red Trader\nwhy buy 1\nwhy refresh\nwhy\n")

    assert "red Trader is not in Player 1's hand" in done.out
    assert "costs 1 completed chapter, you have 0" in done.out
    assert "'refresh' is possible now" in done.out
    assert "why needs the phrase of an option" in done.out


def test_cards_shows_a_card_of_the_game(guildhall):
    done = guildhall(*SEVEN, typed="cards monk\ncards Wevaer\n")

    assert "Weaver (Mystic) 0: Put 1 card from your hand into your guildhall." in done.out
    assert "unknown card 'Wevaer'; did you mean 'Weaver'?" in done.out


def test_help_lists_what_can_be_said(guildhall):
    out = guildhall(*SEVEN, typed="help\n").out

    assert all(
        word in out for word in ("undo", "redo", "hint", "why PHRASE", "cards", "save FILE", "load FILE", "quit")
    )


# Keeping


def test_the_end_of_the_input_keeps_the_game_and_says_how_to_go_on(guildhall):
    done = guildhall(*SEVEN, typed="done\n")

    assert done.code == 0
    assert "The game is saved. To continue: guildhall play --resume" in done.out


def test_quit_asks_nothing(guildhall):
    done = guildhall(*SEVEN, typed="done\nquit\n1\n")

    assert done.out.rstrip().endswith("To continue: guildhall play --resume")


def test_a_resumed_game_goes_on_with_the_same_bots(guildhall):
    guildhall(*SEVEN, "--players", "3", "--bots", "random,heuristic", typed="done\n")

    done = guildhall("play", "--resume", typed="1\n1\n1\n")

    assert "Player 1 (person), Player 2 (random), Player 3 (heuristic). Seed 7." in done.out
    assert kept().plies >= 2


def test_looking_at_a_new_game_does_not_overwrite_the_last_one(guildhall):
    guildhall(*SEVEN, typed="done\n")

    guildhall("play", "--seed", "8", typed="hint\nquit\n")

    assert kept().header.seed == 7


def test_save_writes_a_record_and_load_goes_on_with_it(guildhall, tmp_path):
    guildhall(*SEVEN, typed="done\nsave mine.json.gz\n1\n")
    done = guildhall("play", "--seed", "9", typed="load mine.json.gz\n1\n")

    assert gh.load(tmp_path / "mine.json.gz").phrases == ("done",)
    assert done.code == 0
    assert kept().phrases[0] == "done"
    assert kept().header.seed == 7


def test_a_file_that_cannot_be_written_or_read_is_told_and_the_game_goes_on(guildhall):
    done = guildhall(*SEVEN, typed="save no/such/folder/x.json\nload none.json\nsave\nload\ndone\n")

    assert done.code == 0
    assert "cannot write 'no/such/folder/x.json'" in done.out
    assert "cannot read 'none.json'" in done.out
    assert "save needs a file name" in done.out
    assert kept().phrases == ("done",)


def test_a_place_that_cannot_keep_the_game_is_told_at_the_end(guildhall, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))

    done = guildhall(*SEVEN, typed="done\n")

    assert done.code == 0
    assert "The game could not be saved" in done.out


def test_save_option_keeps_the_whole_game_in_a_file_of_choice(guildhall, tmp_path):
    done = guildhall("play", "--people", "none", "--seed", "3", "--save", "whole.json")

    record = gh.load(tmp_path / "whole.json")
    assert "guildhall play --load whole.json" in done.out
    assert record.outcome.reason == "target"


# Seats


def test_bots_alone_play_to_the_end(guildhall):
    done = guildhall("play", "--people", "none", "--players", "4", "--bots", "greedy,random,greedy,heuristic")

    assert done.code == 0
    assert re.search(r"wins with \d+ VP", done.out)


def test_a_person_can_play_a_whole_game_to_its_end(guildhall):
    done = guildhall("play", "--seed", "3", "--target", "1", typed="1\n" * 400 + "undo\nquit\n")

    assert done.code == 0
    assert re.search(r"wins with \d+ VP", done.out)
    assert "the game is over; undo, save FILE, or quit" in done.out


def test_several_people_share_a_keyboard(guildhall):
    done = guildhall("play", "--people", "all", "--players", "Ada,Ben", "--seed", "7", typed="done\n1\n1\n1\n" * 2)

    assert "seen by Ada" in done.out
    assert "seen by Ben" in done.out


@pytest.mark.parametrize(
    ("people", "bots", "seats"),
    [
        (None, "greedy", ("person", "greedy", "greedy")),
        ("2", "random", ("random", "person", "random")),
        ("1,3", "random", ("person", "random", "person")),
        ("all", "greedy", ("person", "person", "person")),
        ("none", "random,greedy,heuristic", ("random", "greedy", "heuristic")),
    ],
)
def test_people_and_bots_are_seated_as_asked(people, bots, seats):
    assert seat_players(3, people=people, bots=bots).seats == seats


def test_a_record_of_another_source_has_no_seating():
    assert read_seating("a tournament", players=2) is None
    assert read_seating("guildhall play: person, greedy", players=3) is None


@pytest.mark.parametrize("deck", [("old-world", "new-empire", "--saga", "mega", "--masters", "--houses")])
def test_hints_speak_of_masters_and_archetypes_too(guildhall, deck):
    done = guildhall("play", *deck, "--seed", "5", "--first", "1", typed="done\n1\n1\n1\nhint\ncards Seeker\n")

    assert done.code == 0
    assert "chapter: " in done.out
    assert "Seeker (Mystic)" in done.out


def test_another_game_is_played_to_its_end_by_its_name(guildhall):
    done = guildhall("play", "--game", "advyria", "--players", "2", "--people", "none", "--seed", "1")

    assert done.code == 0
    assert "Gold" in done.out


def test_a_game_in_german_answers_in_german(guildhall):
    typed = "hint\ncards\ncards Zauberer\nwhy play 5 Joker\nquit\n"
    done = guildhall("play", "--game", "advyria", "--players", "1", "--lang", "de", "--seed", "1", typed=typed)

    assert "wähle ein Gildenfeld" in done.out
    assert "Zauberer: " in done.out
    assert "[stand-in]" in done.out


def test_an_option_of_another_game_is_refused(guildhall):
    done = guildhall("play", "--game", "advyria", "--saga", "mega")

    assert done.code == 2
    assert "advyria has no option --saga" in done.err


@pytest.mark.filterwarnings("default")
def test_which_card_a_mistakable_name_means_is_said_once(guildhall):
    done = guildhall("play", "Weaver", "Trader", "Assassin", "--seed", "1", typed="quit\n")

    assert done.err == (
        "guildhall: 'Assassin' is the card of New Empire and Alliance here; "
        "for the Assassin of Old World Economy write 'Fighter'."
    )
    assert "'Fighter'" not in done.out
    assert "Note: No Leader is in the deck." in done.out


# Bots of one's own

MY_BOTS = """
class Last:
    def choose(self, game):
        return game.options[-1]


class Fails:
    def choose(self, game):
        raise ValueError(f"{game.table.hands}")


class Cheats:
    def choose(self, game):
        return "play a joker"


class Needs:
    def __init__(self, more): ...


last = Last()
number = 7
"""


@pytest.fixture
def my_bots(tmp_path, monkeypatch):
    """A module in the working directory, forgotten afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    (tmp_path / "my_bots.py").write_text(MY_BOTS, encoding="utf-8")
    yield
    sys.modules.pop("my_bots", None)


@pytest.mark.usefixtures("my_bots")
@pytest.mark.parametrize("name", ["my_bots:Last", "my_bots:last"])
def test_a_bot_of_ones_own_is_named_by_its_place(guildhall, name):
    done = guildhall(*SEVEN, "--bots", name, typed="done\n1, 2, 3\n")
    again = gh.new_game(seed=7, first=0)
    again.play(*kept().moves[:4])
    again.run([None, sys.modules["my_bots"].Last()])

    assert f"Player 2 ({name})" in done.out
    assert kept().moves == again.moves


@pytest.mark.usefixtures("my_bots")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("my_bots:Needs", "could not create a bot from my_bots:Needs: TypeError"),
        ("my_bots:Nobody", "could not create a bot from my_bots:Nobody: AttributeError"),
        ("your_bots:Last", "could not create a bot from your_bots:Last: ModuleNotFoundError"),
        ("my_bots:number", "my_bots:number is not a bot"),
        ("my_bots:", "unknown bot 'my_bots:'"),
    ],
)
def test_a_place_without_a_bot_is_refused(guildhall, name, told):
    done = guildhall(*SEVEN, "--bots", name)

    assert done.code == 2
    assert told in done.err


@pytest.mark.usefixtures("my_bots")
@pytest.mark.parametrize(
    ("name", "told"),
    [("Fails", "failed with ValueError at ply 5"), ("Cheats", "chose an illegal option at ply 5")],
)
def test_a_bot_that_fails_is_told_of_and_the_game_is_kept(guildhall, name, told):
    done = guildhall(*SEVEN, "--bots", f"my_bots:{name}", typed="done\n1, 2, 3\n")

    assert done.code == 2
    assert done.err == f"guildhall: my_bots:{name} {told}; the game is unchanged"
    assert len(kept().moves) == 4


@pytest.mark.usefixtures("my_bots")
def test_who_only_watches_is_told_all_of_a_failure(guildhall):
    done = guildhall(*SEVEN, "--people", "none", "--bots", "my_bots:Cheats")

    assert "'play a joker' is not legal now" in done.err


@pytest.mark.usefixtures("my_bots")
def test_a_record_never_chooses_what_is_run(guildhall):
    guildhall(*SEVEN, "--bots", "my_bots:Last", typed="done\nsave game.json\n")
    sys.modules.pop("my_bots")

    for how in (("--resume",), ("--load", "game.json")):
        done = guildhall("play", *how)
        assert done.code == 2
        assert "name it yourself: --bots my_bots:Last" in done.err
    done = guildhall(*SEVEN, typed="load game.json\ndone\n")
    assert "name it yourself" in done.out
    assert kept().phrases[:1] == ("done",)
    assert "my_bots" not in sys.modules

    assert guildhall("play", "--load", "game.json", "--bots", "my_bots:Last").code == 0


@pytest.mark.usefixtures("my_bots")
def test_a_loaded_game_goes_on_with_a_bot_that_was_named_here(guildhall):
    guildhall(*SEVEN, "--bots", "my_bots:Last", "--save", "game.json", typed="done\n")
    done = guildhall(*SEVEN, "--bots", "my_bots:Last", typed="load game.json\n1, 2, 3\n")

    assert done.code == 0
    assert len(kept().moves) > 4
