"""Setting up: parties, decks, player order, bonuses by the number of players, Head Start."""

from __future__ import annotations

import pytest

import guildhall as gh
from guildhall.games import registration
from guildhall.games.hundred_halls.language import Zone
from guildhall.games.hundred_halls.reading import shipped
from tests.games.hundred_halls.lab import DECKS, PARTY, Lab, named, texts

TRINKET = '[cards.Charm]\ntype = "Trinket"\ncopies = {copies}\n'


def test_rule_1_one_to_four_players_win_or_lose_together():
    for players in (1, 2, 3, 4):
        lab = Lab(players, new={})
        assert len(lab.game.rules.seats) == players
    with pytest.raises(gh.BadSetup, match="1 to 4 players"):
        gh.new_game("hundred-halls", players=5)


def test_rule_2_ruling_25_case_26_everybody_has_a_deck_of_their_own():
    game = gh.new_game("hundred-halls", party=["Aurie", "Zayn"], scenario="aepep", realm="City of Sorcery")
    assert game.rules.seats == ("Aurie", "Zayn")
    with pytest.raises(gh.BadSetup, match="each deck exists only once"):
        gh.new_game("hundred-halls", party=["Zayn", "Zayn"])
    with pytest.raises(gh.BadSetup, match="did you mean 'Zayn'"):
        gh.new_game("hundred-halls", party=["Zain"])
    lies = '[deck]\nname = "Elosian"\nkind = "scenario"\ntitle = "Elosian, Lord of Lies"\ndifficulty = 4\n'
    lies += 'bosses = ["Elosian"]\n[top]\ntype = "Boss"\nhp = 9\n[cards.Imp]\ntype = "Enemy"\nhp = 1\n'
    for name in ("Elosian", "Elosian, Lord of Lies"):
        game = gh.new_game("hundred-halls", party=["Zayn"], scenario=name, card_texts=[["e.toml", lies]])
        assert game.rules.box.scenario.title == "Elosian, Lord of Lies"


def test_names_of_players_and_a_party_go_together():
    game = gh.new_game("hundred-halls", players=["Kim", "Lou"], party=["Zayn", "Aurie"])
    assert (game.rules.seats, game.rules.setup["party"]) == (("Kim", "Lou"), ["Zayn", "Aurie"])
    usual = gh.new_game("hundred-halls", players=4).rules
    assert [deck.name for deck in usual.box.party] == ["Aurie", "Zayn", "Pax", "Nandi"]
    with pytest.raises(gh.BadSetup, match="names 2 decks for 1 players"):
        gh.new_game("hundred-halls", players=1, party=["Zayn", "Aurie"])


def test_ruling_1_both_titles_are_the_same_game():
    assert registration("hundred-halls").title == "Battle for the Hundred Halls"


def test_ruling_20_eternal_city_is_the_eternal_realm():
    realm = dict(texts())["Meadow.toml"].replace("Meadow", "Eternal Realm")
    game = gh.new_game("hundred-halls", party=["Zayn"], realm="Eternal City", card_texts=[["e.toml", realm]])

    assert game.rules.setup["realm"] == "Eternal Realm"


def test_rule_3_case_21_top_cards_and_starters_are_in_play_and_begin_at_once():
    kali = '[cards.Kali]\ntype = "Enchantment"\nhp = 6\nstarts = true\n'
    captia = '[cards.Captia]\ntype = "Boss"\nhp = 55\nstarts = true\nbegin = [{ damage = 2, to = "each player" }]\n'
    lab = Lab(2, cards={"Ada": kali, "Ogre": captia}, new={})

    assert lab.table.with_player(0) == ["Kali (6/6)"]
    assert lab.table.enemies[:3] == ["Ogre (70/70)", "Captia (55/55)", "Meadow"]
    assert lab.hp == [43, 43]
    assert lab.table.deck_size(0) == 3  # eight pages, five of them drawn; Kali is in no deck


def test_rule_4_cards_with_hit_points_and_counters_tell_them():
    eater = '[cards.Eater]\ntype = "Enemy"\nhp = 9\nenters = [{ counters = 3 }]\n'
    lab = Lab(1, cards={"Meadow": eater}, enemies=[("Eater", 4, 2)])

    assert "Eater (4/9, 2 counters)" in lab.table.enemies


def test_rule_5_rule_8_rule_11_case_4_turns_follow_the_chosen_order():
    lab = Lab(3, new={"order": [2, 0, 1]})
    acting = [lab.actor]
    for _ in range(4):
        lab.finish_turn()
        acting.append(lab.actor)

    assert acting == [2, 0, 1, 2, 0]
    turns = [event.data["side"] for event in named(lab.events, "turn")]
    assert turns[:4] == ["Turn of Ada", "Turn of Bo", "Scenario turn: Ogre", "Realm turn: Meadow"]
    assert Lab(3, new={"order": ["Cy", "Ada", "Bo"]}).actor == 2
    with pytest.raises(gh.BadSetup, match="every seat or deck of the party once"):
        Lab(3, new={"order": [0, 0, 1]})


def test_rule_6_everybody_draws_five_cards_from_a_shuffled_deck():
    cards = {"Ada": "".join(f'[cards."One {n}"]\ntype = "Trinket"\n' for n in range(10))}
    hands = [tuple(Lab(2, cards=cards, new={"seed": seed}).table.hand(0)) for seed in range(4)]

    assert {len(hand) for hand in hands} == {5}
    assert len(set(hands)) > 1


def test_rule_7_ruling_36_only_the_order_of_decks_is_hidden():
    lab = Lab(3, new={})
    seen = [lab.game.view(seat) for seat in range(3)]

    assert all(seen[0].hand(seat) == seen[1].hand(seat) == lab.table.hand(seat) for seat in range(3))
    assert (seen[2].knowledge[0]["deck"][0, : lab.table.deck_size(0)] == -1).all()
    other = lab.game.rules.resample(seen[0], 5)
    assert lab.game.rules.view(other, 0) == seen[0]
    assert sorted(other[0]["deck"][0].tolist()) == sorted(lab.s["deck"][0].tolist())


@pytest.mark.parametrize(("players", "hp"), [(1, 50), (2, 45), (3, 40), (4, 30)])
def test_rule_13_rule_14_rule_15_rule_34_case_10_hit_points_by_the_number_of_players(players, hp):
    lab = Lab(players, hands=[["Ada Page"], *[[]] * (players - 1)])

    assert lab.table.hit_points == [(hp, hp)] * players
    lab.play("play Ada Page")
    assert lab.hp[0] == hp


@pytest.mark.parametrize(("players", "plays"), [(1, 1), (2, 2), (3, 1), (4, 1)])
def test_rule_13_ruling_11_only_two_players_play_two_cards(players, plays):
    lab = Lab(players, hands=[["Ada Page"] * 4, *[[]] * (players - 1)])
    for _ in range(plays):
        lab.play("play Ada Page")

    assert lab.refused("play Ada Page")


def test_rule_38_ruling_14_case_20_head_start():
    cards = {"Ada": TRINKET.format(copies=8)}
    lab = Lab(2, cards=cards, new={"head_start": True, "seed": 3})
    assert (lab.kind, lab.actor, len(lab.table.hand(0))) == ("head start", 0, 6)
    assert lab.offered == ("keep", "put Charm")
    lab.play("put Charm")
    assert (len(lab.table.hand(0)), lab.table.with_player(0)) == (5, ["Charm"])
    assert lab.offered == ("keep", "redraw")  # Bo has nothing but Spells
    lab.play("redraw")
    assert (lab.offered, len(lab.table.hand(1))) == (("keep", "redraw"), 6)
    lab.play("keep")
    assert (lab.kind, lab.actor) == ("act", 0)
    declined = Lab(2, cards=cards, new={"head_start": True, "seed": 3})
    declined.play("keep", "keep")
    assert (len(declined.table.hand(0)), declined.count("Charm", Zone.PLAY)) == (6, 0)


def test_case_28_boss_totals_rise_with_the_difficulty():
    totals = {
        "Aepep": 70,
        "Black Council": 90,
        "Citadel of Broken Dreams": 90,
        "Diamond Court": 110,
        "Elosian": 140,
        "Circle of Scale": 168,
    }
    decks = shipped().of_kind("scenario")
    found = {
        name: sum(deck.card(boss).hp * deck.card(boss).copies for boss in deck.bosses) for name, deck in decks.items()
    }

    assert found == {name: totals[name] for name in found}
    by_difficulty = sorted((deck.difficulty, found[name]) for name, deck in decks.items())
    assert [total for _, total in by_difficulty] == sorted(total for _, total in by_difficulty)


def test_two_cards_of_one_name_are_refused():
    cards = {"Ada": TRINKET.format(copies=1), "Bo": TRINKET.format(copies=1)}
    with pytest.raises(gh.BadSetup, match="two cards of this game have the name 'Charm'"):
        Lab(2, cards=cards, new={})


def test_a_game_ends_unfinished_at_its_limit_of_rounds():
    lab = Lab(2, new={"round_limit": 3})
    while lab.kind != "over":
        lab.finish_turn()

    assert (lab.game.outcome.reason, lab.game.outcome.winners) == ("unfinished", ())
    assert str(lab.game.decision.prompt) == "The game ended unfinished after 3 rounds"
    assert len(DECKS) == len(PARTY) + 2
