"""The texts of a game: phrases, prompts, descriptions of events and everything else that people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from guildhall.core.decision import Event, Outcome

if TYPE_CHECKING:
    from guildhall.core.game import Game
    from guildhall.core.rules import Rules, State

__all__ = ["CardText", "Words", "as_one_sentence"]

_ARTICLES = ("The ", "Der ", "Die ", "Das ")
"""First words to put in lower case when sentences are joined."""


class Words:
    """The texts of a game. A game overrides the methods whose default does not read well.

    All methods except `ending` are called with states of running games.
    """

    def __init__(self, rules: Rules) -> None:
        self.seats = rules.seats

    # --- Decisions ---

    def kind(self, state: State) -> str:
        """Return the kind of the current decision."""
        return "act"

    def prompt(self, state: State) -> str:
        """Return the question to the deciding seat."""
        return "choose an action"

    def phrase(self, state: State, option: int) -> str:
        """Return the stable phrase of an option, the same in every language."""
        return f"option {option}"

    def label(self, state: State, option: int) -> str:
        """Return the on-screen name of an option, or "" to use its phrase."""
        return ""

    def about(self, state: State, option: int) -> str:
        """Return a sentence about an option, such as its effect or its price."""
        return ""

    def place(self, state: State, option: int) -> str | None:
        """Return the name of the place on the table where an option can be clicked, also used by highlights."""
        return None

    def refusal(self, state: State, phrase: str) -> str | None:
        """Return why a phrase is not legal, or None. The state may contain only what the deciding seat knows."""
        return None

    def hints(self, game: Game, seat: int) -> Iterator[str]:
        """Yield sentences about the current decision, based only on what the seat may know."""
        return iter(())

    # --- Events ---

    def event(self, event: int, seat: int, numbers: Sequence[int]) -> Event:
        """Return a row of the event log as an `Event`."""
        return Event(f"event {event}", seat, f"event {event}: {', '.join(map(str, numbers))}")

    def move(self, seat: int, events: Sequence[Event]) -> str:
        """Describe a seat's move, without naming the seat, from the events as the reader saw them."""
        return as_one_sentence(self.seats[seat], events)

    def opening(self, events: Sequence[Event]) -> list[str]:
        """Return sentences without their full stops about the events before the first decision."""
        return []

    def turns(self, events: Sequence[Event]) -> list[str]:
        """Return a sentence for each turn that begins in these events, including turns of enemies."""
        return []

    def ending(self, state: State, outcome: Outcome) -> str:
        """Describe how the game ended, as a sentence without its full stop."""
        return outcome.told(self.seats)


def as_one_sentence(who: str, events: Sequence[Event]) -> str:
    """Join a player's events to one sentence, without the player's name and without the beginning of a turn.

    >>> as_one_sentence("Ada", [Event("play", 0, "Ada plays a Fairy"), Event("roll", 0, "Ada rolls a 3")])
    'plays a Fairy, rolls a 3'
    >>> as_one_sentence("Ada", [Event("roll", 0, "Ada rolls a 3"), Event("reveal", -1, "The tile on c6 shows Gold")])
    'rolls a 3, the tile on c6 shows Gold'
    """
    return ", ".join(_without(who, event.text) for event in events if event.text and event.kind != "turn")


def _without(who: str, text: str) -> str:
    if text.startswith((f"{who} ", f"{who}: ")):
        return text.removeprefix(who).lstrip(": ")
    return text[0].lower() + text[1:] if text.startswith(_ARTICLES) else text


class CardText(NamedTuple):
    """The text of a card: its on-screen name, its effect, and the provenance of that text.

    `whole` has the full text in lines, if that is more than its name and the effect.
    """

    shown: str
    text: str
    provenance: str = "rulebook"
    whole: str = ""

    @property
    def lines(self) -> list[str]:
        """The card as lines for a terminal, with stand-ins marked.

        >>> CardText("Joker", "Counts as any card.", "stand-in").lines
        ['Joker: Counts as any card. [stand-in]']
        """
        mark = " [stand-in]" if self.provenance == "stand-in" else ""
        return (self.whole or f"{self.shown}: {self.text}{mark}").splitlines()
