"""The server is killed at random moments while four people enter, and loses nothing that it said was in.

SIGKILL ends the process, not the machine: what the operating system has taken over still reaches the disk. A power cut
is another matter, which no test here can show; against it stand WAL and `synchronous=FULL`, by which SQLite waits for
the disk itself before a commit is answered.

Six kills with `make test`, a thousand with `make soak`. A failure prints the seed of its random moments: given as
SOAK_SEED, the test of six kills has the same again.
"""

import os
import secrets
import time
from collections import Counter
from http.client import HTTPException
from random import Random
from threading import Thread

import pytest
from django.db import connection

from tests.faults.conftest import tournament_of_all
from tests.faults.inspection import complaints_of_the_file
from tests.faults.writers import Writer, said_in, work
from tournament.models import JournalLine, Tournament

SEED = os.environ.get("SOAK_SEED") or secrets.token_hex(4)
KILLS = int(os.environ.get("SOAK_KILLS") or 1000)
KILLS_OF_A_TOURNAMENT = 20
A_FEW_KILLS = 6
WRITERS = 4
MOST_ENTRIES_BEFORE_A_KILL = 12
LONGEST_DELAY = 0.04


class Evening:
    """A server, its writers, and how far the journal was known to be right."""

    def __init__(self, server, tournament, seed):
        self.server = server
        self.chance = Random(seed)
        self.writers = [
            Writer(f"writer {index}", index, WRITERS, slug=tournament.slug, port=server.port)
            for index in range(WRITERS)
        ]
        self.version = Tournament.objects.get().version

    def work_until_killed(self):
        """All enter at once; after a few acknowledged entries and a moment more the server is gone."""
        for writer in self.writers:
            writer.acknowledged, writer.in_flight = [], None
        threads = [Thread(target=self._work, args=(writer, self.chance.random())) for writer in self.writers]
        for thread in threads:
            thread.start()
        wanted = self.chance.randint(1, MOST_ENTRIES_BEFORE_A_KILL)
        while self._acknowledged() < wanted and all(thread.is_alive() for thread in threads):
            time.sleep(0.001)
        assert self._acknowledged() >= wanted, "a writer has got no answer before the server was killed"
        time.sleep(self.chance.choice([0, self.chance.uniform(0, LONGEST_DELAY)]))
        self.server.kill()
        for thread in threads:
            thread.join()

    def _acknowledged(self):
        return sum(len(writer.acknowledged) for writer in self.writers)

    def _work(self, writer, seed):
        try:
            work(writer, Random(seed), directs=writer is self.writers[0])
        except (OSError, HTTPException):
            writer.forget_connection()

    def lost_or_invented(self):
        """What was acknowledged but left no line, or left one without having been said, by writer."""
        lines = JournalLine.objects.filter(version__gt=self.version).order_by("version")
        self.version = Tournament.objects.get().version
        wrong = []
        for writer in self.writers:
            stands = [said_in(line) for line in lines if line.by_name == writer.name]
            unanswered = [] if writer.in_flight is None else [writer.in_flight]
            if stands not in (writer.acknowledged, writer.acknowledged + unanswered):
                wrong.append((writer.name, stands, writer.acknowledged, unanswered))
        return wrong


def kill_again_and_again(server, inspect, *, seed, kills):
    """The server is started, killed under its writers, and what it leaves behind is inspected."""
    print(f"SOAK_SEED={seed}")
    evening = Evening(server, tournament_of_all(entries=12), seed)
    server.begin()
    acknowledged = unanswered = 0
    for kill in range(1, kills + 1):
        server.wait_until_it_runs()
        evening.work_until_killed()
        assert complaints_of_the_file() == []
        # While the next one sets itself up there is time to look at everything.
        server.begin()
        assert evening.lost_or_invented() == [], f"after kill {kill}"
        inspect()
        acknowledged += sum(len(writer.acknowledged) for writer in evening.writers)
        unanswered += sum(writer.in_flight is not None for writer in evening.writers)
        connection.close()
    assert [writer.unexpected for writer in evening.writers] == [[]] * WRITERS
    assert server.complaints.read_text("utf-8") == ""
    actions = Counter(JournalLine.objects.values_list("action", flat=True))
    print(f"{kills} kills, {acknowledged} acknowledged, {unanswered} unanswered, {dict(actions)}")


@pytest.mark.long
def test_six_kills_lose_nothing_that_was_acknowledged_and_leave_nothing_half_done(server, inspect):
    kill_again_and_again(server, inspect, seed=SEED, kills=A_FEW_KILLS)


@pytest.mark.soak
@pytest.mark.parametrize("evening", range(1, -(-KILLS // KILLS_OF_A_TOURNAMENT) + 1))
def test_as_many_kills_as_are_asked_for(server, inspect, evening):
    kill_again_and_again(server, inspect, seed=f"{SEED}-{evening}", kills=KILLS_OF_A_TOURNAMENT)
