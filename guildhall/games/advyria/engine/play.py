"""Set-up, turns, the Grand Finale, the end of the game, and the consequences of every option."""

from __future__ import annotations

from guildhall.kernel.annotations import Log, Rules, State
from guildhall.kernel.containers import BIT, bit_count
from guildhall.kernel.log import log_event

from .effects import (
    after_landing,
    change_losses,
    complete,
    flip,
    go_on,
    land,
    peek,
    play_action,
    play_set,
    play_wizard,
    rob,
    send,
)
from .state import (
    ADVENTURE_POINTS,
    DIE,
    DRAW,
    GOLD_POINTS,
    HERO_POINTS,
    NONE,
    SET_OWN,
    SET_TYPE,
    START_HAND,
    START_LEVEL,
    TILE_ADVENTURE,
    TILE_GOLD,
    TOP_LOSSES,
    EventKind,
    Kind,
    OptionId,
    Over,
    Phase,
    kernel,
)
from .zones import discard, draw_cards, draw_number, roll, shuffle_deck, take_top


@kernel
def hero_points(s: State, R: Rules, seat: int) -> int:
    """Return the points of a revealed Hero card: five for each completed adventure on it."""
    if s.over == Over.RUNNING or s.hero[seat] == NONE or R.only_adventures == 1:
        return 0
    return HERO_POINTS * bit_count(s.done[seat] & R.shown[s.hero[seat]])


@kernel
def score(s: State, R: Rules, seat: int) -> int:
    """Return the Gold of a seat, without its secret Hero card while the game runs."""
    adventures = ADVENTURE_POINTS * bit_count(s.done[seat])
    if R.only_adventures == 1:
        return adventures
    return int(GOLD_POINTS * s.gold[seat] + adventures - s.losses[seat]) + hero_points(s, R, seat)


@kernel
def tie_break(s: State, R: Rules, seat: int) -> int:
    """Return the tie-breaker: Gold coins if only adventures count, otherwise tied players win together (ruling 23)."""
    return int(s.gold[seat]) if R.only_adventures == 1 else 0


@kernel
def winners(s: State, R: Rules) -> int:
    """Return the seats with the best result, as bits."""
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
    """Lay all quest tiles at random on the quest fields, village side up (rule 3)."""
    golds = int(R.golds)
    adventures = int(R.adventures)
    left = 0  # adventures with a tile already laid, as bits
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
    """Return the n-th unused adventure."""
    for adventure in range(R.adventures):
        if used & BIT[adventure] == 0:
            if n == 0:
                return adventure
            n -= 1
    return NONE


@kernel
def deal_heroes(s: State, R: Rules) -> None:
    """Deal a Hero card to each player and leave the others in the box (rule 4)."""
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
    """Set up a game (rules 3 to 8) up to the first choice of a guild field, from the template with all cards."""
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
    """Place a figure on a free guild field (rule 5). After the last one, deal cards and begin play."""
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
    """Draw three cards or, without a draw pile, begin the Finale at once (rules 10 and 26, ruling 5)."""
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
        # Asked even without a Wizard in hand, so that the question reveals nothing to the others.
        s.phase = Phase.FINALE
        return
    s.short = 1 if draw_cards(s, s.turn, log) < DRAW else 0
    s.drew = 1
    s.phase = Phase.ACT


@kernel
def begin_finale(s: State, R: Rules, log: Log) -> None:
    """Begin the Grand Finale, or end a game without one (rule 32b)."""
    if R.no_finale == 1:
        end_game(s, R, Over.CARDS.value, log)
        return
    s.finale = 1
    log_event(log, EventKind.FINALE.value, s.turn, 0, 0, 0)


@kernel
def end_turn(s: State, R: Rules, log: Log) -> None:
    """End the game if it is over (rules 28 and 29, ruling 22), otherwise begin the next player's turn."""
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
    """Reveal the Hero cards and count the Gold (rule 30)."""
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


# --- Options ---


@kernel
def play_card(s: State, R: Rules, code: int, log: Log) -> None:
    """Play a set, a Wizard or an action (rule 11)."""
    if code < OptionId.WIZARD:
        kind = code // SET_TYPE
        play_set(s, R, kind, code % SET_TYPE // SET_OWN, code % SET_OWN, log)
    elif code == OptionId.WIZARD:
        play_wizard(s, R, Kind.WIZARD.value, log)
    elif code == OptionId.JOKER:
        play_wizard(s, R, Kind.JOKER.value, log)
    else:
        play_action(s, R, code - OptionId.ACTION, log)


@kernel
def check_limit(s: State, R: Rules, log: Log) -> None:
    """Discard down to the hand level, then end the turn, also in the Finale (rule 12, ruling 27)."""
    if s.hand_n[s.turn] > s.level[s.turn]:
        s.phase = Phase.LIMIT
    else:
        end_turn(s, R, log)


@kernel
def discard_for_limit(s: State, R: Rules, kind: int, log: Log) -> None:
    """Discard a card over the limit. A Fairy, and no other card, may cost a loss (rule 12, ruling 21)."""
    log_event(log, EventKind.DISCARD.value, s.turn, kind, 0, 0)
    discard(s, R, s.turn, kind)
    if kind == Kind.FAIRY and roll(s, log, Kind.FAIRY.value) == DIE:
        change_losses(s, s.turn, 1, TOP_LOSSES, log)
    check_limit(s, R, log)


@kernel
def open_turn(s: State, R: Rules, code: int, log: Log) -> None:
    """In the Finale, trade a Wizard for three cards, without a level (rule 27, ruling 6), then begin the turn."""
    s.phase = Phase.ACT
    if code == OptionId.WIZARD_DRAW:
        log_event(log, EventKind.DISCARD.value, s.turn, Kind.WIZARD.value, 0, 0)
        discard(s, R, s.turn, Kind.WIZARD.value)
        s.drew = 1 if draw_cards(s, s.turn, log) > 0 else 0


@kernel
def claim(s: State, R: Rules, code: int, log: Log) -> None:
    """Complete the adventure on the figure's field, or leave the tile there (rule 17)."""
    if code == OptionId.COMPLETE:
        complete(s, R, log)
    after_landing(s, R, log)


@kernel
def look(s: State, code: int, log: Log) -> None:
    """Look at one more hidden tile, or stop looking."""
    if code == OptionId.DONE:
        s.peeks = 0
        s.phase = Phase.ACT
    else:
        peek(s, code - OptionId.PEEK, log)


@kernel
def apply(s: State, R: Rules, log: Log, code: int) -> None:
    """Carry out an option, which must be legal."""
    phase = s.phase
    if phase == Phase.ACT:
        if code == OptionId.END:
            check_limit(s, R, log)
        else:
            play_card(s, R, code, log)
    elif phase == Phase.MOVE:
        land(s, R, code - OptionId.MOVE, log)
    elif phase == Phase.CLAIM:
        claim(s, R, code, log)
    elif phase == Phase.ROB:
        if code == OptionId.NO_ROB:
            go_on(s, log)
        else:
            rob(s, R, code - OptionId.ROB, log)
    elif phase == Phase.SEND:
        send(s, code - OptionId.SEND, log)
        go_on(s, log)
    elif phase == Phase.TURN:
        flip(s, code - OptionId.TURN, log)
    elif phase == Phase.PEEK:
        look(s, code, log)
    elif phase == Phase.LIMIT:
        discard_for_limit(s, R, code - OptionId.DISCARD, log)
    elif phase == Phase.FINALE:
        open_turn(s, R, code, log)
    else:
        place_figure(s, R, code - OptionId.GUILD, log)
