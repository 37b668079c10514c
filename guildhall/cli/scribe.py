"""`guildhall scribe`: log a game played at a real table, move by move or from a text file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, ask, complain, existing_file, say
from guildhall.core.errors import GuildhallError, listing, nearest, offering
from guildhall.core.typed import whole_number

if TYPE_CHECKING:
    from guildhall.logbook import Log

__all__ = ["add"]

_EXAMPLES = """  guildhall scribe --out friday.json              log a game while it is played
  guildhall scribe --from friday.txt              check notes, line by line
  guildhall scribe --from friday.txt --out friday.json
  guildhall scribe --load friday.json             continue a log

In a log, `help` lists all commands. docs/scribe.md describes the notes."""

_HELP = """Write a move as the players would say it, with your own draws after a semicolon:
  play green Trader, tier 2, red Weaver
  refresh, discard red Weaver; draws blue Farmer, red Dancer
?? stands for a card that you missed. A comment after # becomes a note.

could [BEGINNING]   what could be written next
list                all entries
edit N MOVE         replace an entry
delete N            delete an entry
undo                take the last entry back
table               the table as you see it
odds                your chances
save FILE           write the log to a file, as JSON or, if its name ends in .txt, as notes
quit"""


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "scribe", run, help="log a game that is played at a real table", examples=_EXAMPLES)
    begun = parser.add_mutually_exclusive_group()
    begun.add_argument("--from", dest="notes", type=existing_file, metavar="FILE", help="notes of a game, as text")
    begun.add_argument("--load", type=existing_file, metavar="FILE", help="continue a log")
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the log in this file after every entry")
    parser.add_argument("--on", action="store_true", help="go on writing after the notes")


def run(asked: argparse.Namespace) -> int:
    """Read notes, or write entries until the scribe quits."""
    log = _begun(asked)
    if log is None:
        return PROBLEM
    if asked.out is not None:
        log.save(asked.out)
    if asked.notes is not None and not asked.on:
        _sum_up(log, asked.out)
        return OK
    _Desk(log).run()
    return OK


def _begun(asked: argparse.Namespace) -> Log | None:
    from guildhall.core import files
    from guildhall.logbook import Log, read_notes

    if asked.load is not None:
        return Log.load(asked.load)
    if asked.notes is None:
        return _asked_for()
    try:
        text = files.read(asked.notes).data.decode()
    except UnicodeDecodeError as error:
        complain(f"{asked.notes}: byte {error.start} is not UTF-8 text")
        return None
    try:
        return read_notes(text)
    except GuildhallError as error:
        complain(f"{asked.notes}: {error}")
        return None


def _asked_for() -> Log | None:
    """Begin a log from the scribe's input."""
    from guildhall.games import registration
    from guildhall.logbook.notes import begin, needed

    told: dict[str, str] = {}
    game = ask("game (guildhall): ")
    if game is None:
        return None
    told["game"] = game.strip() or "guildhall"
    home = registration(told["game"])
    while missing := needed(told):
        name, about = missing[0]
        answer = ask(f"{name} ({about}): ")
        if answer is None:
            return None
        if answer.strip():
            told[name] = answer.strip()
        if name == "players" and told.get("players") and home.settings.takes("first"):
            first = ask("first (who begins): ")
            told["first"] = (first or "").strip() or told["players"].split(",")[0].strip()
    more = {name: f"{home.settings.help()[name]}; nothing: the usual ones" for name in home.picks}
    more |= {name: f"{one.about}; or nothing" for name, one in home.scribing.opening.items() if one.prompted}
    for name, about in more.items():
        answer = ask(f"{name} ({about}): ")
        if answer is None:
            return None
        if answer.strip():
            told[name] = answer.strip()
    return begin(told)


def _sum_up(log: Log, out: Path | None) -> None:
    say(f"{len(log)} entries fit, {log.game.ply} plies.")
    for guess in log.guesses:
        say(f"entry {guess.entry}: guessed {guess.card}")
    say(log.rules.text(log.game.view(log.seat), None))
    if out is not None:
        say(f"Saved. To replay it: guildhall replay {out}")


class _Desk:
    """The dialogue with the scribe."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.commands: dict[str, Callable[[str], None]] = {
            "could": self._could,
            "list": lambda _: say(*self.log.entries),
            "edit": self._edit,
            "delete": self._delete,
            "undo": lambda _: self.log.undo(),
            "table": lambda _: say(self.log.rules.text(self.log.game.view(self.log.seat), None)),
            "odds": self._odds,
            "save": self._save,
            "help": lambda _: say(_HELP),
        }

    def run(self) -> None:
        """Read lines until the scribe quits or the input ends."""
        say(f"{self.log!r}. `help` lists all commands.")
        while (line := ask(self._prompt())) is not None and line.strip() != "quit":
            try:
                self._answer(line.strip())
            except GuildhallError as error:
                complain(error)

    def _prompt(self) -> str:
        if stuck := self.log.misfit:
            return f"entry {stuck.number} does not fit> "
        outcome = self.log.game.outcome
        return "over> " if outcome.reason else f"{self.log.seats[self.log.game.decision.seat]}> "

    def _answer(self, line: str) -> None:
        from guildhall.logbook.entry import with_player

        word, _, rest = line.partition(" ")
        if not line:
            return
        if word in self.commands:
            self.commands[word](rest.strip())
            return
        if self.log.game.outcome.reason:
            raise GuildhallError(offering("the game is over; undo, save FILE or quit", nearest(word, self.commands)))
        entry = self.log.enter(with_player(line, self.log.seats, self.log.game.decision.seat))
        say(f"{entry}" + (f"  [{entry.words}]" if entry.words else ""))

    def _could(self, beginning: str) -> None:
        could = self.log.could(beginning)
        if could.ask is not None:
            left = listing([f"{card} ({number})" for card, number in could.ask.palette.items()], most=60)
            say(f"tell {could.ask.number} after '; {could.ask.word}': {left}")
        else:
            say(f"{could.prompt}: {listing(could.phrases, most=60)}")

    def _edit(self, rest: str) -> None:
        number, _, text = rest.partition(" ")
        entry = self.log.edit(self._number(number), text.strip())
        say(entry)
        if stuck := self.log.misfit:
            say(stuck)

    def _delete(self, rest: str) -> None:
        self.log.delete(self._number(rest))
        if stuck := self.log.misfit:
            say(stuck)

    def _number(self, word: str) -> int:
        number = whole_number(word)
        if number is None:
            raise GuildhallError(f"write the number of an entry, 1 to {len(self.log)}, not '{word}'")
        return number

    def _odds(self, _: str) -> None:
        from guildhall.odds import win

        for row in win(self.log.game, seat=self.log.seat, n=400).iter_rows(named=True):
            say(f"{row['player']}: {row['p']:.0%} ({row['low']:.0%} to {row['high']:.0%})")

    def _save(self, name: str) -> None:
        from guildhall.core import files
        from guildhall.logbook import write_notes

        if not name:
            raise GuildhallError("write the name of a file, such as save friday.json")
        if name.endswith(".txt"):
            files.write(Path(name), write_notes(self.log).encode())
        else:
            self.log.save(name)
        say(f"Saved in {name}.")
