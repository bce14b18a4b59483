"""A score comes in by the desk, by a phone and by an archive; all of them ask the one enumeration."""

import json
from itertools import product

import pytest
from django.db import transaction

from tests.factories import draw_next_round, make_director, make_tournament
from tournament.actions.results import record_result, report_score
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.formats import OFFERS
from tournament.matches.scores import final_scores
from tournament.queries.record import format_columns

pytestmark = pytest.mark.django_db


def at_the_desk(pairing, score):
    record_result(pairing, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, score))


def from_a_phone(pairing, score):
    report_score(pairing.first, key=pairing.pk, expected=None, score=score, phone="")


def in_an_archive(pairing, score):
    values = json.loads(dump(pairing.round.tournament))
    values["rounds"][0]["pairings"][0] |= {"outcome": "played", "score": score}
    read_archive(json.dumps(values).encode())


def answer(door, pairing, score):
    """What the door says to a score, the code of its refusal or that it is taken; nothing is stored."""
    with transaction.atomic():
        try:
            door(pairing, score)
        except Refused as refused:
            return refused.code
        finally:
            transaction.set_rollback(True)
    return "taken"


@pytest.mark.parametrize("name", ["konstanz", "cube-3", "tavli-3"])
@pytest.mark.parametrize("door", [at_the_desk, from_a_phone, in_an_archive])
def test_a_score_comes_in_exactly_where_a_series_of_games_ends_in_it(door, name):
    wanted = OFFERS[name].format
    tournament = make_tournament(2, **format_columns(wanted))
    pairing = draw_next_round(tournament).pairings.get()
    answers = {score: answer(door, pairing, score) for score in product(range(7), repeat=2)}

    possible = {score for won, lost in final_scores(wanted) for score in ((won, lost), (lost, won))}
    assert {score for score, said in answers.items() if said == "taken"} == possible & answers.keys()
    assert not set(answers.values()) & {"not_allowed", "reported_too_often"}
