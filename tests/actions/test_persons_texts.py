"""Whoever is erased leaves every text of the club: full names by themselves, single words where somebody says so."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from tests.actions.test_persons_register import evening, person
from tests.factories import make_director, make_member, only_club, stored_rows
from tournament.actions.cash import add_prize, book_cash, change_prize
from tournament.actions.clubs import change_settings
from tournament.actions.persons import forget_in_texts, forget_registered
from tournament.models import Prize, Tournament, Voucher
from tournament.money.vouchers import Movement
from tournament.queries.persons import (
    persons_like,
    registered_of,
    texts_of_a_club,
    texts_of_a_tournament,
    texts_that_may_name,
    texts_to_ask_about,
    texts_with,
)

pytestmark = pytest.mark.django_db


def erase(tournament, number=1):
    director = make_member("director")
    (found,) = registered_of(director, [person(tournament, number).pk])
    forget_registered(found.registered, by=director, entries=found.entries, requests=found.requests)


def everything():
    """All that is stored but the accounts, as one text."""
    return json.dumps(
        [rows for model, rows in stored_rows().items() if model != User], cls=DjangoJSONEncoder, ensure_ascii=False
    )


@pytest.fixture
def played():
    return evening(1, "Anna Keller", "Bo Kurz")


@pytest.fixture
def other(played):
    return evening(2, "Cem Ak", "Dilek")


def test_a_full_name_goes_from_every_text_of_an_evening_that_was_not_played(played, other):
    for model, way in texts_of_a_tournament():
        told = {field.name: "by Anna Keller, too" for field in texts_that_may_name(model)}
        model.objects.filter(**{way: other.pk}).update(**told)
    for model, way in texts_of_a_club():
        told = {field.name: "by Anna Keller, too" for field in texts_that_may_name(model)}
        model.objects.filter(**{way: only_club().pk}).update(**told)

    erase(played)

    assert "Keller" not in everything()
    assert Tournament.objects.get(pk=other.pk).treasurer == "by …, too"


def test_it_goes_from_the_journal_of_that_evening_before_and_after_a_change(played, other):
    add_prize(other, by=make_director(), place=1, description="Cake by Anna Keller", price_cents=500)
    change_prize(Prize.objects.get(), by=make_director(), place=1, description="Wine by Anna Keller", price_cents=500)

    erase(played)

    assert "Keller" not in everything()
    assert Prize.objects.get().description == "Wine by …"


def test_it_goes_from_the_cash_of_the_club(played):
    taken = {"movement": Movement.TAKEN_OUT, "day": timezone.localdate(), "cents": 500}
    book_cash(only_club(), by=make_member("director"), text="Cake by Anna Keller", **taken)

    erase(played)

    assert (Voucher.objects.get().purchase, "Keller" in everything()) == ("Cake by …", False)


def test_an_evening_without_the_name_is_not_touched(played, other):
    before = Tournament.objects.get(pk=other.pk).version

    erase(played)

    assert Tournament.objects.get(pk=other.pk).version == before


def test_the_equal_name_of_somebody_else_stays_theirs(played, other):
    evening(3, "Anna Keller", "Anna Keller")
    Tournament.objects.filter(pk=other.pk).update(treasurer="Anna Keller")

    erase(played)

    assert Tournament.objects.get(pk=other.pk).treasurer == "Anna Keller"


def found_for(typed):
    director = make_member("director")
    return texts_to_ask_about(director, persons_like(director, typed), typed)


def test_a_single_word_is_asked_about_with_its_sentence_and_goes_where_it_is_chosen_alone(played, other):
    Tournament.objects.filter(pk=other.pk).update(treasurer="Keller has the key", surplus_note="Keller or cellar")
    asked = found_for("keller")
    (chosen,) = [text for text in asked if text.field == "treasurer"]

    erase(played)
    forget_in_texts(only_club(), by=make_member("director"), chosen=[chosen])

    stored = Tournament.objects.get(pk=other.pk)
    assert [(text.word, text.text) for text in asked] == [
        ("Keller", "Keller has the key"),
        ("Keller", "Keller or cellar"),
    ]
    assert (stored.treasurer, stored.surplus_note) == ("… has the key", "Keller or cellar")


def test_two_words_of_one_text_both_go_and_leave_its_journal(played, other):
    change_settings(only_club(), by=make_member("director"), name="BC", place="Ulm", treasurer="Anna (Keller)")

    forget_in_texts(only_club(), by=make_member("director"), chosen=found_for("keller"))

    club = only_club()
    assert club.treasurer == "… (…)"
    assert not any("(Keller)" in json.dumps(line.changes) for line in club.journal.all())


def test_a_word_inside_the_name_of_somebody_else_is_not_asked_about(played, other):
    Tournament.objects.filter(pk=played.pk).update(treasurer="Cem Ak and Anna Keller")

    assert found_for("anna") == ()
    assert found_for("Cem Ak") == ()


def test_a_name_that_nobody_has_is_asked_about_where_a_text_has_it(other):
    Tournament.objects.filter(pk=other.pk).update(treasurer="Eva Zorn")

    (asked, *words) = found_for("Eva Zorn")
    forget_in_texts(only_club(), by=make_member("director"), chosen=[asked])

    assert (asked.word, words) == ("Eva Zorn", [])
    assert Tournament.objects.get(pk=other.pk).treasurer == "…"
    assert texts_with(only_club(), {"Eva Zorn"}) == ()
