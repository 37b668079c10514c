"""Cards, skills and chances of Guild Master as symbols, and what the buttons of options show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from guildhall.core.decision import Option
from guildhall.games.guild_master.cards import CORES, Adventurer, Contract
from guildhall.games.guild_master.engine.state import (
    NONE,
    TOOL_ABILITY,
    TOOL_BOON,
    TOOL_FACES,
    Objective,
    OptionId,
    Phase,
)
from guildhall.games.guild_master.events import LETTERS, SIDES, fixes_dice
from guildhall.games.guild_master.language import DECKS, LOBBIED, SKILLS, Effect, Op, brief
from guildhall.games.guild_master.wording import ROMAN, prestige_text

from ..icons import icon, seat_dot
from ..markup import Content, Markup, join, tag
from ..numbers import plural
from ..scene import Face, Scene

__all__ = [
    "adventurer",
    "badge",
    "contract",
    "die",
    "effect_icon",
    "face",
    "hero",
    "objective_mark",
    "percent",
    "portrait",
    "ring",
    "round_told",
    "rules",
    "skill",
    "skills",
    "state",
    "target",
    "targets",
]

_HATS = 4  # kinds of portraits in the stylesheet


def state(scene: Scene) -> Any:
    """Return the record that is shown."""
    return scene.table.knowledge[0]


def rules(scene: Scene) -> Any:
    """Return the compiled rules."""
    return scene.rules.compiled[0]  # type: ignore[attr-defined]  # this renderer draws Guild Master only


def hero(scene: Scene) -> int:
    """Return the seat whose Guild is drawn large: the reader's, or the one that decides."""
    actor = int(state(scene)["actor"])
    return int(scene.table.seat) if scene.table.seat is not None else actor if actor in _seats(scene) else 0


def _seats(scene: Scene) -> range:
    return range(len(scene.rules.seats))


def round_told(scene: Scene) -> str:
    """Return the Round with its moon in words."""
    shown = scene.table
    return f"Round {shown.turn_no} of {int(rules(scene)['rounds'])}, {shown.moon}" if shown.turn_no else "set-up"


def adventurer(scene: Scene, name: str) -> Adventurer:
    """Return the Adventurer with a name."""
    names = scene.table.names
    found: Adventurer = names.box.adventurers[names.adventurers.index(name)]
    return found


def contract(scene: Scene, number: int) -> Contract:
    """Return the Contract with a number."""
    found: Contract = scene.table.names.box.contracts[number]
    return found


# --- Symbols ---


def portrait(one: Adventurer, class_: str = "") -> Markup:
    """Return the face of an Adventurer: the colour of the first skill, and a hat that depends on the name."""
    first = next(iter(one.skills), "might")
    hat = sum(map(ord, one.name)) % _HATS
    classes = f"gh-portrait gh-hat{hat} gh-k-{first}{f' {class_}' if class_ else ''}"
    return tag("span", class_=classes, aria_hidden="true")


def skill(name: str, number: Content = None) -> Markup:
    """Return the symbol of a skill with its dice."""
    shown = tag("b", number) if number is not None else None
    return tag("span", icon(name), shown, class_=f"gh-sk gh-k-{name}")


def skills(dice: Mapping[str, int]) -> Markup:
    """Return skills with their dice."""
    return tag("span", *(skill(name, n) for name, n in dice.items()), class_="gh-sks")


def target(name: str, number: Content) -> Markup:
    """Return a target on the colour of its skill."""
    return tag("span", icon(name), tag("b", number), class_=f"gh-target gh-k-{name}")


def targets(scene: Scene, card: int) -> Markup:
    """Return the targets of a Contract, including Events."""
    each = (target(name, number) for name, number in scene.table.figures.targets(card).items())
    return tag("span", join(*each, between=" or "), class_="gh-targets")


def badge(text: Content) -> Markup:
    """Return the letter or number of a space."""
    return tag("b", text, class_="gh-lt")


def die(number: int) -> Markup:
    """Return a small die."""
    return tag("span", icon(f"die{number}"), class_="gh-die gh-gm-mini")


def objective_mark(number: int) -> Markup:
    """Return the letter, number or symbol of an Order Card."""
    if number == Objective.NO_CARD:
        return icon("compass")
    if number == Objective.BUILDERS:
        return icon("builder")
    is_contract = number >= Objective.CONTRACT
    return badge(number - Objective.CONTRACT + 1 if is_contract else LETTERS[number - Objective.RECRUIT])


_EFFECTS = {
    Op.SET_DIE: "die5",
    Op.REROLL: "reroll",
    Op.ADD_DICE: "plus",
    Op.ADD_RESULT: "plus",
    Op.BUILDERS: "builder",
    Op.FREE_BUILDER: "builder",
    Op.GOLD: "coin",
    Op.TAKE_GOLD: "coin",
    Op.GIVE_GOLD: "coin",
    Op.EACH_GOLD: "coin",
    Op.INCOME: "coin",
    Op.TRADE: "coin",
    Op.FAME: "fame",
    Op.DECK_FAME: "fame",
    Op.EACH_FAME: "fame",
    Op.HARM: "skull",
    Op.PEEK_DECK: "eye",
    Op.PEEK_PRIVATE: "eye",
    Op.DRAW_PRIVATE: "scroll",
    Op.SWAP_CONTRACT: "scroll",
    Op.SKILL_UPGRADE: "tower",
    Op.CORE_UPGRADE: "tower",
}


def effect_icon(effect: Effect) -> Markup:
    """Return the symbol of an effect."""
    return icon(f"die{effect.amount}" if effect.op == Op.SET_DIE else _EFFECTS.get(effect.op, "spark"))


# --- Chances ---


def percent(chance: float) -> str:
    """Return a chance in whole percent, 0 and 100 only if that is certain.

    >>> percent(0.5), percent(0.999), percent(1e-9), percent(1.0)
    ('50 %', '>99 %', '<1 %', '100 %')
    """
    if 0 < chance < 0.005:
        return "<1 %"
    return ">99 %" if 0.995 <= chance < 1 else f"{100 * chance:.0f} %"


def ring(chance: float, class_: str = "") -> Markup:
    """Return a chance as a partly closed ring."""
    share = f"--part:{100 * chance:.0f}%"
    shown = tag("b", percent(chance).replace(" ", ""))
    return tag("span", shown, class_=f"gh-ring{f' {class_}' if class_ else ''}", style=share)


# --- Options ---


_SIGNS = ("die5", "reroll")  # of the sides of a Skill Upgrade


def face(scene: Scene, option: Option) -> Face | None:
    """Return what the button of an option shows, or None for its words."""
    if option.id in _SINGLE:
        return _SINGLE[option.id](scene, option)
    for first, draw in _RANGES:
        if option.id >= first:
            return draw(scene, option.id - first)
    return None


def _actor(scene: Scene) -> int:
    return int(state(scene)["actor"])


def _words(content: Content) -> Markup:
    return tag("span", content, class_="gh-gm-what")


def _said(symbol: str, words: str, note: Content = None) -> Face:
    return Face(join(icon(symbol), _words(words)), note)


def _coins(gold: int) -> Markup:
    return tag("span", gold, icon("coin", "gh-gm-coins"), class_="gh-gm-gold")


def _chance(chance: float | None, otherwise: str = "") -> Content:
    return tag("b", percent(chance), class_="gh-num") if chance is not None else otherwise or None


# --- Options that stand alone ---


def _done(scene: Scene, option: Option) -> Face:
    s = state(scene)
    match int(s["phase"]):
        case Phase.MODIFY:
            return _said("check", "Done", _result(scene))
        case Phase.PLOT:
            return _said("check", "Done", "no more abilities")
        case Phase.BUILD_CORE:
            return _said("check", "Nothing more")
    has_team = int(s["team"][_actor(scene), int(s["space"])])
    return _said("check", "Team complete") if has_team else _said("close", "Send nobody")


def _result(scene: Scene) -> str:
    """Return what the dice come to as they lie."""
    figures = scene.table.figures
    total = figures.total(int(state(scene)["roller"])) + sum(value for _, value in figures.partners)
    if not figures.goal:
        return f"makes {total}"
    return f"misses by {figures.goal - total}" if total < figures.goal else "succeeds"


def _carry_out(scene: Scene, option: Option) -> Face:
    s, seat = state(scene), _actor(scene)
    return _order(scene, int(s["objective"]), int(s["bid"][seat, int(s["space"])]))


def _conflict(scene: Scene, option: Option) -> Face:
    chance = scene.table.chances.team(_actor(scene), int(state(scene)["wanted"]), conflict=True)
    return _said("warrior", "Conflict: alone for everything", _chance(chance, "no dice"))


def _cooperate(scene: Scene, option: Option) -> Face:
    chance = scene.table.chances.team(_actor(scene), int(state(scene)["wanted"]))
    return _said("people", "Cooperate, share", tag("span", "alone ", _chance(chance, "no dice")))


def _pay(scene: Scene, option: Option) -> Face:
    effects = contract(scene, int(state(scene)["wanted"])).effects
    gold, fame = next((effect.amount, effect.detail) for effect in effects if effect.op == Op.TRADE)
    return Face(join(icon("coin"), _words(f"Pay {gold} Gold")), tag("span", f"+{fame}", icon("fame", "gh-fame")))


def _plain(symbol: str, words: str, note: str | None = None) -> Callable[[Scene, Option], Face]:
    return lambda scene, option: _said(symbol, words, note)


def _unsettled(scene: Scene, option: Option) -> Face:
    is_use = int(state(scene)["phase"]) == Phase.USE
    return _said("more", "Leave open", "its owner chooses" if is_use else "to the best")


_SINGLE: dict[int, Callable[[Scene, Option], Face]] = {
    OptionId.DONE: _done,
    OptionId.PAY: _pay,
    OptionId.NO_TRADE: _plain("close", "Keep the Gold"),
    OptionId.CARRY_OUT: _carry_out,
    OptionId.RENOUNCE: _plain("undo", "Renounce", "Private or Wander"),
    OptionId.WANDER: _plain("compass", "Wander", "1 Gold or more"),
    OptionId.NOTHING: _plain("undo", "Build nothing", "Private or Wander"),
    OptionId.ACCEPT: _plain("check", "Accept", "binds if all cooperate"),
    OptionId.DECLINE: _plain("close", "Decline"),
    OptionId.PASS: _plain("right", "Pass"),
    OptionId.PROPOSE: _plain("note", "Propose a split"),
    OptionId.COOPERATE: _cooperate,
    OptionId.CONFLICT: _conflict,
    OptionId.UNSETTLED: _unsettled,
    OptionId.NO_OFFER: _plain("close", "No offer"),
}


# --- Options: cards ---


def _contract(scene: Scene, card: int, *before: Content) -> Face:
    """Return a Contract with its targets and the chance of the current team."""
    one, chances = contract(scene, card), scene.table.chances
    asked = (skill(name, target) for name, target in scene.table.figures.targets(card).items())
    words = join(*before, *asked, _words(one.name))
    s, seat = state(scene), _actor(scene)
    has_team = int(s["team"][seat, int(s["space"])]) and int(s["phase"]) != Phase.PLACE
    return Face(words, _chance(chances.team(seat, card), "no dice") if has_team else None)


def _order(scene: Scene, number: int, gold: int | None = None) -> Face:
    """Return an Order Card with what lies there."""
    figures, seat = scene.table.figures, _actor(scene)
    mark = objective_mark(number)
    if number == Objective.NO_CARD:
        has_team = int(state(scene)["team"][seat, int(state(scene)["space"])])
        return Face(join(mark, _words("No card")), "Private or Wander" if has_team else "stays empty")
    if number == Objective.BUILDERS:
        note = f"{gold} Gold: {plural(figures.hired_for(seat, gold), 'Builder')}" if gold is not None else None
        return Face(join(mark, _words("Builders")), note or _coins(figures.builders(seat)))
    if number >= Objective.CONTRACT:
        card = figures.contract(number - Objective.CONTRACT)
        return Face(join(mark, _words("Contract"))) if card is None else _contract(scene, card, mark)
    letter = number - Objective.RECRUIT
    card = figures.recruit(letter)
    one = None if card is None else scene.table.names.box.adventurers[card]
    words = _words(one.name if one else "Recruit")
    least = tag("span", "bid ", _coins(figures.bid(seat, letter)))
    note = _coins(gold) if gold is not None else least if figures.has_rank(seat, letter) else "rank missing"
    return Face(join(mark, portrait(one) if one else None, words), note)


def _pick(scene: Scene, card: int) -> Face:
    one = scene.table.names.box.adventurers[card]
    return Face(join(portrait(one), _words(one.name)), skills(one.skills))


def _ability(scene: Scene, card: int) -> Face:
    one = scene.table.names.box.adventurers[card]
    return Face(join(portrait(one), _words(one.name)), brief(one.ability.effect) if one.ability else None)


def _boon(scene: Scene, card: int) -> Face:
    one = contract(scene, card)
    return Face(join(icon("scroll"), _words(one.name)), ", ".join(map(brief, one.effects)))


def _deck(scene: Scene, deck: int) -> Face:
    asked = ("6–12", "13–20", "21–30")[deck]
    left = scene.table.decks[deck]
    return Face(join(icon("cards"), _words(f"{DECKS[deck].capitalize()} deck")), f"{asked}, {left} left")


# --- Options: checks ---


def _skill(scene: Scene, number: int) -> Face:
    s, seat, figures = state(scene), _actor(scene), scene.table.figures
    rolled = plural(figures.dice(seat, number), "die", "dice")
    name = join(skill(SKILLS[number]), _words(SKILLS[number].capitalize()))
    if int(s["wanted"]) == NONE:
        return Face(name, rolled)
    is_conflict = int(s["after"]) == Phase.CONFLICTS
    target = figures.target(int(s["wanted"]), number)
    chance = scene.table.chances.skill(seat, number, target, conflict=is_conflict)
    against = target + (figures.penalty(seat, number) if is_conflict else 0)
    return Face(join(name, tag("b", against)), tag("span", f"{rolled} ", _chance(chance)))


def _aim(scene: Scene, number: int) -> Face:
    figures = scene.table.figures
    target = figures.target(int(state(scene)["wanted"]), number)
    words = join(skill(SKILLS[number], target), _words(SKILLS[number].capitalize()))
    return Face(words, plural(figures.dice(_actor(scene), number), "die", "dice"))


def _tie(scene: Scene, number: int) -> Face:
    return Face(die(number), group="Re-roll one")


def _modify(scene: Scene, number: int) -> Face:
    """Return the die that a tool changes, and the chance after it."""
    s, names = state(scene), scene.table.names
    tool, shown = divmod(number, TOOL_FACES)
    effect = names.tool_effect(tool, fixes=fixes_dice(s))
    name = names.tool(tool, int(s["skill"]))
    chance = scene.table.chances.option(OptionId.MODIFY + number)
    note = None if chance is None else tag("b", percent(chance).replace(" ", ""))
    if effect.op == Op.SET_DIE:
        return Face(die(shown), note, f"{name}: set to {effect.amount}")
    if effect.op == Op.REROLL:
        return Face(die(shown), note, f"{name}: re-roll")
    is_ability = TOOL_ABILITY <= tool < TOOL_BOON
    mark = portrait(names.box.adventurers[tool - TOOL_ABILITY]) if is_ability else effect_icon(effect)
    return Face(join(mark, _words(f"{name}: {brief(effect)}")), note)


# --- Options: gold, building, players ---


def _gold(scene: Scene, gold: int) -> Face:
    s, seat, figures = state(scene), _actor(scene), scene.table.figures
    if int(s["phase"]) == Phase.BRIBE:
        return Face(_coins(gold), group="Offer")
    objective = int(s["card"][seat, int(s["space"])])
    if objective == Objective.NO_CARD or objective >= Objective.CONTRACT:
        return _said("coin", "No Gold", "needs none")
    if objective == Objective.BUILDERS:
        return Face(_coins(gold), group=f"Enough for {plural(figures.hired_for(seat, gold), 'Builder')}")
    return Face(_coins(gold), group=f"Bid of your {int(s['gold'][seat])} Gold")


def _share(scene: Scene, gold: int) -> Face:
    s = state(scene)
    other = scene.rules.seats[int(s["order"][int(s["at"])])]
    return Face(_coins(gold), group=f"Of {contract(scene, int(s['wanted'])).gold} Gold, to {other}")


def _cost(scene: Scene, builders: int) -> int:
    return int(scene.table.figures.builders(_actor(scene), builders))


def _skill_upgrade(scene: Scene, choice: int, group: str) -> Face:
    number, side = divmod(choice, 2)
    return Face(join(skill(SKILLS[number]), icon(_SIGNS[side]), _words(("fix", "roll")[side])), group=group)


def _build(scene: Scene, choice: int) -> Face:
    one = scene.table.names.box.skills[SKILLS[choice // 2]]
    group = f"Skill Upgrade · {_cost(scene, one.builders)} Gold · +{one.fame} Fame"
    return _skill_upgrade(scene, choice, group)


def _core(scene: Scene, core: int) -> Face:
    s, names = state(scene), scene.table.names
    level, one, before = int(s["core"][_actor(scene), core]) + 1, names.box.cores[CORES[core]], 0
    if int(s["phase"]) == Phase.BUILD_CORE:
        before = names.box.skills[SKILLS[(int(s["build"]) - 1) // 2]].builders
    cost = _coins(_cost(scene, before + one.builders[level - 2]))
    note = tag("span", cost, f" +{one.fame[level - 2]}", icon("fame", "gh-fame"))
    return Face(join(icon(("tower", "house", "bell")[core]), _words(f"{CORES[core].title()} {ROMAN[level - 1]}")), note)


def _prestige(scene: Scene, number: int) -> Face:
    one = scene.table.names.box.prestiges[number]
    said = tag("span", one.name, tag("span", prestige_text(one), class_="gh-text"), class_="gh-gm-long")
    return Face(join(icon("trophy"), said), _coins(_cost(scene, one.builders)))


def _player(scene: Scene, seat: int, note: Content = None) -> Face:
    name = scene.rules.seats[seat]
    return Face(join(seat_dot(seat, name), _words(name)), note)


def _chosen(scene: Scene, op: int, number: int, note: Content = None) -> Face:
    """Return a choice of an effect."""
    if op in LOBBIED:
        return _player(scene, number, note or _has(scene, op, number))
    if op == Op.PEEK_DECK:
        return _deck(scene, number)
    if op == Op.SWAP_CONTRACT:
        card = scene.table.figures.contract(number)
        words = contract(scene, card).name if card is not None else "Contract"
        return Face(join(badge(number + 1), _words(words)), note)
    if op == Op.SKILL_UPGRADE:
        return _skill_upgrade(scene, number, "Skill Upgrade")
    return Face(join(icon(("tower", "house", "bell")[number]), _words(CORES[number].title())), note)


def _has(scene: Scene, op: int, seat: int) -> Content:
    """Return what the effect changes for a rival."""
    if op == Op.HARM:
        return tag("span", scene.table.fame[seat], icon("fame", "gh-fame"))
    return f"{scene.table.private_n(seat)} Private" if op == Op.PEEK_PRIVATE else _coins(scene.table.treasury[seat])


def _choice(scene: Scene, number: int) -> Face:
    s = state(scene)
    seats = range(len(scene.rules.seats))
    paid = sum(int(s["offer_gold"][seat]) for seat in seats if int(s["offer_for"][seat]) == number)
    return _chosen(scene, int(s["queue"][0, 0]), number, f"offer: {paid} Gold" if paid else None)


def _use(scene: Scene, number: int) -> Face:
    return _chosen(scene, scene.table.names.bonus_op(int(state(scene)["wanted"])), number)


def _lobby(scene: Scene, number: int) -> Face:
    return _chosen(scene, int(state(scene)["queue"][0, 0]), number)


def _side(scene: Scene, side: int) -> Face:
    return _said(_SIGNS[side], SIDES[side].capitalize(), ("one die to 5", "two dice again")[side])


_RANGES: tuple[tuple[int, Callable[[Scene, int], Face]], ...] = (
    (OptionId.SHARE, _share),
    (OptionId.GOLD, _gold),
    (OptionId.MODIFY, _modify),
    (OptionId.LOBBY, _lobby),
    (OptionId.USE, _use),
    (OptionId.CHOICE, _choice),
    (OptionId.BOON, _boon),
    (OptionId.PRIVATE, _contract),
    (OptionId.ABILITY, _ability),
    (OptionId.PICK, _pick),
    (OptionId.KEEPER, lambda scene, seat: _player(scene, seat, "keeps the card")),
    (OptionId.HOLDER, lambda scene, seat: _player(scene, seat, "gets the Bonus")),
    (OptionId.PRESTIGE, _prestige),
    (OptionId.CORE, _core),
    (OptionId.BUILD, _build),
    (OptionId.ORDER, _order),
    (OptionId.TIE, _tie),
    (OptionId.AIM, _aim),
    (OptionId.SKILL, _skill),
    (OptionId.DECK, _deck),
    (OptionId.PLACE, _contract),
    (OptionId.SIDE, _side),
    (OptionId.GUILD, lambda scene, guild: _said("house", scene.table.names.guilds[guild])),
)
