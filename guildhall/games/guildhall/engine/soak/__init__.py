"""Playing on and on under the eyes of every law: what `guildhall doctor --soak N` does.

Every form of deck is played by 2, 3 and 4 players under all rule options.
The laws themselves are in `checks` (of a state) and in this package (of a line of play); all are compiled.
Nothing else imports this package, so its kernels are compiled only when a soak is asked for.

>>> report = run(300, seed=7)
>>> report.ok, report.decisions >= 300
(True, True)
"""

from __future__ import annotations

from .forms import FORMS, VARIANTS, Case, cases
from .plain import compare_plain
from .report import Report, Violation
from .runner import run

__all__ = ["FORMS", "VARIANTS", "Case", "Report", "Violation", "cases", "compare_plain", "run"]
