"""How the options of a race stand: what each came to in the same deals, who leads, and who is surely behind.

`worth` has a row for every option in the race and a column for every deal; rows from `MOST_RUNNERS` on hold leads in
points, the last row is free for notes.
"""

from __future__ import annotations

from .annotations import Ints, Weights
from .compile import kernel_with

__all__ = ["BLOCK", "GUARD", "MOST_RUNNERS", "SURE", "add_leads", "ahead", "drop_losers", "leader", "to_keep"]

MOST_RUNNERS = 32  # options in a race at most
BLOCK = 8  # deals after which it is looked who has fallen behind
SURE = 3.0  # standard errors by which an option is surely behind, although it is looked at many times
GUARD = 1.0  # standard errors by which another option must be better than the bot's first thought

kernel = kernel_with()


@kernel
def total(worth: Weights, row: int, deals: int) -> float:
    """What a row comes to in all deals."""
    found = 0.0
    for deal in range(deals):
        found += worth[row, deal]
    return found


@kernel
def spread(worth: Weights, n: int, deals: int) -> float:
    """How far leads lie from their middle, on average."""
    middle, apart = 0.0, 0.0
    for i in range(n):
        middle += total(worth, MOST_RUNNERS + i, deals) / (n * deals)
    for i in range(n):
        for deal in range(deals):
            apart += abs(worth[MOST_RUNNERS + i, deal] - middle)
    return apart / (n * deals)


@kernel
def add_leads(worth: Weights, n: int, begin: int, end: int, share: float) -> float:
    """Count leads beside victories in the deals from `begin` on; from the first one on, `share` is of their spread.

    Returns the share that a point of lead has.
    """
    if begin == 0:
        apart = spread(worth, n, end)
        share = share / apart if apart > 0.0 else 0.0
    for i in range(n):
        for deal in range(begin, end):
            worth[i, deal] += share * worth[MOST_RUNNERS + i, deal]
    return share


@kernel
def ahead(worth: Weights, one: int, other: int, deals: int) -> float:
    """How far one option is ahead of another in the same deals, in standard errors.

    >>> import numpy as np
    >>> worth = np.array([[1.0, 1, 1, 0] * 5, [0.0, 1, 0, 0] * 5])
    >>> 3 < ahead(worth, 0, 1, 20) < 4, ahead(worth, 0, 0, 20)
    (True, 0.0)
    """
    apart, squares = 0.0, 0.0
    for deal in range(deals):
        difference = worth[one, deal] - worth[other, deal]
        apart += difference
        squares += difference * difference
    mean = apart / deals
    # As if two deals more had gone either way: nothing is sure after a few that came out the same.
    return float(mean / ((squares + 2.0) / deals - mean * mean) ** 0.5 * deals**0.5)


@kernel
def leader(worth: Weights, n: int, deals: int) -> int:
    """The place of the option that did best so far; among equals the first."""
    best, most = 0, total(worth, 0, deals)
    for i in range(1, n):
        found = total(worth, i, deals)
        if found > most:
            best, most = i, found
    return best


@kernel
def take_out(opts: Ints, worth: Weights, i: int, last: int, deals: int) -> None:
    """Put the last option in the place of one that drops out."""
    opts[i] = opts[last]
    for deal in range(deals):
        worth[i, deal] = worth[last, deal]


@kernel
def drop_losers(opts: Ints, worth: Weights, n: int, deals: int, keep: int) -> int:
    """Take out all that are surely behind, then the worst until `keep` are left; returns how many stay.

    The option in place 0 always stays.

    >>> import numpy as np
    >>> opts, worth = np.array([7, 8, 9]), np.array([[0.0, 1, 0, 1] * 8, [0.0, 0, 0, 0] * 8, [1.0, 1, 1, 1] * 8])
    >>> drop_losers(opts, worth, 3, 32, 3), opts[:2].tolist()
    (2, [7, 9])
    """
    best = leader(worth, n, deals)
    i = 1
    while i < n:
        if i != best and ahead(worth, best, i, deals) > SURE:
            n -= 1
            take_out(opts, worth, i, n, deals)
            best = i if best == n else best
        else:
            i += 1
    while n > keep:
        worst = 1
        for i in range(2, n):
            if total(worth, i, deals) < total(worth, worst, deals):
                worst = i
        n -= 1
        take_out(opts, worth, worst, n, deals)
    return n


@kernel
def to_keep(entered: int, used: int, budget: int) -> int:
    """How many may still run when so much of the budget is used: the field is halved in steps of equal cost.

    The one in place 0 runs besides them.

    >>> [to_keep(5, used, 300) for used in (0, 99, 100, 200, 300)]
    [6, 6, 4, 3, 2]
    """
    steps, n = 0, entered
    while n > 1:
        n = (n + 1) // 2
        steps += 1
    n = entered
    for _ in range(used * steps // budget):
        n = (n + 1) // 2
    return n + 1
