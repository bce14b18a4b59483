"""Single matches of earlier years, from an Excel workbook or a text file."""

from datetime import date, datetime
from io import BytesIO

import pytest

from tests.imports.test_player_lists import workbook
from tournament.engine.refusals import Refused
from tournament.imports.match_lists import MatchLine, read_match_list

TODAY = date(2026, 11, 22)
ANNA_BEAT_BERT = MatchLine(2, date(2019, 3, 1), "Anna Keller", "Bert", 5)


def read(text):
    return read_match_list(BytesIO(text if isinstance(text, bytes) else text.encode()), TODAY)


def mistakes(text):
    return [(mistake.line_number, mistake.refused.code) for mistake in read(text).mistakes]


@pytest.mark.parametrize(
    "text",
    [
        "Datum;Sieger;Verlierer;Matchlänge\n1.3.2019;Anna Keller;Bert;5",
        "date,winner,loser,match length\n2019-03-01,Anna Keller,Bert,5",
        "Loser\tMatch_Length\tWinner\tDate\nBert\t5\tAnna  Keller\t01.03.19",
        "date,winner,loser,length\n01/03/2019,Anna Keller,Bert,5\n31/03/2019,Anna Keller,Bert,5",
        "date,winner,loser,length\n3/1/2019,Anna Keller,Bert,5\n3/31/2019,Anna Keller,Bert,5",
        workbook(
            [
                ["Verlierer", "Länge", "Sieger", "Datum"],
                ["Bert", 5.0, "Anna Keller", datetime.fromisoformat("2019-03-01 20:00")],
            ]
        ),
    ],
)
def test_columns_are_found_by_their_headings_in_both_languages_and_any_order(text):
    found = read(text)

    assert found.mistakes == ()
    assert found.lines[0] == ANNA_BEAT_BERT


def test_lines_above_the_header_and_empty_ones_are_skipped_and_counted():
    lines = read(
        "Unsere Matches\n\nDatum;Sieger;Verlierer;Länge\n\n1.3.2019;Anna;Bert;5\n;;;\n2.3.2019;Bert;Anna;7"
    ).lines

    assert [(line.line_number, line.match_length) for line in lines] == [(5, 5), (7, 7)]


@pytest.mark.parametrize(
    "text",
    [
        "date;winner;loser;length;winner points;loser points\n2019-03-01;A;B;5;5;3",
        "date;winner;loser;length;score\n2019-03-01;A;B;5;5:3",
        "Datum;Sieger;Verlierer;Länge;Ergebnis\n1.3.2019;A;B;5;3 - 5",
    ],
)
def test_the_points_of_both_are_read_where_they_stand(text):
    assert read(text).lines[0].points == (5, 3)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2019-02-30;A;B;5", "match_date_unknown"),
        ("gestern;A;B;5", "match_date_unknown"),
        (";A;B;5", "match_date_unknown"),
        ("3/4/2019;A;B;5", "match_date_ambiguous"),
        ("2027-01-01;A;B;5", "match_date_impossible"),
        ("1.1.0190;A;B;5", "match_date_impossible"),
        ("2019-03-01;;B;5", "match_without_name"),
        ("2019-03-01;A;;5", "match_without_name"),
        ("2019-03-01;A;a;5", "match_against_oneself"),
        (f"2019-03-01;{'A' * 101};B;5", "name_too_long"),
        ("2019-03-01;A;B;0", "match_length_unknown"),
        ("2019-03-01;A;B;100", "match_length_unknown"),
        ("2019-03-01;A;B;lang", "match_length_unknown"),
        ("2019-03-01;A;B", "match_length_unknown"),
        ("2019-03-01;A;B;5;3;5", "match_points_impossible"),
        ("2019-03-01;A;B;5;5;5", "match_points_impossible"),
        ("2019-03-01;A;B;5;5;", "match_points_unknown"),
    ],
)
def test_a_line_that_cannot_be_is_named(line, code):
    assert mistakes(f"date;winner;loser;length;points winner;points loser\n2019-03-01;A;B;5\n{line}") == [(3, code)]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("2019-03-01;A;B;5", ("match_list_without_header", {})),
        ("date;winner;score\n", ("match_list_lacks_columns", {"columns": ("loser", "length")})),
        ("date;winner;loser;length\n", ("match_list_without_match", {})),
        ("", ("list_file_empty", {})),
    ],
)
def test_a_list_that_is_none_is_refused_as_a_whole(text, refused):
    with pytest.raises(Refused) as raised:
        read(text)

    assert (raised.value.code, raised.value.values) == refused
