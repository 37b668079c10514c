"""A user's script for type checkers: the lines that end in "refused" are wrong, all others are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from market_day import GAME

import guildhall as gh

gh.new_game()
gh.new_game(cards="old-world", players=3, saga="mega", vp={"5": 2}, seed=7)
gh.new_game("guildhall", cards=["Weaver", "Farmer"], players=["Ada", "Bo"], card_files=Path("my.toml"), turn_limit=None)
gh.new_game("advyria", lang="de", no_finale=True, first=0)
gh.new_game("guild-master", short=True, teams=2)
gh.new_game("hundred-halls", party=["Aurie", "Zayn"], order=[1, 0], campaign=False)
gh.new_game(GAME, thieves=4)


def any_game(name: str, options: dict[str, Any]) -> gh.Game:
    """Begin a game whose name is known only when the script runs."""
    gh.new_game(name, seed=1, players=2)
    return gh.new_game(name, **options)


gh.new_game("guild-master", shrot=True)  # refused
gh.new_game("guild-master", short="yes")  # refused
gh.new_game("guild-master", teams="2")  # refused
gh.new_game(cards=3)  # refused
gh.new_game("guildhall", saga="giga")  # refused
gh.new_game("guildhall", lang="de")  # refused
gh.new_game("advyria", lang="fr")  # refused
gh.new_game("advyria", players=2.5)  # refused
gh.new_game("hundred-halls", round_limit="long")  # refused
gh.new_game("hundred-halls", seed="7")  # refused
any_game("guildhall", {}).rules.words.phrase("state", 3)  # refused
gh.simulat("guildhall", games=10)  # refused
gh.odds.draws.chanse({"red Weaver": 3}, ["red Weaver"], 1)  # refused
