"""The glossary names files that are there: whoever looks a word up finds its home."""

from __future__ import annotations

import re

import pytest

WORD = re.compile(r"`((?:[a-z_]+|<game>|<front-end>)(?:/(?:[a-z_]+|<game>|<front-end>))*(?:\.py|/))`")


def homes(project_root):
    """Every file or folder that the glossary names, as it stands there."""
    return WORD.findall((project_root / "docs" / "glossary.md").read_text(encoding="utf-8"))


def test_the_glossary_names_many_homes(project_root):
    assert len(homes(project_root)) > 50


@pytest.mark.parametrize("game", ["guildhall", "advyria", "guild_master", "hundred_halls"])
def test_every_home_in_the_glossary_is_there(project_root, game):
    named = [home.replace("<game>", game).replace("<front-end>", "table") for home in homes(project_root)]
    roots = (project_root, project_root / "guildhall")

    missing = [home for home in named if not any((root / home).exists() for root in roots)]

    assert missing == []
