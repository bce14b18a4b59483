"""What pages and handbook promise about data, money, rights and loss has a test that proves it."""

import ast
import re
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw_next_round, entry_of, make_tournament
from tournament.models import Club, Season
from tournament.queries.players import player_link

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "tournament/locale/de/LC_MESSAGES/django.po"
HANDBOOK = [ROOT / "docs" / f"{book}.md" for book in ("club", "director", "players", "files", "operating")]
# Words with which a promise is made.
PROMISING = re.compile(
    r"\b(never|nobody (?:sees|else|can read|reads|back)|not in (?:it|the (?:file|archive))"
    r"|stays? (?:on this|behind|out)"
    r"|seen by|only the director|the director alone|directors alone|no copy|no cookie|for good|permanently|nothing else"
    r"|without the name|keeps? the name|nowhere)\b",
    re.IGNORECASE,
)
# Each promise, from its beginning, and the test that proves it.
PROMISES = {
    # Who plays whom.
    "While only its first round is drawn, whoever is added takes an empty place,": (
        "tests/actions/test_rounds_knock_out.py::test_latecomers_take_empty_places_and_nobody_else_moves"
    ),
    # Who sees what.
    "Nobody sees seasons and ratings before the club has a name.": (
        "tests/test_promises.py::test_nobody_sees_a_club_without_a_name"
    ),
    "A computer has one, which nobody sees until it gets a name:": (
        "tests/test_promises.py::test_nobody_sees_a_club_without_a_name"
    ),
    "What belongs to the club is seen by its own accounts alone.": (
        "tests/views/test_accounts_invitations.py"
        "::test_whoever_runs_the_installation_sets_up_a_club_and_sees_nothing_else_of_it"
    ),
    "Only the director sees a newly paired round until": (
        "tests/views/test_public.py::test_a_hidden_round_says_nothing_to_anybody"
    ),
    "Stays out of the lists that others see and of the suggested names.": (
        "tests/queries/test_tournaments.py::test_everyone_finds_all_but_practice_newest_first"
    ),
    "Practice tournaments stay out of it.": (
        "tests/actions/test_persons_register.py::test_practice_makes_nobody_known"
    ),
    "Practice stays out.": "tests/publishing/test_contents.py::test_a_practice_tournament_is_in_no_season",
    "Payments are seen by the directors and their helpers alone.": (
        "tests/archive/test_for_everybody.py::test_names_are_those_that_are_shown_and_no_cash_is_told"
    ),
    "Hidden rounds and fees stay out, and every player appears under the name they wish.": (
        "tests/publishing/test_contents.py::test_nobody_reads_what_only_the_director_may"
    ),
    "Nobody can read a draft before it is filled in.": (
        "tests/views/test_clubs_notices.py::test_a_draft_with_something_left_in_brackets_is_not_published"
    ),
    "A draft: nobody else reads it until it is filled in.": (
        "tests/views/test_clubs_notices.py::test_a_draft_with_something_left_in_brackets_is_not_published"
    ),
    "The pages on which guests read set no cookie.": (
        "tests/test_promises.py::test_the_pages_on_which_guests_read_set_no_cookie"
    ),
    "never that of your private page": (
        "tests/browser/test_taking_along.py::"
        "test_at_the_end_the_own_page_hands_over_the_picture_and_the_address_for_everyone"
    ),
    "has a bye, as nobody else drops here.": (
        "tests/actions/test_rounds_second.py::test_whoever_has_dropped_into_the_consolation_is_told_from_where_and_why_somebody_has_the_bye"
    ),
    "name nobody else": "tests/pages/test_persons.py::test_everything_about_a_person_is_told_and_nobody_else_named",
    # What is in a file, and what stays behind.
    "The first two are in the archive, too; in one for publishing only where everyone sees the statement.": (
        "tests/archive/test_for_everybody.py::test_what_prizes_cost_is_told_with_the_statement_that_everybody_sees"
    ),
    "The private links, helpers and accounts, reports and sign-ups still open": (
        "tests/archive/test_every_field.py::test_every_field_comes_back_or_has_a_reason_to_stay_behind"
    ),
    "private links, helpers and the journal stay behind": (
        "tests/archive/test_every_field.py::test_every_model_is_carried_or_has_a_reason_to_be_left_out"
    ),
    "A voucher says the number of its club's year (`year_number`), which never enters another club's run": (
        "tests/archive/test_club_books.py"
        "::test_into_a_club_with_books_of_its_own_vouchers_keep_their_printed_numbers_and_enter_no_run"
    ),
    # Rights.
    "Helpers enter the results of the current round, check players in and tick off who has paid, but nothing else.": (
        "tests/actions/test_change.py::test_helpers_may_a_little"
    ),
    "They enter the results of the running round, check players in and tick who has paid, nothing else.": (
        "tests/actions/test_change.py::test_helpers_may_a_little"
    ),
    "so only the director can correct it": (
        "tests/actions/test_accounts_helpers.py::test_a_round_that_is_over_is_corrected_by_the_directors_alone"
    ),
    "With a second factor the password alone opens the account nowhere but": (
        "tests/views/test_accounts_second_factor.py::test_no_page_but_the_question_is_open_before_the_code"
    ),
    "Each works once, when nothing else is at hand.": (
        "tests/views/test_accounts_second_factor.py::test_a_code_and_a_recovery_code_work_once"
    ),
    "an account without a second factor sets one up before anything else; never at the machine itself": (
        "tests/views/test_accounts_second_factor.py::test_at_this_machine_no_installation_requires_it"
    ),
    "A login link never takes the place of a second factor.": (
        "tests/views/test_accounts_second_factor.py::test_a_login_link_asks_for_the_second_factor_too"
    ),
    "Whoever asks from there is believed, and nobody else": (
        "tests/machine/test_visitors.py::test_without_a_trusted_proxy_the_peer_is_the_guest_whatever_it_says"
    ),
    "nginx leads there from nowhere": (
        "tests/machine/test_metrics.py::test_it_is_told_on_a_port_of_its_own_without_asking_the_database"
    ),
    # Money.
    "Every payment, refund, prize and other cost has a voucher with a number that is never given again.": (
        "tests/actions/test_cash_vouchers.py::test_a_number_is_not_given_again_even_where_everything_is_undone"
    ),
    # Erasing, and what is left.
    "This permanently removes the name, the club and the reason for a waived fee": (
        "tests/actions/test_persons.py::test_no_trace_of_the_name_is_left"
    ),
    "Start number, results and places stay, without the name.": (
        "tests/actions/test_persons.py::test_forgetting_leaves_places_results_and_the_names_of_others"
    ),
    "Results and places stay under the start number; vouchers keep the name": (
        "tests/actions/test_persons.py::test_forgetting_leaves_places_results_and_the_names_of_others"
    ),
    "Vouchers keep the name for as long as the law asks": (
        "tests/views/test_persons.py::test_vouchers_keep_the_name_until_their_time_is_over_or_it_is_asked_to_go"
    ),
    "Vouchers of %(tournament)s keep the name until": (
        "tests/views/test_persons.py::test_vouchers_keep_the_name_until_their_time_is_over_or_it_is_asked_to_go"
    ),
    "Vouchers keep the name of an erased person for this long": (
        "tests/views/test_persons.py::test_vouchers_keep_the_name_until_their_time_is_over_or_it_is_asked_to_go"
    ),
    "nobody comes back into the register by that": (
        "tests/archive/test_at_work_after_moving.py"
        "::test_who_was_erased_keeps_the_name_in_vouchers_alone_through_the_file"
    ),
    "Beside those vouchers no copy of the name is left in the database": (
        "tests/views/test_every_address.py"
        "::test_who_is_erased_is_named_on_no_page_of_any_role_in_no_file_and_no_column_but_the_books"
    ),
    "What is erased on request goes from the database for good": (
        "tests/machine/test_old_copies.py::test_an_erased_name_is_neither_in_the_file_nor_in_the_log"
    ),
    "its log is emptied as soon as nobody reads what was before": (
        "tests/machine/test_old_copies.py::test_a_reader_who_is_in_the_way_is_waited_for"
    ),
    "An archive, the file of a club or a list of matches that would bring somebody back says so first": (
        "tests/archive/test_erasures.py::test_a_club_that_has_moved_asks_before_a_file_of_before_brings_somebody_back"
    ),
    # What does not change, and what is not lost.
    "then it never counts, unless it had arrived before": (
        "tests/browser/test_queue.py::test_what_is_discarded_and_has_not_entered_never_does"
    ),
    "what you discard never counts, unless it had arrived before": (
        "tests/browser/test_outbox.py::test_what_is_discarded_while_it_is_under_way_never_enters"
    ),
    "The start numbers and the draw seed are fixed at that moment and never change afterwards.": (
        "tests/views/test_rounds.py::test_a_first_round_that_was_removed_is_drawn_again_by_the_dice_of_the_tournament"
    ),
    "Mail addresses, telephone numbers and links are never taken for names.": (
        "tests/imports/test_lists_as_written.py::test_a_contact_in_any_cell_of_any_list_is_no_name_and_no_club"
    ),
    "so that a page of the history that was cut off is never taken for a current one": (
        "tests/browser/test_round_at_the_desk.py::test_a_page_open_since_before_a_backup_was_restored_shows_what_came_back"
    ),
    # Promises in other words.
    "A cancelled voucher keeps its number and does not count.": (
        "tests/actions/test_cash_vouchers.py"
        "::test_an_undone_payment_keeps_its_voucher_as_cancelled_and_done_again_it_gets_the_next_number"
    ),
    "Its evenings then take no more payments, and its papers stay as they are.": (
        "tests/views/test_cash_books.py::test_a_closed_year_keeps_the_bytes_of_its_papers_until_it_is_opened_again"
    ),
    "The program keeps all backups of the last 24 hours (50 at most)": (
        "tests/snapshots/test_thinning.py::test_of_the_last_24_hours_at_most_50_are_kept_the_newest"
    ),
    "This link opens the account once, within a day": "tests/views/test_accounts.py::test_a_login_link_works_once",
    "This device keeps the pages for everyone that were open last, and no private page.": (
        "tests/browser/test_reloading_without_connection.py"
        "::test_a_private_page_is_not_kept_and_says_so_in_its_language"
    ),
    "What is typed here is kept on this device and sent afterwards.": (
        "tests/browser/test_phones.py::test_a_tap_without_connection_waits_and_is_sent_once_it_is_back"
    ),
    "The helper knows the invitation, so it gets a new link.": (
        "tests/actions/test_accounts_helpers.py"
        "::test_a_helper_who_is_sent_away_does_not_come_back_by_the_link_that_let_them_in"
    ),
    "That holds for this evening alone, until you say that it is them.": (
        "tests/actions/test_players_joining.py::test_a_sign_up_under_a_known_name_changes_no_other_evening"
    ),
    "Only this phone opens this page: you signed up on it.": (
        "tests/views/test_players_joining.py::test_a_new_private_link_ends_the_page_of_the_phone"
    ),
}
# Sentences with such a word that promise nothing about data, money, rights or loss: rules, advice, headings.
NO_PROMISE = (
    "What keeps the name as it was",
    "*What keeps the name as it was* lists what was handed out before.",
    "Hand it to nobody else.",
    "This would hold all six points from 24 to 19, which is never allowed.",
    "The file is damaged: the persons of tournament",
    "only the director",
    "If there is nobody else",
    "they are paired although kept apart: nothing else was possible",
    "for good",
    "are never paired by hand nor with the settings of other rounds.",
    "browsers know them nowhere else.",
    "A user that may do nothing else, and the settings:",
    "nothing else may reach port 80, which a firewall sees to",
)


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence of the pages and of the handbook, in English."""
    entries = re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', CATALOGUE.read_text("utf-8"), re.MULTILINE)
    texts = ["".join(map(ast.literal_eval, entry.splitlines())) for entry in entries]
    for book in HANDBOOK:
        texts += re.sub("(?s)```.*?```", "", book.read_text("utf-8")).splitlines()
    ends = re.compile(r"(?<=[.!?:])\s+(?=[A-Z*“])")
    return tuple(dict.fromkeys(sentence for text in texts for sentence in ends.split(" ".join(text.split()))))


def test_every_sentence_that_promises_something_names_the_test_that_proves_it():
    known = (*PROMISES, *NO_PROMISE)

    assert [
        sentence for sentence in sentences() if PROMISING.search(sentence) and not any(one in sentence for one in known)
    ] == []


@pytest.mark.parametrize("promise", [*PROMISES, *NO_PROMISE])
def test_a_promise_that_is_listed_still_stands_somewhere(promise):
    assert any(promise in sentence for sentence in sentences())


@pytest.mark.parametrize("test", sorted(set(PROMISES.values())))
def test_a_test_that_proves_a_promise_is_there(test):
    file, _colons, name = test.partition("::")
    functions = [
        node.name for node in ast.parse((ROOT / file).read_text("utf-8")).body if isinstance(node, ast.FunctionDef)
    ]

    assert name in functions


@pytest.mark.django_db
def test_the_pages_on_which_guests_read_set_no_cookie():
    tournament, open_for_all = make_tournament(4, played=1), make_tournament(opens_joining=True)
    reading = [
        reverse("home"),
        reverse("tournament", args=[tournament.slug]),
        reverse("standings", args=[tournament.slug]),
        *(f"/en/{page}/" for page in ("help", "rule-question", "clock", "imprint", "privacy")),
    ]

    def cookies(address: str) -> list[str]:
        client = Client()
        assert client.get(address, follow=True).status_code == 200
        return sorted(client.cookies)

    assert [address for address in reading if cookies(address)] == []
    # Where a form is, its token is kept in a cookie.
    draw_next_round(tournament)
    for page in (reverse("ask_to_join", args=[open_for_all.slug]), player_link(entry_of(tournament, 1))):
        assert cookies(page) == ["csrftoken"]


@pytest.mark.django_db
def test_nobody_sees_a_club_without_a_name():
    club = make_tournament(4, played=1).club
    Season.objects.create(club=club, key="2026", name="2026", begins=date(2026, 1, 1), ends=date(2026, 12, 31))

    pages = [f"/en/c/{club.slug}/{page}" for page in ("", "evenings/", "season/2026/", "ratings/")]

    unnamed = [Client().get(page).status_code for page in pages]
    Club.objects.update(name="BC Ulm", rates=True)

    assert (club.name, unnamed, [Client().get(page).status_code for page in pages]) == ("", [404] * 4, [200] * 4)
