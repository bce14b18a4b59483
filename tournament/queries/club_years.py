"""What the years of a club come to: everybody's evenings, matches and ratings, and each season's ranking.

Worked out once for each edition of the club and handed to every page and file. Nothing of it is stored.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import groupby

from tournament.machine.cache import cached
from tournament.models import Club, Person, Season, Tournament
from tournament.names import names_apart
from tournament.queries.clubs import with_edition
from tournament.queries.counted_evenings import CountedEvening, counted_evenings
from tournament.queries.imported_matches import SingleMatch, single_matches
from tournament.queries.played_evenings import PlayedEvening
from tournament.queries.states import told_apart
from tournament.season.careers import Career, careers
from tournament.season.prospects import out_of_reach
from tournament.season.ranking import SeasonRow, places_after, ranking
from tournament.season.ratings import Ramp, Rated, RatingRules, Ratings
from tournament.season.record import EveningRecord, Match, PointsBy, SeasonRules

# What is kept of each evening counts for itself.
BYTES, BYTES_OF_AN_EVENING = 50_000, 12_000


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
class Day:
    """An occasion with its matches in order, and whether they are rated."""

    occasion: Occasion
    matches: tuple[Match, ...]
    is_rated: bool = True


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of somebody; `change` is what it has changed their rating by, None where it is not rated."""

    occasion: Occasion
    opponent: int
    won: bool
    length: int
    change: float | None


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

    `drawn` are those without any result of which a round has been drawn, closed or not.
    `rating_changes` says by person what the rating has changed by since `since`, the day of the evening before the
    last.
    """

    season: Season
    rules: SeasonRules
    evenings: tuple[SeasonEveningPlayed, ...]
    to_come: tuple[Tournament, ...]
    drawn: tuple[Tournament, ...]
    facts: tuple[EveningRecord, ...]
    rows: tuple[SeasonRow, ...]
    since: date | None = None
    rating_changes: Mapping[int, float] | None = None

    @property
    def running(self) -> SeasonEveningPlayed | None:
        """The running evening of the season; None where none is."""
        return next((each for each in reversed(self.evenings) if each.evening.is_running), None)

    def given_up(self, today: date) -> tuple[Tournament, ...]:
        """The evenings that were drawn and ended without a result."""
        return tuple(evening for evening in self.drawn if evening.is_closed or evening.date < today)

    def rest(self, today: date) -> tuple[int, ...]:
        """How many rounds each evening to come has: those that are planned, otherwise one, if it is to be expected."""
        to_come = [evening for evening in self.to_come if evening not in self.given_up(today)]
        if to_come or self.running or not self.evenings or self.season.ends is None or self._is_over(today):
            return tuple(evening.planned_rounds for evening in to_come)
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
    def evenings(self) -> tuple[CountedEvening, ...]:
        """The evenings of the club that count, the earliest first."""
        return counted_evenings(self.club)

    @cached_property
    def tournaments(self) -> tuple[Tournament, ...]:
        """The tournaments of the evenings, in their order."""
        return tuple(evening.tournament for evening in self.evenings)

    @cached_property
    def seasons(self) -> tuple[Season, ...]:
        """The newest first; of those that are ticked, the one set up last."""
        stored = Season.objects.filter(club=self.club).prefetch_related("ticked")
        return tuple(sorted(stored, key=lambda season: (season.ends or date.max, season.pk), reverse=True))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """By person, as everyone may read it; empty for who was forgotten. Those of one name are told apart."""
        clubs = {person: club for each in self.evenings for person, club in each.persons.values() if club}
        persons = Person.objects.filter(club=self.club, merged_into=None)
        return names_apart({person.pk: person.public_name for person in persons}, clubs)

    @cached_property
    def _days(self) -> tuple[Day, ...]:
        return self._days_with(single_matches(self.club))

    def _days_with(self, single: Iterable[SingleMatch]) -> tuple[Day, ...]:
        """Every day with its matches, in order; of one day the single matches come first."""
        of_lists = [
            (day, 0, Day(Occasion(day), tuple(Match(*match) for _day, *match in matches)))
            for day, matches in groupby(single, key=lambda match: match[0])
        ]
        of_evenings = [
            (
                each.tournament.date,
                each.tournament.pk,
                Day(
                    Occasion(each.tournament.date, each.tournament),
                    each.rated_matches(with_stopped=self.club.rates_stopped),
                    each.tournament.is_rated,
                ),
            )
            for each in self.evenings
        ]
        return tuple(day for *_order, day in sorted([*of_lists, *of_evenings], key=lambda each: each[:2]))

    @property
    def occasions(self) -> Sequence[Occasion]:
        """The days on which matches were played, in order: an evening's number in a course is its place here."""
        return [day.occasion for day in self._days]

    @cached_property
    def careers(self) -> Mapping[int, Career]:
        """By person: the record against each opponent."""
        return careers(match for day in self._days for match in day.matches)

    @property
    def _rating_rules(self) -> RatingRules:
        return RatingRules(self.club.rating_start, Ramp(self.club.rating_ramp))

    @cached_property
    def ratings(self) -> Mapping[int, Rated]:
        """By person; empty where the club does not rate. As long as the last day runs, those before it are kept."""
        if not self.club.rates:
            return {}
        days = [*_rated(self._days)]
        if not days:
            return {}
        *before, (nth, matches) = days
        last = self.occasions[nth].tournament
        earlier = ",".join(f"{each.pk}-{each.settled}" for each in self.tournaments if each != last)
        key = ("ratings before", self.club.pk, self.club.version, self.club.stamp, nth, told_apart(earlier))
        going_on = cached(key, lambda: Ratings.after(before, self._rating_rules)).copy()
        going_on.add(nth, matches)
        return going_on.rated()

    def matches_of(self, person: int) -> list[OwnMatch]:
        """All matches of somebody, the earliest first, and what each gave; None where it is not rated."""
        going_on = Ratings(self._rating_rules)
        found: list[OwnMatch] = []
        for nth, day in enumerate(self._days):
            own = [match for match in day.matches if person in (match.winner, match.loser)]
            changes: list[float | None] = [None] * len(own)
            if self.club.rates and day.is_rated:
                changes = [each.change for each in going_on.changes_of(person, [(nth, day.matches)])]
            for match, change in zip(own, changes, strict=True):
                won = person == match.winner
                opponent = match.loser if won else match.winner
                found.append(OwnMatch(day.occasion, opponent, won, match.length, change))
        return found

    def ratings_with(self, more: Iterable[SingleMatch], rules: RatingRules) -> Mapping[int, Rated]:
        """What the ratings would be if these matches counted too."""
        days = self._days_with(sorted([*single_matches(self.club), *more], key=lambda match: match[0]))
        return Ratings.after(_rated(days), rules).rated()

    @cached_property
    def ranking(self) -> Sequence[int]:
        """Everybody with a rating, the highest first; of equal ones the more experienced."""
        rated = self.ratings
        return sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))

    def attended(self, person: int) -> Sequence[Attended]:
        """The evenings of a person, the earliest first."""
        return tuple(
            Attended(
                each.tournament, place.rank, len(each.played.participants), place.match_wins, each.played.is_running
            )
            for each in self.evenings
            for place in each.attendances
            if place.person == person
        )

    @cached_property
    def _has_played(self) -> frozenset[int]:
        there = {place.person for each in self.evenings for place in each.attendances}
        beside = {person for _day, winner, loser, _length in single_matches(self.club) for person in (winner, loser)}
        return frozenset(there | beside)

    def is_known(self, person: int) -> bool:
        """Whether everyone may see that there is such a person: who has played."""
        return bool(self.names.get(person)) and person in self._has_played

    def season(self, season: Season) -> SeasonFacts:
        """A season of the club as it stands."""
        if season.pk not in self._seasons:
            self._seasons[season.pk] = self._season(season)
        return self._seasons[season.pk]

    def own_season(self, today: date) -> Season | None:
        """The season of the club: the one chosen, else the one that runs, else the last with days; None: none yet."""
        return max(self.seasons, key=partial(self._fitness, today), default=None)

    def _fitness(self, today: date, season: Season) -> tuple[bool, bool, bool, date, int]:
        begins, ends = season.begins or date.max, season.ends or date.min
        return season.is_own, begins <= today <= ends, begins <= today, ends, season.pk

    def seasons_with(self, tournament: Tournament, today: date) -> tuple[SeasonFacts, ...]:
        """The seasons that the tournament counts for, the club's own first, once anybody stands in them."""
        in_order = sorted(self.seasons, key=partial(self._fitness, today), reverse=True)
        found = (self.season(each) for each in in_order if belongs(tournament, each, ticked_of(each)))
        return tuple(facts for facts in found if facts.rows)

    def season_called(self, key: str) -> Season | None:
        """The season with this key; None: there is none."""
        return next((season for season in self.seasons if season.key == key), None)

    def _season(self, season: Season) -> SeasonFacts:
        ticked = ticked_of(season)
        belonging = [each for each in self.evenings if belongs(each.tournament, season, ticked)]
        begun = [each for each in belonging if each.played.has_results]
        played = tuple(SeasonEveningPlayed(nth, each.tournament, each.played) for nth, each in enumerate(begun, 1))
        facts = tuple(EveningRecord(each.attendances, each.matches, each.played.is_running) for each in begun)
        rules = rules_of_season(season)
        undecided = [each for each in belonging if not each.played.has_results]
        to_come = tuple(each.tournament for each in undecided if not each.tournament.is_closed)
        drawn = tuple(each.tournament for each in undecided if each.played.rounds)
        since, changes = self._rating_changes(played)
        return SeasonFacts(season, rules, played, to_come, drawn, facts, ranking(facts, rules), since, changes)

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


def _rated(days: Iterable[Day]) -> Iterator[tuple[int, tuple[Match, ...]]]:
    """The days that are rated, by their number."""
    return ((nth, day.matches) for nth, day in enumerate(days) if day.is_rated and day.matches)


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
