"""The director's list of players."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.archive.home_club import value_of_its_kind
from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    play_round,
    seat,
    stored_rows,
)
from tests.imports.test_player_lists import workbook
from tests.views.conftest import on_one_line, sentence
from tournament.actions.players import NewPlayer, add_entries, set_pause, withdraw_entry
from tournament.actions.tournaments import end_evening
from tournament.forms.players import ChangeForm
from tournament.models import Entry, Tournament
from tournament.phrases.journal import change_words, journal_sentence
from tournament.phrases.players import DETAILS, left_sentence
from tournament.phrases.rounds import lost_rounds_sentence
from tournament.queries.evening import record_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


# What a page shows that has been open since before a backup was restored.
ANOTHER_HISTORY = "{0.version}-cut-off"


def post(browser, address, tournament, /, *values, headers=None, follow=False, **data):
    return browser.post(reverse(address, args=[tournament.slug, *values]), data, headers=headers, follow=follow)


def names():
    return list(Entry.objects.order_by("number").values_list("name", flat=True))


def problem(answer):
    return re.search('(?s)class="problem[^>]*>(.*?)</p>', answer.content.decode())[1]


@pytest.fixture
def tournament():
    return make_tournament(players=[NewPlayer("Anna", "Ulm"), NewPlayer("Bo")], fee_cents=800)


def test_a_player_is_entered(director, tournament):
    answer = post(director, "add_player", tournament, name=" Zoë ", club="BC Konstanz")

    assert (answer.status_code, answer["Location"]) == (302, reverse("desk_players", args=[tournament.slug]))
    assert (entry_of(tournament, 3).name, entry_of(tournament, 3).club) == ("Zoë", "BC Konstanz")


def rows_in(answer):
    """The start numbers of the rows that came, and of those that are left out as unchanged, in their order."""
    rows = re.findall(r'id="entry-(\d+)"\s+data-(find|same)', answer.content.decode())
    return [[number for number, kind in rows if kind == kept] for kept in ("find", "same")]


@pytest.mark.parametrize(
    ("seen", "rows"),
    [("{0.edition}", [["3"], ["1", "2"]]), (ANOTHER_HISTORY, [["1", "2", "3"], []])],
    ids=["up to date", "of a history cut off"],
)
def test_a_page_that_is_up_to_date_is_sent_the_row_of_the_new_player_alone(director, tournament, seen, rows):
    answer = post(director, "add_player", tournament, name="Zoë", v=seen.format(tournament), headers=HTMX)

    assert (answer.status_code, rows_in(answer)) == (200, rows)


def test_where_the_fee_follows_from_the_number_of_players_everybody_comes_with_the_new_one(director):
    tournament = make_tournament(entries=2, fee_steps=[(2, 900), (None, 700)])

    answer = post(director, "add_player", tournament, name="Zoë", v=tournament.edition, headers=HTMX)

    assert rows_in(answer) == [["1", "2", "3"], []]


def test_the_club_may_be_typed_behind_the_name(director, tournament):
    post(director, "add_player", tournament, name="Zoë ; BC Konstanz")

    assert (entry_of(tournament, 3).name, entry_of(tournament, 3).club) == ("Zoë", "BC Konstanz")


def test_a_tick_is_answered_with_its_row_and_the_counts(director, tournament):
    answer = post(director, "mark_fee", tournament, 2, fee="paid", v=tournament.edition, headers=HTMX)

    attendance = answer.context["attendance"]
    assert (rows_in(answer), answer["HX-Reswap"]) == ([["2"], []], "none")
    assert attendance == {"here": 1, "players": 2, "paid": 1, "payers": 2}
    tournament.refresh_from_db()
    assert f'id="version" name="v" value="{tournament.edition}"' in answer.content.decode()


def test_a_tick_on_a_page_that_has_missed_something_lets_it_ask_for_all(director, tournament):
    answer = post(director, "mark_fee", tournament, 2, fee="paid", v=ANOTHER_HISTORY.format(tournament), headers=HTMX)

    assert (rows_in(answer), 'id="version"' in answer.content.decode()) == ([["2"], []], False)


def test_a_tick_at_200_players_is_answered_with_less_than_10_kb(director):
    tournament = make_tournament(entries=200, fee_cents=800)

    answer = post(director, "mark_fee", tournament, 200, fee="paid", v=tournament.edition, headers=HTMX)

    assert len(answer.content) < 10_000


def test_who_pays_is_here_as_long_as_this_browser_wishes_it_and_round_1_is_not_drawn(director, tournament):
    post(director, "mark_fee", tournament, 1, fee="paid")
    post(director, "choose_arrival", tournament, pays_on_arrival="no")
    post(director, "mark_fee", tournament, 2, fee="paid")
    here = [entry_of(tournament, number).is_here for number in (1, 2)]
    post(director, "choose_arrival", tournament, pays_on_arrival="yes")
    draw_next_round(tournament)
    post(director, "mark_fee", tournament, 2, fee="owed")
    post(director, "mark_fee", tournament, 2, fee="paid")

    assert (here, entry_of(tournament, 2).is_here) == ([True, False], False)


@pytest.mark.parametrize(
    ("order", "numbers"), [("name", [2, 1, 3]), ("number", [1, 2, 3]), ("open", [2, 3, 1]), ("x", [2, 1, 3])]
)
def test_the_order_that_was_chosen_stays_while_the_page_renews_itself(director, order, numbers):
    tournament = make_tournament(players=[NewPlayer("Bo"), NewPlayer("Anna"), NewPlayer("Cem")], fee_cents=800)
    post(director, "mark_fee", tournament, 1, fee="paid")
    address = reverse("desk_players", args=[tournament.slug])

    director.get(address, {"order": order})
    renewed = director.get(address, {"v": "0"}, headers=HTMX)

    assert [row.entry.number for row in renewed.context["rows"]] == numbers


def test_without_scripts_a_search_leaves_those_who_are_found(director, tournament):
    address = reverse("desk_players", args=[tournament.slug])

    found = [director.get(address, {"name": typed}).context["rows"] for typed in ("ann", "ul a", "x", "")]

    assert [[row.entry.name for row in rows] for rows in found] == [["Anna"], ["Anna"], [], ["Anna", "Bo"]]


def test_a_namesake_is_asked_about_and_entered_when_meant(director, tournament):
    in_place = post(director, "add_player", tournament, name="ANNA", club="Wien", headers=HTMX)
    asked = post(director, "add_player", tournament, name="ANNA", club="Wien")
    hidden = re.findall('type="hidden" name="(name|club|namesakes)" value="([^"]*)"', asked.content.decode())
    entered = post(director, "add_player", tournament, **dict(hidden))

    assert (asked.status_code, problem(asked)) == (422, sentence("name_taken", name="ANNA"))
    assert (in_place.status_code, in_place.content.decode()) == (422, sentence("name_taken", name="ANNA"))
    assert hidden == [("name", "ANNA"), ("club", "Wien"), ("namesakes", "1")]
    assert (entered.status_code, names()) == (302, ["Anna", "Bo", "ANNA"])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"name": ""}, sentence("name_empty")),
        ({"name": "x" * 101}, sentence("name_too_long", limit=100)),
        ({"name": "Zoë", "club": "x" * 101}, sentence("club_too_long", limit=100)),
        ({"name": "Zoë", "namesakes": "x"}, "Enter a whole number."),
    ],
)
def test_a_player_that_cannot_be_entered_says_why_and_keeps_what_was_typed(director, tournament, data, why):
    answer = post(director, "add_player", tournament, **data)

    assert (answer.status_code, problem(answer)) == (422, why)
    assert answer.context["form"]["name"].value() == data["name"]


def test_a_player_is_renamed(director, tournament):
    post(director, "save_player", tournament, 1, name="Anne", club="")

    assert (entry_of(tournament, 1).name, entry_of(tournament, 1).club) == ("Anne", "")


@pytest.mark.parametrize(("name", "why"), [("", sentence("name_empty")), ("Bo", sentence("name_taken", name="Bo"))])
def test_a_wrong_new_name_is_refused_with_the_reason(director, tournament, name, why):
    in_place = post(director, "save_player", tournament, 1, name=name, headers=HTMX)
    whole = post(director, "save_player", tournament, 1, name=name, follow=True)

    assert (in_place.status_code, in_place.content.decode()) == (422, why)
    assert [str(message) for message in whole.context["messages"]] == [why]
    assert names() == ["Anna", "Bo"]


@pytest.mark.parametrize(
    ("data", "paid", "waived"),
    [
        ({"fee": "paid"}, 800, ""),
        ({"fee": "waived"}, None, "by the director"),
        ({"fee": "waived", "reason": " helps  out "}, None, "helps out"),
        ({"fee": "owed"}, None, ""),
        ({"fee": "paid", "reason": "ignored"}, 800, ""),
    ],
)
def test_a_fee_is_marked(director, tournament, data, paid, waived):
    Entry.objects.update(fee_waived="before")

    post(director, "mark_fee", tournament, 1, **data)

    assert (entry_of(tournament, 1).paid_cents, entry_of(tournament, 1).fee_waived) == (paid, waived)


def test_a_player_is_removed_before_the_draw_and_leaves_and_returns_after_it(director, tournament):
    post(director, "add_player", tournament, name="Cem")
    post(director, "remove_player", tournament, 3)
    draw_next_round(tournament)
    refused = post(director, "remove_player", tournament, 2, headers=HTMX)
    post(director, "withdraw_player", tournament, 2)
    gone = entry_of(tournament, 2).withdrawn_after
    post(director, "return_player", tournament, 2)

    assert names() == ["Anna", "Bo"]
    assert refused.content.decode() == sentence("player_stays_once_drawn", name="Bo")
    assert (gone, entry_of(tournament, 2).withdrawn_after) == (1, None)


def test_who_played_before_is_suggested_and_entered_with_one_press(director, tournament):
    make_tournament(players=[NewPlayer("Zoë", "Wien"), NewPlayer("Zoltán"), NewPlayer("Anna"), NewPlayer("Bo")])

    answer = director.get(reverse("known_players", args=[tournament.slug]), {"name": "zo"}, headers=HTMX)
    buttons = re.findall("(?s)<button.*?</button>", answer.content.decode())
    hidden = re.findall('type="hidden" name="(name|club|namesakes)" value="([^"]*)"', answer.content.decode())
    post(director, "add_player", tournament, **dict(hidden[:3]))

    assert (len(buttons), hidden[:3]) == (2, [("name", "Zoë"), ("club", "Wien"), ("namesakes", "0")])
    assert (entry_of(tournament, 3).name, entry_of(tournament, 3).club) == ("Zoë", "Wien")


@pytest.mark.parametrize("name", ["known_players", "desk_players"])
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("Ana Bekc", []), ("Kuznezova", ["Кузнецова"]), ("Elenna", ["Helena"]), ("Helen", []), ("Zoltán", [])],
)
def test_at_the_desk_a_name_that_finds_nobody_is_answered_with_who_may_be_meant(director, name, typed, offered):
    tournament = make_tournament(players=[NewPlayer("Кузнецова"), NewPlayer("Helena"), NewPlayer("Bo")])

    page = director.get(reverse(name, args=[tournament.slug]), {"name": typed}).content.decode()

    assert re.findall(r'<a class="tap" href="[^"]*\?name=[^"]*">\s*<bdi>([^<]*)</bdi>', page) == offered


def test_who_is_meant_is_found_on_the_list_by_the_link(director):
    tournament = make_tournament(players=[NewPlayer("Кузнецова"), NewPlayer("Bo")])
    answer = director.get(reverse("known_players", args=[tournament.slug]), {"name": "Kuznezova"})
    (link,) = re.findall('href="([^"]*)"', answer.content.decode())

    page = director.get(html.unescape(link)).content.decode()

    assert re.findall('id="entry-([0-9]+)"', page) == ["1"]


LIST = "1. Cem; Ulm\nanna\n\n2. Dilek\ncem\n;nobody"


def ticks(answer):
    """What the ticked boxes and the others of a preview would send."""
    boxes = re.findall(r'type="checkbox" name="ticked" value="([^"]*)"[^>]*?( checked)?>', on_one_line(answer))
    return [value for value, checked in boxes if checked], [value for value, checked in boxes if not checked]


def test_a_pasted_list_is_shown_first_with_what_is_doubtful(director, tournament):
    before = stored_rows()

    preview = post(director, "paste_players", tournament, lines=LIST)

    assert (preview.status_code, stored_rows()) == (200, before)
    shown = [[each.player.name for each, _ticked in offered] for _row, offered in preview.context["preview"].rows]
    assert shown == [
        ["Cem"],
        ["anna"],
        ["Dilek"],
        ["cem"],
        [],
    ]
    assert ticks(preview) == (["1/0", "4/0"], ["2/1", "5/1"])


def test_of_a_pasted_list_the_ticked_players_are_entered(director, tournament):
    chosen, doubtful = ticks(post(director, "paste_players", tournament, lines=LIST))

    answer = post(director, "paste_players", tournament, lines=LIST, ticked=["0", *chosen, *doubtful], follow=True)

    assert [str(message) for message in answer.context["messages"]] == ["4 players added"]
    assert names() == ["Anna", "Bo", "Cem", "anna", "Dilek", "cem"]


def test_a_line_with_nothing_but_a_contact_has_no_box_to_tick_and_is_not_entered(director, tournament):
    lines = "Cem\njw@example.org\nDilek; 0170/1234567"

    preview = post(director, "paste_players", tournament, lines=lines)
    post(director, "paste_players", tournament, lines=lines, ticked=["0", "1/0", "2/0", "3/0"])

    assert (ticks(preview), names()) == ((["1/0", "3/0"], []), ["Anna", "Bo", "Cem", "Dilek"])
    assert entry_of(tournament, 4).club == ""


def sent_back(preview):
    """What the form of a preview sends without another choice."""
    text = on_one_line(preview)
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(shown|content)" value="([^"]*)"', text)}
    columns = re.findall(r'<select[^>]*name="column".*?</select>', text)
    chosen = [re.search(r'value="([^"]*)" selected', column)[1] for column in columns]
    return {**fields, "lines": "", "column": chosen, "ticked": ["0", *ticks(preview)[0]]}


def test_a_list_from_a_file_is_shown_and_entered_like_a_pasted_one(director, tournament):
    file = SimpleUploadedFile("list.csv", "Name;Verein\nJörg;Köln\nAnna;".encode("cp1252"))
    preview = post(director, "paste_players", tournament, lines="", file=file)

    post(director, "paste_players", tournament, **sent_back(preview))

    assert (ticks(preview), preview.context["preview"].add_label) == ((["2/0"], ["1/0", "3/1"]), "Add 1 player")
    assert (names(), entry_of(tournament, 3).club) == (["Anna", "Bo", "Jörg"], "Köln")


def test_the_director_chooses_what_the_columns_hold_and_sees_the_list_again(director, tournament):
    file = SimpleUploadedFile("list.csv", b"Ulm;Cem;Oz\nUlm;Dilek;Can\nUlm;Ela;Ay")
    sent = sent_back(post(director, "paste_players", tournament, lines="", file=file))
    before = stored_rows()

    again = post(director, "paste_players", tournament, **{**sent, "column": ["club", "first", "last"]})

    assert (sent["column"], again.status_code, stored_rows()) == (["", "name", "club"], 200, before)
    assert ticks(again)[0] == ["1/0", "2/0", "3/0"]
    post(director, "paste_players", tournament, **sent_back(again))
    assert names() == ["Anna", "Bo", "Cem Oz", "Dilek Can", "Ela Ay"]
    assert entry_of(tournament, 3).club == "Ulm"


def test_the_answers_of_a_column_are_listed_once_and_ticked_for_all_who_gave_them(director, tournament):
    lines = "Name;Status\nCem;confirmed\nDilek;waiting list\nEla;waiting list\nOle;guest"
    preview = post(director, "paste_players", tournament, lines=lines)
    ((_columns, answers, _is_folded),) = preview.context["preview"].questions
    sent = {**sent_back(preview), "lines": lines}

    without_guests = {**sent, "answer": ["0-0", "0-1"]}
    changed = post(director, "paste_players", tournament, **without_guests)

    assert [(each.text, each.count, each.comes) for each in answers] == [
        ("confirmed", 1, True),
        ("waiting list", 2, False),
        ("guest", 1, True),
    ]
    assert (ticks(preview)[0], ticks(changed)[0]) == (["2/0", "5/0"], ["2/0", "3/0", "4/0"])
    post(director, "paste_players", tournament, **{**without_guests, **sent_back(changed), "lines": lines})
    assert names() == ["Anna", "Bo", "Cem", "Dilek", "Ela"]


def test_a_column_that_looks_like_the_missing_half_of_the_names_is_offered(director, tournament):
    lines = "Vorname;Zusatz;Verein\nCem;Oz;Ulm\nDilek;Can;Ulm"
    preview = post(director, "paste_players", tournament, lines=lines)
    offer = preview.context["preview"].offer

    again = post(
        director, "paste_players", tournament, **sent_back(preview) | {"lines": lines, "instead": offer["columns"]}
    )

    assert (offer["sentence"], offer["columns"]) == ("Surnames may be in “Zusatz”.", "first,last,club")
    post(director, "paste_players", tournament, **sent_back(again) | {"lines": lines})
    assert names() == ["Anna", "Bo", "Cem Oz", "Dilek Can"]


def test_what_was_set_aside_or_read_only_in_half_stands_above_the_table(director, tournament):
    lines = "Vorname;Nachname;Status\nCem;Oz;\nDilek;;\nEla;Ay;cancelled\nOle;Ek;cancelled\nSumme;;"
    preview = post(director, "paste_players", tournament, lines=lines).context["preview"]

    assert preview.notices == ("Row 3 has only half of a name.",)
    assert preview.not_ticked == ("row 1: heading", "rows 4 and 5: “cancelled”", "row 6: looks like a total")


@pytest.mark.parametrize(
    ("lines", "notices"),
    [
        ("Name;Club\n;Ulm", ("The list contains no names. Choose above the table which column holds them.",)),
        (
            "Cem\nDilek",
            (
                "All names are single words. If first names and surnames stand in two columns, choose both above the"
                " table.",
            ),
        ),
        (
            "Name\nBjÃ¸rn Thal",
            ("Letters of this list were encoded twice (“Ã¼” instead of “ü”). They are shown mended.",),
        ),
        (
            "[20.11.26, 18:30:05] Cem Oz: Ich bin dabei",
            (
                "The list was read as a chat: each sender is one row with all their messages. Who says no is not"
                " ticked. Check the ticks.",
            ),
        ),
    ],
)
def test_what_is_doubtful_of_a_whole_list_is_said_above_the_table(director, tournament, lines, notices):
    assert post(director, "paste_players", tournament, lines=lines).context["preview"].notices == notices


def test_of_a_chat_the_senders_are_entered_who_do_not_say_no(director, tournament):
    lines = "[20.11.26, 18:30:05] Cem Oz: Ich bin dabei\n[20.11.26, 18:31:05] Dilek Can: bin raus"
    preview = post(director, "paste_players", tournament, lines=lines)
    ((_columns, answers, _is_folded),) = preview.context["preview"].questions
    coming = [each.key for each in answers if each.comes]

    post(director, "paste_players", tournament, **sent_back(preview) | {"lines": lines, "answer": coming})

    assert names() == ["Anna", "Bo", "Cem Oz"]


def test_the_button_counts_what_is_ticked(director, tournament):
    sent = sent_back(post(director, "paste_players", tournament, lines="Cem\nDilek\nEla"))

    again = post(
        director,
        "paste_players",
        tournament,
        **{**sent, "lines": "Cem\nDilek\nEla", "ticked": ["0", "2/0"], "look": "on"},
    )

    assert (again.context["preview"].add_label, names()) == ("Add 1 player", ["Anna", "Bo"])


def test_a_guessed_encoding_is_chosen_and_the_names_change(director, tournament):
    file = SimpleUploadedFile("list.csv", "Όνομα;Σύλλογος\nΓιώργος Δέδες;Τάβλι".encode("cp1253"))
    sent = sent_back(post(director, "paste_players", tournament, lines="", file=file))

    again = post(director, "paste_players", tournament, **sent, encoding="cp1253")

    post(director, "paste_players", tournament, **sent_back(again), encoding="cp1253")
    assert names() == ["Anna", "Bo", "Γιώργος Δέδες"]


def test_the_director_chooses_the_sheet_of_a_workbook(director, tournament):
    file = SimpleUploadedFile("list.xlsx", workbook([["Cem"]], [["Dilek"]]))
    preview = post(director, "paste_players", tournament, lines="", file=file)

    again = post(director, "paste_players", tournament, **sent_back(preview), sheet="Sheet1")

    sheets = [
        [(label, is_chosen) for _value, label, is_chosen in shown.context["preview"].sheets]
        for shown in (preview, again)
    ]
    assert sheets == [[("Sheet", True), ("Sheet1", False)], [("Sheet", False), ("Sheet1", True)]]
    post(director, "paste_players", tournament, **sent_back(again), sheet="Sheet1")
    assert names() == ["Anna", "Bo", "Dilek"]


@pytest.mark.parametrize(("sent", "paid"), [({"are_paid": "on"}, [None, None, 1000, None]), ({}, [None] * 4)])
def test_who_has_paid_by_the_list_is_marked_as_paid_if_the_director_says_so(director, tournament, sent, paid):
    Tournament.objects.update(fee_cents=1000)
    lines = "Cem (paid)\nDilek"

    preview = post(director, "paste_players", tournament, lines=lines)
    post(director, "paste_players", tournament, lines=lines, ticked=["0", "1/0", "2/0"], **sent)

    assert preview.context["asks_paid"]
    assert list(Entry.objects.order_by("number").values_list("paid_cents", flat=True)) == paid


def test_a_file_that_is_no_list_is_refused_beside_its_field(director, tournament):
    answer = post(director, "paste_players", tournament, lines="", file=SimpleUploadedFile("list.pdf", b"%PDF-1.7"))

    assert (answer.status_code, answer.context["form"].errors) == (
        422,
        {"file": [sentence("list_file_foreign", kind="PDF")]},
    )


def test_a_doubtful_line_alone_can_be_ticked(director, tournament):
    post(director, "paste_players", tournament, lines=LIST, ticked=["0", "5/1"])

    assert names() == ["Anna", "Bo", "cem"]


def test_a_pasted_list_sent_twice_enters_nobody_twice(director, tournament):
    chosen, _doubtful = ticks(post(director, "paste_players", tournament, lines=LIST))
    post(director, "paste_players", tournament, lines=LIST, ticked=["0", *chosen], follow=True)
    before = stored_rows()

    again = post(director, "paste_players", tournament, lines=LIST, ticked=["0", *chosen])

    assert (again.status_code, stored_rows()) == (422, before)
    assert [str(message) for message in again.context["messages"]] == [sentence("name_taken", name="Cem")]
    assert ticks(again)[0] == []


@pytest.mark.costly
def test_a_long_list_is_entered_at_once(director, tournament):
    lines = "\n".join(f"Player {number}" for number in range(1, 1501))
    chosen, _doubtful = ticks(post(director, "paste_players", tournament, lines=lines))

    answer = post(director, "paste_players", tournament, lines=lines, ticked=["0", *chosen])

    assert (answer.status_code, Entry.objects.count()) == (302, 1502)


@pytest.mark.parametrize(("planned", "entries", "warned"), [(5, 6, False), (6, 6, True), (5, 1, False)])
def test_more_rounds_than_the_players_allow_are_told_at_once(director, planned, entries, warned):
    tournament = make_tournament(entries=entries, planned_rounds=planned)

    answer = director.get(reverse("desk_players", args=[tournament.slug]))

    assert (answer.context["too_many_rounds"] != "") is warned


@pytest.mark.parametrize("entries", [4, 40])
def test_the_list_takes_as_many_queries_for_few_as_for_many(director, entries, django_assert_num_queries):
    tournament = make_tournament(entries=entries)

    with django_assert_num_queries(12):
        director.get(reverse("desk_players", args=[tournament.slug]))


def test_arrivals_pauses_and_fixed_tables_are_marked_in_the_list(director):
    tournament = make_tournament(entries=3)
    answers = [
        director.post(reverse("mark_here", args=[tournament.slug, 1]), {"here": "yes"}),
        director.post(reverse("mark_pause", args=[tournament.slug, 2]), {"round": "1", "pauses": "yes"}),
        director.post(reverse("save_player", args=[tournament.slug, 3]), {"table": " 4 "}),
    ]

    context = director.get(reverse("desk_players", args=[tournament.slug])).context
    assert {answer.status_code for answer in answers} == {302}
    assert (context["attendance"]["here"], context["pausing"]) == (1, {2})
    assert [row.entry.fixed_table for row in context["rows"]] == [None, None, 4]


def test_two_are_kept_apart_in_the_list_by_name_or_number_and_directors_alone_see_it(director, client):
    tournament = make_tournament(players=[NewPlayer(name) for name in ("Anna", "Ben", "Cem", "Dilek")])
    client.force_login(make_helper(tournament))
    for other in ("ben", " 3 "):
        director.post(reverse("save_player", args=[tournament.slug, 1]), {"other": other})
    page = reverse("desk_players", args=[tournament.slug])
    seen = {number: [one.name for one in others] for number, others in director.get(page).context["kept_apart"].items()}
    by_helper = client.get(page)

    director.post(reverse("let_meet", args=[tournament.slug, 2]), {"other": "1"})

    assert seen == {1: ["Ben", "Cem"], 2: ["Anna"], 3: ["Anna"]}
    assert (by_helper.context["kept_apart"], "not paired with" in by_helper.text) == ({}, False)
    assert [*director.get(page).context["kept_apart"]] == [1, 3]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ("Zoë", "Nobody on the list is called “Zoë” or has this start number."),
        ("Anna", "Several on the list are called “Anna”. Enter the start number."),
        ("3", "Choose two different players."),
    ],
)
def test_keeping_apart_from_an_unknown_or_ambiguous_name_is_refused(director, other, sentence):
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Anna", namesakes=1), NewPlayer("Cem")])

    answer = director.post(reverse("save_player", args=[tournament.slug, 3]), {"other": other}, follow=True)

    assert sentence in answer.text


def test_an_empty_field_removes_the_fixed_table(director):
    tournament = make_tournament(entries=1)
    for table in ("4", ""):
        director.post(reverse("save_player", args=[tournament.slug, 1]), {"table": table})

    assert tournament.entries.get().fixed_table is None


def test_how_a_player_appears_is_chosen_in_the_row_and_told_there(director):
    tournament = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Gül")])
    wishes = [("abbreviated", ""), ("abbreviated", "Die Gräfin"), ("hidden", ""), ("full", "")]
    rows = [post_and_see(director, tournament, *wish) for wish in wishes]

    chosen = [re.findall('<option value="([a-z]+)" selected>', row) for row in rows]
    chips = [re.findall('<span class="chip">([^<]+)</span>', row) for row in rows]
    assert chosen == [["abbreviated"], ["abbreviated"], ["hidden"], ["full"]]
    assert chips == [["appears as Anna K."], ["appears as Die Gräfin"], ["not in public"], []]


def post_and_see(director, tournament, wish, shown_as):
    answer = post(director, "save_player", tournament, 1, wish=wish, shown_as=shown_as, headers=HTMX)
    return on_one_line(answer)


def test_withdrawing_a_player_warns_of_the_open_table_and_of_rounds_that_fall_away(director):
    """Round 1 is 3-4 and 1-2; three of four can play one more round, with the bye two."""
    evening = make_tournament(entries=4, planned_rounds=4)
    draw_next_round(evening)
    lost = lost_rounds_sentence(4, 3)

    in_place = post(director, "withdraw_player", evening, 2, headers=HTMX)
    page = post(director, "withdraw_player", evening, 2, follow=True)
    back = post(director, "return_player", evening, 2, headers=HTMX)

    left = left_sentence("Player 2", "Round 1", pairing_of(evening, 1, 1).table)
    assert (in_place.context["warnings"], back.context["warnings"]) == ((left, lost), ())
    assert [str(message) for message in page.context["messages"]] == [left, lost]


def test_withdrawing_a_player_without_an_open_table_warns_of_nothing(director, tournament):
    assert post(director, "withdraw_player", tournament, 2, headers=HTMX).context["warnings"] == ()


def promised(director, tournament):
    """What the list says of those who are added now, and of the chips and the buttons of the last in it."""
    answer = director.get(reverse("desk_players", args=[tournament.slug]))
    row = on_one_line(answer).rpartition('id="entry-')[2]
    chips = re.findall('<span class="chip[^"]*">([^<]*)</span>', row)
    buttons = [name.strip() for name in re.findall('<button class="btn btn-side"[^>]*>([^<]*)', row)]
    notes = re.findall("<small>([^<]*)</small></button>", row)
    return answer.context["added_now"], chips, [name for name in buttons if "round" in name], notes


@pytest.fixture
def with_latecomer():
    """Six players in round 2 of 3, and Zoë, who has come during it."""
    tournament = make_tournament(entries=6, played=1, planned_rounds=3, language="en")
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    return tournament


AGAIN, NOT_ANY_MORE = "is paired again after that", "is not paired any more"


def test_a_latecomer_is_promised_the_next_round_and_while_one_runs_a_table_at_once(director, with_latecomer):
    running = promised(director, with_latecomer)
    play_round(with_latecomer.rounds.get(number=2))
    over = promised(director, with_latecomer)

    told = ["from round 3"], ["Sit out round 3"], [AGAIN, NOT_ANY_MORE]
    assert running == ("Players added now are paired from round 3 or set at a table at once.", *told)
    assert over == ("Players added now are paired from round 3.", *told)


def test_a_latecomer_who_sits_in_the_running_round_plays_from_it_on(director, with_latecomer):
    withdraw_entry(entry_of(with_latecomer, 1), by=make_director())
    opponent = next(
        ({pairing.first, pairing.second} - {1}).pop()
        for pairing in record_of(with_latecomer).rounds[-1].pairings
        if 1 in (pairing.first, pairing.second)
    )

    seat(with_latecomer, 7, opponent)

    assert promised(director, with_latecomer)[1] == ["from round 2"]


def test_in_the_last_planned_round_nobody_is_promised_a_later_one(director, with_latecomer):
    play_round(with_latecomer.rounds.get(number=2))
    draw_next_round(with_latecomer)
    add_entries(with_latecomer, by=make_director(), players=[NewPlayer("Zora")])
    running = promised(director, with_latecomer)
    play_round(with_latecomer.rounds.get(number=3))
    over = promised(director, with_latecomer)

    told = ["came late"], [], [NOT_ANY_MORE]
    assert running == ("No further round is planned; players added now can only be set at a table of this one.", *told)
    assert over == ("No further round is planned; players added now are not paired.", *told)


def test_after_the_evening_was_ended_nobody_is_promised_a_later_round(director, with_latecomer):
    play_round(with_latecomer.rounds.get(number=2))
    set_pause(entry_of(with_latecomer, 7), by=make_director(), round_number=3, pauses=True)
    before = promised(director, with_latecomer)
    end_evening(with_latecomer, by=make_director(), number=2, scores={})

    assert before[1] == ["from round 3", "sitting out round 3"]
    assert promised(director, with_latecomer) == (
        "No further round is planned; players added now are not paired.",
        ["came late"],
        [],
        [NOT_ANY_MORE],
    )


def test_who_is_to_leave_is_told_until_when_only_while_a_later_round_is_planned(director):
    tournament = make_tournament(entries=6, planned_rounds=5, played=2)
    Entry.objects.filter(tournament=tournament, number=3).update(withdrawn_after=3)
    page = reverse("desk_players", args=[tournament.slug])
    before = director.get(page).text.count("until round 3")

    end_evening(tournament, by=make_director(), number=2, scores={})

    assert (before, director.get(page).text.count("until round")) == (1, 0)


def test_the_window_of_a_player_is_saved_as_a_whole_and_leaves_what_it_did_not_change(director, tournament):
    shown = {"was_name": "Anna", "was_club": "", "was_table": "", "was_reason": "", "was_wish": "full"}
    shown |= {"name": "Anna", "club": "", "table": "", "reason": "", "wish": "full", "shown_as": "", "was_shown_as": ""}
    post(director, "save_player", tournament, 1, name="Anne")

    post(director, "save_player", tournament, 1, **shown | {"club": "BC Ulm", "table": "4", "reason": "helps"})

    entry = entry_of(tournament, 1)
    assert (entry.name, entry.club, entry.fixed_table, entry.fee_waived) == ("Anne", "BC Ulm", 4, "helps")


@pytest.mark.parametrize("detail", DETAILS)
def test_every_detail_of_a_player_is_changed_in_the_window_and_told_by_its_name(director, tournament, detail):
    page = director.get(reverse("desk_players", args=[tournament.slug])).text
    typed = str(value_of_its_kind(Entry._meta.get_field(detail)))

    post(director, "save_player", tournament, 2, **{detail: typed})

    assert [page.count(f'name="{asked}{detail}"') for asked in ("", "was_")] == [page.count('name="was_name"')] * 2
    assert str(getattr(entry_of(tournament, 2), detail)) == typed
    line = tournament.journal.latest("version")
    _before, after = change_words(line.action, line.facts, line.changes, {})
    told = (journal_sentence(line.action, line.facts), after)
    assert told == (f"changed for Bo: {DETAILS[detail]}", f"{DETAILS[detail]}: {typed}")


def test_what_the_window_sends_of_an_entry_is_a_detail_or_follows_further_rules():
    of_an_entry = {field.name for field in Entry._meta.concrete_fields} & set(ChangeForm.base_fields)

    assert of_an_entry == {"name", "shown_as", *DETAILS}, "name a plain field in DETAILS of phrases/players.py"


def test_where_one_part_of_the_window_is_refused_nothing_of_it_is_saved(director, tournament):
    before = stored_rows()

    answer = post(
        director, "save_player", tournament, 1, name="Anne", club="BC Ulm", table="4", other="Nobody", headers=HTMX
    )

    assert (answer.status_code, answer.content.decode()) == (422, sentence("nobody_called_so", name="Nobody"))
    assert stored_rows() == before


def test_a_player_is_removed_from_the_first_level_of_the_window(director, tournament):
    page = director.get(reverse("desk_players", args=[tournament.slug])).content.decode()
    window = page[page.index('id="entry-1"') : page.index('id="entry-2"')]

    actions, edit = window.split('<details class="folded">')

    remove = reverse("remove_player", args=[tournament.slug, 1])
    assert ([text.count(remove) > 0 for text in (actions, edit)], edit.count("<form")) == ([True, False], 1)
