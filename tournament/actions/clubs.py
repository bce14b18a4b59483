"""A club: its settings, notices and texts."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.actions.catalogue import IN_CLUB, ActionKind, Undo, action
from tournament.actions.change import change_club, write_line
from tournament.actions.permissions import Visitor, runs_installation
from tournament.actions.step import ClubChange, step_on
from tournament.actions.words import enter_word
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.models import (
    Club,
    ClubNotice,
    Entry,
    Invitation,
    MemberRole,
    Membership,
    NoticeText,
    Tournament,
)
from tournament.names import WHOLE_LETTERS, is_contact, is_printable, tidy
from tournament.phrases.clubs import NOTICE_TITLES, member_line
from tournament.queries.accounts import account_called, open_invitations
from tournament.queries.clubs import accounts_known_to, accounts_of_it_alone, clubs_to_set_up_in, is_only_club, mark_of

# Lines of text: a name, a club, a reason.

NAME_LIMIT = 100
REASON_LIMIT = 200
# Characters that separate words without a space.
APART = re.compile(r"[/–—·]")
# The bidirectional controls U+202A to U+202E and U+2066 to U+2069.
TURNS = frozenset({"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"})


def clean_line(typed: str, limit: int, too_long: Refused, unprintable: Refused) -> str:
    """Tidy a typed text. Raises `too_long` where it exceeds the limit, `unprintable` where it cannot be printed."""
    text = tidy(typed)
    if len(text) > limit:
        raise too_long
    if not is_printable(text):
        raise unprintable
    return text


def address_of(text: str) -> str:
    """Turn the text into a slug: "ß" as "ss", "ø" as "o", "2026/27" as two words; empty where no letter is usable."""
    return slugify(APART.sub(" ", text.casefold()).translate(WHOLE_LETTERS))


def refuse_contact(text: str) -> str:
    """Return the text. Raises Refused where it holds a mail address, telephone number or link, which all would see.

    Imports are exempt: texts in an archive or a club file are taken as they are.
    """
    if is_contact(text):
        raise Refused("name_is_contact", text=text)
    return text


def numbered_if_taken(base: str, is_taken: Callable[[str], bool]) -> str:
    """Return this slug, with the first free number from 2 appended if the slug is taken, as in "konstanz-2"."""
    numbered = (f"{base}-{number}" for number in count(2))
    return next(address for address in chain([base], numbered) if not is_taken(address))


def clean_title(typed: str, too_long: Refused | None = None) -> str:
    """Tidy a typed name that may be empty.

    Raises Refused where it is too long or unprintable, or where invisible signs reverse the order of its letters or of
    the text beside it. Texts already stored or archived with such signs stay.
    """
    too_long = too_long or Refused("name_too_long", limit=NAME_LIMIT)
    text = clean_line(typed, NAME_LIMIT, too_long, Refused("name_unprintable"))
    if any(unicodedata.bidirectional(sign) in TURNS for sign in text):
        raise Refused("name_turned")
    return text


def clean_name(typed: str) -> str:
    """Tidy a typed name. Raises Refused where it is empty, too long, unprintable or a contact."""
    name = refuse_contact(clean_title(typed))
    if not name:
        raise Refused("name_empty")
    return name


def clean_club(typed: str) -> str:
    """Tidy a typed club. Raises Refused where it is too long, unprintable or a contact."""
    return refuse_contact(clean_title(typed, Refused("club_too_long", limit=NAME_LIMIT)))


def shortened_reason(reason: str) -> str:
    """Cut a reason written by the program to the length of its column."""
    return reason if len(reason) <= REASON_LIMIT else f"{reason[: REASON_LIMIT - 1]}…"


def clean_reason(typed: str) -> str:
    """Tidy the reason for a waived fee, changed pairings or a difference in the cash.

    Raises Refused where it is too long or unprintable.
    """
    too_long, unprintable = Refused("reason_too_long", limit=REASON_LIMIT), Refused("name_unprintable")
    return clean_line(typed, REASON_LIMIT, too_long, unprintable)


# Clubs: set up, named, and their members.

UNNAMED = "club"


def club_to_set_up_in(by: User | None, wished: Club | None = None) -> Club:
    """Return the club in which the account sets up a tournament: the `wished` one, else the first that it directs.

    The command line, which has no account, must name the club if there are several. The first club is created.
    """
    if wished and by and wished not in clubs_to_set_up_in(by):
        raise Refused("not_allowed")
    if wished:
        return wished
    clubs = clubs_to_set_up_in(by) if by else Club.objects.order_by("pk")[:2]
    if clubs and (by or len(clubs) == 1):
        return clubs[0]
    if by and Club.objects.exists():
        raise Refused("not_allowed")
    if clubs:
        raise Refused("club_not_said")
    return Club.objects.create(slug=UNNAMED)


def refuse_address(slug: str) -> None:
    """Refuse a text that cannot be the slug of a club."""
    if not re.fullmatch("[a-z0-9-]{1,80}", slug):
        raise Refused("club_address_unusable")


def club_called(slug: str) -> Club:
    """Return the club with this slug, created where it is missing."""
    refuse_address(slug)
    return Club.objects.get_or_create(slug=slug)[0]


def club_to_import_into(slug: str) -> Club:
    """Return the club with this slug; if it is missing, give the slug to an unused only club, or create a club."""
    refuse_address(slug)
    if Club.objects.count() == 1 and not Club.objects.filter(slug=slug).exists():
        unused = {"name": "", "memberships": None, "tournaments": None, "persons": None, "match_imports": None}
        only = Club.objects.filter(**unused, slug=UNNAMED).first()
        if only:
            Club.objects.filter(pk=only.pk).update(slug=slug)
    return club_called(slug)


def club_of_first_account() -> Club | None:
    """Return the only club in use, created if there is none, for the first account to direct; None if several are.

    Of several, none is needed: the first account runs the installation, and so can invite the directors of all clubs.
    """
    used = Club.objects.exclude(name="", memberships=None, tournaments=None, persons=None)
    clubs = used[:2] or Club.objects.all()[:2]
    return None if len(clubs) > 1 else club_to_set_up_in(None, clubs[0] if clubs else None)


def existing_club(slug: str) -> Club:
    """Return the club with this slug. Raises Refused where it is missing."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Refused("no_such_club", slug=slug)
    return club


def make_director_of(account: User, club: Club) -> None:
    """Let a new account direct in the club."""
    Membership.objects.create(club=club, account=account)


# Memberships are taken back on the page of accounts, not by undo.


@action(ActionKind.SETTINGS, of=IN_CLUB, undo=Undo.NEVER)
def club_founded(*, request_key: str = "") -> str:
    # `request_key` stands in lines that were stored before words had names of their own.
    return _("club set up")


@action(ActionKind.SETTINGS, of=IN_CLUB, undo=Undo.NEVER)
def club_imported(*, tournaments: int, mark: str) -> str:
    imported = ngettext(
        "%(tournaments)s tournament imported from the file of a club",
        "%(tournaments)s tournaments imported from the file of a club",
        tournaments,
    )
    return imported % {"tournaments": tournaments}


def found_club(*, by: User, name: str, place: str) -> Club:
    """Set up another club, without directors yet."""
    with transaction.atomic():
        if not runs_installation(by):
            raise Refused("not_allowed")
        take_lock("clubs")
        enter_word()
        cleaned = clean_title(name)
        if not cleaned:
            raise Refused("name_empty")
        club = Club(slug=UNNAMED, name=cleaned, place=clean_title(place))
        club.slug = _free_slug(club.name, club)
        club.save()
        step = ClubChange(club, action=club_founded, by=by)
        write_line(step)
    return club


@action(ActionKind.SETTINGS, of=IN_CLUB)
def club_changed() -> str:
    return _("club settings changed")


def change_settings(club: Club, *, by: User | None, name: str, place: str, **details: object) -> Club:
    """Change the name, the place and other settings; the first name opens the club's page and sets its address."""
    with change_club(club, by=by, action=club_changed) as step:
        set_up(step, name=name, place=place, **details)
        return step.club


@action(ActionKind.SETTINGS, of=IN_CLUB)
def ratings_changed() -> str:
    return _("settings of the ratings changed")


def change_ratings(club: Club, *, by: User, **settings: object) -> None:
    """Change the settings of the club's ratings, such as their start and ramp; results stay."""
    with change_club(club, by=by, action=ratings_changed) as step:
        step.update(step.club, **settings)


def set_up(step: ClubChange, *, name: str, place: str, **details: object) -> None:
    """Set the name, the place and the given settings of the step's club."""
    current = step.club
    cleaned = clean_title(name)
    if current.name and not cleaned:
        raise Refused("club_name_needed")
    if cleaned and not current.name:
        take_lock("clubs")
        details["slug"] = _free_slug(cleaned, current)
    old_currency = current.currency
    step.update(current, name=cleaned, place=clean_title(place), **details)
    if current.currency != old_currency:
        # Open tournaments without vouchers get the currency too. Undo leaves them, as they may have vouchers by then.
        waiting = list(Tournament.objects.select_for_update().filter(club=current, is_closed=False).order_by("pk"))
        untouched = Tournament.objects.filter(pk__in=[tournament.pk for tournament in waiting], vouchers=None)
        step_on(untouched.exclude(currency=current.currency), currency=current.currency)


def _free_slug(name: str, club: Club) -> str:
    """Return a readable slug that no other club has, numbered where taken; a chosen slug stays."""
    if not re.fullmatch(rf"{UNNAMED}(-\d+)?", club.slug):
        return club.slug
    other_clubs = Club.objects.exclude(pk=club.pk)
    return numbered_if_taken(address_of(name)[:60] or UNNAMED, lambda slug: other_clubs.filter(slug=slug).exists())


@action(ActionKind.SETTINGS, of=IN_CLUB, undo=Undo.ASIDE, is_security_event=True)
def second_factor_rule_changed(*, is_required: bool) -> str:
    if is_required:
        return _("a second factor required of all accounts of the club")
    return _("a second factor no longer required")


def require_second_factor(club: Club, *, by: User, is_required: bool) -> None:
    """Set whether whoever directs or helps in the club needs a second factor; repeating this changes nothing."""
    with change_club(club, by=by, action=second_factor_rule_changed) as step:
        step.facts = second_factor_rule_changed.facts(is_required=is_required)
        step.update_without_undo(step.club, requires_second_factor=is_required)


class Lost(NamedTuple):
    """What an account has lost with a role: how many open invitations to the club, and for helpers, it knew.

    All of them have ended. An account that `directed` an evening with players may know their private links, too.
    """

    invitations: int = 0
    helpers: int = 0
    directed: bool = False


@action(
    ActionKind.SETTINGS,
    of=IN_CLUB,
    undo=Undo.ASIDE,
    is_security_event=True,
    refuses={
        "last_director_stays": gettext_lazy("A club needs a director. Let another account direct it first."),
    },
)
def member_changed(*, name: str, role: str) -> str:
    return member_line(name, role)


def set_member(club: Club, *, by: User, name: str, role: str) -> Lost:
    """Make an account that the club knows a director or a helper; an empty role ends its membership.

    A former director's tournaments go to the club; without another club, the account cannot log in any more. The last
    director stays. Whoever directs no longer knows no link that still lets somebody in.
    """
    with change_club(club, by=by, action=member_changed) as step:
        account = account_called(name, among=accounts_known_to(step.club))
        directors = step.club.memberships.filter(role=MemberRole.DIRECTOR)
        if role != MemberRole.DIRECTOR and not directors.exclude(account=account).exists():
            raise Refused("last_director_stays")
        directed = directors.filter(account=account).exists()
        if not _set_role(step.club, account, role):
            return Lost()
        step.facts = member_changed.facts(name=account.get_username(), role=role)
        step.always_log = True
        tournaments = Tournament.objects.filter(club=step.club)
        links = Lost()
        if role != MemberRole.DIRECTOR:
            director_filter = Q() if directed else Q(director=account) | Q(co_directors=account)
            links = end_helpers_invitations(tournaments.filter(director_filter))
            tournaments.filter(director=account).update(director=None)
            Tournament.co_directors.through.objects.filter(tournament__in=tournaments, user=account).delete()
        account.is_active = account.memberships.exists() or not is_only_club()
        account.save(update_fields=["is_active"])
        if not directed:
            return links
        links = links._replace(invitations=open_invitations(step.club).count())
        step.club.invitations.all().delete()
        # Password links are bound to the account's last login.
        accounts_of_it_alone(step.club).update(last_login=timezone.now())
        return links


def end_helpers_invitations(evenings: QuerySet[Tournament]) -> Lost:
    """End the invitations for helpers to these evenings, which somebody directs no longer; who has joined stays.

    The evenings are locked, so that nobody opens an invitation in the same moment as one who still directs.
    """
    locked = list(Tournament.objects.select_for_update().filter(pk__in=evenings.values("pk")).order_by("pk"))
    ended_count, _rows = Invitation.objects.filter(tournament__in=locked).delete()
    return Lost(helpers=ended_count, directed=Entry.objects.filter(tournament__in=locked).exists())


def _set_role(club: Club, account: User, role: str) -> bool:
    """Give the account this role in the club, or with an empty role none; return whether anything changed."""
    memberships = club.memberships.filter(account=account)
    if memberships.filter(role=role).exists() if role else not memberships.exists():
        return False
    if role:
        club.memberships.update_or_create(account=account, defaults={"role": MemberRole(role)})
    else:
        memberships.delete()
    return True


# The imprint and privacy notice of an installation and of a club.


def write_notices(texts: Mapping[tuple[str, str], str], *, by: Visitor) -> None:
    """Publish these notices of the installation, by name and language; an empty text removes one."""
    if not runs_installation(by):
        raise Refused("not_allowed")
    with transaction.atomic():
        for (name, language), text in texts.items():
            if text:
                NoticeText.objects.update_or_create(name=name, language=language, defaults={"text": text})
            else:
                NoticeText.objects.filter(name=name, language=language).delete()


@action(
    ActionKind.SETTINGS,
    of=IN_CLUB,
    refuses={
        "notices_changed_meanwhile": gettext_lazy(
            "Someone has changed these texts in the meantime. What is typed here has not been saved. Compare, then save"
            " again."
        ),
    },
)
def notices_written(*, names: Sequence[str]) -> str:
    return _("text changed: %(names)s") % {"names": ", ".join(str(NOTICE_TITLES[name]) for name in names)}


def write_club_notices(club: Club, texts: Mapping[tuple[str, str], str], *, expected: str, by: User) -> None:
    """Publish these notices on the pages of the club; an empty text removes one.

    `expected` is the digest of the texts that the director edited. Raises Refused where other texts are stored by now,
    unless they are those to be written.
    """
    with change_club(club, by=by, action=notices_written) as step:
        rows = {(row.name, row.language): row for row in step.club.notices.all()}
        stored_texts = {key: row.text for key, row in rows.items()}
        new_texts = {**stored_texts, **texts}
        if mark_of(stored_texts) != expected and {key: text for key, text in new_texts.items() if text} != stored_texts:
            raise Refused("notices_changed_meanwhile")
        changed_keys = [key for key, text in new_texts.items() if text != stored_texts.get(key, "")]
        for key in changed_keys:
            if key not in rows:
                step.add(ClubNotice(club=step.club, name=key[0], language=key[1], text=new_texts[key]))
            elif new_texts[key]:
                step.update(rows[key], text=new_texts[key])
            else:
                step.remove(rows[key])
        step.facts = notices_written.facts(names=list(dict.fromkeys(name for name, language in changed_keys)))
