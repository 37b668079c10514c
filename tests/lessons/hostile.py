"""Random and hostile answers and lesson files: all of them get clear words, none is evaluated, none raises.

`python -m tests.lessons.hostile 100000` tries so many answers and a tenth as many files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

from guildhall.lessons import BadLesson, Lesson, exercises, read_lesson, titles

SIGNS = [
    *"0123456789.,/:%+-*^()eE'’ _½¾−–·×÷~≈√∞[]{}\"\\\0\n\tabxofvon",
    *("of", "von", "%", "1e", "**", "__", "\ud800", "🎲"),
]
WORDS = [
    *("__import__('os').system('touch hacked')", "open('hacked', 'w')", "exec('1')", "(lambda: 1)()", "9**9**9**9"),
    *("1e999999", "-0", "nan", "inf", "0x10", "1_000", "½½", "1/0", "(" * 100, "9" * 119, "1/" * 60, "red Weaver", "b"),
]


class Broken:
    """An object whose every method fails."""

    def _fail(self, *_: object) -> Any:
        raise RuntimeError("broken")

    __repr__ = __str__ = __float__ = __iter__ = __len__ = __eq__ = __hash__ = __int__ = _fail  # type: ignore[assignment]


OBJECTS: list[Callable[[], object]] = [
    *(Broken, object, dict, list, set, lambda: range(10**9), lambda: 10**5000, lambda: -(10**400), lambda: 1e308),
    *(
        lambda: float("nan"),
        lambda: 2j,
        lambda: b"1/2",
        lambda: [[1]],
        lambda: {"a": 10**9},
        lambda: Broken,
        lambda: [Broken()],
    ),
    *(lambda: (0.1, 0.2, "x"), lambda: (Broken(), 1, 2), lambda: {"red Weaver": 10**12}),
]


def random_answer(coin: Random) -> object:
    match coin.randrange(6):
        case 0:
            return coin.choice(WORDS)
        case 1:
            return coin.choice(OBJECTS)()
        case 2:
            return coin.choice([coin.random(), coin.randrange(-100, 10**6), coin.gauss(0, 1e9)])
        case _:
            return "".join(coin.choices(SIGNS, k=coin.randrange(30)))


def judge_hostile(number: int, seed: int) -> int:
    """Judge so many answers; answers how many verdicts came."""
    coin = Random(seed)
    checks = [exercises(title) for title in titles()]
    judged = 0
    for _ in range(number):
        check = coin.choice(checks)
        name = coin.choice(list(check.exercises)) if coin.random() < 0.95 else random_answer(coin)
        answer = [random_answer(coin) for _ in range(coin.choice([1, 1, 1, 1, 0, 2, 3]))]
        verdict = check(name, *answer)  # type: ignore[arg-type]
        judged += (
            bool(verdict.text) and len(verdict.text) < 600 and verdict.state in ("right", "not yet", "open", "unclear")
        )
    return judged


class Text:
    """A file in memory."""

    name = "mine.toml"

    def __init__(self, data: bytes) -> None:
        self._data = data

    def open(self, mode: str) -> BytesIO:
        return BytesIO(self._data)


GOOD = """[lesson]
title = "mine"
[[exercise]]
question = "A pile of {n} has {k} green. You draw {d}. Chance?"
draw = { n = [6, 8], k = [2], d = [2] }
answer = "some(k, n, d)"
hints = ["Count."]
slips = [{ value = "miss(k, n, d)", hint = "No." }]
"""
BITS = [
    *SIGNS,
    "some(",
    "[[exercise]]",
    "[lesson]",
    '"',
    "answer = ",
    "draw = {",
    "kind = 'choice'",
    "9**9**9",
    "{n}",
    "{",
    "}",
]


def random_file(coin: Random) -> bytes:
    text = GOOD
    for _ in range(coin.randrange(1, 5)):
        at = coin.randrange(len(text))
        gone = coin.choice([0, 0, 1, 5, 30])
        text = text[:at] + coin.choice(BITS) + text[at + gone :]
    return text.encode(errors="surrogatepass")


def read_hostile(number: int, seed: int) -> tuple[int, int]:
    """Read so many damaged files; answers how many were read and how many refused by name."""
    coin = Random(seed)
    read = refused = 0
    for _ in range(number):
        try:
            found: Lesson = read_lesson(Text(random_file(coin)))
            found.exercises("Ada")
            read += 1
        except BadLesson as problem:
            refused += str(problem).startswith("mine.toml")
    return read, refused


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"{judge_hostile(asked, seed=7)} of {asked} answers judged")
    print("files read and refused:", read_hostile(asked // 10, seed=7))
