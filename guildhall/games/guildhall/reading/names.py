"""Names that stand for other names: aliases of professions, sets that share a VP deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from guildhall.core.datafile import Spot
from guildhall.games.guildhall.cardtypes import CardSet
from guildhall.games.guildhall.reading.shelf import SetEntry, Shelf

__all__ = ["followed", "resolved_sets"]


def followed(shelf: Shelf) -> dict[str, str]:
    """Every other name of a profession with the profession it stands for in the end.

    A loop of aliases and an alias of nothing are errors that name the file.
    """
    links = shelf.links()
    aliases = {name: _follow(name, links, shelf) for name in links}
    for name in aliases.keys() & shelf.professions.keys():
        raise shelf.aliases[name][1].wrong("is a profession already, not another name for one")
    return aliases


def _follow(name: str, links: Mapping[str, str], shelf: Shelf) -> str:
    path = [name]
    while path[-1] in links:
        path.append(links[path[-1]])
        if path[-1] in path[:-1]:
            raise _spot(path, shelf).wrong(f"a loop of aliases: {' -> '.join(path)}")
    return _spot(path, shelf).known(path[-1], shelf.professions, "profession")


def _spot(path: Iterable[str], shelf: Shelf) -> Spot:
    """The table to blame: the last alias a player wrote, else the set that shows the name."""
    written = [shelf.aliases[name][1] for name in path if name in shelf.aliases]
    if written:
        return written[-1]
    shown = [each.spot for each in shelf.sets.values() if set(path) & set(dict(each.professions))]
    return shown[-1]


def resolved_sets(shelf: Shelf, aliases: Mapping[str, str]) -> dict[str, CardSet]:
    """The sets with professions and VP decks looked up."""
    return {
        name: CardSet(
            name=name,
            title=entry.title,
            professions=_professions(entry, shelf, aliases),
            vp=_vp_deck(name, shelf),
        )
        for name, entry in shelf.sets.items()
    }


def _professions(entry: SetEntry, shelf: Shelf, aliases: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if not entry.professions:
        raise entry.spot.wrong("a set needs professions")
    known = {**{name: name for name in shelf.professions}, **aliases}
    pairs = [(shown, known[entry.spot.known(name, known, "profession")]) for shown, name in entry.professions]
    _no_twice([profession for _, profession in pairs], entry.spot, "profession")
    return tuple(pairs)


def _no_twice(names: list[str], spot: Spot, what: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise spot.wrong(f"{what} '{name}' is listed twice")


def _vp_deck(name: str, shelf: Shelf) -> tuple[str, ...]:
    path = [name]
    entry = shelf.sets[name]
    while isinstance(entry.vp, str):
        path.append(entry.spot.known(entry.vp, shelf.sets, "set"))
        if path[-1] in path[:-1]:
            raise entry.spot.wrong(f"a loop of VP decks: {' -> '.join(path)}")
        entry = shelf.sets[path[-1]]
    _no_twice(list(entry.vp), entry.spot, "VP card")
    return tuple(entry.spot.known(card, shelf.vp, "VP card") for card in entry.vp)
