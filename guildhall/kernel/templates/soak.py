"""One game of a soak: bots play from start to end, and every law is checked along the way."""

from __future__ import annotations

from ..annotations import Bytes, Coins, Ints, Log, Rules, RulesOf, State, States, Table, Weights
from ..containers import counts_fit, same, same_options
from ..log import HEAD, LOST, clear
from ..validator import Fact, PlayLaw, Slot
from . import apply, deal, deal_unknown, decide, look_from, offer, template

RESHUFFLES = 0  # 1 for a game that has `reshuffle_hidden`
LEDGER = (1, 1)  # rows and columns of the ledger
USES = (1, 1)  # rows and columns of the table of uses
MOST_OPTIONS = 0  # the maximum of a decision
MOST_STEPS = 0  # the maximum number of steps to search for options, counted in the list's last entry; 0: no search

_GAME, _START, _WORK, _BLANK, _SEEN, _OTHER, _OTHER_SEEN = (int(slot) for slot in Slot)


@template
def sound(states: States, i: int, rules: RulesOf, work: States) -> int:
    """Return the first law of a single state that game `i` breaks, or 0. `work` is for recounting."""
    return 0


@template
def reshuffle_hidden(s: State, R: Rules, seat: int, coins: Coins, pool: Ints) -> None:
    """Change only what a seat cannot know."""


@template
def is_clear(s: State, R: Rules) -> bool:
    """True if no field holds leftovers, so that equal games are equal byte for byte."""
    return True


@template
def offer_is_complete(s: State, R: Rules, opts: Ints, n: int) -> bool:
    """True if exactly the legal options are offered."""
    return True


@template
def held(s: State, R: Rules, seat: int, column: int) -> int:
    """Count the items of a seat in a column of the ledger, where each seat has a row."""
    return 0


@template
def book_in(s: State, R: Rules, ledger: Table) -> None:
    """Begin a ledger: the items of every seat, or the place of everything."""
    for seat in range(min(R.players, ledger.shape[0])):
        for column in range(ledger.shape[1]):
            ledger[seat, column] = held(s, R, seat, column)


@template
def book_rows(s: State, R: Rules, log: Log, ledger: Table) -> None:
    """Carry the rows of one ply into the ledger."""


@template
def ledger_agrees(s: State, R: Rules, ledger: Table) -> bool:
    """True if the log alone reproduces the items of every seat, or the place of everything."""
    for seat in range(min(R.players, ledger.shape[0])):
        for column in range(ledger.shape[1]):
            if ledger[seat, column] != held(s, R, seat, column):
                return False
    return True


@template
def count_uses(R: Rules, log: Log, uses: Table) -> None:
    """Count the uses that a report lists."""


@template
def options_differ(opts: Ints, n: int) -> bool:
    """True if no option is offered twice."""
    for i in range(n):
        for j in range(i):
            if opts[i] == opts[j]:
                return False
    return True


@template
def check_offer(scratch: States, raw: Bytes, rules: RulesOf, opts: Ints, n: int) -> int:
    """Check that the options match an exhaustive search, and that offering them changed nothing.

    The slot WORK holds a copy of the game from before.
    """
    if not same(raw, _GAME, _WORK):
        return PlayLaw.OFFERING_CHANGES_NOTHING.value
    if (n == 0) != (scratch[_GAME].over != 0):
        return PlayLaw.EVERY_DECISION_HAS_OPTIONS.value
    if not options_differ(opts, n):
        return PlayLaw.OPTIONS_DIFFER.value
    if MOST_STEPS > 0 and opts[MOST_OPTIONS - 1] > MOST_STEPS:
        return PlayLaw.OPTIONS_ARE_SHORT_WORK.value
    if n > 0 and not offer_is_complete(scratch[_GAME], rules[0], opts, n):
        return PlayLaw.OFFER_IS_COMPLETE.value
    return 0


@template
def check_state(scratch: States, raw: Bytes, capacities: Table, rules: RulesOf, log: Log, ledger: Table) -> int:
    """Check the laws of a single state, and the log since the last one."""
    if not counts_fit(raw, _GAME, capacities):
        return PlayLaw.COUNTS_FIT_THEIR_BUFFERS.value
    law = sound(scratch, _GAME, rules, scratch[_WORK : _WORK + 1])
    if law != 0:
        return law
    if not is_clear(scratch[_GAME], rules[0]):
        return PlayLaw.NOTHING_IS_LEFT_OVER.value
    if log[HEAD, LOST] > 0:
        return PlayLaw.LOG_HOLDS_ALL_EVENTS.value
    book_rows(scratch[_GAME], rules[0], log, ledger)
    return 0 if ledger_agrees(scratch[_GAME], rules[0], ledger) else PlayLaw.LOG_REBUILDS_THE_TABLE.value


@template
def check_alike(
    scratch: States,
    raw: Bytes,
    rules: RulesOf,
    seat: int,
    W: Weights,
    coins: Coins,
    opts: Ints,
    n: int,
    others: Ints,
    unlike: int,
) -> int:
    """Check that the seat sees, may do and does the same in the game in OTHER.

    If its view differs, the broken law is `unlike`.
    """
    look_from(scratch, _OTHER, rules, seat, scratch[_BLANK : _BLANK + 1], scratch[_OTHER_SEEN : _OTHER_SEEN + 1])
    if not same(raw, _SEEN, _OTHER_SEEN):
        return unlike
    if n == 0 or scratch[_GAME].actor != seat:
        return 0
    if not same_options(opts, n, others, offer(scratch[_OTHER], rules[0], others)):
        return PlayLaw.OPTIONS_FOLLOW_FROM_THE_VIEW.value
    choice = decide(scratch[_GAME], rules[0], W, opts, n, coins)
    return (
        0 if decide(scratch[_OTHER], rules[0], W, others, n, coins) == choice else PlayLaw.BOTS_CHOOSE_BY_THE_VIEW.value
    )


@template
def check_view(
    scratch: States,
    raw: Bytes,
    rules: RulesOf,
    seat: int,
    W: Weights,
    coins: Coins,
    dice: Coins,
    pool: Ints,
    opts: Ints,
    n: int,
    others: Ints,
) -> int:
    """Check that a seat notices nothing if hidden cards are changed, or dealt again to another valid game."""
    look_from(scratch, _GAME, rules, seat, scratch[_BLANK : _BLANK + 1], scratch[_SEEN : _SEEN + 1])
    if RESHUFFLES == 1:
        scratch[_OTHER] = scratch[_GAME]
        reshuffle_hidden(scratch[_OTHER], rules[0], seat, dice, pool)
        unlike = PlayLaw.VIEW_HIDES_WHAT_IS_HIDDEN.value
        law = check_alike(scratch, raw, rules, seat, W, coins, opts, n, others, unlike)
        if law != 0:
            return law
    seen, other = scratch[_SEEN : _SEEN + 1], scratch[_OTHER : _OTHER + 1]
    if deal_unknown(seen, rules, seat, dice, pool, others, other) == 0:
        return PlayLaw.A_DEAL_FITS_THE_VIEW.value
    if sound(scratch, _OTHER, rules, scratch[_WORK : _WORK + 1]) != 0:
        return PlayLaw.DEALT_GAME_IS_SOUND.value
    unlike = PlayLaw.DEALT_GAME_LOOKS_THE_SAME.value
    return check_alike(scratch, raw, rules, seat, W, coins, opts, n, others, unlike)


@template
def check_views(
    scratch: States,
    raw: Bytes,
    rules: RulesOf,
    W: Weights,
    coins: Coins,
    dice: Coins,
    pool: Ints,
    opts: Ints,
    n: int,
    others: Ints,
    facts: Ints,
) -> int:
    """Check the laws about views for every seat; the facts keep the seat for which one is broken."""
    for seat in range(rules[0].players):
        facts[Fact.SEAT] = seat
        law = check_view(scratch, raw, rules, seat, W, coins, dice, pool, opts, n, others)
        if law != 0:
            return law
        facts[Fact.DEALS] += 1
    facts[Fact.SEAT] = -1
    return 0


@template
def check_replay(scratch: States, raw: Bytes, rules: RulesOf, moves: Ints, plies: int, log: Log) -> int:
    """Check that the same options from the same start lead to the same game, byte for byte."""
    scratch[_WORK] = scratch[_START]
    for i in range(plies):
        clear(log)
        apply(scratch[_WORK], rules[0], log, moves[i])
    return 0 if same(raw, _GAME, _WORK) else PlayLaw.REPLAY_GIVES_THE_SAME_GAME.value


@template
def begin_game(scratch: States, template: States, rules: RulesOf, word: Coins, log: Log, ledger: Table) -> None:
    """Deal a game, store its start and begin its ledger."""
    scratch[_GAME] = template[0]
    scratch[_GAME].rng = word[0]
    clear(log)
    deal(scratch[_GAME], rules[0], log)
    scratch[_START] = scratch[_GAME]
    book_in(scratch[_GAME], rules[0], ledger)
    clear(log)


@template
def soak_game(
    scratch: States,
    raw: Bytes,
    template: States,
    rules: RulesOf,
    W: Weights,
    word: Coins,
    coins: Coins,
    dice: Coins,
    every: int,
    opts: Ints,
    others: Ints,
    pool: Ints,
    log: Log,
    ledger: Table,
    moves: Ints,
    facts: Ints,
    uses: Table,
    capacities: Table,
    stop: Ints,
) -> int:
    """Play one game by weights; return the first law it breaks, or 0.

    `word` is the game's generator, `coins` has one for each seat, and `dice` deals hidden cards again. The laws about
    views are checked every `every` plies, all others at each ply.
    """
    R = rules[0]
    begin_game(scratch, template, rules, word, log, ledger)
    while True:
        scratch[_WORK] = scratch[_GAME]
        n = offer(scratch[_GAME], R, opts)
        law = check_offer(scratch, raw, rules, opts, n)
        if law == 0:
            law = check_state(scratch, raw, capacities, rules, log, ledger)
        if law == 0 and facts[Fact.PLIES] % every == 0:
            law = check_views(scratch, raw, rules, W, coins, dice, pool, opts, n, others, facts)
        if law != 0:
            return law
        if n == 0 or facts[Fact.PLIES] == moves.shape[0] or stop[0] != 0:
            facts[Fact.OVER] = scratch[_GAME].over
            return check_replay(scratch, raw, rules, moves, facts[Fact.PLIES], log)
        code = decide(scratch[_GAME], R, W, opts, n, coins)
        moves[facts[Fact.PLIES]] = code
        facts[Fact.PLIES] += 1
        facts[Fact.DECISIONS] += 1 if n > 1 else 0
        clear(log)
        apply(scratch[_GAME], R, log, code)
        count_uses(R, log, uses)
