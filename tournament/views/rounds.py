"""Pages of rounds: the desk, drawing, pairing by hand."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reswap

from tournament.actions import journal, permissions, rounds as actions
from tournament.actions.results import record_result, refuse_result
from tournament.actions.step import Change
from tournament.actions.tournaments import note_printed_address
from tournament.engine import by_hand, planning
from tournament.engine.pairing import NEEDS_CONSENT
from tournament.engine.record import PENDING, Result, Rules
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.players import PairingForm, presence_field
from tournament.forms.results import ResultByTableForm, ResultForm, how_typed
from tournament.forms.rounds import AnewForm, ConfirmForm, DraftForm, SeatForm, draft_text
from tournament.forms.sent import ShownForm
from tournament.forms.tournaments import DrawForm
from tournament.machine.requests import HtmxRequest, UserRequest
from tournament.matches.formats import MatchFormat
from tournament.matches.games import after_games
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.names import has_words, isolated, search_key
from tournament.pages import results, rounds as pages
from tournament.pages.players import ListPart, part_or_first
from tournament.pages.tournaments import second_costs
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.results import score_text, special_result
from tournament.public.parts import desk_parts
from tournament.queries import matches, recorded_since, standings, tournaments
from tournament.queries.editions import Shows, edition_of
from tournament.queries.evening import Evening, evening_of, latest_evening
from tournament.queries.players import missed_players
from tournament.queries.record import format_in, format_of, length_at, round_facts, rules_of
from tournament.queries.results import is_correction
from tournament.queries.rounds import progress, seating
from tournament.queries.rounds.pairings import PairingRow, PairingToEnter, RoundPage, round_page
from tournament.snapshots.taking import snapshot_before_draw
from tournament.views.access import director_required, helper_required, helper_required_at_table, posted
from tournament.views.pages import go_to, gone, is_unchanged, nothing_new, page, rounds_shown_to, warn
from tournament.views.refusals import Sent, beside_the_field, on_page, one_action, refused_at, sentence_in
from tournament.views.results import not_corrected, to_correction

# Pairing by hand, compared with the pairings by the rules.

# The number of pairings per page, shown beside as many pairings by the rules; the form holds the whole draft.
PAIRS = 100


@dataclass(frozen=True, slots=True)
class Look:
    """The visible part of a long list: names that contain `typed`, page `part`, and the players ticked so far."""

    typed: str = ""
    part: int = 1
    ticked: tuple[int, ...] = ()

    def finds(self, *entries: Entry | None) -> bool:
        """Whether one of these names has every typed word."""
        words = search_key(self.typed).split()
        return any(has_words(words, entry.name) for entry in entries if entry)


@require_http_methods(["GET", "POST"])
@director_required
def pairings(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Change pairings by hand: each step changes the draft in the page, only saving changes the round."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number, is_finals=False)
    stored_draft = by_hand.Draft(seating.stored_pairs(round_))
    present = seating.ranking_before(tournament, number)
    draft = by_hand.draft_of_those_here(stored_draft.pairs, present)
    if request.method == "GET":
        return _show_draft(request, round_, draft, stored_draft, round_.reason, Look())
    form = DraftForm(request.POST, seated=seating.seated(stored_draft.pairs), present=present)
    return _change_or_save_draft(request, round_, stored_draft, draft, form)


def _draft_refused(
    request: HtmxRequest,
    refused: Refused,
    round_: Round,
    stored_draft: by_hand.Draft,
    draft: by_hand.Draft,
    form: DraftForm,
) -> HttpResponse:
    """Show the refused draft, as far as it is still valid, with the typed values and the reason of the refusal."""
    form_values = {} if refused.code == "pairings_changed_meanwhile" else form.cleaned_data
    draft, expected = form_values.get("draft", draft), form_values.get("seen", stored_draft)
    return _show_draft(request, round_, draft, expected, form["reason"].value() or "", _look(form), refused)


def _look(form: DraftForm) -> Look:
    """The part of the list that the form asks for, as far as the form is valid."""
    form_values = form.cleaned_data
    return Look(form_values.get("name") or "", form_values.get("shown") or 1, tuple(form_values.get("pick") or ()))


@refused_at(_draft_refused)
def _change_or_save_draft(
    request: UserRequest, round_: Round, stored_draft: by_hand.Draft, _draft: by_hand.Draft, form: DraftForm
) -> HttpResponse:
    sent = form.values()
    if not (sent["save"] or sent["swap_and_save"]) or (
        sent["swap_and_save"] and seating.joins_who_are_kept_apart(round_, form.changed(), stored_draft)
    ):
        look = _look(form) if form.is_looked_around else replace(_look(form), ticked=())
        return _show_draft(request, round_, form.changed(), sent["seen"], sent["reason"], look)
    actions.pair_by_hand(
        round_.tournament,
        by=request.user,
        number=round_.number,
        expected=sent["seen"].pairs,
        pairs=form.changed().pairs,
        reason=sent["reason"],
    )
    return redirect("desk_round", slug=round_.tournament.slug, number=round_.number)


def _show_draft(
    request: HtmxRequest,
    round_: Round,
    draft: by_hand.Draft,
    expected: by_hand.Draft,
    reason: str,
    look: Look,
    refused: Refused | None = None,
) -> HttpResponse:
    tournament = round_.tournament
    entries = evening_of(tournament).entries
    names = {number: isolated(entry.name) for number, entry in entries.items()}
    pairs_by_rules, rules_refused = seating.rules_pairs(round_)
    stored_at = {pair: table for table, pair in seating.seats(round_).items()}
    tables = _tables(round_, draft.pairs, stored_at)
    tables_by_rules = _tables(round_, [chosen_pair.pair for chosen_pair in pairs_by_rules], {})
    standing = {frozenset(pair) for pair in expected.pairs}
    changed_pairs = [pair for pair in draft.pairs if frozenset(pair) not in standing]
    shown_pairs = [pair for pair in draft.pairs if look.finds(*(entries.get(number) for number in pair if number))]
    by_rules = [pair for pair in pairs_by_rules if look.finds(pair.first, pair.second)]
    shown_part = part_or_first(shown_pairs, look.part, PAIRS)
    free = [entry for entry in (entries[number] for number in draft.free) if look.finds(entry)]
    numbers_here = {number for pair in shown_part.rows for number in pair} | {entry.number for entry in free[:PAIRS]}
    context: dict[str, Any] = {
        "section": "round",
        "round": round_,
        "chosen": _at_tables(seating.with_names(round_, list(shown_part.rows)), tables),
        "changed": seating.with_names(round_, changed_pairs[:PAIRS]),
        "changed_firsts": {first for first, _second in changed_pairs},
        "free": free[:PAIRS],
        "more_free": len(free[PAIRS:]),
        "is_free": bool(draft.free),
        "parts": shown_part.ranges,
        "shown": shown_part.number,
        "is_in_parts": len(draft.pairs) > PAIRS,
        "typed": look.typed,
        "ticked": look.ticked,
        "ticked_elsewhere": [
            entries[number] for number in look.ticked if number in entries and number not in numbers_here
        ],
        "rules": _at_tables(part_or_first(by_rules, shown_part.number, PAIRS).rows, tables_by_rules),
        "rules_refused": refusal_sentence(rules_refused, names) if rules_refused else "",
        "draft": draft_text(draft),
        "expected": draft_text(expected),
        "is_changed": draft != expected,
        "reason": reason,
        "problem": refusal_sentence(refused, names) if refused else "",
        "is_of_reason": refused is not None and refused.code in ("reason_too_long", "name_unprintable"),
    }
    return page(request, tournament, "desk/pairings.html", context, status=422 if refused else 200)


def _tables(
    round_: Round, pairs: Sequence[by_hand.Pair], old_tables: Mapping[by_hand.Pair, int | None]
) -> dict[frozenset[int | None], int | None]:
    """The table that each pair would get; empty while two players have the bye."""
    seated = {number for pair in pairs for number in pair}
    ranking = seating.ranking_before(round_.tournament, round_.number)
    ordered: tuple[by_hand.Pair, ...] = ()
    with suppress(Refused):
        ordered = by_hand.in_pairing_order(pairs, [number for number in ranking if number in seated])
    tables = actions.tables_of(ordered, round_.tournament, old_tables)
    return {frozenset(pair): table for pair, table in zip(ordered, tables, strict=True)}


def _at_tables(
    pairs: Sequence[seating.ChosenPair], tables: Mapping[frozenset[int | None], int | None]
) -> list[seating.ChosenPair]:
    return [replace(chosen_pair, table=tables.get(frozenset(chosen_pair.pair))) for chosen_pair in pairs]


@require_http_methods(["GET", "POST"])
@director_required
def anew(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Pair the round again by the rules, after a page that lists the tables that change; not possible in finals."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number, is_finals=False)
    return _paired_anew(request, round_) if request.method == "POST" else _ask_to_pair_anew(request, round_)


def _show_pairing_anew(
    request: HtmxRequest,
    refused: Refused | None,
    round_: Round,
    earlier: Refused | None = None,
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show why the round cannot be paired again, or which tables would change; an `earlier` refusal comes first."""
    reason = earlier or refused
    sentence = sentence_in(round_.tournament, reason) if reason else ""
    context = {**(context or {}), "section": "round", "round": round_, "problem": sentence}
    is_sent = request.method == "POST"
    return page(request, round_.tournament, "desk/pair_anew.html", context, status=422 if is_sent else 200)


@refused_at(_show_pairing_anew)
def _ask_to_pair_anew(request: HtmxRequest, round_: Round, earlier: Refused | None = None) -> HttpResponse:
    pairs, tables = actions.seats_anew(round_)
    entries = standings.entries_by_number(round_.tournament)
    table_changes = pages.changed_tables(seating.seats(round_), dict(zip(tables, pairs, strict=True)), entries)
    context = {"changed": table_changes, "pairs": draft_text(by_hand.Draft(pairs, ()))}
    return _show_pairing_anew(request, None, round_, earlier, context)


@refused_at(lambda request, refused, round_: _ask_to_pair_anew(request, round_, refused))
def _paired_anew(request: UserRequest, round_: Round) -> HttpResponse:
    sent = AnewForm(request.POST).values()
    actions.pair_anew(round_.tournament, by=request.user, number=round_.number, expected=sent["pairs"])
    return redirect("desk_round", slug=round_.tournament.slug, number=round_.number)


# The desk page of a round: draw it, enter its results, remove it.

# A table with all its buttons takes six kilobytes; above MOST_TABLES, the page shows parts of this size.
MOST_TABLES, PART_OF_TABLES = 120, 40
# With more tables, finished ones are hidden until they are requested.
MOST_WITH_FINISHED = 20


class DeskRow:
    """A pairing with all its actions; `special` describes a result that is not a plain score.

    For an open match, `on_sheet` is the score on its score sheet, if there is one, and `left` are its players who have
    left the tournament; if there are any and the match has no score sheet, it `is_off`.

    A row that `has_settled` was finished before the page was opened, and is hidden if only open tables are shown.
    Later results hide no row, so that none moves away while a result is entered. `came_in` tells users who are about to
    enter a result for the table that it has one. `reason` is None if the page does not show it. `typing` tells scripts
    how a typed score is read, where the match is of another length than the round.
    """

    def __init__(
        self, row: PairingRow, match_format: MatchFormat, rules: Rules, on_sheet: str, left: frozenset[int], since: int
    ) -> None:
        self.row, self.on_sheet, self.left = row, on_sheet, left
        self.first_wins, self.second_wins = results.score_buttons(match_format, rules, row.result)
        self.gammons = results.gammon_buttons(match_format, rules)
        self.takes_winner_first = results.takes_winner_first(match_format, rules)
        self.typing: Mapping[str, str] | None = None
        self.expected = results.result_code(row.result)
        self.special = special_result(row.result, row.counted)
        self.has_settled = results.has_settled(row, since)
        self.came_in, self.is_by_phone = "", False
        self.reason: str | None = None
        self.problem = ""

    @property
    def is_off(self) -> bool:
        return bool(self.left) and not self.on_sheet

    @property
    def seen(self) -> tuple[object, ...]:
        """What the row shows that not everyone with an open page of the same edition sees alike."""
        return self.row.key, self.has_settled, self.came_in, self.problem

    @property
    def points_below(self) -> range:
        """The points with which somebody can give up."""
        return range(self.row.length)


@require_safe
@helper_required
def desk_round(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the tables of a round, with score buttons."""
    if request.htmx and is_unchanged(request, edition_of(tournament, Shows.GAMES)):
        return nothing_new()
    round_ = rounds_shown_to(request.user, tournament).filter(number=number).first()
    return _show_round(request, round_) if round_ else gone(request, tournament)


@require_safe
@helper_required
def pace(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show how fast the round progresses, which changes every minute."""
    round_ = rounds_shown_to(request.user, tournament).filter(number=number).first()
    if round_ is None:
        return gone(request, tournament)
    return page(request, tournament, "desk/pace.html", {"round": round_, **_pace(latest_evening(tournament), number)})


def _pace(evening: Evening, number: int) -> dict[str, object]:
    return {"pace": progress.pace_of(evening, number, timezone.now()), "today": timezone.localdate()}


def _show_round(
    request: HtmxRequest, round_: Round, problem_at: int | None = None, refused: Refused | None = None, typed: str = ""
) -> HttpResponse:
    """Show the round with all tables; a refusal is shown at its table, or with the typed value above all tables."""
    tournament = round_.tournament
    tournament.refresh_from_db()
    evening = latest_evening(tournament)
    edition = _drawn_edition(evening)
    pairings = round_page(evening, round_.number)
    reasons = pages.pairing_reasons(evening, round_.number)
    since = _opened_at(request)
    shown_part = _part_of_tables(request, (*pairings.tables, *pairings.byes), problem_at)
    rows = list(_desk_rows(evening, round_.number, shown_part.rows, since))
    for desk in rows:
        desk.reason = reasons.get(desk.row.first.number, "")
        desk.problem = refusal_sentence(refused) if refused and desk.row.key == problem_at else ""
    at_tables = [desk for desk in rows if not desk.row.is_bye]
    about = _shown(request)
    looked_at = [desk for desk in at_tables if _is_about_table(about, desk.row)]
    waiting = [desk for desk in at_tables if desk.row.is_open and not desk.is_off]
    is_of_line = refused is not None and problem_at is None
    context = {
        **_around_the_tables(request, pairings, evening, since),
        "edition": edition,
        "asks_if_ended": round_.number == len(evening.record.rounds)
        and permissions.can(request.user, "direct", tournament)
        and tournaments.asks_if_ended(round_, timezone.now()),
        "since": since,
        "part": shown_part.number,
        "parts": desk_parts(shown_part),
        "rows": at_tables,
        "byes": [desk for desk in rows if desk.row.is_bye],
        # The table whose score is entered next.
        "named": next(iter(looked_at or waiting), None),
        "reasons": [desk.reason for desk in rows if desk.reason],
        "typed": typed if is_of_line else "",
        "asked": typed if refused and is_of_line and refused.code == "score_surprises" else "",
        "problem": refusal_sentence(refused) if refused and is_of_line else "",
        # No field takes the focus while an error at the top of the page is to be read.
        "takes_focus": not request.htmx
        and all(message.level != messages.ERROR for message in messages.get_messages(request)),
    }
    return page(request, tournament, "desk/round.html", context, status=422 if refused else 200)


def _is_about_table(sent: Mapping[str, Any], row: PairingRow) -> bool:
    """Whether the request is about this table: it is to be entered next, or a result typed for it was refused."""
    return row.table is not None and (row.table == sent["table"] or row.key == sent["match"])


def _shown(request: HttpRequest) -> dict[str, Any]:
    """Return the state that the open page sends about itself."""
    return ShownForm(request.POST if request.method == "POST" else request.GET).values()


def _drawn_edition(evening: Evening) -> str:
    """Note and return the edition drawn now; it counts scores on score sheets game by game, as the tables show them."""
    # Caches the score sheets that the evening has read, which saves a query.
    matches.note_open_sheets(evening)
    edition = edition_of(evening.tournament, Shows.GAMES)
    recorded_since.note_drawn(evening.tournament, edition)
    return edition


def _part_of_tables(request: HtmxRequest, rows: Sequence[PairingRow], problem_at: int | None) -> ListPart[PairingRow]:
    """The tables to show: all, or in a very large round the part with the table looked at, else the one requested."""
    size = PART_OF_TABLES if len(rows) > MOST_TABLES else MOST_TABLES
    sent = _shown(request)
    looked_at = [row.key for row in rows if _is_about_table(sent, row)] if not request.htmx else []
    place = next((index for index, row in enumerate(rows) if row.key in (problem_at, *looked_at)), None)
    return part_or_first(rows, sent["part"] or 1 if place is None else place // size + 1, size)


def _show_changed(
    request: HtmxRequest, step: Change, evening: Evening, number: int, keys: Collection[int]
) -> HttpResponse:
    """Answer with the tables that results have changed, and with everything around the tables."""
    edition = _drawn_edition(evening)
    pairings = round_page(evening, number)
    shown_part = _part_of_tables(request, (*pairings.tables, *pairings.byes), None)
    changed_rows = [row for row in shown_part.rows if row.key in keys]
    since = _opened_at(request)
    context = {
        **_around_the_tables(request, pairings, evening, since),
        "edition": edition,
        "part": shown_part.number,
        "changed_rows": tuple(_desk_rows(evening, number, changed_rows, since)),
        "renews": True,
    }
    if step.line:
        # After an action its user can undo it, but has nothing to redo.
        context["history"] = journal.History(step.line, None)
    return reswap(page(request, step.tournament, "desk/round_changed.html", context), "none")


def _opened_at(request: HttpRequest) -> int:
    """The time the page was opened, in seconds, as the open page sends it."""
    since = _shown(request)["since"]
    return int(timezone.now().timestamp()) if since is None else since


def _desk_rows(evening: Evening, number: int, rows: Collection[PairingRow], since: int) -> Iterator[DeskRow]:
    """Build the rows of these pairings of a round, for a page that was opened at `since`."""
    tournament = evening.tournament
    formats = {row.length: format_of(tournament, length=row.length) for row in rows}
    typing = {length: how_typed(wanted, round_page(evening, number).all_tables) for length, wanted in formats.items()}
    typing.pop(length_at(tournament, evening.rounds[number - 1]), None)
    sheets = matches.open_sheets(tournament)
    came_in_by_key = results.came_in(evening, number, rows, since)
    for row in rows:
        match_format, rules = formats[row.length], rules_of(tournament, length=row.length)
        sheet = sheets.get(row.key) if row.is_open else None
        on_sheet = score_text(after_games(match_format, sheet.games).score) if sheet else ""
        players = frozenset(entry.number for entry in row.players) if row.is_open else frozenset()
        desk = DeskRow(row, match_format, rules, on_sheet, players & evening.record.left, since)
        desk.typing = typing.get(row.length)
        desk.came_in, desk.is_by_phone = came_in_by_key.get(row.key, ("", False))
        yield desk


def _around_the_tables(request: HttpRequest, pairings: RoundPage, evening: Evening, since: int) -> dict[str, object]:
    """Build the context of everything on the page of a round except the tables; it was opened at `since`."""
    round_, tournament = pairings.round, evening.tournament
    around = pages.AroundTables(
        evening,
        round_.number,
        may_direct=permissions.can(request.user, "direct", tournament),
        may_correct=permissions.can(request.user, "result_corrected", tournament),
        # The open page sends which of the players without an opponent was tapped.
        tapped=_shown(request)["tapped"],
    )
    return {
        "section": "round",
        "round": round_,
        "pairings": pairings,
        "around": around,
        **_pace(evening, round_.number),
        "typing": how_typed(around.match_format, pairings.all_tables),
        "shown_tables": _shown(request)["tables"],
        "shows_only_open": _shows_only_open(request, pairings, since),
        "second_costs": SimpleLazyObject(lambda: second_costs(tournament.club)),
    }


def _shows_only_open(request: HttpRequest, pairings: RoundPage, since: int) -> bool:
    """Whether tables that were finished before the page was opened are hidden: if asked for, or if there are many."""
    tables_choice = _shown(request)["tables"]
    is_wanted = tables_choice == "open" or (not tables_choice and len(pairings.tables) > MOST_WITH_FINISHED)
    return is_wanted and not all(results.has_settled(row, since) for row in pairings.tables)


@posted
@helper_required_at_table
def result(request: HtmxRequest, tournament: Tournament, pairing: PairingToEnter | None) -> HttpResponse:
    """Enter or correct the result of a table; once its round is over, only after a preview of the changes."""
    if pairing is None or (pairing.round.is_hidden and not permissions.can(request.user, "direct", tournament)):
        if not request.htmx:
            raise Http404
        return _gone(request)
    form = ResultForm(format_in(tournament, pairing), request.POST)
    return (_corrected if form.is_confirmed else _entered)(request, pairing, form)


@refused_at(beside_the_field)
def _gone(request: HtmxRequest) -> HttpResponse:
    """Refuse a result of a table that is no more."""
    raise Refused("pairings_changed_meanwhile")


@refused_at(not_corrected)
def _corrected(request: HtmxRequest, pairing: Pairing, form: ResultForm) -> HttpResponse:
    """Store the correction after its preview, and re-pair the running round if asked to."""
    sent = form.values()
    entry = {"by": request.user, "expected": sent["seen"], "result": sent["entered"]}
    if sent["anew"] is not None:
        actions.correct_and_pair_anew(pairing, number=sent["anew"], **entry)
        return redirect("desk_round", slug=pairing.round.tournament.slug, number=sent["anew"])
    return _recorded(request, pairing, **entry)


@refused_at(
    lambda request, refused, pairing, _form: _show_round(request, pairing.round, pairing.pk, refused),
    in_place=beside_the_field,
)
def _entered(request: HtmxRequest, pairing: PairingToEnter, form: ResultForm) -> HttpResponse:
    """Enter a result sent from a table's row, or redirect a correction to its preview."""
    sent = form.values()
    entry = {"by": request.user, "expected": sent["seen"], "result": sent["entered"]}
    if is_correction(pairing, sent["entered"]):
        refuse_result(pairing.round.tournament, pairing, **entry)
        return to_correction(request, pairing, sent["seen"], sent["entered"])
    return _recorded(request, pairing, gave_up=sent["is_given_up"], **entry)


def _recorded(request: HtmxRequest, pairing: Pairing, *, result: Result, **entry: Any) -> HttpResponse:
    """Store the result; answer with all tables whose results have changed since the page was last refreshed.

    If anything else has changed, or if a table is open again and moves to the open ones, answer with the whole page.
    """
    step = record_result(pairing, result=result, **entry)
    if not request.htmx:
        return redirect("desk_round", slug=pairing.round.tournament.slug, number=pairing.round.number)
    if result == PENDING:
        return _show_round(request, pairing.round)
    seen, evening = ShownForm(request.POST).values()["v"], latest_evening(step.tournament)
    matches.note_open_sheets(evening)
    is_newest = seen == edition_of(step.tournament, Shows.GAMES, own=step.edition_before)
    changed_keys = {pairing.pk} if is_newest else recorded_since.tables_recorded_since(step.tournament, seen)
    if changed_keys is None:
        return _show_round(request, pairing.round)
    return _show_changed(request, step, evening, pairing.round.number, changed_keys)


def _above_the_tables(request: HtmxRequest, refused: Refused, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(rounds_shown_to(request.user, tournament), number=number)
    return _show_round(request, round_, refused=refused, typed=ResultByTableForm(request.POST)["typed"].value() or "")


@posted
@helper_required
@refused_at(_above_the_tables, in_place=beside_the_field)
def result_by_table(request: UserRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter the result of a table that the page has named, or by its number, such as "57 3 1"."""
    round_ = get_object_or_404(rounds_shown_to(request.user, tournament), number=number)
    form = ResultByTableForm(request.POST)
    table_pairings = Pairing.objects.filter(round=round_, table__isnull=False)
    tables = [table for table in table_pairings.values_list("table", flat=True) if table]
    main, second = (
        format_of(tournament, length=length_at(tournament, round_, in_second=in_second)) for in_second in (False, True)
    )
    of_second = table_pairings.filter(in_second=True).values_list("pk", "table") if tournament.finals_second else ()
    beside = {key: second for pk, at in of_second for key in (pk, -(at or 0))}
    table, score = form.table_and_score(main, tables, beside)
    sent = form.values()
    pairing = (
        table_pairings.filter(pk=sent["match"]).first() if table is None else table_pairings.filter(table=table).first()
    )
    if pairing is None and table is None:
        raise Refused("pairings_changed_meanwhile") if sent["match"] else Refused("table_and_score_not_understood")
    if pairing is None:
        raise Refused("no_such_table", **round_facts(tournament, number), table=table)
    if score is None:
        return _to_table(request, round_, table)
    expected = sent["seen"] if pairing.pk == sent["match"] else PENDING
    record_result(pairing, by=request.user, expected=expected or PENDING, result=Result(Outcome.PLAYED, score))
    open_tables = table_pairings.filter(outcome=Outcome.PENDING.value).order_by("table").values_list("table", flat=True)
    return _to_table(request, round_, open_tables.filter(table__gt=pairing.table).first() or open_tables.first())


def _to_table(request: HtmxRequest, round_: Round, table: int | None) -> HttpResponse:
    """Redirect to the round, which names this table as the next one."""
    address = reverse("desk_round", args=[round_.tournament.slug, round_.number])
    return go_to(request, f"{address}?table={table}" if table else address)


@posted
@director_required
@refused_at(on_page("desk"))
def draw(request: HtmxRequest, tournament: Tournament) -> HttpResponse:
    """Pair the next round; first ask about missing players and dice, then what to do if only rematches remain."""
    sent = PairingForm(request.POST).values()
    evening = latest_evening(tournament)
    missed = missed_players(evening)
    if sent["all_here"]:
        sent["presence"] = {entry.number: actions.Presence.HERE for entry, _why in missed} | sent["presence"]
    is_unsaid = any(entry.number not in sent["presence"] for entry, _why in missed)
    if is_unsaid or (sent["draw_seed"] is None and sent["number"] == 1):
        present = evening.record.present(sent["number"])
        context = {
            "players": len(present),
            "here": sum(evening.entries[number].is_here for number in present),
            "clear_winner_rounds": planning.clear_winner_rounds(len(present)),
            "possible_rounds": planning.possible_rounds(len(present)),
            "planned_rounds": tournament.planned_rounds,
            "section": "players",
            "missed": missed,
            "number": sent["number"],
            "dice": sent["draw_seed"] or "",
            "draw_form": DrawForm(),
            "is_asked": True,
        }
        return page(request, tournament, "desk/missed.html", context)
    return _drawn(request, tournament, sent | {"draw_seed": sent["draw_seed"] or ""})


def _only_rematches_left(request: HtmxRequest, refused: Refused, tournament: Tournament, sent: Sent) -> HttpResponse:
    """Ask what to do if only rematches remain, or wishes stand in the way; the page keeps the answers about players."""
    if refused.code not in NEEDS_CONSENT:
        raise refused
    context = {
        "section": "round",
        "sentence": sentence_in(tournament, refused),
        "is_for_wishes": refused.code == "wishes_in_the_way",
        "number": sent["number"],
        "said": [(presence_field(player), answer) for player, answer in sent["presence"].items()],
    }
    return page(request, tournament, "desk/stuck.html", context, status=409)


@refused_at(_only_rematches_left)
def _drawn(request: UserRequest, tournament: Tournament, sent: Sent) -> HttpResponse:
    warn(request, snapshot_before_draw(tournament, sent["number"]))
    round_ = actions.draw_round(
        tournament,
        by=request.user,
        number=sent["number"],
        draw_seed=sent["draw_seed"],
        rematches_allowed=sent["rematches"],
        presence=sent["presence"],
    )
    note_printed_address(url=settings.PUBLIC_URL, at=timezone.now())
    page_name = "pairings_pdf" if sent["prints"] else "desk_round"
    return go_to(request, reverse(page_name, args=[tournament.slug, round_.number]))


@one_action()
def release(request: UserRequest, tournament: Tournament, sent: Sent, number: int) -> None:
    """Release a hidden round to everyone."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    actions.release_round(tournament, by=request.user, number=round_.number)


@require_http_methods(["GET", "POST"])
@director_required
def remove(request: HtmxRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Remove the last round after its number has been typed."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    return _removed(request, round_) if request.method == "POST" else _ask_to_remove(request, None, round_)


def _ask_to_remove(request: HtmxRequest, refused: Refused | None, round_: Round) -> HttpResponse:
    problem = refusal_sentence(refused) if refused else ""
    pairings = round_page(latest_evening(round_.tournament), round_.number)
    context = {"section": "round", "number": round_.number, "pairings": pairings, "problem": problem}
    return page(request, round_.tournament, "desk/remove_round.html", context, status=422 if refused else 200)


@refused_at(_ask_to_remove)
def _removed(request: UserRequest, round_: Round) -> HttpResponse:
    confirmed = ConfirmForm(request.POST).values()["confirmed"]
    journal.remove_drawn_round(round_.tournament, by=request.user, number=round_.number, confirmed=confirmed)
    return redirect("desk", slug=round_.tournament.slug)


@one_action()
def end_consolation(request: UserRequest, tournament: Tournament, sent: Sent, number: int) -> None:
    """End the second bracket of the finals."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    actions.end_consolation(tournament, by=request.user, number=round_.number)


@one_action(SeatForm)
def seat(request: UserRequest, tournament: Tournament, sent: Sent, number: int) -> None:
    """Seat two players without opponents at a table, or give one of them the bye."""
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    actions.set_at_table(
        tournament,
        by=request.user,
        number=round_.number,
        players=sent["players"],
        expected=sent["seen"],
        knows_met=sent["met"],
    )
