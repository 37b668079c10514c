"""The interaction graph widget: which cards feed which, as declared on the cards and as counted in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import traitlets

from guildhall.core.errors import GuildhallError, short
from guildhall.core.typed import whole_number
from guildhall.simulation import Simulation

from ..live import LiveWidget, on, public
from ..render.numbers import plural
from .network import LEAST, MOST, LinkId, Point, Sector, said
from .page import page, text
from .shown import Decks, Filter, Shown

__all__ = ["InteractionGraph"]


class InteractionGraph(LiveWidget):
    """How the cards of a deck interact. Select a card or an arrow to read the sentences behind it.

    `cards` and further options are those of a new game. With `observed`, a simulation with events, the graph also shows
    what followed what in play. `compare` is a second deck, given like `cards`.

    >>> graph = InteractionGraph("old-world")
    >>> graph.act("node", node="Dancer")
    >>> graph.status
    'Dancer, profession: 2 links from here, 0 to here.'

    The trait `selected` is the card or zone that is emphasised, None for none.
    """

    selected = public(
        traitlets.Unicode(None, allow_none=True), lambda it: it.chosen_node, lambda it, node: it._select(node)
    )

    def __init__(
        self,
        cards: str | Iterable[str] | None = None,
        observed: Simulation | None = None,
        *,
        compare: str | Iterable[str] | None = None,
        game: str = "guildhall",
        **options: Any,
    ) -> None:
        super().__init__(label="Interaction graph")
        self.decks = Decks.of(cards, observed, compare, game=game, options=options)
        self.filter = Filter(kind=self.decks.kinds[0])
        self.side_by_side = False
        self.chosen_node: str | None = None
        self.chosen_link: LinkId | None = None
        self.moved: dict[str, Point] = {}
        self.sector = Sector()
        self.refresh()

    @property
    def shown(self) -> Shown:
        """The current state."""
        chosen = self.chosen_node, self.chosen_link
        return Shown(self.decks, self.filter, self.side_by_side, *chosen, self.moved, self.sector)

    def page(self) -> str:
        """Return the page."""
        return page(self.shown)

    def text(self) -> str:
        """Return the deck's links and the findings as plain text."""
        return text(self.shown)

    # --- Selection ---

    def _select(self, node: str | None) -> None:
        if node is None:
            self.choose_nothing()
        elif node != self.chosen_node:
            self.choose_node(node)

    @on("node")
    def choose_node(self, node: str) -> None:
        """Select a node and list its links, or deselect it."""
        kind = self._kind(node)
        self.chosen_node = None if self.chosen_node == node else node
        self.chosen_link = None
        if self.chosen_node is None:
            self.status = f"{node} deselected."
            return
        ends = [(link.source, link.target) for link in self.shown.fitting]
        out, back = sum(source == node for source, _ in ends), sum(target == node for _, target in ends)
        self.status = f"{node}, {kind}: {plural(out, 'link')} from here, {back} to here."

    @on("edge")
    def choose_link(self, relation: str, source: str, target: str) -> None:
        """Show a link in full, or deselect it."""
        wanted = relation, source, target
        link = next((link for link in self.shown.fitting if link.id == wanted), None)
        if link is None:
            raise GuildhallError(f"no link {short(relation)} from {short(source)} to {short(target)} is shown")
        self.chosen_link = None if self.chosen_link == wanted else wanted
        if self.chosen_node not in (source, target):
            self.chosen_node = None
        self.status = f"{said(link)}." if self.chosen_link else "Link deselected."

    @on("back")
    def choose_nothing(self) -> None:
        """Go back to the overview."""
        self.chosen_node = self.chosen_link = None
        self.status = "Overview."

    # --- Moving in the picture ---

    @on("move")
    def move_node(self, node: str, x: int, y: int) -> None:
        """Put a node elsewhere in the picture."""
        layout = self.shown.layout
        if node not in layout.spots:
            raise GuildhallError(f"{short(node)} is not in the picture")
        wide, high = layout.size
        self.moved[node] = float(max(0, min(wide, x))), float(max(0, min(high, y)))
        self.status = f"{node} moved."

    @on("look")
    def look_at(self, scale: int, x: int, y: int) -> None:
        """Show a part of the picture: its magnification in percent, and where the picture's corner is then."""
        far = 10 * max(self.shown.layout.size)
        if not LEAST <= scale <= MOST or max(abs(x), abs(y)) > far:
            raise GuildhallError(f"cannot magnify to {scale} % at {x}, {y}; the range is {LEAST} to {MOST} %")
        self.sector = Sector(scale, x, y)
        self.status = f"{scale} %."

    @on("zoom")
    def zoom(self, by: int) -> None:
        """Magnify the picture by some steps, or make it smaller."""
        self.sector = self.sector.zoomed(max(-9, min(9, by)), self.shown.layout.size)
        self.status = f"{self.sector.scale} %."

    @on("reset")
    def reset(self) -> None:
        """Put all nodes back, and show the whole picture."""
        self.moved, self.sector = {}, Sector()
        self.status = "The picture is as it was."

    # --- Filters ---

    @on("deck")
    def show_deck(self, value: str) -> None:
        """Draw another deck."""
        self._redraw(decks=self.decks.with_deck(value))

    @on("other")
    def compare_with(self, value: str) -> None:
        """Overlay another deck, or none."""
        self._redraw(decks=self.decks.with_other(value), standing="")

    @on("source")
    def show_source(self, value: str) -> None:
        """Draw declared links, observed links or both."""
        decks = self.decks.with_source(value)
        self._redraw(decks=decks, standing="", kind=decks.kinds[0])

    @on("together")
    def draw_side_by_side(self, value: bool) -> None:
        """Draw two decks as two pictures instead of one overlay."""
        self.side_by_side, self.moved, self.sector = value, {}, Sector()
        self._redraw()

    @on("kind")
    def show_kind(self, value: str) -> None:
        """Draw another kind of link."""
        self._redraw(kind=_one_of(value, self.decks.kinds, "kind of link"))

    @on("zone")
    def show_zone(self, value: str) -> None:
        """Draw only links through one zone."""
        self._redraw(zone=_one_of(value, ["", *self.decks.zones], "zone"))

    @on("card")
    def show_card(self, value: str) -> None:
        """Draw only the links of one card."""
        self._redraw(card=_one_of(value, ["", *self.decks.cards], "card"))

    @on("set")
    def show_set(self, value: str) -> None:
        """Draw only cards of one set."""
        self._redraw(card_set=_one_of(value, ["", *self.decks.sets], "set"))

    @on("standing")
    def show_standing(self, value: str) -> None:
        """Draw only the links both have, or those of only one."""
        self._redraw(standing=_one_of(value, ["", *self.decks.standings], "part"))

    @on("strongest")
    def show_strongest(self, value: str | int) -> None:
        """Draw only the `value` strongest links."""
        number = whole_number(value) if isinstance(value, str) else value
        if number is None or number < 1:
            raise GuildhallError(f"the number of links must be a positive whole number, not {short(value)}")
        self._redraw(strongest=number)

    def _redraw(self, *, decks: Decks | None = None, **filters: Any) -> None:
        """Show other decks or links, and clear selections that no longer exist."""
        if decks is not None:
            self.decks, self.moved, self.sector = decks, {}, Sector()
            there = {"zone": decks.zones, "card": decks.cards, "card_set": decks.sets}
            if self.filter.kind not in decks.kinds:
                filters = {"kind": decks.kinds[0], **filters}
            filters |= {name: "" for name, known in there.items() if getattr(self.filter, name) not in known}
        self.filter = replace(self.filter, **filters)
        fitting = {link.id: link for link in self.shown.fitting}
        if self.chosen_link not in fitting:
            self.chosen_link = None
        if self.chosen_node not in {end for link in fitting.values() for end in (link.source, link.target)}:
            self.chosen_node = None
        self.status = f"{self.shown.drawn_words} links drawn."

    def _kind(self, node: str) -> str:
        if node not in self.decks.nodes:
            raise GuildhallError(f"unknown card or zone {short(node)}")
        return self.decks.nodes[node].kind


def _one_of(value: str, known: Iterable[str] | Mapping[str, Any], what: str) -> str:
    """Return a value from a list, or raise an error that names the list."""
    names = list(known)
    if value not in names:
        raise GuildhallError(f"unknown {what} {short(value)}; choose one of {', '.join(filter(None, names))}")
    return value
