"""The words of Die Gilden von Advyria: prompts, phrases, labels in either language, places and refusals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from guildhall.core.decision import Event, Outcome, Phrases, fold
from guildhall.core.errors import UnknownCard
from guildhall.core.rules import State, Words, as_one_sentence
from guildhall.core.typed import whole_number
from guildhall.kernel.containers import BIT

from .cards import BASIC
from .engine.state import LARGEST_SET, SET_OWN, SET_TYPE, SMALLEST_SET, Kind, OptionId, Phase
from .events import UNTOLD, Names, cards_of_set, tell
from .wording import LEVELS, level_of, sentence

if TYPE_CHECKING:
    from .rules import AdvyriaRules

__all__ = ["FREE", "KINDS", "AdvyriaWords"]

#: The kinds of decision, in the order of the phases.
KINDS = {int(phase): phase.name.lower() for phase in Phase if phase is not Phase.OVER} | {int(Phase.ROB): "manoeuvre"}

#: Kinds of decision that begin something new for a seat.
FREE = frozenset({"guild", "finale", "act"})


class AdvyriaWords(Words):
    """The words of a game with one box, in the language of its settings, and its phrases, always in English."""

    def __init__(self, rules: AdvyriaRules) -> None:
        super().__init__(rules)
        self._rules, self.names, self.R = rules, rules.names, rules.compiled[0]

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        return KINDS[int(state[0]["phase"])]

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        s, names, kind = state[0], self.names, self.kind(state)
        seat = int(s["actor"])
        values: dict[str, Any] = {"who": names.seats[seat]}
        if kind == "move":
            values["n"] = int(s["die"])
            kind = "move" if values["n"] else "move anywhere"
        elif kind == "claim":
            values["card"] = names.shown_tile(int(s["tile"][int(s["figure"][seat])]))
        elif kind == "send":
            values["other"] = names.seats[int(s["victim"])]
        elif kind in ("turn", "peek"):
            values["n"] = int(s["flips"] if kind == "turn" else s["peeks"])
        elif kind == "limit":
            level = int(s["level"][seat])
            values.update(n=int(s["hand_n"][seat]) - level, level=level)
        return sentence(names.lang, f"ask {kind}", **values)

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option."""
        return PHRASES.of(self.names, state[0], option)

    def label(self, state: State, option: int) -> str:
        """Return the label of an option on a German screen. An English one shows its phrase."""
        s, names = state[0], self.names
        if names.lang != "de":
            return ""
        if option < OptionId.WIZARD:
            return _set_label(names, option)
        for first, (words, choices) in _RANGES.items():
            if first <= option < first + len(getattr(names, choices)):
                name = getattr(names, choices)[option - first]
                is_own = first == OptionId.MOVE and option - first == _stands_on(s)
                return "bleib stehen" if is_own else f"{words} {name}"
        if OptionId.TURN <= option < OptionId.COMPLETE:
            return f"dreh {option - OptionId.TURN} um"
        if option == OptionId.COMPLETE:
            return f"schließe ab: {names.shown_tile(int(s['tile'][_stands_on(s)]))}"
        return _GERMAN[option]

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option."""
        s, names = state[0], self.names
        if option < OptionId.WIZARD:
            return _set_text(names, option)
        if OptionId.ACTION <= option < OptionId.DISCARD:
            return sentence(names.lang, f"do {names.box.adventures[option - OptionId.ACTION].colour}")
        if OptionId.DISCARD <= option < OptionId.MOVE:
            kind = option - OptionId.DISCARD
            return sentence(names.lang, "do discard fairy") if kind == Kind.FAIRY else names.cards[kind]
        if OptionId.MOVE <= option < OptionId.GUILD:
            return _tile_text(s, names, (option - OptionId.MOVE) % (OptionId.PEEK - OptionId.MOVE))
        if OptionId.GUILD <= option < OptionId.TURN:
            return names.shown_field((option - OptionId.GUILD) % (OptionId.SEND - OptionId.GUILD))
        if OptionId.TURN <= option < OptionId.COMPLETE:
            return sentence(names.lang, "villages and gold", **_turned(s, option - OptionId.TURN))
        if OptionId.ROB <= option < OptionId.NO_ROB:
            seat = option - OptionId.ROB
            return sentence(names.lang, "do rob", other=names.seats[seat], n=int(s["hand_n"][seat]))
        return sentence(names.lang, _TEXTS[option])

    def place(self, state: State, option: int) -> str | None:
        """Return the place on the table where an option can be clicked: `field c3`, `hand 1 Wizard`, `player 2`.

        Seats count from 1, as in phrases.
        """
        names = self.names
        for first in _FIELDS:
            if first <= option < first + len(names.fields):
                return f"field {names.fields[option - first]}"
        if OptionId.ROB <= option < OptionId.NO_ROB:
            return f"player {option - OptionId.ROB + 1}"
        kind = _kind_of(option)
        return None if kind is None else f"hand {int(state[0]['turn']) + 1} {names.kinds[kind]}"

    def refusal(self, state: State, phrase: str) -> str | None:
        """Return why a phrase is not legal now, or None if there is no reason to give."""
        s, R, names, kind = state[0], self.R, self.names, self.kind(state)
        verb, _, rest = fold(phrase).partition(" ")
        if verb == "play":
            return _why_not_play(s, R, names, rest) if kind == "act" else "you have another decision to make first"
        if verb == "move" and kind == "move":
            return _why_not_move(s, R, names, rest.removeprefix("to "))
        if verb == "discard" and kind == "finale":
            return "only a real Wizard in hand brings cards in the Grand Finale"
        if verb == "complete" and kind == "claim":
            return f"{names.seats[int(s['turn'])]} does not hold the card of this adventure"
        if verb == "rob":
            return _why_not_rob(s, R, kind)
        if verb == "look" and kind == "peek":
            return "only tiles that lie face down on the board can be looked at"
        return None

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as a sentence."""
        return tell(event, seat, numbers, self.names, open_hands=self._rules.settled.open_hands)

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Return a seat's move, up to the beginning of the next turn."""
        turn = next((at for at, event in enumerate(events) if event.kind == "turn"), len(events))
        return as_one_sentence(self.seats[seat], [event for event in events[:turn] if event.kind not in UNTOLD])

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return how the game ended."""
        lang = self.names.lang
        if outcome.reason == "unfinished":
            limit = "too long" if self._rules.has_most_plies(state) else "unfinished"
            return sentence(lang, limit, plies=self._rules.engine.most_plies)
        if len(self.seats) == 1:
            level = level_of(outcome.points[0])
            values = {"who": self.seats[0], "gold": outcome.points[0], "word": LEVELS[level - 1].in_(lang)}
            return sentence(lang, "rated", n=level, **values)
        best = [seat for seat in range(len(self.seats)) if int(state[0]["winners"]) >> seat & 1]
        who = " & ".join(self.seats[seat] for seat in best)
        return sentence(lang, "won" if len(best) == 1 else "shared", who=who, gold=outcome.points[best[0]])


# --- Phrases ---


def _set_phrase(names: Names, code: int) -> str:
    kind, own, jokers = code // SET_TYPE, code % SET_TYPE // SET_OWN, code % SET_OWN
    cards, only_jokers = cards_of_set(lambda each, _: names.kinds[each], kind, own, jokers)
    return f"play {cards} as {names.kinds[kind]}" if only_jokers else f"play {cards}"


def _stands_on(s: Any) -> int:
    """Return the field of the active player's figure."""
    return int(s["figure"][int(s["turn"])])


def _move_phrase(names: Names, s: Any, field: int) -> str:
    return "stay" if field == _stands_on(s) else f"move to {names.fields[field]}"


PHRASES: Phrases[Names] = Phrases(
    {
        OptionId.WIZARD: "play Wizard",
        OptionId.JOKER: "play Joker as Wizard",
        OptionId.LEAVE: "leave",
        OptionId.NO_ROB: "no manoeuvre",
        OptionId.WIZARD_DRAW: "discard Wizard",
        OptionId.NO_DRAW: "draw nothing",
        OptionId.DONE: "done",
        OptionId.END: "end turn",
    },
    (
        (OptionId.ROB, lambda names, s, n: f"rob player {n + 1}"),
        (OptionId.COMPLETE, lambda names, s, n: f"complete {names.tile(int(s['tile'][_stands_on(s)]))}"),
        (OptionId.TURN, lambda names, s, n: f"turn {n}"),
        (OptionId.SEND, lambda names, s, n: f"send to {names.fields[n]}"),
        (OptionId.GUILD, lambda names, s, n: f"start at {names.fields[n]}"),
        (OptionId.PEEK, lambda names, s, n: f"look at {names.fields[n]}"),
        (OptionId.MOVE, _move_phrase),
        (OptionId.DISCARD, lambda names, s, n: f"discard {names.kinds[n]}"),
        (OptionId.ACTION, lambda names, s, n: f"play {names.adventures[n]}"),
        (OptionId.SET, lambda names, s, n: _set_phrase(names, n)),
    ),
)


# --- A sentence about an option ---


def _set_text(names: Names, code: int) -> str:
    cards = code % SET_TYPE // SET_OWN + code % SET_OWN
    kind = BASIC[code // SET_TYPE]
    key = "do four fairies" if kind == "fairy" and cards == LARGEST_SET else f"do {kind}"
    return sentence(names.lang, key, n=cards - 1)


def _tile_text(s: Any, names: Names, field: int) -> str:
    """Describe what the deciding seat knows of the tile on a field."""
    seat, bit, tile = int(s["actor"]), int(BIT[field]), int(s["tile"][field])
    if int(s["faceup"]) & bit:
        return sentence(names.lang, "tile open", card=names.shown_tile(tile))
    if int(s["seen"][seat]) & bit:
        return sentence(names.lang, "tile known", card=names.shown_tile(tile))
    return sentence(names.lang, "tile hidden" if int(s["facedown"]) & bit else "tile none")


def _turned(s: Any, n: int) -> dict[str, int]:
    """Return the numbers of villages and Gold after turning `n` villages."""
    seat = int(s["turn"])
    return {"villages": int(s["villages"][seat]) - n, "n": int(s["gold"][seat]) + n}


_TEXTS = {
    int(OptionId.WIZARD): "do wizard",
    int(OptionId.JOKER): "do joker",
    int(OptionId.COMPLETE): "do complete",
    int(OptionId.LEAVE): "do leave",
    int(OptionId.NO_ROB): "do not rob",
    int(OptionId.WIZARD_DRAW): "do draw",
    int(OptionId.NO_DRAW): "do not draw",
    int(OptionId.DONE): "do done",
    int(OptionId.END): "do end",
}


def _set_label(names: Names, code: int) -> str:
    kind, own, jokers = code // SET_TYPE, code % SET_TYPE // SET_OWN, code % SET_OWN
    cards, only_jokers = cards_of_set(names.shown_cards, kind, own, jokers)
    return f"spiele {cards} als {names.shown_cards(kind, jokers)}" if only_jokers else f"spiele {cards}"


#: The first option of a range, its verb, and the function that names its options.
_RANGES = {
    OptionId.ACTION: ("spiele", "shown_adventures"),
    OptionId.DISCARD: ("wirf ab:", "cards"),
    OptionId.MOVE: ("zieh nach", "fields"),
    OptionId.PEEK: ("sieh an:", "fields"),
    OptionId.GUILD: ("beginne auf", "fields"),
    OptionId.SEND: ("schick nach", "fields"),
    OptionId.ROB: ("beraube", "seats"),
}
_GERMAN = {
    int(OptionId.WIZARD): "spiele Zauberer",
    int(OptionId.JOKER): "spiele Joker als Zauberer",
    int(OptionId.LEAVE): "lass liegen",
    int(OptionId.NO_ROB): "kein Manöver",
    int(OptionId.WIZARD_DRAW): "wirf Zauberer ab",
    int(OptionId.NO_DRAW): "zieh keine Karten",
    int(OptionId.DONE): "fertig",
    int(OptionId.END): "beende den Zug",
}


# --- Refusals ---

_SET = re.compile(r"([0-9]+) (.+?)(?: \+ ([0-9]+) joker| as (.+))?")


def _why_not_play(s: Any, R: Any, names: Names, cards: str) -> str | None:
    found = _SET.fullmatch(cards)
    try:
        if found is None:
            return _why_not_single(s, R, names, names.kind(cards.removesuffix(" as wizard")))
        own, jokers = whole_number(found[1]), whole_number(found[3] or "0")
        if own is None or jokers is None:
            return f"a set has {SMALLEST_SET} to {LARGEST_SET} cards, not so many"
        return _why_no_set(s, names, names.kind(found[2]), own, jokers)
    except UnknownCard as error:
        return str(error)


def _why_not_single(s: Any, R: Any, names: Names, kind: int) -> str:
    if s["hand"][int(s["turn"])][kind] == 0:
        return f"{names.kinds[kind]} is not in {names.seats[int(s['turn'])]}'s hand"
    if kind >= Kind.ADVENTURE and R["no_actions"]:
        return "in this game Adventure cards cannot be played as actions"
    return f"{names.kinds[kind]} is played in sets of {SMALLEST_SET} to {LARGEST_SET}"


def _why_no_set(s: Any, names: Names, kind: int, own: int, jokers: int) -> str | None:
    if kind >= Kind.ADVENTURE or kind == Kind.WIZARD:
        return f"{names.kinds[kind]} needs no set; each is played alone"
    if not SMALLEST_SET <= own + jokers <= LARGEST_SET:
        return f"a set has {SMALLEST_SET} to {LARGEST_SET} cards, not {own + jokers}"
    hand = s["hand"][int(s["turn"])]
    for number, wanted in ((kind, own), (int(Kind.JOKER), jokers)):
        if hand[number] < wanted:
            return f"{names.seats[int(s['turn'])]} holds {int(hand[number])} {names.kinds[number]}, not {wanted}"
    return "a set of Jokers says what it stands for, such as 'play 2 Joker as Warrior'"


def _why_not_move(s: Any, R: Any, names: Names, field: str) -> str:
    try:
        target = names.field_number(field)
    except UnknownCard as error:
        return str(error)
    here = _stands_on(s)
    if target == here:
        return "the figure is already there; 'stay' ends the move without leaving the field"
    steps, die = int(R["distance"][here, target]), int(s["die"])
    if 0 < die < steps:
        return f"{names.fields[target]} is {steps} fields away, the die shows {die}"
    return f"another figure stands on {names.fields[target]}, and no move ends on an occupied field"


def _why_not_rob(s: Any, R: Any, kind: str) -> str:
    if R["no_robbing"]:
        return "there are no unfriendly manoeuvres in this game"
    if s["robbed"]:
        return "an unfriendly manoeuvre is possible only once in a turn"
    if kind != "manoeuvre":
        return "an unfriendly manoeuvre follows a landing next to another figure"
    return "only a neighbour with more cards in hand can be robbed"


# --- Places ---

_FIELDS = (OptionId.MOVE, OptionId.PEEK, OptionId.GUILD, OptionId.SEND)


def _kind_of(option: int) -> int | None:
    """Return the kind of card where an option is clicked: that of a set, or the Joker for Jokers alone."""
    if option < OptionId.WIZARD:
        return option // SET_TYPE if option % SET_TYPE // SET_OWN else Kind.JOKER
    if option in (OptionId.WIZARD, OptionId.WIZARD_DRAW):
        return Kind.WIZARD
    if OptionId.ACTION <= option < OptionId.DISCARD:
        return Kind.ADVENTURE + option - OptionId.ACTION
    if OptionId.DISCARD <= option < OptionId.MOVE:
        return option - OptionId.DISCARD
    if option == OptionId.COMPLETE:
        return None  # tile and card belong together, so the phrase is clearer
    return Kind.JOKER if option == OptionId.JOKER else None
