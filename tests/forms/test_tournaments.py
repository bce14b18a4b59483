"""A tournament is set up or changed."""

from dataclasses import asdict
from datetime import date

import pytest
from django.utils import translation

from tests.factories import make_tournament
from tournament.engine.refusals import Refused
from tournament.forms.backups import ArchiveForm
from tournament.forms.tournaments import GROUPS, SettingsForm, TournamentForm
from tournament.matches.formats import MatchFormat
from tournament.phrases.refusals import refusal_sentence

FILLED = {
    "name": "Bodensee Open",
    "date": "2026-11-20",
    "planned_rounds": "5",
    "fee": "8.00",
    "language": "de",
    "paper": "a4",
    "reporting": "both",
}
MATCH = asdict(MatchFormat())
UNPRINTABLE = "The name contains a character that cannot be printed. Type the name again."


@pytest.mark.parametrize("typed", ["25:00", "half past seven", "19"])
def test_an_unreadable_time_of_day_is_refused(typed):
    form = TournamentForm({**FILLED, "begins_at": typed})

    assert form.errors == {"begins_at": ["This is not a time of day such as 19:30."]}


def test_the_filled_form_gives_the_values_of_the_stored_fields():
    form = TournamentForm(
        {
            **FILLED,
            "name": " Bodensee\n Open ",
            "begins_at": "9:30",
            "venue": "Café",
            "boards": "8",
            "count_excess_points": "on",
        }
    )

    assert form.is_valid()
    assert form.details() == {
        "name": "Bodensee Open",
        "date": date(2026, 11, 20),
        "begins_at": "09:30",
        "venue": "Café",
        "organiser": "",
        "planned_rounds": 5,
        "boards": 8,
        "fee_cents": 800,
        "fee_steps": (),
        "language": "de",
        **MATCH,
        "count_excess_points": True,
        "clock": "",
        "hides_new_rounds": False,
        "shows_live_scores": False,
        "paper": "a4",
        "reporting": "both",
        "opens_joining": False,
        "round_minutes": None,
        "ranking": "point_difference buchholz head_to_head",
        "finals_players": None,
        "finals_match_length": None,
        "finals_lengths": "",
        "finals_third_place": False,
        "finals_second": "",
        "finals_second_players": None,
        "finals_second_length": None,
        "is_practice": False,
    }


@pytest.mark.parametrize(
    ("language", "typed", "cents"),
    [("en-gb", "7.5", 750), ("en-gb", "0", 0), ("de", "7,50", 750), ("de", "7.50", 750), ("de", "9,99", 999)],
)
def test_a_fee_is_written_with_a_point_or_a_comma(language, typed, cents):
    with translation.override(language):
        form = TournamentForm({**FILLED, "fee": typed})

        assert (form.is_valid(), form.cleaned_data["fee"]) == (True, cents)


@pytest.mark.parametrize(
    ("field", "typed", "error"),
    [
        ("name", "", "This field is required."),
        ("name", " \u200b ", "This field is required."),
        ("name", "x" * 101, "Ensure this value has at most 100 characters (it has 101)."),
        ("name", "a\x1bb", UNPRINTABLE),
        ("name", "a\x00b", "Null characters are not allowed."),
        ("venue", "x" * 101, "Ensure this value has at most 100 characters (it has 101)."),
        ("venue", "a\x1bb", UNPRINTABLE),
        ("date", "", "This field is required."),
        ("date", "tomorrow", "Enter a valid date."),
        ("date", "2026-02-30", "Enter a valid date."),
        ("planned_rounds", "0", "Ensure this value is greater than or equal to 1."),
        ("planned_rounds", "100", "Ensure this value is less than or equal to 99."),
        ("planned_rounds", "five", "Enter a whole number."),
        ("planned_rounds", "9" * 5000, "Enter a whole number."),
        ("fee", "", "This field is required."),
        ("fee", "ten", "Enter a number."),
        ("fee", "NaN", "Enter a number."),
        ("fee", "1e99", "Ensure that there are no more than 6 digits in total."),
        ("fee", "-1", "Ensure this value is greater than or equal to 0."),
        ("fee", "7.505", "Ensure that there are no more than 2 decimal places."),
        ("fee", "10.00", refusal_sentence(Refused("fee_too_high", limit=999))),
        ("language", "xx", "Select a valid choice. xx is not one of the available choices."),
        ("request_key", "one", "The request was not understood. Reload the page and try again."),
    ],
)
def test_a_wrong_value_is_refused_beside_its_field(field, typed, error):
    assert TournamentForm({**FILLED, field: typed}).errors == {field: [error]}


def test_every_folded_field_stands_under_a_heading():
    headed = [name for _heading, names in GROUPS for name in names]

    assert [field.name for field in TournamentForm().folded if field.name not in headed] == []


@pytest.mark.parametrize(("language", "printed_in"), [("de", "de"), ("en-gb", "en")])
def test_a_new_tournament_is_printed_in_the_language_in_which_it_is_set_up(language, printed_in):
    with translation.override(language):
        form = TournamentForm()

        assert (form["language"].value(), form.is_unfolded) == (printed_in, False)


def test_a_new_form_has_a_key_of_its_own():
    keys = [TournamentForm()["request_key"].value() for _form in range(2)]
    keys += [ArchiveForm()["request_key"].value() for _form in range(2)]

    assert len(set(keys)) == 4


@pytest.mark.django_db
def test_a_tournament_fills_its_form():
    form = SettingsForm(make_tournament(entries=0, venue="Café", fee_cents=750))

    values = {name: form[name].value() for name in FILLED}
    assert {**values, "fee": str(values["fee"])} == {
        "name": "Bodensee Open",
        "date": date(2026, 11, 20),
        "planned_rounds": 5,
        "fee": "7.50",
        "language": "de",
        "paper": "a4",
        "reporting": "both",
    }


@pytest.mark.django_db
def test_what_the_draw_has_settled_cannot_be_changed_in_the_form():
    drawn = make_tournament(entries=2, played=1, count_excess_points=True)

    form = SettingsForm(drawn, {**FILLED, "count_excess_points": ""})

    assert (form.is_valid(), form.details()["count_excess_points"]) == (True, True)


@pytest.mark.django_db
def test_a_fee_above_a_limit_lowered_since_may_stay(settings):
    tournament = make_tournament(entries=0, fee_cents=800)
    settings.FEE_LIMIT_CENTS = 500

    stays, raised = (SettingsForm(tournament, {**FILLED, "fee": fee}) for fee in ("8.00", "8.01"))

    assert (stays.errors, raised.errors) == ({}, {"fee": [refusal_sentence(Refused("fee_too_high", limit=500))]})
