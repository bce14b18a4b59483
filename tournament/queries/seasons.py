"""Seasons and ratings: the tournaments and matches that count."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property, partial
from itertools import groupby

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tournament.engine.finals import are_over, next_pairs, shown_standings
from tournament.engine.record import EntryRecord, PairingRecord, TournamentRecord, has_left
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome
from tournament.machine.cache import Weighed, cached, cached_value, digest, store
from tournament.models import Club, Entry, ImportedMatch, Pairing, Person, Round, Season, Tournament
from tournament.names import names_apart, person_key, search_key
from tournament.queries.clubs import with_edition
from tournament.queries.record import RESULT_FIELDS, Results, keys_of, length_of, round_record, rounds_of_wins, rules_of
from tournament.season.careers import Career, careers
from tournament.season.prospects import out_of_reach
from tournament.season.ranking import SeasonRow, places_after, ranking
from tournament.season.ratings import Ramp, Rated, RatingRules, Ratings
from tournament.season.record import Attendance, EveningRecord, Match, PointsBy, SeasonRules

# Tournaments of a club: running, coming and past.

# A tournament may go on after midnight.
STILL_RUNNING = timedelta(days=1)
DRAWN = Exists(Round.objects.released().filter(tournament=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class Evenings:
    """The club's public tournaments; the past ones are the newest first."""

    running: tuple[Tournament, ...]
    coming: tuple[Tournament, ...]
    past: tuple[Tournament, ...]


def evenings(club: Club, today: date) -> Evenings:
    """Return the club's public tournaments, in one query; `players` counts those who had not left before the start."""
    players = Count("entries", filter=~Q(entries__withdrawn_after=0))
    tournaments = list(_known().filter(club=club).annotate(is_drawn=DRAWN, players=players))
    running = [
        tournament
        for tournament in tournaments
        if tournament.is_drawn and not tournament.is_closed and tournament.date >= today - STILL_RUNNING
    ]
    coming = [
        tournament
        for tournament in tournaments
        if not tournament.is_drawn and not tournament.is_closed and tournament.date >= today
    ]
    past = [tournament for tournament in tournaments if tournament.is_drawn and tournament not in running]
    return Evenings(tuple(running), tuple(coming), tuple(reversed(past)))


def next_evenings(clubs: Iterable[Club], today: date) -> dict[int, tuple[Tournament, bool]]:
    """Map each club's primary key to its newest tournament and whether that is running, else the next, in one query."""
    near = _known().filter(club__in=[club.pk for club in clubs], is_closed=False, date__gte=today - STILL_RUNNING)
    evening_by_club: dict[int, tuple[Tournament, bool]] = {}
    for tournament in near.annotate(is_drawn=DRAWN):
        pair_before = evening_by_club.get(tournament.club_id)
        if tournament.is_drawn or (pair_before is None and tournament.date >= today):
            evening_by_club[tournament.club_id] = tournament, tournament.is_drawn
    return evening_by_club


def _known() -> QuerySet[Tournament]:
    """Return the public tournaments, the oldest first."""
    return Tournament.objects.filter(is_practice=False).order_by("date", "pk")


# Results of a club's tournaments: places, and matches won.
#
# Computed once for each edition of a tournament, and for all missing tournaments together, so that the number of
# queries does not grow with the tournaments.

PARTICIPANT_BYTES, MATCH_BYTES = 150, 120


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """The public part of a tournament in one version; matches in the order of rounds and tables.

    `participants` are the players who came, with their place among all on the list. Persons are the keys of entries;
    `stopped` holds the positions of matches that were stopped.
    """

    participants: tuple[Attendance, ...] = ()
    matches: tuple[Match, ...] = ()
    stopped: frozenset[int] = frozenset()
    rounds: int = 0
    is_running: bool = False

    @property
    def has_results(self) -> bool:
        """Tell whether a match is decided; before that, only the lot decides the places."""
        return bool(self.participants)

    @property
    def kept_bytes(self) -> int:
        return 500 + PARTICIPANT_BYTES * len(self.participants) + MATCH_BYTES * len(self.matches)


def played_evenings(tournaments: Sequence[Tournament]) -> dict[int, PlayedEvening]:
    """Return the results by primary key of the tournament, in three queries at most."""
    evening_by_key = {tournament.pk: cached_value(_key_of_played(tournament)) for tournament in tournaments}
    missing = [tournament for tournament in tournaments if evening_by_key[tournament.pk] is None]
    new_evenings = dict(_read_played(missing)) if missing else {}
    return {
        key: evening if isinstance(evening, PlayedEvening) else new_evenings[key]
        for key, evening in evening_by_key.items()
    }


def _key_of_played(tournament: Tournament) -> tuple[str, str]:
    return ("played evening", tournament.edition)


def _read_played(tournaments: Sequence[Tournament]) -> Iterator[tuple[int, PlayedEvening]]:
    keys = keys_of(tournaments)
    rounds: dict[int, dict[int, list[PairingRecord]]] = defaultdict(dict)
    round_by_key: dict[int, Round] = {}
    paired_count: dict[int, int] = {}
    for round_ in Round.objects.filter(tournament__in=keys).order_by("number"):
        paired_count[round_.tournament_id] = round_.number
        if not round_.is_hidden:
            rounds[round_.tournament_id][round_.pk] = []
            round_by_key[round_.pk] = round_
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    leavers_by_key: dict[int, set[int]] = defaultdict(set)
    stored_entries = Entry.objects.filter(tournament__in=keys).order_by("number")
    for of, key, number, left_after in stored_entries.values_list("tournament_id", "pk", "number", "withdrawn_after"):
        numbers[of][key] = number
        if has_left(left_after, paired_count.get(of, 0)):
            leavers_by_key[of].add(number)
    results = {of: Results(numbers[of]) for of in keys}
    pairings = Pairing.objects.filter(round__tournament__in=keys).order_by("round__number", "position")
    columns = pairings.values_list("round_id", "first_id", "second_id", "in_second", *RESULT_FIELDS)
    for round_key, first, second, in_second, *result in columns.iterator(chunk_size=10_000):
        if round_key in round_by_key:
            of = round_by_key[round_key].tournament_id
            pairing = PairingRecord(numbers[of][first], numbers[of].get(second), results[of].get(*result))
            rounds[of][round_key].append(replace(pairing, in_second=True) if in_second else pairing)
    for tournament in tournaments:
        records = tuple(
            round_record(round_by_key[key], tuple(pairings)) for key, pairings in rounds[tournament.pk].items()
        )
        everyone = tuple(
            EntryRecord(number, withdrawn_after=len(records) if number in leavers_by_key[tournament.pk] else None)
            for number in numbers[tournament.pk].values()
        )
        record = TournamentRecord(rules_of(tournament), tournament.draw_seed, everyone, records)
        entries = {number: key for key, number in numbers[tournament.pk].items()}
        yield (
            tournament.pk,
            cached(
                _key_of_played(tournament), partial(_played, tournament, record, entries, leavers_by_key[tournament.pk])
            ),
        )


def _played(
    tournament: Tournament, record: TournamentRecord, entries: Mapping[int, int], leavers: Collection[int]
) -> PlayedEvening:
    """Compute the results; `entries` maps start numbers to keys of entries. Players who are `leavers` play no more."""
    pairings = [pairing for round_ in record.rounds for pairing in round_.pairings]
    to_come = tournament.planned_rounds - len(record.rounds)
    is_played = to_come <= 0 and all(round_.is_complete for round_ in record.rounds)
    is_over = tournament.is_closed or (is_played and not next_pairs(record))
    if not any(pairing.result.score or pairing.result.winner for pairing in pairings):
        return PlayedEvening(rounds=len(record.rounds), is_running=bool(record.rounds) and not is_over)
    if record.rules.finals and not is_over:
        # Finals can still lift anybody in them to the first place, whoever has more match wins.
        to_come = max(to_come, 0) + len(record.rounds) if record.swiss_rounds else rounds_of_wins(tournament)
    wins_left = Counter({number: max(to_come, 0) for number in entries if number not in leavers})
    for pairing in record.rounds[-1].pairings:
        if pairing.result.outcome is Outcome.PENDING and not record.rounds[-1].finals:
            wins_left.update(number for number in (pairing.first, pairing.second) if number is not None)
    came, participants = _who_came(pairings), []
    is_knock_out = not record.swiss_rounds
    wins = Counter(_winner(pairing) for pairing in pairings if pairing.second is not None)
    swiss = shown_standings(record, record.swiss_rounds) if are_over(record) and not is_knock_out else ()
    swiss_places = {row.number: (row.rank, equal_from) for row, equal_from in _with_equals(swiss)}
    for row, equal_from in _with_equals(shown_standings(record, len(record.rounds))):
        if row.number in came:
            to_win = 0 if is_over else wins_left[row.number]
            places = (row.rank, equal_from)
            win_count = wins[row.number] if is_knock_out else row.match_wins
            participants.append(
                Attendance(entries[row.number], *places, win_count, to_win, swiss_places.get(row.number))
            )
    matches: list[Match] = []
    stopped: set[int] = set()
    in_finals = [
        round_.number - record.swiss_rounds if round_.finals else 0
        for round_ in record.rounds
        for _pairing in round_.pairings
    ]
    for pairing, nth in zip(pairings, in_finals, strict=True):
        score = pairing.result.score
        if pairing.second is not None and score and score[0] != score[1]:
            pair = (pairing.first, pairing.second) if score[0] > score[1] else (pairing.second, pairing.first)
            length = length_of(tournament, finals=nth, in_second=pairing.in_second)
            if pairing.result.outcome is Outcome.STOPPED:
                stopped.add(len(matches))
            matches.append(Match(entries[pair[0]], entries[pair[1]], length, nth > 0 and not is_knock_out))
    return PlayedEvening(tuple(participants), tuple(matches), frozenset(stopped), len(record.rounds), not is_over)


def _winner(pairing: PairingRecord) -> int | None:
    """Return who has won the match of two players, also without playing it; None if nobody has."""
    first, second = pairing.result.score or (0, 0)
    if first == second:
        return pairing.result.winner
    return pairing.first if first > second else pairing.second


def _with_equals(rows: Iterable[Standing]) -> Iterator[tuple[Standing, int]]:
    """Yield each row with the best place among the rows that only the lot separates from it."""
    equal_from = 1
    for row in rows:
        if row.decided_by is not Criterion.LOT:
            equal_from = row.rank
        yield row, equal_from


def _who_came(pairings: Iterable[PairingRecord]) -> set[int | None]:
    """Return the start numbers in a pairing, except of players who did not appear."""
    return {number for pairing in pairings for number in pairing.took_part}


# Tournaments of a club as its seasons, ratings and records count them: who came, who beat whom.
#
# Computed once for each edition of a tournament and each version of its club, and cached: after a result, only one
# tournament is read.

BYTES_OF_COUNTED, BYTES_OF_A_PLAYER, BYTES_OF_A_MATCH = 6_000, 250, 150


@dataclass(frozen=True, slots=True)
class CountedEvening:
    """A tournament of the club with its results by person.

    `persons` are keys of persons with the club they played for, by keys of entries. `matches` are all matches won, in
    the order of rounds and tables; `stopped` holds the positions of those that count only if the club counts stopped
    matches. A person who is on the list twice gets the better place.
    """

    tournament: Tournament
    played: PlayedEvening
    persons: Mapping[int, tuple[int, str]]
    attendances: tuple[Attendance, ...]
    matches: tuple[Match, ...]
    stopped: frozenset[int]

    @property
    def kept_bytes(self) -> int:
        return BYTES_OF_COUNTED + BYTES_OF_A_PLAYER * len(self.persons) + BYTES_OF_A_MATCH * len(self.matches)

    def rated_matches(self, *, with_stopped: bool) -> tuple[Match, ...]:
        """Return the matches that ratings and records count."""
        if with_stopped or not self.stopped:
            return self.matches
        return tuple(match for position, match in enumerate(self.matches) if position not in self.stopped)


def counted_evenings(club: Club) -> tuple[CountedEvening, ...]:
    """Return the club's tournaments except practice, by date, in a fixed number of queries for those not cached."""
    tournaments = Tournament.objects.filter(club=club, is_practice=False).order_by("date", "pk")
    keys = {
        tournament.pk: _key_of_counted(club, tournament)
        for tournament in tournaments.only("version", "stamp", "settled_edition")
    }
    evening_by_key = {pk: cached_value(key) for pk, key in keys.items()}
    missing = [pk for pk, evening in evening_by_key.items() if evening is None]
    for evening in _read_counted(club, missing) if missing else ():
        evening_by_key[evening.tournament.pk] = evening
        store(_key_of_counted(club, evening.tournament), evening)
    return tuple(evening for evening in evening_by_key.values() if isinstance(evening, CountedEvening))


def _key_of_counted(club: Club, tournament: Tournament) -> tuple[str, str, str]:
    return ("counted evening", club.version_mark, tournament.edition)


def _read_counted(club: Club, keys: Sequence[int]) -> Iterator[CountedEvening]:
    tournaments = tuple(Tournament.objects.filter(pk__in=keys, club=club))
    evening_by_key = played_evenings(tournaments)
    persons: dict[int, dict[int, tuple[int, str]]] = defaultdict(dict)
    entries = Entry.objects.filter(tournament__in=keys, person__isnull=False)
    columns = entries.values_list("tournament_id", "pk", Coalesce("person__merged_into_id", "person_id"), "club")
    for tournament, entry, person, played_for in columns:
        persons[tournament][entry] = person, played_for
    for tournament in tournaments:
        yield _evening(tournament, evening_by_key[tournament.pk], persons[tournament.pk])


def _evening(tournament: Tournament, evening: PlayedEvening, persons: Mapping[int, tuple[int, str]]) -> CountedEvening:
    matches: list[Match] = []
    stopped: set[int] = set()
    for position, match in enumerate(evening.matches):
        winner, loser = (persons.get(key, (None, ""))[0] for key in (match.winner, match.loser))
        if winner and loser and winner != loser:
            if position in evening.stopped:
                stopped.add(len(matches))
            matches.append(match._replace(winner=winner, loser=loser))
    attendances: dict[int, Attendance] = {}
    for place in evening.participants:
        if place.person in persons:
            person, _club = persons[place.person]
            attendances.setdefault(person, place._replace(person=person))
    return CountedEvening(tournament, evening, persons, tuple(attendances.values()), tuple(matches), frozenset(stopped))


# Matches outside tournaments that count already, so that a list that has grown can be imported again.

MOST_SHOWN = 200
# Day, winner, loser and length; two persons may play the same match twice a day.
SingleMatch = tuple[date, int, int, int]


def single_matches(club: Club) -> Sequence[SingleMatch]:
    """Return the matches that count outside tournaments, the earliest first; merged persons are resolved."""

    def read() -> Weighed[tuple[SingleMatch, ...]]:
        imported_matches = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
        matches = tuple(_with_current_persons(imported_matches.order_by("date", "match_import", "position")))
        return Weighed(matches, 1_000 + 150 * len(matches))

    return cached(("single matches", club.version_mark), read).value


def entered_matches(club: Club) -> Mapping[SingleMatch, int]:
    """Return how often each match was entered as a single match."""
    entered = ImportedMatch.objects.filter(match_import__club=club, match_import__is_single=True)
    return Counter(_with_current_persons(entered))


def _with_current_persons(imported_matches: QuerySet[ImportedMatch]) -> Iterable[SingleMatch]:
    winner, loser = (Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser"))
    return imported_matches.values_list("date", winner, loser, "match_length")


def single_matches_entered(club: Club) -> Sequence[ImportedMatch]:
    """Return the matches entered singly, the newest first, as many as a page shows."""
    entered = ImportedMatch.objects.filter(match_import__club=club, match_import__is_single=True)
    matches = entered.select_related("winner__merged_into", "loser__merged_into")
    return tuple(matches.order_by("-date", "-position")[:MOST_SHOWN])


def names_of_club(club: Club) -> Sequence[str]:
    """Return the names of the register, sorted, to choose from."""
    persons = Person.objects.filter(club=club, merged_into=None).exclude(name="")
    return tuple(sorted(set(persons.values_list("name", flat=True)), key=search_key))


def counted_matches(club: Club) -> Mapping[SingleMatch, int]:
    return Counter(single_matches(club))


def positions_of_new(matches: Iterable[SingleMatch], stored_counts: Mapping[SingleMatch, int]) -> list[int]:
    """Return the positions of new matches: of equal ones, the first `stored_counts` are taken as stored."""
    left_counts = Counter(stored_counts)
    new_positions = []
    for position, match in enumerate(matches):
        if left_counts[match]:
            left_counts[match] -= 1
        else:
            new_positions.append(position)
    return new_positions


def forgotten_in_list(matches: Iterable[tuple[date, str, str, int]], club: Club) -> tuple[str, ...]:
    """Return names in the list that belong to erased persons, by their stored matches of that day, length and opponent.

    A match of the list is its day, the names of winner and loser, and its length.
    """
    nameless = ImportedMatch.objects.filter(Q(winner__key="") | Q(loser__key=""), match_import__club=club)
    erased = set(nameless.values_list("date", "match_length", "winner__key", "loser__key"))
    names: dict[str, None] = {}
    for day, winner, loser, length in matches:
        for key_pair, who in (
            (("", person_key(loser)), (winner,)),
            ((person_key(winner), ""), (loser,)),
            (("", ""), (winner, loser)),
        ):
            if (day, length, *key_pair) in erased:
                names.update(dict.fromkeys(who))
    return tuple(names)


# Years of a club: everybody's tournaments, matches and ratings, and the ranking of each season.
#
# Computed once for each edition of the club and shared by all pages and files. Nothing of it is stored.

# Estimated bytes, without what is cached for each tournament separately.
BYTES_OF_YEARS, BYTES_OF_AN_EVENING = 50_000, 12_000


def years_of(club: Club) -> "ClubYears":
    """Return all years of the club, cached for the edition that `club` was read with."""
    return cached(("club years", club.edition), lambda: ClubYears(club))


def years_with(tournament: Tournament) -> "ClubYears | None":
    """Return the years of the tournament's club; None where they are not public or the tournament is practice."""
    club = Club.objects.exclude(name="").filter(pk=tournament.club_id).first()
    return None if club is None or tournament.is_practice else years_of(with_edition(club))


@dataclass(frozen=True, slots=True)
class Day:
    """A tournament of the club, or a day of matches outside them; its matches in order, and whether they are rated."""

    date: date
    matches: tuple[Match, ...]
    tournament: Tournament | None = None
    is_rated: bool = True


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of a person, counted from 1; `change` is its effect on their rating, None where it is not rated."""

    number: int
    day: Day
    opponent: int
    won: bool
    length: int
    change: float | None


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season with its current ranking; `to_come` are its open tournaments without a result yet.

    `drawn` are tournaments with a drawn round but without results, closed or not. `rating_changes` maps persons to the
    change of their rating since `since`, the day of the last tournament but one.
    """

    season: Season
    rules: SeasonRules
    evenings: tuple[CountedEvening, ...]
    to_come: tuple[Tournament, ...]
    drawn: tuple[Tournament, ...]
    facts: tuple[EveningRecord, ...]
    rows: tuple[SeasonRow, ...]
    since: date | None = None
    rating_changes: Mapping[int, float] | None = None

    @property
    def running(self) -> CountedEvening | None:
        """The running tournament of the season, or None."""
        return next((evening for evening in reversed(self.evenings) if evening.played.is_running), None)

    def given_up(self, today: date) -> tuple[Tournament, ...]:
        """Return the tournaments that were drawn and ended without a result."""
        return tuple(evening for evening in self.drawn if evening.is_closed or evening.date < today)

    def rest(self, today: date) -> tuple[int, ...]:
        """Return the number of rounds of each tournament to come; if none is planned, of the one that is expected."""
        to_come = [evening for evening in self.to_come if evening not in self.given_up(today)]
        if to_come or self.running or not self.evenings or self.season.ends is None or self._is_over(today):
            return tuple(rounds_of_wins(evening) for evening in to_come)
        return (rounds_of_wins(self.evenings[-1].tournament),)

    def out_of_reach(self, today: date) -> frozenset[int]:
        """Return the persons who can no longer be first: none while further tournaments can be planned."""
        return (
            out_of_reach(self.facts, self.rules, self.rows, self.rest(today)) if self._is_over(today) else frozenset()
        )

    def _is_over(self, today: date) -> bool:
        """Tell whether the last day has come, after which only planned tournaments follow."""
        return self.season.ends is not None and self.season.ends <= today

    def places_after(self, first: int) -> list[dict[int, int]]:
        """Return each person's place after `first` tournaments, and after each further one."""
        return places_after(self.facts, self.rules, first)


class ClubYears:
    """A club's years, each part computed when first asked for; hidden rounds and practice are left out.

    Persons are keyed by the person they were merged into; their names are the public ones.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._seasons: dict[int, SeasonFacts] = {}

    @property
    def kept_bytes(self) -> int:
        """The estimated bytes once everything is computed."""
        return BYTES_OF_YEARS + BYTES_OF_AN_EVENING * len(self.tournaments)

    @cached_property
    def evenings(self) -> tuple[CountedEvening, ...]:
        """The tournaments of the club that count, the earliest first."""
        return counted_evenings(self.club)

    @cached_property
    def tournaments(self) -> tuple[Tournament, ...]:
        """The tournaments, the earliest first."""
        return tuple(evening.tournament for evening in self.evenings)

    @cached_property
    def seasons(self) -> tuple[Season, ...]:
        """The seasons, the newest first; seasons without days come before all others, the last one set up first."""
        club_seasons = Season.objects.filter(club=self.club).prefetch_related("ticked")
        return tuple(sorted(club_seasons, key=lambda season: (season.ends or date.max, season.pk), reverse=True))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Public names by person; empty for an erased one. Equal names are told apart."""
        clubs = {person: club for evening in self.evenings for person, club in evening.persons.values() if club}
        persons = Person.objects.filter(club=self.club, merged_into=None)
        return names_apart({person.pk: person.public_name for person in persons}, clubs)

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """The days with matches, in order; the course of a rating refers to a day by its position here."""
        return self._days_with(single_matches(self.club))

    def _days_with(self, single: Iterable[SingleMatch]) -> tuple[Day, ...]:
        """Return every day with its matches, in order; on one day the single matches come first."""
        of_lists = [
            Day(day, tuple(Match(*match[1:]) for match in matches))
            for day, matches in groupby(single, key=lambda match: match[0])
        ]
        of_evenings = [
            Day(
                evening.tournament.date,
                evening.rated_matches(with_stopped=self.club.rates_stopped),
                evening.tournament,
                evening.tournament.is_rated,
            )
            for evening in self.evenings
        ]
        days = (*of_lists, *of_evenings)
        return tuple(sorted(days, key=lambda day: (day.date, day.tournament.pk if day.tournament else 0)))

    @cached_property
    def careers(self) -> Mapping[int, Career]:
        """Records against each opponent, by person."""
        return careers(match for day in self.days for match in day.matches)

    @property
    def _rating_rules(self) -> RatingRules:
        return RatingRules(self.club.rating_start, Ramp(self.club.rating_ramp))

    @cached_property
    def ratings(self) -> Mapping[int, Rated]:
        """Ratings by person; empty where the club does not rate. The ratings before the last day are cached."""
        if not self.club.rates:
            return {}
        days = [*_rated(self.days)]
        if not days:
            return {}
        *days_before, (nth, matches) = days
        last = self.days[nth].tournament
        earlier = digest(",".join(tournament.edition for tournament in self.tournaments if tournament != last))
        key = ("ratings before", self.club.version_mark, nth, earlier)
        going_on = cached(key, lambda: Ratings.after(days_before, self._rating_rules)).copy()
        going_on.add(nth, matches)
        return going_on.rated()

    def matches_of(self, person: int) -> list[OwnMatch]:
        """Return all matches of a person, the earliest first, with their rating changes; None where not rated."""
        going_on = Ratings(self._rating_rules)
        own_matches: list[OwnMatch] = []
        for nth, day in enumerate(self.days):
            day_matches = [match for match in day.matches if person in (match.winner, match.loser)]
            changes: list[float | None] = [None] * len(day_matches)
            if self.club.rates and day.is_rated:
                changes = [*going_on.changes_of(person, nth, day.matches)]
            for match, change in zip(day_matches, changes, strict=True):
                has_won = person == match.winner
                opponent = match.loser if has_won else match.winner
                own_matches.append(OwnMatch(len(own_matches) + 1, day, opponent, has_won, match.length, change))
        return own_matches

    def ratings_with(self, more: Iterable[SingleMatch], rules: RatingRules) -> Mapping[int, Rated]:
        """Return the ratings if these matches counted too."""
        days = self._days_with(sorted([*single_matches(self.club), *more], key=lambda match: match[0]))
        return Ratings.after(_rated(days), rules).rated()

    @cached_property
    def ranking(self) -> Sequence[int]:
        """All rated persons, the highest rating first; of equal ratings the more experienced."""
        rated = self.ratings
        return sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))

    def attended(self, person: int) -> Sequence[tuple[CountedEvening, Attendance]]:
        """Return a person's tournaments with their place, the earliest first."""
        return tuple(
            (evening, place) for evening in self.evenings for place in evening.attendances if place.person == person
        )

    @cached_property
    def _has_played(self) -> frozenset[int]:
        person_keys = {place.person for evening in self.evenings for place in evening.attendances}
        beside = {person for _day, winner, loser, _length in single_matches(self.club) for person in (winner, loser)}
        return frozenset(person_keys | beside)

    def is_known(self, person: int) -> bool:
        """Tell whether everyone may see this person, who must have played."""
        return bool(self.names.get(person)) and person in self._has_played

    def season(self, season: Season) -> SeasonFacts:
        if season.pk not in self._seasons:
            self._seasons[season.pk] = self._season(season)
        return self._seasons[season.pk]

    def own_season(self, today: date) -> Season | None:
        """Return the club's main season: the chosen one, else the running one, else the last with days, else None."""
        return max(self.seasons, key=partial(self._fitness, today), default=None)

    def _fitness(self, today: date, season: Season) -> tuple[bool, bool, bool, date, int]:
        begins, ends = season.begins or date.max, season.ends or date.min
        return season.is_own, begins <= today <= ends, begins <= today, ends, season.pk

    def seasons_with(self, tournament: Tournament, today: date) -> tuple[SeasonFacts, ...]:
        """Return the seasons that the tournament counts for, if somebody is ranked, the club's main one first."""
        in_order = sorted(self.seasons, key=partial(self._fitness, today), reverse=True)
        all_facts = (self.season(season) for season in in_order if belongs(tournament, season, ticked_of(season)))
        return tuple(facts for facts in all_facts if facts.rows)

    def season_by_key(self, key: str) -> Season | None:
        return next((season for season in self.seasons if season.key == key), None)

    def _season(self, season: Season) -> SeasonFacts:
        ticked = ticked_of(season)
        belonging = [evening for evening in self.evenings if belongs(evening.tournament, season, ticked)]
        begun = tuple(evening for evening in belonging if evening.played.has_results)
        rules = SeasonRules(
            PointsBy(season.points_by), season.points, season.ties_share, season.best, season.finals_count
        )
        facts = tuple(
            EveningRecord(evening.attendances, evening.matches, evening.played.is_running).counted_by(rules)
            for evening in begun
        )
        undecided = [evening for evening in belonging if not evening.played.has_results]
        to_come = tuple(evening.tournament for evening in undecided if not evening.tournament.is_closed)
        drawn_tournaments = tuple(evening.tournament for evening in undecided if evening.played.rounds)
        since, changes = self._rating_changes(begun)
        return SeasonFacts(
            season, rules, begun, to_come, drawn_tournaments, facts, ranking(facts, rules), since, changes
        )

    def _rating_changes(self, played: Sequence[CountedEvening]) -> tuple[date | None, Mapping[int, float] | None]:
        """Return the changes of ratings since the last tournament but one, and its day."""
        if len(played) < 2 or not self.ratings:
            return None, None
        tournament = played[-2].tournament
        nth = next(nth for nth, day in enumerate(self.days) if day.tournament == tournament)
        changes: dict[int, float] = {}
        for person, rated in self.ratings.items():
            earlier = [rating for evening, rating in rated.course if evening <= nth]
            then = earlier[-1] if earlier else float(self.club.rating_start)
            if rated.course[-1][0] > nth:
                changes[person] = rated.rating - then
        return tournament.date, changes


def _rated(days: Iterable[Day]) -> Iterator[tuple[int, tuple[Match, ...]]]:
    """Return the rated days that have matches, with their positions."""
    return ((nth, day.matches) for nth, day in enumerate(days) if day.is_rated and day.matches)


def ticked_of(season: Season) -> frozenset[int]:
    """Return the keys of the tournaments ticked for the season."""
    return frozenset(ticked.tournament_id for ticked in season.ticked.all())


def belongs(tournament: Tournament, season: Season, ticked: frozenset[int]) -> bool:
    if tournament.is_practice:
        return False
    if season.begins is None or season.ends is None:
        return tournament.pk in ticked
    return season.begins <= tournament.date <= season.ends
