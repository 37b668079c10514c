"""Front-ends of guildhall for notebooks; `%load_ext guildhall_widgets` turns them on.

So far the extension draws charts as SVG, which a saved notebook shows without a kernel and without a network.
A game needs no extension: it displays as a table by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair

from .theme import chart_theme

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Draw Altair charts as SVG that suits a light and a dark page; IPython calls this at `%load_ext`."""
    altair.renderers.enable("svg")
    altair.theme.register("guildhall", enable=True)(chart_theme)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Give charts back to Altair's own renderer."""
    altair.renderers.enable("default")
    altair.theme.enable("default")
