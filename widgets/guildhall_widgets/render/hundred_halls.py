"""The table of the Hundred Halls: turn order, enemies with their next actions, players, hands and decks.

It is drawn from a table or from a seat's view. Views exclude the order of a deck, so none is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from guildhall.games.hundred_halls.armory import PURCHASES
from guildhall.games.hundred_halls.cards import Card, Deck
from guildhall.games.hundred_halls.engine.state import PILES, REALM, SCENARIO, Lasting, Phase
from guildhall.games.hundred_halls.language import Op
from guildhall.games.hundred_halls.names import PILE_WORDS
from guildhall.games.hundred_halls.table import CampaignTable
from guildhall.games.hundred_halls.wording import Badge, badges

from .markup import EMPTY, Content, Markup, join, tag
from .numbers import plural
from .scene import Scene, stand_ins, track, zone

__all__ = ["table"]

_ALLOWANCES = ("play", "activation", "draw")
_KINDS = {SCENARIO: "scenario", REALM: "realm"}
_CHIEF = "Boss"  # first among the cards of its side
_LEAST = 60  # characters counted for a card that does nothing
_PLAIN = "Enemy"  # the default type of an enemy
_LASTING = {
    Op.PREVENT: "next {} damage prevented",
    Op.DEALS: "deals {:+}",
    Op.TAKES: "takes {:+}",
    Op.HEALS: "heals {:+}",
    Op.REDIRECT: "damage goes elsewhere",
}


def table(scene: Scene) -> Markup:
    """Draw the title, turn order, Armory, enemies, the hand of the viewer or the active seat, and all players."""
    if isinstance(scene.table, CampaignTable) and scene.table.is_between:
        return tag("div", _title(scene), _campaign(scene), _next_battle(scene), class_="gh-table gh-hundred-halls")
    seats = range(len(scene.rules.seats))
    players = tag("div", *(_player(scene, seat) for seat in seats), class_="gh-seats gh-party")
    enemies = tag("div", *(_side(scene, pile) for pile in _KINDS), class_="gh-sides", style=_shares(scene))
    marks = stand_ins(len(scene.table.names.box.stand_ins), "details missing from the rule sheet")
    parts = (_title(scene), _campaign(scene), _armory(scene), enemies, _hand(scene), players, marks)
    return tag("div", *parts, class_="gh-table gh-hundred-halls")


def _state(scene: Scene) -> Any:
    return scene.table.knowledge[0]


# --- Turns ---


def _title(scene: Scene) -> Markup:
    shown, s = scene.table, _state(scene)
    parts = [f"Round {shown.round}" if shown.round else "set-up"]
    parts += [] if shown.seat is None else [f"seen by {scene.rules.seats[shown.seat]}"]
    order = [SCENARIO, REALM, *shown.order]
    side = int(s["side"]) if not int(s["over"]) else -1
    turns = ((_side_name(scene, pile), pile == side) for pile in order)
    told = f"{_side_name(scene, side)} acts" if side >= 0 else "nobody acts"
    return tag(
        "div",
        tag("h3", "Battle for the Hundred Halls"),
        tag("span", " · ".join(parts), class_="gh-soft"),
        track("Turns", turns, told),
        class_="gh-title",
    )


def _side_name(scene: Scene, pile: int) -> str:
    return PILE_WORDS[pile - SCENARIO] if pile in _KINDS else scene.rules.seats[pile]


def _campaign(scene: Scene) -> Markup:
    """Draw the progress of a campaign."""
    shown = scene.table
    if not isinstance(shown, CampaignTable):
        return EMPTY
    beaten, every = shown.beaten, len(scene.rules.box.scenarios)  # type: ignore[attr-defined]  # a campaign's rules
    told = f"{len(beaten)} of {every} Scenarios beaten", plural(shown.defeats, "defeat")
    words = f"Campaign: {', '.join(told)}, {plural(shown.armory, 'Armory point')}"
    words += f". Beaten: {', '.join(beaten)}" if beaten else ""
    return tag("p", scene.spot("campaign", words, lies=words), class_="gh-small")


def _next_battle(scene: Scene) -> Markup:
    """Draw the Scenarios or Realms available for the next battle."""
    campaign = scene.rules.box  # type: ignore[attr-defined]  # a campaign's rules
    kinds = {"scenario": campaign.scenarios, "realm": campaign.realms}
    rows = (zone(kind.capitalize(), _enemy_decks(scene, kind, decks)) for kind, decks in kinds.items())
    bought = zone("bought", join(", ".join(scene.table.bought)))
    return tag("div", *rows, bought, class_="gh-panel")


def _enemy_decks(scene: Scene, kind: str, decks: Iterable[Deck]) -> Markup:
    chips = (
        _chip(scene, f"{kind} {deck.name}", deck.title or deck.name, deck.name, [f"difficulty {deck.difficulty}"])
        for deck in decks
    )
    return tag("span", *chips, class_="gh-cards", data_roving=True)


def _armory(scene: Scene) -> Markup:
    """Draw the price list while something can be bought."""
    s = _state(scene)
    if int(s["phase"]) != Phase.ARMORY:
        return EMPTY
    lines = (_purchase(scene, number) for number in range(len(PURCHASES)))
    title = f"Armory, {plural(int(s['armory']), 'point')} left"
    return tag("section", tag("h4", title), tag("div", *lines, class_="gh-cards", data_roving=True), aria_label=title)


def _purchase(scene: Scene, number: int) -> Markup:
    line, bought = PURCHASES[number], int(_state(scene)["bought"][number])
    label = f"{line.name}, {bought} of {line.times} bought"
    content = (line.name, tag("span", f"\u00a0{bought}/{line.times}", class_="gh-small"))
    classes = f"gh-chip{' gh-taken' if bought else ''}"
    return scene.spot(f"armory {number + 1}", *content, class_=classes, label=label, lies=label)


# --- Enemies ---


def _of_side(scene: Scene, pile: int) -> list[int]:
    """Return the cards of an enemy side that are not with a player."""
    s, shown = _state(scene), scene.table
    return [card for card in shown.in_play if shown.names.homes[card] == pile and int(s["holder"][card]) < 0]


def _shares(scene: Scene) -> str:
    """Return the column widths: the side with more text gets more space, up to two thirds."""
    told = {pile: sum(_LEAST + len(str(_acts(scene, card))) for card in _of_side(scene, pile)) for pile in _KINDS}
    share = min(2 / 3, max(1 / 3, told[SCENARIO] / max(1, sum(told.values()))))
    return f"--gh-shares: minmax(0, {share:.2f}fr) minmax(0, {1 - share:.2f}fr)"


def _side(scene: Scene, pile: int) -> Markup:
    """Draw an enemy side: its deck, its top card, and all its cards that are not with a player."""
    s, shown, own = _state(scene), scene.table, _of_side(scene, pile)
    top = _foe(scene, pile) if pile in own else EMPTY
    cards = sorted((card for card in own if card != pile), key=lambda card: _printed(scene, card).type != _CHIEF)
    deck = shown.names.box.scenario if pile == SCENARIO else shown.names.box.realm
    active, label = int(s["side"]) == pile and not int(s["over"]), PILE_WORDS[pile - SCENARIO]
    head = tag(
        "div",
        tag("h4", "▶ " if active else None, label),
        tag("span", f"difficulty {deck.difficulty}", class_="gh-small gh-soft"),
        _piles(scene, pile),
        class_="gh-seat-head",
    )
    foes = tag("div", *(_foe(scene, card) for card in cards), class_="gh-foes", data_roving=True)
    classes = f"gh-side-of gh-seat{' gh-active' if active else ''}"
    return tag("section", head, top, foes, class_=classes, aria_label=label, data_key=f"side {pile}")


def _printed(scene: Scene, card: int) -> Card:
    """Return the printed card, or its reward side if it has become a reward."""
    printed: Card = scene.table.names.at_table[card]
    return printed.reward if printed.reward is not None and int(_state(scene)["reward"][card]) else printed


def _acts(scene: Scene, card: int) -> list[Badge]:
    """Return when a card in play acts, and its effects."""
    is_reward = bool(_state(scene)["reward"][card])
    return badges(_printed(scene, card), "player" if is_reward else _KINDS.get(scene.table.names.homes[card], "player"))


def _foe(scene: Scene, card: int) -> Markup:
    """Draw an enemy card with its hit points, the cards on it, and its next actions."""
    names, printed = scene.table.names, _printed(scene, card)
    name = names.card_in(_state(scene), card)
    kind = [] if printed.type == _PLAIN else [printed.type]
    facts = [*kind, *_facts(scene, card)]
    acts = _acts(scene, card)
    label = ", ".join([name, *_hit_points_told(scene, card), *facts, *_said(acts)])
    content = (
        tag("span", tag("b", name), _hit_points(scene, card), class_="gh-foe-head"),
        tag("span", ", ".join(facts), class_="gh-facts") if facts else None,
        *map(_badge, acts),
    )
    weight = " gh-top" if card < PILES else " gh-chief" if printed.type == _CHIEF else ""
    classes, help = f"gh-foe{weight}", names.cards[card]
    return scene.spot(f"in play {name}", *content, class_=classes, label=label, lies=label, help=help)


def _badge(badge: Badge) -> Markup:
    when = join(tag("b", badge.when), ": ") if badge.when else EMPTY
    return tag("span", when, badge.what, class_="gh-badge")


def _said(acts: Iterable[Badge]) -> list[str]:
    return [": ".join(filter(None, badge)) for badge in acts]


def _hit_points_told(scene: Scene, card: int) -> list[str]:
    hp, most = scene.table.hit_points_of(card)
    return [f"{hp} of {most} hit points"] if most else []


def _hit_points(scene: Scene, card: int) -> Markup:
    """Draw hit points as numbers and as a bar."""
    hp, most = scene.table.hit_points_of(card)
    if not most:
        return EMPTY
    hp = max(0, hp)
    bar = tag("span", tag("span", style=f"width:{round(100 * hp / most)}%"), class_="gh-hp")
    return tag("span", f"{hp}/{most}", bar, class_="gh-hit-points")


def _facts(scene: Scene, card: int) -> list[str]:
    """Return the counters, attachments and lasting effects of a card in play."""
    s = _state(scene)
    counters, host = int(s["counters"][card]), int(s["host"][card])
    facts = [plural(counters, "counter")] if counters else []
    facts += [f"on {_called(scene, host)}"] if host >= 0 else []
    facts += ["stunned"] if int(s["stunned"][card]) else []
    facts += ["used"] if int(s["used"][card]) and card >= PILES else []
    for row in s["lasting"][: int(s["lasting_n"])]:
        if int(row[Lasting.CARD]) == card and int(row[Lasting.OP]) in _LASTING:
            facts.append(_LASTING[Op(int(row[Lasting.OP]))].format(int(row[Lasting.AMOUNT])))
    return facts


def _called(scene: Scene, card: int) -> str:
    """Return the name of a player, or a card's name as used in options."""
    seats = scene.rules.seats
    return seats[card] if card < len(seats) else str(scene.table.names.card_in(_state(scene), card))


# --- Players ---


def _hand(scene: Scene) -> Markup:
    """Draw the hand of the viewer, or else of the active seat, with the effects of its cards."""
    seat = _hand_shown(scene)
    if seat is None or not scene.table.hand(seat):
        return EMPTY
    cards = (_hand_card(scene, seat, name, n) for name, n in Counter(scene.table.hand(seat)).items())
    title = f"Hand of {scene.rules.seats[seat]}"
    row = tag("div", *cards, class_="gh-foes gh-held", data_roving=True)
    return tag("section", tag("h4", title), row, class_="gh-hand", aria_label=title, data_key=f"hand {seat}")


def _hand_shown(scene: Scene) -> int | None:
    if scene.table.seat is not None:
        return int(scene.table.seat)
    actor = int(_state(scene)["actor"])
    return actor if 0 <= actor < len(scene.rules.seats) else None


def _hand_card(scene: Scene, seat: int, name: str, n: int) -> Markup:
    names = scene.table.names
    printed = names.at_table[names.cards.index(name)]
    acts = badges(printed, "player", in_play=False)
    label = ", ".join([name, *([plural(n, "copy", "copies")] if n > 1 else []), printed.type, *_said(acts)])
    copies = tag("span", f"× {n}", class_="gh-small") if n > 1 else None
    content = (
        tag("span", tag("b", name), copies, class_="gh-foe-head"),
        tag("span", printed.type, class_="gh-facts"),
        *map(_badge, acts),
    )
    place, why = f"hand {seat + 1} {name}", f"play {name}"
    return scene.spot(place, *content, class_="gh-foe", label=label, lies=label, help=name, why=why)


def _player(scene: Scene, seat: int) -> Markup:
    shown, s, name = scene.table, _state(scene), scene.rules.seats[seat]
    over, decides = int(s["over"]), int(s["actor"]) == seat
    is_dead = not over and shown.round > 0 and int(s["hp"][seat]) <= 0
    place, deck = f"player {seat + 1}", shown.names.piles[seat]
    told, mark = _hit_points_told(scene, seat)[0], "▶ " if decides and not over else None
    head = tag(
        "div",
        tag("h4", mark, scene.spot(place, name, class_=_pick(scene, place), help=deck)),
        tag("span", deck, class_="gh-small gh-soft") if deck != name else None,
        scene.spot(f"points {seat + 1}", _hit_points(scene, seat), class_="gh-small", label=told, lies=told),
        class_="gh-seat-head",
    )
    hand = EMPTY if _hand_shown(scene) == seat else _small_hand(scene, seat)
    memory = tag("p", "Inspiring Memory", class_="gh-small") if is_dead else EMPTY
    zones = (
        _facts_line(scene, seat),
        _allowance(scene, seat),
        zone("hand", hand),
        zone("in play", _own_cards(scene, seat)),
        zone("bought", join(", ".join(shown.bought))),
        _piles(scene, seat),
    )
    classes = f"gh-seat{' gh-active' if decides and not over else ''}{' gh-dead' if is_dead else ''}"
    return tag("section", head, memory, *zones, class_=classes, aria_label=name, data_key=f"seat {seat}")


def _pick(scene: Scene, place: str) -> str:
    return "gh-pick" if scene.can_use(place) else ""


def _facts_line(scene: Scene, seat: int) -> Markup:
    facts = _facts(scene, seat)
    return tag("div", ", ".join(facts), class_="gh-small gh-facts") if facts else EMPTY


def _allowance(scene: Scene, seat: int) -> Markup:
    """Draw the Five Elements, and what the player may still do this turn or must wait for."""
    s, shown = _state(scene), scene.table
    strength = shown.names.printed[seat].five_elements
    place = f"elements {seat + 1}"
    elements = scene.spot(place, f"Five Elements {strength}", class_=f"gh-elements {_pick(scene, place)}".strip())
    is_turn = int(s["side"]) == seat and not int(s["over"])
    numbers = shown.left(seat) if is_turn else [int(n) for n in s["extra"][seat]]
    words = [
        plural(n, word) if is_turn else f"{n:+} {word}{'' if abs(n) == 1 else 's'}"
        for n, word in zip(numbers, _ALLOWANCES, strict=True)
        if n
    ]
    told = f"{', '.join(words) or 'nothing'} left" if is_turn else ", ".join(words)
    left = scene.spot(f"left {seat + 1}", told, class_="gh-small", lies=told) if told else EMPTY
    return tag("div", elements, "· " if told else None, left, class_="gh-zone")


def _small_hand(scene: Scene, seat: int) -> Markup:
    cards = Counter(scene.table.hand(seat))
    places = {name: f"hand {seat + 1} {name}" for name in cards}
    shown = (
        _chip(scene, places[name], f"{name} × {n}" if n > 1 else name, name, [], class_="gh-word")
        for name, n in cards.items()
    )
    return tag("span", join(*shown, between=", "), data_roving=True) if cards else EMPTY


def _own_cards(scene: Scene, seat: int) -> Markup:
    """Draw a player's cards in play, each with its facts and when it acts."""
    s, names = _state(scene), scene.table.names
    own = [card for card in scene.table.in_play if int(s["holder"][card]) == seat and card >= PILES]
    shown = (_own_card(scene, card, names) for card in own)
    return tag("span", *shown, class_="gh-cards", data_roving=True) if own else EMPTY


def _own_card(scene: Scene, card: int, names: Any) -> Markup:
    s, name = _state(scene), names.card_in(_state(scene), card)
    most = int(s["cap"][card])
    marks = [f"{int(s['hp'][card])}/{most}"] if most else []
    acts = _acts(scene, card)
    return _chip(scene, f"in play {name}", name, names.cards[card], [*marks, *_facts(scene, card)], _said(acts))


def _chip(
    scene: Scene, place: str, name: str, card: str, facts: list[str], acts: Iterable[str] = (), class_: str = "gh-chip"
) -> Markup:
    label = ", ".join([name, *facts, *acts])
    small: Content = tag("span", f"\u00a0· {', '.join(facts)}", class_="gh-small") if facts else None
    return scene.spot(place, name, small, class_=class_, label=label, lies=label, help=card)


def _piles(scene: Scene, pile: int) -> Markup:
    """Draw the sizes of a deck, its graveyard and the Void. Open cards can be unfolded."""
    shown = scene.table
    graveyard, void, known = shown.graveyard(pile), shown.void(pile), shown.known(pile)
    told = f"deck {shown.deck_size(pile)}, graveyard {len(graveyard)}{f', Void {len(void)}' if void else ''}"
    lists = {"graveyard": graveyard, "Void": void}
    inside = [tag("li", f"{what}: {_listed(cards)}") for what, cards in lists.items() if cards]
    top = (_chip(scene, f"on top {name}", name, name, []) for name in dict.fromkeys(known))
    seen = zone("on top", join(*top, between=" ")) if known else EMPTY
    counts = scene.spot(f"piles {pile + 1}", told, class_="gh-small", lies=told)
    if not inside:
        return join(tag("div", counts, class_="gh-piles-of"), seen)
    folded = tag("details", tag("summary", counts), tag("ul", *inside), class_="gh-small", data_key=f"piles {pile}")
    return join(folded, seen)


def _listed(cards: list[str]) -> str:
    return ", ".join(name if n == 1 else f"{name} × {n}" for name, n in sorted(Counter(cards).items()))
