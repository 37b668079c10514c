"""Playing a game in the terminal: bots and forced plies run automatically, and people are prompted.

The screen shows only the view of a seat and the events as it saw them, so nothing hidden is revealed.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from guildhall.cli.screen import (
    ONLOOKER,
    ask,
    at_terminal,
    print_line,
    show_events,
    show_move,
    show_options,
    show_table,
)
from guildhall.cli.setup import Seating, read_seating
from guildhall.core.decision import Option, fold
from guildhall.core.errors import CannotWrite, GameOver, GuildhallError, IllegalOption, nearest, offering, short
from guildhall.core.game import Game
from guildhall.core.line import MoveList
from guildhall.core.phrases import ChosenSet, What
from guildhall.core.registration import text_lines
from guildhall.core.typed import excess, parts_of, whole_number
from guildhall.records.archive import load

__all__ = ["Autosave", "Session", "last_game", "meant"]


# --- Saving the game while it is played, so that it can always be resumed ---


def last_game() -> Path:
    """Return the file of the last terminal game, in `XDG_STATE_HOME` or else in the user's home."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "guildhall" / "last-game.json"


class Autosave:
    """Saves the game to one file after every decision of a person."""

    def __init__(self, path: Path | None = None) -> None:
        """Save to `path`, by default to the file of the last game."""
        self.is_asked_for = path is not None
        self.path = path or last_game()
        self.resume = f"guildhall play --load {shlex.quote(str(path))}" if path else "guildhall play --resume"
        self.problem: str | None = None

    def keep(self, game: Game) -> None:
        """Save the game. If that fails, play continues and `problem` says why."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            game.record.save(self.path)
            self.problem = None
        except (CannotWrite, OSError) as error:
            self.problem = str(error)

    def farewell(self) -> str:
        """Return the closing line of a session: how to resume, or why that is not possible."""
        if self.problem:
            return f"The game could not be saved: {self.problem}"
        return f"The game is saved. To continue: {self.resume}"


# --- The session ---

_AFTER_THE_END = "undo, save FILE, or quit"
_NOT_EVEN_THE_OPENING = -1


class Session:
    """A terminal session: one game with its people and bots."""

    def __init__(self, game: Game, seating: Seating, autosave: Autosave, console: Console) -> None:
        self.autosave, self.console = autosave, console
        self.sit_down(game, seating)

    def sit_down(self, game: Game, seating: Seating) -> None:
        """Start with a game, or switch to another one."""
        self.bots = seating.bots(game.rules, game.seed)  # first, because it may raise an error
        game.source = seating.source
        self.game, self.seating = game, seating
        shown = game.ply or _NOT_EVEN_THE_OPENING
        self.shown = dict.fromkeys((*seating.people, ONLOOKER), shown)  # the last ply shown to each
        self._moves = MoveList(game.rules)
        self.shown_to: int | None = None
        self._half: tuple[tuple[int, ...], ChosenSet] | None = None
        self.is_fresh = True  # something has changed since the table was shown
        self.is_open = True
        self.is_changed = False  # something has been played here

    # --- Play ---

    def run(self) -> None:
        """Play until somebody quits, the input ends, or a game of bots is over."""
        while self.is_open:
            if self.game.over or self._is_asked():
                self._turn_to_person()
            else:
                self._pass_by()

    def _is_asked(self) -> bool:
        """Return whether a person has to choose between at least two options."""
        decision = self.game.decision
        return decision.seat in self.seating.people and len(decision.options) > 1

    def _pass_by(self) -> None:
        seat, before = self.game.decision.seat, self.game.ply
        bot = self.bots[seat]
        if bot is None:
            self.game.play(self.game.options[0])
        else:
            try:
                self.game.run(bot, until=lambda game: game.ply > before)
            except Exception as error:
                raise self._failure(self.seating.seats[seat], error) from error
        if not self.seating.people:
            self._tell(ONLOOKER)

    def _failure(self, name: str, error: Exception) -> Exception:
        """Return the error for a failed custom bot, which never reveals hidden information to people."""
        if name not in self.seating.own:
            return error
        how = "chose an illegal option" if isinstance(error, IllegalOption) else f"failed with {type(error).__name__}"
        more = "" if self.seating.people else f" ({error})"
        return GuildhallError(f"{name} {how} at ply {self.game.ply + 1}{more}; the game is unchanged")

    def _turn_to_person(self) -> None:
        if not self.seating.people:
            self._show_end(ONLOOKER)
            self.close()
            return
        seat = self.seat
        if self.is_fresh:
            self._hand_over(seat)
            self.show(seat)
        line = ask("> ")
        if line is None:
            self.close()
        else:
            self.answer(line)

    @property
    def seat(self) -> int:
        """The seat at the keyboard: the deciding seat, or the last one after the end of the game."""
        if self.game.over:
            return self.seating.people[0] if self.shown_to is None else self.shown_to
        return self.game.decision.seat

    def answer(self, line: str) -> None:
        """Carry out a typed line, or print why that is not possible."""
        try:
            if too_much := excess(line):
                raise IllegalOption(f"{too_much}: {short(line)}", asked=line)
            if not _obey(self, line):
                self.play(line)
        except GuildhallError as error:
            print_line(self.console, str(error), style="red")

    def play(self, line: str) -> None:
        """Play the options of a line and save the game."""
        if self.game.over:
            raise GameOver(f"the game is over; {_AFTER_THE_END}")
        steps = self._choose(meant(line, self.chosen.options))
        if steps:
            self.game.play(*steps)
            self.changed()

    @property
    def chosen(self) -> ChosenSet:
        """The picks chosen so far for the set of the current ply."""
        moves = self.game.moves
        if self._half is None or self._half[0] != moves:
            self._half = (moves, ChosenSet(self.game.rules, self.game.state))
        return self._half[1]

    def _choose(self, steps: list[str]) -> list[What]:
        """Return the options to play now. The picks of an incomplete set are stored until it is complete."""
        chosen = self.chosen.copy()
        if not chosen.takes_several and not chosen.picks:
            return list(steps)
        for number, step in enumerate(steps, 1):
            picks = parts_of(step)
            while picks:
                pick = chosen.find(picks[0])
                if pick is None:
                    self.game.branch().play(picks[0])  # raises the error that says why not
                else:
                    chosen.choose(pick)
                del picks[0]
                if chosen.moves:
                    return [*chosen.moves, *filter(None, [", ".join(picks)]), *steps[number:]]
        self._half = (self.game.moves, chosen)
        self.is_fresh = True
        return []

    def changed(self) -> None:
        """Save the game, and show the table again next time."""
        self.is_fresh = self.is_changed = True
        self.autosave.keep(self.game)

    def close(self) -> None:
        """End the session and save the game, but do not overwrite an earlier one if nothing was played."""
        self.is_open = False
        if self.is_changed or self.autosave.is_asked_for:
            self.autosave.keep(self.game)
            print_line(self.console, self.autosave.farewell())

    # --- Undo and redo ---

    def back(self) -> None:
        """Take back a pick of an incomplete set, or all plies since a person's last decision."""
        if self.chosen.picks:
            self.chosen.take_back()
            return
        trial = self.game.branch()
        while trial.ply:
            trial.undo()
            decision = trial.decision
            if decision.seat in self.seating.people and len(decision.options) > 1:
                self.game.undo(self.game.ply - trial.ply)
                return
        raise IllegalOption("nothing to undo", asked="undo")

    def forth(self) -> None:
        """Replay the plies taken back, up to the next decision of a person."""
        if not self._redo():
            raise IllegalOption("nothing to redo", asked="redo")
        while not self.game.over and not self._is_asked() and self._redo():
            pass

    def _redo(self) -> bool:
        try:
            self.game.redo()
        except IllegalOption:
            return False
        return True

    # --- Output ---

    def _hand_over(self, seat: int) -> None:
        """If several people share the terminal, clear it and wait for the next player, to keep hands secret."""
        before, self.shown_to = self.shown_to, seat
        if len(self.seating.people) < 2 or before == seat or not at_terminal():
            return
        self.console.clear()
        ask(f"{self.game.rules.seats[seat]}, press Enter when nobody else is looking. ")

    def show(self, seat: int) -> None:
        """Print the events since this seat's last look, the table, and the options."""
        self._tell(seat)
        self.is_fresh = False
        if self.game.over:
            self._show_end(seat)
            self.console.print(_AFTER_THE_END)
            return
        show_table(self.console, self.game, seat)
        show_options(self.console, self.game.decision, self.chosen)

    def _tell(self, seat: int) -> None:
        """Print a sentence for each move of the other seats, and all events of the seat's moves."""
        game, known = self.game, self.shown[seat]
        if known == _NOT_EVEN_THE_OPENING:
            for sentence in game.line.opening_told:
                print_line(self.console, f"  {sentence}.")
            known = self.shown[seat] = 0
        for move in self._moves.moves(game.line, game.ply, seat=seat, after=known):
            if seat == ONLOOKER and move.last == game.ply and not game.over:
                break  # the move may continue
            plies = range(max(move.first, known + 1), move.last + 1)
            events = [event for ply in plies for event in game.events_at(ply)]
            if move.seat == seat:
                show_events(self.console, events, seat)
            else:
                show_move(self.console, move.sentence(game.rules.seats), events)
            self.shown[seat] = move.last

    def forget(self) -> None:
        """After an undo, mark the plies taken back as not shown yet."""
        self.shown = {seat: min(shown, self.game.ply) for seat, shown in self.shown.items()}

    def _show_end(self, seat: int) -> None:
        if seat != ONLOOKER:
            show_table(self.console, self.game, seat)
        self.console.print(f"\n{self.game.decision.prompt}.", style="bold")
        scores = zip(self.game.rules.seats, self.game.outcome.points, strict=True)
        self.console.print(", ".join(f"{name} {points}" for name, points in scores))


# --- Parsing a line ---


def meant(line: str, options: Sequence[Option]) -> list[str]:
    """Return the phrases of a typed line, which has numbers or phrases, commas for sets and semicolons for steps.

    >>> options = (Option(4, "discard red Farmer"), Option(9, "discard blue Weaver"), Option(311, "done"))
    >>> meant("2, 1; done", options)
    ['discard blue Weaver, discard red Farmer', 'done']
    """
    first, *later = parts_of(line, ";") or [""]
    picks = parts_of(first)
    if all(map(_is_number, first.replace(",", " ").split())):
        picks = first.replace(",", " ").split()
    return [", ".join(_phrase(pick, options) for pick in picks), *(_no_number(step) for step in later)]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _phrase(pick: str, options: Sequence[Option]) -> str:
    if not _is_number(pick):
        return pick
    number = whole_number(pick) or 0
    if not 1 <= number <= len(options):
        raise IllegalOption(f"there is no option {pick[:9]}; the numbers go from 1 to {len(options)}", asked=pick)
    return options[number - 1].phrase


def _no_number(step: str) -> str:
    if _is_number(step):
        raise IllegalOption(f"'{step}': numbers refer to the options shown; use phrases for later steps", asked=step)
    return step


# --- Commands ---


_HELP = """Type the number or the phrase of an option, in upper or lower case.
  3                the third option of the list
  PHRASE; PHRASE   several steps
  2, 5             several picks at once, in any order; you can also type them one by one

  undo [N]       take back your last choice, or the last N, and the bots' moves since
  redo [N]       replay what was taken back
  hint           advice, or what each option does
  why PHRASE     why something is not possible now
  cards [NAME]   the text of a card, or of all cards of this game
  table          show the table and the options again
  save FILE      save a record of the game, compressed if it ends in .gz or .zst
  load FILE      continue another game
  quit           save the game and leave"""


def _obey(session: Session, line: str) -> bool:
    """Run the line if it is a command, and return whether it is."""
    word, _, rest = line.strip().partition(" ")
    command = _COMMANDS.get(word.casefold())
    if command is None:
        return False
    command(session, rest.strip())
    return True


def _undo(session: Session, rest: str) -> None:
    _repeat(session, session.back, rest)


def _redo(session: Session, rest: str) -> None:
    _repeat(session, session.forth, rest)


def _repeat(session: Session, step: Callable[[], None], rest: str) -> None:
    times = whole_number(rest or "1")
    if times is None:
        raise IllegalOption(f"expected a number, got '{rest}'", asked=rest)
    try:
        for _ in range(times):
            step()
    finally:
        # Steps that succeeded are kept.
        session.forget()
        session.changed()


def _save(session: Session, rest: str) -> None:
    if not rest:
        raise GuildhallError("save needs a file name: save my-game.json")
    session.game.record.save(rest)
    print_line(session.console, f"Saved as {rest}.")


def _load(session: Session, rest: str) -> None:
    if not rest:
        raise GuildhallError("load needs a file name: load my-game.json")
    game = load(rest).game()
    kept = read_seating(game.source, players=len(game.rules.seats))
    seating = session.seating if kept is None else replace(kept, own=session.seating.own)
    if len(seating.seats) != len(game.rules.seats):
        raise GuildhallError(f"'{rest}' has other seats; open it with guildhall play --load")
    session.sit_down(game, seating)


def _hint(session: Session, rest: str) -> None:
    if session.game.over:
        raise GuildhallError("the game is over")
    game, rules = session.game, session.game.rules
    options = [f"{option.phrase}: {option.text}" for option in game.options if option.text]
    hints = [*rules.words.hints(game, game.decision.seat)]
    for line in hints or options or ["there are no hints for these options"]:
        print_line(session.console, f"  {line}")


def _why(session: Session, rest: str) -> None:
    game = session.game
    if not rest:
        raise GuildhallError("why needs the phrase of an option: why PHRASE")
    if any(fold(option.phrase) == fold(rest) for option in session.chosen.options):
        print_line(session.console, f"'{rest}' is possible now.")
        return
    reason = game.explain(rest, seat=session.seat) or "that is not an option now"
    print_line(session.console, offering(reason, nearest(rest, game.decision.phrases)))


def _cards(session: Session, rest: str) -> None:
    for line in text_lines(session.game.rules, rest):
        print_line(session.console, line)


def _table(session: Session, rest: str) -> None:
    session.is_fresh = True


def _help(session: Session, rest: str) -> None:
    print_line(session.console, _HELP)


def _quit(session: Session, rest: str) -> None:
    session.close()


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "": _table,
    "?": _help,
    "cards": _cards,
    "exit": _quit,
    "help": _help,
    "hint": _hint,
    "load": _load,
    "quit": _quit,
    "redo": _redo,
    "save": _save,
    "table": _table,
    "undo": _undo,
    "why": _why,
}
