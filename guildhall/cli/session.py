"""Play a game in the terminal: bots and forced plies pass by themselves, people are asked.

A seat is shown its view and the events as it saw them, so that nothing hidden reaches the screen.
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
from guildhall.core.moves import MoveList
from guildhall.core.phrases import What
from guildhall.core.registration import text_lines
from guildhall.core.sets import ChosenSet
from guildhall.core.typed import excess, parts_of, whole_number
from guildhall.records.archive import load

__all__ = ["Autosave", "Session", "last_game", "meant"]


# --- Keeping it on disk while it is played, so that it can go on after any end ---


def last_game() -> Path:
    """Where the last terminal game is kept: `XDG_STATE_HOME`, else a folder in the user's home."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "guildhall" / "last-game.json"


class Autosave:
    """Writes the game to one file after every decision of a person."""

    def __init__(self, path: Path | None = None) -> None:
        """Keep it in `path`, or in the place of the last game."""
        self.is_asked_for = path is not None
        self.path = path or last_game()
        self.resume = f"guildhall play --load {shlex.quote(str(path))}" if path else "guildhall play --resume"
        self.problem: str | None = None

    def keep(self, game: Game) -> None:
        """Save the game; play goes on even if that is not possible, and `problem` says why."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            game.record.save(self.path)
            self.problem = None
        except (CannotWrite, OSError) as error:
            self.problem = str(error)

    def farewell(self) -> str:
        """The last words of a session: how to go on, or why that is not possible."""
        if self.problem:
            return f"The game could not be kept: {self.problem}"
        return f"The game is kept. To go on: {self.resume}"


# --- The session ---

_AFTER_THE_END = "undo, save FILE, or quit"
_NOT_EVEN_THE_OPENING = -1


class Session:
    """One game with the people and bots around it."""

    def __init__(self, game: Game, seating: Seating, autosave: Autosave, console: Console) -> None:
        self.autosave, self.console = autosave, console
        self.sit_down(game, seating)

    def sit_down(self, game: Game, seating: Seating) -> None:
        """Begin, or go on with another game."""
        self.bots = seating.bots(game.rules, game.seed)  # first: it may refuse
        game.source = seating.source
        self.game, self.seating = game, seating
        told = game.ply or _NOT_EVEN_THE_OPENING
        self.told = dict.fromkeys((*seating.people, ONLOOKER), told)  # plies that each has been told of
        self._moves = MoveList(game.rules)
        self.shown_to: int | None = None
        self._half: tuple[tuple[int, ...], ChosenSet] | None = None
        self.is_fresh = True  # something has changed since the table was shown
        self.is_open = True
        self.is_changed = False  # something has been played here

    # The game goes on

    def run(self) -> None:
        """Play until somebody quits, the input ends, or bots alone have finished."""
        while self.is_open:
            if self.game.over or self._is_asked():
                self._turn_to_person()
            else:
                self._pass_by()

    def _is_asked(self) -> bool:
        """Whether a person has something to choose now; a single option is no choice."""
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
        """What is told of a bot of somebody's own that failed; people are not told what it saw."""
        if name not in self.seating.own:
            return error
        how = "chose what is not legal" if isinstance(error, IllegalOption) else f"failed with {type(error).__name__}"
        more = "" if self.seating.people else f" ({error})"
        return GuildhallError(f"{name} {how} at ply {self.game.ply + 1}{more}; the game stands as it was")

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
        """Who sits at the keyboard: the seat that decides, after the end the one that was there last."""
        if self.game.over:
            return self.seating.people[0] if self.shown_to is None else self.shown_to
        return self.game.decision.seat

    def answer(self, line: str) -> None:
        """Do what a line says, or say why that cannot be done."""
        try:
            if too_much := excess(line):
                raise IllegalOption(f"{too_much}: {short(line)}", asked=line)
            if not _obey(self, line):
                self.play(line)
        except GuildhallError as error:
            print_line(self.console, str(error), style="red")

    def play(self, line: str) -> None:
        """Play what the line says and keep the game."""
        if self.game.over:
            raise GameOver(f"the game is over; {_AFTER_THE_END}")
        steps = self._choose(meant(line, self.chosen.options))
        if steps:
            self.game.play(*steps)
            self.changed()

    @property
    def chosen(self) -> ChosenSet:
        """What has been chosen of the set at hand; another ply, another set."""
        moves = self.game.moves
        if self._half is None or self._half[0] != moves:
            self._half = (moves, ChosenSet(self.game.rules, self.game.state))
        return self._half[1]

    def _choose(self, steps: list[str]) -> list[What]:
        """What can be played now: nothing while cards of a set are missing, which are held until it is whole."""
        chosen = self.chosen.copy()
        if not chosen.takes_several and not chosen.picks:
            return list(steps)
        for number, step in enumerate(steps, 1):
            picks = parts_of(step)
            while picks:
                pick = chosen.find(picks[0])
                if pick is None:
                    self.game.branch().play(picks[0])  # says why not
                else:
                    chosen.choose(pick)
                del picks[0]
                if chosen.moves:
                    return [*chosen.moves, *filter(None, [", ".join(picks)]), *steps[number:]]
        self._half = (self.game.moves, chosen)
        self.is_fresh = True
        return []

    def changed(self) -> None:
        """Show the table anew next time, and keep the game as it is now."""
        self.is_fresh = self.is_changed = True
        self.autosave.keep(self.game)

    def close(self) -> None:
        """End the session; the game stays where it is, and an earlier one too if nothing was played."""
        self.is_open = False
        if self.is_changed or self.autosave.is_asked_for:
            self.autosave.keep(self.game)
            print_line(self.console, self.autosave.farewell())

    # Back and forth

    def back(self) -> None:
        """Take back a card of a half-chosen set, or to the last decision of a person, with all that bots did since."""
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
        raise IllegalOption("there is nothing to take back", asked="undo")

    def forth(self) -> None:
        """Play again what was taken back, up to the next decision of a person."""
        if not self._redo():
            raise IllegalOption("there is nothing to play again", asked="redo")
        while not self.game.over and not self._is_asked() and self._redo():
            pass

    def _redo(self) -> bool:
        """Play one ply again, if one was taken back."""
        try:
            self.game.redo()
        except IllegalOption:
            return False
        return True

    # What is shown

    def _hand_over(self, seat: int) -> None:
        """Where several people share a terminal, nobody sees the hand of another."""
        before, self.shown_to = self.shown_to, seat
        if len(self.seating.people) < 2 or before == seat or not at_terminal():
            return
        self.console.clear()
        ask(f"{self.game.rules.seats[seat]}, press Enter when nobody else is looking. ")

    def show(self, seat: int) -> None:
        """What happened since this seat looked last, the table, and what it may do."""
        self._tell(seat)
        self.is_fresh = False
        if self.game.over:
            self._show_end(seat)
            self.console.print(_AFTER_THE_END)
            return
        show_table(self.console, self.game, seat)
        show_options(self.console, self.game.decision, self.chosen)

    def _tell(self, seat: int) -> None:
        """What happened: a sentence for each move of the others, and all that the seat itself did."""
        game, known = self.game, self.told[seat]
        if known == _NOT_EVEN_THE_OPENING:
            for sentence in game.line.opening_told:
                print_line(self.console, f"  {sentence}.")
            known = self.told[seat] = 0
        for move in self._moves.moves(game.line, game.ply, seat=seat, after=known):
            if seat == ONLOOKER and move.last == game.ply and not game.over:
                break  # it may go on
            plies = range(max(move.first, known + 1), move.last + 1)
            events = [event for ply in plies for event in game.events_at(ply)]
            if move.seat == seat:
                show_events(self.console, events, seat)
            else:
                show_move(self.console, move.told(game.rules.seats), events)
            self.told[seat] = move.last

    def forget(self) -> None:
        """After going back: what was taken back is told again if it happens again."""
        self.told = {seat: min(told, self.game.ply) for seat, told in self.told.items()}

    def _show_end(self, seat: int) -> None:
        if seat != ONLOOKER:
            show_table(self.console, self.game, seat)
        self.console.print(f"\n{self.game.decision.prompt}.", style="bold")
        scores = zip(self.game.rules.seats, self.game.outcome.vp, strict=True)
        self.console.print(", ".join(f"{name} {points}" for name, points in scores))


# --- What a line means ---


def meant(line: str, options: Sequence[Option]) -> list[str]:
    """The phrases a player means: numbers of the list, phrases, sets with commas, steps with semicolons.

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
        raise IllegalOption(
            f"'{step}': a number names an option of the list shown; later steps take phrases", asked=step
        )
    return step


# --- Commands of a player ---


_HELP = """Name an option by its number or by its phrase; case does not matter.
  3                the third option of the list
  PHRASE; PHRASE   one step after the other
  2, 5             several picks at once, in any order; one after the other will do too

  undo [N]       take back your last choice, or N of them, with what the bots did since
  redo [N]       play again what was taken back
  hint           what you can reach now, and what each option does
  why PHRASE     why something is not possible now
  cards [NAME]   a card in words, or all cards of this game
  table          the table and the options again
  save FILE      a record of the game; .gz and .zst are packed
  load FILE      go on with another game
  quit           the game is kept, nothing is asked"""


def _obey(session: Session, line: str) -> bool:
    """Do what the line says if it is one of these; otherwise it names options and nothing happens here."""
    word, _, rest = line.strip().partition(" ")
    saying = _SAYINGS.get(word.casefold())
    if saying is None:
        return False
    saying(session, rest.strip())
    return True


def _undo(session: Session, rest: str) -> None:
    _repeat(session, session.back, rest)


def _redo(session: Session, rest: str) -> None:
    _repeat(session, session.forth, rest)


def _repeat(session: Session, step: Callable[[], None], rest: str) -> None:
    times = whole_number(rest or "1")
    if times is None:
        raise IllegalOption(f"how many? '{rest}' is no number", asked=rest)
    try:
        for _ in range(times):
            step()
    finally:
        # Those steps that were possible stay done.
        session.forget()
        session.changed()


def _save(session: Session, rest: str) -> None:
    if not rest:
        raise GuildhallError("save needs the name of a file: save my-game.json")
    session.game.record.save(rest)
    print_line(session.console, f"Saved as {rest}.")


def _load(session: Session, rest: str) -> None:
    if not rest:
        raise GuildhallError("load needs the name of a file: load my-game.json")
    game = load(rest).game()
    kept = read_seating(game.source, players=len(game.rules.seats))
    seating = session.seating if kept is None else replace(kept, own=session.seating.own)
    if len(seating.seats) != len(game.rules.seats):
        raise GuildhallError(f"'{rest}' has other seats; guildhall play --load seats people and bots anew")
    session.sit_down(game, seating)


def _hint(session: Session, rest: str) -> None:
    if session.game.over:
        raise GuildhallError("the game is over")
    game, rules = session.game, session.game.rules
    options = [f"{option.phrase}: {option.text}" for option in game.options if option.text]
    hints = [*rules.words.hints(game, game.decision.seat)]
    for line in hints or options or ["there is nothing to be told of these options"]:
        print_line(session.console, f"  {line}")


def _why(session: Session, rest: str) -> None:
    game = session.game
    if not rest:
        raise GuildhallError("why what? Name what you would like to do, in the words of an option")
    if any(fold(option.phrase) == fold(rest) for option in session.chosen.options):
        print_line(session.console, f"'{rest}' is possible now.")
        return
    reason = game.explain(rest, seat=session.seat) or "that is none of the options now"
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


_SAYINGS: dict[str, Callable[[Session, str], None]] = {
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
