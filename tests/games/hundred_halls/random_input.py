"""Random text on all cards of a game, and positions drawn at random, for fuzzing.

>>> 1 <= random_setup(Random(7))["players"] <= 4
True
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from guildhall.games.hundred_halls.cards import DECK_KINDS, PURCHASES, Card, Deck
from guildhall.games.hundred_halls.language import WORDS, Op, Zone
from guildhall.games.hundred_halls.reading import TRIGGER_KEYS, shipped

__all__ = ["random_position", "random_setup"]

_WORDS: Final = tuple(name for name, word in WORDS.items() if word.op not in (Op.CHOOSE, Op.ATTACH))
_PICKS: Final = ("any", "each", "highest", "lowest", "random")
_NOUNS: Final = ("target", "player", "enemy", "minion", "boss", "card", "creature", "Trinket", "own card", "other card")
_ALWAYS: Final = ("self", "each player", "each enemy", "each target", "each own card")
_CONDITIONS: Final = (
    "count = 'creature', at_least = 2",
    "hp = 'lowest player', at_most = 12",
    "counters = 'self', at_least = 1",
    "round = true, at_least = 3",
    "dead = true, at_least = 1",
)
_PERS: Final = ("count = 'enemy'", "counters = 'self'", "players = true", "lost = 'highest player'")


def random_setup(coin: Random) -> dict[str, Any]:
    """The settings of a game in which every card keeps its name, its type and nothing else."""
    given = _ways(coin)
    decks = [shipped().of_kind("player")[name] for name in given["party"]]
    decks += [shipped().of_kind(kind)[given[kind]] for kind in ("scenario", "realm")]
    if given["campaign"]:  # in which all decks are met; some keep what is printed on them
        decks += coin.sample([deck for deck in shipped().decks.values() if deck not in decks], 3)
        given |= {"scenario": None, "realm": None, "defeat_limit": coin.randint(1, 3)}
    texts = tuple((f"{number}.toml", "\n".join(_deck(coin, deck))) for number, deck in enumerate(decks))
    return {**given, "round_limit": coin.choice((5, 30, 60)), "card_texts": texts}


def _ways(coin: Random) -> dict[str, Any]:
    """Decks, order and Head Start; for one player perhaps the Armory or a campaign."""
    players, realms, scenarios = (sorted(shipped().of_kind(kind)) for kind in DECK_KINDS)
    party = tuple(coin.sample(players, coin.randint(1, min(4, len(players)))))
    order = tuple(coin.sample(range(len(party)), len(party)))
    where = {"scenario": coin.choice(scenarios), "realm": coin.choice(realms)}
    alone = coin.choice(("armory", "campaign", "")) if len(party) == 1 else ""
    solo = {"armory": alone != "", "campaign": alone == "campaign"}
    head_start = coin.random() < 0.3
    return {"party": party, "players": len(party), "order": order, "head_start": head_start, **solo, **where}


def _deck(coin: Random, deck: Deck) -> Iterator[str]:
    yield f'[deck]\nname = "{deck.name}"\nkind = "{deck.kind}"\n[top]'
    if deck.kind == "player":
        yield f"hp = {coin.randint(1, 40)}\nfive_elements = {coin.randint(1, 6)}"
    elif deck.top.type == "Boss":
        yield f"type = 'Boss'\nhp = {coin.randint(5, 70)}"
    yield from _text(coin, deck, ["begin = [{ flip = 1 }]"] if deck.kind != "player" else [])
    for card in deck.cards:
        yield from _card(coin, deck, card)


def _card(coin: Random, deck: Deck, card: Card) -> Iterator[str]:
    yield f'[cards."{card.name}"]\ntype = "{card.type}"\ncopies = {card.copies}\nsubtypes = {list(card.subtypes)}'
    yield f"unique = {str(coin.random() < 0.2 and not card.starts).lower()}\nstarts = {str(card.starts).lower()}"
    yield f"aside = {str(card.aside).lower()}"
    if card.hp:
        yield f"hp = {coin.randint(1, 15)}"
    if card.type == "Spell":
        yield f"does = [{', '.join(_effect(coin, deck) for _ in range(coin.randint(1, 3)))}]"
        return
    yield from _text(coin, deck, [])
    if card.type == "Quest":
        yield f"goal = {{ {coin.choice(_CONDITIONS)} }}"
        yield coin.choice((f"reward = [{_effect(coin, deck)}]", "reward = { always = [{ plays = 1 }] }"))
    elif coin.random() < 0.5:
        yield f"ends = {{ {coin.choice(_CONDITIONS)} }}"


def _text(coin: Random, deck: Deck, lines: list[str]) -> list[str]:
    """Abilities at some triggers, and perhaps something that is always so."""
    taken = {line.split(" ")[0] for line in lines}
    keys = [key for key in TRIGGER_KEYS if key not in taken]
    for key in coin.sample(keys, coin.choice((1, 1, 2, 3))):
        effects = ", ".join(_effect(coin, deck) for _ in range(coin.randint(1, 2)))
        cost = "cost = [{ discard = 1 }], " if key == "activate" and coin.random() < 0.3 else ""
        held = f"if = {{ {coin.choice(_CONDITIONS)} }}, " if coin.random() < 0.3 else ""
        lines = [*lines, f"{key} = {{ {cost}{held}does = [{effects}] }}"]
    if coin.random() < 0.4:
        word = coin.choice(("deals", "takes", "heals"))
        lines = [*lines, f"always = [{{ {word} = {coin.choice((-3, -1, 1, 2))}, of = '{coin.choice(_ALWAYS)}' }}]"]
    return lines


def _effect(coin: Random, deck: Deck) -> str:
    """An effect that the reader lets through."""
    while True:
        name = coin.choice(_WORDS)
        word = WORDS[name]
        if "does" in word.places:
            break
    told = {"number": lambda: _number(coin, *word.limits), "card": lambda: f"'{coin.choice(deck.cards).name}'"}
    value = told.get(word.value, lambda: f"'{_phrase(coin, word.zone)}'")()
    parts = [f"{name} = {value}"]
    if word.key:
        players = word.op in (Op.DRAW, Op.DISCARD, Op.PLAYS, Op.ACTIVATIONS, Op.DRAWS, Op.SUMMON, Op.GIVE)
        whom = f"{coin.choice(_PICKS)} player" if players else _phrase(coin, Zone.PLAY)
        parts.append(f"{word.key} = '{whom}'")
    if word.extra == "from":
        parts.append(f"from = '{coin.choice(('scenario', 'realm'))}'")
    elif word.extra:
        parts.append(f"{word.extra} = '{coin.choice(word.words)}'")
    if word.op is Op.LOOK:
        parts.append(f"then = '{coin.choice(('nothing', 'bury'))}'")
    if coin.random() < 0.2:
        parts.append(f"if = {{ {coin.choice(_CONDITIONS)} }}")
    if coin.random() < 0.2 and word.value == "number":
        parts.append(f"per = {{ {coin.choice(_PERS)} }}, most = 6")
    if coin.random() < 0.2:
        parts.append("may = true")
    return f"{{ {', '.join(parts)} }}"


def _number(coin: Random, low: int, high: int) -> str:
    return str(coin.choice([number for number in range(max(low, -5), min(high, 6) + 1) if number]))


def _phrase(coin: Random, zone: Zone) -> str:
    """Somebody in play, or a card elsewhere."""
    if zone != Zone.PLAY:
        return f"{coin.choice(_PICKS[:2])} {coin.choice(('card', 'own card', 'Spell', 'creature'))}"
    return coin.choice(("self", f"{coin.choice(_PICKS)} {coin.choice(_NOUNS)}"))


def random_position(coin: Random) -> dict[str, Any]:
    """Arguments of `gh.position`, most of which can be laid."""
    given = _ways(coin)
    decks = [shipped().of_kind("player")[name] for name in given["party"]]
    enemies = [shipped().of_kind(kind)[given[kind]] for kind in ("scenario", "realm")]

    def some(deck: Deck, most: int, *, spells: bool) -> list[str]:
        names = [card.name for card in deck.cards if spells or card.type != "Spell"]
        return coin.sample(names, min(coin.randint(0, most), len(names)))

    placed = {
        "hands": [some(deck, 5, spells=True) for deck in decks],
        "cards": [some(deck, 3, spells=False) for deck in decks],
        "graveyards": [some(deck, 3, spells=True) for deck in decks],
        "hp": [coin.choice((0, coin.randint(1, 20), 10)) for _ in decks],
        "enemies": [name for deck in enemies for name in some(deck, 3, spells=False)],
        "gone": [name for deck in enemies for name in some(deck, 3, spells=True)],
        "round": coin.randint(1, 20),
    }
    if given["armory"]:
        placed["bought"] = [line.name for line in coin.sample(PURCHASES, 2)]
    if given["campaign"]:
        others = sorted(set(shipped().of_kind("scenario")) - {given["scenario"]})
        placed |= {"beaten": coin.sample(others, 2), "defeats": coin.randint(0, 5)}
    return {**given, **{name: own for name, own in placed.items() if name == "hands" or coin.random() < 0.8}}
