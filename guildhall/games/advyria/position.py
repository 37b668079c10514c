"""Custom positions: cards, tiles and figures laid where they are wanted, everything else determined by the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from guildhall.core.errors import BadPosition, short
from guildhall.core.registration import Arguments, at, number_from, seat_from
from guildhall.core.rules import State
from guildhall.kernel.chance import below, generator, shuffled
from guildhall.kernel.containers import BIT

from .engine.state import NONE, START_LEVEL, STATE, TILE_ADVENTURE, TILE_GOLD, TOP_LEVEL, TOP_LOSSES, Phase
from .rules import AdvyriaRules
from .settings import AdvyriaSettings

__all__ = ["Layout", "set_up"]

#: The settings given for each player, with a sample for error messages.
_FOR_EACH = {
    "hands": '[["Wizard", "Fairy"], []]',
    "figures": '["a1", "f6"]',
    "peeked": '[["b1"], []]',
    "villages": "[0, 2]",
    "gold": "[0, 2]",
    "adventures": '[["Moon Well"], []]',
    "levels": "[3, 5]",
    "losses": "[0, 2]",
    "heroes": '["Old Tobin", None]',
}
_OTHERS = ("tiles", "open", "discard", "deck", "refills", "finale", "to_play", "seed")
_ARGUMENTS = Arguments(AdvyriaSettings, _FOR_EACH, _OTHERS, {"[]": '["Wizard"]'}, counted="hands")


def set_up(
    *,
    hands: Sequence[Sequence[str] | int],
    tiles: Mapping[str, str | None] | None = None,
    open: Sequence[str] = (),  # fields with a face-up tile
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    refills: int | None = None,
    finale: bool = False,
    to_play: int = 0,
    seed: int = 0,
    **others: Any,
) -> tuple[AdvyriaRules, State]:
    """Set up a game in which seat `to_play` plays cards, after its draw.

    For each player: `hands`, `figures`, `peeked`, `villages`, `gold`, `adventures`, `levels`, `losses`, `heroes`.
    `tiles` maps fields to tiles (None: by the seed), and `open` lists those of these fields that are face up.  Anything
    not given is empty or at its minimum.  Figures start on guild fields.  Tiles, draw pile and Heroes get the remaining
    ones, by the seed.  Lists have their top card last.  If the draw pile or the tiles are given, the rest stays in the
    box.  A number instead of a hand means that many unknown cards, dealt from the remaining ones.
    """
    placed = {"hands": hands, **_ARGUMENTS.taken_from(others)}
    rules = _ARGUMENTS.rules_by(AdvyriaRules.of, "hands", hands, others)
    seats = len(rules.seats)
    layout = Layout(rules, seed)
    peeked = placed.pop("peeked", [()] * seats)
    for name, given in placed.items():
        _ARGUMENTS.lay(getattr(layout, f"place_{name}"), name, given, seats)
    with at("tiles"):
        layout.lay_tiles(_mapped(tiles), _ARGUMENTS.listed("open", list(open) if isinstance(open, Mapping) else open))
    _ARGUMENTS.lay(layout.place_peeked, "peeked", peeked, seats)
    with at("discard"):
        layout.lay_pile(_ARGUMENTS.listed("discard", discard))
    with at("deck"):
        unknown = _ARGUMENTS.unknown(hands, layout.cards.total())
        layout.lay_deck(None if deck is None else _ARGUMENTS.listed("deck", deck), unknown)
    layout.begin(to_play=to_play, finale=finale, refills=refills)
    return rules, layout.finished()


def _mapped(tiles: Any) -> Mapping[str, str | None] | None:
    if tiles is not None and not isinstance(tiles, Mapping):
        raise BadPosition(f'tiles must be a dict, such as {{"b1": "Gold", "c1": None}}, not {short(tiles)}')
    return tiles


class Layout:
    """The cards, tiles and Heroes left, and the state they are laid on."""

    def __init__(self, rules: AdvyriaRules, seed: int) -> None:
        self.rules, self.names = rules, rules.names
        self.state = np.zeros(1, STATE)
        self.s = self.state[0]
        self.s["victim"] = NONE
        for name in ("figure", "tile", "hero"):
            self.s[name][:] = NONE
        self.coins = generator(seed)
        copies = rules.compiled[0]["copies"][: len(self.names.kinds)]
        self.cards = Counter({kind: int(n) for kind, n in enumerate(copies)})
        self.tiles = Counter({TILE_ADVENTURE + number: 1 for number in range(len(self.names.adventures))})
        self.tiles[TILE_GOLD] = rules.box.gold
        self.heroes = list(range(len(self.names.heroes)))
        self.s["level"][: len(rules.seats)] = START_LEVEL

    def use_card(self, name: object) -> int:
        """Use up one copy of a card."""
        kind = self.names.kind(name)
        if self.cards[kind] == 0:
            copies = int(self.rules.compiled[0]["copies"][kind])
            raise BadPosition(f"there are only {copies} copies of {self.names.kinds[kind]} in this deck")
        self.cards[kind] -= 1
        return kind

    def use_tile(self, tile: int, n: int = 1) -> None:
        """Use up quest tiles."""
        if self.tiles[tile] < n:
            raise BadPosition(f"there are not enough quest tiles that show {self.names.tile(tile)}")
        self.tiles[tile] -= n

    # --- For each player ---

    def place_hands(self, seat: int, hand: Iterable[object]) -> None:
        """Place the cards of a hand."""
        for card in hand:
            self.s["hand"][seat][self.use_card(card)] += 1
            self.s["hand_n"][seat] += 1

    def place_figures(self, seat: int, field: object) -> None:
        """Place a figure on a field without another one."""
        number = self.names.field_number(field)
        if number in self.s["figure"].tolist():
            raise BadPosition(f"another figure already stands on {self.names.fields[number]}")
        self.s["figure"][seat] = number

    def place_villages(self, seat: int, n: object) -> None:
        """Give recovered tiles, village side up."""
        self.s["villages"][seat] = number_from(0, 60, n)
        self.use_tile(TILE_GOLD, int(self.s["villages"][seat]))

    def place_gold(self, seat: int, n: object) -> None:
        """Give recovered tiles, gold side up."""
        self.s["gold"][seat] = number_from(0, 60, n)
        self.use_tile(TILE_GOLD, int(self.s["gold"][seat]))

    def place_adventures(self, seat: int, adventures: Iterable[object]) -> None:
        """Give completed adventures, each with its tile and its card."""
        for name in adventures:
            number = self.names.adventure(name)
            self.use_tile(TILE_ADVENTURE + number)
            self.use_card(self.names.adventures[number])
            self.s["done"][seat] |= int(BIT[number])

    def place_levels(self, seat: int, level: object) -> None:
        """Set the hand level."""
        self.s["level"][seat] = number_from(START_LEVEL, TOP_LEVEL, level)

    def place_losses(self, seat: int, losses: object) -> None:
        """Set the losses."""
        self.s["losses"][seat] = number_from(0, TOP_LOSSES, losses)

    def place_heroes(self, seat: int, name: object) -> None:
        """Give a Hero card, chosen by the seed for None."""
        if name is None:
            return
        hero = self.names.hero_number(name)
        if self.rules.settled.no_heroes:
            raise BadPosition("there are no Hero cards in this game")
        if hero not in self.heroes:
            raise BadPosition(f"{self.names.heroes[hero]} is already dealt")
        self.heroes.remove(hero)
        self.s["hero"][seat] = hero

    def place_peeked(self, seat: int, fields: Iterable[object]) -> None:
        """Mark hidden tiles that the player has looked at."""
        for name in fields:
            number = self.names.field_number(name)
            if not int(self.s["facedown"]) & int(BIT[number]):
                raise BadPosition(f"there is no hidden tile on {self.names.fields[number]}")
            self.s["seen"][seat] |= int(BIT[number])

    # --- The board ---

    def lay_tiles(self, tiles: Mapping[str, str | None] | None, opened: Sequence[str]) -> None:
        """Lay tiles where they are given, the rest by the seed, and those of `opened` face up."""
        quests = self.rules.box.board.of_kind("quest")
        if tiles is None:
            dealt = shuffled(quests, self.coins)[: self.tiles.total()]
            wanted: dict[int, str | None] = dict.fromkeys(sorted(dealt))
        else:
            wanted = {self.names.field_number(name): tile for name, tile in tiles.items()}
        for field, tile in wanted.items():
            self._lay_tile(field, tile, quests)
        unknown = [field for field, tile in wanted.items() if tile is None]
        for field, number in zip(unknown, shuffled(self.tiles.elements(), self.coins), strict=False):
            self.s["tile"][field] = number
            self.use_tile(number)
        if any(self.s["tile"][field] == NONE for field in unknown):
            raise BadPosition(f"there are not enough quest tiles left for {len(unknown)} fields")
        for name in opened:
            self._open_tile(self.names.field_number(name))
        self.s["box_gold"] = self.tiles[TILE_GOLD]
        left = [tile - TILE_ADVENTURE for tile, n in self.tiles.items() if n and tile != TILE_GOLD]
        self.s["box_tiles"] = sum(int(BIT[number]) for number in left)

    def _lay_tile(self, field: int, tile: str | None, quests: tuple[int, ...]) -> None:
        if field not in quests:
            raise BadPosition(f"{self.names.fields[field]} is not a quest field")
        self.s["facedown"] |= int(BIT[field])
        if tile is not None:
            number = self.names.tile_number(tile)
            self.use_tile(number)
            self.s["tile"][field] = number

    def _open_tile(self, field: int) -> None:
        name, bit = self.names.fields[field], int(BIT[field])
        if not int(self.s["facedown"]) & bit:
            raise BadPosition(f"there is no tile on {name}")
        if self.s["tile"][field] == TILE_GOLD:
            raise BadPosition(f"the tile on {name} shows Gold; Gold tiles are never left open")
        self.s["facedown"] &= ~bit
        self.s["faceup"] |= bit

    # --- Piles ---

    def lay_pile(self, cards: Iterable[object]) -> None:
        """Lay the discard pile, top last."""
        for card in cards:
            self.s["pile"][int(self.s["pile_n"])] = self.use_card(card)
            self.s["pile_n"] += 1

    def lay_deck(self, cards: Sequence[object] | None, unknown: Mapping[int, int]) -> None:
        """Lay the draw pile as given, top last, or all remaining cards, shuffled. Unknown hands come from the rest."""
        deck = [self.use_card(card) for card in cards or ()]
        for seat, number in unknown.items():
            for kind in shuffled(self.cards.elements(), self.coins)[:number]:
                self.cards[kind] -= 1
                self.s["hand"][seat][kind] += 1
                self.s["hand_n"][seat] += 1
            if self.s["hand_n"][seat] < number:
                raise BadPosition(f"not enough cards are left for {number} unknown ones in hands[{seat}]")
        if cards is None:
            deck = shuffled(self.cards.elements(), self.coins)
            self.cards.clear()
        self.s["deck"][: len(deck)] = deck
        self.s["deck_n"] = len(deck)
        for kind, n in self.cards.items():
            self.s["box"][kind] = n

    # --- The turn ---

    def begin(self, *, to_play: object, finale: object, refills: object) -> None:
        """Set whose turn it is, and the progress of the game."""
        s, seats, most = self.s, len(self.rules.seats), int(self.rules.compiled[0]["refills"])
        turn = seat_from(seats, to_play)
        if not isinstance(finale, bool):
            raise BadPosition(f"finale must be True or False, not {short(finale)}")
        if finale and self.rules.settled.no_finale:
            raise BadPosition("there is no Grand Finale in this game")
        for seat in range(seats):
            if seat != turn and s["hand_n"][seat] > s["level"][seat]:
                raise BadPosition(f"hands[{seat}] is larger than the hand level {int(s['level'][seat])}")
        s["refills"] = most if refills is None else number_from(0, most, refills, "refills")
        s["turn"] = s["actor"] = s["first"] = turn
        s["turn_no"], s["phase"], s["finale"] = 1, Phase.ACT, int(finale)
        s["drew"] = int(not finale)

    def finished(self) -> State:
        """Return the state, with figures and Heroes for everybody."""
        free = [field for field in self.rules.box.board.of_kind("guild") if field not in self.s["figure"].tolist()]
        for seat in range(len(self.rules.seats)):
            if self.s["figure"][seat] == NONE:
                self.s["figure"][seat] = free.pop(0)
            if self.s["hero"][seat] == NONE and not self.rules.settled.no_heroes:
                self.s["hero"][seat] = self.heroes.pop(below(self.coins, len(self.heroes)))
        self.s["rng"] = self.coins[0]
        return self.state
