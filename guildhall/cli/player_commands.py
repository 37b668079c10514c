"""What a player can say besides naming options: undo, save, hint, why and so on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from guildhall.cli.screen import print_line
from guildhall.cli.seating import read_seating
from guildhall.core.decision import fold
from guildhall.core.errors import GuildhallError, IllegalOption, nearest, offering
from guildhall.core.registration import text_lines
from guildhall.core.typed import whole_number
from guildhall.records.archive import load

if TYPE_CHECKING:
    from guildhall.cli.session import Session

__all__ = ["obey"]

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


def obey(session: Session, line: str) -> bool:
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
