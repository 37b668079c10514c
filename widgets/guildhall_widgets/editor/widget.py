"""The card editor widget: a form for the card files of any game, drawn from the game's card language."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path as FilePath
from typing import Any

from guildhall.core import files
from guildhall.core.datafile import parse, text_of
from guildhall.core.errors import BadSetup, GuildhallError, short
from guildhall.core.rules import Rules
from guildhall.games import registration

from .. import render
from ..background import WorkingWidget
from ..live import on
from ..messages import read_word
from ..render.markup import EMPTY, Markup
from .draft import Checked, Draft, Mending, Path, checked, mended, mendings, normal
from .page import GAMES, Difference, Shown, editor_page, editor_text
from .trying import growing, looked_for, tried

__all__ = ["CardEditor"]

_MOST_UNDO = 200
_MOST_FILES = 50  # listed to load


class CardEditor(WorkingWidget):
    """Make and change cards of a game in a form, try them, see what they change, and save them as a card file.

    file: a card file to begin with, in the folder of the notebook.
    `text` and `tables` hold the file as TOML and as tables, `problem` what the game has against it, "" if nothing.

    >>> editor = CardEditor("guildhall")
    >>> editor.act("add", value="profession")
    >>> editor.act("put", path='["archetype"]', value="Mage")
    >>> print(editor.toml, end="")
    [Tinker]
    archetype = "Mage"
    tier.0 = [{ place = 1, from = "my hand" }]
    >>> editor.problem
    ''
    """

    def __init__(self, game: str = "guildhall", file: str | None = None, *, seed: int = 0) -> None:
        super().__init__(label="Card editor")
        self._game = registration(game)
        self.seed = seed
        self._language = self._game.card_language
        self._draft = self._empty()
        self._past: list[Draft] = []
        self._checked = Checked()
        self._mendings: list[Mending] = []
        self._typed: str | None = None
        self._told: tuple[str, ...] = ()
        self._trial = ""
        self._count, self._played = GAMES[0], 0
        self._differences: tuple[Difference, ...] = ()
        self._file, self._own = "my_cards.toml", ""
        if file is not None:
            self._open(file)
        self._show(self._draft)
        self.refresh()

    def _empty(self) -> Draft:
        """Return a file with only the tables that every file needs."""
        draft = Draft(self._language, {})
        for kind in self._language.kinds:
            if kind.needed and kind.single:
                table = kind.table.start()
                draft = Draft(self._language, {**draft.tables, kind.group: table}, kind.name)
        return draft

    # --- Results ---

    @property
    def tables(self) -> dict[str, Any]:
        """The tables of the file."""
        return deepcopy(dict(self._draft.tables))

    @property
    def toml(self) -> str:
        """The file as TOML."""
        return self._draft.text

    @property
    def problem(self) -> str:
        """What the game has against the file, or ""."""
        return self._checked.problem

    def page(self) -> str:
        """Return the whole page."""
        return editor_page(self._shown())

    def text(self) -> str:
        """Return the file as plain text."""
        return editor_text(self._shown())

    def finished(self) -> str:
        """Return the closing status line."""
        return "Done."

    def _shown(self) -> Shown:
        draft = self._draft
        trials = () if self.problem or not draft.kind else tuple(self._trials())
        other = "" if self.problem or not draft.kind else draft.replaced
        return Shown(
            title=self._game.title,
            draft=draft,
            checked=self._checked,
            mendings=self._mendings,
            typed=self._typed,
            face=self._face(self._checked.rules, draft.name),
            other=other,
            other_face=self._face(self._shipped_rules(), other) if other else EMPTY,
            trials=trials,
            trial=self._trial if self._trial in trials else next(iter(trials), ""),
            told=self._told,
            games=self._count,
            played=self._played,
            is_working=self.is_working,
            differences=self._differences,
            can_undo=bool(self._past),
            file=self._file,
            files=_card_files(),
            cannot_save=self._cannot_save(),
        )

    def _face(self, rules: Rules | None, name: str) -> Markup:
        if rules is None or name not in render.card_names(rules):
            return EMPTY
        return render.card_page(rules, name)

    def _trials(self) -> Any:
        return self._language.trials(self._draft.tables, self._draft.kind, self._draft.name)

    def _shipped_options(self) -> dict[str, Any]:
        """Return the settings of the same game without the file."""
        draft = self._draft
        return self._language.in_play(self._language.shipped(draft.tables) or draft.tables, draft.kind, draft.replaced)

    def _shipped_rules(self) -> Rules | None:
        try:
            return self._game.make_rules(self._shipped_options())
        except GuildhallError:  # a deck that the shipped files do not have
            return None

    # --- Changing ---

    def _change(self, draft: Draft) -> None:
        if draft is self._draft:
            return
        self._past = [*self._past[-_MOST_UNDO:], self._draft]
        self._show(draft)

    def _show(self, draft: Draft) -> None:
        self._work.stop()
        self._draft, self._typed, self._told = draft, None, ()
        self._differences, self._played = (), 0
        self._checked = checked(draft, self._game)
        self._mendings = mendings(draft, self._game, self._checked) if self.problem else []
        self.status = f"Refused: {self.problem}" if self.problem else "The game accepts this file."

    @on("add")
    def add(self, value: str) -> None:
        """Add a card of a kind."""
        if value:
            self._change(self._draft.add(value))

    @on("card")
    def choose(self, kind: str, name: str) -> None:
        """Show another card of the file."""
        self._show(self._draft.choose(kind, name))

    @on("remove")
    def remove(self) -> None:
        """Remove the card in the form."""
        self._needs_card()
        self._change(self._draft.remove())

    @on("undo")
    def undo(self) -> None:
        """Take back the last change."""
        if self._past:
            self._show(self._past.pop())

    @on("name")
    def rename(self, value: str) -> None:
        """Give the card another name."""
        self._needs_card()
        if self._draft.is_taken(value):
            self._typed = value
            self.status = f"The name {value} is taken."
            return
        self._change(self._draft.rename(value))

    @on("copy")
    def copy(self, value: str) -> None:
        """Fill the form with a shipped card."""
        self._needs_card()
        if value:
            self._change(self._draft.copy_of(value))

    @on("put")
    def put(self, path: str, value: str) -> None:
        """Set a word, a number or a text."""
        self._change(self._draft.put(self._path(path), value))

    @on("mark")
    def mark(self, path: str, value: bool) -> None:
        """Set a mark."""
        self._change(self._draft.put(self._path(path), value))

    @on("drop")
    def drop(self, path: str) -> None:
        """Leave out a place."""
        self._change(self._draft.drop(self._path(path)))

    @on("extend")
    def extend(self, path: str, value: str) -> None:
        """Add a key, an entry or an item."""
        where = self._path(path)
        self._change(self._draft.extend(where, value))

    @on("say")
    def say(self, path: str, value: str) -> None:
        """Choose an effect."""
        self._change(self._draft.say(self._path(path), value))

    @on("reform")
    def reform(self, path: str, value: str) -> None:
        """Choose another form of a place."""
        self._change(self._draft.reform(self._path(path), value))

    @on("speak")
    def speak(self, path: str, slot: str, value: str) -> None:
        """Choose one word of a phrase."""
        self._change(self._draft.speak(self._path(path), slot, value))

    @on("rekey")
    def rekey(self, path: str, value: str) -> None:
        """Rename an entry."""
        self._change(self._draft.rekey(self._path(path), value))

    @on("shift")
    def shift(self, path: str, by: int) -> None:
        """Move an item up or down."""
        self._change(self._draft.shift(self._path(path), 1 if by > 0 else -1))

    @on("mend")
    def mend(self, number: int) -> None:
        """Make one of the changes that the game would accept."""
        if not 0 <= number < len(self._mendings):
            raise GuildhallError(f"unknown change {number}")
        self._change(mended(self._draft, self._mendings[number]))

    def _needs_card(self) -> None:
        if not self._draft.kind:
            raise GuildhallError("there is no card in the form; add one first")

    def _path(self, path: str) -> Path:
        self._needs_card()
        try:
            keys = json.loads(path)
        except (ValueError, RecursionError):
            keys = None
        if not isinstance(keys, list) or not all(isinstance(key, str | int) for key in keys):
            raise GuildhallError(f"a path is a list of keys, not {short(path)}")
        return tuple(keys)

    # --- Trying ---

    @on("trial")
    def choose_trial(self, value: str) -> None:
        """Choose the position."""
        self._needs_card()
        self._trial = read_word(value, list(self._trials()), "position")
        self._told = ()

    @on("try")
    def try_it(self) -> None:
        """Play the card once, and show what the log says."""
        self._needs_good_card()
        self._told = ()
        trials, texts = self._trials(), self._texts()
        if not trials:
            options = {**self._language.in_play(self._draft.tables, self._draft.kind, self._draft.name), **texts}
            name = self._draft.name or self._draft.kind
            self.begin(looked_for(self._game.name, name, options, self.seed), self._tell)
            return
        chosen = self._trial if self._trial in trials else next(iter(trials))
        self._tell(tried(self._game.name, trials[chosen], texts, self.seed))
        self.status = " ".join(self._told[-1:])

    def _tell(self, told: tuple[str, ...]) -> None:
        self._told = told

    def _texts(self) -> dict[str, Any]:
        return {"card_texts": [["editor", self._draft.text]]}

    def _needs_good_card(self) -> None:
        self._needs_card()
        if self.problem:
            raise BadSetup(self.problem)

    # --- What it changes ---

    @on("games")
    def choose_games(self, value: str) -> None:
        """Choose the number of games."""
        self._count = int(read_word(value, list(map(str, GAMES)), "number of games"))

    @on("estimate")
    def estimate(self) -> None:
        """Play the same games with and without the file, in the background."""
        self._needs_good_card()
        draft = self._draft
        after = {**self._language.in_play(draft.tables, draft.kind, draft.name), **self._texts()}
        before = {} if self._shipped_rules() is None else self._shipped_options()
        self._differences, self._played = (), 0
        self.begin(growing(self._game.name, before, after, self._count, self.seed), self._take)
        self.status = "Playing the same games with the shipped cards and with yours."

    def _take(self, piece: tuple[int, tuple[Difference, ...]]) -> None:
        self._played, self._differences = piece

    @on("stop")
    def stop_estimate(self) -> None:
        """Stop the estimate and keep its latest result."""
        self._work.stop()
        self.status = "Stopped."

    def wait(self) -> None:
        """Wait until the background work is done."""
        self._work.join()

    # --- Files ---

    @on("file")
    def choose_file(self, value: str) -> None:
        """Choose the name of the file."""
        self._file = value

    def _cannot_save(self) -> str:
        """Return why the file cannot be saved now, or ""."""
        if self.problem or self._typed is not None:
            return "A refused file is not saved."
        if not self._draft.cards:
            return "The file has no cards yet."
        name = FilePath(self._file)
        if name.name != self._file or name.suffix != ".toml" or name.stem.startswith("."):
            return "The name of the file ends in .toml and has no folders."
        if name.exists() and self._file != self._own:
            return f"{self._file} exists already: choose another name, or load it first."
        return ""

    @on("save")
    def save(self) -> None:
        """Write the file beside the notebook."""
        if reason := self._cannot_save():
            raise BadSetup(reason)
        files.write(self._file, self._draft.text.encode())
        self._own = self._file
        self.status = f"Saved {self._file}. Use it with card_files=[{self._file!r}]."

    @on("load")
    def load(self, value: str) -> None:
        """Load a file beside the notebook."""
        if not value:
            return
        before = self._draft
        try:
            self._open(read_word(value, _card_files(), "file"))
        except GuildhallError as error:
            self.status = f"Cannot load {value}: {error}"
            return
        self._past = [*self._past[-_MOST_UNDO:], before]
        self._show(self._draft)

    def _open(self, file: str) -> None:
        """Read a card file into the form, or raise BadCardFile and change nothing."""
        path = FilePath(file)
        text = text_of(path)
        self._game.make_rules({"card_texts": [[path.name, text]]})
        tables = _normal(self._draft, parse(text, path.name))
        cards = list(self._language.cards(tables))
        first = (cards[0][0].name, cards[0][1]) if cards else ("", "")
        self._draft = Draft(self._language, tables, *first)
        self._file = self._own = path.name


def _normal(draft: Draft, tables: dict[str, Any]) -> dict[str, Any]:
    """Return tables in which lists of one item have brackets."""
    found = deepcopy(tables)
    for kind, name in draft.language.cards(tables):
        if kind.single:
            found[kind.group] = normal(kind.table, found[kind.group])
        else:
            group = found[kind.group] if kind.group else found
            group[name] = normal(kind.table, group[name])
    return found


def _card_files() -> tuple[str, ...]:
    """Return the card files beside the notebook."""
    return tuple(sorted(path.name for path in FilePath().glob("*.toml") if path.is_file())[:_MOST_FILES])
