"""The page of the Armory planner: points, the price list with what each purchase does for the chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from guildhall.games.hundred_halls.armory import PURCHASES, Purchase
from guildhall.games.hundred_halls.cards import Deck

from .controls import button, choice, panel
from .markup import EMPTY, Markup, tag
from .numbers import percent, plural, points, whole
from .odds.live_page import OptionOdds, odds_table, with_bar
from .party import named

__all__ = ["DONE", "Plan", "armory_page", "armory_words", "buying"]

DONE = "done"


def buying(line: Purchase) -> str:
    """The option that buys a line of the list."""
    return f"buy {line.name}"


@dataclass(frozen=True)
class Plan:
    """All that the page is drawn from."""

    deck: str
    scenario: str
    realm: str
    decks: Mapping[str, Deck]
    scenarios: Mapping[str, Deck]
    realms: Mapping[str, Deck]
    bots: tuple[str, ...]
    bot: str
    points: int  # at the start
    left: int
    bought: tuple[str, ...]
    legal: frozenset[str]  # options
    bot_plan: tuple[str, ...]  # what the bot would buy with the rest
    odds: Mapping[str, OptionOdds]  # by option
    is_running: bool

    @property
    def chance_now(self) -> OptionOdds | None:
        """The chance with what is bought, if nothing more is."""
        return self.odds.get(DONE)


def armory_page(plan: Plan) -> Markup:
    """What is played, the purse, and the price list."""
    halves = tag("div", _played(plan), _purse(plan), class_="gh-odds-halves")
    return tag("div", halves, _price_list(plan), class_="gh-odds gh-armory")


def _played(plan: Plan) -> Markup:
    return panel(
        "What is played",
        choice("Deck", "deck", plan.deck, {name: f"{name}: {deck.style}" for name, deck in plan.decks.items()}),
        choice("Scenario", "scenario", plan.scenario, named(plan.scenarios)),
        choice("Realm", "realm", plan.realm, named(plan.realms)),
        choice("Played by", "bot", plan.bot, plan.bots),
    )


def _purse(plan: Plan) -> Markup:
    now = plan.chance_now
    told = "" if now is None else f"95 % interval {percent(now.low)} to {percent(now.high)}, {_played_out(now)}."
    items = [
        tag(
            "li",
            name,
            " ",
            button("give back", "give back", title=f"give back {name}", number=number, key=f"back {number}"),
        )
        for number, name in enumerate(plan.bought)
    ]
    rest = ", ".join(plan.bot_plan) or "nothing more"
    take = button("Buy that", "take plan", disabled=not plan.bot_plan)
    return panel(
        "Purse",
        tag("p", f"{plan.left} of {plural(plan.points, 'point')} left", class_="gh-big"),
        tag("ul", *items) if items else tag("p", "Nothing is bought yet."),
        tag("p", "Chance to win with just that: ", tag("b", "–" if now is None else percent(now.p))),
        tag("p", told, class_="gh-small gh-two-lines"),
        tag("p", f"With the rest {plan.bot} would buy: {rest}. ", take),
        _buttons(plan),
    )


def _played_out(row: OptionOdds) -> str:
    return f"{whole(row.n)} roll-outs by {row.bot}"


def _buttons(plan: Plan) -> Markup:
    return tag(
        "div",
        button("Estimate", "estimate", keys="e", main=True, disabled=plan.is_running),
        button("Stop", "stop", keys="s", disabled=not plan.is_running),
        button("Begin a game", "start", keys="g", once=True),
        class_="gh-bar",
        data_live=True,
    )


def _price_list(plan: Plan) -> Markup:
    rows = (_line(plan, line) for line in PURCHASES)
    heads = ("Purchase", "Bought", "Chance to win if it is bought next", "Points more than now")
    told = (
        f"After the purchase {plan.bot} spends the rest, chooses the cards and plays the game. "
        "All purchases get the same deals and coins; what is drawn is the 95 % interval."
    )
    return panel("Price list", odds_table("options", "Price list", heads, rows), tag("p", told, class_="gh-small"))


def _line(plan: Plan, line: Purchase) -> Markup:
    times, row, now = plan.bought.count(line.name), plan.odds.get(buying(line)), plan.chance_now
    can = buying(line) in plan.legal
    buy = button(line.name, "buy", disabled=not can, title=f"buy {line.name}", purchase=line.name)
    chance = EMPTY if not can else Markup("…") if row is None else with_bar(row.p, row.low, row.high)
    why = "bought" if times == line.times else "too dear" if line.points > plan.left else "no card is left for it"
    gain = "" if row is None or now is None or not can else points(row.p - now.p)
    return tag(
        "tr",
        tag("th", buy, scope="row"),
        tag("td", f"{times} of {line.times}"),
        tag("td", chance if can else tag("span", why, class_="gh-small")),
        tag("td", gain, class_="gh-number"),
        data_key=f"line {line.name}",
    )


def armory_words(plan: Plan) -> str:
    """The plan as lines of text."""
    head = f"{plan.deck} against {plan.scenario} in {plan.realm}: {plan.left} of {plan.points} Armory points left"
    bought = f"bought: {', '.join(plan.bought) or 'nothing'}"
    chances = [f"  {option}: {percent(row.p)}" for option, row in plan.odds.items()]
    return "\n".join([head, bought, *chances])
