"""Games set up by hand, with given hands and cards in play, at the beginning of a player's action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from guildhall.core.decision import fold
from guildhall.core.errors import BadPosition, UnknownCard, did_you_mean, nearest, short
from guildhall.core.registration import Arguments, at, number_from, possible
from guildhall.core.rules import State
from guildhall.kernel.chance import generator, shuffled

from .cards import PURCHASES, Deck, Gain, Trigger
from .engine.laws import MOST_HP
from .engine.state import MOST_COUNTERS, NONE, PILES, REALM, SCENARIO, SEATS, Phase, Step
from .events import Names
from .language import Effect, Measured, Op, Pick, Selector, Sort, Zone
from .rules import CampaignRules, HundredHallsRules
from .settings import REALM as REALM_DECK
from .settings import SCENARIO as SCENARIO_DECK
from .settings import HundredHallsSettings, find_deck

__all__ = ["set_up"]

MOST_POINTS = 9999

_ARGUMENTS = Arguments(
    HundredHallsSettings,
    {
        "hands": '[["Silver Bolt"], []]',
        "cards": '[["Focus Prism"], []]',
        "graveyards": '[["Silver Bolt"], []]',
        "hp": "[20, (31, 43)]",
    },
    ("bought", "beaten", "defeats", "points", "enemies", "gone", "tops", "turn", "round", "seed"),
    {"[]": '["Silver Bolt"]'},
    counted="hands",
)


def set_up(
    *,
    hands: Sequence[Sequence[str] | int],
    bought: Sequence[str] = (),
    beaten: Sequence[str] = (),
    defeats: int = 0,
    points: int | None = None,
    enemies: Sequence[Any] = (),
    gone: Sequence[str] = (),
    tops: Mapping[str, Sequence[str]] | None = None,
    turn: int | None = None,
    round: int = 1,
    seed: int = 0,
    **others: Any,
) -> tuple[HundredHallsRules, State]:
    """Set up a game in which a player begins to act.

    For each player: `hands`, `cards` in play, `graveyards`, `hp` (0: dead).
    `enemies` are in play in addition to those that start there, `gone` are in their decks' graveyards.
    A card in play is a name, or (name, hit points), or (name, hit points, counters), also for one that starts in play.
    Without numbers it has the values its text gives for this number of players.
    Hit points are a number, or (number, maximum), for players too.
    `tops` are the cards on top of a deck, by its name, the first one on top. `bought` are lines of the Armory's list.
    In a campaign, `scenario` and `realm` are those of the current battle, `beaten` the Scenarios beaten before and
    `defeats` the battles lost. `points` are left in the Armory, by default as many as the easiest Realms bring.
    `turn` is the seat that acts, by default the first one alive. The order of all decks comes from the seed.
    A number instead of a hand means that many unknown cards, drawn from the player's deck.
    """
    placed = {"hands": hands, **_ARGUMENTS.taken_from(others)}
    hit_points = placed.pop("hp", None)
    if others.get("campaign"):
        layout = _in_campaign(hands, others, seed, _ARGUMENTS.listed("beaten", beaten), defeats)
    elif beaten or defeats or points is not None:
        raise BadPosition("beaten, defeats and points are only for a campaign")
    else:
        rules = _ARGUMENTS.rules_by(HundredHallsRules.of, "hands", hands, others)
        layout = _Layout(rules, rules.names, rules.compiled[0], seed)
    with at("bought"):
        for one in _ARGUMENTS.listed("bought", bought):
            layout.buy(one)
    if points is not None:
        layout.s["armory"] = number_from(0, MOST_POINTS, points, "points")
    for name, given in placed.items():
        _ARGUMENTS.lay(partial(layout.place, name), name, given, len(layout.rules.seats))
    _lay_enemies(layout, enemies, gone)
    if hit_points is not None:
        _ARGUMENTS.lay(partial(layout.give_hit_points, least=0), "hp", hit_points, len(layout.rules.seats))
    layout.lay_decks(tops or {}, _ARGUMENTS.unknown(hands, len(layout.left)))
    layout.bury_the_dead()
    with at("turn"):
        layout.begin(turn, number_from(1, int(layout.R["rounds"]), round, "round"))
    return possible(layout.rules, layout.state)


def _lay_enemies(layout: _Layout, enemies: Sequence[Any], gone: Sequence[str]) -> None:
    """Put the cards of Scenario and Realm into play or into their graveyards."""
    with at("enemies"):
        for one in _ARGUMENTS.listed("enemies", enemies):
            layout.put_in_play(one, (SCENARIO, REALM), NONE)
    with at("gone"):
        for one in _ARGUMENTS.listed("gone", gone):
            layout.s["zone"][layout.use(one, (SCENARIO, REALM))] = Zone.GRAVEYARD


def _in_campaign(
    hands: Sequence[Any], given: dict[str, Any], seed: int, beaten: Sequence[Any], defeats: int
) -> _Layout:
    """Set up a battle of a campaign, with the results before it."""
    wanted = given.pop("scenario", None) or SCENARIO_DECK, given.pop("realm", None) or REALM_DECK
    rules = _ARGUMENTS.rules_by(CampaignRules.of, "hands", hands, given)
    box, R = rules.box, rules.compiled[0]
    scenario, realm = _place(wanted[0], box.scenarios, "Scenario"), _place(wanted[1], box.realms, "Realm")
    with at("beaten"):
        before = {_place(one, box.scenarios, "Scenario") for one in beaten}
    if scenario in before:
        raise BadPosition(f"{box.scenarios[scenario].name} is already beaten")
    layout = _Layout(rules, rules.battles[scenario][realm], R["battles"][scenario, realm], seed)
    s, easiest = layout.s, min(deck.difficulty for deck in box.realms)
    s["scenario"], s["realm"], s["beaten"] = scenario, realm, sum(1 << one for one in before)
    s["chosen"] = int(s["beaten"]) | 1 << scenario
    s["defeats"] = number_from(0, int(R["defeat_limit"]) - 1, defeats, "defeats")
    difficulty = box.scenarios[scenario].difficulty + box.realms[realm].difficulty
    difficulty += sum(box.scenarios[one].difficulty + easiest for one in before)
    s["armory"] = R["points"] + R["per_difficulty"] * difficulty
    return layout


def _place(name: object, decks: Sequence[Deck], what: str) -> int:
    """Return the index of a deck in a campaign."""
    return decks.index(find_deck(name, {deck.name: deck for deck in decks}, what))


class _Layout:
    """A state being set up, and the cards not used yet."""

    def __init__(self, rules: HundredHallsRules, names: Names, R: Any, seed: int) -> None:
        self.rules, self.names, self.R = rules, names, R
        self.state = rules.template.copy()
        self.s, self.coins = self.state[0], generator(seed)
        self.homes = self.names.homes
        cards = range(int(self.R["cards"]))
        for card in cards:
            self.s["zone"][card] = self.R["start"][card]
        self.left = [card for card in cards if self.R["start"][card] in (Zone.DECK, Zone.ASIDE) or self.R["sold"][card]]
        for pile in (SCENARIO, REALM, *self.R["order"][: len(rules.seats)].tolist()):
            for card in cards:
                if self.homes[card] == pile and self.R["start"][card] == Zone.PLAY:
                    self.lay(card, pile if pile < SEATS else NONE)
        for seat in range(len(rules.seats)):
            self.set_hp(seat, int(self.s["cap"][seat]) + int(self.R["bonus"]))
            self.s["cap"][seat] = self.s["hp"][seat]
        for card in self.s["table"][: int(self.s["table_n"])].tolist():
            self.apply_text(card)
        self.s["armory"] = self.R["armory"]

    # --- Cards ---

    def use(self, name: object, piles: Sequence[int]) -> int:
        """Take a card of some decks from the remaining ones."""
        copies = [card for card, one in enumerate(self.names.cards) if _is(name, one) and self.homes[card] in piles]
        if not copies:
            known = [one for card, one in enumerate(self.names.cards) if self.homes[card] in piles]
            close = nearest(name, known) if isinstance(name, str) else ()
            raise UnknownCard(f"unknown card {short(name)}{did_you_mean(close)}", name=str(name), nearest=close)
        free = [card for card in copies if card in self.left]
        if not free:
            raise BadPosition(f"no copy of {name} is left")
        self.left.remove(free[0])
        return free[0]

    def lay(self, card: int, holder: int) -> None:
        """Put a card into play."""
        s, hp = self.s, self.R["hp"][self.R["form"][card]]
        s["zone"][card], s["holder"][card], s["hp"][card], s["cap"][card] = Zone.PLAY, holder, hp, hp
        s["table"][int(s["table_n"])] = card
        s["table_n"] += 1

    def apply_text(self, card: int) -> None:
        """Apply the counters and the maximum of hit points that a card's text sets for it and the players (R-43)."""
        entering = self.names.at_table[card].abilities.get(Trigger.ENTERS)
        for effect in entering.effects if entering else ():
            amount = _amount_among(len(self.rules.seats), effect)
            for one in self.meant(effect.target, card) if amount else ():
                if effect.op is Op.MAX_HP:
                    self.s["cap"][one] = max(1, int(self.s["cap"][one]) + amount)
                    self.set_hp(one, min(int(self.s["hp"][one]), int(self.s["cap"][one])))
                elif effect.op is Op.COUNTERS:
                    self.s["counters"][one] = max(0, min(int(self.s["counters"][one]) + amount, MOST_COUNTERS))

    def meant(self, selector: Selector | None, card: int) -> Sequence[int]:
        """Return the card itself or all players, or nobody if a phrase means others."""
        if selector == Selector(Pick.SELF):
            return (card,)
        return range(len(self.rules.seats)) if selector == Selector(Pick.EACH, Sort.PLAYER) else ()

    def put_in_play(self, given: Any, piles: Sequence[int], holder: int) -> None:
        """Put a card with its values into play, or change those of a card that starts there."""
        name, *numbers = given if isinstance(given, list | tuple) and given else (given,)
        lying = [int(one) for one in self.s["table"][: int(self.s["table_n"])]]
        starters = [
            card
            for card in lying
            if _is(name, self.names.cards[card]) and self.R["start"][card] == Zone.PLAY and self.homes[card] in piles
        ]
        if starters:
            card = starters[0]
        else:
            card = self.use(name, piles)
            if self.names.printed[card].type == "Spell":
                raise BadPosition(f"{name} is a Spell and cannot be in play")
            self.lay(card, holder)
            self.apply_text(card)
        if len(numbers) > 2:
            raise BadPosition(f"expected a name, hit points and counters, not {short(given)}")
        if numbers and (self.s["cap"][card] or numbers[0]):
            self.give_hit_points(card, numbers[0])
        if len(numbers) == 2:
            self.s["counters"][card] = number_from(0, MOST_COUNTERS, numbers[1], "counters")

    def give_hit_points(self, card: int, given: Any, least: int = 1) -> None:
        """Set the hit points of a card, and perhaps their maximum."""
        if not self.s["cap"][card]:
            raise BadPosition(f"{self.names.cards[card]} has no hit points, so they must be 0, not {short(given)}")
        hp = given
        if isinstance(given, list | tuple):
            if len(given) != 2:
                raise BadPosition(f"hit points must be a number or (number, maximum), not {short(given)}")
            hp, most = given
            self.s["cap"][card] = number_from(1, MOST_HP, most, "the maximum")
        self.set_hp(card, number_from(least, int(self.s["cap"][card]), hp, "hit points"))

    def set_hp(self, card: int, hp: int) -> None:
        """Set the hit points of a card."""
        self.s["hp"][card] = hp
        if card < SEATS:
            self.s["points"][card] = hp

    # --- Players ---

    def buy(self, name: object) -> None:
        """Buy a line of the Armory's list."""
        names = [line.name for line in PURCHASES]
        number = next((number for number, one in enumerate(names) if _is(name, one)), None)
        if number is None:
            close = nearest(name, names) if isinstance(name, str) else ()
            raise BadPosition(f"the Armory does not sell {short(name)}{did_you_mean(close)}")
        line = PURCHASES[number]
        if line.points > int(self.s["armory"]) or int(self.s["bought"][number]) == line.times:
            raise BadPosition(f"{line.name} cannot be bought: {int(self.s['armory'])} points are left")
        self.s["armory"] -= line.points
        self.s["bought"][number] += 1
        if line.gain is Gain.HIT_POINTS:
            self.s["cap"][0] += line.amount
            self.set_hp(0, int(self.s["cap"][0]))

    def place(self, name: str, seat: int, own: Any) -> None:
        """Give a player the cards in one argument."""
        for one in own:
            if name == "cards":
                self.put_in_play(one, (seat,), seat)
            else:
                card = self.use(one, (seat,))
                self.s["zone"][card] = Zone.HAND if name == "hands" else Zone.GRAVEYARD
                self.s["holder"][card] = seat if name == "hands" else NONE

    def bury_the_dead(self) -> None:
        """Remove the cards of dead players from the game (rule 33)."""
        s = self.s
        for seat in range(len(self.rules.seats)):
            if s["hp"][seat] == 0:
                own = [card for card in range(PILES, len(self.homes)) if self.homes[card] == seat]
                left = [int(card) for card in s["table"][: int(s["table_n"])] if int(card) not in own]
                s["table"][:] = 0
                s["table"][: len(left)], s["table_n"] = left, len(left)
                for card in own:
                    for field in ("hp", "cap", "counters"):
                        s[field][card] = 0
                    s["zone"][card], s["holder"][card] = Zone.AWAY, NONE
                s["deck"][seat], s["deck_n"][seat] = 0, 0

    # --- Decks, and the turn ---

    def lay_decks(self, tops: Mapping[str, Sequence[str]], unknown: Mapping[int, int]) -> None:
        """Shuffle the remaining cards by the seed, under the named ones, and draw unknown hands from them."""
        if not isinstance(tops, Mapping):
            raise BadPosition(f'tops must be a dict by deck, such as {{"Aepep": ["Eclipse"]}}, not {short(tops)}')
        named: dict[int, list[int]] = {}
        for deck, cards in tops.items():
            with at(f"tops[{deck!r}]"):
                piles = [pile for pile, one in enumerate(self.names.piles) if _is(deck, one)]
                if not piles:
                    raise BadPosition(f"unknown deck {short(deck)} in this game")
                named[piles[0]] = [self.use(one, piles) for one in _ARGUMENTS.listed("tops", cards)]
        for pile in range(PILES):
            own = [card for card in self.left if self.homes[card] == pile and self.s["zone"][card] == Zone.DECK]
            own = self._draw_unknown(pile, shuffled(own, self.coins), unknown.get(pile, 0))
            own += named.get(pile, [])[::-1]
            for card in named.get(pile, []):
                self.s["zone"][card] = Zone.DECK
            self.s["deck"][pile, : len(own)], self.s["deck_n"][pile] = own, len(own)

    def _draw_unknown(self, seat: int, deck: list[int], number: int) -> list[int]:
        """Draw unknown cards from a shuffled deck into its owner's hand, and return the others."""
        if number > len(deck):
            raise BadPosition(f"hands[{seat}]: only {len(deck)} cards are left for {number} unknown ones")
        for card in deck[:number]:
            self.s["zone"][card], self.s["holder"][card] = Zone.HAND, seat
        return deck[number:]

    def begin(self, turn: Any, turn_no: int) -> None:
        """Begin the action of a seat."""
        order = self.R["order"][: len(self.rules.seats)].tolist()
        alive = [seat for seat in order if self.s["hp"][seat] > 0]
        if not alive:
            raise BadPosition("no player is alive")
        seat = alive[0] if turn is None else number_from(0, len(order) - 1, turn)
        s = self.s
        s["turn_no"], s["phase"], s["step"] = turn_no, Phase.ACT, Step.ACT
        s["side"], s["turn"], s["actor"], s["first"] = seat, seat, seat, order[0]
        s["place"] = 2 + order.index(seat)
        s["rng"] = self.coins[0]


def _amount_among(players: int, effect: Effect) -> int:
    """The amount of an effect for a number of players, or 0 if it depends on the course of the game."""
    if effect.conditions or (effect.per and effect.per.what is not Measured.PLAYERS):
        return 0
    amount = effect.amount * (players if effect.per else 1)
    return max(-effect.most, min(amount, effect.most)) if effect.most else amount


def _is(name: object, known: str) -> bool:
    return isinstance(name, str) and fold(name) == fold(known)
