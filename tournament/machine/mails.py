"""Settings of the installation's mail server, if it has one, and functions that send mail.

A mail that cannot be sent is logged, without its address and its text.
"""

import os
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.utils import parseaddr
from logging import getLogger
from smtplib import SMTPException
from threading import Thread
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import send_mail

from tournament.machine.installation import InstallationError
from tournament.machine.terminal import _

SCHEMES = ("smtp", "smtp+tls", "smtp+ssl")
# The timeout is short, as a user may be waiting for the page.
SECONDS_TO_SEND = 10
log = getLogger("tournament.mails")


def mail_settings() -> dict[str, Any]:
    """Django's settings for the server in `EMAIL_URL` and the sender in `MAIL_FROM`; empty without both.

    Raises `InstallationError` for an invalid address, or if only one of the two is set.
    """
    url, sender = os.environ.get("EMAIL_URL", ""), os.environ.get("MAIL_FROM", "")
    if not url and not sender:
        return {}
    return {**_server(url), "DEFAULT_FROM_EMAIL": _checked_sender(sender), "EMAIL_TIMEOUT": SECONDS_TO_SEND}


def _server(url: str) -> dict[str, Any]:
    problem = InstallationError(
        _("EMAIL_URL is no mail server. Use one like smtp+tls://user:password@mail.club.example:587.")
    )
    try:
        url_settings: dict[str, Any] = environ.Env.email_url_config(url)
    except (ImproperlyConfigured, ValueError) as cause:
        raise problem from cause
    if url.partition(":")[0] not in SCHEMES or not url_settings["EMAIL_HOST"]:
        raise problem
    port = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}[url.partition(":")[0]]
    return {name: value for name, value in url_settings.items() if value} | {
        "EMAIL_PORT": url_settings["EMAIL_PORT"] or port
    }


def _checked_sender(sender: str) -> str:
    try:
        address = Address(addr_spec=parseaddr(sender)[1])
    except (HeaderParseError, ValueError, IndexError):
        address = Address()
    if not address.username or not address.domain:
        raise InstallationError(_("MAIL_FROM is no mail address. Use one like tournaments@club.example."))
    return sender


def is_sent(to: str, subject: str, text: str) -> bool:
    """Send a mail; return whether the mail server has accepted it."""
    try:
        return bool(send_mail(subject, text, None, [to]))
    except (SMTPException, OSError, UnicodeError) as problem:
        log.error("A mail could not be sent: %s", type(problem).__name__)
        return False


def send_later(to: str, subject: str, text: str) -> None:
    """Send a mail in a separate thread, so that the response time does not reveal whether a mail was sent."""
    Thread(target=is_sent, args=(to, subject, text), name="mail").start()
