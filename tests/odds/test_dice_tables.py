"""The tables of Guild Master's rulebook and of its rules file, to the last digit."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest

from guildhall import odds

WRONG = {(5, 20): ("30", "31"), (10, 40): ("<20", "20")}

# Exact percentages by target (rows) and two to ten dice (columns); 100 and 0 without a point are certain.
EXACT = """
 6   72.22  95.37  99.61  99.99  100    100    100    100    100
 7   58.33  90.74  98.84  99.92  100.00 100    100    100    100
 8   41.67  83.80  97.30  99.73  99.98  100.00 100    100    100
 9   27.78  74.07  94.60  99.28  99.94  100.00 100.00 100    100
10   16.67  62.50  90.28  98.38  99.82  99.99  100.00 100.00 100
11    8.33  50.00  84.10  96.76  99.55  99.96  100.00 100.00 100.00
12    2.78  37.50  76.08  94.12  99.01  99.88  99.99  100.00 100.00
13    0     25.93  66.44  90.20  98.03  99.72  99.97  100.00 100.00
14    0     16.20  55.63  84.80  96.41  99.39  99.92  99.99  100.00
15    0      9.26  44.37  77.85  93.92  98.79  99.82  99.98  100.00
16    0      4.63  33.56  69.48  90.35  97.79  99.62  99.95  100.00
17    0      1.85  23.92  60.03  85.54  96.21  99.26  99.89  99.99
18    0      0.46  15.90  50.00  79.42  93.88  98.63  99.76  99.97
19    0      0      9.72  39.97  72.06  90.61  97.63  99.54  99.93
20    0      0      5.40  30.52  63.69  86.28  96.11  99.15  99.85
21    0      0      2.70  22.15  54.64  80.83  93.93  98.51  99.71
22    0      0      1.16  15.20  45.36  74.28  90.93  97.53  99.47
23    0      0      0.39   9.80  36.31  66.78  87.02  96.08  99.06
24    0      0      0.08   5.88  27.94  58.58  82.11  94.04  98.43
25    0      0      0      3.24  20.58  50.00  76.23  91.29  97.48
26    0      0      0      1.62  14.46  41.42  69.46  87.72  96.10
27    0      0      0      0.72   9.65  33.22  61.98  83.28  94.20
28    0      0      0      0.27   6.08  25.72  54.05  77.96  91.66
29    0      0      0      0.08   3.59  19.17  45.95  71.81  88.40
30    0      0      0      0.01   1.97  13.72  38.02  64.96  84.35
31    0      0      0      0      0.99   9.39  30.54  57.61  79.50
32    0      0      0      0      0.45   6.12  23.77  50.00  73.89
33    0      0      0      0      0.18   3.79  17.89  42.39  67.60
34    0      0      0      0      0.06   2.21  12.98  35.04  60.79
35    0      0      0      0      0.02   1.21   9.07  28.19  53.63
36    0      0      0      0      0.00   0.61   6.07  22.04  46.37
37    0      0      0      0      0      0.28   3.89  16.72  39.21
38    0      0      0      0      0      0.12   2.37  12.28  32.40
39    0      0      0      0      0      0.04   1.37   8.71  26.11
40    0      0      0      0      0      0.01   0.74   5.96  20.50
"""

# By dice: errors in points, mean and worst, of a fixer taken as target-3 and as target-4 and of the re-roll side taken
# as one die more; then the expected gain of a fixer and of the re-roll side.
THUMBS = """
 2   5.1 +11.1   9.3 +27.8   5.8 +18.0   2.50 1.99
 3   3.4  -6.5   4.0 +14.4   1.9  +6.7   2.96 2.60
 4   3.4  -6.6   3.1 +10.4   2.0  +3.7   3.25 3.06
 5   3.9  -6.9   2.1  +6.8   2.5  -4.7   3.43 3.41
 6   4.1  -6.9   1.5  +4.8   3.3  -5.7   3.56 3.69
 7   4.2  -6.9   1.1  +3.5   3.9  -6.4   3.65 3.91
 8   4.2  -6.8   0.9  +2.6   4.2  -6.9   3.72 4.08
 9   4.2  -6.7   0.7  +2.0   4.5  -7.3   3.78 4.23
10   4.0  -6.5   0.3  +1.0   4.3  -7.5   3.82 4.34
"""

# By dice: expected Fame and Gold of a Wander.
WANDER = """
 2  0.167 1.000
 3  0.625 1.000
 4  0.957 1.054
 5  1.289 1.305
 6  1.655 1.657
 7  2.000 2.000
 8  2.349 2.349
 9  2.701 2.701
10  3.050 3.050
"""


def rows(table):
    return [line.split() for line in table.strip().splitlines()]


def digits(value, places):
    """A number with so many places, rounded half up."""
    whole = floor(abs(value) * 10**places + Fraction(1, 2))
    return f"{'-' if value < 0 and whole else ''}{whole // 10**places}.{whole % 10**places:0{places}}"


def percent(chance):
    """As the rules file writes it."""
    return str(chance * 100) if chance in (0, 1) else digits(chance * 100, 2)


def test_case_29_of_the_rulebook_s_107_odds_two_are_wrong():
    page = odds.dice.rulebook_page()

    assert len(page) == len({(entry.dice, entry.target) for entry in page}) == 107
    assert {
        (entry.dice, entry.target): (entry.printed, entry.computed) for entry in page if not entry.is_right
    } == WRONG
    assert all(entry.chance == odds.dice.chance(entry.dice, entry.target) for entry in page)
    assert sum(entry.printed[0] not in "<>" for entry in page) == 91


def test_all_chances_of_plain_dice_have_the_digits_of_the_rules_file():
    for target, *cells in rows(EXACT):
        assert [percent(odds.dice.chance(dice, int(target))) for dice in range(2, 11)] == cells
        assert [percent(odds.dice.by_number(int(target))[dice]) for dice in range(2, 11)] == cells


def at(curve, target):
    """A curve beyond its ends."""
    return Fraction(1) if target < min(curve) else curve.get(target, Fraction(0))


def errors(thumb, real, plain):
    """Mean and worst error of a rule of thumb in points, over the cells that the rules file looks at."""
    cells = [target for target in range(6, 41) if Fraction(1, 20) <= at(plain, target) <= Fraction(19, 20)]
    off = [100 * (thumb(target) - at(real, target)) for target in cells]
    worst = max(off, key=abs)
    return [digits(sum(map(abs, off)) / len(off), 1), ("+" if worst > 0 else "") + digits(worst, 1)]


@pytest.mark.parametrize(("number", "figures"), [(int(row[0]), row[1:]) for row in rows(THUMBS)])
def test_rules_of_thumb_err_as_the_rules_file_says(number, figures):
    plain, more = odds.dice.curve(number), odds.dice.curve(number + 1)
    fixer, reroll = odds.dice.curve(number, fixers=[5]), odds.dice.curve(number, rerolls=2)

    found = [
        *errors(lambda target: at(plain, target - 3), fixer, plain),
        *errors(lambda target: at(plain, target - 4), fixer, plain),
        *errors(lambda target: at(more, target), reroll, plain),
        digits(odds.dice.expected(number, fixers=[5]) - odds.dice.expected(number), 2),
        digits(odds.dice.expected(number, rerolls=2) - odds.dice.expected(number), 2),
    ]

    assert found == figures


@pytest.mark.parametrize(("number", "figures"), [(int(row[0]), row[1:]) for row in rows(WANDER)])
def test_rule_86_wanders_expect_what_the_rules_file_says(number, figures):
    gold, fame = odds.dice.wander(odds.dice.Team(number))

    assert [digits(fame, 3), digits(gold, 3)] == figures
    assert fame == odds.dice.expected(number, worth=lambda result: result // 10)


@pytest.mark.parametrize(
    ("dice", "target", "chance"),
    [(4, 6, "99.614"), (5, 12, "94.123"), (7, 17, "96.213"), (3, 10, "62.500"), (5, 20, "30.517"), (10, 40, "20.497")],
)
def test_cases_with_three_digits(dice, target, chance):
    assert digits(odds.dice.chance(dice, target) * 100, 3) == chance
