"""Battle for the Hundred Halls, a cooperative card game against a Scenario and a Realm for one to four players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from guildhall.core.registration import Registration
from guildhall.core.rules import computed

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.scribing import Scribing
    from guildhall.core.settings import Settings
    from guildhall.core.shapes import CardLanguage

    from .rules import HundredHallsRules

__all__ = ["GAME"]


class HundredHalls(Registration):
    """Battle for the Hundred Halls for the registry."""

    name = "hundred-halls"
    title = "Battle for the Hundred Halls"
    summary = "A cooperative card game against a Scenario and a Realm for one to four players."
    renderer = "guildhall_widgets.render.hundred_halls"
    spirit = "all together"
    points = "hit points"
    choices = (30, 5)
    compiled_apart = ({"campaign": True},)

    @computed
    def settings(self) -> type[Settings]:
        """The class that declares the settings."""
        from .settings import HundredHallsSettings

        return HundredHallsSettings

    @property
    def rules_page(self) -> str:
        """The rules page, in Markdown."""
        return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")

    def counted(self, lang: str) -> Mapping[str, str]:
        """Return the events worth counting at the end of a game."""
        return {"play": "cards played", "activate": "activations", "elements": "Five Elements used"}

    def make_rules(self, given: Mapping[str, Any]) -> HundredHallsRules:
        """Return the rules for these settings, of a game or of a campaign."""
        from .settings import HundredHallsSettings

        setup = HundredHallsSettings.settle(given)
        if setup.campaign:
            from .rules import CampaignRules

            return CampaignRules(setup)
        from .rules import HundredHallsRules

        return HundredHallsRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[HundredHallsRules, State]:
        """Return the rules and the state of a game set up by hand."""
        from .position import set_up

        self.needs(given, "hands", 'a list for each player, such as hands=[["Silver Bolt"], []]')
        return set_up(seed=seed, **given)

    @property
    def card_language(self) -> CardLanguage:
        """The card files of the game as data."""
        from .reading import card_language

        return card_language()

    @property
    def scribing(self) -> type[Scribing]:
        """The Hundred Halls' part of logs of real games."""
        from .scribing import HundredHallsScribing

        return HundredHallsScribing

    def make_interactions(self, **given: Any) -> Interactions:
        """Return the cards' interactions without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def picks(self) -> Mapping[str, Mapping[str, str]]:
        """The decks of the players, of the Scenario and of the Realm."""
        from .reading import shipped
        from .settings import PREFERRED

        players = shipped().of_kind("player")
        party = [players[name] for name in dict.fromkeys((*PREFERRED, *players))]
        picks = {"party": {deck.name: f"{deck.name}: {deck.style}, complexity {deck.difficulty}" for deck in party}}
        for kind in ("scenario", "realm"):
            decks = shipped().of_kind(kind)
            picks[kind] = {name: f"{deck.title or name}, difficulty {deck.difficulty}" for name, deck in decks.items()}
        return picks

    def card_reference(self) -> Iterator[str]:
        """Yield the game's part of the card reference, deck by deck."""
        from .reading import shipped
        from .wording import card_text

        yield from ("", f"# {self.title}")
        for deck in shipped().decks.values():
            yield from ("", f"## {deck.title}, {deck.kind} deck", "")
            for card in (deck.top, *deck.cards):
                yield f"- **{card.name}** ({card.provenance}): {card_text(card, deck.kind)}"


GAME = HundredHalls()
