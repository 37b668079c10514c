"""Contests of Guild Master: opposed checks, and the choice to cooperate or to conflict over a contract.

Guilds roll one after the other in Fame Order (R-47), so each knows what it has to beat. Tied Guilds re-roll one die
each until one is highest (rule 31). It is the lowest die, since any other leaves a lower sum with the same luck. So
Guilds compare *words*, (result, change by the first re-roll, by the second, …), and the first difference decides. The
frequency of each word can be counted separately for each Guild.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import prod
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from guildhall.core.errors import BadOdds, short

from ..reading import in_range, read_number
from .checks import whole_worth
from .teams import MOST_TARGET, TIE_ROLLS, Ends, Rows, Side, Team, combined, wander

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Contest", "contest", "stances"]

MOST_GUILDS = 4
_FINEST = 2**62


@dataclass(frozen=True)
class Contest:
    """The chances of a contest, Guilds in the order given.

    wins: to win, ties included. outright: to win without a tie.
    tie: that several Guilds share the highest result. undecided: that they still do after three re-rolls.
    nobody: that no Guild reaches its target.
    """

    wins: tuple[Fraction, ...]
    outright: tuple[Fraction, ...]
    tie: Fraction
    undecided: Fraction
    nobody: Fraction


def contest(teams: Sequence[Team], targets: Sequence[int] | None = None) -> Contest:
    """Return the chances of a contested check, won by the highest result or the highest margin (rules 31, 75).

    teams: in Fame Order.
    targets: of each team, for conflictors raised by `Team.penalty`. A team that fails cannot win, and one that reaches
    its target has succeeded whatever the re-rolls of a tie bring (R-40).

    A Guild re-rolls if that makes it likelier to win, counting a tie as half a win.

    >>> builders = contest([Team(6), Team(3)])
    >>> [f"{float(chance):.3%}" for chance in (*builders.outright, builders.tie)]
    ['97.530%', '1.488%', '0.982%']
    """
    sides = _read_sides(teams, targets)
    return _Counting(sides, floor=min(side.least for side in sides) - 1 if targets is None else -1).contest()


# --- Ties ---


def _untie(sides: Sequence[Side], rows: Sequence[Rows], below: Sequence[Sequence[int]]) -> list[int]:
    """Return the number of ways each side wins, of 6 ** TIE_ROLLS times as many for every side.

    rows: for every side, its courses by score, where a tie is possible.
    below: for every side and the same scores, the number of its courses that end lower.
    """
    words = [side.words(one) for side, one in zip(sides, rows, strict=True)]
    beaten = [
        [list(accumulate(word, initial=6**TIE_ROLLS * low))[:-1] for word, low in zip(*one, strict=True)]
        for one in zip(words, below, strict=True)
    ]
    return [sum(_wins(i, words, beaten, place) for place in range(len(rows[0]))) for i in range(len(sides))]


def _wins(side: int, words: list[list[list[int]]], beaten: list[list[list[int]]], place: int) -> int:
    """Return the number of ways a side has the highest word at one score."""
    others = [one[place] for i, one in enumerate(beaten) if i != side]
    return sum(map(prod, zip(words[side][place], *others, strict=True)))


# --- A contest, side after side ---


class _Counting:
    """A contest in rolling order, in which every side faces the lead of those before it.

    floor: the lead before the first roll, which must be beaten and cannot be tied.
    """

    def __init__(self, sides: Sequence[Side], floor: int) -> None:
        self._sides, self._floor = sides, floor
        self._facing, self._hold = cache(self._count_ends), cache(self._count_hold)

    def contest(self) -> Contest:
        """Return all chances."""
        number = len(self._sides)
        total = prod(side.courses for side in self._sides)
        wins, outright = [Fraction(0)] * number, [Fraction(0)] * number
        leads = {self._floor: 1}
        for i in range(number):
            first = self._first_at(i, leads)
            alone, shared = self._settle(i, first)
            outright[i] = Fraction(alone, total)
            for j, ways in enumerate(shared, start=i):
                wins[j] += Fraction(ways, total * 6 ** (TIE_ROLLS * len(shared)))
            leads = self._leads_after(i, leads, first)
        nobody = Fraction(leads.get(self._floor, 0), total)
        return Contest(tuple(wins), tuple(outright), 1 - nobody - sum(outright), 1 - nobody - sum(wins), nobody)

    def _first_at(self, i: int, leads: Mapping[int, int]) -> Rows:
        """Return the ways in which a side takes the lead, by its score and its lowest dice."""
        side = self._sides[i]
        first = np.zeros_like(self._facing(i, self._floor).rows, dtype=object if i else np.int64)
        for lead, ways in leads.items():
            above = max(lead + 1 - side.least, 0)
            first[above:] += self._facing(i, lead).rows[above:].astype(first.dtype) * ways
        return first

    def _leads_after(self, i: int, leads: Mapping[int, int], first: Rows) -> dict[int, int]:
        """Return the number of ways each score leads after a side has rolled."""
        after = {lead: ways * self._facing(i, lead).below(lead + 1) for lead, ways in leads.items()}
        for score, ways in zip(self._sides[i].scores, first.sum(axis=1).tolist(), strict=True):
            after[score] = after.get(score, 0) + ways
        return {lead: ways for lead, ways in after.items() if ways}

    def _settle(self, i: int, first: Rows) -> tuple[int, list[int]]:
        """Return in how many ways a side stays alone in the lead, and how many it and each later side win by a tie."""
        side, ways = self._sides[i], first.sum(axis=1).tolist()
        if i == len(self._sides) - 1:
            return sum(ways), [sum(ways) * 6**TIE_ROLLS]  # nobody is left to tie with
        ends = [[(self._facing(j, score), score) for score in side.scores] for j in range(i + 1, len(self._sides))]
        below = [[one.below(score) for one, score in many] for many in ends]
        tied = [np.array([one.at(score) for one, score in many]) for many in ends]
        alone = sum(map(prod, zip(ways, *below, strict=True)))
        return alone, _untie(self._sides[i:], [first, *tied], [[0] * len(ways), *below])

    def _count_ends(self, i: int, lead: int) -> Ends:
        side = self._sides[i]
        if not side.rerolls and lead != self._floor:
            return self._facing(i, self._floor)  # nothing to decide
        finest = 2 * prod(2 * later.courses for later in self._sides[i + 1 :])
        scale = min(finest, _FINEST // 6**side.rerolls)  # with three Guilds, chances are compared to only 17 digits
        return side.ends(np.array([int(scale * self._worth(i, score, lead)) for score in side.scores]))

    def _worth(self, i: int, score: int, lead: int) -> Fraction:
        """Return the chance of winning with a score, as far as it matters for a re-roll."""
        if score < lead or score <= self._floor or not self._sides[i].rerolls:
            return Fraction(0)
        return self._hold(i, score) / (2 if score == lead else 1)

    def _count_hold(self, i: int, score: int) -> Fraction:
        """Return the chance that no later side beats a score, counting a tie as half."""
        later = [(self._facing(j, score), self._sides[j]) for j in range(i + 1, len(self._sides))]
        halves = (Fraction(ends.below(score) + ends.below(score + 1), 2 * side.courses) for ends, side in later)
        return prod(halves, start=Fraction(1))


def _read_sides(teams: Sequence[Team], targets: Sequence[int] | None) -> list[Side]:
    given = len(teams) if isinstance(teams, Sequence) else 0
    if not 2 <= given <= MOST_GUILDS or not all(isinstance(team, Team) for team in teams):
        raise BadOdds(f"a contest needs 2 to {MOST_GUILDS} teams, given as Team(dice, …)")
    if targets is None and not all(team.skill for team in teams):
        raise BadOdds("a team needs at least one Skill Die to enter a contest")
    wanted = [0] * len(teams) if targets is None else [_near(target) for target in targets]
    if len(wanted) != len(teams):
        raise BadOdds(f"got {len(wanted)} targets for {len(teams)} teams; give one for each")
    return [Side.trying(team, target) for team, target in zip(teams, wanted, strict=True)]


# --- Cooperate or conflict ---

COOPERATE, CONFLICT = "cooperate", "conflict"

Both = TypeVar("Both")
Pair: TypeAlias = tuple[Both, Both]


@dataclass(frozen=True)
class _Outcome:
    """For each of two Guilds, the chances to complete a contract, to keep its card, and to find it gone and Wander."""

    done: Pair[Fraction]
    card: Pair[Fraction]
    wanders: Pair[Fraction] = (Fraction(0), Fraction(0))


def stances(
    first: Team,
    second: Team,
    target: int | Sequence[int],
    *,
    gold: int = 0,
    fame: int = 0,
    size: int = 2,
    split: Sequence[int] | None = None,
) -> pl.DataFrame:
    """Return the expectations of two Guilds at a contested contract, for both stances of each (rules 70-81).

    first, second: in Fame Order, each with its dice in the skill that it would choose.
    target: one number if both would choose the same skill, and then cooperate as a combined team (rule 77), or two if
    the card shows two and each Guild has its own (rule 78).
    gold, fame: the reward.
    size: the better Team Size of both Guilds.
    split: the Gold of each by agreement, which binds if both cooperate (rule 73). The default is that of rule 80.

    A row is a pair of stances: `p_first`, `p_second` to complete the contract, `card_…` to keep the card and the Bonus,
    `gold_…` and `fame_…` as expected. A cooperator that finds the contract gone Wanders with the same dice (rule 76),
    one without the skill for 1 Gold. A conflictor that loses gets nothing (rule 75, R-26). Re-rolls serve to complete
    the contract or, if both conflict, to win. Ties beyond three re-rolls count half.

    >>> table = stances(Team(4), Team(6), target=(10, 10), gold=3, fame=3)
    >>> table.select("first", "second", "p_first", "p_second").row(0)[:3]
    ('cooperate', 'cooperate', 0.9998...)
    """
    import polars as pl

    if not isinstance(first, Team) or not isinstance(second, Team):
        raise BadOdds("stances needs two teams, given as Team(dice, …)")
    teams, targets, combines = (first, second), _read_targets(target), not isinstance(target, Sequence)
    shares = _read_split(split, read_number("gold", gold))
    limit = read_number("size", size, least=1)
    rows = []
    for chosen in product((COOPERATE, CONFLICT), repeat=2):
        outcome = _outcome(chosen, teams, targets, limit if combines else None)
        both = chosen == (COOPERATE, COOPERATE)
        paid = _shared(outcome, gold, shares) if both else [gold * done for done in outcome.done]
        rows.append((*chosen, *_expected(teams, outcome, paid, read_number("fame", fame))))
    numbers = [f"{what}_{who}" for what in ("p", "card", "gold", "fame") for who in ("first", "second")]
    schema = dict.fromkeys(("first", "second"), pl.Enum((COOPERATE, CONFLICT))) | dict.fromkeys(numbers, pl.Float64)
    return pl.DataFrame(rows, schema=schema, orient="row")


def _outcome(chosen: tuple[str, ...], teams: Pair[Team], targets: Pair[int], size: int | None) -> _Outcome:
    """Return the chances for the stances of both Guilds, which combine if there is a size for it."""
    if chosen == (CONFLICT, CONFLICT):
        return _conflict(teams, targets)
    if CONFLICT in chosen:
        return _betrayal(teams, targets, chosen.index(CONFLICT))
    return _separate(teams, targets) if size is None else _combined(teams, targets[0], size)


def _conflict(teams: Pair[Team], targets: Pair[int]) -> _Outcome:
    """Let both Guilds try, each against its raised target; the higher margin takes everything (rules 74, 75)."""
    result = contest(teams, [target + team.penalty for team, target in zip(teams, targets, strict=True)])
    wins = _halved(result.wins, result.undecided)
    return _Outcome(wins, wins)


def _betrayal(teams: Pair[Team], targets: Pair[int], who: int) -> _Outcome:
    """Let the conflictor try first, for everything or nothing, then the cooperator alone (rules 74-76, R-15)."""
    taken = teams[who].chance(targets[who], conflicts=True)
    left = (1 - taken) * teams[1 - who].chance(targets[1 - who])
    done = (left, taken) if who else (taken, left)
    return _Outcome(done, done, (taken, Fraction(0)) if who else (Fraction(0), taken))


def _combined(teams: Pair[Team], target: int, size: int) -> _Outcome:
    """Make one combined check, in which the first Guild uses its effects before the second rolls (R-18, R-47)."""
    dice = combined(teams, size)
    first, second = (Side(replace(team, dice=part)) for team, part in zip(teams, dice, strict=True))
    worth, _ = whole_worth(first.scores, lambda part: second.reaches(target - part), first.rerolls)
    ends = first.ends(worth)
    return _share([first, second], ends, lambda part: second.reaching(target - part), lambda a, b: a + b >= target)


def _separate(teams: Pair[Team], targets: Pair[int]) -> _Outcome:
    """Make two checks, of which one success is enough and the higher margin takes the card (rules 78, 81)."""
    first, second = sides = [Side.trying(team, target) for team, target in zip(teams, targets, strict=True)]
    ends = second.reaching(0)
    return _share(sides, first.reaching(0), lambda _: ends, lambda a, b: max(a, b) >= 0)


def _share(
    sides: Sequence[Side], first: Ends, second: Callable[[int], Ends], is_done: Callable[[int, int], bool]
) -> _Outcome:
    """Complete a contract for two cooperators, of whom the higher keeps the card (rules 80, 81, R-7).

    second: the ends of the second check after the score of the first.
    is_done: a function of both scores.
    """
    done, higher, ties = 0, [0, 0], []
    for score, row in zip(sides[0].scores, first.rows, strict=True):
        ends, ways = second(score), int(row.sum())
        for other, number in zip(sides[1].scores, ends.rows.sum(axis=1).tolist(), strict=True):
            if is_done(score, other):
                done += ways * number
                higher[score < other] += ways * number if score != other else 0
        if is_done(score, score):
            ties.append((row, ends.at(score)))
    total = prod(side.courses for side in sides)
    card = [Fraction(ways, total) for ways in higher]
    if ties:
        won = _untie(sides, [np.array(rows) for rows in zip(*ties, strict=True)], [[0] * len(ties)] * 2)
        card = [chance + Fraction(ways, total * 6 ** (2 * TIE_ROLLS)) for chance, ways in zip(card, won, strict=True)]
    chance = Fraction(done, total)
    return _Outcome((chance, chance), _halved(card, chance - sum(card)))


def _halved(chances: Sequence[Fraction], undecided: Fraction) -> Pair[Fraction]:
    one, other = chances
    return one + undecided / 2, other + undecided / 2


def _shared(outcome: _Outcome, gold: int, shares: Sequence[int] | None) -> list[Fraction]:
    """Split the Gold as agreed, or in halves with an odd one to the Guild that keeps the card (rule 80, R-31)."""
    if shares:
        return [share * done for share, done in zip(shares, outcome.done, strict=True)]
    return [gold // 2 * done + gold % 2 * card for done, card in zip(outcome.done, outcome.card, strict=True)]


def _expected(teams: Pair[Team], outcome: _Outcome, paid: Sequence[Fraction], fame: int) -> Iterator[float]:
    roams = [(chance, wander(team)) for chance, team in zip(outcome.wanders, teams, strict=True)]
    golds = [have + chance * roam.gold for have, (chance, roam) in zip(paid, roams, strict=True)]
    fames = [fame * done + chance * roam.fame for done, (chance, roam) in zip(outcome.done, roams, strict=True)]
    yield from map(float, (*outcome.done, *outcome.card, *golds, *fames))


def _read_targets(target: int | Sequence[int]) -> Pair[int]:
    both = target if isinstance(target, Sequence) else (target, target)
    if len(both) != 2:
        raise BadOdds(f"target must be one number for both Guilds or two, not {short(target)}")
    return _near(both[0]), _near(both[1])


def _near(target: int) -> int:
    return in_range("target", target, -MOST_TARGET, MOST_TARGET)


def _read_split(split: Sequence[int] | None, gold: int) -> Sequence[int] | None:
    if split is None:
        return None
    is_pair = isinstance(split, Sequence) and len(split) == 2
    if not is_pair or sum(read_number("split", share) for share in split) != gold:
        raise BadOdds(f"split must give two shares of {gold} Gold, not {short(split)}")
    return split
