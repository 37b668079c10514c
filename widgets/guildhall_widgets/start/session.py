"""The start form, and one place for a whole evening: the form, the table, the replay and the list of saved games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import Any

import ipywidgets

from guildhall.bots import bot_lines, usual_bot
from guildhall.core.errors import GuildhallError, short
from guildhall.core.settings import Choice, First, Flag, Number, Setting
from guildhall.core.typed import whole_number
from guildhall.games import game_names, new_game, registration, rules_for

from ..library import Library
from ..live import LiveWidget, on
from ..messages import read_word
from ..odds.live import LiveOdds
from ..replay.viewer import ReplayViewer
from ..table.seating import Sitter
from ..table.widget import TableWidget
from .page import DRAWERS, page_of

__all__ = ["PARTY", "Begin", "Play", "StartForm", "play"]

Begin = Callable[[str, Mapping[str, Any], str, bool], None]
"""Starts a game, given its name, its settings, the bot for the other seats, and whether to show live odds."""

_OWN = "Ada"
_NAMES = ("Bela", "Cyd", "Dan", "Eva", "Finn", "Gus", "Hal")
PARTY = "party"  # the setting chosen for every seat


class StartForm(LiveWidget):
    """The form for a new game. It calls `begin` to start one, and `open_saved` to open a saved one."""

    def __init__(self, begin: Begin, open_saved: Callable[[], None]) -> None:
        super().__init__(label="A new game")
        self._begin_game, self._open_saved = begin, open_saved
        self.names: dict[int, str] = {}  # as typed, by seat
        self.odds = False  # whether live odds are shown
        self.drawer: str | None = None  # the open one
        self._checked: tuple[object, str] = (None, "")
        self._choose_game("guildhall" if "guildhall" in game_names() else game_names()[0])
        self.refresh()

    # Choices

    @on("game")
    def _choose_game(self, value: str) -> None:
        """Choose a game and reset its cards, bots and settings."""
        read_word(value, game_names(), "game")
        self.game = value
        known = registration(value)
        self.cards = next(iter(self.sets), "")
        self.players = min(known.players[1], max(known.players[0], 3))
        rules = rules_for(value, {})
        self.bots = dict(bot_lines(rules))
        self.bot = usual_bot(rules)
        self.lang = next(iter(self.languages), "")
        self.picked = {name: str(each.default) for name, each in self._declared.items() if name in self.single}
        self.party = list(known.picks.get(PARTY, ()))  # by seat, decks beyond the last seat are unused
        self.given: dict[str, Any] = {}  # the further settings changed so far

    @property
    def _declared(self) -> dict[str, Setting]:
        return {each.name: each for each in registration(self.game).settings.declared()}

    @property
    def single(self) -> dict[str, Mapping[str, str]]:
        """The settings with labelled words that are chosen once for the whole game."""
        return {name: words for name, words in registration(self.game).picks.items() if name != PARTY}

    @property
    def sets(self) -> dict[str, str]:
        """The card sets, the usual one first."""
        sets = dict(registration(self.game).sets)
        usual = self._declared["cards"].default if "cards" in self._declared else None
        return {name: sets[name] for name in sorted(sets, key=lambda name: name != usual)}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the game, empty if there is no choice."""
        found = self._declared.get("lang")
        return found.words if isinstance(found, Choice) else ()

    @property
    def further(self) -> dict[str, Setting]:
        """The settings that are folded away: switches, words, numbers, and who begins."""
        kinds = (Flag, Choice, Number, First)
        shown = {"lang", *registration(self.game).picks}
        return {name: each for name, each in self._declared.items() if isinstance(each, kinds) and name not in shown}

    @on("cards")
    def _choose_cards(self, value: str) -> None:
        self.cards = read_word(value, self.sets, "set")

    @on("players")
    def _choose_players(self, value: str) -> None:
        low, high = registration(self.game).players
        self.players = int(read_word(value, [str(number) for number in range(low, high + 1)], "number of players"))
        self.given = {name: value for name, value in self.given.items() if not self._is_seat_gone(name, value)}

    def _is_seat_gone(self, name: str, value: Any) -> bool:
        return isinstance(self.further[name], First) and value >= self.players

    @on("pick")
    def _pick(self, value: str, setting: str) -> None:
        self.picked[setting] = read_word(value, self.single[read_word(setting, self.single, "setting")], setting)

    @on("join")
    def _join(self, value: str, seat: int) -> None:
        """Assign a character to a seat, swapping with its previous holder."""
        read_word(value, self.party, "deck")
        self._check_seat(seat)
        other, left = self.party.index(value), self.party[seat]
        self.party[seat], self.party[other] = value, left

    def _check_seat(self, seat: int) -> None:
        read_word(str(seat), [str(number) for number in range(self.players)], "seat")

    @on("bot")
    def _choose_bot(self, value: str) -> None:
        self.bot = read_word(value, self.bots, "bot")

    @on("lang")
    def _choose_language(self, value: str) -> None:
        self.lang = read_word(value, self.languages, "language")

    @on("name")
    def _choose_name(self, value: str, seat: int = 0) -> None:
        self._check_seat(seat)
        self.names[seat] = value

    @on("odds")
    def _switch_odds(self, value: bool) -> None:
        self.odds = value

    @on("flag")
    def _set_flag(self, value: bool, setting: str) -> None:
        read_word(setting, [name for name, each in self.further.items() if isinstance(each, Flag)], "setting")
        self.given[setting] = value

    @on("set")
    def _set(self, value: str, setting: str) -> None:
        """Set a word, a number or the first seat. An empty text is None, or the default if there must be a value."""
        read_word(setting, [name for name, each in self.further.items() if not isinstance(each, Flag)], "setting")
        declared = self.further[setting]
        if value:
            number = whole_number(value)
            self.given[setting] = value if isinstance(declared, Choice) or number is None else number
        elif declared.or_none or isinstance(declared, First):
            self.given[setting] = None
        else:
            self.given.pop(setting, None)

    @on("drawer")
    def _open_drawer(self, name: str) -> None:
        """Open a drawer, or close it."""
        if name and name not in DRAWERS:
            raise GuildhallError(f"unknown drawer {short(name)}; the drawers are {', '.join(DRAWERS)}")
        self.drawer = None if name in ("", self.drawer) else name

    @on("open saved")
    def _open(self) -> None:
        self._open_saved()
        self.status = "The saved games of this folder are below."

    # The game that it describes

    @property
    def seats(self) -> list[str]:
        """The names of the players. Seats without a typed name get one that is free."""
        typed = {seat: name.strip() for seat, name in self.names.items() if name.strip()}
        own = typed.get(0, _OWN)
        free = chain((name for name in _NAMES if name not in (own, *typed.values())), map("Player {}".format, count(9)))
        return [own, *(typed.get(seat) or next(free) for seat in range(1, self.players))]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings as chosen. Those that are as usual are left out where another setting may exclude them."""
        picked = {name: word for name, word in self.picked.items() if word != str(self._declared[name].default)}
        settings: dict[str, Any] = {"players": self.seats, **picked, **self.given}
        settings |= {PARTY: self.party[: self.players]} if self.party else {}
        settings |= {"cards": self.cards} if self.cards else {}
        return settings | ({"lang": self.lang} if self.lang else {})

    @property
    def problem(self) -> str:
        """Why the settings do not go together, empty if they do."""
        chosen = (self.game, self.settings)
        if self._checked[0] != chosen:
            self._checked = (chosen, _refusal(*chosen))
        return self._checked[1]

    @on("begin")
    def _begin(self) -> None:
        self._begin_game(self.game, self.settings, self.bot, self.odds)

    # Display

    def page(self) -> str:
        """Return the form."""
        return page_of(self)


def _refusal(game: str, settings: Mapping[str, Any]) -> str:
    try:
        rules_for(game, settings)
    except GuildhallError as error:
        return str(error)
    return ""


# --- The whole evening ---


class Play(ipywidgets.VBox):  # type: ignore[misc]  # it ships no types
    """A form, then a table. It shows `form`, or `table`, with what was asked for below it.

    Below the form this is the `library` of saved games, below the table the live `odds` or the `viewer` of the replay.
    """

    children: tuple[Any, ...]

    def __init__(self) -> None:
        super().__init__()
        self.table: TableWidget | None = None
        self.odds: LiveOdds | None = None
        self.viewer: ReplayViewer | None = None
        self.library: Library | None = None
        self.form = StartForm(self._begin, self.open_saved)
        self.choose()

    def choose(self) -> None:
        """Show the form for a new game."""
        self._leave()
        self.children = (self.form,)

    def open_saved(self) -> None:
        """Show the saved games of the notebook's folder below the form."""
        self._leave()
        self.library = Library()
        self.library.catalogue.call()
        self.children = (self.form, self.library)

    def begin(
        self,
        game: str = "guildhall",
        *,
        seed: int | None = None,
        bot: Sitter | Sequence[Sitter] | None = None,
        live_odds: bool = False,
        **settings: Any,
    ) -> None:
        """Start a game with a human in the first seat and bots in the others. Without a seed, a random one is used.

        `bot` is one bot for all the others, or a list with one for each. `live_odds` are shown below the table.
        """
        self._leave()
        dealt = new_game(game, seed=secrets.randbelow(2**31) if seed is None else seed, **settings)
        rivals = usual_bot(dealt.rules) if bot is None else bot
        if isinstance(rivals, str) or not isinstance(rivals, Sequence):
            rivals = [rivals] * (len(dealt.rules.seats) - 1)
        self.table = TableWidget(dealt, seat=0, bots=[None, *rivals], pass_forced=True, quick=True)
        self.table.ending.offer("new game", self.choose)
        self.table.ending.offer("replay", self.replay)
        self.odds = LiveOdds(dealt, seat=0) if live_odds else None
        self._show()

    def _begin(self, game: str, settings: Mapping[str, Any], bot: str, live_odds: bool) -> None:
        self.begin(game, bot=bot or None, live_odds=live_odds, **settings)
        if self.table is not None:
            self.table.call()

    def _show(self) -> None:
        self.children = tuple(each for each in (self.table, self.odds, self.viewer) if each is not None)

    def replay(self, ply: int = 0) -> None:
        """Show the game in a replay viewer at a ply, ready to annotate."""
        if self.table is None:
            return
        for before in (self.viewer, self.odds):
            if before is not None:
                before.close()
        self.odds = None
        self.viewer = ReplayViewer(self.table.game, ply=ply)
        self.viewer.call()
        self._show()

    def _leave(self) -> None:
        """Close the widgets shown so far, so that the kernel does not keep them."""
        inside = () if self.library is None else (self.library.catalogue, self.library.viewer, self.library)
        for shown in (self.table, self.odds, self.viewer, *inside):
            if shown is not None:
                shown.close()
        self.table = self.odds = self.viewer = self.library = None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widgets, and a picture for readers without a kernel."""
        data = super()._repr_mimebundle_(**kwargs) or {}
        picture, _ = self.children[0]._repr_mimebundle_()
        return {**picture, **{key: value for key, value in data.items() if key not in ("text/plain", "text/html")}}


def play(game: str | None = None, **settings: Any) -> Play:
    """Play in a notebook. Without a game a form is shown, with one it starts immediately.

    `gh.play("guildhall", cards="old-world", players=["Ada", "Bela"], seed=7)` takes the arguments of `gh.new_game`, and
    `bot` for the other seats: a name, named weights, an object that can choose, or a list with one for each.
    `live_odds=True` shows the odds of the game below the table.
    """
    shown = Play()
    if game is not None or settings:
        shown.begin(game or "guildhall", **settings)
    return shown
