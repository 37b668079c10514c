"""The VP deck of a game: that of its sets or another one, less what 2 or 3 players leave out (rule 5).

>>> from guildhall.games.guildhall.cards import load_book
>>> [(card.name, copies) for card, copies in build_vp_deck(load_book(), {"5": 6, "9": 2}, players=2)]
[('5', 6), ('9', 2)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from guildhall.core.errors import BadSetup
from guildhall.games.guildhall.cards import CardBook, CardSet, VPCard

__all__ = ["build_vp_deck"]

FEWEST_CARDS: Final = 5  # the row
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
    """The VP cards with their copies; `sets` are those whose decks are joined if `vp` says nothing."""
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
        raise BadSetup(f"vp is a set, a list of sets or copies of VP cards, not {vp!r}")
    return tuple(book.card_set(name) for name in ((vp,) if isinstance(vp, str) else vp))


def _joined(book: CardBook, decks: Iterable[CardSet], players: int) -> Counter[VPCard]:
    """The decks together; the removal applies to each of them (rule 24a)."""
    copies: Counter[VPCard] = Counter()
    for deck in decks:
        for name in deck.vp:
            card = book.vp[name]
            copies[card] += card.copies - (_removed(card) if players < 4 else 0)
    return +copies


def _removed(card: VPCard) -> int:
    """Copies that stay in the box for 2 or 3 players: two of the 5-point cards, one of the others."""
    return 2 if card.points == 5 else 1


def _checked(name: str, copies: object) -> int:
    if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= MOST_CARDS:
        raise BadSetup(f"copies of the VP card '{name}' are a number from 1 to {MOST_CARDS}, not {copies!r}")
    return copies


def _check_total(copies: Counter[VPCard]) -> None:
    if not FEWEST_CARDS <= copies.total() <= MOST_CARDS:
        raise BadSetup(f"a VP deck has {FEWEST_CARDS} to {MOST_CARDS} cards, not {copies.total()}")
    if len(copies) > MOST_KINDS:
        raise BadSetup(f"a VP deck has at most {MOST_KINDS} different cards, not {len(copies)}")
