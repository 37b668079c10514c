"""The soak: it goes through every way to play, tells what it found, and its laws notice what breaks them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import guildhall as gh
from guildhall.games.guildhall.engine.engine import ENGINE
from guildhall.games.guildhall.engine.laws import (
    Law,
    absent_are_clear,
    book_in,
    book_rows,
    ledger_agrees,
    offer_is_complete,
    piles_end_clear,
    registers_are_clear,
    sound,
)
from guildhall.games.guildhall.engine.state import (
    ACT_ROW,
    AREA_OF,
    BOX,
    COLOURS,
    DECK,
    FLIGHT,
    HALL,
    HAND,
    KINDS,
    OFFER,
    PILE,
    SPENT,
    STATE,
    ZONES,
    EventKind,
    OptionId,
)
from guildhall.games.guildhall.reading import load_book
from guildhall.kernel.log import empty_log, log_event
from guildhall.kernel.validator import PlayLaw
from guildhall.testing import soak as runner
from guildhall.testing.laws import Violation
from guildhall.testing.soak import Buffers
from tests.games.guildhall.soak import FORMS, VARIANTS, Case, SoakViolation, cases, run


def test_a_soak_over_every_form_finds_nothing():
    report = run(40_000, seed=11)

    assert str(report).endswith("No law was broken."), str(report)
    assert report.ok
    assert report.decisions >= 40_000
    assert set(report.by_form) == set(FORMS)
    assert report.deals > report.games


def test_every_way_to_play_is_gone_through():
    ways = cases()

    assert len({(case.form, case.players, case.variant) for case in ways}) == len(FORMS) * 3 * len(VARIANTS)
    assert {case.form for case in ways[: len(FORMS)]} == set(FORMS)


def test_the_forms_hold_every_set_every_profession_every_master_and_house():
    book, decks = load_book(), [Case(form, 4).rules.deck for form in FORMS]
    in_use = {card.profession.name for deck in decks for card in deck.professions}
    vp_in_use = {card.name for deck in decks for card, _ in deck.vp}

    assert {options["cards"] for options in FORMS.values() if isinstance(options["cards"], str)} == set(book.sets)
    assert in_use == set(book.professions)
    assert {master.name for deck in decks for master, _ in deck.masters} == set(book.masters)
    assert {house.name for deck in decks for house in deck.houses} == set(book.houses)
    assert vp_in_use == set(book.vp)


def test_the_same_seed_soaks_the_same_games():
    one, again, other = run(2000, seed=3), run(2000, seed=3), run(2000, seed=4)

    assert (one.plies, one.by_form, one.uses) == (again.plies, again.by_form, again.uses)
    assert one.plies != other.plies


def test_progress_is_told_and_an_interrupted_soak_gives_what_was_done():
    told = []

    def stop(done, total):
        told.append((done, total))
        if len(told) == 3:
            raise KeyboardInterrupt

    report = run(1_000_000, seed=1, progress=stop)

    assert [total for _, total in told] == [1_000_000] * 3
    assert report.games == 3
    assert report.decisions == told[-1][0] > 0
    assert f"{report.decisions:,} of 1,000,000 decisions" in str(report)


def test_a_violation_leads_back_to_the_ply_where_it_happened(monkeypatch):
    play = Buffers.play

    def break_a_law(buffers, rules, seed, bot):
        play(buffers, rules, seed, bot)
        buffers.facts[:] = [7, 5, 0, 1, 0]
        return PlayLaw.DEALT_GAME_LOOKS_THE_SAME

    monkeypatch.setattr(Buffers, "play", break_a_law)
    report = run(1_000_000, seed=1)
    violation = report.violations[0]
    game = violation.game()

    assert not report.ok
    assert len(report.violations) == 10
    assert (game.ply, game.seed, game.moves) == (7, violation.seed, violation.moves)
    assert violation.law == "dealt game looks the same"
    assert "old-world, 2 players, advanced rules" in str(violation)
    assert f"seed {violation.seed}, ply 7, seen by seat 1" in str(violation)
    namespace = {"gh": gh}
    exec("\n".join(line.strip() for line in str(violation).splitlines()[1:]), namespace)
    assert namespace["game"].state.tobytes() == game.state.tobytes()


def test_a_law_of_every_game_that_is_broken_is_reported_too(monkeypatch):
    monkeypatch.setattr(runner, "check", lambda rules, **_: [Violation("a_law", "something is wrong", 5, (1, 2))])
    report = run(100)

    assert report.violations[0] == SoakViolation("a_law, something is wrong", cases()[0], 5, (1, 2))


# --- The laws notice what breaks them ----------------------------------------------------------------------


def middle(form="old-world", players=3, plies=150):
    """A state in the middle of a game, at an action."""
    rules, coin = Case(form, players).rules, random.Random(2)
    state = rules.start(2)
    while state[0]["plies"] < plies or state[0]["pc"] != ACT_ROW:
        rules.apply(state, coin.choice(rules.options(state)))
    return rules, state


def one_card_more(s):
    s["count"][PILE, 0] += 1


def one_card_in_the_wrong_place(s):
    s["count"][DECK, s["deck"][0]] -= 1
    s["count"][BOX, s["deck"][0]] += 1


def a_twin_in_a_hall(s):
    kind = int(np.flatnonzero(s["count"][HALL])[0])
    source = next(zone for zone in (DECK, PILE, HAND, HAND + 1) if s["count"][zone, kind])
    for zone, change in ((source, -1), (HALL, 1)):
        s["count"][zone, kind] += change
        s["total"][zone] += change


def another_card_on_the_pile(s):
    s["pile"][0] = (s["pile"][0] + 1) % 30


def a_stale_bit(s):
    s["has"][BOX, 0] ^= 1


def a_stale_size(s):
    s["size_of"][0, 0] += 1


def points_from_nowhere(s):
    s["points"][1] += 1


def a_vp_card_more(s):
    s["vp_box"][0] += 1


def a_card_known_that_is_not_there(s):
    kind = int(np.flatnonzero(s["count"][HAND + 1] == 0)[0])
    s["known"][0, 1, kind] = 1
    s["known_of"][1] += 1


def a_card_in_the_air(s):
    kind = int(s["deck"][int(s["total"][DECK]) - 1])
    for zone, change in ((DECK, -1), (FLIGHT, 1)):
        s["count"][zone, kind] += change
        s["total"][zone] += change
    s["has"][FLIGHT, kind // 63] |= 1 << kind % 63
    if s["count"][DECK, kind] == 0:
        s["has"][DECK, kind // 63] &= ~(1 << kind % 63)


@pytest.mark.parametrize(
    ("damage", "law"),
    [
        (one_card_more, Law.CARDS_CONSERVED),
        (one_card_in_the_wrong_place, Law.TOTALS),
        (a_twin_in_a_hall, Law.NO_DUPLICATE_IN_A_HALL),
        (another_card_on_the_pile, Law.PILES_IN_STEP),
        (a_stale_bit, Law.DERIVED_FIELDS),
        (a_stale_size, Law.DERIVED_FIELDS),
        (points_from_nowhere, Law.DERIVED_FIELDS),
        (a_vp_card_more, Law.VP_CARDS_CONSERVED),
        (a_card_known_that_is_not_there, Law.KNOWLEDGE_IS_TRUE),
        (a_card_in_the_air, Law.NOTHING_LEFT_IN_THE_AIR),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_damaged_state_breaks_the_law_it_should(damage, law):
    rules, state = middle()
    work = np.zeros(1, STATE)
    assert sound(state, 0, rules.compiled, work) == Law.SOUND

    damage(state[0])
    assert Law(sound(state, 0, rules.compiled, work)) is law


def test_a_fourth_completed_chapter_breaks_the_limit():
    game = gh.position(halls=[{}, {}], completed=[["Farmer", "Farmer", "Weaver"], []], deck=[])
    state, work = game.state, np.zeros(1, STATE)
    assert sound(state, 0, game.rules.compiled, work) == Law.SOUND

    dancers = [game.rules.names.kind(f"{colour} Dancer") for colour in COLOURS]
    s = state[0]
    s["done_n"][0], s["done"][0, 3], s["done_cards"][0, 3] = 4, game.rules.names.chapter("Dancer"), dancers
    s["count"][BOX, dancers] -= 1
    s["total"][BOX] -= 5
    assert Law(sound(state, 0, game.rules.compiled, work)) is Law.CHAPTER_LIMITS


@pytest.mark.parametrize(
    ("law", "field", "place"),
    [
        (piles_end_clear, "deck", (-1,)),
        (piles_end_clear, "deck_known", (-1,)),
        (piles_end_clear, "pile", (-1,)),
        (piles_end_clear, "pick_row", (-1,)),
        (piles_end_clear, "area", (1, -1)),
        (piles_end_clear, "done_cards", (1, -1, 2)),
        (absent_are_clear, "tokens", (3,)),
        (absent_are_clear, "count", (DECK, KINDS - 1)),
        (registers_are_clear, "other", ()),
        (registers_are_clear, "step_n", ()),
        (registers_are_clear, "claimed", (2, 1)),
        (registers_are_clear, "incoming", (0, 3)),
    ],
)
def test_what_is_left_over_is_noticed(law, field, place):
    rules, state = middle()
    arguments = (state[0],) if law is piles_end_clear else (state[0], rules.compiled[0])
    assert law(*arguments)

    if place:
        state[0][field][place] = 1
    else:
        state[0][field] = 1
    assert not law(*arguments)


def offered(rules, state):
    opts = np.zeros(OFFER, np.int64)
    return opts, ENGINE.entry.offer_at(state, 0, rules.compiled, opts)


def test_an_option_that_is_offered_twice_is_noticed():
    opts, n = offered(*middle())

    assert ENGINE.soak.options_differ(opts, n)
    opts[n] = opts[0]
    assert not ENGINE.soak.options_differ(opts, n + 1)


def test_a_tier_that_is_kept_back_or_cannot_be_done_is_noticed():
    # Tier 0 places the Farmer; tier 2 would need a second card to place.
    game = gh.position(halls=[{"Weaver": ["red", "blue"]}, {}], hands=[["green Weaver", "red Farmer"], []])
    game.play("play green Weaver")
    state, rules = game.state[0], game.rules.compiled[0]
    opts, n = offered(game.rules, game.state)

    assert opts[:n].tolist() == [OptionId.TIER + 0, OptionId.NO_TIER]
    assert offer_is_complete(state, rules, opts, n)
    assert not offer_is_complete(state, rules, opts[1:].copy(), 1)
    opts[n] = OptionId.TIER + 2
    assert not offer_is_complete(state, rules, opts, n + 1)


def test_a_pick_that_is_kept_back_or_leads_nowhere_is_noticed():
    hand = ["green Weaver", "red Farmer", "red Farmer", "blue Dancer"]
    game = gh.position(halls=[{"Weaver": ["red", "blue"]}, {}], hands=[hand, []])
    game.play("play green Weaver", "tier 2")
    state, rules = game.state[0], game.rules.compiled[0]
    opts, n = offered(game.rules, game.state)

    # Picks of a set come in card order: after the Farmer there is no second card that fits.
    assert [option.phrase for option in game.options] == ["blue Dancer"]
    assert offer_is_complete(state, rules, opts, n)
    assert not offer_is_complete(state, rules, opts, 0)
    opts[n] = game.rules.names.kind("red Farmer")
    assert not offer_is_complete(state, rules, opts, n + 1)


def test_a_move_that_is_not_in_the_log_is_noticed():
    rules, state = middle()
    ledger, log = np.zeros((ZONES, KINDS), np.int64), empty_log(63)
    book_in(state[0], rules.compiled[0], ledger)
    for seat in range(3):
        done = state[0]["done_cards"][seat, : int(state[0]["done_n"][seat])].ravel()
        np.add.at(ledger[SPENT], done, 1)
    assert ledger_agrees(state[0], rules.compiled[0], ledger)

    kind = int(np.flatnonzero(state[0]["count"][HAND])[0])
    log_event(log, EventKind.MOVE, 0, kind, HAND, AREA_OF)
    book_rows(state[0], rules.compiled[0], log, ledger)
    assert not ledger_agrees(state[0], rules.compiled[0], ledger)
