"""Rules for every template."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Break sentences and attributes by hand that the formatter cannot break, or give them a name first.
LONGEST_LINE = 120
# Django gives them to the fields of forms, or a template puts them together.
COMPOSED = {"id_preset", "id_preset_helptext", "id_ranking", "description-new", "place-new", "rule-"}


def test_no_line_of_a_template_is_longer_than_the_screen_is_wide():
    too_long = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]

    assert too_long == []


def test_a_label_and_the_small_words_behind_it_do_not_run_together():
    """Where the page reads them out, or has no style sheet, only a space separates them."""
    run_together = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in sorted((ROOT / "templates").rglob("*.html"))
        for found in re.finditer(
            r"(?:[\w.:!?]|</(?:bdi|span|b|strong)>|\}\}|\{% translate [^%]*%\})<small", file.read_text(encoding="utf-8")
        )
    ]

    assert run_together == []


def test_what_a_script_asks_a_page_for_stands_in_one():
    """Scripts find an element by its id, or by an attribute for scripts."""
    scripts = " ".join(file.read_text(encoding="utf-8") for file in (ROOT / "static").glob("*.js"))
    pages = " ".join(
        file.read_text(encoding="utf-8")
        for file in (*(ROOT / "templates").rglob("*.html"), *(ROOT / "tournament").rglob("*.py"))
    )
    selectors = " ".join(re.findall(r"(?:closest|matches|querySelector(?:All)?)\(([\"'`].+?[\"'`])\)", scripts))
    ids = {*re.findall(r'getElementById\("([\w-]+)"\)', scripts), *re.findall(r"#([\w-]+)", selectors)}
    attributes = set(re.findall(r"\[(data-[\w-]+)", selectors))

    assert {name for name in ids if f'id="{name}"' not in pages} == COMPOSED
    assert {name for name in attributes if not re.search(rf"\b{name}\b", pages)} == set()
