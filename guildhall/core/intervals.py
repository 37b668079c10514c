"""Intervals for shares: how far the truth may lie from what was counted."""

from __future__ import annotations

from math import sqrt

__all__ = ["wilson"]

Z95 = 1.959963984540054  # of the normal distribution, for 95 %


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for `hits` out of `n`; it stays within 0 and 1 and does not shrink to nothing at the ends.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    >>> wilson(0, 100)[0], round(wilson(0, 100)[1], 3)
    (0.0, 0.037)
    """
    if n == 0:
        return 0.0, 1.0
    share, square = hits / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n * n))
    return (0.0 if hits == 0 else middle - half), (1.0 if hits == n else middle + half)
