"""True games by bots, and what one seat saw of them, as entries. Nothing else reaches the log."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import guildhall as gh
from guildhall.core.decision import DONE
from guildhall.core.game import Game
from guildhall.games import registration
from guildhall.logbook import Log
from guildhall.logbook.entry import Saying, write_entry

NAMES = ("Ada", "Bela", "Cyd", "Dov")


class Told(NamedTuple):
    """An entry, and the ply of the true game after it."""

    text: str
    ply: int


def true_game(name: str, players: int, seed: int, *, bot: str = "", plies: int | None = None, **options: Any) -> Game:
    """Return a game played by bots."""
    game = gh.new_game(name, players=list(NAMES[:players]), seed=seed, **options)
    game.run(bot or game.rules.usual_bot, until=None if plies is None else lambda game: game.ply >= plies)
    return game


def told_by(game: Game, seat: int) -> Iterator[Told]:
    """Yield the moves of a game as a seat saw them: a move of one seat in each entry."""
    rules, line = game.rules, game.line
    scribing = registration(rules.game).scribing(rules, seat)
    starts = [0]
    for ply in range(1, game.ply):
        before, state = line.state_at(ply - 1), line.state_at(ply)
        if scribing.ends(before, state) or before[0]["actor"] != state[0]["actor"]:
            starts.append(ply)
    ends = [*starts[1:], game.ply] if game.over else starts[1:]  # what bots broke off is no whole move
    for first, end in zip(starts, ends, strict=False):
        who = int(line.state_at(first)[0]["actor"])
        does, told = list[str](), dict[str, tuple[str, ...]]()
        for ply in range(first, end):
            before, after = line.state_at(ply), line.state_at(ply + 1)
            if not scribing.is_hidden(before):
                does.append(rules.phrase(before, line.moves[ply]))
            for chance in scribing.chances(before, line.moves[ply], after, line.events_at(ply + 1)):
                told[chance.word] = (*told.get(chance.word, ()), *chance.cards)
        if len(does) > 1 and does[-1] == DONE:  # the end of a move goes without saying
            does.pop()
        yield Told(write_entry(Saying(who, tuple(does), told), rules.seats), end)


def opening_of(game: Game, seat: int) -> dict[str, Any]:
    """Return what a seat tells at the start of a game."""
    view = game.rules.view(game.line.state_at(0), seat)
    return OPENINGS[game.rules.game](view, game)


def _guildhall(view: Any, game: Game) -> dict[str, Any]:
    opening: dict[str, Any] = {"hand": view.hand, "vp_row": [card for card in view.vp_row if card is not None]}
    houses = game.rules.deck.houses
    if houses:
        slots = view.knowledge[0]["house"].tolist()
        opening["house_row"] = [None if slot < 0 else houses[slot].name for slot in slots]
    return opening


def _advyria(view: Any, game: Game) -> dict[str, Any]:
    hero = int(view.knowledge[0]["hero"][view.seat])
    return {"hero": [game.rules.names.heroes[hero]]} if hero >= 0 else {}


def _guild_master(view: Any, game: Game) -> dict[str, Any]:
    skills = [game.rules.labels["skill"][token] for token in view.knowledge[0]["token"][: len(game.rules.seats)]]
    return {"skills": skills, "private": view.private(view.seat)}


OPENINGS = {"guildhall": _guildhall, "advyria": _advyria, "guild-master": _guild_master}


def log_of(game: Game, seat: int, *, seed: int = 9, **more: Any) -> Log:
    """Begin the log of a true game by one seat."""
    setup: Mapping[str, Any] = {name: value for name, value in game.rules.setup.items() if value is not None}
    setup = {**setup, **FIRST.get(game.rules.game, lambda game: {})(game)}
    return gh.scribe(game.rules.game, seat=seat, seed=seed, **{**setup, **opening_of(game, seat), **more})


def _first(game: Game) -> dict[str, Any]:
    return {"first": int(game.line.state_at(0)[0]["first"])}


FIRST = {"guildhall": _first, "advyria": _first}


def first_difference(game: Game, seat: int, *, seed: int = 9, times: list[float] | None = None) -> str:
    """Log a true game by one seat, and return where its view first differs, or "" if it never does."""
    log = log_of(game, seat, seed=seed)
    if log.game.view(seat) != game.rules.view(game.line.state_at(0), seat):
        return "the start differs"
    for number, told in enumerate(told_by(game, seat), 1):
        began = time.perf_counter()
        try:
            log.enter(told.text)
        except gh.BadEntry as error:
            return f"entry {number} '{told.text}' was refused: {error}"
        if times is not None:
            times.append(time.perf_counter() - began)
        mine, true = log.game.view(seat), game.rules.view(game.line.state_at(told.ply), seat)
        if mine != true:
            return f"entry {number} '{told.text}': {_fields(mine, true)}"
    return ""


def _fields(mine: Any, true: Any) -> str:
    one, other = mine.knowledge[0], true.knowledge[0]
    bad = [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
    return f"differs in {', '.join(bad)}"
