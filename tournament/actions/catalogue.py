"""Every action of the program: its kind, who may do it, whether a closed tournament allows it, how undo treats it.

The journal stores the code, which never changes; `phrases/journal.py` has its sentence under the same code. How to add
an action is in tournament/README.md.
"""

from dataclasses import dataclass
from enum import StrEnum


class ActionKind(StrEnum):
    """The kind of an action, by which the journal is filtered."""

    PLAYERS = "players"
    RESULTS = "results"
    ROUNDS = "rounds"
    SHEETS = "sheets"
    FEES = "fees"
    SETTINGS = "settings"


class Role(StrEnum):
    """The role of an account or a helper in a tournament.

    The director has set the tournament up; where it has none, the directors of its club take that role. Otherwise the
    club's directors are co-directors, as are accounts that were given access. Helpers have joined by an invitation, or
    are accounts that help in the club. A guest has no account; a player is a guest with the private link of an entry.
    """

    DIRECTOR = "director"
    CO_DIRECTOR = "co_director"
    HELPER = "helper"
    PLAYER = "player"
    GUEST = "guest"


class Undo(StrEnum):
    """How undo treats an action: as a step to take back, as permanent, or not at all (an aside).

    An aside only records or hands out something: undo skips it, and redo stays possible after it.
    """

    STEP = "step"
    NEVER = "never"
    ASIDE = "aside"


DIRECTOR_ALONE = frozenset({Role.DIRECTOR})
DIRECTORS = DIRECTOR_ALONE | {Role.CO_DIRECTOR}
DESK = DIRECTORS | {Role.HELPER}


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `kind` is None for undo and redo, which have the kind of the action they take back or redo.

    An action with `locks_club` also writes to the club's register or books, and locks the club before the tournament.
    One that `erases` leaves no old copy of what it erases in the files of the database. One that `is_security_event` is
    logged for the operator, too.
    """

    code: str
    kind: ActionKind | None
    who: frozenset[Role] = DIRECTORS
    when_closed: bool = False
    undo: Undo = Undo.STEP
    locks_club: bool = False
    erases: bool = False
    is_security_event: bool = False


ACTIONS = {
    action.code: action
    for action in (
        # The first change of a tournament creates it.
        Action("tournament_created", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_imported", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("tournament_changed", ActionKind.SETTINGS),
        Action("tournament_closed", ActionKind.SETTINGS, when_closed=True),
        Action("tournament_reopened", ActionKind.SETTINGS, when_closed=True),
        Action("players_entered", ActionKind.PLAYERS, locks_club=True),
        # Also changes the details of a player: `DETAILS` in `phrases/players.py`.
        Action("player_renamed", ActionKind.PLAYERS, locks_club=True),
        Action("player_removed", ActionKind.PLAYERS),
        Action("player_withdrawn", ActionKind.PLAYERS),
        Action("player_returned", ActionKind.PLAYERS),
        # An entry with a person changes the club instead: `wish_set`.
        Action("appearance_set", ActionKind.PLAYERS, DIRECTORS | {Role.PLAYER}, when_closed=True),
        Action("arrival_marked", ActionKind.PLAYERS, DESK),
        Action("pause_marked", ActionKind.PLAYERS),
        Action("fixed_table_set", ActionKind.PLAYERS),
        Action("pair_kept_apart", ActionKind.PLAYERS),
        Action("pair_let_meet", ActionKind.PLAYERS),
        Action("player_link_renewed", ActionKind.PLAYERS, undo=Undo.ASIDE),
        # Private links set how a player appears after the evening, too.
        Action("player_links_renewed", ActionKind.PLAYERS, when_closed=True, undo=Undo.ASIDE),
        # No undo: a new private link ends the phone's rights, and with them what the director said of the phone.
        Action("phone_known", ActionKind.PLAYERS, undo=Undo.ASIDE, locks_club=True),
        # Erasing is permanent.
        Action("person_forgotten", ActionKind.PLAYERS, when_closed=True, undo=Undo.NEVER, locks_club=True, erases=True),
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
        Action("result_recorded", ActionKind.RESULTS, DESK),
        Action("transcript_attached", ActionKind.RESULTS, when_closed=True),
        Action("transcript_turned", ActionKind.RESULTS, when_closed=True),
        Action("transcript_removed", ActionKind.RESULTS, when_closed=True),
        Action("result_reported", ActionKind.RESULTS, frozenset({Role.PLAYER}), undo=Undo.ASIDE),
        # Allowed for a minute, to the player who confirmed the result.
        Action("confirmation_taken_back", ActionKind.RESULTS, frozenset({Role.PLAYER})),
        # Players take back an entry on the score sheet itself; directors undo the result that follows from it.
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

# Actions in a club, by its directors alone unless said otherwise.
CLUB_ACTIONS = {
    action.code: action
    for action in (
        # Memberships are taken back on the page of accounts, not by undo.
        Action("club_founded", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("member_invited", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("invitation_withdrawn", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("invitation_accepted", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("member_changed", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("password_link_made", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("second_factor_rule_changed", ActionKind.SETTINGS, undo=Undo.ASIDE, is_security_event=True),
        Action("club_changed", ActionKind.SETTINGS),
        Action("notices_written", ActionKind.SETTINGS),
        Action("persons_merged", ActionKind.PLAYERS),
        Action("person_split", ActionKind.PLAYERS),
        Action("person_renamed", ActionKind.PLAYERS),
        # Also done by the player, with their private link.
        Action("wish_set", ActionKind.PLAYERS),
        Action("wishes_taken_over", ActionKind.PLAYERS),
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
        Action("person_erased", ActionKind.PLAYERS, undo=Undo.NEVER),
        Action("matches_forgotten", ActionKind.PLAYERS, undo=Undo.NEVER, erases=True),
        Action("books_forgotten", ActionKind.PLAYERS, undo=Undo.NEVER, erases=True),
        Action("club_imported", ActionKind.SETTINGS, undo=Undo.NEVER),
        # Each of these is reversed by another action, because vouchers and stored papers are not rows of the journal.
        Action("cash_booked", ActionKind.FEES, undo=Undo.NEVER),
        Action("cash_cancelled", ActionKind.FEES, undo=Undo.NEVER),
        Action("cash_counted", ActionKind.FEES, undo=Undo.NEVER),
        Action("year_closed", ActionKind.FEES, undo=Undo.NEVER),
        Action("year_reopened", ActionKind.FEES, undo=Undo.NEVER),
        # A deleted tournament cannot come back.
        Action("club_tournament_deleted", ActionKind.SETTINGS, undo=Undo.NEVER),
        Action("undone", None),
        Action("redone", None),
    )
}

# The actions that undo takes back on each page of a club's desk; the journal page, not listed, takes back all.
TAKEN_BACK_ON = {
    "settings": frozenset({"club_changed", "notices_written"}),
    "register": frozenset({"persons_merged", "person_split", "person_renamed", "wish_set", "wishes_taken_over"}),
    "seasons": frozenset({"season_added", "season_changed", "season_removed", "own_season_chosen"})
    | {"ratings_changed", "matches_imported", "matches_taken_back"},
    "single": frozenset({"match_entered", "match_corrected", "match_removed"}),
}

# Rights that are not actions, so the journal has no lines of them.
RIGHTS = {
    # See the players and the running round; direct from all pages of the desk.
    "look": DESK,
    "direct": DIRECTORS,
    # Correct a result of an earlier round; waive a fee.
    "result_corrected": DIRECTORS,
    "fee_waived": DIRECTORS,
    # Invite and send away helpers; give other accounts access.
    "helpers_chosen": DIRECTORS,
    "directors_chosen": DIRECTOR_ALONE,
    # The journal is deleted too.
    "tournament_deleted": DIRECTOR_ALONE,
}


def who_may(code: str) -> frozenset[Role]:
    """Return the roles that may carry out the action or have the right."""
    return RIGHTS[code] if code in RIGHTS else ACTIONS[code].who


def of_kind(kind: ActionKind) -> frozenset[str]:
    return frozenset(action.code for action in ACTIONS.values() if action.kind is kind)


def with_undo(undo: Undo) -> frozenset[str]:
    """Return the codes of all actions, of tournaments and clubs, that undo treats in this way."""
    return frozenset(action.code for action in (*ACTIONS.values(), *CLUB_ACTIONS.values()) if action.undo is undo)
