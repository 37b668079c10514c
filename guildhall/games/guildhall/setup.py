"""The options of a game of Guildhall (rule 29): checked, put into one plain form, turned into a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guildhall.core.errors import BadSetup, did_you_mean, nearest
from guildhall.core.options import check_number, file_texts, player_names, stored_texts

from .cards import CardBook, load_book
from .deck import Deck, build_deck

__all__ = ["OPTIONS", "Setup", "deck_of", "settle_options"]

#: Every option of `gh.new_game("guildhall", …)` with what it means.
OPTIONS: dict[str, str] = {
    "cards": "a set, a list of sets, or a list of professions",
    "players": "2 to 4, or the players' names",
    "saga": "None, 'mega' (one chapter an archetype) or 'super' (several sets together)",
    "masters": "True adds the Chapter Masters",
    "houses": "True adds the Master Houses",
    "rules": "'advanced' or 'basic': how often a chapter may be played in a turn",
    "target": "VP that win, 20 unless told otherwise",
    "first": "the seat that begins (from 0), or None: drawn from the seed",
    "reshuffle_keeps_top": "True: a reshuffle leaves the top card of the discard pile (basic manual)",
    "turn_limit": "turns after which the game ends unfinished, 1000 unless told otherwise; None: no limit",
    "vp": "whose VP deck: a set, a list of sets, or {card: copies}",
    "card_files": "TOML files of your own that overrule or add cards",
}
_RULES = ("advanced", "basic")

#: Rarely (once in a quarter of a million games of greedy bots) every card outside the halls would duplicate in the
#: hall of its holder, and nobody can do anything but refresh: without a limit such a game never ends.
TURN_LIMIT = 1000


@dataclass(frozen=True)
class Setup:
    """The settled options; `as_dict` is what a record stores and what `rules_for` takes back."""

    cards: str | tuple[str, ...]
    players: tuple[str, ...]
    saga: str | None
    masters: bool
    houses: bool
    rules: str
    target: int
    first: int | None
    reshuffle_keeps_top: bool
    turn_limit: int | None
    vp: Any
    card_texts: tuple[tuple[str, str], ...]  # own card files: name and text, so that a record needs no file

    def as_dict(self) -> dict[str, Any]:
        """Plain enough for JSON."""
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        plain["cards"] = self.cards if isinstance(self.cards, str) else list(self.cards)
        plain["players"] = list(self.players)
        plain["card_texts"] = [list(pair) for pair in self.card_texts]
        return plain


def settle_options(
    *,
    cards: str | Iterable[str] = "old-world",
    players: int | Iterable[str] = 2,
    saga: str | None = None,
    masters: bool = False,
    houses: bool = False,
    rules: str = "advanced",
    target: int = 20,
    first: int | None = None,
    reshuffle_keeps_top: bool = False,
    turn_limit: int | None = TURN_LIMIT,
    vp: str | Iterable[str] | Mapping[str, int] | None = None,
    card_files: Iterable[str | Path] = (),
    card_texts: Iterable[tuple[str, str]] = (),
    **unknown: Any,
) -> Setup:
    """Check the options one by one, or raise BadSetup."""
    for name in unknown:
        close = did_you_mean(nearest(name, OPTIONS))
        raise BadSetup(f"Guildhall has no option {name!r}{close or '; its options are ' + ', '.join(OPTIONS)}")
    names = player_names(players, title="Guildhall", low=2, high=4)
    for name, value in (
        ("masters", masters),
        ("houses", houses),
        ("reshuffle_keeps_top", reshuffle_keeps_top),
    ):
        if not isinstance(value, bool):
            raise BadSetup(f"{name} must be True or False, not {value!r}")
    if rules not in _RULES:
        raise BadSetup(f"rules must be 'advanced' or 'basic', not {rules!r}")
    check_number("target", target, 1, 1000)
    if turn_limit is not None:
        check_number("turn_limit", turn_limit, 1, 1_000_000)
    if first is not None:
        check_number("first", first, 0, len(names) - 1)
    return Setup(
        cards=_cards(cards),
        players=names,
        saga=saga,
        masters=masters,
        houses=houses,
        rules=rules,
        target=target,
        first=first,
        reshuffle_keeps_top=reshuffle_keeps_top,
        turn_limit=turn_limit,
        vp=_plain_vp(vp),
        card_texts=(*file_texts(card_files), *stored_texts(card_texts)),
    )


def _cards(cards: object) -> str | tuple[str, ...]:
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Iterable):
        names = tuple(cards)
        if all(isinstance(name, str) for name in names):
            return names
    raise BadSetup(f"cards must be the name of a set or a list of names, not {cards!r}")


def _plain_vp(vp: Any) -> Any:
    if vp is None or isinstance(vp, str):
        return vp
    if not isinstance(vp, Iterable):
        raise BadSetup(f"vp must be a set, a list of sets, or a dict of cards and copies, not {vp!r}")
    return dict(vp) if isinstance(vp, Mapping) else list(vp)


def book_of(setup: Setup) -> CardBook:
    """The shipped cards with the player's own on top."""
    book = load_book()
    for name, text in setup.card_texts:
        book = book.with_text(text, file=name)
    return book


def deck_of(setup: Setup) -> Deck:
    """The deck that the options describe."""
    return build_deck(
        book_of(setup),
        setup.cards,
        saga=setup.saga,
        masters=setup.masters,
        houses=setup.houses,
        vp=setup.vp,
        players=len(setup.players),
    )
