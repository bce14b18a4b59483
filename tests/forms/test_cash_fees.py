"""The table by which the entry fee follows from the number of players."""

import re

import pytest
from django.utils import translation

from tests.factories import make_tournament
from tests.forms.test_tournaments import FILLED
from tests.views.conftest import sentence
from tournament.forms.tournaments import SettingsForm, TournamentForm, form_like

STEPS = ((8, 900), (16, 750), (None, 500))


def typed(*values):
    return {**FILLED, **{f"fee_steps_{index}": value for index, value in enumerate(values)}}


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        ((), ()),
        (("", "", "", "", "", "", ""), ()),
        (("8", "9.00", "16", "7.50", "", "", "5"), STEPS),
        (("8", "9", "", "", "16", "7.50", "5.00"), STEPS),
        (("8", "0", "", "", "", "", "0"), ((8, 0), (None, 0))),
    ],
)
def test_filled_lines_of_the_fee_table_become_cents_and_empty_ones_are_left_out(values, steps):
    form = TournamentForm(typed(*values))

    assert (form.errors, form.details()["fee_steps"]) == ({}, steps)


def test_a_fee_is_written_with_a_comma_where_the_language_does():
    with translation.override("de"):
        form = TournamentForm(typed("8", "9,00", "16", "7,50", "", "", "5"))

        assert (form.errors, form.cleaned_data["fee_steps"]) == ({}, STEPS)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (("8", "", "", "", "", "", "5"), sentence("fee_step_incomplete")),
        (("", "9", "", "", "", "", "5"), sentence("fee_step_incomplete")),
        (("8", "9"), sentence("fee_for_more_missing", players=8)),
        (("", "", "", "", "", "", "5"), sentence("fee_steps_missing")),
        (("16", "9", "8", "7", "", "", "5"), sentence("fee_steps_not_ascending")),
        (("8", "10", "", "", "", "", "5"), sentence("fee_too_high", limit=999)),
        (("eight", "9", "", "", "", "", "5"), "Enter a whole number."),
        (("8", "a lot", "", "", "", "", "5"), "Enter a number."),
    ],
)
def test_a_wrong_fee_table_is_refused_beside_its_field(values, why):
    assert TournamentForm(typed(*values)).errors == {"fee_steps": [why]}


@pytest.mark.django_db
def test_the_fee_table_shows_that_of_the_tournament_or_of_the_one_it_is_modelled_on():
    tournament = make_tournament(entries=0, fee_steps=STEPS)

    pages = [form["fee_steps"].as_widget() for form in (SettingsForm(tournament), form_like(tournament))]

    assert [re.findall('value="([^"]*)"', page) for page in pages] == [["8", "9.00", "16", "7.50", "5.00"]] * 2
    same = SettingsForm(tournament, typed("8", "9", "16", "7.5", "", "", "5"))
    assert "fee_steps" not in same.changed_data


@pytest.mark.django_db
def test_once_round_1_is_drawn_the_table_cannot_be_changed_in_the_form():
    drawn = make_tournament(entries=2, played=1, fee_steps=STEPS)

    form = SettingsForm(drawn, typed("8", "1", "", "", "", "", "1"))

    assert (form.errors, form.details()["fee_steps"]) == ({}, STEPS)


@pytest.mark.django_db
def test_a_table_above_a_limit_lowered_since_may_stay(settings):
    tournament = make_tournament(entries=0, fee_steps=STEPS)
    settings.FEE_LIMIT_CENTS = 800

    stays = SettingsForm(tournament, typed("8", "9.00", "16", "7.50", "", "", "5.00"))
    raised = SettingsForm(tournament, typed("8", "9.01", "16", "7.50", "", "", "5.00"))

    assert (stays.errors, raised.errors) == ({}, {"fee_steps": [sentence("fee_too_high", limit=800)]})
