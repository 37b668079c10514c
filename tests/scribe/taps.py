"""Entries logged by taps as the page sends them, counted: for what was done, and for what chance brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import mean, median
from typing import Any, NamedTuple

from guildhall.logbook.entry import read_entry
from tests.scribe.truth import Told
from tests.widgets.controls import controls_of


class Taps(NamedTuple):
    """The taps of an entry: for what the player did, and for the cards that chance brought, one each."""

    done: int
    came: int


def offered(sheet: Any, do: str) -> list[dict[str, str]]:
    """Return the fields of everything that can be tapped on the page for a message."""
    return [dict(one.data) for one in controls_of(sheet.html) if one.do == do]


def send(sheet: Any, do: str, **fields: Any) -> None:
    """Tap something that does not fail."""
    sheet.act(do, **fields)
    assert (sheet.error, sheet._problem) == ("", "")


def tap_entry(sheet: Any, text: str, send: Callable[..., None] = send) -> Taps:
    """Log an entry by taps, and return their number.

    Cards laid down in an order count as one tap on the top card, although here they are tapped one by one: what lies
    below the top is told exactly, so that the views can be compared.
    """
    saying = read_entry(text, sheet.logbook.seats, sheet.logbook._words)
    phrases, told = list(saying.phrases), {word: list(cards) for word, cards in saying.told.items()}
    before, done, came = len(sheet.logbook), 0, 0
    while len(sheet.logbook) == before:
        taps = offered(sheet, "tap")
        plain = [one["phrase"] for one in taps if "lead" not in one]
        while phrases and phrases[0] not in plain and phrases[0] in sheet._phrases:
            phrases.pop(0)  # a choice with one option, passed by the sheet
        if len(phrases) > 1 and {"phrase": phrases[1], "lead": phrases[0]} in taps:
            send(sheet, "tap", phrase=phrases[1], lead=phrases[0])
            del phrases[:2]
        elif phrases and phrases[0] in plain:
            ordering = len(offered(sheet, "top"))
            send(sheet, "tap", phrase=phrases.pop(0))
            done -= 0 < ordering < 5
        elif cards := [one["card"] for one in offered(sheet, "tell")]:
            card = told[sheet._could.ask.word].pop(0)
            assert card in cards, (text, card, cards)
            send(sheet, "tell", card=card)
            done, came = done - 1, came + 1
        else:
            assert not phrases, (text, phrases, sheet.said)
            send(sheet, "enter")
        done += 1
    return Taps(done, came)


def kind_of(text: str) -> str:
    """Return what an entry is, as people would call it."""
    phrases = text.partition(": ")[2].split(";")[0].split(", ")
    if phrases[0].startswith("play"):
        return "play" if phrases[1:2] == ["no tier"] else "play with a tier"
    if phrases[0].startswith("buy"):
        return "buy and use its ability" if "use ability" in phrases else "buy"
    return phrases[0].split(" ")[0]


def counted(sheet: Any, entries: Iterable[Told]) -> dict[str, list[Taps]]:
    """Log entries by taps, and return their numbers by what the entries are."""
    taps: dict[str, list[Taps]] = defaultdict(list)
    for told in entries:
        taps[kind_of(told.text)].append(tap_entry(sheet, told.text))
    return taps


def report(taps: dict[str, list[Taps]]) -> str:
    """Return a table of taps."""
    lines = [f"{'entry':26}{'number':>8}{'median':>8}{'mean':>8}{'most':>6}{'cards of chance, mean':>24}"]
    for kind, numbers in sorted(taps.items(), key=lambda item: -len(item[1])):
        done, came = [one.done for one in numbers], mean(one.came for one in numbers)
        lines.append(f"{kind:26}{len(done):8}{median(done):8.0f}{mean(done):8.1f}{max(done):6}{came:24.1f}")
    return "\n".join(lines)
