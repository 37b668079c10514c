"""The two enemy sides with their cards, and what they will do before the reader's next turn."""

from __future__ import annotations

from itertools import groupby

from guildhall.games.hundred_halls.engine.state import SCENARIO
from guildhall.games.hundred_halls.events import PILE_WORDS
from guildhall.games.hundred_halls.forecast import Blow, forecast
from guildhall.games.hundred_halls.wording import Badge

from ..icons import icon, seat_dot
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import Scene
from .cards import KINDS, facts_of, foe, hand_shown, pile_counts, printed, shown_acts, state, top
from .emblems import deck_emblem, emblem, hidden

__all__ = ["density", "forecast_line", "sides"]

_CHIEF = "Boss"  # first among the cards of its side
_COLUMNS, _LETTERS, _NAME = 6, 17, 11  # columns of cards on both sides, letters in a line of one, and of its name
_HEAD, _BAR, _EDGE, _LINE, _GAP = 48, 19, 16, 14, 3  # heights of parts of a side and of a card
_ROOM, _ROW = 268, 20  # height of a side beside a low hand, and of a row of pills
_WHOM = {
    "each": "each player",
    "highest": "the player with the most hit points",
    "lowest": "the player with the fewest hit points",
    "random": "a random player",
}


def _of_side(scene: Scene, pile: int) -> list[int]:
    """Return the cards of an enemy side that are not with a player, without its top card."""
    s, shown = state(scene), scene.table
    own = [card for card in shown.in_play if shown.names.homes[card] == pile and int(s["holder"][card]) < 0]
    return sorted((card for card in own if card != pile), key=lambda card: printed(scene, card).type != _CHIEF)


def _lines(acts: list[Badge], letters: int) -> int:
    """Estimate the height of what a card does, where a line has so many letters."""
    return sum(_LINE * (1 + len(act.short) // letters) + _GAP for act in acts)


def _height(scene: Scene, card: int, wide: float) -> int:
    """Estimate the height of a card that is so many columns wide."""
    name = str(scene.table.names.card_in(state(scene), card))
    lines = 1 + (len(name) > _NAME * wide) + bool(scene.table.hit_points_of(card)[1]) + bool(facts_of(scene, card))
    return _EDGE + _LINE * max(2, lines) + _lines(shown_acts(scene, card), round(_LETTERS * wide))


def _columns(scene: Scene, pile: int, number: int) -> list[list[int]]:
    """Spread the cards of a side over columns, each where most room is left."""
    cards = _of_side(scene, pile)
    columns: list[list[int]] = [[] for _ in range(min(number, len(cards)))]
    for card in cards:
        min(columns, key=lambda column: _tall(scene, column, number / len(columns))).append(card)
    return columns


def _tall(scene: Scene, column: list[int], wide: float) -> int:
    return sum(_height(scene, card, wide) + _GAP for card in column)


def _split(scene: Scene) -> dict[int, int]:
    """Return the number of columns of each side that makes the higher one as low as possible."""
    ways = [dict(zip(KINDS, (first, _COLUMNS - first), strict=True)) for first in (3, 2, 4)]
    return min(ways, key=lambda way: _highest(scene, way))


def _highest(scene: Scene, split: dict[int, int]) -> int:
    return max(_need(scene, pile, number) for pile, number in split.items())


def density(scene: Scene) -> str:
    """Return the class that makes the enemy cards smaller if they need more room."""
    room = _ROOM - _ROW * (len(scene.rules.seats) > 2)
    return " gh-hh-tight" if _highest(scene, _split(scene)) > room else ""


def _need(scene: Scene, pile: int, number: int) -> int:
    """Estimate the height of a side."""
    top = _lines(shown_acts(scene, pile), _LETTERS * number) if pile in scene.table.in_play else 0
    top += _BAR if scene.table.hit_points_of(pile)[1] else 0
    columns = _columns(scene, pile, number)
    return _HEAD + top + max((_tall(scene, column, number / len(columns)) for column in columns), default=0)


def sides(scene: Scene) -> Markup:
    """Draw both sides."""
    split = _split(scene)
    drawn = (_side(scene, pile, number) for pile, number in split.items())
    return tag("div", *drawn, class_=f"gh-sides gh-hh-split-{next(iter(split.values()))}")


def _side(scene: Scene, pile: int, columns: int) -> Markup:
    """Draw an enemy side: its deck, what its top card does, and its cards in play."""
    s, shown = state(scene), scene.table
    deck = shown.names.box.scenario if pile == SCENARIO else shown.names.box.realm
    active, label = int(s["side"]) == pile and not int(s["over"]), PILE_WORDS[pile - SCENARIO]
    sub = f"{label} · difficulty {deck.difficulty}"
    head = tag(
        "div",
        deck_emblem(deck.name, f"gh-hh-of-{KINDS[pile]}"),
        tag("h4", "▶ " if active else None, deck.name),
        tag("span", sub, class_="gh-quiet gh-hh-sub"),
        tag("span", class_="gh-space"),
        pile_counts(scene, pile),
        class_="gh-hh-side-head",
    )
    known = _known(scene, pile)
    first = top(scene, pile) if pile in shown.in_play else EMPTY
    spread = (
        tag("div", *(foe(scene, card) for card in column), class_="gh-hh-column")
        for column in _columns(scene, pile, columns)
    )
    box = tag("div", tag("div", *spread, class_="gh-foes", data_roving=True), class_="gh-hh-scroll")
    classes = f"gh-hh-{KINDS[pile]}{' gh-hh-turn' if active else ''}"
    return tag("section", head, first, known, box, class_=classes, aria_label=label, data_key=f"side {pile}")


def _known(scene: Scene, pile: int) -> Markup:
    """Draw the known cards on top of a deck."""
    known = list(dict.fromkeys(scene.table.known(pile)))
    drawn = (scene.spot(f"on top {name}", name, class_="gh-hh-pill", help=name) for name in known)
    return tag("div", tag("span", "on top", class_="gh-quiet"), *drawn, class_="gh-hh-pills") if known else EMPTY


# --- Before the next turn ---


def forecast_line(scene: Scene) -> Markup:
    """Draw what the enemies in play will try before the next turn of the reader."""
    seat = hand_shown(scene)
    if seat is None or not scene.table.round or int(state(scene)["over"]):
        return EMPTY
    told = forecast(scene.table, seat)
    aims = [(whom, list(blows)) for whom, blows in groupby(sorted(told.blows, key=_aim), key=_aim)]
    parts: list[Content] = [_strike(scene, seat, blows) for _, blows in aims]
    parts += [_flips(scene, pile, n) for pile, n in told.flips]
    if told.open:
        label = f"{plural(told.open, 'more effect depends', 'more effects depend')} on what happens"
        parts.append(
            tag(
                "span",
                f"{told.open} more depend{'s' if told.open == 1 else ''}",
                class_="gh-quiet",
                role="img",
                aria_label=label,
            )
        )
    whose = "your" if scene.table.seat is not None else f"{scene.rules.seats[seat]}'s"
    nothing = tag("span", "no damage that is certain", class_="gh-quiet")
    head = tag("b", icon("hourglass"), f"Before {whose} next turn", class_="gh-hh-before")
    return tag("section", head, *(parts or [nothing]), class_="gh-hh-forecast", aria_label=f"Before {whose} next turn")


def _aim(blow: Blow) -> tuple[str, tuple[int, ...]]:
    return blow.whom, blow.seats


def _strike(scene: Scene, reader: int, blows: list[Blow]) -> Markup:
    """Draw all damage with the same aim: its sources, and whom it would hit now."""
    names, seats = scene.table.names, scene.rules.seats
    whom, hit = blows[0].whom, [seats[seat] for seat in blows[0].seats]
    sources = [f"{names.card_in(state(scene), blow.card)} {blow.amount}" for blow in blows]
    now = f", now {' or '.join(hit)}" if whom in ("highest", "lowest") else ""
    label = f"{', '.join(sources)} damage to {_WHOM.get(whom, hit[0])}{now}"
    drawn = [
        join(
            emblem(names, blow.card, "gh-hh-small"),
            hidden(f"{source.rpartition(' ')[0]} "),
            tag("b", blow.amount, class_="gh-hh-harm"),
        )
        for blow, source in zip(blows, sources, strict=True)
    ]
    targets: list[Content] = [tag("span", whom, class_="gh-quiet")] if whom else []
    if whom not in ("each", "random"):
        targets += [tag("b", "you") if seat == reader else seat_dot(seat, seats[seat]) for seat in blows[0].seats]
    return tag("span", *drawn, icon("right"), *targets, class_="gh-hh-blow", role="img", aria_label=label)


def _flips(scene: Scene, pile: int, number: int) -> Markup:
    label = f"{PILE_WORDS[pile - SCENARIO]} flips {plural(number, 'card')}"
    words = tag("span", f"flips {number}", class_="gh-quiet")
    drawn = (deck_emblem(scene.table.names.piles[pile], f"gh-hh-small gh-hh-of-{KINDS[pile]}"), words)
    return tag("span", *drawn, class_="gh-hh-blow", role="img", aria_label=label)
