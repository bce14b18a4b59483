"""Stored tournaments, built by the same actions as the program's own."""

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from itertools import cycle
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test import Client

from tournament.actions.accounts import invite, join
from tournament.actions.cash import vouchers_for_all
from tournament.actions.clubs import club_to_set_up_in
from tournament.actions.following import LockedBooks, VoucherUpdate, agreed_to
from tournament.actions.matches import say_word
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round, set_at_table
from tournament.actions.tournaments import create_tournament
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.seating import place_of
from tournament.engine.terms import Outcome
from tournament.matches.score_sheet import read_words
from tournament.models import Club, Entry, MemberRole, Pairing, Round, Tournament, Voucher
from tournament.queries.cash import current_fee
from tournament.queries.clubs import invitation_link
from tournament.queries.evening import record_of
from tournament.queries.players import player_link
from tournament.queries.record import paired_rounds
from tournament.queries.results import score_sheet_of

# A match that one program played against itself: 3:2 with the cube.
THREE_POINTS = Path(__file__).parent / "transcripts" / "three_points.mat"
SCORES: tuple[Score, ...] = ((3, 1), (2, 3), (3, 0), (1, 3), (4, 2), (3, 2))


def only_club() -> Club:
    """The first club, to which everything belongs by default."""
    return Club.objects.order_by("pk").first() or club_to_set_up_in(None)


def make_member(name: str, role: MemberRole = MemberRole.DIRECTOR, club: Club | None = None) -> User:
    """Make an account with this role in the club, by default in the only one."""
    account = User.objects.get_or_create(username=name)[0]
    (club or only_club()).memberships.get_or_create(account=account, role=role.value)
    return account


def make_director() -> User:
    """Make the account that directs the tournaments of the tests."""
    return User.objects.get_or_create(username="director")[0]


def log_in(client: Client, account: User) -> None:
    """Log in as somebody who has just typed the password, so that nothing asks for it again."""
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(account.pk)
    session.save()


def make_stranger() -> User:
    """Make an account that directs other tournaments than those of the tests."""
    return User.objects.get_or_create(username="stranger")[0]


def make_co_director(tournament: Tournament) -> User:
    """Make an account with access to the tournament, whichever club it belongs to."""
    account = User.objects.get_or_create(username="co-director")[0]
    tournament.co_directors.add(account)
    return account


def make_helper(tournament: Tournament, name: str = "Mia") -> User:
    """Make a helper of this name, who came in by an invitation of the tournament."""
    if not invitation_link(tournament):
        invite(tournament, by=make_director())
    return join(tournament, token=token_of(tournament), name=name, before=AnonymousUser()).user


def token_of(tournament: Tournament) -> str:
    """The secret in the link of the open invitation."""
    return invitation_link(tournament).rstrip("/").rpartition("/")[2]


def player_token(entry: Entry) -> str:
    """The secret in the private link of a player."""
    return player_link(entry).rstrip("/").rpartition("/")[2]


def make_tournament(
    entries: int = 8, played: int = 0, *, players: Sequence[NewPlayer] | None = None, **fields: object
) -> Tournament:
    """Make a tournament with so many entries ("Player 1", …, or the given `players`) and played rounds."""
    director = make_director()
    details = {"name": "Bodensee Open", "date": date(2026, 11, 20), "venue": "Konstanz", **fields}
    tournament = create_tournament(by=director, request_key=uuid.uuid4(), **details)
    if players is None:
        players = [NewPlayer(f"Player {number}") for number in range(1, entries + 1)]
    enter_as_asked(tournament, players)
    for _round in range(played):
        play_round(draw_next_round(tournament))
    tournament.refresh_from_db()
    return tournament


def enter_as_asked(tournament: Tournament, players: Sequence[NewPlayer]) -> None:
    """Enter players; of those with similar names the director says that they are different persons."""
    try:
        add_entries(tournament, by=make_director(), players=players)
    except Refused as refused:
        others = frozenset(other for each in refused.values.get("open_names", ()) for other in each.others)
        if not others:
            raise
        apart = [replace(player, apart_from=player.apart_from | others) for player in players]
        add_entries(tournament, by=make_director(), players=apart)


def draw_next_round(tournament: Tournament) -> Round:
    """Pair the next round; the draw seed is always the same."""
    number = tournament.rounds.count() + 1
    return draw_round(tournament, by=make_director(), number=number, draw_seed="konstanz")


def play_round(round_: Round, scores: Sequence[Score] = SCORES) -> None:
    """Enter a result at every table, the scores given in turn."""
    matches = Pairing.objects.filter(round=round_, second__isnull=False).order_by("table")
    for pairing, score in zip(matches, cycle(scores), strict=False):
        enter_result(pairing, Result(Outcome.PLAYED, score))


def enter_result(pairing: Pairing, result: Result) -> None:
    """Enter the first result of a pairing."""
    record_result(pairing, by=make_director(), expected=PENDING, result=result)


def seat(tournament: Tournament, *players: int, by: User | None = None, **said: Any) -> None:
    """Pair free players of the running round, or give one the bye, as from a page that was just opened."""
    record = record_of(tournament)
    expected = [place_of(record, player) for player in players]
    number = len(record.rounds)
    set_at_table(tournament, by=by or make_director(), number=number, players=players, **{"expected": expected, **said})


def say_words(pairing: Pairing, text: str) -> None:
    """Enter these words on the score sheet of a match, such as "0-double 1-take 0-won-gammon"."""
    for said in read_words(text):
        seen = score_sheet_of(pairing).mark
        say_word(pairing.round.tournament, by=make_director(), key=pairing.pk, expected=seen, said=said)


def agreed(act: Callable[[], Any]) -> Any:
    """Do it as somebody who agrees to what would be booked for closed books, if that is asked first."""
    try:
        return act()
    except Refused as refused:
        if refused.code != "booking_asked":
            raise
        with agreed_to(refused.values["mark"]):
            return act()


def entry_of(tournament: Tournament, number: int) -> Entry:
    """The entry with this start number, as it is stored now."""
    return tournament.entries.get(number=number)


def pairing_of(tournament: Tournament, round_number: int, table: int | None) -> Pairing:
    """The pairing at this table (None: the bye), as it is stored now."""
    return Pairing.objects.get(round__tournament=tournament, round__number=round_number, table=table)


def stored_values() -> dict[tuple[str, int], dict[str, Any]]:
    """Every stored row that the journal covers, with the program's values, by model and key."""
    return {
        (model._meta.model_name, row.pop("id")): row
        for model in apps.get_app_config("tournament").get_models()
        for row in model._default_manager.order_by("pk").values()
    }


def stored_rows() -> dict[tuple[str, int], dict[str, Any]]:
    """Every stored row of the program, by model and key: a test that changes nothing leaves them as they were.

    The rows are as the database has them, which takes a fraction of the time: thousands of tests ask for all of them.
    """
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournament").get_models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY id')
            columns = [column[0] for column in cursor.description]
            for values in cursor.fetchall():
                row = dict(zip(columns, values, strict=True))
                found[model._meta.model_name, row.pop("id")] = row
    return found


def vouch_for_payments(tournament: Tournament) -> None:
    """Issue vouchers for payments that have none, as an archive does."""
    update = VoucherUpdate(
        tournament,
        LockedBooks(tournament.club),
        tournament.vouchers.order_by("number"),
        fee_cents=current_fee(tournament),
        paired_count=paired_rounds(tournament),
        at=None,
        by_name="",
    )
    entries = tournament.entries.order_by("number")
    Voucher.objects.bulk_create(vouchers_for_all(update, entries, tournament.prizes.all()))
