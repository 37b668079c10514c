"""Dice checks by trying every throw and every choice: slow, plain, and unaware of how the package counts.

A throw is a tuple of faces; a chance is a Fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

FACES = range(1, 7)
HALF = Fraction(1, 2)

Throw = tuple[int, ...]
Finals = dict[Throw, Fraction]  # chances of the dice at the end of a check


class Brought(NamedTuple):
    """What a team rolls and may use."""

    dice: int
    fixers: Throw = ()
    rerolls: int = 0


def swapped(dice: Throw, place: int, face: int) -> Throw:
    """The dice with another face at a place, in rising order."""
    return tuple(sorted((*dice[:place], face, *dice[place + 1 :])))


@cache
def throws(dice: int) -> list[Throw]:
    return [tuple(sorted(faces)) for faces in product(FACES, repeat=dice)]


def any_order(dice: int, target: int, fixers: Throw = (), rerolls: int = 0, added: int = 0) -> Fraction:
    """The best chance of a check where effects are used one at a time, in any order, on any die (rules 29, 30)."""

    @cache
    def best(rolled: Throw, fixers: Throw, rerolls: int, added: int) -> int:
        """How many of all outcomes of the dice still to be rolled succeed."""
        if sum(rolled) >= target:
            return 6 ** (rerolls + added)
        tries = [0]
        for place in range(len(rolled)):
            for i, value in enumerate(fixers):
                left = fixers[:i] + fixers[i + 1 :]
                tries.append(best(swapped(rolled, place, value), left, rerolls, added))
            if rerolls:
                tries.append(sum(best(swapped(rolled, place, face), fixers, rerolls - 1, added) for face in FACES))
        if added:
            more = [tuple(sorted((*rolled, face))) for face in FACES]
            tries.append(sum(best(one, fixers, rerolls, added - 1) for one in more))
        return max(tries)

    return Fraction(sum(best(rolled, fixers, rerolls, added) for rolled in throws(dice)), 6 ** (dice + rerolls + added))


def mean(chances: Iterator[Fraction]) -> Fraction:
    found = list(chances)
    return sum(found, Fraction(0)) / len(found)


# --- Contests ---


def after_fixers(rolled: Throw, fixers: Throw) -> Throw:
    """The dice of highest sum, over all ways to use the fixers."""
    if not fixers:
        return rolled
    ways = [after_fixers(rolled, fixers[1:])]
    ways += [after_fixers(swapped(rolled, i, fixers[0]), fixers[1:]) for i in range(len(rolled))]
    return max(ways, key=sum)


def finals(team: Brought, worth: Callable[[int], Fraction]) -> Finals:
    """How the check of a team ends if it rolls any die anew that makes it worth more, and stops where none does."""

    @cache
    def best(rolled: Throw, rerolls: int) -> tuple[Fraction, int | None]:
        stop = worth(sum(after_fixers(rolled, team.fixers))), None
        if not rerolls:
            return stop
        tries = [
            (mean(best(swapped(rolled, place, face), rerolls - 1)[0] for face in FACES), place)
            for place in range(team.dice)
        ]
        return max([stop, *tries], key=lambda one: one[0])

    found: Finals = {}

    def follow(rolled: Throw, rerolls: int, chance: Fraction) -> None:
        place = best(rolled, rerolls)[1]
        if place is None:
            last = after_fixers(rolled, team.fixers)
            found[last] = found.get(last, Fraction(0)) + chance
            return
        for face in FACES:
            follow(swapped(rolled, place, face), rerolls - 1, chance / 6)

    for rolled in throws(team.dice):
        follow(rolled, team.rerolls, Fraction(1, 6**team.dice))
    return found


@cache
def tie_winners(tied: tuple[Throw, ...], rolls: int) -> tuple[Fraction, ...]:
    """The chances of tied teams if each rolls its lowest die anew, so many times at the most."""
    if rolls == 0:
        return (Fraction(0),) * len(tied)
    chances = [Fraction(0)] * len(tied)
    for faces in product(FACES, repeat=len(tied)):
        changes = [face - min(dice) for face, dice in zip(faces, tied, strict=True)]
        ahead = [i for i, change in enumerate(changes) if change == max(changes)]
        left = tuple(swapped(tuple(sorted(tied[i])), 0, faces[i]) for i in ahead)
        won = (Fraction(1),) if len(ahead) == 1 else tie_winners(left, rolls - 1)
        for i, chance in zip(ahead, won, strict=True):
            chances[i] += chance / 6 ** len(tied)
    return tuple(chances)


def contest(
    teams: Sequence[Brought], targets: Sequence[int] | None = None, rolls: int = 3
) -> tuple[list[Fraction], list[Fraction], Fraction]:
    """Who wins, who wins without a tie, and that nobody does; teams roll in turn and know what is to be beaten."""
    wanted = targets or [0] * len(teams)
    floor = 0 if targets is None else -1

    @cache
    def facing(i: int, lead: int) -> Finals:
        def worth(total: int) -> Fraction:
            score = total - wanted[i]
            if score < lead or score <= floor:
                return Fraction(0)
            return stays(i, score) * (HALF if score == lead else 1)

        return finals(teams[i], worth)

    @cache
    def stays(i: int, score: int) -> Fraction:
        chance = Fraction(1)
        for j in range(i + 1, len(teams)):
            others = [(sum(dice) - wanted[j], p) for dice, p in facing(j, score).items()]
            chance *= sum((p * (HALF if other == score else 1) for other, p in others if other <= score), Fraction(0))
        return chance

    wins, outright, nobody = [Fraction(0)] * len(teams), [Fraction(0)] * len(teams), Fraction(0)

    def roll(i: int, lead: int, leaders: tuple[tuple[int, Throw], ...], chance: Fraction) -> None:
        nonlocal nobody
        if i == len(teams):
            if not leaders:
                nobody += chance
            elif len(leaders) == 1:
                wins[leaders[0][0]] += chance
                outright[leaders[0][0]] += chance
            else:
                won = tie_winners(tuple(dice for _, dice in leaders), rolls)
                for (team, _), share in zip(leaders, won, strict=True):
                    wins[team] += chance * share
            return
        for dice, p in facing(i, lead).items():
            score = sum(dice) - wanted[i]
            if score > lead:
                roll(i + 1, score, ((i, dice),), chance * p)
            elif score == lead and leaders:
                roll(i + 1, lead, (*leaders, (i, dice)), chance * p)
            else:
                roll(i + 1, lead, leaders, chance * p)

    roll(0, floor, (), Fraction(1))
    return wins, outright, nobody


def cooperation(first: Brought, second: Brought, target: int, rolls: int = 3) -> tuple[Fraction, Fraction, Fraction]:
    """A combined team: that it succeeds, and that the first or the second has then the higher part."""

    def reached(rest: int) -> Callable[[int], Fraction]:
        return lambda total: Fraction(int(total >= rest))

    def chance(total: int) -> Fraction:
        rest = target - total
        return sum((p for dice, p in finals(second, reached(rest)).items() if sum(dice) >= rest), Fraction(0))

    done, parts = Fraction(0), [Fraction(0), Fraction(0)]
    for one, p in finals(first, cache(chance)).items():
        for other, q in finals(second, reached(target - sum(one))).items():
            if sum(one) + sum(other) >= target:
                done += p * q
                shares = tie_winners((one, other), rolls) if sum(one) == sum(other) else (sum(one) > sum(other),)
                parts[0] += p * q * shares[0]
                parts[1] += p * q * (shares[1] if len(shares) == 2 else not shares[0])
    return done, *parts
