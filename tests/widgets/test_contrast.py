"""The colours of the stylesheet can be read on each other, in light and dark, in the hue of every game."""

from __future__ import annotations

import re

import pytest
from guildhall_widgets.live import STATIC

BASE = (STATIC / "base.css").read_text(encoding="utf-8")
# The colours of JupyterLab's two themes that the stylesheet builds on.
LAB = {
    "light": {"--jp-layout-color1": "#ffffff", "--jp-ui-font-color1": "#212121", "--jp-content-link-color": "#0d47a1"},
    "dark": {"--jp-layout-color1": "#212121", "--jp-ui-font-color1": "#e0e0e0", "--jp-content-link-color": "#64b5f6"},
}
HUES = ["#b0843f", "#7d5aa6", "#9a5148", "#5f8a4c"]
TEXT, BOLD = 4.5, 3.0
PAIRS = [
    *(("--gh-ink", ground, 7.0) for ground in ("--gh-felt", "--gh-felt-2", "--gh-card", "--gh-card-2")),
    *(("--gh-quiet", ground, TEXT) for ground in ("--gh-felt", "--gh-felt-2", "--gh-card", "--gh-card-2")),
    *(("--gh-good", ground, TEXT) for ground in ("--gh-felt", "--gh-card")),
    *(("--gh-bad", ground, TEXT) for ground in ("--gh-felt", "--gh-card")),
    ("--gh-new", "--gh-card", TEXT),
    ("--gh-new", "--gh-new-tint", TEXT),
    ("--gh-ink", "--gh-new-tint", TEXT),
    ("--gh-gold", "--gh-gold-tint", TEXT),
    ("--gh-gold", "--gh-card", TEXT),
    ("--gh-on-accent", "--gh-accent", TEXT),
    ("--gh-paper", "--gh-ink", 7.0),
]


def tokens(theme, hue):
    """Return the value of each token."""
    found = dict(re.findall(r"(--gh-[\w-]+):\s*([^;]+);", BASE))
    return {**found, **LAB[theme], "--gh-warm": hue}


def parts_of(text):
    """Split a text at the commas that are not in brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def colour_of(value, known, theme):
    """Return a value of the stylesheet as red, green and blue from 0 to 1."""
    value = value.strip()
    if value.startswith("#"):
        digits = value[1:] if len(value) > 4 else "".join(2 * one for one in value[1:])
        return [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    name, parts = value.partition("(")[0], parts_of(value.partition("(")[2][:-1])
    if name == "var":
        return colour_of(known[parts[0]], known, theme)
    if name == "light-dark":
        return colour_of(parts[theme == "dark"], known, theme)
    assert name == "color-mix", value
    first, share = parts[1].rsplit(" ", 1)
    weight = float(share.removesuffix("%")) / 100
    mixed = zip(colour_of(first, known, theme), colour_of(parts[2], known, theme), strict=True)
    return [weight * one + (1 - weight) * other for one, other in mixed]


def luminance(colour):
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_everywhere():
    assert contrast([0, 0, 0], [1, 1, 1]) == pytest.approx(21)
    assert contrast(*(colour_of(one, {}, "light") for one in ("#767676", "#fff"))) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", LAB)
@pytest.mark.parametrize("hue", HUES)
def test_text_can_be_read_on_every_surface(theme, hue):
    known = tokens(theme, hue)
    short = {
        (front, ground): round(measured, 2)
        for front, ground, least in PAIRS
        if (measured := contrast(*(colour_of(known[name], known, theme) for name in (front, ground)))) < least
    }

    assert short == {}


@pytest.mark.parametrize("theme", LAB)
def test_seats_have_letters_that_can_be_read(theme):
    seats = re.findall(r"\.gh-s\d \{ --seat: (#\w+); --seat-ink: ([^;]+);", BASE)
    known = tokens(theme, HUES[0])

    assert len(seats) == 4
    for fill, ink in seats:
        assert contrast(colour_of(fill, known, theme), [1, 1, 1]) >= TEXT
        assert contrast(colour_of(ink, known, theme), colour_of(known["--gh-felt"], known, theme)) >= TEXT
