"""What an action is: its kind, who may do it, whether a closed tournament allows it, how undo treats it, its facts.

Each action is declared by `action` beside the function that carries it out. How to add one is in tournament/README.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, ParamSpec

from django.utils.functional import Promise

from tournament.phrases.journal import JOURNAL
from tournament.phrases.refusals import REFUSALS

Facts = ParamSpec("Facts")


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
class Action(Generic[Facts]):
    """One action; `kind` is None for undo and redo, which have the kind of the action they take back or redo.

    `says` writes the sentence of its journal line; its parameters are the facts that the line holds. An action with
    `locks_club` also writes to the club's register or books, and locks the club before the tournament. One that
    `erases` leaves no old copy of what it erases in the files of the database. One that `is_security_event` is logged
    for the operator, too.
    """

    code: str
    kind: ActionKind | None
    says: Callable[Facts, str]
    who: frozenset[Role]
    when_closed: bool
    undo: Undo
    locks_club: bool
    erases: bool
    is_security_event: bool

    def facts(self, *args: Facts.args, **facts: Facts.kwargs) -> dict[str, Any]:
        """Return the facts of one change for its journal line; the types are those that the sentence needs."""
        return dict(facts)


# Each action of a tournament and of a club by its code, filled by `action` when `tournament.actions` is imported.
ACTIONS: dict[str, Action[...]] = {}
CLUB_ACTIONS: dict[str, Action[...]] = {}
ON_TOURNAMENT = (ACTIONS,)
IN_CLUB = (CLUB_ACTIONS,)


def action(
    kind: ActionKind | None,
    who: frozenset[Role] = DIRECTORS,
    *,
    of: tuple[dict[str, Action[...]], ...] = ON_TOURNAMENT,
    when_closed: bool = False,
    undo: Undo = Undo.STEP,
    locks_club: bool = False,
    erases: bool = False,
    is_security_event: bool = False,
    refuses: Mapping[str, Promise] | None = None,
) -> Callable[[Callable[Facts, str]], Action[Facts]]:
    """Declare an action above the function that writes its sentence in the journal.

    The name of that function is the code of the action, which the journal stores and which never changes; its keyword
    parameters are the facts of the action. Strings among them come isolated for text in two directions. `refuses` has
    the sentences of the refusals that belong to this action alone, by their codes.
    """

    def declare(says: Callable[Facts, str]) -> Action[Facts]:
        code = says.__name__
        declared = Action(code, kind, says, who, when_closed, undo, locks_club, erases, is_security_event)
        for actions in of:
            actions[code] = declared
        JOURNAL[code] = says
        REFUSALS.update(refuses or {})
        return declared

    return declare


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
