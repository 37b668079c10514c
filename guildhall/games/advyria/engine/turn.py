"""The frame of a game: set-up, the beginning and the end of a turn, the Grand Finale, the end and who wins."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from .state import (
    ADVENTURE_POINTS,
    DRAW,
    GOLD_POINTS,
    HERO_POINTS,
    NONE,
    START_HAND,
    START_LEVEL,
    TILE_ADVENTURE,
    TILE_GOLD,
    EventKind,
    Over,
    Phase,
    kernel,
)
from .zones import draw_cards, draw_number, shuffle_deck, take_top


@kernel
def hero_points(s: State, R: Rules, seat: int) -> int:
    """What the Hero card adds once it is revealed: five for each adventure on it that was completed."""
    if s.over == Over.RUNNING or s.hero[seat] == NONE or R.only_adventures == 1:
        return 0
    return HERO_POINTS * bit_count(s.done[seat] & R.shown[s.hero[seat]])


@kernel
def score(s: State, R: Rules, seat: int) -> int:
    """The Gold of a seat; while the game runs without the Hero card, which nobody else knows."""
    adventures = ADVENTURE_POINTS * bit_count(s.done[seat])
    if R.only_adventures == 1:
        return adventures
    return int(GOLD_POINTS * s.gold[seat] + adventures - s.losses[seat]) + hero_points(s, R, seat)


@kernel
def tie_break(s: State, R: Rules, seat: int) -> int:
    """Where only adventures count, Gold coins decide between equals; else equals win together (ruling 23)."""
    return int(s.gold[seat]) if R.only_adventures == 1 else 0


@kernel
def winners(s: State, R: Rules) -> int:
    """The seats that nobody is better than, as bits."""
    best = 0
    for seat in range(R.players):
        ahead = score(s, R, seat) - score(s, R, best)
        if ahead > 0 or (ahead == 0 and tie_break(s, R, seat) > tie_break(s, R, best)):
            best = seat
    bits = 0
    for seat in range(R.players):
        if score(s, R, seat) == score(s, R, best) and tie_break(s, R, seat) == tie_break(s, R, best):
            bits |= BIT[seat]
    return int(bits)


@kernel
def lay_tiles(s: State, R: Rules) -> None:
    """All quest tiles at random on the quest fields, village side up (rule 3)."""
    golds = int(R.golds)
    adventures = int(R.adventures)
    left = 0  # adventures whose tile is laid already, as bits
    for field in range(R.fields):
        if R.quests & BIT[field] == 0:
            continue
        s.facedown |= BIT[field]
        n = draw_number(s, golds + adventures)
        if n < golds:
            golds -= 1
            s.tile[field] = TILE_GOLD
        else:
            adventures -= 1
            adventure = nth_left(R, left, n - golds)
            left |= BIT[adventure]
            s.tile[field] = TILE_ADVENTURE + adventure


@kernel
def nth_left(R: Rules, used: int, n: int) -> int:
    """The n-th adventure that is not among the used ones."""
    for adventure in range(R.adventures):
        if used & BIT[adventure] == 0:
            if n == 0:
                return adventure
            n -= 1
    return NONE


@kernel
def deal_heroes(s: State, R: Rules) -> None:
    """A Hero card for each player, the others stay in the box (rule 4)."""
    used = 0
    for seat in range(R.players):
        n = draw_number(s, R.heroes - seat)
        for hero in range(R.heroes):
            if used & BIT[hero] == 0:
                if n == 0:
                    used |= BIT[hero]
                    s.hero[seat] = hero
                    break
                n -= 1


@kernel
def deal(s: State, R: Rules, log: Log) -> None:
    """Rules 3 to 8 up to the first choice of a guild field: nothing to tell yet; the template holds all cards."""
    lay_tiles(s, R)
    if R.no_heroes == 0:
        deal_heroes(s, R)
    s.first = R.first if R.first != NONE else draw_number(s, R.players)
    shuffle_deck(s)
    for seat in range(R.players):
        s.level[seat] = START_LEVEL
    s.refills = R.refills
    s.turn = s.first
    s.actor = s.first
    s.phase = Phase.GUILD


@kernel
def place_figure(s: State, R: Rules, field: int, log: Log) -> None:
    """A player takes a free guild field (rule 5); after the last one cards are dealt and play begins."""
    s.figure[s.actor] = field
    log_event(log, EventKind.PLACE.value, s.actor, field, 0, 0)
    s.turn = (s.turn + 1) % R.players
    s.actor = s.turn
    if s.turn != s.first:
        return
    for _ in range(START_HAND):
        for seat in range(R.players):
            take_top(s, seat, log)
    begin_turn(s, R, log)


@kernel
def begin_turn(s: State, R: Rules, log: Log) -> None:
    """Draw three cards; without a draw pile the Finale begins at once (rules 10 and 26, ruling 5)."""
    s.played = 0
    s.drew = 0
    s.robbed = 0
    s.short = 0
    if s.finale == 0 and s.deck_n == 0 and (s.refills == 0 or s.pile_n == 0):
        begin_finale(s, R, log)
    if s.over != Over.RUNNING:
        return
    s.turn_no += 1
    s.actor = s.turn
    log_event(log, EventKind.TURN.value, s.turn, s.turn_no, 0, 0)
    if s.finale == 1:
        # Asked whether or not a Wizard is in hand: that the game asks must not tell the others.
        s.phase = Phase.FINALE
        return
    s.short = 1 if draw_cards(s, s.turn, log) < DRAW else 0
    s.drew = 1
    s.phase = Phase.ACT


@kernel
def begin_finale(s: State, R: Rules, log: Log) -> None:
    """The Grand Finale, or the end of the game where it is left out (rule 32b)."""
    if R.no_finale == 1:
        end_game(s, R, Over.CARDS.value, log)
        return
    s.finale = 1
    log_event(log, EventKind.FINALE.value, s.turn, 0, 0, 0)


@kernel
def end_turn(s: State, R: Rules, log: Log) -> None:
    """Look whether the game ends (rules 28 and 29, ruling 22), else the next player begins a turn."""
    log_event(log, EventKind.REST.value, s.turn, s.hand_n[s.turn], s.finale, 0)
    if s.finale == 1:
        s.idle = s.idle + 1 if s.played == 0 and s.drew == 0 else 0
    if s.facedown == 0 and s.faceup == 0:
        end_game(s, R, Over.TILES.value, log)
    elif s.idle >= R.players:
        end_game(s, R, Over.PASSED.value, log)
    elif s.short == 1:
        begin_finale(s, R, log)
    if s.over == Over.RUNNING and R.turn_limit != 0 and s.turn_no >= R.turn_limit:
        end_game(s, R, Over.UNFINISHED.value, log)
    if s.over == Over.RUNNING:
        s.turn = (s.turn + 1) % R.players
        begin_turn(s, R, log)


@kernel
def end_game(s: State, R: Rules, how: int, log: Log) -> None:
    """Hero cards are revealed and Gold is counted (rule 30)."""
    s.over = how
    s.phase = Phase.OVER
    s.actor = NONE
    log_event(log, EventKind.END.value, s.turn, how, 0, 0)
    for seat in range(R.players):
        if s.hero[seat] != NONE:
            log_event(log, EventKind.HERO.value, seat, s.hero[seat], 0, 0)
    for seat in range(R.players):
        log_event(log, EventKind.SCORE.value, seat, score(s, R, seat), hero_points(s, R, seat), 0)
    if how != Over.UNFINISHED:
        s.winners = winners(s, R)
