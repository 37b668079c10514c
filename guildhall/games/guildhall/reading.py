"""Read card files onto a `Shelf`, the shipped ones first, then a player's, and make a book of all their cards.

    [Monk]                      a profession
    [Weaver]                    with alias_of = "Monk": an alias of one
    [masters.Seeker]            replaces the Master of its archetype
    [houses."Pilgrim House"]    replaces the House of that name, or the one given by `replaces`
    [vp."4 draw five"]          a VP card
    [sets.old-world]            a set

Card files contain no code, so any file is safe to load.

>>> book = load_book()
>>> book.profession("Weaver").name, book.profession("Assassin").name
('Monk', 'Assassin')
>>> book.profession("Assassin", set="old-world").name
'Fighter'
>>> book.profession("Mnok")
Traceback (most recent call last):
guildhall.core.errors.UnknownCard: no profession is called 'Mnok'; did you mean 'Monk'?
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from os import PathLike
from typing import Any, Final

from guildhall.core.datafile import DataFile, Entry, Spot, merged, parse, text_of
from guildhall.core.errors import BadCardFile, UnknownCard, did_you_mean, nearest, short
from guildhall.core.shapes import CardLanguage, Either, Kind, ListOf, MapOf, Number, Table, Text, Trial, Word
from guildhall.core.typed import path_of

from .cards import Card, CardSet, House, Master, Profession, Provenance, Tier, VPCard, digest
from .language import ARCHETYPES, COLOURS, TIER_NUMBERS, Effects
from .spelling import effect_shape, read_effects

__all__ = [
    "CardBook",
    "SetEntry",
    "Shelf",
    "card_language",
    "folded",
    "followed",
    "load_book",
    "read_file",
    "read_house",
    "read_master",
    "read_profession",
    "read_set",
    "read_text",
    "read_vp",
    "resolved_sets",
]


# --- The shelf ---


def folded(name: object) -> str:
    """Fold case and spaces of a name.

    >>> folded("Tax  collector") == folded("Tax Collector")
    True
    """
    return " ".join((name if isinstance(name, str) else short(name)).casefold().split())


@dataclass
class SetEntry:
    """A set as read from its file, before its names are looked up."""

    title: str
    professions: tuple[tuple[str, str], ...]
    vp: str | tuple[str, ...]  # a set whose VP deck is used, or names of VP cards
    spot: Spot


@dataclass
class Shelf:
    """All cards read so far, by name."""

    professions: dict[str, Profession] = field(default_factory=dict)
    masters: dict[str, Master] = field(default_factory=dict)
    houses: dict[str, House] = field(default_factory=dict)
    vp: dict[str, VPCard] = field(default_factory=dict)
    sets: dict[str, SetEntry] = field(default_factory=dict)
    aliases: dict[str, tuple[str, Spot]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of cards, aliases and sets."""
        cards = len(self.professions) + len(self.masters) + len(self.houses) + len(self.vp)
        return cards + len(self.sets) + len(self.aliases)

    def copy(self) -> Shelf:
        """Return an independent shelf with the same cards."""
        return Shelf(
            dict(self.professions),
            dict(self.masters),
            dict(self.houses),
            dict(self.vp),
            dict(self.sets),
            dict(self.aliases),
        )

    def links(self) -> dict[str, str]:
        """Return the aliases of professions. A set never makes an alias of a real profession's name."""
        shown = {
            name: profession
            for card_set in reversed(self.sets.values())
            for name, profession in card_set.professions
            if name != profession and name not in self.professions
        }
        return shown | {name: target for name, (target, _) in self.aliases.items()}


# --- Aliases ---


def followed(shelf: Shelf) -> dict[str, str]:
    """Return every alias of a profession with the profession it finally refers to.

    Circular aliases and an alias of an unknown profession are errors that name the file.
    """
    links = shelf.links()
    aliases = {name: _follow(name, links, shelf) for name in links}
    for name in aliases.keys() & shelf.professions.keys():
        raise shelf.aliases[name][1].wrong("is already a profession, so it cannot be an alias")
    return aliases


def _follow(name: str, links: Mapping[str, str], shelf: Shelf) -> str:
    path = [name]
    while path[-1] in links:
        path.append(links[path[-1]])
        if path[-1] in path[:-1]:
            raise _spot(path, shelf).wrong(f"circular aliases: {' -> '.join(path)}")
    return _spot(path, shelf).known(path[-1], shelf.professions, "profession")


def _spot(path: Iterable[str], shelf: Shelf) -> Spot:
    """Return the table to blame: the last alias a player wrote, otherwise the set that shows the name."""
    written = [shelf.aliases[name][1] for name in path if name in shelf.aliases]
    if written:
        return written[-1]
    shown = [each.spot for each in shelf.sets.values() if set(path) & set(dict(each.professions))]
    return shown[-1]


def resolved_sets(shelf: Shelf, aliases: Mapping[str, str]) -> dict[str, CardSet]:
    """Return the sets with their professions and VP decks looked up."""
    return {
        name: CardSet(
            name=name,
            title=entry.title,
            professions=_professions(entry, shelf, aliases),
            vp=_cards_of_vp_deck(name, shelf),
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


def _cards_of_vp_deck(name: str, shelf: Shelf) -> tuple[str, ...]:
    path = [name]
    entry = shelf.sets[name]
    while isinstance(entry.vp, str):
        path.append(entry.spot.known(entry.vp, shelf.sets, "set"))
        if path[-1] in path[:-1]:
            raise entry.spot.wrong(f"circular VP decks: {' -> '.join(path)}")
        entry = shelf.sets[path[-1]]
    _no_twice(list(entry.vp), entry.spot, "VP card")
    return tuple(entry.spot.known(card, shelf.vp, "VP card") for card in entry.vp)


# --- Card files ---


HOUSES: Final = 3
MOST_COST: Final = 2  # chapters that one VP card may cost, as many as a purchase in progress can hold
NAME: Final = re.compile(r"[^\W\d_][\w'’() -]{0,29}")  # a comma would break phrases that list cards
VP_NAME: Final = re.compile(r"\d+( [\w'’() -]{1,29})?")
SET_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")

_ARCHETYPE: Final = Word(ARCHETYPES)
_PROVENANCE: Final = Word(tuple(Provenance), default=Provenance.OWN_FILE, about="where the text comes from")
_NAMED: Final = Text(r"[^\s\d_,][^,]{0,29}", "Tinker")  # `NAME` for editors that know only ASCII letters
_VP_NAMED: Final = Text(r"\d+( [^,]{1,29})?", "1 fair")
_TIER: Final = Word(tuple(map(str, TIER_NUMBERS)))
_FACTS: Final = {
    "provenance": _PROVENANCE,
    "source": Text(about="the source of the text, by default the file"),
    "note": Text(about="a note on the card"),
    "hint": Text(about="what is known of the printed card"),
}
_TIERED: Final = Table(
    {
        "archetype": _ARCHETYPE,
        "tier": MapOf(_TIER, effect_shape(), about="effects by number of cards of the chapter in your guildhall"),
        **_FACTS,
        "tier_provenance": MapOf(_TIER, _PROVENANCE, about="of tiers known better or worse than the card"),
        "tier_source": MapOf(_TIER, Text()),
    },
    begins=("archetype", "tier"),
)
_ALIAS: Final = Table({"alias_of": replace(_NAMED, sample="Monk")}, needed=("alias_of",))
_HOUSE: Final = Table(
    {
        "replaces": Text(sample="Pilgrim House", about="the House that this one replaces"),
        "archetypes": ListOf(_ARCHETYPE, least=1),
        "effects": effect_shape(of_a_chapter=False),
        **_FACTS,
    },
    begins=("replaces", "archetypes", "effects"),
)
_VP: Final = Table(
    {
        "points": Number(0, 20),
        "cost": Number(1, MOST_COST, about="completed chapters"),
        "copies": Number(1, 30),
        "effects": effect_shape(of_a_chapter=False),
        **_FACTS,
    },
    begins=("points", "cost", "copies"),
)
_SET: Final = Table(
    {
        "title": Text(sample="My set"),
        "professions": Either(
            {
                "under their names": ListOf(_NAMED, least=1, unique=True),
                "under other names": MapOf(_NAMED, _NAMED, least=1),
            }
        ),
        "vp": Either(
            {
                "the VP deck of a set": Text(SET_NAME.pattern, "fellowship"),
                "VP cards": ListOf(replace(_VP_NAMED, sample="5"), unique=True),
            }
        ),
    },
    begins=("title", "professions"),
    starts={"professions": ["Monk", "Cleric", "Fighter", "Marshal", "Rogue", "Wizard"]},
)


def read_profession(shelf: Shelf, name: str, entry: Entry) -> None:
    """Read a profession, or an alias of one."""
    _check_name(name, entry.spot)
    if entry.has("alias_of"):
        entry.only(*_ALIAS.fields)
        shelf.aliases[name] = (entry.text("alias_of"), entry.spot)
        return
    entry.only(*_TIERED.fields)
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
    """Return the profession a table refers to: `[Weaver]` overrides the Monk, and so does `[monk]`."""
    links = shelf.links()
    written = {folded(known): known for known in (*links, *shelf.professions)}
    name = written.get(folded(name), name)
    for _ in links:
        name = links.get(name, name)
    return name


def _check_free(name: str, others: Iterable[str], spot: Spot, what: str) -> None:
    """Check that a name is free: phrases identify cards by name, so no two cards may share one."""
    if folded(name) in map(folded, others):
        raise spot.wrong(f"a {what} already has that name")


def _check_name(name: str, spot: Spot) -> None:
    if not NAME.fullmatch(name):
        raise spot.wrong(
            "a card's name begins with a letter, continues with letters, digits, spaces, - ' ( ) "
            "and has at most 30 characters"
        )


def _archetype(entry: Entry, known: Profession | Master | None, names: Iterable[str]) -> str:
    if known and not entry.has("archetype"):
        return known.archetype
    if not entry.has("archetype"):
        raise entry.spot.wrong("a new card needs an archetype", nearest(entry.spot.card, names))
    return entry.spot.known(entry.text("archetype"), ARCHETYPES, "archetype")


def _facts(entry: Entry, known: Card | None) -> dict[str, Any]:
    """Return provenance, source, note and hint. The provenance is a custom file unless the table says otherwise."""
    return {
        "provenance": _provenance(entry, "provenance"),
        "source": entry.text("source", entry.spot.file),
        "note": entry.text("note", known.note if known else ""),
        "hint": entry.text("hint", known.hint if known else ""),
    }


def _provenance(entry: Entry, key: str, default: str = Provenance.OWN_FILE) -> Provenance:
    return Provenance(entry.spot.known(entry.text(key, default), Provenance, "provenance"))


def _tiers(entry: Entry, known: tuple[Tier, ...]) -> tuple[Tier, ...]:
    """Return the known tiers, overridden one by one, where an empty list removes a tier."""
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


def _tier(entry: Entry, key: str, number: int) -> Tier:
    spot = entry.spot.at(number)
    own = Entry(entry.table_of("tier_provenance").table, spot)
    source = entry.text("source", entry.spot.file)
    return Tier(
        number=number,
        effects=read_effects(entry.table_of("tier").table[key], spot),
        provenance=_provenance(own, key, entry.text("provenance", Provenance.OWN_FILE)),
        source=Entry(entry.table_of("tier_source").table, spot).text(key, source),
    )


def read_master(shelf: Shelf, name: str, entry: Entry) -> None:
    """Read a Chapter Master, which replaces the one of its archetype."""
    _check_name(name, entry.spot)
    entry.only(*_TIERED.fields)
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


def read_house(shelf: Shelf, name: str, entry: Entry) -> None:
    """Read a Master House, which replaces the one of its name, or the one given by `replaces`."""
    _check_name(name, entry.spot)
    entry.only(*_HOUSE.fields)
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


def _house_archetypes(entry: Entry, known: House | None) -> tuple[str, ...]:
    if known and not entry.has("archetypes"):
        return known.archetypes
    archetypes = entry.texts("archetypes")
    if not archetypes:
        raise entry.spot.wrong("a House needs archetypes, like archetypes = ['Mage']")
    return tuple(entry.spot.known(archetype, ARCHETYPES, "archetype") for archetype in archetypes)


def _effects(entry: Entry, known: House | VPCard | None) -> Effects:
    if known and not entry.has("effects"):
        return known.effects
    return read_effects(entry.table.get("effects", []), entry.spot, of_a_chapter=False)


def read_vp(shelf: Shelf, name: str, entry: Entry) -> None:
    """Read a VP card."""
    entry.only(*_VP.fields)
    known = shelf.vp.get(name)
    if known:
        numbers = {"points": known.points, "cost": known.cost, "copies": known.copies}
        entry = Entry({**numbers, **entry.table}, entry.spot)
    points = _VP.fields["points"].read(entry, "points")
    if name.split(" ")[0] != str(points) or not VP_NAME.fullmatch(name):
        raise entry.spot.wrong(f"the name of a VP card begins with its points, like '{points} draw two'")
    shelf.vp[name] = VPCard(
        name=name,
        points=points,
        cost=_VP.fields["cost"].read(entry, "cost"),
        copies=_VP.fields["copies"].read(entry, "copies"),
        effects=_effects(entry, known),
        **_facts(entry, known),
    )


def read_set(shelf: Shelf, name: str, entry: Entry) -> None:
    """Read a set."""
    entry.only(*_SET.fields)
    if not SET_NAME.fullmatch(name):
        raise entry.spot.wrong("a set's name has at most 30 lowercase letters, digits and hyphens")
    known = shelf.sets.get(name)
    shelf.sets[name] = SetEntry(
        title=entry.text("title", known.title if known else name),
        professions=_shown(entry) if entry.has("professions") or not known else known.professions,
        vp=_vp_deck(entry, known),
        spot=entry.spot,
    )


def _vp_deck(entry: Entry, known: SetEntry | None) -> str | tuple[str, ...]:
    if not entry.has("vp"):
        return known.vp if known else "fellowship"
    return entry.texts("vp") if isinstance(entry.table["vp"], list) else entry.text("vp")


def _shown(entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return (shown name, profession) pairs, from a table or, if both names are the same, a list."""
    if not isinstance(entry.table.get("professions"), dict):
        return tuple((name, name) for name in entry.texts("professions"))
    table = entry.table_of("professions")
    for name in table.table:
        _check_name(name, entry.spot)
    return tuple((name, table.text(name)) for name in table.table)


MOST_CARDS: Final = 1000  # the shipped files have about 60

Reader = Callable[[Shelf, str, Entry], None]
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
    """Put all cards of a TOML text on the shelf, with `file` as its name in error messages.

    >>> shelf = Shelf()
    >>> read_text(shelf, '[Tinker]\\narchetype = "Mage"\\ntier.0 = [{ draw = 1 }]', "my.toml")
    >>> shelf.professions["Tinker"].archetype
    'Mage'
    """
    for name, table in parse(text, file).items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong("is outside any card; begin with a line like [Monk]")
        if name in GROUPS:
            _read_group(shelf, name, table, file)
        else:
            read_profession(shelf, name, Entry(table, spot))
            _check_room(shelf, spot)


def _check_room(shelf: Shelf, spot: Spot) -> None:
    """Limit the number of cards, because every card's name is compared with all others."""
    if shelf.size > MOST_CARDS:
        raise spot.wrong(f"this one exceeds the limit of {MOST_CARDS} cards, names and sets")


def _read_group(shelf: Shelf, group: str, tables: Mapping[str, Any], file: str) -> None:
    for name, table in tables.items():
        spot = Spot(file, name)
        if not isinstance(table, dict):
            raise spot.wrong(f"is not a card; write [{group}.{name}] and its keys below")
        GROUPS[group](shelf, name, Entry(table, spot))
        _check_room(shelf, spot)


# --- The book: all cards by name ---


SHIPPED: Final = ("professions.toml", "masters.toml", "houses.toml", "vp.toml", "sets.toml")


@dataclass(frozen=True)
class CardBook:
    """All cards by name. `aliases` maps every alias of a profession to its real name."""

    professions: Mapping[str, Profession]
    masters: Mapping[str, Master]  # one for each archetype
    houses: Mapping[str, House]  # three
    vp: Mapping[str, VPCard]
    sets: Mapping[str, CardSet]
    aliases: Mapping[str, str]
    shelf: Shelf  # the shelf read from the files, for `with_files`

    def profession(self, name: str, *, set: str | None = None) -> Profession:
        """Return the profession of that name, searching the names in `set` first."""
        return self.shown(name, set=set)[1]

    def shown(self, name: str, *, set: str | None = None) -> tuple[str, Profession]:
        """Return the name shown on the table and the profession it refers to.

        >>> shown, profession = load_book().shown("weaver")
        >>> shown, profession.name
        ('Weaver', 'Monk')
        """
        in_set = dict(self.card_set(set).professions) if set is not None else {}
        names = {**self.aliases, **{own: own for own in self.professions}, **in_set}
        shown = _find(name, names, "profession")
        return shown, self.professions[names[shown]]

    def card_set(self, name: str) -> CardSet:
        """Return the set of that name or title.

        >>> load_book().card_set("The Gathering").name
        'gathering'
        """
        names = self._set_names()
        return self.sets[names[_find(name, names, "set")]]

    def has_set(self, name: str) -> bool:
        """True if a set has that name or title."""
        return folded(name) in map(folded, self._set_names())

    def has_profession(self, name: str) -> bool:
        """True if a profession has that name, in general or in some set."""
        return folded(name) in map(folded, (*self.professions, *self.aliases))

    def vp_card(self, name: str) -> VPCard:
        """Return the VP card of that name."""
        return self.vp[_find(name, self.vp, "VP card")]

    def _set_names(self) -> dict[str, str]:
        return {
            **{each.title: name for name, each in self.sets.items()},
            **{name: name for name in self.sets},
        }

    @property
    def digest(self) -> str:
        """A hex digest of all cards and sets, without notes and sources."""
        groups = (self.professions, self.masters, self.houses, self.vp, self.sets)
        return digest(*(tuple(group[name] for name in sorted(group)) for group in groups))

    def with_files(self, *paths: str | PathLike[str]) -> CardBook:
        """Return a book in which the cards of these files override or join those of this one."""
        shelf = self.shelf.copy()
        for path in paths:
            read_file(shelf, path_of(path, BadCardFile))
        return _book(shelf)

    def with_text(self, text: str, *, file: str = "own cards") -> CardBook:
        """Return a book in which the cards of a TOML text override or join those of this one.

        >>> book = load_book().with_text("[Marshal]\\ntier.3 = [{ gain = 3 }]")
        >>> [(tier.number, tier.provenance.value) for tier in book.profession("Farmer").tiers]
        [(1, 'rulebook'), (3, 'own file')]
        """
        shelf = self.shelf.copy()
        read_text(shelf, text, file)
        return _book(shelf)


def load_book(*own_files: str | PathLike[str]) -> CardBook:
    """Return the shipped cards, overridden by those of `own_files`, of which the last file has priority.

    >>> len(load_book().professions)
    24
    """
    return _shipped().with_files(*own_files) if own_files else _shipped()


@cache
def _shipped() -> CardBook:
    folder = files("guildhall.games.guildhall") / "data"
    shelf = Shelf()
    for name in SHIPPED:
        read_file(shelf, folder / name)
    return _book(shelf)


def _book(shelf: Shelf) -> CardBook:
    """Look up all names, reject unknown ones, and set the sets of each card."""
    aliases = followed(shelf)
    sets = resolved_sets(shelf, aliases)
    return CardBook(
        professions={
            name: replace(card, sets=_sets_with(name, sets.values())) for name, card in shelf.professions.items()
        },
        masters=dict(shelf.masters),
        houses=dict(shelf.houses),
        vp={name: replace(card, sets=_vp_sets_with(name, sets.values())) for name, card in shelf.vp.items()},
        sets=sets,
        aliases=aliases,
        shelf=shelf,
    )


def _sets_with(profession: str, sets: Iterable[CardSet]) -> tuple[str, ...]:
    return tuple(each.name for each in sets if profession in dict(each.professions).values())


def _vp_sets_with(vp_card: str, sets: Iterable[CardSet]) -> tuple[str, ...]:
    return tuple(each.name for each in sets if vp_card in each.vp)


def _find(name: str, names: Iterable[str], what: str) -> str:
    """Return the name as written in the book, ignoring case, or raise UnknownCard with the nearest names."""
    by_folded = {folded(known): known for known in names}
    if folded(name) in by_folded:
        return by_folded[folded(name)]
    close = nearest(name, by_folded.values())
    choice = "" if close else f"; known: {', '.join(sorted(by_folded.values()))}"
    message = f"no {what} is called {short(name)}{choice}{did_you_mean(close)}"
    raise UnknownCard(message, name=name, nearest=close)


# --- The card language as data ---


@cache
def card_language() -> CardLanguage:
    """Return the kinds of cards of a card file, with their tables."""
    return CardLanguage(
        "guildhall",
        "Guildhall",
        (
            Kind("profession", _TIERED, "", _NAMED),
            Kind("other name of a profession", _ALIAS, "", _NAMED),
            Kind("Chapter Master", _TIERED, "masters", replace(_NAMED, sample="Tutor")),
            Kind("Master House", _HOUSE, "houses", replace(_NAMED, sample="Tinkers' House")),
            Kind("VP card", _VP, "vp", _VP_NAMED),
            Kind("set", _SET, "sets", Text(SET_NAME.pattern, "fair")),
        ),
        lambda tables: _shipped_tables(),
        _replaced,
        _in_play,
        _trials,
    )


@cache
def _shipped_tables() -> dict[str, Any]:
    folder = files("guildhall.games.guildhall") / "data"
    return merged(folder / name for name in SHIPPED)


def _replaced(tables: Mapping[str, Any], kind: str, name: str) -> str:
    """Return the shipped card of the same name, or the one whose place a new card takes."""
    book = load_book()
    match kind:
        case "profession" if not book.has_profession(name):
            return next(card for card in _DECK if _is_of(card, tables[name]["archetype"]))
        case "Chapter Master" if name not in book.masters:
            archetype = tables["masters"][name]["archetype"]
            return next(master.name for master in book.masters.values() if master.archetype == archetype)
        case "Master House":
            return str(tables["houses"][name].get("replaces", name))
        case "VP card" | "set":
            return name if name in (book.vp if kind == "VP card" else book.sets) else ""
        case "other name of a profession":
            return book.profession(name).name if book.has_profession(name) else ""
        case _:
            return name


_DECK: Final = ("Monk", "Cleric", "Fighter", "Marshal", "Rogue", "Wizard")  # one profession of each archetype


def _in_play(tables: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    """Return settings of a game in which a card of a file is used."""
    if kind == "set" and name:
        return {"cards": name}
    found: dict[str, Any] = {
        "cards": list(_DECK),
        "masters": kind == "Chapter Master",
        "houses": kind == "Master House",
    }
    if kind == "VP card" and name:
        book = load_book()
        deck = {card: book.vp[card].copies for card in book.sets["fellowship"].vp}
        found["vp"] = deck | {name: tables["vp"][name].get("copies", 3)}
    if kind in ("profession", "other name of a profession") and name:
        target = tables.get(name, {}).get("alias_of", name)
        meant = load_book().profession(target) if load_book().has_profession(target) else None
        archetype = tables.get(target, {}).get("archetype", meant.archetype if meant else "Mage")
        others = [card for card in _DECK if not _is_of(card, archetype)]
        found["cards"] = [name, *(card for card in others if not meant or card != meant.name)]
    return found


def _trials(tables: Mapping[str, Any], kind: str, name: str) -> dict[str, Trial]:
    """Return a position for every tier of a card, or one in which a VP card is bought.

    The seed says where a House lies, so a House is looked for in games of bots.
    """
    setup = _in_play(tables, kind, name)
    match kind:
        case "profession":
            tiers = tables[name].get("tier", {})
            return {f"tier {tier}": _tier_trial(setup, name, name, int(tier)) for tier, told in tiers.items() if told}
        case "Chapter Master":
            tiers = tables["masters"][name].get("tier", {})
            home = next(card for card in _DECK if _is_of(card, tables["masters"][name].get("archetype", "Mage")))
            return {f"tier {tier}": _tier_trial(setup, home, name, int(tier)) for tier, told in tiers.items() if told}
        case "VP card":
            row = [name, "5", "9", "4 draw five", "5"]
            return {"buy it": _bought(setup, ["Monk", "Cleric"], row, "buy 1")}
        case _:
            return {}


def _is_of(profession: str, archetype: str) -> bool:
    return load_book().profession(profession).archetype == archetype


def _tier_trial(setup: Mapping[str, Any], chapter: str, card: str, tier: int) -> Trial:
    """Return a position in which a card is played into its chapter with `tier` cards."""
    first, second, third, *_ = [name for name in setup["cards"] if name != chapter]
    halls = [
        {chapter: list(COLOURS[:tier]), first: ["red", "blue"], second: ["red"]},
        {chapter: ["yellow"], first: ["green", "yellow"], second: ["blue", "green"], third: ["red", "blue"]},
    ]
    played = card if chapter != card else f"{COLOURS[tier]} {card}"
    hands = [[played, f"green {second}", f"red {third}", f"blue {second}"], [f"yellow {third}", f"purple {second}"]]
    discard = [f"purple {third}", f"yellow {second}", f"green {third}"]
    laid = {"halls": halls, "hands": hands, "discard": discard, "tokens": [0, 3]}
    return Trial({**setup, **laid}, (f"play {played}", f"tier {tier}"))


def _bought(setup: Mapping[str, Any], completed: list[str], row: list[str], phrase: str) -> Trial:
    """Return a position in which a VP card of the row can be bought."""
    laid = {
        "halls": [
            {"Monk": ["red"], "Rogue": ["red", "blue"]},
            {"Rogue": ["green", "yellow"], "Wizard": ["red", "blue"]},
        ],
        "hands": [["green Monk", "red Marshal", "blue Wizard"], ["red Rogue", "green Wizard"]],
        "discard": ["purple Monk", "yellow Marshal"],
        "completed": [completed, []],
        "vp_row": row,
        "tokens": [0, 3],
    }
    return Trial({**setup, **laid}, (phrase,))
