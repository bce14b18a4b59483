"""Every action of the program: what it is about, who may, whether a closed tournament allows it, whether undo does.

The code is what the journal stores, and never changes. What the journal says of it stands under the same code in
`phrases/journal.py`. To add an action, see the README of this package.
"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an action is about, as the journal can be asked for it."""

    PLAYERS = "players"
    RESULTS = "results"
    ROUNDS = "rounds"
    SHEETS = "sheets"
    FEES = "fees"
    SETTINGS = "settings"


class Role(StrEnum):
    """What somebody is to a tournament.

    The director has set it up; without one the directors of its club stand in that place. They are co-directors
    otherwise, as is whoever was given access. Helpers have come by the invitation, or are accounts that help in the
    club. A guest has no account; a player is a guest who has come by the private link of an entry.
    """

    DIRECTOR = "director"
    CO_DIRECTOR = "co_director"
    HELPER = "helper"
    PLAYER = "player"
    GUEST = "guest"


class Undo(StrEnum):
    """What undo makes of an action: a step to take back, one that stands for good, or no step at all.

    An aside is only said or handed out: nothing to take back, and no reason to forget what was taken back before.
    """

    STEP = "step"
    NEVER = "never"
    ASIDE = "aside"


DIRECTOR_ALONE = frozenset({Role.DIRECTOR})
DIRECTORS = DIRECTOR_ALONE | {Role.CO_DIRECTOR}
DESK = DIRECTORS | {Role.HELPER}


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `kind` is None where it is of the kind of the one that it takes back or does again."""

    code: str
    kind: Kind | None
    who: frozenset[Role] = DIRECTORS
    when_closed: bool = False
    undo: Undo = Undo.STEP


ACTIONS = {
    action.code: action
    for action in (
        # The first change of a tournament is the tournament itself.
        Action("tournament_created", Kind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_imported", Kind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_changed", Kind.SETTINGS),
        Action("tournament_closed", Kind.SETTINGS, when_closed=True),
        Action("tournament_reopened", Kind.SETTINGS, when_closed=True),
        Action("players_entered", Kind.PLAYERS),
        Action("player_renamed", Kind.PLAYERS),
        Action("player_removed", Kind.PLAYERS),
        Action("player_withdrawn", Kind.PLAYERS),
        Action("player_returned", Kind.PLAYERS),
        Action("appearance_set", Kind.PLAYERS),
        Action("arrival_marked", Kind.PLAYERS, DESK),
        Action("pause_marked", Kind.PLAYERS),
        Action("fixed_table_set", Kind.PLAYERS),
        Action("player_link_renewed", Kind.PLAYERS, undo=Undo.ASIDE),
        # Who is forgotten stays forgotten.
        Action("person_forgotten", Kind.PLAYERS, when_closed=True, undo=Undo.NEVER),
        Action("joining_asked", Kind.PLAYERS, DIRECTORS | {Role.GUEST}, undo=Undo.ASIDE),
        Action("joining_accepted", Kind.PLAYERS),
        Action("joining_declined", Kind.PLAYERS),
        Action("round_drawn", Kind.ROUNDS),
        Action("round_released", Kind.ROUNDS),
        Action("round_removed", Kind.ROUNDS),
        Action("round_paired_anew", Kind.ROUNDS),
        Action("pairings_changed", Kind.ROUNDS),
        Action("latecomer_seated", Kind.ROUNDS),
        Action("leaver_replaced", Kind.ROUNDS),
        Action("result_recorded", Kind.RESULTS, DESK),
        Action("transcript_attached", Kind.RESULTS, when_closed=True),
        Action("transcript_turned", Kind.RESULTS, when_closed=True),
        Action("transcript_removed", Kind.RESULTS, when_closed=True),
        Action("result_reported", Kind.RESULTS, frozenset({Role.PLAYER}), undo=Undo.ASIDE),
        # A word at the table, which has its own way back there; the result that comes of it is the director's to undo.
        Action("word_said", Kind.SHEETS, DESK | {Role.PLAYER}, undo=Undo.ASIDE),
        Action("word_taken_back", Kind.SHEETS, DESK | {Role.PLAYER}, undo=Undo.ASIDE),
        Action("fee_marked", Kind.FEES, DESK),
        Action("fee_refunded", Kind.FEES),
        Action("prize_added", Kind.FEES),
        Action("prize_changed", Kind.FEES),
        Action("prize_removed", Kind.FEES),
        Action("costs_changed", Kind.FEES),
        Action("undone", None, when_closed=True),
        Action("redone", None, when_closed=True),
    )
}

# What is done in a club, by its directors alone.
CLUB_ACTIONS = {
    action.code: action
    for action in (
        # Who belongs to a club is taken back on the page of its accounts, not by undo.
        Action("club_founded", Kind.SETTINGS, undo=Undo.NEVER),
        Action("member_invited", Kind.SETTINGS, undo=Undo.ASIDE),
        Action("invitation_withdrawn", Kind.SETTINGS, undo=Undo.ASIDE),
        Action("invitation_accepted", Kind.SETTINGS, undo=Undo.ASIDE),
        Action("member_changed", Kind.SETTINGS, undo=Undo.ASIDE),
        Action("password_link_made", Kind.SETTINGS, undo=Undo.ASIDE),
        Action("club_changed", Kind.SETTINGS),
        Action("persons_merged", Kind.PLAYERS),
        Action("person_split", Kind.PLAYERS),
        Action("person_renamed", Kind.PLAYERS),
        Action("season_added", Kind.SETTINGS),
        Action("season_changed", Kind.SETTINGS),
        Action("season_removed", Kind.SETTINGS),
        Action("ratings_changed", Kind.SETTINGS),
        Action("matches_imported", Kind.RESULTS),
        Action("matches_taken_back", Kind.RESULTS),
        Action("matches_forgotten", Kind.PLAYERS, undo=Undo.NEVER),
        Action("club_imported", Kind.SETTINGS, undo=Undo.NEVER),
        # What went with a tournament cannot come back.
        Action("club_tournament_deleted", Kind.SETTINGS, undo=Undo.NEVER),
        Action("undone", None),
        Action("redone", None),
    )
}

# What is asked for beside them: no line of the journal is of these.
RIGHTS = {
    # To see the players and the running round; to direct from all pages of the desk.
    "look": DESK,
    "direct": DIRECTORS,
    # A result of a round that is over; a fee that need not be paid.
    "result_corrected": DIRECTORS,
    "fee_waived": DIRECTORS,
    # To invite and send away helpers; to give other accounts access.
    "helpers_chosen": DIRECTORS,
    "directors_chosen": DIRECTOR_ALONE,
    # The journal goes with it.
    "tournament_deleted": DIRECTOR_ALONE,
}


def who_may(code: str) -> frozenset[Role]:
    """Who may carry out an action or has a right."""
    return RIGHTS[code] if code in RIGHTS else ACTIONS[code].who


def of_kind(kind: Kind) -> frozenset[str]:
    """The codes of the actions of this kind."""
    return frozenset(action.code for action in ACTIONS.values() if action.kind is kind)


def with_undo(undo: Undo) -> frozenset[str]:
    """The codes of the actions of which undo makes this, of a tournament or of a club."""
    return frozenset(action.code for action in (*ACTIONS.values(), *CLUB_ACTIONS.values()) if action.undo is undo)
