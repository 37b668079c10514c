"""Guildhall, the card game: every set, Mega-Saga, Super-Sized-Saga, Chapter Masters, Master Houses, own decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from guildhall.core.registration import PackagedGame

__all__ = ["GAME"]


class Guildhall(PackagedGame):
    """Guildhall for the registry."""

    name = "guildhall"
    title = "Guildhall"
    summary = "A card game of chapters: five colours of a profession complete one, and chapters buy victory points."
    renderer = "guildhall_widgets.render.guildhall"
    rules_class, packs = "GuildhallRules", "deck_of"
    position_needs = "halls", 'one for each player, such as halls=[{"Weaver": ["red"]}, {}]'

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
