"""The finished games of one series: their frames, and the settings they were played with."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import polars as pl

from guildhall.bots import OwnBot, WeightBot, described, is_described, is_own, name_of, rows
from guildhall.core.errors import BadRecord, BadSetup, CannotWrite, listing, short
from guildhall.core.rules import Rules, Spec, with_own_files

from .frames import Form, schemas_of, wanted
from .store import Directory, Memory, Part, Store, read_manifest
from .workers import rules_of

__all__ = ["Simulation", "manifest_of"]

_PART = 1 << 16  # games per part when all of them are written at once


@dataclass(frozen=True)
class Simulation:
    """Finished games of one series.

    `games`, `turns` and `events` are polars frames (docs/frames.md), if the game has them, and `frame` returns any by
    name. `scan` returns them lazily. Use it for a run in a directory that is larger than memory.
    """

    rules: Rules
    bots: tuple[Spec | WeightBot | OwnBot, ...]
    seed: int
    asked: int
    frames: tuple[str, ...]
    store: Store
    played: int = 0  # games played by the call that made this, as opposed to read from a directory

    def scan(self, frame: str) -> pl.LazyFrame:
        """Return a frame as a lazy query, ordered by game."""
        if frame not in (known := schemas_of(self.rules)):
            raise BadSetup(f"{self.rules.game} has no frame {short(frame)}; its frames are {', '.join(known)}")
        if frame not in self.frames:
            how = "events=True" if frame == "events" else f"frames={[*self.frames, frame]}"
            raise BadSetup(f"the frame {short(frame)} was not recorded; simulate(…, {how}) records it")
        return self.store.scan(frame)

    def frame(self, name: str) -> pl.DataFrame:
        """Return a frame by its name.

        >>> from guildhall.simulation import simulate
        >>> sim = simulate("advyria", games=3, seed=1)
        >>> sim.frame("turns").height == sim.games["turns"].sum()
        True
        """
        return self.scan(name).collect()

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row per game."""
        return self.frame("games")

    @cached_property
    def turns(self) -> pl.DataFrame:
        """One row per turn."""
        return self.frame("turns")

    @cached_property
    def chapters(self) -> pl.DataFrame:
        """One row per completed chapter, in Guildhall only."""
        return self.frame("chapters")

    @cached_property
    def events(self) -> pl.DataFrame:
        """One row per event, with `events=True` only."""
        return self.frame("events")

    def __len__(self) -> int:
        return sum(count for _, count in self.store.parts())

    def __repr__(self) -> str:
        bots = ", ".join(_shown(bot) for bot in self.bots)
        return f"Simulation of {len(self)} games of {self.rules.game} (seed {self.seed}) by {bots}"

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all frames as Parquet into a new directory, in the layout of `simulate(out=…)`."""
        if not isinstance(self.store, Memory):
            raise BadSetup("this simulation is already stored on disk; copy its directory")
        manifest = manifest_of(self.rules, self.bots, self.seed, self.asked, self.frames)
        with Directory.create(path, manifest, Form.of(self.rules, self.frames)) as directory:
            if directory.parts():
                raise CannotWrite(f"'{os.fspath(path)}' already holds this simulation", path=os.fspath(path))
            for parts in _runs(self.store.parts()):
                whole = parts[0][0], sum(count for _, count in parts)
                directory.add(whole, {name: self.store.columns(name, parts) for name in self.frames})

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], *, card_files: str | Path | Sequence[str | Path] | None = None
    ) -> Simulation:
        """Read the simulation in a directory, finished or not. Damaged parts are reported and left out.

        `card_files` replaces the card files that a manifest only names, since those are never opened.
        """
        manifest = read_manifest(path)
        if card_files is not None:
            manifest["setup"] = with_own_files(manifest["game"], manifest["setup"], card_files=card_files)
        rules, frames = _played_by(path, manifest)
        for what, now in (("rules", rules.version), ("cards", rules.card_hash)):
            if manifest.get(what) != now:
                raise BadRecord(f"'{os.fspath(path)}' was played with other {what}: {manifest.get(what)}, now {now}")
        store = Directory(Path(path), manifest, Form.of(rules, frames))
        if store.damaged:
            told = f"'{os.fspath(path)}': damaged and left out: {listing(store.damaged)}"
            warnings.warn(f"{told}; simulate(out=…) with the same options plays them again", stacklevel=2)
        return cls(rules, tuple(manifest["bots"]), manifest["seed"], manifest["games"], frames, store)


def _played_by(path: str | os.PathLike[str], manifest: Mapping[str, Any]) -> tuple[Rules, tuple[str, ...]]:
    """Return the rules of a run and its frames, after checking its manifest."""
    try:
        rules = rules_of(manifest["game"], manifest["setup"])
        frames = wanted(manifest["frames"], schemas_of(rules), events="events" in manifest["frames"])
        _weights(rules, manifest["bots"])
        seated = len(manifest["bots"])
    except Exception as error:  # the setup comes from a file and may contain anything
        raise BadRecord(f"the run in '{os.fspath(path)}' cannot be set up: {error}") from error
    if seated != len(rules.seats):
        raise BadRecord(f"'{os.fspath(path)}' is damaged: it has {seated} bots for {len(rules.seats)} seats")
    if list(frames) != manifest["frames"]:
        raise BadRecord(f"'{os.fspath(path)}' is damaged: its frames are {', '.join(manifest['frames'])}")
    return rules, frames


def _runs(parts: list[Part]) -> Iterator[list[Part]]:
    """Iterate over consecutive parts, grouped up to a good file size."""
    run: list[Part] = []
    for first, count in parts:
        if run and (first != sum(run[-1]) or first + count - run[0][0] > _PART):
            yield run
            run = []
        run.append((first, count))
    if run:
        yield run


def manifest_of(
    rules: Rules, bots: tuple[Spec | WeightBot | OwnBot, ...], seed: int, games: int, frames: tuple[str, ...]
) -> dict[str, Any]:
    """Return everything that determines the frames of a run as JSON data, custom bots as name and version."""
    specs = [_plain(bot) for bot in bots]
    return {
        "format": 1,
        "game": rules.game,
        "setup": dict(rules.setup),
        "bots": specs,
        "seed": seed,
        "games": games,
        "frames": list(frames),
        "rules": rules.version,
        "cards": rules.card_hash,
        "weights": blake2b(_weights(rules, specs), digest_size=8).hexdigest(),
    }


def _plain(bot: Spec | WeightBot | OwnBot) -> str | dict[str, Any]:
    if isinstance(bot, WeightBot):
        return _plain(bot.weights)
    if isinstance(bot, str):
        return bot
    return dict(bot) if isinstance(bot, Mapping) else described(bot)


def _weights(rules: Rules, specs: Sequence[Spec]) -> bytes:
    """Return the weights of all bots that are not custom classes."""
    by_weights = [bot for bot in specs if not is_described(bot)]
    return rows(rules, by_weights).tobytes() if by_weights else b""


def _shown(bot: Any) -> str:
    if isinstance(bot, str | WeightBot):
        return str(bot)
    return str(bot["bot"]) if is_described(bot) else name_of(bot) if is_own(bot) else str(bot)
