"""Evenings from short text."""

from tournament.season.record import Attendance, EveningRecord, Match


def evening(text, *, matches="", is_running=False, left=0):
    """`"1 2 3"`: persons by place; `"1 2=3"`: the lot alone has put 3 behind 2; `"1:4"`: with four match wins.

    `matches` as `"1-2 3-1"`, the winner first.
    """
    attendances = []
    for group in text.split():
        equal_from = len(attendances) + 1
        for member in group.split("="):
            person, _colon, wins = member.partition(":")
            attendances.append(Attendance(int(person), len(attendances) + 1, equal_from, int(wins or 0), left))
    return EveningRecord(tuple(attendances), played(matches), is_running)


def played(text, *, length=1):
    """`"1-2 3-1"`: 1 has won against 2, then 3 against 1; `"1-2/7"` a match to 7."""
    return tuple(_match(word, length) for word in text.split())


def _match(word, length):
    players, _slash, to = word.partition("/")
    winner, loser = players.split("-")
    return Match(int(winner), int(loser), int(to or length))
