"""Random numbers and effects on all cards, and positions drawn at random, for fuzzing.

>>> setup = random_setup(Random(7))
>>> 2 <= setup["players"] <= 4
True
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from guildhall.games.guild_master.cards import EFFECT_KINDS, MOONS, RANKS, Adventurer, Contract
from guildhall.games.guild_master.language import CHOOSING, DECKS, SKILLS, Op, details_of, words_for
from guildhall.games.guild_master.reading import ADDED_DICE, TARGET_RANGES, pack, shipped

__all__ = ["random_position", "random_setup"]

FILE: Final = "random.toml"
_CHOICES: Final = frozenset(op.name.lower() for op in (*CHOOSING, Op.TRADE))  # of which a card has one at most


def random_setup(coin: Random) -> dict[str, Any]:
    """The settings of a game in which every card keeps its name and nothing else."""
    box, dice = pack(shipped()), [ADDED_DICE]
    lines = [line for one in box.adventurers for line in _adventurer(coin, one, dice)]
    lines += [line for one in box.contracts for line in _contract(coin, one, dice)]
    return {
        "players": coin.randint(2, 4),
        "short": coin.random() < 0.5,
        "card_texts": ((FILE, "\n".join(lines)),),
    }


def _adventurer(coin: Random, card: Adventurer, dice: list[int]) -> Iterator[str]:
    skills = ", ".join(f"{skill} = {coin.randint(1, 9)}" for skill in coin.sample(SKILLS, coin.randint(1, 6)))
    phase = coin.choice(("plot", "action"))
    yield f"[adventurers.{card.name}]\nrank = '{card.rank}'\nskills = {{ {skills} }}\nfame = {coin.randint(0, 20)}"
    if card.team:
        yield f"team = '{card.team}'"
    yield f"ability = {{ moon = '{coin.choice(MOONS)}', phase = '{phase}', {_effect(coin, phase, dice)[1]} }}"


def _contract(coin: Random, card: Contract, dice: list[int]) -> Iterator[str]:
    least, most = TARGET_RANGES[DECKS.index(card.deck)]
    targets = ", ".join(f"{skill} = {coin.randint(least, most)}" for skill in coin.sample(SKILLS, coin.randint(1, 6)))
    yield f'[contracts."{card.name}"]\ndeck = "{card.deck}"\ntargets = {{ {targets} }}'
    yield f"gold = {coin.randint(0, 20)}\nfame = {coin.randint(0, 20)}\nstarting = {str(card.starting).lower()}"
    kind = coin.choice(EFFECT_KINDS[:2] if card.deck == "common" else EFFECT_KINDS)
    drawn = [_effect(coin, kind, dice) for _ in range(1 if kind == "boon" else coin.randint(1, 2))]
    if sum(word in _CHOICES for word, _ in drawn) > 1:
        drawn = drawn[:1]
    yield f"{kind} = [{', '.join(f'{{ {told} }}' for _, told in drawn)}]"


def _effect(coin: Random, place: str, dice: list[int]) -> tuple[str, str]:
    """A word of the language and how it is written; `dice` is what cards may still add to a check."""
    words = words_for(place)
    word = coin.choice([name for name in words if name != "add_dice" or dice[0] > 1])
    least, most, extra = words[word]
    amount = coin.choice([number for number in range(least, most + 1) if number])
    if word == "add_dice":
        dice[0] -= amount
    if not extra:
        return word, f"{word} = {amount}"
    details = details_of(extra)
    return word, f"{word} = {amount}, {extra} = " + (
        f"'{coin.choice(details)}'" if details else str(coin.randint(1, 5))
    )


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`, most of which can be laid."""
    box, seats = pack(shipped()), range(coin.randint(2, 4))
    contracts = [one.name for one in coin.sample(box.contracts, len(box.contracts))]
    adventurers = [one.name for one in coin.sample(box.adventurers, len(box.adventurers)) if one.rank != RANKS[0]]
    commons = [one.name for one in box.contracts if one.deck == DECKS[0]]
    private = [name for name in contracts if name in commons][:8]
    others = [name for name in contracts if name not in private]

    def some(things: list[str], most: int) -> list[str]:
        return [things.pop() for _ in range(min(coin.randint(0, most), len(things)))]

    sides = [coin.sample(SKILLS, 3) for _ in seats]
    given = {
        "recruits": [some(adventurers, 4) for _ in seats],
        "fame": [coin.randint(0, 120) for _ in seats],
        "gold": [coin.randint(0, 30) for _ in seats],
        "fixers": [side[:1] for side in sides],
        "rerolls": [side[1 : coin.randint(1, 3)] for side in sides],
        "stables": [coin.choice((1, 1, 2)) for _ in seats],
        "mess_hall": [coin.choice((1, 1, 2, 3)) for _ in seats],
        "bar": [coin.choice((1, 2)) for _ in seats],
        "private": [some(private, 2) for _ in seats],
        "completed": [some(others, 5) for _ in seats],
        "contracts": some(others, len(seats) + 2),
        "discard": some(others, 6),
        "round": coin.randint(1, 6),
        "short": coin.random() < 0.3,
    }
    return {name: own for name, own in given.items() if name == "recruits" or coin.random() < 0.7}
