"""Options of a game as parameters of OpenSpiel, which knows numbers, truth values and words only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from guildhall.core.rules import Rules

__all__ = ["defaults_of", "options_of"]

_JOIN = "+"  # joins the names of a list: commas and brackets mean something else in the name of an OpenSpiel game

Plain = int | float | str


def defaults_of(rules: Rules) -> dict[str, Plain]:
    """A game's options with their defaults; what is not given by default is the empty word.

    Lists that are empty by default (cards of one's own) have no parameter.

    >>> from guildhall.adapters.rules import observable_rules
    >>> known = defaults_of(observable_rules("guildhall", {}))
    >>> known["players"], known["cards"], known["saga"], known["masters"]
    (2, 'old-world', '', False)
    """
    plain = {name: _plain(value) for name, value in rules.setup.items() if value != []}
    return {**plain, "players": len(rules.seats)}


def options_of(params: Mapping[str, Plain]) -> dict[str, Any]:
    """The options that parameters mean; an empty word leaves an option as it is.

    >>> options_of({"players": 3, "cards": "old-world+new-empire", "saga": "mega", "first": "0", "vp": ""})
    {'players': 3, 'cards': ['old-world', 'new-empire'], 'saga': 'mega', 'first': 0}
    """
    return {name: _meant(value) for name, value in params.items() if value != ""}


def _plain(value: Any) -> Plain:
    if value is None:
        return ""
    return _JOIN.join(value) if isinstance(value, list | tuple) else value


def _meant(value: Plain) -> Any:
    if not isinstance(value, str):
        return value
    if value.isdigit():
        return int(value)
    return [name.strip() for name in value.split(_JOIN)] if _JOIN in value else value
