"""Clubs, their notices and helpers."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournament.engine.refusals import Refused
from tournament.machine.notices import Notice, notice_for
from tournament.models import Club, Helper, Invitation, JournalLine, MemberRole, Membership, NoticeText, Tournament
from tournament.names import is_printable, search_key
from tournament.queries.accounts import accounts, link_secret
from tournament.queries.states import edition_of_tournaments

# Which clubs there are, who directs them, and where a tournament may be set up.


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


# Who helps at a tournament, who else directs it, and whether a link still lets somebody in.

NOTED_EVERY = timedelta(minutes=1)


def invitation_link(tournament: Tournament) -> str:
    """The link of the open invitation; empty while there is none."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None:
        return ""
    return settings.PUBLIC_URL + reverse("join", args=[tournament.slug, _token(invitation)])


def refuse_ended_invitation(tournament: Tournament, token: str) -> None:
    """Refuse a token that is not that of the open invitation."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None or not constant_time_compare(token, _token(invitation)):
        raise Refused("invitation_ended")


def _token(invitation: Invitation) -> str:
    return link_secret("invitation", f"{invitation.tournament_id}/{invitation.nonce}")


def helpers_in(tournament: Tournament) -> tuple[Helper, ...]:
    """Who is in, in the order in which they came, and when each was last seen."""
    helpers = Helper.objects.filter(tournament=tournament, user__is_active=True)
    return tuple(helpers.select_related("user").order_by("user__date_joined", "pk"))


def note_seen(helper: Helper) -> None:
    """Remember that a helper is there: once a minute, for a page asks every three seconds, and the disk may be full."""
    if timezone.now() - helper.last_seen > NOTED_EVERY:
        with suppress(DatabaseError), transaction.atomic():
            Helper.objects.filter(pk=helper.pk).update(last_seen=timezone.now())


def helper_of(user: User) -> Helper | None:
    """The user as a helper, if they are one."""
    return Helper.objects.select_related("tournament").filter(user_id=user.pk).first()


def was_sent_away(user_id: str | None, tournament: Tournament) -> bool:
    """Whether the user that a session names has helped at this tournament and is not in any more."""
    return (
        user_id is not None
        and Helper.objects.filter(user_id=user_id, user__is_active=False, tournament=tournament).exists()
    )


def accounts_known_at(tournament: Tournament) -> QuerySet[User]:
    """Whom the tournament's director knows: the accounts of its club, and whoever else was given access."""
    known = Q(pk__in=accounts_known_to(tournament.club)) | Q(pk__in=tournament.co_directors.values("pk"))
    return User.objects.filter(known)


def accounts_without_access(tournament: Tournament) -> QuerySet[User]:
    """The other accounts that its club knows, in alphabetical order."""
    others = accounts_known_to(tournament.club).exclude(pk__in=tournament.co_directors.values("pk"))
    if tournament.director_id is not None:
        others = others.exclude(pk=tournament.director_id)
    return others.order_by("username")


# The imprint and the privacy notice: of a club, else of the installation, else from the folder of the texts.

Texts = Mapping[tuple[str, str], str]


def stored_notices(club: Club | None = None) -> dict[tuple[str, str], str]:
    """Those entered in the program for the club, or for the installation, by name and language."""
    stored = club.notices.all() if club else NoticeText.objects.all()
    return {(one.name, one.language): one.text for one in stored.order_by("name", "language")}


def mark_of(texts: Texts) -> str:
    """Another one as soon as any of the texts has changed."""
    return sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]


def notice_to_show(name: str, language: str, club: Club | None = None) -> Notice | None:
    """The notice in this language, else in another one; None: it is missing.

    That of the club goes before that of the installation, what was entered before the files. Pages that are no club's
    show that of the only club that has any where the installation has none.
    """
    of_installation = (_entered(stored_notices()), settings.NOTICES)
    sources = (_entered(stored_notices(club)), *of_installation) if club else (*of_installation, _of_only_club())
    found = (notice_for(source, name, language) for source in sources)
    return next((notice for notice in found if notice), None)


def _entered(texts: Texts) -> list[Notice]:
    return [Notice(*key, text) for key, text in texts.items()]


def _of_only_club() -> list[Notice]:
    clubs = Club.objects.all()[:2]
    return _entered(stored_notices(clubs[0])) if len(clubs) == 1 else []


def missing_notices(names: Iterable[str], club: Club | None = None) -> list[str]:
    """Which of these everybody looks for in vain, on the pages of the club or of the installation."""
    return [name for name in names if notice_to_show(name, "", club) is None]
