"""Positions drawn at random, most of which can be laid: for `guildhall doctor --fuzz`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, Final

from .engine.state import COLOURS, MASTER, ROW
from .rules import GuildhallRules

__all__ = ["random_position"]

_SETS: Final = ("old-world", "new-empire", "job-faire", "fellowship", "coalition")


@lru_cache(maxsize=64)
def _rules(**options: Any) -> GuildhallRules:
    return GuildhallRules.of(**options)


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`."""
    players = coin.randint(2, 4)
    options = {
        "cards": coin.choice(_SETS),
        "masters": coin.random() < 0.3,
        "houses": coin.random() < 0.3,
        "rules": coin.choice(("advanced", "advanced", "basic")),
    }
    pool = _Pool(_rules(players=players, **options), coin)
    seats = range(players)
    given = {
        "halls": [pool.hall() for _ in seats],
        "completed": [pool.chapters(coin.choice((0, 0, 0, 1, 2))) for _ in seats],
        "hands": [pool.cards(coin.randint(0, 8)) for _ in seats],
        "areas": [pool.cards(coin.randint(0, 3)) + pool.vp(coin.choice((0, 0, 1))) for _ in seats],
        "tokens": [coin.randint(0, 25) for _ in seats],
        "vp_cards": [pool.vp(coin.choice((0, 0, 1, 2))) for _ in seats],
        "discard": pool.cards(coin.randint(0, 20)),
        "deck": pool.cards(coin.randint(0, 30)),
        "vp_row": [*pool.vp(coin.randint(0, ROW - 1)), None],
        "vp_deck": pool.vp(coin.randint(0, 6)),
        "to_play": coin.randrange(players),
        "actions": coin.choice((1, 2, 2, 2, 5)),
    }
    kept = {name for name in given if name == "halls" or coin.random() < 0.6}
    return {**options, **{name: given[name] for name in given if name in kept}}


class _Pool:
    """The cards of a deck in an order drawn at random, taken one after the other."""

    def __init__(self, rules: GuildhallRules, coin: Random) -> None:
        copies = rules.compiled[0]["copies"]
        self.names, self.coin = rules.names, coin
        self._kinds = self._shuffled(kind for kind in range(len(self.names.kinds)) for _ in range(int(copies[kind])))
        self._vp = self._shuffled(card.name for card, copies in rules.deck.vp for _ in range(copies))

    def _shuffled(self, things: Iterable[Any]) -> list[Any]:
        listed = list(things)
        self.coin.shuffle(listed)
        return listed

    def cards(self, n: int) -> list[str]:
        """So many cards."""
        taken, self._kinds = self._kinds[:n], self._kinds[n:]
        return [self.names.kinds[kind] for kind in taken]

    def vp(self, n: int) -> list[str]:
        """So many VP cards."""
        taken, self._vp = self._vp[:n], self._vp[n:]
        return taken

    def chapters(self, n: int) -> list[str]:
        """So many chapters, as if they were completed."""
        return self.coin.sample(self.names.chapters, n)

    def hall(self) -> dict[str, list[str]]:
        """Some chapters with a few colours each."""
        names = self.names
        hall: dict[str, list[str]] = {}
        for kind in [
            kind for kind in self._kinds[: self.coin.choice((0, 3, 6, 12))] if names.colour_of(kind) != MASTER
        ]:
            chapter = hall.setdefault(names.chapters[names.chapter_of(kind)], [])
            card = names.in_hall(kind)
            if card in COLOURS and card not in chapter and len(chapter) < len(COLOURS) - 1:
                chapter.append(card)
                self._kinds.remove(kind)
        return hall
