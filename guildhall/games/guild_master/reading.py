"""Read the data files of Guild Master: the shipped cards first, then the player's custom ones.

[adventurers.<name>]     an Adventurer replaces its namesake, or another one: instead_of = "…"
[contracts.<name>]       a Contract likewise
[skills.<skill>]         the Upgrade of a skill
[cores.<name>]           stables, mess hall or bar
[prestiges.<name>]       all Prestige Upgrades
[board]                  tracks, bids, teams and Guild names
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from guildhall.core.datafile import OWN, Entry, merged, parts_of, text_of
from guildhall.core.decision import fold
from guildhall.core.errors import BadSetup
from guildhall.core.shapes import (
    CardLanguage,
    Either,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Number,
    Shape,
    Table,
    Text,
    Verbs,
    Word,
)

from .cards import (
    CORES,
    DECK_COUNTS,
    EFFECT_KINDS,
    MOONS,
    RANK_COUNTS,
    RANKS,
    Ability,
    Adventurer,
    Board,
    Box,
    Contract,
    Core,
    Prestige,
    SkillUpgrade,
)
from .language import CHOOSING, DECKS, SKILLS, Effect, Op, details_of, read_effect, words_for

__all__ = ["ADDED_DICE", "PER", "Shelf", "card_language", "pack", "shipped"]

_FILES = ("board.toml", "upgrades.toml", "adventurers.toml", "contracts.toml")

#: Things a Prestige Upgrade may count.
PER = ("contract", "legendary", "hero", "upgrade", "gold", "skill")
LETTERS = "ABCDEF"
TARGET_RANGES = ((6, 12), (13, 20), (21, 30))  # rule 32
TRACK = 16  # maximum length of the Builder Cost Track
ADDED_DICE = 38  # maximum of dice that all cards together add to a check, so that with a team's ten they fit the record

_Card = TypeVar("_Card", Adventurer, Contract)


# --- The tables of a file ---

_NAME = Text("[^\\s,]+( [^\\s,]+)*", "New card")
_PROVENANCE = Text(default=OWN, sample=OWN, about="where the card comes from")
_KNOWN = ListOf(Text(sample="name"), about="what the rulebook tells of the card")
_FAME, _BUILDERS = Number(0, 20), Number(1, 9)


def _effect_shape(place: str, **others: Shape) -> Verbs:
    """Return the shape of an effect in a place, with the other keys of its table."""
    verbs = {}
    for name, (least, most, extra) in words_for(place).items():
        more = {extra: _extra_shape(extra)} if extra else {}
        fields = {name: Number(least, most, nonzero=True), **more, **others}
        verbs[name] = Table(fields, needed=tuple(key for key in fields if key != "skill"))
    return Verbs(place, verbs)


def _extra_shape(extra: str) -> Shape:
    if not details_of(extra):
        return Number(1, 5)
    return Word(details_of(extra), default="any" if extra == "skill" else None)


def _ability(phase: str) -> Shape:
    return _effect_shape(phase, moon=Word(MOONS, about="when it shows"), phase=Word((phase,)))


def _replacing(old: str) -> Text:
    return Text(sample=old, about="the card that this one replaces")


_ADVENTURER = Table(
    {
        "rank": Word(RANKS),
        "team": Word(SKILLS, about="of a Novice"),
        "skills": MapOf(Word(SKILLS), Number(1, 9), least=1),
        "fame": _FAME,
        "ability": Either({"in the Action Phase": _ability("action"), "in the Plot Phase": _ability("plot")}),
        "instead_of": _replacing("Bruna"),
        "provenance": _PROVENANCE,
        "known": _KNOWN,
    },
    needed=("rank", "skills", "fame"),
    begins=("rank", "team", "skills", "fame", "instead_of"),
)
_CONTRACT = Table(
    {
        "deck": Word(DECKS),
        "targets": MapOf(Word(SKILLS), Number(TARGET_RANGES[0][0], TARGET_RANGES[-1][1]), least=1),
        "gold": Number(0, 20),
        "fame": _FAME,
        **{kind: ListOf(_effect_shape(kind), 1, 1 if kind == "boon" else 2) for kind in EFFECT_KINDS},
        "starting": Flag(default=False, about="one of the two Starting Commons"),
        "instead_of": _replacing("Escort Pilgrims"),
        "provenance": _PROVENANCE,
        "known": _KNOWN,
    },
    needed=("deck", "targets", "gold", "fame"),
    begins=("deck", "targets", "gold", "fame", "instead_of"),
    starts={"targets": {"might": 6}},
)
_SKILL = Table(
    {"name": _NAME, "builders": _BUILDERS, "fame": _FAME, "provenance": _PROVENANCE},
    needed=("name", "builders", "fame"),
)
_CORE = Table(
    {
        "values": ListOf(Number(0, 20), 3, 3),
        "builders": ListOf(Number(0, 9), 2, 2),
        "fame": ListOf(_FAME, 2, 2),
        "provenance": _PROVENANCE,
    },
    needed=("values", "builders", "fame"),
)
_PRESTIGE = Table(
    {
        "builders": Number(1, 12),
        "per": Word(PER),
        "every": Number(1, 20),
        "fame": Number(1, 20),
        "provenance": _PROVENANCE,
    },
    needed=("builders", "per", "every", "fame"),
)
_BOARD = Table(
    {
        "costs": ListOf(Number(0, 30), 2, TRACK),
        "minimum": MapOf(Word(tuple(LETTERS)), ListOf(Number(0, 99), 2, 2), needs_all=True),
        "guilds": ListOf(Text(), 4, 4, unique=True),
        "pairs": ListOf(ListOf(Word(SKILLS), 2, 2, unique=True), 3, 3, unique=True),
        "triples": ListOf(ListOf(Word(SKILLS), 3, 3, unique=True), 2, 2, unique=True),
        "provenance": _PROVENANCE,
    },
    needed=("costs", "minimum", "guilds", "pairs", "triples"),
    starts={
        "guilds": ["First", "Second", "Third", "Fourth"],
        "pairs": [list(SKILLS[at : at + 2]) for at in (0, 2, 4)],
        "triples": [list(SKILLS[at : at + 3]) for at in (0, 3)],
    },
)


@dataclass(frozen=True)
class Shelf:
    """The contents of the files read so far. Entries of later files replace those of earlier ones."""

    board: Board | None = None
    adventurers: Mapping[str, Adventurer] = field(default_factory=dict)
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    skills: Mapping[str, SkillUpgrade] = field(default_factory=dict)
    cores: Mapping[str, Core] = field(default_factory=dict)
    prestiges: tuple[Prestige, ...] = ()

    def with_text(self, text: str, file: str) -> Shelf:
        """Return the shelf after reading one more file."""
        shelf = self
        for part, entry in parts_of(text, file, _READERS):
            shelf = _READERS[part](shelf, entry)
        return shelf


def _laid(cards: Mapping[str, _Card], entry: Entry, card: _Card) -> dict[str, _Card]:
    """Return the cards with one more, which replaces its namesake or the card named by `instead_of`."""
    old = entry.text("instead_of", card.name)
    if old not in cards:
        if "instead_of" in entry.table:
            entry.spot.known(old, cards, "card")
        return {**cards, card.name: card}
    return {(card.name if name == old else name): (card if name == old else one) for name, one in cards.items()}


# --- Adventurers ---


def _read_adventurers(shelf: Shelf, entry: Entry) -> Shelf:
    cards = shelf.adventurers
    for name, one in entry.entries():
        one.only(*_ADVENTURER.fields)
        rank = one.word("rank", *RANKS)
        team = one.word("team", *SKILLS) if rank == "novice" else one.word("team", "", default="")
        ability = _read_ability(one.table_of("ability")) if one.has("ability") else None
        skills = _numbers(one.table_of("skills"), SKILLS, most=9)
        fame = _FAME.read(one, "fame")
        card = Adventurer(one.checked_name(name), rank, skills, fame, ability, team, one.provenance, one.texts("known"))
        cards = _laid(cards, one, card)
    return replace(shelf, adventurers=cards)


def _numbers(entry: Entry, words: tuple[str, ...], *, least: int = 1, most: int) -> dict[str, int]:
    """Read a table of numbers by words, with at least one entry."""
    entry.only(*words)
    if not entry.table:
        raise entry.spot.wrong("needs at least one skill")
    return {word: entry.number(word, least=least, most=most) for word in entry.table}


def _read_ability(entry: Entry) -> Ability:
    moon, phase = entry.word("moon", *MOONS), entry.word("phase", "plot", "action")
    return Ability(moon, phase, read_effect(entry, phase, "moon", "phase"))


# --- Contracts ---


def _read_contracts(shelf: Shelf, entry: Entry) -> Shelf:
    cards = shelf.contracts
    for name, one in entry.entries():
        one.only(*_CONTRACT.fields)
        deck = one.word("deck", *DECKS)
        least, most = TARGET_RANGES[DECKS.index(deck)]
        targets = _numbers(one.table_of("targets"), SKILLS, least=least, most=most)
        kind, effects = _read_effects(one, deck)
        gold, fame = _CONTRACT.fields["gold"].read(one, "gold"), _FAME.read(one, "fame")
        sources = (one.provenance, one.texts("known"))
        card = Contract(
            one.checked_name(name), deck, targets, gold, fame, kind, effects, one.flag("starting"), *sources
        )
        cards = _laid(cards, one, card)
    return replace(shelf, contracts=cards)


def _read_effects(entry: Entry, deck: str) -> tuple[str, tuple[Effect, ...]]:
    kinds = [kind for kind in EFFECT_KINDS if entry.has(kind)]
    if not kinds:
        return "", ()
    if len(kinds) > 1:
        raise entry.spot.wrong(f"has {' and '.join(kinds)}, but a Contract has only one kind of effect")
    kind, told = kinds[0], entry.table[kinds[0]]
    if kind == "event" and deck == "common":
        raise entry.spot.wrong("is a Common, but only Heroic and Legendary Contracts have Events")
    most = 1 if kind == "boon" else 2
    if not isinstance(told, list) or not 1 <= len(told) <= most or not all(isinstance(one, dict) for one in told):
        raise entry.spot.wrong(f"{kind} must be a list of 1 to {most} effects, each a table")
    effects = tuple(read_effect(Entry(one, entry.spot), kind) for one in told)
    if sum(effect.op in (*CHOOSING, Op.TRADE) for effect in effects) > 1:
        raise entry.spot.wrong(f"{kind} gives its owner two choices, but at most one is allowed")
    return kind, effects


# --- Upgrades and the board ---


def _read_skills(shelf: Shelf, entry: Entry) -> Shelf:
    skills = dict(shelf.skills)
    for skill, one in entry.entries():
        one.only(*_SKILL.fields)
        entry.spot.known(skill, SKILLS, "skill")
        builders, fame = _BUILDERS.read(one, "builders"), _FAME.read(one, "fame")
        skills[skill] = SkillUpgrade(one.checked_name(one.text("name")), builders, fame, one.provenance)
    return replace(shelf, skills=skills)


def _read_cores(shelf: Shelf, entry: Entry) -> Shelf:
    cores = dict(shelf.cores)
    for name, one in entry.entries():
        one.only(*_CORE.fields)
        most = 20 if entry.spot.known(name, CORES, "Core Upgrade") == "bar" else 4
        values = _list_of(one, "values", 3, most)
        builders, fame = _list_of(one, "builders", 2, 9), _list_of(one, "fame", 2, 20)
        cores[name] = Core(values, builders, fame, one.provenance)  # type: ignore[arg-type]  # lengths are checked
    return replace(shelf, cores=cores)


def _list_of(entry: Entry, key: str, length: int, most: int) -> tuple[int, ...]:
    told = entry.table.get(key)
    if not isinstance(told, list) or len(told) != length:
        raise entry.spot.wrong(f"{key} must be a list of {length} numbers, not {told!r}")
    return tuple(Entry({key: one}, entry.spot).number(key, least=0, most=most) for one in told)


def _read_prestiges(shelf: Shelf, entry: Entry) -> Shelf:
    made = []
    for name, one in entry.entries():
        one.only(*_PRESTIGE.fields)
        numbers = (one.number("every", most=20), one.number("fame", most=20))
        made.append(
            Prestige(
                one.checked_name(name), one.number("builders", most=12), one.word("per", *PER), *numbers, one.provenance
            )
        )
    if len(made) != 6:
        raise entry.spot.wrong(f"expected 6 Prestige Upgrades, found {len(made)}")
    return replace(shelf, prestiges=tuple(made))


def _read_board(shelf: Shelf, entry: Entry) -> Shelf:
    entry.only(*_BOARD.fields)
    told = entry.table.get("costs", [])
    length = len(told) if isinstance(told, list) else 0
    if not 2 <= length <= TRACK:
        raise entry.spot.wrong(f"costs must be a list of 2 to {TRACK} numbers")
    inner = entry.table_of("minimum")
    inner.only(*LETTERS)
    bids = {letter: _list_of(inner, letter, 2, 99) for letter in LETTERS}
    guilds = entry.texts("guilds")
    if len(set(guilds)) != 4 or len(guilds) != 4:
        raise entry.spot.wrong("guilds must be a list of four different names")
    teams = (_teams(entry, "pairs", 3, 2), _teams(entry, "triples", 2, 3))
    board = Board(_list_of(entry, "costs", length, 30), bids, guilds, *teams, entry.provenance)  # type: ignore[arg-type]  # pairs
    return replace(shelf, board=board)


def _teams(entry: Entry, key: str, sets: int, length: int) -> tuple[tuple[str, ...], ...]:
    """Read `sets` groups of `length` skills that together cover all six."""
    told: Any = entry.table.get(key)
    if not isinstance(told, list) or [len(one) for one in told if isinstance(one, list)] != [length] * sets:
        raise entry.spot.wrong(f"{key} must be {sets} lists of {length} skills")
    if sorted(str(skill) for one in told for skill in one) != sorted(SKILLS):
        raise entry.spot.wrong(f"{key} must name every skill once")
    return tuple(map(tuple, told))


_READERS: Mapping[str, Callable[[Shelf, Entry], Shelf]] = {
    "adventurers": _read_adventurers,
    "contracts": _read_contracts,
    "skills": _read_skills,
    "cores": _read_cores,
    "prestiges": _read_prestiges,
    "board": _read_board,
}


def pack(shelf: Shelf) -> Box:
    """Build the box for a game, or raise an error that explains the mismatch.

    >>> len(pack(shipped()).contracts)
    95
    """
    assert shelf.board is not None  # the shipped files have one
    _check_names([*shelf.adventurers, *shelf.contracts, *(one.name for one in shelf.prestiges)])
    adventurers = tuple(one for rank in RANKS for one in shelf.adventurers.values() if one.rank == rank)
    contracts = tuple(one for deck in DECKS for one in shelf.contracts.values() if one.deck == deck)
    for rank, count in zip(RANKS, RANK_COUNTS, strict=True):
        _check_count(sum(one.rank == rank for one in adventurers), count, f"{rank.capitalize()} Adventurers")
    for skill in SKILLS:
        _check_count(sum(one.team == skill for one in adventurers), 4, f"Novices in the team of {skill}")
    for deck, count in zip(DECKS, DECK_COUNTS, strict=True):
        _check_count(sum(one.deck == deck for one in contracts), count, f"{deck.capitalize()} Contracts")
    _check_count(sum(one.starting and one.deck == "common" for one in contracts), 2, "Starting Commons")
    _check_dice(adventurers, contracts)
    return Box(shelf.board, adventurers, contracts, dict(shelf.skills), dict(shelf.cores), shelf.prestiges)


def _check_names(names: list[str]) -> None:
    folded = [fold(name) for name in names]
    for name in names:
        if folded.count(fold(name)) > 1:
            raise BadSetup(f"two cards have the name {name!r}")


def _check_count(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        hint = " (a card with a new name needs instead_of to name the card it replaces)" if found > wanted else ""
        raise BadSetup(f"expected {wanted} {what}, found {found}{hint}")


def _check_dice(adventurers: tuple[Adventurer, ...], contracts: tuple[Contract, ...]) -> None:
    """Check that the dice all cards can add to one check fit into the record of a game."""
    effects = [one.ability.effect for one in adventurers if one.ability]
    effects += [effect for one in contracts for effect in one.effects]
    added = sum(effect.amount for effect in effects if effect.op is Op.ADD_DICE)
    if added > ADDED_DICE:
        raise BadSetup(f"all cards together may add at most {ADDED_DICE} dice to a check, not {added}")


@cache
def shipped() -> Shelf:
    """Return the shelf with the files shipped with the package."""
    shelf = Shelf()
    for name in _FILES:
        shelf = shelf.with_text(text_of(files(__package__) / "data" / name), name)
    return shelf


# --- The card language as data ---


@cache
def card_language() -> CardLanguage:
    """Return the kinds of cards of a file, with their tables."""
    return CardLanguage(
        "guild-master",
        "Guild Master",
        (
            Kind("Adventurer", _ADVENTURER, "adventurers", _NAME),
            Kind("Contract", _CONTRACT, "contracts", _NAME),
            Kind("Skill Upgrade", _SKILL, "skills", Word(SKILLS)),
            Kind("Core Upgrade", _CORE, "cores", Word(CORES)),
            Kind("Prestige Upgrade", _PRESTIGE, "prestiges", _NAME, whole=True),
            Kind("board", _BOARD, "board", single=True),
        ),
        lambda tables: _shipped_tables(),
        _replaced,
        lambda tables, kind, name: {},
    )


@cache
def _shipped_tables() -> dict[str, Any]:
    return merged(files(__package__) / "data" / name for name in _FILES)


def _replaced(tables: Mapping[str, Any], kind: str, name: str) -> str:
    group = {"Adventurer": "adventurers", "Contract": "contracts"}.get(kind, "")
    return str(tables[group][name].get("instead_of", name)) if group else name
