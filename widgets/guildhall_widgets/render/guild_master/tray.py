"""The check or contest in flight: who takes part, the dice on the table, what is missing and what may change it."""

from __future__ import annotations

from collections import Counter

from guildhall.games.guild_master.engine.state import (
    NONE,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_SPARE,
    Objective,
    Phase,
    Stance,
)
from guildhall.games.guild_master.events import OBJECTIVES, STANCES
from guildhall.games.guild_master.language import SKILLS, Op
from guildhall.games.guild_master.odds import check_tools
from guildhall.games.guild_master.words import proposal_told

from ..icons import dice, icon, meter, seat_dot
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import Scene
from .common import contract, die, percent, portrait, ring, skill, state, target, targets

__all__ = ["is_contest", "tray"]

_MEETING = frozenset(range(Phase.SKILL, Phase.LOBBY))  # phases in which teams meet or roll
_LARGE = 6  # dice that fit in a row if they are large


def _party(scene: Scene) -> list[int]:
    """Return the seats that go for the objective or have dice on the table."""
    s = state(scene)
    seats = range(len(scene.rules.seats))
    return [
        seat for seat in seats if int(s["party"]) >> seat & 1 or int(s["dice_n"][seat]) or (int(s["roller"]) == seat)
    ]


def is_contest(scene: Scene) -> bool:
    """Return whether teams meet or roll now."""
    s = state(scene)
    has_dice = any(int(s["dice_n"][seat]) for seat in range(len(scene.rules.seats)))
    return bool(_party(scene)) and (has_dice or int(s["phase"]) in _MEETING)


def _focus(scene: Scene, party: list[int]) -> int:
    """Return the seat whose dice are drawn large."""
    s = state(scene)
    for seat in (int(s["roller"]), int(s["actor"])):
        if seat in party:
            return seat
    return max(party, key=lambda seat: int(s["dice_n"][seat]))


def tray(scene: Scene) -> Markup:
    """Draw the contestants with stances and proposals, the dice, their sum, the tools and the chance."""
    party = _party(scene)
    focus, is_alone = _focus(scene, party), len(party) == 1
    others = [_contestant(scene, seat) for seat in party if seat != focus]
    people = tag("div", _who(scene, focus, is_alone), *others, _proposal(scene), class_="gh-gm-people")
    parts = (_head(scene), people, _roll(scene, focus, is_alone), _tools(scene) if is_alone else None)
    return tag("section", *parts, class_="gh-gm-tray", aria_label=_title(scene))


# --- What it is about ---


def _title(scene: Scene) -> str:
    s = state(scene)
    objective, wanted = int(s["objective"]), int(s["wanted"])
    what = OBJECTIVES[objective] if 0 < objective < Objective.PLANNED else "a team without a card"
    if wanted != NONE:
        name, is_private = scene.table.names.contracts[wanted], wanted not in s["spot"]
        what = f"the Private Contract {name}" if is_private else f"{what}: {name}"
    return f"Order Space {int(s['space']) + 1}, {what}"


def _head(scene: Scene) -> Markup:
    s, wanted = state(scene), int(state(scene)["wanted"])
    space = tag("span", f"Order {int(s['space']) + 1}", class_="gh-cap")
    if wanted == NONE:
        words = _title(scene).split(", ", 1)[1]
        symbol = "builder" if int(s["objective"]) == Objective.BUILDERS else "compass"
        title = tag("b", f"{words[0].upper()}{words[1:]}", class_="gh-gm-name")
        return tag("div", icon(symbol), title, space, class_="gh-gm-tray-head")
    one = contract(scene, wanted)
    private = tag("span", icon("lock"), "Private", class_="gh-pill") if wanted not in s["spot"] else None
    reward = tag(
        "span",
        *(icon("coin", "gh-gm-coins"), tag("b", one.gold), icon("fame", "gh-fame"), tag("b", one.fame)),
        class_="gh-gm-reward",
        role="img",
        aria_label=f"{one.gold} Gold, {one.fame} Fame",
    )
    asked = tag("span", targets(scene, wanted), role="img", aria_label=scene.table.figures.targets_told(wanted))
    name = tag("b", one.name, class_="gh-gm-name")
    return tag("div", icon("scroll"), name, asked, private, space, reward, class_="gh-gm-tray-head")


def _proposal(scene: Scene) -> Markup:
    s, seats = state(scene), scene.rules.seats
    if int(s["proposer"]) == NONE:
        return EMPTY
    said = "agreed" if int(s["agreed"]) else f"{seats[int(s['proposer'])]} proposes"
    return tag("span", icon("note"), f"{said}: {proposal_told(scene.table.figures)}", class_="gh-gm-other")


# --- Contestants ---


def _stance(scene: Scene, seat: int) -> Markup:
    s = state(scene)
    stance = int(s["stance"][seat])
    if stance != Stance.OPEN:
        symbol = "people" if stance == Stance.COOPERATE else "warrior"
        return tag("span", icon(symbol), tag("span", STANCES[stance]), class_="gh-pill")
    if int(s["phase"]) == Phase.STANCE and int(s["party"]) >> seat & 1:
        return tag("span", "stance hidden", class_="gh-quiet")
    return EMPTY


def _asked(scene: Scene, seat: int) -> Markup:
    """Return the skill and the target of a roller."""
    s = state(scene)
    if int(s["roller"]) != seat or int(s["phase"]) == Phase.SKILL:
        return EMPTY
    name, goal = SKILLS[int(s["skill"])], scene.table.figures.goal
    told = f"{name.capitalize()}{f' against {goal}' if goal else ''}"
    shown = target(name, goal) if goal else skill(name)
    return tag("span", shown, role="img", aria_label=told)


def _contestant(scene: Scene, seat: int) -> Markup:
    """Draw a contestant in one line."""
    s, name = state(scene), scene.rules.seats[seat]
    rolled = sorted(int(face) for face in s["dice"][seat, : int(s["dice_n"][seat])])
    total = tag("b", f"= {scene.table.figures.total(seat)}") if rolled else None
    shown = dice(*rolled, class_="gh-gm-few") if rolled else None
    content = (seat_dot(seat, name), tag("b", name), _stance(scene, seat), shown, total)
    return tag("span", *content, class_="gh-gm-other", data_key=f"contest {seat}")


def _who(scene: Scene, seat: int, is_alone: bool) -> Markup:
    name = scene.rules.seats[seat]
    content = (seat_dot(seat, name), tag("b", name), "alone" if is_alone else None)
    return tag("span", *content, _stance(scene, seat), _asked(scene, seat), class_="gh-gm-who")


def _roll(scene: Scene, seat: int, is_alone: bool) -> Markup:
    if not int(state(scene)["dice_n"][seat]):
        return EMPTY
    content = (_felt(scene, seat, is_alone), _sum(scene, seat), _odds(scene, seat))
    return tag("div", *content, class_="gh-gm-roll", data_key=f"contest {seat}")


def _felt(scene: Scene, seat: int, is_alone: bool) -> Markup:
    """Draw the dice by face, low ones first. Each face is a place."""
    s = state(scene)
    faces = Counter(sorted(int(face) for face in s["dice"][seat, : int(s["dice_n"][seat])]))
    shown = (_showing(scene, seat, face, n) for face, n in faces.items())
    is_small = faces.total() > _LARGE or not is_alone
    return tag("div", *shown, class_=f"gh-gm-felt{' gh-gm-many' if is_small else ''}", data_roving=True)


def _showing(scene: Scene, seat: int, face: int, n: int) -> Markup:
    label = f"{plural(n, 'die', 'dice')} showing {face}"
    drawn = (tag("span", icon(f"die{face}"), class_="gh-die") for _ in range(n))
    return scene.spot(f"die {seat + 1} {face}", *drawn, class_="gh-gm-dice", label=label, lies=label)


def _sum(scene: Scene, seat: int) -> Markup:
    """Draw the sum as a bar towards the target, with what is missing."""
    figures = scene.table.figures
    total, goal = figures.total(seat), figures.goal if int(state(scene)["roller"]) == seat else 0
    partners = figures.partners if goal else []
    total += sum(value for _, value in partners)
    together = ", ".join(f"{value} of {name}" for name, value in partners)
    if not goal:
        return tag("div", tag("b", f"= {total}", class_="gh-gm-total"), class_="gh-gm-sum")
    missing = goal - total
    said = f"{missing} short" if missing > 0 else f"reached, {-missing} over" if missing else "reached exactly"
    bar = meter(total, goal, label=f"{total} of {goal}", class_=f"gh-k-{SKILLS[int(state(scene)['skill'])]}")
    note = tag("span", icon("check" if missing <= 0 else "more"), said, f" with {together}" if together else None)
    return tag("div", bar, tag("span", note, class_="gh-good" if missing <= 0 else "gh-quiet"), class_="gh-gm-sum")


def _odds(scene: Scene, seat: int) -> Markup:
    """Draw the chance with the best use of the tools, and without Boons."""
    if int(state(scene)["roller"]) != seat:
        return EMPTY
    chance = scene.table.chances.check()
    if chance is None:
        return EMPTY
    kept = scene.table.chances.check(boons=False)
    without = f"without Boons {percent(kept)}" if kept is not None and kept < chance - 0.005 else ""
    words: Content = without or "with the best use of the tools"
    label = f"{percent(chance)} with the best use of the tools{f', {without}' if without else ''}"
    return tag("div", ring(chance, "gh-big"), tag("small", words), class_="gh-gm-odds", role="img", aria_label=label)


# --- Tools ---


def _tools(scene: Scene) -> Markup:
    s = state(scene)
    if int(s["phase"]) != Phase.MODIFY:
        return EMPTY
    left = check_tools(s, scene.table.figures.R)
    shown = (_tool(scene, tool, op, amount, uses) for tool, op, amount, uses in left)
    return tag("div", tag("span", "Tools", class_="gh-cap"), *shown, class_="gh-gm-tools")


def _tool(scene: Scene, tool: int, op: Op, amount: int, uses: int) -> Markup:
    """Draw a tool that may still change the dice."""
    names, name = scene.table.names, scene.table.names.tool(tool, int(state(scene)["skill"]))
    if tool == 0:
        mark = skill(SKILLS[int(state(scene)["skill"])])
    elif TOOL_ABILITY <= tool < TOOL_BOON:
        mark = portrait(names.box.adventurers[tool - TOOL_ABILITY])
    else:
        mark = icon("scroll")
    does = {
        Op.SET_DIE: (icon("right"), die(amount)),
        Op.REROLL: (icon("reroll"), f"×{uses}"),
        Op.ADD_DICE: (icon("plus"), plural(amount, "die", "dice")),
    }.get(op, (f"+{amount}",))
    help = name if scene.live and tool != TOOL_SPARE else None
    return tag("span", mark, tag("b", name), join(*does), class_="gh-gm-tool", data_help=help)
