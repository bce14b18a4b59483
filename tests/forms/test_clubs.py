"""The club of a new tournament, chosen among several."""

import pytest

from tournament.actions.clubs import club_called
from tournament.forms.clubs import ClubChoiceForm
from tournament.models import Club

pytestmark = pytest.mark.django_db


def test_a_club_is_called_by_its_name_or_by_its_address_as_long_as_it_has_none():
    for slug, name in (("ulm", "Backgammonclub Ulm"), ("genf", "")):
        club_called(slug)
        Club.objects.filter(slug=slug).update(name=name)

    form = ClubChoiceForm(Club.objects.filter(slug__in=["ulm", "genf"]).order_by("slug"))

    assert list(form.fields["club"].choices) == [("genf", "genf"), ("ulm", "Backgammonclub Ulm")]
