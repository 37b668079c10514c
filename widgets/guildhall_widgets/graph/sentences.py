"""What a graph tells a player in sentences: by its measures, beside another deck, and as it was seen in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx
import polars as pl

from guildhall import graphs

from ..render.graph.network_parts import FIRST, SECOND, Link, listed, named, zone_words
from ..render.numbers import plural

__all__ = ["differences", "overview", "seen_sentences"]


# --- A deck by its measures ---


def overview(graph: nx.MultiDiGraph) -> list[str]:
    """The most useful things to know of a deck, a sentence each.

    >>> for sentence in overview(graphs.declared("old-world"))[:2]:
    ...     print(sentence)
    “3 one for two” and Trader give most: each puts something where 5 other cards take it.
    Weaver lives most on others: it can take what 8 other cards put down.
    """
    frame = graphs.measures(graph)
    sentences = (
        *_most(frame, "feeds", "{} most: each puts something where {} it.", "give", "gives", "take"),
        *_most(frame, "needs", "{} most on others: each can take what {} down.", "live", "lives", "put"),
        *_bridge(frame),
        *_groups(graph),
        *_zones(graph),
    )
    return list(sentences)


def _most(frame: pl.DataFrame, column: str, saying: str, several: str, one: str, verb: str) -> Iterator[str]:
    """Who has the highest number in a column, unless nobody has any."""
    best = frame[column].max()
    if not isinstance(best, int) or not best:
        return
    cards = frame.filter(pl.col(column) == best)["card"].to_list()
    others = f"{plural(best, 'other card')} {verb}{'s' if best == 1 else ''}"
    if len(cards) == 1:
        saying = saying.replace("each ", "it ")
    yield saying.format(f"{listed(map(named, cards))} {several if len(cards) > 1 else one}", others)


def _bridge(frame: pl.DataFrame) -> Iterator[str]:
    best = frame.sort("bridge", "card", descending=[True, False]).row(0, named=True)
    if best["bridge"] > 0:
        yield f"Chains from card to card lead through {named(best['card'])} more often than through any other."


def _groups(graph: nx.MultiDiGraph) -> Iterator[str]:
    groups = graphs.communities(graph)
    for group in groups:
        if len(group) > 1:
            yield f"They work together: {listed(map(named, group))}."
    alone = [card for group in groups if len(group) == 1 for card in group]
    if alone:
        yield f"By themselves, neither fed nor feeding: {listed(map(named, alone))}."


def _zones(graph: nx.MultiDiGraph) -> Iterator[str]:
    """The zones that more abilities empty than fill, but for those that are there to be emptied, such as a deck."""
    supplies = [zone for zone, is_supply in graph.nodes(data="supply") if is_supply]
    frame = graphs.balance(graph).filter((pl.col("balance") < 0) & ~pl.col("zone").is_in(supplies))
    for zone, puts, takes, _ in frame.iter_rows():
        filled = f"{plural(puts, 'ability', 'abilities') if puts else 'No ability'} {'fill' if puts > 1 else 'fills'}"
        emptied = f"{'empties' if takes == 1 else 'empty'} {'them' if zone.endswith('s') else 'it'}"
        yield f"{filled} {zone_words(zone)}, {takes} {emptied}."


# --- Two decks ---


def differences(first: nx.MultiDiGraph, second: nx.MultiDiGraph, titles: tuple[str, str]) -> list[str]:
    """What changes from the first deck to the second, a sentence each.

    >>> differences(graphs.declared("old-world"), graphs.declared("old-world"), ("this", "that"))
    ['Both decks are alike: the same cards feed each other.']
    """
    found = graphs.compare(first, second)
    changed = found.figures.filter(pl.col("difference") != 0)
    if changed.is_empty() and not found.gone and not found.new:
        return ["Both decks are alike: the same cards feed each other."]
    one, two = titles
    rows = changed.iter_rows()
    figures = [f"{_figure(name)}: {before} in {one}, {after} in {two}." for name, before, after, _ in rows]
    return [
        f"{plural(len(found.gone), 'feeding pair')} only in {one}, {len(found.new)} only in {two}.",
        *figures,
    ]


def _figure(name: str) -> str:
    """The name of a figure as a player reads it."""
    balance, _, zone = name.partition("balance of ")
    return f"What fills {zone_words(zone)} less what empties it" if not balance else name.capitalize()


# --- What was seen at the table ---


def seen_sentences(graph: nx.MultiDiGraph, links: Iterable[Link]) -> list[str]:
    """What play shows, a sentence each; `links` are those of `seen_over_said`."""
    links = list(links)
    return [
        f"{plural(graph.graph['games'], 'game')}, played by {listed(_bots(graph))}.",
        *_uses(graph),
        *_unseen(links),
    ]


def _bots(graph: nx.MultiDiGraph) -> list[str]:
    """Each bot once, however many seats it has."""
    return list(dict.fromkeys(graph.graph["bots"].split(", ")))


def _uses(graph: nx.MultiDiGraph) -> Iterator[str]:
    uses = sorted(((data["uses"], card) for card, data in graph.nodes(data=True) if "uses" in data), reverse=True)
    if uses and uses[0][0]:
        yield f"Used most: {named(uses[0][1])}, {uses[0][0] / graph.graph['games']:.1f} times per game."
        never = [named(card) for count, card in uses if not count]
        if never:
            yield f"Never used: {', '.join(sorted(never))}."


def _unseen(links: list[Link]) -> Iterator[str]:
    feeds = [link for link in links if link.relation == "feeds"]
    unseen, undeclared = (sum(link.standing == standing for link in feeds) for standing in (FIRST, SECOND))
    declared = len(feeds) - undeclared
    yield f"Of {declared} feeding pairs that the cards declare, {unseen} never fed each other within a turn."
    if undeclared:
        yield f"{plural(undeclared, 'feeding pair')} seen that no card declares."
