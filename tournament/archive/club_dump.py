"""A stored club as one file: always the same bytes for the same facts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from django.db import transaction

from tournament.actions.change import lock_club
from tournament.archive.club_format import ClubContents, ClubPerson, ClubTournament, books_values, write_club
from tournament.archive.dump import dump_values
from tournament.archive.storing import day_of
from tournament.models import Club, Entry, ImportedMatch, MatchImport, Person, Season, Tournament, Voucher
from tournament.money.years import fiscal_year

SETTINGS = ("rates", "rating_start", "rating_ramp", "rates_stopped")
# Left out where they are as in every new club.
FURTHER_SETTINGS = {"rating_months": 12, "rating_experience": 50, "fiscal_month": 1, "treasurer": "", "books_years": 10}


def dump_club(club: Club) -> bytes:
    """Dump the whole club, as it stands between two changes."""
    with transaction.atomic():
        locked = lock_club(club.pk)
        return write_club(_club_file(locked))


def _club_file(club: Club) -> ClubContents:
    tournaments = list(club.tournaments.order_by("date", "pk"))
    players = defaultdict(list)
    entries = Entry.objects.filter(tournament__in=tournaments).select_related("person")
    for entry in entries.order_by("number"):
        if entry.person is not None:
            players[entry.tournament_id].append(entry.person.real_id)
    counting = list(club.match_imports.filter(counts=True).order_by("at", "pk"))
    matches = _matches(counting)
    lists = [one for one in counting if matches[one.pk] or not one.is_single]
    playing = [key for tournament in tournaments for key in players[tournament.pk]]
    playing += [person.real_id for one in lists for match in matches[one.pk] for person in (match.winner, match.loser)]
    in_order = list(dict.fromkeys(playing))
    numbers = {key: number for number, key in enumerate(in_order, start=1)}
    evenings = {tournament.pk: number for number, tournament in enumerate(tournaments, start=1)}
    archives = dump_values(club.tournaments.all())
    not_in_run = _not_in_run(tournaments)
    return ClubContents(
        club.name,
        club.place,
        _settings(club),
        _persons(in_order),
        tuple(
            ClubTournament(
                archives[one.pk],
                one.is_rated,
                tuple(numbers[key] for key in players[one.pk]),
                tuple(voucher.number or 0 for voucher in not_in_run[one.pk] if voucher.printed_number),
                _other_years(one, not_in_run[one.pk]),
            )
            for one in tournaments
        ),
        tuple(_season_values(season, evenings) for season in club.seasons.prefetch_related("ticked").order_by("pk")),
        tuple(
            {
                "name": one.name,
                "at": one.at.astimezone(UTC).isoformat(),
                **({"single": True} if one.is_single else {}),
                "matches": [_match_values(match, numbers) for match in matches[one.pk]],
            }
            for one in lists
        ),
        books_values(club),
        tuple(club.notices.order_by("name", "language").values("name", "language", "text")),
    )


def _not_in_run(tournaments: Sequence[Tournament]) -> Mapping[int, Sequence[Voucher]]:
    """The vouchers without a number in the run of the club, in order, by the keys of their tournaments."""
    vouchers: defaultdict[int, list[Voucher]] = defaultdict(list)
    for voucher in Voucher.objects.filter(tournament__in=tournaments, year_number=None).order_by("number"):
        vouchers[voucher.tournament_id or 0].append(voucher)
    return vouchers


def _other_years(tournament: Tournament, vouchers: Sequence[Voucher]) -> tuple[Mapping[str, Any], ...]:
    """The years of those vouchers that are not entered in the year of their day, as when it was closed already."""
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    for voucher in vouchers:
        year = fiscal_year(day_of(voucher, tournament), tournament.club.fiscal_month)
        if voucher.year is not None and voucher.year != year:
            numbers[voucher.year].append(voucher.number or 0)
    return tuple({"year": year, "vouchers": numbers[year]} for year in sorted(numbers))


def _settings(club: Club) -> dict[str, Any]:
    further = {name: getattr(club, name) for name, usual in FURTHER_SETTINGS.items() if getattr(club, name) != usual}
    currency = {"currency": club.currency} if club.currency != Club().currency else {}
    limit = {} if club.fee_limit_cents is None else {"fee_limit_cents": club.fee_limit_cents}
    return {name: getattr(club, name) for name in SETTINGS} | currency | limit | further


def _matches(lists: Sequence[MatchImport]) -> Mapping[int, Sequence[ImportedMatch]]:
    """The matches in order, by the key of the list they came with."""
    stored = ImportedMatch.objects.filter(match_import__in=lists).select_related("winner", "loser")
    matches: defaultdict[int, list[ImportedMatch]] = defaultdict(list)
    for match in stored.order_by("position"):
        matches[match.match_import_id].append(match)
    return matches


def _season_values(season: Season, evenings: Mapping[int, int]) -> dict[str, Any]:
    """The values of a season in the file; what is not set is left out."""
    values = {
        "key": season.key,
        "name": season.name,
        "begins": season.begins and season.begins.isoformat(),
        "ends": season.ends and season.ends.isoformat(),
        "points_by": season.points_by,
        "table": season.table,
        "ties_share": season.ties_share,
        "best": season.best,
        "is_own": season.is_own or None,
        "evenings": sorted(evenings[ticked.tournament_id] for ticked in season.ticked.all()) or None,
    }
    return {key: value for key, value in values.items() if value is not None}


def _match_values(match: ImportedMatch, numbers: Mapping[int, int]) -> dict[str, Any]:
    values = {
        "date": match.date.isoformat(),
        "winner": numbers[match.winner.real_id],
        "loser": numbers[match.loser.real_id],
        "match_length": match.match_length,
        "winner_points": match.winner_points,
        "loser_points": match.loser_points,
    }
    return {key: value for key, value in values.items() if value is not None}


def _persons(in_order: list[int]) -> tuple[ClubPerson, ...]:
    """The persons, each with the names of those merged into them, and how they wish to appear."""
    also: defaultdict[int, set[str]] = defaultdict(set)
    for alias in Person.objects.filter(merged_into__in=in_order).exclude(name=""):
        also[alias.real_id].add(alias.name)
    known = Person.objects.in_bulk(in_order)
    return tuple(ClubPerson(known[key].name, tuple(sorted(also[key])), known[key].wished) for key in in_order)
