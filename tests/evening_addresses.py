"""The addresses of an evening, asked after whatever was done to it: none fails, and no line stays untold."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from unittest import TestCase

from django.test import Client
from django.urls import NoReverseMatch, URLPattern, reverse
from django.utils.translation import override

from tests.factories import log_in, make_director, player_token
from tournament.languages import LANGUAGES, Language
from tournament.models import Pairing, Tournament
from tournament.urls import in_every_language, urlpatterns

# What tells the journal, reasons and places: at the desk, to everyone, on a phone, on paper. Each by its name and by
# what its number is: nothing, the last round, or a player.
SAMPLE = (
    ("journal_csv", None),
    ("desk_round", "round"),
    ("player", "player"),
    ("journal", None),
    ("my_match", "player"),
    ("round", "round"),
    ("desk_players", None),
    ("standings", None),
    ("desk_costs", None),
    ("bracket", None),
    ("end_evening", "round"),
    ("wall", None),
    ("order", None),
    ("standings_pdf", None),
    ("pairings_pdf", "round"),
)


class Readers:
    """The director's browser, which in turn asks the addresses of the sample."""

    def __init__(self) -> None:
        self.browser = Client()
        log_in(self.browser, make_director())
        self._turns = cycle((language.short, *address) for language in reversed(LANGUAGES) for address in SAMPLE)

    def ask(self, tournament: Tournament, addresses: int = len(LANGUAGES) * len(SAMPLE)) -> None:
        """Ask the next addresses of the sample, by default each of them in every language."""
        last_round = max(tournament.rounds.count(), 1)
        entry = tournament.entries.order_by("number").first()
        for language, name, counted in islice(self._turns, addresses):
            if entry or counted != "player":
                number = {None: [], "round": [last_round], "player": [entry and entry.number]}[counted]
                token = [player_token(entry)] if name == "my_match" else []
                with override(language):
                    address = reverse(name, args=[tournament.slug, *number, *token])
                status = self._read(language, address)
                # Nothing is there before the first draw, and hidden rounds are not for everyone.
                assert (status in (200, 404), address) == (True, address)

    def ask_everything(self, tournament: Tournament, languages: Sequence[Language] = LANGUAGES) -> None:
        """Ask every address of the evening in these languages, for each of its players and rounds and one more."""
        self.ask(tournament)
        for language in languages:
            for address in sorted({*_addresses(tournament, language.short)}):
                status = self._read(language.short, address)
                assert (status < 500, address) == (True, address)

    def _read(self, language: str, address: str) -> int:
        self.browser.cookies["django_language"] = language
        with TestCase().assertNoLogs("tournament.sentences"):
            answer = self.browser.get(address)
            # A file is made while it is read.
            b"".join(answer)
        return answer.status_code


def _addresses(tournament: Tournament, language: str) -> Iterator[str]:
    patterns = (pattern for pattern in (*urlpatterns, *in_every_language) if isinstance(pattern, URLPattern))
    matches = Pairing.objects.filter(round__tournament=tournament).order_by("-pk")
    line, prize = tournament.journal.latest("version"), tournament.prizes.first()
    entries = {entry.number: entry for entry in tournament.entries.all()}
    rounds = range(1, tournament.rounds.count() + 2)
    for pattern in patterns:
        names = set(pattern.pattern.converters)
        is_of_round = "round" in str(pattern.pattern)
        for number in (rounds if is_of_round else entries) if names & {"number", "after_round"} else (1,):
            values = {
                "slug": tournament.slug,
                "number": number,
                "after_round": number,
                "table": 1,
                "key": pairing.pk if (pairing := matches.first()) else 1,
                "token": player_token(entries[number]) if number in entries else "x",
                "line": line.pk,
                "prize": prize.pk if prize else 1,
                "mark": "0" * 32,
                "part": 1,
            }
            if "slug" in names and str(pattern.pattern).startswith("t/") and names <= values.keys():
                with override(language):
                    try:
                        yield reverse(pattern.name, kwargs={name: values[name] for name in names})
                    except NoReverseMatch:
                        continue
