"""Forecasts of damage: what enemies in play are sure to try before a player's next turn, and after a choice.

Only the public table is used. Attacks that depend on a choice, on cards yet to be flipped or on conditions other than
the round are counted, but not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .cards import Ability, Trigger
from .engine.finding import change_of, redirected
from .engine.harm import taken
from .engine.state import NONE, REALM, SCENARIO, Frame, Lasting, Phase, Row, Stage, Step
from .engine.targets import actor_of, blow_of
from .language import DECK_WORDS, UNTIL, Condition, Effect, Measured, Op, Pick, Selector, Sort
from .table import Table

__all__ = ["Blow", "Forecast", "after_choice", "forecast"]

_STEPS = (Trigger.BEGIN, Trigger.END, Trigger.CHECK)
_THIS_TURN, _THIS_ROUND = UNTIL.index("turn"), UNTIL.index("round")
_GROUPS = {Pick.EACH: "each", Pick.HIGHEST: "highest", Pick.LOWEST: "lowest", Pick.RANDOM: "random"}
_MEANT = {"highest": max, "lowest": min}


@dataclass(frozen=True)
class Blow:
    """Damage that a card will deal. `whom` is each, highest, lowest, random or "" for a certain player.

    `seats` are those whom it would hit now, of which a random one is one.
    """

    card: int
    amount: int
    whom: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Forecast:
    """The blows in their order, the cards to be flipped from each deck, and the number of effects that depend."""

    blows: tuple[Blow, ...] = ()
    flips: tuple[tuple[int, int], ...] = ()
    open: int = 0


# --- Before the next turn ---


@dataclass(frozen=True)
class _Turn:
    """A turn of an enemy side to come: its round, its steps, and the sides whose turns have begun by then."""

    pile: int
    round: int
    steps: tuple[Trigger, ...]
    begun: tuple[int, ...]


def forecast(table: Table, seat: int) -> Forecast:
    """Return what the enemies in play will do before the next turn of a seat, as far as it is sure to be tried."""
    s = table.knowledge[0]
    if int(s["over"]) or not table.round:
        return Forecast()
    blows: list[Blow] = []
    flips = {SCENARIO: 0, REALM: 0}
    depend = 0
    for turn in _turns(table, seat):
        for trigger in turn.steps:
            for card, ability in _acting(table, turn.pile, trigger):
                found, flipped, rest = _read(table, card, ability, turn)
                blows += found
                flips = {deck: n + flipped.get(deck, 0) for deck, n in flips.items()}
                depend += rest
    return Forecast(tuple(blows), tuple((pile, n) for pile, n in flips.items() if n), depend)


def _turns(table: Table, seat: int) -> Iterator[_Turn]:
    """Yield the enemy turns before the next turn of a seat, beginning with the rest of the current one."""
    s, order = table.knowledge[0], [SCENARIO, REALM, *table.order]
    side, mine = int(s["side"]), order.index(seat)
    now = order.index(side) if side in order else NONE
    if side in (SCENARIO, REALM):
        yield _Turn(side, table.round, _STEPS[1:] if int(s["step"]) < Step.END else (), ())
    begun: list[int] = []
    for place in range(now + 1, mine if now < mine else mine + len(order)):
        begun.append(order[place % len(order)])
        if begun[-1] in (SCENARIO, REALM):
            yield _Turn(begun[-1], table.round + place // len(order), _STEPS, tuple(begun))


def _acting(table: Table, pile: int, trigger: Trigger) -> Iterator[tuple[int, Ability]]:
    """Yield the cards of a side that act at a step, unless they are stunned."""
    s = table.knowledge[0]
    for card in table.in_play:
        if table.names.homes[card] != pile or int(s["holder"][card]) >= 0:
            continue
        if int(s["stunned"][card]) and trigger is not Trigger.CHECK:
            continue
        ability = table.names.at_table[card].abilities.get(trigger)
        if ability is not None:
            yield card, ability


def _read(table: Table, card: int, ability: Ability, turn: _Turn) -> tuple[list[Blow], dict[int, int], int]:
    """Return the blows and flips of an ability in a round, and the number of its effects that depend."""
    blows: list[Blow] = []
    flips: dict[int, int] = {}
    depend = 0
    before: Selector | None = None
    for effect in ability.effects:
        target = before if effect.target is not None and effect.target.pick is Pick.IT else effect.target
        before = target if target is None or target.pick is not Pick.EACH else before
        if not _hurts(effect, target):
            continue
        sure = _holds((*ability.conditions, *effect.conditions), turn.round)
        amount = _amount(effect, turn.round)
        if sure is not False and (sure is None or amount is None or _is_open(effect, target)):
            depend += 1
        elif sure and amount is not None and effect.op is Op.FLIP:
            pile = (table.names.homes[card], SCENARIO, REALM)[effect.detail % len(DECK_WORDS)]
            flips[pile] = flips.get(pile, 0) + amount
        elif (
            sure
            and amount is not None
            and (blow := _blow(table, card, amount + _change(table, card, turn), target)) is not None
        ):
            blows.append(blow)
    return blows, flips, depend


def _hurts(effect: Effect, target: Selector | None) -> bool:
    """Return whether an effect flips cards or damages players, in one of its modes too."""
    if effect.op is Op.CHOOSE:
        return any(_hurts(one, one.target) for one in effect.modes)
    if effect.op is not Op.DAMAGE or target is None:
        return effect.op is Op.FLIP
    return target.pick in (Pick.YOU, Pick.HOST) or target.sort in (Sort.PLAYER, Sort.TARGET)


def _is_open(effect: Effect, target: Selector | None) -> bool:
    """Return whether somebody chooses whether it happens or to whom, or enemies may be hit as well as players."""
    if effect.may or effect.op is Op.CHOOSE:
        return True
    return target is not None and (target.pick is Pick.ANY or target.sort is Sort.TARGET or target.other)


def _holds(conditions: tuple[Condition, ...], number: int) -> bool | None:
    """Return whether conditions on the round hold, or None if one is about anything else."""
    rounds = [one for one in conditions if one.measure.what is Measured.ROUND]
    if any(number < one.number if one.at_least else number > one.number for one in rounds):
        return False
    return True if len(rounds) == len(conditions) else None


def _amount(effect: Effect, number: int) -> int | None:
    """Return the amount of an effect in a round, or None if it counts anything else."""
    if effect.per is None:
        return effect.amount
    if effect.per.what is not Measured.ROUND:
        return None
    return min(effect.amount * number, effect.most or effect.amount * number)


def _change(table: Table, card: int, turn: _Turn) -> int:
    """Return the change of a card's damage by what is in play and what will still last in a turn."""
    s, R = table.records
    over = 0
    for row in s["lasting"][: int(s["lasting_n"])]:
        op, amount, on, _, until, side = (int(value) for value in row)
        ends = bool(turn.begun) if until == _THIS_TURN else until == _THIS_ROUND and side in turn.begun
        if op == Op.DEALS and on == card and ends:
            over += amount
    return int(change_of(s, R, int(Op.DEALS), card, NONE)) - over


def _blow(table: Table, card: int, amount: int, target: Selector | None) -> Blow | None:
    """Return the damage of a card, or None if it hits no player now."""
    s = table.knowledge[0]
    living = tuple(seat for seat, (hp, _) in enumerate(table.hit_points) if hp > 0)
    if target is None or amount <= 0:
        return None
    if target.pick in (Pick.YOU, Pick.HOST):
        host = int(s["host"][card])
        return Blow(card, amount, "", (host,)) if host in living else None
    if target.sort is not Sort.PLAYER or target.pick not in _GROUPS:
        return None
    whom, seats = _GROUPS[target.pick], living
    if whom in _MEANT:
        extreme = _MEANT[whom](int(s["hp"][seat]) for seat in living)
        seats = tuple(seat for seat in living if int(s["hp"][seat]) == extreme)
    return Blow(card, amount, whom if len(living) > 1 else "", seats)


# --- After a choice ---


def after_choice(table: Table, card: int) -> tuple[int, int] | None:
    """Return the hit points of a target now and after the damage or healing that is about to meet it, if certain."""
    s, R = table.records
    if int(s["phase"]) != Phase.TARGET or not int(s["cap"][card]):
        return None
    frame = int(s["stack_n"]) - 1
    row = int(s["stack"][frame, Frame.AT])
    op, hp = int(R["row"][row, Row.OP]), int(s["hp"][card])
    if int(s["stack"][frame, Frame.STAGE]) == Stage.FIRST or int(R["row"][row, Row.COST]):
        return None
    if op == Op.HEAL and int(R["row"][row, Row.PER]) == NONE:
        source, actor = int(s["stack"][frame, Frame.SOURCE]), int(actor_of(s, frame))
        n = int(R["row"][row, Row.AMOUNT]) + int(change_of(s, R, int(Op.HEALS), source, actor))
        return hp, min(int(s["cap"][card]), hp + max(0, n))
    if op != Op.DAMAGE or int(redirected(s, R, card)) != card:
        return None
    blow = int(blow_of(s, R, frame, row, card))
    return hp, max(0, hp - _left_of(s, card, int(taken(s, R, card, max(0, blow)))))


def _left_of(s: Any, card: int, n: int) -> int:
    """Return the rest of some damage after what lasting effects prevent."""
    rows = s["lasting"][: int(s["lasting_n"])]
    prevented = sum(
        int(row[Lasting.AMOUNT]) for row in rows if row[Lasting.OP] == Op.PREVENT and row[Lasting.CARD] == card
    )
    return max(0, n - prevented)
