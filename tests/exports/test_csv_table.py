"""Lists as tables for spreadsheets."""

import pytest
from django.utils import translation

from tournament.exports.csv_table import as_text, sheet_csv
from tournament.pages.sheets import Column, ColumnKind, Sheet

SHEET = Sheet(
    title="Cup",
    subtitle="Standings",
    columns=(Column("Name", ColumnKind.NAME), Column("±", ColumnKind.SIGNED), Column("Points", ColumnKind.POINTS)),
    rows=(("=1+1", -2, None), ('Zoë "Z"', 3, "+")),
    notes=("A note",),
)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en-gb", ["Name,±,Points", "'=1+1,-2,", '"Zoë ""Z""",3,\'+']),
        ("de", ["Name;±;Points", "'=1+1;-2;", '"Zoë ""Z""";3;\'+']),
    ],
)
def test_a_list_is_its_headings_and_rows_with_numbers_as_numbers_and_texts_as_texts(language, lines):
    with translation.override(language):
        assert sheet_csv(SHEET).decode("utf-8-sig").splitlines() == lines


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r"])
def test_every_beginning_of_a_formula_is_kept_from_being_one(beginning):
    assert [as_text(f"{beginning}A"), as_text(f"A{beginning}"), as_text("")] == [f"'{beginning}A", f"A{beginning}", ""]
