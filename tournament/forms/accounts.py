"""Forms for accounts, their passwords, helpers and mail."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import Error
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.actions.accounts import shared_login_link
from tournament.actions.clubs import NAME_LIMIT, clean_name
from tournament.engine.refusals import Refused
from tournament.forms.sent import RefusedInput, RefusingForm, SentForm, TickField, refused_as_input
from tournament.machine.logins import note_login, password_check
from tournament.machine.mails import send_later
from tournament.machine.requests import UserRequest
from tournament.names import fold
from tournament.phrases.accounts import password_mail
from tournament.queries.accounts import must_have_second_factor, other_second_factors

# Mail addresses; the limit is the length of the longest valid address and of the database column.


class MailField(forms.EmailField):
    """An optional mail address."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 254, "required": False, **options})


# Login, new accounts and passwords.

SHORTEST_PASSWORD = 8
# The words that somebody who guesses passwords of this program tries first.
PLAIN_WORDS = ("backgammon", "swiss", "tournament", "turnier")
SHORTEST_NAME_TO_LEAVE_OUT = 3


class MoreThanPlainWords:
    """A password validator, named in Django's settings: the user's own name and words of the game add no length."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the password is long enough only with these words."""
        name_words = fold(user.get_username()).split() if user else ()
        letters_left = fold(password)
        for word in (*PLAIN_WORDS, *(word for word in name_words if len(word) >= SHORTEST_NAME_TO_LEAVE_OUT)):
            letters_left = letters_left.replace(word, "")
        if len(letters_left) < SHORTEST_PASSWORD <= len(password):
            raise ValidationError(
                _("Without your name and words such as “backgammon”, at least %(length)s characters must be left."),
                code="password_of_plain_words",
                params={"length": SHORTEST_PASSWORD},
            )

    def get_help_text(self) -> str:
        """Return no text to show beside the field, as the error says enough."""
        return ""


class LoginForm(AuthenticationForm):
    request: HttpRequest
    username = UsernameField(label=_("Name"), widget=forms.TextInput())
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("Wrong name or password. Check upper and lower case."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # If the name is filled in, only the password has to be typed again.
        self.fields["password" if self.data.get("username") else "username"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Check the password, unless too many attempts have been made."""
        try:
            with password_check(self.request, self.cleaned_data.get("username", "")):
                return super().clean()
        except Refused as refused:
            raise RefusedInput(refused) from refused

    @property
    def is_put_off(self) -> bool:
        """Whether the password was not checked, as too many attempts have been made."""
        return any(self.has_error(NON_FIELD_ERRORS, code) for code in ("passwords_too_often", "passwords_at_once"))


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # Django takes no argument when the program runs.
    """A new password, typed twice."""

    new_password1, new_password2 = SetPasswordForm.create_password_fields(
        label1=_("Password"), label2=_("Password again")
    )
    # The label says enough.
    new_password2.help_text = ""


class FirstAccountForm(forms.Form):
    """The name of an account, and a password that can be made visible."""

    name = forms.CharField(
        label=_("Name of the director"),
        max_length=NAME_LIMIT,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "words", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters."),
    )

    def clean_name(self) -> str:
        """The name as the account stores it."""
        return refused_as_input(clean_name, self.cleaned_data["name"])

    def clean_password(self) -> str:
        """The password, which must be strong and unlike the name."""
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.cleaned_data.get("name", "")))
        return password


class OwnMailField(MailField):
    """The account's own mail address; the field is missing on installations that send no mail."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Mail address"),
            help_text=_("For a link to renew the password."),
            widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        )


class InvitedForm(RefusingForm, FirstAccountForm):
    """The new account of an invited person."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("Name")
        if settings.SENDS_MAIL:
            self.fields["mail"] = OwnMailField()

    def refuse(self, refused: Refused) -> None:
        """Show the refusal beside the field it is about."""
        self.add_error("name" if refused.code.startswith(("account_name", "name")) else None, RefusedInput(refused))


class ForgottenForm(PasswordResetForm):
    """A mail address; each account with it is sent a link, and the response does not reveal whether there is one."""

    email = MailField(
        label=_("Mail address"),
        required=True,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Send the program's own mail with its one-time link, in a separate thread."""
        account = context["user"]
        send_later(to_email, *password_mail(account.get_username(), shared_login_link(account)))


class SessionForm(SentForm):
    """The session to end; None ends all others."""

    session = forms.IntegerField(required=False)


class OwnPasswordForm(forms.Form):
    """The current password of the account, with a limit to how often it may be tried."""

    request: UserRequest
    password = forms.CharField(
        label=_("Current password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def clean_password(self) -> str:
        """Check the password, unless too many attempts have been made."""
        password: str = self.cleaned_data["password"]
        account = self.request.user
        try:
            with password_check(self.request, account.get_username()):
                if not account.check_password(password):
                    raise ValidationError(_("This is not the password of the account."))
        except Refused as refused:
            raise RefusedInput(refused) from refused
        return password


class ConfirmForm(OwnPasswordForm):
    """The password, asked before an action that cannot be undone; named in Django's settings for django-allauth."""

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = context.request
        self.fields["password"].widget.attrs["autofocus"] = True


def code_field() -> forms.CharField:
    """The field for a code of an authenticator app, or a recovery code."""
    hints = {"autocomplete": "one-time-code", "autofocus": True}
    return forms.CharField(label=_("Code"), max_length=20, widget=forms.TextInput(attrs=hints))


class CodeForm(AuthenticateForm):
    """The second-factor code at login, with each check logged; named in Django's settings for django-allauth."""

    code = code_field()

    def clean_code(self) -> str:
        """Check the code, unless too many have been wrong."""
        try:
            code: str = super().clean_code()
        except ValidationError:
            note_login(self.user.get_username(), "wrong code")
            raise
        note_login(self.user.get_username(), "let in by code")
        return code


class FirstCodeForm(ActivateTOTPForm):
    """The first code of a new authenticator app; named in Django's settings for django-allauth."""

    code = code_field()


class TurnOffForm(DeactivateTOTPForm):
    """The confirmation to turn off the authenticator app; named in Django's settings for django-allauth."""

    def clean(self) -> dict[str, Any] | None:
        _refuse_last(self.authenticator)
        cleaned: dict[str, Any] | None = super().clean()
        return cleaned


class RemovePasskeyForm(forms.Form):
    """The confirmation to remove a passkey."""

    def __init__(self, *args: Any, passkey: Authenticator, **options: Any) -> None:
        super().__init__(*args, **options)
        self.passkey = passkey

    def clean(self) -> dict[str, Any] | None:
        _refuse_last(self.passkey)
        return super().clean()


def _refuse_last(factor: Authenticator) -> None:
    """Refuse to remove the last second factor of an account that must have one."""
    if not other_second_factors(factor).exists() and must_have_second_factor(factor.user):
        raise ValidationError(_("A club or this installation requires a second factor."))


MOST_PASSKEYS = 20
NOT_ACCEPTED = _("This passkey was not accepted.")


class AnswerOfDeviceField(forms.JSONField):
    """The response of a passkey's device, as JSON; characters that no device uses make it invalid."""

    LETTERS = re.compile(r"[ !#-\[\]-~\"]{1,20000}", re.ASCII)

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, error_messages={"required": NOT_ACCEPTED, "invalid": NOT_ACCEPTED})

    def to_python(self, value: Any) -> Any:
        """Read the response; anything but a JSON object is read as an empty one."""
        try:
            json_value = super().to_python(value) if self.LETTERS.fullmatch(value or "") else None
        except RecursionError:
            json_value = None
        return json_value if isinstance(json_value, dict) else {}

    def bound_data(self, *_data: Any) -> None:
        """Return None, so that the response is not shown again: each challenge needs a new one."""


@contextmanager
def _refusing_forged_responses() -> Iterator[None]:
    """Refuse a response on which the library fails, as no device has sent it; let database errors pass."""
    try:
        yield
    except Error:
        raise
    except Exception as stumble:
        if isinstance(stumble, ValidationError) and stumble.code != "incorrect_code":
            raise
        raise ValidationError(NOT_ACCEPTED) from stumble


class NewPasskeyForm(AddWebAuthnForm):
    """A new passkey; named in Django's settings for django-allauth."""

    name = forms.CharField(label=_("Name of the passkey"), required=False, max_length=NAME_LIMIT)
    passwordless = TickField(
        _("It lets in without the password, too"),
        initial=True,
        help_text=_("For a device that asks for your finger, your face or a PIN."),
    )
    credential = AnswerOfDeviceField()

    def clean_name(self) -> str:
        """The name under which the passkey is listed; if empty, a default name."""
        return refused_as_input(clean_name, super().clean_name())

    def clean(self) -> dict[str, Any]:
        """Check the device's response; refuse too many passkeys, as each login asks for all of them."""
        if Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() >= MOST_PASSKEYS:
            raise ValidationError(_("An account has %(limit)s passkeys at most.") % {"limit": MOST_PASSKEYS})
        with _refusing_forged_responses():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class PasskeyForm(AuthenticateWebAuthnForm):
    """The passkey asked after the password, with its check logged; named in Django's settings for django-allauth."""

    credential = AnswerOfDeviceField()

    def clean_credential(self) -> Authenticator:
        """Check the device's response, unless too many have been wrong."""
        return _checked(super().clean_credential, self.user.get_username())


class PasskeyAloneForm(LoginWebAuthnForm):
    """A passkey in place of the password; named in Django's settings for django-allauth."""

    credential = AnswerOfDeviceField()

    def clean_credential(self) -> Authenticator:
        """Check the device's response."""
        return _checked(super().clean_credential, "")


def _checked(check: Callable[[], Authenticator], name: str) -> Authenticator:
    """Return the passkey that `check` finds; log the failure if it finds none."""
    try:
        with _refusing_forged_responses():
            return check()
    except ValidationError:
        note_login(name, "wrong passkey")
        raise


class OwnAccountForm(RefusingForm, OwnPasswordForm):
    """Changes to one's own account, confirmed with the current password."""

    field_order = ("new_password", "password")

    new_password = forms.CharField(
        label=_("New password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Empty: it stays as it is."),
    )

    def __init__(self, request: UserRequest, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = request
        if settings.SENDS_MAIL:
            self.fields = {"mail": OwnMailField(), **self.fields}
            self.fields["mail"].initial = request.user.email

    def clean_new_password(self) -> str:
        """The new password, which must be strong and unlike the account's name; empty to keep the current one."""
        password: str = self.cleaned_data["new_password"]
        if password:
            validate_password(password, self.request.user)
        return password
