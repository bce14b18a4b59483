"""What holds for every address: who gets in, how it is asked, and that nothing it is sent breaks it.

Every address of the program stands in one of the two tables, with who may come, or is a page for directors alone.
"""

import re
from collections import Counter
from datetime import date, timedelta
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings as program
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import override
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    entry_of,
    make_co_director,
    make_director,
    make_helper,
    make_member,
    make_tournament,
    only_club,
    play_round,
    player_token,
    stored_rows,
    token_of,
    vouch_for_payments,
)
from tests.form_fields import field_names
from tests.of_one_database import IS_POSTGRESQL
from tests.publishing.site import published_files
from tests.style_rules import named_in, rules
from tests.views.conftest import logged_in, set_up_evening, with_private_link
from tournament.actions.accounts import invite_to_club
from tournament.actions.cash import set_fee
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.permissions import Guest
from tournament.actions.persons import forget_person, forget_registered, merge_persons, rename_person, set_appearance
from tournament.actions.players import NewPlayer, ask_to_join, change_entry
from tournament.actions.seasons import NewMatch, enter_match, import_matches, set_up_season
from tournament.actions.tournaments import close_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.dump import dump
from tournament.exports import open_files
from tournament.exports.club_files import XLSX
from tournament.machine.notices import Notice
from tournament.machine.static_storage import PART
from tournament.models import (
    Entry,
    Helper,
    ImportedMatch,
    JournalLine,
    MatchImport,
    MemberRole,
    Pairing,
    Prize,
    Tournament,
    Transcript,
    Voucher,
    Wish,
    Wished,
)
from tournament.phrases.failures import turned_away_sentence
from tournament.public.pages import PLAYER, SEAT, STANDINGS
from tournament.queries.persons import registered_of, texts_of_a_club, texts_of_a_tournament, texts_that_may_name
from tournament.snapshots.kept import kept_snapshots
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot
from tournament.transcripts.renaming import nameless
from tournament.urls import in_every_language, urlpatterns

pytestmark = pytest.mark.django_db
READ, WRITE, BOTH = ("GET",), ("POST",), ("GET", "POST")
MADE_UP = "evil.example"
WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")
METHODS = ("GET", "PUT", "PATCH", "DELETE", "POST")
# A view that says itself which ones it takes answers every other one as it answers this.
OF_A_VIEW = ("GET", "PUT", "POST")
# Who comes, those who may least first.
ROLES = {
    "anonymous": lambda tournament: Client(),
    "player": lambda tournament: with_private_link(entry_of(tournament, 1)),
    "helper elsewhere": lambda tournament: logged_in(make_helper(other_tournament(), "Ida")),
    "other club's helper": lambda tournament: logged_in(make_member("eva", MemberRole.HELPER, club_called("ulm"))),
    "other club's director": lambda tournament: logged_in(make_member("stranger", club=club_called("ulm"))),
    "account without a club": lambda tournament: logged_in(User.objects.get_or_create(username="nina")[0]),
    "operator": lambda tournament: logged_in(make_operator()),
    "helper": lambda tournament: logged_in(tournament.helpers.get().user),
    "club's helper": lambda tournament: logged_in(make_member("ina", MemberRole.HELPER)),
    "co-director": lambda tournament: logged_in(guest_director(tournament)),
    "club's director": lambda tournament: logged_in(make_member("ada")),
    "director": lambda tournament: logged_in(make_member("director")),
}
EVERYONE = tuple(ROLES)
# On SQLite every address is tried at its edges, on PostgreSQL by everybody and with everything.
TRIES_EVERYTHING = IS_POSTGRESQL
A_FEW = ("anonymous", "player", "helper", "director")
WITHOUT_LOGIN = ("anonymous", "player")
WITH_ACCOUNT = (
    "other club's helper",
    "other club's director",
    "account without a club",
    "operator",
    "club's helper",
    "co-director",
    "club's director",
    "director",
)
ACCOUNT = ("other club's director", "co-director", "club's director", "director")
CLUB = ("club's director", "director")
CLUB_HELPERS = ("club's helper", *CLUB)
INSTALLATION = ("operator", "director")
DESK = ("helper", "club's helper", "co-director", "club's director", "director")
DIRECTOR = ("co-director", "club's director", "director")
# Where it lies in the folder of data, and what is in it.
A_COPY: list[tuple[Path, bytes]] = []
# The same bytes for everybody; each has a part that renews itself.
PUBLIC = (
    "standings",
    "wall",
    "round",
    "round_share",
    "bracket",
    "bracket_share",
    "order",
    "share",
    "player",
    "crosstable",
    "course",
    "draw_check",
    "draw_check_after",
    "costs",
    "rules",
)
PUBLIC_OF_CLUB = ("club", "evenings", "season", "season_course", "season_order", "ratings", "club_player")
FILES_OF_CLUB = (
    *("season_pdf", "season_xlsx", "season_csv", "season_json", "ratings_csv", "ratings_json"),
    *("all_matches_csv", "all_matches_xlsx", "all_matches_json", "club_calendar"),
)
PAPERS_FOR_EVERYONE = (
    "pairings_pdf",
    "pairings_by_name_pdf",
    "standings_pdf",
    "bracket_pdf",
    "costs_pdf",
    "player_card_pdf",
)
OPEN_FILES = tuple(file.name for file in vars(open_files).values() if isinstance(file, open_files.OpenFile))
CARDS = ("standings_card", "round_card", "player_card", "club_card", "season_card")
NOTICES = tuple(f"{of}{name}" for of in ("", "club_", "tournament_") for name in ("imprint", "privacy"))
PLAIN_PAGES = (
    *NOTICES,
    *("tournaments", "match_clock", "rule_question", "replay", "transcript_file"),
    *("handbook", "handbook_book", "quick_guide"),
    *("no_connection", "worker"),
)
# What renews itself around the form of a page.
AROUND_A_FORM = ("find_live", "ask_to_join_live", "find_person_live")
LIVE_PARTS = (*(f"{name}_live" for name in (*PUBLIC, *PUBLIC_OF_CLUB, "seat")), *AROUND_A_FORM)
# What any cache on the way may keep for a moment, the same for all; nothing else is kept by anybody.
EVERYBODY_S = frozenset(
    (*PUBLIC, *PUBLIC_OF_CLUB, *LIVE_PARTS, *PAPERS_FOR_EVERYONE, *OPEN_FILES, *FILES_OF_CLUB, *PLAIN_PAGES, *CARDS)
)
KEPT_FOR_A_MOMENT = "public, max-age=0, s-maxage=1"
NEVER_KEPT = "never"
ADDRESSES = {
    "home": (READ, EVERYONE),
    "tournaments": (READ, EVERYONE),
    **dict.fromkeys((*NOTICES, "imprint_without_language", "privacy_without_language"), (READ, EVERYONE)),
    "match_clock": (READ, EVERYONE),
    "match_clock_without_language": (READ, EVERYONE),
    "rule_question": (READ, EVERYONE),
    "no_connection": (READ, EVERYONE),
    "worker": (READ, EVERYONE),
    **dict.fromkeys(("handbook", "handbook_book", "quick_guide", "handbook_without_language"), (READ, EVERYONE)),
    "rule_question_without_language": (READ, EVERYONE),
    "own_account": (BOTH, WITH_ACCOUNT),
    "end_own_session": (WRITE, WITH_ACCOUNT),
    "create": (BOTH, ACCOUNT),
    "restore": (BOTH, ACCOUNT),
    "persons": (BOTH, ACCOUNT),
    "copies": (BOTH, ACCOUNT),
    "copy": (BOTH, ACCOUNT),
    "second_location": (WRITE, INSTALLATION),
    **dict.fromkeys((*PUBLIC, *PUBLIC_OF_CLUB), (READ, EVERYONE)),
    **dict.fromkeys((*LIVE_PARTS, *PAPERS_FOR_EVERYONE, *OPEN_FILES, *FILES_OF_CLUB, *CARDS), (READ, EVERYONE)),
    "find": (READ, EVERYONE),
    "find_person": (READ, EVERYONE),
    "ask_to_join": (BOTH, EVERYONE),
    "tournament": (READ, EVERYONE),
    "club_without_language": (READ, EVERYONE),
    "page_of_club_without_language": (READ, EVERYONE),
    "club_settings": (BOTH, CLUB),
    "club_notices": (BOTH, CLUB),
    "import_club": (BOTH, CLUB),
    "preview_club": (BOTH, CLUB),
    "choose_member": (WRITE, CLUB),
    "renew_links_of_club": (WRITE, CLUB),
    "password_link": (WRITE, CLUB),
    "require_second_factor": (WRITE, CLUB),
    "invite_member": (WRITE, CLUB),
    "end_member_invitation": (WRITE, CLUB),
    "clubs": (BOTH, INSTALLATION),
    "enter_notices": (BOTH, INSTALLATION),
    "invite_first_director": (WRITE, INSTALLATION),
    "merge_persons": (WRITE, CLUB),
    "split_person": (WRITE, CLUB),
    "rename_person": (WRITE, CLUB),
    "set_wish": (WRITE, CLUB),
    "add_season": (BOTH, CLUB),
    "change_season": (BOTH, CLUB),
    "remove_season": (WRITE, CLUB),
    "choose_season": (WRITE, CLUB),
    "change_ratings": (WRITE, CLUB),
    "single_matches": (BOTH, CLUB_HELPERS),
    "single_match": (BOTH, CLUB_HELPERS),
    "remove_single_match": (WRITE, CLUB_HELPERS),
    "import_matches": (BOTH, CLUB),
    "take_back_matches": (WRITE, CLUB),
    "erase_from_books": (WRITE, CLUB),
    "book_cash": (WRITE, CLUB),
    "cancel_cash": (WRITE, CLUB),
    "count_cash": (WRITE, CLUB),
    "close_year": (WRITE, CLUB),
    "reopen_year": (WRITE, CLUB),
    "undo_in_club": (WRITE, CLUB),
    "redo_in_club": (WRITE, CLUB),
    "private_link": (READ, EVERYONE),
    "without_language": (READ, EVERYONE),
    "desk": (READ, DESK),
    "desk_standings": (READ, DESK),
    "desk_crosstable": (READ, DESK),
    "desk_course": (READ, DESK),
    "desk_order": (READ, DESK),
    "desk_share": (READ, DESK),
    "desk_draw_check": (READ, DESK),
    "desk_draw_check_after": (READ, DESK),
    "desk_player": (READ, DESK),
    "desk_players": (READ, DESK),
    "add_player": (WRITE, DIRECTOR),
    "choose_arrival": (WRITE, DESK),
    "paste_players": (BOTH, DIRECTOR),
    "answer_join_request": (WRITE, DIRECTOR),
    "mark_fee": (WRITE, DESK),
    "mark_fees": (WRITE, DESK),
    "refund_fee": (WRITE, DIRECTOR),
    "owing": (READ, DESK),
    "save_player": (WRITE, DIRECTOR),
    "remove_player": (WRITE, DIRECTOR),
    "withdraw_player": (WRITE, DIRECTOR),
    "return_player": (WRITE, DIRECTOR),
    "mark_here": (WRITE, DESK),
    "mark_pause": (WRITE, DIRECTOR),
    "let_meet": (WRITE, DIRECTOR),
    "player_link": (BOTH, DIRECTOR),
    "pace": (READ, DESK),
    "set_at_table": (WRITE, DIRECTOR),
    "end_evening": (BOTH, DIRECTOR),
    "evening_goes_on": (WRITE, DIRECTOR),
    "draw": (WRITE, DIRECTOR),
    "desk_round": (READ, DESK),
    "desk_sheet": (BOTH, DESK),
    "result": (WRITE, DESK),
    "result_by_table": (WRITE, DESK),
    "transcript": (BOTH, DIRECTOR),
    "accept_transcript": (WRITE, DIRECTOR),
    "turn_transcript": (WRITE, DIRECTOR),
    "remove_transcript": (WRITE, DIRECTOR),
    "replay": (READ, EVERYONE),
    "transcript_file": (READ, EVERYONE),
    "pairings": (BOTH, DIRECTOR),
    "pair_anew": (BOTH, DIRECTOR),
    "release_round": (WRITE, DIRECTOR),
    "remove_round": (BOTH, DIRECTOR),
    "correction": (READ, DESK),
    "booking_asked": (READ, DESK),
    "undo": (WRITE, DIRECTOR),
    "redo": (WRITE, DIRECTOR),
    "plan_rounds": (WRITE, DIRECTOR),
    "play_finals": (WRITE, DIRECTOR),
    "end_consolation": (WRITE, DIRECTOR),
    "close": (BOTH, DIRECTOR),
    "reopen": (WRITE, DIRECTOR),
    "change_costs": (WRITE, DIRECTOR),
    "add_prize": (WRITE, DIRECTOR),
    "change_prize": (WRITE, DIRECTOR),
    "remove_prize": (WRITE, DIRECTOR),
    "settings": (BOTH, DIRECTOR),
    "delete": (BOTH, ("director",)),
    "make_invitation": (WRITE, DIRECTOR),
    "end_invitation": (WRITE, DIRECTOR),
    "end_session": (WRITE, DIRECTOR),
    "choose_director": (WRITE, DIRECTOR),
    "renew_player_links": (WRITE, DIRECTOR),
}
# What the doors answer to METHODS.
DOORS = {
    "alive": (200, 405, 405, 405, 405),
    "ready": (200, 405, 405, 405, 405),
    "login": (200, 200, 405, 405, 200),
    "account_login": (200, 200, 405, 405, 200),
    "mfa_authenticate": (302, 302, 302, 302, 302),
    # Without https no browser has a passkey.
    "mfa_login_webauthn": (404, 404, 404, 404, 404),
    "logout": (302, 405, 405, 405, 302),
    "welcome": (410, 405, 405, 405, 410),
    "forgotten_password": (404, 405, 405, 405, 404),
    "login_link": (410, 405, 405, 405, 410),
    "invited": (410, 405, 405, 405, 410),
    "first_steps": (302, 405, 405, 405, 302),
    "bring_along": (302, 405, 405, 405, 302),
    "try_demo": (302, 405, 405, 405, 302),
    "end_demo": (302, 405, 405, 405, 302),
    "set_language": (302, 302, 302, 302, 302),
    "join": (200, 405, 405, 405, 422),
    "my_match": (200, 405, 405, 405, 422),
    "my_sheet": (200, 405, 405, 405, 422),
    "my_name": (200, 405, 405, 405, 422),
}
OF_ONE_ACCOUNT = {"uploaded_copy"}
OF_ONE_GUEST = {"asked"}
# Pages of django-allauth: test_accounts_second_factor.py, test_accounts_passkeys.py and test_accounts_confirming.py
# beside this file ask them.
OF_THE_LIBRARY = {
    "account_reauthenticate",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_add_webauthn",
    "mfa_remove_webauthn",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
}
LIVE = (
    "my_match",
    "my_sheet",
    "desk_sheet",
    "desk_players",
    "owing",
    "desk_round",
    "desk_costs",
    "cash_book",
    "journal",
)
# To addresses that say themselves whether anything is there.
ONLY_LEADS = {
    "tournament",
    "private_link",
    "without_language",
    "club_without_language",
    "page_of_club_without_language",
}
WITHOUT_PLAYERS = {
    "evenings",
    "evenings_live",
    "page_of_club_without_language",
    "home",
    "tournaments",
    *NOTICES,
    "club_notices",
    "imprint_without_language",
    "privacy_without_language",
    "match_clock",
    "match_clock_without_language",
    "no_connection",
    "worker",
    "rule_question",
    "rule_question_without_language",
    "handbook",
    "handbook_book",
    "quick_guide",
    "handbook_without_language",
    *AROUND_A_FORM,
}
PART_OF_A_PAGE = {"pace", "known_players", "files_progress", "club_progress", *LIVE_PARTS}
LEADS_ON = (
    "preview_club",
    "desk",
    "ask_to_join",
    "tournament",
    "private_link",
    "without_language",
    "club_without_language",
    "page_of_club_without_language",
    "imprint_without_language",
    "privacy_without_language",
    "match_clock_without_language",
    "rule_question_without_language",
    "handbook_without_language",
    "booking_asked",
    "booking_asked_of_club",
    "correction",
    "certificates",
    "certificates_pdf",
    "ranking_to_frame_pdf",
    "closing_pdf",
)
NEEDS_NO_INPUT = {
    "evening_goes_on",
    "remove_transcript",
    "player_link",
    "copies",
    "remove_player",
    "withdraw_player",
    "return_player",
    "refund_fee",
    "remove_prize",
    "undo",
    "undo_in_club",
    "remove_season",
    "erase_from_books",
    "enter_notices",
    "club_notices",
    "take_back_matches",
    "choose_season",
    "count_cash",
    "reopen_year",
    "close",
    "reopen",
    "make_invitation",
    "end_invitation",
    "end_session",
    "end_own_session",
    "renew_player_links",
    "renew_links_of_club",
    "end_member_invitation",
    "invite_first_director",
}
# What answers a form without input beside its fields; the others lead on to a page that says it.
BESIDE_THE_FIELD = {
    "book_cash",
    "cancel_cash",
    "close_year",
    "own_account",
    "clubs",
    "invite_member",
    "transcript",
    "club_settings",
    "add_season",
    "change_season",
    "change_ratings",
    "single_matches",
    "single_match",
    "import_matches",
    "import_club",
    "create",
    "persons",
    "copy",
    "restore",
    "settings",
    "add_prize",
    "change_prize",
    "change_costs",
    "add_player",
    "ask_to_join",
    "paste_players",
    "desk_sheet",
    "result",
    "result_by_table",
    "pair_anew",
    "pairings",
    "end_evening",
    "remove_round",
    "delete",
}
# How a match was played may be told once everything is over.
TOLD_LATER = {"transcript", "turn_transcript", "remove_transcript"}
# Who may come, and by which link, is no fact of the tournament.
ABOUT_HELPERS = {"make_invitation", "end_invitation", "end_session", "choose_director", "renew_player_links"}
PATTERNS = {pattern.name: pattern for pattern in (*urlpatterns, *in_every_language) if hasattr(pattern, "name")}
PARAMETERS = {name: set(pattern.pattern.converters) for name, pattern in PATTERNS.items()}
# What no line says otherwise is read, by those alone who direct the tournament or the club.
ADDRESSES |= {
    name: (READ, CLUB if str(PATTERNS[name].pattern).startswith("c/") else DIRECTOR)
    for name in PARAMETERS
    if "slug" in PARAMETERS[name] and name not in {*ADDRESSES, *DOORS, *OF_ONE_ACCOUNT, *OF_ONE_GUEST, *OF_THE_LIBRARY}
}


# Of these there is one of the number 0, too.
COUNTED_FROM_0 = ("draw_check_after", "draw_check_after_live", "desk_draw_check_after")


def named(*conditions):
    """The names of the addresses that meet every condition."""
    return [name for name in ADDRESSES if all(condition(name) for condition in conditions)]


def readable(name):
    return "GET" in ADDRESSES[name][0]


def writable(name):
    return "POST" in ADDRESSES[name][0]


def is_for(*whom):
    return lambda name: ADDRESSES[name][1] in whom


def is_of_club(name):
    return path_pattern(name).startswith("c/")


def is_a_page(name):
    return "." not in path_pattern(name).rpartition("/")[2]


def path_pattern(name):
    return str(PATTERNS[name].pattern)


def has(parameter):
    return lambda name: parameter in PARAMETERS[name]


def other_tournament():
    return Tournament.objects.create(
        club=only_club(), slug="other", name="Other", date=date(2026, 1, 1), director=make_director()
    )


def make_operator():
    """Whose account was the first, and who has left the club since."""
    return User.objects.get_or_create(username="operator", is_superuser=True)[0]


def guest_director(tournament):
    """A director of another club who was given access to the tournament."""
    account = make_co_director(tournament)
    return make_member(account.username, club=club_called("ulm"))


def path(name, tournament, **other):
    """The address, filled with what is there unless it is said otherwise."""
    whose = tournament.club if is_of_club(name) else tournament
    lines = (
        JournalLine.objects.filter(club=tournament.club)
        if is_of_club(name)
        else JournalLine.objects.filter(tournament=tournament, action="result_recorded")
    )
    tables = Pairing.objects.filter(round__tournament=tournament, table=2)
    is_a_player_s = name in ("my_match", "my_sheet", "my_name", "private_link")
    there = {
        "slug": lambda: whose.slug,
        "number": lambda: match_number(name),
        "after_round": lambda: 1,
        "table": lambda: 2,
        "key": lambda: "jahr" if is_of_club(name) else tables.latest("pk").pk,
        "helper": lambda: Helper.objects.get(tournament=tournament).pk,
        "token": lambda: player_token(entry_of(tournament, 1)) if is_a_player_s else token_of(tournament),
        "user_id": lambda: 1,
        "person": lambda: entry_of(tournament, 1).person.pk,
        "rest": lambda: "evenings/" if is_of_club(name) else "rounds/1/",
        "mark": lambda: "0" * 32,
        "upload": uuid4,
        "line": lambda: lines.latest("pk").pk,
        "club": lambda: tournament.club.pk,
        "invitation": lambda: tournament.club.invitations.get().pk,
        "name": lambda: kept_snapshots().snapshots[0].name,
        "book": lambda: "director",
        "year": lambda: 2026,
        "voucher": lambda: 1,
        "kind": lambda: "csv" if name in ("register_file", "all_matches_file") else "a4",
        "pk": lambda: 1,
        "prize": lambda: Prize.objects.filter(tournament=tournament).latest("pk").pk,
    }
    values = {
        parameter: other[parameter] if parameter in other else there[parameter]() for parameter in PARAMETERS[name]
    }
    return reverse(name, kwargs=values)


@pytest.fixture(scope="module")
def evening_of_a_club(lasting):
    """Set up once for all tests here: its key, and the cookies of whoever comes to it.

    The club has a name, its director directs the tournament, too. The first player has paid, both matches at table 2
    were written down; finals are planned. Everybody is there before the first test asks for them.
    """
    made = set_up_evening()
    give_its_club_a_past(made)
    made.entries.filter(number=1).update(paid_cents=800)
    Tournament.objects.filter(pk=made.pk).update(finals_players=4)
    made.refresh_from_db()
    vouch_for_payments(made)
    write_down(made)
    return made.pk, {role: come(made).cookies for role, come in ROLES.items()}


@pytest.fixture
def tournament(evening_of_a_club, db):
    return Tournament.objects.get(pk=evening_of_a_club[0])


@pytest.fixture
def everybody(evening_of_a_club):
    """A browser for every role."""
    browsers = {role: Client() for role in ROLES}
    for role, cookies in evening_of_a_club[1].items():
        browsers[role].cookies.update(cookies)
    return browsers


@pytest.fixture
def director(everybody):
    return everybody["director"]


@pytest.fixture(autouse=True)
def a_safe_copy(settings, tmp_path, tournament):
    """The only one there is; what is in it is the same for all these tests, so it is taken once."""
    settings.DATA_DIR = tmp_path
    if not A_COPY:
        take_snapshot(Reason.BY_HAND)
        taken = kept_snapshots().snapshots[0].file
        A_COPY.append((taken.relative_to(tmp_path), taken.read_bytes()))
    name, content = A_COPY[0]
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(content)


def match_number(name):
    """Of a list of matches, or of a match entered alone; else that of a round, a table or a player."""
    if name == "take_back_matches":
        return MatchImport.objects.filter(is_single=False).latest("pk").pk
    if name in ("single_match", "remove_single_match"):
        return ImportedMatch.objects.get(match_import__is_single=True).pk
    return 1


def give_its_club_a_past(tournament, name="BC Konstanz", place="Konstanz"):
    """A name, a season that is called by its key, a match of an earlier year, and an open invitation.

    Its director has set up the installation.
    """
    director = make_member("director")
    User.objects.filter(pk=director.pk).update(is_superuser=True)
    club = change_settings(tournament.club, by=director, name=name, place=place)
    begins, ends = tournament.date, tournament.date + timedelta(days=99)
    set_up_season(club, by=director, name="Jahr", begins=begins, ends=ends)
    first, second = (entry.name for entry in tournament.entries.order_by("number")[:2])
    matches = [NewMatch(date(2019, 1, 1), first, second, 5)]
    import_matches(club, by=director, name="2019", matches=matches, rating={})
    enter_match(club, by=director, match=matches[0])
    invite_to_club(club, by=director, role=MemberRole.HELPER.value)
    tournament.club.refresh_from_db()


@pytest.fixture(autouse=True)
def notices(settings):
    """Whoever runs the installation has written both."""
    settings.NOTICES = (Notice("imprint", "", "BC Konstanz"), Notice("privacy", "", "Wir löschen alles."))


def write_down(tournament):
    """The matches at table 2, as a transcript has them."""
    for pairing in Pairing.objects.filter(round__tournament=tournament, table=2):
        Transcript.objects.create(pairing=pairing, text=nameless(THREE_POINTS.read_bytes()))


def test_every_address_is_tested_here_at_the_doors_or_with_its_page():
    assert {*ADDRESSES, *DOORS, *OF_ONE_ACCOUNT, *OF_ONE_GUEST, *OF_THE_LIBRARY} == set(PARAMETERS)


class Seen(NamedTuple):
    """A page as it was answered, and what was written meanwhile."""

    status: int
    headers: str
    content: bytes
    written: list[str]


SEEN: dict[str, dict[str, Seen]] = {}


@pytest.fixture(params=["de", "en"])
def seen(request, tournament, director):
    """Every address that is read, as it is answered in a language to a browser that makes up the host; drawn once.

    Papers and files are asked for in one language only.
    """
    language = request.param
    if language not in SEEN:
        SEEN[language] = {}
        headers = {"accept-language": language, "host": MADE_UP}
        for name in named(readable) if language == "de" else named(readable, is_a_page):
            with override(language):
                address = path(name, tournament)
            with CaptureQueriesContext(connection) as asked:
                answer = director.get(address, {"order": "number"}, headers=headers)
            written = [one["sql"] for one in asked if one["sql"].startswith(WRITING)]
            SEEN[language][name] = Seen(answer.status_code, str(answer.headers), answer.content, written)
    return SEEN[language]


@pytest.mark.costly
def test_looking_at_any_of_them_changes_nothing(seen):
    expected = {name: (302 if name in LEADS_ON else 200, []) for name in seen}
    assert {name: (page.status, page.written) for name, page in seen.items()} == expected


@pytest.mark.costly
def test_no_page_believes_the_host_it_is_asked_for(seen):
    assert [name for name, page in seen.items() if MADE_UP in f"{page.headers} {page.content!r}"] == []


@pytest.mark.costly
def test_every_page_speaks_german_and_english(seen, request):
    spoken = {
        name: seen[name].content.decode().partition('lang="')[2][:2]
        for name in named(readable, is_a_page, lambda name: name not in {*LEADS_ON, *PART_OF_A_PAGE})
    }

    assert spoken == dict.fromkeys(spoken, request.node.callspec.params["seen"])


def who_tries(name):
    """At the edge stand who may least of those who are let in, and all who are not; who may most sends forms.

    What can be read, whoever may most has read for `seen`: to draw each paper and workbook once more takes long.
    """
    let_in = ADDRESSES[name][1]
    if TRIES_EVERYTHING or name == "home":
        return EVERYONE
    within = let_in[1:-1] if writable(name) else let_in[1:]
    return A_FEW if let_in == EVERYONE else [role for role in ROLES if role not in within]


def methods_tried(name, role):
    """A method that an address does not take is refused before it is asked who comes: one who may and one who may not
    are enough.
    """
    taken = ADDRESSES[name][0]
    two = "anonymous", ADDRESSES[name][1][0], "director"
    return [method for method in OF_A_VIEW if TRIES_EVERYTHING or method in taken or role in two]


@pytest.mark.costly
@pytest.mark.parametrize("let_in", sorted({whom for _methods, whom in ADDRESSES.values()}), ids=", ".join)
def test_every_role_gets_in_where_it_may_and_caches_keep_what_everybody_sees(let_in, tournament, everybody):
    before, found, expected = stored_rows(), {}, {}
    for name in named(is_for(let_in)):
        address = path(name, tournament)
        for role in who_tries(name):
            methods = methods_tried(name, role)
            # Each who is let in finds everything as it was.
            with transaction.atomic():
                found[name, role] = answered(everybody[role], address, methods)
                transaction.set_rollback(role in let_in)
            statuses = tuple(expected_status(name, role, method) for method in methods)
            expected[name, role] = statuses, KEPT_FOR_A_MOMENT if name in EVERYBODY_S else NEVER_KEPT

    assert found == expected
    assert stored_rows() == before
    assert [everybody[role].cookies.get("sessionid") for role in WITHOUT_LOGIN] == [None, None]


def test_an_address_that_takes_forms_alone_leads_to_the_page_around_it(tournament, director):
    found, expected = {}, {}
    for name in named(lambda name: not readable(name)):
        around = ("club_settings" if is_of_club(name) else "desk") if has("slug")(name) else "home"
        found[name] = director.get(path(name, tournament)).headers.get("Location")
        expected[name] = path(around, tournament)

    assert found == expected


def answered(browser, address, methods=METHODS):
    """With which status each method is answered, and how long caches on the way may keep what is shown."""
    answers = [browser.generic(method, address) for method in methods]
    said = answers[0]["Cache-Control"]
    is_private = {"private", "no-store"} <= set(said.split(", "))
    return tuple(answer.status_code for answer in answers), NEVER_KEPT if is_private else said


def expected_status(name, role, method):
    """What the address answers to a form or a question without content."""
    methods, roles = ADDRESSES[name]
    if method not in methods:
        return 302 if method == "GET" else 405
    if role not in roles:
        return 302 if role in WITHOUT_LOGIN else 403
    if method == "GET":
        has_home = role in (*ACCOUNT, "club's helper")
        return 302 if name in LEADS_ON or (name == "home" and not has_home) else 200
    return 422 if name in BESIDE_THE_FIELD else 302


@pytest.mark.parametrize("fields", [{}, {"is_closed": True}, {"draw_seed": ""}, {"boards": 1, "planned_rounds": 2}])
@pytest.mark.parametrize("played", [None, 0, 1, 2])
def test_a_helper_is_shown_nothing_they_may_not_use(played, fields):
    tournament = make_tournament(entries=5, played=played or 0)
    if played is not None:
        draw_next_round(tournament)
    Tournament.objects.update(**fields)
    helper = logged_in(make_helper(tournament))

    links = set()
    for address in ("", "desk/players/", "desk/rounds/1/", "desk/rounds/2/"):
        page = helper.get(f"/t/{tournament.slug}/{address}").content.decode()
        links |= set(re.findall('(?:href|action|hx-get|hx-post)="(/[^"?#]*)', page))

    shown = {resolve(link).url_name for link in links if not link.startswith("/static/")}
    assert shown - set(DOORS) - set(named(is_for(EVERYONE, DESK))) == set()


@pytest.mark.parametrize("name", DOORS)
def test_the_doors_answer_every_role_alike(name, tournament, everybody):
    address = path(name, tournament)
    roles = EVERYONE if TRIES_EVERYTHING else A_FEW

    found = {role: answered(everybody[role], address) for role in roles}

    at_the_desk_already = dict.fromkeys(DESK, (302, 405, 405, 405, 302)) if name == "join" else {}
    expected = {**dict.fromkeys(ROLES, DOORS[name]), **at_the_desk_already}
    assert found == {role: (expected[role], NEVER_KEPT) for role in roles}


@pytest.mark.parametrize("name", OF_ONE_ACCOUNT)
def test_what_one_account_has_brought_along_is_there_for_nobody_else(name, tournament, everybody):
    address = path(name, tournament)

    found = {role: answered(browser, address) for role, browser in everybody.items()}

    kept_out = dict.fromkeys(WITHOUT_LOGIN, 302) | dict.fromkeys(set(ROLES) - set(WITHOUT_LOGIN) - set(ACCOUNT), 403)
    answers = {role: kept_out.get(role, 404) for role in ROLES}
    assert found == {role: ((answer, 405, 405, 405, answer), NEVER_KEPT) for role, answer in answers.items()}


@pytest.mark.costly
@pytest.mark.parametrize("name", OF_ONE_GUEST)
def test_caches_never_keep_what_one_guest_has_asked_for(name, tournament, everybody):
    assert {answered(browser, path(name, tournament))[1] for browser in everybody.values()} == {NEVER_KEPT}


def test_a_guest_is_asked_to_log_in(tournament, client):
    before, found, expected = stored_rows(), {}, {}
    for name in named(is_for(ACCOUNT, CLUB, DESK, DIRECTOR)):
        address = path(name, tournament)
        desk = "club_settings" if is_of_club(name) else "desk"
        back = address if readable(name) else path(desk, tournament)
        answer = client.generic(ADDRESSES[name][0][0], address)
        found[name], expected[name] = (answer.status_code, answer["Location"]), (302, f"/login/?next={back}")

    assert found == expected
    assert stored_rows() == before


def test_a_page_in_place_whose_login_has_run_out_stays_as_it_is_and_is_told(tournament, client):
    page = path("desk_round", tournament)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}

    answers = [client.get(page, headers=headers), client.post(path("result", tournament), headers=headers)]

    assert [(answer.status_code, answer.content, "HX-Redirect" in answer) for answer in answers] == [
        (401, b"", False)
    ] * 2


@pytest.mark.parametrize("name", ["club_settings", "year_cash_pdf", "draw", "settings", "files", "excel"])
def test_whoever_is_kept_out_reads_why(name, tournament, helper):
    answer = helper.generic(ADDRESSES[name][0][0], path(name, tournament))

    assert (answer.status_code, answer.templates[0].name) == (403, "403.html")


@pytest.mark.costly
def test_a_tournament_or_club_that_is_not_there_is_not_found(tournament, director):
    found = {
        (name, method): director.generic(method, path(name, tournament, slug="nowhere")).status_code
        for name in named(has("slug"), lambda name: name not in ONLY_LEADS)
        for method in ADDRESSES[name][0]
    }

    assert found == dict.fromkeys(found, 404)


@pytest.mark.costly
@pytest.mark.parametrize("parameter", ["number", "after_round", "key", "helper", "line", "prize", "club", "invitation"])
def test_what_is_not_in_the_tournament_is_not_found(parameter, tournament, director):
    before = stored_rows()

    found = {
        (name, method, value): director.generic(method, path(name, tournament, **{parameter: value})).status_code
        for name in named(has(parameter), lambda name: name not in ONLY_LEADS and not name.endswith("_live"))
        for value in ((987_654, 10**18, 10**30) if name in COUNTED_FROM_0 else (0, 987_654, 10**18, 10**30))
        for method in ADDRESSES[name][0]
    }

    assert found == dict.fromkeys(found, 404)
    assert stored_rows() == before


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("result", "key"),
        ("correction", "key"),
        ("end_session", "helper"),
        ("undo", "line"),
        ("undo_in_club", "line"),
        ("take_back_matches", "number"),
        ("single_match", "number"),
        ("remove_single_match", "number"),
        ("end_member_invitation", "invitation"),
        ("change_season", "key"),
        ("club_player", "person"),
        ("change_prize", "prize"),
    ],
)
def test_what_belongs_to_another_tournament_or_club_is_not_found(name, parameter, tournament, director):
    address = path(name, tournament)

    if is_of_club(name):
        elsewhere = address.replace(tournament.club.slug, make_member("director", club=club_called("ulm")) and "ulm")
    else:
        elsewhere = address.replace(tournament.slug, "other")
    answer = director.generic(ADDRESSES[name][0][0], elsewhere)

    assert answer.status_code == 404


@pytest.mark.costly
def test_a_form_from_another_page_is_refused(tournament):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_director())
    before = stored_rows()

    found = {}
    for name in named(writable):
        answer = strict.post(path(name, tournament), {"name": "Zoë", "number": "2", "fee": "paid"})
        found[name] = answer.status_code, answer.templates[0].name

    assert found == dict.fromkeys(named(writable), (403, "403_csrf.html"))
    assert stored_rows() == before


# Those that are drawn by a row beside those of the forms, and one that nobody asks for.
FIELDS = (*field_names(), "fee", "ticked", "unknown")
GARBAGE = {
    "nothing": "",
    "blanks": " \u200b\u00a0 ",
    "NUL": "a\x00b",
    "control characters": "a\x1b\x07b",
    "letters": "abc",
    "minus": "-1",
    "huge number": "9" * 5000,
    "huge text": "x" * 30_000,
    "markup": "<script>alert(1)</script>",
    "broken code": "played/3/1/987654",
    "infinity": "1e999",
}


AS_A_BROWSER_SENDS_IT = "application/x-www-form-urlencoded"
IS_AN_ANSWER = {
    **dict.fromkeys(
        ("add_player", "save_player", "rename_person", "club_settings", "clubs"),
        ("letters", "minus", "markup", "broken code", "infinity"),
    ),
}


TAKES_INPUT = [name for name in named(writable) if name not in NEEDS_NO_INPUT]


@pytest.mark.parametrize(("number", "name"), [*enumerate(TAKES_INPUT)])
def test_nonsense_is_answered_with_a_sentence_and_changes_nothing(number, name, tournament, director):
    """At the edge of each three kinds another one for each address."""
    before, address = stored_rows(), path(name, tournament)
    for what in list(GARBAGE) if TRIES_EVERYTHING else list(GARBAGE)[number % 3 :: 3]:
        if what not in IS_AN_ANSWER.get(name, ()):
            sent = urlencode(dict.fromkeys(FIELDS, GARBAGE[what]))
            answer = director.post(address, sent, AS_A_BROWSER_SENDS_IT)

            assert says_what_is_wrong(answer, director), f"{what}: {answer.status_code}"
    assert stored_rows() == before


@pytest.mark.costly
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_nothing_at_all_is_answered_with_a_sentence_and_changes_nothing(headers, tournament, director):
    before = stored_rows()

    silent = [
        name
        for name in TAKES_INPUT
        if not says_what_is_wrong(director.post(path(name, tournament), {}, headers=headers), director)
    ]

    assert silent == []
    assert stored_rows() == before


def says_what_is_wrong(answer, browser):
    """With a sentence on the page, on the one to which it leads, or alone for the field in which it was typed."""
    if answer.status_code == 302 or "HX-Refresh" in answer:
        then = answer.get("Location", answer.wsgi_request.path.partition("/desk/")[0] + "/desk/")
        return len(list(browser.get(then, follow=True).context["messages"])) == 1
    if answer.status_code == 413:
        return turned_away_sentence("too_large") in answer.content.decode()
    if answer["Content-Type"].startswith("text/plain"):
        return answer.status_code == 422 and answer.content.decode().endswith(".")
    page = answer.content.decode()
    marks = ('class="problem', 'id="problem"', "invalid-feedback", "alert-danger", "The list contains no names")
    return answer.status_code == 422 and any(mark in page for mark in marks)


BEHIND_THE_QUESTION_MARK = ("", "a\x00b", "9" * 5000, GARBAGE["markup"])


@pytest.mark.costly
@pytest.mark.parametrize("garbage", BEHIND_THE_QUESTION_MARK, ids=["nothing", "NUL", "huge number", "markup"])
def test_nonsense_behind_the_question_mark_is_ignored(garbage, tournament, director):
    """At the edge of these another one for each address."""
    names = ("q", "name", "from", "v", "kind", "page", "share", "sort", "per_page", "unknown")
    place = BEHIND_THE_QUESTION_MARK.index(garbage)
    found = {}
    for name in named(readable, is_a_page) if TRIES_EVERYTHING else named(readable, is_a_page)[place::4]:
        for headers in ({}, {"HX-Request": "true"}):
            answer = director.get(path(name, tournament), dict.fromkeys(names, garbage), headers=headers)
            is_asked_for = name == "create" and garbage
            if answer.status_code not in ((404,) if is_asked_for else (200, 302)):
                found[name] = answer.status_code

    assert found == {}


@pytest.mark.costly
def test_a_public_page_is_the_same_bytes_for_everybody_and_leaves_nothing_behind(tournament, everybody, monkeypatch):
    # What the wall foretells is another one every few minutes.
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    known = (everybody[role] for role in ("anonymous", "player", "helper", "director"))
    browsers = [*known, Client(headers={"accept-language": "de"})]
    for browser in browsers:
        browser.cookies["anything"] = browser.cookies["django_language"] = "de"

    found = {}
    for name in [*PUBLIC, *PUBLIC_OF_CLUB, *LIVE_PARTS]:
        answers = [browser.get(path(name, tournament)) for browser in browsers]
        headers = {(answer.status_code, answer["Vary"], answer["Cache-Control"]) for answer in answers}
        cookies = [dict(answer.cookies) for answer in answers if answer.cookies]
        found[name] = len({answer.content for answer in answers}), headers, cookies

    assert found == dict.fromkeys(found, (1, {(200, "Accept-Encoding", KEPT_FOR_A_MOMENT)}, []))


def test_the_style_sheet_of_the_pages_for_everyone_has_every_rule_that_they_may_need(tournament, client, settings):
    static = settings.STATICFILES_DIRS[-1]
    part, whole = (PART.findall((static / f"tournament{name}.css").read_text("utf-8")) for name in ("-everyone", ""))
    of_players = PART.findall((static / "tournament-player.css").read_text("utf-8"))
    left_out = {name: rules((static / name).read_text("utf-8")) for name in whole if name not in part}
    addresses = [path(name, tournament) for name in [*PUBLIC, *PUBLIC_OF_CLUB, "ask_to_join", "my_match", "my_sheet"]]
    found = [path(name, tournament) + "?q=a" for name in ("find", "find_person")]
    signing_up = path("ask_to_join", make_tournament(opens_joining=True))
    asking = {"name": "Bo Kurz", "wish": "full", "request_key": uuid4()}

    pages = [(address, client.get(address)) for address in [*addresses, *found, signing_up]]
    pages += [(f"asked of {signing_up}", client.post(signing_up, asking, follow=True))]
    missing, seen = {}, set()
    for address, answer in pages:
        page = answer.content.decode()
        if "tournament-everyone" in page:
            theirs = named_in(page)
            seen |= theirs
            has_them = of_players if "tournament-player" in page else []
            for one in (left_out[name] for name in left_out if name not in has_them):
                missing |= {(address, selector): names for selector, names in one.items() if names <= theirs}

    # Of the desk and of the login page: the private page has its own rules in their place.
    elsewhere = {".panel h2", ".panel h2 small", ".languages .link", ".ways", ".sending > *"}
    assert {key: names for key, names in missing.items() if key[1] not in elsewhere} == {}
    assert {".find", ".person-row", ".own-ways", "#own", "table"} <= seen


@pytest.mark.costly
def test_a_browser_that_has_the_current_public_page_is_sent_304(tournament, client):
    found, expected = {}, {}
    for name in sorted(EVERYBODY_S):
        address = path(name, tournament)
        first = client.get(address)
        again = [client.get(address, headers={"if-none-match": tag}) for tag in (first["ETag"], 'W/"other"')]
        found[name] = [(answer.status_code, answer.content) for answer in again]
        expected[name] = [(304, b""), (200, first.content)]

    assert found == expected


@pytest.mark.parametrize(("language", "short"), [("de", "de"), ("en", "en"), ("xx", "en")])
def test_a_printed_address_leads_to_the_language_of_the_browser(language, short, tournament, client):
    answer = client.get(path("without_language", tournament) + "?v=1", headers={"accept-language": language})

    assert answer["Location"] == f"/{short}/t/{tournament.slug}/rounds/1/?v=1"


@pytest.mark.parametrize("name", [*PUBLIC, "seat"])
def test_the_live_part_of_a_public_page_is_sent_only_when_the_tournament_has_changed(name, tournament, client):
    newest = re.search('name="v" value="([^"]+)"', client.get(path("wall", tournament)).content.decode())[1]
    with_a_forecast = {"wall": newest, "player": PLAYER.edition_of(tournament), "seat": SEAT.edition_of(tournament)}
    version = with_a_forecast.get(name) or STANDINGS.edition_of(tournament)
    address = path(f"{name}_live", tournament)

    known, changed = (client.get(address, {"v": seen}) for seen in (version, "0"))

    if name == "costs":
        version = changed.content.decode().partition('name="v" value="')[2].partition('"')[0]
        known = client.get(address, {"v": version})
    assert (known.status_code, known.content) == (204, b"")
    assert (changed.status_code, changed.content.decode().count("<html")) == (200, 0)
    shows_its_version = f'id="version" name="v" value="{version}"' in changed.content.decode()
    assert shows_its_version is (name != "seat")


@pytest.mark.parametrize("name", LIVE)
def test_a_page_is_sent_anew_only_when_the_tournament_has_changed(name, tournament, director):
    ask = {"HX-Request": "true"}
    address = path(name, tournament)

    newest = re.search('name="v" value="([^"]+)"', director.get(address).content.decode())[1]

    known = director.get(address, {"v": newest}, headers=ask)
    changed = director.get(address, {"v": f"{tournament.version}-of-a-history-cut-off"}, headers=ask)
    whole = director.get(address, {"v": newest})

    assert (known.status_code, known.content) == (204, b"")
    assert [answer.content.decode().count("<html") for answer in (changed, whole)] == [0, 1]
    assert changed.content.decode().count(f'id="version" name="v" value="{newest}"') == 1
    assert whole.content.decode().count(f'id="version" name="v" value="{newest}"') == 1


@pytest.mark.costly
def test_a_name_that_is_markup_is_shown_as_it_is_written(tournament, director):
    markup = "<script>alert(1)</script>"
    Tournament.objects.update(
        name=markup, venue=markup, draw_seed=markup, treasurer=markup, surplus_note=markup, fee_cents=9900
    )
    Entry.objects.filter(paid_cents=None).update(name=markup, club=markup, fee_waived=markup)
    Entry.objects.exclude(paid_cents=None).update(name=markup, paid_to=markup, refunded_by=markup, refunded_cents=100)
    Prize.objects.update(description=markup)

    taken_literally = [
        name
        for name in named(readable, is_a_page)
        for headers in ({}, {"HX-Request": "true"})
        if b"<script>alert"
        in director.get(path(name, tournament), {"q": markup, "name": markup}, headers=headers).content
    ]

    assert taken_literally == []


# A name, the club of who has it, and what they are called where they are abbreviated: nothing else is written so.
MARKER, MARKED_CLUB, OWN_NAME = "Zyxomir", "Wexobar", "Quendolin"
OF_A_PLAYER = ("my_match", "my_sheet", "my_name")
# Unpacked as it is published, it is looked at file by file.
PACKED = {"web_pages", "club_web_pages"}
ABBREVIATED, HIDDEN = Wished(Wish.ABBREVIATED, f"{OWN_NAME} A."), Wished(Wish.HIDDEN)
AS_PLAYED = {
    "archive": "a backup between directors, with the wish",
    "club file": "a backup between directors, with the wish",
    "club_file": "the same, as it is saved at the desk",
    "receipt": "the books carry the full name",
    "cash_book_pdf": "the books carry the full name",
    "excel": "the workbook of the director, with the books",
    "journal_csv": "the journal of the desk tells what was typed",
    "register_file": "the register owns the full name",
    "practice": "nobody of the register: a wish there is said of the entry itself",
    "door_pdf": "who takes the fees ticks off whom they know",
    "all_matches_file": "the matches as they were played, for the directors of the club",
}
# Where the name of who has a wish, or is erased, is found although it was looked for, and why it may be there.
MAY_KEEP = {
    "abbreviated": AS_PLAYED,
    "hidden": AS_PLAYED,
    "erased": {
        "voucher.party": "the law asks a club to keep its books; erased from them once their period is over",
        "cash_book": "the vouchers of the evening, one by one",
        "cash_book_pdf": "the same on paper",
        "receipt": "a voucher as it was handed out",
        "excel": "the same in the director's workbook",
        "club_file": "the same, so that the vouchers keep the name when the club moves",
        "club file": "the same, as a file that was kept",
    },
}


@pytest.fixture
def marked(tournament):
    """The evenings on which somebody with the marker plays: one under way, one that is closed, and one of practice.

    In the register they are one person, under another spelling; they have signed up, paid, and played in earlier years.
    """
    by = make_member("director")
    change_entry(entry_of(tournament, 1), by=by, name=f"{MARKER} Marke", club=f"SC {MARKED_CLUB}")
    closed = marked_evening(f"{MARKER} Anders", date(2026, 10, 2), opens_joining=True, fee_cents=800)
    ask_to_join(closed, by=Guest("x"), request_key=uuid4(), name=f"{MARKER} Marke", club=f"SC {MARKED_CLUB}")
    set_fee(entry_of(closed, 1), by=by, paid=True)
    practice = marked_evening(f"{MARKER} Probe", date(2026, 10, 3), is_practice=True)
    person, other = (entry_of(evening, 1).person for evening in (tournament, closed))
    merge_persons(tournament.club, by=by, person=other.pk, into=person.pk)
    rename_person(tournament.club, by=by, person=person.pk, name=f"{MARKER} Alias")
    Voucher.objects.filter(entry=entry_of(tournament, 1)).update(party=f"{MARKER} Marke")
    for evening in (closed, practice):
        play_round(draw_next_round(evening))
    close_tournament(closed, by=by)
    return [Tournament.objects.get(pk=one.pk) for one in (tournament, closed, practice)]


def marked_evening(name, day, **details):
    return make_tournament(players=[NewPlayer(name, f"SC {MARKED_CLUB}"), NewPlayer("Bo")], date=day, **details)


def tell_of_the_marked(evenings):
    """Write the spelling of the register into every free text of the evenings and of the club, that of practice there;
    who has paid has no reason not to.
    """
    tables = [(model, way, evening) for model, way in texts_of_a_tournament() for evening in evenings]
    for model, way, whole in (*tables, *((model, way, evenings[0].club) for model, way in texts_of_a_club())):
        rows = model.objects.filter(**{way: whole.pk})
        spelling = "Probe" if whole == evenings[2] else "Alias"
        told = {field.name: f"by {MARKER} {spelling}, too" for field in texts_that_may_name(model)}
        if model is Entry:
            rows.filter(paid_cents=None).update(fee_waived=told.pop("fee_waived"))
            rows.exclude(paid_cents=None).update(paid_to=told.pop("paid_to"))
        else:
            rows.update(**told)


def pages_with(texts, browser, names, tournament):
    """By text the addresses at which this browser reads it."""
    found = {text: set() for text in texts}
    for name in names:
        read = text_of_answer(browser.get(path(name, tournament), {"q": "a"}, follow=True))
        for text in texts:
            if text in read:
                found[text].add(name)
    return found


def text_of_answer(answer):
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.get("Content-Type", "").partition(";")[0]
    reads = kind in READERS and answer.status_code == 200
    return READERS[kind](content) if reads else content.decode(errors="replace")


def pages_of_players_with_the_marker(tournament):
    """At the private links of the marked player and of who has played against them."""
    met = Pairing.objects.filter(Q(first__number=1) | Q(second__number=1), round__tournament=tournament)
    match = met.exclude(second=None).get()
    whoever = {entry.number == 1: entry for entry in (match.first, match.second)}
    players = {"their own": whoever[True], "the other": whoever[False]}
    return {
        f"{name} of {whose}"
        for whose, entry in players.items()
        for name in OF_A_PLAYER
        if MARKER
        in text_of_answer(
            Client().get(path(name, tournament, number=entry.number, token=player_token(entry)), follow=True)
        )
    }


def files_with_the_marker(evenings):
    """Of the backups, and of everything that is published of each evening; what is of practice says so."""
    under_way, closed, practice = evenings
    files = {"club file": dump_club(under_way.club)}
    for whose, evening in (("", under_way), ("", closed), ("practice", practice)):
        files[whose or "archive", evening.pk] = dump(evening)
        published = {"archive for publishing": dump(evening, for_publishing=True), **published_files(evening)}
        files |= {(whose or name, name, evening.pk): content for name, content in published.items()}
    return {
        name if isinstance(name, str) else name[0]
        for name, data in files.items()
        if MARKER in (text_of(data) if data.startswith(b"%PDF") else data.decode(errors="replace"))
    }


def columns_with_the_marker():
    return {
        f"{key[0]}.{column}"
        for key, row in stored_rows().items()
        for column, value in dict(row).items()
        if any(text in str(value) for text in (MARKER, MARKED_CLUB))
    }


@pytest.mark.costly
@pytest.mark.parametrize("wished", [ABBREVIATED, HIDDEN], ids=["abbreviated", "hidden"])
def test_who_wishes_it_is_named_in_full_on_no_page_of_everyone_and_on_no_paper_that_lies_about(
    wished, marked, client, director
):
    """On the screens of the desk the name stands as it was played, so these are not looked at."""
    under_way = marked[0]
    is_file_of_desk = lambda name: not is_a_page(name) and not is_for(EVERYONE)(name) and name not in PACKED  # noqa: E731
    of_everyone = named(readable, is_for(EVERYONE))
    in_full = pages_with([MARKER], client, of_everyone, under_way) if wished is ABBREVIATED else None

    set_appearance(entry_of(under_way, 1), by=make_director(), wished=wished)

    found = pages_with([MARKER, OWN_NAME], client, of_everyone, under_way)
    found[MARKER] |= pages_with([MARKER], director, named(readable, is_file_of_desk), under_way)[MARKER]
    found[MARKER] |= pages_of_players_with_the_marker(under_way) | files_with_the_marker(marked)
    assert found[MARKER] == set(MAY_KEEP[wished.wish.value])
    if in_full:
        assert found[OWN_NAME] == in_full[MARKER]
        assert len(in_full[MARKER]) > 40


@pytest.mark.costly
def test_who_is_erased_is_named_on_no_page_of_any_role_in_no_file_and_no_column_but_the_books(
    marked, director, everybody
):
    tell_of_the_marked(marked)
    under_way, _closed, practice = marked
    (person,) = registered_of(User.objects.get(username="director"), [entry_of(under_way, 1).person.real_id])
    forget_registered(person.registered, by=make_director(), entries=person.entries, requests=person.requests)
    forget_person(entry_of(practice, 1), by=make_director())

    texts = (MARKER, MARKED_CLUB)
    found = columns_with_the_marker() | files_with_the_marker(marked) | pages_of_players_with_the_marker(under_way)
    found |= set().union(
        *pages_with(texts, director, named(readable, lambda name: name not in PACKED), under_way).values()
    )
    for role, let_in in (("helper", DESK), ("club's helper", CLUB_HELPERS), ("operator", WITH_ACCOUNT)):
        found |= pages_with([MARKER], everybody[role], named(readable, is_for(let_in)), under_way)[MARKER]
    assert found == set(MAY_KEEP["erased"])


def text_of(pdf):
    return "".join(leaf.extract_text() for leaf in PdfReader(BytesIO(pdf)).pages)


def cells_of(workbook):
    return "\n".join(str(cell) for sheet in load_workbook(BytesIO(workbook)) for row in sheet.values for cell in row)


READERS = {"application/pdf": text_of, XLSX: cells_of}


# What opens in a tab of its own beside the desk: pages for everyone, and a login after which the desk goes on.
BESIDE_THE_DESK = {*PUBLIC, *PUBLIC_OF_CLUB, *PLAIN_PAGES, "tournament", "private_link", "login"}


def linked_from(answer):
    """The addresses of a page's links within the program, and of those that open in a tab of their own."""
    here, beside = set(), set()
    for link in re.findall(r"<a\s[^>]*>", answer.content.decode()):
        address = unescape(re.search('href="([^"#]*)', link)[1]).removeprefix(program.PUBLIC_URL)
        if address.startswith("/"):
            (beside if "_blank" in link else here).add(address)
    return here, beside


def header_of(answer):
    return answer.content.decode().partition("</header>")[0]


def walk_through_the_desk(browser, begins_at, of_each_kind):
    """Follow every link, to so many pages of each kind; say where one leads out, or to a page without the header."""
    wrong: set[str] = set()
    tried, waiting = Counter(), [begins_at]
    while waiting:
        here = waiting.pop()
        answer = browser.get(here, follow=True)
        if answer.status_code != 200 or "header-menu" not in header_of(answer):
            wrong.add(f"{here} has not the header of the desk")
        links, beside = linked_from(answer)
        wrong |= {f"{here} opens {one}" for one in beside if is_a_page(of(one)) and of(one) not in BESIDE_THE_DESK}
        wrong |= {f"{here} leads out to {one}" for one in links if of(one) in BESIDE_THE_DESK}
        for address in {one for one in links if is_a_page(of(one)) and of(one) not in BESIDE_THE_DESK}:
            tried[of(address)] += 1
            if tried[of(address)] <= of_each_kind:
                waiting.append(address)
    return wrong


def of(address):
    """The name of the view at an address."""
    return resolve(address.partition("?")[0]).url_name


@pytest.mark.costly
@pytest.mark.parametrize(("state", "of_each_kind"), [("begins", 1), ("runs", 2), ("is closed", 1)])
def test_no_link_of_the_desk_leads_out_of_it(state, of_each_kind, tournament, everybody):
    if state == "begins":
        tournament.rounds.all().delete()
    elif state == "is closed":
        Tournament.objects.filter(pk=tournament.pk).update(is_closed=True)

    by_director = walk_through_the_desk(everybody["director"], "/", of_each_kind)
    by_helper = walk_through_the_desk(everybody["helper"], f"/t/{tournament.slug}/desk/players/", of_each_kind)

    assert by_director | by_helper == set()


def test_a_language_chosen_by_hand_counts_more_than_the_browser_s(tournament, client):
    client.post(reverse("set_language"), {"language": "de", "next": "/"}, headers={"accept-language": "en"})

    answer = client.get(path("tournament", tournament), headers={"accept-language": "en"}, follow=True)

    assert answer.content.decode().count('<html lang="de"') == 1


@pytest.mark.costly
def test_a_closed_tournament_changes_by_no_form_but_reopening(tournament, director):
    data = dict.fromkeys(FIELDS, "1") | {
        "name": "Zoë",
        "fee": "paid",
        "date": "2026-11-20",
        "language": "de",
        "paper": "a4",
        "reporting": "both",
    }
    Tournament.objects.update(is_closed=True)
    before = stored_rows()

    for name in named(writable, has("slug"), lambda name: not is_of_club(name)):
        if name != "reopen" and name not in ABOUT_HELPERS | TOLD_LATER:
            assert director.post(path(name, tournament), data).status_code in (302, 422)

    assert stored_rows() == before
