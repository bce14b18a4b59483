"""The demonstration: two practice tournaments of a club and an account that needs no password."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament.archive.restore import restore
from tournament.installation import ROOT, InstallationError
from tournament.queries.accounts import has_account
from tournament.terminal import _

ACCOUNT = "Demo"
TOURNAMENTS = ("vereinsabend-konstanz.json", "bodensee-open.json")


def load_demo() -> User:
    """Fill an empty database and give back the account; a demonstration that is there already stays as it was left.

    Raises `InstallationError` for a database with accounts of its own.
    """
    if not has_account():
        with transaction.atomic():
            account = User.objects.create_user(ACCOUNT)
            for name in TOURNAMENTS:
                restore((ROOT / "fixtures" / "archives" / name).read_bytes(), by=account, is_practice=True)
    account = User.objects.filter(username=ACCOUNT).first()
    if account is None:
        raise InstallationError(_("This folder already contains tournaments. Choose an empty one for the demo."))
    return account
