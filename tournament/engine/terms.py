"""The outcomes and criteria that the rules know, and what each outcome counts for.

| outcome          | match wins             | point difference            | Buchholz | the two have met        |
| ---------------- | ---------------------- | --------------------------- | -------- | ----------------------- |
| `played`         | winner 1               | counted points for - against| yes      | yes                     |
| `forfeit`        | winner 1               | winner + unplayed_win_points| no       | no; winner has met bye  |
| `double_forfeit` | none                   | 0 each                      | no       | no                      |
| `stopped`        | who is ahead 1, or none| counted points for - against| yes      | yes                     |
| `bye`            | 1                      | + unplayed_win_points       | no       | the player has met bye  |
| `pending`        | none yet               | none yet                    | no       | no                      |
"""

from enum import StrEnum


class Outcome(StrEnum):
    PLAYED = "played"
    FORFEIT = "forfeit"
    DOUBLE_FORFEIT = "double_forfeit"
    STOPPED = "stopped"
    BYE = "bye"
    PENDING = "pending"


class Criterion(StrEnum):
    """What can separate a row of a ranking from the row above; `criteria.py` has how each is counted.

    Two separate only rows of the ranking as it is shown (`finals.py`): `FINALS` those of different levels after a
    knock-out, `TOOK_PART` those who have left without having taken part from everybody else.
    """

    MATCH_WINS = "match_wins"
    POINT_DIFFERENCE = "point_difference"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    SONNEBORN_BERGER = "sonneborn_berger"
    POINTS_WON = "points_won"
    HEAD_TO_HEAD = "head_to_head"
    LOT = "lot"
    FINALS = "finals"
    TOOK_PART = "took_part"


Ranking = tuple[Criterion, ...]
"""The criteria of a tournament between the match wins, always first, and the lot, always last."""

KONSTANZ: Ranking = (Criterion.POINT_DIFFERENCE, Criterion.BUCHHOLZ, Criterion.HEAD_TO_HEAD)
