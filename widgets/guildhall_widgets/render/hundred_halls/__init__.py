"""The table of the Hundred Halls: both enemy sides with what they will do, the players, and the hand.

It is drawn from a table or from a seat's view. Views exclude the order of a deck, so none is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from guildhall.core.decision import Option
from guildhall.games.hundred_halls.cards import PURCHASES, Deck
from guildhall.games.hundred_halls.engine.state import REALM, SCENARIO, Phase
from guildhall.games.hundred_halls.events import PILE_WORDS
from guildhall.games.hundred_halls.table import CampaignTable

from ..icons import icon
from ..markup import EMPTY, Markup, join, tag
from ..numbers import plural
from ..scene import Face, Scene, stand_ins
from .cards import KINDS, hand_shown, held, state
from .emblems import deck_emblem
from .faces import face_of
from .party import party
from .sides import density, forecast_line, sides

__all__ = ["CREST", "chips", "face", "table"]

CREST = "tower"


def table(scene: Scene) -> Markup:
    """Draw the campaign or the Armory if there is one, both sides, what they will do, the players and a hand."""
    if isinstance(scene.table, CampaignTable) and scene.table.is_between:
        return tag("div", _campaign(scene), _next_battle(scene), class_="gh-table gh-hundred-halls")
    marks = stand_ins(len(scene.table.names.box.stand_ins), "details missing from the rule sheet")
    seat, armory = hand_shown(scene), _armory(scene)
    hand = marks if seat is None or armory else held(scene, seat, marks)
    parts = (_campaign(scene), armory, sides(scene), forecast_line(scene), party(scene), hand)
    return tag("div", *parts, class_=f"gh-table gh-hundred-halls{density(scene)}")


def face(scene: Scene, option: Option) -> Face | None:
    """Return what the button of an option shows."""
    return face_of(scene, option)


# --- Turns ---


def chips(scene: Scene) -> Markup:
    """Draw the round and the order of turns, with the side marked whose turn it is."""
    shown, s = scene.table, state(scene)
    if isinstance(shown, CampaignTable) and shown.is_between:
        return tag("span", "Between battles", class_="gh-pill")
    side = int(s["side"]) if not int(s["over"]) else -1
    told = f"{_side_name(scene, side)} acts" if side >= 0 else "nobody acts"
    turns = [_turn(scene, pile, pile == side) for pile in (SCENARIO, REALM, *shown.order)]
    order = tag("span", *turns, class_="gh-hh-order", role="img", aria_label=f"Turns: {told}")
    words = f"Round {shown.round}" if shown.round else "Set-up"
    return join(tag("span", words, class_="gh-pill"), tag("span", order, class_="gh-pill gh-hh-turns"))


def _turn(scene: Scene, pile: int, here: bool) -> Markup:
    colour = f"gh-hh-of-{KINDS[pile]}" if pile in KINDS else f"gh-s{pile} gh-hh-of-seat"
    name = tag("b", _side_name(scene, pile)) if here else None
    sign = deck_emblem(scene.table.names.piles[pile], f"gh-hh-small {colour}")
    return tag("span", sign, name, class_="gh-hh-step gh-hh-now" if here else "gh-hh-step")


def _side_name(scene: Scene, pile: int) -> str:
    return PILE_WORDS[pile - SCENARIO] if pile in KINDS else scene.rules.seats[pile]


# --- Campaign and Armory ---


def _campaign(scene: Scene) -> Markup:
    """Draw the progress of a campaign."""
    shown = scene.table
    if not isinstance(shown, CampaignTable):
        return EMPTY
    beaten, every = shown.beaten, len(scene.rules.box.scenarios)  # type: ignore[attr-defined]  # a campaign's rules
    told = f"{len(beaten)} of {every} Scenarios beaten", plural(shown.defeats, "defeat")
    words = f"Campaign: {', '.join(told)}, {plural(shown.armory, 'Armory point')}"
    words += f". Beaten: {', '.join(beaten)}" if beaten else ""
    return tag("p", icon("trophy"), " ", scene.spot("campaign", words, lies=words), class_="gh-hh-campaign")


def _next_battle(scene: Scene) -> Markup:
    """Draw the Scenarios or Realms available for the next battle."""
    campaign = scene.rules.box  # type: ignore[attr-defined]  # a campaign's rules
    kinds = {"scenario": campaign.scenarios, "realm": campaign.realms}
    rows = [_enemy_decks(scene, kind, decks) for kind, decks in kinds.items()]
    bought = ", ".join(scene.table.bought)
    sold = tag("p", tag("b", "bought"), " ", bought, class_="gh-hh-campaign") if bought else None
    return tag("div", *rows, sold, class_="gh-hh-choice")


def _enemy_decks(scene: Scene, kind: str, decks: Iterable[Deck]) -> Markup:
    tiles = [_tile(scene, kind, deck) for deck in decks]
    title = kind.capitalize()
    row = tag("div", *tiles, class_="gh-hh-tiles", data_roving=True)
    return tag("section", tag("h4", title, class_="gh-cap"), row, class_=f"gh-hh-{kind}", aria_label=title)


def _tile(scene: Scene, kind: str, deck: Deck) -> Markup:
    """Draw a Scenario or a Realm to choose, marked if it is beaten."""
    beaten = kind == "scenario" and deck.name in scene.table.beaten
    facts = [f"difficulty {deck.difficulty}", *(["beaten"] if beaten else []), *filter(None, [deck.style])]
    name = deck.title or deck.name
    words = tag("span", tag("b", name, class_="gh-hh-called"), tag("small", ", ".join(facts)), class_="gh-hh-title")
    label = ", ".join([name, *facts])
    content = (deck_emblem(deck.name, f"gh-hh-of-{kind}"), words, icon("check") if beaten else None)
    return scene.spot(f"{kind} {deck.name}", *content, class_="gh-hh-tile", label=label, lies=label, help=deck.name)


def _armory(scene: Scene) -> Markup:
    """Draw the price list while something can be bought."""
    s = state(scene)
    if int(s["phase"]) != Phase.ARMORY:
        return EMPTY
    lines = (_purchase(scene, number) for number in range(len(PURCHASES)))
    title = f"Armory, {plural(int(s['armory']), 'point')} left"
    row = tag("div", *lines, class_="gh-hh-tiles", data_roving=True)
    return tag("section", tag("h4", icon("coin"), " ", title), row, class_="gh-hh-armory", aria_label=title)


def _purchase(scene: Scene, number: int) -> Markup:
    line, bought = PURCHASES[number], int(state(scene)["bought"][number])
    label = f"{line.name}, {bought} of {line.times} bought"
    content = (tag("span", line.name), tag("small", f"{bought}/{line.times}"))
    classes = f"gh-hh-tile{' gh-hh-taken' if bought else ''}"
    return scene.spot(f"armory {number + 1}", *content, class_=classes, label=label, lies=label)
