"""The words of Guild Master: prompts, phrases, and a sentence about each option from the deciding seat's knowledge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from guildhall.core.decision import Event, Outcome, Phraser, Phrases
from guildhall.core.rules import State, Words, clone

from .cards import CORES
from .engine.guild import size_at
from .engine.state import (
    FACES,
    NONE,
    TALKS,
    TOOL_BOON,
    TOOL_FACES,
    Objective,
    OptionId,
    Phase,
)
from .events import OBJECTIVES, SIDES, Moment, Names, describe_move, fixes_dice, rank_missing, tell
from .language import DECKS, LOBBIED, SKILLS, Op, say
from .odds import Figures, skills_of
from .wording import CORE_VALUES, ROMAN, card_text, plural, prestige_text, side_text

if TYPE_CHECKING:
    from .rules import GuildMasterRules

__all__ = ["GuildMasterWords", "proposal_text"]


class GuildMasterWords(Words):
    """The words of a game with one box."""

    def __init__(self, rules: GuildMasterRules) -> None:
        super().__init__(rules)
        self._rules, self.names, self.R = rules, rules.names, rules.compiled[0]
        self._looked_at: tuple[bytes, Figures] | None = None

    def _figures(self, state: State) -> Figures:
        """The numbers of a state. The last ones are cached because every option needs them."""
        key, known = state.tobytes(), self._looked_at
        if known is None or known[0] != key:
            known = self._looked_at = (key, Figures(self.names, clone(state)[0], self.R))
        return known[1]

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        return self._asked(state)[0]

    def _asked(self, state: State) -> tuple[str, str]:
        """The kind of the current decision, and the question without a name."""
        s = state[0]
        if int(s["phase"]) != Phase.PLAN:
            return _KINDS[int(s["phase"])]
        size = int(size_at(s, self.R, int(s["actor"]), int(s["space"])))  # of the team being planned
        kind, asked = _PLANNING[max(0, int(s["pick"]) - size + 1)]
        return kind, f"{asked} Order Space {int(s['space']) + 1}"

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat. Everybody reads it, so it reveals nothing hidden."""
        s = state[0]
        ask = _PROMPTS.get(int(s["phase"]))
        return f"{self.seats[int(s['actor'])]}, {ask(self._figures(state)) if ask else self._asked(state)[1]}"

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option."""
        return PHRASES.of(self.names, state[0], option)

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option."""
        figures = self._figures(state)
        said = _SINGLE[option](figures) if option in _SINGLE else _RANGES.of(figures, figures.s, option)
        return f"{said[0].upper()}{said[1:]}."

    def place(self, state: State, option: int) -> str | None:
        """Return the place on the table to click for an option. Seats count from 1, as in phrases."""
        placed = (
            worded(self.names, state[0], option - begin) for begin, end, worded in _PLACED if begin <= option < end
        )
        return next(placed, None)

    def event(self, event: int, seat: int, numbers: Sequence[int], moment: Moment | None = None) -> Event:
        """Return a row of the event log as a sentence. `moment` is taken from the state before the ply."""
        return tell(event, seat, numbers, self.names, moment or Moment())

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Return a move and its automatic consequences, each sentence with its subject."""
        return describe_move(self.names, seat, events)

    def ending(self, state: State, outcome: Outcome) -> str:
        """Return a sentence about the end of the game."""
        if outcome.reason == "unfinished":
            return f"The game ended unfinished after {self._rules.engine.most_plies} plies"
        best = [self.seats[seat] for seat in outcome.winners]
        verb = "wins" if len(best) == 1 else "share the victory"
        return f"{' & '.join(best)} {verb} with {max(outcome.points)} Fame"


# --- Phrases ---

PHRASES: Phrases[Names] = Phrases(
    {
        OptionId.DONE: "done",
        OptionId.PAY: "pay",
        OptionId.NO_TRADE: "no trade",
        OptionId.CARRY_OUT: "carry out",
        OptionId.RENOUNCE: "renounce",
        OptionId.WANDER: "wander",
        OptionId.NOTHING: "nothing",
        OptionId.ACCEPT: "accept",
        OptionId.DECLINE: "decline",
        OptionId.PASS: "pass",
        OptionId.PROPOSE: "propose",
        OptionId.COOPERATE: "cooperate",
        OptionId.CONFLICT: "conflict",
        OptionId.UNSETTLED: "leave open",
        OptionId.NO_OFFER: "no offer",
    },
    (
        (OptionId.SHARE, lambda names, s, n: f"{n} gold"),
        (OptionId.GOLD, lambda names, s, n: f"{n} gold"),
        (OptionId.MODIFY, lambda names, s, n: _use_of_tool(names, s, n // TOOL_FACES, n % TOOL_FACES)),
        (OptionId.LOBBY, lambda names, s, n: f"offer for {names.choice(int(s['queue'][0, 0]), n)}"),
        (OptionId.USE, lambda names, s, n: names.choice(names.bonus_op(int(s["wanted"])), n)),
        (OptionId.CHOICE, lambda names, s, n: names.choice(int(s["queue"][0, 0]), n)),
        (OptionId.BOON, lambda names, s, n: f"use {names.contracts[n]}"),
        (OptionId.PRIVATE, lambda names, s, n: f"attempt {names.contracts[n]}"),
        (OptionId.ABILITY, lambda names, s, n: f"use {names.adventurers[n]}"),
        (OptionId.PICK, lambda names, s, n: names.adventurers[n]),
        (OptionId.KEEPER, lambda names, s, n: f"card to {names.player(n)}"),
        (OptionId.HOLDER, lambda names, s, n: f"bonus to {names.player(n)}"),
        (OptionId.PRESTIGE, lambda names, s, n: f"build {names.box.prestiges[n].name}"),
        (OptionId.CORE, lambda names, s, n: f"build {CORES[n].title()}"),
        (OptionId.BUILD, lambda names, s, n: f"build {names.skill_upgrades[n // 2]} {SIDES[n % 2]}"),
        (OptionId.ORDER, lambda names, s, n: OBJECTIVES[n]),
        (OptionId.TIE, lambda names, s, n: f"re-roll a {n}"),
        (OptionId.AIM, lambda names, s, n: SKILLS[n]),
        (OptionId.SKILL, lambda names, s, n: SKILLS[n]),
        (OptionId.DECK, lambda names, s, n: f"{DECKS[n]} deck"),
        (OptionId.PLACE, lambda names, s, n: f"place {names.contracts[n]}"),
        (OptionId.SIDE, lambda names, s, n: SIDES[n]),
        (OptionId.GUILD, lambda names, s, n: names.guilds[n]),
    ),
)


def _use_of_tool(names: Names, s: Any, tool: int, face: int) -> str:
    """Describe a use of a tool: the die, its new face, and the card."""
    effect = names.tool_effect(tool, fixes=fixes_dice(s))
    told = {
        Op.SET_DIE: f"set a {face} to {effect.amount}",
        Op.REROLL: f"re-roll a {face}",
        Op.ADD_DICE: f"roll {effect.amount} more",
    }
    return f"{names.tool(tool, int(s['skill']))}: {told.get(effect.op, f'add {effect.amount}')}"


# --- Places ---

_PLACED: tuple[tuple[int, int, Phraser[Names]], ...] = (
    (OptionId.MODIFY, OptionId.GOLD, lambda names, s, n: _place_of_tool(names, s, n // TOOL_FACES, n % TOOL_FACES)),
    (OptionId.LOBBY, OptionId.MODIFY, lambda names, s, n: _place_of_choice(int(s["queue"][0, 0]), n)),
    (OptionId.USE, OptionId.LOBBY, lambda names, s, n: _place_of_choice(names.bonus_op(int(s["wanted"])), n)),
    (OptionId.CHOICE, OptionId.USE, lambda names, s, n: _place_of_choice(int(s["queue"][0, 0]), n)),
    (OptionId.BOON, OptionId.CHOICE, lambda names, s, n: f"kept {int(s['actor']) + 1} {names.contracts[n]}"),
    (OptionId.PRIVATE, OptionId.BOON, lambda names, s, n: f"private {int(s['actor']) + 1} {names.contracts[n]}"),
    (OptionId.ABILITY, OptionId.PRIVATE, lambda names, s, n: f"member {int(s['actor']) + 1} {names.adventurers[n]}"),
    (OptionId.PICK, OptionId.ABILITY, lambda names, s, n: f"member {int(s['actor']) + 1} {names.adventurers[n]}"),
    (OptionId.KEEPER, OptionId.PICK, lambda names, s, n: f"player {n + 1}"),
    (OptionId.HOLDER, OptionId.KEEPER, lambda names, s, n: f"player {n + 1}"),
    (OptionId.ORDER, OptionId.BUILD, lambda names, s, n: OBJECTIVES[n] if n else ""),
    (OptionId.TIE, OptionId.ORDER, lambda names, s, n: f"die {int(s['actor']) + 1} {n}"),
    (OptionId.DECK, OptionId.CARRY_OUT, lambda names, s, n: f"deck {DECKS[n]}"),
    (OptionId.PLACE, OptionId.PAY, lambda names, s, n: f"private {int(s['actor']) + 1} {names.contracts[n]}"),
)


def _place_of_tool(names: Names, s: Any, tool: int, face: int) -> str:
    """The die that a tool changes, or the card that adds to the result."""
    seat = int(s["roller"]) + 1
    if face:
        return f"die {seat} {face}"
    name = names.tool(tool, int(s["skill"]))
    return f"member {seat} {name}" if tool < TOOL_BOON else f"kept {seat} {name}"


def _place_of_choice(op: int, number: int) -> str:
    if op in LOBBIED:
        return f"player {number + 1}"
    if op == Op.PEEK_DECK:
        return f"deck {DECKS[number]}"
    return f"contract {number + 1}" if op == Op.SWAP_CONTRACT else ""


# --- Prompts ---

_KINDS: Mapping[int, tuple[str, str]] = {
    Phase.GUILD: ("guild", "choose your Guild"),
    Phase.SIDE: ("side", "choose the side of your Starting Skill Upgrade"),
    Phase.PLACE: ("place", "place one of your Commons face down on the board"),
    Phase.TRADE: ("trade", "trade Gold for Fame?"),
    Phase.PLOT: ("plot", "use a Plot ability, or be done"),
    Phase.DECLARE: ("declare", "carry out the Order, or renounce it"),
    Phase.BUILD: ("build", "choose what to build"),
    Phase.BUILD_CORE: ("core", "add a Core Upgrade?"),
    Phase.SUBSTITUTE: ("instead", "attempt a Private Contract, or Wander"),
    Phase.SKILL: ("skill", "choose the skill of the check"),
    Phase.MODIFY: ("dice", "change the dice, or be done"),
    Phase.TIE: ("tie", "a tie: choose a die to roll again"),
    Phase.NEGOTIATE: ("talk", "make a proposal, or pass"),
    Phase.SHARE: ("share", "propose a share of the Gold"),
    Phase.HOLDER: ("bonus", "propose who gets the Bonus"),
    Phase.USE: ("use", "propose how the Bonus is used"),
    Phase.KEEPER: ("card", "propose who keeps the card"),
    Phase.ACCEPT: ("accept", "accept the proposal?"),
    Phase.STANCE: ("stance", "cooperate or conflict?"),
    Phase.AIM: ("target", "name the target you go for"),
    Phase.LOBBY: ("lobby", "offer Gold for a choice?"),
    Phase.BRIBE: ("offer", "how much Gold do you offer?"),
    Phase.CHOOSE: ("choose", "choose"),
    Phase.REPLACE: ("replace", "choose the deck of the next Contract"),
}

_PLANNING = (("team", "choose an Adventurer for"), ("order", "choose an Order Card for"), ("gold", "put Gold on"))

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
    return f"{figures.names.contracts[wanted]}: {figures.targets_text(wanted)}"


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
    Phase.ACCEPT: lambda figures: f"accept the proposal ({proposal_text(figures)})?",
    Phase.STANCE: lambda figures: f"cooperate or conflict ({_wanted(figures)})?",
    Phase.AIM: lambda figures: f"name the target you go for ({_wanted(figures)})",
    Phase.LOBBY: _ask_offer,
    Phase.CHOOSE: lambda figures: f"choose {_CHOSEN[Op(int(figures.s['queue'][0, 0]))]}",
}


# --- Sentences about options ---


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
    """The Gold and the Fame of an Event's trade."""
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
    return f"{proposal_text(figures)}; it binds only if all cooperate"


def proposal_text(figures: Figures) -> str:
    """Return the proposal or agreement in words."""
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
    """A Contract in words, with its current targets and the current team's dice."""
    one = figures.names.box.contracts[card]
    effects = "".join(f"; {one.kind.capitalize()}: {say(effect)}" for effect in one.effects)
    return f"{figures.targets_text(card)}, {one.gold} Gold, {one.fame} Fame{effects}"


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
    """An Order Card's objective in words, with its costs and requirements. `gold` is the Gold on the Order."""
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
        return f"enough for {plural(figures.hired_for(seat, gold), 'Builder')} now; {left}"
    return f"the whole bid is paid if you get the card; {left}"


def _build(figures: Figures, builders: int, what: str) -> str:
    cost = figures.builders(int(figures.s["actor"]), builders)
    return f"{plural(builders, 'Builder')} for {cost} Gold: {what}"


def _build_skill(figures: Figures, choice: int) -> str:
    skill = SKILLS[choice // 2]
    one = figures.names.box.skills[skill]
    return _build(figures, one.builders, f"{one.fame} Fame; {side_text(skill, choice % 2)}")


def _build_core(figures: Figures, core: int) -> str:
    """Describe the next level, with the Builders of both if it follows a Skill Upgrade."""
    s, level = figures.s, int(figures.s["core"][int(figures.s["actor"]), core]) + 1
    one, builders = figures.names.box.cores[CORES[core]], 0
    if int(s["phase"]) == Phase.BUILD_CORE:
        builders = figures.names.box.skills[SKILLS[(int(s["build"]) - 1) // 2]].builders
    given = f"{one.values[level - 1]} {CORE_VALUES[CORES[core]]}"
    fame = f"{one.fame[level - 2]} Fame"
    return _build(figures, builders + one.builders[level - 2], f"level {ROMAN[level - 1]}, {fame}; {given}")


def _prestige(figures: Figures, number: int) -> str:
    one = figures.names.box.prestiges[number]
    return _build(figures, one.builders, prestige_text(one))


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
    """Describe the possible result."""
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
    """Return the result if a die showing `face` showed `new` instead."""
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
    """Describe a choice, and the offers for it."""
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
            (OptionId.PLACE, lambda figures, n: card_text(figures.names.box.contracts[n]).removesuffix(".")),
            (OptionId.SIDE, lambda figures, n: side_text(_token(figures), n)),
            (OptionId.GUILD, lambda figures, n: "all Guilds play alike"),
        )
    ),
)


def _token(figures: Figures) -> str:
    return SKILLS[int(figures.s["token"][int(figures.s["actor"])])]
