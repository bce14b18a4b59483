"""Which server sends mail, and what becomes of one that cannot be sent."""

import logging
import threading

import pytest
from django.core import mail

from tournament.machine.installation import InstallationError
from tournament.machine.mails import is_sent, mail_settings, send_later

SMTP = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_TIMEOUT": 10}


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("smtp://mail.club.example", {"EMAIL_HOST": "mail.club.example", "EMAIL_PORT": 25}),
        (
            "smtp+tls://ada:six%40point@mail.club.example",
            {
                "EMAIL_HOST": "mail.club.example",
                "EMAIL_PORT": 587,
                "EMAIL_HOST_USER": "ada",
                "EMAIL_HOST_PASSWORD": "six@point",
                "EMAIL_USE_TLS": True,
            },
        ),
        (
            "smtp+ssl://mail.club.example:10465",
            {"EMAIL_HOST": "mail.club.example", "EMAIL_PORT": 10465, "EMAIL_USE_SSL": True},
        ),
    ],
)
def test_the_server_and_the_sender_are_taken_from_the_environment(monkeypatch, url, named):
    monkeypatch.setenv("EMAIL_URL", url)
    monkeypatch.setenv("MAIL_FROM", "BC Konstanz <office@club.example>")

    assert mail_settings() == {**SMTP, **named, "DEFAULT_FROM_EMAIL": "BC Konstanz <office@club.example>"}


def test_without_them_no_mail_is_sent(monkeypatch):
    monkeypatch.delenv("EMAIL_URL", raising=False)
    monkeypatch.delenv("MAIL_FROM", raising=False)

    assert mail_settings() == {}


NO_SERVER = "EMAIL_URL is no mail server. Use one like smtp+tls://user:password@mail.club.example:587."
NO_SENDER = "MAIL_FROM is no mail address. Use one like tournaments@club.example."


@pytest.mark.parametrize(
    ("url", "sender", "problem"),
    [
        ("", "office@club.example", NO_SERVER),
        ("mail.club.example", "office@club.example", NO_SERVER),
        ("http://mail.club.example", "office@club.example", NO_SERVER),
        ("consolemail://", "office@club.example", NO_SERVER),
        ("smtp://", "office@club.example", NO_SERVER),
        ("smtp://mail.club.example:port", "office@club.example", NO_SERVER),
        ("smtp://mail.club.example", "", NO_SENDER),
        ("smtp://mail.club.example", "office", NO_SENDER),
        ("smtp://mail.club.example", "a b@c\nd", NO_SENDER),
    ],
)
def test_what_is_no_server_or_no_sender_is_said_at_the_start(monkeypatch, url, sender, problem):
    monkeypatch.setenv("EMAIL_URL", url)
    monkeypatch.setenv("MAIL_FROM", sender)

    with pytest.raises(InstallationError) as refusal:
        mail_settings()

    assert str(refusal.value) == problem


def test_a_mail_that_cannot_be_sent_is_told_in_the_log_without_what_is_in_it(settings, caplog):
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP["EMAIL_BACKEND"], "127.0.0.1", 1
    caplog.set_level(logging.ERROR, "tournament.mails")

    assert is_sent("eva@club.example", "Invitation", "https://club.example/secret/") is False
    assert [record.getMessage() for record in caplog.records] == ["A mail could not be sent: ConnectionRefusedError"]


@pytest.mark.parametrize("domain", [f"{'ü' * 60}.example", "\u3002.example", "א1.example"])
def test_to_a_domain_that_cannot_be_written_in_ascii_no_mail_can_be_sent(caplog, domain):
    assert is_sent(f"eva@{domain}", "Invitation", "https://club.example/secret/") is False
    assert [record.getMessage() for record in caplog.records] == ["A mail could not be sent: UnicodeError"]


def test_a_mail_is_sent_beside_the_answer():
    send_later("eva@club.example", "Invitation", "Come")
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join()

    assert [(sent.to, sent.subject, sent.body) for sent in mail.outbox] == [
        (["eva@club.example"], "Invitation", "Come")
    ]
