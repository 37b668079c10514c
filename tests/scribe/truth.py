"""True games by bots, and what one seat saw of them, as entries. Nothing else reaches the log."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import guildhall as gh
from guildhall.core.decision import DONE
from guildhall.core.game import Game
from guildhall.games import registration
from guildhall.games.hundred_halls.engine.state import Frame, Lasting
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


def _hundred_halls(view: Any, game: Game) -> dict[str, Any]:
    scribing = registration(game.rules.game).scribing(game.rules, view.seat)
    laid, told = scribing.laid_out(game.seed), dict[str, list[str]]()
    if game.rules.setup["armory"]:
        return {}
    for chance in scribing.chances(laid, 0, laid, ()):
        told.setdefault({"draws": "hands"}.get(chance.word, chance.word), []).extend(chance.cards)
    return told


def _guild_master(view: Any, game: Game) -> dict[str, Any]:
    skills = [game.rules.labels["skill"][token] for token in view.knowledge[0]["token"][: len(game.rules.seats)]]
    return {"skills": skills, "private": view.private(view.seat)}


OPENINGS = {
    "guildhall": _guildhall,
    "advyria": _advyria,
    "guild-master": _guild_master,
    "hundred-halls": _hundred_halls,
}


def log_of(game: Game, seat: int, *, seed: int = 9, **more: Any) -> Log:
    """Begin the log of a true game by one seat."""
    setup: Mapping[str, Any] = {name: value for name, value in game.rules.setup.items() if value is not None}
    setup = {**setup, **FIRST.get(game.rules.game, lambda game: {})(game)}
    return gh.scribe(game.rules.game, seat=seat, seed=seed, **{**setup, **opening_of(game, seat), **more})


def _first(game: Game) -> dict[str, Any]:
    return {"first": int(game.line.state_at(0)[0]["first"])}


FIRST = {"guildhall": _first, "advyria": _first}


def first_difference(
    game: Game, seat: int, *, seed: int = 9, times: list[float] | None = None, judged: bool = False
) -> str:
    """Log a true game by one seat, and return where its view first differs, or "" if it never does.

    If it is to be `judged`, the odds after every fourth part of it and the review are compared too.
    """
    log = log_of(game, seat, seed=seed)
    if (bad := _fields(log.game.view(seat), game.rules.view(game.line.state_at(0), seat))) != "":
        return f"the start {bad}"
    for number, told in enumerate(told_by(game, seat), 1):
        began = time.perf_counter()
        try:
            log.enter(told.text)
        except gh.BadEntry as error:
            return f"entry {number} '{told.text}' was refused: {error}"
        if times is not None:
            times.append(time.perf_counter() - began)
        mine, true = log.game.view(seat), game.rules.view(game.line.state_at(told.ply), seat)
        if bad := _fields(mine, true):
            return f"entry {number} '{told.text}': {bad}"
    return _other_judgement(log, game, seat) if judged else ""


def _other_judgement(log: Log, game: Game, seat: int) -> str:
    """Return which odds or which review of a logged game differ from those of the true game, or ""."""
    for ply in range(log.game.ply // 4, log.game.ply + 1, max(1, log.game.ply // 4)):
        odds = []
        for branch in (log.game.branch(), game.branch()):
            branch.undo(branch.ply - ply)
            odds.append(gh.odds.win(branch, seat=seat, n=20, seed=7))
        if not odds[0].equals(odds[1]):
            return f"the odds after ply {ply} differ"
    true = game.branch()
    true.undo(true.ply - log.game.ply)
    reviews = [gh.odds.review(each, seat=seat, n=10, seed=3) for each in (log.game, true)]
    return "" if reviews[0].equals(reviews[1]) else "the review differs"


def _fields(mine: Any, true: Any) -> str:
    """Return which fields of two views differ, or "". Copies of a card in the Hundred Halls are alike."""
    if mine == true:
        return ""
    one, other = mine.knowledge[0], true.knowledge[0]
    bad = [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
    if hasattr(mine, "in_play"):
        fields = [_without_copies(view) for view in (mine, true)]
        bad = [name for name in bad if fields[0][name] != fields[1][name]]
    return f"differs in {', '.join(bad)}" if bad else ""


_OF_CARDS = ("zone", "holder", "hp", "cap", "counters", "reward", "fresh", "stunned", "used", "acted")


def _without_copies(view: Any) -> dict[str, Any]:
    """Return what a view of the Hundred Halls shows, with names and places instead of the numbers of copies."""
    s, names, table = view.knowledge[0], view.names.cards, view.in_play

    def known(card: int) -> Any:
        return (names[card], table.index(card) if card in table else -1) if card >= 0 else card

    def shown(name: str, cards: Any) -> list[Any]:
        return [known(card) for card in s[name][: int(s[cards])].tolist()]

    def rows(name: str, columns: Any) -> list[Any]:
        listed = s[name][: int(s[f"{name}_n"])].tolist()
        return [[known(each) if at in columns else each for at, each in enumerate(row)] for row in listed]

    fields: dict[str, Any] = {name: s[name].tolist() for name in s.dtype.names}
    for name in _OF_CARDS:
        fields[name] = sorted((known(card), int(s[name][card])) for card in range(len(names)))
    fields["host"] = sorted((known(card), known(int(s["host"][card]))) for card in table)
    fields["table"], fields["waiting"] = shown("table", "table_n"), shown("waiting", "waiting_n")
    fields["deck"] = [view.known(pile) for pile in range(len(s["deck_n"]))]
    fields["stack"] = rows("stack", (Frame.SOURCE, Frame.IT, Frame.FIRST))
    fields["lasting"] = rows("lasting", (Lasting.CARD, Lasting.TO))
    return fields
