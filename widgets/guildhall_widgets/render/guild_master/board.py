"""The board of Guild Master: tracks, recruits, Contracts and decks."""

from __future__ import annotations

from collections.abc import Iterator

from guildhall.games.guild_master.engine.state import BLOOD, NONE, SPOTS, Objective, Order, Phase
from guildhall.games.guild_master.events import LETTERS, OBJECTIVES
from guildhall.games.guild_master.language import DECKS, brief, say
from guildhall.games.guild_master.odds import skills_of

from ..icons import icon, meter, seat_dot
from ..markup import EMPTY, Content, Markup, tag
from ..numbers import plural
from ..scene import Scene
from .common import (
    badge,
    contract,
    effect_icon,
    hero,
    percent,
    portrait,
    ring,
    round_told,
    rules,
    skills,
    state,
    targets,
)

__all__ = ["board", "small_board", "tracks"]

_FAME = 50  # the least that a full bar of Fame means
_MOONS = {"half": "Half Moon", "full": "Full Moon", "blood": "Blood Moon", "every": "every Round"}


# --- Tracks ---


def tracks(scene: Scene) -> Markup:
    """Draw the Rounds with their moons, the cost of Builders and everybody's Fame."""
    return tag("div", _rounds(scene), _costs(scene), _fame(scene), class_="gh-gm-tracks")


def _rounds(scene: Scene) -> Markup:
    now = scene.table.turn_no
    moons = (_moon(number, now) for number in range(1, int(rules(scene)["rounds"]) + 1))
    row = tag("div", *moons, class_="gh-gm-track", role="img", aria_label=round_told(scene))
    return tag("div", tag("span", "Rounds", class_="gh-cap"), row)


def _moon(number: int, now: int) -> Markup:
    blood = icon("bloodmark", "gh-gm-drop") if number % BLOOD == 0 else None
    states = {"gh-past": number < now, "gh-here": number == now, "gh-blood": number % BLOOD == 0}
    classes = " ".join(["gh-gm-moon", *(name for name, is_so in states.items() if is_so)])
    return tag("span", icon("half" if number % 2 else "full"), blood, tag("small", number), class_=classes)


def _costs(scene: Scene) -> Markup:
    costs = scene.table.names.box.board.costs
    marker = min(int(state(scene)["marker"]), len(costs) - 1)
    steps = (
        tag("span", cost, class_="gh-gm-cost gh-here" if place == marker else "gh-gm-cost")
        for place, cost in enumerate(costs)
    )
    told = f"Builder cost: {scene.table.cost} Gold"
    row = tag("div", *steps, class_="gh-gm-track", role="img", aria_label=told)
    return tag("div", tag("span", icon("builder"), " Builder cost", class_="gh-cap"), row)


def _fame(scene: Scene) -> Markup:
    fame = scene.table.fame
    most = max(_FAME, *fame)
    bars = (_fame_bar(seat, name, fame[seat], most) for seat, name in enumerate(scene.rules.seats))
    rows = tag("div", *bars, class_=f"gh-gm-bars{' gh-two' if len(fame) > 3 else ''}")
    return tag("div", tag("span", icon("fame"), " Fame", class_="gh-cap"), rows, class_="gh-gm-fames")


def _fame_bar(seat: int, name: str, fame: int, most: int) -> Markup:
    bar = meter(fame, most, label=f"{name}: {fame} Fame")
    return tag("span", seat_dot(seat, name), bar, class_=f"gh-gm-bar gh-s{seat}")


# --- The board ---


def board(scene: Scene) -> Markup:
    """Draw the objectives from left to right, in the order they are resolved (rule 3)."""
    people = (_recruit(scene, number) for number in range(len(LETTERS)))
    recruits = tag("div", _builders(scene), *people, class_="gh-gm-recruits")
    spots = (_spot(scene, number) for number in range(SPOTS))
    contracts = tag("div", *spots, _decks(scene, is_small=False), class_="gh-gm-contracts")
    return tag("div", recruits, contracts, class_="gh-gm-board", role="group", aria_label="board", data_roving=True)


def small_board(scene: Scene) -> Markup:
    """Draw the objectives as two rows of chips, so that there is room for dice."""
    people = (_recruit_chip(scene, number) for number in range(len(LETTERS)))
    spots = (_spot_chip(scene, number) for number in range(SPOTS))
    return tag(
        "div",
        tag("div", _builders_chip(scene), *people, _decks(scene, is_small=True), class_="gh-gm-chips"),
        tag("div", *spots, class_="gh-gm-chips"),
        class_="gh-gm-board",
        role="group",
        aria_label="board",
        data_roving=True,
    )


def _decks(scene: Scene, *, is_small: bool) -> Markup:
    decks = (_deck(scene, deck, n, is_small) for deck, n in zip(DECKS, scene.table.decks, strict=True))
    return tag("div", *decks, class_="gh-gm-decks")


def _deck(scene: Scene, deck: str, n: int, is_small: bool) -> Markup:
    label, name = f"{deck.capitalize()} deck, {plural(n, 'card')}", deck.capitalize()
    content = (tag("span", name[0] if is_small else name), tag("b", n))
    return scene.spot(f"deck {deck}", *content, class_=f"gh-gm-deck gh-{deck}", label=label, lies=n)


def _goers(scene: Scene, objective: int) -> list[tuple[int, int]]:
    """Return the seats with a known open Order for an objective, and its Order Space."""
    s = state(scene)
    return [
        (seat, space)
        for seat in range(len(scene.rules.seats))
        if scene.table.may_see_orders(seat)
        for space in range(s["team"].shape[1])
        if int(s["team"][seat, space])
        and int(s["card"][seat, space]) == objective
        and int(s["status"][seat, space]) <= Order.OPEN
    ]


def _marks(scene: Scene, objective: int) -> tuple[Markup, str]:
    """Return the shields of those who go for an objective, and their words."""
    names, found = scene.rules.seats, _goers(scene, objective)
    if not found:
        return EMPTY, ""
    dots = tag("span", *(seat_dot(seat, names[seat]) for seat, _ in found), class_="gh-gm-goers")
    return dots, ", ".join(f"Order {space + 1} of {names[seat]}" for seat, space in found)


def _objective(
    scene: Scene, objective: int, *content: Content, class_: str, told: str, help: str | None = None
) -> Markup:
    dots, orders = _marks(scene, objective)
    label = ", ".join(filter(None, [told, orders]))
    return scene.spot(OBJECTIVES[objective], *content, dots, class_=class_, label=label, lies=told, help=help)


def _reward(*parts: Content) -> Markup:
    return tag("span", *parts, class_="gh-gm-reward")


def _builders(scene: Scene) -> Markup:
    figures = scene.table.figures
    content = (
        tag("span", tag("span", icon("builder"), class_="gh-gm-hammer"), class_="gh-gm-head"),
        tag("b", "Builders", class_="gh-gm-name"),
        _reward(icon("coin", "gh-gm-coins"), f"next: {figures.builders(hero(scene))}"),
    )
    told = f"Builders, {figures.builder_costs} Gold for the next"
    return _objective(scene, Objective.BUILDERS, *content, class_="gh-gm-card gh-gm-builders", told=told)


def _builders_chip(scene: Scene) -> Markup:
    figures = scene.table.figures
    content = (icon("builder"), icon("coin", "gh-gm-coins"), tag("span", figures.builders(hero(scene))))
    told = f"Builders, {figures.builder_costs} Gold for the next"
    return _objective(scene, Objective.BUILDERS, *content, class_="gh-gm-chip gh-gm-short", told=told)


# --- Recruits ---


def _recruit(scene: Scene, number: int) -> Markup:
    letter, card = LETTERS[number], scene.table.figures.recruit(number)
    if card is None:
        return _empty(scene, Objective.RECRUIT + number, letter, scene.table.adventurers[letter])
    one = scene.table.names.box.adventurers[card]
    figures, ability = scene.table.figures, one.ability
    works = (
        tag("span", icon(_when(ability.moon)), brief(ability.effect), class_="gh-gm-does")
        if ability is not None
        else None
    )
    content = (
        tag("span", portrait(one), badge(letter), tag("b", one.name, class_="gh-gm-name"), class_="gh-gm-head"),
        skills(one.skills),
        _reward(
            icon("fame", "gh-fame"),
            tag("b", one.fame),
            icon("coin", "gh-gm-coins"),
            f"bid {figures.bid(hero(scene), number)}",
        ),
        works,
    )
    does = f"{_MOONS[ability.moon]}: {say(ability.effect)}" if ability else ""
    bid = f"{one.fame} Fame, bid {figures.bids(number)}"
    told = ", ".join(filter(None, [letter, one.name, skills_of(one.skills), bid, does]))
    return _objective(
        scene, Objective.RECRUIT + number, *content, class_="gh-gm-card gh-gm-recruit", told=told, help=one.name
    )


def _when(moon: str) -> str:
    return {"half": "half", "full": "full", "blood": "bloodmark"}.get(moon, "always")


def _recruit_chip(scene: Scene, number: int) -> Markup:
    letter, card = LETTERS[number], scene.table.figures.recruit(number)
    if card is None:
        return _empty_chip(scene, Objective.RECRUIT + number, letter, scene.table.adventurers[letter])
    one = scene.table.names.box.adventurers[card]
    content = (badge(letter), portrait(one), tag("span", one.name, class_="gh-gm-what"))
    told = f"{letter}, {one.name}, {skills_of(one.skills)}"
    return _objective(scene, Objective.RECRUIT + number, *content, class_="gh-gm-chip", told=told, help=one.name)


def _empty(scene: Scene, objective: int, sign: str, lies: str | None, back: str = "") -> Markup:
    """Draw a space without a card, or with one face down."""
    told = ", ".join(filter(None, [sign, lies or "no card", back]))
    shown = (tag("span", lies, class_="gh-gm-back"), back) if lies else ("no card",)
    classes = f"gh-gm-card gh-gm-none{'' if lies else ' gh-gm-unused'}"
    return _objective(scene, objective, badge(sign), *(tag("span", part) for part in shown), class_=classes, told=told)


def _empty_chip(scene: Scene, objective: int, sign: str, lies: str | None, back: str = "") -> Markup:
    told = ", ".join(filter(None, [sign, lies or "no card", back]))
    shown = icon("cards") if lies else icon("close")
    words = tag("span", back or lies, class_="gh-gm-what") if lies else None
    classes = f"gh-gm-chip gh-gm-none{'' if lies else ' gh-gm-short'}"
    return _objective(scene, objective, badge(sign), shown, words, class_=classes, told=told)


# --- Contracts ---


def _back(scene: Scene, number: int) -> str:
    return str(scene.table.back_of(number).capitalize())


def _known(scene: Scene, number: int) -> int | None:
    """Return the Contract on a spot that the reader knows, face up or not."""
    card = int(state(scene)["spot"][number])
    known = card >= 0 and scene.table.contracts[number] in scene.table.names.contracts
    return card if known else None


def _told(scene: Scene, number: int, card: int) -> str:
    one = contract(scene, card)
    is_up = int(state(scene)["spot_up"]) >> number & 1
    effects = f"{one.kind.capitalize()}: {', '.join(map(say, one.effects))}" if one.effects else ""
    name = one.name if is_up else f"{one.name} (face down)"
    parts = [str(number + 1), name, f"{one.deck.capitalize()}", scene.table.figures.targets_told(card)]
    return ", ".join(filter(None, [*parts, f"{one.gold} Gold, {one.fame} Fame", effects]))


def _spot(scene: Scene, number: int) -> Markup:
    objective, card = Objective.CONTRACT + number, _known(scene, number)
    if card is None:
        return _empty(scene, objective, str(number + 1), scene.table.contracts[number], _back(scene, number))
    one = contract(scene, card)
    is_up = int(state(scene)["spot_up"]) >> number & 1
    shown, chance = _team_chance(scene, number, card)
    content = (
        tag("span", badge(number + 1), tag("b", one.name, class_="gh-gm-name"), class_="gh-gm-head"),
        targets(scene, card),
        tag(
            "span",
            shown,
            _reward(icon("coin", "gh-gm-coins"), tag("b", one.gold), icon("fame", "gh-fame"), tag("b", one.fame)),
            *_effects(scene, card),
            tag("span", "face down", class_="gh-gm-back") if not is_up else None,
            class_="gh-gm-body",
        ),
    )
    told = ", ".join(filter(None, [_told(scene, number, card), chance]))
    classes = f"gh-gm-card gh-gm-contract gh-{one.deck}"
    return _objective(scene, objective, *content, class_=classes, told=told, help=one.name)


def _effects(scene: Scene, card: int) -> Iterator[Markup]:
    one = contract(scene, card)
    for effect in one.effects:
        mark: Content = effect_icon(effect) if one.kind == "bonus" else f"{one.kind.capitalize()}: "
        yield tag("span", mark, brief(effect), class_="gh-gm-does")


def _team_chance(scene: Scene, number: int, card: int) -> tuple[Markup, str]:
    """Return the chance of the team that is put together, or that is about to go there."""
    s, seat = state(scene), hero(scene)
    is_planned = int(s["phase"]) == Phase.PLAN
    is_here = int(s["phase"]) == Phase.DECLARE and int(s["objective"]) == Objective.CONTRACT + number
    has_team = int(s["actor"]) == seat and int(s["team"][seat, int(s["space"])])
    if not has_team or not (is_planned or is_here) or not int(s["spot_up"]) >> number & 1:
        return EMPTY, ""
    chance = scene.table.chances.team(seat, card)
    if chance is None:
        return tag("span", "no dice", class_="gh-gm-nodice"), "no dice for it"
    return ring(chance), f"{percent(chance)} for your team without Boons"


def _spot_chip(scene: Scene, number: int) -> Markup:
    objective, card = Objective.CONTRACT + number, _known(scene, number)
    if card is None:
        return _empty_chip(scene, objective, str(number + 1), scene.table.contracts[number], _back(scene, number))
    one = contract(scene, card)
    is_wanted = card == int(state(scene)["wanted"]) != NONE
    content = (badge(number + 1), targets(scene, card), tag("span", one.name, class_="gh-gm-what"))
    classes = f"gh-gm-chip gh-{one.deck}{' gh-gm-wanted' if is_wanted else ''}"
    return _objective(scene, objective, *content, class_=classes, told=_told(scene, number, card), help=one.name)
