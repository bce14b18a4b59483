"""What nginx, set up as described, adds to what the program promises: nothing that guests notice."""

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Barrier, BrokenBarrierError, Thread
from urllib.parse import urlencode

import pytest
from django.conf.global_settings import PASSWORD_HASHERS
from django.contrib.auth.models import User
from django.test import override_settings

from tests.commands.conftest import AT_THE_LATEST
from tests.faults.test_hostile_guests import wait_until_somebody_listens
from tests.installed import nginx
from tests.ports import lasting_port
from tests.proxy import TEMPORARY, in_front_of, wait_for
from tournament.machine.logins import OF_A_NETWORK

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
GUESTS = 40
# What the program promises while its database is away.
WITHIN_SECONDS = 2


class AllAtOnce(ThreadingHTTPServer):
    """A program that answers nobody until all guests have asked it, and nobody at all where that takes too long."""

    request_queue_size = GUESTS
    daemon_threads = True

    def __init__(self, status):
        super().__init__(("127.0.0.1", lasting_port()), _Answers)
        self.status, self.together = status, Barrier(GUESTS, timeout=WITHIN_SECONDS)


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        try:
            self.server.together.wait()
            status = self.server.status
        except BrokenBarrierError:
            status = 500
        self.send_response(status)
        self.send_header("Cache-Control", "private, no-store")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *told):
        pass


@contextmanager
def serving(program):
    thread = Thread(target=program.serve_forever)
    thread.start()
    try:
        yield program.server_port
    finally:
        program.shutdown()
        thread.join()
        program.server_close()


def status_of(port, path):
    asking = HTTPConnection("127.0.0.1", port, timeout=60)
    asking.request("GET", path)
    answer = asking.getresponse()
    answer.read()
    asking.close()
    return answer.status


@pytest.mark.parametrize("status", [404, 503])
def test_whoever_asks_for_what_may_not_be_kept_waits_for_nobody_else_who_does(tmp_path, status):
    with (
        serving(AllAtOnce(status)) as behind,
        in_front_of(behind, folder=tmp_path) as port,
        ThreadPoolExecutor(GUESTS) as guests,
    ):
        told = Counter(guests.map(lambda _guest: status_of(port, "/en/t/nowhere/"), range(GUESTS)))

    assert told == {status: GUESTS}


OUTER = "127.0.0.5"
STRANGER, DIRECTOR = "127.0.0.2", "127.0.0.3"
PASSWORD = "six-point prime"
# As the usual ones do: the address of the guest goes behind whatever the guest says.
OUTER_PROXY = """
pid {folder}/pid; daemon off; error_log {folder}/complaints crit; {user}
events {{}}
http {{
    access_log off;
    {folders}
    server {{
        listen 127.0.0.1:{own};
        location / {{
            proxy_bind {outer};
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto https;
            proxy_pass http://127.0.0.1:{behind};
        }}
    }}
}}
"""


@contextmanager
def another_proxy_before(behind, *, folder):
    """Start the proxy that everybody comes through, at an address of its own."""
    folder.mkdir()
    own = lasting_port()
    temporary = "".join(f"{name}_temp_path {folder}/{name}; " for name in TEMPORARY)
    user = "" if os.geteuid() else "user root;"
    text = OUTER_PROXY.format(folder=folder, folders=temporary, own=own, outer=OUTER, behind=behind, user=user)
    (folder / "nginx.conf").write_text(text, "utf-8")
    with subprocess.Popen([nginx(), "-c", str(folder / "nginx.conf"), "-e", str(folder / "complaints")]) as process:
        try:
            wait_for(own, process)
            yield own
        finally:
            process.terminate()


def log_in(port, source, password, says=None):
    """Try the password of Ada from an address, with what is said to be the address; gives the status."""
    asking = HTTPConnection("127.0.0.1", port, timeout=AT_THE_LATEST, source_address=(source, 0))
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={'a' * 32}"}
    form = urlencode({"username": "Ada", "password": password, "csrfmiddlewaretoken": "a" * 32})
    asking.request("POST", "/login/", form, kind | ({"X-Forwarded-For": says} if says else {}))
    answer = asking.getresponse()
    answer.read()
    asking.close()
    return answer.status


@pytest.fixture
def program(server, monkeypatch):
    """The port of the program, which believes the nginx on this machine; Ada may log in."""
    with override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS):
        User.objects.create_user("Ada", password=PASSWORD)
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1")
    server.begin()
    wait_until_somebody_listens(server.port)
    return server.port


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has 127.0.0.2 without being asked")
@pytest.mark.costly
def test_behind_two_proxies_a_stranger_who_guesses_is_locked_out_and_the_director_is_not(program, tmp_path):
    for _wrong in range(OF_A_NETWORK.at_once - 1):
        OF_A_NETWORK.use(STRANGER)
    (tmp_path / "inner").mkdir()
    with (
        in_front_of(program, folder=tmp_path / "inner", before=[OUTER]) as inner,
        another_proxy_before(inner, folder=tmp_path / "outer") as outer,
    ):
        guesses = [log_in(outer, STRANGER, "wrong", says=DIRECTOR) for _twice in range(2)]
        # Past the outer one: what such a guest says of an address counts nothing.
        past_it = [log_in(inner, STRANGER, "wrong", says=forged) for forged in (DIRECTOR, f"127.0.0.9, {OUTER}")]
        own = log_in(outer, DIRECTOR, PASSWORD)

    assert (guesses, past_it, own) == ([200, 429], [429, 429], 302)
