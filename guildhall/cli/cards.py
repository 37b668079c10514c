"""`guildhall cards`: every card in words, with the source of its text."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from guildhall.cli.screen import OK, PROBLEM, Commands, add_command, clean, complain, existing_file

if TYPE_CHECKING:
    from guildhall.games.guildhall.cards import Card, CardBook

__all__ = ["add"]

_EXAMPLES = """  guildhall cards                      all cards of all sets
  guildhall cards old-world            one set
  guildhall cards Weaver               one card
  guildhall cards --file own.toml      check a card file of your own and show its cards
  guildhall cards --markdown           the card reference of the documentation

marks: [stand-in] our own design, the printed card is not known; [review] as somebody described it;
[own file] from a file of yours. Texts without a mark follow the rule book or the publisher."""


def add(commands: Commands) -> None:
    """Put the command on the command line."""
    parser = add_command(
        commands, "cards", run, help="show cards in words and where their texts come from", examples=_EXAMPLES
    )
    parser.add_argument("name", nargs="*", metavar="NAME", help="a set or a card; all if nothing is given")
    parser.add_argument("--markdown", action="store_true", help="print the whole reference as Markdown")
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        type=existing_file,
        metavar="FILE",
        help="cards of your own (TOML) that overrule or join the others",
    )


def run(asked: argparse.Namespace) -> int:
    """Show cards."""
    from guildhall.core.errors import BadCardFile
    from guildhall.games.guildhall.cards import load_book

    try:
        book = load_book(*asked.file)
    except BadCardFile as error:
        complain(error)
        return PROBLEM
    for line in _lines(book, asked):
        print(clean(line))
    return OK


def _lines(book: CardBook, asked: argparse.Namespace) -> Iterator[str]:
    from guildhall.cli.reference import reference

    name = " ".join(asked.name)
    if asked.markdown:
        _write_as_everywhere()
        return reference(book)
    if name:
        return _named(book, name)
    return _changes(book) if asked.file else _everything(book)


def _write_as_everywhere() -> None:
    """A stored reference is the same file on every machine, whatever its encoding and line ends."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def _named(book: CardBook, name: str) -> Iterator[str]:
    from guildhall.cli.cardtexts import find_cards, full_text

    if book.has_set(name):
        yield from _set(book, book.card_set(name).name)
        return
    for shown, card in find_cards(book, name):
        called = shown if shown == card.name else f"{shown}, known as {card.name}"
        yield from full_text(book, card, shown=called)


def _set(book: CardBook, name: str) -> Iterator[str]:
    card_set = book.sets[name]
    yield from _heading(f"{card_set.title} ({card_set.name})")
    for shown, profession in card_set.professions:
        yield from _card(book, book.professions[profession], shown)
    yield from _heading(f"VP deck of {card_set.title}")
    for vp_card in card_set.vp:
        yield from _card(book, book.vp[vp_card])


def _everything(book: CardBook) -> Iterator[str]:
    yield from _heading("Sets")
    for card_set in book.sets.values():
        names = ", ".join(shown for shown, _ in card_set.professions)
        yield f"{card_set.title} ({card_set.name}): {names}"
    groups: dict[str, Mapping[str, Card]] = {
        "Professions": book.professions,
        "Chapter Masters": book.masters,
        "Master Houses": book.houses,
        "VP cards": book.vp,
    }
    for title, group in groups.items():
        yield from _heading(title)
        for card in group.values():
            yield from _card(book, card)


def _heading(text: str) -> Iterator[str]:
    yield from ("", text, "=" * len(text), "")


def _card(book: CardBook, card: Card, shown: str | None = None) -> Iterator[str]:
    from guildhall.cli.cardtexts import full_text

    yield from full_text(book, card, shown=shown)
    yield ""


def _changes(book: CardBook) -> Iterator[str]:
    """The cards, sets and names that are not as shipped."""
    from guildhall.games.guildhall.cards import load_book

    shipped = load_book()
    changed: list[Card] = []
    for group in ("professions", "masters", "houses", "vp"):
        before = getattr(shipped, group)
        changed += [card for name, card in getattr(book, group).items() if before.get(name) != card]
    sets = [card_set.title for name, card_set in book.sets.items() if shipped.sets.get(name) != card_set]
    names = [name for name in book.aliases if name not in shipped.aliases]
    yield f"All is well. New or changed: {len(changed)} cards, {len(sets)} sets, {len(names)} other names."
    yield ""
    for card in changed:
        yield from _card(book, card)
    yield from (f"set: {title}" for title in sets)
    yield from (f"name: {name} for {book.aliases[name]}" for name in names)
