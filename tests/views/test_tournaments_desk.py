"""The desk: where the hand is, the settings, closing and reopening."""

import re

import pytest
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    entry_of,
    make_co_director,
    make_director,
    make_member,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tests.views.conftest import logged_in, sentence
from tournament.actions.cash import add_prize, set_fee
from tournament.actions.journal import history, undo
from tournament.actions.tournaments import change_tournament
from tournament.models import Club, Tournament
from tournament.pages.rounds import bracket_page
from tournament.pages.tournaments import rules_of_tournament
from tournament.queries.evening import evening_of
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db
SETTINGS = {
    "name": "Winter Open",
    "date": "2026-12-01",
    "venue": "",
    "planned_rounds": "6",
    "fee": "5",
    "language": "en",
    "paper": "a4",
    "reporting": "both",
}


def address(name, tournament, *values):
    return reverse(name, args=[tournament.slug, *values])


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def test_the_desk_leads_to_the_players_and_once_drawn_to_the_round(director):
    tournament = make_tournament(entries=4)
    leads_to = [director.get(address("desk", tournament))["Location"]]
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)
    leads_to.append(director.get(address("desk", tournament))["Location"])

    assert leads_to == [address("desk_players", tournament), address("desk_round", tournament, 2)]


def test_the_settings_are_changed(director):
    tournament = make_tournament(entries=0, venue="Konstanz", fee_cents=800)

    answer = director.post(address("settings", tournament), {**SETTINGS, "count_excess_points": "on"})

    stored = Tournament.objects.get()
    assert answer["Location"] == address("desk", tournament)
    assert (stored.name, stored.venue, stored.planned_rounds, stored.fee_cents, stored.count_excess_points) == (
        "Winter Open",
        "",
        6,
        500,
        True,
    )


def test_the_same_settings_are_no_change(director):
    tournament = make_tournament(entries=0)
    director.post(address("settings", tournament), SETTINGS)
    before = stored_rows()

    director.post(address("settings", tournament), SETTINGS)

    assert stored_rows() == before


def as_opened(browser, tournament):
    """What the settings page sends if nothing on it is changed."""
    return as_shown(browser.get(address("settings", tournament)))


def as_shown(answer):
    """What the page sends as it is."""
    sent = {}
    for field in answer.context["form"]:
        value = field.value()
        if field.use_fieldset and isinstance(value, list | tuple):
            sent |= {f"{field.html_name}_{part}": "" if one is None else str(one) for part, one in enumerate(value)}
        elif not field.field.disabled and value is not None and value is not False:
            sent[field.html_name] = "on" if value is True else str(value)
    return sent


def with_steps(**fields):
    made = make_tournament(entries=4, fee_cents=800, **fields)
    change_tournament(made, by=make_director(), fee_steps=((2, 900), (None, 700)))
    return made


def test_a_settings_page_opened_before_the_draw_does_not_overwrite_the_fee_that_the_draw_has_settled(director):
    tournament = with_steps()
    page = as_opened(director, tournament)
    draw_next_round(tournament)

    answer = director.post(address("settings", tournament), {**page, "venue": "Ulm"})

    stored = Tournament.objects.get()
    assert (answer.status_code, stored.venue, stored.fee_cents) == (302, "Ulm", 700)


def test_a_page_opened_before_the_draw_does_not_change_what_the_draw_has_settled(director):
    tournament = with_steps(count_excess_points=True)
    page = as_opened(director, tournament)
    draw_next_round(tournament)
    before = stored_rows()

    steps, points, fee = (
        director.post(address("settings", tournament), {**page, **typed})
        for typed in ({"fee_steps_0": "3"}, {"count_excess_points": ""}, {"fee": "5.00"})
    )

    assert stored_rows() == before
    assert [answer.status_code for answer in (steps, points, fee)] == [422] * 3
    assert steps.context["form"].errors == {"fee_steps": [sentence("fee_steps_stand_once_drawn")]}
    assert points.context["form"].errors == {"count_excess_points": [sentence("rules_stand_once_drawn")]}
    assert fee.context["form"].errors == {"fee": [changed_meanwhile("7.00 €", "5.00 €")]}


def changed_meanwhile(stored, wanted):
    return f"This was changed to “{stored}” after the page was opened. To change it to “{wanted}”, save again."


def test_of_two_settings_pages_the_later_one_changes_only_what_was_changed_on_it(director):
    tournament = make_tournament(entries=0, venue="Konstanz", fee_cents=800)
    there = logged_in(make_co_director(tournament))
    pages = [as_opened(browser, tournament) for browser in (director, there)]

    director.post(address("settings", tournament), {**pages[0], "venue": "Ulm", "hides_new_rounds": "on"})
    there.post(address("settings", tournament), {**pages[1], "fee": "5.00"})

    stored = Tournament.objects.get()
    assert (stored.venue, stored.hides_new_rounds, stored.fee_cents) == ("Ulm", True, 500)


def test_what_somebody_else_has_changed_meanwhile_is_overwritten_only_by_saving_again(director):
    tournament = make_tournament(entries=0, venue="Konstanz", fee_cents=800)
    there = logged_in(make_co_director(tournament))
    pages = [as_opened(browser, tournament) for browser in (director, there)]
    there.post(address("settings", tournament), {**pages[1], "venue": "Ulm", "boards": "6", "fee": "5.00"})
    mine = {**pages[0], "venue": "Lindau", "boards": "7", "fee": "5.00", "name": "Winter Open"}

    answer = director.post(address("settings", tournament), mine)

    before = Tournament.objects.get()
    assert (answer.status_code, before.venue, before.name) == (422, "Ulm", "Bodensee Open")
    assert answer.context["form"].errors == {
        "venue": [changed_meanwhile("Ulm", "Lindau")],
        "boards": [changed_meanwhile("6", "7")],
    }
    assert as_shown(answer) == {**mine, "opened": as_shown(answer)["opened"]}

    again = director.post(address("settings", tournament), as_shown(answer))

    stored = Tournament.objects.get()
    assert (again.status_code, stored.venue, stored.boards, stored.name) == (302, "Lindau", 7, "Winter Open")


def test_a_settings_page_on_which_nothing_was_changed_changes_nothing(director):
    tournament = with_steps(boards=3, round_minutes=25, count_excess_points=True)
    page = as_opened(director, tournament)
    there = logged_in(make_co_director(tournament))
    there.post(address("settings", tournament), {**page, "name": "Winter Open", "fee": "9.00", "fee_steps_0": "3"})
    before = stored_rows()

    answer = director.post(address("settings", tournament), page)

    assert (answer.status_code, stored_rows()) == (302, before)


def test_finals_have_a_length_for_each_round_wherever_they_are_described(director):
    tournament = make_tournament(4, 1, planned_rounds=1, language="en")
    page = as_opened(director, tournament)

    director.post(address("settings", tournament), {**page, "finals_players": "4", "finals_match_length": "5 7"})

    tournament.refresh_from_db()
    rules = {section.key: section.texts for section in rules_of_tournament(tournament)}
    assert (tournament.finals_match_length, tournament.finals_lengths) == (None, "5 7")
    assert as_opened(director, tournament)["finals_match_length"] == "5, 7"
    assert rules["finals"][2] == "Points per match of the finals: semi-finals 5, final 7."
    assert [round_.title for round_ in bracket_page(evening_of(tournament)).rounds] == [
        "Semi-finals, to 5 points",
        "Final, to 7 points",
    ]


def test_lengths_of_the_finals_changed_on_two_pages_are_told_at_their_field(director):
    tournament = make_tournament(4, 1, planned_rounds=1, finals_players=4)
    page = as_opened(director, tournament)
    change_tournament(tournament, by=make_director(), finals_lengths="3 5")

    answer = director.post(address("settings", tournament), {**page, "finals_match_length": "5 7"})

    assert answer.context["form"].errors == {"finals_match_length": [changed_meanwhile("3, 5", "5, 7")]}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("3 5 7", sentence("finals_lengths", most=2)),
        ("3 26", sentence("format_length")),
        ("long", sentence("not_understood")),
    ],
)
def test_lengths_that_the_finals_cannot_have_are_refused_at_their_field(director, typed, says):
    tournament = make_tournament(4, 1, planned_rounds=1, finals_players=4)
    page = as_opened(director, tournament)

    answer = director.post(address("settings", tournament), {**page, "finals_match_length": typed})

    errors = answer.context["form"].errors
    assert [message for messages in errors.values() for message in messages] == [says]


def test_a_settings_form_without_its_opening_values_changes_all_that_it_sends(director):
    tournament = make_tournament(entries=0, venue="Konstanz")

    for forged in ("", "x", "a:b:c"):
        director.post(address("settings", tournament), {**SETTINGS, "venue": f"Ulm {forged}", "opened": forged})

        assert Tournament.objects.get().venue == f"Ulm {forged}".strip()


def test_impossible_settings_are_refused_with_the_reason(director):
    tournament = make_tournament(entries=4, played=2)
    before = stored_rows()

    answer = director.post(address("settings", tournament), {**SETTINGS, "planned_rounds": "1"})

    assert (answer.status_code, stored_rows()) == (422, before)
    assert answer.context["form"].errors == {
        "planned_rounds": [sentence("fewer_rounds_than_paired", rounds=1, paired=2)]
    }
    assert [anchor for _label, anchor in answer.context["form"].mistakes] == ["id_planned_rounds"]


def test_what_counts_of_a_score_stays_once_round_1_is_drawn(director):
    tournament = make_tournament(entries=4, played=1)

    director.post(address("settings", tournament), {**SETTINGS, "count_excess_points": "on"})

    stored = Tournament.objects.get()
    assert (stored.name, stored.count_excess_points) == ("Winter Open", False)


def test_practice_is_marked_at_any_time_and_said_on_every_page(client, director):
    tournament = make_tournament(entries=4, played=1)
    pages = [(director, "desk_players"), (director, "settings"), (client, "standings"), (client, "wall")]
    found = []
    for marked in ("on", ""):
        page = as_opened(director, tournament)
        director.post(address("settings", tournament), {**page, "is_practice": marked})
        texts = [browser.get(address(name, tournament)).content.decode() for browser, name in pages]
        found.append([len(re.findall(r">practice</span>|\(practice\)</bdi>| practice ·", text)) for text in texts])

    assert found == [[1] * 4, [0] * 4]


def test_whether_it_is_rated_is_asked_where_the_club_rates_and_comes_back_by_undo(director):
    tournament = make_tournament(entries=4, played=1)
    assert "is_rated" not in as_opened(director, tournament)
    Club.objects.update(rates=True)

    page = as_opened(director, tournament)
    director.post(address("settings", tournament), {**page, "is_rated": ""})
    changed = Tournament.objects.get()
    undo(history(changed).undoable, by=make_director())

    assert (page["is_rated"], changed.is_rated, Tournament.objects.get().is_rated) == ("on", False, True)


def test_a_tournament_is_closed_and_reopened(director):
    tournament = make_tournament(entries=4, played=1)

    closed = director.post(address("close", tournament), {"confirmed": "yes"})
    is_closed = Tournament.objects.get().is_closed
    reopened = director.post(address("reopen", tournament))

    assert (closed["Location"], is_closed) == (address("close", tournament), True)
    assert (reopened["Location"], Tournament.objects.get().is_closed) == (address("desk", tournament), False)


def links(answer, *, within="main"):
    part = answer.content.decode().partition(f"<{within}")[2]
    return [href.rpartition("/desk/")[2] for href in re.findall('href="(/t/[^"]+)"', part)]


def test_unpaid_fees_and_missing_prizes_are_said_before_closing_with_the_ways_on(director):
    tournament = make_tournament(entries=3, fee_cents=800)

    asked = director.post(address("close", tournament), follow=True)
    is_closed_unasked = Tournament.objects.get().is_closed
    director.post(address("close", tournament), {"confirmed": "yes"})

    text = " ".join(asked.content.decode().split())
    assert [text.count(fact) for fact in ("3 players still owe 24.00 €.", "No prizes entered.", "Close anyway")] == [
        1
    ] * 3
    assert {"owing/", "costs/"} <= set(links(asked))
    assert (is_closed_unasked, Tournament.objects.get().is_closed) == (False, True)


def test_a_closed_tournament_offers_what_is_printed_at_the_end(director):
    tournament = make_tournament(entries=4, played=1, planned_rounds=1)

    answer = director.post(address("close", tournament), follow=True)

    at_the_end = [link for link in links(answer) if link.endswith((".pdf", ".xlsx"))]
    assert at_the_end == [
        "closing.pdf",
        f"/t/{tournament.slug}/standings.pdf",
        "certificates.pdf",
        f"/t/{tournament.slug}/costs.pdf",
        "tournament.xlsx",
    ]


def ticked(answer):
    return re.findall(r'href="([^"]+)" class="ticked"', answer.content.decode())


def test_a_backup_on_the_stick_after_the_closing_has_a_tick_and_one_of_before_has_none(director, settings, tmp_path):
    settings.DATA_DIR, settings.SNAPSHOT_DIR = tmp_path, tmp_path / "stick"
    settings.SNAPSHOT_DIR.mkdir()
    (settings.SNAPSHOT_DIR / "2026-01-01_20-00-00_by-hand.sqlite3").write_text("")
    tournament = make_tournament(entries=4, played=1, planned_rounds=1)

    before = director.post(address("close", tournament), follow=True)
    take_snapshot(Reason.BY_HAND)
    after = director.get(address("close", tournament))

    assert (ticked(before), ticked(after)) == ([], [reverse("copies")])


def test_closing_without_confirming_what_is_missing_shows_it_again(director):
    tournament = make_tournament(entries=3, fee_cents=800)

    for confirmed in ("", "no", "x" * 1000):
        director.post(address("close", tournament), {"confirmed": confirmed})

    assert Tournament.objects.get().is_closed is False


def test_closing_waits_for_the_last_result(director):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)

    answer = director.post(address("close", tournament), follow=True)

    assert said(answer) == [sentence("results_missing", tables=(1, 2))]
    assert Tournament.objects.get().is_closed is False


@pytest.mark.parametrize(
    ("name", "values", "data"),
    [
        ("add_player", (), {"name": "Zoë"}),
        ("draw", (), {"number": "2"}),
        ("settings", (), SETTINGS),
        ("mark_fee", (1,), {"fee": "paid"}),
    ],
)
def test_a_closed_tournament_says_that_it_has_to_be_reopened(director, name, values, data):
    tournament = make_tournament(entries=4, played=1)
    director.post(address("close", tournament), {"confirmed": "yes"})

    answer = director.post(address(name, tournament, *values), data, follow=True)

    text = answer.content.decode()
    assert text.count(sentence("tournament_is_closed")) == 1


def test_a_closed_round_takes_no_result(director):
    tournament = make_tournament(entries=4, played=1)
    director.post(address("close", tournament), {"confirmed": "yes"})
    before = stored_rows()

    answer = director.post(
        address("result", tournament, pairing_of(tournament, 1, 1).pk),
        {"seen": "played/3/1/", "result": "played/1/3/"},
    )

    assert (answer.status_code, stored_rows()) == (422, before)
    assert answer.content.decode().count(sentence("tournament_is_closed")) == 1


@pytest.mark.parametrize("too_high", [{"fee": "10"}, {"fee_steps_0": "8", "fee_steps_1": "10", "fee_steps_6": "5"}])
@pytest.mark.parametrize("name", ["create", "settings"])
def test_a_fee_that_is_too_high_leads_to_the_setting_of_the_club(name, too_high):
    desk = logged_in(make_member("ada"))
    tournament = make_tournament(entries=0)
    where = reverse("create") if name == "create" else address("settings", tournament)

    refused, accepted = (desk.post(where, SETTINGS | more) for more in (too_high, {"name": ""}))

    leads_there = f'href="{reverse("club_settings", args=[tournament.club.slug])}#id_highest_fee"'
    assert [answer.content.decode().count(leads_there) for answer in (refused, accepted)] == [1, 0]


def test_the_settings_of_the_club_say_how_much_is_allowed_without_one(settings):
    desk = logged_in(make_member("ada"))
    settings.FEE_LIMIT_CENTS = 1250
    Club.objects.update(currency="CHF")

    form = desk.get(reverse("club_settings", args=[Club.objects.get().slug])).context["form"]

    assert form.fields["highest_fee"].help_text == "Leave empty for what this installation allows: 12.50 CHF."


@pytest.mark.parametrize(
    ("paid", "prize", "said"),
    [
        (True, True, "all results are in"),
        (False, True, "fees are missing"),
        (True, False, "prizes are missing"),
        (False, False, "fees and prizes are missing"),
    ],
)
def test_what_is_missing_before_closing_is_named(paid, prize, said):
    desk = logged_in(make_director())
    tournament = make_tournament(entries=2, fee_cents=800, planned_rounds=1)
    for number in (1, 2):
        set_fee(entry_of(tournament, number), by=make_director(), paid=paid or number == 1)
    if prize:
        add_prize(tournament, by=make_director(), place=1, description="Wine", price_cents=900)
    play_round(draw_next_round(tournament))

    page = desk.get(address("desk", tournament), follow=True).content.decode()

    told = re.search(r"<b>Close the tournament</b>\s*<small>(.*?)</small>", page, re.DOTALL)
    assert told
    assert " ".join(told[1].split()) == said
