"""Pages of accounts: login, members, helpers, invitations."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import get_next_redirect_url, perform_login
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn.views import LoginWebAuthnView, RemoveWebAuthnView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, redirect_to_login
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import accounts as actions, clubs as club_actions, results
from tournament.actions.clubs import Lost
from tournament.actions.permissions import can, can_set_up
from tournament.archive.checks import MOST_BYTES
from tournament.archive.storing import Restored, restore
from tournament.engine.refusals import Refused
from tournament.forms import accounts as forms
from tournament.forms.backups import ArchiveForm
from tournament.forms.clubs import AccountForm, InvitationForm, MemberForm, NewClubForm, SecondFactorForm
from tournament.forms.rounds import AccessForm, NameForm
from tournament.machine import limits, logins, mails, outage, visitors
from tournament.machine.disk import folder_problem
from tournament.machine.rates import Rate
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.machine.sessions import takes_files
from tournament.models import Club, ClubInvitation, Helper, MemberRole, Tournament
from tournament.names import isolated
from tournament.pages.persons import places_of
from tournament.phrases.accounts import browser_sentence, invitation_mail, lost_sentences, password_mail
from tournament.phrases.refusals import refusal_sentence
from tournament.queries import accounts as queries, clubs as club_queries
from tournament.simulation import demonstration
from tournament.snapshots.reading import MAGIC, looks_like_snapshot
from tournament.snapshots.restoring import can_be_taken_over, restore_tournaments, take_over
from tournament.snapshots.uploads import kept_for_now
from tournament.snapshots.versions import is_newer, is_older
from tournament.views import access
from tournament.views.clubs import club_page, settings_page
from tournament.views.pages import page
from tournament.views.refusals import RefusalAnswer, Sent, done_by, on_page, one_action, refused_at

# Login: the first account, one-time links, logging in and out.

# Limits protect strangers from unwanted mail: few mails from one network, few to one address.
MAILS_OF_A_NETWORK = Rate("mails-of-a-network", at_once=5, seconds=120)
MAILS_TO_AN_ADDRESS = Rate("mails-to-an-address", at_once=3, seconds=3600)
# Each request for a passkey stores a session for a stranger.
PASSKEYS_OF_A_NETWORK = Rate("passkeys-of-a-network", at_once=20, seconds=15)
# How long a browser may take to answer with a passkey, and the session's key for the time when it was asked.
PASSKEY_SECONDS = 5 * 60
PASSKEY_ASKED_AT = "passkey_asked_at"
PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"


def _answer_ended_link(template: str) -> RefusalAnswer:
    """Make a view that answers a link that can no longer be used, with the reason."""

    def answer(request: HttpRequest, refused: Refused, *tournament: Tournament, **_values: Any) -> HttpResponse:
        context = {"tournament": tournament[0] if tournament else None, "sentence": refusal_sentence(refused)}
        return render(request, template, context, status=410)

    return answer


class LogIn(LoginView):
    """The login page; after a login the device is known to the account."""

    authentication_form = forms.LoginForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        record_authentication(self.request, form.get_user(), method="password", reauthenticated=True)
        return let_in(self.request, form.get_user(), by="password", to=self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        answer.status_code = 429 if isinstance(form, forms.LoginForm) and form.is_put_off else 200
        return answer


class LogInByPasskey(LoginWebAuthnView):
    """Ask the browser for a passkey, and log in its account without a password."""

    def get(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        network = visitors.guest_network(request)
        if PASSKEYS_OF_A_NETWORK.wait(network):
            return render(request, "429.html", status=429)
        PASSKEYS_OF_A_NETWORK.use(network)
        request.session[PASSKEY_ASKED_AT] = time.time()
        return super().get(request, *args, **values)

    def post(self, request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        if time.time() - request.session.pop(PASSKEY_ASKED_AT, 0) > PASSKEY_SECONDS:
            return self.form_invalid(self.get_form())
        return super().post(request, *args, **values)

    def form_valid(self, form: forms.PasskeyAloneForm) -> HttpResponse:
        return _remembered(self.request, super().form_valid(form), form.cleaned_data["credential"].user, "passkey")

    def form_invalid(self, form: forms.PasskeyAloneForm) -> HttpResponse:
        messages.error(self.request, forms.NOT_ACCEPTED)
        return redirect_to_login(get_next_redirect_url(self.request) or "", settings.LOGIN_URL)


class RemovePasskey(RemoveWebAuthnView):
    """Remove a passkey, unless it is the last second factor of an account that must have one."""

    form_class = forms.RemovePasskeyForm
    success_url = reverse_lazy("mfa_index")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "passkey": self.object}


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_answer_ended_link("registration/link_used.html"))
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Create the director's account; only the link from the terminal leads to this page."""
    queries.refuse_used_welcome(token)
    form = forms.FirstAccountForm(request.POST or None)
    if not form.is_valid():
        return render(request, "registration/welcome.html", {"form": form})
    demonstration.discard_demo_account()
    user = actions.create_first_account(
        token=token, name=form.cleaned_data["name"], password=form.cleaned_data["password"]
    )
    return let_in(request, user)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_answer_ended_link("registration/link_used.html"))
def login_link(request: HttpRequest, user_id: int, token: str) -> HttpResponse:
    """Choose a new password and log in; an account without a password is logged in by the link alone."""
    user = queries.user_of_login_link(user_id=user_id, token=token)
    form = forms.NewPasswordForm(user, request.POST or None) if user.has_usable_password() else None
    if request.method == "GET" or (form and not form.is_valid()):
        return render(request, "registration/login_link.html", {"form": form, "name": user.get_username()})
    password = form.cleaned_data["new_password1"] if form else None
    return let_in(request, actions.spend_login_link(user_id=user_id, token=token, password=password))


@access.posted
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out; redirect helpers to the public standings."""
    helper = club_queries.helper_of(request.user) if request.user.is_authenticated else None
    actions.leave(request.user)
    logout(request)
    return redirect("standings", slug=helper.tournament.slug) if helper and helper.tournament else redirect("home")


def let_in(request: HttpRequest, user: User, *, by: str = "link or as a new account", to: str = "") -> HttpResponse:
    """Log in, redirect to the page `to`, by default the first one, and make the device known to the account.

    An account with a second factor is asked for it first.
    """
    return _remembered(request, perform_login(request, user, redirect_url=to or reverse("home")), user, by)


def _remembered(request: HttpRequest, answer: HttpResponse, user: User, by: str) -> HttpResponse:
    logins.know_device(request, answer, user.get_username())
    logins.note_login(user.get_username(), f"let in by {by}" if request.user.is_authenticated else "asked for a code")
    return answer


@require_http_methods(["GET", "POST"])
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; the response does not reveal whether the account exists."""
    if not settings.SENDS_MAIL:
        raise Http404
    form = forms.ForgottenForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask_address(request, form, status=422 if form.errors else 200)
    wait = MAILS_OF_A_NETWORK.wait(visitors.guest_network(request))
    if wait:
        form.add_error(None, refusal_sentence(Refused("mails_too_often", seconds=wait)))
        return _ask_address(request, form, status=429)
    address = form.cleaned_data["email"].casefold()
    MAILS_OF_A_NETWORK.use(visitors.guest_network(request))
    if not MAILS_TO_AN_ADDRESS.wait(address):
        MAILS_TO_AN_ADDRESS.use(address)
        form.save(domain_override=settings.PUBLIC_URL)
    return render(request, "registration/link_sent.html")


def _ask_address(request: HttpRequest, form: forms.ForgottenForm, status: int) -> HttpResponse:
    return render(request, "registration/forgotten.html", {"form": form}, status=status)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@access.own_account_required
def own_account(request: UserRequest) -> HttpResponse:
    """Change the password, which ends all other sessions of the account, or the mail address."""
    form = forms.OwnAccountForm(request, request.POST if request.method == "POST" else None)

    def change() -> HttpResponse:
        form_values = form.cleaned_data
        actions.change_own_account(request.user, password=form_values["new_password"], mail=form_values.get("mail"))
        # This gives the session a new key.
        update_session_auth_hash(request, request.user)
        UserSession.objects.create_from_request(request)
        if form_values["new_password"]:
            actions.end_sessions(request.user, but=request.session.session_key)
        messages.success(request, _("The account has been changed."))
        return redirect("own_account")

    if response := done_by(form, change):
        return response
    context = {
        "has_second_factor": is_mfa_enabled(request.user),
        "form": form,
        "sessions": [
            (session, browser_sentence(session.user_agent), session.session_key == request.session.session_key)
            for session in queries.own_sessions(request.user)
        ],
        "today": timezone.localdate(),
    }
    return render(request, "registration/account.html", context, status=422 if form.errors else 200)


@access.posted
@access.own_account_required
def end_own_session(request: UserRequest) -> HttpResponse:
    """End another session of one's own account, or all others."""
    form = forms.SessionForm(request.POST)
    if form.is_valid():
        actions.end_sessions(request.user, but=request.session.session_key, key=form.cleaned_data["session"])
    return redirect("own_account")


# First steps on a new machine: the director's account, the demonstration, data from an old computer.

View = Callable[[HttpRequest], HttpResponse]


def is_new_machine(request: HttpRequest) -> bool:
    """Whether the user sits at this machine and no account exists yet."""
    return visitors.is_on_this_machine(request) and not queries.has_account()


def on_new_machine(view: View) -> View:
    """Let in visitors of a new machine; redirect others to the first page."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        return view(request) if is_new_machine(request) else redirect("home")

    return answer


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@on_new_machine
@refused_at(on_page("home"))
def first_steps(request: HttpRequest) -> HttpResponse:
    """Create the director's account and delete the demonstration that ran without an account."""
    form = forms.FirstAccountForm(request.POST or None)
    if not form.is_valid():
        context = {"form": form, "is_here": True, "has_demo": queries.demo_account() is not None}
        return render(request, "registration/welcome.html", context, status=422 if form.errors else 200)
    demonstration.discard_demo_account()
    user = actions.create_account_here(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
    return let_in(request, user)


@takes_files(limits.BACKUP_BYTES)
@require_http_methods(["GET", "POST"])
@on_new_machine
def bring_along(request: HttpRequest) -> HttpResponse:
    """Before any account exists: take over a backup from an old computer with its accounts, or import an archive."""
    # A guest without a session may not send as much data as a backup has.
    request.session["brings_along"] = True
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()

    def import_or_take_over() -> HttpResponse:
        file, request_key = form.cleaned_data["file"], form.cleaned_data["request_key"]
        is_snapshot = looks_like_snapshot(file.read(len(MAGIC)))
        file.seek(0)
        if not is_snapshot:
            return _report_imports(request, (restore(file.read(MOST_BYTES + 1), by=None, request_key=request_key),))
        with kept_for_now(file.chunks(), key=request_key) as copy:
            demonstration.discard_demo_account()
            if not can_be_taken_over():
                return _report_imports(request, restore_tournaments(copy, request_key=request_key))
            take_over(copy)
        # The old session was replaced together with the database.
        request.session.cycle_key()
        if not queries.has_account():
            return redirect("first_steps")
        messages.success(request, _("Everything has been taken over. Log in with the name and password of before."))
        return redirect("login")

    if brought := done_by(form, import_or_take_over):
        return brought
    context = {"form": form, "back": reverse("first_steps")}
    return render(request, "registration/bring_along.html", context, status=422 if form.errors else 200)


def _report_imports(request: HttpRequest, restored: tuple[Restored, ...]) -> HttpResponse:
    for restoration in restored:
        for sentence in restoration.warnings():
            messages.warning(request, sentence)
        messages.success(
            request,
            _("%(name)s imported. It is on the first page once there is an account.")
            % {"name": restoration.tournament},
        )
    return redirect("first_steps")


@access.posted
def try_demo(request: HttpRequest) -> HttpResponse:
    """Open the running demonstration: without an account on a new machine, else in the user's own account."""
    if can_set_up(request.user):
        user = request.user
        demonstration.load_demo(by=user)
    elif is_new_machine(request):
        user = demonstration.open_demo()
        login(request, user, backend=PASSWORD_BACKEND)
    else:
        return redirect("home")
    tournament = demonstration.demo_tournaments(user).last()
    if tournament is None:
        return redirect("home")
    messages.success(request, _("This is the demo: try everything. The first page removes it with one press."))
    return redirect("desk", slug=tournament.slug)


@access.posted
def end_demo(request: HttpRequest) -> HttpResponse:
    if not can_set_up(request.user):
        return redirect("home")
    is_for_nothing_else = request.user == queries.demo_account()
    demonstration.discard_demo(by=request.user)
    if is_for_nothing_else:
        logout(request)
    messages.success(request, _("The demo has been removed."))
    return redirect("home")


# Health checks for a supervisor: liveness and readiness.


@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """Answer that the program runs, without any check."""
    return _health_answer("alive", 200)


@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database responds with all that this version needs and the disk takes files; else 503.

    The answer comes within two seconds even if the database server does not respond. A newer version removes nothing
    that this version uses, so this one stays ready during an upgrade.
    """
    if not outage.answers_within(limits.DATABASE_SECONDS):
        return _health_answer("database silent", 503)
    try:
        disk = folder_problem(settings.DATA_DIR)
        problem = "migrations missing" if is_older(connection) else f"disk {disk.value}" if disk else ""
        state = problem or ("ready, database newer" if is_newer(connection) else "ready")
    except Error:
        return _health_answer("database silent", 503)
    return _health_answer(state, 503 if problem else 200)


def _health_answer(state: str, status: int) -> HttpResponse:
    return HttpResponse(f"{state}\n", content_type="text/plain; charset=utf-8", status=status)


# Helpers: their page at the desk, and the page of the invitation link.


@require_http_methods(["GET", "POST"])
@access.public
@refused_at(_answer_ended_link("registration/invitation_ended.html"))
def come_in(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Join as a helper by giving a name; redirect users with access to the desk."""
    club_queries.refuse_ended_invitation(tournament, token)
    if can(request.user, "look", tournament):
        return redirect("desk", slug=tournament.slug)
    if request.method == "POST":
        return _join(request, tournament, token)
    return _ask_name(request, None, tournament, token)


def _ask_name(request: HttpRequest, refused: Refused | None, tournament: Tournament, token: str) -> HttpResponse:
    typed, problem = NameForm(request.POST)["name"].value() or "", refusal_sentence(refused) if refused else ""
    context = {"tournament": tournament, "name": typed, "problem": problem}
    return render(request, "registration/join.html", context, status=422 if refused else 200)


@refused_at(_ask_name)
def _join(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    name = NameForm(request.POST).values()["name"]
    helper = actions.join(tournament, token=token, name=name, before=request.user)
    login(request, helper.user, backend=PASSWORD_BACKEND)
    return redirect("desk", slug=tournament.slug)


@require_safe
@access.director_required
def helpers(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Show helpers, the invitation link and further directors; always drawn, as joining makes no new version."""
    context = {
        "section": "settings",
        "invitation_link": club_queries.invitation_link(tournament),
        "helpers": club_queries.helpers_in(tournament),
        "today": timezone.localdate(),
        "may_choose_directors": tournament.director_id and can(request.user, "directors_chosen", tournament),
        "co_directors": tournament.co_directors.order_by("username"),
        "others": club_queries.accounts_without_access(tournament),
        "has_players": tournament.entries.exists(),
    }
    return page(request, tournament, "desk/helpers.html", context)


@one_action(page="helpers")
def make_invitation(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Make a new invitation link, which replaces the previous one."""
    actions.invite(tournament, by=request.user)


@one_action(page="helpers")
def end_invitation(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """End the invitation link, so that no more helpers can join."""
    actions.end_invitation(tournament, by=request.user)


@one_action(page="helpers")
def end_session(request: UserRequest, tournament: Tournament, sent: Sent, helper: int) -> None:
    actions.send_away(get_object_or_404(Helper, pk=helper, tournament=tournament), by=request.user)


@one_action(AccessForm, page="helpers", for_whom=access.confirmed_director)
def choose_director(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Make an account a director of the tournament, or take that access away."""
    if sent["access"]:
        actions.give_access(tournament, by=request.user, name=sent["name"])
    else:
        links = actions.take_access(tournament, by=request.user, name=sent["name"])
        _tell_what_ended(request, links, sent["name"])


@one_action(page="helpers")
def renew_player_links(request: UserRequest, tournament: Tournament, sent: Sent) -> None:
    """Make new private links for all players, as somebody who directs no longer may know the old ones."""
    results.renew_player_links(tournament, by=request.user)
    messages.success(request, _("All players have new private links. Print their match slips and player cards anew."))


def _tell_what_ended(request: UserRequest, links: Lost, name: str) -> None:
    """Name the links that somebody who has lost a role knew, those that have ended and those that have not."""
    for sentence in lost_sentences(links.invitations, links.helpers, isolated(name), directed=links.directed):
        messages.success(request, sentence)


# Members of a club: roles, invitations, links for a new password.

# Mails are sent in the name of the installation: a hostile director of a club must not flood anybody.
MAILS_OF_A_CLUB = Rate("mails-of-a-club", at_once=20, seconds=300)
MAILS_OF_CLUBS_TO_AN_ADDRESS = Rate("mails-of-clubs-to-an-address", at_once=3, seconds=3600)


@one_action(MemberForm, page="club_settings", for_whom=access.confirmed_club_director)
def choose_member(request: UserRequest, club: Club, sent: Sent) -> None:
    """Make an account a director or helper of the club, or take its role away."""
    links = club_actions.set_member(club, by=request.user, name=sent["name"], role=sent["role"])
    _tell_what_ended(request, links, sent["name"])


@one_action(page="club_settings", for_whom=access.confirmed_club_director)
def renew_links_of_club(request: UserRequest, club: Club, sent: Sent) -> None:
    """Make new private links for the players of all tournaments of the club that are not closed."""
    count = results.renew_player_links_of_club(club, by=request.user)
    sentence = ngettext(
        "The players of %(count)s tournament have new private links.",
        "The players of %(count)s tournaments have new private links.",
        count,
    )
    messages.success(request, sentence % {"count": count})


@one_action(SecondFactorForm, page="club_settings", for_whom=access.confirmed_club_director)
def require_second_factor(request: UserRequest, club: Club, sent: Sent) -> None:
    """Require a second factor of all directors and helpers of the club, or stop requiring it."""
    club_actions.require_second_factor(club, by=request.user, is_required=sent["required"])


@access.posted
@access.confirmed_club_director
def invite_member(request: UserRequest, club: Club) -> HttpResponse:
    """Invite somebody by mail, or make a link for the director to pass on."""
    form = InvitationForm(request.POST)

    def invite() -> HttpResponse:
        if wait := _wait_to_mail(club, form.cleaned_data.get("mail", "")):
            raise Refused("mails_too_often", seconds=wait)
        send_invitation(request, actions.invite_to_club(club, by=request.user, **form.cleaned_data))
        return redirect("club_settings", slug=club.slug)

    return done_by(form, invite) or settings_page(request, club, invitation_form=form)


def _wait_to_mail(club: Club, address: str) -> int:
    """Return the seconds until the club may mail this address, 0 without one; if a mail may be sent, count it."""
    if not address:
        return 0
    to_address = address.casefold()
    wait = max(MAILS_OF_A_CLUB.wait(club.pk), MAILS_OF_CLUBS_TO_AN_ADDRESS.wait(to_address))
    if not wait:
        MAILS_OF_A_CLUB.use(club.pk)
        MAILS_OF_CLUBS_TO_AN_ADDRESS.use(to_address)
    return wait


def send_invitation(request: HttpRequest, invitation: ClubInvitation) -> None:
    """Send the invitation if it has a mail address, and report the outcome."""
    if not invitation.mail:
        return
    sentence = {"address": invitation.mail}
    if mails.is_sent(invitation.mail, *invitation_mail(invitation.club.name, queries.invited_address(invitation))):
        messages.success(request, _("The invitation is on its way to %(address)s.") % sentence)
    else:
        messages.error(
            request, _("The mail to %(address)s could not be sent. Hand the link on in another way.") % sentence
        )


@one_action(page="club_settings", for_whom=access.club_director_required)
def end_member_invitation(request: UserRequest, club: Club, sent: Sent, invitation: int) -> None:
    actions.withdraw_invitation(get_object_or_404(ClubInvitation, club=club, pk=invitation), by=request.user)


@access.posted
@access.confirmed_club_director
@refused_at(on_page("club_settings"))
def password_link(request: UserRequest, club: Club) -> HttpResponse:
    """Make a link for a new password; mail it to the account's own address, else show it to pass on."""
    name = AccountForm(request.POST).values()["name"]
    address = queries.mail_of(name, among=club_queries.accounts_of_it_alone(club)) if settings.SENDS_MAIL else ""
    if wait := _wait_to_mail(club, address):
        raise Refused("mails_too_often", seconds=wait)
    link = actions.make_password_link(club, by=request.user, name=name)
    if address and mails.is_sent(address, *password_mail(name, link)):
        messages.success(request, _("The link for a new password is on its way to %(name)s.") % {"name": name})
        return redirect("club_settings", slug=club.slug)
    return club_page(request, club, "club/password_link.html", {"section": "settings", "name": name, "link": link})


# Invitations to a club, and the page that sets up clubs.

# Each name tried reveals whether such an account exists; an invited person needs two or three tries.
NAMES_OF_AN_INVITATION = Rate("names-of-an-invitation", at_once=10, seconds=300)
MOST_SHOWN = 50


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_answer_ended_link("registration/invitation_ended.html"))
def invited(request: HttpRequest, key: int, token: str) -> HttpResponse:
    """Accept an invitation to a club, with the current account or a new one."""
    invitation = queries.invitation_of_link(key, token)
    if queries.is_own_account(request.user):
        if request.method == "GET":
            return render(request, "registration/invited.html", {"invitation": invitation})
        actions.accept_with_account(key=key, token=token, account=request.user)
        messages.success(request, _("Invitation accepted: %(club)s.") % {"club": invitation.club})
        return redirect("home")
    form = forms.InvitedForm(request.POST if request.method == "POST" else None)

    def come_in() -> HttpResponse:
        if wait := NAMES_OF_AN_INVITATION.wait(key):
            raise Refused("names_too_often", seconds=wait)
        NAMES_OF_AN_INVITATION.use(key)
        return let_in(request, actions.accept_with_new_account(key=key, token=token, **form.cleaned_data))

    if answer := done_by(form, come_in):
        return answer
    context = {"invitation": invitation, "form": form}
    return render(request, "registration/invited.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@access.installation_required
@access.confirmed
def clubs(request: UserRequest) -> HttpResponse:
    """Set up a club and invite its first director; list the clubs that have no director yet."""
    form = NewClubForm(request.POST if request.method == "POST" else None)

    def set_up() -> HttpResponse:
        form_values = form.cleaned_data
        mail = form_values.pop("mail", "")
        _invite_first(request, club_actions.found_club(by=request.user, **form_values), mail)
        return redirect("clubs")

    if done := done_by(form, set_up):
        return done
    waiting = club_queries.clubs_without_director()
    rows = [
        (club, [(invitation, queries.invited_address(invitation)) for invitation in queries.open_invitations(club)])
        for club in waiting[:MOST_SHOWN]
    ]
    context = {"form": form, "rows": rows, "more": max(waiting.count() - MOST_SHOWN, 0)}
    context |= {"section": "clubs", "places": places_of(request.user)}
    return render(request, "clubs.html", context, status=422 if form.errors else 200)


@access.posted
@access.installation_required
@access.confirmed
@refused_at(on_page("clubs"))
def invite_first_director(request: UserRequest, club: int) -> HttpResponse:
    """Make another invitation for a club without a director."""
    _invite_first(request, get_object_or_404(Club, pk=club), "")
    return redirect("clubs")


def _invite_first(request: UserRequest, club: Club, mail: str) -> None:
    send_invitation(request, actions.invite_to_club(club, by=request.user, role=MemberRole.DIRECTOR.value, mail=mail))
