"""Teams of Guild Master: the dice of a check, the ways it can end, and the best team for a contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from guildhall.core.errors import BadOdds, short
from guildhall.core.throws import FACES, MOST_DICE, Whole, fixed, lowest, throws_of

from ..reading import in_range, read_number
from .checks import MOST_REROLLS, chance, count_reaching, play_out, read_fixers, read_target, whole_worth

__all__ = ["Adventurer", "BestTeam", "Ends", "Side", "Team", "Wander", "best_team", "combined", "wander"]

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
    offers = {skill: [_share(one, skill) for one in guild] for skill in contract}
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


def _share(one: Adventurer, skill: str) -> Team:
    return Team(one.skills.get(skill, 0), one.fixers, one.rerolls, one.added, one.modifier)


def _joined(parts: Sequence[Team]) -> Team:
    return Team(
        dice=sum(part.skill for part in parts),
        fixers=[fixer for part in parts for fixer in part.fixers],
        rerolls=sum(part.rerolls for part in parts),
        added=sum(part.added for part in parts),
        modifier=sum(part.modifier for part in parts),
    )
