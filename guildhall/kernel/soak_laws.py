"""The laws that a soak watches in every game, and what a game of it reports."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["FIRST_PLAY_LAW", "SLOTS", "Fact", "PlayLaw", "Slot", "law_name"]

FIRST_PLAY_LAW = 20  # smaller numbers are the laws of a state, each game's own


class PlayLaw(IntEnum):
    """Laws of a line of play."""

    EVERY_DECISION_HAS_OPTIONS = 20
    OPTIONS_DIFFER = 21
    OFFERING_CHANGES_NOTHING = 22
    OFFER_IS_COMPLETE = 23
    NOTHING_IS_LEFT_OVER = 24
    LOG_REBUILDS_THE_TABLE = 25
    VIEW_HIDES_WHAT_IS_HIDDEN = 26
    OPTIONS_FOLLOW_FROM_THE_VIEW = 27
    BOTS_CHOOSE_BY_THE_VIEW = 28
    A_DEAL_FITS_THE_VIEW = 29
    DEALT_GAME_IS_SOUND = 30
    DEALT_GAME_LOOKS_THE_SAME = 31
    REPLAY_GIVES_THE_SAME_GAME = 32
    LOG_HOLDS_ALL_EVENTS = 33
    COUNTS_FIT_THEIR_BUFFERS = 34
    OPTIONS_ARE_SHORT_WORK = 35


class Fact(IntEnum):
    """What a game reports beside the law it broke."""

    PLIES = 0
    DECISIONS = 1
    DEALS = 2
    SEAT = 3  # of a broken law about views, or -1
    OVER = 4


class Slot(IntEnum):
    """Places on the desk, an array of states."""

    GAME = 0
    START = 1  # how it began
    WORK = 2  # a scratch copy
    BLANK = 3  # what a seat knows before it looks
    SEEN = 4  # what a seat sees
    OTHER = 5  # a game that differs from this one in what the seat cannot know
    OTHER_SEEN = 6  # what the seat sees of that


SLOTS = len(Slot)


def law_name(law: IntEnum) -> str:
    """A law in words.

    >>> law_name(PlayLaw.OPTIONS_DIFFER)
    'options differ'
    """
    return law.name.lower().replace("_", " ")
