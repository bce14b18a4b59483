"""A tournament as a whole: creating, settings, closing, deleting."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.actions import cash, clubs, following, permissions, results
from tournament.actions.catalogue import IN_CLUB, ActionKind, Undo, action
from tournament.actions.change import change, lock_club, write_line
from tournament.actions.following import NewPlayer
from tournament.actions.players import enter_players
from tournament.actions.rounds import BY_HAND, delete_round, end_second, last_round
from tournament.actions.step import Change, ClubChange
from tournament.engine.brackets import rounds_of
from tournament.engine.criteria import ranking_of
from tournament.engine.finals import bracket_of, is_final_played, refuse_rounds
from tournament.engine.record import Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.locks import take_lock
from tournament.matches import clocks, formats
from tournament.matches.scores import refuse_stopped_score
from tournament.models import Club, JournalLine, Pairing, Person, PrintedAddress, Round, Tournament
from tournament.money.fees import FeeBand
from tournament.money.years import fiscal_year
from tournament.names import fold, tidy
from tournament.queries.accounts import display_name
from tournament.queries.cash import fee_steps as stored_fee_steps
from tournament.queries.evening import record_of
from tournament.queries.record import format_of, length_of, paired_rounds, round_facts, rules_of
from tournament.queries.rounds.pairings import pairings_to_enter
from tournament.queries.tournaments import open_tables, plain, plain_settings

# Ending early: closing time, or everybody leaves.


@action(
    ActionKind.ROUNDS,
    refuses={
        "round_changed_meanwhile": gettext_lazy("Someone has changed round %(round)s in the meantime. Check it again."),
        "evening_without_result": gettext_lazy(
            "Without any result there is nothing to close. Remove round 1, or delete the tournament."
        ),
    },
)
def evening_ended(*, rounds: int, stopped: int, fallen: int) -> str:
    sentence = ngettext("evening ended after %(rounds)s round", "evening ended after %(rounds)s rounds", rounds)
    parts = [sentence % {"rounds": rounds}]
    if fallen:
        not_played = ngettext("%(fallen)s match not played", "%(fallen)s matches not played", fallen)
        parts.append(not_played % {"fallen": fallen})
    return "; ".join(parts)


def end_evening(tournament: Tournament, *, by: User, number: int, scores: Mapping[int, Score | None]) -> None:
    """End the tournament with round `number`, the last one: the planned rounds become the paired ones.

    `scores` holds, by key of the pairing, the score at which each open match is stopped; None drops the match, and both
    players have missed the round. "A last round without any result is removed." Raises Refused where other matches are
    open by now.

    A round of the finals that is not complete is removed as a whole; the planned rounds stay. Once the final is played,
    the open match for third place falls away instead, and the second bracket is ended.
    """
    with change(tournament, by=by, action=evening_ended) as step:
        round_ = last_round(step.tournament, number)
        still_open = list(pairings_to_enter().filter(round=round_, outcome=Outcome.PENDING.value).order_by("position"))
        if {pairing.pk for pairing in still_open} != set(scores):
            raise Refused("round_changed_meanwhile", **round_facts(step.tournament, number))
        if round_.is_finals:
            _end_finals(step, round_, still_open)
            if not paired_rounds(step.tournament):
                raise Refused("evening_without_result")
            step.facts = evening_ended.facts(rounds=paired_rounds(step.tournament), stopped=0, fallen=len(still_open))
            return
        fallen = [pairing for pairing in still_open if scores[pairing.pk] is None]
        if round_.is_hidden and len(fallen) < len(still_open):
            raise Refused("round_is_hidden", round=number)
        for pairing in still_open:
            if score := scores[pairing.pk]:
                refuse_stopped_score(format_of(step.tournament), score)
                results.enter_result(step, pairing, Result(Outcome.STOPPED, score))
        _drop_matches(step, round_, fallen)
        paired_count = paired_rounds(step.tournament)
        if not paired_count:
            raise Refused("evening_without_result")
        step.action = evening_ended.code
        step.facts = evening_ended.facts(rounds=paired_count, stopped=len(still_open) - len(fallen), fallen=len(fallen))
        step.update(step.tournament, planned_rounds=paired_count)


def _end_finals(step: Change, round_: Round, still_open: Sequence[Pairing]) -> None:
    """Let what is open beside or after the final fall away; before it is played, remove a round with an open match."""
    record = record_of(step.tournament)
    found = bracket_of(record)
    if found is None or not is_final_played(record):
        if still_open:
            delete_round(step, round_)
        return
    beside = [pairing for pairing in still_open if not pairing.in_second]
    results.remove_games_and_transcripts(step, beside)
    for pairing in beside:
        step.remove(pairing)
    if found.second and not found.second_is_ended:
        end_second(step, round_)


def _drop_matches(step: Change, round_: Round, fallen: Sequence[Pairing]) -> None:
    """Remove these matches from the round, and the round itself where no result is left."""
    without_result = [Outcome.PENDING.value, Outcome.BYE.value]
    if not Pairing.objects.filter(round=round_).exclude(outcome__in=without_result).exists():
        delete_round(step, round_)
        return
    if not fallen:
        return
    results.remove_games_and_transcripts(step, fallen)
    for pairing in reversed(fallen):
        step.remove(pairing)
    with translation.override(step.tournament.language):
        reason = " ".join(filter(None, [round_.reason, _("The evening ended before every match was played.")]))
    step.update(round_, reason=clubs.shortened_reason(reason), **BY_HAND)


@action(ActionKind.ROUNDS, undo=Undo.ASIDE)
def evening_goes_on() -> str:
    return _("the evening goes on")


def keep_evening_open(tournament: Tournament, *, by: User) -> None:
    """Store that the tournament goes on although nothing has happened for long; the program does not ask again."""
    with change(tournament, by=by, action=evening_goes_on) as step:
        said_before = JournalLine.objects.filter(tournament=step.tournament, action=evening_goes_on.code)
        step.always_log = not said_before.exists()


# Marks that the installation stores, apart from its tournaments.


def note_printed_address(*, url: str, at: datetime) -> None:
    """Remember that papers with this public address are handed out.

    This is stored when a round is drawn. Printing itself stores nothing, so that it works even when the disk is full.
    """
    PrintedAddress.objects.update_or_create(url=url, defaults={"printed_at": at})


# Tournaments: set up, changed, closed, reopened and deleted.

MOST_ROUNDS = 99
FINALS_FIELDS = (
    "finals_players",
    "finals_match_length",
    "finals_lengths",
    "finals_third_place",
    "finals_second",
    "finals_second_players",
    "finals_second_length",
)
SETTLED_BY_THE_DRAW = (*formats.FORMAT_FIELDS, "count_excess_points", "unplayed_win_points", "ranking")


# The first change of a tournament creates it.
@action(ActionKind.SETTINGS, undo=Undo.NEVER)
def tournament_created(*, name: str) -> str:
    return _("tournament set up")


@action(ActionKind.SETTINGS, undo=Undo.NEVER)
def tournament_imported(*, name: str) -> str:
    return _("tournament imported from an archive")


def create_tournament(
    *,
    by: User,
    request_key: UUID | None,
    name: str,
    date: date,
    fee_cents: int = 0,
    fee_steps: Sequence[FeeBand] = (),
    players: Sequence[NewPlayer] = (),
    club: Club | None = None,
    **details: object,
) -> Tournament:
    """Set up a tournament, with `players` who may be namesakes; the same request sent twice makes one.

    It belongs to the `club`, by default to the first that the account directs.
    """
    if not permissions.can_set_up(by):
        raise Refused("not_allowed")
    with transaction.atomic():
        take_lock("tournaments")
        already = request_key and Tournament.objects.filter(request_key=request_key).first()
        if already:
            return already
        home = lock_club(clubs.club_to_set_up_in(by, club).pk)
        cash.refuse_fee(fee_cents, home)
        tournament = Tournament(
            club=home,
            currency=home.currency,
            slug=free_slug(name, date),
            director=by,
            request_key=request_key,
            name=name,
            date=date,
            fee_cents=fee_cents,
        )
        for field, value in details.items():
            setattr(tournament, field, value)
        _refuse_rules(tournament)
        step = Change(tournament, action=tournament_created, by=by, club=home)
        step.add(tournament)
        cash.set_fee_steps(step, fee_steps)
        enter_players(step, [replace(player, namesakes=len(players)) for player in players])
        following.settle_appearances(tournament)
        step.facts = tournament_created.facts(name=name)
        write_line(step)
        return tournament


@action(
    ActionKind.SETTINGS,
    refuses={
        "day_of_closed_year": gettext_lazy(
            "The books of %(year)s are closed: an evening in them keeps its day, and none with vouchers is moved there."
        ),
    },
)
def tournament_changed() -> str:
    return _("tournament changed")


def change_tournament(
    tournament: Tournament,
    *,
    by: User,
    opened: Mapping[str, object] | None = None,
    fee_steps: Sequence[FeeBand] | None = None,
    **details: object,
) -> Tournament:
    """Change name, date, venue, rules or fee; the rules of the match are fixed once round 1 is drawn.

    The table of fees is fixed then too; afterwards only the amount can be changed. `opened` holds the settings as plain
    values as the page showed them. Raises Refused where one of them has been changed meanwhile.
    """
    with change(tournament, by=by, action=tournament_changed) as step:
        current = step.tournament
        new_settings = details if fee_steps is None else {**details, "fee_steps": fee_steps}
        _refuse_to_overwrite(current, opened or {}, new_settings)
        finals_count = Round.objects.filter(tournament=current, is_finals=True).count()
        is_drawn = Round.objects.filter(tournament=current).exists()
        paired_count = Round.objects.filter(tournament=current).count() - finals_count
        for field in ("planned_rounds", *FINALS_FIELDS) if finals_count else ():
            if field in details and details[field] != getattr(current, field):
                raise Refused("finals_stand_once_drawn")
        for field in SETTLED_BY_THE_DRAW:
            if is_drawn and field in details and details[field] != getattr(current, field):
                raise Refused("rules_stand_once_drawn")
        if details.get("is_practice", current.is_practice) != current.is_practice and current.vouchers.exists():
            raise Refused("practice_stands_once_paid")
        rounds = details.get("planned_rounds", current.planned_rounds)
        if isinstance(rounds, int) and rounds < paired_count:
            raise Refused("fewer_rounds_than_paired", rounds=rounds, paired=paired_count)
        if isinstance(rounds, int) and rounds > MOST_ROUNDS:
            raise Refused("rounds_too_many", most=MOST_ROUNDS)
        fee = details.get("fee_cents", current.fee_cents)
        if isinstance(fee, int) and fee != current.fee_cents:
            cash.refuse_fee(fee, current.club)
        _refuse_day_in_closed_books(current, details.get("date"))
        step.update(current, **details)
        if details.keys() & {*SETTLED_BY_THE_DRAW, *FINALS_FIELDS, "planned_rounds", "clock"}:
            _refuse_rules(current)
        if fee_steps is not None:
            if is_drawn and tuple(fee_steps) != stored_fee_steps(current):
                raise Refused("fee_steps_stand_once_drawn")
            cash.set_fee_steps(step, fee_steps)
        return current


def _refuse_day_in_closed_books(tournament: Tournament, day: object) -> None:
    """Refuse another day for a tournament with vouchers where the books of either day are closed."""
    if not isinstance(day, date) or day == tournament.date or not tournament.vouchers.filter(year__gte=1).exists():
        return
    books = following.LockedBooks(tournament.club)
    for year in sorted(fiscal_year(either_day, tournament.club.fiscal_month) for either_day in (tournament.date, day)):
        if books.is_closed(year):
            raise Refused("day_of_closed_year", year=tournament.club.year_named(year))


def _refuse_rules(tournament: Tournament) -> None:
    """Refuse a match format that the rule books do not know, and an invalid ranking, clock or size of the finals."""
    ranking_of(tournament.ranking.split())
    match_format = format_of(tournament)
    formats.refuse_format(match_format)
    if tournament.count_excess_points:
        formats.refuse_excess_points(match_format)
    rules = rules_of(tournament)
    refuse_rounds(rules)
    if finals := rules.finals:
        lengths = [length_of(tournament, finals=nth) for nth in range(1, rounds_of(finals.players) + 1)]
        for length in (*lengths, length_of(tournament, finals=1, in_second=True)):
            formats.refuse_format(format_of(tournament, length=length))
    clocks.clock_named(tournament.clock)


def _refuse_to_overwrite(current: Tournament, opened: Mapping[str, object], new_settings: Mapping[str, object]) -> None:
    stored_settings = plain_settings(current, opened.keys() & new_settings.keys())
    settings = {
        name: (value, plain(new_settings[name]))
        for name, value in stored_settings.items()
        if value not in (opened[name], plain(new_settings[name]))
    }
    if settings:
        raise Refused("settings_changed_meanwhile", settings=settings, currency=current.currency)


@action(ActionKind.SETTINGS, when_closed=True)
def tournament_closed() -> str:
    return _("tournament closed")


def close_tournament(tournament: Tournament, *, by: User) -> None:
    """Close the tournament. Raises Refused while results are missing."""
    with change(tournament, by=by, action=tournament_closed) as step:
        if tables := open_tables(step.tournament):
            raise Refused("results_missing", tables=tables)
        step.update(step.tournament, is_closed=True)


@action(ActionKind.SETTINGS, when_closed=True)
def tournament_reopened() -> str:
    return _("tournament reopened")


def reopen_tournament(tournament: Tournament, *, by: User) -> None:
    with change(tournament, by=by, action=tournament_reopened) as step:
        step.update(step.tournament, is_closed=False)


# A deleted tournament cannot come back.
@action(
    ActionKind.SETTINGS,
    of=IN_CLUB,
    undo=Undo.NEVER,
    refuses={
        "evening_of_closed_year": gettext_lazy("The books of %(year)s are closed: its evenings cannot be deleted."),
    },
)
def club_tournament_deleted(*, name: str, slug: str) -> str:
    return _("tournament deleted: %(name)s") % {"name": name}


def delete_tournament(tournament: Tournament, *, by: User, confirmed: str) -> None:
    """Delete a tournament and its helpers' users, but keep its numbered vouchers; its name is typed to confirm.

    There is no undo: the journal is deleted too. Repeating this changes nothing.
    """
    with transaction.atomic():
        club = lock_club(tournament.club_id)
        locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if locked is None:
            return
        permissions.refuse_unless_allowed(by, "tournament_deleted", locked)
        refuse_unconfirmed(locked, confirmed)
        User.objects.filter(helper__tournament=locked).delete()
        persons = {person.real_id for person in Person.objects.filter(entries__tournament=locked)}
        cash.keep_vouchers_of_deleted(locked, club, at=timezone.now().replace(microsecond=0), by_name=display_name(by))
        # Pairings protect their players, so rounds go first.
        Round.objects.filter(tournament=locked).delete()
        locked.delete()
        # The club's own line raises the version that the tournament no longer raises.
        step = ClubChange(club, action=club_tournament_deleted, by=by)
        step.facts = club_tournament_deleted.facts(name=locked.name, slug=locked.slug)
        write_line(step)
        following.delete_unneeded_persons(persons)


def refuse_unconfirmed(tournament: Tournament, typed: str) -> None:
    """Refuse a text that is not the name of the tournament, capitals and blanks aside."""
    if fold(tidy(typed)) != fold(tidy(tournament.name)):
        raise Refused("not_confirmed", word=tournament.name)


def is_slug_taken(slug: str) -> bool:
    return Tournament.objects.filter(slug=slug).exists()


def free_slug(name: str, date: date, is_taken: Callable[[str], bool] = is_slug_taken) -> str:
    """Return a readable slug that no tournament has: the name and the year, numbered where taken."""
    words = clubs.address_of(name)[:60].strip("-") or "tournament"
    base = words if re.search(rf"(?<!\d){date.year}(?!\d)", words) else f"{words}-{date.year}"
    return clubs.numbered_if_taken(base, is_taken)
