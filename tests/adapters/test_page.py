"""The page about learning programs is complete: every game, every part of a row, every name."""

from __future__ import annotations

import re

import pytest

import guildhall as gh
from guildhall.adapters import openspiel, pettingzoo

GAMES = ("guildhall", "advyria", "guild-master", "hundred-halls")
TITLES = {
    "guildhall": "Guildhall",
    "advyria": "Advyria",
    "guild-master": "Guild Master",
    "hundred-halls": "the Hundred Halls",
}


@pytest.fixture(scope="module")
def page(project_root):
    return (project_root / "docs" / "adapters.md").read_text(encoding="utf-8")


def row_of(page, game):
    """The parts that the page lists for a game, with their lengths as written."""
    section = page.split(f"### The row of {TITLES[game]}\n")[1].split("\n#")[0]
    return dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_row_is_listed_in_its_order(page, game):
    assert list(row_of(page, game)) == list(gh.new_game(game, players=2).rules.observing.parts)


@pytest.mark.parametrize("game", ["guild-master", "hundred-halls"])
def test_the_lengths_of_the_plain_rows_are_right(page, game):
    parts = gh.new_game(game, players=2).rules.observing.parts
    listed = row_of(page, game)

    assert listed.pop("seat") == "seats"
    for name, written in listed.items():
        length = 1
        for number in written.split(" × "):
            length *= int(number)
        assert length == parts[name], name


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_names_are_listed(page, game):
    [row] = [line for line in page.splitlines() if line.startswith(f"| `{game}` |")]
    _, _, actions, zoo, spiel, _ = (cell.strip(" `") for cell in row.split("|"))

    assert actions.split(",")[0] == str(gh.new_game(game).rules.observing.actions)
    assert zoo == pettingzoo.env(game=game).metadata["name"]
    assert spiel == openspiel.spiel_name(game)


@pytest.mark.parametrize(("game", "from_the_chair"), [*zip(GAMES, (True, True, False, False), strict=True)])
def test_seats_are_counted_as_the_page_says(game, from_the_chair):
    observing = gh.new_game(game, players=2, seed=1).rules.observing
    state = gh.new_game(game, players=2, seed=1).state
    decider = observing.decider(state)
    name = "decider" if from_the_chair else "actor"
    begin = sum(
        length
        for part, length in observing.parts.items()
        if list(observing.parts).index(part) < list(observing.parts).index(name)
    )
    own, other = (
        observing.observe(state, seat)[begin : begin + observing.parts[name]] for seat in (decider, 1 - decider)
    )

    assert (own.tolist() == other.tolist()) is not from_the_chair
