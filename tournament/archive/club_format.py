"""A club as one file, `backgammon-swiss-club/1`: its settings and persons, and its tournaments as archives."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from tournament.archive.reading import MOST_BYTES
from tournament.archive.strict_json import Part, parse, quote
from tournament.engine.refusals import Refused
from tournament.names import is_printable, tidy

FORMAT = "backgammon-swiss-club/1"
MOST_OF_A_NAME = 100
Name = Annotated[str, Field(max_length=MOST_OF_A_NAME)]


class SettingsPart(Part):
    """How the club rates."""

    rates: bool
    rating_start: Annotated[int, Field(ge=0, le=9999)]
    rating_ramp: Literal["fibs", "slow", "none"]
    rates_stopped: bool


class PersonPart(Part):
    """Somebody with the names that were found to be theirs; without a name: forgotten."""

    name: Name
    also: list[Annotated[Name, Field(min_length=1)]] = []


class ClubTournamentPart(Part):
    """A tournament as its archive; `persons` are those of its players, in the order of their start numbers.

    Each is the place of somebody in the list of persons, counted from 1. Practice has none.
    """

    is_rated: bool
    persons: list[Annotated[int, Field(ge=1)]]
    archive: dict[str, Any]


Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
NumberInFile = Annotated[int, Field(ge=1)]


class SeasonPart(Part):
    """A season between two days, or of `evenings`: the places of tournaments in the list, counted from 1."""

    key: Annotated[str, Field(pattern=r"^[-a-z0-9_]{1,40}$")]
    name: Name
    begins: Day | None = None
    ends: Day | None = None
    points_by: str
    table: Annotated[str, Field(pattern=r"^\d{1,4}( \d{1,4})*$", max_length=500)]
    ties_share: bool
    best: NumberInFile | None = None
    evenings: list[NumberInFile] = []


class MatchPart(Part):
    """A single match of earlier years; winner and loser by their places in the list of persons."""

    date: Day
    winner: NumberInFile
    loser: NumberInFile
    match_length: Annotated[int, Field(ge=1, le=999)]
    winner_points: Annotated[int, Field(ge=0, le=9999)] | None = None
    loser_points: Annotated[int, Field(ge=0, le=9999)] | None = None


class MatchListPart(Part):
    """Matches of earlier years that came in together, and when."""

    name: Name
    at: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$")]
    matches: list[MatchPart]


class ClubPart(Part):
    """The whole file."""

    format: Literal["backgammon-swiss-club/1"]
    name: Name
    place: Name
    settings: SettingsPart
    persons: list[PersonPart]
    tournaments: list[ClubTournamentPart]
    seasons: list[SeasonPart] = []
    earlier_matches: list[MatchListPart] = []


@dataclass(frozen=True, slots=True)
class ClubTournament:
    """A tournament of the file: the bytes of its archive, and the places of its players among the persons."""

    archive: bytes
    is_rated: bool
    persons: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClubFile:
    """What the file says: settings by name, persons as name and other names, tournaments.

    Seasons and lists of earlier matches are as they stand in the file, without what they leave out.
    """

    name: str
    place: str
    settings: Mapping[str, Any]
    persons: tuple[tuple[str, tuple[str, ...]], ...]
    tournaments: tuple[ClubTournament, ...]
    seasons: tuple[Mapping[str, Any], ...] = ()
    earlier_matches: tuple[Mapping[str, Any], ...] = ()


def read_club(data: bytes) -> ClubFile:
    """The club in the file; refused where it breaks a rule of the format. The archives in it are read later."""
    if len(data) > MOST_BYTES:
        raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
    values = parse(data)
    if values.get("format") != FORMAT:
        raise Refused("archive_wrong_format", found=quote(values.get("format")), expected=FORMAT)
    part = ClubPart.of(values)
    for name in (part.name, part.place, *(name for person in part.persons for name in (person.name, *person.also))):
        if name != tidy(name) or not is_printable(name):
            raise Refused("club_file_name", name=name)
    for number, tournament in enumerate(part.tournaments, start=1):
        if any(person > len(part.persons) for person in tournament.persons):
            raise Refused("club_file_persons", number=number)
        if len(set(tournament.persons)) != len(tournament.persons):
            raise Refused("club_file_persons", number=number)
    _refuse_numbers(part)
    return ClubFile(
        part.name,
        part.place,
        part.settings.model_dump(),
        tuple((person.name, tuple(person.also)) for person in part.persons),
        tuple(ClubTournament(_bytes(one.archive), one.is_rated, tuple(one.persons)) for one in part.tournaments),
        tuple(season.model_dump(exclude_defaults=True) for season in part.seasons),
        tuple(matches.model_dump(exclude_defaults=True) for matches in part.earlier_matches),
    )


def _refuse_numbers(part: ClubPart) -> None:
    """Refuse seasons and matches of what is not in the file."""
    for season in part.seasons:
        if any(number > len(part.tournaments) for number in season.evenings):
            raise Refused("club_file_season", name=season.name)
    for matches in part.earlier_matches:
        if any(number > len(part.persons) for match in matches.matches for number in (match.winner, match.loser)):
            raise Refused("club_file_matches", name=matches.name)


def write_club(club: ClubFile) -> bytes:
    """The bytes of the file, always the same for the same club."""
    return _bytes(
        {
            "format": FORMAT,
            "name": club.name,
            "place": club.place,
            "settings": dict(club.settings),
            "persons": [{"name": name} | ({"also": list(also)} if also else {}) for name, also in club.persons],
            "tournaments": [
                {"is_rated": one.is_rated, "persons": list(one.persons), "archive": json.loads(one.archive)}
                for one in club.tournaments
            ],
        }
        | ({"seasons": [dict(season) for season in club.seasons]} if club.seasons else {})
        | ({"earlier_matches": [dict(one) for one in club.earlier_matches]} if club.earlier_matches else {})
    )


def _bytes(values: Mapping[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, indent=1).encode()
