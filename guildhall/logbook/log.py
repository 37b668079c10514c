"""Logs of real games: entries in words, written by one player, from which game and record follow.

The entries are the truth, and everything else is derived from them. Each entry keeps its result, so an entry costs the
same late in a game as at its beginning, and a correction costs as much as the entries after it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from guildhall.core import files
from guildhall.core.decision import DONE
from guildhall.core.errors import BadEntry, BadRecord, BadSetup, did_you_mean, listing, nearest, short
from guildhall.core.game import Game
from guildhall.core.rules import Rules, State, as_one_sentence, digest
from guildhall.core.scribing import UNKNOWN, Laid, Misfit, Scribing
from guildhall.core.typed import number_within, read_seed
from guildhall.games import read_own_files, registration
from guildhall.records.archive import load
from guildhall.records.logged import SCRIBE, read_entries
from guildhall.records.record import Record
from guildhall.records.study import Header, Node, Variation

from .entry import Saying, read_entry, with_player
from .fitting import Ask, Choice, Fitted, Fitter, Untold, filled
from .told import ToldGame, told_rules

__all__ = ["Could", "Entry", "Guess", "Log", "rules_of", "scribe"]

_POSITION = "position"  # the start of a log that begins with a table as it lies
FITS, MISFIT, WAITS = "fits", "does not fit", "waits"
_REPAIRS = 2000  # entries carried out again with other guesses until one that contradicts a guess fits


@dataclass(frozen=True, slots=True)
class Guess:
    """A missed card: the number of its entry, its place among the missed cards there, and what stands for it."""

    entry: int
    place: int
    card: str


@dataclass(frozen=True)
class Entry:
    """An entry of a log, numbered from 1.

    `status` is "fits", "does not fit" (with the `reason`) or "waits" for an earlier entry that does not fit.
    `words` describe the move as the scribe saw it. `first` and `last` are its plies, from 1.
    """

    number: int
    text: str
    seat: int
    status: str
    reason: str = ""
    words: str = ""
    note: str = ""
    first: int = 0
    last: int = 0
    guesses: tuple[Guess, ...] = ()

    def __str__(self) -> str:
        marks = f"  (guessed: {', '.join(guess.card for guess in self.guesses)})" if self.guesses else ""
        wrong = f"  !! {self.status}{f': {self.reason}' if self.reason else ''}" if self.status != FITS else ""
        return f"{self.number}. {self.text}{marks}{wrong}"


@dataclass(frozen=True)
class Could:
    """The possible continuations: choices of the deciding seat, or a result of chance that is missing.

    Both are there where chance comes after a `done` that goes without saying.
    `whole` is True if the text so far can stand as an entry, `ends` if the move ends with its last word.
    `problem` says why it cannot be continued.
    """

    seat: int
    player: str
    kind: str
    prompt: str
    choices: tuple[Choice, ...] = ()
    ask: Ask | None = None
    whole: bool = False
    problem: str = ""
    ends: bool = False

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases of the choices."""
        return tuple(choice.phrase for choice in self.choices)


@dataclass(frozen=True)
class _Written:
    """An entry with what came of it."""

    text: str
    saying: Saying
    guesses: tuple[str, ...] = ()
    fitted: Fitted | None = None
    check: str = ""
    reason: str = ""
    first: int = 0

    @property
    def moves(self) -> tuple[int, ...]:
        """The options of its plies."""
        return self.fitted.moves if self.fitted else ()

    @property
    def last(self) -> int:
        """The plies up to its end."""
        return self.first + len(self.moves)


class Log:
    """A game logged at a real table by one of its players. `scribe` makes one.

    `entries` are what was written. `game` is a live game of it, `record` its record.
    A rejected entry changes nothing.
    """

    def __init__(
        self,
        game: str,
        setup: Mapping[str, Any],
        *,
        seat: int,
        start: Mapping[str, Any],
        seed: int = 0,
        created: str | None = None,
        source: str = "",
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        home = registration(game)
        plain = home.make_rules(setup)
        self.seat = _seat(seat, plain.seats)
        self._scribing = home.scribing(plain, self.seat)
        self._start = dict(start) if _POSITION in start else _checked(self._scribing, start)
        self._fitter = Fitter(plain, self._scribing, seed)
        self._setup = dict(plain.setup)
        self.seed, self.source = seed, source
        self.rules = told_rules(plain, self._scribing)  # type: ignore[arg-type]
        try:
            self.rules.begins = self._begins(plain)
        except Misfit as error:
            raise BadSetup(f"the start does not fit: {error}") from None
        self.created = created or datetime.now(UTC).isoformat(timespec="seconds")
        self.path = path
        self._entries: list[_Written] = []
        self._record = Record(Variation(), header=self._header())
        self._game = ToldGame(self, self.rules, seed=seed, created=self.created)
        self._store()

    def _begins(self, plain: Rules) -> State:
        """Return the start of the log: the opening of a game, or a table as it lies."""
        if _POSITION not in self._start:
            return self._scribing.begin(self._fitter.rules.know(plain.start(0), self.seat), self._start)
        placed = {**{name: value for name, value in self._setup.items() if value}, **self._start[_POSITION]}
        _, state = registration(plain.game).make_position(seed=self.seed, **placed)
        return self._scribing.deal(self._fitter.rules.know(state, self.seat), Laid(), 0)

    # --- Reading ---

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return self.rules.seats

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries."""
        return tuple(self._entry(number) for number in range(1, len(self._entries) + 1))

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, number: int) -> Entry:
        """Return an entry by its number, from 1."""
        return self._entry(self._number(number))

    def __repr__(self) -> str:
        return f"Log({self.rules.game}, {', '.join(self.seats)}, by {self.seats[self.seat]}, {len(self)} entries)"

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """The guesses for the missed cards of all entries."""
        return tuple(guess for entry in self.entries for guess in entry.guesses)

    @property
    def misfit(self) -> Entry | None:
        """The first entry that does not fit, if any."""
        stuck = (number for number, each in enumerate(self._entries, 1) if each.reason)
        return next(map(self._entry, stuck), None)

    @property
    def game(self) -> Game:
        """The game as far as the entries fit. It grows with them: widgets and odds of it stay up to date."""
        return self._game

    @property
    def record(self) -> Record:
        """The record, the same object as long as the log lives, so that notes and variations stay."""
        return self._record

    @property
    def text(self) -> str:
        """The entries as lines of text, as `guildhall scribe --from` reads them."""
        return "".join(f"{written.text}\n" for written in self._entries)

    @property
    def told(self) -> dict[str, Any]:
        """The facts before the first entry: the settings that differ from the defaults, and the start."""
        usual = registration(self.rules.game).settings.settle({"players": list(self.seats)}).as_dict()
        settings = {name: value for name, value in self._setup.items() if value != usual.get(name)}
        return {**settings, **self._start}

    @property
    def leads(self) -> frozenset[str]:
        """The phrases after which any number of cards follows."""
        return self._scribing.leads

    def palette(self, word: str = "") -> dict[str, int]:
        """Return the cards whose place the scribe does not know, with copies. With a word, return those it can name."""
        return dict(self._scribing.unseen(self._scribing.knows(self._state()), word))

    def _entry(self, number: int) -> Entry:
        written = self._entries[number - 1]
        guesses = tuple(Guess(number, place, card) for place, card in enumerate(written.guesses, 1))
        saying = written.saying
        if written.fitted is None:
            status = MISFIT if written.reason else WAITS
            return Entry(number, written.text, saying.seat, status, written.reason, note=saying.note, guesses=guesses)
        first, last = written.first, written.last
        words = self._described(saying.seat, first, last)
        return Entry(number, written.text, saying.seat, FITS, "", words, saying.note, first + 1, last, guesses)

    def _described(self, seat: int, first: int, last: int) -> str:
        events = [event for ply in range(first + 1, last + 1) for event in self._game.line.events_at(ply)]
        return self.rules.words.move(seat, events) or as_one_sentence(self.seats[seat], events)

    @property
    def _fitting(self) -> int:
        """The number of entries that fit, before the first that does not."""
        entries = self._entries
        number = len(entries)
        while number and entries[number - 1].fitted is None:
            number -= 1
        return number

    def _state(self) -> State:
        """Return the state after all entries that fit."""
        return self._after(self._entries[: self._fitting])

    def _after(self, entries: Sequence[_Written]) -> State:
        fitted = entries[-1].fitted if entries else None
        return self.rules.begins if fitted is None else fitted.state

    def _number(self, number: int, last: int | None = None) -> int:
        found = number_within(number, 1, len(self) if last is None else last)
        if found is None:
            raise BadEntry(f"there is no entry {short(number)}; the log has {len(self)}")
        return found

    # --- Writing ---

    def enter(self, text: str) -> Entry:
        """Add an entry, or raise BadEntry with the reason and what would fit."""
        if self.misfit is not None:
            stuck = self.misfit
            raise BadEntry(f"entry {stuck.number} does not fit ({stuck.reason}); edit or delete it first")
        return self._write(len(self), [_Draft(text)], len(self))

    def edit(self, number: int, text: str) -> Entry:
        """Replace an entry. Later ones are carried out again, and the first that no longer fits is `misfit`."""
        place = self._number(number) - 1
        return self._write(place, [_Draft(text)], place + 1)

    def insert(self, number: int, text: str) -> Entry:
        """Insert an entry before the one with this number."""
        place = self._number(number, len(self) + 1) - 1
        return self._write(place, [_Draft(text)], place)

    def delete(self, number: int) -> None:
        """Delete an entry. Later ones are carried out again."""
        place = self._number(number) - 1
        self._adopt(place, [*self._entries[:place], *self._refold(self._entries[:place], self._entries[place + 1 :])])

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` entries."""
        if number_within(n, 0, len(self)) is None:
            raise BadEntry(f"cannot take back {short(n)} entries; the log has {len(self)}")
        self._adopt(len(self) - n, self._entries[: len(self) - n])

    def as_it_lies(self, **position: Any) -> Log:
        """Begin another log from the table as it lies, after something that the rules forbid.

        The arguments are those of `gh.position`, with numbers for the hands of the others. Both records together are
        the chapters of a study: `gh.save_all(path, [log.record, rest.record])`.
        """
        source = f"the table as it lay after entry {len(self)}"
        start = {_POSITION: position}
        return Log(self.rules.game, self._setup, seat=self.seat, start=start, seed=self.seed, source=source)

    def could(self, text: str = "") -> Could:
        """Return what could be written next: after the last entry, or to go on with an unfinished one."""
        state, ply = self._state(), self._entries[self._fitting - 1].last if self._fitting else 0
        rules = self._fitter.rules
        if rules.outcome(state).reason:
            return Could(-1, "", "over", rules.decision(state).prompt)
        actor = int(state[0]["actor"])
        saying = Saying(actor, (), {})
        if text.strip():
            try:
                saying = read_entry(with_player(text, self.seats, actor), self.seats, self._words)
            except BadEntry as error:
                return replace(self._could(state, actor), problem=str(error))
        return self._continued(state, ply, saying)

    @property
    def _words(self) -> Mapping[str, str]:
        return self._scribing.words

    def _continued(self, state: State, ply: int, saying: Saying) -> Could:
        whole = ends = False
        reached, problem = self._fitter.begin(state, ply, saying)
        goes_on = problem is None
        if goes_on and saying.phrases:
            try:
                fitted = self._fitter.fit(state, ply, saying)
                whole, ends = True, len(fitted.moves) == len(reached.moves)
            except Untold as error:
                problem = error
            except Misfit:
                pass
        if isinstance(problem, Untold):
            known = self._scribing.knows(reached.state)
            palette = dict(self._scribing.palette(known, problem.ask.word, problem.ask.place, saying.told))
            shown = self._could(reached.state, saying.seat)
            may_wait = goes_on and DONE in shown.phrases and problem.ask.word not in saying.told
            choices = shown.choices if may_wait else ()
            return replace(shown, choices=choices, ask=replace(problem.ask, palette=palette), problem=str(problem))
        shown = self._could(reached.state, saying.seat)
        if problem is not None and saying.phrases:  # perhaps the last phrase is only begun
            prefix = saying.phrases[-1].casefold()
            earlier, _ = self._fitter.begin(state, ply, replace(saying, phrases=saying.phrases[:-1]))
            there = self._could(earlier.state, saying.seat)
            begun = tuple(each for each in there.choices if each.phrase.casefold().startswith(prefix))
            if begun:
                return replace(there, choices=begun)
        return replace(shown, whole=whole, ends=ends, problem="" if problem is None else str(problem))

    def _could(self, state: State, seat: int) -> Could:
        rules = self._fitter.rules
        actor = int(state[0]["actor"])
        if rules.outcome(state).reason:
            return Could(-1, "", "over", rules.decision(state).prompt)
        words = rules.words
        choices = tuple(self._fitter.choices(state))
        return Could(actor, self.seats[actor], words.kind(state), words.prompt(state), choices)

    # --- Files ---

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record, and from now on write it again after every entry."""
        self._record.save(path)
        self.path = path

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Log:
        """Return the log of a file, to be continued and saved there after every entry.

        All entries of the file are there. Those that do not fit are marked as after `edit`.
        """
        data = files.read(path).data
        header, entries, _ = read_entries(data)
        log, problem = _folded(header)
        with suppress(BadRecord):
            log._record.main.nodes = load(path, verify=False).main.nodes
        if problem is not None and problem.entry is not None:
            later = [_Written(text, _read_or_blank(text, log)) for text in entries[problem.entry - 1 :]]
            log._adopt(len(log), [*log._entries, replace(later[0], reason=str(problem)), *later[1:]])
        log.path = path
        return log

    # --- The fold ---

    def _write(self, place: int, drafts: Sequence[_Draft], after: int) -> Entry:
        """Replace some entries by drafts, and carry out everything after them again."""
        before = self._entries[:place]
        written = list(before)
        for draft in drafts:
            written = self._with(written, draft)
        later = self._refold(written, self._entries[after:])
        self._adopt(min(place, _common(self._entries, written)), [*written, *later])
        return self._entry(place + 1)

    def _with(self, before: Sequence[_Written], draft: _Draft) -> list[_Written]:
        """Return the entries with one more, or raise BadEntry. Earlier guesses that contradict it are changed."""
        number = len(before) + 1
        saying = read_entry(draft.text, self.seats, self._words)
        try:
            return [*before, self._fit(before, draft.text, saying, draft.guesses)]
        except Misfit as error:
            problem = error
        repaired = None if isinstance(problem, Untold) else self._repaired(before, draft, saying, problem)
        if repaired is None:
            raise BadEntry(str(problem), entry=number, fits=problem.fits) from None
        return repaired

    def _fit(
        self,
        before: Sequence[_Written],
        text: str,
        saying: Saying,
        guesses: Sequence[str] = (),
        banned: Sequence[str] = (),
    ) -> _Written:
        state = self._after(before)
        ply = before[-1].last if before else 0
        fitted = self._fitter.fit(state, ply, filled(saying, guesses), banned=banned)
        check = digest(self._fitter.rules.know(fitted.state, self.seat))
        return _Written(text, saying, fitted.merged(saying, guesses), fitted, check, first=ply)

    def _refold(self, before: Sequence[_Written], later: Sequence[_Written]) -> list[_Written]:
        """Carry out later entries again. The first misfit is marked, and those after it wait."""
        written = list(before)
        stuck = any(each.fitted is None for each in written)
        for each in later:
            if stuck:
                written.append(replace(each, fitted=None, reason="", check=""))
                continue
            try:
                written = self._with(written, _Draft(each.text, each.guesses))
            except BadEntry as error:
                stuck = True
                written.append(replace(each, fitted=None, reason=str(error), check=""))
        return written[len(before) :]

    def _repaired(
        self, before: Sequence[_Written], draft: _Draft, saying: Saying, problem: Misfit
    ) -> list[_Written] | None:
        """Change the one earlier guess that stands in the way of an entry, and return the entries, or None."""
        places = [(number, place) for number, each in enumerate(before) for place in range(len(each.guesses))][::-1]
        to_blame = [at for at in places if problem.card and before[at[0]].guesses[at[1]].endswith(problem.card)]
        others = [at for at in places if at not in to_blame]
        seen = [(at, card) for card in self._seen_in(saying) for at in places]  # a missed card may be one seen now
        left = _REPAIRS
        for (number, place), card in [*((at, "") for at in to_blame), *seen, *((at, "") for at in others)]:
            banned = [before[number].guesses[place]]
            while left > 0 and len(banned) < (2 if card else 6):
                left -= len(before) - number
                changed = self._reguessed(before, number, place, banned, card)
                if changed is None:
                    break
                try:
                    return [*changed, self._fit(changed, draft.text, saying, draft.guesses)]
                except Misfit:
                    banned.append(changed[number].guesses[place])
        return None

    def _seen_in(self, saying: Saying) -> Iterator[str]:
        """Yield the cards that an entry names, the last first."""
        found = map(self._fitter.card_in, reversed(saying.phrases))
        yield from filter(None, dict.fromkeys(found))

    def _reguessed(
        self, before: Sequence[_Written], number: int, place: int, banned: Sequence[str], card: str = ""
    ) -> list[_Written] | None:
        """Return the entries with another guess in one place, or this card, or None if that does not fit."""
        each = before[number]
        guesses = list(each.guesses)
        phrases = [phrase for phrase in each.saying.phrases if UNKNOWN in phrase]
        if place < len(phrases):
            guesses[place] = phrases[place].replace(UNKNOWN, card) if card else UNKNOWN
        else:
            other = card or self._other_told(before[:number], each.saying, place - len(phrases), banned)
            if other is None:
                return None
            guesses[place] = other
        try:
            written = [*before[:number], self._fit(before[:number], each.text, each.saying, guesses, banned)]
            for later in before[number + 1 :]:
                written.append(self._fit(written, later.text, later.saying, later.guesses))
        except Misfit:
            return None
        return written

    def _other_told(self, before: Sequence[_Written], saying: Saying, place: int, banned: Sequence[str]) -> str | None:
        words = [word for word, cards in saying.told.items() for card in cards if card == UNKNOWN]
        known = self._scribing.knows(self._after(before))
        return next((card for card in self._scribing.unseen(known, words[place]) if card not in banned), None)

    def _adopt(self, place: int, entries: list[_Written]) -> None:
        """Take over new entries, of which the first `place` are as before, and bring game and record up to date."""
        old = self._entries
        kept = min(place, _common(old, entries))
        self._entries = entries
        self.rules.book = {key: told for each in entries if each.fitted for key, told in each.fitted.book.items()}
        moves = [move for each in entries[kept:] for move in each.moves]
        self._game.follow(entries[kept - 1].last if kept else 0, moves)
        self._carry_notes(old, kept)
        self._store()

    def _carry_notes(self, old: Sequence[_Written], kept: int) -> None:
        """Keep the notes of entries that still fit, without evaluations and variations after a change."""
        nodes, now = self._record.main.nodes, self._entries
        first = old[kept - 1].last if kept else 0
        fresh = {ply: node for ply, node in nodes.items() if ply <= first}
        for place, each in enumerate(old[kept:], kept):
            for ply in range(each.first + 1, each.last + 1):
                if ply not in nodes or place >= len(now) or now[place].fitted is None:
                    continue
                node = nodes[ply]
                node.evaluation, node.variations = None, []
                if each.saying.note in node.comments:
                    node.comments.remove(each.saying.note)
                if node != Node():
                    fresh[min(ply - each.first + now[place].first, now[place].last)] = node
        self._record.main.nodes = fresh
        for each in now[kept:]:
            if each.saying.note and each.fitted is not None:
                fresh.setdefault(each.last, Node()).comments.append(each.saying.note)

    def _store(self) -> None:
        """Bring the record up to date, and save it."""
        fitted = [each for each in self._entries if each.fitted]
        moves = [move for each in fitted for move in each.moves]
        phrases = [phrase for each in fitted if each.fitted for phrase in each.fitted.phrases]
        self.rules.told = (tuple(moves), tuple(phrases))
        self.rules.setup = {**self._setup, SCRIBE: self._told()}
        record = self._record
        record.main.moves[:], record.main.phrases[:] = moves, phrases
        record.checks.clear()
        record.checks.update({0: self.rules.check_of(self.rules.begins)})
        record.checks.update({each.last: each.check for each in fitted})
        record.outcome = self.rules.outcome(self._state())
        record.header = self._header()
        record.keep_rules(self.rules)
        if self.path is not None:
            record.save(self.path)

    def _header(self) -> Header:
        rules = self.rules
        return Header(
            game=rules.game,
            setup=dict(rules.setup),
            rules_version=rules.version,
            card_hash=rules.card_hash,
            seats=rules.seats,
            seed=self.seed,
            created=self.created,
            source=self.source,
        )

    def _told(self) -> dict[str, Any]:
        """Return everything from which the log can be made again, as JSON data."""
        guesses = {str(number): list(each.guesses) for number, each in enumerate(self._entries, 1) if each.guesses}
        told = {
            "seat": self.seat,
            "seed": self.seed,
            "start": dict(self._start),
            "entries": [each.text for each in self._entries],
        }
        return {**told, "guesses": guesses} if guesses else told


@dataclass(frozen=True)
class _Draft:
    """An entry to be written, with the guesses made for it earlier."""

    text: str
    guesses: tuple[str, ...] = ()


def _common(old: Sequence[_Written], new: Sequence[_Written]) -> int:
    """Return the number of leading entries that are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one is not other), min(len(old), len(new)))


def _seat(seat: Any, seats: Sequence[str]) -> int:
    """Return the scribe's seat, given by its number or name."""
    if isinstance(seat, str) and seat in seats:
        return seats.index(seat)
    number = number_within(seat, 0, len(seats) - 1)
    if number is None:
        raise BadSetup(
            f"the scribe's seat must be 0 to {len(seats) - 1}, or one of {listing(seats)}, not {short(seat)}"
        )
    return number


def _checked(scribing: Scribing, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts about the start, or raise BadSetup if one is missing or unknown."""
    opening = scribing.opening
    for name in given:
        if name not in opening:
            raise BadSetup(f"unknown argument {short(name)}{did_you_mean(nearest(name, opening))}")
    for name, needed in opening.items():
        if name not in given and not needed.optional:
            raise BadSetup(f"a log needs {name}: {needed.about}, such as {needed.sample}")
        if name in given and (isinstance(given[name], str) or not isinstance(given[name], Sequence | Mapping)):
            raise BadSetup(f"{name} must be a list, such as {needed.sample}, not {short(given[name])}")
    return {name: list(value) if isinstance(value, Sequence) else dict(value) for name, value in given.items()}


def scribe(game: str = "guildhall", *, seat: int | str = 0, seed: int = 0, **options: Any) -> Log:
    """Begin a log of a game played at a real table, written by the player of one seat.

    `options` are the settings of `gh.new_game`, what the game needs to know of the start (in Guildhall your `hand` and
    the `vp_row`, in the Hundred Halls `hands` and `flips`), and `path`, a file that is written after every entry.

    >>> hand = ["red Weaver", "blue Weaver", "red Farmer", "green Farmer", "red Dancer", "blue Dancer"]
    >>> hand += ["red Trader", "green Trader", "red Historian"]
    >>> log = scribe(players=["Ada", "Bela"], first=1, hand=hand, vp_row=["5", "5", "3 place any", "9", "9"])
    >>> log.enter("Bela: discard blue Farmer, done").words
    '1 away, 1 drawn'
    """
    path = options.pop("path", None)
    home = registration(game)
    names = home.scribing.opening
    start = {name: options.pop(name) for name in names if name in options}
    log = Log(game, read_own_files(game, options), seat=seat, start=start, seed=read_seed(seed))  # type: ignore[arg-type]
    if path is not None:
        log.save(path)
    return log


def _read_or_blank(text: str, log: Log) -> Saying:
    """Take an entry apart, or return an empty one if that cannot be done."""
    try:
        return read_entry(text, log.seats, log._words)
    except BadEntry:
        return Saying(log.seat, (), {})


def _folded(header: Header) -> tuple[Log, BadEntry | None]:
    """Return the log of a header up to its first entry that does not fit, and what is wrong with that."""
    setup = dict(header.setup)
    told = setup.pop(SCRIBE)
    if not isinstance(told, Mapping):
        raise BadSetup("the scribe's words cannot be read")
    try:
        seat, start, entries = told["seat"], told["start"], told["entries"]
        guesses = {int(number): tuple(map(str, cards)) for number, cards in told.get("guesses", {}).items()}
        log = Log(header.game, setup, seat=seat, start=start, seed=read_seed(told["seed"]), created=header.created)
        log.source = header.source
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadSetup(f"the scribe's words cannot be read: {error!r}") from None
    written: list[_Written] = []
    problem = None
    for number, text in enumerate(entries, 1):
        try:
            written = log._with(written, _Draft(text, guesses.get(number, ())))
        except BadEntry as error:
            problem = BadEntry(f"entry {number}: {error}", entry=number, fits=error.fits)
            break
    log._adopt(0, written)
    return log, problem


def rules_of(game: str, setup: Mapping[str, Any]) -> Rules:
    """Return the rules of a logged game from the settings in its header."""
    log, problem = _folded(Header(game, dict(setup), "", "", (), 0, ""))
    if problem is not None:
        raise problem
    return log.rules
