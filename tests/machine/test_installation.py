"""What the command line and the environment settle before the settings are read."""

import os

import pytest
from platformdirs import user_data_dir

from tournament.machine.installation import (
    Addresses,
    InstallationError,
    addresses,
    is_on,
    kept_secret,
    lan_address,
    log_format,
    paper,
    remember_addresses,
    secret_key,
    time_zone,
    trusted_proxies,
    typed,
    whole_number,
)
from tournament.machine.terminal import terminal_language
from tournament.machine.visitors import is_own_address
from tournament.management.options import read_options

OF_THE_LANGUAGE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_PAPER", "LANG")
SETTLED = (
    "TRUSTED_PROXIES",
    "TZ",
    "DATA_DIR",
    "SNAPSHOT_DIR",
    "DATABASE_URL",
    "PORT",
    "LISTEN_ON",
    "PUBLIC_URL",
    "REFRESH_SECONDS",
    "LOG_FORMAT",
    *OF_THE_LANGUAGE,
)


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """Nothing is settled yet, and whatever a test settles is forgotten after it."""
    for name in SETTLED:
        monkeypatch.setenv(name, "")
    return monkeypatch


def settled():
    return {name: os.environ[name] for name in SETTLED if os.environ.get(name)}


def test_options_come_before_the_environment(environment):
    environment.setenv("DATA_DIR", "from-environment")
    environment.setenv("PORT", "8001")

    chosen = ["--data-dir", "chosen", "--backup-dir", "stick", "--port=8002", "--host", "10.0.0.2"]
    chosen += ["--public-url", "http://chosen:1"]
    read_options(["start", *chosen, "--no-browser"])

    assert settled() == {
        "DATA_DIR": "chosen",
        "SNAPSHOT_DIR": "stick",
        "PORT": "8002",
        "LISTEN_ON": "10.0.0.2",
        "PUBLIC_URL": "http://chosen:1",
    }


def test_the_environment_comes_before_what_is_found(environment):
    environment.setenv("PORT", "8001")
    environment.setenv("PUBLIC_URL", "https://club.example")

    read_options(["start"])

    assert settled() == {"PORT": "8001", "LISTEN_ON": "0.0.0.0", "PUBLIC_URL": "https://club.example"}


def test_the_public_address_is_found_in_the_local_network():
    read_options(["start", "--port", "8123"])

    found = f"http://{lan_address() or 'localhost'}:8123"
    assert settled() == {"PORT": "8123", "LISTEN_ON": "0.0.0.0", "PUBLIC_URL": found}


def test_kept_to_one_address_the_program_is_found_there():
    read_options(["start", "--host", "fd00::7"])

    assert settled() == {"PORT": "8000", "LISTEN_ON": "fd00::7", "PUBLIC_URL": "http://[fd00::7]:8000"}


def test_the_address_in_the_local_network_is_this_machine_s_own():
    address = lan_address()

    assert address is None or is_own_address(address)


def test_other_commands_settle_nothing_by_themselves():
    read_options(["migrate", "--noinput"])

    assert settled() == {}


def test_the_demonstration_never_touches_the_club_s_own_data(environment):
    environment.setenv("DATA_DIR", "of-the-club")
    environment.setenv("DATABASE_URL", "postgres://of-the-club")
    environment.setenv("SNAPSHOT_DIR", "stick-of-the-club")

    read_options(["demo", "--public-url", "http://chosen:1"])

    assert settled() == {
        "DATA_DIR": user_data_dir("backgammon-swiss-demo", appauthor=False),
        "PORT": "8000",
        "LISTEN_ON": "0.0.0.0",
        "PUBLIC_URL": "http://chosen:1",
    }


def test_a_command_beside_the_server_finds_its_addresses(tmp_path):
    served = Addresses(port=8123, public_url="http://192.168.1.20:8123")

    remember_addresses(tmp_path, served)

    assert addresses(tmp_path) == served


def test_without_any_server_yet_the_addresses_are_the_usual_ones(tmp_path):
    assert addresses(tmp_path) == Addresses(port=8000, public_url="http://localhost:8000")


@pytest.mark.parametrize("written", ["", "[]", "8002"])
def test_of_a_damaged_file_of_addresses_nothing_is_taken(tmp_path, written):
    (tmp_path / "addresses.json").write_text(written, "utf-8")

    assert addresses(tmp_path) == Addresses(port=8000, public_url="http://localhost:8000")


def test_proxies_are_named_by_addresses_and_networks(environment):
    environment.setenv("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")

    assert [str(proxy) for proxy in trusted_proxies()] == ["127.0.0.1/32", "10.0.0.0/8", "::1/128"]


@pytest.mark.parametrize("named", ["nginx", "10.0.0.1/8", "127.0.0.1;::1"])
def test_what_names_no_proxy_is_said_at_once(environment, named):
    environment.setenv("TRUSTED_PROXIES", named)

    with pytest.raises(InstallationError) as problem:
        trusted_proxies()

    assert str(problem.value).startswith("TRUSTED_PROXIES takes addresses and networks such as 127.0.0.1,10.0.0.0/8 (")


def test_the_time_zone_is_this_machine_s_own(environment):
    environment.setattr("tzlocal.get_localzone_name", lambda: "America/New_York")

    assert time_zone() == "America/New_York"


def test_a_time_zone_that_is_named_comes_before_this_machine_s_own(environment):
    environment.setenv("TZ", ":Asia/Tokyo")

    assert time_zone() == "Asia/Tokyo"


@pytest.mark.parametrize("zone", ["CET-1CEST", "Europe", "../etc/passwd"])
def test_what_is_no_time_zone_is_refused(environment, zone):
    environment.setenv("TZ", zone)

    with pytest.raises(InstallationError, match="is not the name of a time zone"):
        time_zone()


@pytest.mark.parametrize(
    ("variables", "usual"),
    [
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "fr_CA"}, "letter"),
        ({"LC_ALL": "C.UTF-8"}, "a4"),
    ],
)
def test_the_paper_is_what_the_country_of_the_environment_prints_on(environment, variables, usual):
    for name, value in variables.items():
        environment.setenv(name, value)

    assert paper() == usual


def test_windows_names_the_country_in_full(environment):
    environment.setattr("locale.getlocale", lambda: ("English_United States", "1252"))

    assert paper() == "letter"


def test_a_secret_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / "secret"

    first, again = kept_secret(path), kept_secret(path)

    assert (len(first) >= 50, again == first, path.stat().st_mode & 0o777) == (True, True, 0o600)


def test_processes_that_share_a_database_make_no_secrets_of_their_own(environment):
    environment.delenv("SECRET_KEY", raising=False)

    assert secret_key(is_shared=False) is None
    with pytest.raises(InstallationError):
        secret_key(is_shared=True)


def test_a_secret_lost_to_a_power_cut_is_made_anew(tmp_path):
    (tmp_path / "secret").write_text("")

    assert kept_secret(tmp_path / "secret") != ""


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_CH.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "German_Germany.1252"}, "de"),
    ],
)
def test_the_terminal_speaks_the_language_of_the_environment(environment, variables, language):
    for name, value in variables.items():
        environment.setenv(name, value)

    assert terminal_language() == language


def test_a_command_is_named_as_it_is_typed_here(environment):
    environment.setattr("tournament.machine.installation.IS_PACKAGED", False)
    in_the_repository = typed("login_link")
    environment.setattr("tournament.machine.installation.IS_PACKAGED", True)
    installed = typed("login_link")
    environment.setenv("STARTED_AS", "Backgammon-Swiss.bat")

    assert [in_the_repository, installed, typed("login_link")] == [
        ".venv/bin/python manage.py login_link",
        "backgammon-swiss login_link",
        "Backgammon-Swiss.bat login_link",
    ]


@pytest.mark.parametrize(("said", "number"), [("", 3), ("1", 1), (" 60 ", 60)])
def test_a_number_is_taken_from_the_environment(environment, said, number):
    environment.setenv("REFRESH_SECONDS", said)

    assert whole_number("REFRESH_SECONDS", default=3, least=1, most=60) == number


@pytest.mark.parametrize("said", ["0", "61", "-1", "1.5", "three", "²", "9" * 5000])
def test_what_is_no_number_that_is_allowed_is_said_at_once(environment, said):
    environment.setenv("REFRESH_SECONDS", said)

    with pytest.raises(InstallationError) as problem:
        whole_number("REFRESH_SECONDS", default=3, least=1, most=60)

    assert str(problem.value) == f"REFRESH_SECONDS takes a whole number from 1 to 60, not {said}."


def test_how_to_log_is_one_of_two_ways(environment):
    assert log_format() == "text"
    environment.setenv("LOG_FORMAT", "xml")

    with pytest.raises(InstallationError, match=r"^LOG_FORMAT is text or json, not xml\.$"):
        log_format()


@pytest.mark.parametrize(("said", "found"), [("", False), ("no", False), ("yes", True)])
def test_a_setting_is_on_or_off(monkeypatch, said, found):
    monkeypatch.setenv("SECOND_FACTOR_REQUIRED", said)

    assert is_on("SECOND_FACTOR_REQUIRED") is found


def test_a_setting_that_is_neither_on_nor_off_is_refused(monkeypatch):
    monkeypatch.setenv("SECOND_FACTOR_REQUIRED", "perhaps")

    with pytest.raises(InstallationError):
        is_on("SECOND_FACTOR_REQUIRED")
