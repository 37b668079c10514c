"""Sets of small numbers as bits of an integer, the same in compiled and in plain mode."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

__all__ = ["BIT", "bit_count", "lowest_bit"]

#: The bit of each number that can be in a set.
BIT = np.left_shift(np.int64(1), np.arange(63, dtype=np.int64))


def lowest_bit(bits: int) -> int:
    """The index of the lowest set bit of a positive number.

    >>> lowest_bit(12)
    2
    """
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def bit_count(bits: int) -> int:
    """How many bits are set.

    >>> bit_count(13)
    3
    """
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typingctx: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typingctx: Any, bits: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@overload(lowest_bit)  # type: ignore[untyped-decorator]
def _lowest_bit(bits: Any) -> Any:
    def machine(bits: Any) -> Any:  # numba wants the very same parameters, annotations included
        return _cttz(bits)

    return machine


@overload(bit_count)  # type: ignore[untyped-decorator]
def _bit_count(bits: Any) -> Any:
    def machine(bits: Any) -> Any:  # numba wants the very same parameters, annotations included
        return _ctpop(bits)

    return machine
