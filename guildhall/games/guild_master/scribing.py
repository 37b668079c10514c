"""Guild Master's part of a log: dice, Contracts drawn, looked at or turned up, and Adventurers turned up.

Orders, stances and the Commons placed at the start are chosen in secret and shown together. They are entered when they
are shown, one entry for each Guild, so the log knows them before the scribe's view does (`knows`).
After the start, chance is cards from decks and throws of dice with six faces, in the order of the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from guildhall.core.decision import Event, fold
from guildhall.core.errors import BadEntry, did_you_mean, listing, nearest
from guildhall.core.rules import Seen, State, clone
from guildhall.core.scribing import UNKNOWN, Chance, Laid, Misfit, Opening, Scribing
from guildhall.kernel.chance import throw

from .engine.state import (
    COMMONS,
    EVERYONE,
    FACES,
    FIRST_OF_RANK,
    LETTERS,
    NONE,
    NOVICES,
    RANK_AT,
    TOOL_FACES,
    OptionId,
    Phase,
    Rank,
)
from .engine.state import UNKNOWN as UNKNOWN_CARD
from .events import OBJECTIVES, cards_in, fixes_dice, kept_by
from .language import DECKS, SKILLS, Op

__all__ = ["GuildMasterScribing"]

_LEADS = ("place ", "attempt ")  # of phrases that name a Private Contract
_FACES = tuple(str(face) for face in range(1, FACES + 1))
_SHOWING = {"draw": "draws", "peek": "sees", "reveal": "contracts"}  # events that show a Contract, and their words
_SECRET = ("gold", "team", "card", "bid")  # fields that others do not see while Guilds plan
_MARKED = ("deck", "spot")  # fields in which `knows` marks the seats that have looked at an unknown Contract
_ROLLS, _FAME = "rolls", "fame"

# Places of hidden cards, as numbers: spots, Guilds with Private Contracts, and cards of decks and piles by their index.
_SPOT, _GUILD, _DECK, _PILE = 0, 10, 100, 500

#: Decisions with which something else begins, so that an entry may end before them.
_BEGINNINGS = frozenset(
    {Phase.TRADE, Phase.DECLARE, Phase.BUILD, Phase.SUBSTITUTE, Phase.NEGOTIATE, Phase.ACCEPT, Phase.STANCE, Phase.AIM}
)


class GuildMasterScribing(Scribing):
    """Guild Master as one seat at a real table sees it."""

    opening: ClassVar = {
        "skills": Opening("the skills of the starting teams, in the order of the seats", '["might", "arcane"]'),
        "private": Opening("the three Commons that you were dealt", '["Steal Battle Plans", …]'),
    }
    words: ClassVar = {
        _ROLLS: "faces of dice in Skill Checks, with those rolled again or added",
        _FAME: "dice for Fame Order, from the first seat on",
        "draws": "Private Contracts that you drew",
        "sees": "Contracts that you looked at",
        "adventurers": "Adventurers turned up, from A to F",
        "contracts": "Contracts turned up, from spot 1 on",
    }
    ordered: ClassVar = frozenset({_ROLLS, _FAME, "draws", "adventurers", "contracts"})
    again: ClassVar = frozenset({_ROLLS, _FAME})

    @cached_property
    def names(self) -> Mapping[str, str]:
        """All Contracts and Adventurers by folded name."""
        names = self.rules.names
        return {fold(name): name for name in (*names.contracts, *names.adventurers)}

    @property
    def _compiled(self) -> Any:
        return self.rules.compiled[0]

    def _contract(self, name: str) -> int:
        return self._number(name, self.rules.names.contracts, "Contract")

    def _adventurer(self, name: str) -> int:
        return self._number(name, self.rules.names.adventurers, "Adventurer")

    def _number(self, name: object, known: Sequence[str], what: str) -> int:
        folded = [fold(one) for one in known]
        if fold(str(name)) not in folded:
            raise Misfit(f"unknown {what} '{name}'{did_you_mean(nearest(str(name), known))}")
        return folded.index(fold(str(name)))

    # --- The start ---

    def begin(self, known: State, given: Mapping[str, Any]) -> State:
        """Write the starting teams and the scribe's Commons into the seat's knowledge, and deal the rest."""
        v = known[0]
        for seat, skill in enumerate(self._teams(given["skills"])):
            v["token"][seat] = skill
            v["member"][seat, :NOVICES] = self._compiled["novice"][skill]
        cards = [self._contract(name) for name in given["private"]]
        for card in cards:
            if card >= COMMONS or card in self._compiled["starting"]:
                raise BadEntry(f"{self.rules.names.contracts[card]} is not a Common that can be dealt")
        dealt = int(v["private_n"][self.seat])
        if not len(set(cards)) == len(cards) == dealt:
            raise BadEntry(f"private must be {dealt} different Contracts, not {listing(given['private'])}")
        v["seen"][v["seen"] != EVERYONE] = 0
        v["seen"][cards] = 1 << self.seat
        v["private"][self.seat] = sum(1 << card for card in cards)
        return self.deal(known, Laid(), 0)

    def _teams(self, given: Iterable[object]) -> list[int]:
        R, players = self._compiled, len(self.rules.seats)
        skills = [self._number(skill, SKILLS, "skill") for skill in given]
        sets = R["sets"][: int(R["sets_n"]), :players].tolist()
        allowed = sets if int(R["teams"]) == NONE else [sets[int(R["teams"])]]
        if sorted(skills) not in map(sorted, allowed):
            said = " or ".join(listing([SKILLS[skill] for skill in one]) for one in allowed)
            raise BadEntry(f"the skills of the starting teams are {said}, in the order of the seats")
        return skills

    def knows(self, state: State) -> State:
        """Return the scribe's knowledge, with the Orders, stances and placed Commons of others in the entries."""
        known: State = self.rules.know(state, self.seat)
        s, v = state[0], known[0]
        mine = (s["seen"] >> self.seat & 1).astype(bool)
        v["seen"][mine] = s["seen"][mine]  # looking is public, the card is not
        for name in _MARKED:
            hidden = v[name] == UNKNOWN_CARD
            v[name][hidden] = UNKNOWN_CARD - s["seen"][s[name][hidden]]
        if s["phase"] == Phase.PLAN:
            for name in _SECRET:
                v[name] = s[name]
        elif s["phase"] == Phase.STANCE:
            v["stance"] = s["stance"]
        elif s["phase"] == Phase.PLACE:
            v["spot"] = s["spot"]
            placed = s["spot"][s["spot"] >= 0]
            v["seen"][placed] = s["seen"][placed]
        return known

    # --- Options ---

    def sources(self, state: State, phrase: str) -> Laid:
        """Return the Private Contract that a phrase takes from another Guild."""
        words, owner = fold(phrase), int(state[0]["actor"])
        card = next((self.names.get(words.removeprefix(lead)) for lead in _LEADS if words.startswith(lead)), None)
        if card is None or card not in self._commons or self.is_open(state):
            return Laid()
        known = int(self.rules.know(state, self.seat)[0]["private"][owner])
        return Laid() if known >> self._contract(card) & 1 else Laid(held=((owner, card),))

    @cached_property
    def _commons(self) -> Sequence[str]:
        return self.rules.names.contracts[:COMMONS]

    def is_open(self, state: State) -> bool:
        """Return whether the options follow from the entries: all but those that name Private Contracts."""
        return int(state[0]["actor"]) == self.seat or state[0]["phase"] not in (Phase.PLACE, Phase.SUBSTITUTE)

    def is_certain(self, state: State) -> bool:
        """Return whether the only option need not be said: a Guild may hold a Private Contract that was not dealt."""
        return self.is_open(state)

    def is_one_secret(self, state: State) -> bool:
        """Return whether another Guild plans its Orders."""
        return bool(state[0]["phase"] == Phase.PLAN) and int(state[0]["actor"]) != self.seat

    def ends(self, before: State, state: State) -> bool:
        """Return whether an entry may end before a decision: where the same Guild begins something else."""
        phase, earlier = Phase(int(state[0]["phase"])), Phase(int(before[0]["phase"]))
        begins_phase = (phase == Phase.PLAN != earlier) or (phase == Phase.PLOT and earlier == Phase.TRADE)
        return begins_phase or phase in _BEGINNINGS or bool(self.rules.begins_move(before, state))

    # --- Chance ---

    def chances(self, before: State, option: int, after: State, events: Sequence[Event]) -> list[Chance]:
        """Return dice, and the cards that the seat saw and did not know, each with its place before the option."""
        found, dice, last = list[Chance](), self._thrown(before, after), NONE
        sees: dict[int, list[str]] = {}
        for event in events:
            if event.kind == "fame die":
                if event.seat > last >= 0 and found and found[-1].word == _FAME:  # of the same tie
                    found[-1] = Chance(_FAME, (*found[-1].cards, next(dice)[1]), found[-1].place)
                else:
                    number, face = next(dice)
                    found.append(Chance(_FAME, (face,), number))
                last = event.seat
                continue
            last = NONE
            thrown = [next(dice) for _ in range(self._dice_of(event, before, option))]
            if thrown:
                found.append(Chance(_ROLLS, tuple(face for _, face in thrown), thrown[0][0]))
            elif event.kind == "turn up":
                found.append(self._turned_up(before, event))
            elif event.kind in _SHOWING and self._is_new(before, event):
                card = str(event.data["contract"])
                place = self._place(before, self._contract(card))
                if event.kind == "peek":
                    sees.setdefault(place, []).append(card)
                else:
                    found.append(Chance(_SHOWING[event.kind], (card,), place))
        return found + [Chance("sees", tuple(cards), place) for place, cards in sees.items()]

    def _thrown(self, before: State, after: State) -> Iterator[tuple[int, str]]:
        """Yield the faces thrown between two states, numbered."""
        word, number = np.uint64(before[0]["rng"]), 0
        while word != after[0]["rng"]:
            word, face = throw(word, FACES)
            yield number, str(int(face) + 1)
            number += 1

    def _dice_of(self, event: Event, before: State, option: int) -> int:
        """Return how many dice an event of a check threw."""
        if event.kind == "roll":
            return len(event.data["faces"])
        if event.kind != "tool":
            return int(event.kind == "tie")
        tool = (option - OptionId.MODIFY) // TOOL_FACES
        effect = self.rules.names.tool_effect(tool, fixes=fixes_dice(before[0]))
        return effect.amount if effect.op == Op.ADD_DICE else int(effect.op == Op.REROLL)

    def _is_new(self, before: State, event: Event) -> bool:
        """Return whether an event showed the scribe a Contract that was neither known nor named in an entry."""
        s = before[0]
        if event.kind == "reveal" and s["phase"] == Phase.PLACE:
            return False
        known = int(s["seen"][self._contract(event.data["contract"])]) >> self.seat & 1
        return not known and (event.kind == "reveal" or event.seat == self.seat)

    def _place(self, before: State, card: int) -> int:
        """Return where a Contract lay before a ply."""
        s, deck = before[0], int(self._compiled["deck_of"][card])
        at = np.flatnonzero(s["deck"][deck, : int(s["deck_n"][deck])] == card)
        if len(at):
            return _DECK * (1 + deck) + int(at[0])
        spots = np.flatnonzero(s["spot"] == card)
        if len(spots):
            return _SPOT + int(spots[0])
        return next(_GUILD + seat for seat in range(len(self.rules.seats)) if int(s["private"][seat]) >> card & 1)

    def _turned_up(self, before: State, event: Event) -> Chance:
        card, letter = self._adventurer(event.data["adventurer"]), OBJECTIVES.index(event.data["objective"]) - 2
        at = int(np.flatnonzero(before[0]["pile"][letter] == card)[0])
        return Chance("adventurers", (event.data["adventurer"],), _PILE + 10 * letter + at)

    def deal(self, known: State, laid: Laid, seed: int) -> State:
        """Return a world with reported Contracts and Adventurers in their places, whose next throws are as reported."""
        told = clone(known)
        for name in _MARKED:
            told[0][name][told[0][name] < UNKNOWN_CARD] = UNKNOWN_CARD
        t, contracts = told[0], [each for each in laid.told if each.word in ("draws", "sees", "contracts")]
        for owner, card in laid.held:
            self._give(t, owner, self._contract(card))
        for each in contracts:
            for card in each.cards:
                if card != UNKNOWN:
                    self._lay(t, each.place, self._contract(card))
        self._check(t)
        if t["phase"] == Phase.PLAN:
            t["gold"] += t["bid"].sum(axis=1)
            t["team"] = t["card"] = t["bid"] = 0
        world: State = self.rules.resample(Seen(told, self.seat), seed)
        for name in _SECRET if t["phase"] == Phase.PLAN else ("stance",) if t["phase"] == Phase.STANCE else ():
            world[0][name] = known[0][name]
        for name in _MARKED:
            hidden = known[0][name] < UNKNOWN_CARD
            world[0]["seen"][world[0][name][hidden]] |= UNKNOWN_CARD - known[0][name][hidden]
        turned = [each for each in laid.told if each.word == "adventurers"]
        self._turn_up(world[0], known[0], turned)
        return world

    def _give(self, t: Any, owner: int, card: int) -> None:
        who, size = self.rules.seats[owner], int(t["private_n"][owner])
        if card >= COMMONS:
            raise Misfit(f"{self.rules.names.contracts[card]} is not a Common Contract")
        t["private"][owner] |= 1 << card
        if int(t["private"][owner]).bit_count() > size:
            known = f", and {'it is' if size == 1 else 'all of them are'} known" if size else ""
            raise Misfit(f"{who} holds {size} Private Contract{'' if size == 1 else 's'}{known}")

    def _lay(self, t: Any, place: int, card: int) -> None:
        names, deck = self.rules.names.contracts, int(self._compiled["deck_of"][card])
        if _GUILD <= place < _DECK:
            if not int(t["private"][place - _GUILD]) >> card & 1:
                self._give(t, place - _GUILD, card)
            return
        if place >= _DECK:
            row, at, needed = t["deck"][place // _DECK - 1], place % _DECK, place // _DECK - 1
        else:
            row, at, needed = t["spot"], place - _SPOT, int(t["spot_deck"][place - _SPOT])
        if deck != needed:
            raise Misfit(f"{names[card]} is not a {DECKS[needed].capitalize()} Contract", card=names[card])
        if row[at] not in (UNKNOWN_CARD, card):
            raise Misfit(f"this card is known to be {names[int(row[at])]}", card=names[int(row[at])])
        row[at] = card

    def _placed(self, t: Any) -> Counter[int]:
        """Count the places in which each Contract is known to be."""
        R, placed = self._compiled, Counter[int]()
        for deck, first in enumerate(self._first_of_deck):
            placed.update(cards_in(int(t["gone"][deck]), first))
            row = t["deck"][deck, : int(t["deck_n"][deck])]
            placed.update(row[row >= 0].tolist())
        placed.update(t["spot"][(t["spot_deck"] != NONE) & (t["spot"] >= 0)].tolist())
        for seat in range(int(R["players"])):
            placed.update(cards_in(int(t["private"][seat]), 0))
            placed.update(kept_by(t, seat))
        placed.update([int(t["prize"])] if t["prize"] != NONE else [])
        return placed

    @cached_property
    def _first_of_deck(self) -> list[int]:
        decks = self._compiled["deck_of"].tolist()
        return [decks.index(deck) for deck in range(len(DECKS))]

    def _check(self, t: Any) -> None:
        """Check that every Contract is in one place before any kernel deals, because it trusts the record."""
        twice = [card for card, number in self._placed(t).items() if number > 1]
        if twice:
            name = self.rules.names.contracts[twice[0]]
            raise Misfit(f"{name} is elsewhere", card=name)

    def _turn_up(self, w: Any, known: Any, turned: Sequence[Chance]) -> None:
        """Exchange face-down Adventurers until the reported ones are in their places."""
        left = self._unseen_adventurers(known)
        for each in turned:
            if each.cards[0] == UNKNOWN:
                continue
            card, (letter, at) = self._adventurer(each.cards[0]), divmod(each.place - _PILE, 10)
            rank, name = int(RANK_AT[letter]), self.rules.names.adventurers[card]
            if card not in left or int(self._compiled["rank"][card]) != rank:
                raise Misfit(f"{name} cannot be turned up on space {'ABCDEF'[letter]}", card=name)
            left.remove(card)
            old = int(w["pile"][letter, at])
            piles = [(other, i) for other in range(LETTERS) for i in range(int(w["pile_n"][other]))]
            places = [place for place in piles if RANK_AT[place[0]] == rank and w["pile"][place] == card]
            if places:
                w["pile"][places[0]] = old
            else:
                first = int(FIRST_OF_RANK[Rank.ADEPT])
                w["box"] ^= (1 << card - first) | (1 << old - first)
            w["pile"][letter, at] = card

    def _unseen_adventurers(self, t: Any) -> list[int]:
        """Return the Adventurers that lie face down, or in the box."""
        members = [t["member"][seat, : int(t["member_n"][seat])].tolist() for seat in range(len(self.rules.seats))]
        seen = {card for own in members for card in own}
        for rank, first in enumerate(FIRST_OF_RANK.tolist()):
            seen.update(cards_in(int(t["lost"][rank]), first))
        tops = [letter for letter in range(LETTERS) if int(t["pile_up"]) >> letter & 1]
        seen.update(int(t["pile"][letter, int(t["pile_n"][letter]) - 1]) for letter in tops)
        adepts = int(FIRST_OF_RANK[Rank.ADEPT])
        return [card for card in range(adepts, len(self.rules.names.adventurers)) if card not in seen]

    def first_throws(self, told: Sequence[Chance]) -> Sequence[tuple[int, int, int]]:
        """Return the throws for all reported dice, each at its number."""
        dice = {each.place + i: face for each in told if each.word in self.again for i, face in enumerate(each.cards)}
        wrong = [face for face in dice.values() if face not in (UNKNOWN, *_FACES)]
        if wrong:
            raise Misfit(f"a die shows 1 to {FACES}, not '{wrong[0]}'")
        shown = [dice.get(number, UNKNOWN) for number in range(max(dice, default=-1) + 1)]
        return [(FACES, 0, FACES) if face == UNKNOWN else (FACES, int(face) - 1, int(face)) for face in shown]

    # --- What is left ---

    def unseen(self, known: State, word: str = "") -> Counter[str]:
        """Return the unseen Contracts and Adventurers, or for other words the faces of a die."""
        names, t = self.rules.names, known[0]
        if word in self.again:
            return Counter(dict.fromkeys(_FACES, 1))
        placed, most = self._placed(t), COMMONS if word == "draws" else len(names.contracts)
        contracts = [name for card, name in enumerate(names.contracts[:most]) if not placed[card]]
        adventurers = [names.adventurers[card] for card in self._unseen_adventurers(t)]
        return Counter([*contracts, *adventurers] if not word else adventurers if word == "adventurers" else contracts)

    def comes_from(self, card: str, place: int) -> bool:
        """Return whether a card can come from a deck of Contracts or be turned up on a space."""
        if place >= _PILE:
            return int(self._compiled["rank"][self._adventurer(card)]) == int(RANK_AT[(place - _PILE) // 10])
        return place < _DECK or int(self._compiled["deck_of"][self._contract(card)]) == place // _DECK - 1

    def candidates(self, state: State) -> list[Laid]:
        """Return a deal for every Common that the deciding Guild may hold."""
        lead = _LEADS[0] if state[0]["phase"] == Phase.PLACE else _LEADS[1]
        left = self.unseen(self.knows(state), "draws")
        laid = [self.sources(state, lead + card) for card in left]
        return [each for each in laid if each]
