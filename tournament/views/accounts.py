"""The doors of the accounts: the first account, a one-time link, logging in and out."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournament.actions.accounts import change_own_account, create_first_account, leave, spend_login_link
from tournament.engine.refusals import Refused
from tournament.forms.accounts import FirstAccountForm, ForgottenForm, LoginForm, NewPasswordForm, OwnAccountForm
from tournament.machine.logins import know_device, note_login
from tournament.machine.rates import Rate
from tournament.machine.requests import UserRequest
from tournament.machine.visitors import guest_network
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.accounts import is_own_account, refuse_used_welcome, user_of_login_link
from tournament.queries.clubs import helper_of
from tournament.simulation.demonstration import discard_demo_account
from tournament.views.refusals import done_by, refused_at

# Mail costs somebody else's patience: few from one network, and few to one address, whoever asks.
MAILS_OF_A_NETWORK = Rate("mails-of-a-network", at_once=5, seconds=120)
MAILS_TO_AN_ADDRESS = Rate("mails-to-an-address", at_once=3, seconds=3600)
PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"


class LogIn(LoginView):
    """Name and password; from then on the device is known to the account."""

    authentication_form = LoginForm

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        know_device(self.request, answer, form.get_user().get_username())
        note_login(form.get_user().get_username(), "let in by password")
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        answer.status_code = 429 if isinstance(form, LoginForm) and form.is_put_off else 200
        return answer


def _link_is_spent(request: HttpRequest, refused: Refused, **_values: Any) -> HttpResponse:
    return render(request, "registration/link_used.html", {"sentence": refusal_sentence(refused)}, status=410)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_link_is_spent)
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Create the director's account; only the link from the terminal leads here."""
    refuse_used_welcome(token)
    form = FirstAccountForm(request.POST or None)
    if not form.is_valid():
        return render(request, "registration/welcome.html", {"form": form})
    discard_demo_account()
    user = create_first_account(token=token, name=form.cleaned_data["name"], password=form.cleaned_data["password"])
    return let_in(request, user)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@refused_at(_link_is_spent)
def login_link(request: HttpRequest, user_id: int, token: str) -> HttpResponse:
    """Choose a new password and be logged in; an account without any password is opened by the link alone."""
    user = user_of_login_link(user_id=user_id, token=token)
    form = NewPasswordForm(user, request.POST or None) if user.has_usable_password() else None
    if request.method == "GET" or (form and not form.is_valid()):
        return render(request, "registration/login_link.html", {"form": form, "name": user.get_username()})
    password = form.cleaned_data["new_password1"] if form else None
    return let_in(request, spend_login_link(user_id=user_id, token=token, password=password))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Leave; a helper is not in any more and goes on to what everyone sees."""
    helper = helper_of(request.user) if request.user.is_authenticated else None
    leave(request.user)
    logout(request)
    return redirect("standings", slug=helper.tournament.slug) if helper and helper.tournament else redirect("home")


def let_in(request: HttpRequest, user: User) -> HttpResponse:
    """Log in and go on to the first page; from then on the device is known to the account."""
    login(request, user, backend=PASSWORD_BACKEND)
    answer = redirect("home")
    know_device(request, answer, user.get_username())
    note_login(user.get_username(), "let in by link or as a new account")
    return answer


@require_http_methods(["GET", "POST"])
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """Have a link for a new password sent; the answer is the same whether there is an account or not."""
    if not settings.SENDS_MAIL:
        raise Http404
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _ask_address(request, form, status=422 if form.errors else 200)
    wait = MAILS_OF_A_NETWORK.wait(guest_network(request))
    if wait:
        form.add_error(None, refusal_sentence(Refused("mails_too_often", seconds=wait)))
        return _ask_address(request, form, status=429)
    address = form.cleaned_data["email"].casefold()
    MAILS_OF_A_NETWORK.use(guest_network(request))
    if not MAILS_TO_AN_ADDRESS.wait(address):
        MAILS_TO_AN_ADDRESS.use(address)
        form.save(domain_override=settings.PUBLIC_URL)
    return render(request, "registration/link_sent.html")


def _ask_address(request: HttpRequest, form: ForgottenForm, status: int) -> HttpResponse:
    return render(request, "registration/forgotten.html", {"form": form}, status=status)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@login_required
def own_account(request: UserRequest) -> HttpResponse:
    """Another password, which ends every other session of the account, and where its mail goes."""
    if not is_own_account(request.user):
        raise PermissionDenied
    form = OwnAccountForm(request, request.POST if request.method == "POST" else None)

    def change() -> HttpResponse:
        said = form.cleaned_data
        change_own_account(request.user, password=said["new_password"], mail=said.get("mail"))
        update_session_auth_hash(request, request.user)
        messages.success(request, _("The account has been changed."))
        return redirect("own_account")

    if request.method == "POST" and (done := done_by(form, change)):
        return done
    return render(request, "registration/account.html", {"form": form}, status=422 if form.errors else 200)
