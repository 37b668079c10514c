"""What the notebooks of the lessons claim is what a look at every case finds."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from tests.lessons.second_look import hit, mean, missed, reach, spread, waits, wins

LESSONS = Path("notebooks/lessons")


def cells(number):
    (path,) = LESSONS.glob(f"{number:02}_*.ipynb")
    return json.loads(path.read_text("utf-8"))["cells"]


def source(cell):
    return "".join(cell["source"])


def shown(number):
    """All that the cells of a lesson print or say."""
    outputs = [output for cell in cells(number) for output in cell.get("outputs", [])]
    said = [[*output.get("text", []), *output.get("data", {}).get("text/plain", [])] for output in outputs]
    return "".join("".join(lines) + "\n" for lines in said).replace("\u00a0", " ")


def test_lesson_1_counts_as_card_after_card_does():
    text = shown(1)

    assert "4 of 10 hands have a green card: 2/5" in text
    assert f"= {float(hit(4, 120, 6)):.3f} = {float(hit(4, 120, 6)):.1%}" in text
    assert f"six for one colour {float(hit(4, 120, 6)):.2%}, three for two colours {float(hit(8, 120, 3)):.2%}" in text


def test_lesson_2_turns_a_card_over_blindly_because_a_chosen_one_tells_more():
    pile = ["green 1", "green 2", "red Farmer", "blue Trader", "red Dancer"]
    hands = list(combinations(pile, 2))

    blind = [hand for hand in hands for shown_card in hand if shown_card == "red Farmer"]
    chosen = {hand: [card for card in hand if "green" not in card] for hand in hands if "red Farmer" in hand}
    green = sum((Fraction(1, len(cards)) for hand, cards in chosen.items() if "green" in " ".join(hand)), Fraction(0))
    share = Fraction(sum("green" in " ".join(hand) for hand in blind), len(blind))

    assert f": {share} = " in shown(2)
    assert f": {green / sum(Fraction(1, len(cards)) for cards in chosen.values())} = " in shown(2)


def test_lesson_3_waits_as_long_as_all_places_say():
    chances = waits(4, 120)
    half = next(n for n in range(121) if 1 - missed(4, 120, n) >= Fraction(1, 2))

    assert f"mean {float(mean(chances)):.1f} draws; in half of all games it has come after {half}" in shown(3)
    assert f"exactly {4 / 90:.1%}" in shown(3)


def test_lesson_4_spreads_as_the_whole_distribution_does():
    assert f"8 cards: mean {8 / 6:.2f}, standard deviation {spread(8):.3f}" in shown(4)
    assert f"two hands of eight from one deck: {spread(16):.3f}" in shown(4)


def test_lesson_5_throws_every_die():
    assert f"exactly {float(reach(4, 16)):.3f}" in shown(5)
    assert f"4: '{float(reach(4, 16)):.1%}'" in shown(5)


def test_lessons_6_to_8_agree_with_other_sums():
    p = float(hit(4, 120, 6))

    assert f"20 hands: {wins(20, 6, p):.3%}" in shown(6)
    assert f"12 of 15: {2 * wins(15, 12):.3f}" in shown(7)
    assert f"random: {66.6 / (66.6 + 390.6):.3f}" in shown(8)


def test_lesson_9_throws_away_what_it_needs():
    unseen = ["red"] * 3 + ["blue"] + ["other"] * 4
    both = [set(hand) >= {"red", "blue"} for hand in combinations(unseen, 6)]
    kept = ["blue" in hand for hand in combinations(unseen, 5)]

    assert f"keep red: {sum(kept) / len(kept):.3f}, throw it away: {sum(both) / len(both):.3f}" in shown(9)
    assert sum(both) / len(both) > sum(kept) / len(kept)


def test_no_lesson_types_a_result_into_its_code():
    for number in range(1, 11):
        for cell in cells(number):
            if cell["cell_type"] == "code":
                assert not re.search(r"exact=0\.", source(cell)), source(cell)


def test_lessons_without_games_load_neither_compiled_rules_nor_frames():
    for number in (1, 2, 3, 4, 5, 6, 8):
        code = "\n".join(source(cell) for cell in cells(number) if cell["cell_type"] == "code")
        assert "load_ext" not in code
        assert "simulate" not in code


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
