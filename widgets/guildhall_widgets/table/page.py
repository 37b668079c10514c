"""The page of a table: steps on top, the game with its decision, and the log below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from guildhall.core.decision import NOBODY, Decision, Event, sentences_for
from guildhall.core.line import Move
from guildhall.games import game_names, registration

from .. import render
from ..render import stepper
from ..render.controls import button, checkbox, choice, keys_list, menu
from ..render.icons import icon, seat_dot, shield
from ..render.markup import EMPTY, Content, Markup, join, rules_page, tag
from ..render.scene import by_place
from .ending import ending_of

if TYPE_CHECKING:
    from .widget import TableWidget

__all__ = ["DRAWERS", "PERSON", "label", "page_of"]

PERSON = "person"  # the player of a seat without a bot
#: The drawers, each with its symbol and its key.
DRAWERS = {
    "log": ("log", "l"),
    "cards": ("search", "/"),
    "rules": ("help", "?"),
    "seats": ("people", "s"),
    "keys": ("keys", "K"),
}

_LOGGED = 16  # moves shown in the log
_WATCHED = 1200  # milliseconds for each move
_KEYS = {"1 … 9 0": "number", "← → ↑ ↓": "arrows", **{key: key for key in "aurURbtewkv"}, "l / ? s K": "drawers"}


def page_of(table: TableWidget) -> Markup:
    """Return the whole page."""
    name = table.game.rules.game
    if table.game.over and not table.ending.is_aside:
        return stepper.ended(bar=_bar(table), ending=ending_of(table), drawer=_drawer(table), game=name)
    faces = _faces(table)
    return stepper.shell(
        bar=_bar(table),
        since=_since(table),
        decision=join(_decision(table, faces), _back_to_end(table)),
        table=_drawn(table, faces),
        drawer=_drawer(table),
        game=name,
    )


def _faces(table: TableWidget) -> dict[int, render.Face]:
    """Return what the buttons of the listed options show, none while somebody else decides."""
    if not table.may_choose(table.game.decision):
        return {}
    offered, shown = _offered(table), table.shown_table()
    return {each.id: render.face(table.game.rules, shown, each, offered) for each in offered.options}


def _drawn(table: TableWidget, faces: Mapping[int, render.Face]) -> Markup:
    mine = table.may_choose(table.game.decision) and table.watching.move is None
    if not mine:
        return render.table(table.game.rules, table.shown_table(), named=True)
    chosen, _ = by_place(table.places(table.chosen.chosen))
    single, several = by_place(table.places(table.chosen.options))
    return render.table(
        table.game.rules,
        table.shown_table(),
        None,
        options=chosen | single,
        lit=[*chosen, *filter(None, [table.narrowed])],
        live=True,
        several=several,
        number=table.number,
        keys=stepper.option_keys(_offered(table), _closed(table), faces),
    )


# --- The decision ---


def _decision(table: TableWidget, faces: Mapping[int, render.Face]) -> Markup:
    decision = table.game.decision
    if (move := table.watching.move) is not None:
        return join(_watched(table, move), _inspector(table))
    if decision.seat == NOBODY:
        return _after_the_end(table)
    if not table.may_choose(decision):
        prompt = _ask(table, f"{table.say('decides', who=table.decider())}.")
        return join(prompt, _play_on(table) if decision.seat in table.seating.bots else EMPTY, _inspector(table))
    if decision.seat in table.seating.bots:
        return join(_ask(table, decision.prompt), _play_on(table), _inspector(table))
    return join(_ask(table, decision.prompt, _progress(table)), _options(table, faces), _inspector(table))


def _back_to_end(table: TableWidget) -> Markup:
    """Return the button that leads back to the end, for a reader who came from there."""
    return button(table.say("to result"), "back to end", class_="gh-second") if table.ending.is_left else EMPTY


def _ask(table: TableWidget, prompt: str, note: str = "") -> Markup:
    """Return the prompt with the shield of the deciding seat."""
    seat = table.game.decision.seat
    told = tag("p", note, class_="gh-small gh-progress") if note else EMPTY
    words = tag("div", tag("p", prompt, class_="gh-prompt"), told)
    return tag("div", shield(seat, table.game.rules.seats[seat]), words, class_="gh-ask", data_key="ask")


def _watched(table: TableWidget, move: Move) -> Markup:
    """Return the move being watched, with the buttons that go on and that skip the rest."""
    step, name = table.watching.at or 0, table.game.rules.seats[move.seat]
    told = f"{step + 1} / {table.watching.count}"
    words = tag("div", tag("p", f"{name}: {move.words}.", class_="gh-prompt"), tag("p", told, class_="gh-progress"))
    go_on = button(
        table.say("watch next"), "watch next", key="watch next", keys="ArrowRight", step=step, after=_WATCHED
    )
    skip = button(table.say("skip"), "skip", keys="Escape", main=True)
    ask = tag("div", shield(move.seat, name), words, class_="gh-ask", data_key=f"watched {step}")
    return join(ask, tag("div", skip, go_on, class_="gh-bar", data_live=True))


def _inspector(table: TableWidget) -> Markup:
    """Return the panel in which the browser shows the text of what is pointed at."""
    return tag("div", tag("p", table.say("inspect")), class_="gh-look", data_key="look", data_kept=True, data_live=True)


def _after_the_end(table: TableWidget) -> Markup:
    """Return the result in short, beside the table as the game left it."""
    back = button(table.say("to result"), "look at table", main=True)
    return join(tag("p", table.game.decision.prompt, class_="gh-prompt"), back, _inspector(table))


def _play_on(table: TableWidget) -> Markup:
    """Return the button that continues after going back to a bot's ply."""
    return button(table.say("play on", who=table.decider()), "play on", key="play on", main=True, at=table.number)


def _offered(table: TableWidget) -> Decision:
    """Return the decision with the options listed now."""
    meant = table.narrowed_options()
    listed = [option for option in table.chosen.offered if meant is None or option.id in meant]
    return replace(table.game.decision, options=tuple(listed))


def _closed(table: TableWidget) -> set[int]:
    """Return the listed options that cannot be combined with those chosen."""
    return {option.id for option in table.chosen.offered} - {option.id for option in table.chosen.options}


def _options(table: TableWidget, faces: Mapping[int, render.Face]) -> Markup:
    offered = _offered(table)
    group = stepper.options(
        offered,
        table.chosen.picks,
        label=table.say("options"),
        faces=faces,
        places=table.places(offered.options),
        closed=_closed(table),
        number=table.number,
    )
    if table.narrowed is not None:
        return join(group, button(table.say("all options"), "narrow", spot=""))
    rest = table.rest()
    words = tag("span", tag("kbd", "a", class_="gh-key"), " ", table.say("all", n=len(rest)))
    every = button(words, "rest", keys="a", once=True, at=table.number)
    return join(group, tag("div", every, class_="gh-bar", data_live=True)) if len(rest) > 1 else group


def _progress(table: TableWidget) -> str:
    """Return how much of a set has been chosen."""
    if not table.chosen.takes_several:
        return ""
    n, size = len(table.chosen.picks), table.chosen.size
    return table.say("chosen some", n=n) if size is None else table.say("chosen of", n=n, size=size)


# --- The log ---


def _since(table: TableWidget) -> Markup:
    """Return the moves of the others since the reader's last turn."""
    rules, names = table.game.rules, table.game.rules.seats
    told: list[tuple[Content, str]]
    if rules.together:
        told = [(None, f"{words}.") for words in rules.words.turns(_events_since(table))]
    else:
        moves = table.since_last_turn()
        told = [(seat_dot(move.seat, names[move.seat]), f"{names[move.seat]}: {move.words}.") for move in moves]
    return stepper.since(told, title=table.say("since"))


def _events_since(table: TableWidget) -> list[Event]:
    """Return the events since the reader's last turn, including turns of enemies, which have no seat."""
    game, seat = table.game, table.seating.seat
    me = game.decision.seat if seat is None else seat
    first = next((move.first for move in table.recent_moves()), 1)
    opening = game.line.opening if first == 1 else ()
    events = [*opening, *(event for ply in range(first, game.ply + 1) for event in game.events_at(ply))]
    begun = [at for at, event in enumerate(events) if event.kind == "turn"]
    own = [at for at in begun if events[at].seat == me]
    end = own.pop() if own and own[-1] == begun[-1] else len(events)
    start = next((at for at in begun if own and at > own[-1]), 0)
    return [event if seat is None else event.as_seen_by(seat) for event in events[start:end]]


def _happened(table: TableWidget) -> Markup:
    moves = table.moves(last=_LOGGED)[::-1]
    told = [_told(table, move) for move in moves]
    told += _opening(table) if not moves or moves[-1].first == 1 else []
    log = stepper.log(told, label=table.say("log"), empty=table.say("nothing"))
    title = table.say("happened")
    return tag("section", tag("h4", title), log, aria_label=title)


def _opening(table: TableWidget) -> list[stepper.Told]:
    """Return the events before the first decision, if the rules describe them."""
    line = table.game.line
    sentences = [f"{sentence}." for sentence in line.opening_told]
    return [stepper.Told(0, " ".join(sentences), sentences_for(line.opening, table.seating.seat))] if sentences else []


def _told(table: TableWidget, move: Move) -> stepper.Told:
    """Return a move with the descriptions of its plies that the seat may know."""
    plies = [words for ply in range(move.first, move.last + 1) for words in _ply(table, ply)]
    return stepper.Told(move.first, move.sentence(table.game.rules.seats), tuple(plies))


def _ply(table: TableWidget, ply: int) -> list[str]:
    """Return the cached description of a ply, because the log repeats it at every click."""
    key = (table.seating.seat, ply)
    if key not in table.told:
        table.told[key] = _ply_told(table, ply)
    return table.told[key]


def _ply_told(table: TableWidget, ply: int) -> list[str]:
    game, seat = table.game, table.seating.seat
    state, move = game.line.state_at(ply - 1), game.line.moves[ply - 1]
    decision = game.rules.decision(state)
    if seat not in (None, decision.seat):
        return list(sentences_for(game.events_at(ply), seat))
    chosen = next(option.label for option in decision.options if option.id == move)
    return [f"{ply}. {chosen}", *sentences_for(game.events_at(ply), seat)]


def _branches(table: TableWidget) -> Markup:
    lines = table.lines
    others = {number: lines.told(number, table.seating.seat) for number in lines.others}
    here = table.say("this line", ply=table.game.ply, plies=len(lines.whole))
    return stepper.branches(others, here, title=table.say("lines"), drop=table.say("drop"))


# --- The bar ---


def _bar(table: TableWidget) -> Markup:
    """Return the bar on top: what game this is and where it stands, then the steps and the drawers."""
    rules, name = table.game.rules, table.game.rules.game
    title = registration(name).title if name in game_names() else name
    return join(
        tag("span", icon(render.crest(rules)), class_="gh-crest"),
        tag("h3", title),
        tag("span", render.chips(rules, table.shown_table()), class_="gh-chips"),
        tag("span", class_="gh-space"),
        _view(table),
        _steps(table),
        tag("span", *(_opener(table, name) for name in DRAWERS if _has(table, name)), class_="gh-tools"),
    )


def _view(table: TableWidget) -> Markup:
    seat = table.seating.seat
    seen = table.say("see all") if seat is None else table.say("as", who=table.game.rules.seats[seat])
    label = f"{table.say('see')}: {seen}"
    return button(join(icon("eye"), seen), "see next", keys="v", class_="gh-pill gh-view", label=label)


def _tool(content: Content, label: str, do: str, keys: str, **about: Any) -> Markup:
    return button(content, do, keys=keys, label=label, class_="gh-tool", **about)


def _steps(table: TableWidget) -> Markup:
    """Return the buttons for undo, redo and bot play, always in the same place."""
    ahead, over = len(table.lines.whole) - table.game.ply, table.game.over
    back = table.game.ply == 0
    nothing = not table.chosen.picks and table.last_choice() is None
    undo = join(icon("undo"), tag("span", table.say("undo")))
    backwards = [
        _tool(undo, table.say("undo"), "undo", "u", disabled=nothing),
        _tool(icon("redo"), table.say("redo"), "redo", "r", disabled=ahead == 0),
    ]
    single = [
        button(table.say("undo ply"), "undo ply", keys="U", disabled=back),
        button(table.say("redo ply"), "redo ply", keys="R", disabled=ahead == 0),
        button(table.say("keep"), "keep", keys="k"),
    ]
    bot = [
        button(table.say(f"bot {name}"), f"bot {do}", key=f"bot {do}", keys=key, disabled=over, at=table.number)
        for name, do, key in (("ply", "step", "b"), ("turn", "turn", "t"), ("end", "end", "e"))
    ]
    watch = button(table.say("watch"), "watch", keys="w", disabled=not table.since_last_turn())
    called = join(icon("bot"), tag("span", table.say("bot")), icon("down"))
    menus = [
        menu(table.say("plies"), *single, symbol=icon("branch"), key="menu plies"),
        menu(table.say("bot plays"), *bot, watch, symbol=called, key="menu bot"),
    ]
    return tag("span", *backwards, *menus, class_="gh-tools", role="group", aria_label=table.say("steps"))


# --- The drawers ---


def _has(table: TableWidget, name: str) -> bool:
    """Return whether a drawer has content."""
    if name == "cards":
        return bool(render.card_names(table.game.rules))
    return bool(table.rules_page) if name == "rules" else True


def _opener(table: TableWidget, name: str) -> Markup:
    symbol, key = DRAWERS[name]
    about = {"key": f"drawer {name}", "pressed": table.drawer == name, "name": name}
    return _tool(icon(symbol), table.say(f"drawer {name}"), "drawer", key, **about)


def _drawer(table: TableWidget) -> Markup:
    """Return the open drawer. What is in the others is not sent."""
    if table.drawer is None:
        return EMPTY
    inside = {"log": _log, "cards": _card_page, "rules": _rules, "seats": _settings, "keys": _keys}[table.drawer](table)
    title = table.say(f"drawer {table.drawer}")
    close = button(icon("close"), "drawer", key="close drawer", keys="Escape", label=table.say("close"), name="")
    head = tag("div", tag("h3", title), close, class_="gh-drawer-head")
    key = f"open {table.drawer}"
    return tag("section", head, inside, class_="gh-drawer", aria_label=title, data_key=key, data_live=True)


def _log(table: TableWidget) -> Markup:
    return join(_happened(table), _branches(table))


def _rules(table: TableWidget) -> Markup:
    return rules_page(table.rules_page)


def _settings(table: TableWidget) -> Markup:
    seats = table.game.rules.seats
    of_seats = {str(number): table.say("see seat", who=name) for number, name in enumerate(seats)}
    seen = "all" if table.seating.seat is None else str(table.seating.seat)
    bots = table.seating.names
    content = [
        choice(table.say("see"), "see", seen, {"all": table.say("see all"), **of_seats}),
        choice(table.say("bot"), "bot", table.seating.bot, bots) if bots else EMPTY,
        checkbox(table.say("forced"), "forced", table.seating.pass_forced),
        checkbox(table.say("quick"), "quick", table.seating.quick),
        *(_seat_choice(table, seat, bots) for seat in range(len(seats)) if bots),
    ]
    return tag("div", *content, class_="gh-settings")


def _seat_choice(table: TableWidget, seat: int, bots: list[str]) -> Markup:
    players = {PERSON: table.say("person"), **{bot: bot for bot in bots}}
    return choice(table.game.rules.seats[seat], "seat bot", table.seating.bots.get(seat, PERSON), players, seat=seat)


def _card_page(table: TableWidget) -> Markup:
    names = render.card_names(table.game.rules)
    if not names:
        return EMPTY
    picker = choice(table.say("look up"), "look up", table.card or "", {"": "…", **names})
    page = render.card_page(table.game.rules, table.card, table.shown_table()) if table.card else EMPTY
    return join(picker, page)


def _keys(table: TableWidget) -> Markup:
    return keys_list({key: table.say(f"key {meaning}") for key, meaning in _KEYS.items()})


# --- The texts of the table in English and German ---


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
    "review all": ("Review every move", "Alle Züge prüfen"),
    "review stop": ("Stop", "Anhalten"),
    "reviewing": (
        "Comparing every decision with the best option.",
        "Jede Wahl wird mit der besten verglichen.",
    ),
    "reviewed": ("Reviewed {n} of {total} decisions.", "{n} von {total} Entscheidungen geprüft."),
    "judged": ("{n} of {total} decisions", "{n} von {total} Entscheidungen"),
    "costly": ("costly moves, the worst ones:", "teure Züge, die schlimmsten:"),
    "one costly": ("costly move:", "teurer Zug:"),
    "nothing costly": ("No move was surely worse than another.", "Kein Zug war sicher schlechter als ein anderer."),
    "rather": ("{played}, rather than {best}", "{played}, statt {best}"),
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


def label(lang: str, key: str, **values: object) -> str:
    """Return a text in a language, with its values filled in."""
    return _LABELS[key][lang == "de"].format(**values)
