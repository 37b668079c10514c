"""Die Gilden von Advyria, the board and card game, for one to four players."""

from __future__ import annotations

from collections.abc import Mapping
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

    from .rules import AdvyriaRules

__all__ = ["GAME"]


class Advyria(Registration):
    """Advyria's entry in the registry of games."""

    name = "advyria"
    title = "Die Gilden von Advyria"
    summary = "A board and card game of adventures for one to four players, in English or German."
    renderer = "guildhall_widgets.render.advyria"
    spirit = "alone or against others"
    points = "Gold"
    choices = (90, 8)

    @computed
    def settings(self) -> type[Settings]:
        """The class that declares the settings."""
        from .settings import AdvyriaSettings

        return AdvyriaSettings

    @property
    def rules_page(self) -> str:
        """The rules summary, as a page of Markdown."""
        return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")

    def counted(self, lang: str) -> Mapping[str, str]:
        """Return the events worth counting at the end of a game."""
        if lang == "de":
            return {"complete": "Abenteuer bestanden", "reveal": "Felder aufgedeckt", "rob": "unfreundliche Manöver"}
        return {"complete": "adventures completed", "reveal": "tiles revealed", "rob": "unfriendly manoeuvres"}

    def make_rules(self, given: Mapping[str, Any]) -> AdvyriaRules:
        """Return the rules with these settings, rejecting invalid cards before anything is compiled."""
        from .settings import AdvyriaSettings, box_of

        setup = AdvyriaSettings.settle(given)
        box_of(setup)
        from .rules import AdvyriaRules

        return AdvyriaRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[AdvyriaRules, State]:
        """Return the rules and the state of a custom position."""
        from .position import set_up

        self.needs(given, "hands", 'one for each player, such as hands=[["Wizard", "Fairy"], []]')
        return set_up(seed=seed, **given)

    @property
    def card_language(self) -> CardLanguage:
        """The card files of the game as data."""
        from .reading import card_language

        return card_language()

    @property
    def scribing(self) -> type[Scribing]:
        """Advyria's part of logs of real games."""
        from .scribing import AdvyriaScribing

        return AdvyriaScribing

    def make_interactions(self, **given: Any) -> Interactions:
        """Return the zones that cards take from and put into, without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def sets(self) -> dict[str, str]:
        """The decks, each with its title."""
        from .reading import shipped

        return {name: deck.title.en for name, deck in shipped().decks.items()}


GAME = Advyria()
