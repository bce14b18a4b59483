"""The director's journal."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tests.views.conftest import on_one_line
from tournament.actions.cash import set_fee
from tournament.actions.players import NewPlayer, set_here
from tournament.models import JournalLine, Tournament
from tournament.pages.journal import PAGE_LENGTH

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def show(browser, tournament, headers=None, name="journal", **asked):
    return browser.get(reverse(name, args=[tournament.slug]), asked, headers=headers)


def versions(answer):
    return [int(version) for version in re.findall('<tr id="line-([0-9]+)"', answer.content.decode())]


def links(answer, words):
    return re.findall(f'<a class="tap[^"]*" href="([^"]*)"[^>]*>{re.escape(words)}</a>', on_one_line(answer))


def many_lines():
    tournament = make_tournament(players=[NewPlayer("Zoë")], fee_cents=800)
    for turn in range(PAGE_LENGTH):
        set_here(entry_of(tournament, 1), by=make_director(), is_here=turn % 2 == 0)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    return tournament


def test_the_kind_and_the_words_asked_for_choose_the_lines(director):
    tournament = many_lines()

    answer = show(director, tournament, kind="fees", q="ZOE")

    page = answer.content.decode()
    assert versions(answer) == [PAGE_LENGTH + 3]
    assert page.count('<option value="fees" selected>') == 1
    assert page.count('name="q"') == page.count('value="ZOE"') == 1


def test_the_links_to_other_pages_keep_the_filter(director):
    tournament = many_lines()

    newest = show(director, tournament, kind="players", q="zoe")
    (older,) = links(newest, "older")
    oldest = director.get(reverse("journal", args=[tournament.slug]) + older.replace("&amp;", "&"))

    assert (older, links(newest, "newer")) == ("?kind=players&amp;q=zoe&amp;page=2", [])
    assert [len(versions(answer)) for answer in (newest, oldest)] == [PAGE_LENGTH, 1]
    assert (links(oldest, "older"), links(oldest, "newer")) == ([], ["?kind=players&amp;q=zoe&amp;page=1"])


def test_in_place_only_the_lines_come_back_and_the_links_forget_the_version(director):
    tournament = many_lines()

    answer = show(director, tournament, headers=HTMX, kind="players", q="zoe", v="1", page="1")

    page = answer.content.decode()
    assert (page.count("<html"), page.count('id="journal-filter"'), len(versions(answer))) == (0, 0, PAGE_LENGTH)
    assert links(answer, "older") == ["?kind=players&amp;q=zoe&amp;page=2"]


def test_a_line_of_another_day_carries_its_date(director):
    tournament = make_tournament(0)
    JournalLine.objects.update(at=datetime(2020, 11, 20, 22, 30, tzinfo=UTC))

    with timezone.override("Europe/Berlin"):
        page = show(director, tournament).content.decode()

    assert re.findall("<time[^>]*>([^<]*)", page) == ["20/11/2020, 23:30"]


def test_where_no_line_fits_it_says_what_to_do(director, tournament):
    answer = show(director, tournament, q="nobody of this name")

    assert versions(answer) == []
    assert answer.content.decode().count("No matching changes.") == 1


def test_what_was_taken_back_is_struck_through_and_says_so(director, tournament):
    line = JournalLine.objects.get(tournament=tournament, action="result_recorded")
    director.post(reverse("undo", args=[tournament.slug, line.pk]))

    page = on_one_line(show(director, tournament))

    assert re.findall(r'<tr class="gone" id="line-(\d+)">', page) == [str(line.version)]
    assert len(re.findall('<s>[^<]*3:1[^<]*</s><span class="chip">undone</span>', page)) == 1


def test_undo_and_redo_stand_on_the_journal_without_a_link_to_itself(director, tournament):
    line = JournalLine.objects.get(tournament=tournament, action="result_recorded")

    page = show(director, tournament).content.decode()

    assert page.count(f'action="{reverse("undo", args=[tournament.slug, line.pk])}"') == 1
    assert links(show(director, tournament), "Journal") == []


@pytest.mark.parametrize(("name", "values"), [("desk_players", ()), ("desk_round", (1,))])
def test_the_foot_of_the_desk_leads_to_the_journal(director, name, values):
    tournament = make_tournament(2)
    draw_next_round(tournament)
    answer = director.get(reverse(name, args=[tournament.slug, *values]))

    assert links(answer, "Journal") == [reverse("journal", args=[tournament.slug])]


def test_the_foot_of_the_desk_leads_to_the_journal_when_nothing_can_be_undone(director):
    tournament = make_tournament(0)
    JournalLine.objects.exclude(action="tournament_created").delete()

    answer = director.get(reverse("desk_players", args=[tournament.slug]))

    assert links(answer, "Journal") == [reverse("journal", args=[tournament.slug])]
    assert answer.content.decode().count(">undo<") == 0


def test_a_long_list_of_pairs_opens_at_a_click(director):
    tournament = make_tournament(40)
    draw_next_round(tournament)

    page = show(director, tournament, kind="rounds").content.decode()

    (short, whole) = re.findall('<span class="(?:short|long)">([^<]*)</span>', page)
    assert (len(short), short[-1], whole.count(" – ")) == (80, "…", 20)


def test_the_same_lines_are_saved_for_a_spreadsheet(director):
    tournament = many_lines()
    (saved,) = links(show(director, tournament, kind="fees", page="1"), "Download as CSV")

    answer = director.get(saved.replace("&amp;", "&"))

    assert saved == f"{reverse('journal_csv', args=[tournament.slug])}?kind=fees"
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}-journal.csv"'
    assert len(answer.content.decode().splitlines()) == 2


def test_many_lines_ask_no_more_of_the_database_than_few(director, django_assert_num_queries):
    few, many = make_tournament(1), many_lines()
    for tournament in (few, many):
        Tournament.objects.update(director=make_director())
        with django_assert_num_queries(11):
            show(director, tournament)
