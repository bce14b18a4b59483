"""What was understood of a list of matches, before it counts."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from itertools import islice

from tournament.imports.match_lists import MatchLine
from tournament.models import Club
from tournament.names import person_key
from tournament.phrases.seasons import here_sentence, rating_text
from tournament.queries.clubs import with_edition
from tournament.queries.persons import KnownPerson, MatchName, match_names
from tournament.queries.seasons import counted_matches, without_those_here, years_of
from tournament.season.ratings import RatingRules

# Beyond so many, names that need no decision are only counted.
MOST_SHOWN = 200
MOST_RATINGS = 30


@dataclass(frozen=True, slots=True)
class NameOption:
    """Somebody who may be meant; `value` is empty where that is somebody new."""

    value: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class NameChoice:
    """A name of the list, and whom it may mean."""

    name: MatchName
    options: tuple[NameOption, ...]


@dataclass(frozen=True, slots=True)
class MatchListPage:
    """The names of a list with who is meant, from when to when it reaches, and the list to be sent again."""

    matches: int
    first_day: date
    last_day: date
    doubtful: tuple[MatchName, ...]
    similar: tuple[MatchName, ...]
    known: tuple[MatchName, ...]
    new: tuple[MatchName, ...]
    lines: str

    def choices(self, by_name: Mapping[str, int | None]) -> tuple[tuple[NameChoice, ...], tuple[NameChoice, ...]]:
        """For each doubtful and each similar name whom it may mean, as far as it is said who that is."""
        doubtful = (_choice(name, name.persons, by_name) for name in self.doubtful)
        similar = (_choice(name, name.similar_persons, by_name) for name in self.similar)
        return tuple(doubtful), tuple(similar)

    def chosen(self, by_name: Mapping[str, int | None]) -> dict[str, int | None]:
        """By the key of each name who is meant, as far as it is said or clear; of several the first."""
        names = (*self.doubtful, *self.similar, *self.known, *self.new)
        clear = {person_key(name.name): name.persons[0].key if name.persons else None for name in names}
        return clear | {person_key(name): person for name, person in by_name.items()}


def _choice(name: MatchName, persons: Sequence[KnownPerson], said: Mapping[str, int | None]) -> NameChoice:
    chosen = said.get(name.name, persons[0].key if name.is_doubtful else None)
    options = [
        NameOption(str(person.key), f"{person.name} ({nth})", person.key == chosen)
        for nth, person in enumerate(persons, start=1)
    ]
    newly = NameOption("", "", chosen is None)
    return NameChoice(name, (*options, newly) if name.is_doubtful else (newly, *options))


@dataclass(frozen=True, slots=True)
class FollowingRating:
    """Somebody's rating as it is, empty where there is none, and as it would be."""

    name: str
    before: str
    after: str
    experience: int


@dataclass(frozen=True, slots=True)
class Following:
    """What would follow from the list: how many of its matches are `here` already, how many new, and the ratings.

    The highest ratings are listed; `others` is how many more there would be.
    """

    here: int
    new: int
    ratings: tuple[FollowingRating, ...]
    others: int

    @property
    def here_sentence(self) -> str:
        return here_sentence(self.here, self.new) if self.here else ""


def following(
    club: Club, lines: Sequence[MatchLine], chosen: Mapping[str, int | None], rules: RatingRules
) -> Following:
    """What would follow if the matches that are not here yet counted; `chosen` says by `person_key` who is meant."""
    years = years_of(with_edition(club))
    written = {person_key(name): name for line in lines for name in (line.winner, line.loser)}
    # Who is new has a number that nobody has.
    persons = {key: chosen.get(key) or -nth for nth, key in enumerate(written, start=1)}
    names = {number: written[key] for key, number in persons.items()} | dict(years.names)
    keys = [
        (line.date, persons[person_key(line.winner)], persons[person_key(line.loser)], line.match_length)
        for line in lines
    ]
    new = [keys[position] for position in without_those_here(keys, counted_matches(club))]
    rated = years.ratings_with(new, rules)
    in_order = sorted(rated, key=lambda person: (-rated[person].rating, -rated[person].experience, person))
    shown = [
        FollowingRating(
            names[person],
            rating_text(years.ratings[person].rating) if person in years.ratings else "",
            rating_text(rated[person].rating),
            rated[person].experience,
        )
        for person in islice((person for person in in_order if names.get(person)), MOST_RATINGS)
    ]
    return Following(len(lines) - len(new), len(new), tuple(shown), len(rated) - len(shown))


def open_names(club: Club, line: MatchLine, chosen: Mapping[str, int | None]) -> tuple[NameChoice, ...]:
    """The names of a match of which it has to be said who is meant: of several, of nobody known, or nearly known."""
    page = match_list_page(club, [line])
    doubtful, similar = page.choices(chosen)
    new = tuple(_choice(name, (), chosen) for name in page.new)
    return tuple(choice for choice in (*doubtful, *similar, *new) if choice.name.name not in chosen)


def match_list_page(club: Club | None, lines: Sequence[MatchLine]) -> MatchListPage:
    """What was understood; without a club nobody is known yet."""
    names = match_names(club, (name for line in lines for name in (line.winner, line.loser)))
    days = [line.date for line in lines]
    return MatchListPage(
        len(lines),
        min(days),
        max(days),
        tuple(name for name in names if name.is_doubtful),
        tuple(name for name in names if name.is_new and name.similar),
        tuple(name for name in names if not name.is_new and not name.is_doubtful),
        tuple(name for name in names if name.is_new and not name.similar),
        _written(lines),
    )


def _written(lines: Sequence[MatchLine]) -> str:
    text = StringIO()
    table = csv.writer(text, delimiter="\t")
    table.writerow(["date", "winner", "loser", "length", "winner points", "loser points"])
    for line in lines:
        points = line.points or ("", "")
        table.writerow([line.date.isoformat(), line.winner, line.loser, line.match_length, *points])
    return text.getvalue()
