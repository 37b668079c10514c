"""The pages of the party picker and of the armory planner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from guildhall.games.hundred_halls.cards import PURCHASES, Deck, Purchase

from ..odds.live_page import OptionOdds, odds_table, with_bar
from ..render.controls import button, checkbox, choice, tabs
from ..render.hundred_halls.cards import deck_emblem
from ..render.icons import icon, meter
from ..render.markup import EMPTY, Content, Markup, join, tag
from ..render.numbers import percent, plural, points, whole
from ..render.sheet import pill, sheet, surface

__all__ = [
    "DONE",
    "GAMES",
    "Chance",
    "Pairing",
    "Picking",
    "Plan",
    "Shown",
    "armory_page",
    "armory_words",
    "buying",
    "named",
    "party_page",
    "party_words",
]

# --- Party picker ---


GAMES = (100, 400, 2000)
MOST_SEATS = 4
_RANKED = 12  # parties in the ranking
_STEPS = 5  # tints of the map
TABS = {"parties": "Best parties", "map": "Opponents"}


@dataclass(frozen=True)
class Chance:
    """A chance to win with its 95 % interval, from `n` games."""

    p: float
    low: float
    high: float
    n: int

    @property
    def told(self) -> str:
        """The chance as text."""
        return f"{percent(self.p)}, 95 % interval {percent(self.low)} to {percent(self.high)}, {whole(self.n)} games"


@dataclass(frozen=True)
class Pairing:
    """A party against a Scenario and a Realm, and the bot that plays it."""

    party: tuple[str, ...]
    scenario: str
    realm: str
    head_start: bool
    bot: str


@dataclass(frozen=True)
class Picking:
    """The current choices. `away` holds decks excluded from the ranking."""

    pairing: Pairing
    players: int
    away: frozenset[str] = frozenset()
    games: int = GAMES[1]

    def basis(self, question: str) -> tuple[Any, ...]:
        """Return what a question depends on. Its results stay valid while that is unchanged."""
        pairing, common = self.pairing, (self.pairing.head_start, self.pairing.bot, self.games)
        match question:
            case "parties":
                return pairing.scenario, pairing.realm, self.players, self.away, *common
            case "map":
                return pairing.party, *common
        return pairing, self.games


@dataclass(frozen=True)
class Shown:
    """The data behind the page."""

    picking: Picking
    decks: Mapping[str, Deck]  # of the players, in order
    scenarios: Mapping[str, Deck]
    realms: Mapping[str, Deck]
    bots: tuple[str, ...]
    chances: Mapping[Pairing, Chance]
    running: str  # the running question, or ""
    tab: str = "parties"

    @property
    def is_whole(self) -> bool:
        """True if every seat has a deck."""
        return len(self.picking.pairing.party) == self.picking.players


def party_page(shown: Shown) -> Markup:
    """Return the page: opponents, party, chance to win and alternatives."""
    return sheet(
        "Party picker",
        tag("div", _against(shown), _decks(shown), class_="gh-party-left"),
        tag("div", _result(shown), _alternatives(shown), class_="gh-party-right"),
        crest="people",
        kind="party",
        game="hundred-halls",
        pills=join(*_opponents(shown.picking.pairing.scenario, shown.picking.pairing.realm)),
        tools=_buttons(shown),
    )


def _opponents(scenario: str, realm: str) -> tuple[Markup, Markup]:
    """Return the opponents with their emblems, for the bar."""
    return (
        tag("span", deck_emblem(scenario, "gh-hh-small gh-hh-of-scenario"), scenario, class_="gh-pill"),
        tag("span", deck_emblem(realm, "gh-hh-small gh-hh-of-realm"), realm, class_="gh-pill"),
    )


def _against(shown: Shown) -> Markup:
    picking, pairing = shown.picking, shown.picking.pairing
    return surface(
        "Setup",
        choice("Scenario", "scenario", pairing.scenario, named(shown.scenarios)),
        choice("Realm", "realm", pairing.realm, named(shown.realms)),
        choice("Players", "players", str(picking.players), [str(n) for n in range(1, MOST_SEATS + 1)]),
        choice("Played by", "bot", pairing.bot, shown.bots),
        choice("Games", "games", str(picking.games), {str(n): whole(n) for n in sorted({*GAMES, picking.games})}),
        checkbox("Head Start", "head start", pairing.head_start),
        class_="gh-party-set",
    )


def named(decks: Mapping[str, Deck]) -> dict[str, str]:
    """Return decks by name with their full names and difficulties."""
    return {name: f"{deck.title or name}, difficulty {deck.difficulty}" for name, deck in decks.items()}


def _result(shown: Shown) -> Markup:
    """Return the chance of the current choice, with buttons."""
    pairing = shown.picking.pairing
    chance = shown.chances.get(pairing)
    head = join(
        tag("p", _question(shown)),
        tag("p", "–" if chance is None else percent(chance.p), class_="gh-big"),
        tag("p", _state(shown, chance), class_="gh-quietly gh-two-lines"),
    )
    return surface("Chance to win", tag("div", head, class_="gh-result"))


def _question(shown: Shown) -> str:
    pairing, lacking = shown.picking.pairing, shown.picking.players - len(shown.picking.pairing.party)
    if lacking:
        return f"Pick {lacking} more to complete the party."
    verb = "beat" if len(pairing.party) > 1 else "beats"
    return f"How often {_and(pairing.party)} {verb} {pairing.scenario} in {pairing.realm}:"


def _state(shown: Shown, chance: Chance | None) -> str:
    bot = shown.picking.pairing.bot
    if chance is None:
        return f"Not played yet. All seats are played by {bot}."
    return f"95 % interval {percent(chance.low)} to {percent(chance.high)}; {whole(chance.n)} games, all by {bot}."


def _buttons(shown: Shown) -> Markup:
    whole_party = shown.is_whole
    begin = button("Start a game", "start", keys="g", once=True, disabled=not whole_party, class_="gh-tool")
    return join(
        begin,
        button("Stop", "stop", keys="s", disabled=not shown.running, class_="gh-tool"),
        button("Estimate", "estimate", keys="e", main=True, disabled=not whole_party),
    )


# --- Decks ---


def _decks(shown: Shown) -> Markup:
    tiles = (_tile(shown, deck) for deck in shown.decks.values())
    group = tag("div", *tiles, class_="gh-party-tiles", role="group", aria_label="Decks", data_roving=True)
    told = f"{len(shown.picking.pairing.party)} of {plural(shown.picking.players, 'deck')} picked"
    return surface(f"Party: {told}", group, class_="gh-party-decks", key="panel Party")


def _tile(shown: Shown, deck: Deck) -> Markup:
    picked, away = deck.name in shown.picking.pairing.party, deck.name in shown.picking.away
    facts = tag("small", f"{deck.style}, complexity {deck.difficulty}")
    title = tag("small", deck.title) if deck.title else EMPTY
    names = tag("span", tag("b", deck.name), title, facts, class_="gh-names")
    face = join(deck_emblem(deck.name, "gh-hh-of-party"), names)
    pick = button(face, "pick", pressed=picked, disabled=shown.is_whole and not picked, deck=deck.name)
    sign = join("out", tag("span", f": {deck.name}", class_="gh-hidden"))
    hint = f"{deck.name} is {'excluded from' if away else 'included in'} the comparison"
    toggle = button(sign, "leave out", pressed=away, title=hint, deck=deck.name)
    return tag("span", pick, toggle, class_="gh-party-tile", data_key=f"deck {deck.name}")


# --- The best parties, or all opponents ---


def _alternatives(shown: Shown) -> Markup:
    """Return the open tab: other parties against these opponents, or this party against others."""
    head = tag("div", tabs("tab", shown.tab, TABS), class_="gh-tabs", data_live=True)
    asked = tag(
        "div",
        button("Compare parties", "parties", keys="p", disabled=shown.running == "parties"),
        button("Draw the map", "map", keys="m", disabled=shown.running == "map" or not shown.is_whole),
        class_="gh-bar",
        data_live=True,
    )
    inside = _parties(shown) if shown.tab == "parties" else _map(shown)
    about = {"role": "tabpanel", "aria_label": TABS[shown.tab], "data_key": f"open {shown.tab}"}
    return tag("section", head, asked, tag("div", inside, **about), class_="gh-surface gh-party-best")


def _parties(shown: Shown) -> Markup:
    """Return the parties already played against this Scenario and Realm, best first."""
    pairing = shown.picking.pairing
    wanted = replace(pairing, party=())
    rows = [
        (each.party, chance)
        for each, chance in shown.chances.items()
        if replace(each, party=()) == wanted and len(each.party) == shown.picking.players
    ]
    rows.sort(key=lambda row: (-row[1].p, -row[1].n, row[0]))
    told = f"{_against_words(pairing)}, games by {pairing.bot}."
    more = f" {len(rows) - _RANKED} more ranked lower." if len(rows) > _RANKED else ""
    listed = (_party_row(party, chance, party == pairing.party) for party, chance in rows[:_RANKED])
    heads = ("Party", "Chance to win", "Games")
    ranking = odds_table("options", "Parties", heads, listed) if rows else tag("p", "None played yet.")
    return join(ranking, _small(told + more))


def _party_row(party: tuple[str, ...], chance: Chance, is_picked: bool) -> Markup:
    name = ", ".join(party)
    pick = button(name, "party", pressed=is_picked, title="pick this party", party=name)
    cells = (tag("td", with_bar(chance.p, chance.low, chance.high)), tag("td", whole(chance.n), class_="gh-number"))
    return tag("tr", tag("th", pick, scope="row"), *cells, data_key=f"party {name}")


# --- The map ---


def _map(shown: Shown) -> Markup:
    """Return this party's chance against every Scenario in every Realm. Clicking a cell picks both."""
    heads = (
        tag("th", join(name, tag("br"), tag("small", deck.difficulty)), scope="col")
        for name, deck in shown.realms.items()
    )
    rows = (_map_row(shown, name, deck) for name, deck in shown.scenarios.items())
    caption = tag("caption", "Chance to win by Scenario and Realm", class_="gh-hidden")
    grid = tag(
        "table",
        caption,
        tag("thead", tag("tr", tag("td"), *heads)),
        tag("tbody", *rows),
        class_="gh-grid gh-map",
        data_roving=True,
    )
    told = "In percent, by Scenario (rows) and Realm (columns), with difficulties. Hover over a cell for its interval."
    scroll = tag("div", grid, class_="gh-scroll-x", tabindex="0", role="region", aria_label="Map")
    return join(scroll, _small(told))


def _map_row(shown: Shown, scenario: str, deck: Deck) -> Markup:
    head = tag("th", f"{scenario} ", tag("small", deck.difficulty), scope="row")
    return tag("tr", head, *(_field(shown, scenario, realm) for realm in shown.realms), data_key=f"map {scenario}")


def _field(shown: Shown, scenario: str, realm: str) -> Markup:
    pairing = shown.picking.pairing
    chance = shown.chances.get(replace(pairing, scenario=scenario, realm=realm))
    is_here = (scenario, realm) == (pairing.scenario, pairing.realm)
    number = "–" if chance is None else f"{100 * chance.p:.0f}"
    told = "not played yet" if chance is None else chance.told
    where = f"{scenario}, {realm}: {told}"
    words = join(tag("span", number, aria_hidden="true"), tag("span", where, class_="gh-hidden"))
    tint = "" if chance is None else f"gh-tint-{min(_STEPS - 1, int(_STEPS * chance.p))}"
    pick = button(words, "against", pressed=is_here, title=where, scenario=scenario, realm=realm)
    return tag("td", pick, class_=tint or None)


# --- Text ---


def _small(words: Content) -> Markup:
    return tag("p", words, class_="gh-quietly") if words else EMPTY


def _and(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _against_words(pairing: Pairing) -> str:
    start = ", with Head Start" if pairing.head_start else ""
    return f"Against {pairing.scenario} in {pairing.realm}{start}"


def party_words(shown: Shown) -> str:
    """Return the current choice and its chance as lines of text."""
    pairing = shown.picking.pairing
    chance = shown.chances.get(pairing)
    told = chance.told if chance else "not played yet"
    return f"{', '.join(pairing.party) or 'nobody'}: {_against_words(pairing)}\nChance to win: {told}"


# --- Armory planner ---


DONE = "done"


def buying(line: Purchase) -> str:
    """Return the option that buys an item of the list."""
    return f"buy {line.name}"


@dataclass(frozen=True)
class Plan:
    """The data behind the page."""

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
    bot_plan: tuple[str, ...]  # what the bot would buy with the remaining points
    odds: Mapping[str, OptionOdds]  # by option
    is_running: bool

    @property
    def chance_now(self) -> OptionOdds | None:
        """The chance with the current purchases alone."""
        return self.odds.get(DONE)


def armory_page(plan: Plan) -> Markup:
    """Return the page: opponents, purse and price list."""
    return sheet(
        "Armory planner",
        tag("div", _played(plan), _purse(plan), class_="gh-party-left"),
        _price_list(plan),
        crest="coin",
        kind="armory",
        game="hundred-halls",
        pills=join(pill(plan.deck), *_opponents(plan.scenario, plan.realm)),
        tools=_buying_buttons(plan),
    )


def _played(plan: Plan) -> Markup:
    return surface(
        "Setup",
        choice("Deck", "deck", plan.deck, {name: f"{name}: {deck.style}" for name, deck in plan.decks.items()}),
        choice("Played by", "bot", plan.bot, plan.bots),
        choice("Scenario", "scenario", plan.scenario, named(plan.scenarios)),
        choice("Realm", "realm", plan.realm, named(plan.realms)),
        class_="gh-party-set",
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
    spent = plan.points - plan.left
    return surface(
        "Purse",
        tag("p", f"{plan.left} of {plural(plan.points, 'point')} left", class_="gh-armory-left"),
        meter(spent, plan.points, label=f"{spent} of {plan.points} points spent"),
        tag("ul", *items, class_="gh-armory-bought") if items else tag("p", "Nothing bought yet."),
        tag("p", "Chance to win with these alone: ", tag("b", "–" if now is None else percent(now.p))),
        tag("p", told, class_="gh-quietly gh-two-lines"),
        tag("p", f"With the rest {plan.bot} would buy: {rest}. ", take),
        class_="gh-armory-purse",
    )


def _played_out(row: OptionOdds) -> str:
    return f"{whole(row.n)} roll-outs by {row.bot}"


def _buying_buttons(plan: Plan) -> Markup:
    return join(
        button("Start a game", "start", keys="g", once=True, class_="gh-tool"),
        button("Stop", "stop", keys="s", disabled=not plan.is_running, class_="gh-tool"),
        button("Estimate", "estimate", keys="e", main=True, disabled=plan.is_running),
    )


def _price_list(plan: Plan) -> Markup:
    rows = (_line(plan, line) for line in PURCHASES)
    heads = ("Purchase", "Bought", "Chance to win if bought next", "Gain")
    told = (
        f"After the purchase {plan.bot} spends the rest, chooses the cards and plays the game. "
        "All purchases use the same deals and random numbers. Whiskers are 95 % intervals."
    )
    table = odds_table("options", "Price list", heads, rows)
    return surface("Price list", table, tag("p", told, class_="gh-quietly"), class_="gh-armory-list")


def _line(plan: Plan, line: Purchase) -> Markup:
    times, row, now = plan.bought.count(line.name), plan.odds.get(buying(line)), plan.chance_now
    can = buying(line) in plan.legal
    price = tag("span", icon("coin"), line.points, class_="gh-armory-price")
    what = line.name.partition(" (")[0]
    buy = button(join(tag("span", what), price), "buy", disabled=not can, label=f"buy {line.name}", purchase=line.name)
    chance = EMPTY if not can else Markup("…") if row is None else with_bar(row.p, row.low, row.high)
    why = "bought" if times == line.times else "too expensive" if line.points > plan.left else "no card left for it"
    gain = "" if row is None or now is None or not can else points(row.p - now.p)
    return tag(
        "tr",
        tag("th", buy, scope="row"),
        tag("td", f"{times} of {line.times}"),
        tag("td", chance if can else tag("span", why, class_="gh-quietly")),
        tag("td", gain, class_="gh-number"),
        data_key=f"line {line.name}",
    )


def armory_words(plan: Plan) -> str:
    """Return the plan as lines of text."""
    head = f"{plan.deck} against {plan.scenario} in {plan.realm}: {plan.left} of {plan.points} Armory points left"
    bought = f"bought: {', '.join(plan.bought) or 'nothing'}"
    chances = [f"  {option}: {percent(row.p)}" for option, row in plan.odds.items()]
    return "\n".join([head, bought, *chances])
