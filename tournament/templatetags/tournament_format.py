"""Template tags and filters that format values."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from urllib.parse import urlencode, urlsplit

from allauth.mfa.webauthn.internal.auth import WebAuthn
from django import template
from django.conf import settings
from django.template import RequestContext
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from fido2.webauthn import RegistrationResponse

from tournament.engine.standings import Standing
from tournament.handbook.chapters import chapter_of
from tournament.languages import LANGUAGES
from tournament.machine import visitors
from tournament.machine.installation import typed
from tournament.matches.clocks import CLOCKS, clock_named
from tournament.models import Club, Entry, JournalLine, Person, Tournament, Wish
from tournament.names import first_name_and_initial, isolated, short_name
from tournament.phrases import cash, journal, players, refusals, results, rounds, standings, values
from tournament.phrases.clubs import NOTICE_TITLES
from tournament.queries.accounts import has_passkeys
from tournament.queries.cash import FeeRow
from tournament.queries.journal import journal_facts
from tournament.queries.players import found_by
from tournament.queries.record import finals_places
from tournament.queries.results import Reported
from tournament.queries.rounds.pairings import NotPlaying, PairingRow
from tournament.queries.rounds.progress import Pace
from tournament.queries.standings import CrossCell, Place

register = template.Library()
# The number of letters that fit on two and a half lines of a small phone.
MOST_LETTERS_OF_A_WINNER = 48


@register.filter
def wished(somebody: Entry | Person, is_behind_a_link: bool = False) -> dict[str, object]:
    """The template context of how a player or person wishes to appear in public, with all choices.

    The choice to be abbreviated says what that makes of the name; behind a private link, which may lie about on paper,
    only where the name is not hidden by the wish that holds now.
    """
    wish, own_name = somebody.wished
    labels = dict(Wish.choices)
    if not is_behind_a_link or not (wish is Wish.HIDDEN or own_name):
        short = isolated(first_name_and_initial(somebody.name))
        labels[Wish.ABBREVIATED.value] = _("abbreviated: %(name)s") % {"name": short}
    return {"wish": wish.value, "own_name": own_name, "choices": list(labels.items())}


@register.filter
def at(items_by_number: Mapping[int, Sequence[object]], number: int) -> Sequence[object]:
    """Look up the items for the player with this start number; an empty sequence if there are none."""
    return items_by_number.get(number, ())


register.simple_tag(typed)
register.simple_tag(standings.ranking_terms)
register.simple_tag(standings.ranking_note)
register.simple_tag(has_passkeys, name="passkeys_in_use")
register.simple_tag(lambda: LANGUAGES, name="program_languages")
register.simple_tag(lambda: settings.SENDS_MAIL, name="sends_mail")
register.simple_tag(lambda: settings.REFRESH_SECONDS, name="refresh_seconds")
register.filter("short_name", short_name)
register.filter("isolated", isolated)
register.filter("signed", values.signed)
register.filter("ordinal", values.ordinal)
register.filter("joined_words", players.joined_words)
register.filter("leaving_words", players.leaving_words)
register.filter("moment", values.moment)
register.filter("finals_round", rounds.finals_round)


@register.filter
def round_name(number: int, tournament: Tournament) -> str:
    """The heading of a round: Round 3, or Semi-finals."""
    return rounds.round_name(number, finals_places(tournament, number))


@register.filter
def finals_name(number: int, tournament: Tournament) -> str:
    """The name of a round of the finals within a sentence: semi-finals; empty for any other round."""
    places = finals_places(tournament, number)
    return rounds.finals_round(places) if places else ""


register.filter("short_day", values.short_day)
register.filter("time_of_day", values.time_of_day)
register.filter("day_and_time", lambda tournament: values.day_and_time(tournament.date, tournament.begins_at))
register.filter("money", values.money)
register.filter("short_money", values.short_money)
register.filter("typed_amount", values.typed_amount)
register.filter("typed_or_empty", lambda cents: "" if cents is None else values.typed_amount(cents))
register.filter("tables", values.tables)
register.filter("fee_state_label", cash.fee_state_label)
register.filter("order_label", players.order_label)
register.filter("found_by", found_by)
register.filter("voucher_title", cash.voucher_title)
register.filter("voucher_subject", cash.voucher_subject)
register.filter("currency_sign", values.currency_sign)
register.filter("refusal", refusals.refusal_sentence)
register.filter("outcome_label", results.outcome_label)
register.filter("criterion_label", standings.criterion_label)


@register.simple_tag(takes_context=True)
def own_notices(context: template.Context) -> list[tuple[str | Promise, str]]:
    """Title and address of the imprint and privacy notice for this page; the page of a missing notice says so."""
    names = context["notice_names"] if "notice_names" in context else list(NOTICE_TITLES)
    return [(NOTICE_TITLES[name], notice_address(context, name)) for name in names]


@register.simple_tag(takes_context=True)
def notice_address(context: template.Context, name: str) -> str:
    """The address of the imprint or privacy notice for this page: the tournament's, club's or installation's."""
    for of, model in (("tournament", Tournament), ("club", Club)):
        subject = context.get(of)
        if isinstance(subject, model) and (subject.name or of == "tournament"):
            return reverse(f"{of}_{name}", args=[subject.slug])
    return reverse(name)


@register.simple_tag
def help_address(page: str) -> str:
    """The address of the handbook's chapter on a page; `page` is its URL name."""
    book, anchor = chapter_of(page)
    return reverse("handbook_book", kwargs={"book": book}) + (f"#{anchor}" if anchor else "")


@register.simple_tag(takes_context=True)
def passkey_host(context: RequestContext) -> str:
    """The host for which passkeys are made on this page; empty if none work there."""
    return visitors.passkey_host(context["request"])


@register.filter
def made_at(passkey: WebAuthn) -> str:
    """The host at which the passkey was made, the only one at which it works."""
    registration = RegistrationResponse.from_dict(passkey.instance.data["credential"])
    return urlsplit(registration.response.client_data.origin).hostname or ""


@register.simple_tag
@lru_cache(maxsize=1024)
def score_side(buttons: tuple[object, ...], can_enter: bool) -> SafeString:
    """The buttons of the scores that one side wins; cached, as a hundred tables have thousands of the same ones."""
    html = render_to_string("desk/score_side.html", {"buttons": buttons, "can_enter": can_enter})
    return SafeString(" ".join(html.split()))


@register.filter
def result_of(row: PairingRow) -> str:
    """The result of a pairing: 3:1, or its state in a word."""
    return results.result_text(row.result, row.first.number)


@register.filter
def result_from(row: PairingRow, number: int) -> str:
    """The result of a pairing from this player's side, with their own points first."""
    score = row.result.score
    result = row.result if score is None or number == row.first.number else replace(row.result, score=score[::-1])
    return results.result_text(result, number)


@register.filter
def clock_query(row: PairingRow, tournament: Tournament) -> str:
    """The query string of the match clock for two players: first=Anna&second=Ben&length=3&clock=normal"""
    names = {"first": row.first.display_name, "second": row.second.display_name} if row.second else {}
    length = {"length": row.length}
    return urlencode(names | length | _clock_settings(tournament.clock))


def _clock_settings(name: str) -> dict[str, object]:
    """The settings of a clock as its page reads them from the query string."""
    if name in CLOCKS or not name:
        return {"clock": name} if name else {}
    clock = clock_named(name)
    return {"rule": clock.rule.value, "reserve": clock.reserve, "delay": clock.delay} if clock else {}


@register.filter
def reported_words(reported: Reported) -> str:
    """Say who won, like "Anna wins 3:1"; a very long name is shortened so that all fits on a phone's screen."""
    name = Truncator(reported.winner.display_name).chars(MOST_LETTERS_OF_A_WINNER)
    return results.win_words(isolated(name), reported.score)


@register.filter
def own_score(reported: Reported) -> str:
    """The reported score with the reporting player's points first, like 3:1."""
    best, least = max(reported.score), min(reported.score)
    return f"{best}:{least}" if reported.by == reported.winner else f"{least}:{best}"


@register.filter
def meeting(cell: CrossCell) -> str:
    """The sign of a match in the cross table: opponent's place with win or loss, like 3 ✓ or 7 ✗, or another sign."""
    if cell.opponent is None:
        return results.MEETING_SIGNS[cell.meeting]
    standing = cell.opponent.standing
    return results.meeting_sign(cell.meeting, standing.place or standing.lot)


@register.filter
def met_result(cell: CrossCell, number: int) -> str:
    """The result in a cell of the cross table, with this player's points first; empty without a result."""
    return results.result_text(cell.result, number) if cell.result else ""


@register.filter
def next_figure(standing: Standing) -> str:
    """A player's value for the first criterion after match wins, like +5 or BH 7; empty if there is none."""
    return next((standings.figure_in_words(*figure) for figure in list(standing.figures.items())[1:]), "")


@register.filter
def climbed(places: int) -> str:
    """An arrow with the number of places climbed or lost; empty for 0."""
    return f"▲{places}" if places > 0 else f"▼{-places}" if places < 0 else ""


@register.filter
def journal_sentence(line: JournalLine) -> str:
    """Describe the change that a line of the journal records."""
    return journal.journal_sentence(line.action, line.facts)


@register.filter
def lost_rounds_sentence(playable: int, tournament: Tournament) -> str:
    """Say that not all planned rounds can be played, and what the director can do."""
    return rounds.lost_rounds_sentence(tournament.planned_rounds, playable)


@register.filter
def not_playing_words(row: NotPlaying) -> str:
    """Say why a player does not play in a round."""
    return players.not_playing_words(row.why, row.round_number, finals_places(row.entry.tournament, row.round_number))


@register.filter
def pace_line(pace: Pace, today: date) -> str:
    """Describe the pace of a round in one line."""
    over = values.moment(pace.over_at, today) if pace.over_at else ""
    parts = (
        rounds.round_times(
            rounds.round_name(pace.number, pace.places),
            values.moment(pace.started_at, today),
            over,
            in_minutes(pace.took),
        ),
        rounds.usual_length(None if pace.usual is None else in_minutes(pace.usual)),
        rounds.slow_tables(pace.slow_tables),
        forecast(pace, today),
    )
    return " · ".join(part for part in parts if part)


@register.filter
def place_words(place: Place) -> str:
    """Put a player's place into words: "8th of 20", "8th of 20 so far", and before the first result "Lot 7"."""
    if place.place is None:
        return standings.lot_words(place.lot) if place.lot else ""
    return standings.place_words(place.place, place.players, so_far=place.is_provisional)


@register.filter
def forecast(pace: Pace, today: date) -> str:
    """Say when the next round begins and the evening ends, as far as can be estimated."""
    next_round = values.moment(pace.next_round_at, today) if pace.next_round_at else ""
    end = values.moment(pace.end_at, today) if pace.end_at else ""
    return rounds.forecast(next_round, end)


def in_minutes(length: timedelta) -> int:
    """A duration in whole minutes, rounded down."""
    return length // timedelta(minutes=1)


@register.filter
def payment(row: FeeRow, today: date) -> str:
    """Say how much of the fee was paid and refunded, when, and to or by whom."""
    return cash.payment_text(
        row.entry.tournament.currency,
        (row.entry.paid_cents or 0, row.entry.paid_at, row.entry.paid_to),
        (row.entry.refunded_cents, row.entry.refunded_at, row.entry.refunded_by),
        today,
    )


@register.filter
def named(line: JournalLine) -> str:
    """Describe the change that a line of the journal made, undid or redid."""
    return journal.journal_sentence(*journal_facts(line))
