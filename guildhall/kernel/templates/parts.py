"""The functions that templates call and a game, or another template, gives."""

from __future__ import annotations

from ..bind import given

# Given by every game.  Templates other than `doors` get its `checked_offer` and `counted_apply` by these names.
deal = given("deal(s, R, log): set up a game from its template, to its first decision")
offer = given("offer(s, R, opts) -> int: write the ids of the legal options, return how many; 0 when the game is over")
apply = given("apply(s, R, log, code): carry out a legal option, to the next decision")

# Given by a game, or by the templates named.
points = given("points(s, R, seat) -> int: the points of a seat (doors)")
winners = given("winners(s, R) -> int: the seats that won, as bits (doors)")
start_at = given("start_at(states, i, template, rules, word, log): set up game i from the template (doors)")
decide = given("decide(s, R, W, opts, n, coins) -> int: the option that a row of weights chooses (policy)")
slips = given("slips(W, b, coin) -> bool: whether a bot is to make a mistake (policy)")
shuns = given("shuns(s, R, W, b, code) -> bool: whether an option is forbidden to a bot (policy)")
value_of = given("value_of(s, R, W, b, code) -> float: the score of an option (policy)")
work_out = given("work_out(rules, W): what follows from weights and rules, behind them (policy)")
ponder = given("ponder(states, i, rules, W, opts, n, coins, desk, stop) -> int: a choice, searched for or not (race)")
look_from = given("look_from(states, i, rules, seat, blank, out): what a seat may know of game i (knowledge)")
deal_unknown = given("deal_unknown(view, rules, seat, coins, pool, opts, out) -> int: deal the rest anew (knowledge)")
record = given("record(s, R, game, log, tally, tables, wants_events, filled) -> bool: write it down (recorder)")
