"""What a new engineer has to learn, and how far somebody walks who follows a request through the program: `make bench`.

    python -m tests.benchmarks.bench_walks [--files]

A walk is the first 400 calls of the program's own functions, in a program that has answered one page before. Told are
its rooms, which are the folders of `tournament/`, its files, and its returns: how often it comes back to a file in
which it has been before. `--files` lists the files in their order.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from types import FrameType

FOLDER = Path(tempfile.mkdtemp(prefix="backgammon-swiss-bench-"))
os.environ |= {
    "DATA_DIR": str(FOLDER),
    "DATABASE_URL": f"sqlite:///{FOLDER}/tournaments.sqlite3",
    "PUBLIC_URL": "http://localhost",
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "ALLOWED_HOSTS": "*",
}

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from tests import shapes  # noqa: E402
from tests.factories import draw_next_round, entry_of, make_director, make_tournament, player_token  # noqa: E402
from tournament.models import Pairing, Tournament  # noqa: E402

CALLS = 400
PROGRAM = f"{shapes.ROOT / 'tournament'}/"
Ask = Callable[[Client, Tournament], HttpResponse]


def result(browser: Client, tournament: Tournament) -> HttpResponse:
    key = Pairing.objects.filter(round__tournament=tournament, outcome="pending").earliest("table").pk
    return browser.post(reverse("result", args=[tournament.slug, key]), {"seen": "pending///", "result": "played/3/1/"})


def payment(browser: Client, tournament: Tournament) -> HttpResponse:
    return browser.post(reverse("mark_fee", args=[tournament.slug, 1]), {"fee": "paid"})


def pasted_list(browser: Client, tournament: Tournament) -> HttpResponse:
    return browser.post(reverse("paste_players", args=[tournament.slug]), {"lines": "Cem Oz\nDilek Can"})


def page_of_a_phone(_browser: Client, tournament: Tournament) -> HttpResponse:
    token = player_token(entry_of(tournament, 1))
    return Client().get(f"/en{reverse('private_link', args=[tournament.slug, 1, token])}")


def files_of(ask: Ask, browser: Client, tournament: Tournament) -> list[str]:
    """The files of the first calls, each as often as it was come to from another one."""
    called: list[str] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and len(called) < CALLS and frame.f_code.co_filename.startswith(PROGRAM):
            called.append(frame.f_code.co_filename.removeprefix(PROGRAM))

    sys.setprofile(note)
    try:
        answer = ask(browser, tournament)
    finally:
        sys.setprofile(None)
    assert answer.status_code in (200, 302), answer
    return [file for file, _calls in groupby(called)]


def main() -> None:
    shapes.main(shapes.ROOT)
    call_command("migrate", verbosity=0)
    tournament = make_tournament(8, played=1)
    draw_next_round(tournament)
    browser = Client()
    browser.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")
    browser.get(reverse("desk_players", args=[tournament.slug]))
    for ask in (result, payment, pasted_list, page_of_a_phone):
        files = files_of(ask, browser, tournament)
        rooms = {file.partition("/")[0] for file in files if "/" in file}
        returns = len(files) - len({*files})
        print(f"{ask.__name__}: {len(rooms)} rooms, {len({*files})} files, {returns} returns")
        if "--files" in sys.argv:
            print("  " + "\n  ".join(files))


if __name__ == "__main__":
    main()
