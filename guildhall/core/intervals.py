"""Confidence intervals for proportions."""

from __future__ import annotations

from math import sqrt

__all__ = ["paired", "wilson"]

Z95 = 1.959963984540054  # quantile of the normal distribution for 95 %


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for `hits` out of `n`, which stays within 0 and 1 and never has zero width.

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


def paired(more: int, less: int, n: int, z: float = Z95) -> tuple[float, float, float]:
    """Return the difference between two proportions from paired trials, with an interval around it.

    Of `n` trials of both, `more` had only the first outcome and `less` only the second.
    The interval is that of Agresti and Min, who add half a trial to each of the four cells.

    >>> [round(number, 3) for number in paired(30, 10, 100)]
    [0.2, 0.079, 0.313]
    """
    trials = n + 2
    middle = (more - less) / trials
    half = z * sqrt((more + less + 1) / trials - middle**2) / sqrt(trials)
    return (more - less) / n, middle - half, middle + half
