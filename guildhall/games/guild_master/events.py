"""Names for everything in a box, and sentences for the rows of the event log.

The names are those of cards, objectives, upgrades, players and their choices.
Hidden details of an event appear only for the seat that saw them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from guildhall.core.decision import Event

from .cards import CORES as CORE_NAMES
from .cards import MOONS, Box
from .engine.check import FIXED
from .engine.state import (
    BLOOD,
    CORES,
    FACES,
    FIRST_OF_DECK,
    LOG_FIELDS,
    NONE,
    RANK_AT,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_SPARE,
    Cause,
    EventKind,
    Objective,
    Rank,
)
from .language import CHOOSING, DECKS, LOBBIED, SKILLS, Effect, Op, say

__all__ = [
    "CAUSES",
    "GOALS",
    "LETTERS",
    "MEANINGS",
    "OBJECTIVES",
    "REASONS",
    "SIDES",
    "STANCES",
    "Moment",
    "Names",
    "boons_of",
    "cards_in",
    "describe_move",
    "faces_of",
    "fixes_dice",
    "kept_by",
    "rank_missing",
    "tell",
]


# --- Names ---


SIDES = ("dice fixer", "re-roll")
STANCES = ("open", "cooperate", "conflict")
CAUSES = ("taken", "rank", "low bid", "outbid")  # reasons for missing out, by `Cause`
LETTERS = "ABCDEF"
OBJECTIVES = (
    "no card",
    "builders",
    *(f"recruit {letter}" for letter in LETTERS),
    *(f"contract {spot}" for spot in range(1, 7)),
)


#: Goals of a seat other than winning, in the order of `mark_goals`.
GOALS = (
    *(f"complete a {deck} Contract" for deck in DECKS),
    *("recruit an Adept", "recruit a Hero", "recruit a Legend"),
    *(f"build a {kind} Upgrade" for kind in ("Skill", "Core", "Prestige")),
)


@dataclass(frozen=True)
class Names:
    """The names of one box, by number."""

    box: Box
    seats: tuple[str, ...]

    @cached_property
    def adventurers(self) -> tuple[str, ...]:
        """All Adventurers."""
        return tuple(one.name for one in self.box.adventurers)

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """All Contracts."""
        return tuple(one.name for one in self.box.contracts)

    @cached_property
    def skill_upgrades(self) -> tuple[str, ...]:
        """The Upgrades of all skills."""
        return tuple(self.box.skills[skill].name for skill in SKILLS)

    @cached_property
    def upgrades(self) -> tuple[str, ...]:
        """All Upgrades: of skills, Core, Prestige."""
        cores = (core.title() for core in CORE_NAMES)
        return (*self.skill_upgrades, *cores, *(one.name for one in self.box.prestiges))

    @property
    def guilds(self) -> tuple[str, ...]:
        """The four Guilds."""
        return self.box.board.guilds

    @property
    def labels(self) -> Mapping[str, tuple[str, ...]]:
        """The labels of the numbers in events. `card` may be any of three kinds of cards."""
        return {
            "contract": self.contracts,
            "adventurer": self.adventurers,
            "skill": SKILLS,
            "deck": DECKS,
            "objective": OBJECTIVES,
            "stance": STANCES,
            "cause": CAUSES,
            "upgrade": self.upgrades,
            "guild": self.guilds,
            "card": (*self.adventurers, *self.contracts, *self.upgrades),
        }

    def tool(self, number: int, skill: int) -> str:
        """Return the card or token that changes the dice of a check of a skill."""
        if number == 0:
            return self.skill_upgrades[skill]
        if number == TOOL_SPARE:
            return "Boon"
        return self.adventurers[number - TOOL_ABILITY] if number < TOOL_BOON else self.contracts[number - TOOL_BOON]

    def tool_effect(self, number: int, *, fixes: bool) -> Effect:
        """Return a tool's effect on the dice. `fixes` is the side of the Skill Upgrade."""
        if number == 0 and fixes:
            return Effect(Op.SET_DIE, FIXED)
        if number in (0, TOOL_SPARE):
            return Effect(Op.REROLL, 1)
        if number >= TOOL_BOON:
            return self.box.contracts[number - TOOL_BOON].effects[0]
        ability = self.box.adventurers[number - TOOL_ABILITY].ability
        assert ability is not None  # else it would not be offered
        return ability.effect

    def bonus_op(self, contract: int) -> int:
        """Return the effect of a Contract that requires a choice."""
        return int(next(effect.op for effect in self.box.contracts[contract].effects if effect.op in CHOOSING))

    def player(self, seat: int) -> str:
        """Return a player for a phrase: by name, or by number if the name is the default one."""
        numbered = f"player {seat + 1}"
        return numbered if self.seats[seat].lower() == numbered else self.seats[seat]

    def choice(self, op: int, number: int) -> str:
        """Return the name of a choice for an effect."""
        if op in LOBBIED:
            return self.player(number)
        if op == Op.PEEK_DECK:
            return f"{DECKS[number]} deck"
        if op == Op.SWAP_CONTRACT:
            return f"contract {number + 1}"
        if op == Op.SKILL_UPGRADE:
            return f"{self.skill_upgrades[number // 2]} {SIDES[number % 2]}"
        return CORE_NAMES[number].title()

    def deed(self, op: int, number: int) -> str:
        """Describe an effect with this choice, as an infinitive without "to"."""
        match op:
            case Op.TAKE_GOLD:
                return f"take Gold from {self.seats[number]}"
            case Op.GIVE_GOLD:
                return f"give {self.seats[number]} Gold"
            case Op.HARM:
                return f"make {self.seats[number]} lose Fame"
            case Op.PEEK_PRIVATE:
                return f"look at the Private Contracts of {self.seats[number]}"
            case Op.PEEK_DECK:
                return f"look at the top card of the {DECKS[number].capitalize()} deck"
            case Op.SWAP_CONTRACT:
                return f"replace contract {number + 1}"
            case Op.SKILL_UPGRADE:
                return f"add {self.skill_upgrades[number // 2]} ({SIDES[number % 2]})"
        return f"add a level of {CORE_NAMES[number].title()}"


# --- Records in words ---


def fixes_dice(s: Any) -> bool:
    """True if the check in flight has a Skill Upgrade whose side is the Dice fixer."""
    return bool(int(s["fixer"][int(s["roller"])]) >> int(s["skill"]) & 1)


def faces_of(counts: int) -> list[int]:
    """Return the faces of a roll, decoded from its number in the log.

    >>> faces_of(1 + (2 << 5))
    [1, 2, 2]
    """
    return [face + 1 for face in range(FACES) for _ in range(counts >> 5 * face & 31)]


def cards_in(bits: int, first: int) -> list[int]:
    """Return the cards of a set."""
    return [first + place for place in range(bits.bit_length()) if bits >> place & 1]


def kept_by(s: Any, seat: int) -> list[int]:
    """Return the completed Contracts that a Guild keeps."""
    return [
        card
        for deck, first in enumerate(FIRST_OF_DECK.tolist())
        for card in cards_in(int(s["kept"][seat, deck]), first)
    ]


def boons_of(names: Names, s: Any, seat: int) -> list[str]:
    """Return the Boons that a Guild can still use."""
    return [names.contracts[card] for card in kept_by(s, seat) if names.box.contracts[card].kind == "boon"]


# --- Events ---


REASONS = {1: "ended", 2: "unfinished"}

#: The columns of an event's numbers in frames. A missing seat or choice is -1, any other missing number 0.
MEANINGS: Mapping[str, str] = {
    "number": "the Round",
    "guild": "Guild that a seat leads, null if none",
    "skill": "skill, null if none",
    "side": "of a Skill Upgrade: 0 Dice fixer, 1 re-roll; of a Core Upgrade its level",
    "contract": "Contract, null if none",
    "spot": "Contract spot, from 0",
    "die": "die rolled for Fame Order",
    "adventurer": "Adventurer, null if none",
    "space": "Order Space, from 0",
    "objective": "what the Order Card names, null if none",
    "gold": "Gold of the Order, paid, gained or offered",
    "upgrade": "Upgrade, null if none",
    "builders": "Builders hired",
    "faces": "dice that show each face, five bits for a face",
    "tool": "what changed the dice: 0 the Skill Upgrade, then Adventurers, then Boons by number",
    "face": "face before the change",
    "new_face": "face or amount after it",
    "total": "result of a check",
    "target": "its target, 0 without one",
    "holder": "seat that is to get the Bonus",
    "use": "choice that the proposal names for the Bonus",
    "keeper": "seat that is to keep the card",
    "other": "seat to which a share is proposed",
    "stance": "stance, null if none",
    "fame": "Fame gained or lost",
    "deck": "Contract deck, null if none",
    "op": "kind of effect, by number",
    "choice": "what is chosen or wished for",
    "prestige": "Fame of the Prestige Upgrade at the end",
    "cause": "why a Guild misses out, null if it does not",
    "bonus": "what an ability adds to the result for the faces of the dice",
}


@dataclass(frozen=True)
class Moment:
    """The parts of the state before a ply that sentences need: the check's skill, its Upgrade's side, the Contract."""

    skill: int = 0
    fixes: bool = False
    wanted: int = NONE

    @classmethod
    def of(cls, s: Any) -> Moment:
        """Return the moment of a state."""
        return cls(int(s["skill"]), int(s["roller"]) != NONE and fixes_dice(s), int(s["wanted"]))


#: The sentence of each event. {who} is the player.
_SENTENCES: Mapping[EventKind, str] = {
    EventKind.ROUND: "Round {number}, {moon}",
    EventKind.GUILD: "{who} leads {guild}",
    EventKind.SIDE: "{who} takes the {side} side of {token}",
    EventKind.PLACE: "{who} places {contract} on spot {spot}",
    EventKind.FAME_DIE: "{who} rolls {die} for Fame Order",
    EventKind.EVENT: "The Event of {contract} takes effect: {effects}",
    EventKind.DRAW: "{who} draws {contract} as a Private Contract",
    EventKind.ABILITY: "{who} uses the ability of {adventurer}: {effects}",
    EventKind.PLANNED: "{who} has planned",
    EventKind.ORDER: "{who} ordered in space {space}: {ordered}",
    EventKind.SENT: "{who} sends {adventurer} from space {space}",
    EventKind.MISS: "{who} misses out on {objective}: {because}",
    EventKind.CARRY_OUT: "{who} carries out {objective}",
    EventKind.RENOUNCE: "{who} renounces {objective}",
    EventKind.BUILD: "{who} builds {built}",
    EventKind.HIRE: "{who} hires {hired} for {gold} Gold",
    EventKind.RECRUIT: "{who} recruits {adventurer} for {gold} Gold",
    EventKind.ROLL: "{who} rolls {faces} for {skill}",
    EventKind.TOOL: "{who} uses {used}: {change}",
    EventKind.RESULT: "{who} gets {total}{against}",
    EventKind.TIE: "{who} re-rolls a {face} for the tie: {new_face}",
    EventKind.PROPOSE: "{who} proposes: {terms}",
    EventKind.SHARE: "{who} proposes {gold} Gold for {other}",
    EventKind.ACCEPT: "{who} accepts",
    EventKind.DECLINE: "{who} declines",
    EventKind.AGREE: "The proposal of {who} is agreed",
    EventKind.STANCE: "{who} chose to {stance}",
    EventKind.AIM: "{who} goes for {skill}",
    EventKind.JOIN: "{who} sends {adventurer} into the combined team",
    EventKind.COMPLETE: "{who} completes {contract}: {gold} Gold, {fame} Fame",
    EventKind.FAIL: "{who} fails at {contract}",
    EventKind.ATTEMPT: "{who} attempts the Private Contract {contract}",
    EventKind.WANDER: "{who} Wanders: {gold} Gold, {fame} Fame",
    EventKind.KEEP: "{who} keeps {contract}",
    EventKind.REPLACE: "{who} lays a card of the {deck} deck on spot {spot}",
    EventKind.GOLD: "{who} {gains} Gold",
    EventKind.FAME: "{who} {gains} Fame",
    EventKind.OFFER: "{who} offers {gold} Gold for the choice to {deed}",
    EventKind.CHOOSE: "{who} chooses to {deed}",
    EventKind.PEEK: "{who} looks at {contract}",
    EventKind.SWAP: "{who} discards {contract} from spot {spot}",
    EventKind.BOON: "{who} uses the Boon of {contract}: {effects}",
    EventKind.INCOME: "{who} gets {gold} Gold of income",
    EventKind.DISCARD: "{contract} is discarded",
    EventKind.REVEAL: "{contract} lies on spot {spot}",
    EventKind.SCORE: "{who} scores {gold} Fame for Gold and {prestige} for Prestige",
    EventKind.END: "The game is over",
    EventKind.GOLD_ANNOUNCED: "{who} has {gold} Gold",
    EventKind.PASS: "{who} passes",
    EventKind.LASTING: "The Event of {contract} holds: {effects}",
    EventKind.DISMISS: "{adventurer} is discarded from space {letter}",
    EventKind.TURN_UP: "{adventurer} lies on space {letter}",
    EventKind.TOGETHER: "{group} {total} against {target} in {skill}",
    EventKind.FACE_BONUS: "{who} adds {bonus} by {adventurer}: {effects}",
}

#: The sentence of a secret event for the other seats.
_PUBLIC: Mapping[EventKind, str] = {
    EventKind.PLACE: "{who} places a Contract face down",
    EventKind.DRAW: "{who} draws a Private Contract",
    EventKind.PEEK: "{who} looks at a hidden Contract",
}


def _moon(number: int) -> str:
    moon = MOONS[(number + 1) % 2].capitalize()
    return f"{moon} and Blood Moon" if number % BLOOD == 0 else f"{moon} Moon"


def _worded(names: Names) -> Mapping[str, Callable[[int], Any]]:
    """Return a function for each number of a row that turns it into a word."""
    return {
        "contract": lambda n: names.contracts[n],
        "adventurer": lambda n: names.adventurers[n],
        "guild": lambda n: names.guilds[n],
        "skill": lambda n: SKILLS[n],
        "side": lambda n: SIDES[n] if n < len(SIDES) else n,
        "deck": lambda n: DECKS[n],
        "objective": lambda n: OBJECTIVES[n],
        "stance": lambda n: STANCES[n],
        "cause": lambda n: CAUSES[n],
        "upgrade": lambda n: names.upgrades[n],
        "spot": lambda n: n + 1,
        "space": lambda n: n + 1,
        "faces": faces_of,
        "other": lambda n: names.seats[n],
        "holder": lambda n: names.seats[n] if n >= 0 else None,
        "keeper": lambda n: names.seats[n] if n >= 0 else None,
    }


def tell(event: int, seat: int, numbers: Sequence[int], names: Names, moment: Moment) -> Event:
    """Return one row of the log in words. Its numbers are in the order of `LOG_FIELDS`."""
    kind, worded = EventKind(event), _worded(names)
    fields = LOG_FIELDS[kind]
    data = {name: worded.get(name, int)(number) for name, number in zip(fields, numbers, strict=True)}
    if kind == EventKind.TOOL:
        data["tool"] = names.tool(numbers[0], moment.skill)
    elif kind in (EventKind.OFFER, EventKind.CHOOSE):
        data["choice"] = names.choice(numbers[0], numbers[1])
    elif kind == EventKind.BUILD:
        data["side"] = _side(*numbers)
    shown = {"who": names.seats[seat] if seat >= 0 else "", **data, **_extra(kind, seat, numbers, data, names, moment)}
    word, text = kind.name.lower().replace("_", " "), _SENTENCES[kind].format(**shown)
    if kind in _PUBLIC:
        return Event(word, seat, text, data, seen_by=(seat,), public=_PUBLIC[kind].format(**shown))
    return Event(word, seat, text, data)


def _side(upgrade: int, side: int) -> str:
    """The side of a Skill Upgrade, the level of a Core Upgrade, or nothing for a Prestige Upgrade."""
    if upgrade < len(SKILLS):
        return SIDES[side]
    return "I" * side if upgrade < len(SKILLS) + CORES else ""


def _extra(
    kind: EventKind, seat: int, numbers: Sequence[int], data: Mapping[str, Any], names: Names, moment: Moment
) -> dict[str, str]:
    """Return the parts of a sentence that are not numbers of the row."""
    match kind:
        case EventKind.ROUND:
            return {"moon": _moon(numbers[0])}
        case EventKind.SIDE:
            return {"token": names.skill_upgrades[numbers[0]]}
        case EventKind.HIRE:
            return {"hired": "1 Builder" if data["builders"] == 1 else f"{data['builders']} Builders"}
        case EventKind.ORDER:
            return {"ordered": f"{data['objective']} with {data['gold']} Gold" if data["gold"] else data["objective"]}
        case EventKind.MISS:
            return {"because": _BECAUSE.get(Cause(numbers[2])) or rank_missing(numbers[1] - Objective.RECRUIT)}
        case EventKind.BUILD:
            side = f" ({data['side']})" if numbers[0] < len(SKILLS) else f" {data['side']}"
            return {"built": f"{data['upgrade']}{side}".rstrip()}
        case EventKind.GOLD | EventKind.FAME:
            return {"gains": f"{'gains' if numbers[0] > 0 else 'loses'} {abs(numbers[0])}"}
        case EventKind.DISMISS | EventKind.TURN_UP:
            return {"letter": data["objective"].removeprefix("recruit ")}
        case EventKind.TOGETHER:
            return {"group": "Together they get" if seat == NONE else f"{names.seats[seat]} has"}
    return _extra_of_cards(kind, numbers, data, names) or _extra_of_checks(kind, numbers, data, names, moment)


_AT_ONCE = (Op.EACH_GOLD, Op.EACH_FAME, Op.TRADE)  # of Events
_BECAUSE = {
    Cause.TAKEN: "the card is gone",
    Cause.LOW_BID: "the bid is below the minimum",
    Cause.OUTBID: "another Guild gets the card",
}


def rank_missing(letter: int) -> str:
    """Return the rank a Guild lacks for the card on a space."""
    needed = "a Hero needs an Adept" if RANK_AT[letter] == Rank.HERO else "a Legend needs a Hero"
    return f"{needed} or better in the Guild"


def _extra_of_cards(kind: EventKind, numbers: Sequence[int], data: Mapping[str, Any], names: Names) -> dict[str, str]:
    """Return the parts of a sentence taken from its cards."""
    match kind:
        case EventKind.EVENT | EventKind.LASTING:
            effects = names.box.contracts[numbers[0]].effects
            meant = [effect for effect in effects if (effect.op in _AT_ONCE) == (kind == EventKind.EVENT)]
            return {"effects": ", ".join(map(say, meant))}
        case EventKind.BOON:
            return {"effects": ", ".join(map(say, names.box.contracts[numbers[0]].effects))}
        case EventKind.ABILITY | EventKind.FACE_BONUS:
            ability = names.box.adventurers[numbers[0]].ability
            return {"effects": say(ability.effect) if ability else ""}
        case EventKind.OFFER | EventKind.CHOOSE:
            return {"deed": names.deed(numbers[0], numbers[1])}
    return {}


def _extra_of_checks(
    kind: EventKind, numbers: Sequence[int], data: Mapping[str, Any], names: Names, moment: Moment
) -> dict[str, str]:
    """Return the parts of a sentence about dice, or about proposals before the roll."""
    match kind:
        case EventKind.ROLL:
            return {"faces": ", ".join(map(str, data["faces"])) or "no dice"}
        case EventKind.RESULT:
            return {"against": f" against {numbers[1]}" if numbers[1] else ""}
        case EventKind.TOOL:
            return {"used": data["tool"], "change": _change(numbers, names, moment)}
        case EventKind.PROPOSE:
            use = f" to {names.deed(names.bonus_op(moment.wanted), numbers[1])}" if numbers[1] != NONE else ""
            terms = [f"the Bonus goes to {data['holder']}{use}"] if data["holder"] else []
            terms += [f"{data['keeper']} keeps the card"] if data["keeper"] else []
            return {"terms": ", ".join(terms) or "a split of the Gold"}
    return {}


def _change(numbers: Sequence[int], names: Names, moment: Moment) -> str:
    """Describe a tool's change to the dice or the result."""
    tool, face, new = numbers
    effect = names.tool_effect(tool, fixes=moment.fixes)
    if effect.op == Op.SET_DIE:
        return f"a {face} becomes {new}"
    if effect.op == Op.REROLL:
        return f"re-rolls a {face} and gets {'the same again' if new == face else new}"
    if effect.op == Op.ADD_RESULT:
        return f"adds {new} to the result"
    return f"rolls {', '.join(map(str, faces_of(new)))} more"


# --- Moves ---


def describe_move(names: Names, seat: int, events: Sequence[Event]) -> str:
    """Return a move as sentences, each with its subject except the first, which omits the moving player."""
    said = [f"{subject} {', '.join(did)}" if subject else ", ".join(did) for subject, did in _clauses(names, events)]
    return ". ".join(said).removeprefix(f"{names.seats[seat]} ")


def _clauses(names: Names, events: Sequence[Event]) -> Iterator[tuple[str, list[str]]]:
    """Group the events by subject: a player with consecutive actions, or nobody."""
    told = [event for event in _with_teams(_without_echoes(events)) if event.text]
    for who, run in groupby(told, key=lambda event: _subject(names, event)):
        if who:
            yield who, [event.text.removeprefix(f"{who} ") for event in run]
        else:
            for _, same in groupby(run, key=lambda event: event.kind):
                yield "", [event.text for event in same]


def _subject(names: Names, event: Event) -> str:
    """The player whose name begins a sentence."""
    name = names.seats[event.seat] if event.seat >= 0 else ""
    return name if name and event.text.startswith(f"{name} ") else ""


def _without_echoes(events: Sequence[Event]) -> Iterator[Event]:
    """Drop Gold, Fame and discards already mentioned by the preceding sentence."""
    due: list[tuple[str, int, object]] = []
    for event in events:
        if (event.kind, event.seat, event.data.get(event.kind)) in due:
            due.remove((event.kind, event.seat, event.data.get(event.kind)))
            continue
        if event.kind == "discard" and ("swap", NONE, event.data.get("contract")) in due:
            continue
        due = [(name, event.seat, event.data.get(name)) for name in ("gold", "fame") if event.kind in _PAYING]
        due += [("swap", NONE, event.data.get("contract"))] if event.kind == "swap" else []
        yield event


_PAYING = ("complete", "wander")


def _with_teams(events: Iterator[Event]) -> Iterator[Event]:
    """Merge each Order with its team into one sentence."""
    order, team = None, list[str]()
    for event in events:
        if event.kind == "sent" and order is not None:
            team.append(str(event.data["adventurer"]))
            continue
        if order is not None:
            yield _sent(order, team)
        order, team = (event, []) if event.kind == "order" else (None, [])
        if order is None:
            yield event
    if order is not None:
        yield _sent(order, team)


def _sent(order: Event, team: Sequence[str]) -> Event:
    return replace(order, text=f"{order.text} ({', '.join(team)})")
