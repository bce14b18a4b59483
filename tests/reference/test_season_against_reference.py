"""The room of the season and the reference count the same invented clubs: two readings of the rules, no code shared."""

from random import Random

import pytest

from tests.reference import season as reference
from tournament.season.prospects import out_of_reach
from tournament.season.ranking import ranking
from tournament.season.ratings import Ramp, RatingRules, Ratings
from tournament.season.record import Attendance, EveningRecord, Match, PointsBy, SeasonRules

CLUBS = 300
TABLES = ((12, 10, 8, 7, 6, 5, 4, 3, 2, 1), (3, 2, 1, 0), (1,), (5, 5, 1, 1, 0), (25, 18, 15, 12, 10))


def random_club(chance):
    """Few persons and small numbers, so that there are ties of every kind."""
    persons = range(1, chance.randint(2, 9))
    return [random_evening(chance, persons) for _evening in range(chance.randint(0, 8))]


def random_evening(chance, persons):
    there = chance.sample(persons, chance.randint(0, len(persons)))
    rows, tied_from = [], 1
    for place, person in enumerate(there, start=1):
        tied_from = tied_from if place > 1 and chance.random() < 0.4 else place
        rows.append({"person": person, "place": place, "tied_from": tied_from, "wins": chance.randint(0, 3)})
    matches = [tuple(chance.sample(there, 2)) for _match in range(chance.randint(0, 6)) if len(there) > 1]
    return {"rows": rows, "matches": matches}


def random_rules(chance):
    return {
        "by": chance.choice(["place", "place", "match_wins", "match_wins_and_coming"]),
        "table": chance.choice(TABLES),
        "share": chance.random() < 0.5,
        "best": chance.choice([None, 1, 2, 3, 5]),
    }


def as_evening(evening):
    attendances = [Attendance(row["person"], row["place"], row["tied_from"], row["wins"]) for row in evening["rows"]]
    return EveningRecord(tuple(attendances), tuple(Match(winner, loser, 3) for winner, loser in evening["matches"]))


@pytest.mark.parametrize("seed", range(0, CLUBS, 50))
def test_the_season_is_counted_alike(seed):
    for number in range(seed, seed + 50):
        chance = Random(number)
        evenings, rules = random_club(chance), random_rules(chance)
        own = SeasonRules(PointsBy(rules["by"]), rules["table"], rules["share"], rules["best"])

        rows = ranking([as_evening(each) for each in evenings], own)

        assert [(row.rank, row.person, row.points) for row in rows] == reference.season(evenings, rules), number
        assert all(sum(cell.points for cell in row.cells if cell and cell.counts) == row.points for row in rows), number


@pytest.mark.costly
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(50, CLUBS, 50))])
def test_who_can_no_longer_be_first_is_found_alike_by_trying_everything(seed):
    for number in range(seed, seed + 50):
        chance = Random(number)
        rules = random_rules(chance) | {"table": chance.choice(((3, 2, 1, 0), (5, 4, 3), (1,), (5, 5, 1, 0)))}
        evenings = [random_evening(chance, range(1, 4)) for _evening in range(chance.randint(1, 6))]
        rest = [chance.randint(0, 2) for _evening in range(chance.randint(0, 2))]
        own = SeasonRules(PointsBy(rules["by"]), rules["table"], rules["share"], rules["best"])
        facts = [as_evening(each) for each in evenings]
        rows = ranking(facts, own)

        if rest:
            able = reference.can_have_most_points(evenings, rules, rest)
            assert out_of_reach(facts, own, rows, rest) == {row.person for row in rows} - able, number


@pytest.mark.parametrize("ramp", Ramp)
def test_ratings_are_worked_out_alike(ramp):
    chance = Random(ramp.value)
    matches = [(*chance.sample(range(12), 2), chance.choice([1, 3, 5, 7, 11, 25])) for _match in range(1000)]

    evenings = [(nth, [Match(*match)]) for nth, match in enumerate(matches)]
    rated = Ratings.after(evenings, RatingRules(1800, ramp)).rated()

    for person, row in rated.items():
        rating, experience = reference.rating_after(matches, person, 1800, ramp.value)
        assert (row.rating, row.experience) == (pytest.approx(rating, abs=1e-9), experience)
