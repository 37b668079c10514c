"""The pages of the odds explorer and of the check explorer."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from guildhall import odds
from guildhall.games.guild_master.cards import Adventurer, Contract
from guildhall.games.guild_master.language import SKILLS, Op
from guildhall.lessons.language import ENGLISH, Language

from ..render.controls import button, checkbox, choice, keys_list, panel, slider, text_input
from ..render.guild_master.faces import portrait, target
from ..render.guild_master.faces import skill as skill_dice
from ..render.icons import icon
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import fraction, percent, plural, points, whole
from ..render.scene import COLOURS, colour_class, letter
from ..render.sheet import drawer, sheet, surface
from .charts import (
    Plot,
    chance_chart,
    line,
    marker,
    settling_chart,
    settling_words,
    table_of,
    waiting_chart,
    waiting_words,
)
from .counting import COPIES, HAND, MOST_COLOURS, PRESETS, WHOLE_DECK, Hands, Situation, counting

__all__ = [
    "MOST_DICE",
    "MOST_TARGET",
    "OWN",
    "SIDES",
    "Check",
    "Guild",
    "check_page",
    "check_question",
    "explorer",
    "question",
]

# --- The odds explorer ---


OWN = "Custom situation"
KEYS = {"d": "draw hands, stop, continue", "c": "clear the drawn hands", "← →": "move the slider that has the focus"}
_DRAWN = 12  # cards of a draw that are drawn


def explorer(
    situation: Situation,
    hands: Hands,
    *,
    is_drawing: bool,
    is_covered: bool = False,
    guess: Fraction | None = None,
    lang: Language = ENGLISH,
) -> Markup:
    """Return the page, or only the parts that do not reveal the chance, for a class that guesses first."""
    left = tag("div", _cards(situation, lang), _controls(situation, lang), class_="gh-odds-left")
    drawn = _drawn(situation, hands, is_drawing, is_covered=is_covered, lang=lang)
    if is_covered:
        answer, more, below = _guessing(situation, guess, lang), EMPTY, EMPTY
        numbers = EMPTY
    else:
        answer, more = _answer(situation, hands, guess, lang), _waiting(situation, hands, lang)
        below = tag("div", counting(situation, lang), class_="gh-surface gh-odds-below")
        numbers = drawer(lang.say("The numbers as a table"), table_of(situation, hands, lang), symbol="log")
    keys = keys_list({key: lang.say(meaning) for key, meaning in KEYS.items()})
    return sheet(
        lang.say("Odds explorer"),
        left,
        tag("div", answer, tag("div", more, drawn, class_="gh-odds-pair"), class_="gh-odds-right"),
        below,
        crest="cards",
        kind="odds",
        pills=_presets(situation, lang),
        tools=join(_cover(is_covered, lang), numbers, drawer(lang.say("Keys"), keys, symbol="keys")),
        lang=lang.attribute,
    )


def _cover(is_covered: bool, lang: Language) -> Markup:
    label = lang.say("Hide the chance")
    called = join(icon("eye"), tag("span", label))
    return button(called, "hide", label=label, class_="gh-tool", pressed=is_covered)


# --- The cards of the question ---


def _cards(situation: Situation, lang: Language) -> Markup:
    """Draw the chapter with its gaps, the copies of the missing colours, and the draw."""
    chapter = (tag("span", letter(colour), class_=f"gh-odds-card {_look(colour, situation)}") for colour in COLOURS)
    rows = zip(situation.colours, situation.seen, strict=True)
    copies = tag("div", *(_copies(colour, seen) for colour, seen in rows), class_="gh-odds-copies")
    kept = (tag("span", class_="gh-odds-card gh-odds-kept") for _ in range(situation.kept))
    backs = (tag("span", class_="gh-odds-card gh-odds-back") for _ in range(min(situation.draws, _DRAWN)))
    more = f"+{situation.draws - _DRAWN}" if situation.draws > _DRAWN else None
    deck = tag("span", tag("b", situation.unseen), class_="gh-odds-card gh-odds-back gh-odds-deck")
    drawn = (deck, icon("right"), *kept, *backs, tag("b", more, class_="gh-num") if more else None)
    draw = lang.say("The draw: {draws} of {unseen}", draws=situation.draws, unseen=situation.unseen)
    kept_told = lang.say(", {kept} kept", kept=situation.kept) if situation.kept else ""
    return tag(
        "section",
        tag("h4", lang.say("The chapter"), class_="gh-cap"),
        tag("div", *chapter, class_="gh-odds-row"),
        tag("h4", lang.say("Copies of what it lacks"), class_="gh-cap"),
        copies,
        tag("h4", f"{draw}{kept_told}", class_="gh-cap"),
        tag("div", *drawn, class_="gh-odds-row"),
        class_="gh-surface gh-odds-cards",
        role="img",
        aria_label=_cards_said(situation, lang),
        data_key="cards",
    )


def _look(colour: str, situation: Situation) -> str:
    return "gh-odds-lack" if colour in situation.colours else colour_class(colour)


def _copies(colour: str, seen: int) -> Markup:
    left = (tag("i", letter(colour), class_=colour_class(colour)) for _ in range(COPIES - seen))
    gone = (tag("i", letter(colour), class_="gh-odds-seen") for _ in range(seen))
    return tag("span", *left, *gone)


def _cards_said(situation: Situation, lang: Language) -> str:
    colours = [lang.say(colour) for colour in situation.colours]
    told = lang.say("{seen} of {copies} {colour}")
    gone = (
        told.format(seen=seen, copies=COPIES, colour=colour)
        for colour, seen in zip(colours, situation.seen, strict=True)
    )
    said = "a chapter without {colours}; copies seen: {gone}"
    return lang.say(said, colours=", ".join(colours), gone=", ".join(gone))


def question(situation: Situation, lang: Language = ENGLISH) -> str:
    """Return the situation as a question.

    >>> question(Situation(seen=(2,), unseen=90))
    '6 of 90 unseen cards are drawn: is the missing colour among them (2 copies left)?'
    """
    told = "{draws} of {unseen} unseen cards are drawn: {wanted} ({left} left)?"
    if situation.draws == 1:
        told = "{draws} card of {unseen} unseen cards is drawn: {wanted} ({left} left)?"
    places = {"wanted": _wanted(situation, lang), "left": _left(situation, lang)}
    return lang.say(told, draws=situation.draws, unseen=situation.unseen, **places)


def _wanted(situation: Situation, lang: Language) -> str:
    if situation.missing == 1:
        return lang.say("is the missing colour among them")
    if situation.wanted == situation.missing:
        return lang.say("are all {missing} missing colours among them", missing=situation.missing)
    told = "are at least {wanted} of {missing} missing colours among them"
    return lang.say(told, wanted=situation.wanted, missing=situation.missing)


def _left(situation: Situation, lang: Language) -> str:
    if len(set(situation.left)) == 1:
        each = "" if situation.missing == 1 else lang.say(" of each")
        return lang.count(situation.left[0], "copy", "copies") + each
    rows = zip(situation.left, situation.colours, strict=True)
    return ", ".join(f"{left} {lang.say(colour)}" for left, colour in rows)


# --- Controls ---


def _presets(situation: Situation, lang: Language) -> Markup:
    chosen = next((name for name, preset in PRESETS.items() if preset == situation), OWN)
    return choice(lang.say("Situation"), "preset", chosen, {name: lang.say(name) for name in (OWN, *PRESETS)})


def _controls(situation: Situation, lang: Language) -> Markup:
    say, most = lang.say, max(situation.unseen, WHOLE_DECK)
    return tag(
        "div",
        slider(say("Cards drawn"), "draws", situation.draws, 0, situation.unseen),
        slider(say("Colours missing"), "missing", situation.missing, 1, MOST_COLOURS),
        _seen(situation, lang),
        slider(say("Unseen cards"), "unseen", situation.unseen, situation.least_unseen, most),
        slider(say("Kept in hand"), "kept", situation.kept, 0, HAND),
        tag("p", _refresh_words(situation, lang), class_="gh-quietly"),
        _details(situation, lang),
        class_="gh-surface gh-controls gh-odds-sliders",
        data_live=True,
    )


def _answer(situation: Situation, hands: Hands, guess: Fraction | None, lang: Language) -> Markup:
    """Return the question, the chance, and the curve. A guess made before is compared with the chance."""
    return tag(
        "section",
        tag(
            "div",
            tag("p", question(situation, lang)),
            tag("p", lang.digits(percent(situation.chance)), class_="gh-big"),
            tag("p", _exactly(situation.chance, lang), _off(situation.chance, guess, lang), class_="gh-exact"),
            class_="gh-result",
        ),
        _main_chart(situation, hands, lang),
        class_="gh-surface gh-odds-answer",
        data_key="answer",
    )


def _off(chance: Fraction, guess: Fraction | None, lang: Language) -> Markup:
    """Return how far off a guess was."""
    if guess is None:
        return EMPTY
    off = float(guess - chance)
    by = lang.say("exactly right")
    if off:
        far = lang.fixed(abs(100 * off), 1)
        by = lang.say("{far} points too high", far=far) if off > 0 else lang.say("{far} points too low", far=far)
    told = lang.say("your guess {guess}: {by}", guess=lang.digits(percent(guess)), by=by)
    return tag("span", told, class_="gh-pill gh-odds-guess")


def _guessing(situation: Situation, guess: Fraction | None, lang: Language) -> Markup:
    """Return the question with the chance hidden, and a field for a guess."""
    shown = "" if guess is None else f"{float(100 * guess):g}"
    label, hint = lang.say("Your guess in percent"), lang.say("0 to 100")
    box = text_input(label, "guess", shown, hint=hint, enter="reveal", kind="number")
    return tag(
        "section",
        tag(
            "div",
            tag("p", question(situation, lang)),
            tag("p", "?", class_="gh-big"),
            tag("p", lang.say("The chance is hidden: guess, draw hands, then reveal it."), class_="gh-exact"),
            class_="gh-result",
        ),
        tag("div", box, button(lang.say("Reveal"), "reveal", main=True), class_="gh-bar gh-odds-ask", data_live=True),
        class_="gh-surface gh-odds-asked",
        data_key="guess",
    )


def _exactly(chance: Fraction, lang: Language) -> str:
    if chance in (0, 1):
        return lang.say("certain") if chance else lang.say("impossible")
    exact = f"{lang.say('exactly')} {lang.digits(fraction(chance))}"
    if chance > Fraction(1, 3):
        return exact
    return exact + lang.say(", one in {often}", often=lang.digits(whole(round(1 / chance))))


def _seen(situation: Situation, lang: Language) -> Markup:
    """Return one slider for all missing colours."""
    seen, several = situation.seen, len(set(situation.seen)) > 1
    label = lang.say("Copies seen") if situation.missing == 1 else lang.say("Seen of each")
    return slider(label, "seen", max(seen), 0, COPIES, shown=lang.say("differ") if several else None)


def _details(situation: Situation, lang: Language) -> Markup:
    """Return rarely used controls: fewer wanted colours than missing ones, and different numbers seen per colour."""
    fewer = slider(lang.say("Colours wanted"), "need", situation.wanted, 1, situation.missing)
    rows = enumerate(zip(situation.colours, situation.seen, strict=True))
    by_colour = (
        slider(lang.say("Seen: {colour}", colour=lang.say(colour)), "seen", seen, 0, COPIES, colour=place)
        for place, (colour, seen) in rows
    )
    called = tag("summary", lang.say("Colour by colour"))
    return tag("details", called, fewer, *by_colour, data_key="colour by colour")


def _refresh_words(situation: Situation, lang: Language) -> str:
    if not situation.by_refresh:
        return lang.say("With {hand} cards kept, a refresh draws nothing.", hand=HAND)
    number = situation.draws / situation.by_refresh
    shown = f"{number:.0f}" if number == int(number) else lang.fixed(number, 1)
    noun = lang.say("refresh") if shown == "1" else lang.say("refreshes")
    return lang.say(
        "A refresh draws {cards} (up to {hand}), so this is {refreshes}.",
        cards=lang.count(situation.by_refresh, "card", "cards"),
        hand=HAND,
        refreshes=f"{shown} {noun}",
    )


# --- Charts ---


def _main_chart(situation: Situation, hands: Hands, lang: Language) -> Markup:
    caption = lang.say("Line: exact. Dots: drawn hands. Ticks: ends of refreshes.")
    return tag(
        "figure",
        chance_chart(situation, hands, lang),
        tag("figcaption", caption, class_="gh-quietly"),
        data_key="chance chart",
    )


def _waiting(situation: Situation, hands: Hands, lang: Language) -> Markup:
    words = waiting_words(situation, lang)
    return tag(
        "section",
        tag("h4", lang.say("Waiting time"), class_="gh-cap"),
        waiting_chart(situation, hands, lang),
        tag("p", words[0].upper() + words[1:], class_="gh-quietly"),
        class_="gh-surface",
        data_key="waiting",
    )


def _drawn(situation: Situation, hands: Hands, is_drawing: bool, *, is_covered: bool, lang: Language) -> Markup:
    say = lang.say
    start = say("Stop") if is_drawing else say("Continue") if hands.number else say("Draw hands")
    seed = tag("input", type="number", min=0, value=hands.seed, data_do="seed", data_key="seed")
    words, level = settling_words(situation, hands, lang), "" if is_covered else f" {say('Level: exact.')}"
    legend = f"{say('Dot: one batch. Line: all, with its 95 % band.')}{level}"
    return tag(
        "section",
        tag("h4", say("Test with drawn hands"), class_="gh-cap", title=legend),
        settling_chart(situation, hands, is_covered=is_covered, lang=lang),
        tag("p", words[0].upper() + words[1:], class_="gh-quietly gh-two-lines"),
        tag(
            "div",
            button(start, "draw", key="draw", keys="d", main=True, disabled=hands.is_full),
            button(say("Clear"), "clear", keys="c", disabled=not hands.number),
            tag("label", say("Seed"), seed),
            class_="gh-bar",
            data_live=True,
        ),
        class_="gh-surface",
        data_key="drawn",
    )


# --- The check explorer: a Guild Master team against a Contract ---


TEAM = 4  # Adventurers at most, with the last Mess Hall
MOST_DICE, MOST_TARGET = 10, 40
SIDES = {"none": "none", "fixer": "Dice fixer (one die to 5)", "re-roll": "Re-roll (two dice)"}
_LINES = {"none": "gh-thin", "fixer": "gh-dashed", "re-roll": "gh-dotted"}
_OWN_NUMBERS = ""  # no card, so custom numbers apply


@dataclass(frozen=True)
class Guild:
    """The available Adventurers and Contracts."""

    adventurers: Mapping[str, Adventurer] = dataclasses.field(hash=False)
    contracts: Mapping[str, Contract] = dataclasses.field(hash=False)
    size: int = TEAM
    sides: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)  # its Skill Upgrades


@dataclass(frozen=True)
class Check:
    """A check. Without a team or a Contract, the custom numbers apply."""

    guild: Guild
    team: tuple[str, ...] = ()
    contract: str = _OWN_NUMBERS
    skill: str = SKILLS[0]
    side: str = "none"
    conflicts: bool = False
    own_dice: int = 4
    own_target: int = 12

    @property
    def skills(self) -> tuple[str, ...]:
        """The available skills."""
        card = self.guild.contracts.get(self.contract)
        return tuple(card.targets) if card else SKILLS

    @property
    def dice(self) -> int:
        """The number of Skill Dice, at most ten."""
        return self.brought("none").skill

    @property
    def target(self) -> int:
        """The printed target, or the custom one."""
        card = self.guild.contracts.get(self.contract)
        return card.targets[self.skill] if card else self.own_target

    @property
    def raised(self) -> int:
        """The number to reach. In a conflict it includes the Skill Check Penalty."""
        return self.target + (self.brought("none").penalty if self.conflicts else 0)

    def brought(self, side: str) -> odds.dice.Team:
        """Return the team with one side of a Skill Upgrade and the Action abilities of its Adventurers."""
        members = [self.guild.adventurers[name] for name in self.team]
        dice = [one.skills.get(self.skill, 0) for one in members] or [self.own_dice]
        fixers, rerolls, added, modifier = ([5] if side == "fixer" else []), (2 if side == "re-roll" else 0), 0, 0
        for one in members:
            ability = one.ability
            if ability is None or ability.phase != "action":
                continue
            amount, detail = ability.effect.amount, ability.effect.detail
            match ability.effect.op:
                case Op.SET_DIE:
                    fixers.append(amount)
                case Op.REROLL:
                    rerolls += amount
                case Op.ADD_RESULT:
                    modifier += amount
                case Op.ADD_DICE if detail < 0 or SKILLS[detail] == self.skill:
                    added += amount
        return odds.dice.Team(dice, fixers, rerolls, added, modifier)

    def chance(self, side: str | None = None) -> Fraction:
        """Return the chance of success with the chosen side, or with another one."""
        return self.brought(self.side if side is None else side).chance(self.raised)

    def fitting(self) -> Check:
        """Return the check with the Contract's most likely skill and the Guild's Upgrade of it."""
        skills = self.skills if self.skill not in self.skills or self.contract else (self.skill,)
        tried = [replace(self, skill=skill, side=self.guild.sides.get(skill, self.side)) for skill in skills]
        return max(tried, key=lambda one: one.chance())


def check_question(check: Check) -> str:
    """Return the check as a question.

    >>> check_question(Check(Guild({}, {}), own_dice=5, own_target=20))
    'Do 5 dice reach 20?'
    """
    team = check.brought(check.side)
    verb = "Does" if team.rolled == 1 else "Do"
    what = f" of {check.skill.capitalize()}" if check.team else ""
    conflict = f" ({check.target} and {team.penalty} for the conflict)" if check.conflicts else ""
    return f"{verb} {plural(team.rolled, 'die', 'dice')}{what} reach {check.raised}{conflict}?"


def check_page(check: Check) -> Markup:
    """Return the page: Contract, team, dice and controls beside the answer, the curve and possible gains."""
    return sheet(
        "Check explorer",
        tag("div", _table(check), _check_controls(check), class_="gh-odds-left"),
        tag(
            "div",
            _check_answer(check),
            surface("Gains", _gains(check), class_="gh-checks-gains"),
            class_="gh-odds-right",
        ),
        crest="die5",
        kind="checks",
        game="guild-master",
        tools=drawer("The rulebook's page of odds, recalculated", _rulebook(), symbol="book", words="Rulebook"),
    )


# --- Contract, team and dice ---


def _table(check: Check) -> Markup:
    """Draw the Contract, the team and the dice that it rolls."""
    guild = check.guild
    people = {_OWN_NUMBERS: "–", **{name: _shown(one) for name, one in guild.adventurers.items()}}
    team = [*check.team, *[_OWN_NUMBERS] * guild.size][: guild.size]
    members = (_member(check, n, name, _free(people, check.team, name)) for n, name in enumerate(team))
    return tag(
        "section",
        _contract(check),
        tag("div", *members, class_="gh-checks-team"),
        _dice(check),
        class_="gh-surface gh-checks-cards",
        data_key="cards",
    )


def _contract(check: Check) -> Markup:
    guild, card = check.guild, check.guild.contracts.get(check.contract)
    contracts = {_OWN_NUMBERS: "own target", **{name: _listed(card) for name, card in guild.contracts.items()}}
    chosen = choice("Contract", "contract", check.contract, contracts)
    name = "Own target" if card is None else card.name
    asked = {check.skill: check.target} if card is None else card.targets
    shown = (*(target(skill, number) for skill, number in asked.items()), *(() if card is None else _reward(card)))
    return tag(
        "div", tag("b", icon("scroll"), " ", name, class_="gh-checks-name"), *shown, chosen, class_="gh-checks-contract"
    )


def _reward(card: Contract) -> tuple[Markup, Markup]:
    gold = tag("span", icon("coin"), tag("b", card.gold), title=f"{card.gold} Gold")
    return gold, tag("span", icon("fame"), tag("b", card.fame), title=f"{card.fame} Fame")


def _member(check: Check, slot: int, name: str, free: Mapping[str, str]) -> Markup:
    one = check.guild.adventurers.get(name)
    face = portrait(one) if one else tag("span", class_="gh-checks-nobody", aria_hidden="true")
    brought = skill_dice(check.skill, one.skills.get(check.skill, 0)) if one else None
    chosen = choice(f"Adventurer {slot + 1}", "member", name, free, slot=slot)
    return tag("div", face, chosen, brought, class_="gh-checks-member", data_key=f"member {slot}")


def _dice(check: Check) -> Markup:
    """Draw the dice before they are rolled, and what may change them."""
    team = check.brought(check.side)
    dice = (tag("span", "?", class_="gh-die") for _ in range(team.rolled))
    fixers = (tag("span", icon(f"die{number}"), f" one die to {number}", class_="gh-pill") for number in team.fixers)
    again = tag("span", icon("reroll"), plural(team.rerolls, "re-roll"), class_="gh-pill") if team.rerolls else None
    more = tag("span", f"{team.modifier:+d}", class_="gh-pill") if team.modifier else None
    label = f"{plural(team.rolled, 'die', 'dice')} against {check.raised}"
    return tag("div", *dice, *fixers, again, more, class_="gh-checks-dice", role="img", aria_label=label)


def _check_answer(check: Check) -> Markup:
    chance = check.chance()
    exactly = f"exactly {fraction(chance)}" if chance not in (0, 1) else "certain" if chance else "impossible"
    parts = (
        tag("p", check_question(check)),
        tag("p", percent(chance), class_="gh-big"),
        tag("p", exactly, class_="gh-exact"),
    )
    result = tag("div", *parts, class_="gh-result")
    return tag("section", result, _figure(check), class_="gh-surface gh-odds-answer", data_key="answer")


# --- Controls ---


def _check_controls(check: Check) -> Markup:
    can_search = bool(check.contract) and len(check.guild.adventurers) <= 20
    return tag(
        "div",
        choice("Skill", "skill", check.skill, {skill: skill.capitalize() for skill in check.skills}),
        choice("Skill Upgrade", "side", check.side, SIDES),
        slider("Dice", "dice", max(check.dice, 1), 1, MOST_DICE),
        slider("Target", "target", check.target, 1, MOST_TARGET),
        checkbox("conflict: the target rises by the dice", "conflicts", check.conflicts, keys="c"),
        button("Best team", "best", keys="b") if can_search else EMPTY,
        class_="gh-surface gh-checks-set",
        data_live=True,
    )


def _listed(card: Contract) -> str:
    targets = " or ".join(f"{skill.capitalize()} {target}" for skill, target in card.targets.items())
    return f"{card.name} ({targets})"


def _free(people: Mapping[str, str], team: tuple[str, ...], own: str) -> dict[str, str]:
    """Return the candidates for a place in the team: its current holder, and everyone without a place."""
    return {name: shown for name, shown in people.items() if name == own or name not in team}


def _shown(one: Adventurer) -> str:
    return f"{one.name} ({', '.join(f'{skill.capitalize()} {dice}' for skill, dice in one.skills.items())})"


# --- The curve ---


def _figure(check: Check) -> Markup:
    rolled = check.brought("none").rolled
    caption = "By target. Full line: with the chosen Skill Upgrade. Thin: without. Dashed: Dice fixer. Dotted: re-roll."
    if not check.dice:
        return tag("p", "The team has no die of this skill: it fails without a roll.", data_key="curve")
    last = max(6 * rolled + 6, check.raised + 1)
    plot = Plot(660, 230, (1, last))
    drawn = (*_LINES.items(), (check.side, "gh-exact-line"))
    lines = (line(plot.at(_curve(check, side, last)), class_=name) for side, name in drawn)
    said = f"Exact chance by target: {percent(check.chance())} at {check.raised}."
    chosen = marker(plot, (check.raised, float(check.chance())), percent(check.chance()), falls=True)
    chart = plot.picture(said, "target", "chance", *lines, plot.upright(check.raised, class_="gh-chosen"), chosen)
    return tag("figure", chart, tag("figcaption", caption, class_="gh-quietly"), data_key="curve")


def _curve(check: Check, side: str, last: int) -> list[tuple[float, float]]:
    team = check.brought(side)
    return [(target, float(team.chance(target))) for target in range(1, last + 1)]


# --- Possible gains ---


def _gains(check: Check) -> Markup:
    """Return the chance with each aid, next to the plain one."""
    plain = check.chance("none")
    more = replace(check, team=(), own_dice=min(check.dice + 1, MOST_DICE)) if not check.team else None
    rows = [
        ("dice alone", plain),
        ("with a Dice fixer", check.chance("fixer")),
        ("with two re-rolls", check.chance("re-roll")),
    ]
    if more and not check.conflicts:
        rows.append(("with one more die", more.chance("none")))
    body = (
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", percent(chance), class_="gh-number"),
            tag("td", points(float(chance - plain)), class_="gh-number"),
        )
        for name, chance in rows
    )
    heads = tag("tr", *(tag("th", head, scope="col") for head in ("aid", "chance", "gain in points")))
    better = max(("fixer", "re-roll"), key=check.chance)
    same = check.chance("fixer") == check.chance("re-roll")
    told = "Both sides of the Upgrade are worth the same here." if same else f"The better side here: {SIDES[better]}."
    return join(
        tag("table", tag("thead", heads), tag("tbody", *body), class_="gh-grid"),
        tag("p", told),
    )


# --- The rulebook's page ---


@lru_cache(maxsize=1)
def _rulebook() -> Markup:
    """Return the rulebook's page of odds, recalculated, with misprints marked."""
    entries = {(entry.dice, entry.target): entry for entry in odds.dice.rulebook_page()}
    columns = sorted({dice for dice, _ in entries})
    heads = tag(
        "tr",
        tag("th", "target", scope="col"),
        *(tag("th", plural(n, "die", "dice"), scope="col", class_="gh-number") for n in columns),
    )
    body = (
        tag("tr", tag("th", target, scope="row"), *(_entry(entries.get((dice, target))) for dice in columns))
        for target in sorted({target for _, target in entries})
    )
    wrong = [entry for entry in entries.values() if not entry.is_right]
    told = "; ".join(
        f"{entry.dice} dice against {entry.target}: printed {entry.printed} %, exactly {percent(entry.chance)}"
        for entry in wrong
    )
    return panel(
        "The rulebook's page of odds, recalculated",
        tag("p", f"{len(entries)} entries, {len(wrong)} of them wrong: {told}."),
        tag(
            "div",
            tag("table", tag("thead", heads), tag("tbody", *body), class_="gh-grid"),
            class_="gh-scroll",
            tabindex=0,
            role="region",
            aria_label="page of odds",
        ),
    )


def _entry(entry: odds.dice.Printed | None) -> Markup:
    if entry is None:
        return tag("td")
    if entry.is_right:
        return tag("td", entry.computed, class_="gh-number")
    mark = tag("span", f"{entry.computed}, not {entry.printed}", class_="gh-mark")
    return tag("td", mark, class_="gh-number gh-wrong")
