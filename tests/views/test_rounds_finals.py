"""A round of the finals has one name, wherever a round is named: never its number."""

import html
import re

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament, play_round
from tests.views.conftest import logged_in
from tests.views.test_every_address import (
    ADDRESSES,
    PARAMETERS,
    READERS,
    give_its_club_a_past,
    is_a_page,
    path,
    path_pattern,
    readable,
    write_down,
)
from tournament.actions.players import set_pause, withdraw_entry
from tournament.actions.tournaments import close_tournament
from tournament.models import Tournament
from tournament.queries.rounds.seating import stored_pairs
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

NUMBERED = re.compile(r".{0,60}\b[Rr]ounds? [34]\b.{0,40}")
NUMBERED_IN_KNOCK_OUT = re.compile(r".{0,60}\b(?:[Rr]ounds? [23]|after round 1)\b.{0,40}")
# The handbook tells of a demonstration.
ABOUT_OTHERS = {"handbook_book", "quick_guide"}
OF_A_ROUND = {name for name, pattern in PARAMETERS.items() if "rounds/<int:number>" in path_pattern(name)}
WORDS_IN_LINE = r"</?(?:a|b|bdi|i|small|span|strong|time)\b[^>]*>"


@pytest.fixture
def tournament(db, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made = make_tournament(8, 2, planned_rounds=2, finals_players=4, finals_third_place=True, language="en")
    set_pause(entry_of(made, 1), by=make_director(), round_number=4, pauses=True)
    semi_finals = draw_next_round(made)
    for entry in made.entries.exclude(number__in=numbers_in(semi_finals)):
        withdraw_entry(entry, by=make_director())
    write_down(made)
    give_its_club_a_past(made)
    make_helper(made)
    take_snapshot(Reason.BY_HAND)
    return made


def numbers_in(round_):
    return [number for pair in stored_pairs(round_) for number in pair]


def play_last(tournament):
    play_round(tournament.rounds.latest("number"), [(3, 1)])


@pytest.mark.costly
def test_no_page_paper_or_file_calls_a_round_of_the_finals_by_its_number(tournament):
    found = {"semi-finals": named_by_number(tournament, is_a_page)}
    play_last(tournament)
    draw_next_round(tournament)
    found["final"] = named_by_number(tournament)
    play_last(tournament)
    close_tournament(tournament, by=make_director())
    found["closed"] = named_by_number(tournament)

    assert found == {"semi-finals": {}, "final": {}, "closed": {}}


@pytest.mark.costly
def test_nothing_calls_a_round_of_a_knock_out_by_its_number(db, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tournament = make_tournament(6, planned_rounds=0, finals_players=64, finals_third_place=True, language="en")
    draw_next_round(tournament)
    write_down(tournament)
    give_its_club_a_past(tournament)
    make_helper(tournament)
    take_snapshot(Reason.BY_HAND)
    play_round(tournament.rounds.get(), [(3, 1), (3, 1)])
    found = {"quarter-finals": named_by_number(tournament, said=NUMBERED_IN_KNOCK_OUT)}
    play_round(draw_next_round(tournament), [(3, 1), (3, 1)])
    play_round(draw_next_round(tournament), [(3, 1), (1, 3)])
    found["final"] = named_by_number(tournament, said=NUMBERED_IN_KNOCK_OUT)

    assert found == {"quarter-finals": {}, "final": {}}


def named_by_number(tournament, asked_for=readable, said=NUMBERED):
    """What every address, or those asked for, says of a round by its number, for the director."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    browser, number, found = logged_in(make_director()), tournament.rounds.count(), {}
    for name in (name for name in ADDRESSES if readable(name) and asked_for(name) and name not in ABOUT_OTHERS):
        of_round = {"number": number, "table": 1} if name in OF_A_ROUND else {}
        answer = browser.get(path(name, tournament, **of_round), headers={"accept-language": "en"})
        if answer.status_code == 200 and (lines := said.findall(text_of(answer))):
            found[name] = lines
    return found


def text_of(answer):
    body = b"".join(answer) if answer.streaming else answer.content
    kind = answer["Content-Type"].partition(";")[0]
    if kind in READERS:
        return READERS[kind](body)
    if not kind.startswith("text/"):
        return ""
    page = body.decode()
    read_aloud = re.findall(r'\b(?:title|aria-label|content|alt)="([^"]*)"', page)
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape("\n".join([*read_aloud, re.sub(r"<[^>]*>", "\n", re.sub(WORDS_IN_LINE, "", page))]))
