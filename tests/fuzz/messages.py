"""Random messages to every front-end of a game: what is refused changes nothing, and the page can always be drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from functools import partial
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from guildhall_widgets import (
    ArmoryPlanner,
    CheckExplorer,
    DeckBuilder,
    InteractionGraph,
    Library,
    LiveOdds,
    OddsExplorer,
    PartyPicker,
    ReplayViewer,
    TableWidget,
)
from guildhall_widgets.live import STATIC, LiveWidget

from guildhall.core.errors import GuildhallError
from guildhall.core.game import Game
from guildhall.core.registration import Registration
from tests.fuzz.phrases import moments, random_phrase, words_of
from tests.fuzz.trying import Fuzzed, Fuzzer, try_each

__all__ = ["broken_by", "fuzzer", "messages_of", "random_message"]

_SAID: Final = 20  # messages to one front-end
_ELEMENT = re.compile(r"<[^<>]*\bdata-do=[^<>]*>")
_ATTRIBUTE = re.compile(r'\b(?:data-)?([\w-]+)="([^"]*)"')
_LISTED = re.search(r"const SILENT = new Set\(\[(.*?)\]\)", (STATIC / "live.js").read_text(encoding="utf-8"), re.DOTALL)
assert _LISTED
_SILENT: Final = frozenset(re.findall(r'"(\w+)"', _LISTED[1]))
_JSON: Final[tuple[Any, ...]] = (None, True, False, 0, 1, -1, 99, 2**70, 1.5, float("nan"), [], [1], {}, {"a": [None]})

FrontEnd = Callable[[Game, Path], LiveWidget]


def _table(game: Game, folder: Path) -> LiveWidget:
    return TableWidget(game.branch(), seat=len(game.moves) % 2 or None)


def _viewer(game: Game, folder: Path) -> LiveWidget:
    path = folder / f"{len(game.moves)}-{game.seed}.json"
    if not path.exists():
        game.record.save(path)
    return ReplayViewer(path, ply=game.ply // 2)


def _catalogue(game: Game, folder: Path) -> LiveWidget:
    _viewer(game, folder).close()
    return Library(folder).catalogue


def _graph(game: Game, folder: Path) -> LiveWidget:
    return InteractionGraph(game=game.rules.game)


def _builder(game: Game, folder: Path) -> LiveWidget:
    return DeckBuilder(game=game.rules.game)


def _live_odds(game: Game, folder: Path) -> LiveWidget:
    return LiveOdds(game)


def _explorer(game: Game, folder: Path) -> LiveWidget:
    return OddsExplorer()


def _checks(game: Game, folder: Path) -> LiveWidget:
    return CheckExplorer(game if game.rules.game == "guild-master" else None)


def _picker(game: Game, folder: Path) -> LiveWidget:
    return PartyPicker(players=2)


def _planner(game: Game, folder: Path) -> LiveWidget:
    return ArmoryPlanner()


FRONT_ENDS: Final[Sequence[FrontEnd]] = (
    *(_table, _viewer, _catalogue, _graph, _builder, _live_odds, _explorer, _checks),
    *(_picker, _planner),
)


def fuzzer(game: Registration) -> Fuzzer:
    """Says all sorts of things to the front-ends."""
    return partial(_run, game)


def _run(game: Registration, n: int, seed: int, seconds: float) -> Fuzzed:
    games = moments(game, seed)
    words = words_of(games)
    with TemporaryDirectory() as folder, chdir(folder):  # where records and studies are saved, too
        talks = -(-n // _SAID)
        found = try_each(talks, seed, seconds, lambda coin: _attempt(coin, games, words, Path(folder)))
    found.count *= _SAID
    return found


def _attempt(coin: random.Random, games: Sequence[Game], words: Sequence[str], folder: Path) -> Iterator[str]:
    """A conversation with one front-end; a game may be without some of them."""
    try:
        front_end = coin.choice(FRONT_ENDS)(coin.choice(games), folder)
    except GuildhallError:
        return
    for _ in range(_SAID):
        yield from broken_by(front_end, random_message(coin, front_end, words))
    front_end.close()


def random_message(coin: random.Random, front_end: LiveWidget, words: Sequence[str]) -> dict[str, Any]:
    """What an element of the page would say, or something that a handler might take, or neither."""
    shown = messages_of(front_end.html)
    if shown and coin.random() < 0.5:
        message = coin.choice(shown)
        if coin.random() < 0.5:
            message["data"] |= {name: _value(coin, words) for name in message["data"] if coin.random() < 0.5}
        return message
    do, fields = coin.choice(sorted(front_end.messages.items()))
    data = {name: _value(coin, words) for name in fields if coin.random() < 0.95}
    if coin.random() < 0.1:
        return {"do": _value(coin, words), "data": data}
    return {"do": do, "data": _value(coin, words) if coin.random() < 0.1 else data}


def messages_of(html: str) -> list[dict[str, Any]]:
    """What the elements of a page say when they are used."""
    return [_message_of(element) for element in _ELEMENT.findall(html)]


def _message_of(element: str) -> dict[str, Any]:
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(element)}
    named = ((name, value) for name, value in attributes.items() if f"data-{name}=" in element and name not in _SILENT)
    data: dict[str, Any] = dict(named)
    if element.startswith(("<input", "<select", "<textarea")):
        data["value"] = "checkbox" in element or attributes.get("value", "")
    return {"do": attributes["do"], "data": data}


def _value(coin: random.Random, words: Sequence[str]) -> Any:
    either = coin.choice(_JSON), str(coin.randrange(-2, 400)), coin.choice(words), random_phrase(coin, words)
    return coin.choice(either)


def broken_by(front_end: LiveWidget, message: dict[str, Any]) -> Iterator[str]:
    """Say it, and tell what broke: an error that is none of ours, a refusal that changed the page, no page at all."""
    front_end.stop()
    front_end.refresh()
    front_end.failure, before = None, front_end.html
    name = type(front_end).__name__
    try:
        front_end._handle_custom_msg({"view": "fuzz", "number": 1, **message}, [])
        front_end.stop()
        now = front_end.page()
    except Exception as error:  # just that is looked for
        yield f"{name}: {type(error).__name__}: {error} by {message!r:.200}"
        return
    failure = front_end.failure
    if failure is not None and not isinstance(failure, GuildhallError):
        yield f"{name}: {type(failure).__name__}: {failure} by {message!r:.200}"
    elif failure is not None and now != before:
        yield f"{name}: {failure}, and yet the page is another one, by {message!r:.200}"
