"""Build the deck of a game from sets or a list of professions (rules 5, 23 to 28).

>>> from guildhall.games.guildhall.reading import load_book
>>> deck = build_deck(load_book(), "old-world", players=2)
>>> deck.chapters
('Weaver', 'Dancer', 'Assassin', 'Farmer', 'Trader', 'Historian')
>>> sum(copies for _, copies in deck.vp), deck.warnings, deck.stand_ins
(20, (), ())
>>> build_deck(load_book(), ["old-world", "new-empire"], saga="mega").chapters
('Acrobat', 'Leader', 'Mage', 'Mystic', 'Priest', 'Warrior')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from guildhall.core.errors import BadSetup, short

from .cards import Card, CardSet, House, Master, Profession, Provenance, VPCard, digest
from .language import ARCHETYPES, COLOURS, Effect, Effects, Gain, Lose, Move, Place, Steal
from .reading import CardBook
from .wording import touches

__all__ = ["Deck", "DeckProfession", "build_deck", "build_vp_deck"]

COPIES: Final = 4  # copies of each kind, rule 1
MASTER_COPIES: Final = 5
MOST_PROFESSIONS: Final = 24
HAND: Final = 9  # cards dealt to each player
PLAYERS: Final = range(2, 5)
SAGAS: Final = (None, "mega", "super")


@dataclass(frozen=True, slots=True)
class DeckProfession:
    """A profession of a deck with its shown name and the number of its chapter."""

    shown: str
    profession: Profession
    chapter: int
    copies: int = COPIES


@dataclass(frozen=True)
class Deck:
    """The cards of a game."""

    chapters: tuple[str, ...]  # shown names of professions, or archetypes in a Mega-Saga
    archetypes: tuple[str, ...]  # one for each chapter
    professions: tuple[DeckProfession, ...]
    masters: tuple[tuple[Master, int], ...]  # each with the number of its chapter
    houses: tuple[House, ...]
    vp: tuple[tuple[VPCard, int], ...]  # each with its copies, after the removal for 2 or 3 players
    mistakable: tuple[str, ...] = ()  # names in a list that may be mistaken for other cards, one sentence each

    @property
    def size(self) -> int:
        """The number of profession and Master cards in the deck."""
        coloured = sum(card.copies * len(COLOURS) for card in self.professions)
        return coloured + MASTER_COPIES * len(self.masters)

    @property
    def cards(self) -> tuple[tuple[str, Card], ...]:
        """Every different card by its shown name: professions, Masters, Houses, VP cards."""
        return (
            *((card.shown, card.profession) for card in self.professions),
            *((master.name, master) for master, _ in self.masters),
            *((house.name, house) for house in self.houses),
            *((card.name, card) for card, _ in self.vp),
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Names that may be mistaken, and features that make the deck play worse (rules 23 and 28)."""
        return self.mistakable + _warnings_of(self.archetypes, self.cards)

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The cards of the deck whose printed text is not known and which play by our design."""
        return _stand_ins_among(self.cards)

    @property
    def digest(self) -> str:
        """A hex digest of all cards of the deck as they play."""
        return digest(self.chapters, self.professions, self.masters, self.houses, self.vp)


def build_deck(
    book: CardBook,
    cards: str | Iterable[str] = "old-world",
    *,
    saga: str | None = None,
    masters: bool = False,
    houses: bool = False,
    vp: str | Iterable[str] | Mapping[str, int] | None = None,
    players: int = 2,
) -> Deck:
    """Return the cards of a game, or raise BadSetup with the reason why that is impossible.

    `cards` is a set, a list of sets or a list of professions. `saga` is None, "mega" (one chapter for each archetype)
    or "super" (two or more sets together). `vp` is a set, a list of sets whose VP decks are joined, or a mapping of VP
    cards to copies.  Such copies are used as given, without the removal for 2 or 3 players.
    """
    _check_players(players)
    sets, wanted = _wanted(book, cards)
    _check_saga(saga, sets)
    chapters = _mega_chapters(wanted) if saga == "mega" else tuple(shown for shown, _ in wanted)
    archetypes = chapters if saga == "mega" else tuple(card.archetype for _, card in wanted)
    deck = Deck(
        chapters=chapters,
        archetypes=archetypes,
        professions=_professions(wanted, archetypes, mega=saga == "mega"),
        masters=_masters(book, archetypes) if masters else (),
        houses=tuple(book.houses.values()) if houses else (),
        vp=build_vp_deck(book, vp, sets=() if saga == "mega" else sets, players=players),
        mistakable=() if sets else _mistakable_in(book, wanted),
    )
    _check_size(deck, players)
    return deck


Wanted = tuple[tuple[str, Profession], ...]  # shown name and profession


def _check_players(players: int) -> None:
    if players not in PLAYERS:
        raise BadSetup(f"Guildhall is for {PLAYERS[0]} to {PLAYERS[-1]} players, not {players}")


def _check_saga(saga: str | None, sets: tuple[CardSet, ...]) -> None:
    if saga not in SAGAS:
        raise BadSetup(f"saga must be None, 'mega' or 'super', not {short(saga)}")
    if saga == "super" and len(sets) < 2:
        raise BadSetup("a Super-Sized-Saga needs two or more sets, like ['fellowship', 'alliance']")


def _wanted(book: CardBook, cards: str | Iterable[str]) -> tuple[tuple[CardSet, ...], Wanted]:
    """Return the requested sets (none for a list of professions) and the professions by their shown names."""
    if not isinstance(cards, Iterable):
        raise BadSetup(f"cards must be a set, a list of sets or a list of professions, not {short(cards)}")
    names = (book.card_set(cards).name,) if isinstance(cards, str) else tuple(cards)
    sets = tuple(book.card_set(name) for name in names if book.has_set(name))
    if sets and len(sets) < len(names):
        raise _mixed(book, names)
    wanted = _of_sets(book, sets) if sets else tuple(book.shown(name) for name in names)
    _check_wanted(wanted, sets)
    return sets, _unmistakable(wanted)


def _mixed(book: CardBook, names: Iterable[str]) -> BadSetup:
    """Build the error for a list of sets and something else: a misspelled set, or professions."""
    for name in names:
        if not book.has_set(name) and not book.has_profession(name):
            book.card_set(name)
    return BadSetup(f"cards are sets or professions, not both: {', '.join(names)}")


def _of_sets(book: CardBook, sets: Iterable[CardSet]) -> Wanted:
    pairs = [pair for card_set in sets for pair in card_set.professions]
    return tuple((shown, book.professions[name]) for shown, name in pairs)


def _check_wanted(wanted: Wanted, sets: tuple[CardSet, ...]) -> None:
    if len(wanted) > MOST_PROFESSIONS:
        raise BadSetup(f"a deck has at most {MOST_PROFESSIONS} professions, not {len(wanted)}")
    names = [card.name for _, card in wanted]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice and sets:
        both = " and ".join(card_set.title for card_set in sets)
        raise BadSetup(f"{both} share professions: {', '.join(_as_shown(wanted, name) for name in twice)}")
    if twice:
        raise BadSetup(f"each profession can be in a deck only once: {', '.join(twice)}")


def _as_shown(wanted: Wanted, name: str) -> str:
    """Return a card with all the names it was requested by."""
    return " = ".join(dict.fromkeys(shown for shown, card in wanted if card.name == name))


def _unmistakable(wanted: Wanted) -> Wanted:
    """Use shown names, except where two cards would look alike (two Assassins), which keep their real names."""
    shown = [name for name, _ in wanted]
    return tuple((name if shown.count(name) == 1 else card.name, card) for name, card in wanted)


def _mega_chapters(wanted: Wanted) -> tuple[str, ...]:
    present = {card.archetype for _, card in wanted}
    return tuple(archetype for archetype in ARCHETYPES if archetype in present)


def _professions(wanted: Wanted, archetypes: tuple[str, ...], *, mega: bool) -> tuple[DeckProfession, ...]:
    return tuple(
        DeckProfession(shown, card, archetypes.index(card.archetype) if mega else index)
        for index, (shown, card) in enumerate(wanted)
    )


def _masters(book: CardBook, archetypes: tuple[str, ...]) -> tuple[tuple[Master, int], ...]:
    """Return the Masters whose archetype is in the deck (rule 26)."""
    doubled = sorted({archetype for archetype in archetypes if archetypes.count(archetype) > 1})
    if doubled:
        raise BadSetup(
            f"Chapter Masters need one chapter for each archetype; {', '.join(doubled)} "
            f"{'has' if len(doubled) == 1 else 'have'} more. "
            "Play without them or with saga='mega'"
        )
    at_home = [master for master in book.masters.values() if master.archetype in archetypes]
    return tuple((master, archetypes.index(master.archetype)) for master in at_home)


def _check_size(deck: Deck, players: int) -> None:
    """Check that all players can discard a whole first hand and draw another (rule 7)."""
    needed = HAND * players + HAND
    if deck.size < needed:
        raise BadSetup(f"{players} players need a deck of at least {needed} cards; this one has {deck.size}")


FEWEST_CARDS: Final = 5  # the size of the row
MOST_CARDS: Final = 120  # the decks of four boxes
MOST_KINDS: Final = 48
DEFAULT_SET: Final = "fellowship"  # rule 24a


def build_vp_deck(
    book: CardBook,
    vp: str | Iterable[str] | Mapping[str, int] | None = None,
    *,
    sets: Iterable[CardSet] = (),
    players: int,
) -> tuple[tuple[VPCard, int], ...]:
    """Return the VP cards with their copies, joining the decks of `sets` if `vp` is not given."""
    if isinstance(vp, Mapping):
        copies = Counter({book.vp_card(name): _checked(name, number) for name, number in vp.items()})
    else:
        copies = _joined(book, _decks(book, vp, tuple(sets)), players)
    _check_total(copies)
    return tuple(copies.items())


def _decks(book: CardBook, vp: str | Iterable[str] | None, sets: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    if vp is None:
        return sets or (book.card_set(DEFAULT_SET),)
    if not isinstance(vp, Iterable):
        raise BadSetup(f"vp must be a set, a list of sets or copies of VP cards, not {short(vp)}")
    return tuple(book.card_set(name) for name in ((vp,) if isinstance(vp, str) else vp))


def _joined(book: CardBook, decks: Iterable[CardSet], players: int) -> Counter[VPCard]:
    """Join the decks, applying the removal to each of them (rule 24a)."""
    copies: Counter[VPCard] = Counter()
    for deck in decks:
        for name in deck.vp:
            card = book.vp[name]
            copies[card] += card.copies - (_removed(card) if players < 4 else 0)
    return +copies


def _removed(card: VPCard) -> int:
    """Count the copies that stay in the box for 2 or 3 players: two of the 5-point cards, one of the others."""
    return 2 if card.points == 5 else 1


def _checked(name: str, copies: object) -> int:
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= MOST_CARDS:
        raise BadSetup(f"copies of the VP card '{name}' must be a number from 1 to {MOST_CARDS}, not {short(copies)}")
    return copies


def _check_total(copies: Counter[VPCard]) -> None:
    if not FEWEST_CARDS <= copies.total() <= MOST_CARDS:
        raise BadSetup(f"a VP deck has {FEWEST_CARDS} to {MOST_CARDS} cards, not {copies.total()}")
    if len(copies) > MOST_KINDS:
        raise BadSetup(f"a VP deck has at most {MOST_KINDS} different cards, not {len(copies)}")


# --- Information for players before the game: warnings (rule 28) and stand-ins ---

Named = tuple[str, Card]  # a card with its shown name


def _warnings_of(archetypes: Iterable[str], cards: Iterable[Named]) -> tuple[str, ...]:
    """Return one sentence for each feature that makes a deck play worse."""
    cards = tuple(cards)
    missing = [archetype for archetype in ARCHETYPES if archetype not in set(archetypes)]
    wanting = (
        *(f"No {archetype} is in the deck." for archetype in missing),
        _unfed(cards, _takes_discards, _feeds_discards, "puts cards on the discard pile", "take from it"),
        _unfed(cards, _takes_tokens, _makes_tokens, "makes VP tokens", "take them from players"),
    )
    return tuple(sentence for sentence in wanting if sentence)


def _mistakable_in(book: CardBook, wanted: Iterable[tuple[str, Profession]]) -> tuple[str, ...]:
    """Explain names that another set, the one the other names come from, shows on a different card (rule 23)."""
    wanted = tuple(wanted)
    sentences = (_mistaken(book, card_set, shown, wanted) for card_set in book.sets.values() for shown, _ in wanted)
    return tuple(sentence for sentence in sentences if sentence)


def _mistaken(book: CardBook, card_set: CardSet, shown: str, wanted: tuple[tuple[str, Profession], ...]) -> str:
    """Return a sentence if a list uses the names of this set, but one of them refers to a different card."""
    names, cards = dict(card_set.professions), dict(wanted)
    other, card = names.get(shown), cards[shown]
    is_named_so = any(name != each.name and names.get(name) == each.name for name, each in wanted)
    if not is_named_so or other is None or other in [each.name for each in cards.values()]:
        return ""
    homes = " and ".join(book.sets[name].title for name in card.sets) or "your own cards"
    return f"'{shown}' is the card of {homes} here; for the {shown} of {card_set.title} write '{other}'."


def _stand_ins_among(cards: Iterable[Named]) -> tuple[str, ...]:
    """Return the cards of our design, with their tiers if only some of them are."""
    return tuple(name for shown, card in cards if (name := _stand_in(shown, card)))


def _stand_in(shown: str, card: Card) -> str:
    if not isinstance(card, Profession | Master):
        return shown if card.provenance is Provenance.STAND_IN else ""
    ours = [str(tier.number) for tier in card.tiers if tier.provenance is Provenance.STAND_IN]
    if len(ours) == len(card.tiers):
        return shown
    return f"{shown} (tier {', '.join(ours)})" if ours else ""


def _unfed(
    cards: tuple[Named, ...],
    takes: Callable[[Effect], bool],
    feeds: Callable[[Effect], bool],
    feeding: str,
    taking: str,
) -> str:
    """Return a warning if some cards depend on something that no card of the deck provides."""
    takers = [shown for shown, card in cards if any(map(takes, _effects(card)))]
    fed = any(any(map(feeds, _effects(card))) for _, card in cards)
    return "" if fed or not takers else f"No card {feeding}, but these {taking}: {', '.join(takers)}."


def _effects(card: Card) -> Effects:
    if isinstance(card, Profession | Master):
        return tuple(effect for tier in card.tiers for effect in tier.effects)
    return card.effects


def _takes_discards(effect: Effect) -> bool:
    return Place.DISCARD_PILE in touches(effect)[0]


def _feeds_discards(effect: Effect) -> bool:
    # A swap with the pile leaves its size unchanged: it depends on the pile and does not feed it.
    return isinstance(effect, Move) and Place.DISCARD_PILE in touches(effect)[1]


def _takes_tokens(effect: Effect) -> bool:
    return isinstance(effect, Steal | Lose)


def _makes_tokens(effect: Effect) -> bool:
    return isinstance(effect, Gain)
