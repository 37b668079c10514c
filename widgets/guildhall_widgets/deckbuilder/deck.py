"""The deck under construction: available cards, the current choice, the resulting deck and its code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import guildhall as gh
from guildhall.core.errors import BadSetup, GuildhallError, short
from guildhall.games import read_own_files, rules_for
from guildhall.games.guildhall.settings import GuildhallSettings, book_of

__all__ = ["Built", "Catalogue", "Choice", "Offered", "built", "catalogue", "code"]

# --- The cards available for a deck, as the sets contain them ---

GAME = "guildhall"


@dataclass(frozen=True)
class Offered:
    """A profession. `shown` holds its names in sets that rename it."""

    name: str
    archetype: str
    stand_in: str  # "", "stand-in" or "stand-in in part"
    card: Any
    shown: Mapping[str, str]  # by set


@dataclass(frozen=True)
class Catalogue:
    """All cards by name. `sets` holds pairs of shown name and profession, `vp_decks` VP cards with their copies."""

    professions: Mapping[str, Offered]
    sets: Mapping[str, tuple[tuple[str, str], ...]]
    titles: Mapping[str, str]
    masters: tuple[Any, ...]
    houses: tuple[Any, ...]
    vp: Mapping[str, Any]
    vp_decks: Mapping[str, Mapping[str, int]]

    @property
    def archetypes(self) -> dict[str, list[Offered]]:
        """The professions by archetype, both in alphabetical order."""
        groups: dict[str, list[Offered]] = {}
        for offered in sorted(self.professions.values(), key=lambda each: (each.archetype, each.name)):
            groups.setdefault(offered.archetype, []).append(offered)
        return groups

    def card(self, name: str) -> Any:
        """Return the profession, Master, House or VP card with this name.

        >>> catalogue().card("Monk").archetype
        'Mystic'
        """
        others = {card.name: card for card in (*self.masters, *self.houses)} | dict(self.vp)
        known = {name: each.card for name, each in self.professions.items()} | others
        if name not in known:
            raise BadSetup(f"unknown card {short(name)}")
        return known[name]

    def sets_among(self, names: str | Iterable[str]) -> list[str]:
        """Return the sets among these names or titles.

        >>> catalogue().sets_among(["The Gathering", "Monk"])
        ['gathering']
        """
        meant = {each.casefold() for each in ((names,) if isinstance(names, str) else names)}
        return [name for name, title in self.titles.items() if meant & {name.casefold(), title.casefold()}]

    def written(self, shown: str, profession: str) -> str:
        """Return the name of a profession in a list: its shown name, unless that is another profession's name.

        >>> catalogue().written("Weaver", "Monk"), catalogue().written("Assassin", "Fighter")
        ('Weaver', 'Fighter')
        """
        return profession if shown != profession and shown in self.professions else shown


def catalogue(card_files: Iterable[str] = ()) -> Catalogue:
    """Return the shipped cards and sets, overridden by those of custom card files."""
    given = read_own_files(GAME, {"card_files": tuple(map(str, card_files))})
    return _catalogue(tuple((name, text) for name, text in given["card_texts"]))


@lru_cache(maxsize=4)
def _catalogue(texts: tuple[tuple[str, str], ...]) -> Catalogue:
    book = book_of(GuildhallSettings.settle({"card_texts": texts}))
    sets = {name: each.professions for name, each in book.sets.items()}
    vp_decks = {name: {card: book.vp[card].copies for card in each.vp} for name, each in book.sets.items()}
    return Catalogue(
        professions={name: _offered(card, sets) for name, card in book.professions.items()},
        sets=sets,
        titles={name: each.title for name, each in book.sets.items()},
        masters=tuple(book.masters.values()),
        houses=tuple(book.houses.values()),
        vp=book.vp,
        vp_decks={name: vp_decks[name] for name in _different(vp_decks)},
    )


def _different(decks: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Drop duplicate decks and keep the last shipped one: the old sets use the VP deck of a later set."""
    shipped, found = gh.list_games()[GAME]["sets"], dict[tuple[tuple[str, int], ...], str]()
    for name, copies in decks.items():
        alike = tuple(sorted(copies.items()))
        if name in shipped or alike not in found:
            found[alike] = name
    return list(found.values())


def _offered(card: Any, sets: Mapping[str, tuple[tuple[str, str], ...]]) -> Offered:
    ours = [tier.provenance == "stand-in" for tier in card.tiers]
    shown = {name: other for name, pairs in sets.items() for other, own in pairs if own == card.name and other != own}
    mark = "stand-in" if all(ours) else "stand-in in part"
    return Offered(card.name, card.archetype, mark if any(ours) else "", card, shown)


# --- The deck ---

MOST_SETS = 4  # 24 professions
CHANGED = ("saga", "masters", "houses", "rules", "target", "vp")  # options that can be changed in addition to the cards


@dataclass(frozen=True)
class Choice:
    """Professions by name with their shown names, and the other options of a game."""

    picks: Mapping[str, str]
    players: int | tuple[str, ...] = 2
    saga: str | None = None
    masters: bool = False
    houses: bool = False
    rules: str = "advanced"
    target: int = 20
    vp: str | tuple[str, ...] | Mapping[str, int] | None = None
    others: Mapping[str, Any] = field(default_factory=dict)  # options that cannot be changed here
    named: tuple[str, ...] = ()  # sets requested by name, since another set may have the same professions

    @classmethod
    def of(
        cls, picks: Mapping[str, str], players: int | tuple[str, ...], options: Mapping[str, Any], *named: str
    ) -> Choice:
        """Build the initial choice from the options of a game and the sets it names."""
        known = {name: value for name, value in options.items() if name in CHANGED}
        others = {name: value for name, value in options.items() if name not in CHANGED}
        return cls(picks, players, others=others, named=named, **known)

    # --- Changes ---

    def with_profession(self, name: str, book: Catalogue) -> Choice:
        """Return the choice with this profession added, or removed if it was included."""
        if name not in book.professions:
            raise BadSetup(f"unknown profession {short(name)}")
        if name in self.picks:
            return replace(self, picks={each: shown for each, shown in self.picks.items() if each != name})
        return replace(self, picks={**self.picks, name: name})

    def with_set(self, name: str, book: Catalogue) -> Choice:
        """Return the choice with all professions of a set under its names, or without them if it had all of them."""
        if name not in book.sets:
            raise BadSetup(f"unknown set {short(name)}; expected one of {', '.join(book.sets)}")
        of_set = {profession: shown for shown, profession in book.sets[name]}
        if self.has_set(name, book):
            return replace(self, picks={each: shown for each, shown in self.picks.items() if each not in of_set})
        return replace(self, picks={**self.picks, **of_set}, named=(*self.named, name))

    def with_copies(self, card: str, change: int, book: Catalogue) -> Choice:
        """Return the choice with more or fewer copies of a VP card in a custom VP deck."""
        if card not in book.vp or not isinstance(self.vp, Mapping):
            raise BadSetup(f"cannot change the copies of {short(card)} here")
        copies = {**self.vp, card: max(0, self.vp.get(card, 0) + change)}
        return replace(self, vp={name: number for name, number in copies.items() if number})

    # --- Queries ---

    def has_set(self, name: str, book: Catalogue) -> bool:
        """Return whether all professions of a set are included under its names."""
        return all(self.picks.get(profession) == shown for shown, profession in book.sets[name])

    def cards(self, book: Catalogue) -> str | list[str]:
        """Return the cards as a set, a list of sets or a list of professions."""
        sets = self._covering_sets(book)
        if sets:
            return sets[0] if len(sets) == 1 else sets
        return [book.written(shown, profession) for profession, shown in self.picks.items()]

    def _covering_sets(self, book: Catalogue) -> list[str]:
        """Return the sets that make up all picks without overlap, or an empty list."""
        by_choice = sorted(book.sets, key=lambda name: name not in self.named)
        inside = [name for name in by_choice if self.has_set(name, book)]
        for count in range(1, MOST_SETS + 1):
            for sets in combinations(inside, count):
                professions = [profession for name in sets for _, profession in book.sets[name]]
                if len(professions) == len(self.picks) and set(professions) == set(self.picks):
                    return list(sets)
        return []

    def options(self, book: Catalogue) -> dict[str, Any]:
        """Return the options of a new game, omitting those at their defaults."""
        usual = Choice({})
        changed = {name: getattr(self, name) for name in CHANGED if getattr(self, name) != getattr(usual, name)}
        return {"cards": self.cards(book), "players": _plain(self.players), **changed, **self.others}


def _plain(players: int | tuple[str, ...]) -> int | list[str]:
    return players if isinstance(players, int) else list(players)


# --- The resulting deck with its warnings, or the reason why it cannot be built ---


@dataclass(frozen=True)
class Built:
    """A choice with its options. `problem` is empty if a game can be played with it."""

    choice: Choice
    options: Mapping[str, Any]
    title: str
    problem: str = ""
    warnings: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    size: int = 0
    chapters: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    vp: Mapping[str, int] | None = None


def built(choice: Choice, book: Catalogue, card_files: tuple[str, ...] = ()) -> Built:
    """Build the deck of a choice, or state why that is impossible.

    >>> choice = Choice({}).with_profession("Monk", catalogue())
    >>> built(choice, catalogue()).problem
    '2 players need a deck of at least 27 cards; this one has 20'
    """
    options = choice.options(book)
    if card_files:
        options["card_files"] = list(card_files)
    title = _title(choice, options, book)
    try:
        rules: Any = rules_for(GAME, read_own_files(GAME, options))
    except GuildhallError as error:
        return Built(choice, options, title, problem=str(error))
    deck = rules.deck
    return Built(
        choice,
        options,
        title,
        warnings=deck.warnings,
        stand_ins=deck.stand_ins,
        size=deck.size,
        chapters=deck.chapters,
        masters=tuple(master.name for master, _ in deck.masters),
        vp={card.name: copies for card, copies in deck.vp},
    )


def _title(choice: Choice, options: Mapping[str, Any], book: Catalogue) -> str:
    cards = options["cards"]
    names = [cards] if isinstance(cards, str) else cards
    whole = [book.titles[name] for name in names if name in book.titles]
    what = " and ".join(whole) if whole else f"{len(names)} profession{'' if len(names) == 1 else 's'}"
    players = choice.players if isinstance(choice.players, int) else len(choice.players)
    extras = {"Mega-Saga": choice.saga == "mega", "Super-Sized-Saga": choice.saga == "super"}
    extras |= {"Masters": choice.masters, "Houses": choice.houses}
    return ", ".join([what, *(name for name, wanted in extras.items() if wanted), f"{players} players"])


# --- Its code ---


def code(options: Mapping[str, Any]) -> str:
    """Return the line of Python that starts a game with these options.

    >>> print(code({"cards": "old-world", "players": 3}))
    game = gh.new_game("guildhall", cards="old-world", players=3)
    """
    arguments = ", ".join(f"{name}={_literal(value)}" for name, value in options.items())
    return f'game = gh.new_game("guildhall", {arguments})'


def _literal(value: Any) -> str:
    """Return a value as Python source with double quotes, like the rest of the documentation."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return repr(value)
