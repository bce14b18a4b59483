"""A club at its directors' desk: settings, members, what was changed last."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions.clubs import change_settings
from tournament.actions.journal import history, undo
from tournament.actions.journal import redo as redo_line
from tournament.actions.permissions import runs_installation
from tournament.engine.refusals import Refused
from tournament.forms.clubs import ClubForm, InvitationForm
from tournament.machine.requests import UserRequest
from tournament.models import Club, JournalLine, MemberRole
from tournament.pages.journal import JournalTable, club_journal_rows
from tournament.phrases.clubs import MISSING, NOTICE_TITLES
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.accounts import invited_address, open_invitations
from tournament.queries.clubs import accounts_known_to, accounts_of_it_alone, missing_notices
from tournament.views.access import View, club_director_required
from tournament.views.refusals import RefusalAnswer, done_by, refused_at


def club_page(
    request: HttpRequest, club: Club, template: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """A page of the club's desk, with what can be undone."""
    return render(request, template, {"club": club, "history": history(club), **context}, status=status)


def on_club_page(name: str) -> RefusalAnswer:
    """Show a refusal as a message on this page of the club."""

    def answer(request: HttpRequest, refused: Refused, club: Club, **_values: object) -> HttpResponse:
        messages.error(request, refusal_sentence(refused))
        return redirect(name, slug=club.slug)

    return answer


@never_cache
@require_http_methods(["GET", "POST"])
@club_director_required
def club_settings(request: UserRequest, club: Club) -> HttpResponse:
    """Name and place, and who belongs to the club."""
    form = ClubForm(request.POST if request.method == "POST" else None, instance=club)

    def change() -> HttpResponse:
        changed = change_settings(club, by=request.user, **form.details())
        return redirect("club_settings", slug=changed.slug)

    if request.method == "POST" and (changed := done_by(form, change)):
        return changed
    return settings_page(request, club, form=form)


def settings_page(
    request: UserRequest, club: Club, *, form: ClubForm | None = None, invitation_form: InvitationForm | None = None
) -> HttpResponse:
    """The page of the club's settings, with what is wrong in one of its forms."""
    context = {
        "section": "settings",
        "form": form or ClubForm(instance=club),
        "members": club.memberships.select_related("account").order_by("role", "account__username"),
        "roles": MemberRole,
        "renewable": frozenset(accounts_of_it_alone(club).exclude(pk=request.user.pk).values_list("pk", flat=True)),
        "known": accounts_known_to(club).exclude(memberships__club=club).order_by("username"),
        "invitations": [(one, invited_address(one)) for one in open_invitations(club)],
        "invitation_form": invitation_form or InvitationForm(),
        "missing_notices": [MISSING[name] for name in missing_notices(NOTICE_TITLES, club)] if club.name else [],
        "runs_installation": runs_installation(request.user),
    }
    is_wrong = any(one is not None and one.errors for one in (form, invitation_form))
    return club_page(request, club, "club/settings.html", context, status=422 if is_wrong else 200)


@never_cache
@require_safe
@club_director_required
def club_journal(request: HttpRequest, club: Club) -> HttpResponse:
    """Every change of the club itself in words, newest first."""
    table = JournalTable(tuple(club_journal_rows(club)), timezone.localdate(), without=("before", "after"))
    return club_page(request, club, "club/journal.html", {"section": "journal", "table": table})


def _turn(action: Callable[..., None]) -> View:
    @require_POST
    @club_director_required
    @refused_at(on_club_page("club_settings"))
    def answer(request: HttpRequest, club: Club, line: int) -> HttpResponse:
        action(get_object_or_404(JournalLine, club=club, pk=line), by=request.user)
        club.refresh_from_db()
        return redirect("club_journal", slug=club.slug)

    return answer


undo_in_club = _turn(undo)
redo_in_club = _turn(redo_line)
