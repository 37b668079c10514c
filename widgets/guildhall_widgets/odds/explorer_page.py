"""The page of the odds explorer: controls, result, charts and counting."""

from __future__ import annotations

from fractions import Fraction

from ..render.controls import button, checkbox, choice, field, keys_help, slider
from ..render.markup import Markup, tag
from ..render.numbers import fraction, percent, plural, whole
from .charts import chance_chart, settling_chart, settling_words, table_of, waiting_chart, waiting_words
from .counting import counting
from .situation import COPIES, HAND, MOST_COLOURS, PRESETS, WHOLE_DECK, Hands, Situation

__all__ = ["explorer", "question"]

OWN = "Custom situation"
KEYS = {"d": "draw hands, stop, continue", "c": "clear the drawn hands", "← →": "move the slider that has the focus"}


def explorer(situation: Situation, hands: Hands, *, is_drawing: bool, is_covered: bool = False) -> Markup:
    """Return the page, or only the parts that do not reveal the chance, for a class that guesses first."""
    bar = tag("div", _presets(situation), checkbox("Hide the chance", "cover", is_covered), class_="gh-bar")
    if is_covered:
        drawn, controls = _drawn(situation, hands, is_drawing, is_covered=True), _controls(situation, is_covered=True)
        return tag("div", bar, tag("div", drawn, controls, class_="gh-split"), keys_help(KEYS), class_="gh-odds")
    return tag(
        "div",
        bar,
        tag("div", _main_chart(situation, hands), _controls(situation), class_="gh-split"),
        tag("div", _waiting(situation, hands), _drawn(situation, hands, is_drawing), class_="gh-odds-halves"),
        counting(situation),
        table_of(situation, hands),
        keys_help(KEYS),
        class_="gh-odds",
    )


def question(situation: Situation) -> str:
    """Return the situation as a question.

    >>> question(Situation(seen=(2,), unseen=90))
    '6 of 90 unseen cards are drawn: is the missing colour among them (2 copies left)?'
    """
    drawn = f"{plural(situation.draws, 'card')} of" if situation.draws == 1 else f"{situation.draws} of"
    verb = "is" if situation.draws == 1 else "are"
    return f"{drawn} {situation.unseen} unseen cards {verb} drawn: {_wanted(situation)} ({_left(situation)} left)?"


def _wanted(situation: Situation) -> str:
    if situation.missing == 1:
        return "is the missing colour among them"
    if situation.wanted == situation.missing:
        return f"are all {situation.missing} missing colours among them"
    return f"are at least {situation.wanted} of {situation.missing} missing colours among them"


def _left(situation: Situation) -> str:
    if len(set(situation.left)) == 1:
        each = "" if situation.missing == 1 else " of each"
        return plural(situation.left[0], "copy", "copies") + each
    return ", ".join(f"{left} {colour}" for left, colour in zip(situation.left, situation.colours, strict=True))


# --- Controls ---


def _presets(situation: Situation) -> Markup:
    chosen = next((name for name, preset in PRESETS.items() if preset == situation), OWN)
    return choice("Situation", "preset", chosen, (OWN, *PRESETS))


def _controls(situation: Situation, *, is_covered: bool = False) -> Markup:
    return tag(
        "div",
        _guess(situation) if is_covered else _result(situation),
        slider("Cards drawn", "draws", situation.draws, 0, situation.unseen),
        slider("Colours missing", "missing", situation.missing, 1, MOST_COLOURS),
        _seen(situation),
        slider("Unseen cards", "unseen", situation.unseen, situation.least_unseen, max(situation.unseen, WHOLE_DECK)),
        slider("Kept in hand", "kept", situation.kept, 0, HAND),
        tag("p", _refresh_words(situation), class_="gh-small"),
        _details(situation),
        class_="gh-panel gh-controls",
    )


def _result(situation: Situation) -> Markup:
    return tag(
        "div",
        tag("p", question(situation)),
        tag("p", percent(situation.chance), class_="gh-big"),
        tag("p", _exactly(situation.chance), class_="gh-exact"),
        class_="gh-result",
    )


def _guess(situation: Situation) -> Markup:
    """Return the question with its result hidden."""
    return tag(
        "div",
        tag("p", question(situation)),
        tag("p", "?", class_="gh-big"),
        tag("p", "The chance is hidden: guess, draw hands, then reveal it.", class_="gh-exact"),
        class_="gh-result",
    )


def _exactly(chance: Fraction) -> str:
    if chance in (0, 1):
        return "certain" if chance else "impossible"
    often = f", one in {whole(round(1 / chance))}" if chance <= Fraction(1, 3) else ""
    return f"exactly {fraction(chance)}{often}"


def _seen(situation: Situation) -> Markup:
    """Return one slider for all missing colours."""
    seen, several = situation.seen, len(set(situation.seen)) > 1
    label = "Copies seen" if situation.missing == 1 else "Seen of each"
    return slider(label, "seen", max(seen), 0, COPIES, shown="differ" if several else None)


def _details(situation: Situation) -> Markup:
    """Return rarely used controls: fewer wanted colours than missing ones, and different numbers seen per colour."""
    fewer = slider("Colours wanted", "need", situation.wanted, 1, situation.missing)
    by_colour = (
        slider(f"Seen: {colour}", "seen", seen, 0, COPIES, colour=place)
        for place, (colour, seen) in enumerate(zip(situation.colours, situation.seen, strict=True))
    )
    return tag("details", tag("summary", "Colour by colour"), fewer, *by_colour, data_key="colour by colour")


def _refresh_words(situation: Situation) -> str:
    if not situation.by_refresh:
        return f"With {HAND} cards kept, a refresh draws nothing."
    each = plural(situation.by_refresh, "card")
    number = situation.draws / situation.by_refresh
    shown = f"{number:.0f}" if number == int(number) else f"{number:.1f}"
    return f"A refresh draws {each} (up to {HAND}), so this is {shown} refresh{'' if shown == '1' else 'es'}."


# --- Charts ---


def _main_chart(situation: Situation, hands: Hands) -> Markup:
    return tag(
        "figure",
        chance_chart(situation, hands),
        tag("figcaption", "Line: exact. Dots: drawn hands. Ticks: ends of refreshes.", class_="gh-small"),
        data_key="chance chart",
    )


def _waiting(situation: Situation, hands: Hands) -> Markup:
    words = waiting_words(situation)
    return tag(
        "section",
        tag("h4", "Waiting time"),
        waiting_chart(situation, hands),
        tag("p", words[0].upper() + words[1:], class_="gh-small"),
        class_="gh-panel",
        data_key="waiting",
    )


def _drawn(situation: Situation, hands: Hands, is_drawing: bool, *, is_covered: bool = False) -> Markup:
    start = "Stop" if is_drawing else "Continue" if hands.number else "Draw hands"
    seed = tag("input", type="number", min=0, value=hands.seed, data_do="seed", data_key="seed")
    words, level = settling_words(situation, hands), "" if is_covered else " Level: exact."
    return tag(
        "section",
        tag("h4", "Test with drawn hands"),
        settling_chart(situation, hands, is_covered=is_covered),
        tag("p", words[0].upper() + words[1:], class_="gh-small gh-two-lines"),
        tag(
            "div",
            button(start, "draw", key="draw", keys="d", main=True, disabled=hands.is_full),
            button("Clear", "clear", keys="c", disabled=not hands.number),
            field("Seed", seed),
            class_="gh-bar",
        ),
        tag("p", f"Dot: one batch. Line: all hands so far, with its 95 % band.{level}", class_="gh-small"),
        class_="gh-panel",
        data_key="drawn",
    )
