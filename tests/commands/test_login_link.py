"""`manage.py login_link`, run for real."""


def test_the_only_account_needs_no_name(manage, with_accounts):
    with_accounts("Jörg Müller")

    printed = manage("login_link", "--port", "8123").stdout

    assert printed.startswith("http://localhost:8123/login-link/1/")


def test_among_several_accounts_the_name_decides(manage, with_accounts):
    with_accounts("Ada", "Bo")

    assert manage("login_link", "Bo").stdout.startswith("http://localhost:8000/login-link/2/")


def test_without_a_name_the_accounts_are_listed(manage, with_accounts):
    with_accounts("Bo", "Ada")

    refused = manage("login_link")

    assert (refused.returncode, refused.stderr) == (1, "There are several accounts. Specify one of these: Ada, Bo.\n")


def test_a_name_without_account_is_refused(manage, with_accounts):
    with_accounts("Ada")

    refused = manage("login_link", "Eva")

    assert (refused.returncode, refused.stderr) == (
        1,
        "There is no account named “Eva”. Specify one of these: Ada.\n",
    )


def test_without_any_account_it_is_the_link_that_creates_one(manage, set_up_before):
    assert manage("login_link").stdout.startswith("http://localhost:8000/welcome/")


def test_a_server_with_https_is_reached_from_anywhere(manage, with_accounts):
    with_accounts("Ada")

    printed = manage("login_link", "--public-url", "https://club.example").stdout

    assert printed.startswith("https://club.example/login-link/1/")


def test_one_more_director_gets_an_account_whose_link_asks_for_a_password(manage, with_accounts):
    with_accounts("Ada")

    printed = manage("login_link", "Bo Weiß", "--new").stdout
    again = manage("login_link", "bo weiß", "--new")

    assert printed.startswith("http://localhost:8000/login-link/2/")
    assert (again.returncode, again.stderr) == (1, "An account named “bo weiß” already exists.\n")


def test_an_account_needs_a_name(manage, set_up_before):
    refused = manage("login_link", "--new")

    assert (refused.returncode, refused.stderr) == (1, "Enter a name.\n")
