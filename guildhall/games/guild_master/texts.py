"""Prompts, and a sentence about every option: what it costs, brings and does, from what the deciding seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from guildhall.core.decision import Phraser, Phrases

from .cards import CORES, Core, Prestige, SkillUpgrade
from .engine.check import FIXED, REROLLS
from .engine.state import FACES, GOLD_PER_FAME, NONE, TALKS, TOOL_FACES, Objective, OptionId, Phase
from .events import rank_missing
from .figures import Figures, skills_of
from .language import DECKS, SKILLS, Op, say
from .words import SIDES, Names, asked, fixes_dice, told

__all__ = ["about", "prompt", "upgrade_texts"]

_ROMAN = ("I", "II", "III")


# --- Upgrades ---


def _plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def side_told(skill: str, side: int) -> str:
    """What a side of a Skill Upgrade does (rule 37)."""
    rolled = f"after rolling a check of {skill.capitalize()}"
    return f"{rolled} set one die to {FIXED}" if side == 0 else f"{rolled} re-roll up to {REROLLS} dice, or one twice"


def _skill_upgrade(skill: str, one: SkillUpgrade) -> str:
    sides = "; or ".join(f"{name}: {side_told(skill, side)}" for side, name in enumerate(SIDES))
    return f"Skill Upgrade, {_plural(one.builders, 'Builder')}, {one.fame} Fame. {sides[0].upper()}{sides[1:]}."


_CORE_VALUES = {"stables": "Order Spaces", "mess hall": "Adventurers in a team", "bar": "Gold of income"}


def core_level(core: str, one: Core, level: int) -> str:
    """A level of a Core Upgrade: what it gives, costs and brings."""
    given = f"{one.values[level - 1]} {_CORE_VALUES[core]}"
    if level == 1:
        return f"I (at the start): {given}"
    cost, fame = _plural(one.builders[level - 2], "Builder"), one.fame[level - 2]
    return f"{_ROMAN[level - 1]} ({cost}, {fame} Fame): {given}"


def _core_upgrade(core: str, one: Core) -> str:
    levels = "; ".join(core_level(core, one, level) for level in (1, 2, 3))
    return f"Core Upgrade. {levels}. II comes before III, and only one Guild can have III."


_COUNTED = {
    "contract": "completed Contract that lies with the Guild",
    "legendary": "completed Legendary Contract that lies with the Guild",
    "hero": "Hero or Legend of the Guild",
    "upgrade": "Upgrade on the Upgrade Board, this one counted",
    "gold": "Gold",
    "skill": "skill in which the Guild has 6 dice or more",
}


def prestige_told(one: Prestige) -> str:
    """The formula of a Prestige Upgrade."""
    counted = _COUNTED[one.per]
    every = f"every {one.every} {counted}" if one.every > 1 else f"each {counted}"
    instead = f", instead of 1 for every {GOLD_PER_FAME} Gold" if one.per == "gold" else ""
    return f"{one.fame} Fame at the end of the game for {every}{instead}"


def upgrade_texts(names: Names) -> dict[str, tuple[str, str]]:
    """The text of every Upgrade and where it comes from, by name."""
    box = names.box
    texts = {one.name: (_skill_upgrade(skill, one), one.provenance) for skill, one in box.skills.items()}
    texts |= {core.title(): (_core_upgrade(core, one), one.provenance) for core, one in box.cores.items()}
    for one in box.prestiges:
        built = f"Prestige Upgrade, {_plural(one.builders, 'Builder')}"
        texts[one.name] = (f"{built}. {prestige_told(one)}. One for each Guild, each of them once.", one.provenance)
    return texts


# --- Prompts ---

_CHOSEN = {
    Op.TAKE_GOLD: "whom to take Gold from",
    Op.GIVE_GOLD: "whom to give Gold",
    Op.HARM: "who loses Fame",
    Op.PEEK_DECK: "a deck to look at",
    Op.PEEK_PRIVATE: "whose Private Contracts to look at",
    Op.SWAP_CONTRACT: "a Contract to replace",
    Op.SKILL_UPGRADE: "a Skill Upgrade to add",
    Op.CORE_UPGRADE: "a Core Upgrade to add",
}


def prompt(figures: Figures, size: int) -> str:
    """What the deciding seat is asked; everybody reads it, so it tells nothing hidden."""
    s, phase = figures.s, int(figures.s["phase"])
    what = _PROMPTS[phase](figures) if phase in _PROMPTS else asked(s, size)
    return f"{figures.names.seats[int(s['actor'])]}, {what}"


def _ask_order(figures: Figures) -> str:
    space, what = int(figures.s["space"]) + 1, figures.objective(int(figures.s["objective"]))
    return f"carry out the Order of space {space} ({what}), or renounce it"


def _ask_share(figures: Figures) -> str:
    other = figures.names.seats[int(figures.s["order"][int(figures.s["at"])])]
    return f"propose a share of the Gold for {other}"


def _ask_dice(figures: Figures) -> str:
    return f"change the dice, or be done ({SKILLS[int(figures.s['skill'])].capitalize()}: {figures.standing})"


def _ask_tie(figures: Figures) -> str:
    return f"a tie: choose a die to roll again (your dice make {figures.total(int(figures.s['actor']))})"


def _ask_trade(figures: Figures) -> str:
    gold, fame = _trade(figures)
    return f"pay {gold} Gold for {fame} Fame?"


def _ask_offer(figures: Figures) -> str:
    s = figures.s
    return f"offer {figures.names.seats[int(s['owner'])]} Gold to choose {_CHOSEN[Op(int(s['queue'][0, 0]))]}?"


def _wanted(figures: Figures) -> str:
    """The Contract at hand with its targets."""
    wanted = int(figures.s["wanted"])
    return f"{figures.names.contracts[wanted]}: {figures.targets_told(wanted)}"


def _ask_skill(figures: Figures) -> str:
    has_contract = int(figures.s["wanted"]) != NONE
    return f"choose the skill of the check{f' ({_wanted(figures)})' if has_contract else ''}"


def _ask_build(figures: Figures) -> str:
    s = figures.s
    return f"choose what to build with {int(s['bid'][int(s['actor']), int(s['space'])])} Gold"


_PROMPTS: Mapping[int, Callable[[Figures], str]] = {
    Phase.TRADE: _ask_trade,
    Phase.DECLARE: _ask_order,
    Phase.BUILD: _ask_build,
    Phase.SKILL: _ask_skill,
    Phase.MODIFY: _ask_dice,
    Phase.TIE: _ask_tie,
    Phase.SHARE: _ask_share,
    Phase.NEGOTIATE: lambda figures: f"make a proposal, or pass ({_wanted(figures)})",
    Phase.ACCEPT: lambda figures: f"accept the proposal ({proposal_told(figures)})?",
    Phase.STANCE: lambda figures: f"cooperate or conflict ({_wanted(figures)})?",
    Phase.AIM: lambda figures: f"name the target you go for ({_wanted(figures)})",
    Phase.LOBBY: _ask_offer,
    Phase.CHOOSE: lambda figures: f"choose {_CHOSEN[Op(int(figures.s['queue'][0, 0]))]}",
}


# --- Options ---


def about(figures: Figures, code: int) -> str:
    """A sentence about an option."""
    said = _SINGLE[code](figures) if code in _SINGLE else _RANGES.of(figures, figures.s, code)
    return f"{said[0].upper()}{said[1:]}."


def _done(figures: Figures) -> str:
    s = figures.s
    match int(s["phase"]):
        case Phase.PLOT:
            return "use no more Plot abilities this Round"
        case Phase.MODIFY:
            return f"leave the dice as they are: {figures.standing}"
        case Phase.BUILD_CORE:
            return f"build {figures.names.skill_upgrades[(int(s['build']) - 1) // 2]} only"
    is_empty = not int(s["team"][int(s["actor"]), int(s["space"])])
    return "send nobody" if is_empty else "the team is complete"


def _trade(figures: Figures) -> tuple[int, int]:
    """The Gold and the Fame of the trade that an Event offers."""
    effects = figures.names.box.contracts[int(figures.s["wanted"])].effects
    return next((effect.amount, effect.detail) for effect in effects if effect.op == Op.TRADE)


def _pay(figures: Figures) -> str:
    gold, fame = _trade(figures)
    return f"{gold} of your {int(figures.s['gold'][int(figures.s['actor'])])} Gold for {fame} Fame"


def _carry_out(figures: Figures) -> str:
    s, seat = figures.s, int(figures.s["actor"])
    return _objective(figures, int(s["objective"]), int(s["bid"][seat, int(s["space"])]))


def _instead(figures: Figures) -> str:
    s, seat = figures.s, int(figures.s["actor"])
    gold = int(s["bid"][seat, int(s["space"])])
    back = f"your {gold} Gold return, and the" if gold else "the"
    return f"{back} team attempts a Private Contract or Wanders"


def _accept(figures: Figures) -> str:
    return f"{proposal_told(figures)}; it binds only if all cooperate"


def proposal_told(figures: Figures) -> str:
    """What is proposed or agreed."""
    s, names = figures.s, figures.names
    share, holder, use, keeper = s["share"], int(s["holder"]), int(s["use"]), int(s["keeper"])
    terms = [f"{int(share[seat])} Gold to {name}" for seat, name in enumerate(names.seats) if share[seat] != NONE]
    used = f" to {names.deed(names.bonus_op(int(s['wanted'])), use)}" if use != NONE else ""
    terms += [f"Bonus to {names.seats[holder]}{used}"] if holder != NONE else []
    terms += [f"card to {names.seats[keeper]}"] if keeper != NONE else []
    return ", ".join(terms) or "nothing yet"


def _conflict(figures: Figures) -> str:
    s, seat = figures.s, int(figures.s["actor"])
    raised = [
        f"{skill.capitalize()} {target + figures.penalty(seat, SKILLS.index(skill))}"
        for skill, target in figures.targets(int(s["wanted"])).items()
        if figures.dice(seat, SKILLS.index(skill))
    ]
    return f"alone for everything, against a target raised by your dice: {' or '.join(raised) or 'no dice'}"


def _unsettled(figures: Figures) -> str:
    match int(figures.s["phase"]):
        case Phase.SHARE:
            return "equal shares of the Gold, what is left over to whoever does best"
        case Phase.HOLDER:
            return "the Bonus goes to whoever does best"
        case Phase.USE:
            return "whoever gets the Bonus chooses"
    return "the card goes to whoever does best"


_SINGLE: Mapping[int, Callable[[Figures], str]] = {
    OptionId.DONE: _done,
    OptionId.PAY: _pay,
    OptionId.NO_TRADE: lambda figures: "keep your Gold",
    OptionId.CARRY_OUT: _carry_out,
    OptionId.RENOUNCE: _instead,
    OptionId.NOTHING: _instead,
    OptionId.WANDER: lambda figures: "roll any skill of the team: 1 Gold and 1 Fame for every 10, 1 Gold at least",
    OptionId.ACCEPT: _accept,
    OptionId.DECLINE: lambda figures: "the proposal is off; unless another is agreed, the default split holds",
    OptionId.PASS: lambda figures: f"say nothing now; a negotiation has at most {TALKS} turns for each Guild",
    OptionId.PROPOSE: lambda figures: "name a split of the Gold, who gets the Bonus and who keeps the card",
    OptionId.COOPERATE: lambda figures: "together with the other cooperators, against the plain target",
    OptionId.CONFLICT: _conflict,
    OptionId.UNSETTLED: _unsettled,
    OptionId.NO_OFFER: lambda figures: f"{figures.names.seats[int(figures.s['owner'])]} chooses freely",
}


def _contract(figures: Figures, card: int) -> str:
    """A Contract in words, with its targets as Events make them and the dice of the team at hand."""
    one = figures.names.box.contracts[card]
    effects = "".join(f"; {one.kind.capitalize()}: {say(effect)}" for effect in one.effects)
    return f"{figures.targets_told(card)}, {one.gold} Gold, {one.fame} Fame{effects}"


def _team_dice(figures: Figures, card: int) -> str:
    seat = int(figures.s["actor"])
    dice = {skill: figures.dice(seat, SKILLS.index(skill)) for skill in figures.names.box.contracts[card].targets}
    return f"your team has {' and '.join(f'{n} {skill.capitalize()}' for skill, n in dice.items())}"


def _adventurer(figures: Figures, card: int) -> str:
    one = figures.names.box.adventurers[card]
    ability = one.ability
    works = f"; {ability.moon.capitalize()}, {ability.phase.capitalize()}: {say(ability.effect)}" if ability else ""
    return f"{skills_of(one.skills)}{works}"


def _objective(figures: Figures, number: int, gold: int | None = None) -> str:
    """What an Order Card is for, with what it costs and asks for; `gold` is what lies on the Order."""
    seat = int(figures.s["actor"])
    if number == Objective.NO_CARD:
        has_team = int(figures.s["team"][seat, int(figures.s["space"])])
        return "the team attempts a Private Contract or Wanders" if has_team else "this Order Space stays empty"
    if number == Objective.BUILDERS:
        hired = f", your {gold} Gold hire up to {figures.hired_for(seat, gold)}" if gold is not None else ""
        return f"the next Builder costs you {figures.builders(seat)} Gold{hired}"
    if number >= Objective.CONTRACT:
        card = figures.contract(number - Objective.CONTRACT)
        if card is None:
            return "attempt the Contract there"
        return f"{figures.names.contracts[card]}: {_contract(figures, card)}; {_team_dice(figures, card)}"
    return _recruit(figures, seat, number - Objective.RECRUIT, gold)


def _recruit(figures: Figures, seat: int, letter: int, gold: int | None) -> str:
    bid = f"bid {gold} Gold" if gold is not None else f"bid at least {figures.bid(seat, letter)} Gold"
    card = figures.recruit(letter)
    if card is None:
        return bid
    one = figures.names.box.adventurers[card]
    missing = "" if figures.has_rank(seat, letter) else f"; {rank_missing(letter)}"
    return f"{bid} for {one.name} ({_adventurer(figures, card)}), {one.fame} Fame{missing}"


def _gold(figures: Figures, gold: int) -> str:
    s, seat = figures.s, int(figures.s["actor"])
    held = int(s["gold"][seat])
    if int(s["phase"]) == Phase.BRIBE:
        what = figures.names.deed(int(s["queue"][0, 0]), int(s["offer_for"][seat]))
        return f"{gold} of your {held} Gold, paid only if {figures.names.seats[int(s['owner'])]} chooses to {what}"
    objective = int(s["card"][seat, int(s["space"])])
    if objective == Objective.NO_CARD or objective >= Objective.CONTRACT:
        return "this Order takes no Gold"
    left = f"{held - gold} Gold stay in the Treasury"
    if objective == Objective.BUILDERS:
        return f"enough for {_plural(figures.hired_for(seat, gold), 'Builder')} now; {left}"
    return f"the whole bid is paid if you get the card; {left}"


def _build(figures: Figures, builders: int, what: str) -> str:
    cost = figures.builders(int(figures.s["actor"]), builders)
    return f"{_plural(builders, 'Builder')} for {cost} Gold: {what}"


def _build_skill(figures: Figures, choice: int) -> str:
    skill = SKILLS[choice // 2]
    one = figures.names.box.skills[skill]
    return _build(figures, one.builders, f"{one.fame} Fame; {side_told(skill, choice % 2)}")


def _build_core(figures: Figures, core: int) -> str:
    """The next level; after a Skill Upgrade, the Builders of both."""
    s, level = figures.s, int(figures.s["core"][int(figures.s["actor"]), core]) + 1
    one, builders = figures.names.box.cores[CORES[core]], 0
    if int(s["phase"]) == Phase.BUILD_CORE:
        builders = figures.names.box.skills[SKILLS[(int(s["build"]) - 1) // 2]].builders
    given = f"{one.values[level - 1]} {_CORE_VALUES[CORES[core]]}"
    fame = f"{one.fame[level - 2]} Fame"
    return _build(figures, builders + one.builders[level - 2], f"level {_ROMAN[level - 1]}, {fame}; {given}")


def _prestige(figures: Figures, number: int) -> str:
    one = figures.names.box.prestiges[number]
    return _build(figures, one.builders, prestige_told(one))


def _skill(figures: Figures, skill: int) -> str:
    s, seat = figures.s, int(figures.s["actor"])
    dice = f"roll {figures.dice(seat, skill)} {'die' if figures.dice(seat, skill) == 1 else 'dice'}"
    if int(s["wanted"]) == NONE:
        return dice
    target = figures.target(int(s["wanted"]), skill)
    target += figures.penalty(seat, skill) if int(s["after"]) == Phase.CONFLICTS else 0
    return f"{dice} against {target}"


def _aim(figures: Figures, skill: int) -> str:
    dice, target = figures.dice(int(figures.s["actor"]), skill), figures.target(int(figures.s["wanted"]), skill)
    return f"target {target}; your team has {dice} dice, and those who name the same target roll together"


def _modify(figures: Figures, n: int) -> str:
    """What the result would be."""
    tool, face = divmod(n, TOOL_FACES)
    effect = figures.names.tool_effect(tool, fixes=fixes_dice(figures.s))
    against = f" against {figures.goal}" if figures.goal else ""
    now = figures.total(int(figures.s["roller"]))
    if effect.op == Op.SET_DIE:
        return f"your dice then make {_with_face(figures, face, effect.amount)}{against}"
    if effect.op == Op.REROLL:
        results = [_with_face(figures, face, new) for new in range(1, FACES + 1)]
        return f"your dice then make {min(results)} to {max(results)}{against}"
    if effect.op == Op.ADD_RESULT:
        return f"your dice then make {now + effect.amount}{against}"
    return f"roll {effect.amount} more {'die' if effect.amount == 1 else 'dice'} to your {now}{against}"


def _with_face(figures: Figures, face: int, new: int) -> int:
    """The result if a die that shows a face showed another one."""
    other = figures.s.copy()
    seat = int(other["roller"])
    dice = other["dice"][seat]
    dice[next(i for i in range(int(other["dice_n"][seat])) if dice[i] == face)] = new
    return Figures(figures.names, other, figures.R).total(seat)


def _tie(figures: Figures, face: int) -> str:
    return f"it shows 1 to {FACES} then, and the highest result goes first"


def _share(figures: Figures, gold: int) -> str:
    s = figures.s
    other = figures.names.seats[int(s["order"][int(s["at"])])]
    reward = figures.names.box.contracts[int(s["wanted"])].gold
    return f"{gold} of the {reward} Gold for {other}"


def _holder(figures: Figures, seat: int) -> str:
    effects = figures.names.box.contracts[int(figures.s["wanted"])].effects
    return f"for {figures.names.seats[seat]}: {', '.join(map(say, effects))}"


def _use(figures: Figures, n: int) -> str:
    names, s = figures.names, figures.s
    return f"{names.seats[int(s['holder'])]} is to {names.deed(names.bonus_op(int(s['wanted'])), n)}"


def _choice(figures: Figures, n: int) -> str:
    """What is done, and what was offered for it."""
    s, names = figures.s, figures.names
    offers = [
        f"{name} pays you {int(s['offer_gold'][seat])} Gold for it"
        for seat, name in enumerate(names.seats)
        if int(s["offer_for"][seat]) == n and int(s["offer_gold"][seat])
    ]
    op = int(s["queue"][0, 0])
    card = figures.contract(n) if op == Op.SWAP_CONTRACT else None
    return "; ".join([names.deed(op, n) if card is None else f"replace {names.contracts[card]}", *offers])


def _lobby(figures: Figures, n: int) -> str:
    s, names = figures.s, figures.names
    return f"offer {names.seats[int(s['owner'])]} Gold to {names.deed(int(s['queue'][0, 0]), n)}"


_DECK_TARGETS = ("6 to 12", "13 to 20", "21 to 30")


def _deck(figures: Figures, deck: int) -> str:
    left = int(figures.s["deck_n"][deck])
    return f"its top card face down, {DECKS[deck].capitalize()} targets are {_DECK_TARGETS[deck]}; {left} left"


def _ability(figures: Figures, card: int) -> str:
    ability = figures.names.box.adventurers[card].ability
    assert ability is not None  # else it would not be offered
    return say(ability.effect)


def _effects(figures: Figures, card: int) -> str:
    return ", ".join(map(say, figures.names.box.contracts[card].effects))


def _plain(worded: Callable[[Figures, int], str]) -> Phraser[Figures]:
    return lambda figures, s, n: worded(figures, n)


_RANGES: Phrases[Figures] = Phrases(
    {},
    tuple(
        (first, _plain(worded))
        for first, worded in (
            (OptionId.SHARE, _share),
            (OptionId.GOLD, _gold),
            (OptionId.MODIFY, _modify),
            (OptionId.LOBBY, _lobby),
            (OptionId.USE, _use),
            (OptionId.CHOICE, _choice),
            (OptionId.BOON, _effects),
            (OptionId.PRIVATE, lambda figures, n: f"{_contract(figures, n)}; {_team_dice(figures, n)}"),
            (OptionId.ABILITY, _ability),
            (OptionId.PICK, _adventurer),
            (OptionId.KEEPER, lambda figures, n: f"{figures.names.seats[n]} keeps the card and lays the next one"),
            (OptionId.HOLDER, _holder),
            (OptionId.PRESTIGE, _prestige),
            (OptionId.CORE, _build_core),
            (OptionId.BUILD, _build_skill),
            (OptionId.ORDER, _objective),
            (OptionId.TIE, _tie),
            (OptionId.AIM, _aim),
            (OptionId.SKILL, _skill),
            (OptionId.DECK, _deck),
            (OptionId.PLACE, lambda figures, n: told(figures.names.box.contracts[n]).removesuffix(".")),
            (OptionId.SIDE, lambda figures, n: side_told(_token(figures), n)),
            (OptionId.GUILD, lambda figures, n: "all Guilds play alike"),
        )
    ),
)


def _token(figures: Figures) -> str:
    return SKILLS[int(figures.s["token"][int(figures.s["actor"])])]
