"""Who may do what: the one place that is asked."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournament.engine.refusals import Refused
from tournament.models import Entry, Helper, Tournament


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without an account: the player of an entry by their private link, or a name that nobody has checked.

    `phone` and `network` say where they come from, as far as that is known; only how often somebody does so is counted.
    """

    name: str
    entry: Entry | None = None
    phone: str = ""
    network: str = ""


Doer = AbstractBaseUser | Guest
Visitor = Doer | AnonymousUser

# To look at the players and the running round, to enter its results, to tick who is here and who has paid.
HELPERS_MAY = frozenset({"look", "result_recorded", "fee_marked", "arrival_marked"})
# To ask for a place on the list; to report the score of one's own match.
GUESTS_MAY = frozenset({"joining_asked"})
PLAYERS_MAY = frozenset({"result_reported"})
# What those who were given access leave to the director.
THE_DIRECTORS_OWN = frozenset({"directors_chosen", "tournament_deleted"})


def can(user: Visitor, action: str, tournament: Tournament) -> bool:
    """Whether the user may carry out the action on the tournament.

    An action is the name of a journal line; or to "look" at the desk and to "direct" from all its pages, to
    correct a result of a round that is over ("result_corrected"), to waive a fee ("fee_waived"), to invite and
    send away helpers ("helpers_chosen"), to give other accounts access ("directors_chosen"), and to delete the
    tournament ("tournament_deleted").

    A director may do everything with their own tournaments, and every account with those that have no director.
    """
    if isinstance(user, Guest):
        is_player = user.entry is not None and user.entry.tournament_id == tournament.pk
        return action in (PLAYERS_MAY if is_player else GUESTS_MAY)
    if not user.is_authenticated:
        return False
    if tournament.director_id == user.pk:
        return True
    helper = Helper.objects.select_related("user").filter(user_id=user.pk).first()
    if helper:
        return action in HELPERS_MAY and helper.tournament_id == tournament.pk and helper.user.is_active
    if tournament.director_id is None:
        return True
    return action not in THE_DIRECTORS_OWN and tournament.co_directors.filter(pk=user.pk).exists()


def can_set_up(user: Visitor) -> bool:
    """Whether the user may set up tournaments: every account, no helper."""
    if isinstance(user, Guest):
        return False
    return user.is_authenticated and not Helper.objects.filter(user_id=user.pk).exists()


def refuse_unless_allowed(user: Visitor, action: str, tournament: Tournament) -> None:
    """Refuse who may not carry out the action."""
    if not can(user, action, tournament):
        raise Refused("not_allowed")
