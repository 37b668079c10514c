"""The course in German: every text is there, with the same places and numbers, and no English is left over."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path

import guildhall_widgets
import pytest
from guildhall_widgets import AnswerSheet, ClassBoard, Guess, OddsExplorer
from guildhall_widgets.lessons import handout_page
from guildhall_widgets.lessons.figure_pages import FIGURES
from guildhall_widgets.odds.counting import PRESETS

from guildhall.cli import main
from guildhall.core.errors import GuildhallError
from guildhall.lessons import BadLesson, Choice, Interval, exercises, lesson, read_lesson, titles
from guildhall.lessons.language import ENGLISH, GERMAN, catalogue, language
from guildhall.lessons.notebooks import lesson_notebooks, prose_digest, read_prose, translated, write_notebooks
from guildhall.lessons.reading import TRANSLATED
from tests.lessons.hostile import GOOD, Text

EVERY = [*titles(), "concept test"]
every_lesson = pytest.mark.parametrize("title", EVERY)
DATA = Path("guildhall/lessons/data")
PLACE = re.compile(r"\{[^{}]*\}")
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|without|you|your|that|this|which|how|what|chance|chances|are|have|has|not|cards|hands|dice)\b",
    re.IGNORECASE,
)
WIDGETS = Path("widgets/guildhall_widgets/lessons")
SPEAKING = [*Path("guildhall/lessons").glob("*.py"), *WIDGETS.glob("*.py"), Path("guildhall/cli/course.py")]
SPEAKING += [Path("widgets/guildhall_widgets", name) for name in ("render/styles.py", "odds/charts.py")]
SPEAKING += [
    Path("widgets/guildhall_widgets/odds", f"{name}.py") for name in ("counting", "explorer_pages", "explorers")
]


def english_in(text):
    """What looks English in a page: marks, and words that German has not."""
    plain = unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL))
    spoken = " ".join(re.findall(r'(?:aria-label|aria-valuetext|title|placeholder)="([^"]*)"', text))
    plain = re.sub(r"`[^`]*`", "", f"{plain} {unescape(spoken)}")
    return ["[en]"] * ("[en]" in plain) + ENGLISH_WORDS.findall(plain)


def english_decimals(text):
    """Numbers with a decimal point: `0.5`, but neither `10.000` nor code."""
    return re.findall(r"(?<![\d.])\d+\.(?!\d{3}(?!\d))\d+", re.sub(r"`[^`]*`", "", text))


def numbers(text, *, german):
    """The numbers typed in a text, outside its places."""
    plain = re.sub(r"`[^`]*`", "", PLACE.sub(" ", text))
    found = re.findall(r"\d+(?:[.,]\d+)*", plain)
    return {each.translate(str.maketrans(".,", ",.")) if german else each for each in found}


# --- the exercises ----------------------------------------------------------------------------------------


def rows(title):
    file = next(path for path in DATA.glob("*.toml") if f'title = "{title}"' in path.read_text("utf-8"))
    return tomllib.loads(file.read_text("utf-8"))["exercise"]


def pairs(row):
    """The texts of an exercise with their translations."""
    for key in TRANSLATED:
        english, german = row.get(key), row["de"].get(key)
        if isinstance(english, list) and german is not None:
            plain = [one["hint"] for one in english] if key == "slips" else english
            yield from zip(plain, german, strict=True)
        elif german is not None:
            yield english, german
        else:
            assert english is None or (key == "working" and not ENGLISH_WORDS.search(english)), english


@every_lesson
def test_a_translation_has_the_places_and_numbers_of_its_original(title):
    for row in rows(title):
        for english, german in pairs(row):
            assert set(PLACE.findall(german)) == set(PLACE.findall(english)), german
            assert numbers(german, german=True) == numbers(english, german=False), german
            assert not english_in(german), german
            assert not english_decimals(PLACE.sub("", german)), german


@every_lesson
def test_both_languages_ask_for_the_same_numbers(title):
    for pupil in ("", "Ada"):
        english, german = lesson(title).exercises(pupil), lesson(title, "de").exercises(pupil)
        for one, other in zip(english, german, strict=True):
            assert (one.name, one.right, one.is_extra) == (other.name, other.right, other.is_extra)
            assert [slip.value for slip in one.mistakes] == [slip.value for slip in other.mistakes]


def typed(exercise, value):
    """An answer as somebody writes it in German."""
    if isinstance(value, Counter):
        return exercise.kind.shown(value)
    if isinstance(value, str):
        return value
    if isinstance(exercise.kind, Interval):
        p = float(value)
        reach = 1.96 * (p * (1 - p) / exercise.kind.tries) ** 0.5
        return "; ".join(GERMAN.fixed(each, 4) for each in (p, p - reach, p + reach))
    if not exercise.kind.tolerance:
        return GERMAN.digits(f"{int(value):,}") if value.denominator == 1 else str(value)
    return GERMAN.digits(f"{float(value):,.9f}")


@every_lesson
def test_german_answers_are_read_and_every_verdict_is_german(title):
    check = exercises(title, lang="de")
    for name, one in check.exercises.items():
        assert check(name, typed(one, one.right)), typed(one, one.right)
        for place, slip in enumerate(one.mistakes):
            assert slip.value == Counter() or check(name, typed(one, slip.value)).slip == place
        for answer in (one.right, ..., "Quatsch", "3000000000", "4/3", "-1", "0,1", True, [1], (1, 2, 3), "1,2"):
            said = repr(check(name, answer))
            assert said.startswith(f"Aufgabe {name}: ")
            assert not english_in(said), said
            assert not english_decimals(said), said
    assert not english_in(repr(check))
    assert not english_in(repr(check(99, 1)) + repr(check(1, 0, 643)) + repr(check(1, 1, 2, 3)))


@pytest.mark.parametrize(
    ("text", "title", "name"),
    [
        ("0,6", "counting hands", 1),
        ("3 von 5", "counting hands", 1),
        ("60 Prozent", "counting hands", 1),
        ("10.456.592.670.160", "counting hands", 2),
        ("4.859,8 Blätter", "conditional chances", 4),
        ("ungefähr 25", "waiting times", 1),
        ("Roter Weaver, blauer Weaver", "decisions under uncertainty", 1),
        ("red Weaver, blue Weaver", "decisions under uncertainty", 1),
        ("9.604", "Monte Carlo and its error", 2),
        ("0,408; 0,3984; 0,4176", "Monte Carlo and its error", 8),
    ],
)
def test_numbers_and_cards_as_germans_write_them(text, title, name):
    assert exercises(title, lang="de")(name, text)


def test_a_pupil_who_changes_the_language_goes_on(tmp_path):
    exercises("Wartezeiten", "Ada", folder=tmp_path, lang="de")(6, "1/6")

    assert exercises(3, "Ada", folder=tmp_path).solved == ("6",)
    assert [path.name for path in tmp_path.iterdir()] == ["ada-waiting-times.json"]


# --- the catalogue ----------------------------------------------------------------------------------------


def texts_in(path):
    """The string constants of a module, docstrings left out."""
    tree = ast.parse(path.read_text("utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def said_in(path):
    """The sentences that a module says as they are written there."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", "" if path.parent.name == "cli" else getattr(node.func, "id", ""))
            given = node.args[:1] if called == "say" else node.args[1:] if called == "count" else []
            yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_every_sentence_is_in_the_catalogue_and_none_too_many():
    said = {text for path in SPEAKING for text in said_in(path)} - {"Three blind mice."}
    written = {text for path in SPEAKING for text in texts_in(path)} | texts_in(Path("guildhall/odds/trials.py"))

    assert said <= catalogue().keys()
    assert catalogue().keys() <= written


def test_a_sentence_has_the_places_of_its_original():
    for english, german in catalogue().items():
        assert set(PLACE.findall(german)) == set(PLACE.findall(english)), german
        assert numbers(german, german=True) == numbers(english, german=False) or "Fraction" in english, german
        assert not english_in(PLACE.sub("", german)), german
        assert not english_decimals(PLACE.sub("", german)) or "Python" in german, german


def test_an_unknown_sentence_is_marked_and_an_unknown_language_refused():
    assert GERMAN.say("So {what}", what=1) == "[en] So 1"
    assert ENGLISH.say("So {what}", what=1) == "So 1"
    for code in ("fr", "", "DE", 3):
        if code:
            with pytest.raises(GuildhallError, match="unknown language"):
                language(code)


# --- pages ------------------------------------------------------------------------------------------------


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


with_results = pytest.mark.usefixtures("own_folder")


def front_end_texts(widget):
    assert (widget.error, widget.failure) == ("", None)
    return "\n".join([widget.html, widget.text(), widget.label, widget.status, widget.gone, widget.stored])


def check_page(widget):
    text = front_end_texts(widget)
    assert not english_in(text), english_in(text)
    shown = unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL))
    assert not english_decimals(shown)
    assert 'lang="de"' in widget.html
    assert widget.spoken == "de"
    for english in catalogue():
        longest = max(PLACE.split(english), key=len).strip()
        if " " in longest:
            assert longest not in shown, english


@with_results
@every_lesson
def test_a_sheet_is_german_in_every_state(title):
    sheet = AnswerSheet(title, lang="de", pupil="Ada")
    check_page(sheet)
    for name, one in sheet.exercises.items():
        for answer in (one.mistakes[0].value, "Quatsch", one.right):
            do, sent = ("choose", f"{name} {answer}") if isinstance(one.kind, Choice) else ("type", typed(one, answer))
            sheet.act(do, value=sent, **({} if do == "choose" else {"name": name}))
            sheet.act("check", name=name)
            sheet.act("hint", name=name)
    check_page(sheet)
    solved = len(sheet.exercises)
    assert f"{solved} von {solved} gelöst" in sheet.html
    sheet.act("leave")
    check_page(sheet)


@with_results
def test_guess_and_board_are_german():
    guess = Guess("Wie wahrscheinlich?", exact=0.1877, pupil="Ada", lang="de")
    for do, sent in (("guess", {}), ("reveal", {"value": True}), ("reveal", {"value": False}), ("leave", {})):
        check_page(guess)
        guess.act(do, **sent)
    guess.revealed = True
    assert "genau 18,8" in guess.html
    check_page(ClassBoard(lang="de"))
    for lang in ("de", "en"):
        sheet = AnswerSheet(1, pupil=f"Bo {lang}", lang=lang)
        sheet.act("type", value=str(sheet.exercises["1"].mistakes[2].value), name="1")
        sheet.act("check", name="1")
    board = ClassBoard(lang="de")
    check_page(board)
    board.act("show", name="1")
    board.act("hide", value=True)
    check_page(board)
    assert board.board.slips[0] == (lesson(1, "de").exercises()[0].mistakes[2].hint, 2)
    assert "Blätter zählen, 2 Personen" in board.text()


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_german_with_every_tick(name):
    shown = getattr(guildhall_widgets, name)(lang="de")
    check_page(shown)
    for control, about in FIGURES[name].controls.items():
        low, high = FIGURES[name].bounds(control, shown.values)
        if about.is_tick:
            shown.act("tick", value=True, name=control)
        else:
            shown.act("set", value=str((low + high) // 2), name=control)
    check_page(shown)


def test_the_odds_explorer_is_german_in_every_situation():
    for about in ({"seen": 0, "unseen": 120}, *({"preset": name} for name in PRESETS), {"missing": 3, "draws": 1}):
        shown = OddsExplorer(lang="de", **about)
        check_page(shown)
        shown.hands.add(next(shown.hands.batches()))
        shown.act("kept", value="6" if "preset" in about else "2")
        check_page(shown)
    shown.act("hide")
    shown.act("guess", value="20")
    check_page(shown)
    shown.act("reveal")
    assert "dein Tipp 20,0" in shown.html
    check_page(shown)


@pytest.mark.parametrize("title", [titles()[0], titles()[8], "concept test"])
def test_paper_and_key_are_german(title):
    found = lesson(title, "de")
    sheets = {"": found.exercises(), "Ada": found.exercises("Ada")}
    paper, key = handout_page.handout(found, sheets), handout_page.key(found, sheets)

    assert '<html lang="de">' in paper
    assert '<html lang="de">' in key
    assert not english_in(paper)
    assert not english_in(re.sub(r"Rechnung: [^<]*", "", key))
    assert "Lösungen: " in key


@with_results
def test_the_command_line_speaks_german(capsys):
    def said(*arguments):
        main([*arguments, "--lang", "de"])
        return capsys.readouterr().out

    exercises(1, "Ada", lang="de")(1, "3/5")

    assert "gelöst" in said("class")
    assert all(words in said("class", "--hide-names") for words in ("Blätter zählen", "Person 1"))
    assert "Antwort: 3/5 = 0,6" in said("key", "1", "--teacher")
    assert "1 Blatt" in said("handout", "3", "--out", "h.html")
    assert "Wartezeiten" in Path("h.html").read_text("utf-8")
    main(["key", "1", "--teacher", "--lang", "fr"])
    assert "unknown language" in capsys.readouterr().err


# --- a teacher's own lesson -------------------------------------------------------------------------------

BOTH = f"""{GOOD}
[exercise.de]
question = "Ein Stapel mit {{n}} Karten hat {{k}} grüne. Du ziehst {{d}}. Wie wahrscheinlich?"
hints = ["Zähl."]
slips = ["Nein."]
"""


def read(text, lang=None):
    return read_lesson(Text(text.encode()), lang)


def test_an_own_lesson_may_be_in_both_languages_or_in_german_alone():
    assert (
        read(BOTH, "de").exercises()[0].question
        == "Ein Stapel mit 6 Karten hat 2 grüne. Du ziehst 2. Wie wahrscheinlich?"
    )
    assert read(BOTH).exercises()[0].question.startswith("A pile of 6")
    alone = GOOD.replace('title = "mine"', 'title = "meine"\nlang = "de"')
    assert read(alone).lang == GERMAN
    assert "Nachkommastellen" in read(alone).exercises()[0].asked
    assert read(alone, "en").exercises()[0].question.startswith("[de] A pile")


def test_what_has_no_translation_is_shown_with_a_mark():
    made = read(GOOD, "de").exercises()[0]

    assert made.question.startswith("[en] A pile of 6")
    assert made.hint == "[en] Count."
    assert made.mistakes[0].hint == "[en] No."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'slips = ["Nein."]',
            'slips = ["Nein.", "Doch."]',
            r"exercise 1, \[de\]: slips must be as many texts .*, 1, not 2",
        ),
        ('hints = ["Zähl."]', "hints = 3", r"exercise 1, \[de\]: hints must be"),
        ("{k} grüne", "{q} grüne", "unknown number 'q'"),
        ('slips = ["Nein."]', 'answer = "1/2"', r"exercise 1, \[de\]: unknown key 'answer'"),
        ("[exercise.de]", "[exercise.fr]", "unknown key 'fr'"),
    ],
)
def test_a_wrong_translation_is_refused_by_name(old, new, problem):
    with pytest.raises(BadLesson, match=problem):
        read(BOTH.replace(old, new), "de")


# --- notebooks --------------------------------------------------------------------------------------------

PROSE = read_prose(lesson_notebooks()[0].parent / "german.toml")
BOOKS = dict(zip(titles(), lesson_notebooks(), strict=True))


def german(title):
    return translated(json.loads(BOOKS[title].read_text("utf-8")), BOOKS[title].stem, title, PROSE)


def sources(notebook, kind):
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("title", titles())
def test_every_cell_of_a_notebook_is_translated_from_the_text_it_has_now(title):
    original, path = json.loads(BOOKS[title].read_text("utf-8")), BOOKS[title]
    digest = prose_digest(original)

    assert PROSE.cells[path.stem]["english"] == digest, f"look the German of {path.name} over, then note {digest}"
    assert set(PROSE.cells[path.stem]) - {"english"} <= {cell["id"] for cell in original["cells"]}
    for here, there in zip(sources(german(title), "markdown"), sources(original, "markdown"), strict=True):
        assert not english_in(re.sub(r"Guild Master|Head Start|Hundred Halls|Canopy Stalker", "", here)), here
        assert not english_decimals(here), here
        assert re.findall(r"^(#+|-) ", here, re.MULTILINE) == re.findall(r"^(#+|-) ", there, re.MULTILINE)
        assert numbers(here, german=True) >= {n for n in numbers(there, german=False) if "." in n}


def spoken_in(code):
    """The texts that a cell prints or asks, without what is filled in."""
    tree = ast.parse("\n".join("" if line.startswith("%") else line for line in code.splitlines()))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    shown = [one for call in calls if call.func.id in ("print", "Guess") for one in call.args]
    pieces = [part for one in shown for part in (one.values if isinstance(one, ast.JoinedStr) else [one])]
    return [piece.value for piece in pieces if isinstance(piece, ast.Constant) and isinstance(piece.value, str)]


@pytest.mark.parametrize("title", titles())
def test_code_speaks_german_and_does_the_same(title):
    for code in sources(german(title), "code"):
        assert not english_in(" ".join(spoken_in(code))), code
        for call in re.findall(rf"^(?:AnswerSheet|Guess|OddsExplorer|{'|'.join(FIGURES)})\(.*\)$", code, re.MULTILINE):
            assert call.endswith('lang="de")')


def test_no_piece_of_code_was_translated_for_nothing():
    code = "\n".join(one for path in BOOKS.values() for one in sources(json.loads(path.read_text("utf-8")), "code"))

    assert not [piece for piece in PROSE.code if piece not in code]


def ran(code, names):
    """Run a cell and return what its last line shows."""
    *before, last = ast.parse(code).body
    is_shown = isinstance(last, ast.Expr)
    exec(compile(ast.Module(before if is_shown else [*before, last], []), "cell", "exec"), names)
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if is_shown else None
    return shown.text() if hasattr(shown, "text") else ""


@with_results
@pytest.mark.parametrize("number", [1, 3, 5, 8])
def test_german_notebooks_are_written_and_run(number, tmp_path, capsys):
    written = write_notebooks(tmp_path, GERMAN)
    assert [path.name for path in written] == [path.name for path in BOOKS.values()]
    names = {}
    cells = sources(json.loads(written[number - 1].read_text("utf-8")), "code")
    shown = "\n".join([*(ran(code, names) for code in cells), capsys.readouterr().out])

    assert f"0 von {len(lesson(number).templates)} gelöst." in shown
    assert not english_in(shown)
    assert not english_decimals(shown)
    if number == 3:
        assert "Mittelwert 24,2 Züge; in der Hälfte aller Partien ist sie nach 19 da" in shown
        assert "5,8; 12,5; 20,9; 32,0; 49,8" in shown
