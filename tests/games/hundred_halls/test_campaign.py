"""The solo campaign: battles in any order, what carries over, how it ends; one game and one record."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import guildhall as gh
from guildhall.bots import bot
from guildhall.games.hundred_halls.cards import PURCHASES
from guildhall.games.hundred_halls.engine.campaign import CAMPAIGN_STATE, OWN_FIELDS, book_in, ledger_agrees, sound
from guildhall.games.hundred_halls.engine.laws import LEDGER, Law
from guildhall.games.hundred_halls.engine.state import STATE, Phase
from guildhall.games.hundred_halls.reading import shipped
from guildhall.games.hundred_halls.weights import PRESETS
from tests.games.hundred_halls.lab import named, texts

ACTIVATION_15, PLAY_15, HP_10, OWN, OTHER, ABILITY = (PURCHASES[line].name for line in (0, 2, 5, 8, 10, 11))
CHARM = '[cards.Charm]\ntype = "Trinket"\ncopies = 2\n'
SCENARIOS = ("Aepep", "Black Council", "Citadel of Broken Dreams", "Diamond Court", "Elosian", "Circle of Scale")
_BOSS = '[deck]\nname = "{name}"\nkind = "scenario"\ndifficulty = {n}\nbosses = ["{name}"]\n[top]\ntype = "Boss"\n'
_RAT = '[cards."{name} Rat"]\ntype = "Enemy"\nhp = 1\n'
_BLOW = '{{ damage = {damage}, to = "each player" }}'


def boss(name, n, hp, *blows):
    """A Scenario of one Boss that strikes at the end of its turn."""
    head, rat = (text.format(name=name, n=n) for text in (_BOSS, _RAT))
    return f"{name}.toml", f"{head}hp = {hp}\nend = [{', '.join(_BLOW.format(damage=n) for n in blows)}]\n{rat}"


#: Ogre falls to the first blow, Giant kills at once; both are of difficulty 2.  Ada's deck does nothing.
EASY, HARD = boss("Ogre", 2, 1, 5), boss("Giant", 2, 70, 20, 20, 20)
TEXTS = (*(text for text in texts({"Ada": CHARM}) if text[0] != "Ogre.toml"), EASY, HARD)


def new_campaign(**options):
    return gh.new_game(
        "hundred-halls", **{"party": ["Ada"], "campaign": True, "card_texts": TEXTS, "seed": 3, **options}
    )


usual_campaign = cache(new_campaign)


def campaign(*phrases, **options):
    """A campaign of Ada's in which some options have been played."""
    game = new_campaign(**options) if options else usual_campaign().branch()
    for phrase in phrases:
        game.play(phrase)
    return game


WON = ("Ogre", "City of Sorcery", "done", "use the Five Elements", "Ogre")
LOST = ("Giant", "City of Sorcery", "done")


def in_battle(**laid):
    """A battle of Ada's against the Ogre, laid by hand."""
    place = {"scenario": "Ogre", "realm": "Meadow", "hands": [[]], **laid}
    return gh.position("hundred-halls", party=["Ada"], campaign=True, card_texts=TEXTS, **place)


# --- The way of a campaign ---


def test_rule_34_a_campaign_asks_for_scenario_realm_and_purchases_before_every_battle():
    game = campaign()
    assert (game.decision.kind, game.rules.seats) == ("scenario", ("Ada",))
    assert set(SCENARIOS) < set(game.decision.phrases)
    game.play("Ogre")
    assert (game.decision.kind, game.decision.prompt) == ("realm", "Ada, choose the Realm for Ogre")
    assert set(game.decision.phrases) == {*shipped().of_kind("realm"), "Meadow"}
    game.play("Meadow")
    assert (game.decision.kind, game.table.battle) == ("armory", ("Ogre", "Meadow"))
    game.play("done")
    assert (game.decision.kind, len(game.table.hand(0))) == ("act", 5)
    game = campaign(*WON)
    assert (game.decision.kind, game.table.beaten, game.table.battle) == ("scenario", ["Ogre"], None)


def test_rule_35_every_first_choice_of_a_scenario_brings_points():
    game = campaign("Aepep", "Montanhas")

    assert game.table.armory == 30 + 10 * (1 + 3)
    told = {option.phrase: option.text for option in campaign().options}
    assert (told["Aepep"], told["Circle of Scale"]) == ("difficulty 1", "difficulty 5")
    told = {option.phrase: option.text for option in campaign("Aepep").options}
    assert told["Danir"] == "difficulty 2, 30 Armory points"


def test_rule_35_case_2_points_that_are_left_carry_over():
    game = campaign("Ogre", "City of Sorcery")
    assert game.table.armory == 60
    for name in (ACTIVATION_15, PLAY_15, HP_10):
        game.play(f"buy {name}")
    assert game.table.armory == 20
    for phrase in ("done", "use the Five Elements", "Ogre", "Aepep", "Danir"):
        game.play(phrase)
    assert game.table.armory == 50
    assert f"buy {OTHER}" in game.decision.phrases
    assert game.explain(f"buy {ABILITY}") == f"{ABILITY} is too dear: 50 points are left"


def test_rule_36_every_battle_begins_at_full_hit_points_in_the_armory():
    game = campaign(*WON[:3])
    assert game.table.hit_points == [(45, 50)]  # the Ogre has struck
    game = campaign(*WON, "Aepep", "Danir")

    assert (game.decision.kind, game.table.hit_points) == ("armory", [(50, 50)])


def test_ruling_13_a_scenario_may_be_retried_without_new_points_and_what_is_spent_stays_spent():
    game = campaign(*LOST[:2], f"buy {HP_10}", "done")
    assert (game.table.beaten, game.table.defeats, game.table.armory) == ([], 1, 50)
    told = {option.phrase: option.text for option in game.options}
    assert told["Giant"] == "difficulty 2, chosen before: brings no Armory points"
    game.play("Giant")
    told = {option.phrase: option.text for option in game.options}
    assert told["Montanhas"] == "difficulty 3"
    game.play("Montanhas")  # a retry is a repeated choice in whatever Realm: else defeats would pay
    assert (game.table.armory, game.table.bought, game.table.hit_points) == (50, [HP_10], [(60, 60)])
    other = campaign(*LOST, "Ogre", "City of Sorcery")  # another Scenario in the same Realm is not
    assert other.table.armory == 60 + 30


def test_ruling_37_a_beaten_scenario_is_not_chosen_again_but_a_realm_may_be():
    game = campaign(*WON)
    assert "Ogre" not in game.decision.phrases
    assert game.explain("Ogre") == "Ogre is beaten"
    with pytest.raises(gh.IllegalOption, match="Ogre is beaten"):
        game.play("Ogre")
    game.play("Aepep")
    assert "City of Sorcery" in game.decision.phrases


def test_ruling_37_only_character_purchases_and_points_carry_over():
    bought = ("Ogre", "Meadow", f"buy {ACTIVATION_15}", f"buy {OWN}", "done", "Charm")
    game = campaign(*bought, "use the Five Elements", "Ogre", "Giant", "Meadow")
    fresh = campaign("Giant", "Meadow")
    assert (game.table.bought, game.table.armory) == ([ACTIVATION_15, OWN], 55 - 0)
    for field in ("zone", "holder", "hp", "cap", "counters", "table", "deck_n", "stack", "lasting", "extra", "spent"):
        assert (game.state[field] == fresh.state[field]).all(), field
    game.play("done")
    assert game.decision.phrases == ("Charm",)  # what a right brings is chosen anew


def test_ruling_37_a_battle_counts_its_own_rounds_and_a_campaign_counts_on():
    late = '[cards.Clock]\ntype = "Event"\nstarts = true\ncheck = { if = { round = true, at_least = 2 }, '
    late += 'does = [{ damage = 9, to = "each player" }] }\n'
    meadow = next(text for name, text in TEXTS if name == "Meadow.toml") + late
    own = (*(text for text in TEXTS if text[0] != "Meadow.toml"), ("Meadow.toml", meadow))
    first = ("Ogre", "Meadow", "done", "done", "no draw", "use the Five Elements", "Ogre")
    game = campaign(*first[:-1], card_texts=own)
    assert game.table.hit_points == [(50 - 2 * 5 - 9, 50)]
    game = campaign(*first, "Citadel of Broken Dreams", "Meadow", "done", card_texts=own)
    assert (game.table.turn_no, game.table.round) == (3, 1)
    assert [event.data["card"] for event in named(game.events, "damage")].count("Clock") == 1


# --- Its end ---


def test_a_campaign_is_won_when_all_scenarios_are_beaten():
    game = in_battle(beaten=[*SCENARIOS, "Giant"], defeats=2)
    told = [*game.play("use the Five Elements"), *game.play("Ogre")]

    assert (game.outcome.reason, game.outcome.winners, game.outcome.points) == ("won", (0,), (8,))
    assert [event.kind for event in told[-2:]] == ["battle won", "end"]
    assert game.decision.prompt == "The campaign is won: all 8 Scenarios are beaten, with 2 defeats on the way"


def test_a_campaign_is_lost_with_the_last_defeat_that_it_may_have():
    game = campaign(*LOST, *LOST, defeat_limit=2)

    assert (game.outcome.reason, game.outcome.winners, game.outcome.points) == ("lost", (), (0,))
    assert game.decision.prompt == "The campaign is over after 2 defeats, 0 of 8 Scenarios beaten"
    assert game.table.hit_points == [(0, 50)]  # the table of the last battle stays


def test_a_battle_at_the_round_limit_is_a_defeat_and_as_the_last_one_ends_the_campaign_unfinished():
    idle = ("Ogre", "Meadow", "done", "done", "no draw")
    game = campaign(*idle, round_limit=1)
    assert (game.table.defeats, named(game.events, "battle unfinished")[0].text) == (
        1,
        "The battle against Ogre ends unfinished",
    )
    game = campaign(*idle, round_limit=1, defeat_limit=1)
    assert game.outcome.reason == "unfinished"


def test_a_campaign_is_for_one_player_and_chooses_its_decks_in_play():
    assert gh.new_game("hundred-halls", campaign=True).rules.seats == ("Aurie",)
    with pytest.raises(gh.BadSetup, match="a campaign is for solo games"):
        gh.new_game("hundred-halls", party=["Aurie", "Zayn"], campaign=True)
    with pytest.raises(gh.BadSetup, match="scenario='Aepep': it is chosen before every battle"):
        gh.new_game("hundred-halls", campaign=True, scenario="Aepep")
    many = tuple(boss(f"Foe {letter}", 1, 9, 1) for letter in "ABC")
    with pytest.raises(gh.BadSetup, match="a campaign has at most 8 Scenarios, not 9"):
        gh.new_game("hundred-halls", campaign=True, card_texts=many)


# --- One game, one record ---


def test_a_campaign_played_through_is_one_record(tmp_path):
    game = gh.new_game("hundred-halls", party=["Nandi"], campaign=True, seed=5)
    game.run("team")
    game.record.save(tmp_path / "campaign.json")

    record = gh.load(tmp_path / "campaign.json")
    loaded = record.game()
    assert record.verify().ok
    assert loaded.state.tobytes() == game.state.tobytes()
    assert (loaded.outcome, loaded.table.beaten) == (game.outcome, game.table.beaten)
    assert len(named(game.events, "battle begins")) == len(game.table.beaten) + game.table.defeats > 2


def test_events_of_every_battle_name_its_own_cards():
    game = gh.new_game("hundred-halls", party=["Zayn"], campaign=True, seed=2)
    game.run("random")
    sold, decks = {card.name for card in game.rules.box.sold}, shipped().decks
    known, met = set(), set()
    for event in game.events:
        if event.kind == "battle begins":
            pair = (("player", "Zayn"), ("scenario", event.data["scenario"]), ("realm", event.data["realm"]))
            known = sold | {card.name for place in pair for card in (decks[place].top, *decks[place].cards)}
            met.add(pair)
        assert {event.data[name] for name in ("card", "target") if name in event.data} <= known, event.text
    assert len(met) > 5


def test_frames_of_campaigns_account_for_every_battle():
    sim = gh.simulate("hundred-halls", party=["Nandi"], campaign=True, bots="team", games=12, seed=1, events=True)
    games, events = sim.games, sim.events
    battles = events.filter(event="battle begins")

    assert games["score_0"].sum() == events.filter(event="battle won").height
    ended = events.filter(event="battle lost").height + events.filter(event="battle unfinished").height
    assert battles.height == ended + events.filter(event="battle won").height
    assert set(battles["scenario"].cast(str)) <= set(SCENARIOS)
    assert set(events.filter(event="turn")["side"]) == {0, 4, 5}
    assert sim.turns.select("game", "turn").is_duplicated().sum() == 0
    assert games["turns"].sum() == sim.turns.height


def test_views_and_resampled_campaigns_know_what_was_reached():
    for game in (campaign(*WON), campaign(*WON, *LOST[:2]), campaign(*WON, *LOST, *LOST)):
        view = game.view(0)
        assert (view.beaten, view.defeats, view.armory) == (["Ogre"], game.table.defeats, game.table.armory)
        assert game.rules.view(game.rules.resample(view, 3), 0) == view
    assert "Campaign: beaten Ogre; defeats 2" in game.rules.text(game.table, None)


def test_between_battles_a_table_shows_only_what_carries_over():
    text = campaign(*WON).rules.text(campaign(*WON).table, None)

    assert text == "Campaign: beaten Ogre; defeats 0\nAda: deck Ada; Armory none, 60 points left"


# --- Bots and odds ---


@pytest.mark.parametrize("name", ["greedy", "team"])
def test_bots_fight_the_easiest_scenario_in_the_easiest_realm_first(name):
    game = gh.new_game("hundred-halls", party=["Aurie"], campaign=True, seed=1)
    chosen = []
    for _ in range(2):
        option = bot(name, seat=0).choose(game)
        chosen.append(next(one.phrase for one in game.options if one.id == option))
        game.play(chosen[-1])

    assert chosen == ["Aepep", "City of Sorcery"]


def test_bots_come_back_to_a_lost_scenario_when_all_others_have_brought_their_points():
    game = gh.new_game("hundred-halls", party=["Aurie"], campaign=True, seed=1)
    fought = []
    while len(fought) < 7:
        while game.decision.kind != "scenario":
            game.play("done" if "done" in game.decision.phrases else game.options[-1])
        option = bot("greedy", seat=0).choose(game)
        fought.append(next(one.phrase for one in game.options if one.id == option))
        game.play(fought[-1])

    assert (fought[0], *fought[3:]) == ("Aepep", "Diamond Court", "Elosian", "Circle of Scale", "Aepep")
    assert sorted(fought[1:3]) == ["Black Council", "Citadel of Broken Dreams"]


@pytest.mark.parametrize("name", ["random", "greedy", "team", {**PRESETS["team"], "rollouts": 6, "horizon": 2}])
def test_every_bot_finishes_a_campaign(name):
    sim = gh.simulate("hundred-halls", party=["Mori"], campaign=True, bots=[name], games=2, seed=4, defeat_limit=2)

    assert set(sim.games["reason"].cast(str)) <= {"won", "lost", "unfinished"}


def test_a_search_looks_about_a_battle_ahead():
    rules = gh.new_game("hundred-halls", campaign=True).rules

    assert rules.levels["strong"]["horizon"] == 10


def test_roll_outs_count_scenarios_that_are_beaten():
    game = campaign(*WON[:3])
    goals = gh.odds.goals(game, turns=1, n=60)

    assert goals.filter(goal="Ogre is beaten")["p"].item() > 0.9
    assert goals.filter(goal="Giant is beaten")["p"].item() == 0
    assert gh.odds.win(game, n=20).filter(player="team")["p"].item() < 0.5


def test_rounds_ahead_begin_with_the_first_of_the_next_battle():
    game = campaign(*WON)

    assert game.rules.last_turn(game.view(0), 3) == game.table.turn_no + 3
    game = campaign(*WON[:3])
    assert game.rules.last_turn(game.view(0), 3) == 3


# --- Positions and laws ---


def test_a_position_is_a_battle_with_what_was_reached_before_it():
    game = in_battle(beaten=["Aepep"], defeats=1, bought=[HP_10], hands=[["Ada Page"]], round=4)
    table = game.table

    assert (table.beaten, table.defeats, table.battle, table.round) == (["Aepep"], 1, ("Ogre", "Meadow"), 4)
    assert (table.hit_points, table.bought, table.armory) == ([(60, 60)], [HP_10], 30 + 20 + 30 - 10)
    game.play("use the Five Elements", "Ogre")
    assert game.table.beaten == ["Aepep", "Ogre"]


@pytest.mark.parametrize(
    ("laid", "message"),
    [
        ({"beaten": ["Ogre"]}, "Ogre is already beaten"),
        ({"defeats": 10}, "defeats must be a whole number from 0 to 9"),
        ({"points": 500}, "campaign adds up"),
        ({"bought": [HP_10, HP_10]}, "cannot be bought"),
    ],
)
def test_a_position_that_no_campaign_leads_to_is_refused(laid, message):
    with pytest.raises(gh.BadPosition, match=message):
        in_battle(**laid)


def test_what_was_reached_is_for_a_campaign():
    with pytest.raises(gh.BadPosition, match="are only for a campaign"):
        gh.position("hundred-halls", party=["Aurie"], hands=[[]], beaten=["Aepep"])


@pytest.mark.parametrize(
    ("field", "value", "law"),
    [
        ("phase", Phase.ACT, Law.SOUND),
        ("beaten", 1, Law.CAMPAIGN_ADDS_UP),
        ("chosen", 0, Law.CAMPAIGN_ADDS_UP),
        ("defeats", 10, Law.CAMPAIGN_ADDS_UP),
        ("armory", 500, Law.CAMPAIGN_ADDS_UP),
        ("armory", -1, Law.CAMPAIGN_ADDS_UP),
        ("table_n", 1, Law.CARDS_CONSERVED),
        ("phase", Phase.SCENARIO, Law.NOTHING_LEFT_OVER),
    ],
)
def test_every_law_of_a_campaign_notices_what_breaks_it(field, value, law):
    game = in_battle()
    state = game.state
    state[field] = value

    assert Law(sound(state, 0, game.rules.compiled, state)) is law


@pytest.mark.parametrize("field", [name for name, *_ in OWN_FIELDS])
def test_numbers_of_a_campaign_from_a_file_are_looked_at_before_anything_is_read_by_them(field):
    game = in_battle()
    for value in (-1, 99_999_999_999):
        state = game.state
        state[field] = value
        assert "out of range" in str(game.rules.fault(state)), value


def test_the_ledger_notices_hit_points_that_nobody_told_of():
    game, ledger = in_battle(), np.zeros(LEDGER, np.int64)
    book_in(game.state[0], game.rules.compiled[0], ledger)

    assert not ledger_agrees(game.state[0], game.rules.compiled[0], ledger)


def test_the_state_of_a_campaign_begins_with_that_of_a_game():
    assert CAMPAIGN_STATE.descr[: len(STATE.descr)] == STATE.descr
    assert [name for name, *_ in CAMPAIGN_STATE.descr[len(STATE.descr) :]] == [name for name, *_ in OWN_FIELDS]
