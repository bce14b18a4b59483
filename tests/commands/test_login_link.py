"""`manage.py login_link`; whatever options say of the address is said before the program is set up."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from tournament.machine.installation import InstallationError


def accounts(*names):
    return [User.objects.create(username=name) for name in names]


def refusal(*arguments):
    with pytest.raises(InstallationError) as refused:
        call_command("login_link", *arguments)
    return str(refused.value)


@pytest.mark.costly
def test_the_only_account_needs_no_name(manage, with_accounts):
    with_accounts("Jörg Müller")

    printed = manage("login_link", "--port", "8123").stdout

    assert printed.startswith("http://localhost:8123/login-link/1/")


@pytest.mark.costly
def test_a_refusal_ends_the_command(manage, with_accounts):
    with_accounts("Bo", "Ada")

    refused = manage("login_link")

    assert (refused.returncode, refused.stderr) == (1, "There are several accounts. Specify one of these: Ada, Bo.\n")


@pytest.mark.costly
def test_behind_a_proxy_the_link_carries_the_public_address(manage, with_accounts):
    with_accounts("Ada")

    printed = manage("login_link", PUBLIC_URL="http://club.example", TRUSTED_PROXIES="127.0.0.1").stdout

    assert printed.startswith("http://club.example/login-link/1/")


@pytest.mark.costly
def test_a_server_with_https_is_reached_from_anywhere(manage, with_accounts):
    with_accounts("Ada")

    printed = manage("login_link", "--public-url", "https://club.example").stdout

    assert printed.startswith("https://club.example/login-link/1/")


@pytest.mark.django_db
def test_among_several_accounts_the_name_decides(capsys):
    _ada, bo = accounts("Ada", "Bo")

    call_command("login_link", "Bo")

    assert capsys.readouterr().out.startswith(f"http://localhost:8000/login-link/{bo.pk}/")


@pytest.mark.django_db
def test_a_name_without_account_is_refused():
    accounts("Ada")

    assert refusal("Eva") == "There is no account named “Eva”. Specify one of these: Ada."


@pytest.mark.django_db
def test_without_any_account_it_is_the_link_that_creates_one(capsys):
    call_command("login_link")

    assert capsys.readouterr().out.startswith("http://localhost:8000/welcome/")


@pytest.mark.django_db
def test_one_more_director_gets_an_account_whose_link_asks_for_a_password(capsys):
    accounts("Ada")

    call_command("login_link", "Bo Weiß", "--new")

    bo = User.objects.get(username="Bo Weiß")
    assert capsys.readouterr().out.startswith(f"http://localhost:8000/login-link/{bo.pk}/")
    assert refusal("bo weiß", "--new") == "An account named “bo weiß” already exists."


@pytest.mark.django_db
def test_an_account_needs_a_name():
    assert refusal("--new") == "Enter a name."
