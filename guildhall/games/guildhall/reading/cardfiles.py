"""Card files: TOML tables read onto a `Shelf`, the shipped ones first, then a player's own.

    [Monk]                      a profession
    [Weaver]                    with alias_of = "Monk": only another name for one
    [masters.Seeker]            takes the place of the Master of its archetype
    [houses."Pilgrim House"]    takes the place of the House of that name, or of the one it `replaces`
    [vp."4 draw five"]          a VP card
    [sets.old-world]            a set

There is no code in a card file, so anybody's file is safe to load.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from guildhall.core.datafile import DataFile, Spot, parse, text_of
from guildhall.core.errors import nearest
from guildhall.games.guildhall.cardtypes import Card, House, Master, Profession, Provenance, Tier, VPCard
from guildhall.games.guildhall.language import ARCHETYPES, TIER_NUMBERS, Effects
from guildhall.games.guildhall.reading.shelf import SetEntry, Shelf, folded
from guildhall.games.guildhall.reading.spelling import CardEntry, read_effects

__all__ = ["read_file", "read_house", "read_master", "read_profession", "read_set", "read_text", "read_vp"]

HOUSES: Final = 3
MOST_COST: Final = 2  # chapters that one VP card may cost; a purchase under way names no more
FACTS: Final = ("provenance", "source", "note", "hint")
TIERED: Final = ("archetype", "tier", "tier_provenance", "tier_source", *FACTS)
NAME: Final = re.compile(r"[^\W\d_][\w'’() -]{0,29}")  # a comma would break phrases that list cards
VP_NAME: Final = re.compile(r"\d+( [\w'’() -]{1,29})?")
SET_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


def read_profession(shelf: Shelf, name: str, entry: CardEntry) -> None:
    """A profession, or another name for one."""
    _check_name(name, entry.spot)
    if entry.has("alias_of"):
        entry.only("alias_of")
        shelf.aliases[name] = (entry.text("alias_of"), entry.spot)
        return
    entry.only(*TIERED)
    name = _meant(name, shelf)
    _check_free(name, shelf.masters, entry.spot, "Master")
    known = shelf.professions.get(name)
    shelf.professions[name] = Profession(
        name=name,
        archetype=_archetype(entry, known, shelf.professions),
        tiers=_tiers(entry, known.tiers if known else ()),
        **_facts(entry, known),
    )


def _meant(name: str, shelf: Shelf) -> str:
    """The profession a table is about: `[Weaver]` overrules the Monk, and so does `[monk]`."""
    links = shelf.links()
    written = {folded(known): known for known in (*links, *shelf.professions)}
    name = written.get(folded(name), name)
    for _ in links:
        name = links.get(name, name)
    return name


def _check_free(name: str, others: Iterable[str], spot: Spot, what: str) -> None:
    """Phrases tell cards by their names, so no two cards may share one."""
    if folded(name) in map(folded, others):
        raise spot.wrong(f"a {what} has that name already")


def _check_name(name: str, spot: Spot) -> None:
    if not NAME.fullmatch(name):
        raise spot.wrong(
            "a card's name begins with a letter, goes on with letters, digits, spaces, - ' ( ) "
            "and has at most 30 of them"
        )


def _archetype(entry: CardEntry, known: Profession | Master | None, names: Iterable[str]) -> str:
    if known and not entry.has("archetype"):
        return known.archetype
    if not entry.has("archetype"):
        raise entry.spot.wrong("a new card needs an archetype", nearest(entry.spot.card, names))
    return entry.spot.known(entry.text("archetype"), ARCHETYPES, "archetype")


def _facts(entry: CardEntry, known: Card | None) -> dict[str, Any]:
    """Provenance and source, note and hint; of the own file unless the table says otherwise."""
    return {
        "provenance": _provenance(entry, "provenance"),
        "source": entry.text("source", entry.spot.file),
        "note": entry.text("note", known.note if known else ""),
        "hint": entry.text("hint", known.hint if known else ""),
    }


def _provenance(entry: CardEntry, key: str, default: str = Provenance.OWN_FILE) -> Provenance:
    return Provenance(entry.spot.known(entry.text(key, default), Provenance, "provenance"))


def _tiers(entry: CardEntry, known: tuple[Tier, ...]) -> tuple[Tier, ...]:
    """The known tiers overruled one by one; an empty list takes a tier away."""
    tiers = {tier.number: tier for tier in known}
    for key in entry.table_of("tier").table:
        number = _tier_number(key, entry.spot)
        tiers[number] = _tier(entry, key, number)
    for key in (*entry.table_of("tier_provenance").table, *entry.table_of("tier_source").table):
        entry.spot.known(key, entry.table_of("tier").table, "tier")
    kept = tuple(tiers[number] for number in sorted(tiers) if tiers[number].effects)
    if not kept:
        raise entry.spot.wrong("has no tier; write one like tier.0 = [{ draw = 1 }]")
    return kept


def _tier_number(key: str, spot: Spot) -> int:
    if key not in map(str, TIER_NUMBERS):
        raise spot.at(key).wrong(f"tiers go from {TIER_NUMBERS[0]} to {TIER_NUMBERS[-1]}")
    return int(key)


def _tier(entry: CardEntry, key: str, number: int) -> Tier:
    spot = entry.spot.at(number)
    own = CardEntry(entry.table_of("tier_provenance").table, spot)
    source = entry.text("source", entry.spot.file)
    return Tier(
        number=number,
        effects=read_effects(entry.table_of("tier").table[key], spot),
        provenance=_provenance(own, key, entry.text("provenance", Provenance.OWN_FILE)),
        source=CardEntry(entry.table_of("tier_source").table, spot).text(key, source),
    )


def read_master(shelf: Shelf, name: str, entry: CardEntry) -> None:
    """A Chapter Master in the place of the one of its archetype, whose true name a box owner may know."""
    _check_name(name, entry.spot)
    entry.only(*TIERED)
    _check_free(name, (*shelf.professions, *shelf.links()), entry.spot, "profession")
    known = shelf.masters.get(name)
    archetype = _archetype(entry, known, shelf.masters)
    master = Master(
        name=name,
        archetype=archetype,
        tiers=_tiers(entry, known.tiers if known else ()),
        **_facts(entry, known),
    )
    others = {other.name: other for other in shelf.masters.values() if other.archetype != archetype}
    shelf.masters = {**others, name: master}


def read_house(shelf: Shelf, name: str, entry: CardEntry) -> None:
    """A Master House in the place of the one of its name, or of the one it `replaces`."""
    _check_name(name, entry.spot)
    entry.only("archetypes", "effects", "replaces", *FACTS)
    known = shelf.houses.get(name)
    if entry.has("replaces"):
        del shelf.houses[entry.spot.known(entry.text("replaces"), shelf.houses, "House")]
    elif not known and len(shelf.houses) == HOUSES:
        names = ", ".join(shelf.houses)
        raise entry.spot.wrong(f"there are {HOUSES} Houses ({names}); say which one this replaces")
    shelf.houses[name] = House(
        name=name,
        archetypes=_house_archetypes(entry, known),
        effects=_effects(entry, known),
        **_facts(entry, known),
    )


def _house_archetypes(entry: CardEntry, known: House | None) -> tuple[str, ...]:
    if known and not entry.has("archetypes"):
        return known.archetypes
    archetypes = entry.texts("archetypes")
    if not archetypes:
        raise entry.spot.wrong("a House needs archetypes, like archetypes = ['Mage']")
    return tuple(entry.spot.known(archetype, ARCHETYPES, "archetype") for archetype in archetypes)


def _effects(entry: CardEntry, known: House | VPCard | None) -> Effects:
    if known and not entry.has("effects"):
        return known.effects
    return read_effects(entry.table.get("effects", []), entry.spot, of_a_chapter=False)


def read_vp(shelf: Shelf, name: str, entry: CardEntry) -> None:
    """A VP card."""
    entry.only("points", "cost", "copies", "effects", *FACTS)
    known = shelf.vp.get(name)
    if known:
        numbers = {"points": known.points, "cost": known.cost, "copies": known.copies}
        entry = CardEntry({**numbers, **entry.table}, entry.spot)
    points = entry.number("points", least=0, most=20)
    if name.split(" ")[0] != str(points) or not VP_NAME.fullmatch(name):
        raise entry.spot.wrong(f"the name of a VP card begins with its points, like '{points} draw two'")
    shelf.vp[name] = VPCard(
        name=name,
        points=points,
        cost=entry.number("cost", most=MOST_COST),
        copies=entry.number("copies", most=30),
        effects=_effects(entry, known),
        **_facts(entry, known),
    )


def read_set(shelf: Shelf, name: str, entry: CardEntry) -> None:
    """A set."""
    entry.only("title", "professions", "vp")
    if not SET_NAME.fullmatch(name):
        raise entry.spot.wrong("a set's name has small letters, digits and hyphens, at most 30")
    known = shelf.sets.get(name)
    shelf.sets[name] = SetEntry(
        title=entry.text("title", known.title if known else name),
        professions=_shown(entry) if entry.has("professions") or not known else known.professions,
        vp=_vp_deck(entry, known),
        spot=entry.spot,
    )


def _vp_deck(entry: CardEntry, known: SetEntry | None) -> str | tuple[str, ...]:
    if not entry.has("vp"):
        return known.vp if known else "fellowship"
    return entry.texts("vp") if isinstance(entry.table["vp"], list) else entry.text("vp")


def _shown(entry: CardEntry) -> tuple[tuple[str, str], ...]:
    """(shown name, profession) pairs, from a table or, where both are the same, a list."""
    if not isinstance(entry.table.get("professions"), dict):
        return tuple((name, name) for name in entry.texts("professions"))
    table = entry.table_of("professions")
    for name in table.table:
        _check_name(name, entry.spot)
    return tuple((name, table.text(name)) for name in table.table)


MOST_CARDS: Final = 1000  # the shipped files have some 60

Reader = Callable[[Shelf, str, CardEntry], None]
GROUPS: Final[Mapping[str, Reader]] = {
    "masters": read_master,
    "houses": read_house,
    "vp": read_vp,
    "sets": read_set,
}


def read_file(shelf: Shelf, path: DataFile) -> None:
    """Put all cards of a file on the shelf."""
    read_text(shelf, text_of(path), path.name)


def read_text(shelf: Shelf, text: str, file: str) -> None:
    """Put all cards of a text in TOML on the shelf; `file` is for messages.

    >>> shelf = Shelf()
    >>> read_text(shelf, '[Tinker]\\narchetype = "Mage"\\ntier.0 = [{ draw = 1 }]', "my.toml")
    >>> shelf.professions["Tinker"].archetype
    'Mage'
    """
    for name, table in parse(text, file).items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong("stands outside of any card; begin with a line like [Monk]")
        if name in GROUPS:
            _read_group(shelf, name, table, file)
        else:
            read_profession(shelf, name, CardEntry(table, spot))
            _check_room(shelf, spot)


def _check_room(shelf: Shelf, spot: Spot) -> None:
    """Every card is compared with all others by its name, so they must not be too many."""
    if shelf.size > MOST_CARDS:
        raise spot.wrong(f"there are more than {MOST_CARDS} cards, names and sets with this one")


def _read_group(shelf: Shelf, group: str, tables: Mapping[str, Any], file: str) -> None:
    for name, table in tables.items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong(f"is no card; write [{group}.{name}] and its keys below")
        GROUPS[group](shelf, name, CardEntry(table, spot))
        _check_room(shelf, spot)
