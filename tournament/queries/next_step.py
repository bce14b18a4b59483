"""The director's next step: what the rules allow now, and how it stands in the header of every page of the desk."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.record import TournamentRecord
from tournament.models import Round, Tournament
from tournament.queries.closing import closing_of, open_tables
from tournament.queries.evening import Evening, evening_of
from tournament.queries.presence import missed_players


class DirectorStep(StrEnum):
    """What the director does next."""

    ENTER_PLAYERS = "enter_players"
    DRAW = "draw"
    RELEASE = "release"
    ENTER_RESULTS = "enter_results"
    PAIR = "pair"
    CLOSE = "close"
    CLOSED = "closed"


class Readiness(StrEnum):
    """Whether the step can be taken: at once, once something open has been asked about, or not yet."""

    READY = "ready"
    CAN = "can"
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The step, the round it is about, how many play in the next one, and whether the last planned one is paired."""

    step: DirectorStep
    round_number: int
    present: int
    next_round: int
    is_last_round: bool


@dataclass(frozen=True, slots=True)
class DeskStep:
    """The step, the round it is about, and how far it is.

    `count` says how many: tables that are open (`ENTER_RESULTS`), players who are missed (`CAN`), else players who
    will play. `is_last_round` says that no planned round follows the last one paired.
    """

    step: DirectorStep
    readiness: Readiness
    round_number: int
    count: int
    is_last_round: bool


def next_step(tournament: Tournament, record: TournamentRecord) -> NextStep:
    """What can be done next; `ENTER_PLAYERS` and `ENTER_RESULTS` say what is still missing for the next round.

    "Fewer than two present: no round": then too the tournament can be closed.
    """
    paired_count = len(record.rounds)
    present = len(record.present(paired_count + 1))
    if tournament.is_closed:
        step = DirectorStep.CLOSED
    elif record.completed_rounds < paired_count:
        step = DirectorStep.ENTER_RESULTS
    elif paired_count == 0:
        step = DirectorStep.DRAW if present > 1 else DirectorStep.ENTER_PLAYERS
    elif paired_count >= tournament.planned_rounds or present < 2:
        step = DirectorStep.CLOSE
    else:
        step = DirectorStep.PAIR
    is_about_next = step in (DirectorStep.DRAW, DirectorStep.ENTER_PLAYERS, DirectorStep.PAIR)
    return NextStep(
        step, paired_count + is_about_next, present, paired_count + 1, paired_count >= tournament.planned_rounds
    )


def desk_step(tournament: Tournament, newest: Round | None, evening: Evening | None = None) -> DeskStep:
    """What the director does next; `newest` is the last round paired.

    While a round is running, which is most of the evening, one query tells; where the evening has been read, none.
    """
    number = newest.number if newest else 0
    is_last = number >= tournament.planned_rounds
    if tournament.is_closed:
        return DeskStep(DirectorStep.CLOSED, Readiness.NOT_YET, number, 0, is_last)
    if newest and newest.is_hidden:
        return DeskStep(DirectorStep.RELEASE, Readiness.READY, number, 0, is_last)
    still_open = 0
    if newest:
        still_open = evening.record.rounds[-1].open_matches if evening else len(open_tables(tournament))
    if still_open:
        return DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, number, still_open, is_last)
    evening = evening or evening_of(tournament)
    step = next_step(tournament, evening.record)
    if step.step in (DirectorStep.DRAW, DirectorStep.PAIR) and (missed := len(missed_players(evening))):
        return DeskStep(step.step, Readiness.CAN, step.round_number, missed, is_last)
    if step.step is DirectorStep.CLOSE and closing_of(tournament).asks_first:
        return DeskStep(step.step, Readiness.CAN, step.round_number, step.present, is_last)
    readiness = Readiness.NOT_YET if step.step is DirectorStep.ENTER_PLAYERS else Readiness.READY
    return DeskStep(step.step, readiness, step.round_number, step.present, is_last)
