"""The table of the Hundred Halls: both enemy sides with what they will do, the players, and the hand.

It is drawn from a table or from a seat's view. Views exclude the order of a deck, so none is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby

from guildhall.core.decision import Option
from guildhall.games.hundred_halls.cards import PURCHASES, Deck, Trigger
from guildhall.games.hundred_halls.engine.state import (
    HELP_ACTIVATE,
    HELP_ELEMENTS,
    HELP_SEAT,
    PILES,
    REALM,
    SCENARIO,
    OptionId,
    Phase,
)
from guildhall.games.hundred_halls.events import PILE_WORDS
from guildhall.games.hundred_halls.forecast import Blow, after_choice, forecast
from guildhall.games.hundred_halls.table import CampaignTable
from guildhall.games.hundred_halls.wording import Badge

from ..icons import icon, seat_dot
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import Face, Scene, stand_ins
from .cards import (
    KINDS,
    arms,
    called,
    card_symbol,
    deck_emblem,
    emblem,
    facts_of,
    foe,
    folded,
    gist,
    hand_shown,
    held,
    hidden,
    hit_points,
    listed,
    pile_counts,
    pill,
    printed,
    shown_acts,
    state,
    told_points,
    top,
)

__all__ = ["CREST", "chips", "face", "table"]

CREST = "tower"


def table(scene: Scene) -> Markup:
    """Draw the campaign or the Armory if there is one, both sides, what they will do, the players and a hand."""
    if isinstance(scene.table, CampaignTable) and scene.table.is_between:
        return tag("div", _campaign(scene), _next_battle(scene), class_="gh-table gh-hundred-halls")
    marks = stand_ins(len(scene.table.names.box.stand_ins), "details missing from the rule sheet")
    seat, armory = hand_shown(scene), _armory(scene)
    hand = marks if seat is None or armory else held(scene, seat, marks)
    forecast = EMPTY if scene.compact else _forecast_line(scene)
    parts = (_campaign(scene), armory, _sides(scene), forecast, _party(scene), hand)
    return tag("div", *parts, class_=f"gh-table gh-hundred-halls{_density(scene)}")


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


# --- The enemy sides ---


_CHIEF = "Boss"  # first among the cards of its side
_WAYS = ((3, 3), (2, 4), (4, 2), (3, 4), (4, 3))  # columns of cards on the two sides
_SMALL = 3  # of these ways leave room for names on a small drawing
_COLUMNS, _LETTERS, _NAME = 6, 17, 11  # columns in all, letters in a line of one of six, and in a line of its name
_NARROW = 30  # pixels by which a seventh column, with its short lines, must be lower
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


def _columns(scene: Scene, pile: int, split: Mapping[int, int]) -> list[list[int]]:
    """Spread the cards of a side over its columns, each where most room is left."""
    cards = _of_side(scene, pile)
    columns: list[list[int]] = [[] for _ in range(min(split[pile], len(cards)))]
    wide = _width(pile, split) / max(1, len(columns))
    for card in cards:
        min(columns, key=lambda column: _tall(scene, column, wide)).append(card)
    return columns


def _width(pile: int, split: Mapping[int, int]) -> float:
    """Return the width of a side in columns as wide as those of six."""
    return split[pile] * _COLUMNS / sum(split.values())


def _tall(scene: Scene, column: list[int], wide: float) -> int:
    return sum(_height(scene, card, wide) + _GAP for card in column)


def _split(scene: Scene) -> dict[int, int]:
    """Return the number of columns of each side that makes the higher one as low as possible."""
    ways = [dict(zip(KINDS, way, strict=True)) for way in _WAYS[: _SMALL if scene.compact else None]]
    return min(ways, key=lambda way: _highest(scene, way) + _NARROW * (sum(way.values()) > _COLUMNS))


def _highest(scene: Scene, split: Mapping[int, int]) -> int:
    return max(_need(scene, pile, split) for pile in split)


def _density(scene: Scene) -> str:
    """Return the class that makes the enemy cards smaller if they need more room."""
    room = _ROOM - _ROW * (len(scene.rules.seats) > 2)
    return " gh-hh-tight" if _highest(scene, _split(scene)) > room else ""


def _need(scene: Scene, pile: int, split: Mapping[int, int]) -> int:
    """Estimate the height of a side."""
    wide, columns = _width(pile, split), _columns(scene, pile, split)
    top = _lines(shown_acts(scene, pile), round(_LETTERS * wide)) if pile in scene.table.in_play else 0
    top += _BAR if scene.table.hit_points_of(pile)[1] else 0
    return _HEAD + top + max((_tall(scene, column, wide / len(columns)) for column in columns), default=0)


def _sides(scene: Scene) -> Markup:
    """Draw both sides."""
    split = _split(scene)
    drawn = (_side(scene, pile, split) for pile in split)
    shares = ";".join(f"--{KINDS[pile]}:{number}fr" for pile, number in split.items())
    return tag("div", *drawn, class_="gh-sides", style=shares)


def _side(scene: Scene, pile: int, split: Mapping[int, int]) -> Markup:
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
        for column in _columns(scene, pile, split)
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


def _forecast_line(scene: Scene) -> Markup:
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
                f"+{told.open} more",
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


# --- The players ---


_ALLOWANCES = (("play", "cards"), ("activation", "bolt"), ("draw", "plus"))
_FEW = (9, 6, 3, 3)  # pills that fit with their names, by the number of players


def _party(scene: Scene) -> Markup:
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
    standing = tag("div", points, _left(scene, seat), class_="gh-hh-standing")
    body = tag("div", _head(scene, seat), standing, memory, _cards(scene, seat), class_="gh-hh-body")
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


# --- Options ---


_PLAIN: dict[int, tuple[str, str, str]] = {
    OptionId.DONE: ("check", "Done", ""),
    OptionId.DRAW: ("cards", "Draw", "top of your deck"),
    OptionId.NO_DRAW: ("close", "No draw", ""),
    OptionId.NO: ("close", "No", ""),
    OptionId.NONE: ("close", "None", "leave them"),
    OptionId.REDRAW: ("reroll", "Redraw", "six new cards"),
    OptionId.KEEP: ("check", "Keep", "put no card"),
}
_DONE = {Phase.ACT: "end your turn", Phase.MEMORY: "nobody acts", Phase.ARMORY: "buy nothing more"}


def face(scene: Scene, option: Option) -> Face | None:
    """Return the face of an option, or None if its words say it best."""
    code = option.id
    if code in _PLAIN:
        symbol, word, note = _PLAIN[code]
        done = _DONE.get(Phase(int(state(scene)["phase"])), "") if code == OptionId.DONE else note
        return Face(_words(icon(symbol), word), done or None)
    if code >= OptionId.SCENARIO:
        kind = "scenario" if code < OptionId.REALM else "realm"
        number = code - (OptionId.SCENARIO if kind == "scenario" else OptionId.REALM)
        deck = scene.table.names.enemy_deck(kind, number)
        return Face(_words(deck_emblem(deck.name, f"gh-hh-small gh-hh-of-{kind}"), deck.name, option.text))
    if code >= OptionId.BUY:
        line = PURCHASES[code - OptionId.BUY]
        bought = int(state(scene)["bought"][code - OptionId.BUY])
        note = f"{line.points} points{f', {bought}/{line.times}' if line.times > 1 else ''}"
        return Face(_words(icon("coin"), line.name.partition(" (")[0]), note)
    if code >= OptionId.HELP:
        return _help(scene, option)
    return _card_face(scene, option) if code >= OptionId.TARGET else None


def _help(scene: Scene, option: Option) -> Face:
    """Return the face of what a dead player lets another one do. There are many, so each player has rows of them."""
    seat, what = divmod(option.id - OptionId.HELP, HELP_SEAT)
    who = f"{scene.rules.seats[seat]} plays or activates"
    if what >= HELP_ELEMENTS:
        return Face(_words(icon("spark"), f"Elements, {called(scene, what - HELP_ELEMENTS)}"), group=who)
    card = what % HELP_ACTIVATE
    symbol = "bolt" if what >= HELP_ACTIVATE else card_symbol(printed(scene, card))
    return Face(_words(icon(symbol), called(scene, card)), group=who)


def _words(sign: Markup, name: str, text: str = "") -> Markup:
    told = tag("span", text, class_="gh-text") if text else None
    return join(sign, tag("span", name, told))


def _card_face(scene: Scene, option: Option) -> Face:
    """Return the face of a card that is used, discarded or chosen."""
    kinds = (OptionId.DISCARD, OptionId.PUT, OptionId.ELEMENTS, OptionId.ACTIVATE, OptionId.PLAY, OptionId.TARGET)
    kind = next(begin for begin in kinds if option.id >= begin)
    card = option.id - kind
    if kind == OptionId.TARGET:
        return _target(scene, card)
    found = printed(scene, card)
    if kind == OptionId.ELEMENTS:
        return Face(_words(icon("spark"), "Five Elements"), f"{found.five_elements} damage")
    name = called(scene, card)
    if kind == OptionId.ACTIVATE:
        return Face(_words(icon("bolt"), name), gist(found, Trigger.ACTIVATE))
    note = found.type if kind == OptionId.DISCARD else gist(found, *sorted(found.abilities))
    return Face(_words(icon(card_symbol(found)), name), note)


def _target(scene: Scene, card: int) -> Face:
    """Return the face of a target, with its hit points before and after what is about to meet it."""
    seats = scene.rules.seats
    is_seat = card < len(seats)
    sign = seat_dot(card, seats[card]) if is_seat else emblem(scene.table.names, card, "gh-hh-small")
    now, then = scene.table.hit_points_of(card)[0], after_choice(scene.table, card)
    note: Content = printed(scene, card).type if not scene.table.hit_points_of(card)[1] else f"{now} HP"
    if then is not None:
        note = join(f"{then[0]} → ", tag("b", then[1]))
    return Face(_words(sign, called(scene, card)), note)
