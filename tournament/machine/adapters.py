"""What django-allauth asks of this program: where requests come from, and what it says by itself."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.machine import visitors


class Accounts(DefaultAccountAdapter):
    """Accounts with a name and perhaps no mail address; the program's own pages create them and tell what happens."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address of the device that asks; behind a proxy on this machine it may have none."""
        return visitors.guest_address(request) or "127.0.0.1"

    def respond_user_inactive(self, _request: HttpRequest, _user: AbstractBaseUser) -> HttpResponse:
        """Let nobody in whose account has been closed."""
        return redirect("login")

    def add_message(self, *_said: Any, **_more: Any) -> None:
        """Say nothing: the pages show what has been done."""
