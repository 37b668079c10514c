"""Bots as rows of numbers: from named weights to the row that compiled rules read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from guildhall.core.capabilities import Spec
from guildhall.core.errors import BadSetup, did_you_mean, nearest

__all__ = ["preset_of", "row_of"]


def row_of(weights: Mapping[str, float], meanings: Mapping[str, str]) -> NDArray[np.float64]:
    """A row from named weights, in the order of `meanings`; those not named are 0, and a bot with weights thinks.

    >>> row_of({"draw": 2}, {"thinks": "chooses by weights", "draw": "each card"}).tolist()
    [1.0, 2.0]
    """
    places = {name: place for place, name in enumerate(meanings)}
    row = np.zeros(len(places))
    row[places["thinks"]] = 1.0
    for name, value in weights.items():
        if name not in places:
            close = did_you_mean(nearest(name, places))
            raise BadSetup(f"a bot has no weight {name!r}{close or '; the weights are ' + ', '.join(places)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise BadSetup(f"the weight {name!r} must be a number, not {value!r}")
        row[places[name]] = float(value)
    return row


def preset_of(bot: Spec, presets: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """The named weights of a bot that is given by its name, or by its weights.

    >>> preset_of("even", {"even": {"thinks": 0.0}})
    {'thinks': 0.0}
    """
    if not isinstance(bot, str):
        return bot
    if bot not in presets:
        close = did_you_mean(nearest(bot, presets))
        raise BadSetup(f"there is no bot {bot!r}{close or '; the bots are ' + ', '.join(presets)}")
    return presets[bot]
