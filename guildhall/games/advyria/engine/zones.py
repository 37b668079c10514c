"""Randomness and card movement: the only place that uses the generator and moves cards."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.chance import throw
from guildhall.kernel.log import log_event

from .state import DIE, DRAW, EventKind, kernel


@kernel
def draw_number(s: State, n: int) -> int:
    """Return a uniform choice among 0 .. n-1 from the game's generator."""
    s.rng, choice = throw(s.rng, n)
    return int(choice)


@kernel
def roll(s: State, log: Log, kind: int) -> int:
    """Roll the die for a card of a kind."""
    die = draw_number(s, DIE) + 1
    log_event(log, EventKind.ROLL.value, s.turn, die, kind, 0)
    return die


@kernel
def shuffle_deck(s: State) -> None:
    """Shuffle the draw pile."""
    for i in range(s.deck_n - 1, 0, -1):
        s.rng, j = throw(s.rng, i + 1)
        s.deck[i], s.deck[j] = s.deck[j], s.deck[i]


@kernel
def pile_to_deck(s: State, log: Log) -> None:
    """Shuffle the discard pile into a new draw pile."""
    for i in range(s.pile_n):
        s.deck[i] = s.pile[i]
        s.pile[i] = 0
    s.deck_n = s.pile_n
    s.pile_n = 0
    shuffle_deck(s)
    log_event(log, EventKind.SHUFFLE.value, s.turn, s.deck_n, 0, 0)


@kernel
def take_top(s: State, seat: int, log: Log) -> None:
    """Draw one card from the draw pile."""
    s.deck_n -= 1
    kind = int(s.deck[s.deck_n])
    s.deck[s.deck_n] = 0
    s.hand[seat, kind] += 1
    s.hand_n[seat] += 1
    log_event(log, EventKind.DRAW.value, seat, kind, 0, 0)


@kernel
def draw_cards(s: State, seat: int, log: Log) -> int:
    """Draw three cards, refilling an empty draw pile if allowed (rules 10 and 27), and return the number drawn.

    In the Finale the discard pile is shuffled as often as needed (ruling 4).
    """
    for n in range(DRAW):
        if s.deck_n == 0 and s.pile_n > 0 and (s.finale == 1 or s.refills > 0):
            if s.finale == 0:
                s.refills -= 1
            pile_to_deck(s, log)
        if s.deck_n == 0:
            return n
        take_top(s, seat, log)
    return DRAW


@kernel
def forget_one(s: State, R: Rules, owner: int, kind: int) -> None:
    """Update knowledge when a card is seen to leave a hand: viewers who knew a copy there know one less."""
    for viewer in range(R.players):
        if s.known[viewer, owner, kind] > 0:
            s.known[viewer, owner, kind] -= 1


@kernel
def leave_hand(s: State, R: Rules, seat: int, kind: int) -> None:
    """Take a card out of a hand in the open."""
    s.hand[seat, kind] -= 1
    s.hand_n[seat] -= 1
    forget_one(s, R, seat, kind)


@kernel
def discard(s: State, R: Rules, seat: int, kind: int) -> None:
    """Move a card from a hand to the discard pile (rule 24)."""
    leave_hand(s, R, seat, kind)
    s.pile[s.pile_n] = kind
    s.pile_n += 1


@kernel
def nth_card(s: State, R: Rules, seat: int, n: int) -> int:
    """Return the kind of the n-th card of a hand, in the order of kinds."""
    for kind in range(R.kinds):
        n -= int(s.hand[seat, kind])
        if n < 0:
            return kind
    return 0


@kernel
def forget_unseen(s: State, R: Rules, viewer: int, owner: int) -> None:
    """Update knowledge when a card leaves a hand unseen by a viewer, who knows of one less of every kind."""
    for kind in range(R.kinds):
        if s.known[viewer, owner, kind] > 0:
            s.known[viewer, owner, kind] -= 1


@kernel
def steal_card(s: State, R: Rules, thief: int, victim: int, log: Log) -> None:
    """Draw one random card from another hand, which only the two players see (rule 23)."""
    kind = nth_card(s, R, victim, draw_number(s, s.hand_n[victim]))
    s.hand[victim, kind] -= 1
    s.hand_n[victim] -= 1
    s.hand[thief, kind] += 1
    s.hand_n[thief] += 1
    for viewer in range(R.players):
        if viewer != thief and viewer != victim:
            forget_unseen(s, R, viewer, victim)
    if s.known[thief, victim, kind] > 0:
        s.known[thief, victim, kind] -= 1
    s.known[victim, thief, kind] += 1
    log_event(log, EventKind.STEAL.value, thief, kind, victim, 0)
