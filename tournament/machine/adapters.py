"""Adapters for django-allauth: when a login asks for a second factor, and how its secrets are stored and shown."""

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

# The host of passkeys where none can work; nobody has this host (RFC 2606).
NO_HOST = "no-passkeys.invalid"


class Accounts(DefaultAccountAdapter):
    """Adapter for accounts with a name and perhaps no mail address, which the program's own pages create."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's IP address; 127.0.0.1 if the connection has none, as behind a proxy on this machine."""
        return visitors.guest_address(request) or "127.0.0.1"

    def respond_user_inactive(self, _request: HttpRequest, _user: AbstractBaseUser) -> HttpResponse:
        """Redirect the user of a closed account to the login page."""
        return redirect("login")

    def get_login_stages(self) -> list[str]:
        """Return the steps of a login after the password; none on this machine.

        The user of this machine could remove the second factor on the command line anyway.
        """
        return [] if visitors.is_on_this_machine(context.request) else ["allauth.mfa.stages.AuthenticateStage"]

    def add_message(self, *_said: Any, **_more: Any) -> None:
        """Add no message: the pages show what has been done."""

    def send_notification_mail(self, template_prefix: str, user: AbstractBaseUser, *_more: Any, **_named: Any) -> None:
        """Log what has happened to the account's second factor, instead of sending a mail."""
        note_security(template_prefix.rpartition("/")[2], user.get_username())


class SecondFactor(DefaultMFAAdapter):
    """Adapter for second factors; it encrypts their secrets, so that a copy of the database does not reveal them."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right."),
    }

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; if it was encrypted with another key, return a random secret, which nobody knows."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return generate_totp_secret()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """The name under which an authenticator app lists the account."""
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """The default name of a new passkey, like "Passkey 2"."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The relying party of passkeys: this program, at the host of the request."""
        return {"id": visitors.passkey_host(context.request) or NO_HOST, "name": "Backgammon Swiss"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """The account of a passkey as a device lists it: by its user name alone."""
        name = user.get_username()
        return {"id": user_pk_to_url_str(user).encode(), "name": name, "display_name": name}

    def build_totp_svg(self, url: str) -> str:
        """The QR code for an authenticator app as SVG, black on white even on a dark page."""
        picture = BytesIO()
        segno.make(url, micro=False).save(picture, kind="svg", xmldecl=False, scale=4, border=4, light="white")
        return picture.getvalue().decode()


def _cipher() -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("second factor", "", algorithm="sha256").digest()))
