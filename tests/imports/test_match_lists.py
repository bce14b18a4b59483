"""Single matches of earlier years, from an Excel workbook or a text file."""

import re
from datetime import date, datetime, time, timedelta
from io import BytesIO

import pytest
from django.utils import translation

from tests.imports.test_player_lists import workbook
from tournament.engine.refusals import Refused
from tournament.imports.match_lists import MatchLine, read_match_list
from tournament.phrases.refusals import refusal_sentence

TODAY = date(2026, 11, 22)
ANNA_BEAT_BERT = MatchLine(2, date(2019, 3, 1), "Anna Keller", "Bert", 5)


def read(text):
    return read_match_list(BytesIO(text if isinstance(text, bytes) else text.encode()), TODAY)


def mistakes(text):
    return [(number, refused.code) for number, refused in read(text).mistakes]


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
        "Datum;Sieger;Verlierer;Länge;Ergebnis\n1.3.2019;A;B;5;5 - 3",
    ],
)
def test_the_points_of_both_are_read_where_they_stand(text):
    assert read(text).lines[0].points == (5, 3)


@pytest.mark.parametrize(
    ("score", "points"),
    [
        (time(5, 3), (5, 3)),
        (time(5, 0), (5, 0)),
        (timedelta(hours=25, minutes=3), (25, 3)),
        (date(2026, 3, 5), (5, 3)),
        (date(2026, 5, 3), (5, 3)),
        (datetime.fromisoformat("1900-01-01 01:03"), (25, 3)),
        (0.2104166666666667, (5, 3)),
        ("5 : 3", (5, 3)),
    ],
)
def test_a_score_that_a_spreadsheet_took_for_a_time_or_a_day_is_understood(score, points):
    rows = [
        ["Date", "Winner", "Loser", "Length", "Score"],
        [datetime.fromisoformat("2019-03-01 19:30"), "A", "B", 5, score],
    ]

    assert read(workbook(rows)).lines == (MatchLine(2, date(2019, 3, 1), "A", "B", 5, points),)


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ("05:03:00", (5, 3)), ("5:03:00 AM", (5, 3)), ("5:00 AM", (5, 0)), ("1:03 PM", (13, 3)), ("5.0:3.0", (5, 3)),
        ("0,210416666666667", (5, 3)), ("1 day, 1:03:00", (25, 3)), ("(5:3)", (5, 3)), ("5 zu 3", (5, 3)),
        ("5/3", (5, 3)), ("5:3 Punkte", (5, 3)), ("05. Mrz", (5, 3)), ("5-Mar", (5, 3)), ("05.03.2026", (5, 3)),
    ],
)  # fmt: skip
def test_a_score_that_was_saved_as_a_time_is_understood(score, points):
    assert read(f"date;winner;loser;length;score\n2019-03-01;A;B;5;{score}").lines[0].points == points


@pytest.mark.parametrize(
    "day",
    [
        "2019-03-01 19:30", "2019-03-01T19:30:00Z", "01.03.2019 19:30", "1.3.19, 19.30 Uhr", "01/03/2019 7:30 PM",
        "Fr, 01.03.2019", "Freitag, 1. März 2019", "1 mars 2019", "Mar 1, 2019", "1. marca 2019", "1 de marzo de 2019",
        "01-03-2019", "01-Mar-2019", "2019/03/01", "20190301", "43525", "43525,81",
    ],
)  # fmt: skip
def test_a_day_may_have_a_time_and_dots_tell_that_the_day_comes_first(day):
    text = f"date;winner;loser;length\n{day};Anna Keller;Bert;5\n31.01.2019 20:00;Cem;Dora;5"

    assert (read(text).lines[0], read(text).mistakes) == (ANNA_BEAT_BERT, ())


def test_a_day_may_be_the_number_that_it_is_in_a_spreadsheet():
    rows = [["Date", "Winner", "Loser", "Length"], [43525, "Anna Keller", "Bert", 5], [2019, "A", "B", 5]]

    found = read(workbook(rows))

    assert (found.lines, [refused.code for _number, refused in found.mistakes]) == (
        (ANNA_BEAT_BERT,),
        ["match_date_unknown"],
    )


@pytest.mark.parametrize(
    "length", ["5.0", "5,0", "5 pt", "5 pts.", "5 Punkte", "5-point", "bis 5", "to 5", "5er", "5-Punkte-Match"]
)
def test_a_length_is_understood_in_every_spelling(length):
    assert read(f"date;winner;loser;length\n2019-03-01;Anna Keller;Bert;{length}").lines == (ANNA_BEAT_BERT,)


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Date;Player 1;Player 2;Length;Score", "Anna Keller;Bert;5;5:3"),
        ("Datum;Spieler:in 1;Spieler:in 2;Länge;Ergebnis", "Bert;Anna Keller;5;3 : 5"),
        ("Date;Player1;Score 1;Player2;Score 2;Match length", "Bert;3.0;Anna Keller;5 pt;5"),
        ("Datum;Heim;Gast;Punkte Heim;Punkte Gast;Länge", "Bert;Anna Keller;3;5;5"),
        ("Date;Player;Opponent;Result;Match Length", "Anna Keller;Bert;5-3;5"),
        ("Date;Joueur·se 1;Joueur·se 2;Longueur;Score", "Anna Keller;Bert;5;5-3"),
        ("Data;Giocatore A;Giocatore B;Lunghezza;Risultato", "Anna Keller;Bert;5;5-3"),
        ("Дата;Игрок 1;Игрок 2;Длина;Счёт", "Anna Keller;Bert;5;5:3"),
        ("Datum;Spieler 1;Spieler 2;Sieger*in;Länge;Ergebnis", "Bert;Anna Keller;Anna Keller;5;3:5"),
    ],
)
def test_of_two_players_the_score_tells_who_has_won(heading, line):
    found = read(f"{heading}\n2019-03-01;{line}")

    assert found.lines == (MatchLine(2, date(2019, 3, 1), "Anna Keller", "Bert", 5, (5, 3)),)


@pytest.mark.parametrize(
    "heading",
    [
        "Datum;Sieger/in;Verlierer/in;Länge", "Dato;Vinder;Taber;Kamplængde", "Fecha;Ganador;Perdedor;Longitud",
        "Data;Vincitore;Perdente;Lunghezza", "Datum;Winnaar;Verliezer;Lengte", "Tarih;Kazanan;Kaybeden;Uzunluk",
        "Datum;Gewinner:in;Verlierer:in;Match bis (Punkte)", "date;MatchWinner;MatchLoser;MatchLength",
    ],
)  # fmt: skip
def test_headings_are_known_in_many_languages_and_for_everybody(heading):
    assert read(f"{heading}\n2019-03-01;Anna Keller;Bert;5").lines == (ANNA_BEAT_BERT,)


def test_beside_two_players_the_winner_may_be_named_or_numbered():
    found = read("Date;Player 1;Player 2;Winner;Length\n2019-03-01;Bert;Anna Keller;anna keller;5\n1.3.2019;A;B;1;5")

    assert [(line.winner, line.loser, line.points) for line in found.lines] == [
        ("Anna Keller", "Bert", None),
        ("A", "B", None),
    ]


def test_the_encoding_is_guessed_by_the_letters_and_can_be_chosen():
    data = "date;winner;loser;length\n2019-03-01;Łucja;Żan;5".encode("cp1250")

    found = read(data), read_match_list(BytesIO(data), TODAY, "cp1251")

    assert [(each.encoding, each.lines[0].winner) for each in found] == [("cp1250", "Łucja"), ("cp1251", "Јucja")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("A;B;5;", "match_without_winner"),
        ("A;B;5;5:5", "match_without_winner"),
        ("A;B;5;05.03.2026", "match_score_is_date"),
        ("A;B;5;2026-03-05 00:00:00", "match_score_is_date"),
        ("A;B;5;won", "match_points_unknown"),
        ("A;;5;5:3", "match_without_name"),
    ],
)
def test_a_line_that_does_not_tell_who_has_won_is_named(line, code):
    assert mistakes(f"Date;Player 1;Player 2;Length;Score\n2019-03-01;{line}") == [(2, code)]


def test_of_two_players_a_score_that_became_a_day_is_not_guessed():
    rows = [["Date", "Player 1", "Player 2", "Length", "Score"], [date(2019, 3, 1), "A", "B", 5, date(2026, 3, 5)]]

    assert mistakes(workbook(rows)) == [(2, "match_score_is_date")]


@pytest.mark.parametrize("nobody", ["BYE", "Freilos", "- bye -", "(spielfrei)", "N.N.", "riposo", "---"])
def test_a_bye_is_nobody_and_no_mistake(nobody):
    found = read(f"date;winner;loser;length\n2019-03-01;Anna Keller;Bert;5\n2019-03-01;Cem;{nobody};\n;{nobody};B;5")

    assert (found.lines, found.mistakes) == ((ANNA_BEAT_BERT,), ())
    assert [(number, refused.code) for number, refused in found.byes] == [
        (3, "match_against_bye"),
        (4, "match_against_bye"),
    ]


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
        ("2019-03-01;A;B;5;3;5", "match_winner_has_fewer"),
        ("2019-03-01;A;B;5;6;5", "match_points_impossible"),
        ("1.1.27;A;B;5", "match_year_doubtful"),
        ("1926-01-13;A;B;5", "match_year_doubtful"),
        ("2019-03-01;A;B;5;5;5", "match_points_impossible"),
        ("2019-03-01;A;B;5;5;", "match_points_unknown"),
    ],
)
def test_a_line_that_cannot_be_is_named(line, code):
    assert mistakes(f"date;winner;loser;length;points winner;points loser\n2019-03-01;A;B;5\n{line}") == [(3, code)]


def test_a_winner_with_the_lower_score_is_refused_by_the_line():
    text = "Date,Winner,Loser,Length,Score\n2026-01-13,Ada,Ben,5,3:5\n2026-01-14,Ada,Ben,5,5:3"

    assert mistakes(text) == [(2, "match_winner_has_fewer")]
    assert [line.points for line in read(text).lines] == [(5, 3)]


@pytest.mark.parametrize(("day", "year"), [("13.1.26", 2026), ("13.1.66", 1966), ("1966-01-13", 1966)])
def test_a_year_within_a_lifetime_is_not_asked_about(day, year):
    assert [line.date.year for line in read(f"date;winner;loser;length\n{day};A;B;5").lines] == [year]


def test_early_years_are_read_where_they_are_said_to_be_right():
    data = b"date;winner;loser;length\n13.1.27;A;B;5"

    assert read_match_list(BytesIO(data), TODAY, early_years=True).lines[0].date == date(1927, 1, 13)


@pytest.mark.parametrize("code", ["match_year_doubtful", "match_date_impossible"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_day_in_a_refusal_can_mean_no_other_day(code, language):
    with translation.override(language):
        sentence = refusal_sentence(Refused(code, date=date(1926, 3, 4)))

    assert re.search(r"\d+[./]\d+[./]\d+", sentence) is None
    assert "1926" in sentence


def test_matches_that_the_list_calls_unrated_are_left_out_and_counted():
    found = read(
        "Date;Player 1;Player 2;Match length;Score;Winner;Outcome;Rated\n"
        "2019-03-01;Anna Keller;Bert;5;5:3;1;played;yes\n"
        "2019-03-01;Anna Keller;Bert;5;;1;did not appear;no\n"
        "2019-03-01;Anna Keller;Bert;5;1:3;2;stopped;yes\n"
    )

    assert (found.unrated, found.mistakes) == (1, ())
    assert [(line.winner, line.points) for line in found.lines] == [("Anna Keller", (5, 3)), ("Bert", None)]


@pytest.mark.parametrize(
    "heading",
    ["Table;Player 1;Player 2;Points 1;Points 2;Outcome", "Tisch;Spieler 1;Spieler 2;Punkte 1;Punkte 2;Ausgang"],
)
def test_the_pairings_of_a_round_are_refused_by_their_name(heading):
    with pytest.raises(Refused, match="match_list_is_of_a_round"):
        read(f"{heading}\n1;A;B;5;3;played")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("2019-03-01;A;B;5", ("match_list_without_header", {})),
        ("date;winner;score\n", ("match_list_lacks_columns", {"columns": ("loser", "length")})),
        ("date;winner;loser;length\n", ("match_list_without_match", {})),
        ("date;winner;loser;length\n2019-03-01;A;BYE;5", ("match_list_without_match", {})),
        ("Date;Player 1;Score 1;Length\n", ("match_list_lacks_columns", {"columns": ("second", "score")})),
        ("", ("list_file_empty", {})),
    ],
)
def test_a_list_that_is_none_is_refused_as_a_whole(text, refused):
    with pytest.raises(Refused) as raised:
        read(text)

    assert (raised.value.code, raised.value.values) == refused
