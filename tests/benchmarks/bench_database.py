"""From the last result to the next round stored, beside the same rows through bare sqlite3: `make bench`."""

import os
import sqlite3
import tempfile
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tournament.actions.rounds import draw_round  # noqa: E402
from tournament.archive.format import write_archive  # noqa: E402
from tournament.archive.storing import restore  # noqa: E402
from tournament.models import Pairing, Round, Tournament  # noqa: E402
from tournament.simulation.tournaments import simulate  # noqa: E402

PLAYERS, ROUNDS, REPEATS = 10_000, 8, 5


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    director = User.objects.create(username="director")
    tournament = stored_tournament()
    bare = BareDatabase(tournament)
    seconds = measure(
        {
            "the same rows through bare sqlite3": bare.read_and_store,
            "draw_round": lambda: draw_round(tournament, by=director, number=ROUNDS + 1),
            "(taken back between two runs)": lambda: take_round_back(tournament, bare),
        },
        REPEATS,
    )
    del seconds["(taken back between two runs)"]
    report(f"{PLAYERS:,} players: round {ROUNDS + 1} drawn and stored", seconds, "the same rows through bare sqlite3")


def stored_tournament() -> Tournament:
    archive = simulate("bench", "plain", PLAYERS, ROUNDS)
    tournament = restore(write_archive(archive, ()), by=None).tournament
    Tournament.objects.filter(pk=tournament.pk).update(is_closed=False, planned_rounds=ROUNDS + 1)
    tournament.refresh_from_db()
    return tournament


def take_round_back(tournament: Tournament, bare: "BareDatabase") -> None:
    bare.connection.execute("DELETE FROM pairing WHERE round > ?", (ROUNDS,))
    Pairing.objects.filter(round__tournament=tournament, round__number=ROUNDS + 1).delete()
    Round.objects.filter(tournament=tournament, number=ROUNDS + 1).delete()


class BareDatabase:
    """The facts the next round needs and the rows it makes, in a plain SQLite file with the same promises."""

    def __init__(self, tournament: Tournament) -> None:
        self.connection = sqlite3.connect(Path(tempfile.mkdtemp()) / "bare.sqlite3", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute(
            "CREATE TABLE pairing (id INTEGER PRIMARY KEY, round INT, position INT, board INT, first INT, second INT,"
            " outcome TEXT, first_points INT, second_points INT, winner INT)"
        )
        columns = ("round__number", "position", "table", "first_id", "second_id", "outcome", "first_points")
        rows = Pairing.objects.filter(round__tournament=tournament).values_list(*columns, "second_points", "winner_id")
        self.last = [row for row in rows if row[0] == ROUNDS]
        self.connection.execute("BEGIN IMMEDIATE")
        self._store(list(rows))
        self.connection.execute("COMMIT")

    def read_and_store(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("SELECT * FROM pairing WHERE round <= ? ORDER BY position", (ROUNDS,)).fetchall()
        self._store([(ROUNDS + 1, *row[1:5], "pending", None, None, None) for row in self.last])
        self.connection.execute("COMMIT")

    def _store(self, rows: list[tuple]) -> None:
        self.connection.executemany(
            "INSERT INTO pairing (round, position, board, first, second, outcome, first_points, second_points, winner)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )


if __name__ == "__main__":
    main()
