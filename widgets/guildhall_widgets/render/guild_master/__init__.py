"""The table of Guild Master: tracks, the board or the dice of a check, and the Guilds with their Orders.

It is drawn from a table or from a seat's view. Views exclude Orders behind another screen, so none is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from guildhall.games.guild_master.cards import CORES
from guildhall.games.guild_master.engine.state import (
    BLOOD,
    NONE,
    SPOTS,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_SPARE,
    Objective,
    Order,
    Phase,
    Stance,
)
from guildhall.games.guild_master.events import LETTERS, OBJECTIVES, SIDES, STANCES
from guildhall.games.guild_master.language import DECKS, SKILLS, Op, brief, say
from guildhall.games.guild_master.odds import check_tools, skills_of
from guildhall.games.guild_master.words import proposal_text

from ..icons import dice, icon, meter, seat_dot, shield
from ..markup import EMPTY, Content, Markup, join, tag
from ..numbers import plural
from ..scene import Scene, stand_ins
from .faces import (
    adventurer,
    badge,
    contract,
    die,
    effect_icon,
    face,
    hero,
    objective_mark,
    percent,
    portrait,
    ring,
    round_told,
    rules,
    skill,
    skills,
    state,
    target,
    targets,
)
from .faces import targets as targets_of

__all__ = ["CREST", "chips", "face", "table"]

CREST = "crown"

_PHASES: dict[int, tuple[str, str]] = {
    **dict.fromkeys((Phase.GUILD, Phase.SIDE, Phase.PLACE), ("people", "set-up")),
    Phase.TRADE: ("hourglass", "Start of Round"),
    Phase.PLOT: ("spark", "Plot Phase"),
    Phase.PLAN: ("screen", "Order Phase · screens up"),
    Phase.SKILL: ("die5", "Action Phase · a check"),
    Phase.MODIFY: ("die5", "Action Phase · a check"),
    Phase.TIE: ("die5", "Action Phase · a tie"),
    **dict.fromkeys(range(Phase.NEGOTIATE, Phase.LOBBY), ("people", "Action Phase · contested")),
    Phase.OVER: ("trophy", "the end"),
}


def table(scene: Scene) -> Markup:
    """Draw the tracks, the board and the Guilds. During a check the dice take the place of the board."""
    is_contest = _is_contest(scene)
    board = _small_board(scene) if is_contest or scene.compact else _board(scene)
    tracks = EMPTY if is_contest and scene.compact else _tracks(scene)
    marks = EMPTY if scene.compact else stand_ins(len(scene.table.names.box.stand_ins))
    parts = (tracks, board, _tray(scene) if is_contest else EMPTY, _guilds(scene), marks)
    return tag("div", *parts, class_="gh-table gh-guild-master")


def chips(scene: Scene) -> Markup:
    """Return the Round with its moon, and the Phase."""
    s, shown = state(scene), scene.table
    moon = icon("half" if shown.turn_no % 2 else "full")
    number = tag("span", moon, f"Round {shown.turn_no} of {int(rules(scene)['rounds'])}", class_="gh-pill")
    symbol, words = _PHASES.get(int(s["phase"]), ("recruit", "Action Phase"))
    phase = tag("span", icon(symbol), words, class_="gh-pill")
    return join(tag("span", number, title=round_told(scene)) if shown.turn_no else EMPTY, phase)


# --- The tracks ---


_FAME = 50  # the least that a full bar of Fame means
_MOONS = {"half": "Half Moon", "full": "Full Moon", "blood": "Blood Moon", "every": "every Round"}


def _tracks(scene: Scene) -> Markup:
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


def _board(scene: Scene) -> Markup:
    """Draw the objectives from left to right, in the order they are resolved (rule 3)."""
    people = (_recruit(scene, number) for number in range(len(LETTERS)))
    recruits = tag("div", _builders(scene), *people, class_="gh-gm-recruits")
    spots = (_spot(scene, number) for number in range(SPOTS))
    contracts = tag("div", *spots, _decks(scene), class_="gh-gm-contracts")
    return tag("div", recruits, contracts, class_="gh-gm-board", role="group", aria_label="board", data_roving=True)


def _small_board(scene: Scene) -> Markup:
    """Draw the objectives as two rows of chips, with decks that can be chosen, so that there is room for dice."""
    decks = _decks(scene) if any(scene.can_use(f"deck {deck}") for deck in DECKS) else EMPTY
    people = (_recruit_chip(scene, number) for number in range(len(LETTERS)))
    spots = (_spot_chip(scene, number) for number in range(SPOTS))
    return tag(
        "div",
        tag("div", _builders_chip(scene), *people, decks, class_="gh-gm-chips"),
        tag("div", *spots, class_="gh-gm-chips"),
        class_="gh-gm-board",
        role="group",
        aria_label="board",
        data_roving=True,
    )


def _decks(scene: Scene) -> Markup:
    decks = (_deck(scene, deck, n) for deck, n in zip(DECKS, scene.table.decks, strict=True))
    return tag("div", *decks, class_="gh-gm-decks")


def _deck(scene: Scene, deck: str, n: int) -> Markup:
    label, name = f"{deck.capitalize()} deck, {plural(n, 'card')}", deck.capitalize()
    content = (tag("span", name), tag("b", n))
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
    words = tag("span", back, class_="gh-gm-what") if lies and back else None
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
    parts = [str(number + 1), name, f"{one.deck.capitalize()}", scene.table.figures.targets_text(card)]
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
    classes = f"gh-gm-chip gh-gm-spot-chip gh-{one.deck}{' gh-gm-wanted' if is_wanted else ''}"
    return _objective(scene, objective, *content, class_=classes, told=_told(scene, number, card), help=one.name)


# --- A check ---


_MEETING = frozenset(range(Phase.SKILL, Phase.LOBBY))  # phases in which teams meet or roll
_LARGE = 6  # dice that fit in a row if they are large


def _party(scene: Scene) -> list[int]:
    """Return the seats that go for the objective or have dice on the table."""
    s = state(scene)
    seats = range(len(scene.rules.seats))
    return [
        seat for seat in seats if int(s["party"]) >> seat & 1 or int(s["dice_n"][seat]) or (int(s["roller"]) == seat)
    ]


def _is_contest(scene: Scene) -> bool:
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


def _tray(scene: Scene) -> Markup:
    """Draw the contestants with stances and proposals, the dice, their sum, the tools and the chance."""
    party = _party(scene)
    focus, is_alone = _focus(scene, party), len(party) == 1
    others = [_contestant(scene, seat) for seat in party if seat != focus]
    people = tag("div", _who(scene, focus, is_alone), *others, _proposal(scene), class_="gh-gm-people")
    parts = (_check_head(scene), people, _roll(scene, focus, is_alone), _tools(scene) if is_alone else None)
    return tag("section", *parts, class_="gh-gm-tray", aria_label=_title(scene))


def _title(scene: Scene) -> str:
    s = state(scene)
    objective, wanted = int(s["objective"]), int(s["wanted"])
    what = OBJECTIVES[objective] if 0 < objective < Objective.PLANNED else "a team without a card"
    if wanted != NONE:
        name, is_private = scene.table.names.contracts[wanted], wanted not in s["spot"]
        what = f"the Private Contract {name}" if is_private else f"{what}: {name}"
    return f"Order Space {int(s['space']) + 1}, {what}"


def _check_head(scene: Scene) -> Markup:
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
    asked = tag("span", targets(scene, wanted), role="img", aria_label=scene.table.figures.targets_text(wanted))
    name = tag("b", one.name, class_="gh-gm-name")
    return tag("div", icon("scroll"), name, asked, private, space, reward, class_="gh-gm-tray-head")


def _proposal(scene: Scene) -> Markup:
    s, seats = state(scene), scene.rules.seats
    if int(s["proposer"]) == NONE:
        return EMPTY
    said = "agreed" if int(s["agreed"]) else f"{seats[int(s['proposer'])]} proposes"
    return tag("span", icon("note"), f"{said}: {proposal_text(scene.table.figures)}", class_="gh-gm-other")


# --- A check: the contestants ---


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


# --- A check: tools ---


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


# --- The Guilds ---


_STATES: dict[int, tuple[str, str]] = {Order.AWAY: ("gone elsewhere", "compass"), Order.CLOSED: ("done", "check")}
_CORE_ICONS = dict(zip(CORES, ("tower", "house", "bell"), strict=True))

_FEW, _MANY = 8, 12  # Adventurers whose tiles can be large, and those that fit with portraits


def _guilds(scene: Scene) -> Markup:
    """Draw the Guilds, the reader's first."""
    seats = sorted(range(len(scene.rules.seats)), key=lambda seat: seat != scene.table.seat)
    drawn = (_guild(scene, seat, is_large=seat == hero(scene) and not scene.compact) for seat in seats)
    return tag("div", *drawn, class_=f"gh-guilds gh-guilds-{len(seats)}")


def _guild(scene: Scene, seat: int, *, is_large: bool) -> Markup:
    s, name = state(scene), scene.rules.seats[seat]
    is_active = int(s["actor"]) == seat and not int(s["over"])
    states = {"gh-large": is_large, "gh-active": is_active}
    room = _room(scene, seat) if is_large else ""
    classes = " ".join(["gh-guild", f"gh-s{seat}", *(name for name, is_so in states.items() if is_so), *room.split()])
    parts = (
        _guild_head(scene, seat, is_active=is_active),
        _cards(scene, seat, is_large=is_large),
        _members(scene, seat, is_large=is_large),
        _orders(scene, seat),
    )
    return tag("section", *parts, class_=classes, aria_label=name, data_key=f"seat {seat}")


def _room(scene: Scene, seat: int) -> str:
    """Return the class for large tiles if there is room, or for small ones if there are many Adventurers."""
    members, are_four = int(state(scene)["member_n"][seat]), len(scene.rules.seats) > 3
    if members <= _FEW and not are_four and not _is_contest(scene):
        return "gh-roomy"
    return "gh-dense" if members > (_FEW if are_four else _MANY) else ""


def _guild_head(scene: Scene, seat: int, *, is_active: bool) -> Markup:
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
    asks = ", ".join(map(say, one.effects)) if is_boon else scene.table.figures.targets_text(number)
    label = ", ".join([name, "Boon" if is_boon else "Private", asks])
    mark = (*map(effect_icon, one.effects),) if is_boon else (icon("lock"), targets_of(scene, number))
    words = tag("span", name, class_="gh-gm-what") if is_large else None
    classes = f"gh-gm-held{' gh-gm-boon' if is_boon else ''}"
    return scene.spot(place, *mark, words, class_=classes, label=label, lies=label, help=name)


# --- Adventurers of a Guild ---


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


# --- Orders of a Guild ---


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
    """Return what an Order Card is for, in the few words its place on the board has room for."""
    if number == Objective.NO_CARD:
        return "no card"
    said: str = scene.table.figures.objective(number)
    return said.split(": ", 1)[1] if ": " in said else "Builders" if number == Objective.BUILDERS else ""
