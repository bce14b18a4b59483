"""Dumps a stored club as one file; the same facts always give the same bytes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F

from tournament.actions.change import lock_club
from tournament.archive import checks, club_format, dump, storing
from tournament.archive.format import written
from tournament.models import Club, ClubYear, Entry, ImportedMatch, MatchImport, Person, Tournament, Voucher
from tournament.money.years import fiscal_year


def dump_club(club: Club) -> bytes:
    """Dump the whole club under its lock, so that no change is half included."""
    with transaction.atomic():
        locked = lock_club(club.pk)
        return written(_club_values(locked))


def _club_values(club: Club) -> dict[str, Any]:
    tournaments = list(club.tournaments.order_by("date", "pk"))
    players = defaultdict(list)
    entries = Entry.objects.filter(tournament__in=tournaments).select_related("person")
    for entry in entries.order_by("number"):
        if entry.person is not None:
            players[entry.tournament_id].append(entry.person.real_id)
    counting = list(club.match_imports.filter(counts=True).order_by("at", "pk"))
    matches = _matches(counting)
    lists = [match_import for match_import in counting if matches[match_import.pk] or not match_import.is_single]
    playing = [key for tournament in tournaments for key in players[tournament.pk]]
    playing += [
        person.real_id
        for match_import in lists
        for match in matches[match_import.pk]
        for person in (match.winner, match.loser)
    ]
    in_order = list(dict.fromkeys(playing))
    numbers = {key: number for number, key in enumerate(in_order, start=1)}
    evenings = {tournament.pk: number for number, tournament in enumerate(tournaments, start=1)}
    return club_format.ClubPart.as_in_file(
        club,
        format=checks.CLUB_FORMAT,
        settings=club_format.ClubSettingsPart.as_in_file(club),
        persons=_persons(in_order),
        tournaments=_tournament_values(club, tournaments, players, numbers),
        seasons=[
            club_format.SeasonPart.as_in_file(
                season, evenings=sorted(evenings[ticked.tournament_id] for ticked in season.ticked.all())
            )
            for season in club.seasons.prefetch_related("ticked").order_by("pk")
        ],
        earlier_matches=[
            club_format.MatchListPart.as_in_file(
                match_import, single=match_import.is_single, matches=_match_values(matches[match_import.pk], numbers)
            )
            for match_import in lists
        ],
        books=_books_values(club) or None,
        notices=[club_format.NoticePart.as_in_file(notice) for notice in club.notices.order_by("name", "language")],
        erased=[
            club_format.ErasedPart.as_in_file(erasure)
            for erasure in dump.erasures(club.erasures.filter(tournament=None))
        ],
    )


def _tournament_values(
    club: Club, tournaments: Sequence[Tournament], players: Mapping[int, Sequence[int]], numbers: Mapping[int, int]
) -> list[dict[str, Any]]:
    archives, kept_names = dump.dump_values(club.tournaments.all()), _kept_names(tournaments)
    outside_run = Voucher.objects.filter(tournament__in=tournaments, year_number=None)
    not_in_run = dump.by_tournament(outside_run.order_by("number"))
    return [
        club_format.ClubTournamentPart.as_in_file(
            tournament,
            persons=[numbers[key] for key in players[tournament.pk]],
            not_in_run=[voucher.number for voucher in not_in_run[tournament.pk] if voucher.printed_number],
            other_years=_other_years(tournament, not_in_run[tournament.pk]),
            kept_names=kept_names[tournament.pk],
            archive=archives[tournament.pk],
        )
        for tournament in tournaments
    ]


def _kept_names(tournaments: Sequence[Tournament]) -> Mapping[int, list[dict[str, Any]]]:
    """Return, by tournament key, the names that vouchers keep although the entries have other names by now."""
    numbers: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    on_list = Voucher.objects.filter(tournament__in=tournaments, entry__in=Entry.objects.all())
    vouchers = on_list.exclude(party=F("entry__name")).exclude(party="").order_by("number")
    for key, name, number in vouchers.values_list("tournament", "party", "number"):
        numbers[key or 0, name].append(number or 0)
    names_by_key: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for key, name in sorted(numbers):
        names_by_key[key].append(club_format.KeptNamePart.as_in_file(name=name, vouchers=numbers[key, name]))
    return names_by_key


def _other_years(tournament: Tournament, vouchers: Sequence[Voucher]) -> list[dict[str, Any]]:
    """Group the vouchers that are entered in another year than that of their day, for example a closed one."""
    numbers: defaultdict[tuple[int, date | None], list[int]] = defaultdict(list)
    for voucher in vouchers:
        year = fiscal_year(storing.day_of(voucher, tournament), tournament.club.fiscal_month)
        if voucher.year is not None and voucher.year != year:
            numbers[voucher.year, voucher.booked_on].append(voucher.number or 0)
    return [
        club_format.OtherYearPart.as_in_file(year=year, booked_on=day, vouchers=numbers[year, day])
        for year, day in sorted(numbers, key=lambda entered: (entered[0], entered[1] or date.min))
    ]


def _matches(lists: Sequence[MatchImport]) -> Mapping[int, Sequence[ImportedMatch]]:
    """Return the matches of each import in order, by the key of the import."""
    imported_matches = ImportedMatch.objects.filter(match_import__in=lists).select_related("winner", "loser")
    matches: defaultdict[int, list[ImportedMatch]] = defaultdict(list)
    for match in imported_matches.order_by("position"):
        matches[match.match_import_id].append(match)
    return matches


def _match_values(imported_matches: Sequence[ImportedMatch], numbers: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        club_format.MatchPart.as_in_file(
            match, winner=numbers[match.winner.real_id], loser=numbers[match.loser.real_id]
        )
        for match in imported_matches
    ]


def _persons(in_order: list[int]) -> list[dict[str, Any]]:
    """The persons, each with the names of those merged into them, and how they wish to appear."""
    also: defaultdict[int, set[str]] = defaultdict(set)
    for alias in Person.objects.filter(merged_into__in=in_order).exclude(name=""):
        also[alias.real_id].add(alias.name)
    person_by_key = Person.objects.in_bulk(in_order)
    return [club_format.PersonPart.as_in_file(person_by_key[key], also=sorted(also[key])) for key in in_order]


def _books_values(club: Club) -> dict[str, Any]:
    vouchers = list(Voucher.objects.filter(club=club, tournament=None, year__isnull=False).order_by("pk"))
    places = {voucher.pk: place for place, voucher in enumerate(vouchers, start=1)}
    return club_format.BooksPart.as_in_file(
        club,
        years=[
            club_format.YearPart.as_in_file(
                year, papers=dict(year.papers.order_by("file").values_list("file", "content")) or None
            )
            for year in ClubYear.objects.filter(club=club).order_by("year")
        ],
        vouchers=[
            club_format.ClubVoucherPart.as_in_file(
                voucher,
                number=voucher.label,
                not_in_run=voucher.year_number is None,
                counters=places.get(voucher.counters_id or 0),
            )
            for voucher in vouchers
        ],
    )
