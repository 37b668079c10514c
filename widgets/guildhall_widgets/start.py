"""`gh.play()`: choose a game, play it against bots, then replay it or start another."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets

from guildhall.bots import bot_lines, usual_bot
from guildhall.core.settings import Choice
from guildhall.games import game_names, new_game, registration, rules_for

from .live import LiveWidget, on
from .messages import read_word
from .render.controls import button, choice, text_input
from .render.markup import EMPTY, Markup, tag
from .replay.viewer import ReplayViewer
from .table.seating import Sitter
from .table.widget import TableWidget

__all__ = ["Play", "StartForm", "play"]

_NAMES = ("Bela", "Cyd", "Dan", "Eva", "Finn", "Gus", "Hal")
_LANGUAGES = {"en": "English", "de": "Deutsch"}
_PARTY = "party"  # the setting chosen for every seat


class StartForm(LiveWidget):
    """The form for a new game. `begin` is called with its name, its settings and the bot for the other seats."""

    def __init__(self, begin: Callable[[str, Mapping[str, Any], str], None]) -> None:
        super().__init__(label="A new game")
        self._begin_game = begin
        self.name = "Ada"
        self._choose_game(game_names()[0] if "guildhall" not in game_names() else "guildhall")
        self.refresh()

    # Choices

    @on("game")
    def _choose_game(self, value: str) -> None:
        """Choose a game and reset its cards, bots and language."""
        read_word(value, game_names(), "game")
        self.game = value
        known = registration(value)
        self.cards = next(iter(self._sets), "")
        self.players = min(known.players[1], max(known.players[0], 3))
        rules = rules_for(value, {})
        self.bots = dict(bot_lines(rules))
        self.bot = usual_bot(rules)
        self.lang = next(iter(self._languages), "")
        self.picked = {each.name: str(each.default) for each in known.settings.declared() if each.name in self._single}
        self.party = list(known.picks.get(_PARTY, ()))  # by seat, decks beyond the last seat are unused

    @property
    def _single(self) -> dict[str, Mapping[str, str]]:
        """The settings chosen once for the whole game."""
        return {name: words for name, words in registration(self.game).picks.items() if name != _PARTY}

    @property
    def _sets(self) -> dict[str, str]:
        """The card sets, the usual one first."""
        sets = dict(registration(self.game).sets)
        settings = registration(self.game).settings.declared()
        usual = next((each.default for each in settings if each.name == "cards"), None)
        return {name: sets[name] for name in sorted(sets, key=lambda name: name != usual)}

    @property
    def _languages(self) -> tuple[str, ...]:
        settings = registration(self.game).settings.declared()
        return next((each.words for each in settings if isinstance(each, Choice) and each.name == "lang"), ())

    @on("cards")
    def _choose_cards(self, value: str) -> None:
        self.cards = read_word(value, self._sets, "set")

    @on("players")
    def _choose_players(self, value: str) -> None:
        low, high = registration(self.game).players
        self.players = int(read_word(value, [str(number) for number in range(low, high + 1)], "number of players"))

    @on("pick")
    def _pick(self, value: str, setting: str) -> None:
        self.picked[setting] = read_word(value, self._single[read_word(setting, self._single, "setting")], setting)

    @on("join")
    def _join(self, value: str, seat: int) -> None:
        """Assign a character to a seat, swapping with its previous holder."""
        read_word(value, self.party, "deck")
        read_word(str(seat), [str(number) for number in range(self.players)], "seat")
        other, left = self.party.index(value), self.party[seat]
        self.party[seat], self.party[other] = value, left

    @on("bot")
    def _choose_bot(self, value: str) -> None:
        self.bot = read_word(value, self.bots, "bot")

    @on("lang")
    def _choose_language(self, value: str) -> None:
        self.lang = read_word(value, self._languages, "language")

    @on("name")
    def _choose_name(self, value: str) -> None:
        self.name = value

    @property
    def _seats(self) -> list[str]:
        own = self.name.strip() or "Ada"
        return [own, *(name for name in _NAMES if name != own)][: self.players]

    @on("begin")
    def _begin(self) -> None:
        settings: dict[str, Any] = {"players": self._seats, **self.picked}
        settings |= {_PARTY: self.party[: self.players]} if self.party else {}
        settings |= {"cards": self.cards} if self.cards else {}
        settings |= {"lang": self.lang} if self.lang else {}
        self._begin_game(self.game, settings, self.bot)

    # Display

    def page(self) -> str:
        """Return the form."""
        known = registration(self.game)
        low, high = known.players
        titles = {name: registration(name).title for name in game_names()}
        return tag(
            "section",
            tag("h3", "A new game"),
            choice("Game", "game", self.game, titles),
            tag("p", known.summary, class_="gh-small gh-soft"),
            choice("Cards", "cards", self.cards, self._sets) if self._sets else EMPTY,
            choice("Players", "players", str(self.players), [str(number) for number in range(low, high + 1)]),
            choice("With" if self.party else "Against", "bot", self.bot, _with_lines(self.bots))
            if self.bots
            else EMPTY,
            *self._pick_choices(),
            self._language_choice(),
            text_input("Your name", "name", self.name),
            tag("p", button("Start", "begin", keys="Enter", main=True, once=True)),
            class_="gh-panel gh-start",
        )

    def _pick_choices(self) -> list[Markup]:
        """Return the choices of every seat's character and of the opponents."""
        words = registration(self.game).picks.get(_PARTY, {})
        decks = [
            choice(name, "join", self.party[seat], words, seat=seat)
            for seat, name in enumerate(self._seats if self.party else ())
        ]
        settings = self._single.items()
        return decks + [
            choice(name.capitalize(), "pick", self.picked[name], words, setting=name) for name, words in settings
        ]

    def _language_choice(self) -> Markup:
        if not self._languages:
            return EMPTY
        return choice("Language", "lang", self.lang, {word: _LANGUAGES.get(word, word) for word in self._languages})


def _with_lines(bots: Mapping[str, str]) -> dict[str, str]:
    return {name: f"{name} – {line}" if line else name for name, line in bots.items()}


class Play(ipywidgets.VBox):  # type: ignore[misc]  # it ships no types
    """A form, then a table. It shows `form`, `table`, or `table` with `viewer` below."""

    children: tuple[LiveWidget, ...]

    def __init__(self) -> None:
        super().__init__()
        self.table: TableWidget | None = None
        self.viewer: ReplayViewer | None = None
        self.form = StartForm(self._begin)
        self.choose()

    def choose(self) -> None:
        """Show the form for a new game."""
        self._leave()
        self.children = (self.form,)

    def begin(
        self,
        game: str = "guildhall",
        *,
        seed: int | None = None,
        bot: Sitter | Sequence[Sitter] | None = None,
        **settings: Any,
    ) -> None:
        """Start a game with a human in the first seat and bots in the others. Without a seed, a random one is used.

        `bot` is one bot for all the others, or a list with one for each.
        """
        self._leave()
        dealt = new_game(game, seed=secrets.randbelow(2**31) if seed is None else seed, **settings)
        rivals = usual_bot(dealt.rules) if bot is None else bot
        if isinstance(rivals, str) or not isinstance(rivals, Sequence):
            rivals = [rivals] * (len(dealt.rules.seats) - 1)
        self.table = TableWidget(dealt, seat=0, bots=[None, *rivals], pass_forced=True, quick=True)
        self.table.ending.offer("new game", self.choose)
        self.table.ending.offer("replay", self.replay)
        self.children = (self.table,)

    def _begin(self, game: str, settings: Mapping[str, Any], bot: str) -> None:
        self.begin(game, bot=bot, **settings)
        if self.table is not None:
            self.table.call()

    def replay(self) -> None:
        """Show the game in a replay viewer, ready to annotate."""
        if self.table is not None:
            if self.viewer is not None:
                self.viewer.close()
            self.viewer = ReplayViewer(self.table.game)
            self.viewer.call()
            self.children = (self.table, self.viewer)

    def _leave(self) -> None:
        """Close the widgets shown so far, so that the kernel does not keep them."""
        for shown in (self.table, self.viewer):
            if shown is not None:
                shown.close()
        self.table = self.viewer = None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widgets, and a picture for readers without a kernel."""
        data = super()._repr_mimebundle_(**kwargs) or {}
        picture, _ = self.children[0]._repr_mimebundle_()
        return {**picture, **{key: value for key, value in data.items() if key not in ("text/plain", "text/html")}}


def play(game: str | None = None, **settings: Any) -> Play:
    """Play in a notebook. Without a game a form is shown, with one it starts immediately.

    `gh.play("guildhall", cards="old-world", players=["Ada", "Bela"], seed=7)` takes the arguments of `gh.new_game`, and
    `bot` for the other seats: a name, named weights, an object that can choose, or a list with one for each.
    """
    shown = Play()
    if game is not None or settings:
        shown.begin(game or "guildhall", **settings)
    return shown
