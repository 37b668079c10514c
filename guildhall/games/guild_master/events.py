"""Rows of the event log as sentences; what is hidden is told only to the seat that saw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from guildhall.core.decision import Event

from .box import MOONS
from .engine.codes import LOG_FIELDS, EventKind
from .engine.state import BLOOD
from .language import DECKS, SKILLS
from .words import OBJECTIVES, SIDES, STANCES, Names, faces_of

__all__ = ["MEANINGS", "REASONS", "tell"]

REASONS = {1: "ended", 2: "unfinished"}

#: What the numbers of events mean, in frames; a seat or a choice that there is not is -1, any other number 0.
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
}

#: How each event is told; {who} is the player.
_SENTENCES: Mapping[EventKind, str] = {
    EventKind.ROUND: "Round {number}, {moon}",
    EventKind.GUILD: "{who} leads {guild}",
    EventKind.SIDE: "{who} uses the {skill} token as {side}",
    EventKind.PLACE: "{who} places {contract} on spot {spot}",
    EventKind.FAME_DIE: "{who} rolls {die} for Fame Order",
    EventKind.EVENT: "The Event of {contract} takes effect",
    EventKind.DRAW: "{who} draws {contract} as a Private Contract",
    EventKind.ABILITY: "{who} uses the ability of {adventurer}",
    EventKind.PLANNED: "{who} has planned",
    EventKind.ORDER: "{who} ordered in space {space}: {objective}{with_gold}",
    EventKind.SENT: "{who} sends {adventurer} from space {space}",
    EventKind.MISS: "{who} misses out on {objective}",
    EventKind.CARRY_OUT: "{who} carries out {objective}",
    EventKind.RENOUNCE: "{who} renounces {objective}",
    EventKind.BUILD: "{who} builds {upgrade}",
    EventKind.HIRE: "{who} hires {hired} for {gold} Gold",
    EventKind.RECRUIT: "{who} recruits {adventurer} for {gold} Gold",
    EventKind.ROLL: "{who} rolls {faces} for {skill}",
    EventKind.TOOL: "{who} uses {tool}: {change}",
    EventKind.RESULT: "{who} gets {total}{against}",
    EventKind.TIE: "{who} rolls a {face} again: {new_face}",
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
    EventKind.GOLD: "{who}: {gold:+} Gold",
    EventKind.FAME: "{who}: {fame:+} Fame",
    EventKind.OFFER: "{who} offers {gold} Gold for {choice}",
    EventKind.CHOOSE: "{who} chooses {choice}",
    EventKind.PEEK: "{who} looks at {contract}",
    EventKind.SWAP: "{who} discards {contract} from spot {spot}",
    EventKind.BOON: "{who} uses the Boon {contract}",
    EventKind.INCOME: "{who} gets {gold} Gold of income",
    EventKind.DISCARD: "{contract} is discarded",
    EventKind.REVEAL: "{contract} lies on spot {spot}",
    EventKind.SCORE: "{who} scores {gold} Fame for Gold and {prestige} for Prestige",
    EventKind.END: "The game is over",
    EventKind.GOLD_ANNOUNCED: "{who} has {gold} Gold",
    EventKind.PASS: "{who} passes",
}

#: What the others hear of a secret event.
_PUBLIC: Mapping[EventKind, str] = {
    EventKind.PLACE: "{who} places a Contract face down",
    EventKind.DRAW: "{who} draws a Private Contract",
    EventKind.PEEK: "{who} looks at a hidden Contract",
}


def _moon(number: int) -> str:
    moon = MOONS[(number + 1) % 2].capitalize()
    return f"{moon} and Blood Moon" if number % BLOOD == 0 else f"{moon} Moon"


def _worded(names: Names) -> Mapping[str, Callable[[int], Any]]:
    """What the numbers of a row stand for, by their names."""
    return {
        "contract": lambda n: names.contracts[n],
        "adventurer": lambda n: names.adventurers[n],
        "guild": lambda n: names.guilds[n],
        "skill": lambda n: SKILLS[n],
        "side": lambda n: SIDES[n] if n < len(SIDES) else n,
        "deck": lambda n: DECKS[n],
        "objective": lambda n: OBJECTIVES[n],
        "stance": lambda n: STANCES[n],
        "upgrade": lambda n: names.upgrades[n],
        "tool": names.tool,
        "spot": lambda n: n + 1,
        "space": lambda n: n + 1,
        "faces": faces_of,
        "other": lambda n: names.seats[n],
        "holder": lambda n: names.seats[n] if n >= 0 else None,
        "keeper": lambda n: names.seats[n] if n >= 0 else None,
    }


def tell(event: int, seat: int, numbers: Sequence[int], names: Names) -> Event:
    """One row of the log in words; its numbers come in the order of `LOG_FIELDS`."""
    kind, worded = EventKind(event), _worded(names)
    fields = LOG_FIELDS[kind]
    data = {name: worded.get(name, int)(number) for name, number in zip(fields, numbers, strict=True)}
    if kind in (EventKind.OFFER, EventKind.CHOOSE):
        data["choice"] = names.choice(numbers[0], numbers[1])
    shown = {"who": names.seats[seat] if seat >= 0 else "", **data, **_extra(kind, numbers, data)}
    word, text = kind.name.lower().replace("_", " "), _SENTENCES[kind].format(**shown)
    if kind in _PUBLIC:
        return Event(word, seat, text, data, seen_by=(seat,), public=_PUBLIC[kind].format(**shown))
    return Event(word, seat, text, data)


def _extra(kind: EventKind, numbers: Sequence[int], data: Mapping[str, Any]) -> dict[str, str]:
    """Parts of a sentence that are no numbers of the row."""
    match kind:
        case EventKind.ROUND:
            return {"moon": _moon(numbers[0])}
        case EventKind.ORDER:
            return {"with_gold": f" with {data['gold']} Gold" if data["gold"] else ""}
        case EventKind.HIRE:
            return {"hired": "1 Builder" if data["builders"] == 1 else f"{data['builders']} Builders"}
        case EventKind.ROLL:
            return {"faces": ", ".join(map(str, data["faces"])) or "no dice"}
        case EventKind.RESULT:
            return {"against": f" against {numbers[1]}" if numbers[1] else ""}
        case EventKind.TOOL:
            face, new = numbers[1:]
            rolled = ", ".join(map(str, faces_of(new)))
            changed = f"a {face} becomes {new}" if face != new else f"a {face} comes up {new} again"
            return {"change": changed if face else f"more dice or result, {rolled or new}"}
        case EventKind.PROPOSE:
            terms = [f"{name} to {data[key]}" for name, key in (("Bonus", "holder"), ("card", "keeper")) if data[key]]
            return {"terms": ", ".join(terms) or "a split of the Gold"}
    return {}
