"""Records of rules version 1: they load as far as today's rules lead to the same game.

`left-out` holds a Warlock 4 that passes a player over (rule 22f), in `pushed-out` a Seeker leaves the hall (rule 26).
"""

from __future__ import annotations

from pathlib import Path

import pytest

import guildhall as gh

RECORDS = Path(__file__).parents[2] / "records" / "guildhall-1"
REASON = "it was played by version 1 of the rules, and this is version 2"


def test_an_ordinary_game_of_version_1_loads_whole() -> None:
    record = gh.load(RECORDS / "ordinary.json")

    assert (record.header.rules_version, record.rules.version) == ("1", "2")
    assert record.verify()
    assert record.game().ply == record.plies == 170


@pytest.mark.parametrize(
    ("name", "ply", "message"),
    [
        ("left-out", 3, "option 20 ('red Rogue') is not legal here"),
        ("pushed-out", 0, "the moves of plies 0 to 5 do not lead to the state recorded at ply 6"),
    ],
)
def test_a_game_in_which_a_changed_rule_matters_is_refused_from_that_ply(name: str, ply: int, message: str) -> None:
    path = RECORDS / f"{name}.json.gz"
    with pytest.raises(gh.BadRecord) as caught:
        gh.load(path)

    assert str(caught.value) == f"line 4, ply {ply}: {message}; {REASON}"
    assert caught.value.partial.moves == gh.load(path, verify=False).moves[:ply]
    assert caught.value.partial.verify()
