"""The first minutes on a new machine: the director's account, the demonstration, what comes from an old computer."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.accounts import create_account_here
from tournament.actions.permissions import can_set_up
from tournament.archive.restore import Restored, restore
from tournament.engine.refusals import Refused
from tournament.forms.accounts import FirstAccountForm
from tournament.forms.backups import ArchiveForm
from tournament.machine import limits
from tournament.machine.sessions import takes_files
from tournament.machine.visitors import is_on_this_machine
from tournament.phrases.checking import disagreement_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.accounts import demo_account, has_account
from tournament.simulation.demonstration import (
    demo_tournaments,
    discard_demo,
    discard_demo_account,
    load_demo,
    open_demo,
)
from tournament.snapshots.reading import MAGIC, looks_like_snapshot
from tournament.snapshots.restoring import can_be_taken_over, restore_tournaments, take_over
from tournament.snapshots.uploads import kept_for_now
from tournament.views.accounts import PASSWORD_BACKEND, let_in
from tournament.views.refusals import done_by, refused_at

View = Callable[[HttpRequest], HttpResponse]


def is_new_machine(request: HttpRequest) -> bool:
    """Whether whoever asks sits at this very machine, and nobody has an account on it yet."""
    return is_on_this_machine(request) and not has_account()


def on_new_machine(view: View) -> View:
    """For the first minutes only; later, and from elsewhere, the first page says what there is."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        return view(request) if is_new_machine(request) else redirect("home")

    return answer


def _not_set_up(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Said on the first page, which is this one as long as there is no account."""
    messages.error(request, refusal_sentence(refused))
    return redirect("home")


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@on_new_machine
@refused_at(_not_set_up)
def first_steps(request: HttpRequest) -> HttpResponse:
    """Create the director's account; the demonstration that was there without one goes."""
    form = FirstAccountForm(request.POST or None)
    if not form.is_valid():
        context = {"form": form, "is_here": True, "has_demo": demo_account() is not None}
        return render(request, "registration/welcome.html", context, status=422 if form.errors else 200)
    discard_demo_account()
    user = create_account_here(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
    return let_in(request, user)


@takes_files(limits.BODY_BYTES)
@require_http_methods(["GET", "POST"])
@on_new_machine
def bring_along(request: HttpRequest) -> HttpResponse:
    """Take over a backup from an old computer, accounts included, or read an archive, before there is any account."""
    # A session, for a guest without one may not send as much as a backup is.
    request.session["brings_along"] = True
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if brought := done_by(form, lambda: _brought(request, form)):
        return brought
    context = {"form": form, "back": reverse("first_steps")}
    return render(request, "registration/bring_along.html", context, status=422 if form.errors else 200)


def _brought(request: HttpRequest, form: ArchiveForm) -> HttpResponse:
    file = form.cleaned_data["file"]
    is_snapshot = looks_like_snapshot(file.read(len(MAGIC)))
    file.seek(0)
    if not is_snapshot:
        return _tell(request, (restore(file.read(), by=None, request_key=form.cleaned_data["request_key"]),))
    with kept_for_now(file.chunks(), key=form.cleaned_data["request_key"]) as copy:
        discard_demo_account()
        if not can_be_taken_over():
            return _tell(request, restore_tournaments(copy, request_key=form.cleaned_data["request_key"]))
        take_over(copy)
    # The one of before went with everything else.
    request.session.cycle_key()
    if not has_account():
        return redirect("first_steps")
    messages.success(request, _("Everything has been taken over. Log in with the name and password of before."))
    return redirect("login")


def _tell(request: HttpRequest, restored: tuple[Restored, ...]) -> HttpResponse:
    for one in restored:
        for disagreement in one.disagreements:
            messages.warning(request, disagreement_sentence(disagreement))
        messages.success(
            request,
            _("%(name)s imported. It is on the first page once there is an account.") % {"name": one.tournament},
        )
    return redirect("first_steps")


@require_POST
def try_demo(request: HttpRequest) -> HttpResponse:
    """Go on to the running tournament of the demonstration: on a new machine without an account, else in one's own."""
    if can_set_up(request.user):
        user = request.user
        load_demo(by=user)
    elif is_new_machine(request):
        user = open_demo()
        login(request, user, backend=PASSWORD_BACKEND)
    else:
        return redirect("home")
    running = demo_tournaments(user).last()
    if running is None:
        return redirect("home")
    messages.success(request, _("This is the demo: try everything. The first page removes it with one press."))
    return redirect("desk", slug=running.slug)


@require_POST
def end_demo(request: HttpRequest) -> HttpResponse:
    """Throw the demonstration away."""
    if not can_set_up(request.user):
        return redirect("home")
    is_for_nothing_else = request.user == demo_account()
    discard_demo(by=request.user)
    if is_for_nothing_else:
        logout(request)
    messages.success(request, _("The demo has been removed."))
    return redirect("home")
