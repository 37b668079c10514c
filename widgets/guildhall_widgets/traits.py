"""Public traits: what a front-end shows, to be read, set, observed and linked from a notebook.

>>> from guildhall_widgets import OddsExplorer
>>> explorer = OddsExplorer(draws=6)
>>> explorer.draws = 7
>>> explorer.situation.draws
7
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

import traitlets

__all__ = ["PublicTraits", "public"]

Trait = TypeVar("Trait", bound=traitlets.TraitType[Any, Any])


def public(trait: Trait, read: Callable[[Any], object], put: Callable[[Any, Any], None]) -> Trait:
    """A trait that always is what `read(widget)` returns; setting it calls `put(widget, value)`, which may refuse."""
    trait.tag(read=read, put=put)
    return trait


class PublicTraits(traitlets.HasTraits):
    """Keeps public traits and what is shown in step, whichever changes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._drawing = RLock()  # background work and the notebook do not draw at once
        self._is_telling = False
        if names := list(self._public()):
            self.observe(self._put, names=names)

    def refresh(self) -> None:
        """Show the present state."""
        raise NotImplementedError

    def tell_traits(self) -> None:
        """Bring the traits in step with what is shown."""
        with self._drawing:
            self._is_telling, before = True, self._is_telling
            try:
                for name, trait in self._public().items():
                    setattr(self, name, trait.metadata["read"](self))
            finally:
                self._is_telling = before

    def _public(self) -> dict[str, traitlets.TraitType[Any, Any]]:
        return self.traits(read=lambda read: read is not None)

    def _put(self, change: Any) -> None:
        """Show what a trait was set to, or put it back and say why it cannot be."""
        with self._drawing:
            if self._is_telling:
                return
            try:
                self.trait_metadata(change.name, "put")(self, change.new)
            except Exception:
                self.tell_traits()
                raise
            self.refresh()
