"""The cards as frozen objects: professions, Chapter Masters, Master Houses, VP cards and sets."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from enum import StrEnum

from .language import Effect, Effects

__all__ = ["Card", "CardSet", "House", "Master", "Profession", "Provenance", "Tier", "VPCard", "digest"]


class Provenance(StrEnum):
    """The source of a card's text."""

    RULEBOOK = "rulebook"
    PUBLISHER = "publisher"
    REVIEW = "review"
    STAND_IN = "stand-in"  # our design, because the printed card is not known
    OWN_FILE = "own file"


@dataclass(frozen=True, slots=True)
class Tier:
    """An ability that needs `number` cards of the chapter in the player's guildhall."""

    number: int
    effects: Effects
    provenance: Provenance
    source: str


@dataclass(frozen=True, slots=True)
class Profession:
    """A profession: four copies in each of five colours."""

    name: str
    archetype: str
    tiers: tuple[Tier, ...]  # by number, lowest first
    provenance: Provenance
    source: str
    note: str = ""
    hint: str = ""  # what is known of the printed card, if ours is a stand-in
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Master:
    """A Chapter Master: five copies without colour, at home in the chapter of its archetype."""

    name: str
    archetype: str
    tiers: tuple[Tier, ...]
    provenance: Provenance
    source: str
    note: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """A Master House under a slot of the VP row, usable if a chapter of one of its archetypes was spent."""

    name: str
    archetypes: tuple[str, ...]
    effects: Effects
    provenance: Provenance
    source: str
    note: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class VPCard:
    """A VP card, whose name begins with its points and whose cost is a number of completed chapters."""

    name: str
    points: int
    cost: int
    copies: int
    effects: Effects
    provenance: Provenance
    source: str
    note: str = ""
    hint: str = ""
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSet:
    """A published set: professions under the names shown on its cards, and a VP deck."""

    name: str
    title: str
    professions: tuple[tuple[str, str], ...]  # (shown name, profession)
    vp: tuple[str, ...]  # names of VP cards, each with all its copies


Card = Profession | Master | House | VPCard

# Changing the source of a text, or a note about it, does not change the game.
UNPLAYED = frozenset({"provenance", "source", "note", "hint", "sets"})


def digest(*things: object) -> str:
    """Return a hex digest of everything that matters in play, the same on every machine.

    >>> digest(("Monk", 1)) == digest(("Monk", 1)), digest(("Monk", 1)) == digest(("Monk", 2))
    (True, False)
    """
    text = json.dumps([_plain(thing) for thing in things], ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(thing: object) -> object:
    match thing:
        case None | bool() | int() | str():
            return thing
        case tuple() | list():
            return [_plain(part) for part in thing]
        case _:
            return _plain_fields(thing)


def _plain_fields(thing: object) -> dict[str, object]:
    names = [field.name for field in fields(thing) if field.name not in UNPLAYED]  # type: ignore[arg-type]  # only dataclasses get here
    plain: dict[str, object] = {name: _plain(getattr(thing, name)) for name in names}
    if isinstance(thing, Effect):
        plain["effect"] = type(thing).__name__
    return plain
