"""A deck as a reader puts it together: from which cards, what is chosen, what comes of it, the code of such a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import guildhall as gh
from guildhall.core.errors import BadSetup, GuildhallError, short
from guildhall.games import read_own_files, rules_for

__all__ = ["Built", "Catalogue", "Choice", "Offered", "built", "catalogue", "code"]

# --- All cards a deck can be built from, as the sets have them ---

GAME = "guildhall"
FULL_TABLE = 4  # players for whom no VP card stays in the box


@dataclass(frozen=True)
class Offered:
    """A profession; `shown` are its names on the cards of sets that call it otherwise."""

    name: str
    archetype: str
    stand_in: str  # "", "stand-in" or "stand-in in part"
    card: Any
    shown: Mapping[str, str]  # by set


@dataclass(frozen=True)
class Catalogue:
    """Everything by name; `sets` are pairs of shown name and profession, `vp_decks` VP cards with their copies."""

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
        """The profession, Master, House or VP card of that name.

        >>> catalogue().card("Monk").archetype
        'Mystic'
        """
        others = {card.name: card for card in (*self.masters, *self.houses)} | dict(self.vp)
        known = {name: each.card for name, each in self.professions.items()} | others
        if name not in known:
            raise BadSetup(f"no card is called {short(name)}")
        return known[name]

    def written(self, shown: str, profession: str) -> str:
        """How a list of professions names one: as it is shown, unless another profession has that name.

        >>> catalogue().written("Weaver", "Monk"), catalogue().written("Assassin", "Fighter")
        ('Weaver', 'Fighter')
        """
        return profession if shown != profession and shown in self.professions else shown


def catalogue(card_files: Iterable[str] = (), also: Iterable[str] = ()) -> Catalogue:
    """The shipped cards with those of own files over them; `also` are own professions that no set has."""
    return _catalogue(tuple(map(str, card_files)), tuple(also))


@lru_cache(maxsize=4)
def _catalogue(card_files: tuple[str, ...], also: tuple[str, ...]) -> Catalogue:
    titles = gh.games()[GAME]["sets"]
    decks = {name: _deck(card_files, cards=name) for name in titles}
    full = _deck(card_files, cards="fellowship", masters=True, houses=True)
    own = _deck(card_files, cards=[*also, *_fillers(decks["fellowship"], also)]).professions if also else ()
    sets = {
        name: tuple((each.shown, each.profession.name) for each in deck.professions) for name, deck in decks.items()
    }
    vp_decks = {name: {card.name: copies for card, copies in deck.vp} for name, deck in decks.items()}
    cards = {each.profession.name: each.profession for deck in decks.values() for each in deck.professions}
    cards |= {each.profession.name: each.profession for each in own}
    return Catalogue(
        professions={name: _offered(card, sets) for name, card in cards.items()},
        sets=sets,
        titles=titles,
        masters=tuple(master for master, _ in full.masters),
        houses=full.houses,
        vp={card.name: card for deck in decks.values() for card, _ in deck.vp},
        vp_decks={name: vp_decks[name] for name in _different(vp_decks)},
    )


def _different(decks: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Of decks that are alike the last: the old sets have their VP deck from a later one."""
    return list({tuple(sorted(copies.items())): name for name, copies in decks.items()}.values())


def _deck(card_files: tuple[str, ...], **options: Any) -> Any:
    given = read_own_files(GAME, {**options, "players": FULL_TABLE, "card_files": card_files})
    rules: Any = rules_for(GAME, given)
    return rules.deck


def _fillers(deck: Any, also: tuple[str, ...]) -> list[str]:
    """Professions that make a deck of some own ones large enough."""
    return [each.shown for each in deck.professions if each.shown not in also]


def _offered(card: Any, sets: Mapping[str, tuple[tuple[str, str], ...]]) -> Offered:
    ours = [tier.provenance == "stand-in" for tier in card.tiers]
    shown = {name: other for name, pairs in sets.items() for other, own in pairs if own == card.name and other != own}
    mark = "stand-in" if all(ours) else "stand-in in part"
    return Offered(card.name, card.archetype, mark if any(ours) else "", card, shown)


# --- The deck ---

MOST_SETS = 4  # 24 professions
CHANGED = ("saga", "masters", "houses", "rules", "target", "vp")  # options that can be changed besides the cards


@dataclass(frozen=True)
class Choice:
    """Professions by name, each with the name it is shown by, and the other options of a game."""

    picks: Mapping[str, str]
    players: int | tuple[str, ...] = 2
    saga: str | None = None
    masters: bool = False
    houses: bool = False
    rules: str = "advanced"
    target: int = 20
    vp: str | tuple[str, ...] | Mapping[str, int] | None = None
    others: Mapping[str, Any] = field(default_factory=dict)  # options that nobody changes here

    @classmethod
    def of(cls, picks: Mapping[str, str], players: int | tuple[str, ...], options: Mapping[str, Any]) -> Choice:
        """A choice to begin with, from the options of a game."""
        known = {name: value for name, value in options.items() if name in CHANGED}
        others = {name: value for name, value in options.items() if name not in CHANGED}
        return cls(picks, players, others=others, **known)

    # --- Changing it ---

    def with_profession(self, name: str, book: Catalogue) -> Choice:
        """With the profession if it was not in, without it if it was."""
        if name not in book.professions:
            raise BadSetup(f"no profession is called {short(name)}")
        if name in self.picks:
            return replace(self, picks={each: shown for each, shown in self.picks.items() if each != name})
        return replace(self, picks={**self.picks, name: name})

    def with_set(self, name: str, book: Catalogue) -> Choice:
        """With all professions of a set under its names if one was missing, without them if all were in."""
        if name not in book.sets:
            raise BadSetup(f"there is no set {short(name)}; the sets are {', '.join(book.sets)}")
        of_set = {profession: shown for shown, profession in book.sets[name]}
        if self.has_set(name, book):
            return replace(self, picks={each: shown for each, shown in self.picks.items() if each not in of_set})
        return replace(self, picks={**self.picks, **of_set})

    def with_copies(self, card: str, change: int, book: Catalogue) -> Choice:
        """With more or fewer copies of a VP card, in a VP deck that is put together card by card."""
        if card not in book.vp or not isinstance(self.vp, Mapping):
            raise BadSetup(f"there is no VP card {short(card)} to be counted here")
        copies = {**self.vp, card: max(0, self.vp.get(card, 0) + change)}
        return replace(self, vp={name: number for name, number in copies.items() if number})

    # --- Reading it ---

    def has_set(self, name: str, book: Catalogue) -> bool:
        """Whether all professions of a set are in, under its names."""
        return all(self.picks.get(profession) == shown for shown, profession in book.sets[name])

    def cards(self, book: Catalogue) -> str | list[str]:
        """A set, a list of sets, or a list of professions."""
        sets = self._covering_sets(book)
        if sets:
            return sets[0] if len(sets) == 1 else sets
        return [book.written(shown, profession) for profession, shown in self.picks.items()]

    def _covering_sets(self, book: Catalogue) -> list[str]:
        """The sets that make up all picks without overlap, or none."""
        inside = [name for name in book.sets if self.has_set(name, book)]
        for count in range(1, MOST_SETS + 1):
            for sets in combinations(inside, count):
                professions = [profession for name in sets for _, profession in book.sets[name]]
                if len(professions) == len(self.picks) and set(professions) == set(self.picks):
                    return list(sets)
        return []

    def options(self, book: Catalogue) -> dict[str, Any]:
        """The options of a new game; those that are as always are left out."""
        usual = Choice({})
        changed = {name: getattr(self, name) for name in CHANGED if getattr(self, name) != getattr(usual, name)}
        return {"cards": self.cards(book), "players": _plain(self.players), **changed, **self.others}


def _plain(players: int | tuple[str, ...]) -> int | list[str]:
    return players if isinstance(players, int) else list(players)


# --- What comes of it: a deck with its warnings, or the reason why there can be none ---


@dataclass(frozen=True)
class Built:
    """A choice with its options; `problem` is empty if a game can be played with it."""

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
    """The deck of a choice, or why there is none.

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
    """A deck in a few words."""
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
    """The line of Python that begins a game with these options.

    >>> print(code({"cards": "old-world", "players": 3}))
    game = gh.new_game("guildhall", cards="old-world", players=3)
    """
    arguments = ", ".join(f"{name}={_literal(value)}" for name, value in options.items())
    return f'game = gh.new_game("guildhall", {arguments})'


def _literal(value: Any) -> str:
    """A value as Python source with double quotes, as the rest of the documentation writes it."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return repr(value)
