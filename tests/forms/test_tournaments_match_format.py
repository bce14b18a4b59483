"""The match of a tournament in its form: a preset, or the fields below it."""

from dataclasses import asdict

import pytest
from django.utils import translation

from tests.factories import make_director, make_tournament
from tests.forms.test_tournaments import FILLED
from tournament.actions.tournaments import change_tournament
from tournament.engine.refusals import Refused
from tournament.forms.tournaments import (
    FIELD_OF_REFUSAL,
    MATCH_FIELDS,
    OWN_FORMAT,
    PRESET_FIELDS,
    SettingsForm,
    TournamentForm,
    form_like,
)
from tournament.matches.formats import IMPOSSIBLE, OFFERS, MatchFormat
from tournament.phrases.tournaments import SETTINGS
from tournament.queries.record import format_of

KONSTANZ = {"preset": "konstanz", "game": "backgammon", "match_length": "3", "gammons": "on", "winner_opens": "on"}
KONSTANZ |= {"cube_limit": "64", "automatic_doubles": "0", "clock_0": "", "clock_1": "120", "clock_2": "12"}


def match_of(form):
    """The format that a form comes to, and whether excess points count."""
    assert form.is_valid(), form.errors
    details = form.details()
    return {name: details[name] for name in PRESET_FIELDS}


def said_by(preset):
    offer = OFFERS[preset]
    return {**asdict(offer.format), "count_excess_points": offer.preset.counts_excess_points}


@pytest.mark.parametrize("preset", OFFERS)
def test_a_chosen_preset_is_taken_whether_the_fields_below_follow_it_or_not(preset):
    assert match_of(TournamentForm({**FILLED, **KONSTANZ, "preset": preset})) == said_by(preset)


def test_what_is_changed_below_a_preset_is_taken_with_it():
    sent = {**FILLED, **KONSTANZ, "preset": "cube_single", "jacoby": "on", "cube_limit": "16"}

    assert match_of(TournamentForm(sent)) == {**said_by("cube_single"), "jacoby": True, "cube_limit": 16}


@pytest.mark.parametrize("preset", ["konstanz", OWN_FORMAT])
def test_without_another_preset_the_fields_say_what_a_match_is(preset):
    sent = {**FILLED, **KONSTANZ, "preset": preset, "match_length": "5", "winner_opens": "", "gammons": ""}

    own = {"match_length": 5, "winner_opens": False, "gammons": False}
    assert match_of(TournamentForm(sent)) == {**said_by("konstanz"), **own}


def test_a_form_that_says_nothing_of_the_match_leaves_it():
    assert match_of(TournamentForm(FILLED)) == said_by("konstanz")


@pytest.mark.parametrize(
    ("sent", "clock"),
    [
        (("", "120", "12"), ""),
        (("blitz", "120", "12"), "blitz"),
        (("own delay", "90", "15"), "delay 90 15"),
        (("own delay", "120", "12"), "delay"),
    ],
)
def test_a_clock_is_one_of_the_usual_or_has_seconds_of_its_own(sent, clock):
    form = TournamentForm({**FILLED, **{f"clock_{part}": text for part, text in enumerate(sent)}})

    assert (form.is_valid(), form.details()["clock"]) == (True, clock)


@pytest.mark.parametrize("seconds", [("0", "12"), ("3601", "12"), ("90", "601"), ("90", "-1")])
def test_a_clock_that_no_match_is_played_with_is_refused_at_its_field(seconds):
    form = TournamentForm({**FILLED, "clock_0": "own blitz", "clock_1": seconds[0], "clock_2": seconds[1]})

    bounds = "The match clock has 1 to 3600 seconds of reserve and 0 to 600 seconds for a move."
    assert form.errors == {"clock": [bounds]}


@pytest.mark.parametrize("seconds", [("", "12"), ("90", ""), ("", "")])
def test_a_clock_of_ones_own_without_its_seconds_is_asked_for_them(seconds):
    form = TournamentForm({**FILLED, "clock_0": "own blitz", "clock_1": seconds[0], "clock_2": seconds[1]})

    assert form.errors == {"clock": ["Enter the seconds of reserve and for a move, or choose one of the usual clocks."]}


def test_everything_that_makes_a_format_impossible_is_said_at_a_field():
    form = TournamentForm({**FILLED, **KONSTANZ})
    refusals = [*IMPOSSIBLE, "format_excess_with_cube", "clock_not_known"]

    for code in refusals:
        form.refuse(Refused(code))

    assert {FIELD_OF_REFUSAL[code] for code in refusals} == set(form.errors) <= set(MATCH_FIELDS)


@pytest.mark.parametrize("emptied", ["match_length", "game", "cube_limit"])
def test_a_field_of_the_match_that_was_emptied_is_asked_for(emptied):
    assert TournamentForm({**FILLED, **KONSTANZ, emptied: ""}).errors == {emptied: ["This field is required."]}


def test_the_match_is_folded_up_as_long_as_a_preset_says_it_all():
    forms = [TournamentForm(), TournamentForm({**FILLED, **KONSTANZ, "preset": "tavli-5"})]
    forms += [TournamentForm({**FILLED, **KONSTANZ, "preset": OWN_FORMAT})]
    forms += [TournamentForm({**FILLED, **KONSTANZ, "count_excess_points": "on"})]

    assert [form.is_match_unfolded for form in forms] == [False, False, True, True]


def test_the_match_is_said_in_a_sentence_below_its_preset():
    with translation.override("en-gb"):
        forms = [TournamentForm(), TournamentForm({**FILLED, "preset": "plakoto-1"})]

        assert [form["preset"].help_text for form in forms] == [
            "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one.",
            "A single game of Plakoto; a gammon counts 2.",
        ]


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_the_form_does_not_mention_a_cube_until_a_match_with_one_is_chosen(language):
    with translation.override(language):
        form = TournamentForm()
        said = [form.match_summary, *map(str, form.in_a_row)]

        assert [text for text in said if "cube" in text.lower() or "würfel" in text.lower()] == []


def test_every_setting_of_the_match_has_a_name():
    assert set(MATCH_FIELDS) <= set(SETTINGS)


@pytest.mark.django_db
def test_a_tournament_shows_its_match_and_another_one_like_it_has_the_same():
    tavli = said_by("tavli-7")
    stored = make_tournament(entries=0, clock="blitz", **tavli)
    own = make_tournament(entries=0, match_length=4, clock="delay 90 15")

    for tournament, preset, clock in ((stored, "tavli-7", "blitz"), (own, OWN_FORMAT, "own delay")):
        for form in (SettingsForm(tournament), form_like(tournament)):
            assert (form["preset"].value(), form["clock"].value()[0]) == (preset, clock)
            assert form.shown_format == format_of(tournament)


@pytest.mark.django_db
def test_a_preset_chosen_on_an_old_page_is_not_mixed_with_what_was_chosen_meanwhile():
    tournament = make_tournament(entries=0)
    opened = SettingsForm(tournament)["opened"].value()
    change_tournament(tournament, by=make_director(), **asdict(OFFERS["cube-7"].format))
    tournament.refresh_from_db()

    untouched = SettingsForm(tournament, {**FILLED, **KONSTANZ, "opened": opened})
    chosen = SettingsForm(tournament, {**FILLED, **KONSTANZ, "preset": "tavli-5", "opened": opened})

    assert untouched.is_valid()
    assert untouched.changes().keys() & {*PRESET_FIELDS} == set()
    assert match_of(chosen) == said_by("tavli-5")


@pytest.mark.django_db
def test_the_match_stands_once_round_1_is_drawn():
    drawn = make_tournament(entries=2, played=1, match_length=3)
    form = SettingsForm(drawn, {**FILLED, **KONSTANZ, "preset": "tavli-5", "clock_0": "blitz"})

    assert form.is_valid()
    details = form.details()
    assert MatchFormat(**{name: details[name] for name in asdict(MatchFormat())}) == MatchFormat()
    assert (details["clock"], form["preset"].help_text) == (
        "blitz",
        "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one. "
        "This was fixed when round 1 was drawn.",
    )
