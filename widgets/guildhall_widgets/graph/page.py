"""The page of the interaction graph: filters, one picture or two, what is chosen, all links as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..render.controls import button, checkbox, choice, keys_help, slider
from ..render.graph.network import Picture, legend, network
from ..render.graph.network_panel import link_panel, link_table, node_panel, sentences
from ..render.graph.network_parts import BOTH, FIRST, SECOND, Link, said, zone_words
from ..render.markup import Markup, join, tag
from .shown import KIND_WORDS, SOURCES, Shown

__all__ = ["page", "text"]

RELATION_WORDS = {
    "feeds": "the same player can take what it puts",
    "offers": "an opponent can take what it puts",
    "puts": "puts into a zone or takes from it",
    "precedes": "was used next in the same turn",
}
HALF = (430.0, 430.0)  # the size of each of two pictures
KEYS = {
    "Tab": "from filter to filter, into the picture, into the list",
    "ArrowLeft ArrowRight": "from node to node, from link to link",
    "Enter": "choose a node or a link; once more lets it go",
    "Escape": "back to the overview",
}


def page(shown: Shown) -> Markup:
    """The whole front-end as HTML."""
    # What scrolls must be able to have the focus, or the keyboard cannot move it.
    told = tag("div", *_panel(shown), class_="gh-panel gh-told", role="region", aria_label="In words", tabindex="0")
    layout = "gh-wide" if shown.two_pictures else "gh-split"
    return join(
        _filters(shown),
        tag("div", tag("div", *_pictures(shown), _legend(shown)), told, class_=layout),
        link_table(shown.drawn, shown.decks.standings),
        keys_help(KEYS),
    )


def text(shown: Shown) -> str:
    """The front-end in plain words."""
    links = [f"- {said(link)}" for link in shown.drawn]
    head = f"Interaction graph of {_title(shown)}: {KIND_WORDS[shown.filter.kind]}"
    return "\n".join([head, *shown.decks.sentences, f"{shown.drawn_words} links:", *links])


# --- Filters ---


def _filters(shown: Shown) -> Markup:
    """All filters with what is chosen of each; one that has nothing to choose from is left out."""
    return tag("div", *_deck_filters(shown), *_link_filters(shown), class_="gh-filters")


def _deck_filters(shown: Shown) -> Iterator[Markup]:
    """Which cards, and who tells of them."""
    decks = shown.decks
    titles = {name: title for name, (title, _) in decks.choices.items()}
    others = {name: title for name, title in titles.items() if name != decks.deck}
    yield choice("Deck", "deck", decks.deck, titles)
    yield choice("Compare with", "other", decks.other, {"": "nothing", **others})
    if decks.seen is not None:
        yield choice("Told by", "source", decks.source, SOURCES)
    if decks.sets:
        sets = {name: titles[name] for name in decks.sets}
        yield choice("Cards of", "set", shown.filter.card_set, _with_all("all sets", sets))


def _link_filters(shown: Shown) -> Iterator[Markup]:
    """Which links between them."""
    decks, chosen = shown.decks, shown.filter
    zones = {zone: zone_words(zone) for zone in decks.zones}
    yield choice("Show", "kind", chosen.kind, {kind: KIND_WORDS[kind] for kind in decks.kinds})
    yield choice("Through", "zone", chosen.zone, _with_all("all zones", zones))
    yield choice("Links of", "card", chosen.card, _with_all("all cards", {card: card for card in decks.cards}))
    if decks.standings:
        yield choice("Only", "standing", chosen.standing, _with_all("all links", decks.standings))
    most = max(1, len(shown.fitting))
    yield slider("Strongest", "strongest", min(chosen.strongest, most), 1, most, shown=shown.drawn_words)
    if decks.other:
        yield checkbox("side by side", "together", shown.side_by_side)


def _with_all(words: str, options: Mapping[str, str]) -> dict[str, str]:
    return {"": words, **options}


# --- Pictures ---


def _title(shown: Shown) -> str:
    return " and ".join(filter(None, shown.decks.titles))


def _pictures(shown: Shown) -> list[Markup]:
    """One picture, or one for each deck."""
    if not shown.drawn:
        return [tag("p", "No link fits all filters.")]
    if not shown.two_pictures:
        return [_picture(shown, Picture([], shown.drawn, shown.places, _title(shown)))]
    first, second = shown.decks.titles
    sides = [("first", first, FIRST), ("second", second, SECOND)]
    pictures = [
        tag(
            "figure",
            tag("figcaption", title),
            _picture(shown, Picture([], _part(shown, own), shown.places, title, mark=mark, size=HALF)),
        )
        for mark, title, own in sides
    ]
    return [tag("div", *pictures, class_="gh-pair")]


def _part(shown: Shown, own: str) -> list[Link]:
    return [link for link in shown.drawn if link.standing in (BOTH, own)]


def _picture(shown: Shown, picture: Picture) -> Markup:
    """A picture with the nodes of its links and what is chosen."""
    ends = {end for link in picture.links for end in (link.source, link.target)}
    nodes = [shown.decks.nodes[name] for name in shown.places if name in ends]
    return network(replace(picture, nodes=nodes, chosen_node=shown.chosen_node, chosen_link=shown.chosen_link))


def _legend(shown: Shown) -> Markup:
    kinds = {node.kind: node for node in (shown.decks.nodes[name] for name in shown.places)}
    relations = dict.fromkeys("puts" if link.relation == "takes" else link.relation for link in shown.drawn)
    samples = [(relation, BOTH, RELATION_WORDS.get(relation, relation)) for relation in relations]
    first = next(iter(relations), "feeds")
    samples += [(first, standing, words) for standing, words in shown.decks.standings.items()]
    return legend(kinds.values(), samples)


# --- What is told beside them ---


def _panel(shown: Shown) -> list[Markup]:
    standings = shown.decks.standings
    node, link = shown.node, shown.link
    if node is not None:
        links = [each for each in shown.fitting if node.name in (each.source, each.target)]
        return [_back(), node_panel(node, links, shown.chosen_link, standings)]
    if link is not None:
        return [_back(), link_panel(link, standings)]
    first, second = shown.decks.titles
    title = f"What changes from {first} to {second}" if second else "What it means at the table"
    return [
        sentences(title, shown.decks.sentences),
        tag("p", "Choose a card or an arrow to read the sentences behind it."),
    ]


def _back() -> Markup:
    return button("Overview", "back", keys="Escape")
