"""The page of the deck builder: sets, professions, options, warnings, estimates and code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from ..odds.charts import chance_bar
from ..render.controls import button, checkbox, choice, keys_list, slider
from ..render.guildhall import card_page
from ..render.guildhall.cards import emblem
from ..render.markup import EMPTY, Content, Markup, join, tag
from ..render.numbers import plural
from ..render.sheet import drawer, pill, sheet
from .deck import Built, Catalogue, Choice, Offered, code

__all__ = [
    "OWN_COPIES",
    "TARGETS",
    "Estimate",
    "Share",
    "Spread",
    "Tile",
    "code_block",
    "deck_state",
    "figures",
    "page",
    "picker",
    "readers",
    "set_bar",
    "text",
    "verdicts",
    "vp_copies",
]

# The values offered for an estimate.
BOTS = ("greedy", "heuristic", "random")
GAMES = (200, 1000, 5000, 20000)
Z95 = 1.96
_ORDER = ("first", "second", "third", "fourth")


# --- Picking ---


@dataclass(frozen=True, slots=True)
class Tile:
    """A profession to pick. `shown` is its name in this deck, `also` holds its names in other sets."""

    name: str
    shown: str
    also: tuple[str, ...]
    stand_in: str
    picked: bool


def set_bar(titles: Mapping[str, str], chosen: Iterable[str], clear: Markup) -> Markup:
    """Return a button for every set, pressed if the deck contains all of it, and a button that empties the deck."""
    inside = set(chosen)
    buttons = [button(title, "set", pressed=name in inside, set=name) for name, title in titles.items()]
    bar = tag("div", *buttons, clear, class_="gh-bar", data_roving=True, role="group", aria_label="Sets")
    return tag("div", tag("h4", "Sets", class_="gh-cap"), bar, class_="gh-deck-sets")


def picker(groups: Mapping[str, Sequence[Tile]], read: str | None) -> Markup:
    """Return the professions of each archetype as cards with buttons to pick and to read them."""
    columns = [
        tag(
            "div",
            tag("h4", emblem(archetype), " ", archetype, class_="gh-cap"),
            *(_drawn_tile(tile, archetype, read) for tile in tiles),
            role="group",
            aria_label=archetype,
            class_="gh-archetype",
            data_roving=True,
        )
        for archetype, tiles in groups.items()
    ]
    return tag("div", *columns, class_="gh-archetypes")


def _drawn_tile(tile: Tile, archetype: str, read: str | None) -> Markup:
    also = tag("small", f"also {', '.join(tile.also)}") if tile.also else EMPTY
    mark = tag("small", tile.stand_in, class_="gh-mark") if tile.stand_in else EMPTY
    art = tag("span", emblem(tile.shown, tile.name, archetype=archetype), class_="gh-deck-art")
    names = tag("span", tag("b", tile.shown), also, mark, class_="gh-names")
    pick = button(join(art, names), "pick", pressed=tile.picked, profession=tile.name)
    return tag("span", pick, reader(tile.name, tile.shown, read), class_="gh-deck-tile", data_key=f"tile {tile.name}")


def reader(card: str, shown: str, read: str | None) -> Markup:
    """Return a small button that shows the text of a card."""
    label = join(tag("span", "?", aria_hidden="true"), tag("span", f"Text of {shown}", class_="gh-hidden"))
    return button(label, "read", pressed=read == card, title=f"Text of {shown}", card=card)


def readers(title: str, cards: Sequence[str], read: str | None) -> Markup:
    """Return buttons that show the texts of cards that come as a group."""
    buttons = [button(card, "read", pressed=read == card, card=card) for card in cards]
    return tag("div", tag("span", title), *buttons, class_="gh-bar gh-small", data_roving=True)


def deck_state(
    problem: str, warnings: Sequence[str], stand_ins: Sequence[str], size: int, chapters: Sequence[str]
) -> Markup:
    """Return whether the deck is playable, with its warnings."""
    if problem:
        return tag("p", tag("b", "✗ This deck cannot be played. "), f"{_capital(problem)}.", class_="gh-problem")
    lines = [tag("li", "⚠ ", warning) for warning in warnings]
    good = EMPTY if warnings else tag("p", "✓ No problems with this deck.")
    ours = tag("p", tag("span", "stand-in", class_="gh-mark"), f" our own design: {', '.join(stand_ins)}.")
    return join(
        tag("p", f"{size} cards, {len(chapters)} chapters: {', '.join(chapters)}."),
        tag("ul", *lines, class_="gh-warnings") if warnings else good,
        ours if stand_ins else EMPTY,
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def vp_copies(cards: Mapping[str, str], copies: Mapping[str, int], read: str | None) -> Markup:
    """Return the editor of a custom VP deck. `cards` maps every VP card to its price."""
    rows = [
        tag(
            "tr",
            tag("th", name, " ", reader(name, name, read), scope="row"),
            tag("td", price),
            tag("td", _step(name, -1, disabled=not copies.get(name)), tag("b", copies.get(name, 0)), _step(name, 1)),
            data_key=f"vp {name}",
        )
        for name, price in cards.items()
    ]
    head = tag("tr", *(tag("th", text, scope="col") for text in ("VP card", "Price", "Copies")))
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="gh-grid gh-copies", data_roving=True)
    return tag("div", table, class_="gh-scroll")


def _step(card: str, by: int, *, disabled: bool = False) -> Markup:
    more = "more" if by > 0 else "fewer"
    label = join(
        tag("span", "+" if by > 0 else "−", aria_hidden="true"),
        tag("span", f"one {more} of {card}", class_="gh-hidden"),
    )
    return button(label, "copies", card=card, by=by, disabled=disabled)


def code_block(code: str) -> Markup:
    """Return the code that starts a game with this deck."""
    return tag("pre", tag("code", code), class_="gh-code", tabindex="0", role="region", aria_label="Code of this deck")


# --- Simulation results ---


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95 % interval."""

    p: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a length: median, range of 9 games in 10, maximum, and the mean with its standard error."""

    median: float
    low: float
    high: float
    longest: float
    mean: float
    error: float


@dataclass(frozen=True)
class Estimate:
    """The estimated figures of one deck. `winners` is in turn order."""

    title: str
    bot: str
    seed: int
    games: int
    asked: int
    turns: Spread
    decisions: Spread
    winners: tuple[Share, ...]
    chapters: Mapping[str, Share]
    unfinished: Share


# --- In sentences ---


def verdicts(now: Estimate, before: Estimate | None) -> list[str]:
    """Return one sentence for each finding."""
    return [*_advantage(now), *([] if before is None else _longer(now, before))]


def _advantage(now: Estimate) -> Iterator[str]:
    """Yield sentences on whether turn order matters."""
    fair = 1 / len(now.winners)
    for order, share in zip(_ORDER, now.winners, strict=False):
        if not share.low <= fair <= share.high:
            way = "more" if share.p > fair else "less"
            yield f"The {order} player wins {way} often than the fair {_percent(fair)}: {_interval(share)}."
    if all(share.low <= fair <= share.high for share in now.winners):
        yield f"No turn position wins clearly more or less often than the fair {_percent(fair)}."


def _longer(now: Estimate, before: Estimate) -> Iterator[str]:
    """Yield the difference in game length from the previous deck, in turns."""
    difference = now.turns.mean - before.turns.mean
    half = Z95 * hypot(now.turns.error, before.turns.error)
    interval = f"95 % interval {difference - half:+.1f} to {difference + half:+.1f} turns"
    if abs(difference) <= half:
        yield f"No clear difference in length from the previous deck ({interval})."
        return
    way = "longer" if difference > 0 else "shorter"
    yield f"On average {abs(difference):.1f} turns {way} than with the previous deck ({interval})."


# --- As a table ---


def figures(now: Estimate | None, before: Estimate | None) -> Markup:
    """Return the table of all figures of a deck, next to those of the previous deck."""
    told = {"This deck": now, "Previous deck": before}
    decks = {when: estimate for when, estimate in told.items() if estimate is not None}
    estimates = list(decks.values())
    lengths = [
        _row("turns of all players", [_length(each.turns) for each in estimates]),
        _row("decisions with a choice", [_length(each.decisions) for each in estimates]),
        _row("games without a winner", [_interval(each.unfinished) for each in estimates]),
    ]
    groups = {
        "Length": lengths,
        "Wins by turn order": _winner_rows(estimates),
        "Completed chapters": _chapter_rows(estimates),
    }
    bodies = [_group(title, rows, columns=1 + len(decks)) for title, rows in groups.items()]
    head = tag("tr", tag("td"), *(tag("th", _head(when, each), scope="col") for when, each in decks.items()))
    table = tag("table", tag("thead", head), *bodies, class_="gh-grid gh-figures")
    return tag("div", table, class_="gh-scroll-x", tabindex="0", role="region", aria_label="Estimates")


def _head(when: str, estimate: Estimate) -> Markup:
    basis = f"{estimate.games:,} games by {estimate.bot}, seed {estimate.seed}"
    return join(f"{when}: {estimate.title}", tag("br"), tag("small", basis))


def _group(title: str, rows: Iterable[Markup], *, columns: int) -> Markup:
    head = tag("tr", tag("th", title, scope="rowgroup", colspan=columns))
    return tag("tbody", head, *rows, data_key=f"figures {title}")


def _row(name: str, cells: Sequence[Content]) -> Markup:
    return tag("tr", tag("th", name, scope="row"), *(tag("td", cell) for cell in cells), data_key=f"figure {name}")


def _length(spread: Spread) -> Markup:
    usual = f"9 games in 10 from {spread.low:.0f} to {spread.high:.0f}, longest {spread.longest:.0f}"
    return join(tag("b", f"{spread.median:g}"), " (median); ", usual)


def _winner_rows(decks: list[Estimate]) -> Iterator[Markup]:
    seats = max(len(each.winners) for each in decks)
    for seat in range(seats):
        shares = [each.winners[seat] if seat < len(each.winners) else None for each in decks]
        yield _row(f"{_ORDER[seat]} player", [_with_bar(share) for share in shares])


def _chapter_rows(decks: list[Estimate]) -> Iterator[Markup]:
    names = dict.fromkeys(name for each in decks for name in each.chapters)
    for name in names:
        yield _row(name, [_with_bar(each.chapters.get(name)) for each in decks])


def _with_bar(share: Share | None) -> Markup:
    """Return a share as a bar with its interval. A full bar is 100 %."""
    if share is None:
        return Markup("–")
    drawn = chance_bar(share.p, max(0.0, share.low), min(1.0, share.high))
    return tag("div", drawn, tag("span", _interval(share)), class_="gh-with-bar")


def _percent(p: float) -> str:
    return f"{100 * p:.0f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.p:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


@dataclass(frozen=True)
class Trial:
    """The settings of the quick simulation, its result and that of the previous deck."""

    bot: str = BOTS[0]
    games: int = 1000
    by_itself: bool = False
    running: bool = False
    now: Estimate | None = None
    before: Estimate | None = None


# --- The whole page ---


SAGAS = {"": "no", "mega": "Mega-Saga: a chapter for each archetype", "super": "Super-Sized-Saga: whole sets together"}
RULES = {"advanced": "advanced", "basic": "basic"}
OWN_COPIES = "card by card"
TARGETS = (5, 60)  # range of the VP target
KEYS = {
    "Tab": "from group to group",
    "ArrowLeft ArrowRight": "from profession to profession",
    "Enter": "add or remove",
    "e": "estimate length and balance",
    "s": "stop the estimate",
    "n": "new game",
    "Escape": "close the card text",
}


def page(deck: Built, book: Catalogue, trial: Trial, read: str | None) -> Markup:
    """Return the whole page as HTML."""
    chosen = [name for name in book.sets if deck.choice.has_set(name, book)]
    clear = button("Clear all", "clear", disabled=not deck.choice.picks)
    palette = tag(
        "section",
        set_bar(book.titles, chosen, clear),
        picker(_tiles(deck.choice, book), read),
        class_="gh-surface gh-deck-palette",
        aria_label="Professions",
    )
    desk = tag(
        "div",
        tag("div", _words(book, read), _state(deck), class_="gh-surface gh-deck-state", data_key="this deck"),
        tag("div", *_options(deck.choice, book, read), class_="gh-surface gh-deck-set", data_key="options"),
        _trial(deck, trial),
        class_="gh-deck-desk",
    )
    return sheet(
        "Deck builder",
        palette,
        desk,
        _below(deck.choice, book, trial, read),
        crest="book",
        kind="deck",
        pills=join(*_facts(deck)),
        tools=join(
            drawer("The code of this deck", code_block(code(deck.options)), symbol="scroll", words="Code"),
            drawer("Keys", keys_list(KEYS), symbol="keys"),
            button("New game", "start", keys="n", main=True, disabled=bool(deck.problem)),
        ),
    )


def _facts(deck: Built) -> Iterator[Markup]:
    """Yield the size of the deck and whether it can be played, for the bar."""
    if deck.problem:
        yield pill("cannot be played", symbol="close")
        return
    yield pill(f"{deck.size} cards", symbol="cards")
    yield pill(plural(len(deck.chapters), "chapter"), symbol="book")
    if deck.warnings:
        yield pill(plural(len(deck.warnings), "warning"), symbol="help")


def _below(chosen: Choice, book: Catalogue, trial: Trial, read: str | None) -> Markup:
    """Return what needs more room than the screen has: an own VP deck, and the figures of an estimate."""
    estimated = figures(trial.now, trial.before) if trial.now or trial.before else EMPTY
    parts = (_vp(chosen, book, read), estimated)
    return tag("div", *parts, class_="gh-surface gh-deck-below", data_key="below") if any(parts) else EMPTY


def text(deck: Built, trial: Trial) -> str:
    """Return the page as plain text."""
    told = [f"Problem: {deck.problem}"] if deck.problem else list(deck.warnings) or ["No problems found."]
    estimate = [] if trial.now is None else [_short(trial.now), *verdicts(trial.now, trial.before)]
    return "\n".join([f"Deck builder: {deck.title}", *told, *estimate, code(deck.options)])


def _short(estimate: Estimate) -> str:
    length = f"{estimate.turns.median:g} turns ({estimate.turns.low:.0f} to {estimate.turns.high:.0f})"
    return f"{estimate.games:,} games by {estimate.bot}: {length}"


# --- Picking ---


def _tiles(picked: Choice, book: Catalogue) -> dict[str, list[Tile]]:
    return {archetype: [_tile(each, picked) for each in group] for archetype, group in book.archetypes.items()}


def _tile(offered: Offered, picked: Choice) -> Tile:
    shown = picked.picks.get(offered.name, offered.name)
    names = dict.fromkeys([offered.name, *offered.shown.values()])
    also = tuple(name for name in names if name != shown)
    return Tile(offered.name, shown, also, offered.stand_in, offered.name in picked.picks)


def _words(book: Catalogue, read: str | None) -> Markup:
    if read is None:
        return EMPTY
    return tag("div", card_page(book.card(read)), button("Close", "close", keys="Escape"), class_="gh-reading")


def _options(chosen: Choice, book: Catalogue, read: str | None) -> Iterator[Markup]:
    players = chosen.players if isinstance(chosen.players, int) else len(chosen.players)
    decks = {"": "as in the sets", **{name: f"of {book.titles[name]}" for name in book.vp_decks}}
    decks.setdefault(_vp_choice(chosen), _vp_choice(chosen))
    yield slider("Players", "players", players, 2, 4)
    yield choice("Saga", "saga", chosen.saga or "", SAGAS)
    yield choice("VP deck", "vp", _vp_choice(chosen), {**decks, OWN_COPIES: OWN_COPIES})
    yield choice("Rules", "rules", chosen.rules, RULES)
    yield slider("VP to win", "target", chosen.target, *TARGETS)
    yield checkbox("Chapter Masters", "masters", chosen.masters)
    if chosen.masters:
        yield readers("Card texts:", [card.name for card in book.masters], read)
    yield checkbox("Master Houses", "houses", chosen.houses)
    if chosen.houses:
        yield readers("Card texts:", [card.name for card in book.houses], read)


def _vp_choice(chosen: Choice) -> str:
    if isinstance(chosen.vp, Mapping):
        return OWN_COPIES
    return chosen.vp or "" if not isinstance(chosen.vp, tuple | list) else ", ".join(chosen.vp)


def _state(deck: Built) -> Markup:
    told = deck_state(deck.problem, deck.warnings, deck.stand_ins, deck.size, deck.chapters)
    return tag("div", told, role="region", aria_label="This deck")


def _vp(chosen: Choice, book: Catalogue, read: str | None) -> Markup:
    if not isinstance(chosen.vp, Mapping):
        return EMPTY
    prices = {name: f"{card.points} VP for {plural(card.cost, 'chapter')}" for name, card in book.vp.items()}
    return join(tag("h4", f"VP deck: {sum(chosen.vp.values())} cards"), vp_copies(prices, chosen.vp, read))


# --- Estimating ---


def _trial(deck: Built, trial: Trial) -> Markup:
    return tag(
        "section",
        tag("h4", "Length and balance", class_="gh-cap"),
        tag("div", *_trial_controls(deck, trial), class_="gh-deck-trial-set", data_live=True),
        _progress(trial),
        _gist(trial.now) if trial.now else EMPTY,
        tag("ul", *(tag("li", line) for line in _verdicts(trial))),
        class_="gh-surface gh-trial",
        data_key="trial",
    )


def _gist(estimate: Estimate) -> Markup:
    """Return the length and the wins by turn order in one line each."""
    length = tag("span", tag("b", f"{estimate.turns.median:g}"), " turns", class_="gh-pill")
    wins = (
        tag("span", f"{order} ", tag("b", _percent(share.p)), class_="gh-pill")
        for order, share in zip(_ORDER, estimate.winners, strict=False)
    )
    return tag("p", length, *wins, class_="gh-deck-gist")


def _trial_controls(deck: Built, trial: Trial) -> list[Markup]:
    idle = bool(deck.problem) or trial.running
    return [
        choice("Bot in all seats", "bot", trial.bot, BOTS),
        choice(
            "Games", "games", str(trial.games), {str(games): f"{games:,}" for games in sorted({*GAMES, trial.games})}
        ),
        button("Estimate", "estimate", keys="e", main=True, disabled=idle),
        button("Stop", "stop", keys="s", disabled=not trial.running),
        checkbox("after every change", "by_itself", trial.by_itself),
    ]


def _progress(trial: Trial) -> Markup:
    if not trial.running:
        return EMPTY
    done = trial.now.games if trial.now else 0
    gauge = tag("progress", value=done, max=trial.games, aria_label="games played")
    first = "" if done else " (the rules are compiled the first time, which may take half a minute)"
    return tag("p", gauge, f" {done:,} of {trial.games:,} games{first}")


def _verdicts(trial: Trial) -> list[str]:
    return [] if trial.now is None else verdicts(trial.now, trial.before)
