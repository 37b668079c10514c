"""The Guilds: Gold, Fame, Upgrades, Adventurers, Orders and cards. The reader's own is drawn large."""

from __future__ import annotations

from guildhall.games.guild_master.cards import CORES
from guildhall.games.guild_master.engine.state import NONE, Objective, Order
from guildhall.games.guild_master.events import OBJECTIVES, SIDES
from guildhall.games.guild_master.language import SKILLS, say
from guildhall.games.guild_master.odds import skills_of

from ..icons import icon, shield
from ..markup import EMPTY, Content, Markup, tag
from ..numbers import plural
from ..scene import Scene
from .common import adventurer, contract, effect_icon, hero, objective_mark, portrait, rules, skill, skills, state
from .common import targets as targets_of
from .tray import is_contest

__all__ = ["guilds"]

_STATES: dict[int, tuple[str, str]] = {Order.AWAY: ("gone elsewhere", "compass"), Order.CLOSED: ("done", "check")}
_CORE_ICONS = dict(zip(CORES, ("tower", "house", "bell"), strict=True))

_FEW, _MANY = 8, 12  # Adventurers whose tiles can be large, and those that fit with portraits


def guilds(scene: Scene) -> Markup:
    """Draw the Guilds, the reader's first."""
    seats = sorted(range(len(scene.rules.seats)), key=lambda seat: seat != scene.table.seat)
    drawn = (_guild(scene, seat, is_large=seat == hero(scene)) for seat in seats)
    return tag("div", *drawn, class_=f"gh-guilds gh-guilds-{len(seats)}")


def _guild(scene: Scene, seat: int, *, is_large: bool) -> Markup:
    s, name = state(scene), scene.rules.seats[seat]
    is_active = int(s["actor"]) == seat and not int(s["over"])
    states = {"gh-large": is_large, "gh-active": is_active}
    room = _room(scene, seat) if is_large else ""
    classes = " ".join(["gh-guild", f"gh-s{seat}", *(name for name, is_so in states.items() if is_so), *room.split()])
    parts = (
        _head(scene, seat, is_active=is_active),
        _cards(scene, seat, is_large=is_large),
        _members(scene, seat, is_large=is_large),
        _orders(scene, seat),
    )
    return tag("section", *parts, class_=classes, aria_label=name, data_key=f"seat {seat}")


def _room(scene: Scene, seat: int) -> str:
    """Return the class for large tiles if there is room, or for small ones if there are many Adventurers."""
    members, are_four = int(state(scene)["member_n"][seat]), len(scene.rules.seats) > 3
    if members <= _FEW and not are_four and not is_contest(scene):
        return "gh-roomy"
    return "gh-dense" if members > (_FEW if are_four else _MANY) else ""


# --- The head ---


def _head(scene: Scene, seat: int, *, is_active: bool) -> Markup:
    shown, name, guild = scene.table, scene.rules.seats[seat], int(state(scene)["guild"][seat])
    place, kept = f"player {seat + 1}", len(shown.completed(seat))
    called = shown.names.guilds[guild] if guild >= 0 else None
    title = scene.spot(place, name, class_="gh-gm-player" if scene.can_use(place) else "gh-gm-name")
    now = tag("span", icon("play"), class_="gh-gm-now", role="img", aria_label="decides now") if is_active else None
    told = f"{shown.fame[seat]} Fame, {shown.gold[seat]} Gold, {plural(kept, 'completed Contract')}"
    parts = (
        icon("coin", "gh-gm-coins"),
        tag("b", shown.gold[seat]),
        icon("fame", "gh-fame"),
        tag("b", shown.fame[seat]),
    )
    kept_n = (icon("scroll"), tag("b", kept)) if kept else ()
    stats = scene.spot(f"points {seat + 1}", *parts, *kept_n, class_="gh-gm-stats", label=told, lies=told)
    words = tag("div", tag("h4", now, title, tag("small", called, class_="gh-quiet")), stats, class_="gh-gm-title")
    return tag("div", shield(seat, name), words, _upgrades(scene, seat), class_="gh-gm-guild-head")


def _upgrades(scene: Scene, seat: int) -> Markup:
    s, names, shown = state(scene), scene.table.names, []
    for number, core in enumerate(CORES):
        level = "I" * int(s["core"][seat, number])
        shown.append(_upgrade(scene, core.title(), level, icon(_CORE_ICONS[core]), level))
    for number, one in enumerate(SKILLS):
        for side, field in enumerate(("fixer", "reroll")):
            if int(s[field][seat]) >> number & 1:
                mark = icon("reroll" if side else "die5")
                shown.append(_upgrade(scene, names.skill_upgrades[number], SIDES[side], skill(one), mark))
    if int(s["prestige"][seat]) != NONE:
        name = names.box.prestiges[int(s["prestige"][seat])].name
        shown.append(_upgrade(scene, name, "Prestige", icon("trophy")))
    return tag("span", *shown, class_="gh-gm-ups")


def _upgrade(scene: Scene, name: str, level: str, *content: Content) -> Markup:
    help = name if scene.live else None
    return tag("span", *content, class_="gh-gm-up", role="img", aria_label=f"{name} {level}", data_help=help)


# --- Cards of a Guild ---


def _cards(scene: Scene, seat: int, *, is_large: bool) -> Markup:
    shown = scene.table
    known = shown.private(seat)
    hidden = shown.private_n(seat) - len(known)
    cards = [
        _card(scene, f"kept {seat + 1} {name}", name, is_boon=True, is_large=is_large) for name in shown.boons(seat)
    ]
    cards += [_card(scene, f"private {seat + 1} {name}", name, is_boon=False, is_large=is_large) for name in known]
    if hidden:
        told = f"{hidden} Private face down"
        back = (icon("lock"), icon("cards"), tag("b", hidden))
        cards.append(tag("span", *back, class_="gh-gm-held", role="img", aria_label=told))
    return tag("div", *cards, class_="gh-gm-cards") if cards else EMPTY


def _card(scene: Scene, place: str, name: str, *, is_boon: bool, is_large: bool) -> Markup:
    """Draw a Private Contract with its targets, or a Boon with its effect."""
    number = scene.table.names.contracts.index(name)
    one = contract(scene, number)
    asks = ", ".join(map(say, one.effects)) if is_boon else scene.table.figures.targets_told(number)
    label = ", ".join([name, "Boon" if is_boon else "Private", asks])
    mark = (*map(effect_icon, one.effects),) if is_boon else (icon("lock"), targets_of(scene, number))
    words = tag("span", name, class_="gh-gm-what") if is_large else None
    classes = f"gh-gm-held{' gh-gm-boon' if is_boon else ''}"
    return scene.spot(place, *mark, words, class_=classes, label=label, lies=label, help=name)


# --- Adventurers ---


def _spaces(scene: Scene, seat: int) -> dict[int, int]:
    """Return the Order Space of every member that is known to be in a team."""
    s = state(scene)
    if not scene.table.may_see_orders(seat):
        return {}
    teams = [int(team) for team in s["team"][seat]]
    return {
        member: space
        for space, team in enumerate(teams)
        for member in range(int(s["member_n"][seat]))
        if team >> member & 1
    }


def _members(scene: Scene, seat: int, *, is_large: bool) -> Markup:
    spaces, names = _spaces(scene, seat), scene.table.members(seat)
    cards = (_member(scene, seat, name, spaces.get(place), is_large) for place, name in enumerate(names))
    return tag("div", *cards, class_="gh-gm-members" if is_large else "gh-gm-faces", data_roving=True)


def _member(scene: Scene, seat: int, name: str, space: int | None, is_large: bool) -> Markup:
    one = adventurer(scene, name)
    label = f"{name}, {skills_of(one.skills)}{'' if space is None else ', in a team'}"
    content: tuple[Content, ...] = (portrait(one),)
    if is_large:
        words = tag("span", tag("b", name), skills(one.skills), class_="gh-gm-about")
        content = (*content, words, tag("span", space + 1, class_="gh-gm-sent") if space is not None else None)
    classes = f"{'gh-gm-member' if is_large else 'gh-gm-face'}{'' if space is None else ' gh-sent'}"
    return scene.spot(f"member {seat + 1} {name}", *content, class_=classes, label=label, lies=label, help=name)


# --- Orders ---


def _orders(scene: Scene, seat: int) -> Markup:
    """Draw a Guild's Order Spaces: a screen if hidden, otherwise a team with its card and Gold."""
    s = state(scene)
    spaces = range(int(rules(scene)["core_value"][0, int(s["core"][seat, 0])]))
    if not scene.table.may_see_orders(seat):
        panels = (tag("span", tag("b", space + 1), class_="gh-screen") for space in spaces)
        label = f"{plural(len(spaces), 'Order Space')} behind a screen"
        return tag("div", *panels, class_="gh-gm-screens", role="img", aria_label=label)
    return tag("div", *(_order(scene, seat, space) for space in spaces), class_="gh-gm-orders")


def _order(scene: Scene, seat: int, space: int) -> Markup:
    s, shown = state(scene), scene.table
    team, number = int(s["team"][seat, space]), int(s["card"][seat, space])
    sign = tag("b", space + 1, class_="gh-gm-number")
    if not team:
        empty = tag("span", "–", class_="gh-quiet")
        return tag("span", sign, empty, class_="gh-order", role="img", aria_label=f"Order Space {space + 1}: empty")
    sent = [name for place, name in enumerate(shown.members(seat)) if team >> place & 1]
    gold = int(s["bid"][seat, space])
    state_told, mark = _STATES.get(int(s["status"][seat, space]), ("", ""))
    parts = [OBJECTIVES[number], ", ".join(sent), f"{gold} Gold" if gold else "", state_told]
    told = " · ".join(filter(None, parts))
    content = (
        sign,
        tag("span", *(portrait(adventurer(scene, name)) for name in sent), class_="gh-gm-team"),
        icon("right"),
        objective_mark(number),
        tag("span", _goal(scene, number), class_="gh-gm-what"),
        tag("span", icon("coin", "gh-gm-coins"), gold, class_="gh-gm-gold") if gold else None,
        icon(mark, "gh-good") if mark else None,
    )
    classes = f"gh-order{' gh-done' if mark else ''}"
    return tag("span", *content, class_=classes, role="img", aria_label=f"Order Space {space + 1}: {told}")


def _goal(scene: Scene, number: int) -> str:
    """Return what an Order Card is for, as short as its place on the board tells it."""
    if number == Objective.NO_CARD:
        return "no card"
    said: str = scene.table.figures.objective(number)
    return said.split(": ", 1)[1] if ": " in said else "Builders" if number == Objective.BUILDERS else ""
