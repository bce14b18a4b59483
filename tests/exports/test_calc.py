"""The year's workbook in a spreadsheet program: opened, worked out anew, and the sums are what the program says."""

import csv
import os
import re
import shutil
import subprocess
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tests.factories import entry_of, make_member, make_tournament, only_club
from tournament.actions.cash import add_prize, book_cash, count_cash, set_fee
from tournament.exports.books import FILES
from tournament.money.vouchers import Movement
from tournament.queries.cash import Books

CALC = shutil.which("soffice")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.prove,
    pytest.mark.skipif(
        not CALC, reason="LibreOffice is not installed. On Debian: apt-get install libreoffice-calc-nogui"
    ),
]
# Comma, quotes, UTF-8, from line 1; values as they are shown, not formulas; each sheet as a file of its own.
AS_TEXT = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


def without_values(content):
    """The workbook with its formulas, but nothing that was worked out of them."""
    emptied = BytesIO()
    with ZipFile(BytesIO(content)) as before, ZipFile(emptied, "w") as after:
        for name in before.namelist():
            after.writestr(name, re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", before.read(name)))
    values = load_workbook(emptied, data_only=True).worksheets[0]
    assert (values["F3"].value, values["F2"].value) == (None, 184.5)
    return emptied.getvalue()


def worked_out_anew(content, folder):
    """The cells of each sheet after the values that the program has written are forgotten: formulas alone count."""
    Path(folder, "year.xlsx").write_bytes(without_values(content))
    subprocess.run(
        [CALC, f"-env:UserInstallation=file://{folder}/own", "--headless", "--convert-to", AS_TEXT, "year.xlsx"],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    names = load_workbook(BytesIO(content)).sheetnames
    return [list(csv.reader(Path(folder, f"year-{name}.csv").read_text("utf-8").splitlines())) for name in names]


def test_libreoffice_works_out_every_balance_and_sum_as_the_program_does(monkeypatch, tmp_path):
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 11, 22, 12, tzinfo=UTC))
    director = make_member("ada")
    for name, currency in (("November", "EUR"), ("Zürich", "CHF")):
        made = make_tournament(entries=4, fee_cents=800, name=name, date=date(2026, 11, 20), currency=currency)
        for number in (1, 2, 3):
            set_fee(entry_of(made, number), by=director, paid=True)
        add_prize(made, by=director, place=1, description="Wine", price_cents=1035)
    for movement, cents in ((Movement.PUT_IN, 100_000), (Movement.TAKEN_OUT, 4980)):
        book_cash(only_club(), by=director, movement=movement, day=date(2026, 11, 21), text="Boards", cents=cents)
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2027, 1, 2, 12, tzinfo=UTC))
    count_cash(only_club(), by=director, year=2026, opening_cents=18_450, closing_cents=120_000)

    sheets = worked_out_anew(FILES["workbook"].make(Books(only_club(), 2026)), tmp_path)

    report, in_francs, evenings, evenings_in_francs = sheets
    assert column(report, 5) == ["184.5", "198.15", "1198.15", "1148.35", "1148.35", "1200", "51.65"]
    assert (column(report, 3)[-1], column(report, 4)[-1]) == ("1024", "60.15")
    assert column(in_francs, 5) == ["0", "13.65", "13.65"]
    moved = {row[1]: row[2:] for row in evenings}
    assert moved["November"] == ["24", "", "10.35", "13.65", "8", ""]
    assert moved["Total"] == ["24", "0", "10.35", "13.65", "8", "0"]
    assert [row[2:6] for row in evenings_in_francs if row[1] == "Zürich"] == [["24", "", "10.35", "13.65"]]
    assert report[2][1] == "11/20/2026"


def column(rows, place):
    """What stands in a column below its heading."""
    return [row[place] for row in rows[1:] if len(row) > place and row[place]]
