"""What a snapshot is called."""

from datetime import UTC, datetime

import pytest

from tournament.snapshots.names import Reason, SnapshotName, read_name

EVENING = datetime(2026, 11, 21, 19, 15, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        (SnapshotName(EVENING, Reason.BY_HAND), "2026-11-21_20-15-03_by-hand.sqlite3"),
        (SnapshotName(EVENING, Reason.BEFORE_UPGRADE), "2026-11-21_20-15-03_before-upgrade.sqlite3"),
        (
            SnapshotName(EVENING, Reason.BEFORE_ROUND, 3, "bodensee-open_2026"),
            "2026-11-21_20-15-03_before-round-3_bodensee-open_2026.sqlite3",
        ),
        (
            SnapshotName(EVENING, Reason.BEFORE_DELETION, slug="bodensee-open_2026"),
            "2026-11-21_20-15-03_before-deletion_bodensee-open_2026.sqlite3",
        ),
        (SnapshotName(EVENING, Reason.BY_HAND, is_dump=True), "2026-11-21_20-15-03_by-hand.dump"),
    ],
)
def test_a_name_says_when_on_the_club_s_wall_and_why_and_is_read_back(name, written):
    assert (str(name), read_name(written)) == (written, name)


@pytest.mark.parametrize(
    "text",
    [
        "tournaments.sqlite3",
        "2026-11-21_20-15-03.sqlite3",
        "2026-11-21_20-15-03_by-hand.sqlite3-journal",
        "2026-13-21_20-15-03_by-hand.sqlite3",
        "2026-11-21_20-15-03_before-round-0_x.sqlite3",
        "2026-11-21_20-15-03_before-round-1_../../x.sqlite3",
        "2026-11-21_20-15-03_before-deletion_../../x.sqlite3",
        "2026-11-21_20-15-03_before-deletion.sqlite3",
        "2026-11-21_20-15-03_of-mine.sqlite3",
        ".draft-abc",
        "",
    ],
)
def test_any_other_file_is_none_of_ours(text):
    assert read_name(text) is None
