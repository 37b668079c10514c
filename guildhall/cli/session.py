"""A game in the terminal: bots and forced plies pass by themselves, people are asked.

What a seat is shown is its view and the events as it saw them, so that nothing hidden reaches the screen.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from rich.console import Console

from guildhall.cli.display import ONLOOKER, show_events, show_move, show_options, show_table
from guildhall.cli.player_commands import obey
from guildhall.cli.reader import ask, at_terminal, meant
from guildhall.cli.screen import print_line
from guildhall.cli.seating import Seating
from guildhall.core.errors import CannotWrite, GameOver, GuildhallError, IllegalOption, short
from guildhall.core.game import Game
from guildhall.core.moves import MoveList
from guildhall.core.phrases import What
from guildhall.core.sets import ChosenSet
from guildhall.core.typed import excess, parts_of

__all__ = ["Autosave", "Session", "last_game"]

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
            if not obey(self, line):
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
