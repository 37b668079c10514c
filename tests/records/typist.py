"""A process that writes notes as fast as it can, and is killed at a random moment.

`python -m tests.records.typist --kills 100` kills a hundred of them and reports what was lost.
With `--record FILE` they write in a copy of that record instead of a short game of Gleaners.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from guildhall.core.game import Game
from guildhall.records.archive import load
from guildhall.records.changes import Changes, open_record
from guildhall.records.record import Record
from tests.core import toy

ROOT = Path(__file__).resolve().parents[2]
WORDS = "The sower <b>waits</b> & reaps: ½ of all, “so” it goes.\n"


def keystroke(changes: Changes, number: int) -> None:
    """Make change `number`: usually one more letter of a comment, sometimes another kind of change."""
    ply, letters = divmod(number, len(WORDS) + 6)
    ply %= changes.record.plies
    match letters - len(WORDS):
        case 0:
            changes.change("annotate", ply=ply, mark="?!")
        case 1:
            changes.change("annotate", ply=ply, tag=f"tag {number}")
        case 2:
            changes.change("graft", ply=ply, **first_option(changes.record, ply), title=f"line {number}")
        case 3:
            changes.change("annotate", ply=ply, comment="a second one")
        case 4:
            changes.change("remove_tag", ply=ply, tag=f"tag {number - 3}")
        case 5:
            changes.change("remove_comment", ply=ply, number=1)
        case _:
            changes.change("set_comment", ply=ply, text=WORDS[: letters + 1])


def first_option(record: Record, ply: int) -> dict[str, list[object]]:
    option = record.game(ply).options[0]
    return {"moves": [option.id], "phrases": [option.phrase]}


def type_on(path: Path) -> None:
    """Write for ever, and acknowledge every keystroke that is done."""
    changes, number = open_record(path), 0
    while True:
        keystroke(changes, number)
        number += 1
        os.write(1, b"%d\n" % number)


@dataclass(frozen=True)
class Killed:
    """The keystrokes acknowledged before a kill, and those found in the file after it."""

    acknowledged: int
    found: int | None

    @property
    def lost(self) -> int:
        return self.acknowledged if self.found is None else self.acknowledged - self.found


def kill_one(folder: Path, record: Record, coin: random.Random, *, most: int = 120) -> Killed:
    """Start a typist, kill it at a random moment, and look at the file it leaves."""
    path = folder / "game.json"
    record.save(path)
    command = [sys.executable, "-m", "tests.records.typist", "--write", str(path), "--game", record.header.game]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as typist:
        assert typist.stdout is not None
        heard = b"".join(typist.stdout.readline() for _ in range(coin.randint(1, most)))
        # Somewhere between two acknowledgements, not right after one.
        time.sleep(coin.random() / 50)
        os.kill(typist.pid, signal.SIGKILL)
        heard += typist.stdout.read()
    acknowledged = heard.count(b"\n")
    found = recognise(load(path), record, acknowledged)  # a torn file would raise here
    with open_record(path) as changes:
        assert not changes.read_only  # the lock went with the process
    return Killed(acknowledged, found)


def recognise(found: Record, record: Record, acknowledged: int) -> int | None:
    """Return after how many keystrokes the record looks like this: those acknowledged, or one more, or fewer."""
    changes = Changes(deepcopy(record))
    after = {0: deepcopy(record)}
    for number in range(acknowledged + 1):
        keystroke(changes, number)
        after[number + 1] = deepcopy(changes.record) if number >= acknowledged - 30 else record
    return next((count for count in range(acknowledged + 1, -1, -1) if after[count] == found), None)


def some_record() -> Record:
    """A game of Gleaners to write about."""
    rules, coin = toy.Gleaners(), random.Random(3)
    game = Game(rules, rules.start(3), seed=3, created="2026-01-01T00:00:00+00:00")
    while game.ply < 60 and not game.over:
        game.play(coin.choice(rules.options(game.state)))
    return game.record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="RECORD")
    parser.add_argument("--game", default="gleaners")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.game == "gleaners" and not asked.record:
        import_module("guildhall.games").rules_for = toy.rules_for
    if asked.write:
        type_on(asked.write)
    coin, record = random.Random(asked.seed), load(asked.record) if asked.record else some_record()
    with tempfile.TemporaryDirectory() as folder:
        ends = [kill_one(Path(folder), record, coin) for _ in range(asked.kills)]
    typed = sum(end.acknowledged for end in ends)
    print(f"{len(ends)} kills after {typed} acknowledged keystrokes:")
    print(f"  most acknowledged keystrokes lost in one kill: {max(end.lost for end in ends)}")
    print(f"  keystrokes found that were not acknowledged yet: {sum(end.lost < 0 for end in ends)}")
    print(f"  records that could not be read: {sum(end.found is None for end in ends)}")


if __name__ == "__main__":
    main()
