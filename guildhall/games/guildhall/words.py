"""The words of Guildhall: prompts, phrases, places on the table, reasons why an option is not legal, and hints.

Hints name the tiers each card reaches, the needs of the next tier, and the progress of the chapters. They use only
what the seat may know: its hand and everything that lies open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from guildhall.core.decision import Event, Option, Outcome, fold
from guildhall.core.game import Game
from guildhall.core.rules import State, Words
from guildhall.core.typed import number_within, whole_number

from .cards import Master, Profession, VPCard
from .engine.state import (
    AREA,
    AREA_OF,
    BIT,
    COLOURS,
    DECK,
    FLAGS,
    FOUND_ROW,
    HALL,
    HAND,
    INTO,
    LEAVERS,
    LOOKED,
    OP,
    PILE,
    WHERE,
    WHO,
    WORD,
    Flag,
    Op,
    OptionId,
    Where,
    Who,
)
from .events import Names, describe_move, tell
from .table import View
from .wording import an, effects_in_words, provenance_mark

if TYPE_CHECKING:
    from .rules import GuildhallRules

__all__ = ["SET_KINDS", "GuildhallWords", "card_of", "hints"]


_KINDS: dict[int, str] = {
    Op.MULLIGAN: "mulligan",
    Op.ACT: "act",
    Op.TIER: "tier",
    Op.PICK: "card",
    Op.PICK_ROW: "card",
    Op.PICK_PLAYER: "player",
    Op.PICK_CHAPTER: "chapter",
    Op.REFRESH: "discard",
    Op.PAY: "spend",
    Op.ORDER: "order",
    Op.RETURN: "order",
    Op.CLOSE: "limit",
    Op.ABILITY: "ability",
    Op.HOUSE: "ability",
}
#: Kinds of decision that pick the cards of one set one by one, in canonical order.
SET_KINDS = frozenset({"found", "card"})


class GuildhallWords(Words):
    """The words of a game with one deck."""

    def __init__(self, rules: GuildhallRules) -> None:
        super().__init__(rules)
        self._rules, self.names, self.R = rules, rules.names, rules.compiled[0]

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        pc = state[0]["pc"]
        return "found" if pc == FOUND_ROW else _KINDS[int(self.R["prog"][pc, OP])]

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        s, R, names, kind = state[0], self.R, self.names, self.kind(state)
        who = names.seats[int(s["actor"])]
        if kind == "act":
            left = int(s["actions"])
            return f"{who}, play a card, refresh or buy ({left} action{'' if left == 1 else 's'} left)"
        if kind == "tier":
            return f"{who}, use {names.kinds[int(s['card'])]} with {int(s['chapter_size'])} in the chapter"
        if kind == "ability":
            own = Op(int(R["prog"][s["pc"], OP])) is Op.ABILITY
            name = names.vp[int(s["bought"])] if own else names.deck.houses[int(s["house"][int(s["slot"])])].name
            return f"{who}, use the ability of {name}"
        if kind in ("card", "player", "chapter"):
            asked = _which(s, R["prog"][s["pc"]], names) if kind == "card" else None
            return f"{who}, {_by(s, names)}{asked or _PROMPTS[kind]}"
        return f"{who}, {_PROMPTS[kind]}"

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option."""
        names = self.names
        if option < OptionId.PLAY:
            card = names.kinds[option]
            return f"discard {card}" if self.kind(state) in ("mulligan", "discard") else card
        if option < OptionId.CHAPTER:
            return f"play {names.kinds[option - OptionId.PLAY]}"
        if option < OptionId.TIER:
            number = option - OptionId.CHAPTER
            is_completed = self.kind(state) in ("spend", "limit")
            return _completed(state[0], names, number) if is_completed else f"chapter {names.chapters[number]}"
        if option < OptionId.NO_TIER:
            return f"tier {option - OptionId.TIER}"
        if OptionId.PLAYER <= option < OptionId.ROW:
            return f"player {option - OptionId.PLAYER + 1}"
        if OptionId.ROW <= option < OptionId.BUY:
            return f"row {option - OptionId.ROW + 1}"
        if OptionId.BUY <= option < OptionId.REFRESH:
            return f"buy {option - OptionId.BUY + 1}"
        return _WORDS[option]

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option."""
        s, R, names = state[0], self.R, self.names
        if OptionId.PLAY <= option < OptionId.CHAPTER:
            return _play_text(s, R, names, option - OptionId.PLAY)
        if OptionId.TIER <= option < OptionId.NO_TIER:
            return tier_text(names, int(s["card"]), option - OptionId.TIER)
        if OptionId.ROW <= option < OptionId.REFRESH:
            slot = option - (OptionId.ROW if option < OptionId.BUY else OptionId.BUY)
            card = names.deck.vp[int(s["vp_row"][slot])][0]
            return f"slot {slot + 1}: {_called(card)}{_vp_text(card)}"
        if OptionId.PLAYER <= option < OptionId.ROW:
            return names.seats[option - OptionId.PLAYER]
        if option == OptionId.USE:
            return _ability_text(s, R, names)
        if option in _PLAIN:
            return _PLAIN[option]
        return _CHOSEN.get(self.kind(state)) or _card_text(s, R["prog"][s["pc"]], names)

    def place(self, state: State, option: int) -> str | None:
        """Return the place on the table where an option can be clicked. Seats count from 1, as in phrases.

        Places are `hand 1 red Farmer`, `hall 2 red Farmer`, `area 1 red Farmer`, `chapter 2 Farmer`,
        `completed 1 Farmer`, `row 3`, `player 2`, `discard red Farmer` and `looked red Farmer`.
        """
        s, R, names = state[0], self.R, self.names
        if option < OptionId.PLAY:
            zone = _card_zone(s, R, len(names.seats))
            return None if zone is None else f"{zone} {names.kinds[option]}"
        if option < OptionId.CHAPTER:
            return f"hand {int(s['turn']) + 1} {names.kinds[option - OptionId.PLAY]}"
        if option < OptionId.TIER:
            return _chapter_place(s, R, names, option - OptionId.CHAPTER)
        if OptionId.PLAYER <= option < OptionId.ROW:
            return f"player {option - OptionId.PLAYER + 1}"
        if OptionId.ROW <= option < OptionId.REFRESH:
            return f"row {option - (OptionId.ROW if option < OptionId.BUY else OptionId.BUY) + 1}"
        return None

    def refusal(self, state: State, phrase: str) -> str | None:
        """Return why a phrase is not legal now, or None if there is no reason to give."""
        s, R, names, kind, asked = state[0], self.R, self.names, self.kind(state), fold(phrase)
        words = asked.split(" ", 1)
        if len(words) == 2 and words[0] == "play":
            return _why_not_play(s, R, names, kind, words[1])
        if len(words) == 2 and words[0] == "tier" and kind == "tier":
            return _why_no_tier(s, names, words[1])
        if len(words) == 2 and words[0] == "buy":
            return _why_not_buy(s, R, names, kind, words[1])
        if kind in SET_KINDS and asked in names.kind_numbers:
            return _why_not_pick(s, R, names, names.kind_numbers[asked])
        return None

    def hints(self, game: Game, seat: int) -> Iterator[str]:
        """Yield the tiers each card reaches, the needs of the next one, and the progress of the chapters."""

        return hints(self.names, game, seat)

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names)

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Return a move as one sentence: a card with all its effects, a refresh, a purchase."""
        return describe_move(self.names, seat, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return how the game ended."""
        if outcome.winner is not None:
            return f"{self.seats[outcome.winner]} wins with {outcome.points[outcome.winner]} VP"
        if self._rules.has_most_plies(state):
            return f"The game ended unfinished after {self._rules.engine.most_plies:,} plies"
        is_full = (state["area_n"] >= AREA).any()
        limit = "because an action area is full" if is_full else "at its turn limit"
        return f"The game ended unfinished {limit}"


# --- Options ---


def _completed(s: Any, names: Names, place: int) -> str:
    """Return the name of a completed chapter, numbered if an earlier namesake consists of different cards."""
    seat = int(s["actor"])
    done = s["done"][seat].tolist()
    namesakes = [i for i in range(place) if done[i] == done[place]]
    cards = s["done_cards"][seat]
    distinct = {cards[i].tobytes() for i in namesakes if cards[i].tobytes() != cards[place].tobytes()}
    number = f" {len(distinct) + 1}" if distinct else ""
    return f"chapter {names.chapters[done[place]]}{number}"


_WORDS = {
    int(OptionId.NO_TIER): "no tier",
    int(OptionId.REFRESH): "refresh",
    int(OptionId.DONE): "done",
    int(OptionId.USE): "use ability",
    int(OptionId.NO_ABILITY): "no ability",
}


def card_of(names: Names, kind: int) -> Profession | Master:
    """Return the card that a kind is a copy of."""
    if kind < names.coloured:
        return names.deck.professions[kind // len(COLOURS)].profession
    return names.deck.masters[kind - names.coloured][0]


def tier_text(names: Names, kind: int, number: int) -> str:
    """Return the text of a tier of a card."""
    if (kind, number) not in names.tier_texts:
        tier = next(tier for tier in card_of(names, kind).tiers if tier.number == number)
        words = [effects_in_words(tier.effects), provenance_mark(tier.provenance)]
        names.tier_texts[kind, number] = " ".join(filter(None, words))
    return names.tier_texts[kind, number]


def _play_text(s: Any, R: Any, names: Names, kind: int) -> str:
    size = int(s["size_of"][int(s["turn"])][int(R["chapter"][kind])])
    reached = [tier.number for tier in card_of(names, kind).tiers if tier.number <= size]
    if not reached:
        return f"{size} in the chapter: no tier reached"
    return f"{size} in the chapter, up to tier {reached[-1]}: {tier_text(names, kind, reached[-1])}"


def _called(card: VPCard) -> str:
    """Return the name of a VP card to put before its text, unless it is only the number of its points."""
    return "" if card.name == str(card.points) else f"“{card.name}”, "


def _vp_text(card: VPCard) -> str:
    price = "1 chapter" if card.cost == 1 else f"{card.cost} chapters"
    ability = f": {effects_in_words(card.effects)}" if card.effects else ""
    return " ".join(filter(None, [f"{card.points} VP for {price}{ability}", provenance_mark(card.provenance)]))


def _card_text(s: Any, row: Any, names: Names) -> str:
    """Describe what happens to a picked card."""
    verb, _, other = (_deed(s, row, names) or "choose").partition(" ")
    return f"{verb.capitalize()} it{f' to {other}' if other else ''}."


_CHOSEN = {
    "mulligan": "Discard it and draw another card.",
    "discard": "Discard it and draw another card.",
    "found": "Place it into your guildhall.",
    "order": "Lay it down next.",
    "chapter": "Choose this chapter.",
    "spend": "Spend this completed chapter.",
    "limit": "Give this completed chapter up.",
}
_PLAIN = {
    int(OptionId.NO_TIER): "Leave the card without effect.",
    int(OptionId.REFRESH): "Discard any number of cards, then draw up to six.",
    int(OptionId.NO_ABILITY): "Leave the ability.",
    int(OptionId.DONE): "That is all.",
}


def _ability_text(s: Any, R: Any, names: Names) -> str:
    if Op(int(R["prog"][s["pc"], OP])) is Op.ABILITY:
        return effects_in_words(names.deck.vp[int(s["bought"])][0].effects)
    return effects_in_words(names.deck.houses[int(s["house"][int(s["slot"])])].effects)


# --- Places ---

_ZONES = {
    Where.HAND: "hand",
    Where.HALL: "hall",
    Where.AREA: "area",
    Where.PILE: "discard",
    Where.TOP: "discard",
    Where.DECK: "looked",
    Where.LOOKED: "looked",
}


def seat_meant(s: Any, players: int, who: int) -> int:
    """Return the seat that a pick refers to, counted from 0."""
    if who == Who.ME:
        return int(s["turn"])
    if who == Who.OTHER:
        return int(s["other"])
    return (int(s["turn"]) + who - Who.OTHER) % players


def _card_zone(s: Any, R: Any, players: int) -> str | None:
    """Return the zone of the cards offered by the current decision."""
    row = R["prog"][s["pc"]]
    op = Op(int(row[OP]))
    if op in (Op.MULLIGAN, Op.REFRESH):
        return f"hand {int(s['turn']) + 1}"
    if op is Op.ORDER:
        return None  # cards of a chapter being given up have no place on the table
    if op is Op.RETURN:
        return "looked"
    where = Where(int(row[WHERE]))
    if where not in _ZONES:
        return None
    owner = f" {seat_meant(s, players, int(row[WHO])) + 1}" if where in _OWNED else ""
    return _ZONES[where] + owner


def _chapter_place(s: Any, R: Any, names: Names, number: int) -> str:
    row = R["prog"][s["pc"]]
    if Op(int(row[OP])) is not Op.PICK_CHAPTER:
        seat = int(s["actor"])
        return f"completed {seat + 1} {names.chapters[int(s['done'][seat][number])]}"
    seat = seat_meant(s, len(names.seats), int(row[WHO]))
    return f"chapter {seat + 1} {names.chapters[number]}"


# --- Refusals ---


def _why_not_pick(s: Any, R: Any, names: Names, kind: int) -> str | None:
    """Explain why a card cannot be the next pick of a tier or of the founding."""
    row, players = R["prog"][s["pc"]], len(names.seats)
    if row[OP] != Op.PICK:
        return None
    place = _zone(Where(int(row[WHERE])), seat_meant(s, players, int(row[WHO])))
    if s["count"][place, kind] == 0 or (row[WHERE] == Where.TOP and s["top"] != kind):
        return f"{names.kinds[kind]} is none of the cards to choose from"
    made = s["pick"][int(s["picks_n"]) - int(s["step_n"]) : int(s["picks_n"])].tolist()
    if row[INTO] > 0 and (reason := _why_not_place(s, names, row, kind, seat_meant(s, players, int(row[INTO]) - 1))):
        return reason
    if row[FLAGS] & Flag.DIFFERENT and names.chapter_of(kind) in map(names.chapter_of, made):
        return "the cards must be of different chapters"
    if made and kind < made[-1] and not row[FLAGS] & Flag.ANY_ORDER:
        return f"the cards of a set are picked in card order, and {names.kinds[made[-1]]} was picked before"
    return "with it as the next pick the tier could not be carried out completely"


def _zone(where: Where, seat: int) -> int:
    owned = {Where.HAND: HAND, Where.HALL: HALL, Where.AREA: AREA_OF}
    return owned[where] + seat if where in owned else {Where.DECK: DECK, Where.LOOKED: LOOKED}.get(where, PILE)


def _why_not_place(s: Any, names: Names, row: Any, kind: int, seat: int) -> str | None:
    """Explain why a card cannot enter a hall: its twin is there, or on its way."""
    if s["claimed"][seat, WORD[kind]] & BIT[kind]:
        return "an equal card has been picked already, and a hall never holds a duplicate"
    on_top = row[WHERE] == Where.PILE and s["top"] == kind  # the top card of a pile is open
    hidden = row[FLAGS] & Flag.MAY_DUPLICATE and not on_top
    twins = [k for k in np.flatnonzero(s["count"][HALL + seat]).tolist() if _twins(names, k, kind)]
    if twins and not hidden and row[LEAVERS] <= s["owed_n"]:
        return f"{names.kinds[twins[0]]} lies in the guildhall already; a hall never holds a duplicate"
    return None


def _why_not_play(s: Any, R: Any, names: Names, kind: str, card: str) -> str | None:
    if kind != "act":
        return "you have another decision to make first"
    if card not in names.kind_numbers:
        return "there is no such card in this deck"
    number, me = names.kind_numbers[card], int(s["turn"])
    chapter = names.chapter_of(number)
    if s["count"][HAND + me, number] == 0:
        return f"{names.kinds[number]} is not in {names.seats[me]}'s hand"
    twins = [k for k in np.flatnonzero(s["count"][HALL + me]).tolist() if _twins(names, k, number)]
    if twins:
        return f"{names.kinds[twins[0]]} lies in the guildhall already; a hall never holds a duplicate"
    if R["basic"]:
        return f"{an(names.chapters[chapter])} was already played this turn; one card of a chapter per turn"
    laid = [k for k in np.flatnonzero(s["count"][AREA_OF + me]).tolist() if names.chapter_of(k) == chapter]
    if laid:
        return f"{names.kinds[laid[0]]} lies in the action area; no card of its chapter can be played from hand"
    return None


def _twins(names: Names, a: int, b: int) -> bool:
    same_chapter = names.chapter_of(a) == names.chapter_of(b)
    return same_chapter and names.colour_of(a) == names.colour_of(b) < len(COLOURS)


def _why_no_tier(s: Any, names: Names, number: str) -> str | None:
    card, size = card_of(names, int(s["card"])), int(s["chapter_size"])
    printed, wanted = [tier.number for tier in card.tiers], whole_number(number)
    if wanted is None or wanted not in printed:
        return f"{names.kinds[int(s['card'])]} has the tiers {', '.join(map(str, printed))}"
    if wanted > size:
        return f"the chapter holds {size} card{'' if size == 1 else 's'}, tier {wanted} needs {wanted}"
    return f"tier {wanted} cannot be carried out completely, and a tier is all or nothing"


def _why_not_buy(s: Any, R: Any, names: Names, kind: str, number: str) -> str | None:
    if kind != "act":
        return "you have another decision to make first"
    slots = len(s["vp_row"])
    slot = number_within(whole_number(number), 1, slots)
    if slot is None:
        return f"the slots of the VP row are 1 to {slots}"
    card = int(s["vp_row"][slot - 1])
    if card < 0:
        return f"slot {slot} of the VP row is empty"
    cost, held = int(R["vp_cost"][card]), int(s["done_n"][int(s["turn"])])
    return f"{names.vp[card]} costs {cost} completed chapter{'' if cost == 1 else 's'}, you have {held}"


# --- Prompts ---

_PROMPTS = {
    "mulligan": "discard what you do not want, then draw back to nine",
    "found": "place cards into your guildhall",
    "discard": "discard what you do not want, then draw up to six",
    "player": "choose another player",
    "card": "choose a card",
    "chapter": "choose a chapter",
    "spend": "choose a completed chapter to spend",
    "order": "choose the card to lay down next; the last one is on top",
    "limit": "you may keep three completed chapters; give one up",
}
_OWNED = {Where.HAND: "hand", Where.HALL: "guildhall", Where.AREA: "action area"}
_SHARED = {
    Where.PILE: "the discard pile",
    Where.TOP: "the discard pile",
    Where.DECK: "the deck",
    Where.LOOKED: "those you look at",
}


def _by(s: Any, names: Names) -> str:
    """Return the card that needs the decision, if it is a card played."""
    return f"with {names.kinds[int(s['card'])]}: " if s["card"] >= 0 else ""


def _which(s: Any, row: Any, names: Names) -> str | None:
    """Describe which card is picked from where, and what happens to it."""
    where, deed = Where(int(row[WHERE])), _deed(s, row, names)
    if deed is None:
        return None
    owner = _owner(s, row, names)
    place = _SHARED[where] if where in _SHARED else f"{_whose(names, owner, int(s['actor']))} {_OWNED[where]}"
    return f"which card of {place} do you {deed}?"


def _owner(s: Any, row: Any, names: Names) -> int | None:
    """Return the player whose cards are picked, None for cards without an owner."""
    return seat_meant(s, len(names.seats), int(row[WHO])) if Where(int(row[WHERE])) in _OWNED else None


def _deed(s: Any, row: Any, names: Names) -> str | None:
    """Describe what a player does with a picked card: "place", "give Bela". None if no card is picked."""
    where = Where(int(row[WHERE]))
    if row[OP] != Op.PICK or (where not in _OWNED and where not in _SHARED):
        return None
    into = seat_meant(s, len(names.seats), int(row[INTO]) - 1) if row[INTO] > 0 else None
    return _verb(names, _owner(s, row, names), into, int(s["actor"]), bool(row[FLAGS] & Flag.ANY_ORDER))


def _whose(names: Names, owner: int | None, you: int) -> str:
    return "your" if owner is None or owner == you else f"{names.seats[owner]}'s"


def _verb(names: Names, owner: int | None, into: int | None, you: int, discards: bool) -> str:
    if into == you:
        return "place" if owner in (None, you) else "take"
    if into is not None and owner in (None, you):
        return f"give {names.seats[into]}"
    if discards:
        return "discard"
    return "choose"


# --- Hints ---


FULL = 5  # cards of a chapter


def hints(names: Names, game: Game, seat: int) -> Iterator[str]:
    """Yield sentences about the current decision for the deciding seat, and about chapters alone for any other seat."""
    view, decision = game.view(seat), game.decision
    if decision.seat == seat and decision.kind == "act":
        yield from _plays(game, names, view)
        yield _buying(game, view)
    if decision.seat == seat and decision.kind == "tier":
        yield from _tiers(game, names, view)
    yield from _chapters(names, view)


# Tiers


def _plays(game: Game, names: Names, view: View) -> Iterator[str]:
    """Describe every card in hand, with equal sentences about one profession merged."""
    sentences = [(card, _play(game, names, view, card)) for card in dict.fromkeys(view.hand)]
    for (name, sentence), same in groupby(sentences, lambda pair: (_profession(pair[0]), pair[1])):
        colours = [card.removesuffix(name).strip() for card, _ in same]
        yield f"{', '.join(colours)} {name}: {sentence}".strip()


def _profession(card: str) -> str:
    colour, _, name = card.partition(" ")
    return name if colour in COLOURS else card


def _play(game: Game, names: Names, view: View, card: str) -> str:
    """Describe the tiers a card offers and the needs of the next one, or why it cannot be played."""
    option = game.decision.option(f"play {card}")
    if option is None:
        return f"not now; {game.explain(f'play {card}', seat=view.seat)}"
    return f"{_offered(game, option)}{_next_tier(names, view, card)}"


def _offered(game: Game, option: Option) -> str:
    """Return the tiers that can be used if the card is played, tried on a branch without drawing anything."""
    trial = game.branch()
    trial.play(option)
    tiers = [phrase for phrase in trial.decision.phrases if phrase.startswith("tier ")]
    return " or ".join(tiers) if tiers else "no tier can be used"


def _tiers(game: Game, names: Names, view: View) -> Iterator[str]:
    """Explain, for the card being used, why some tiers are not offered."""
    card = view.areas[view.seat][-1]
    for number in _printed(names, card):
        phrase = f"tier {number}"
        if phrase not in game.decision.phrases:
            yield f"{phrase}: {game.explain(phrase, seat=view.seat)}"


def _next_tier(names: Names, view: View, card: str) -> str:
    chapter = names.chapters[names.chapter_of(names.kind(card))]
    size = len(view.halls[view.seat].get(chapter, []))
    higher = [number for number in _printed(names, card) if number > size]
    if not higher:
        return ""
    cards = "card" if higher[0] - size == 1 else "cards"
    return f"; tier {higher[0]} needs {higher[0] - size} more {chapter} {cards} in your guildhall"


def _printed(names: Names, card: str) -> list[int]:
    return [tier.number for tier in card_of(names, names.kind(card)).tiers]


# Chapters


def _chapters(names: Names, view: View) -> Iterator[str]:
    """Describe the progress of every chapter, and which of its missing colours are in hand."""
    for chapter in names.chapters:
        cards = view.halls[view.seat].get(chapter, [])
        missing = [colour for colour in COLOURS if not any(_has_colour(card, colour) for card in cards)]
        held = [colour for colour in missing if _holds(names, view, chapter, colour)]
        if cards or held:
            lacking = f", without {', '.join(missing)}" if cards else ""
            in_hand = f"; in your hand: {', '.join(held)}" if held else ""
            yield f"{chapter} chapter: {len(cards)} of {FULL}{lacking}{in_hand}"


def _has_colour(card: str, colour: str) -> bool:
    return card.split(" ")[0] == colour


def _holds(names: Names, view: View, chapter: str, colour: str) -> bool:
    of_colour = [card for card in view.hand if _has_colour(card, colour)]
    return any(names.chapters[names.chapter_of(names.kind(card))] == chapter for card in of_colour)


def _buying(game: Game, view: View) -> str:
    slots = [option.phrase for option in game.options if option.phrase.startswith("buy ")]
    held = len(view.completed[view.seat])
    chapters = "1 completed chapter" if held == 1 else f"{held} completed chapters"
    return f"You have {chapters}: " + (", ".join(slots) if slots else "nothing can be bought yet")
