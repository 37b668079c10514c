"""A game on the screen of a terminal: what happened, the table as a seat sees it, the options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from guildhall.cli.screen import coloured, print_line
from guildhall.core.decision import Decision, Event
from guildhall.core.game import Game
from guildhall.core.sets import ChosenSet

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_events", "show_move", "show_options", "show_table", "told"]

ONLOOKER = -1
"""The seat of somebody who only watches, and sees what everybody sees."""


def told(events: Iterable[Event], seat: int) -> Iterator[str]:
    """What a seat saw, a line each; the same line several times in a row is told once.

    >>> draw = Event("draw", 0, "Ada draws red Farmer", {}, seen_by=(0,), public="Ada draws a card")
    >>> list(told([draw, draw], 1))
    ['Ada draws a card (2 times)']
    """
    lines = (event.as_seen_by(seat).text for event in _without_echo(events))
    for line, same in groupby(filter(None, lines)):
        times = len(list(same))
        yield line if times == 1 else f"{line} ({times} times)"


def _without_echo(events: Iterable[Event]) -> Iterator[Event]:
    """Leave out that a card goes to the area right after it was played."""
    before: Event | None = None
    for event in events:
        echo = before is not None and (before.kind, event.kind) == ("play", "move")
        if not echo:
            yield event
        before = event


def show_events(console: Console, events: Iterable[Event], seat: int) -> None:
    """Tell what happened, with a line above each turn."""
    for line in told(events, seat):
        # A new turn is the one thing to look for in a long list.
        begins_turn = line.startswith("Turn ")
        print_line(console, line if begins_turn else f"  {line}", style="bold" if begins_turn else "")


def show_move(console: Console, sentence: str, events: Iterable[Event]) -> None:
    """Tell a move of somebody else in one sentence, with a line where the next turn begins."""
    print_line(console, f"  {sentence}")
    for event in events:
        if event.kind == "turn":
            print_line(console, event.text, style="bold")


def show_table(console: Console, game: Game, seat: int) -> None:
    """The table as the seat sees it, with nothing that is hidden from it."""
    console.print()
    print_line(console, game.rules.text(game.view(seat), None))


def show_options(console: Console, decision: Decision, chosen: ChosenSet) -> None:
    """What is asked, and every option with a number: a line each with its sentence, or in columns without."""
    decision = replace(decision, options=chosen.options)
    console.print()
    print_line(console, decision.prompt, style="bold")
    if sum(bool(option.text) for option in decision.options) > 1:
        _show_lines(console, decision)
    else:
        _show_columns(console, decision)
    if chosen.picks:
        print_line(
            console, f"Chosen: {', '.join(option.phrase for option in chosen.chosen)}; undo takes the last one back."
        )
    elif chosen.takes_several:
        print_line(console, "In any order, one after the other, or all at once with commas.")


def _show_lines(console: Console, decision: Decision) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column()
    for number, option in enumerate(decision.options, 1):
        table.add_row(str(number), coloured(option.phrase), option.text)
    console.print(table)


def _show_columns(console: Console, decision: Decision) -> None:
    from rich.columns import Columns

    numbered = (f"{number:>3}  {option.phrase}" for number, option in enumerate(decision.options, 1))
    console.print(Columns(map(coloured, numbered), padding=(0, 3), column_first=True))
