"""What the years of a club come to: everybody's evenings, matches and ratings, and each season's ranking.

Worked out once for each edition of the club and handed to every page and file. Nothing of it is stored.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby

from tournament.machine.cache import cached
from tournament.models import Club, Entry, ImportedMatch, Person, Season, Tournament
from tournament.queries.clubs import with_edition
from tournament.queries.played_evenings import PlayedEvening, played_evenings
from tournament.season.careers import Career, careers
from tournament.season.prospects import out_of_reach
from tournament.season.ranking import SeasonRow, places_after, ranking
from tournament.season.ratings import Ramp, Rated, RatingRules, ratings
from tournament.season.record import Attendance, EveningRecord, Match, PointsBy, SeasonRules

BYTES, BYTES_OF_AN_EVENING = 50_000, 25_000


def years_of(club: Club) -> "ClubYears":
    """The years of the club in the edition that it was read in."""
    return cached(("club years", club.pk, club.edition), lambda: ClubYears(club))


def years_with(tournament: Tournament) -> "ClubYears | None":
    """The years of its club; None where everyone sees none, or the tournament has no part in them."""
    club = Club.objects.exclude(name="").filter(pk=tournament.club_id).first()
    return None if club is None or tournament.is_practice else years_of(with_edition(club))


def rules_of_season(season: Season) -> SeasonRules:
    """How the points of a season arise."""
    return SeasonRules(PointsBy(season.points_by), season.points, season.ties_share, season.best)


@dataclass(frozen=True, slots=True)
class Occasion:
    """A day on which matches were played: an evening of the club, or a day of an imported list."""

    date: date
    tournament: Tournament | None = None


@dataclass(frozen=True, slots=True)
class Attended:
    """Somebody's evening."""

    tournament: Tournament
    rank: int
    players: int
    match_wins: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SeasonEveningPlayed:
    """An evening of a season; `number` counts them from 1."""

    number: int
    tournament: Tournament
    evening: PlayedEvening


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A season as it stands; `to_come` are its evenings on which nothing has been decided yet.

    `rating_changes` says by person what the rating has changed by since `since`, the day of the evening before the
    last.
    """

    season: Season
    rules: SeasonRules
    evenings: tuple[SeasonEveningPlayed, ...]
    to_come: tuple[Tournament, ...]
    facts: tuple[EveningRecord, ...]
    rows: tuple[SeasonRow, ...]
    since: date | None = None
    rating_changes: Mapping[int, float] | None = None

    @property
    def running(self) -> SeasonEveningPlayed | None:
        """The evening that is running."""
        return next((each for each in reversed(self.evenings) if each.evening.is_running), None)

    def rest(self, today: date) -> tuple[int, ...]:
        """How many rounds each evening to come has: those that are planned, otherwise one, if it is to be expected."""
        if self.to_come or self.running or not self.evenings or self.season.ends is None or self._is_over(today):
            return tuple(evening.planned_rounds for evening in self.to_come)
        return (self.evenings[-1].tournament.planned_rounds,)

    def out_of_reach(self, today: date) -> frozenset[int]:
        """Who can no longer be first: nobody as long as further evenings can be planned."""
        return (
            out_of_reach(self.facts, self.rules, self.rows, self.rest(today)) if self._is_over(today) else frozenset()
        )

    def _is_over(self, today: date) -> bool:
        """Whether the last day has come: nothing follows but what is planned."""
        return self.season.ends is not None and self.season.ends <= today

    def places_after(self, first: int) -> list[dict[int, int]]:
        """The place of each person after so many evenings, and after each further one."""
        return places_after(self.facts, self.rules, first)


class ClubYears:
    """Each is worked out when it is first asked for; hidden rounds and practice are in none of them.

    Persons are known by the key of who they are in truth; their names are those that everyone may see.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._seasons: dict[int, SeasonFacts] = {}

    @property
    def kept_bytes(self) -> int:
        """About what is worked out in the end, of which little is at first."""
        return BYTES + BYTES_OF_AN_EVENING * len(self.tournaments)

    @cached_property
    def tournaments(self) -> tuple[Tournament, ...]:
        """The evenings in the order in which they are played."""
        return tuple(Tournament.objects.filter(club=self.club, is_practice=False).order_by("date", "pk"))

    @cached_property
    def evenings(self) -> Mapping[int, PlayedEvening]:
        """What each has come to, by its key."""
        return played_evenings(self.tournaments)

    @cached_property
    def seasons(self) -> tuple[Season, ...]:
        """The newest first; of those that are ticked, the one set up last."""
        stored = Season.objects.filter(club=self.club).prefetch_related("ticked")
        return tuple(sorted(stored, key=lambda season: (season.ends or date.max, season.pk), reverse=True))

    @cached_property
    def _persons(self) -> dict[int, tuple[int, str]]:
        """By the key of a person: who that is in truth, and the name in the register."""
        rows = tuple(Person.objects.filter(club=self.club).values_list("pk", "merged_into_id", "name"))
        names = {key: name for key, _real, name in rows}
        return {key: (real or key, names[real or key]) for key, real, _name in rows}

    @cached_property
    def _entries(self) -> tuple[tuple[int, int, str], ...]:
        """Entry, person and how they appear there, the earliest evening first."""
        stored = Entry.objects.filter(tournament__club=self.club, tournament__is_practice=False, person__isnull=False)
        columns = stored.order_by("tournament__date", "tournament", "number").values_list("pk", "person_id", "shown_as")
        return tuple((key, self._persons[person][0], shown_as) for key, person, shown_as in columns)

    @cached_property
    def person_of(self) -> Mapping[int, int]:
        """Who an entry is, by its key."""
        return {key: person for key, person, _shown_as in self._entries}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """By person, as everyone may read it; empty for who was forgotten.

        Who wishes to appear abbreviated on any evening does so on all pages of the club.
        """
        names = dict(self._persons.values())
        return names | {person: shown_as for _key, person, shown_as in self._entries if shown_as and names[person]}

    @cached_property
    def _imported(self) -> tuple[tuple[date, int, int, int], ...]:
        """Day, winner, loser and length of each imported match, the earliest first."""
        stored = ImportedMatch.objects.filter(match_import__club=self.club, match_import__counts=True)
        columns = stored.order_by("date", "match_import", "position").values_list(
            "date", "winner_id", "loser_id", "match_length"
        )
        return tuple(
            (day, self._persons[winner][0], self._persons[loser][0], length) for day, winner, loser, length in columns
        )

    @cached_property
    def _days(self) -> tuple[tuple[Occasion, tuple[Match, ...], bool], ...]:
        return self._days_with(self._imported)

    def _days_with(
        self, single: Iterable[tuple[date, int, int, int]]
    ) -> tuple[tuple[Occasion, tuple[Match, ...], bool], ...]:
        """Every occasion in order with its matches, the evenings and these days, and whether they are rated."""
        imported = [
            (day, 0, Occasion(day), True, [(winner, loser, length) for _day, winner, loser, length in matches])
            for day, matches in groupby(single, key=lambda match: match[0])
        ]
        played = [
            (each.date, each.pk, Occasion(each.date, each), each.is_rated, list(self._won(self.evenings[each.pk])))
            for each in self.tournaments
        ]
        in_order = sorted([*imported, *played], key=lambda day: day[:2])
        return tuple(
            (occasion, tuple(Match(nth, *match) for match in matches if match[0] != match[1]), is_rated)
            for nth, (_date, _key, occasion, is_rated, matches) in enumerate(in_order)
        )

    def _won(self, evening: PlayedEvening, *, with_stopped: bool | None = None) -> Iterator[tuple[int, int, int]]:
        """The matches as persons; stopped ones where the club counts them, or as it is said."""
        counts_stopped = self.club.rates_stopped if with_stopped is None else with_stopped
        for match in evening.matches:
            winner, loser = self.person_of.get(match.winner), self.person_of.get(match.loser)
            if winner is not None and loser is not None and (counts_stopped or not match.is_stopped):
                yield winner, loser, match.length

    @property
    def occasions(self) -> Sequence[Occasion]:
        """The days on which matches were played, in order: an evening's number in a course is its place here."""
        return [occasion for occasion, _matches, _is_rated in self._days]

    @cached_property
    def careers(self) -> Mapping[int, Career]:
        """By person: the record against each opponent."""
        return careers(match for _occasion, matches, _is_rated in self._days for match in matches)

    @cached_property
    def ratings(self) -> Mapping[int, Rated]:
        """By person; empty where the club does not rate."""
        if not self.club.rates:
            return {}
        rules = RatingRules(self.club.rating_start, Ramp(self.club.rating_ramp))
        return ratings((match for _occasion, matches, is_rated in self._days if is_rated for match in matches), rules)

    def ratings_with(self, more: Iterable[tuple[date, int, int, int]], rules: RatingRules) -> Mapping[int, Rated]:
        """What the ratings would be if these matches counted too: day, winner, loser and length of each."""
        days = self._days_with(sorted([*self._imported, *more], key=lambda match: match[0]))
        return ratings((match for _occasion, matches, is_rated in days if is_rated for match in matches), rules)

    @cached_property
    def ranking(self) -> Sequence[int]:
        """Everybody with a rating, the highest first; of equal ones the more experienced."""
        rated = self.ratings
        return sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))

    @cached_property
    def _attended(self) -> Mapping[int, tuple[Attended, ...]]:
        by_person: dict[int, list[Attended]] = {}
        for tournament in self.tournaments:
            evening = self.evenings[tournament.pk]
            for each in self._attendances(evening):
                attended = Attended(
                    tournament, each.rank, len(evening.participants), each.match_wins, evening.is_running
                )
                by_person.setdefault(each.person, []).append(attended)
        return {person: tuple(attended) for person, attended in by_person.items()}

    def attended(self, person: int) -> Sequence[Attended]:
        """The evenings of a person, the earliest first."""
        return self._attended.get(person, ())

    def is_known(self, person: int) -> bool:
        """Whether everyone may see that there is such a person: who has played."""
        return bool(self.names.get(person)) and (person in self._attended or person in self.careers)

    def _attendances(self, evening: PlayedEvening) -> Iterator[Attendance]:
        """The places as persons; who stands on the list twice has the better one."""
        there: set[int] = set()
        for entry, *rest in evening.participants:
            person = self.person_of.get(entry)
            if person is not None and person not in there:
                there.add(person)
                yield Attendance(person, *rest)

    def season(self, season: Season) -> SeasonFacts:
        """A season of the club as it stands."""
        if season.pk not in self._seasons:
            self._seasons[season.pk] = self._season(season)
        return self._seasons[season.pk]

    def seasons_with(self, tournament: Tournament) -> tuple[SeasonFacts, ...]:
        """The seasons that the tournament counts for, the newest first, once anybody stands in them."""
        found = (self.season(each) for each in self.seasons if belongs(tournament, each, ticked_of(each)))
        return tuple(facts for facts in found if facts.rows)

    def season_called(self, key: str) -> Season | None:
        """The season with this key; None: there is none."""
        return next((season for season in self.seasons if season.key == key), None)

    def _season(self, season: Season) -> SeasonFacts:
        belonging = [each for each in self.tournaments if belongs(each, season, ticked_of(season))]
        begun = [each for each in belonging if self.evenings[each.pk].has_results]
        played = tuple(
            SeasonEveningPlayed(number, each, self.evenings[each.pk]) for number, each in enumerate(begun, start=1)
        )
        facts = tuple(self._as_evening(each) for each in played)
        rules = rules_of_season(season)
        to_come = tuple(each for each in belonging if each not in begun and not each.is_closed)
        since, changes = self._rating_changes(played)
        return SeasonFacts(season, rules, played, to_come, facts, ranking(facts, rules), since, changes)

    def _as_evening(self, played: SeasonEveningPlayed) -> EveningRecord:
        matches = (Match(played.number, *match) for match in self._won(played.evening, with_stopped=True))
        return EveningRecord(
            tuple(self._attendances(played.evening)),
            tuple(match for match in matches if match.winner != match.loser),
            played.evening.is_running,
        )

    def _rating_changes(self, played: Sequence[SeasonEveningPlayed]) -> tuple[date | None, Mapping[int, float] | None]:
        """What ratings have changed by since the evening before the last."""
        if len(played) < 2 or not self.ratings:
            return None, None
        before = played[-2].tournament
        nth = next(nth for nth, occasion in enumerate(self.occasions) if occasion.tournament == before)
        changes: dict[int, float] = {}
        for person, rated in self.ratings.items():
            earlier = [rating for evening, rating in rated.course if evening <= nth]
            then = earlier[-1] if earlier else float(self.club.rating_start)
            if rated.course[-1][0] > nth:
                changes[person] = rated.rating - then
        return before.date, changes


def ticked_of(season: Season) -> frozenset[int]:
    """The keys of the tournaments that were ticked for the season."""
    return frozenset(ticked.tournament_id for ticked in season.ticked.all())


def belongs(tournament: Tournament, season: Season, ticked: frozenset[int]) -> bool:
    """Whether a tournament of the club is one of the season's."""
    if tournament.is_practice:
        return False
    if season.begins is None or season.ends is None:
        return tournament.pk in ticked
    return season.begins <= tournament.date <= season.ends
