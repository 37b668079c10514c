"""Damaged entries: words swapped, dropped, doubled, taken from other entries, and noise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import guildhall as gh
from guildhall.logbook import Log

NOISE = ("??", "tier 9", "play", "done", "draws", "player 7", "buy 0", ";", ":", ",", "#", "\x00", "é", "9" * 30)


@dataclass
class Tried:
    """The result of a run: entries that fitted, entries refused, and everything that should not happen."""

    fitted: int = 0
    refused: int = 0
    odd: list[str] = field(default_factory=list)


def damaged(entries: Sequence[str], coin: random.Random) -> str:
    """Return an entry that is broken in a random way."""
    text = coin.choice(entries)
    for _ in range(coin.randint(1, 3)):
        words = text.split(" ")
        at = coin.randrange(len(words))
        match coin.randrange(6):
            case 0:
                words[at] = coin.choice(NOISE)
            case 1:
                del words[at]
            case 2:
                words.insert(at, words[at])
            case 3:
                words[at] = coin.choice(coin.choice(entries).split(" "))
            case 4:
                words[at] = words[at][::-1]
            case _:
                other = coin.choice(entries).split(" ")
                words[at:] = other[coin.randrange(len(other)) :]
        text = " ".join(words)
    return text


def refusals(log: Log, entries: Sequence[str], *, tries: int, seed: int) -> Tried:
    """Enter damaged entries between the good ones, and return what came of it."""
    coin, result = random.Random(seed), Tried()
    for number in range(tries):
        if number % max(1, tries // len(entries)) == 0 and len(log) < len(entries):
            log.enter(entries[len(log)])
        text = damaged(entries, coin)
        before = (log.text, log.game.state.tobytes(), log.record.checks, log.game.ply)
        try:
            log.enter(text)
            log.undo()
            result.fitted += 1
        except gh.BadEntry as error:
            result.refused += 1
            if not str(error):
                result.odd.append(f"{text!r} was refused without a reason")
        except Exception as error:  # anything else is a bug
            result.odd.append(f"{text!r}: {type(error).__name__}: {error}")
        if (log.text, log.game.state.tobytes(), log.record.checks, log.game.ply) != before:
            result.odd.append(f"{text!r} changed the log")
    return result
