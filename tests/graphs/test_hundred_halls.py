"""Who feeds whom in the Hundred Halls."""

from __future__ import annotations

import guildhall as gh


def test_cards_feed_each_other_through_hands_and_graveyards():
    graph = gh.graphs.declared(game="hundred-halls", party=["Aurie", "Zayn"], scenario="Aepep")

    kinds = {data["kind"] for _, data in graph.nodes(data=True)}
    assert {"player card", "enemy card", "zone"} <= kinds
    assert graph.has_edge("Study Circle", "Arcanium Seal")  # draws what the Seal discards
    assert graph.has_edge("Arcanium Seal", "Second Lecture")  # which returns a discarded Spell


def test_every_pair_of_decks_has_a_graph():
    for realm in ("Danir", "Eternal Realm"):
        for scenario in ("Black Council", "Circle of Scale"):
            graph = gh.graphs.declared(game="hundred-halls", players=4, scenario=scenario, realm=realm)
            assert realm in graph
