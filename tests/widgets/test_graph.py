"""The interaction graph: what each thing on it shows of the cards."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.graph.widget import InteractionGraph

import guildhall as gh
from guildhall.core.registration import Registration
from guildhall.games import registration

SAGA = ["fellowship", "alliance", "coalition", "gathering"]


@pytest.fixture
def graph():
    return InteractionGraph("old-world")


@pytest.fixture(scope="module")
def sim():
    return gh.simulate(cards="old-world", players=3, games=60, seed=1, events=True)


@pytest.fixture
def observed(sim):
    return InteractionGraph(observed=sim)


def drawn(widget):
    return {link.id for link in widget.shown.drawn}


def node_names(widget):
    return re.findall(r'data-node="([^"]*)"', widget.html)


def test_a_node_stays_where_it_is_whoever_tells_of_it_and_however_many_links_are_drawn(observed):
    seen = {}
    for source in ("declared", "observed", "both"):
        observed.act("source", value=source)
        for strongest in (3, 40):
            observed.act("strongest", value=strongest)
            for name, place in observed.shown.layout.spots.items():
                assert seen.setdefault(name, place) == place
    assert len(seen) > 6


def test_a_comparison_names_the_decks(graph):
    graph.act("other", value="job-faire")

    assert "only in Old World" in graph.html
    assert "only in Job Faire" in graph.html


# --- nodes and links ----------------------------------------------------------------------------------------


def test_every_pair_of_cards_that_feed_each_other_is_drawn_once(graph):
    pairs = gh.graphs.links(gh.graphs.declared("old-world"), "feeds")

    assert drawn(graph) == {("feeds", source, target) for source, target in pairs}
    assert len(graph.shown.drawn) == len(pairs)


def test_a_node_shows_its_card_in_words_and_its_links(graph):
    graph.act("node", node="Assassin")

    assert "Discard 1 card from another player&#x27;s guildhall." in graph.html
    assert "Assassin feeds Historian through the discard pile" in graph.html
    assert graph.html.count('aria-pressed="true"') == 1


def test_the_links_of_a_chosen_node_are_emphasised_and_no_others(graph):
    graph.act("node", node="Dancer")
    chosen = re.findall(
        r'gh-chosen" data-do="edge" data-key="[^"]*" data-relation="\w+" data-source="([^"]*)"', graph.html
    )

    assert chosen == ["Dancer", "Dancer"]
    assert graph.status == "Dancer, profession: 2 links from here, 0 to here."


def test_a_node_chosen_again_is_let_go(graph):
    before = graph.html
    graph.act("node", node="Dancer")
    graph.act("node", node="Dancer")

    assert graph.html == before


def test_a_link_tells_the_sentences_of_both_cards_with_their_tiers(graph):
    graph.act("edge", relation="feeds", source="Assassin", target="Historian")
    edge = gh.graphs.declared("old-world").edges[
        "Assassin", "Historian", "Assassin 2 feeds Historian 4 through discard pile"
    ]

    assert f"<b>tier 2 </b>{edge['puts'].replace(chr(39), '&#x27;')}" in graph.html
    assert f"<b>tier 4 </b>{edge['takes']}" in graph.html
    assert graph.status == "Assassin feeds Historian through the discard pile."


def test_a_link_of_the_chosen_node_is_told_within_its_list(graph):
    graph.act("node", node="Dancer")
    graph.act("edge", relation="feeds", source="Dancer", target="Weaver")

    assert graph.chosen_node == "Dancer"
    assert "Dancer puts into your hand:" in graph.html


def test_a_link_elsewhere_lets_the_node_go(graph):
    graph.act("node", node="Dancer")
    graph.act("edge", relation="feeds", source="Assassin", target="Historian")

    assert graph.chosen_node is None
    assert graph.chosen_link == ("feeds", "Assassin", "Historian")


def test_back_leads_to_the_overview(graph):
    before = graph.html
    graph.act("edge", relation="feeds", source="Assassin", target="Historian")
    graph.act("back")

    assert graph.html == before


def test_stand_ins_are_marked_sentence_by_sentence():
    graph = InteractionGraph("fellowship")
    graph.act("kind", value="zones")
    graph.act("edge", relation="takes", source="another hall", target="Sorcerer")

    assert graph.html.count("<b>tier 3 </b>Take 1 card from another player&#x27;s guildhall into your hand") == 1
    lines = re.findall(r"<li><b>tier (\d) </b>[^<]*(<span)?", graph.html)
    assert [(tier, bool(mark)) for tier, mark in lines] == [("3", True)]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("node", {"node": "Wever"}, "unknown card or zone 'Wever'"),
        ("edge", {"relation": "feeds", "source": "Farmer", "target": "Dancer"}, "no link 'feeds' from 'Farmer'"),
        ("deck", {"value": "old-wrold"}, "unknown deck 'old-wrold'; choose one of old-world"),
        ("other", {"value": "nowhere"}, "unknown deck 'nowhere'"),
        ("kind", {"value": "steals"}, "unknown kind of link 'steals'; choose one of feeds, offers"),
        ("zone", {"value": "attic"}, "unknown zone 'attic'; choose one of "),
        ("card", {"value": "Wever"}, "unknown card 'Wever'"),
        ("set", {"value": "alliance"}, "unknown set 'alliance'"),
        ("standing", {"value": "first"}, "unknown part 'first'"),
        ("strongest", {"value": "few"}, "must be a positive whole number, not 'few'"),
        ("strongest", {"value": "0"}, "must be a positive whole number, not '0'"),
        ("source", {"value": "observed"}, "pass a simulation, InteractionGraph(observed=sim)"),
        ("source", {"value": "hearsay"}, "unknown source 'hearsay'; expected one of declared, observed, both"),
    ],
)
def test_nonsense_from_the_browser_is_shown_as_an_error_and_changes_nothing(graph, name, data, words):
    before = graph.html
    graph.act(name, **data)

    assert words in graph.error
    assert graph.html == before


def test_a_deck_that_cannot_be_is_refused_at_once():
    with pytest.raises(gh.UnknownCard, match="did you mean 'Monk'"):
        InteractionGraph(["Mnok", "Bard"])


# --- filters ------------------------------------------------------------------------------------------------


def test_kinds_of_links_follow_the_choice(graph):
    graph.act("kind", value="offers")
    assert {relation for relation, *_ in drawn(graph)} == {"offers"}
    graph.act("kind", value="zones")
    assert {relation for relation, *_ in drawn(graph)} == {"puts", "takes"}
    assert "my hall" in node_names(graph)


def test_a_zone_lets_through_only_what_goes_through_it(graph):
    graph.act("zone", value="discard pile")
    pairs = {
        (source, target)
        for source, target, data in gh.graphs.declared("old-world").edges(data=True)
        if data["relation"] == "feeds" and data["zone"] == "discard pile"
    }

    assert {(source, target) for _, source, target in drawn(graph)} == pairs
    assert graph.status == f"{len(pairs)} of {len(pairs)} links drawn."


def test_within_a_zone_a_link_is_as_strong_as_its_part_that_goes_through_it(graph):
    whole = {link.id: link.weight for link in graph.shown.fitting}
    graph.act("zone", value="another hall")
    counts = {}
    for source, target, data in gh.graphs.declared("old-world").edges(data=True):
        if data["relation"] == "feeds" and data["zone"] == "another hall":
            counts["feeds", source, target] = counts.get(("feeds", source, target), 0) + 1

    assert {link.id: link.weight for link in graph.shown.fitting} == counts
    assert any(counts[link_id] < whole[link_id] for link_id in counts)


def test_a_card_lets_through_only_its_own_links(graph):
    graph.act("card", value="Trader")

    assert all("Trader" in link_id for link_id in drawn(graph))
    assert "Dancer" not in node_names(graph)


def test_only_the_strongest_links_are_drawn(graph):
    weights = sorted((link.weight for link in graph.shown.fitting), reverse=True)
    graph.act("strongest", value="5")

    assert [link.weight for link in graph.shown.drawn] == weights[:5]
    assert graph.status == "5 of 30 links drawn."


def test_a_set_of_a_larger_deck_can_be_looked_at_alone():
    graph = InteractionGraph(SAGA, saga="mega")
    graph.act("set", value="gathering")
    of_set = {node for node, sets in gh.graphs.declared("gathering").nodes(data="set") if sets}

    assert drawn(graph)
    assert {end for _, *ends in drawn(graph) for end in ends} <= of_set


def test_what_is_filtered_away_cannot_stay_chosen(graph):
    graph.act("node", node="Dancer")
    graph.act("zone", value="discard pile")

    assert graph.chosen_node is None


def test_filters_that_another_deck_does_not_know_are_dropped(graph):
    graph.act("card", value="Trader")
    graph.act("deck", value="alliance")

    assert graph.filter.card == ""
    assert "Shaman" in node_names(graph)


def test_nothing_that_fits_is_said(graph):
    graph.act("card", value="9")

    assert "No link matches all filters." in graph.html


# --- two decks ----------------------------------------------------------------------------------------------


def test_two_decks_tell_what_only_one_of_them_has():
    graph = InteractionGraph("old-world", compare="fellowship")
    comparison = gh.graphs.compare(gh.graphs.declared("old-world"), gh.graphs.declared("fellowship"))
    ids = {
        standing: {
            (source, target)
            for _, source, target in (link.id for link in graph.shown.fitting if link.standing == standing)
        }
        for standing in ("first", "second")
    }

    assert ids["first"] == set(comparison.gone)
    assert ids["second"] == set(comparison.new)
    assert f"{len(comparison.gone)} feeding pairs only in Old World Economy, " in graph.html


def test_only_the_links_of_one_of_two_decks_can_be_drawn():
    graph = InteractionGraph("old-world", compare="fellowship")
    graph.act("standing", value="both")

    assert {link.standing for link in graph.shown.drawn} == {"both"}


def test_side_by_side_each_deck_has_a_picture_of_its_own():
    graph = InteractionGraph("old-world", compare="fellowship")
    graph.act("together", value=True)
    left, right = re.findall(r"<figure>.*?</figure>", graph.html)

    assert 'data-node="Weaver"' in left
    assert 'data-node="Weaver"' in right  # where it is called Monk
    assert 'data-node="Trader"' in left
    assert 'data-node="Trader"' not in right
    assert 'data-node="Bard"' in right
    assert 'data-node="Bard"' not in left


def test_a_deck_is_not_compared_with_itself():
    graph = InteractionGraph("old-world", compare="fellowship")
    graph.act("deck", value="fellowship")

    assert graph.decks.other == ""


def test_a_deck_of_professions_can_be_compared():
    graph = InteractionGraph(["Monk", "Cleric", "Fighter"], compare=["Monk", "Marshal", "Fighter"])

    assert "Cleric" in node_names(graph)
    assert ("feeds", "Cleric", "Monk") in drawn(graph)


# --- what was seen ------------------------------------------------------------------------------------------


def test_a_simulation_brings_its_own_deck(sim):
    fellowship = gh.simulate(cards="fellowship", houses=True, games=5, seed=1, events=True)

    assert "Pilgrim House" in InteractionGraph(observed=fellowship).decks.cards
    assert "Weaver" in InteractionGraph(observed=sim).decks.cards


def test_what_was_seen_has_counts_lift_and_interval(observed, sim):
    observed.act("source", value="observed")
    edge = gh.graphs.observed(sim).edges["Dancer", "Weaver", "Dancer precedes Weaver"]
    observed.act("card", value="Dancer")
    observed.act("edge", relation="precedes", source="Dancer", target="Weaver")

    told = f"{edge['lift']:.2f} times as often as by chance ({edge['lift_low']:.2f} to {edge['lift_high']:.2f})"
    assert f"Seen {edge['count']} times" in observed.html
    assert told in observed.html


def test_declared_and_seen_are_told_apart(observed, sim):
    observed.act("source", value="both")
    frame = gh.graphs.in_play(gh.graphs.declared("old-world"), gh.graphs.observed(sim)).filter(relation="feeds")
    pairs = set(frame.select("source", "target").iter_rows())
    never = {
        (source, target) for source, target in pairs if frame.filter(source=source, target=target)["count"].sum() == 0
    }

    assert {link.id[1:] for link in observed.shown.fitting} == pairs
    assert {link.id[1:] for link in observed.shown.fitting if link.standing == "first"} == never
    assert f"{len(never)} never fed each other" in observed.html


def test_another_deck_than_the_one_seen_tells_what_its_cards_say(observed):
    observed.act("source", value="observed")
    observed.act("deck", value="alliance")

    assert observed.decks.source == "declared"
    assert {relation for relation, *_ in drawn(observed)} == {"feeds"}


def test_what_was_seen_leads_back_to_its_deck(observed):
    observed.act("deck", value="alliance")
    observed.act("source", value="both")

    assert observed.decks.deck == "old-world"
    assert ("feeds", "Dancer", "Weaver") in drawn(observed)


def test_a_simulation_without_events_is_refused_with_what_to_do():
    with pytest.raises(gh.BadSetup, match="events=True"):
        InteractionGraph(observed=gh.simulate(games=5, seed=1))


# --- reading it ---------------------------------------------------------------------------------------------


def test_the_table_holds_every_link_that_is_drawn(graph):
    rows = re.findall(r'<tr data-key="row ([^"]*)">', graph.html)

    assert rows == [" ".join(link.id) for link in graph.shown.drawn]


def test_plain_text_names_deck_meaning_and_links(graph):
    lines = graph.text().splitlines()

    assert lines[0] == "Interaction graph of Old World Economy: feeding"
    assert "- Dancer feeds Weaver through your hand" in lines
    assert "These work together: “3 place any”, “4 draw five”, Dancer and Weaver." in lines


def test_no_two_nodes_and_no_two_things_of_a_page_share_a_key():
    graph = InteractionGraph("old-world", compare="fellowship")
    graph.act("together", value=True)
    graph.act("node", node="2 take a chapter")
    keys = re.findall(r'data-key="([^"]*)"', graph.html)

    assert len(keys) == len(set(keys))


# --- another game -------------------------------------------------------------------------------------------


@pytest.fixture
def advyria():
    return InteractionGraph(game="advyria", players=3)


def test_another_game_opens_with_its_own_deck_and_words(advyria):
    guildhall = ("profession", "chapter", "archetype", "hall", "tier", "VP")

    assert advyria.text().startswith("Interaction graph of Standard (96 cards): feeding")
    assert "- Fortune Seeker feeds Warrior through your villages" in advyria.text().splitlines()
    assert not [word for word in guildhall if word in advyria.html]
    assert list(advyria.decks.choices) == ["standard", "lean"]
    assert advyria.decks.cards[:5] == ["Fairy", "Fortune Seeker", "Joker", "Warrior", "Wizard"]


def test_a_card_of_another_game_is_told_by_its_kind_and_group(advyria):
    advyria.act("node", node="Moon Well")

    assert advyria.status == "Moon Well, adventure card: 0 links from here, 4 to here."
    assert '<p class="gh-small">adventure card, blue</p>' in advyria.html
    assert 'aria-label="Moon Well, adventure card, blue"' in advyria.html


def test_abilities_of_another_game_are_numbered_in_its_own_words(advyria):
    advyria.act("kind", value="zones")
    advyria.act("edge", relation="takes", source="my villages", target="Warrior")
    lines = re.findall(r"<li><b>([^<]*)</b>([^<]*)", advyria.html)

    assert lines == [
        ("set of 2 ", "Turn a village to gold."),
        ("set of 3 ", "Turn up to 2 villages to gold."),
        ("set of 4 ", "Turn up to 3 villages to gold."),
    ]


def test_what_is_there_to_be_emptied_is_not_called_starved(advyria):
    sentences = [line for line in advyria.decks.sentences if "empt" in line]

    assert sentences == [
        "No ability fills another player’s hand, 4 empty it.",
        "6 abilities fill the open tiles, 12 empty them.",
    ]


def test_what_was_seen_of_another_game_lies_over_what_its_cards_say():
    sim = gh.simulate("advyria", players=2, games=20, seed=1, events=True)
    graph = InteractionGraph(observed=sim)
    graph.act("source", value="both")

    assert not graph.error
    assert graph.text().splitlines()[1] == "20 games, played by greedy."
    seen = {link.id for link in graph.shown.fitting if link.standing == "both"}
    assert ("feeds", "Fortune Seeker", "Warrior") in seen


def test_a_game_that_tells_nothing_of_its_cards_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(type(registration("advyria")), "make_interactions", Registration.make_interactions)

    with pytest.raises(gh.BadSetup, match="advyria defines no card interactions"):
        InteractionGraph(game="advyria", no_heroes=True)


def test_an_unknown_game_is_refused_in_words():
    with pytest.raises(gh.BadSetup, match="unknown game 'advria'; did you mean 'advyria'"):
        InteractionGraph(game="advria")


def test_a_card_under_two_names_says_what_the_other_deck_calls_it():
    graph = InteractionGraph("old-world", compare="fellowship")
    graph.act("node", node="Weaver")

    assert "Monk in the other deck" in graph.html
