"""Clubs, their notices and helpers."""

from collections.abc import Callable, Iterable, Mapping
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
from tournament.queries.editions import edition_of_tournaments

# Clubs, their directors, and where an account may set up tournaments.


def directed_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs that the account directs, the oldest first."""
    directing = Membership.objects.filter(account=user.pk, role=MemberRole.DIRECTOR)
    return Club.objects.filter(pk__in=directing.values("club")).order_by("pk")


def helped_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs in which the account helps, the oldest first."""
    helping = Membership.objects.filter(account=user.pk, role=MemberRole.HELPER)
    return Club.objects.filter(pk__in=helping.values("club")).order_by("pk")


def clubs_to_set_up_in(user: User) -> QuerySet[Club]:
    """Return the clubs in which the account may set up tournaments; without membership, the only club of all."""
    if Membership.objects.filter(account=user.pk).exists():
        return directed_clubs(user)
    every = Club.objects.order_by("pk")
    return every if every.count() == 1 else every.none()


def with_edition(club: Club) -> Club:
    """Return the club with its `edition`, which depends on the editions of all its tournaments."""
    club.edition_of_tournaments = edition_of_tournaments(club.pk)
    return club


def import_line(mark: str) -> JournalLine | None:
    """Return the journal line of a confirmed club import with this digest, or None.

    The digest may be any text sent.
    """
    if not is_printable(mark):
        return None
    journal_lines = JournalLine.objects.filter(action="club_imported", facts__mark=mark, club__isnull=False)
    return journal_lines.select_related("club").first()


def named_club(slug: str) -> Club | None:
    """Return the public club with this slug, with its edition; None where it is missing or has no name yet."""
    club = Club.objects.exclude(name="").filter(slug=slug).first()
    return club and with_edition(club)


def named_clubs() -> tuple[Club, ...]:
    """Return the clubs that everyone may see, sorted by name."""
    clubs = Club.objects.exclude(name="").only("slug", "name", "place")
    return tuple(sorted(clubs, key=lambda club: (search_key(club.name), club.pk)))


def is_only_club() -> bool:
    """Tell whether there is at most one club, as on a laptop."""
    return Club.objects.count() <= 1


def accounts_known_to(club: Club) -> QuerySet[User]:
    """Return the accounts that the club's directors know: its members; in an only club, also all without membership."""
    condition = Q(memberships__club=club)
    return accounts().filter(condition | Q(memberships=None) if is_only_club() else condition).distinct()


def accounts_of_it_alone(club: Club) -> QuerySet[User]:
    """Return the accounts that have access to nothing but this club."""
    elsewhere = Tournament.objects.exclude(club=club)
    other_members = Membership.objects.exclude(club=club).values("account")
    directing = elsewhere.exclude(director=None).values("director")
    co_directors = Tournament.co_directors.through.objects.filter(tournament__in=elsewhere).values("user")
    members = accounts().filter(memberships__club=club, is_active=True, is_superuser=False)
    return members.exclude(pk__in=other_members).exclude(pk__in=directing).exclude(pk__in=co_directors)


def clubs_without_director() -> QuerySet[Club]:
    """Return the clubs that have no director yet, the newest first."""
    return Club.objects.exclude(memberships__role=MemberRole.DIRECTOR).order_by("-pk")


# Helpers and other directors of a tournament, and the validity of invitation links.

NOTED_EVERY = timedelta(minutes=1)


def invitation_link(tournament: Tournament) -> str:
    """Return the link of the open invitation; empty where there is none."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None:
        return ""
    return settings.PUBLIC_URL + reverse("join", args=[tournament.slug, _token(invitation)])


def refuse_ended_invitation(tournament: Tournament, token: str) -> None:
    """Refuse a token that does not belong to the open invitation."""
    invitation = Invitation.objects.filter(tournament=tournament).first()
    if invitation is None or not constant_time_compare(token, _token(invitation)):
        raise Refused("invitation_ended")


def _token(invitation: Invitation) -> str:
    return link_secret("invitation", f"{invitation.tournament_id}/{invitation.nonce}")


def helpers_in(tournament: Tournament) -> tuple[Helper, ...]:
    """Return the active helpers in the order in which they joined, with when each was last seen."""
    helpers = Helper.objects.filter(tournament=tournament, user__is_active=True)
    return tuple(helpers.select_related("user").order_by("user__date_joined", "pk"))


def note_seen(helper: Helper) -> None:
    """Store when a helper was last seen, once a minute, as pages poll every three seconds; ignore a full disk."""
    if timezone.now() - helper.last_seen > NOTED_EVERY:
        with suppress(DatabaseError), transaction.atomic():
            Helper.objects.filter(pk=helper.pk).update(last_seen=timezone.now())


def helper_of(user: User) -> Helper | None:
    return Helper.objects.select_related("tournament").filter(user_id=user.pk).first()


def was_sent_away(user_id: str | None, tournament: Tournament) -> bool:
    """Tell whether the user named by a session has helped at this tournament but is no longer a helper."""
    return (
        user_id is not None
        and Helper.objects.filter(user_id=user_id, user__is_active=False, tournament=tournament).exists()
    )


def accounts_known_at(tournament: Tournament) -> QuerySet[User]:
    """Return the accounts that the tournament's director knows: those of its club, and those with access."""
    condition = Q(pk__in=accounts_known_to(tournament.club)) | Q(pk__in=tournament.co_directors.values("pk"))
    return User.objects.filter(condition)


def accounts_without_access(tournament: Tournament) -> QuerySet[User]:
    """Return the accounts known to the club to which access to the tournament can still be given, sorted by name."""
    candidates = accounts_known_to(tournament.club).exclude(pk__in=tournament.co_directors.values("pk"))
    if tournament.director_id is not None:
        candidates = candidates.exclude(pk=tournament.director_id)
    return candidates.order_by("username")


# Notices (imprint, privacy): of the club, else of the installation, else from the folder of notices.

Texts = Mapping[tuple[str, str], str]


def stored_notices(club: Club | None = None) -> dict[tuple[str, str], str]:
    """Return the notices entered in the program for the club or the installation, by name and language."""
    notices = club.notices.all() if club else NoticeText.objects.all()
    return {(notice.name, notice.language): notice.text for notice in notices.order_by("name", "language")}


def mark_of(texts: Texts) -> str:
    """Return a digest that changes with any of the texts."""
    return sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]


def notice_to_show(
    name: str, language: str, club: Club | None = None, *, is_draft: Callable[[str], object]
) -> Notice | None:
    """Return the notice in this language, else in another one, else None; texts that `is_draft` are left out.

    The club's notice precedes the installation's, an entered text precedes a file. Pages outside a club fall back to
    the notice of the only club where the installation has none.
    """
    of_installation = (_entered(stored_notices()), settings.NOTICES)
    sources = (_entered(stored_notices(club)), *of_installation) if club else (*of_installation, _of_only_club())
    finished = ([notice for notice in source if not is_draft(notice.text)] for source in sources)
    notices = (notice_for(source, name, language) for source in finished)
    return next((notice for notice in notices if notice), None)


def _entered(texts: Texts) -> list[Notice]:
    return [Notice(*key, text) for key, text in texts.items()]


def _of_only_club() -> list[Notice]:
    clubs = Club.objects.all()[:2]
    return _entered(stored_notices(clubs[0])) if len(clubs) == 1 else []


def missing_notices(names: Iterable[str], club: Club | None = None, *, is_draft: Callable[[str], object]) -> list[str]:
    """Return those of the notices that are missing, on the pages of the club or of the installation."""
    return [name for name in names if notice_to_show(name, "", club, is_draft=is_draft) is None]
