"""The Hundred Halls through the same doors: the table drawn and clicked, the form, and no order of a deck on a page."""

from __future__ import annotations

from functools import partial

import pytest
from guildhall_widgets import TableWidget, render

import guildhall as gh
from tests.games.hundred_halls.lab import Lab
from tests.widgets import played
from tests.widgets.tree import Tree

mid_game = partial(played.mid_game, "hundred-halls", plies=60)

BLESSING = '[cards.Ward]\ntype = "Spell"\ndoes = [{ prevent = 3, to = "you" }]\n'
LENS = '[cards.Lens]\ntype = "Spell"\ndoes = [{ look = 2, from = "scenario", then = "bury" }]\n'
WOLF = '[cards.Wolf]\ntype = "Enemy"\nhp = 6\nend = [{ damage = 2, to = "each player" }]\n'


def words(game, seat=None):
    shown = game.table if seat is None else game.view(seat)
    return Tree(render.table(game.rules, shown)).text


def test_players_and_both_enemy_sides_are_drawn_once():
    game = mid_game()
    html = render.table(game.rules, game.table)
    shown = Tree(html).text

    assert all(html.count(f'data-key="seat {seat}"') == 1 for seat in range(3))
    assert all(html.count(f'data-key="side {pile}"') == 1 for pile in (4, 5))
    for card in game.table.in_play:
        assert game.rules.names.cards[card] in shown
    for seat in range(3):
        assert all(name in shown for name in game.table.hand(seat))
        assert "{} /{}".format(*game.table.hit_points[seat]) in shown


def test_enemies_show_what_they_will_do_when():
    game = gh.new_game("hundred-halls", players=2, seed=1)
    shown, html = words(game), render.table(game.rules, game.table)

    assert "70 /70" in shown
    assert "end of turn: 5 to highest HP" in shown
    assert "Aepep Scenario · difficulty 1 deck" in shown
    assert 'aria-label="Aepep, 70 of 70 hit points, Boss, start of turn: flip 1' in html
    assert "end of turn: 5 damage to highest player" in html
    assert html.count("gh-i-sunset") >= 1


def test_counters_hosts_and_what_lasts_are_shown():
    rat = '[cards.Leech]\ntype = "Virus"\nenters = [{ attach = "any player" }, { counters = 2 }]\n'
    lab = Lab(2, cards={"Ada": BLESSING, "Ogre": rat}, hands=[["Ward"], []], decks={"Ogre": ["Leech"]})
    lab.play("play Ward")
    assert "next 3 prevented" in words(lab.game)
    lab = Lab(2, cards={"Ogre": rat}, tops={"Ogre": "begin = [{ flip = 1 }]"}, decks={"Ogre": ["Leech"]}, turn=1)
    lab.play("done", "no draw", "Bo")

    assert "Leech Virus 2 counters on Bo" in words(lab.game)


def test_a_number_of_a_name_is_parted_from_the_number_that_follows():
    pact = '[cards.Pact]\ntype = "Enchantment"\nenters = [{ counters = 3 }]\n'
    lab = Lab(2, cards={"Ada": pact}, hands=[["Pact"], []])
    lab.play("play Pact")
    shown = " ".join(words(lab.game).split())

    assert "Pact 3 counters" in shown
    assert "Five Elements 3" in shown
    assert "1 play 1 activation 1 draw left" in shown


def test_whose_turn_it_is_and_what_is_left_of_it():
    lab = Lab(2, hands=[["Ada Page"], []])
    html, chips = render.table(lab.game.rules, lab.table), render.chips(lab.game.rules, lab.table)

    assert 'aria-label="Turns: Ada acts"' in chips
    assert chips.count("gh-hh-now") == 1
    assert "Round 1" in Tree(chips).text
    assert "2 plays, 1 activation, 1 draw left" in html


def test_what_comes_before_the_next_turn_is_drawn_with_whom_it_meets():
    lab = Lab(2, cards={"Ogre": WOLF}, enemies=["Wolf"])
    html = render.table(lab.game.rules, lab.game.view(0))

    assert 'aria-label="Wolf 2 damage to each player"' in html
    assert "Before your next turn Wolf 2 each" in Tree(html).text
    assert "Before Ada's next turn" in words(lab.game)
    assert "no damage that is certain" in words(lab.game, 1)


def test_counters_are_drawn_with_their_goal_and_the_goal_once():
    sand = '[cards.Sand]\ntype = "Event"\nbegin = [{ counters = 1 }]\nends = { counters = "self", at_least = 3 }\n'
    lab = Lab(1, cards={"Ogre": sand}, enemies=["Sand"])

    assert "Sand Event 0/3 counters to be gone" in words(lab.game)
    assert "gone if" not in words(lab.game)


def test_options_show_what_comes_of_them():
    bolt = '[cards.Bolt]\ntype = "Spell"\ndoes = [{ damage = 4, to = "any target" }]\n'
    lab = Lab(1, cards={"Ada": bolt}, hands=[["Bolt"]])
    faces = {option.phrase: render.face(lab.game.rules, lab.table, option) for option in lab.game.options}
    assert faces["play Bolt"].note == "4 damage"
    assert "gh-i-spell" in str(faces["play Bolt"].content)
    assert faces["use the Five Elements"].note == "3 damage"
    lab.play("play Bolt")
    faces = {option.phrase: render.face(lab.game.rules, lab.game.view(0), option) for option in lab.game.options}

    assert faces["Ogre"].note == "70 → <b>66</b>"


def test_with_many_enemies_their_cards_are_drawn_smaller():
    wolves = {"Ogre": WOLF.replace("hp", "copies = 8\nhp")}
    few, many = (Lab(1, cards=wolves, enemies=enemies) for enemies in (["Wolf"], ["Wolf"] * 8 + ["Ogre Rat"] * 8))

    assert "gh-hh-tight" not in render.table(few.game.rules, few.table)
    assert "gh-hh-tight" in render.table(many.game.rules, many.table)


def test_a_deck_without_an_emblem_has_its_letter():
    lab = Lab(1)

    assert "<b>M</b>" in render.chips(lab.game.rules, lab.table)


def test_a_dead_player_is_a_memory():
    lab = Lab(3, hp=[0, 30, 30], turn=1)

    assert words(lab.game).count("Inspiring Memory") == 1


def test_graveyards_and_cards_on_top_are_listed():
    lab = Lab(1, cards={"Ada": LENS}, hands=[["Lens"]], graveyards=[["Ada Page", "Ada Page"]])
    assert "graveyard 2" in words(lab.game)
    assert "graveyard: Ada Page × 2" in words(lab.game)
    lab.play("play Lens")

    assert "on top Ogre Rat" in words(lab.game)


@pytest.mark.parametrize(("players", "least"), [(1, 6), (2, 30), (3, 40), (4, 50)])
def test_random_games_can_be_drawn_and_clicked(players, least):
    game = gh.new_game("hundred-halls", players=players, seed=players, armory=players == 1)

    assert played.click_through(game, 160, seed=players) >= least


@pytest.mark.parametrize("kind", ["target", "discard", "memory", "look", "reward", "head start"])
def test_every_place_of_a_decision_is_on_its_page(kind):
    for seed in range(40):
        party = ["Alex", "Claire", "Pi", "Nandi"]
        settings = {"party": party, "realm": "Caer Corsydd", "head_start": kind == "head start"}
        game = gh.new_game("hundred-halls", seed=seed, **settings)
        game.run("greedy", until=lambda g: g.decision.kind == kind)
        if not game.over:
            break
    drawn = TableWidget(game, seat=game.decision.seat).html

    assert game.decision.kind == kind
    assert all(f'data-key="at {place}"' in drawn for place in game.rules.places(game.state).values())


def test_a_card_in_hand_that_cannot_be_played_says_why():
    lab = Lab(1, hands=[["Ada Page"] * 3])
    lab.play("play Ada Page")
    widget = TableWidget(lab.game)

    assert 'data-do="why" data-phrase="play Ada Page"' in widget.html


def test_the_armory_is_a_list_to_click():
    game = gh.new_game("hundred-halls", party=["Aurie"], armory=True, seed=1)
    widget = TableWidget(game, seat=0)
    assert "Armory, 50 points left" in Tree(widget.html).text
    widget.act("option", option=str(next(option.id for option in game.options if "+10 hit" in option.phrase)))

    assert "+10 hit points (10 points), 1 of 1 bought" in widget.html
    assert "bought +10 hit points (10 points)" in Tree(widget.html).text


def test_a_campaign_shows_what_is_beaten_and_what_can_be_chosen():
    game = gh.new_game("hundred-halls", party=["Nandi"], campaign=True, seed=1)
    widget = TableWidget(game, seat=0)
    assert "Campaign: 0 of 6 Scenarios beaten, 0 defeats, 30 Armory points" in Tree(widget.html).text
    assert played.click_through(game, 60, seed=3) > 10
    game.run("team", until=lambda g: g.table.defeats + len(g.table.beaten) > 0 and g.decision.kind == "act")
    widget.refresh()

    assert game.table.order == [0]
    assert f"Round {game.table.round}" in Tree(widget.html).text
    left = zip(game.table.left(0), ("play", "activation", "draw"), strict=True)
    assert all(f"{number} {word}" in widget.html for number, word in left if number)


# --- What happened ---


def test_alone_the_turns_of_enemies_are_told_since_the_last_turn():
    lab = Lab(1, cards={"Ogre": WOLF}, enemies=["Wolf"])
    widget = TableWidget(lab.game, seat=0)
    for phrase in ("done", "no draw"):
        widget.act("option", option=str(lab.game.decision.option(phrase).id))

    assert "Since your last turn 1 Scenario turn: Wolf deals 2 damage to Ada." in Tree(widget.html).text


def test_turns_of_others_and_of_enemies_are_told_in_their_order():
    lab = Lab(2, cards={"Ogre": WOLF}, enemies=["Wolf"])
    widget = TableWidget(lab.game, seat=0)
    for phrase in ("done", "no draw"):
        widget.act("option", option=str(lab.game.decision.option(phrase).id))
    lab.play("use the Five Elements", "Wolf", "done", "no draw")
    widget.refresh()
    since = Tree(widget.html).text.partition("Since your last turn 2 ")[2]
    bo, scenario = "Bo: uses the Five Elements of Bo, deals 3 damage to Wolf.", "Scenario turn: Wolf deals 2 damage to"

    assert since.startswith(f"{bo} {scenario} Ada and Bo.")


def test_the_end_shows_the_party_and_the_hardest_blows_instead_of_who_scored():
    game = gh.new_game("hundred-halls", players=2, seed=1)
    widget = TableWidget(game)
    widget.act("bot end")

    assert game.over
    shown = Tree(widget.html).text
    assert "What decided it" not in shown
    assert "The hardest blows" in shown
    assert all(moment.gain < 0 for moment in widget.ending.story.moments)
    left = dict(zip(game.rules.seats, game.outcome.points, strict=True))
    assert all(f"{name}: {points} of" in widget.html for name, points in left.items())


# --- The other doors ---


def test_the_form_asks_for_party_scenario_and_realm():
    shown = gh.play()
    form = shown.form
    form.act("game", value="hundred-halls")
    form.act("players", value="2")
    form.act("join", value="Mori", seat="0")
    form.act("join", value="Aurie", seat="1")
    form.act("pick", setting="scenario", value="Diamond Court")
    form.act("pick", setting="realm", value="Danir")
    assert "Diamond Court, difficulty 3" in form.html
    form.act("begin")
    assert form.error == ""
    box = shown.table.game.rules.box

    assert [deck.name for deck in box.party] == ["Mori", "Aurie"]
    assert (box.scenario.name, box.realm.name) == ("Diamond Court", "Danir")
    assert shown.table.game.rules.seats == ("Ada", "Bela")


@pytest.mark.parametrize(
    ("do", "data"),
    [
        ("join", {"value": "Mory", "seat": "0"}),
        ("join", {"value": "Mori", "seat": "4"}),
        ("pick", {"setting": "moon", "value": "Danir"}),
        ("pick", {"setting": "realm", "value": "Aepep"}),
    ],
)
def test_the_form_refuses_what_is_not_there(do, data):
    form = gh.play().form
    form.act("game", value="hundred-halls")
    before = form.html
    form.act(do, **data)

    assert "unknown" in form.error
    assert form.html == before


def test_a_deck_that_another_seat_had_is_exchanged():
    form = gh.play().form
    form.act("game", value="hundred-halls")
    form.act("join", value="Zayn", seat="0")

    assert form.party[:3] == ["Zayn", "Aurie", "Pax"]


def test_a_stored_picture_says_all_of_it_without_a_stylesheet():
    game = mid_game()
    data, _ = TableWidget(game, seat=0)._repr_mimebundle_()
    shown = Tree(data["text/html"]).text

    assert "end of turn:" in shown
    assert "deck 1" in shown
    assert "Hand of Aurie" in shown
    assert "<button" not in data["text/html"]
