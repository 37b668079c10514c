"""Shares and means as polars expressions, each with its interval and the number it rests on."""

from __future__ import annotations

import polars as pl

from guildhall.core.intervals import Z95

__all__ = ["mean_columns", "ratio_columns", "share_columns"]


def share_columns(hits: pl.Expr, n: pl.Expr, z: float = Z95) -> list[pl.Expr]:
    """The columns `p`, `low` and `high` of a share, with Wilson's interval (see `guildhall.core.intervals.wilson`).

    >>> frame = pl.DataFrame({"wins": [50], "n": [100]})
    >>> frame.select(share_columns(pl.col("wins"), pl.col("n"))).row(0)
    (0.5, 0.4038..., 0.5961...)
    """
    share, square = hits / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).sqrt()
    low = pl.when(hits == 0).then(0.0).otherwise(middle - half)
    high = pl.when(hits == n).then(1.0).otherwise(middle + half)
    return [share.alias("p"), low.alias("low"), high.alias("high")]


def mean_columns(total: pl.Expr, squares: pl.Expr, n: pl.Expr, z: float = Z95) -> list[pl.Expr]:
    """The columns `mean`, `low`, `high` and `sd` from a sum and a sum of squares over `n` games.

    >>> frame = pl.DataFrame({"x": [1.0, 2.0, 3.0]})
    >>> x = pl.col("x")
    >>> frame.select(mean_columns(x.sum(), (x * x).sum(), pl.len())).row(0)[0]
    2.0
    """
    mean = total / n
    spread = (squares / n - mean * mean).clip(lower_bound=0.0) * n / (n - 1).clip(lower_bound=1)
    half = z * (spread / n).sqrt()
    return [mean.alias("mean"), (mean - half).alias("low"), (mean + half).alias("high"), spread.sqrt().alias("sd")]


def ratio_columns(part: str, whole: str, z: float = Z95) -> list[pl.Expr]:
    """The columns `p`, `low` and `high` of a ratio of two sums, one row a game.

    What happens within one game hangs together, so the interval comes from the spread between games.

    >>> frame = pl.DataFrame({"attacks": [1, 3], "actions": [8, 8]})
    >>> frame.select(ratio_columns("attacks", "actions")).row(0)
    (0.25, 0.0767..., 0.4232...)
    """
    a, b = pl.col(part).cast(pl.Float64), pl.col(whole).cast(pl.Float64)
    ratio = a.sum() / b.sum()
    spread = (a * a).sum() - 2 * ratio * (a * b).sum() + ratio * ratio * (b * b).sum()
    half = z * spread.clip(lower_bound=0.0).sqrt() / b.sum()
    return [ratio.alias("p"), (ratio - half).alias("low"), (ratio + half).alias("high")]
