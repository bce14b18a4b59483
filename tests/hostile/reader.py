"""Reads files as the program does, each in a process of its own that gets so much memory and time and no more.

It is told a kind and a file a line, and answers each with what the reading ended in and how much memory it took.
"""

import os
import resource
import sys
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path

from tournament.archive.checks import read_archive
from tournament.archive.club_format import read_club
from tournament.engine.refusals import Refused
from tournament.imports.match_lists import read_match_list
from tournament.imports.player_lists import read_file, read_pasted, read_players
from tournament.snapshots.reading import archives_in, tournaments_in
from tournament.transcripts.reading import read_transcript

MOST_MEGABYTES = 250
MOST_SECONDS = 10
READERS: dict[str, Callable[[Path], object]] = {
    "backup": lambda file: archives_in(file, [tournament.slug for tournament in tournaments_in(file)]),
    "archive": lambda file: read_archive(file.read_bytes()),
    "club": lambda file: read_club(file.read_bytes()),
    "transcript": lambda file: read_transcript(file.read_bytes()),
    "players": lambda file: read_players(read_file(BytesIO(file.read_bytes())), ()),
    "pasted": lambda file: read_players(read_pasted(file.read_text("utf-8", "replace")), ()),
    "matches": lambda file: read_match_list(BytesIO(file.read_bytes()), date(2026, 11, 22)),
}


def serve() -> None:
    """Answer until nobody asks any more."""
    for line in sys.stdin:
        kind, _blank, file = line.rstrip("\n").partition(" ")
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            outcome = _outcome(kind, Path(file))
            os.write(writing, f"{outcome} {_megabytes('VmHWM')}".encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answered:
            answer = answered.read()
        os.waitpid(child, 0)
        print(answer or "killed 0", flush=True)


def _outcome(kind: str, file: Path) -> str:
    # The kernel counts address space, of which libraries take a lot without using it.
    unused = _megabytes("VmSize") - _megabytes("VmRSS")
    most = (MOST_MEGABYTES + unused) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    try:
        READERS[kind](file)
    except Refused as refused:
        return refused.code
    except BaseException as error:
        return type(error).__name__
    return "read"


def _megabytes(what: str) -> int:
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status[what].split()[0]) // 1024
