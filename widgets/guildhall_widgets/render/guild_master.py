"""The table of Guild Master: tracks, the board, Guild boards with their Order Spaces, and the current contest.

It is drawn from a table or from a seat's view. Views exclude Orders behind another screen, so none is drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from guildhall.games.guild_master.engine.state import BLOOD, NONE, SPOTS, Objective, Order, Phase, Stance
from guildhall.games.guild_master.figures import skills_of
from guildhall.games.guild_master.language import DECKS, SKILLS, say
from guildhall.games.guild_master.names import LETTERS, OBJECTIVES, STANCES
from guildhall.games.guild_master.words import proposal_told

from .markup import EMPTY, Content, Markup, join, tag
from .numbers import plural
from .scene import Scene, stand_ins, track, zone

__all__ = ["table"]

_DIE = "⚀⚁⚂⚃⚄⚅"
_MOONS = {1: "◐", 0: "○"}
_STATES: dict[int, str] = {Order.AWAY: "gone elsewhere", Order.CLOSED: "done"}


def table(scene: Scene) -> Markup:
    """Draw the title, tracks, current contest, board and Guilds."""
    seats = range(len(scene.rules.seats))
    guilds = tag("div", *(_guild(scene, seat) for seat in seats), class_="gh-seats gh-guilds")
    marks = stand_ins(len(scene.table.names.box.stand_ins))
    parts = (_title(scene), _tracks(scene), _contest(scene), _board(scene), guilds, marks)
    return tag("div", *parts, class_="gh-table gh-guild-master")


def _state(scene: Scene) -> Any:
    return scene.table.knowledge[0]


def _rules(scene: Scene) -> Any:
    return scene.rules.compiled[0]  # type: ignore[attr-defined]  # this renderer draws Guild Master only


def _title(scene: Scene) -> Markup:
    shown = scene.table
    parts = [f"Round {shown.turn_no} of {int(_rules(scene)['rounds'])}, {shown.moon}" if shown.turn_no else "set-up"]
    parts += ["screens up"] if shown.is_planning else []
    parts += [] if shown.seat is None else [f"seen by {scene.rules.seats[shown.seat]}"]
    return tag("div", tag("h3", "Guild Master"), tag("span", " · ".join(parts), class_="gh-soft"), class_="gh-title")


# --- Tracks ---


def _tracks(scene: Scene) -> Markup:
    shown, rules, s = scene.table, _rules(scene), _state(scene)
    rounds = [
        (f"{_MOONS[number % 2]}{'●' if number % BLOOD == 0 else ''}", number == shown.turn_no)
        for number in range(1, int(rules["rounds"]) + 1)
    ]
    costs = list(dict.fromkeys(enumerate(scene.table.names.box.board.costs)))
    marker = min(int(s["marker"]), len(costs) - 1)
    builders = [(str(cost), place == marker) for place, cost in costs]
    fame = sorted(range(len(shown.fame)), key=lambda seat: -shown.fame[seat])
    told = "  ".join(f"{scene.rules.seats[seat]} {shown.fame[seat]}" for seat in fame)
    return tag(
        "div",
        track("Rounds", rounds, f"Round {shown.turn_no}"),
        track("Builder cost", builders, f"{shown.cost} Gold"),
        tag("span", tag("span", "Fame", class_="gh-soft"), " ", told, class_="gh-track"),
        class_="gh-tracks",
    )


# --- The board ---


def _board(scene: Scene) -> Markup:
    """Draw the objectives from left to right, in the order they are resolved (rule 3)."""
    cost = f"{scene.table.figures.builder_costs} Gold for the next"
    builders = _objective(scene, OBJECTIVES[Objective.BUILDERS], "Builders", cost)
    spaces = (_space(scene, number) for number in range(len(LETTERS)))
    spots = (_spot(scene, number) for number in range(SPOTS))
    decks = (_deck(scene, deck, n) for deck, n in zip(DECKS, scene.table.decks, strict=True))
    board = tag(
        "div", builders, *spaces, *spots, class_="gh-objectives", role="group", aria_label="board", data_roving=True
    )
    return join(board, tag("div", tag("span", "decks", class_="gh-soft"), *decks, class_="gh-zone"))


def _deck(scene: Scene, deck: str, n: int) -> Markup:
    label = f"{deck} deck, {plural(n, 'card')}"
    return scene.spot(f"deck {deck}", f"{deck.capitalize()} {n}", class_="gh-chip", label=label, lies=n)


def _objective(scene: Scene, place: str, name: str, *lines: Content, help: str | None = None) -> Markup:
    content = (tag("b", name), *(tag("span", line) for line in lines if line))
    told = ", ".join(str(line) for line in (name, *lines) if line)
    return scene.spot(place, *content, class_="gh-objective", label=told, lies=told, help=help)


def _space(scene: Scene, number: int) -> Markup:
    letter, name = LETTERS[number], scene.table.adventurers[LETTERS[number]]
    card = scene.table.figures.recruit(number)
    if card is None:
        return _objective(scene, f"recruit {letter}", letter, name or "no card")
    one = scene.table.names.box.adventurers[card]
    bid = f"{one.fame} Fame, bid {scene.table.figures.bids(number)}"
    ability = f"{one.ability.moon.capitalize()}: {say(one.ability.effect)}" if one.ability else None
    return _objective(scene, f"recruit {letter}", letter, name, skills_of(one.skills), bid, ability, help=one.name)


def _spot(scene: Scene, number: int) -> Markup:
    name, names = scene.table.contracts[number], scene.table.names
    if name not in names.contracts:
        back = f"{name}, {scene.table.back_of(number).capitalize()}" if name else "no card"
        return _objective(scene, f"contract {number + 1}", str(number + 1), back)
    one = names.box.contracts[names.contracts.index(name)]
    targets = scene.table.figures.targets_told(names.contracts.index(name))
    effects = f"{one.kind.capitalize()}: {', '.join(map(say, one.effects))}" if one.effects else None
    is_up = int(_state(scene)["spot_up"]) >> number & 1
    lines = (name if is_up else f"{name} (face down)", targets, f"{one.gold} Gold, {one.fame} Fame", effects)
    return _objective(scene, f"contract {number + 1}", str(number + 1), *lines, help=name)


# --- The current contest ---


def _contest(scene: Scene) -> Markup:
    """Draw the contestants, their revealed stances, proposals, and the dice on the table."""
    s, seats = _state(scene), scene.rules.seats
    party = [seat for seat in range(len(seats)) if int(s["party"]) >> seat & 1 or int(s["dice_n"][seat])]
    if not party:
        return EMPTY
    objective, wanted = int(s["objective"]), int(s["wanted"])
    what = OBJECTIVES[objective] if 0 < objective < Objective.PLANNED else "a team without a card"
    if wanted != NONE:
        name, is_private = scene.table.names.contracts[wanted], wanted not in s["spot"]
        what = f"the Private Contract {name}" if is_private else f"{what}: {name}"
    title = f"Order Space {int(s['space']) + 1}, {what}"
    rows = (_contestant(scene, seat) for seat in party)
    return tag("section", tag("h4", title), _proposal(scene), *rows, class_="gh-contest", aria_label=title)


def _contestant(scene: Scene, seat: int) -> Markup:
    s = _state(scene)
    parts: list[Content] = [tag("b", scene.rules.seats[seat])]
    stance = int(s["stance"][seat])
    if stance != Stance.OPEN:
        parts.append(tag("span", STANCES[stance], class_="gh-chip"))
    elif int(s["phase"]) == Phase.STANCE and int(s["party"]) >> seat & 1:
        parts.append(tag("span", "stance hidden", class_="gh-soft"))
    if int(s["roller"]) == seat and int(s["phase"]) != Phase.SKILL:
        target = scene.table.figures.goal
        parts.append(f"{SKILLS[int(s['skill'])].capitalize()}{f' against {target}' if target else ''}")
    return tag("div", *parts, _dice(scene, seat), class_="gh-zone", data_key=f"contest {seat}")


def _dice(scene: Scene, seat: int) -> Markup:
    """Draw dice by face, low ones first. Each face is a place."""
    s = _state(scene)
    faces = Counter(sorted(int(face) for face in s["dice"][seat, : int(s["dice_n"][seat])]))
    if not faces:
        return EMPTY
    shown = (_dice_showing(scene, seat, face, n) for face, n in faces.items())
    return join(*shown, tag("b", f"= {scene.table.figures.total(seat)}"), between=" ")


def _dice_showing(scene: Scene, seat: int, face: int, n: int) -> Markup:
    label = f"{plural(n, 'die', 'dice')} showing {face}"
    return scene.spot(f"die {seat + 1} {face}", _DIE[face - 1] * n, class_="gh-dice", label=label, lies=label)


def _proposal(scene: Scene) -> Markup:
    s, seats = _state(scene), scene.rules.seats
    if int(s["proposer"]) == NONE:
        return EMPTY
    state = "agreed" if int(s["agreed"]) else f"{seats[int(s['proposer'])]} proposes"
    return tag("p", f"{state}: {proposal_told(scene.table.figures)}", class_="gh-small")


# --- Guild boards ---


def _guild(scene: Scene, seat: int) -> Markup:
    shown, s, name = scene.table, _state(scene), scene.rules.seats[seat]
    active = int(s["actor"]) == seat and not int(s["over"])
    guild = int(s["guild"][seat])
    told = f"{shown.fame[seat]} Fame, {shown.gold[seat]} Gold"
    place = f"player {seat + 1}"
    head = tag(
        "div",
        tag("h4", "▶ " if active else None, scene.spot(place, name, class_="gh-pick" if scene.can_use(place) else "")),
        scene.spot(f"points {seat + 1}", told, class_="gh-small", lies=told),
        tag("span", scene.table.names.guilds[guild] if guild >= 0 else None, class_="gh-small gh-soft"),
        class_="gh-seat-head",
    )
    zones = (
        zone("Upgrades", join(", ".join(f"{upgrade} {level}" for upgrade, level in shown.upgrades(seat).items()))),
        zone("Adventurers", _members(scene, seat)),
        zone("Orders", _orders(scene, seat)),
        zone("Private", _private(scene, seat)),
        zone("completed", _kept(scene, seat)),
    )
    classes = f"gh-seat{' gh-active' if active else ''}"
    return tag("section", head, *zones, class_=classes, aria_label=name, data_key=f"seat {seat}")


def _members(scene: Scene, seat: int) -> Markup:
    box, names = scene.table.names.box, scene.table.names.adventurers
    s = _state(scene)
    busy = 0
    if scene.table.may_see_orders(seat):
        for team in s["team"][seat]:
            busy |= int(team)
    cards = []
    for place, name in enumerate(scene.table.members(seat)):
        skills = skills_of(box.adventurers[names.index(name)].skills)
        short = " ".join(f"{part.split()[0][:2]}{part.split()[1]}" for part in skills.split(", "))
        sent = busy >> place & 1
        content = (name, tag("span", f"\u00a0{short}", class_="gh-small"))
        label = f"{name}, {skills}{', in a team' if sent else ''}"
        classes = f"gh-chip{' gh-sent' if sent else ''}"
        cards.append(
            scene.spot(f"member {seat + 1} {name}", *content, class_=classes, label=label, lies=label, help=name)
        )
    return tag("span", *cards, class_="gh-cards", data_roving=True)


def _orders(scene: Scene, seat: int) -> Markup:
    """Draw a Guild's Order Spaces: a screen if hidden, otherwise a team with its card and Gold."""
    s = _state(scene)
    spaces = int(_rules(scene)["core_value"][0, int(s["core"][seat, 0])])
    shown = (_order_space(scene, seat, space) for space in range(spaces))
    return tag("span", *shown, class_="gh-order-spaces")


def _order_space(scene: Scene, seat: int, space: int) -> Markup:
    s, shown = _state(scene), scene.table
    if not shown.may_see_orders(seat):
        return tag("span", f"{space + 1} screen", class_="gh-order gh-screen")
    team = int(s["team"][seat, space])
    if not team:
        return tag("span", f"{space + 1} –", class_="gh-order gh-soft", aria_label=f"Order Space {space + 1}: empty")
    sent = ", ".join(name for place, name in enumerate(shown.members(seat)) if team >> place & 1)
    gold = int(s["bid"][seat, space])
    parts = [OBJECTIVES[int(s["card"][seat, space])], sent, *([f"{gold} Gold"] if gold else [])]
    state = _STATES.get(int(s["status"][seat, space]), "")
    told = " · ".join([*parts, *([state] if state else [])])
    return tag("span", f"{space + 1} {told}", class_="gh-order gh-done" if state else "gh-order")


def _private(scene: Scene, seat: int) -> Markup:
    known = scene.table.private(seat)
    hidden = scene.table.private_n(seat) - len(known)
    cards = [_card(scene, f"private {seat + 1} {name}", name) for name in known]
    cards += [tag("span", f"{hidden} face down", class_="gh-small gh-soft")] if hidden else []
    return tag("span", *cards, class_="gh-cards") if cards else EMPTY


def _kept(scene: Scene, seat: int) -> Markup:
    boons = scene.table.boons(seat)
    cards = [_card(scene, f"kept {seat + 1} {name}", name, "Boon") for name in boons]
    others = len(scene.table.completed(seat)) - len(boons)
    cards += [tag("span", plural(others, "Contract"), class_="gh-small")] if others else []
    return tag("span", *cards, class_="gh-cards") if cards else EMPTY


def _card(scene: Scene, place: str, name: str, mark: str = "") -> Markup:
    """Draw a Guild's Contract with its targets, or as a Boon with its effects."""
    number = scene.table.names.contracts.index(name)
    one = scene.table.names.box.contracts[number]
    asks = ", ".join(map(say, one.effects)) if mark else scene.table.figures.targets_told(number)
    label = ", ".join(filter(None, [name, mark, asks]))
    content = (name, tag("span", f"\u00a0{asks}", class_="gh-small"))
    return scene.spot(place, *content, class_="gh-chip", label=label, lies=label, help=name)
