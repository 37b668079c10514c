"""The page of the deck builder: sets and professions, options, warnings, estimates, the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..render.controls import button, checkbox, choice, keys_help, slider
from ..render.deckbuilder import (
    Estimate,
    Tile,
    code_block,
    deck_state,
    figures,
    picker,
    readers,
    set_bar,
    verdicts,
    vp_copies,
)
from ..render.guildhall.cards import card_page
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import plural
from .deck import Built, Catalogue, Choice, Offered, code
from .estimate import BOTS, GAMES, Trial

__all__ = ["OWN_COPIES", "TARGETS", "page", "text"]

SAGAS = {"": "no", "mega": "Mega-Saga: a chapter for each archetype", "super": "Super-Sized-Saga: whole sets together"}
RULES = {"advanced": "advanced", "basic": "basic"}
OWN_COPIES = "card by card"
TARGETS = (5, 60)  # VP a reader can choose to play for
KEYS = {
    "Tab": "from group to group",
    "ArrowLeft ArrowRight": "from profession to profession",
    "Enter": "pick or put back",
    "e": "estimate length and balance",
    "s": "stop the estimate",
    "n": "new game",
    "Escape": "close the card in words",
}


def page(deck: Built, book: Catalogue, trial: Trial, read: str | None) -> Markup:
    """The whole front-end as HTML."""
    chosen = [name for name in book.sets if deck.choice.has_set(name, book)]
    return join(
        set_bar(book.titles, chosen, button("Clear all", "clear", disabled=not deck.choice.picks)),
        picker(_tiles(deck.choice, book), read),
        tag(
            "div",
            tag("div", *_options(deck.choice, book, read), class_="gh-panel"),
            tag("div", _words(book, read), _state(deck), class_="gh-panel"),
            class_="gh-halves",
        ),
        _vp(deck.choice, book, read),
        _trial(deck, trial),
        tag("h3", "Play it"),
        code_block(code(deck.options)),
        tag("div", button("New game", "start", keys="n", main=True, disabled=bool(deck.problem)), class_="gh-bar"),
        keys_help(KEYS),
    )


def text(deck: Built, trial: Trial) -> str:
    """The front-end in plain words."""
    told = [f"Problem: {deck.problem}"] if deck.problem else list(deck.warnings) or ["Nothing speaks against it."]
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
    """The card a reader wants to read."""
    if read is None:
        return EMPTY
    return tag("div", card_page(book.card(read)), button("Close", "close", keys="Escape"), class_="gh-reading")


def _options(chosen: Choice, book: Catalogue, read: str | None) -> Iterator[Markup]:
    players = chosen.players if isinstance(chosen.players, int) else len(chosen.players)
    decks = {"": "as the sets have it", **{name: f"of {book.titles[name]}" for name in book.vp_decks}}
    decks.setdefault(_vp_choice(chosen), _vp_choice(chosen))
    yield tag("h3", "Options")
    yield slider("Players", "players", players, 2, 4)
    yield choice("Saga", "saga", chosen.saga or "", SAGAS)
    yield choice("VP deck", "vp", _vp_choice(chosen), {**decks, OWN_COPIES: OWN_COPIES})
    yield choice("Rules", "rules", chosen.rules, RULES)
    yield slider("VP to win", "target", chosen.target, *TARGETS)
    yield checkbox("Chapter Masters", "masters", chosen.masters)
    if chosen.masters:
        yield readers("In words:", [card.name for card in book.masters], read)
    yield checkbox("Master Houses", "houses", chosen.houses)
    if chosen.houses:
        yield readers("In words:", [card.name for card in book.houses], read)


def _vp_choice(chosen: Choice) -> str:
    if isinstance(chosen.vp, Mapping):
        return OWN_COPIES
    return chosen.vp or "" if not isinstance(chosen.vp, tuple | list) else ", ".join(chosen.vp)


def _state(deck: Built) -> Markup:
    told = deck_state(deck.problem, deck.warnings, deck.stand_ins, deck.size, deck.chapters)
    return join(tag("h3", "This deck"), tag("div", told, role="region", aria_label="This deck"))


def _vp(chosen: Choice, book: Catalogue, read: str | None) -> Markup:
    if not isinstance(chosen.vp, Mapping):
        return EMPTY
    prices = {name: f"{card.points} VP for {plural(card.cost, 'chapter')}" for name, card in book.vp.items()}
    return join(tag("h3", f"VP deck: {sum(chosen.vp.values())} cards"), vp_copies(prices, chosen.vp, read))


# --- Estimating ---


def _trial(deck: Built, trial: Trial) -> Markup:
    return tag(
        "section",
        tag("h3", "How long, how fair"),
        tag("div", *_trial_controls(deck, trial), class_="gh-row"),
        _progress(trial),
        tag("ul", *(tag("li", line) for line in _verdicts(trial))),
        figures(trial.now, trial.before) if trial.now or trial.before else EMPTY,
        class_="gh-trial",
    )


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
