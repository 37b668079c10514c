"""Games and studies that the tests of several front-ends look at."""

from __future__ import annotations

import random

from guildhall_widgets import TableWidget

import guildhall as gh
from guildhall.records.study import Highlight


def mid_game(name, plies, **options):
    """A game of three players, played by greedy bots for so many plies."""
    game = gh.new_game(name, **{"players": 3, "seed": 3, **options})
    game.run("greedy", until=lambda g: g.ply >= plies)
    return game


def click_through(game, plies, seed):
    """Choose at random at the table; every place that an option means is on the page.  How often there was one."""
    chance, clickable, widget = random.Random(seed), 0, TableWidget(game)
    for ply in range(1, plies + 1):
        if game.over:
            break
        widget.act("option", option=str(chance.choice(game.options).id))
        assert (widget.error, game.ply) == ("", ply)
        places = game.rules.places(game.state)
        assert [place for place in places.values() if f'data-key="at {place}"' not in widget.html] == []
        clickable += bool(places)
    return clickable


def plain_record(other, plies=60):
    """The first plies of Old World Economy between Ada and somebody of that name."""
    game = gh.new_game(cards="old-world", players=["Ada", other], seed=7)
    game.run("greedy", until=lambda game: game.ply == plies)
    return game.record


def studied(plain, *, comment, tag, title):
    """A record with a comment at ply 20 and a variation of one ply at ply 30."""
    record = plain.game().record
    record.annotate(20, comment=comment, mark="?!", tag=tag, highlight=Highlight("row 2"))
    other = next(option for option in record.game(30).options if option.id != record.moves[30])
    path = record.add_variation(30, [other.id], title=title)
    record.annotate(31, comment="inside the variation", line=path)
    return record
