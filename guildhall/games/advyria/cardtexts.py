"""Every card in words: what it is called, what it does, and where that is known from."""

from __future__ import annotations

from guildhall.core.capabilities import CardText

from .box import CARD_NAMES
from .naming import Names
from .wording import sentence

__all__ = ["card_texts"]

_BASIC = ("card seeker", "card warrior", "card fairy", "card wizard", "card joker")


def card_texts(names: Names) -> dict[str, CardText]:
    """Every card of the box by its English name."""
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
