"""Find worlds that fit an entry: deals of the hidden cards in which the entry can happen.

Plies are fitted one by one. Each begins with what the scribe knows: told cards are laid where they have to be, the
rest is dealt, and the ordinary rules play the option. A world that fits is kept, with the option, in the *book* of the
log: `ToldRules` plays that option in that world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import product
from typing import Any

import numpy as np

from guildhall.core.decision import DONE, Event, fold
from guildhall.core.errors import BadView, listing, nearest, offering
from guildhall.core.rules import State, clone, digest
from guildhall.core.scribing import UNKNOWN, Chance, Laid, Misfit, Scribing
from guildhall.core.typed import parts_of
from guildhall.kernel.chance import generator

from .entry import Saying
from .throwing import word_for

__all__ = ["Ask", "Choice", "Fitted", "Fitter", "Untold", "filled"]

_DEALS = 40  # deals tried until a phrase is offered
_SHUFFLES = 12  # shuffles tried until exchanges bring the cards of the entry
_THROWS = 400  # generator words tried until a random pick is that of the entry
_SHAPES = 12  # how often one result may change which others are needed
_GUESSES = 8  # guesses tried for the missed cards of one entry
_AGAIN = 24  # other deals tried for an entry that leaves something to choose, or chooses too much
_NODES = 400  # orders of the picks of a set tried for one entry

_PHRASE = ""  # the slot of a missed card in a phrase, and not under a word

Told = Mapping[str, tuple[str, ...]]
"""Cards by word."""


@dataclass(frozen=True)
class Ask:
    """A result of chance still missing from an entry: the word, its meaning, the number, and possible cards.

    `place` is the game's number for where they come from. `again` is True if a result may come several times.
    """

    word: str
    about: str
    number: int
    palette: Mapping[str, int] = field(default_factory=dict)
    place: int = -1
    again: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the deciding seat could do, with its kind and, if it names one, the card."""

    phrase: str
    kind: str
    card: str = ""
    copies: int = 0


class Redeal(Misfit):
    """The entry may fit after another deal: her hand decides what there is to choose.

    `without` are the cards that leave something to choose, by the owner of the hand.
    """

    def __init__(self, message: str, without: Sequence[tuple[int, str]] = ()) -> None:
        super().__init__(message)
        self.without = tuple(without)


class Untold(Misfit):
    """A result of chance is missing from the entry."""

    def __init__(self, message: str, ask: Ask) -> None:
        super().__init__(message)
        self.ask = ask


@dataclass(frozen=True)
class Fitted:
    """An entry, or the beginning of one, that fits: the state after it, its plies, and the worlds it needs."""

    state: State
    moves: tuple[int, ...] = ()
    phrases: tuple[str, ...] = ()
    book: Mapping[str, tuple[int, bytes]] = field(default_factory=dict)
    guesses: Told = field(default_factory=dict)
    told: Told = field(default_factory=dict)

    def merged(self, saying: Saying, given: Sequence[str]) -> tuple[str, ...]:
        """Return the guesses for all missed cards of an entry: those given, and those made for the others."""
        left = {word: list(cards) for word, cards in self.guesses.items()}
        known = [*given, *[UNKNOWN] * (saying.gaps - len(given))]
        slots = [_PHRASE] * sum(UNKNOWN in phrase for phrase in saying.phrases)
        slots += [word for word, cards in saying.told.items() for card in cards if card == UNKNOWN]
        return tuple(left[slot].pop(0) if one == UNKNOWN else one for slot, one in zip(slots, known, strict=True))


@dataclass(frozen=True)
class _Ply:
    """One ply that fits."""

    world: State
    option: int
    after: State
    told: Told
    guesses: Told = field(default_factory=dict)


_Played = tuple[State, State, tuple[Event, ...], list[Chance]]
"""A world, the state after an option there, its events, and what chance showed the scribe."""


@dataclass(frozen=True)
class _Way:
    """How a run of the search deals: by which salt, with which phrases never guessed, and which cards nobody holds."""

    salt: int = 0
    banned: tuple[str, ...] = ()
    without: tuple[tuple[int, str], ...] = ()


class Fitter:
    """Fits entries for one seat of a game. It has no state but the rules and a seed."""

    def __init__(self, rules: Any, scribing: Scribing, seed: int) -> None:
        self.rules, self.scribing, self.seat, self.seed = rules, scribing, scribing.seat, seed

    # --- Whole entries ---

    def fit(self, state: State, ply: int, saying: Saying, *, banned: Sequence[str] = ()) -> Fitted:
        """Carry out an entry from a state after `ply` plies, or raise Misfit with the reason.

        Missed cards are guessed by chance, and no phrase of a guess is `banned`.
        """
        problem: Misfit | None = None
        runs = _GUESSES if any(UNKNOWN in phrase for phrase in saying.phrases) else 1
        way = _Way(banned=tuple(banned))
        while way.salt < runs:
            try:
                return _Search(self, saying, ply, way).run(Fitted(state, told=saying.told), saying.phrases)
            except Misfit as error:
                problem = problem or error
                if isinstance(error, Redeal) and saying.seat != self.seat:
                    runs = max(runs, _AGAIN)
                    way = replace(way, without=tuple(dict.fromkeys((*way.without, *error.without))))
            way = replace(way, salt=way.salt + 1)
        assert problem is not None
        raise problem

    def begin(self, state: State, ply: int, saying: Saying) -> tuple[Fitted, Misfit | None]:
        """Carry out as much of an unfinished entry as fits, without finishing it, and return what is in the way."""
        search = _Search(self, saying, ply, _Way(), partial=True)
        try:
            return search.run(Fitted(state, told=saying.told), saying.phrases), None
        except Misfit as error:
            return search.furthest, error

    # --- One ply ---

    def ply(
        self,
        state: State,
        number: int,
        phrase: str,
        told: Told,
        ahead: Sequence[str],
        way: _Way,
    ) -> _Ply:
        """Carry out one phrase, or raise Misfit. Another salt gives another guess."""
        known = self.scribing.knows(state)
        if UNKNOWN in phrase:
            phrase = self._guess(known, number, phrase, way)
            found = self.ply(state, number, phrase, told, ahead, way)
            return replace(found, guesses={_PHRASE: (phrase,), **found.guesses})
        problem: Misfit | None = None
        for world, laid in self._worlds(state, known, number, phrase, ahead, way):
            option = self.find(world, phrase)
            if option is None:
                continue
            try:
                return self._with_chance(known, world, option, told, laid, number, ahead)
            except Untold:
                raise
            except Misfit as error:
                problem = error
                if self.scribing.is_open(state):
                    break
        raise problem or self._refusal(state, phrase)

    def find(self, world: State, phrase: str) -> int | None:
        """Return the option of a world that has a phrase, or None."""
        wanted, phrase_of = fold(phrase), self.rules.phrase
        return next((each for each in self.rules.options(world) if fold(phrase_of(world, each)) == wanted), None)

    def deal(self, known: State, laid: Laid, number: int, attempt: int) -> State:
        """Return a world for the scribe's knowledge in which cards are laid, the same for the same ply and attempt."""
        throws = self.scribing.first_throws(laid.told)
        word = word_for(throws) if throws else None
        if throws and word is None:
            raise Misfit(f"{len(throws)} dice in one move are too many. Write {UNKNOWN} for some of them")
        try:
            world = self.scribing.deal(known, laid, self._seed_for(number, attempt))
        except BadView:
            raise Misfit("no deal of the hidden cards fits") from None
        if word is not None:
            world[0]["rng"] = word
        return world

    def _seed_for(self, number: int, attempt: int) -> int:
        words = f"{self.seed}/{number}/{attempt}".encode()
        return int.from_bytes(blake2b(words, digest_size=7).digest(), "big")

    @property
    def _seedless(self) -> Fitter:
        """The same without the seed of the log, so that nothing it dealt shows."""
        return Fitter(self.rules, self.scribing, 0)

    def _worlds(
        self, state: State, known: State, number: int, phrase: str, ahead: Sequence[str], way: _Way
    ) -> Iterator[tuple[State, Laid]]:
        """Yield worlds in which a phrase may be offered, with the cards laid for it."""
        laid = self.scribing.sources(state, phrase)
        is_open = self.scribing.is_open(state)
        dealer = self._seedless if way.salt else self  # if an entry fits at all must not depend on what the log dealt
        if not laid and (is_open or not way.salt):
            yield state, laid
            if is_open:
                return
        laid = replace(laid, without=way.without)
        for attempt in range(_DEALS):
            wanted = laid
            if attempt % 4 == 1:  # what is said later may already have to be there now
                wanted = self._with_later(state, laid, ahead)
            try:
                yield dealer.deal(known, wanted, number, attempt + 10_000 * way.salt), wanted
            except Misfit:
                if wanted is laid:
                    raise

    def _with_later(self, state: State, laid: Laid, ahead: Sequence[str]) -> Laid:
        later = [self.scribing.sources(state, phrase) for phrase in ahead]
        return replace(
            laid,
            held=laid.held + tuple(each for one in later for each in one.held),
            others=laid.others + tuple(each for one in later for each in one.others),
        )

    # --- Chance ---

    def _with_chance(
        self, known: State, world: State, option: int, told: Told, laid: Laid, number: int, ahead: Sequence[str]
    ) -> _Ply:
        """Return the ply in a world in which chance brings the results in the entry."""
        if (steered := self.scribing.steered(world, option, told, self._seed_for(number, 0))) is not None:
            return self._steered(world, steered, option, told)
        after, events, found = self._played(world, option)
        if ahead and (later := self.scribing.later(world, events, ahead)):
            laid = replace(laid, others=laid.others + later.others)
            world = self.deal(known, laid, number, 500)
            after, events, found = self._played(world, option)
        for _ in range(_SHAPES):
            wanted, left, untold = self._taken(found, told)
            if untold is None and self._agree(found, wanted):
                return _Ply(world, option, after, left, _guessed(found, wanted))
            part = [each for each in found if _slot(each) in map(_slot, wanted)]
            if untold is not None and self._agree(part, wanted):
                raise untold
            arranged = self._arranged(known, world, option, wanted, laid, number, events)
            if arranged is None:
                break
            world, after, events, found = arranged  # perhaps with other results, because of those in the entry
        words = "; ".join(f"{each.word} {', '.join(each.cards)}" for each in wanted)
        raise untold or Misfit(f"'{words}' does not fit what is known")

    def _steered(self, world: State, steered: State, option: int, told: Told) -> _Ply:
        world = world if steered.tobytes() == world.tobytes() else steered
        after, _, found = self._played(world, option)
        wanted, left, untold = self._taken(found, told)
        if untold is not None:
            raise untold
        return _Ply(world, option, after, left, _guessed(found, wanted))

    def _played(self, world: State, option: int) -> tuple[State, tuple[Event, ...], list[Chance]]:
        after = clone(world)
        events = self.rules.apply(after, option)
        return after, events, self.scribing.chances(world, option, after, events)

    def _taken(self, found: Sequence[Chance], told: Told) -> tuple[list[Chance], Told, Untold | None]:
        """Return the entry's results for each thing that chance brought, the unused ones, and what is missing."""
        left, wanted, missing = dict(told), list[Chance](), None
        for each in found:
            given = left.get(each.word, ())
            if len(given) < each.number:
                missing = missing or self._untold(each, given)
                continue
            wanted.append(replace(each, cards=given[: each.number]))
            left[each.word] = given[each.number :]
        return wanted, left, missing

    def _untold(self, chance: Chance, given: Sequence[str]) -> Untold:
        about = self.scribing.words[chance.word]
        missing = chance.number - len(given)
        ask = Ask(chance.word, about, missing, place=chance.place, again=chance.word in self.scribing.again)
        many = f"{missing} more" if given else f"{missing}"
        text = f"tell {many} after '; {chance.word}' ({about}), or {UNKNOWN} for each one missed"
        return Untold(text, ask)

    def _arranged(
        self,
        known: State,
        world: State,
        option: int,
        wanted: list[Chance],
        laid: Laid,
        number: int,
        events: Sequence[Event],
    ) -> _Played | None:
        """Return a world in which chance brings what is wanted, or at least a part of it."""
        phrase = self.rules.phrase(world, option)
        problem: Misfit | None = None
        other: _Played | None = None
        for layout in self.scribing.layouts(replace(laid, told=tuple(wanted)), world, events):
            try:
                dealt = self._offering(known, layout, number, phrase)
            except Misfit as error:
                problem = error
                continue
            if dealt is None:
                continue
            after, then, found = self._played(dealt, option)
            if [*map(_slot, found)] != [*map(_slot, wanted)]:
                other = other or (dealt, after, then, found)
            elif fitting := self._thrown(dealt, option, wanted) or self._shuffled(dealt, option, wanted):
                return fitting
        if problem is not None and other is None:
            raise problem
        return other

    def _offering(self, known: State, layout: Laid, number: int, phrase: str) -> State | None:
        for attempt in range(_DEALS):
            dealt = self.deal(known, layout, number, 1000 + attempt)
            if self.find(dealt, phrase) is not None:
                return dealt
        return None

    def _thrown(self, dealt: State, option: int, wanted: Sequence[Chance]) -> _Played | None:
        """Try generator words until chance brings what is wanted."""
        for word in self._generators(dealt, option, wanted):
            world = dealt
            if word is not None:
                world = clone(dealt)
                world[0]["rng"] = word
            after, events, found = self._played(world, option)
            if self._agree(found, wanted):
                return world, after, events, found
        return None

    def _generators(self, dealt: State, option: int, wanted: Sequence[Chance]) -> Iterator[int | None]:
        """Yield None for the word that is there, then words that throw what is wanted, then any words."""
        yield None
        if any(each.word in self.scribing.thrown for each in wanted):
            for throws in self.scribing.throws(dealt, option, wanted):
                if word := word_for(throws):
                    yield word
            yield from (int(generator(number)[0]) for number in range(_THROWS))

    def _shuffled(self, dealt: State, option: int, wanted: Sequence[Chance]) -> _Played | None:
        """Try other shuffles, because what is discarded in the ply itself cannot be exchanged."""
        if fitting := self._swapped(dealt, option, wanted):
            return fitting
        for number in range(_SHUFFLES if self.scribing.stacks(dealt) else 0):
            world = clone(dealt)
            world[0]["rng"] = generator(number)[0]
            if fitting := self._swapped(world, option, wanted):
                return fitting
        return None

    def _swapped(self, dealt: State, option: int, wanted: Sequence[Chance]) -> _Played | None:
        """Exchange cards of open piles that are shuffled within the ply until they bring what is wanted."""
        world = clone(dealt)
        after, events, found = self._played(world, option)
        score, better = self._score(found, wanted), True
        while better and not self._agree(found, wanted):
            better = False
            for stack, (got, want) in product(range(len(self.scribing.stacks(world))), _differences(found, wanted)):
                for tried in self._exchanges(world, stack, got, want):
                    then, _, brought = self._played(tried, option)
                    if self._score(brought, wanted) > score:
                        world, after, found, score, better = tried, then, brought, self._score(brought, wanted), True
                        break
                if better:
                    break
        return (world, after, events, found) if self._agree(found, wanted) else None

    def _exchanges(self, world: State, stack: int, got: str, want: str) -> Iterator[State]:
        numbers = [self.scribing.number(card, stack) for card in (got, want)]
        order = self.scribing.stacks(world)[stack]
        places = [np.flatnonzero(order == number).tolist() for number in numbers]
        for i, j in product(*places):
            other = clone(world)
            cards = self.scribing.stacks(other)[stack]
            cards[i], cards[j] = cards[j], cards[i]
            yield other

    def _agree(self, found: Sequence[Chance], wanted: Sequence[Chance]) -> bool:
        return len(found) == len(wanted) and self._score(found, wanted) == sum(each.number for each in wanted)

    def _score(self, found: Sequence[Chance], wanted: Sequence[Chance]) -> int:
        """Return how many of the wanted cards chance brought. A missed card may be any."""
        score = 0
        for got, want in zip(found, wanted, strict=False):
            if (got.word, got.number, got.place) != (want.word, want.number, want.place):
                return 0
            if got.word in self.scribing.ordered:
                pairs = zip(got.cards, want.cards, strict=True)
                score += sum(card == UNKNOWN or fold(card) == fold(came) for came, card in pairs)
                continue
            named = Counter(fold(card) for card in want.cards if card != UNKNOWN)
            common = (named & Counter(map(fold, got.cards))).total()
            score += common + (want.number - named.total() if common == named.total() else 0)
        return score

    # --- Missed cards ---

    def _guess(self, known: State, number: int, phrase: str, way: _Way) -> str:
        """Return a phrase for one with a missed card, by chance among all that fit."""
        lead, _, rest = fold(phrase).partition(UNKNOWN)
        for attempt in range(_DEALS):
            world = self.deal(known, Laid(), number, 5000 + 100 * way.salt + attempt)
            said = {option: self.rules.phrase(world, option) for option in self.rules.options(world)}
            fits = [
                option
                for option, each in said.items()
                if fold(each).startswith(lead) and fold(each).endswith(rest) and each not in (DONE, *way.banned)
            ]
            if fits:
                weights = np.array([self.scribing.weight(world, option) for option in fits])
                coin = np.random.default_rng([self.seed & 0xFFFFFFFF, number, attempt])
                return str(said[int(coin.choice(fits, p=weights / weights.sum()))])
        raise Misfit(f"there is nothing to guess for '{phrase}'")

    def guess_all(self, state: State, number: int, way: _Way) -> list[str]:
        """Return phrases for all that a seat secretly chooses in a row, by chance, without those of forced plies."""
        known = self.scribing.knows(state)
        for attempt in range(_DEALS):
            world, said = self.deal(known, Laid(), number, 5000 + 100 * way.salt + attempt), list[str]()
            coin = np.random.default_rng([self.seed & 0xFFFFFFFF, number, way.salt, attempt])
            actor = int(world[0]["actor"])
            while self.scribing.is_one_secret(world) and int(world[0]["actor"]) == actor:
                options = self.rules.options(world)
                option = int(coin.choice(options))
                if len(options) > 1:
                    said.append(self.rules.phrase(world, option))
                self.rules.carry_out(world, option)
            if ", ".join(said) not in way.banned:
                return said
        raise Misfit("there is nothing else to guess")

    # --- What could be said ---

    def choices(self, state: State) -> list[Choice]:
        """Return what the deciding seat could do in some world, from what the scribe knows alone."""
        known = self.scribing.knows(state)
        if self.rules.outcome(state).reason:
            return []
        if self.scribing.is_open(state):
            worlds = [state]
        else:
            worlds = [*self._some_worlds(known, self.scribing.candidates(state))]
        unseen = self.scribing.unseen(known)
        said: dict[int, str] = {}
        for world in worlds:
            said |= {one: self.rules.phrase(world, one) for one in self.rules.options(world) if one not in said}
        kind = self.rules.words.kind(state)
        return [self._choice(said[option], kind, unseen) for option in sorted(said)]

    def _choice(self, phrase: str, kind: str, unseen: Counter[str]) -> Choice:
        card = self.card_in(phrase)
        verb = phrase.removesuffix(card).strip() if card else phrase.split()[0]
        return Choice(phrase, verb or kind, card, unseen.get(card, 0))

    def card_in(self, phrase: str) -> str:
        """Return the card that a phrase names at its end, or ""."""
        names = self.scribing.names
        return next((names[word] for word in _endings(phrase) if word in names), "")

    def _some_worlds(self, known: State, candidates: Sequence[Laid]) -> Iterator[State]:
        for attempt, laid in enumerate([Laid()] * 6 + list(candidates)):
            try:
                yield self._seedless.deal(known, laid, 0, attempt)
            except Misfit:
                continue

    def _refusal(self, state: State, phrase: str) -> Misfit:
        fits = [each.phrase for each in self.choices(state)]
        who = self.rules.seats[int(state[0]["actor"])]
        why = None
        if self.scribing.is_open(state):
            why = self.rules.words.refusal(self.rules.know(state, self.seat), phrase)
        reason = offering(f"{who} cannot '{phrase}' now" + (f": {why}" if why else ""), nearest(phrase, fits))
        error = Misfit(f"{reason}{'' if reason.endswith('?') else '.'} It could be: {listing(fits)}")
        error.fits = tuple(fits)
        return error


class _Search:
    """The search for an order of the phrases of one entry in which all of them fit."""

    def __init__(self, fitter: Fitter, said: Saying, ply: int, way: _Way, *, partial: bool = False) -> None:
        self.fitter, self.rules, self.scribing = fitter, fitter.rules, fitter.scribing
        self.said, self.first, self.way, self.partial = said, ply, way, partial
        self.nodes = 0
        self.furthest: Fitted
        self.problem: tuple[int, Misfit] | None = None

    def run(self, start: Fitted, phrases: Sequence[str]) -> Fitted:
        self.furthest = start
        actor = self._actor(start.state)
        if actor != self.said.seat:
            seats = self.rules.seats
            over = self.rules.outcome(start.state).reason
            raise Misfit("the game is over" if over else f"{seats[actor]} decides now, not {seats[self.said.seat]}")
        found = self._follow(start, tuple(map(self.scribing.alias, phrases)), None)
        if found is None:
            assert self.problem is not None
            raise self.problem[1]
        return found

    def _actor(self, state: State) -> int:
        return -1 if self.rules.outcome(state).reason else int(state[0]["actor"])

    def _fail(self, left: Sequence[str], problem: Misfit) -> None:
        """Remember the problem that came after most of what was said."""
        said = len(self.said.phrases) - len(left)
        if self.problem is None or said > self.problem[0]:
            self.problem = (said, problem)

    def _follow(self, at: Fitted, left: tuple[str, ...], before: State | None) -> Fitted | None:
        """Play the phrases left, trying other orders within a set, and then what goes without saying."""
        self.nodes += 1
        if self.nodes > _NODES:
            return None
        if len(at.moves) >= len(self.furthest.moves):
            self.furthest = at
        mine = self._actor(at.state) == self.said.seat
        if not left:
            return self._finish(at, before, mine=mine)
        if not mine:
            actor = self._actor(at.state)
            who = f"{self.rules.seats[actor]} decides" if actor >= 0 else "the game is over"
            self._fail(left, Redeal(f"{who} before '{left[0]}'"))
            return None
        for place in self._places(at.state, left):
            rest = left[:place] + left[place + 1 :]
            try:
                then = self._play(at, left[place], rest)
            except Misfit as problem:
                self._fail(left, problem)
                continue
            if found := self._follow(then, rest, at.state):
                return found
        silent = self._silent(at.state)
        if silent is None:
            return None
        try:
            then = self._play(at, silent, left)
        except Misfit as problem:
            self._fail(left, problem)
            return None
        return self._follow(then, left, at.state)

    def _places(self, state: State, left: tuple[str, ...]) -> list[int]:
        """Return the phrases to try next: the first one, and in a set any of the cards that follow it."""
        if self.rules.set_at(state) is None and self.rules.words.kind(state) not in self.rules.set_kinds:
            return [0]
        names, places, seen = self.scribing.names, list[int](), set[str]()
        for place, phrase in enumerate(left):
            if place and fold(phrase) not in names:
                break
            if fold(phrase) not in seen:
                places.append(place)
                seen.add(fold(phrase))
        return places

    def _play(self, at: Fitted, phrase: str, ahead: Sequence[str]) -> Fitted:
        fitter, number = self.fitter, self.first + len(at.moves)
        if phrase == UNKNOWN and not ahead and self.scribing.is_one_secret(at.state):
            return self._play_secret(at, fitter.guess_all(at.state, number, self.way))
        way = replace(self.way, without=()) if ahead else self.way  # only the end decides what is left to choose
        found = fitter.ply(at.state, number, phrase, at.told, ahead, way)
        book = dict(at.book)
        if found.world is not at.state:
            book[digest(at.state)] = (found.option, found.world.tobytes())
        spoken = UNKNOWN if self.scribing.is_hidden(at.state) else self.rules.phrase(found.world, found.option)
        return Fitted(
            found.after,
            (*at.moves, found.option),
            (*at.phrases, spoken),
            book,
            {word: (*at.guesses.get(word, ()), *found.guesses.get(word, ())) for word in (*at.guesses, *found.guesses)},
            found.told,
        )

    def _play_secret(self, at: Fitted, said: Sequence[str]) -> Fitted:
        """Play the phrases guessed for one missed choice, with the forced plies between them."""
        then, left = at, list(said)
        while self._actor(then.state) == self.said.seat and self.scribing.is_one_secret(then.state):
            options = self.rules.options(then.state)
            phrase = left.pop(0) if len(options) > 1 and left else self.rules.phrase(then.state, options[0])
            then = self._play(then, phrase, left)
        return replace(then, guesses={**at.guesses, _PHRASE: (*at.guesses.get(_PHRASE, ()), ", ".join(said))})

    def _silent(self, state: State) -> str | None:
        """Return what goes without saying: the end of a set, the only option, or one that nobody is shown."""
        if self._actor(state) != self.said.seat:
            return None
        options = self.rules.options(state)
        phrases: list[str] = [self.rules.phrase(state, option) for option in options]
        if self.scribing.is_hidden(state):
            return phrases[0]
        if DONE in phrases:
            return DONE
        if self.way.salt and not self.scribing.is_open(state):
            return None  # it may be the only option in this deal alone
        is_alone = len(phrases) == 1 and self.scribing.is_certain(state)
        return phrases[0] if is_alone and not self.scribing.sources(state, phrases[0]) else None

    def _finish(self, at: Fitted, before: State | None, *, mine: bool) -> Fitted | None:
        whole = not mine or (before is not None and self.scribing.ends(before, at.state))
        if self.partial:
            return at
        if whole:
            over = [f"{word} {', '.join(cards)}" for word, cards in at.told.items() if cards]
            if over:
                self._fail((), Misfit(f"nothing brought '{'; '.join(over)}'"))
            return None if over else at
        silent = self._silent(at.state)
        try:  # another deal may offer the end of a set where this one does not
            then = self._play(at, silent or DONE, ())
        except Untold as problem:
            self._fail((), problem)
            return None
        except Misfit as problem:
            self._fail((), self._unfinished(at.state, problem.fits) if problem.fits else problem)
            return None
        return self._follow(then, (), at.state)

    def _unfinished(self, state: State, fits: Sequence[str]) -> Misfit:
        """Return the reason, and if every choice takes a card of a hidden hand, the cards without which it is whole."""
        words = f"the move is not finished. Next could be: {listing(fits)}"
        held = [self.scribing.sources(state, phrase).held for phrase in fits]
        problem = Redeal(words, [one for each in held for one in each]) if all(held) else Misfit(words)
        problem.fits = tuple(fits)
        return problem


def filled(saying: Saying, guesses: Sequence[str]) -> Saying:
    """Return an entry in which guesses stand for the missed cards, in order: first those of phrases.

    A guess for a phrase may be several phrases, because `??` can stand for all that was chosen in secret.
    """
    left = list(guesses)

    def next_for(missed: str) -> str:
        one = left.pop(0) if left else UNKNOWN
        return missed if one == UNKNOWN else one

    phrases = [parts_of(next_for(phrase)) if UNKNOWN in phrase else [phrase] for phrase in saying.phrases]
    told = {
        word: tuple(next_for(card) if card == UNKNOWN else card for card in cards)
        for word, cards in saying.told.items()
    }
    return replace(saying, phrases=tuple(part for each in phrases for part in each), told=told)


def _slot(chance: Chance) -> tuple[str, int, int]:
    return chance.word, chance.number, chance.place


def _endings(phrase: str) -> Iterator[str]:
    """Yield a folded phrase without its first words, longest first."""
    words = fold(phrase).split(" ")
    for first in range(len(words)):
        yield " ".join(words[first:])


def _differences(found: Sequence[Chance], wanted: Sequence[Chance]) -> list[tuple[str, str]]:
    """Return pairs of a card that chance brought and one that it should have brought instead."""
    pairs = []
    for got, want in zip(found, wanted, strict=False):
        mine, told = Counter(map(fold, got.cards)), Counter(fold(card) for card in want.cards if card != UNKNOWN)
        pairs += [(one, other) for one in mine - told for other in told - mine]
    return pairs


def _guessed(found: Sequence[Chance], wanted: Sequence[Chance]) -> Told:
    """Return the cards that stand for the missed ones, by word."""
    guesses: dict[str, tuple[str, ...]] = {}
    for got, want in zip(found, wanted, strict=False):
        named = Counter(fold(card) for card in want.cards if card != UNKNOWN)
        for card in got.cards:
            if named[fold(card)] > 0:
                named[fold(card)] -= 1
            else:
                guesses[got.word] = (*guesses.get(got.word, ()), card)
    return guesses
