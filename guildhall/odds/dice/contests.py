"""Teams and contests of Guild Master.

A team has the dice of a check, the ways it can end, and the best Adventurers for a contract. A contest is an opposed
check, or the choice to cooperate or to conflict over a contract.

Guilds roll one after the other in Fame Order (R-47), so each knows what it has to beat. Tied Guilds re-roll one die
each until one is highest (rule 31). It is the lowest die, since any other leaves a lower sum with the same luck. So
Guilds compare *words*, (result, change by the first re-roll, by the second, …), and the first difference decides. The
frequency of each word can be counted separately for each Guild.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from guildhall.core.chances import FACES, MOST_DICE, Whole, fixed, lowest, throws_of
from guildhall.core.errors import BadOdds, short

from ..reading import in_range, read_number
from .checks import MOST_REROLLS, chance, count_reaching, play_out, read_fixers, read_target, whole_worth

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "Adventurer",
    "BestTeam",
    "Contest",
    "Ends",
    "Side",
    "Team",
    "Wander",
    "best_team",
    "combined",
    "contest",
    "stances",
    "wander",
]


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
    """Let both Guilds try, each against its raised target. The higher margin takes everything (rules 74, 75)."""
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


# --- Teams ---


#: The maximum of Skill Dice in a check (rule 28). Effects may add further dice (rule 29).
MOST_SKILL_DICE = 10
#: The maximum number of teams to search, enough for teams of six from twenty candidates.
MOST_TEAMS = 100_000
#: The number of tie re-rolls to follow. About one tie in three hundred needs more.
TIE_ROLLS = 3
#: The maximum of targets and modifiers, to catch typing errors.
MOST_TARGET = 1000

_CHANGES = 11  # re-rolling a die changes the sum by -5 to 5

Rows: TypeAlias = NDArray[Any]  # integers, as Python objects where they may be large


@dataclass(frozen=True)
class Team:
    """The dice and effects of a team at a check of one skill.

    dice: Skill Dice of its Adventurers, one number each or their sum.
    fixers, rerolls: from Skill Upgrades of that skill, abilities and Boons, each used once per check (R-41).
    added: dice added by effects, to which the limit does not apply (rule 29).
    modifier: the number that effects add to the result (rule 31).

    >>> team = Team(dice=[7, 5], added=1)
    >>> team.skill, team.rolled, team.penalty
    (10, 11, 10)
    """

    dice: int | Sequence[int]
    fixers: Iterable[int] = ()
    rerolls: int = 0
    added: int = 0
    modifier: int = 0

    def __post_init__(self) -> None:
        in_range("rerolls", self.rerolls, 0, MOST_REROLLS)
        in_range("added", self.added, 0, MOST_DICE - MOST_SKILL_DICE)
        in_range("modifier", self.modifier, -MOST_TARGET, MOST_TARGET)
        # Stored as tuples, so that teams can be compared and hashed.
        object.__setattr__(self, "dice", _read_dice(self.dice))
        object.__setattr__(self, "fixers", read_fixers(self.fixers))

    @property
    def members(self) -> tuple[int, ...]:
        """The Skill Dice of every Adventurer."""
        return (self.dice,) if isinstance(self.dice, int) else tuple(self.dice)

    @property
    def skill(self) -> int:
        """The Skill Dice of the whole team, at most ten (rule 28)."""
        return min(sum(self.members), MOST_SKILL_DICE)

    @property
    def rolled(self) -> int:
        """The number of dice rolled, including those added by effects (rule 29)."""
        return self.skill + self.added

    @property
    def penalty(self) -> int:
        """The increase of the target in a conflict: the Skill Dice, without those of effects (rule 74, R-12)."""
        return self.skill

    def chance(self, target: int, *, conflicts: bool = False) -> Fraction:
        """Return the chance of reaching a target, raised by the penalty in a conflict (rules 67, 74).

        A team without the skill fails without a roll (R-24, R-39).

        >>> Team(6).chance(10)
        Fraction(3881, 3888)
        >>> Team(6).chance(10, conflicts=True) == Team(6).chance(16)
        True
        """
        raised = read_target(target) + (self.penalty if conflicts else 0)
        if not self.skill:
            return Fraction(0)
        return chance(self.rolled, raised - self.modifier, self.fixers, self.rerolls)


class Wander(NamedTuple):
    """The expected reward of a Wander."""

    gold: Fraction
    fame: Fraction


def wander(team: Team) -> Wander:
    """Return the expected Gold and Fame of a Wander: the tens of the result, but at least 1 Gold (rule 86, R-8).

    Fixers and re-rolls maximise the sum of both. A team without the skill always gets 1 Gold.

    >>> tuple(round(float(value), 3) for value in wander(Team(4)))
    (1.054, 0.957)
    """
    check_teams(team)
    if not team.skill:
        return Wander(Fraction(1), Fraction(0))
    side = Side(team)
    worth, _ = whole_worth(side.scores, lambda result: _gold(result) + _fame(result), side.rerolls)
    ways = side.ends(worth).rows.sum(axis=1).tolist()
    gold, fame = (Fraction(sum(map(mul, ways, map(pays, side.scores))), side.courses) for pays in (_gold, _fame))
    return Wander(gold, fame)


def check_teams(*teams: object) -> None:
    """Raise an error for anything except teams."""
    for team in teams:
        if not isinstance(team, Team):
            raise BadOdds(f"expected a team, such as Team(dice, …), got {short(team)}")


def combined(teams: Sequence[Team], size: int) -> tuple[int, ...]:
    """Return the Skill Dice that each Guild rolls in a combined team of cooperators (rule 77).

    teams: in Fame Order.
    size: the best Team Size among their Guilds.

    The best Adventurer of every Guild takes part, then the best of the rest with a die, and among equals those of the
    first Guild (R-55). One without the skill takes a place and rolls nothing (R-39). Beyond ten dice, one after the
    other is cut from the Guild with the most, among equals from the last (R-38).

    >>> combined([Team([3]), Team([1, 2, 3])], size=3), combined([Team(7), Team(6)], size=2)
    ((3, 5), (5, 5))
    """
    check_teams(*(teams if isinstance(teams, Sequence) else (teams,)))
    dice = [max(team.members) for team in teams]
    places = max(in_range("size", size, 1, MOST_SKILL_DICE), len(teams)) - len(teams)
    rest = [(die, guild) for guild, team in enumerate(teams) for die in sorted(team.members)[:-1] if die]
    for die, guild in sorted(rest, key=lambda one: -one[0])[:places]:
        dice[guild] += die
    while sum(dice) > MOST_SKILL_DICE:
        most = max(range(len(dice)), key=lambda guild: (dice[guild], guild))
        dice[most] -= 1
    return tuple(dice)


def _read_dice(dice: int | Sequence[int]) -> int | tuple[int, ...]:
    if isinstance(dice, Sequence) and not isinstance(dice, str):
        if not dice:
            raise BadOdds("a team needs at least one Adventurer")
        return tuple(read_number("dice", one) for one in dice)
    return read_number("dice", dice)


def _gold(result: int) -> int:
    return max(result // 10, 1)


def _fame(result: int) -> int:
    return max(result // 10, 0)


# --- The ends of checks ---


@dataclass(frozen=True)
class Ends:
    """The ends of all courses of a check: a row per score, lowest first, and a column per throw of the lowest dice."""

    least: int
    rows: Whole

    def at(self, score: int) -> Whole:
        """Return the courses that end at a score."""
        place = score - self.least
        return self.rows[place] if 0 <= place < len(self.rows) else np.zeros_like(self.rows[0])

    def below(self, score: int) -> int:
        """Return the number of courses that end below a score."""
        return int(self.rows[: max(score - self.least, 0)].sum())


class Side:
    """A team at its check: its scores, and the dice it would re-roll in a tie."""

    def __init__(self, team: Team, target: int = 0) -> None:
        self.dice, self.rerolls = team.rolled, team.rerolls
        self.courses = 6 ** (self.dice + self.rerolls)
        self._throws = throws_of(self.dice)
        self._fixers = read_fixers(team.fixers)[: self.dice]
        faces = fixed(self._throws.faces, self._fixers)
        self.least = self.dice + team.modifier - target
        self.most = 6 * self.dice + team.modifier - target
        self._scores = faces @ FACES + (team.modifier - target)
        ties = throws_of(min(self.dice, TIE_ROLLS))
        self._low = ties.find(lowest(faces, TIE_ROLLS))
        self._shape = (self.most - self.least + 1, len(ties.ways))

    @classmethod
    def trying(cls, team: Team, target: int) -> Side:
        """Return a team at its own check, where one without the skill fails without a roll (R-39)."""
        return cls(team, target) if team.skill else cls(replace(team, added=0), 10 * MOST_TARGET)

    @property
    def scores(self) -> range:
        """All scores from the lowest to the highest."""
        return range(self.least, self.most + 1)

    def ends(self, worth: Whole) -> Ends:
        """Return the ends of its check if re-rolls maximise the given worth of each score."""
        ways = play_out(self._throws, worth[self._scores - self.least], self.rerolls)
        rows = np.zeros(self._shape, dtype=np.int64)
        np.add.at(rows.reshape(-1), np.ravel_multi_index((self._scores - self.least, self._low), self._shape), ways)
        return Ends(self.least, rows)

    def reaches(self, target: int) -> int:
        """Return the number of courses that reach a score under optimal play."""
        return count_reaching(self.dice, target - self.least + self.dice, self._fixers, self.rerolls)

    def reaching(self, target: int) -> Ends:
        """Return the ends of its check if re-rolls aim at a score."""
        return self.ends((np.array(self.scores) >= target).astype(np.int64))

    def words(self, rows: Rows) -> list[list[int]]:
        """Return rows by the changes from tie re-rolls, in lexical order."""
        level = rows[:, None, :]
        for left in range(TIE_ROLLS, 0, -1):
            level = _roll_lowest(level, min(self.dice, left), min(self.dice, left - 1))
        found: list[list[int]] = level[:, :, 0].tolist()
        return found


def _roll_lowest(level: Rows, dice: int, left: int) -> Rows:
    """Follow one tie re-roll: words grow by a change, and only `left` of the lowest dice still matter."""
    throws, rest = throws_of(dice), throws_of(left)
    places = rest.find(lowest(throws.faces, left))
    longer = np.zeros((*level.shape[:2], _CHANGES, len(rest.ways)), dtype=level.dtype)
    for face, thrown in enumerate(throws.anew):
        for look, (low, then) in enumerate(zip(throws.low, places[thrown], strict=True)):
            change = face - low if dice else 0  # a Guild without dice has nothing to re-roll
            longer[:, :, _CHANGES // 2 + change, then] += level[:, :, look]
    return longer.reshape(level.shape[0], -1, len(rest.ways))


# --- The best team ---


@dataclass(frozen=True)
class Adventurer:
    """A candidate for a team.

    skills: Skill Dice by skill.
    fixers, rerolls, added, modifier: from an ability that counts only if the Adventurer is in the team. Abilities that
    work for the whole Guild (rule 27) belong in its `upgrades`.
    """

    name: str
    skills: Mapping[str, int] = field(hash=False)
    fixers: Iterable[int] = ()
    rerolls: int = 0
    added: int = 0
    modifier: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.skills, Mapping):
            raise BadOdds(f'skills must give dice by skill, like {{"Might": 2}}, not {short(self.skills)}')
        for dice in (0, *self.skills.values()):  # a team of one raises errors for invalid numbers
            Team(dice, self.fixers, self.rerolls, self.added, self.modifier)
        object.__setattr__(self, "fixers", read_fixers(self.fixers))


@dataclass(frozen=True)
class BestTeam:
    """The team to send, the skill to choose, and the chance of success."""

    team: tuple[Adventurer, ...]
    skill: str
    chance: Fraction

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the team."""
        return tuple(one.name for one in self.team)


def best_team(
    candidates: Iterable[Adventurer],
    size: int,
    contract: Mapping[str, int],
    *,
    upgrades: Mapping[str, Team] | None = None,
    conflicts: bool = False,
) -> BestTeam:
    """Return the team with the best chance of completing a contract, of all teams up to a size.

    contract: its target by skill. One of them is enough (rule 32), and the team chooses it (rule 67).
    upgrades: the Guild's effects by skill, for every check of it, as a team without dice.
    conflicts: True if the target rises by the penalty (rule 74).

    Of equal chances the smaller team is taken, then the one whose Adventurers come first, then the first skill.

    >>> guild = [Adventurer("Ada", {"Might": 2}), Adventurer("Bo", {"Guile": 3}), Adventurer("Cy", {"Guile": 1})]
    >>> best = best_team(guild, 2, {"Might": 10, "Guile": 10}, upgrades={"Might": Team(0, fixers=[5])})
    >>> best.names, best.skill, round(float(best.chance), 3)
    (('Bo', 'Cy'), 'Guile', 0.903)
    """
    if not isinstance(candidates, Iterable):
        raise BadOdds(f"candidates must be a list of Adventurers, not {short(candidates)}")
    guild, most = tuple(candidates), read_number("size", size, least=1)
    _check_search(guild, most, contract)
    offers = {skill: [_share_of(one, skill) for one in guild] for skill in contract}
    own = {skill: (upgrades or {}).get(skill, Team(0)) for skill in contract}
    best: tuple[Fraction, tuple[int, ...], str] | None = None
    for chosen in _teams(len(guild), most):
        for skill, target in contract.items():
            parts = (offers[skill][i] for i in chosen)
            chance = _joined([own[skill], *parts]).chance(target, conflicts=conflicts)
            if best is None or chance > best[0]:
                best = chance, chosen, skill
    assert best is not None
    return BestTeam(tuple(guild[i] for i in best[1]), best[2], best[0])


def _check_search(guild: Sequence[Adventurer], size: int, contract: Mapping[str, int]) -> None:
    """Raise an error if nobody can be sent, the contract is empty, or there are too many teams."""
    if not guild or not all(isinstance(one, Adventurer) for one in guild):
        raise BadOdds("candidates must be Adventurers, at least one")
    if not isinstance(contract, Mapping) or not contract:
        raise BadOdds(f'a contract must give its target by skill, like {{"Might": 10}}, not {short(contract)}')
    number = sum(comb(len(guild), members) for members in range(1, min(size, len(guild)) + 1))
    if number > MOST_TEAMS:
        raise BadOdds(f"{len(guild)} candidates form {number} teams, more than {MOST_TEAMS}")


def _teams(candidates: int, size: int) -> Iterator[tuple[int, ...]]:
    for members in range(1, min(size, candidates) + 1):
        yield from combinations(range(candidates), members)


def _share_of(one: Adventurer, skill: str) -> Team:
    return Team(one.skills.get(skill, 0), one.fixers, one.rerolls, one.added, one.modifier)


def _joined(parts: Sequence[Team]) -> Team:
    return Team(
        dice=sum(part.skill for part in parts),
        fixers=[fixer for part in parts for fixer in part.fixers],
        rerolls=sum(part.rerolls for part in parts),
        added=sum(part.added for part in parts),
        modifier=sum(part.modifier for part in parts),
    )
