"""A small language for the numbers of an exercise, such as `1 - comb(n - k, d) / comb(n, d)`.

An expression is parsed into Python's syntax tree, and only whitelisted nodes are computed, with exact fractions and
bounded sizes. Nothing is ever evaluated as Python, so anybody's file is safe to load.

>>> Expression("some(k, n, d)").value({"k": 2, "n": 6, "d": 2})
Fraction(3, 5)
>>> Expression("__import__('os')")
Traceback (most recent call last):
guildhall.lessons.expressions.BadExpression: unknown function '__import__'
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from inspect import Parameter, signature
from itertools import combinations
from math import ceil, comb, erfc, exp, factorial, floor, isfinite, log, perm, sqrt
from typing import Final

from guildhall.core.errors import GuildhallError, did_you_mean, nearest, short

__all__ = ["FUNCTIONS", "BadExpression", "Expression"]

LONGEST: Final = 400  # characters of an expression
MOST_NODES: Final = 200
MOST_BITS: Final = 20_000  # of a numerator or denominator
MOST_CARDS: Final = 2_000
MOST_TRIES: Final = 5_000
MOST_KINDS: Final = 12

Numbers = Mapping[str, Fraction | int]


class BadExpression(GuildhallError):
    """An expression that cannot be read or computed."""


class Expression:
    """A parsed expression. `names` are the variables in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tree = _parsed(text)
        self.names = frozenset(_check(self._tree))

    def value(self, numbers: Numbers) -> Fraction:
        """Return the value for these numbers, or raise BadExpression."""
        try:
            return _value(self._tree, numbers)
        except ZeroDivisionError:
            raise BadExpression(f"cannot compute {short(self.text)}: division by zero") from None
        except (ArithmeticError, ValueError) as error:
            raise BadExpression(f"cannot compute {short(self.text)}: {error}") from None

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def _parsed(text: str) -> ast.expr:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadExpression(f"an expression must be text of at most {LONGEST} characters, not {short(text)}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd literals such as `1or 2`, which are refused below
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadExpression(f"cannot read {short(text)}; expected a sum such as 1 - comb(4, 2)/comb(6, 2)") from None


# --- Checking ---


def _check(tree: ast.expr) -> set[str]:
    """Return the variables of a tree, or raise BadExpression if anything in it is not allowed."""
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise BadExpression(f"an expression must have at most {MOST_NODES} parts")
    return _names(tree)


def _names(node: ast.expr) -> set[str]:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            _constant(node)
            return set()
        case ast.Name(id=name):
            return {name}
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return _names(operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            return _names(node.left) | _names(node.right)
        case ast.Call(func=ast.Name(id=name)) if name not in FUNCTIONS:
            raise BadExpression(f"unknown function {short(name)}{did_you_mean(nearest(name, FUNCTIONS))}")
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            names = set().union(*map(_names, arguments))
            _check_call(name, arguments)
            return names
    raise BadExpression(f"not allowed in an expression: {short(ast.unparse(node))}")


def _check_call(name: str, arguments: list[ast.expr]) -> None:
    parameters = signature(FUNCTIONS[name]).parameters.values()
    least = sum(one.default is Parameter.empty and one.kind is not Parameter.VAR_POSITIONAL for one in parameters)
    is_open = any(one.kind is Parameter.VAR_POSITIONAL for one in parameters)
    if len(arguments) < least or (len(arguments) > len(parameters) and not is_open):
        takes = ", ".join(str(one).split(":")[0].split("=")[0].strip() for one in parameters)
        raise BadExpression(f"{name} takes ({takes}), not {len(arguments)} numbers")


def _constant(node: ast.Constant) -> Fraction:
    value = node.value
    assert isinstance(value, int | float)
    if isinstance(value, float) and not isfinite(value):
        raise BadExpression("a number is too large")
    return _bounded(Fraction(repr(value)) if isinstance(value, float) else Fraction(value))


# --- Computing ---


def _value(node: ast.expr, numbers: Numbers) -> Fraction:
    match node:
        case ast.Constant():
            return _constant(node)
        case ast.Name(id=name):
            if name not in numbers:
                raise BadExpression(f"unknown number {short(name)}{did_you_mean(nearest(name, numbers))}")
            return Fraction(numbers[name])
        case ast.UnaryOp(op=op, operand=operand):
            value = _value(operand, numbers)
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp():
            return _bounded(_combined(node.op, _value(node.left, numbers), _value(node.right, numbers)))
        case ast.Call(func=ast.Name(id=name)):
            return _bounded(Fraction(FUNCTIONS[name](*(_value(one, numbers) for one in node.args))))
    raise BadExpression(f"not allowed in an expression: {short(ast.unparse(node))}")


def _combined(op: ast.operator, left: Fraction, right: Fraction) -> Fraction:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    return _power(left, right)


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        return _decimal(float(base) ** float(exponent))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(exponent) * bits > MOST_BITS:
        raise BadExpression(f"too large: {short(str(base))} to the power {short(str(exponent))}")
    return base ** int(exponent)


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise BadExpression("a number is too large")
    return value


def _decimal(value: float | complex) -> Fraction:
    if isinstance(value, complex) or not isfinite(value):
        raise BadExpression("the result is not a finite number")
    return Fraction(repr(float(value)))


def _whole(name: str, value: Fraction, most: int, least: int = 0) -> int:
    if value.denominator != 1 or not least <= value <= most:
        raise BadExpression(f"{name} must be a whole number from {least} to {most}, not {short(str(value))}")
    return int(value)


# --- Functions: cards ---


def _comb(n: Fraction, k: Fraction) -> Fraction:
    return Fraction(comb(_whole("n", n, MOST_CARDS), _whole("k", k, MOST_CARDS)))


def _perm(n: Fraction, k: Fraction) -> Fraction:
    return Fraction(perm(_whole("n", n, MOST_CARDS), _whole("k", k, MOST_CARDS)))


def _factorial(n: Fraction) -> Fraction:
    return Fraction(factorial(_whole("n", n, MOST_CARDS)))


def _miss(k: Fraction, n: Fraction, d: Fraction) -> Fraction:
    """Return the chance that none of k copies is among d of n cards."""
    cards = _whole("n", n, MOST_CARDS)
    copies, draws = _whole("k", k, cards), _whole("d", d, cards)
    return Fraction(comb(cards - copies, draws), comb(cards, draws))


def _some(k: Fraction, n: Fraction, d: Fraction) -> Fraction:
    return 1 - _miss(k, n, d)


def _just(x: Fraction, k: Fraction, n: Fraction, d: Fraction) -> Fraction:
    """Return the chance of exactly x of k copies among d of n cards."""
    cards = _whole("n", n, MOST_CARDS)
    copies, draws = _whole("k", k, cards), _whole("d", d, cards)
    hits = _whole("x", x, draws)
    return Fraction(comb(copies, hits) * comb(cards - copies, draws - hits), comb(cards, draws))


def _kinds(need: Fraction, n: Fraction, d: Fraction, *copies: Fraction) -> Fraction:
    """Return the chance of at least `need` different kinds among d of n cards, each kind with some copies.

    Counts by inclusion and exclusion over the kinds that are absent.
    """
    if not copies or len(copies) > MOST_KINDS:
        raise BadExpression(f"kinds takes the copies of one to {MOST_KINDS} kinds")
    wanted = _whole("need", need, len(copies))
    fatal = len(copies) - wanted + 1
    return 1 - sum(
        (
            (-1) ** (absent - fatal) * comb(absent - 1, fatal - 1) * _miss(Fraction(sum(gone)), n, d)
            for absent in range(fatal, len(copies) + 1)
            for gone in combinations(copies, absent)
        ),
        start=Fraction(0),
    )


def _draws_for(p: Fraction, k: Fraction, n: Fraction) -> Fraction:
    """Return the smallest number of draws with a chance of at least p for one of k copies among n cards."""
    cards = _whole("n", n, MOST_CARDS)
    return Fraction(next((d for d in range(cards + 1) if _some(k, n, Fraction(d)) >= p), cards))


# --- Functions: dice, repeated tries, the bell curve ---


def _dice(n: Fraction, target: Fraction, fixer: Fraction = Fraction(0), rerolls: Fraction = Fraction(0)) -> Fraction:
    """Return the chance that n dice reach a target, with a fixer (its face, 0 for none) or re-rolls, played best."""
    from guildhall.odds import dice

    faces = [_whole("fixer", fixer, 6)] if fixer else []
    aim = _whole("target", target, 200)
    return dice.chance(_whole("n", n, 20, 1), aim, faces, _whole("rerolls", rerolls, 3))


def _higher(n: Fraction, m: Fraction) -> Fraction:
    """Return the chance that the sum of n dice is higher than that of m dice."""
    first, second = (_sums(_whole(name, value, 20, 1)) for name, value in (("n", n), ("m", m)))
    wins = sum(a * b for one, a in first.items() for other, b in second.items() if one > other)
    return Fraction(wins, sum(first.values()) * sum(second.values()))


@lru_cache(maxsize=32)
def _sums(dice: int) -> dict[int, int]:
    ways = {0: 1}
    for _ in range(dice):
        ways = {
            total: sum(ways.get(total - face, 0) for face in range(1, 7))
            for total in range(min(ways) + 1, max(ways) + 7)
        }
    return ways


def _tail(n: Fraction, k: Fraction, p: Fraction = Fraction(1, 2)) -> Fraction:
    """Return the chance of at least k successes in n tries."""
    tries = _whole("n", n, MOST_TRIES)
    least = _whole("k", k, tries + 1)
    if not 0 <= p <= 1:
        raise BadExpression(f"p must be a chance, not {short(str(p))}")
    if tries * max(p.numerator.bit_length(), p.denominator.bit_length()) > MOST_BITS:
        raise BadExpression("too many tries for such a precise chance")
    a, b = p.numerator, p.denominator - p.numerator
    ways = sum(comb(tries, hits) * a**hits * b ** (tries - hits) for hits in range(least, tries + 1))
    return Fraction(ways, p.denominator**tries)


def _exactly(n: Fraction, k: Fraction, p: Fraction = Fraction(1, 2)) -> Fraction:
    return _tail(n, k, p) - _tail(n, k + 1, p)


def _tries_for(chance: Fraction, p: Fraction) -> Fraction:
    """Return the smallest number of tries with at least this chance of a success, each with chance p."""
    if not (0 < p < 1 and 0 <= chance < 1):
        raise BadExpression("both must be chances below 1")
    tries = ceil(log(1 - chance) / log(1 - p) - 1e-9)
    return Fraction(_whole("tries", Fraction(tries), MOST_TRIES))


def _bell(z: Fraction) -> Fraction:
    """Return the area of the normal curve beyond z standard deviations."""
    return _decimal(erfc(float(z) / sqrt(2)) / 2)


FUNCTIONS: Final[Mapping[str, Callable[..., Fraction | int]]] = {
    "abs": abs,
    "bell": _bell,
    "ceil": ceil,
    "comb": _comb,
    "dice": _dice,
    "draws_for": _draws_for,
    "exactly": _exactly,
    "exp": lambda x: _decimal(exp(x)),
    "factorial": _factorial,
    "floor": floor,
    "harmonic": lambda n: sum((Fraction(1, k) for k in range(1, _whole("n", n, MOST_CARDS) + 1)), start=Fraction(0)),
    "higher": _higher,
    "just": _just,
    "kinds": _kinds,
    "log": lambda x: _decimal(log(x)),
    "max": lambda one, *others: max(one, *others) if others else one,
    "min": lambda one, *others: min(one, *others) if others else one,
    "miss": _miss,
    "perm": _perm,
    "round": lambda x, places=Fraction(0): round(x, _whole("places", places, 12)),
    "some": _some,
    "sqrt": lambda x: _decimal(sqrt(x)),
    "tail": _tail,
    "tries_for": _tries_for,
}
"""The functions of the language by name."""
