"""What the notebooks of the lessons claim is what a look at every case finds."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

LESSONS = Path("notebooks/lessons")


def cells(name):
    return json.loads((LESSONS / name).read_text("utf-8"))["cells"]


def source(cell):
    return "".join(cell["source"])


def printed(cell):
    return "".join(text for output in cell.get("outputs", []) for text in output.get("text", []))


def test_lesson_1_prints_every_hand_it_speaks_of():
    (cell,) = [cell for cell in cells("1_counting_hands.ipynb") if "combinations(pile, 2)" in source(cell)]
    lines = printed(cell).splitlines()

    assert len([line for line in lines if " + " in line]) == 10
    assert len([line for line in lines if line.startswith("helps ")]) == 4
    assert lines[-1] == "4 of 10 hands help"


def test_lesson_2_turns_a_card_over_blindly_because_a_chosen_one_tells_more():
    pile = ["green 1", "green 2", "red Farmer", "blue Trader", "red Dancer"]
    hands = list(combinations(pile, 2))

    blind = [hand for hand in hands for shown in hand if shown == "red Farmer"]
    chosen = {hand: [card for card in hand if "green" not in card] for hand in hands if "red Farmer" in hand}
    green = sum((Fraction(1, len(cards)) for hand, cards in chosen.items() if "green" in " ".join(hand)), Fraction(0))
    shown = sum(Fraction(1, len(cards)) for cards in chosen.values())

    assert Fraction(sum("green" in " ".join(hand) for hand in blind), len(blind)) == Fraction(1, 2)
    assert green / shown == Fraction(2, 3)
    (prose,) = [source(cell) for cell in cells("2_conditional_chances.ipynb") if "red Farmer: only" in source(cell)]
    assert "blindly" in prose


def test_lesson_2_gives_the_bots_a_chance_at_every_action():
    (exercise,) = [source(cell) for cell in cells("2_conditional_chances.ipynb") if "**Exercise 5" in source(cell)]

    assert "every second action" not in exercise
    assert "with chance 1/2" in exercise


def test_lesson_4_takes_the_chance_from_the_count_above():
    code = [source(cell) for cell in cells("4_monte_carlo.ipynb") if cell["cell_type"] == "code"]

    assert not any("0.18" in text for text in code)
    assert sum("alt.datum(true)" in text for text in code) == 2


def test_notebook_10_finds_harmony_chicken_and_no_dilemma():
    notebook = json.loads(Path("notebooks/10_cooperate_or_conflict.ipynb").read_text("utf-8"))
    charts = [
        data
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        for mime, data in output.get("data", {}).items()
        if "vegalite" in mime
    ]
    (rows,) = [row for chart in charts for row in chart["datasets"].values() if "kind of game" in row[0]]
    kinds = {(row["dice"], row["target"]): row["kind of game"] for row in rows}

    assert set(kinds.values()) == {"harmony", "Chicken"}
    assert kinds[8, 12] == "Chicken"
    assert kinds[2, 12] == "harmony"
