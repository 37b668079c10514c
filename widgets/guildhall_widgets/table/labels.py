"""Texts around the table, in the language of the game.

>>> label("de", "undo"), label("en", "undo")
('Zurück', 'Undo')
"""

from __future__ import annotations

from guildhall.core.rules import Rules

__all__ = ["label", "language"]

_LABELS: dict[str, tuple[str, str]] = {
    "table": ("{game} table", "Tisch: {game}"),
    "undo": ("Undo", "Zurück"),
    "redo": ("Redo", "Vor"),
    "undo ply": ("Ply back", "Schritt zurück"),
    "redo ply": ("Ply forward", "Schritt vor"),
    "play on": ("{who} plays on", "{who} spielt weiter"),
    "keep": ("Keep line", "Linie merken"),
    "bot ply": ("Bot: ply", "Bot: Schritt"),
    "bot turn": ("Bot: turn", "Bot: Zug"),
    "bot end": ("Bot: to the end", "Bot: bis zum Ende"),
    "see": ("View", "Ansicht"),
    "see all": ("everything", "alles"),
    "see seat": ("{who}'s view", "was {who} wissen darf"),
    "bot": ("Bot", "Bot"),
    "person": ("human", "Mensch"),
    "forced": ("skip forced steps", "erzwungene Schritte überspringen"),
    "standings": ("Standings", "Endstand"),
    "decisive": ("What decided it", "Was es entschied"),
    "hard moments": ("The hardest blows", "Die härtesten Schläge"),
    "no moments": ("No turn stands out.", "Kein Zug sticht heraus."),
    "over plies": ("{unit} over the plies", "{unit} über die Schritte"),
    "ahead": ("{n} {unit} ahead of {who}", "{n} {unit} vor {who}"),
    "after": ("after {n} {word}", "nach {n} Zügen"),
    "plies played": ("{n} plies", "{n} Schritte"),
    "party": ("The party", "Die Gruppe"),
    "you": ("you", "du"),
    "your game": ("Your game", "Dein Spiel"),
    "the game": ("The game", "Das Spiel"),
    "moves made": ("moves", "Spielzüge"),
    "plies made": ("choices and forced steps", "Entscheidungen und erzwungene Schritte"),
    "review": ("Review my moves", "Meine Züge prüfen"),
    "look at table": ("Look at the table", "Den Tisch ansehen"),
    "to result": ("Back to the result", "Zurück zum Ergebnis"),
    "at": ("ply {ply}", "Schritt {ply}"),
    "new game": ("New game", "Neues Spiel"),
    "replay": ("Replay and annotate", "Nachspielen und kommentieren"),
    "save": ("Save", "Speichern"),
    "replayed": ("The replay is below.", "Das Nachspiel steht darunter."),
    "saved": ("Saved as {path}.", "Gespeichert als {path}."),
    "dealt": ("A new game, seed {seed}", "Ein neues Spiel, Startzahl {seed}"),
    "quick": ("make obvious choices automatically", "Selbstverständliches gleich tun"),
    "quick on": ("Obvious choices are made automatically.", "Selbstverständliches geschieht gleich."),
    "quick off": ("Every choice is yours.", "Jede Entscheidung ist deine."),
    "taken": ("Chosen automatically: {what}", "Gleich getan: {what}"),
    "look up": ("Look up a card", "Karte nachschlagen"),
    "all": ("All {n}", "Alle {n}"),
    "key a": ("choose everything left, such as all discards", "alles Übrige wählen, etwa alle Abwürfe"),
    "all options": ("All options", "Alle Möglichkeiten"),
    "narrowed": ("{n} ways to use it.", "{n} Möglichkeiten damit."),
    "since": ("Since your last turn", "Seit deinem letzten Zug"),
    "happened": ("Log", "Was geschah"),
    "log": ("log, newest first", "was geschah, das Neueste zuerst"),
    "nothing": ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    "options": ("options", "Möglichkeiten"),
    "steps": ("steps", "Schritte"),
    "lines": ("Lines of play", "Spielverläufe"),
    "this line": ("this line, ply {ply} of {plies} (shown)", "dieser Verlauf, Schritt {ply} von {plies} (gezeigt)"),
    "drop": ("drop", "vergessen"),
    "decides": ("{who} decides", "{who} entscheidet"),
    "decides now": (
        "{who} decides now; switch to that seat's view to choose",
        "Jetzt entscheidet {who}; sieh den Tisch von diesem Platz aus, um zu wählen",
    ),
    "stale": (
        "The game was played on elsewhere. This is its current state.",
        "Das Spiel ging anderswo weiter; so steht es jetzt.",
    ),
    "not now": ("this cannot be chosen now", "das geht jetzt nicht"),
    "chosen": ("Chosen: {what}.", "Gewählt: {what}."),
    "chosen of": ("Chosen {n} of {size}", "Gewählt {n} von {size}"),
    "chosen some": ("Chosen {n}, as many as you like", "Gewählt {n}, so viele du willst"),
    "left out": ("No longer chosen: {what}.", "Nicht mehr gewählt: {what}."),
    "took back": ("Undid {what}. Ply {ply}.", "Zurückgenommen: {what}; Schritt {ply}."),
    "again": ("Redid {what}. Ply {ply}.", "Noch einmal gespielt: {what}; Schritt {ply}."),
    "no choice": ("You have no choice to undo.", "Keine eigene Entscheidung zum Zurücknehmen."),
    "at ply": ("Ply {ply}.", "Schritt {ply}."),
    "a ply": ("a ply", "ein Schritt"),
    "bot played": ("{bot} played, plies: {plies}", "{bot} hat gespielt, Schritte: {plies}"),
    "bot failed": (
        "{bot} failed at ply {ply} ({kind}); the game is unchanged.",
        "{bot} ist bei Schritt {ply} gescheitert ({kind}); das Spiel steht wie zuvor.",
    ),
    "bot illegal": (
        "{bot} made an illegal choice at ply {ply}; the game is unchanged.",
        "{bot} hat bei Schritt {ply} etwas gewählt, das nicht geht; das Spiel steht wie zuvor.",
    ),
    "bot chosen": ("{bot} plays on request.", "{bot} spielt, wenn gefragt."),
    "seat played": ("{who} is played by {bot}", "{who} wird gespielt von: {bot}"),
    "open": ("Everything is open.", "Alles liegt offen."),
    "seen as": ("As {who} sees it.", "So sieht es {who}."),
    "passes": ("Forced steps are skipped.", "Erzwungene Schritte geschehen von selbst."),
    "passes not": ("You make every step yourself.", "Jeder Schritt ist deiner."),
    "kept": ("Kept this line as number {number}.", "Verlauf gemerkt als Nummer {number}."),
    "switched": ("Switched to the other line. Ply {ply}.", "Auf dem anderen Verlauf; Schritt {ply}."),
    "dropped": ("Dropped the line.", "Verlauf vergessen."),
    "gone": (
        "The kernel is gone or busy, so this is the last picture. If it was restarted, run the cell again.",
        "Der Kernel ist weg oder beschäftigt: dies ist das letzte Bild. Nach einem Neustart führe die Zelle neu aus.",
    ),
    "as": ("as {who}", "als {who}"),
    "inspect": ("Point at a card to read it.", "Zeige auf eine Karte, um sie zu lesen."),
    "plies": ("Single plies and lines", "Einzelne Schritte und Verläufe"),
    "bot plays": ("Let the bot play", "Den Bot spielen lassen"),
    "watch": ("Watch their moves", "Ihre Züge ansehen"),
    "watch next": ("Next", "Weiter"),
    "skip": ("Skip", "Überspringen"),
    "nothing to watch": ("the others have not moved since your last turn", "seit deinem letzten Zug zog niemand sonst"),
    "key w": ("watch the others' last moves", "die letzten Züge der anderen ansehen"),
    "close": ("Close", "Schließen"),
    "drawer log": ("Log and lines of play", "Was geschah, Spielverläufe"),
    "drawer cards": ("Look up a card", "Karte nachschlagen"),
    "drawer rules": ("Rules", "Regeln"),
    "drawer seats": ("Seats and views", "Plätze und Ansichten"),
    "drawer keys": ("Keys", "Tasten"),
    "key drawers": ("log, cards, rules, seats, keys", "Verlauf, Karten, Regeln, Plätze, Tasten"),
    "key number": ("play the option with that number", "die Möglichkeit mit dieser Nummer spielen"),
    "key arrows": ("move among cards or options, Enter plays", "zwischen Karten oder Möglichkeiten, Enter spielt"),
    "key u": ("undo your last choice", "die letzte eigene Entscheidung zurücknehmen"),
    "key r": ("redo it", "sie noch einmal spielen"),
    "key U": ("undo a single ply", "einen einzelnen Schritt zurücknehmen"),
    "key R": ("redo a single ply", "einen einzelnen Schritt noch einmal spielen"),
    "key b": ("the bot plays a ply", "der Bot spielt einen Schritt"),
    "key t": ("the bot plays to the end of the turn", "der Bot spielt den Zug zu Ende"),
    "key e": (
        "the bot plays to the end of the game; a single undo reverts it",
        "der Bot spielt das Spiel zu Ende; einmal Zurück nimmt es zurück",
    ),
    "key k": ("keep this line of play", "diesen Verlauf merken"),
    "key v": ("switch to the next seat's view, or show everything", "vom nächsten Platz aus sehen, oder alles"),
}


def language(rules: Rules) -> str:
    """Return the language of a game, by default English."""
    return str(rules.setup.get("lang", "en"))


def label(lang: str, key: str, **values: object) -> str:
    """Return a text in a language, with its values filled in."""
    return _LABELS[key][lang == "de"].format(**values)
