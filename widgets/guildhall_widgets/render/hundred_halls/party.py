"""The players: shield, hit points, what is left of a turn, and their cards in play and in hand."""

from __future__ import annotations

from collections import Counter

from guildhall.games.hundred_halls.engine.state import PILES

from ..icons import icon
from ..markup import EMPTY, Markup, join, tag
from ..numbers import plural
from ..scene import Scene
from .cards import facts_of, folded, hand_shown, hit_points, listed, pile_counts, pill, state, told_points
from .emblems import arms, hidden

__all__ = ["party"]

_ALLOWANCES = (("play", "cards"), ("activation", "bolt"), ("draw", "plus"))
_FEW = (9, 6, 3, 2)  # pills that fit beside one another, by the number of players


def party(scene: Scene) -> Markup:
    """Draw all players."""
    seats = len(scene.rules.seats)
    return tag("div", *(_player(scene, seat) for seat in range(seats)), class_=f"gh-party gh-hh-of-{seats}")


def _player(scene: Scene, seat: int) -> Markup:
    shown, s, name = scene.table, state(scene), scene.rules.seats[seat]
    over, decides = int(s["over"]), int(s["actor"]) == seat
    is_dead = not over and shown.round > 0 and int(s["hp"][seat]) <= 0
    told = told_points(scene, seat)[0]
    points = scene.spot(f"points {seat + 1}", hit_points(scene, seat), class_="gh-hh-points", lies=told)
    side = tag("div", arms(seat, shown.names.piles[seat]), pile_counts(scene, seat), class_="gh-hh-side")
    memory = tag("span", icon("grave"), "Inspiring Memory", class_="gh-hh-pill") if is_dead else EMPTY
    body = tag("div", _head(scene, seat), points, memory, _cards(scene, seat), _left(scene, seat), class_="gh-hh-body")
    marks = {"gh-hh-turn": decides and not over, "gh-hh-dead": is_dead, "gh-hh-own": hand_shown(scene) == seat}
    classes = " ".join(["gh-hh-player", f"gh-s{seat}", *(mark for mark, holds in marks.items() if holds)])
    return tag("section", side, body, class_=classes, aria_label=name, data_key=f"seat {seat}")


def _head(scene: Scene, seat: int) -> Markup:
    """Draw the name, the size of the hand and the Five Elements of a player."""
    shown, name = scene.table, scene.rules.seats[seat]
    deck, strength = shown.names.piles[seat], shown.names.printed[seat].five_elements
    hand = shown.hand(seat)
    count = tag(
        "span", icon("cards"), hidden("hand "), len(hand), class_="gh-hh-count", role="img", aria_label=_in_hand(hand)
    )
    is_open = not hand or hand_shown(scene) == seat
    cards = count if is_open else folded(count, tag("p", tag("b", "hand: "), listed(hand)), f"held {seat}")
    elements = scene.spot(
        f"elements {seat + 1}",
        icon("spark"),
        hidden("Five Elements "),
        strength,
        class_="gh-elements",
        label=f"Five Elements {strength}",
    )
    who = scene.spot(f"player {seat + 1}", tag("b", name), class_="gh-hh-name", help=deck)
    other = tag("small", deck, class_="gh-quiet") if deck != name else None
    return tag("div", who, other, tag("span", class_="gh-space"), cards, elements, class_="gh-hh-player-head")


def _in_hand(hand: list[str]) -> str:
    return plural(len(hand), "card in hand", "cards in hand")


def _cards(scene: Scene, seat: int) -> Markup:
    """Draw a player's cards in play, what lasts on the player, what was bought, and the cards in hand to choose now."""
    s = state(scene)
    own = [card for card in scene.table.in_play if int(s["holder"][card]) == seat and card >= PILES]
    facts = (tag("span", tag("span", one, class_="gh-hh-short"), class_="gh-hh-pill") for one in facts_of(scene, seat))
    bought = ", ".join(scene.table.bought)
    sold = tag("span", tag("b", "bought"), " ", bought, class_="gh-hh-pill") if bought else None
    drawn = [*(pill(scene, card) for card in own), *facts, *_held(scene, seat), *filter(None, [sold])]
    many = " gh-hh-many" if len(drawn) > _FEW[len(scene.rules.seats) - 1] else ""
    return tag("div", *drawn, class_=f"gh-hh-pills{many}", data_roving=True) if drawn else EMPTY


def _held(scene: Scene, seat: int) -> list[Markup]:
    """Draw the cards of another hand that can be chosen now."""
    if hand_shown(scene) == seat:
        return []
    cards = Counter(scene.table.hand(seat))
    places = {name: f"hand {seat + 1} {name}" for name in cards}
    return [
        scene.spot(places[name], icon("cards"), name, class_="gh-hh-pill", help=name)
        for name in cards
        if scene.can_use(places[name])
    ]


def _left(scene: Scene, seat: int) -> Markup:
    """Draw what a player may still do this turn, or gets more or less of in the next."""
    s, shown = state(scene), scene.table
    is_turn = int(s["side"]) == seat and not int(s["over"])
    numbers = shown.left(seat) if is_turn else [int(n) for n in s["extra"][seat]]
    some = [(n, word, symbol) for n, (word, symbol) in zip(numbers, _ALLOWANCES, strict=True) if n]
    if not some and not is_turn:
        return EMPTY
    words = [plural(n, word) if is_turn else f"{n:+} {word}{'' if abs(n) == 1 else 's'}" for n, word, _ in some]
    told = f"{', '.join(words) or 'nothing'} left" if is_turn else ", ".join(words)
    drawn = [
        tag(
            "span",
            icon(symbol),
            told_in.partition(" ")[0],
            hidden(f" {told_in.partition(' ')[2]}"),
            class_="gh-hh-more",
        )
        for (_, _, symbol), told_in in zip(some, words, strict=True)
    ]
    content = (join(*drawn, between=" "), " left" if drawn and is_turn else None if drawn else "nothing left")
    return scene.spot(f"left {seat + 1}", *content, class_="gh-hh-left", label=told, lies=told)
