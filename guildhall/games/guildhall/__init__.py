"""Guildhall, the card game: every set, Mega-Saga, Super-Sized-Saga, Chapter Masters, Master Houses, own decks."""

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
    from guildhall.core.settings import Settings

    from .rules import GuildhallRules

__all__ = ["GAME"]


class Guildhall(Registration):
    """Guildhall for the registry."""

    name = "guildhall"
    title = "Guildhall"
    summary = "A card game of chapters: five colours of a profession complete one, and chapters buy victory points."
    renderer = "guildhall_widgets.render.guildhall"

    @computed
    def settings(self) -> type[Settings]:
        """The class that declares the settings."""
        from .settings import GuildhallSettings

        return GuildhallSettings

    @property
    def rules_page(self) -> str:
        """How the game is played, on a page of Markdown."""
        return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")

    def make_rules(self, given: Mapping[str, Any]) -> GuildhallRules:
        """Return the rules with these settings; wrong cards are refused before anything is compiled."""
        from .settings import GuildhallSettings, deck_of

        setup = GuildhallSettings.settle(given)
        deck_of(setup)
        from .rules import GuildhallRules

        return GuildhallRules(setup)

    def make_position(self, *, seed: int, **given: Any) -> tuple[GuildhallRules, State]:
        """Return the rules and the state of a game set up by hand."""
        from .position import set_up

        self.needs(given, "halls", 'one for each player, such as halls=[{"Weaver": ["red"]}, {}]')
        return set_up(seed=seed, **given)

    def make_interactions(self, **given: Any) -> Interactions:
        """Return what the cards put where and take from where, without compiling anything."""
        from .interactions import interactions

        return interactions(**given)

    @property
    def sets(self) -> dict[str, str]:
        """The sets of professions, each with its title."""
        from .reading import load_book

        return {name: card_set.title for name, card_set in load_book().sets.items()}

    def card_lines(self, name: str, files: Sequence[Path]) -> Iterator[str]:
        """A set or a card in words, all of them, or what files of one's own have changed."""
        from .wording import lines

        return lines(name, files)

    def card_reference(self) -> Iterator[str]:
        """Guildhall's part of the card reference of the documentation."""
        from .reading import load_book
        from .wording import reference

        return reference(load_book())


GAME = Guildhall()
