"""`manage.py start`, run for real."""

import gettext
import shutil
import signal
import socket
import sqlite3
from http.client import HTTPConnection

import pytest

from tests.commands.conftest import AT_THE_LATEST, ROOT
from tests.ports import lasting_port

pytestmark = pytest.mark.installation
LINK = "/welcome/"


def status(port, path, host="localhost"):
    connection = HTTPConnection("localhost", port, timeout=AT_THE_LATEST)
    try:
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_link_leads_to_the_running_program(set_up_before, start, free_port):
    printed = start("--no-browser", "--port", free_port, last_words=LINK)

    assert status(free_port, printed[-1].partition(str(free_port))[2]) == 200


def test_the_link_stays_the_same_until_it_is_used(set_up_before, start, manage, free_port):
    printed = start("--no-browser", "--port", free_port, last_words=LINK)

    assert manage("login_link").stdout == printed[-1] + "\n"


def test_a_link_that_was_not_printed_opens_nothing(set_up_before, start, free_port):
    start("--no-browser", "--port", free_port, last_words=LINK)

    assert status(free_port, "/welcome/guessed/") == 410


def test_a_proxy_beside_the_program_is_not_taken_for_a_browser_on_this_machine(set_up_before, start, free_port):
    start("--no-browser", "--port", free_port, last_words=LINK)

    answers = []
    # Who takes minutes for it may try once more in each.
    while 429 not in answers and len(answers) < 20:
        answers.append(wrong_login_through_a_proxy(free_port))

    assert (answers[:5], answers[5:-1], answers[-1]) == ([200] * 5, [200] * len(answers[5:-1]), 429)


def wrong_login_through_a_proxy(port):
    token = "a" * 32
    headers = {
        "Cookie": f"csrftoken={token}",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": "192.168.1.30",
    }
    connection = HTTPConnection("localhost", port, timeout=AT_THE_LATEST)
    try:
        connection.request("POST", "/login/", f"username=Ada&password=wrong&csrfmiddlewaretoken={token}", headers)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.costly
def test_with_a_public_https_address_no_other_host_can_put_a_cookie_of_its_own_in_place(
    set_up_before, start, manage, free_port
):
    https = {"PUBLIC_URL": "https://club.example", "SECRET_KEY": "x" * 50}
    start("--no-browser", "--port", free_port, last_words="makes the first one", **https)
    welcome = manage("login_link", **https).stdout.strip().removeprefix("https://club.example")
    connection = HTTPConnection("localhost", free_port, timeout=AT_THE_LATEST)
    headers = {
        "Host": "club.example",
        "Referer": "https://club.example/",
        "Cookie": f"__Host-csrftoken={'a' * 32}; csrftoken={'b' * 32}",
        "Content-Type": "application/x-www-form-urlencoded",
    }

    connection.request("POST", welcome, f"name=Ada&password=six-point+prime&csrfmiddlewaretoken={'a' * 32}", headers)
    answer = connection.getresponse()
    connection.close()

    cookies = [line.split("; ") for line in answer.headers.get_all("Set-Cookie")]
    assert answer.status == 302
    assert {first.partition("=")[0]: ("Secure" in rest, "Path=/" in rest) for first, *rest in cookies} == {
        "__Host-sessionid": (True, True),
        "__Host-csrftoken": (True, True),
        "__Secure-known_device": (True, False),
    }


def test_no_link_is_printed_once_there_is_an_account(start, with_accounts, free_port):
    with_accounts("Ada")

    printed = start(
        "--no-browser", "--port", free_port, "--public-url", "http://localhost:1", last_words="start the program again"
    )

    assert printed[3:] == [
        f"On this computer: http://localhost:{free_port}/",
        "",
        "This computer is not on a network, so phones cannot reach the program.",
        "Connect it to the Wi-Fi and start the program again.",
    ]


def test_the_environment_sets_what_the_options_set(migrated, start, free_port, tmp_path):
    shutil.copy(migrated, tmp_path / "elsewhere.sqlite3")

    start(
        "--no-browser",
        last_words="On the phones: http://club.example:81/",
        PORT=str(free_port),
        PUBLIC_URL="http://club.example:81/",
        DATABASE_URL=f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}",
    )

    assert (tmp_path / "elsewhere.sqlite3-wal").exists()
    assert not (tmp_path / "data" / "tournaments.sqlite3").exists()


def test_a_database_that_another_server_uses_is_left_alone_whatever_the_folder(
    migrated, start, manage, free_port, tmp_path
):
    shutil.copy(migrated, tmp_path / "elsewhere.sqlite3")
    database = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    start("--no-browser", "--port", free_port, last_words="Press Ctrl+C", DATABASE_URL=database)

    refused = manage("start", "--port", lasting_port(), DATABASE_URL=database, DATA_DIR=str(tmp_path / "another"))

    assert (refused.returncode, refused.stderr) == (
        1,
        f"The program is already running with the database {tmp_path / 'elsewhere.sqlite3'}. "
        "Stop it first, or set another DATABASE_URL.\n",
    )


@pytest.mark.parametrize("name", ["data/tournaments.sqlite3", "data/../data/tournaments.sqlite3", "other.sqlite3"])
def test_a_server_of_another_folder_keeps_off_however_it_names_the_database(
    set_up_before, start, manage, free_port, tmp_path, name
):
    start("--no-browser", "--port", free_port, last_words="Press Ctrl+C")
    (tmp_path / "other.sqlite3").symlink_to(tmp_path / "data" / "tournaments.sqlite3")
    another = {"DATABASE_URL": f"sqlite:///{tmp_path}/{name}", "DATA_DIR": str(tmp_path / "another")}

    refused = manage("start", "--port", lasting_port(), **another)

    assert (refused.returncode, refused.stderr) == (
        1,
        f"The program is already running with the database {tmp_path / 'data' / 'tournaments.sqlite3'}. "
        "Stop it first, or set another DATABASE_URL.\n",
    )


def test_a_database_with_a_second_name_is_not_served(set_up_before, manage, tmp_path):
    (tmp_path / "second").hardlink_to(tmp_path / "data" / "tournaments.sqlite3")

    refused = manage("start", "--port", lasting_port())

    assert (refused.returncode, refused.stderr) == (
        1,
        f"The database {tmp_path / 'data' / 'tournaments.sqlite3'} has a second name (a hard link). "
        "Copy the file, and remove the other name.\n",
    )


def test_behind_a_proxy_the_log_is_told_the_port_and_no_link(set_up_before, start, free_port):
    printed = start(
        "--no-browser", "--port", free_port, "--public-url", "https://club.example", last_words="login_link NAME --new"
    )

    assert printed[0] == f"The program is running for https://club.example/, at port {free_port}."
    assert len(printed) == 2


@pytest.mark.parametrize("command", [("backup",), ("login_link",), ("invite", "club"), ("publish", "open", "x")])
def test_a_command_that_finds_an_empty_installation_says_so_and_makes_none(manage, tmp_path, command):
    refused = manage(*command)

    database = tmp_path / "data" / "tournaments.sqlite3"
    assert (refused.returncode, refused.stderr, database.exists()) == (
        1,
        f"There is no installation here yet: {database} is empty. Start the program, or name another one.\n",
        False,
    )


def test_the_browser_is_shown_the_first_page(set_up_before, start, free_port, tmp_path):
    shown = tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{shown}.new" && mv "{shown}.new" "{shown}" && echo opened "$1"\n')
    browser.chmod(0o755)

    printed = start(
        "--port", free_port, last_words="opened http", DISPLAY=":0", BROWSER=f"{browser} %s", CI="", SSH_CONNECTION=""
    )

    assert printed[-1] == f"opened http://localhost:{free_port}/"


def test_a_second_start_shows_the_program_that_runs(set_up_before, start, manage, free_port, tmp_path):
    start("--no-browser", "--port", free_port, last_words=LINK)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path / "shown"}"\n')
    browser.chmod(0o755)
    screen = {"DISPLAY": ":0", "BROWSER": f"{browser} %s", "CI": "", "SSH_CONNECTION": ""}

    again = manage("start", "--port", lasting_port(), **screen)

    url = f"http://localhost:{free_port}/"
    said = (again.returncode, again.stdout, again.stderr)
    assert said == (0, f"The program is already running: {url}\n", "")
    assert (tmp_path / "shown").read_text() == f"{url}\n"


def test_a_port_in_use_is_said_in_one_sentence(set_up_before, manage):
    with socket.create_server(("", 0)) as other:
        port = other.getsockname()[1]

        refused = manage("start", "--no-browser", "--port", port)

    assert (refused.returncode, refused.stdout, refused.stderr) == (
        1,
        "",
        f"Port {port} is in use, perhaps by this program. Choose another one with --port.\n",
    )


def test_a_second_server_on_the_same_folder_says_where_the_first_one_is(
    set_up_before, start, manage, free_port, tmp_path
):
    start("--no-browser", "--port", free_port, last_words=LINK)

    refused = manage("start", "--no-browser", "--port", lasting_port())

    assert (refused.returncode, refused.stdout, refused.stderr) == (
        1,
        "",
        f"The program is already running with the folder {tmp_path / 'data'}, on this computer at "
        f"http://localhost:{free_port}/. Stop it first, or choose another folder with --data-dir.\n",
    )


def test_a_server_that_was_killed_keeps_nobody_from_starting_again(set_up_before, start, running, free_port):
    start("--no-browser", "--port", free_port, last_words=LINK)
    running[0].kill()
    running[0].wait()

    assert start("--no-browser", "--port", lasting_port(), last_words=LINK)


def test_a_sentence_is_german_where_the_environment_is(manage):
    german = gettext.translation("django", ROOT / "tournament" / "locale", languages=["de"])
    english = "%(port)s is not a valid port. Use a number from 1 to 65535."

    refused = manage("start", "--port", "70000", LANGUAGE="", LANG="de_DE.UTF-8")

    assert refused.stderr == german.gettext(english) % {"port": "70000"} + "\n"
    assert refused.stderr != english % {"port": "70000"} + "\n"


def test_the_program_can_be_kept_to_one_address(set_up_before, start, free_port):
    printed = start("--no-browser", "--port", free_port, "--host", "127.0.0.2", last_words=LINK)

    assert printed[-1].startswith(f"http://127.0.0.2:{free_port}/welcome/")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port))


def test_an_address_of_another_computer_is_refused(manage, free_port):
    refused = manage("start", "--port", free_port, "--host", "192.0.2.7")

    assert (refused.returncode, refused.stderr) == (
        1,
        "192.0.2.7 is not an address of this computer. Leave out --host, or use another one.\n",
    )


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "8000.5"])
def test_what_is_no_port_is_refused(manage, port):
    refused = manage("start", f"--port={port}")

    assert (refused.returncode, refused.stderr) == (
        1,
        f"{port} is not a valid port. Use a number from 1 to 65535.\n",
    )


@pytest.mark.parametrize(
    "url",
    ["club.example", "ftp://club.example", "http://", "https://club.example/backgammon", "http://a:b", "http://[::"],
)
def test_what_is_no_public_address_is_refused(manage, url):
    refused = manage("start", "--public-url", url)

    assert (refused.returncode, refused.stderr) == (
        1,
        f"{url} is not a valid public address. Use one like http://192.168.1.20:8000 or https://club.example.\n",
    )


def test_a_folder_that_cannot_be_written_is_refused(manage, tmp_path):
    (tmp_path / "file").write_text("in the way")

    refused = manage("start", "--data-dir", tmp_path / "file")

    assert (refused.returncode, refused.stderr) == (
        1,
        f"The folder {tmp_path / 'file'} is not writable (something else is there). "
        "Choose another one with --data-dir.\n",
    )


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://localhost/x", "sqlite://:memory:", "postgres://user:secret@host:port/name"]
)
def test_what_is_no_database_is_refused_without_repeating_its_password(manage, url):
    refused = manage("start", DATABASE_URL=url)

    assert (refused.returncode, refused.stderr) == (
        1,
        "DATABASE_URL is not a database address. Expected: sqlite:////folder/file.sqlite3 or "
        "postgres://user:password@host:5432/name.\n",
    )


def test_a_database_that_does_not_answer_is_refused(manage, free_port, tmp_path):
    refused = manage("start", "--port", free_port, DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/x.sqlite3")

    assert (refused.returncode, refused.stderr) == (
        1,
        "The database cannot be used: unable to open database file\n",
    )


def test_a_file_that_is_no_database_is_refused(manage, free_port, tmp_path):
    (tmp_path / "letter.sqlite3").write_text("Dear club, " * 1000)

    refused = manage("start", "--port", free_port, DATABASE_URL=f"sqlite:///{tmp_path}/letter.sqlite3")

    assert (refused.returncode, refused.stderr) == (1, "The database cannot be used: file is not a database\n")


@pytest.mark.parametrize("command", ["start", "login_link"])
def test_a_database_of_a_newer_version_is_left_alone(set_up_before, manage, free_port, tmp_path, command):
    with sqlite3.connect(tmp_path / "data" / "tournaments.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_future', '2030-01-01')"
        )
    database.close()

    refused = manage(command, "--port", free_port)

    assert (refused.returncode, refused.stderr) == (
        1,
        "This database belongs to a newer version of the program. Update the program, or choose another folder.\n",
    )


@pytest.mark.parametrize("closing", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_closed_window_ends_the_program_cleanly(set_up_before, start, running, free_port, closing):
    start("--no-browser", "--port", free_port, last_words=LINK)

    (server,) = running
    assert status(free_port, "/en/") == 200
    server.send_signal(closing)

    assert server.wait(timeout=AT_THE_LATEST) == 0
