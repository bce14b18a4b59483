"""Every action of the program: what it is about, who may, whether a closed tournament allows it, whether undo does.

The code is what the journal stores, and never changes. What the journal says of it stands under the same code in
`phrases/journal.py`. To add an action, see the README of this package.
"""

from dataclasses import dataclass
from enum import StrEnum


class ActionKind(StrEnum):
    """What an action is about: the kinds by which the journal can be filtered."""

    PLAYERS = "players"
    RESULTS = "results"
    ROUNDS = "rounds"
    SHEETS = "sheets"
    FEES = "fees"
    SETTINGS = "settings"


class Role(StrEnum):
    """The role of an account or a helper in a tournament.

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
    """One action; `kind` is None where it is of the kind of the one that it takes back or does again.

    What `locks_club` touches its register or its books, too, and waits for the club before the tournament.
    """

    code: str
    kind: ActionKind | None
    who: frozenset[Role] = DIRECTORS
    when_closed: bool = False
    undo: Undo = Undo.STEP
    locks_club: bool = False


ACTIONS = {
    action.code: action
    for action in (
        # The first change of a tournament is the tournament itself.
        Action("tournament_created", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_imported", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_changed", ActionKind.SETTINGS),
        Action("tournament_closed", ActionKind.SETTINGS, when_closed=True),
        Action("tournament_reopened", ActionKind.SETTINGS, when_closed=True),
        Action("players_entered", ActionKind.PLAYERS, locks_club=True),
        Action("player_renamed", ActionKind.PLAYERS, locks_club=True),
        Action("player_removed", ActionKind.PLAYERS),
        Action("player_withdrawn", ActionKind.PLAYERS),
        Action("player_returned", ActionKind.PLAYERS),
        # Of whoever has a person it is a wish, which is the club's: `wish_set`.
        Action("appearance_set", ActionKind.PLAYERS, DIRECTORS | {Role.PLAYER}, when_closed=True),
        Action("arrival_marked", ActionKind.PLAYERS, DESK),
        Action("pause_marked", ActionKind.PLAYERS),
        Action("fixed_table_set", ActionKind.PLAYERS),
        Action("pair_kept_apart", ActionKind.PLAYERS),
        Action("pair_let_meet", ActionKind.PLAYERS),
        Action("player_link_renewed", ActionKind.PLAYERS, undo=Undo.ASIDE),
        # Who is forgotten stays forgotten.
        Action("person_forgotten", ActionKind.PLAYERS, when_closed=True, undo=Undo.NEVER, locks_club=True),
        Action("joining_asked", ActionKind.PLAYERS, DIRECTORS | {Role.GUEST}, undo=Undo.ASIDE),
        Action("joining_accepted", ActionKind.PLAYERS, locks_club=True),
        Action("joining_declined", ActionKind.PLAYERS),
        Action("round_drawn", ActionKind.ROUNDS),
        Action("round_released", ActionKind.ROUNDS),
        Action("round_removed", ActionKind.ROUNDS),
        Action("round_paired_anew", ActionKind.ROUNDS),
        Action("pairings_changed", ActionKind.ROUNDS),
        Action("players_seated", ActionKind.ROUNDS),
        Action("evening_ended", ActionKind.ROUNDS),
        Action("evening_goes_on", ActionKind.ROUNDS, undo=Undo.ASIDE),
        # These two are told of by journals from before there was `players_seated`, and done no more.
        Action("latecomer_seated", ActionKind.ROUNDS),
        Action("leaver_replaced", ActionKind.ROUNDS),
        Action("result_recorded", ActionKind.RESULTS, DESK),
        Action("transcript_attached", ActionKind.RESULTS, when_closed=True),
        Action("transcript_turned", ActionKind.RESULTS, when_closed=True),
        Action("transcript_removed", ActionKind.RESULTS, when_closed=True),
        Action("result_reported", ActionKind.RESULTS, frozenset({Role.PLAYER}), undo=Undo.ASIDE),
        # A word at the table, which has its own way back there; the result that comes of it is the director's to undo.
        Action("word_said", ActionKind.SHEETS, DESK | {Role.PLAYER}, undo=Undo.ASIDE),
        Action("word_taken_back", ActionKind.SHEETS, DESK | {Role.PLAYER}, undo=Undo.ASIDE),
        Action("fee_marked", ActionKind.FEES, DESK, locks_club=True),
        Action("fees_marked", ActionKind.FEES, DESK, locks_club=True),
        Action("fee_refunded", ActionKind.FEES, locks_club=True),
        Action("prize_added", ActionKind.FEES, locks_club=True),
        Action("prize_changed", ActionKind.FEES, locks_club=True),
        Action("prize_removed", ActionKind.FEES, locks_club=True),
        Action("costs_changed", ActionKind.FEES),
        Action("undone", None, when_closed=True, locks_club=True),
        Action("redone", None, when_closed=True, locks_club=True),
    )
}

DONE_NO_MORE = frozenset({"latecomer_seated", "leaver_replaced"})

# What is done in a club, by its directors alone unless it is said otherwise.
CLUB_ACTIONS = {
    action.code: action
    for action in (
        # Who belongs to a club is taken back on the page of its accounts, not by undo.
        Action("club_founded", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("member_invited", ActionKind.SETTINGS, undo=Undo.ASIDE),
        Action("invitation_withdrawn", ActionKind.SETTINGS, undo=Undo.ASIDE),
        Action("invitation_accepted", ActionKind.SETTINGS, undo=Undo.ASIDE),
        Action("member_changed", ActionKind.SETTINGS, undo=Undo.ASIDE),
        Action("password_link_made", ActionKind.SETTINGS, undo=Undo.ASIDE),
        Action("club_changed", ActionKind.SETTINGS),
        Action("notices_written", ActionKind.SETTINGS),
        Action("persons_merged", ActionKind.PLAYERS),
        Action("person_split", ActionKind.PLAYERS),
        Action("person_renamed", ActionKind.PLAYERS),
        # By the player, too, with their private link.
        Action("wish_set", ActionKind.PLAYERS),
        Action("wishes_taken_over", ActionKind.PLAYERS),
        # Of the upgrade that gave the wish to the person.
        Action("wishes_carried_over", ActionKind.PLAYERS, undo=Undo.NEVER),
        Action("season_added", ActionKind.SETTINGS),
        Action("season_changed", ActionKind.SETTINGS),
        Action("season_removed", ActionKind.SETTINGS),
        Action("own_season_chosen", ActionKind.SETTINGS),
        Action("ratings_changed", ActionKind.SETTINGS),
        Action("matches_imported", ActionKind.RESULTS),
        Action("matches_taken_back", ActionKind.RESULTS),
        Action("match_entered", ActionKind.RESULTS, DESK),
        Action("match_corrected", ActionKind.RESULTS, DESK),
        Action("match_removed", ActionKind.RESULTS, DESK),
        Action("matches_forgotten", ActionKind.PLAYERS, undo=Undo.NEVER),
        Action("books_forgotten", ActionKind.PLAYERS, undo=Undo.NEVER),
        Action("club_imported", ActionKind.SETTINGS, undo=Undo.NEVER),
        # Each of these is taken back by its own opposite: vouchers and kept papers are no rows of the journal.
        Action("cash_booked", ActionKind.FEES, undo=Undo.NEVER),
        Action("cash_cancelled", ActionKind.FEES, undo=Undo.NEVER),
        Action("cash_counted", ActionKind.FEES, undo=Undo.NEVER),
        Action("year_closed", ActionKind.FEES, undo=Undo.NEVER),
        Action("year_reopened", ActionKind.FEES, undo=Undo.NEVER),
        Action("numbering_begun", ActionKind.FEES, undo=Undo.NEVER),
        # What went with a tournament cannot come back.
        Action("club_tournament_deleted", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("undone", None),
        Action("redone", None),
    )
}

# By the page of a club's desk that is about it: what undo takes back there. Its journal takes back everything.
TAKEN_BACK_ON = {
    "settings": frozenset({"club_changed", "notices_written"}),
    "register": frozenset({"persons_merged", "person_split", "person_renamed", "wish_set", "wishes_taken_over"}),
    "seasons": frozenset(
        {
            "season_added",
            "season_changed",
            "season_removed",
            "own_season_chosen",
            "ratings_changed",
            "matches_imported",
            "matches_taken_back",
        }
    ),
    "single": frozenset({"match_entered", "match_corrected", "match_removed"}),
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


def of_kind(kind: ActionKind) -> frozenset[str]:
    """The codes of the actions of this kind."""
    return frozenset(action.code for action in ACTIONS.values() if action.kind is kind)


def with_undo(undo: Undo) -> frozenset[str]:
    """The codes of the actions of which undo makes this, of a tournament or of a club."""
    return frozenset(action.code for action in (*ACTIONS.values(), *CLUB_ACTIONS.values()) if action.undo is undo)
