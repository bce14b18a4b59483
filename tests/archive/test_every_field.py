"""Every field of every model that an archive or the file of a club carries is set, written, read and compared.

A new field has a value in `home_club.py` by itself. As long as a file does not carry it, a test fails, and says so.
"""

import pytest
from django.apps import apps

from tests.archive.home_club import make_home_club
from tests.archive.stored_fields import fields_of, rows_of_club, rows_of_tournaments, stored_columns
from tournament.actions.clubs import club_called
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.models import Club, Voucher

pytestmark = pytest.mark.django_db

# By the name of each model that no file carries, why not.
MODELS_LEFT_OUT = {
    "ClubInvitation": "lets an account into a club of this installation",
    "Helper": "is a user of this installation",
    "Invitation": "lets helpers into this installation",
    "JoinRequest": "is answered where it was sent",
    "JournalLine": "tells what was done with the rows of this installation",
    "Membership": "belongs to an account of this installation",
    "NoticeText": "is of the installation, not of a club",
    "PrintedAddress": "is an address of this installation",
    "Report": "waits where it was sent until the result is entered",
    "SaidWord": "keeps what a page has said from entering here once more",
    "SheetChanges": "tells the phones that keep a score sheet here what they have seen of it",
    "Transcript": "tells how two people play, which is not needed to check a tournament",
}
# By the name of each field that a file leaves out, why.
BY_BOTH = {
    "Entry.is_here": "who is in the room is seen in that room",
    "Entry.link_count": "private links lead to one installation",
    "Game.words": "the score sheet of a game is not needed once the game is over",
    "Pairing.changed_at": "is for those who have looked at a round already",
    "Tournament.co_directors": "are accounts of this installation",
    "Tournament.director": "is whoever imports the tournament",
    "Tournament.finals_as_set": "is given back by undo, and with the first round of the finals, where they were drawn",
    "Tournament.request_key": "is of the form that made the tournament here",
    "Tournament.settled_edition": "is counted anew",
    "Tournament.slug": "has to be free in the installation",
    "Tournament.stamp": "is of one tournament alone",
    "Tournament.version": "is counted anew",
}
STAYS_BEHIND = {
    "archive": BY_BOTH
    | {
        "Entry.person": "is whoever has the name in the register of the club that imports",
        "Erasure.club": "is the club that imports",
        "Tournament.club": "is the club that imports",
        "Voucher.booked_on": "is a day in the books of the club that imports",
        "Voucher.club": "is the club that imports",
        "Voucher.printed_number": "says what stood on the paper, of numbers in the run, too; a test below compares it",
        "Voucher.year": "is of the books of the club that imports",
        "Voucher.year_number": "is of the run of one club; it comes as `printed_number`",
    },
    "club_file": BY_BOTH
    | {
        "Club.requires_second_factor": "is of the accounts of this installation",
        "Club.slug": "has to be free in the installation",
        "Club.stamp": "is of one club alone",
        "Club.version": "is counted anew",
    },
}


def bring_archives(home, empty):
    for tournament in home.tournaments.order_by("date"):
        restore(dump(tournament), by=None, club=empty)


def bring_club_file(home, empty):
    restore_club(read_club(dump_club(home)), empty, by=None)


BRING = {"archive": bring_archives, "club_file": bring_club_file}
READ = {"archive": lambda club: rows_of_tournaments(club.tournaments.all()), "club_file": rows_of_club}
BOTH = pytest.mark.parametrize("file", STAYS_BEHIND)


@pytest.fixture(scope="module")
def home(lasting):
    return make_home_club()


def brought(home, file):
    """Bring the home club into an empty one by the file, and return that."""
    try:
        BRING[file](home, club_called("empty"))
    except Refused as refused:
        refused.add_note(
            f"The program refuses what it wrote into its {file}. What is written has to be read in tournament/archive;"
            " a new field whose value cannot be read needs another one in tests/archive/home_club.py."
        )
        raise
    return Club.objects.get(slug="empty")


def test_every_model_is_carried_or_has_a_reason_to_be_left_out(home):
    models = {model.__name__ for model in apps.get_app_config("tournament").get_models()}

    assert models == {model.__name__ for model in rows_of_club(home)} | MODELS_LEFT_OUT.keys()


def test_every_field_says_something(home):
    rows = rows_of_club(home)
    fields = fields_of(rows)

    silent = [
        f"{key} is empty or at its default in the whole club: give it a value in tests/archive/home_club.py"
        for key, values in stored_columns(rows).items()
        if all(value in (None, "", [], fields[key].get_default()) for value in values)
    ]

    assert silent == [], "\n".join(silent)


@BOTH
def test_every_field_comes_back_or_has_a_reason_to_stay_behind(home, file):
    before, after = (stored_columns(READ[file](club)) for club in (home, brought(home, file)))

    lost = [
        f"{key} is lost by the {file}: carry it, as tournament/README.md says of something stored,"
        " or say in STAYS_BEHIND why not"
        for key in before
        if before[key] != after[key] and key not in STAYS_BEHIND[file]
    ]

    assert lost == [], "\n".join(lost)


@BOTH
def test_every_reason_is_of_a_field_that_stays_behind(home, file):
    before, after = (stored_columns(READ[file](club)) for club in (home, brought(home, file)))

    needless = [
        f"{key} is carried by the {file}, or is no field: take it out of STAYS_BEHIND"
        for key in STAYS_BEHIND[file]
        if key not in before or before[key] == after[key]
    ]

    assert needless == [], "\n".join(needless)


def test_a_voucher_that_came_in_an_archive_says_the_number_on_its_paper(home):
    labels = [
        [voucher.label for voucher in READ["archive"](club)[Voucher]] for club in (home, brought(home, "archive"))
    ]

    assert labels[0] == labels[1]
