"""The end of a game: who won, the standings, the points over the plies, and the turns that decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from guildhall.core.decision import sentences_for
from guildhall.core.game import Game
from guildhall.core.line import Move
from guildhall.core.registration import Registration
from guildhall.games import game_names, registration

from ..render.controls import button, file_link
from ..render.icons import icon, meter, seat_dot, shield
from ..render.markup import EMPTY, Markup, join, tag
from ..render.numbers import points
from ..render.scene import language

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["Story", "ending_of", "story_of"]

_DECISIVE = 3  # turns
_FACTS = 4
_TALL = 112  # pixels of the winner's step of the podium
_LOW = 40


class Moment(NamedTuple):
    """A turn that mattered: its first and last ply, its seat if it has one, what happened, and the points it gave."""

    first: int
    last: int
    seat: int | None
    told: str
    gain: int


class Story(NamedTuple):
    """The story of a finished game: the points at some plies, the turns that decided it, and numbers of a seat."""

    curve: tuple[tuple[int, tuple[int, ...]], ...]
    moments: tuple[Moment, ...]
    facts: tuple[tuple[str, str], ...]


def ending_of(table: TableWidget) -> Markup:
    """Return the end of the game on the table."""
    story = table.ending.story
    return tag(
        "section",
        _banner(table),
        tag(
            "div",
            _party(table, story) if table.game.rules.together else _podium(table),
            _curve_panel(table, story),
            _facts(table, story),
            _moments(table, story),
            class_="gh-end-parts",
        ),
        class_="gh-ending",
        aria_label=table.say("standings"),
        data_key="ending",
    )


# --- The story ---


def story_of(table: TableWidget) -> Story:
    """Return the story of a finished game, computed once."""
    game, moves = table.game, table.moves()
    turns = [list(turn) for _, turn in groupby(moves, key=lambda move: _turn(game, move))]
    plies = [0, *(turn[-1].last for turn in turns)]
    curve = tuple((ply, game.rules.outcome(game.line.state_at(ply)).points) for ply in plies)
    found = _blows(game, table.seating.seat) if game.rules.together else _gains(game, turns, curve)
    best = sorted(sorted(found, key=lambda moment: -abs(moment.gain))[:_DECISIVE])
    return Story(curve, tuple(best), tuple(_numbers(table, moves)))


def _turn(game: Game, move: Move) -> tuple[int, int | None]:
    """Return what distinguishes a turn from the next one: its seat, and its number, since a player may be alone."""
    return move.seat, game.rules.turn_number(game.line.state_at(move.first - 1))


def _gains(
    game: Game, turns: Sequence[Sequence[Move]], curve: Sequence[tuple[int, tuple[int, ...]]]
) -> Iterator[Moment]:
    """Yield the turns in which winners scored."""
    for turn, ((_, before), (_, after)) in zip(turns, pairwise(curve), strict=True):
        seat = turn[0].seat
        gain = after[seat] - before[seat]
        if seat in game.outcome.winners and gain > 0:
            yield Moment(turn[0].first, turn[-1].last, seat, "; ".join(move.words for move in turn), gain)


def _blows(game: Game, seat: int | None) -> Iterator[Moment]:
    """Yield the plies after which a party had fewer points, such as hit points."""
    plies = range(1, game.ply + 1)
    sums = [sum(game.rules.outcome(game.line.state_at(ply)).points) for ply in (0, *plies)]
    for ply, (before, after) in zip(plies, pairwise(sums), strict=True):
        if after < before:
            yield Moment(ply, ply, None, "; ".join(sentences_for(game.events_at(ply), seat)), after - before)


def _numbers(table: TableWidget, moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """Yield numbers of the reader's game, or of everybody's, each with what it counts."""
    game, seat = table.game, table.seating.seat
    known = _known(game)
    counted = {} if known is None else known.counted(language(game.rules))
    own = [event for event in game.events if event.kind in counted and (seat is None or event.seat == seat)]
    totals = Counter(event.kind for event in own)
    mine = [move for move in moves if seat is None or move.seat == seat]
    numbers = [(str(totals[kind]), words) for kind, words in counted.items()]
    numbers.append((str(len(mine)), table.say("moves made")))
    numbers.append((str(sum(move.last - move.first + 1 for move in mine)), table.say("plies made")))
    yield from numbers[:_FACTS]


def _known(game: Game) -> Registration | None:
    return registration(game.rules.game) if game.rules.game in game_names() else None


def _unit(game: Game) -> str:
    known = _known(game)
    return "points" if known is None else known.points


# --- The banner ---


def _banner(table: TableWidget) -> Markup:
    game = table.game
    lost = game.rules.together and not game.outcome.winners
    words = tag("div", tag("h3", game.decision.prompt, class_="gh-prompt"), tag("p", _margin(table)))
    sign = tag("span", icon("skull" if lost else "trophy"), class_="gh-end-sign")
    space = tag("span", class_="gh-space")
    class_ = "gh-end-banner gh-end-lost" if lost else "gh-end-banner"
    return join(tag("div", sign, words, space, _offers(table), class_=class_, data_key="banner"), _saved(table))


def _margin(table: TableWidget) -> str:
    """Return by how much the game was won, and in how many turns."""
    game = table.game
    parts = []
    if not game.rules.together and len(game.outcome.winners) == 1 and len(game.rules.seats) > 1:
        first, second = _places(game)[:2]
        lead, who = game.outcome.points[first] - game.outcome.points[second], game.rules.seats[second]
        if lead:
            parts.append(table.say("ahead", n=lead, unit=_unit(game), who=who))
    turns = game.rules.turn_number(game.state)
    if turns:
        word = game.rules.turn_word if turns == 1 else f"{game.rules.turn_word}s"
        parts.append(table.say("after", n=turns, word=word))
    parts.append(table.say("plies played", n=game.ply))
    whole = ", ".join(parts)
    return f"{whole[:1].upper()}{whole[1:]}."


def _places(game: Game) -> list[int]:
    """Return the seats, the winners first."""
    points = game.outcome.points
    return sorted(range(len(points)), key=lambda seat: (seat not in game.outcome.winners, -points[seat]))


def _offers(table: TableWidget) -> Markup:
    replay = join(icon("note"), table.say("replay"))
    save, look = table.say("save"), table.say("look at table")
    offers = [button(table.say("new game"), "new game", main=True, once=True, class_="gh-go")]
    offers += [button(replay, "replay", once=True, class_="gh-second")] if "replay" in table.ending.offers else []
    offers += [
        button(join(icon("save"), save), "save", once=True, class_="gh-second"),
        button(icon("eye"), "look at table", label=look, class_="gh-second"),
    ]
    return tag("div", *offers, class_="gh-end-offers", data_live=True)


def _saved(table: TableWidget) -> Markup:
    """Return a link to the saved game."""
    if (path := table.ending.saved) is None:
        return EMPTY
    before, after = table.say("saved", path="\n").split("\n")
    about = {"data_key": "saved", "data_reveal": path.name, "class_": "gh-end-saved"}
    return tag("p", before, file_link(path), after, data_live=True, **about)


# --- The standings ---


def _panel(title: str, *content: Markup, class_: str) -> Markup:
    head = tag("h4", title, class_="gh-cap")
    return tag("section", head, *content, class_=f"gh-end-part {class_}", aria_label=title, data_key=f"end {class_}")


def _podium(table: TableWidget) -> Markup:
    """Return the seats on steps as high as their points, the winners with a crown."""
    game = table.game
    places = _places(game)
    order = [places[1], places[0], *places[2:]] if len(places) > 2 else places
    steps = (_step(table, seat, places.index(seat) + 1) for seat in order)
    return _panel(table.say("standings"), tag("div", *steps, class_="gh-end-podium"), class_="gh-end-standings")


def _step(table: TableWidget, seat: int, place: int) -> Markup:
    game = table.game
    points, won = game.outcome.points[seat], seat in game.outcome.winners
    most = max(1, *game.outcome.points)
    tall = round(_LOW + (_TALL - _LOW) * max(0, points) / most)
    name, unit = game.rules.seats[seat], _unit(game)
    crown = icon("crown", "gh-end-crown") if won else tag("span", f"{place}.", class_="gh-end-place")
    you = tag("small", table.say("you")) if seat == table.seating.seat else None
    block = tag("span", tag("b", points), tag("small", unit), class_="gh-end-block", style=f"height:{tall}px")
    head = tag("b", name, class_="gh-end-name")
    return tag("div", crown, shield(seat, name), head, you, block, class_=f"gh-end-pod gh-s{seat}")


def _party(table: TableWidget, story: Story) -> Markup:
    """Return a party with the points that each has left."""
    game = table.game
    most = [max(points[seat] for _, points in story.curve) for seat in range(len(game.rules.seats))]
    rows = (
        _member(seat, name, game.outcome.points[seat], most[seat], _unit(game))
        for seat, name in enumerate(game.rules.seats)
    )
    return _panel(table.say("party"), tag("div", *rows, class_="gh-end-members"), class_="gh-end-standings")


def _member(seat: int, name: str, left: int, most: int, unit: str) -> Markup:
    bar = meter(left, max(1, most), label=f"{name}: {left} of {most} {unit}")
    fallen = join(" ", icon("grave")) if left <= 0 else None
    words = tag("span", tag("b", name, class_="gh-end-name"), fallen, bar)
    return tag("div", shield(seat, name), words, class_=f"gh-end-member gh-s{seat}")


# --- The points over the plies ---

_WIDTH, _HEIGHT = 640, 216
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 16, 14, 24
_DASHES = ("", "7 3", "2 3", "9 3 2 3")


class _Scale(NamedTuple):
    """Where plies and points are on the picture."""

    last: int
    low: int
    high: int

    def x(self, ply: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / max(1, self.last), 1)

    def y(self, points: int) -> float:
        share = (points - self.low) / max(1, self.high - self.low)
        return round(_HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * share, 1)


def _curve_panel(table: TableWidget, story: Story) -> Markup:
    seats = table.game.rules.seats
    legend = (tag("span", _sample(seat), name, class_=f"gh-s{seat}") for seat, name in enumerate(seats))
    title = table.say("over plies", unit=_unit(table.game))
    legends = tag("div", *legend, class_="gh-end-legend")
    return _panel(title, legends, _curve(table, story), class_="gh-end-curve")


def _sample(seat: int) -> Markup:
    line = tag("path", d="M1 5H25", stroke_dasharray=_dash(seat), class_="gh-points-line")
    return tag("svg", line, width=26, height=10, aria_hidden="true")


def _dash(seat: int) -> str | None:
    return _DASHES[seat % len(_DASHES)] or None


def _curve(table: TableWidget, story: Story) -> Markup:
    """Draw the points of every seat at the end of turns, as steps, with the decisive turns."""
    game = table.game
    all_points = [value for _, points in story.curve for value in points]
    scale = _Scale(game.ply, min(0, *all_points), max(1, *all_points))
    lines = (_line(story, scale, seat) for seat in reversed(range(len(game.rules.seats))))
    marks = (
        _mark(number, scale.x(ply), scale.y(points))
        for number, (ply, points) in enumerate((_spot(story, each) for each in story.moments), 1)
    )
    told = ", ".join(f"{name} {value}" for name, value in zip(game.rules.seats, game.outcome.points, strict=True))
    return tag(
        "svg",
        _grid(table, scale),
        *lines,
        *marks,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
        aria_label=f"{table.say('over plies', unit=_unit(game))}: {told}",
        class_="gh-points-curve",
    )


def _spot(story: Story, moment: Moment) -> tuple[int, int]:
    """Return where a moment is marked: at the end of its turn, with the points of its seat, else the highest."""
    ply, points = next(each for each in story.curve if each[0] >= moment.last)
    return ply, max(points) if moment.seat is None else points[moment.seat]


def _line(story: Story, scale: _Scale, seat: int) -> Markup:
    known = [(scale.x(ply), scale.y(points[seat])) for ply, points in story.curve]
    path = "M{} {}".format(*known[0]) + "".join(f"H{x}V{y}" for x, y in known[1:])
    x, y = known[-1]
    line = tag("path", d=path, stroke_dasharray=_dash(seat), class_="gh-points-line")
    return tag("g", line, tag("circle", cx=x, cy=y, r=5, class_="gh-points-end"), class_=f"gh-s{seat}")


def _mark(number: int, x: float, y: float) -> Markup:
    y = max(10, y)
    disc = tag("circle", cx=x, cy=y, r=9)
    return tag(
        "g",
        disc,
        tag("text", number, x=x, y=y, text_anchor="middle", dominant_baseline="central"),
        class_="gh-points-mark",
    )


def _grid(table: TableWidget, scale: _Scale) -> Markup:
    levels = (
        join(
            tag("path", d=f"M{_LEFT} {scale.y(value)}H{_WIDTH - _RIGHT}"),
            tag("text", value, x=_LEFT - 6, y=scale.y(value) + 4, text_anchor="end"),
        )
        for value in _ticks(scale.low, scale.high)
    )
    plies = (
        tag("text", ply or table.say("at", ply=0), x=scale.x(ply), y=_HEIGHT - 6, text_anchor="middle")
        for ply in _ticks(0, scale.last)
    )
    return tag("g", *levels, *plies, class_="gh-points-grid")


def _ticks(low: int, high: int) -> range:
    """Return round numbers between two, at most five of them.

    >>> list(_ticks(0, 22)), list(_ticks(0, 446)), list(_ticks(-3, 3))
    ([0, 5, 10, 15, 20], [0, 100, 200, 300, 400], [-2, 0, 2])
    """
    step = next(step * 10**power for power in range(9) for step in (1, 2, 5) if (high - low) // (step * 10**power) < 5)
    return range(-(-low // step) * step, high + 1, step)


# --- The turns that decided it, and the reader's own numbers ---


def _moments(table: TableWidget, story: Story) -> Markup:
    title = table.say("hard moments" if table.game.rules.together else "decisive")
    items = [tag("li", _moment(table, number, each)) for number, each in enumerate(story.moments, 1)]
    inside = tag("ol", *items) if items else tag("p", table.say("no moments"), class_="gh-quiet")
    return _panel(title, inside, class_="gh-end-moments")


def _moment(table: TableWidget, number: int, moment: Moment) -> Markup:
    names = table.game.rules.seats
    dot = EMPTY if moment.seat is None else join(seat_dot(moment.seat, names[moment.seat]), " ")
    head = "" if moment.seat is None else f"{names[moment.seat]}: "
    words = tag("span", dot, tag("b", head), moment.told, class_="gh-moment-told")
    gain = tag("b", f"{moment.gain:+d}".replace("-", "−"), class_="gh-end-gain" if moment.gain > 0 else "gh-end-loss")
    place = tag("span", table.say("at", ply=moment.first), icon("right"), class_="gh-quiet")
    content = join(tag("b", number, class_="gh-moment-no"), words, gain, place)
    title = f"{head}{moment.told}"
    return button(content, "see ply", title=title, class_="gh-moment", once=True, ply=moment.first)


def _facts(table: TableWidget, story: Story) -> Markup:
    tiles = (tag("span", tag("b", value), words) for value, words in story.facts)
    title = table.say("the game" if table.seating.seat is None else "your game")
    return _panel(title, tag("div", *tiles, class_="gh-end-numbers"), _review(table), class_="gh-end-facts")


def _review(table: TableWidget) -> Markup:
    """Return the button that reviews the game, its progress, and the worst mistakes found so far."""
    review = table.findings
    if not review.is_possible:
        return EMPTY
    told = {"n": review.judged, "total": review.total}
    asked = "review stop" if review.is_running else "review" if table.seating.seat is not None else "review all"
    run = button(join(icon("search"), table.say(asked)), "review game", class_="gh-second")
    gauge = tag("progress", value=review.judged, max=max(1, review.total), aria_label=table.say("judged", **told))
    if review.is_running or (review.judged < review.total):
        head = join(run, gauge, tag("span", table.say("judged", **told), class_="gh-quiet")) if review.total else run
    else:
        head = _judgement(table) if review.judged else run
    rows = tag("ol", *(tag("li", _mistake(table, row)) for row in review.worst))
    return tag(
        "div",
        tag("div", head, class_="gh-end-judged", data_live=not review.judged),
        rows if review.worst else None,
        class_="gh-end-review",
    )


def _judgement(table: TableWidget) -> Markup:
    number = table.findings.costly
    if not number:
        return tag("span", icon("check"), table.say("nothing costly"))
    return tag("span", tag("b", number), " ", table.say("one costly" if number == 1 else "costly"))


def _mistake(table: TableWidget, row: Mapping[str, Any]) -> Markup:
    """Return a mistake: its mark, what was played rather than what, what it cost, and the way there."""
    names, seat = table.game.rules.seats, row["seat"]
    who = seat_dot(seat, names[seat]) if table.seating.seat is None else EMPTY
    words = table.say("rather", played=row["played"], best=row["best"])
    cost = tag("b", f"{points(-row['behind']).partition('.')[0]}\N{NO-BREAK SPACE}%", class_="gh-end-loss")
    place = tag("span", table.say("at", ply=row["ply"]), icon("right"), class_="gh-quiet")
    told = tag("span", who, words, class_="gh-moment-told")
    content = join(tag("b", row["mark"], class_="gh-mistake-mark"), told, cost, place)
    return button(content, "see ply", title=words, class_="gh-moment", once=True, ply=row["ply"])
