"""The page of the start form: a tile for each game, then its players, opponents and cards."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from guildhall.core.registration import Registration
from guildhall.core.settings import Choice, First, Flag, Setting
from guildhall.games import game_names, registration

from ..render.controls import button, checkbox, choice, radio, radios, text_input
from ..render.icons import icon, scene_of, shield
from ..render.markup import EMPTY, Content, Markup, join, rules_page, tag

if TYPE_CHECKING:
    from .session import StartForm

__all__ = ["DRAWERS", "page_of"]

#: The drawers with their titles.
DRAWERS = {"rules": "Learn it in five minutes", "more": "More settings"}

_FEW = 5  # tiles in one row
_CHIPS = 3  # more words than these are in a list
_LANGUAGES = {"en": "English", "de": "Deutsch"}


def page_of(form: StartForm) -> Markup:
    """Return the whole form."""
    return tag("div", _hello(form), _tiles(form), _setup(form), _drawer(form), class_=f"gh-begin gh-of-{form.game}")


def _hello(form: StartForm) -> Markup:
    words = tag(
        "div",
        tag("h3", "What shall we play?"),
        tag("p", "Pick a game, then begin. Everything else can stay as it is.", class_="gh-quiet"),
    )
    rules = _opener(form, "rules", "book") if registration(form.game).rules_page else EMPTY
    saved = button(join(icon("save"), "Open a saved game"), "open saved", class_="gh-second", once=True)
    return tag("div", words, tag("span", class_="gh-space"), rules, saved, class_="gh-hello")


def _opener(form: StartForm, name: str, symbol: str) -> Markup:
    content = join(icon(symbol), DRAWERS[name])
    return button(content, "drawer", pressed=form.drawer == name, class_="gh-second", name=name)


# --- The games ---


def _tiles(form: StartForm) -> Markup:
    names = game_names()
    tiles = (_tile(registration(name), number, name == form.game) for number, name in enumerate(names))
    return radios("Game", *tiles, class_="gh-games" if len(names) <= _FEW else "gh-games gh-games-many")


def _tile(known: Registration, number: int, chosen: bool) -> Markup:
    key = str(number + 1) if number < 9 else None
    low, high = known.players
    players = str(low) if low == high else f"{low}–{high}"
    facts = [_fact("people", players, tag("span", "players", class_="gh-hidden")), *_choices(known)]
    words = tag(
        "span",
        tag("span", known.spirit, class_="gh-cap") if known.spirit else None,
        tag("b", known.title, class_="gh-game-name"),
        tag("span", known.summary, class_="gh-game-about"),
        tag("span", *facts, class_="gh-game-facts"),
        class_="gh-game-words",
    )
    return radio(
        join(
            scene_of(known.name, _crest(known)),
            words,
            tag("kbd", key, class_="gh-key") if key else None,
            tag("span", icon("check"), class_="gh-game-chosen") if chosen else None,
        ),
        "game",
        known.name,
        checked=chosen,
        keys=key,
        class_=f"gh-game gh-of-{known.name}",
    )


def _crest(known: Registration) -> str:
    return "cards" if known.renderer is None else str(getattr(import_module(known.renderer), "CREST", "cards"))


def _fact(symbol: str, value: str, what: Content, note: str | None = None) -> Markup:
    return tag("span", icon(symbol), tag("b", value), " ", what, title=note)


def _choices(known: Registration) -> list[Markup]:
    """Return how much there is to decide, as measured."""
    if known.choices is None:
        return []
    decisions, options = known.choices
    note = f"in games of three bots: about {decisions} decisions each, with {options} options on average"
    return [_fact("brain", f"~{decisions}", "decisions each", note)]


# --- The chosen game ---


def _setup(form: StartForm) -> Markup:
    return tag("div", _players(form), _opponents(form), _cards(form), _go(form), class_="gh-set")


def _part(title: str, *content: Content, class_: str = "") -> Markup:
    whole = f"gh-set-part {class_}".rstrip()
    return tag("section", tag("span", title, class_="gh-cap"), *content, class_=whole, aria_label=title)


def _players(form: StartForm) -> Markup:
    low, high = registration(form.game).players
    numbers = [str(number) for number in range(low, high + 1)]
    seats = (_seat(form, seat, name) for seat, name in enumerate(form.seats))
    return _part("Players", _radios("Players", "players", str(form.players), numbers), *seats, class_="gh-set-players")


def _seat(form: StartForm, seat: int, name: str) -> Markup:
    label = "Your name" if seat == 0 else f"Name of player {seat + 1}"
    box = text_input(label, "name", form.names.get(seat, ""), hint=name, enter="begin", seat=seat)
    content = [shield(seat, name), box]
    if form.party:
        words = registration(form.game).picks["party"]
        content.append(choice(f"Deck of {name}", "join", form.party[seat], words, seat=seat))
    elif seat:
        content.append(tag("span", icon("bot"), form.bot or "bot", class_="gh-quiet gh-small"))
    else:
        content.append(tag("span", "you", class_="gh-quiet gh-small"))
    return tag("div", *content, class_="gh-set-seat", data_key=f"seat {seat}")


def _radios(label: str, do: str, value: str, words: Mapping[str, str] | list[str]) -> Markup:
    named = words if isinstance(words, Mapping) else {word: word for word in words}
    items = (radio(shown, do, word, checked=word == value, class_="gh-set-word") for word, shown in named.items())
    return radios(label, *items, class_="gh-set-words")


def _opponents(form: StartForm) -> Markup:
    if not form.bots:
        return EMPTY
    title = "Companions" if form.party else "Opponents"
    levels = (
        _level(number, len(form.bots), name, line, name == form.bot)
        for number, (name, line) in enumerate(form.bots.items())
    )
    return _part(title, radios(title, *levels, class_="gh-set-levels"), class_="gh-set-bots")


def _level(number: int, among: int, name: str, line: str, chosen: bool) -> Markup:
    """Return a bot: its strength among the others, its name and what it does."""
    bars = (
        tag("i", class_="gh-set-on" if at * (among - 1) <= number * 3 else "gh-set-off", aria_hidden="true")
        for at in range(4)
    )
    words = tag("span", tag("b", name), tag("small", line))
    return radio(
        join(tag("span", *bars, class_="gh-set-bars"), words), "bot", name, checked=chosen, class_="gh-set-level"
    )


def _cards(form: StartForm) -> Markup:
    parts = [
        _words("Cards", "cards", form.cards, form.sets),
        *(
            choice(name.capitalize(), "pick", form.picked[name], words, setting=name)
            for name, words in form.single.items()
        ),
        _words("Language", "lang", form.lang, {word: _LANGUAGES.get(word, word) for word in form.languages}),
    ]
    return tag("div", *parts, class_="gh-set-cards") if any(parts) else EMPTY


def _words(label: str, do: str, value: str, words: Mapping[str, str]) -> Markup:
    """Return a choice of a few words side by side, or of many in a list."""
    if not words:
        return EMPTY
    if len(words) > _CHIPS:
        return choice(label, do, value, words)
    return tag("span", tag("span", label), _radios(label, do, value, words), class_="gh-field")


def _go(form: StartForm) -> Markup:
    changed = len(form.given)
    label = join(icon("tools"), DRAWERS["more"], tag("b", changed, class_="gh-count") if changed else None)
    more = button(label, "drawer", key="drawer more", pressed=form.drawer == "more", class_="gh-second", name="more")
    odds = checkbox("Live odds below the table", "odds", form.odds) if form.bots else EMPTY
    problem = tag("p", form.problem, class_="gh-set-problem", role="alert") if form.problem else EMPTY
    start = join("Begin", icon("play"))
    begin = button(
        start, "begin", keys="Enter", main=True, once=True, class_="gh-go", disabled=bool(form.problem), label="Begin"
    )
    return tag(
        "div",
        odds,
        more if form.further else EMPTY,
        problem,
        tag("span", class_="gh-space"),
        tag("kbd", "Enter"),
        begin,
        class_="gh-set-go",
        data_live=True,
    )


# --- The drawers ---


def _drawer(form: StartForm) -> Markup:
    """Return the open drawer."""
    if form.drawer is None:
        return EMPTY
    inside = rules_page(registration(form.game).rules_page) if form.drawer == "rules" else _further(form)
    title = DRAWERS[form.drawer]
    close = button(icon("close"), "drawer", key="close drawer", keys="Escape", label="Close", name="")
    head = tag("div", tag("h3", title), close, class_="gh-drawer-head")
    key = f"open {form.drawer}"
    return tag("section", head, inside, class_="gh-drawer", aria_label=title, data_key=key, data_live=True)


def _further(form: StartForm) -> Markup:
    settings = (_setting(form, name, setting) for name, setting in form.further.items())
    return tag("div", *settings, class_="gh-settings")


def _setting(form: StartForm, name: str, setting: Setting) -> Markup:
    """Return the control for a setting of its kind, with its help."""
    value = form.given.get(name, setting.default)
    shown, label = "" if value is None else str(value), name.replace("_", " ").capitalize()
    if isinstance(setting, Flag):
        return checkbox(join(tag("b", label), f": {setting.help}"), "flag", bool(value), setting=name)
    if isinstance(setting, First):
        seats = {"": "by chance", **{str(seat): who for seat, who in enumerate(form.seats)}}
        return choice("Who begins", "set", shown, seats, setting=name)
    help_ = tag("span", setting.help, class_="gh-quiet gh-small")
    if isinstance(setting, Choice):
        words = ({"": "none"} if setting.or_none else {}) | {word: word for word in setting.words}
        return join(choice(label, "set", shown, words, setting=name), help_)
    return join(text_input(label, "set", shown, kind="number", setting=name), help_)
