"""Guildhall, the card game: every set, Mega-Saga, Super-Sized-Saga, Chapter Masters, Master Houses, custom decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from guildhall.core.registration import Registration
from guildhall.core.rules import computed

if TYPE_CHECKING:
    from guildhall.core.interactions import Interactions
    from guildhall.core.rules import State
    from guildhall.core.scribing import Scribing
    from guildhall.core.settings import Settings
    from guildhall.core.shapes import CardLanguage

    from .rules import GuildhallRules

__all__ = ["GAME"]


class Guildhall(Registration):
    """Guildhall's entry in the registry of games."""

    name = "guildhall"
    title = "Guildhall"
    summary = "A card game of chapters: five colours of a profession complete one, and chapters buy victory points."
    renderer = "guildhall_widgets.render.guildhall"
    spirit = "everyone for themselves"
    points = "VP"
    choices = (90, 5)

    @computed
    def settings(self) -> type[Settings]:
        """The class that declares the settings."""
        from .settings import GuildhallSettings

        return GuildhallSettings

    @property
    def rules_page(self) -> str:
        """The rules summary, as a page of Markdown."""
        return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")

    def counted(self, lang: str) -> Mapping[str, str]:
        """Return the events worth counting at the end of a game."""
        return {"complete": "chapters completed", "buy": "VP cards bought", "play": "cards played"}

    def make_rules(self, given: Mapping[str, Any]) -> GuildhallRules:
        """Return the rules with these settings, rejecting invalid cards before anything is compiled."""
        from .settings import GuildhallSettings, deck_of

        setup = GuildhallSettings.settle(given)
        deck_of(setup)
        from .rules import GuildhallRules

        return GuildhallRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[GuildhallRules, State]:
        """Return the rules and the state of a custom position."""
        from .position import set_up

        self.needs(given, "halls", 'one for each player, such as halls=[{"Weaver": ["red"]}, {}]')
        return set_up(seed=seed, **given)

    @property
    def card_language(self) -> CardLanguage:
        """The card files of the game as data."""
        from .reading import card_language

        return card_language()

    @property
    def scribing(self) -> type[Scribing]:
        """Guildhall's part of logs of real games."""
        from .scribing import GuildhallScribing

        return GuildhallScribing

    def make_interactions(self, **given: Any) -> Interactions:
        """Return the zones that cards take from and put into, without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def sets(self) -> dict[str, str]:
        """The sets of professions, each with its title."""
        from .reading import load_book

        return {name: card_set.title for name, card_set in load_book().sets.items()}

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """Return the text of a set or a card, of all cards, or of the changes made by custom files."""
        from .wording import lines

        return lines(name, files)

    def card_reference(self) -> Iterator[str]:
        """Return Guildhall's part of the card reference in the documentation."""
        from .reading import load_book
        from .wording import reference

        return reference(load_book())


GAME = Guildhall()
