"""A club writes its imprint and its privacy notice."""

import pytest

from tests.factories import make_member, make_stranger, only_club
from tournament.actions.clubs import club_called, write_club_notices
from tournament.actions.journal import history, redo, undo
from tournament.engine.refusals import Refused
from tournament.phrases.journal import journal_sentence
from tournament.queries.clubs import mark_of, stored_notices

pytestmark = pytest.mark.django_db
GERMAN, ENGLISH, PRIVACY = ("imprint", "de"), ("imprint", "en"), ("privacy", "de")


def write(texts, by=None, expected=None, club=None):
    club = club or only_club()
    seen = mark_of(stored_notices(club)) if expected is None else expected
    write_club_notices(club, texts, expected=seen, by=by or make_member("ada"))


def test_each_text_is_written_changed_and_emptied_with_a_line_in_the_journal_and_can_be_undone():
    write({GERMAN: "Verein", ENGLISH: "Club", PRIVACY: ""})
    write({GERMAN: "Verein in Ulm", ENGLISH: "", PRIVACY: "Daten"})
    written = stored_notices(only_club())
    undo(history(only_club()).undoable, by=make_member("ada"))
    undone = stored_notices(only_club())
    redo(history(only_club()).redoable, by=make_member("ada"))

    assert written == {GERMAN: "Verein in Ulm", PRIVACY: "Daten"}
    assert undone == {GERMAN: "Verein", ENGLISH: "Club"}
    assert stored_notices(only_club()) == written
    lines = only_club().journal.filter(action="notices_written").order_by("version")
    sentences = [journal_sentence(line.action, line.facts) for line in lines]
    assert sentences == ["text changed: Imprint", "text changed: Imprint, Privacy"]


def test_the_same_sent_twice_is_written_once():
    before = mark_of(stored_notices(only_club()))
    for _press in range(2):
        write({GERMAN: "Verein"}, expected=before)

    assert only_club().version == 1


def test_what_somebody_else_has_written_since_the_page_was_opened_stays():
    before = mark_of(stored_notices(only_club()))
    write({GERMAN: "Verein"})

    with pytest.raises(Refused, match="notices_changed_meanwhile"):
        write({GERMAN: "Anderer Verein"}, expected=before, by=make_member("bo"))

    assert stored_notices(only_club()) == {GERMAN: "Verein"}


def test_nobody_writes_for_a_club_that_they_do_not_direct():
    other = make_member("eve", club=club_called("other"))

    for stranger in (make_stranger(), other):
        with pytest.raises(Refused, match="not_allowed"):
            write({GERMAN: "Verein"}, by=stranger)
