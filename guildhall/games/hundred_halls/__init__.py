"""Battle for the Hundred Halls, a cooperative card game against a Scenario and a Realm for one to four players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from guildhall.core.registration import PackagedGame
from guildhall.core.rules import Rules

__all__ = ["GAME"]


class HundredHalls(PackagedGame):
    """Battle for the Hundred Halls for the registry."""

    name = "hundred-halls"
    title = "Battle for the Hundred Halls"
    summary = "A cooperative card game against a Scenario and a Realm for one to four players."
    renderer = "guildhall_widgets.render.hundred_halls"
    rules_class = "HundredHallsRules"
    compiled_apart = ({"campaign": True},)
    position_needs = "hands", 'a list for each player, such as hands=[["Silver Bolt"], []]'

    @property
    def picks(self) -> Mapping[str, Mapping[str, str]]:
        """The decks of the players, of the Scenario and of the Realm."""
        from .reading import shipped
        from .setup import PREFERRED

        players = shipped().of_kind("player")
        party = [players[name] for name in dict.fromkeys((*PREFERRED, *players))]
        picks = {"party": {deck.name: f"{deck.name}: {deck.style}, complexity {deck.difficulty}" for deck in party}}
        for kind in ("scenario", "realm"):
            decks = shipped().of_kind(kind)
            picks[kind] = {name: f"{deck.title or name}, difficulty {deck.difficulty}" for name, deck in decks.items()}
        return picks

    def make_rules(self, given: Mapping[str, Any]) -> Rules:
        """The rules with these settings, of a game or of a campaign."""
        setup = self._own("setup:settle")(given)
        rules_class = "campaign:CampaignRules" if setup.campaign else f"rules:{self.rules_class}"
        return cast(Rules, self._own(rules_class)(setup))

    def card_reference(self) -> Iterator[str]:
        """The game's part of the card reference, deck by deck."""
        from .reading import shipped
        from .wording import card_text

        yield from ("", f"# {self.title}")
        for deck in shipped().decks.values():
            yield from ("", f"## {deck.title}, {deck.kind} deck", "")
            for card in (deck.top, *deck.cards):
                yield f"- **{card.name}** ({card.provenance}): {card_text(card, deck.kind)}"


GAME = HundredHalls()
