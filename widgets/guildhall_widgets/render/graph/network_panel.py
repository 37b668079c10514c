"""What is shown beside and below a picture of interactions: a node, a link in full, all links as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..controls import button
from ..markup import EMPTY, Markup, join, tag
from ..numbers import plural
from .network_parts import Ability, Link, LinkId, Node, Seen, Through, named, said, zone_words

__all__ = ["link_panel", "link_table", "node_panel", "seen_words", "sentences"]

_STAND_IN = tag("span", "stand-in", class_="gh-mark", title="our own design: the printed card is not known")


def sentences(title: str, lines: Iterable[str]) -> Markup:
    """Sentences under a heading."""
    return join(tag("h3", title), tag("ul", *(tag("li", line) for line in lines)))


def node_panel(node: Node, links: Sequence[Link], chosen: LinkId | None, standings: Mapping[str, str]) -> Markup:
    """A card or a zone in words, and all its links; the chosen one is told in full."""
    out = [link for link in links if link.source == node.name]
    back = [link for link in links if link.target == node.name]
    _, _, tiers = node.text.partition("\n")  # the first line has name and group, which are shown in the heading
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
    """One link with the sentences that make it."""
    standing = standings.get(link.standing)
    return join(
        tag("h3", said(link)), tag("p", f"{standing[:1].upper()}{standing[1:]}.") if standing else EMPTY, _in_full(link)
    )


def link_table(links: Sequence[Link], standings: Mapping[str, str]) -> Markup:
    """Links, for those who read tables better than pictures."""
    seen = any(link.count for link in links)
    heads = ["Link", "Ways", *(["Where"] if standings else []), *(["Seen", "In words"] if seen else [])]
    rows = [tag("tr", *_row(link, standings, seen=seen), data_key=f"row {' '.join(link.id)}") for link in links]
    head = tag("tr", *(tag("th", each, scope="col") for each in heads))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid")
    summary = tag("summary", f"{plural(len(links), 'link')} as a table")
    # A box that scrolls is reached by the keyboard only if it can have the focus.
    box = tag("div", table, class_="gh-scroll", tabindex="0", role="region", aria_label="Links as a table")
    return tag("details", summary, box, data_key="link table")


def _row(link: Link, standings: Mapping[str, str], *, seen: bool) -> Iterable[Markup]:
    yield tag("td", said(link), *((" ", _STAND_IN) if link.stand_in else ()))
    yield tag("td", link.pairs or "–", class_="gh-number")
    if standings:
        yield tag("td", standings.get(link.standing, ""))
    if seen:
        yield tag("td", f"{link.count:,}", class_="gh-number")
        yield tag("td", " ".join(seen_words(way.seen) for way in link.through if way.seen))


def seen_words(seen: Seen) -> str:
    """What was counted at the table.

    >>> seen_words(Seen(12, 400, share=(0.03, 0.017, 0.052), lift=(1.4, 1.3, 1.5)))
    'Seen 12 times, in 3.0 % of 400 uses (1.7 to 5.2 %), 1.40 times as often as by chance (1.30 to 1.50).'
    >>> seen_words(Seen(900, per_use=2.5))
    'Seen 900 times, 2.5 a use.'
    """
    parts = [f"Seen {plural(seen.count, 'time')}"]
    if seen.share:
        p, low, high = (100 * each for each in seen.share)
        parts.append(f"in {p:.1f} % of {seen.n:,} uses ({low:.1f} to {high:.1f} %)")
    if seen.lift:
        parts.append("{:.2f} times as often as by chance ({:.2f} to {:.2f})".format(*seen.lift))
    if seen.per_use is not None:
        parts.append(f"{seen.per_use:.1f} a use")
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
    """The sentences behind a link, zone by zone, and what was seen of it."""
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
