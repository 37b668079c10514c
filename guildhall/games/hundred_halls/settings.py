"""The settings of the Hundred Halls, and the boxes they describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from os import PathLike
from typing import Annotated, Any, Self, TypedDict

from guildhall.core.decision import fold
from guildhall.core.errors import BadSetup, did_you_mean, nearest, short
from guildhall.core.settings import Flag, Free, Number, OwnFiles, Players, Settings, Texts

from .cards import MOST_CARDS, MOST_DECKS, MOST_OTHERS, Box, Campaign, Card, Deck, sold_beside
from .reading import Shelf, shipped

__all__ = [
    "HundredHallsOptions",
    "HundredHallsSettings",
    "box_of",
    "campaign_of",
    "order_of",
    "shelf_of",
]

_ALIASES = {fold("Eternal City"): "Eternal Realm"}
PREFERRED = ("Aurie", "Zayn", "Pax", "Nandi")
SCENARIO, REALM = "Aepep", "City of Sorcery"
ROUNDS, DEFEATS = 60, 10

#: Additional hit points and plays per turn, by the number of players (rules 13, 14, 34, R-11).
BONUS = {1: 20, 2: 15, 3: 10, 4: 0}
PLAYS = {1: 1, 2: 2, 3: 1, 4: 1}


def _words(value: Any) -> tuple[Any, ...] | None:
    if value is None:
        return None
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return tuple(value)
    raise BadSetup(f"expected a list of names, not {short(value)}")


def _word(value: Any) -> Any:
    """Read one word, which a command passes as a list."""
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


class HundredHallsSettings(Settings):
    """The settings of a battle for the Hundred Halls, or of a campaign, in which Scenario and Realm are chosen later.

    >>> HundredHallsSettings.settle({"party": ["Zayn"]}).players
    ('Zayn',)
    """

    title = "Battle for the Hundred Halls"
    players: Annotated[tuple[str, ...], Players(default=2, low=1, high=4)]
    party: Annotated[
        tuple[str, ...] | None,
        Free(
            "the players' decks by seat, such as ['Aurie', 'Zayn']; None: the usual ones",
            read=_words,
            sets_players=True,
        ),
    ] = None
    scenario: Annotated[str | None, Free("the Scenario deck", read=_word)] = SCENARIO
    realm: Annotated[str | None, Free("the Realm deck", read=_word)] = REALM
    order: Annotated[
        tuple[str, ...] | None,
        Free("the player order: seats from 0, or decks of the party; None: seat order", read=_words),
    ] = None
    head_start: Annotated[bool, Flag("six cards at the start, one of which may be put into play")] = False
    armory: Annotated[
        bool, Flag("a solo game that begins in the Armory, where points are spent", sets_players=True)
    ] = False
    campaign: Annotated[
        bool,
        Flag("a solo campaign: all Scenarios in any order, each after a visit to the Armory", sets_players=True),
    ] = False
    defeat_limit: Annotated[int, Number("defeats that end a campaign", low=1, high=99)] = DEFEATS
    round_limit: Annotated[int, Number("rounds after which a game or a battle ends unfinished", low=1, high=1000)] = (
        ROUNDS
    )
    card_texts: Annotated[Texts, OwnFiles("custom TOML files with decks, or cards for the shipped ones")] = ()

    @classmethod
    def settle(cls, given: Mapping[str, Any]) -> Self:
        """Check the given settings, or raise BadSetup. The party determines the number of players and their names."""
        party = _words(given.get("party"))
        if "players" not in given and party is not None:
            given = {**given, "players": len(party)}
        elif "players" not in given and (given.get("armory") or given.get("campaign")):
            given = {**given, "players": 1}
        settled = cls.checked(given)
        settled["armory"] = settled["armory"] or settled["campaign"]
        shelf = _shelf(settled["card_texts"])
        decks = _party(settled["party"], len(settled["players"]), shelf.of_kind("player"))
        for name, what in (("campaign", "a campaign is"), ("armory", "the Armory is")):
            if settled[name] and len(decks) > 1:
                raise BadSetup(f"{what} for solo games, so {name}=True requires one player")
        if isinstance(given.get("players", 2), int):  # unnamed players
            settled["players"] = decks
        settled |= {kind: _enemy(kind, settled, shelf, given) for kind in ("scenario", "realm")}
        settled |= {
            "party": None if settled["party"] is None else decks,
            "order": None if settled["order"] is None else _order(settled["order"], decks),
        }
        return cls(**settled)


class HundredHallsOptions(TypedDict, total=False):
    """The settings as `gh.new_game` takes them, for type checkers and editors."""

    players: int | Sequence[str]
    party: str | Sequence[str] | None
    scenario: str | None
    realm: str | None
    order: Sequence[str | int] | None
    head_start: bool
    armory: bool
    campaign: bool
    defeat_limit: int
    round_limit: int
    card_files: str | PathLike[str] | Sequence[str | PathLike[str]]


def _enemy(kind: str, settled: Mapping[str, Any], shelf: Shelf, given: Mapping[str, Any]) -> str | None:
    """Return the name of the Scenario or Realm. In a campaign it is chosen before every battle."""
    if not settled["campaign"]:
        return find_deck(settled[kind], shelf.of_kind(kind), kind.capitalize()).name
    if given.get(kind) is not None:
        raise BadSetup(f"{kind}={short(given[kind])}: it is chosen before every battle of a campaign")
    return None


def _party(given: Sequence[Any] | None, players: int, decks: Mapping[str, Deck]) -> tuple[str, ...]:
    """Return the decks of the players, no two the same (R-25)."""
    if given is None:
        usual = [name for name in (*PREFERRED, *decks) if name in decks]
        given = tuple(dict.fromkeys(usual))[:players]
    party = tuple(find_deck(one, decks, "player deck").name for one in given)
    if len(party) != players:
        raise BadSetup(f"party names {len(party)} decks for {players} players")
    if len(set(party)) < len(party):
        raise BadSetup("two players have the same deck, but each deck exists only once")
    return party


def _order(given: Sequence[Any], party: tuple[str, ...]) -> tuple[str, ...]:
    """Return the player order as decks of the party, from decks or seats (rule 5)."""
    known = {fold(name): name for name in party} | {str(seat): name for seat, name in enumerate(party)}
    order = tuple(known.get(fold(str(one)), "") for one in given)
    if sorted(order) != sorted(party):
        raise BadSetup(f"order must name every seat or deck of the party once, not {short(list(given))}")
    return order


def find_deck(name: object, decks: Mapping[str, Deck], what: str) -> Deck:
    """Return a deck by its name or its full name, in any case (R-33)."""
    wanted = _ALIASES.get(fold(name), name) if isinstance(name, str) else name
    for deck in decks.values():
        if isinstance(wanted, str) and fold(wanted) in (fold(deck.name), fold(deck.title)):
            return deck
    close = nearest(name, decks) if isinstance(name, str) else ()
    hint = did_you_mean(close) or f"; choose one of {', '.join(decks)}"
    raise BadSetup(f"unknown {what} {short(name)}{hint}")


def _shelf(texts: tuple[tuple[str, str], ...]) -> Shelf:
    shelf = shipped()
    for name, text in texts:
        shelf = shelf.with_text(text, name)
    return shelf


def shelf_of(setup: HundredHallsSettings) -> Shelf:
    """Return all available decks: the shipped ones, overridden by the player's custom files."""
    return _shelf(setup.card_texts)


def order_of(setup: HundredHallsSettings) -> tuple[int, ...]:
    """Return the seats in player order."""
    party = [deck.name for deck in _players_side(setup, shelf_of(setup))[0]]
    return tuple(party.index(name) for name in setup.order or party)


def box_of(setup: HundredHallsSettings) -> Box:
    """Build the box for the settings."""
    shelf = shelf_of(setup)
    party, sold = _players_side(setup, shelf)
    scenarios, realms = shelf.of_kind("scenario"), shelf.of_kind("realm")
    return _checked(Box(party, scenarios[setup.scenario or SCENARIO], realms[setup.realm or REALM], sold))


def campaign_of(setup: HundredHallsSettings) -> Campaign:
    """Build the box of a campaign: all Scenarios and Realms, from the easiest to the hardest."""
    shelf = shelf_of(setup)
    party, sold = _players_side(setup, shelf)
    campaign = Campaign(party, _by_difficulty("scenario", shelf), _by_difficulty("realm", shelf), sold)
    for scenario, realm in product(range(len(campaign.scenarios)), range(len(campaign.realms))):
        _checked(campaign.battle(scenario, realm))
    return campaign


def _by_difficulty(kind: str, shelf: Shelf) -> tuple[Deck, ...]:
    decks = sorted(shelf.of_kind(kind).values(), key=lambda deck: deck.difficulty)
    if len(decks) > MOST_DECKS:
        raise BadSetup(f"a campaign has at most {MOST_DECKS} {kind.capitalize()}s, not {len(decks)}")
    return tuple(decks)


def _players_side(setup: HundredHallsSettings, shelf: Shelf) -> tuple[tuple[Deck, ...], tuple[Card, ...]]:
    """Return the players' decks, and the Armory's goods from other decks."""
    decks = shelf.of_kind("player")
    party = tuple(decks[name] for name in _party(setup.party, len(setup.players), decks))
    if setup.armory and party[0].size + MOST_OTHERS > MOST_CARDS:
        raise BadSetup(f"a deck has at most {MOST_CARDS - MOST_OTHERS} cards in a game with the Armory")
    return party, sold_beside(party[0], decks.values()) if setup.armory else ()


def _checked(box: Box) -> Box:
    """Return the box after checking that its cards have different names."""
    cards = (*box.cards, *box.sold)
    folded = [fold(card.name) for card in cards]
    for card in cards:
        if folded.count(fold(card.name)) > 1:
            raise BadSetup(f"two cards of this game have the name {card.name!r}")
    return box
