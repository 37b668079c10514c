"""The page of the interaction graph: filters, one or two pictures, the selection, and all links as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..render.controls import button, checkbox, choice, keys_list, slider
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from ..render.sheet import drawer, pill, sheet
from .network import (
    BOTH,
    FIRST,
    SECOND,
    Ability,
    Link,
    LinkId,
    Node,
    Picture,
    Sector,
    Seen,
    Through,
    legend,
    named,
    network,
    said,
    zone_words,
)
from .shown import KIND_WORDS, SOURCES, Shown

__all__ = ["link_panel", "link_table", "node_panel", "page", "seen_words", "sentences", "text"]

RELATION_WORDS = {
    "feeds": "the same player can take what it puts",
    "offers": "an opponent can take what it puts",
    "puts": "puts into a zone or takes from it",
    "precedes": "was used next in the same turn",
}
KEYS = {
    "Tab": "from filter to filter, into the picture, into the list",
    "ArrowLeft ArrowRight": "from node to node, from link to link",
    "Enter": "select or deselect a node or a link",
    "Escape": "back to the overview",
    "+ - 0": "larger, smaller, as it was",
    "Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown": "move the node with the focus",
}


def page(shown: Shown) -> Markup:
    """Return the whole page as HTML."""
    # A scrolling box must be focusable, or the keyboard cannot scroll it.
    told = tag("div", *_panel(shown), class_="gh-surface gh-told", role="region", aria_label="Details", tabindex="0")
    drawn = tag("div", *_pictures(shown), _legend(shown), class_="gh-surface gh-graph")
    return sheet(
        "Interaction graph",
        _filters(shown),
        drawn,
        told,
        crest="branch",
        kind="graph",
        game=shown.decks.game,
        pills=join(pill(_title(shown)), pill(f"{shown.drawn_words} links")),
        tools=_tools(shown),
    )


def _tools(shown: Shown) -> Markup:
    """Return the buttons for the picture, and the drawers."""
    is_changed = bool(shown.moved) or shown.sector != Sector()
    return join(
        _tool(tag("b", "−"), "Smaller", "zoom", "-", by=-1),
        _tool(icon("plus"), "Larger", "zoom", "+", by=1),
        _tool(icon("undo"), "Reset the picture", "reset", "0", disabled=not is_changed),
        drawer("Links as a table", link_table(shown.drawn, shown.decks.standings), symbol="log"),
        drawer("Keys", keys_list(KEYS), symbol="keys"),
    )


def _tool(symbol: Markup, label: str, do: str, keys: str, *, disabled: bool = False, by: int | None = None) -> Markup:
    about: dict[str, Any] = {} if by is None else {"by": by}
    return button(symbol, do, label=label, keys=keys, class_="gh-tool", disabled=disabled, **about)


def text(shown: Shown) -> str:
    """Return the page as plain text."""
    links = [f"- {said(link)}" for link in shown.drawn]
    head = f"Interaction graph of {_title(shown)}: {KIND_WORDS[shown.filter.kind]}"
    return "\n".join([head, *shown.decks.sentences, f"{shown.drawn_words} links:", *links])


# --- Filters ---


def _filters(shown: Shown) -> Markup:
    """Return all filters with their current values, omitting those without a choice."""
    return tag("div", *_deck_filters(shown), *_link_filters(shown), class_="gh-surface gh-filters", data_live=True)


def _deck_filters(shown: Shown) -> Iterator[Markup]:
    """Yield the filters for decks and sources."""
    decks = shown.decks
    titles = {name: title for name, (title, _) in decks.choices.items()}
    others = {name: title for name, title in titles.items() if name != decks.deck}
    yield choice("Deck", "deck", decks.deck, titles)
    yield choice("Compare with", "other", decks.other, {"": "nothing", **others})
    if decks.seen is not None:
        yield choice("Source", "source", decks.source, SOURCES)
    if decks.sets:
        sets = {name: titles[name] for name in decks.sets}
        yield choice("Cards of", "set", shown.filter.card_set, _with_all("all sets", sets))


def _link_filters(shown: Shown) -> Iterator[Markup]:
    """Yield the filters for links."""
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
    """Return one picture, or one for each deck."""
    if not shown.drawn:
        return [tag("p", "No link matches all filters.")]
    if not shown.two_pictures:
        return [_picture(shown, shown.drawn, _title(shown))]
    first, second = shown.decks.titles
    sides = [("first", first, FIRST), ("second", second, SECOND)]
    pictures = [
        tag(
            "figure",
            tag("figcaption", title),
            _picture(shown, _part(shown, own), title, mark),
        )
        for mark, title, own in sides
    ]
    return [tag("div", *pictures, class_="gh-pair")]


def _part(shown: Shown, own: str) -> list[Link]:
    return [link for link in shown.drawn if link.standing in (BOTH, own)]


def _picture(shown: Shown, links: Sequence[Link], title: str, mark: str = "") -> Markup:
    """Return a picture of links with their nodes and the selection."""
    ends = {end for link in links for end in (link.source, link.target)}
    nodes = [shown.decks.nodes[name] for name in shown.layout.spots if name in ends]
    chosen = shown.chosen_node, shown.chosen_link
    return network(Picture(nodes, links, shown.layout, title, shown.decks.codes, *chosen, mark, shown.sector))


def _legend(shown: Shown) -> Markup:
    kinds = {node.kind: node for node in (shown.decks.nodes[name] for name in shown.layout.spots)}
    relations = dict.fromkeys("puts" if link.relation == "takes" else link.relation for link in shown.drawn)
    samples = [(relation, BOTH, RELATION_WORDS.get(relation, relation)) for relation in relations]
    first = next(iter(relations), "feeds")
    samples += [(first, standing, words) for standing, words in shown.decks.standings.items()]
    return legend(kinds.values(), samples)


# --- The text panel ---


def _panel(shown: Shown) -> list[Markup]:
    standings = shown.decks.standings
    node, link = shown.node, shown.link
    if node is not None:
        links = [each for each in shown.fitting if node.name in (each.source, each.target)]
        return [_back(), node_panel(node, links, shown.chosen_link, standings)]
    if link is not None:
        return [_back(), link_panel(link, standings)]
    first, second = shown.decks.titles
    title = f"Changes from {first} to {second}" if second else "Key facts"
    return [
        sentences(title, shown.decks.sentences),
        tag("p", "Choose a card or an arrow to read the sentences behind it."),
    ]


def _back() -> Markup:
    return button("Overview", "back", keys="Escape")


# --- Beside and below the picture ---


_STAND_IN = tag("span", "stand-in", class_="gh-mark", title="our own design, as the printed card is unknown")


def sentences(title: str, lines: Iterable[str]) -> Markup:
    """Return sentences under a heading."""
    return join(tag("h3", title), tag("ul", *(tag("li", line) for line in lines)))


def node_panel(node: Node, links: Sequence[Link], chosen: LinkId | None, standings: Mapping[str, str]) -> Markup:
    """Return the text of a card or a zone with all its links, the selected one in full."""
    out = [link for link in links if link.source == node.name]
    back = [link for link in links if link.target == node.name]
    _, _, tiers = node.text.partition("\n")  # the first line has name and group, which the heading shows
    also = f"{node.also} in the other deck" if node.also else ""
    about = tag("p", tiers or node.text, class_="gh-words") if node.text else EMPTY
    return join(
        tag("h3", node.name, " ", _provenance(node)),
        tag("p", ", ".join(filter(None, [node.kind, node.group, also])), class_="gh-small"),
        about,
        _list("From here", out, chosen, standings),
        _list("To here", back, chosen, standings),
    )


def link_panel(link: Link, standings: Mapping[str, str]) -> Markup:
    """Return one link with the sentences behind it."""
    standing = standings.get(link.standing)
    return join(
        tag("h3", said(link)), tag("p", f"{standing[:1].upper()}{standing[1:]}.") if standing else EMPTY, _in_full(link)
    )


def link_table(links: Sequence[Link], standings: Mapping[str, str]) -> Markup:
    """Return the links as a table, for readers who prefer tables to pictures."""
    seen = any(link.count for link in links)
    heads = ["Link", "Ways", *(["Where"] if standings else []), *(["Seen", "Details"] if seen else [])]
    rows = [tag("tr", *_row(link, standings, seen=seen), data_key=f"row {' '.join(link.id)}") for link in links]
    head = tag("tr", *(tag("th", each, scope="col") for each in heads))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid")
    return join(tag("h4", plural(len(links), "link")), table)


def _row(link: Link, standings: Mapping[str, str], *, seen: bool) -> Iterable[Markup]:
    yield tag("td", said(link), *((" ", _STAND_IN) if link.stand_in else ()))
    yield tag("td", link.pairs or "–", class_="gh-number")
    if standings:
        yield tag("td", standings.get(link.standing, ""))
    if seen:
        yield tag("td", f"{link.count:,}", class_="gh-number")
        yield tag("td", " ".join(seen_words(way.seen) for way in link.through if way.seen))


def seen_words(seen: Seen) -> str:
    """Return the observed counts as a sentence.

    >>> seen_words(Seen(12, 400, share=(0.03, 0.017, 0.052), lift=(1.4, 1.3, 1.5)))
    'Seen 12 times, in 3.0 % of 400 uses (1.7 to 5.2 %), 1.40 times as often as by chance (1.30 to 1.50).'
    >>> seen_words(Seen(900, per_use=2.5))
    'Seen 900 times, 2.5 per use.'
    """
    parts = [f"Seen {plural(seen.count, 'time')}"]
    if seen.share:
        p, low, high = (100 * each for each in seen.share)
        parts.append(f"in {p:.1f} % of {seen.n:,} uses ({low:.1f} to {high:.1f} %)")
    if seen.lift:
        parts.append("{:.2f} times as often as by chance ({:.2f} to {:.2f})".format(*seen.lift))
    if seen.per_use is not None:
        parts.append(f"{seen.per_use:.1f} per use")
    return f"{', '.join(parts)}."


def _provenance(node: Node) -> Markup:
    if node.provenance == "stand-in":
        return _STAND_IN
    return tag("small", node.provenance, title="source of the text") if node.provenance else EMPTY


def _list(title: str, links: Sequence[Link], chosen: LinkId | None, standings: Mapping[str, str]) -> Markup:
    if not links:
        return EMPTY
    items = [_item(link, link.id == chosen, standings) for link in links]
    return join(tag("h4", f"{title} ({len(links)})"), tag("ul", *items, class_="gh-links", data_roving=True))


def _item(link: Link, chosen: bool, standings: Mapping[str, str]) -> Markup:
    relation, source, target = link.id
    notes = ", ".join(filter(None, [standings.get(link.standing), "stand-in" if link.stand_in else ""]))
    words = join(said(link), tag("small", f" ({notes})") if notes else EMPTY)
    opener = button(
        words,
        "edge",
        key=f"list {' '.join(link.id)}",
        pressed=chosen,
        relation=relation,
        source=source,
        target=target,
    )
    return tag("li", opener, _in_full(link) if chosen else EMPTY, data_key=f"item {' '.join(link.id)}")


def _in_full(link: Link) -> Markup:
    """Return the sentences behind a link, zone by zone, with the observed counts."""
    return tag("div", *(_way(link, way) for way in link.through), class_="gh-ways")


def _way(link: Link, way: Through) -> Markup:
    there = "there" if way.gives else zone_words(way.zone)
    seen = tag("p", seen_words(way.seen)) if way.seen else EMPTY
    return join(
        _lines(f"{named(link.source)} puts into {zone_words(way.zone)}", way.gives),
        _lines(f"{named(link.target)} takes from {there}", way.takes),
        seen,
    )


def _lines(title: str, lines: Sequence[Ability]) -> Markup:
    if not lines:
        return EMPTY
    items = [tag("li", _tier(line), line.sentence, *((" ", _STAND_IN) if line.stand_in else ())) for line in lines]
    return join(tag("p", title, ":"), tag("ul", *items))


def _tier(line: Ability) -> Markup:
    return tag("b", f"{line.tier} ") if line.tier else EMPTY
