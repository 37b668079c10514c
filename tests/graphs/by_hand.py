"""The uses of cards in recorded games, read row by row: what a graph of the same games must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from guildhall.simulation import Simulation

Thing = tuple[str, str | None, int]
"""A zone, what lies there, how many of it."""


@dataclass
class Use:
    """One use of a card, with what it put and took."""

    game: int
    card: str
    seat: int
    puts: list[Thing] = field(default_factory=list)
    takes: list[Thing] = field(default_factory=list)

    def put(self, zone: str, thing: str | None, n: int = 1) -> int:
        """How many of a thing it put into a zone, at the most `n`."""
        return min(n, sum(each for where, what, each in self.puts if (where, what) == (zone, thing)))


def turns_of(sim: Simulation) -> list[list[Use]]:
    """The uses of every turn, in order."""
    return {"guildhall": guildhall_turns, "advyria": advyria_turns}[sim.rules.game](sim)


def fed_in(turn: list[Use]) -> Iterator[tuple[Use, Use, str, int]]:
    """Giver, taker, zone and number of what was taken where another card had put it before."""
    for place, taker in enumerate(turn):
        for zone, thing, n in taker.takes:
            before = [giver for giver in turn[:place] if thing is not None and giver.put(zone, thing)]
            if before and before[-1].card != taker.card:
                yield before[-1], taker, zone, before[-1].put(zone, thing, n)


# --- Guildhall ---


def zone_of(place, owner, seat):
    """What the player at `seat` calls a place, None if it is no zone."""
    if place in ("deck", "looked at", "discard pile"):
        return place.replace("looked at", "deck")
    if place in ("hand", "hall", "area"):
        return f"{'my' if owner == seat else 'another'} {place}"
    return None


def note_move(use: Use, row) -> None:
    own = row["from_seat"] == use.seat
    if (own and row["from"] == "area" and row["to"] in ("hall", "discard pile")) or row["from"] == "completed":
        return
    origin, target = zone_of(row["from"], row["from_seat"], use.seat), zone_of(row["to"], row["to_seat"], use.seat)
    if origin != target:
        use.takes += [(origin, row["card"], 1)] if origin else []
        use.puts += [(target, row["card"], 1)] if target else []


def note_tokens(use: Use, row) -> None:
    name = "my VP tokens" if row["seat"] == use.seat else "another's VP tokens"
    if row["amount"]:
        (use.puts if row["amount"] > 0 else use.takes).append((name, None, abs(row["amount"])))


def guildhall_turns(sim):
    professions, turns, use = sim.rules.card_groups, [], None
    for row in sim.events.iter_rows(named=True):
        event = row["event"]
        if event == "turn":
            turns.append([])
        if event in ("turn", "play", "refresh", "buy", "score"):
            use = None
        elif event in ("tier", "ability"):
            used = row["tier"] is not None if event == "tier" else row["amount"] == 1
            use = Use(row["game"], professions[row["card"]], row["seat"]) if used else None
            if use is not None:
                turns[-1].append(use)
        elif use is None:
            continue
        elif event == "tokens":
            note_tokens(use, row)
        elif event == "vp off":
            use.takes.append(("vp row", None, 1))
        elif row["to"] is not None:
            note_move(use, row)
    return turns


# --- Advyria ---


class Board:
    """What one game holds that events tell of only by the way: counters, and who has seen which tile."""

    def __init__(self) -> None:
        self.held = {"level": {}, "losses": {}}
        self.seen = set()

    def change(self, row) -> int:
        """By how much a counter has changed."""
        event, seat = row["event"], row["seat"]
        before = self.held[event].get(seat, 3 if event == "level" else 0)
        self.held[event][seat] = row["amount"]
        return row["amount"] - before


def note_tile(use: Use, row, board: Board) -> None:
    """A tile that is looked at, revealed, recovered or completed."""
    tile = (use.seat, row["field"])
    match row["event"]:
        case "peek":
            use.puts.append(("my seen tiles", row["field"], 1))
            board.seen.add(tile)
        case "reveal":
            if tile in board.seen:
                use.takes.append(("my seen tiles", row["field"], 1))
            if row["card"] is not None:
                use.takes.append(("hidden tiles", row["card"], 1))
                use.puts.append(("open tiles", row["card"], 1))
        case "gold":
            use.takes.append(("hidden tiles", "tile", 1))
            use.puts.append(("my villages", "village", 1))


def note_card(use: Use, row) -> None:
    """A card that is drawn, stolen or discarded for a draw, or villages that are turned."""
    match row["event"]:
        case "flip":
            use.takes.append(("my villages", "village", row["amount"]))
            use.puts.append(("my Gold", "gold", row["amount"]))
        case "draw" | "steal":
            use.takes.append(("draw pile" if row["event"] == "draw" else "another hand", row["card"], 1))
            use.puts.append(("my hand", row["card"], 1))


def note_counter(use: Use, row, change: int) -> None:
    """The hand level or the losses."""
    zone = {"level": "my hand level", "losses": "my losses"}[row["event"]]
    (use.puts if change > 0 else use.takes).append((zone, row["event"], abs(change)))


def advyria_turns(sim):
    turns, use, board = [], None, Board()
    rows = list(sim.events.iter_rows(named=True))
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        event = row["event"]
        change = board.change(row) if event in ("level", "losses") else 0
        if event == "turn":
            board = Board() if row["turn"] == 1 else board
            turns.append([])
        if event in ("turn", "rest", "place", "end"):
            use = None
        elif event in ("set", "wizard", "action") or (event == "discard" and after["event"] in ("draw", "shuffle")):
            use = Use(row["game"], row["card"], row["seat"])
            turns[-1].append(use)
            if event == "discard":
                use.puts.append(("discard pile", row["card"], 1))
        elif event == "discard":
            use = None
        elif event == "complete":
            done = Use(row["game"], row["card"], row["seat"])
            done.takes.append(("open tiles", row["card"], 1))
            done.puts.append(("my adventures", row["card"], 1))
            turns[-1].append(done)
        elif use is not None and change:
            note_counter(use, row, change)
        elif use is not None:
            note_tile(use, row, board)
            note_card(use, row)
    return turns
