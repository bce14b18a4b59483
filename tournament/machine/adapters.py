"""What django-allauth asks of this program: who is asked for a second factor, how its secrets are stored and shown."""

from base64 import urlsafe_b64encode
from io import BytesIO
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import user_pk_to_url_str
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy as _

from tournament.machine import visitors
from tournament.machine.logs import note_security

# Where no passkey works, they are asked for in the name of this host, which nobody has (RFC 2606).
NO_HOST = "no-passkeys.invalid"


class Accounts(DefaultAccountAdapter):
    """Accounts with a name and perhaps no mail address; the program's own pages create them and tell what happens."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address of the device that asks; behind a proxy on this machine it may have none."""
        return visitors.guest_address(request) or "127.0.0.1"

    def respond_user_inactive(self, _request: HttpRequest, _user: AbstractBaseUser) -> HttpResponse:
        """Let nobody in whose account has been closed."""
        return redirect("login")

    def get_login_stages(self) -> list[str]:
        """Return the steps of a login after the password; none on this machine itself.

        Its user may just as well take the second factor away on the command line.
        """
        return [] if visitors.is_on_this_machine(context.request) else ["allauth.mfa.stages.AuthenticateStage"]

    def add_message(self, *_said: Any, **_more: Any) -> None:
        """Say nothing: the pages show what has been done."""

    def send_notification_mail(self, template_prefix: str, user: AbstractBaseUser, *_more: Any, **_named: Any) -> None:
        """Log what has happened to the account's second factor, instead of sending a mail."""
        note_security(template_prefix.rpartition("/")[2], user.get_username())


class SecondFactor(DefaultMFAAdapter):
    """Second factors whose secrets cannot be read from the database, or a backup of it, alone."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right."),
    }

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; under another key than it was stored with it becomes one that nobody knows."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return generate_totp_secret()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """The name under which an app lists the account."""
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """The name of a new passkey, for whoever thinks of none."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """For whom a device makes and uses passkeys: the program, at the host of this request."""
        return {"id": visitors.passkey_host(context.request) or NO_HOST, "name": "Backgammon Swiss"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """The account as a device lists it, under its name alone."""
        name = user.get_username()
        return {"id": user_pk_to_url_str(user).encode(), "name": name, "display_name": name}

    def build_totp_svg(self, url: str) -> str:
        """The QR code for an app, in black on white whatever the page has."""
        picture = BytesIO()
        segno.make(url, micro=False).save(picture, kind="svg", xmldecl=False, scale=4, border=4, light="white")
        return picture.getvalue().decode()


def _cipher() -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("second factor", "", algorithm="sha256").digest()))
