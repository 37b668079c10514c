"""Compile a box and the options of a game into the record that the kernel plays with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from guildhall.kernel.containers import BIT

from ..cards import BASIC, COLOURS, Board, Box
from .state import DIE, NONE, RULES, STATE, Kind

__all__ = ["compile_box", "template"]


def compile_box(box: Box, *, players: int, first: int, turn_limit: int, **options: bool) -> NDArray[Any]:
    """Build the rules record. `options` are the simplified rules by name."""
    rules = np.zeros(1, RULES)
    R = rules[0]
    R["players"], R["first"], R["turn_limit"] = players, first, turn_limit
    R["refills"] = 0 if players == 1 else 1
    for name, chosen in options.items():
        R[name] = int(chosen)
    if players == 1:
        R["no_robbing"] = 1
    _lay_board(R, box.board)
    R["golds"], R["adventures"], R["heroes"] = box.gold, len(box.adventures), len(box.heroes)
    R["kinds"] = Kind.ADVENTURE + len(box.adventures)
    R["copies"][: Kind.ADVENTURE] = [box.deck.counts[kind] for kind in BASIC]
    for number, adventure in enumerate(box.adventures):
        R["copies"][Kind.ADVENTURE + number] = box.deck.copies
        R["colour"][number] = COLOURS.index(adventure.colour)
    for number, hero in enumerate(box.heroes):
        R["shown"][number] = sum(int(BIT[adventure]) for adventure in hero.adventures)
    return rules


def _lay_board(R: Any, board: Board) -> None:
    numbers = {field.id: number for number, field in enumerate(board.fields)}
    near = [[numbers[other] for other in field.next] for field in board.fields]
    R["fields"] = len(near)
    R["quests"] = sum(int(BIT[number]) for number in board.of_kind("quest"))
    R["guilds"] = sum(int(BIT[number]) for number in board.of_kind("guild"))
    R["everywhere"] = sum(int(BIT[number]) for number in range(len(near)))
    steps = np.array([distances(near, number) for number in range(len(near))])
    bits = BIT[: len(near)]
    R["distance"][: len(near), : len(near)] = steps
    R["near"][: len(near)] = np.where(steps == 1, bits, 0).sum(axis=1)
    for die in range(DIE + 1):
        R["reach"][: len(near), die] = np.where(steps <= die, bits, 0).sum(axis=1)


def distances(near: list[list[int]], start: int) -> list[int]:
    """Return the number of steps from one field to every field (ruling 9).

    >>> distances([[1], [0, 2], [1]], 0)
    [0, 1, 2]
    """
    steps = {start: 0}
    edge = [start]
    for here in edge:
        for other in near[here]:
            if other not in steps:
                steps[other] = steps[here] + 1
                edge.append(other)
    return [steps[field] for field in range(len(near))]


def template(rules: NDArray[Any]) -> NDArray[Any]:
    """Build a game before the first shuffle: all cards in the draw pile, in order, and no tile on the board."""
    R = rules[0]
    state = np.zeros(1, STATE)
    s = state[0]
    s["victim"] = NONE
    for name in ("figure", "tile", "hero"):
        s[name][:] = NONE
    kinds = int(R["kinds"])
    deck = np.repeat(np.arange(kinds), R["copies"][:kinds])
    s["deck"][: len(deck)] = deck
    s["deck_n"] = len(deck)
    return state
