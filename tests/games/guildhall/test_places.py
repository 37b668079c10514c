"""Where the things lie that options mean: front-ends let them be clicked there."""

import random
from collections.abc import Iterator

import pytest

import guildhall as gh

FORMS = {
    "old-world": {},
    "job-faire": {},
    "alliance": {},
    "coalition": {"saga": None},
    "gathering": {},
    "fellowship": {"masters": True, "houses": True},
}


def positions(cards: str, options: dict[str, object], plies: int = 400) -> Iterator[gh.Game]:
    chance = random.Random(cards)
    for seed in range(2):
        game = gh.new_game(cards=cards, players=3, seed=seed, **{k: v for k, v in options.items() if v is not None})
        while not game.over and game.ply < plies:
            yield game
            game.play(chance.choice(game.options))


def lies_there(table: object, place: str) -> bool:
    zone, _, rest = place.partition(" ")
    if zone == "discard":
        return rest in table.discard
    if zone == "looked":
        return rest in table.looked or rest in table.deck
    number, _, name = rest.partition(" ")
    seat = int(number) - 1
    match zone:
        case "hand":
            return name in table.hands[seat]
        case "area":
            return name in table.areas[seat]
        case "hall":
            return any(name in (c, f"{c} {chapter}") for chapter, cs in table.halls[seat].items() for c in cs)
        case "chapter":
            return name in table.halls[seat]
        case "completed":
            return name in table.completed[seat]
        case "row":
            return table.vp_row[seat] is not None
        case "player":
            return seat < len(table.halls)
    return False


@pytest.mark.parametrize("cards", FORMS)
def test_what_an_option_means_lies_where_its_place_says(cards: str) -> None:
    for game in positions(cards, FORMS[cards]):
        table = game.table
        for option, place in game.rules.places(game.state).items():
            assert option in game.rules.options(game.state)
            assert lies_there(table, place), (place, game.decision)


@pytest.mark.parametrize("cards", ["old-world", "fellowship"])
def test_every_option_that_names_a_card_has_a_place_unless_it_orders_a_chapter(cards: str) -> None:
    named = 0
    for game in positions(cards, FORMS[cards]):
        places = game.rules.places(game.state)
        for option in game.options:
            if game.decision.kind != "order" and option.phrase.split(" ")[0] in ("play", "red", "buy", "player", "row"):
                assert option.id in places, (option, game.decision)
                named += 1
    assert named > 500
