"""Which clubs there are, who directs them, and where a tournament may be set up."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tournament.models import Club, JournalLine, MemberRole, Membership, Tournament
from tournament.names import is_printable, search_key
from tournament.queries.accounts import accounts
from tournament.queries.states import edition_of_tournaments


def directed_clubs(user: User) -> QuerySet[Club]:
    """The clubs whose tournaments the account directs, the oldest first."""
    directing = Membership.objects.filter(account=user.pk, role=MemberRole.DIRECTOR)
    return Club.objects.filter(pk__in=directing.values("club")).order_by("pk")


def helped_clubs(user: User) -> QuerySet[Club]:
    """The clubs in which the account helps, the oldest first."""
    helping = Membership.objects.filter(account=user.pk, role=MemberRole.HELPER)
    return Club.objects.filter(pk__in=helping.values("club")).order_by("pk")


def clubs_to_set_up_in(user: User) -> QuerySet[Club]:
    """Where the account may set up tournaments: in its clubs; who belongs to none, in the only one there is."""
    if Membership.objects.filter(account=user.pk).exists():
        return directed_clubs(user)
    every = Club.objects.order_by("pk")
    return every if every.count() == 1 else every.none()


def with_edition(club: Club) -> Club:
    """The club, knowing the states of all its tournaments, which make its `edition`."""
    club.edition_of_tournaments = edition_of_tournaments(club.pk)
    return club


def import_line(mark: str) -> JournalLine | None:
    """The line of the import of a club's file that was confirmed with this mark; None: none was.

    The mark may be anything that was sent.
    """
    if not is_printable(mark):
        return None
    lines = JournalLine.objects.filter(action="club_imported", facts__mark=mark, club__isnull=False)
    return lines.select_related("club").first()


def named_club(slug: str) -> Club | None:
    """The club at this address as everyone sees it; None: there is none, or it has no name yet."""
    club = Club.objects.exclude(name="").filter(slug=slug).first()
    return club and with_edition(club)


def named_clubs() -> tuple[Club, ...]:
    """The clubs that everyone may see, in the order of their names."""
    clubs = Club.objects.exclude(name="").only("slug", "name", "place")
    return tuple(sorted(clubs, key=lambda club: (search_key(club.name), club.pk)))


def is_only_club() -> bool:
    """Whether there is no more than one club, as on a laptop."""
    return Club.objects.count() <= 1


def accounts_known_to(club: Club) -> QuerySet[User]:
    """Whom the directors of the club know: its own accounts; where it is the only club, those of none too."""
    known = Q(memberships__club=club)
    return accounts().filter(known | Q(memberships=None) if is_only_club() else known).distinct()


def accounts_of_it_alone(club: Club) -> QuerySet[User]:
    """The accounts that open nothing but what is this club's."""
    elsewhere = Tournament.objects.exclude(club=club)
    others = Membership.objects.exclude(club=club).values("account")
    directing = elsewhere.exclude(director=None).values("director")
    given = Tournament.co_directors.through.objects.filter(tournament__in=elsewhere).values("user")
    own = accounts().filter(memberships__club=club, is_active=True, is_superuser=False)
    return own.exclude(pk__in=others).exclude(pk__in=directing).exclude(pk__in=given)


def clubs_without_director() -> QuerySet[Club]:
    """Those that are still waiting for somebody to direct them, the newest first."""
    return Club.objects.exclude(memberships__role=MemberRole.DIRECTOR).order_by("-pk")
