"""Random phrases, typed at every kind of decision of a game: each is played, explained or refused with a reason."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from tests.fuzz.trying import Fuzzed, Fuzzer, coin_of, try_each

__all__ = ["broken_by", "fuzzer", "moments", "random_phrase", "typing_fuzzer", "words_of"]

Attempt = Callable[[random.Random, Sequence[Game], Sequence[str]], Iterator[str]]
"""Types something made of words at one of some games, and tells what is broken by it."""

_MOMENTS: Final = 24  # games, each at another decision
_LATEST: Final = 160  # plies
_NUMBERS: Final = ("0", "1", "2", "3", "9", "-1", "1.5", "²", "③", "٣", "1_0", "0x1", "١٢", "9" * 19, "9" * 4400)
_ODD: Final = ("\0", "\r", "\n", "\t", "\x1b[2J", "\u2028", "\ud800", "İ", "ß", "ﬃ", "<b>", "%s", "{0}", "'", '"', "\\")
_BETWEEN: Final = (" ", "  ", ", ", ",", ";", "; ", " + ", " as ", " to ", "")


def fuzzer(game: Registration) -> Fuzzer:
    """Types phrases that are nearly right, or not at all."""
    return typing_fuzzer(game, _attempt)


def typing_fuzzer(game: Registration, attempt: Attempt) -> Fuzzer:
    """A fuzzer that types what belongs to a game, or nearly so, at all sorts of moments of it."""
    return partial(_run, game, attempt)


def _run(game: Registration, attempt: Attempt, n: int, seed: int, seconds: float) -> Fuzzed:
    games = moments(game, seed)
    words = words_of(games)
    return try_each(n, seed, seconds, lambda coin: attempt(coin, games, words))


def moments(game: Registration, seed: int) -> list[Game]:
    """Games of random players, each somewhere on its way."""
    low, high = game.players
    games = []
    for number in range(_MOMENTS):
        coin = coin_of(seed, -1 - number)
        rules = game.make_rules({"players": coin.randint(max(low, min(2, high)), high)})
        games.append(Game(rules, rules.start(number), seed=number))
        for _ in range(coin.randrange(_LATEST)):
            options = rules.options(games[-1].state)
            if not options:
                break
            games[-1].play(coin.choice(options))
    return games


def words_of(games: Sequence[Game]) -> tuple[str, ...]:
    """What can be said about some games: their phrases, the words of these, and their cards."""
    phrases = dict.fromkeys(phrase for game in games for phrase in game.decision.phrases)
    words = dict.fromkeys(word for phrase in phrases for word in re.findall(r"\w+", phrase))
    rules = games[0].rules
    return (*phrases, *words, *rules.card_texts)


def random_phrase(coin: random.Random, words: Sequence[str]) -> str:
    """Words that belong to a game, odd signs and numbers among them, some of it damaged, seldom very long."""
    parts = [coin.choice((coin.choice(words), coin.choice(_NUMBERS))) for _ in range(coin.choice((1, 1, 2, 2, 3, 6)))]
    phrase = "".join(part + coin.choice(_BETWEEN) for part in parts)
    for _ in range(coin.choice((0, 0, 1, 2))):
        phrase = _damaged(coin, phrase)
    return phrase * coin.choice((300, 3000)) if coin.random() < 0.002 else phrase


def _damaged(coin: random.Random, phrase: str) -> str:
    """A phrase with a piece of it gone, doubled, changed or turned round."""
    first, last = sorted(coin.randrange(len(phrase) + 1) for _ in range(2))
    piece = phrase[first:last]
    other = coin.choice(("", piece * 2, piece[::-1], piece.upper(), coin.choice(_ODD), chr(coin.randrange(0x3000))))
    return phrase[:first] + other + phrase[last:]


def _attempt(coin: random.Random, games: Sequence[Game], words: Sequence[str]) -> Iterator[str]:
    game, phrase = coin.choice(games), random_phrase(coin, words)
    seat = coin.choice((None, *range(len(game.rules.seats))))
    yield from broken_by(phrase, lambda: game.explain(phrase, seat=seat))
    if coin.random() < _PLAYED:
        yield from broken_by(phrase, lambda: game.branch().play(phrase))


_PLAYED: Final = 0.1  # a refusal looks for what comes near, which takes a hundred times as long as a reason


def broken_by(what: object, do: Callable[[], object]) -> Iterator[str]:
    """A sentence if something ends in another way than by itself or with one of our errors."""
    try:
        do()
    except GuildhallError as error:
        str(error)
    except Exception as error:  # just that is looked for
        yield f"{type(error).__name__}: {error} by {what!r:.200}"
