"""Every sentence on screen in both languages. Phrases, which logs and files store, are always English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guildhall.core.rules import CardText

from .cards import CARD_NAMES, Name

if TYPE_CHECKING:
    from .events import Names

__all__ = ["LEVELS", "SENTENCES", "STEPS", "card_texts", "level_of", "sentence"]

#: Key -> the sentence in English and in German.  `key.1` is used where the number `n` is one.
SENTENCES: dict[str, tuple[str, str]] = {
    # Prompts
    "ask guild": ("{who}, choose a guild field for your figure", "{who}, wähle ein Gildenfeld für deine Figur"),
    "ask finale": (
        "{who}, discard a Wizard for three cards, or draw nothing",
        "{who}, wirf einen Zauberer für drei Karten ab oder zieh nichts",
    ),
    "ask act": ("{who}, play cards or end the turn", "{who}, spiele Karten oder beende den Zug"),
    "ask move": ("{who}, move up to {n} fields", "{who}, zieh bis zu {n} Felder weit"),
    "ask move.1": ("{who}, move up to one field", "{who}, zieh bis zu ein Feld weit"),
    "ask move anywhere": ("{who}, move to any free field", "{who}, zieh auf ein beliebiges freies Feld"),
    "ask claim": (
        "{who}, {card} lies open here; complete it if you hold the card",
        "{who}, hier liegt offen: {card}; schließe es ab, wenn du die Karte hast",
    ),
    "ask manoeuvre": (
        "{who}, you may draw two cards from a neighbour's hand",
        "{who}, du darfst bei einem Nachbarn zwei Karten ziehen",
    ),
    "ask send": (
        "{who}, send the figure of {other} to a free guild field",
        "{who}, schicke die Figur von {other} auf ein freies Gildenfeld",
    ),
    "ask turn": ("{who}, turn up to {n} villages to gold", "{who}, dreh bis zu {n} Dörfer auf die Goldseite"),
    "ask turn.1": ("{who}, turn a village to gold", "{who}, dreh ein Dorf auf die Goldseite"),
    "ask peek": ("{who}, look at up to {n} hidden tiles", "{who}, sieh dir bis zu {n} verdeckte Plättchen an"),
    "ask peek.1": ("{who}, look at a hidden tile", "{who}, sieh dir ein verdecktes Plättchen an"),
    "ask limit": (
        "{who}, discard {n} cards; your hand level is {level}",
        "{who}, wirf {n} Karten ab; dein Handkartenlevel ist {level}",
    ),
    "ask limit.1": (
        "{who}, discard one card; your hand level is {level}",
        "{who}, wirf eine Karte ab; dein Handkartenlevel ist {level}",
    ),
    "won": ("{who} wins with {gold} Gold", "{who} gewinnt mit {gold} Gold"),
    "shared": ("{who} win together with {gold} Gold", "{who} gewinnen gemeinsam mit {gold} Gold"),
    "rated": ("{who} brings home {gold} Gold: level {n}, {word}", "{who} bringt {gold} Gold heim: Stufe {n}, {word}"),
    "unfinished": (
        "The game ended unfinished at its turn limit",
        "Das Spiel endete unvollendet an seiner Zuggrenze",
    ),
    "too long": (
        "The game ended unfinished after {plies} plies",
        "Das Spiel endete unvollendet nach {plies} Entscheidungen",
    ),
    # Effects of options
    "do seeker": ("{n} moves, each by a die", "{n} Züge, jeder mit einem Würfelwurf"),
    "do seeker.1": ("one move by a die", "ein Zug mit einem Würfelwurf"),
    "do warrior": ("turn up to {n} villages to gold", "dreh bis zu {n} Dörfer auf die Goldseite"),
    "do warrior.1": ("turn a village to gold", "dreh ein Dorf auf die Goldseite"),
    "do fairy": ("look at {n} hidden tiles", "sieh dir {n} verdeckte Plättchen an"),
    "do fairy.1": ("look at a hidden tile", "sieh dir ein verdecktes Plättchen an"),
    "do four fairies": (
        "look at {n} hidden tiles, and one loss less",
        "sieh dir {n} verdeckte Plättchen an, und ein Verlust weniger",
    ),
    "do wizard": ("hand level +1, losses +1", "Handkartenlevel +1, Verluste +1"),
    "do joker": ("hand level +1, no loss", "Handkartenlevel +1, kein Verlust"),
    "do red": ("move to any free field", "zieh auf ein beliebiges freies Feld"),
    "do blue": ("hand level +2, no loss", "Handkartenlevel +2, kein Verlust"),
    "do yellow": ("turn up to 3 villages to gold", "dreh bis zu 3 Dörfer auf die Goldseite"),
    "do green": ("look at up to 4 hidden tiles", "sieh dir bis zu 4 verdeckte Plättchen an"),
    "do end": ("no more cards this turn", "keine weiteren Karten in diesem Zug"),
    "do draw": ("for three cards; the hand level stays", "für drei Karten; das Handkartenlevel bleibt"),
    "do not draw": ("play the turn with the hand as it is", "spiele den Zug mit der Hand, wie sie ist"),
    "do stay": ("end the move on the own field", "beende den Zug auf dem eigenen Feld"),
    "do complete": ("lay the card down with the tile on it: 5 Gold", "leg die Karte mit dem Plättchen ab: 5 Gold"),
    "do leave": ("the tile stays on the board, face up", "das Plättchen bleibt offen auf dem Spielplan"),
    "do rob": ("draw two of the {n} cards of {other}", "zieh zwei der {n} Karten von {other}"),
    "do rob.1": ("draw the one card of {other}", "zieh die eine Karte von {other}"),
    "do not rob": ("leave everybody in peace", "lass alle in Frieden"),
    "do discard fairy": ("a 6 on the die costs a loss", "eine 6 auf dem Würfel kostet einen Verlust"),
    "do done": ("that is enough", "das genügt"),
    "tile hidden": ("hidden tile", "verdecktes Plättchen"),
    "tile known": ("hidden tile, you know: {card}", "verdecktes Plättchen, dir bekannt: {card}"),
    "tile open": ("open tile: {card}", "offenes Plättchen: {card}"),
    "tile none": ("no tile", "kein Plättchen"),
    # Events
    "turn": ("Turn {n}: {who}", "Zug {n}: {who}"),
    "draw": ("{who} draws {card}", "{who} zieht {card}"),
    "draw hidden": ("{who} draws a card", "{who} zieht eine Karte"),
    "shuffle": (
        "The discard pile is shuffled to a new draw pile ({n} cards)",
        "Der Ablagestapel wird zum neuen Nachziehstapel gemischt ({n} Karten)",
    ),
    "shuffle.1": (
        "The discard pile becomes the draw pile (1 card)",
        "Der Ablagestapel wird zum Nachziehstapel (1 Karte)",
    ),
    "finale": ("The Grand Finale begins", "Das Große Finale beginnt"),
    "place": ("{who} starts at {field}", "{who} beginnt auf {field}"),
    "play": ("{who} plays {cards}", "{who} spielt {cards}"),
    "as": ("{cards} as {card}", "{cards} als {card}"),
    "roll": ("{who} rolls a {n}", "{who} würfelt eine {n}"),
    "move": ("{who} moves from {origin} to {field}", "{who} zieht von {origin} nach {field}"),
    "reveal": ("The tile on {field} shows {card}", "Das Plättchen auf {field} zeigt {card}"),
    "gold": ("{who} recovers a village at {field}", "{who} birgt ein Dorf auf {field}"),
    "complete": ("{who} completes {card}", "{who} schließt ab: {card}"),
    "flip": ("{who} turns {n} villages to gold", "{who} dreht {n} Dörfer auf die Goldseite"),
    "flip.1": ("{who} turns a village to gold", "{who} dreht ein Dorf auf die Goldseite"),
    "peek": ("{who} looks at {field}: {card}", "{who} sieht auf {field}: {card}"),
    "peek hidden": ("{who} looks at a hidden tile", "{who} sieht sich ein verdecktes Plättchen an"),
    "level": ("{who} has hand level {n}", "{who} hat Handkartenlevel {n}"),
    "losses": ("{who} has {n} losses", "{who} hat {n} Verluste"),
    "losses.1": ("{who} has one loss", "{who} hat einen Verlust"),
    "rob": ("{who} robs {other}", "{who} beraubt {other}"),
    "steal": ("{who} takes {card} from {other}", "{who} nimmt {other} ab: {card}"),
    "steal hidden": ("{who} takes a card from {other}", "{who} nimmt {other} eine Karte ab"),
    "send": ("The figure of {who} goes to {field}", "Die Figur von {who} geht nach {field}"),
    "discard": ("{who} discards {card}", "{who} wirft ab: {card}"),
    "rest": ("{who} ends the turn with {n} cards", "{who} beendet den Zug mit {n} Karten"),
    "rest.1": ("{who} ends the turn with one card", "{who} beendet den Zug mit einer Karte"),
    "hero": ("{who} reveals {card}: {cards}", "{who} deckt auf: {card} ({cards})"),
    "score": ("{who} has {n} Gold", "{who} hat {n} Gold"),
    "score with hero": (
        "{who} has {n} Gold, {bonus} of it by the Hero card",
        "{who} hat {n} Gold, davon {bonus} durch die Heldenkarte",
    ),
    "end tiles": ("The last quest tile is recovered", "Das letzte Questplättchen ist geborgen"),
    "end passed": ("Nobody draws or plays any more", "Niemand zieht oder spielt mehr"),
    "end cards": ("The draw pile is used up", "Der Nachziehstapel ist aufgebraucht"),
    "end unfinished": ("The game is unfinished", "Das Spiel ist unvollendet"),
    # The table
    "set-up": ("set-up", "Vorbereitung"),
    "turn no": ("turn {n}", "Zug {n}"),
    "in the finale": ("Grand Finale", "Großes Finale"),
    "seen by": ("seen by {name}", "gesehen von {name}"),
    "piles": ("Draw pile: {n} · Discard pile: {cards}", "Nachziehstapel: {n} · Ablagestapel: {cards}"),
    "top of": ("{card} on {n} more", "{card} auf {n} weiteren"),
    "empty": ("empty", "leer"),
    "counters": (
        "{gold} Gold · level {level} · losses {losses}",
        "{gold} Gold · Level {level} · Verluste {losses}",
    ),
    "hand": ("hand", "Hand"),
    "cards": ("{n} cards", "{n} Karten"),
    "cards.1": ("1 card", "1 Karte"),
    "among them": ("{cards}, among them {known}", "{cards}, darunter {known}"),
    "recovered": ("tiles", "Plättchen"),
    "villages and gold": ("villages {villages}, turned to gold {n}", "Dörfer {villages}, auf der Goldseite {n}"),
    "adventures": ("adventures", "Abenteuer"),
    "hero card": ("hero", "Held"),
    "figure": ("figure", "Figur"),
    "options": ("options", "Möglichkeiten"),
    "player": ("player", "Spieler"),
    "key": (
        "# hidden tile · g a hidden Gold, hidden adventure · A open adventure · H guild field · @1 figure of player 1",
        "# verdecktes Plättchen · g a verdecktes Gold, Abenteuer · A offenes Abenteuer · H Gildenfeld · @1 Figur 1",
    ),
    "open": ("open", "offen"),
    "peeked": ("seen by you", "von dir gesehen"),
    "title": ("The Guilds of Advyria", "Die Gilden von Advyria"),
    "stand-ins": ("stand-ins, our own design", "Platzhalter, von uns entworfen"),
    # The drawn table
    "short level": ("level", "Level"),
    "short losses": ("losses", "Verluste"),
    "draw pile": ("Draw pile", "Nachziehstapel"),
    "discard pile": ("Discard pile", "Ablagestapel"),
    "seeks": ("{card} seeks", "{card} sucht"),
    "from two": ("from two: {does}", "ab zwei: {does}"),
    "short joker": ("stands for any of the other four", "steht für jede der anderen vier"),
    "tile lies open": ("Its tile lies open on {field}", "Sein Plättchen liegt offen auf {field}"),
    "hidden tiles": ("Hidden tiles", "Verdeckte Plättchen"),
    "no tiles": ("No tile", "Kein Plättchen"),
    "seen gold": ("Gold, seen by you", "Gold, von dir gesehen"),
    "fields": ("{n} fields", "{n} Felder"),
    "fields.1": ("1 field", "1 Feld"),
    "sets seeker": ("Fortune Seekers → moves", "Glücksritter → Züge"),
    "sets warrior": ("Warriors → villages to gold", "Kriegerinnen → Dörfer zu Gold"),
    "sets fairy": ("Fairies → looks at tiles", "Feen → Blicke auf Plättchen"),
    # Cards
    "card seeker": (
        "A set of 2 to 4 gives 1 to 3 moves: roll the die, move up to so many fields, reveal the tile there.",
        "Ein Set aus 2 bis 4 gibt 1 bis 3 Züge: würfle, zieh bis zu so viele Felder weit, deck dort das Plättchen auf.",
    ),
    "card warrior": (
        "A set of 2 to 4 turns 1 to 3 recovered villages to their gold side, 2 Gold each.",
        "Ein Set aus 2 bis 4 dreht 1 bis 3 geborgene Dörfer auf die Goldseite, je 2 Gold.",
    ),
    "card fairy": (
        "A set of 2 to 4 shows you 1 to 3 hidden tiles; four also take back a loss. "
        "One discarded at the hand limit costs a loss on a 6.",
        "Ein Set aus 2 bis 4 zeigt dir 1 bis 3 verdeckte Plättchen; vier nehmen auch einen Verlust zurück. "
        "Am Handkartenlimit abgeworfen kostet sie bei einer 6 einen Verlust.",
    ),
    "card wizard": ("Alone: {does}. {finale}", "Allein: {does}. {finale}"),
    "wizard in the finale": (
        "In the Grand Finale one may be discarded for three cards.",
        "Im Großen Finale darf einer für drei Karten abgeworfen werden.",
    ),
    "card joker": (
        "Stands for a Fortune Seeker, a Warrior, a Fairy or, without a loss, a Wizard.",
        "Steht für einen Glücksritter, eine Kriegerin, eine Fee oder, ohne Verlust, einen Zauberer.",
    ),
    "card adventure": (
        "Completes its adventure where the tile is found: 5 Gold. As an action: {does}.",
        "Schließt sein Abenteuer ab, wo das Plättchen gefunden wird: 5 Gold. Als Aktion: {does}.",
    ),
    "card hero": (
        "5 Gold more for each of these adventures you complete: {cards}.",
        "5 Gold mehr für jedes dieser Abenteuer, das du abschließt: {cards}.",
    ),
    # Results of a landing
    "landing": (
        "The tile there is revealed: you recover a village, or an adventure lies open.",
        "Das Plättchen dort wird aufgedeckt: du birgst ein Dorf, oder ein Abenteuer liegt offen.",
    ),
    "landing beside": (
        "Beside the figure of a player who holds more cards than you, you may draw two of them, once per turn.",
        "Neben der Figur eines Spielers mit mehr Karten als du darfst du zwei davon ziehen, einmal im Zug.",
    ),
    # Parts of the box
    "board": ("board", "Spielplan"),
    "tiles": ("quest tiles", "Questplättchen"),
    "heroes": ("Hero cards", "Heldenkarten"),
    "deck": ("deck", "Kartenzahlen"),
}


def sentence(lang: str, key: str, **values: object) -> str:
    """Return a sentence in a language, with its values filled in.

    >>> sentence("de", "cards", n=3), sentence("en", "cards", n=1)
    ('3 Karten', '1 card')
    """
    single = f"{key}.1"
    both = SENTENCES[single if values.get("n") == 1 and single in SENTENCES else key]
    return both[lang == "de"].format(**values)


# --- Cards ---

_BASIC = ("card seeker", "card warrior", "card fairy", "card wizard", "card joker")


def card_texts(names: Names) -> dict[str, CardText]:
    """Return the text of every card of the box by English name."""
    lang = names.lang
    wizard = {"does": sentence(lang, "do wizard"), "finale": sentence(lang, "wizard in the finale")}
    texts = {
        name.en: CardText(name.in_(lang), sentence(lang, key, **wizard), "rulebook")
        for name, key in zip(CARD_NAMES, _BASIC, strict=True)
    }
    provenance = names.box.provenances.get("adventures", "")
    for adventure in names.box.adventures:
        words = sentence(lang, "card adventure", does=sentence(lang, f"do {adventure.colour}"))
        texts[adventure.name.en] = CardText(adventure.name.in_(lang), words, provenance)
    for hero in names.box.heroes:
        shown = ", ".join(names.box.adventures[number].name.in_(lang) for number in hero.adventures)
        words = sentence(lang, "card hero", cards=shown)
        texts[hero.name.en] = CardText(hero.name.in_(lang), words, names.box.provenances.get("heroes", ""))
    return texts


# --- The rating of the solo game (rule 31) ---


#: The minimum Gold of every level from the second on, and the words of all levels.
STEPS = (40, 55, 70, 85, 100)
LEVELS = (
    Name("poor", "ärmlich"),
    Name("hardly glorious", "wenig rühmlich"),
    Name("adventurous", "abenteuerlich"),
    Name("remarkable", "bemerkenswert"),
    Name("grand", "grandios"),
    Name("godlike", "göttergleich"),
)


def level_of(gold: int) -> int:
    """Return the level, from 1 to 6, of a solo game with this much Gold.

    >>> [level_of(gold) for gold in (39, 40, 84, 100)]
    [1, 2, 4, 6]
    """
    return 1 + sum(gold >= step for step in STEPS)
