"""What pages and papers show of rounds: pairings, reasons, and who has no opponent."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache, partial
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localdate
from django.utils.translation import get_language, gettext as _, gettext_lazy

from tournament.engine import brackets, by_hand, finals, planning, prospects
from tournament.engine.chances import SIMULATED_ENDINGS, chances, contenders
from tournament.engine.record import PENDING, FinalsRules, Result, TournamentRecord
from tournament.engine.seating import Waits
from tournament.engine.terms import Outcome
from tournament.machine.logs import error_as
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import possible_scores
from tournament.models import Entry, Round, Tournament
from tournament.names import isolated, search_key, surname_first
from tournament.pages.matches import LiveScore
from tournament.pages.players import PAIRED_AT, PAIRED_NAME, PAIRED_WITH
from tournament.pages.results import result_code
from tournament.pages.sheets import (
    Cell,
    Column,
    ColumnKind,
    ListColumn,
    Row,
    Sheet,
    Strong,
    cells_of,
    initials,
    occasion,
)
from tournament.pages.tables import MOST_KEPT, NUMBER, Attributes, ListTable
from tournament.phrases import rounds as phrases
from tournament.phrases.results import counts_as, outcome_label, result_text, score_text
from tournament.phrases.standings import knock_out_reason, place_reason
from tournament.phrases.tournaments import finals_label, second_choices
from tournament.phrases.values import moment, ordinal, short_day
from tournament.queries import standings
from tournament.queries.drawn import AsPaired, as_paired, drawn_by_the_rules
from tournament.queries.evening import Evening, once
from tournament.queries.record import finals_places, format_of, length_at, places_in, rounds_with_finals
from tournament.queries.results import Reported, ReportedTable, reported_tables
from tournament.queries.rounds import seating
from tournament.queries.rounds.pairings import (
    NotPlaying,
    PairingRow,
    PlayerPairing,
    RoundPage,
    not_playing,
    round_page,
    rows_by_number,
)
from tournament.queries.rounds.progress import Pace, lost_rounds, pace_shown
from tournament.queries.rounds.seating import PossiblePairing, Waiting, WithoutOpponent

# Chances: who can still win while the last round is being played.


@dataclass(frozen=True, slots=True)
class ChancesPage:
    """Sentences on the chances of the first players; `simulated` counts the endings simulated, 0 if none had to be.

    Before the last round, who can still win `is_bound` by match wins alone.
    """

    sentences: tuple[str, ...]
    simulated: int = 0
    is_bound: bool = False


def chances_page(ranking: standings.StandingsPage, record: TournamentRecord, match_format: MatchFormat) -> ChancesPage:
    """Describe the chances of the first five during the last planned round, from its pairing to its last result.

    Before the pairing the opponents are unknown, and so is what Buchholz can still gain; what is certain by then is who
    is too many wins behind. With finals there are no sentences, as the finals decide who wins.
    """
    if record.rules.finals:
        return ChancesPage(())
    if record.rounds and len(record.rounds) < record.rules.rounds:
        still = contenders(record)
        name_by_number = _names(ranking)
        names = [name_by_number[row.entry.number] for row in ranking.rows if row.entry.number in still]
        is_said = len(still) < len(ranking.rows)
        return ChancesPage((phrases.contenders_sentence(names, len(ranking.rows)),) if is_said else (), is_bound=True)
    all_chances = chances(record, possible_scores(match_format))
    return ChancesPage(
        phrases.chance_sentences(all_chances, _names(ranking)),
        0 if all(chance.is_proven for chance in all_chances) else SIMULATED_ENDINGS,
    )


# The running round beside the ranking, on screens that have room for both.

MOST_BESIDE = 100


def tables_beside(page: RoundPage, live: Mapping[int, LiveScore]) -> tuple[dict[str, Any], ...]:
    """Describe the first tables of a round, open ones first: both players, each with their points so far."""
    in_order = sorted(page.tables, key=lambda row: not row.is_open)
    return tuple(_table_beside(row, live.get(row.key)) for row in in_order[:MOST_BESIDE])


def _table_beside(row: PairingRow, live: LiveScore | None) -> dict[str, Any]:
    score = live.score if live else "" if row.is_open else result_text(row.result, row.first.number)
    points = score.split(":") if score else ("", "")
    sides = tuple((entry, of_one, entry == row.winner) for entry, of_one in zip(row.players, points, strict=False))
    return {"row": row, "sides": sides}


# The bracket of the finals: one description, for pages, papers and files.


# So many matches of the finals stand below one another on the wall.
MOST_BELOW_ONE_ANOTHER = 4
# Each of them in a sentence, together in three lines.
MOST_DROPS_ON_THE_WALL = 4


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a bracket match: a player with seed, Swiss place and points, or `words` on who will play there.

    `waits` says what whoever stands opposite waits for.
    """

    entry: Entry | None = None
    seed: int | None = None
    place: int | None = None
    points: int | None = None
    has_won: bool = False
    words: str = ""
    waits: str = ""

    @property
    def name(self) -> str:
        """The player's name, or the words on who will play there; empty for a side to fill in by hand."""
        return self.entry.display_name if self.entry else self.words


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match of the bracket; `state` is its outcome in words if it was decided without a score.

    `meets` names the winner's next opponent while the match is open. `drops` says from where each of those has
    come who dropped into a match of a second bracket.
    """

    title: str
    sides: tuple[BracketSide, BracketSide]
    table: int | None = None
    state: str = ""
    is_open: bool = False
    meets: str = ""
    drops: tuple[str, ...] = ()

    @property
    def waits(self) -> str:
        """For whom the only player who has come to a match waits; empty where none or both are there."""
        return "".join(side.waits for side in self.sides) if any(side.entry for side in self.sides) else ""

    @property
    def is_decided(self) -> bool:
        return bool(self.state) or any(side.points is not None or side.has_won for side in self.sides)


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket, its matches in bracket order; `number` counts all rounds of the tournament."""

    number: int
    title: str
    boxes: tuple[BracketBox, ...]
    is_running: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The whole bracket, from its first round to the final, the match for third place where there is one, and the
    stages of a second bracket.
    """

    rounds: tuple[BracketRound, ...]
    third: BracketBox | None
    second: tuple[BracketRound, ...] = ()

    @property
    def in_order(self) -> tuple[tuple[str, tuple[BracketBox, ...]], ...]:
        """The matches of each round below its title, then the match for third place and the second bracket."""
        rounds, second = (
            tuple((bracket_round.title, bracket_round.boxes) for bracket_round in part)
            for part in (self.rounds, self.second)
        )
        third = ((self.third.title, (self.third,)),) if self.third else ()
        return (*rounds, *third, *second)

    @property
    def drops(self) -> tuple[str, ...]:
        """From where somebody has come to an open match, each in a sentence."""
        boxes = (box for stage in (*self.rounds, *self.second) for box in stage.boxes if box.is_open)
        return tuple(told for box in boxes for told in box.drops)

    @property
    def is_drawn(self) -> bool:
        return any(side.entry for box in self.rounds[0].boxes for side in box.sides)


def bracket_page(evening: Evening) -> BracketPage | None:
    """Describe the bracket as it stands, before its draw with places instead of players; None without finals."""
    rules = finals.rules_ahead(evening.record)
    return _BracketDrawing(evening, rules).whole() if rules else None


def bracket_on_the_wall(page: BracketPage, live_points: Mapping[int, int]) -> BracketPage | None:
    """Leave of the bracket what can be read across the room: the round that is played, and what it leads to.

    `live_points` are the points so far in the matches that are played, by start number.

    Before the final the semi-finals stay beside it. None while that round has more matches than stand in large letters
    below one another, or a match of a second bracket is played beside it: the wall then shows its tables.
    """
    if any(stage.is_running for stage in page.second):
        return None
    reached = max((nth for nth, round_ in enumerate(page.rounds) if any(box.table for box in round_.boxes)), default=0)
    if len(page.rounds[reached].boxes) > MOST_BELOW_ONE_ANOTHER:
        return None
    rounds = page.rounds[reached - 1 if reached and reached + 1 == len(page.rounds) else reached :]
    return replace(
        page,
        rounds=tuple(
            replace(round_, boxes=tuple(_with_live_points(box, live_points) for box in round_.boxes))
            for round_ in rounds
        ),
        third=_with_live_points(page.third, live_points) if page.third else None,
    )


def _with_live_points(box: BracketBox, live_points: Mapping[int, int]) -> BracketBox:
    if not box.is_open:
        return box
    first, second = (
        replace(side, points=live_points.get(side.entry.number)) if side.entry else side for side in box.sides
    )
    return replace(box, sides=(first, second))


def points_of_live_scores(rows: Iterable[PairingRow], live: Mapping[int, LiveScore]) -> dict[int, int]:
    """Return the points so far of everybody with a live score, by start number."""
    return {
        entry.number: points
        for row in rows
        if row.key in live
        for entry, points in zip(row.players, live[row.key].points, strict=True)
    }


def drops_on_the_wall(page: BracketPage) -> str:
    """Tell who has come to the open matches of a second bracket, while they are few enough to be read."""
    return " ".join(page.drops) if len(page.drops) <= MOST_DROPS_ON_THE_WALL else ""


def match_box(row: PairingRow, live: Mapping[int, LiveScore]) -> BracketBox:
    """Describe a match of any round as those of the bracket are, with its live score while it is played."""
    score = live[row.key].points if row.key in live else row.result.score
    state = "" if row.is_open or score else outcome_label(row.result.outcome)
    if row.is_open and not score:
        state = _("later") if row.waits_for_board else _("new") if row.is_changed else part_of(row)
    points = score or (None, None)
    sides = [
        BracketSide(entry, points=point, has_won=entry == row.winner)
        for entry, point in zip(row.players, points, strict=False)
    ]
    return BracketBox("", (sides[0], sides[-1]), row.table, state, row.is_open)


class _BracketDrawing:
    """Describes the bracket of one evening."""

    def __init__(self, evening: Evening, rules: FinalsRules) -> None:
        record = evening.record
        self.entries, self.rules = evening.entries, rules
        drawn_bracket = finals.bracket_of(record)
        self.bracket = drawn_bracket or brackets.bracket(rules, ())
        self.is_drawn = drawn_bracket is not None
        self.rounds_drawn = len(record.rounds) - record.swiss_rounds
        self.first_number = (record.swiss_rounds if drawn_bracket else record.rules.rounds) + 1
        self.by_lot = finals.is_knock_out(record)
        self.places = evening.ranks_before(self.first_number) if drawn_bracket and not self.by_lot else {}
        self.order = brackets.order_of_places(rules.players)
        drawn = [round_.number for round_ in evening.rounds if round_.is_finals and rules.second]
        self.drops = {key: told for number in drawn for key, told in _drops(evening, number, get_language()).items()}

    def whole(self) -> BracketPage:
        rounds = tuple(self._round(nth) for nth in range(len(self.bracket.rounds)))
        second = tuple(self._stage(nth) for nth in range(len(self.bracket.second)) if self._is_shown(nth))
        return BracketPage(rounds, self._third() if self.rules.third_place else None, second)

    def _is_shown(self, nth: int) -> bool:
        """Whether a stage of the second bracket was played, or may still be."""
        stage = self.bracket.second[nth]
        if any(match.is_passed_over for match in stage.matches):
            return False
        return not self.bracket.second_is_ended or any(match.pairing for match in stage.matches)

    def _stage(self, nth: int) -> BracketRound:
        stage = self.bracket.second[nth]
        boxes = tuple(self._second_box(nth, index) for index in range(stage.count))
        title = self._stage_title(nth)
        if length := finals.length_in(self.rules, 1, in_second=True):
            title = phrases.round_to(title, length)
        return BracketRound(0, title, boxes, is_running=any(box.is_open for box in boxes))

    def _stage_title(self, nth: int) -> str:
        stage = self.bracket.second[nth]
        comes_in = stage.kind is brackets.StageKind.DROPS
        return phrases.second_stage(2 * stage.count, finals.places_of(self.rules, stage.drops_from) if comes_in else 0)

    def _second_title(self, nth: int, index: int) -> str:
        title = self._stage_title(nth)
        return title if self.bracket.second[nth].count == 1 else phrases.match_of_stage(title, index + 1)

    def _second_box(self, nth: int, index: int) -> BracketBox:
        """Describe a match of the second bracket: who has reached it, and words for who can still come."""
        matches = self.bracket.second[nth].matches
        match = matches[index] if matches else brackets.BracketMatch(())
        sides, players = [], list(match.players)
        for what, at in brackets.sources(self.bracket.second, nth, index):
            player, side = self._comes(nth, what, at)
            if player is not None and (player in players or not matches):
                sides.append(self._side(match, player))
            else:
                is_empty = match.is_held or player is not None
                sides.append(BracketSide(words=_("nobody")) if is_empty else side)
        sides.sort(key=lambda side: (side.entry is None, side.seed or 0) if self.is_drawn else (False, side.seed or 0))
        key = self.bracket.second[nth].drops_from, match.pairing.first if match.pairing else 0
        return replace(self._boxed(self._second_title(nth, index), match, sides), drops=self.drops.get(key, ()))

    def _comes(self, nth: int, what: str, at: int) -> tuple[int | None, BracketSide]:
        """Return who comes from a source of the second bracket, or else who can still come, in words."""
        nobody = BracketSide(words=_("nobody"))
        if what == "seed":
            seed = brackets.order_of_places(2 * self.bracket.second[nth].count)[at]
            seeds = self.bracket.second_seeds
            if not self.is_drawn:
                place = self.rules.players + seed
                return None, BracketSide(words=_("%(place)s of the ranking") % {"place": ordinal(place)})
            return (seeds[seed - 1] if seed <= len(seeds) else None), nobody
        if what == "loser":
            number = self.bracket.second[nth].drops_from
            match = self.bracket.rounds[number - 1][at]
            loser = match.loser
            if loser is not None:
                drops = brackets.drops(self.rules, self.bracket.rounds[0], number, loser)
                return (loser if drops else None), nobody
            return None, self._open_side(number - 1, at, phrases.loser_of)
        stage_before = self.bracket.second[nth - 1]
        feeder = stage_before.matches[at] if stage_before.matches else brackets.BracketMatch(())
        if feeder.winner is not None:
            return feeder.winner, nobody
        if feeder.is_decided:
            return None, nobody
        table = feeder.pairing.table if feeder.pairing else None
        words = phrases.winner_of(self._second_title(nth - 1, at), table)
        return None, BracketSide(words=words, waits=phrases.waits_for_winner(table) if table else "")

    def _round(self, nth: int) -> BracketRound:
        boxes = tuple(self._box(nth, index) for index in range(len(self.bracket.rounds[nth])))
        title = capfirst(phrases.finals_round(finals.places_of(self.rules, nth + 1)))
        if self.rules.lengths:
            title = phrases.round_to(title, finals.length_in(self.rules, nth + 1) or 0)
        is_running = nth == self.rounds_drawn - 1 and any(box.is_open for box in boxes)
        return BracketRound(self.first_number + nth, title, boxes, is_running)

    def _box(self, nth: int, index: int) -> BracketBox:
        match = self.bracket.rounds[nth][index]
        sides = self._seeded(match, index) if nth == 0 else self._fed(nth, index)
        box = self._boxed(self._title(nth, index), match, sides)
        goes_on = nth + 1 < len(self.bracket.rounds) and (box.is_open or not self.is_drawn)
        return replace(box, meets=self._fed(nth + 1, index // 2)[1 - index % 2].name) if goes_on else box

    def _title(self, nth: int, index: int) -> str:
        """Name a match, like "final" or "semi-final 2"."""
        name = phrases.finals_match(finals.places_of(self.rules, nth + 1))
        return name if len(self.bracket.rounds[nth]) == 1 else f"{name} {index + 1}"

    def _boxed(self, title: str, match: brackets.BracketMatch, sides: Sequence[BracketSide]) -> BracketBox:
        pairing = match.pairing
        is_open = pairing is not None and pairing.result.outcome is Outcome.PENDING
        state = outcome_label(pairing.result.outcome) if pairing and not (is_open or pairing.result.score) else ""
        if pairing is None and match.is_held and len(match.players) > 1:
            state = _("not played")
        return BracketBox(title, (sides[0], sides[1]), pairing.table if pairing else None, state, is_open)

    def _seeded(self, match: brackets.BracketMatch, index: int) -> tuple[BracketSide, ...]:
        """Fill a match of the first round with its players; until the draw, with the places of the ranking."""
        seeds = sorted(self.order[2 * index : 2 * index + 2])
        if not self.is_drawn:
            by = _("%(place)s by the lot") if self.by_lot else _("%(place)s of the ranking")
            return tuple(BracketSide(seed=seed, words=by % {"place": ordinal(seed)}) for seed in seeds)
        players = self._in_order(match)
        return tuple(
            self._side(match, players[nth]) if nth < len(players) else BracketSide(words=_("nobody")) for nth in (0, 1)
        )

    def _in_order(self, match: brackets.BracketMatch) -> tuple[int, ...]:
        return tuple(sorted(match.players, key=self.bracket.everybody.index))

    def _fed(self, nth: int, index: int) -> tuple[BracketSide, ...]:
        """Fill a later match with the winners of two matches, the upper one first, or words while these are open."""
        match = self.bracket.rounds[nth][index]
        return tuple(
            self._side(match, feeder.winner)
            if feeder.winner is not None
            else self._open_side(nth - 1, fed_by, phrases.winner_of)
            for fed_by, feeder in ((at, self.bracket.rounds[nth - 1][at]) for at in (2 * index, 2 * index + 1))
        )

    def _open_side(self, nth: int, index: int, words: Callable[[str, int | None], str]) -> BracketSide:
        match = self.bracket.rounds[nth][index]
        is_dead = nth < self.rounds_drawn and (
            match.pairing is None or match.pairing.result.outcome is not Outcome.PENDING
        )
        if is_dead:
            return BracketSide(words=_("nobody"))
        table = match.pairing.table if match.pairing else None
        waits = phrases.waits_for_loser if words is phrases.loser_of else phrases.waits_for_winner
        return BracketSide(words=words(self._title(nth, index), table), waits=waits(table) if table else "")

    def _third(self) -> BracketBox:
        """Describe the match for third place: the losers of the semi-finals, or words while these are open."""
        nth, match = len(self.bracket.rounds) - 2, self.bracket.third
        if match is None:
            match, is_drawn = brackets.BracketMatch(()), nth < self.rounds_drawn
            sides = [
                self._side(match, semifinal.loser)
                if is_drawn and semifinal.is_decided and semifinal.loser is not None
                else self._open_side(nth, index, phrases.loser_of)
                for index, semifinal in enumerate(self.bracket.rounds[nth])
            ]
            return self._boxed(phrases.finals_third(), match, sides)
        # Where nobody or only one has reached the final, a better place than the third is played for.
        in_final = len(self.bracket.rounds[-1][0].players)
        sides = [self._side(match, player) for player in self._in_order(match)]
        sides += [BracketSide(words=_("nobody"))] * (2 - len(sides))
        return self._boxed(phrases.finals_third(in_final + 1), match, sides)

    def _side(self, match: brackets.BracketMatch, player: int) -> BracketSide:
        pairing, points = match.pairing, None
        if pairing and pairing.result.score:
            points = pairing.result.score[0 if player == pairing.first else 1]
        return BracketSide(
            self.entries[player],
            self.bracket.everybody.index(player) + 1,
            self.places.get(player),
            points,
            has_won=player == match.winner,
        )


def bracket_sheet(tournament: Tournament, page: BracketPage) -> Sheet:
    """List the matches of the bracket round by round, the match for third place last."""
    rounds = [(title, box) for title, boxes in page.in_order for box in boxes]
    seed, points = Column(_("Seed"), ColumnKind.NUMBER), Column(_("Points"), ColumnKind.POINTS)
    return Sheet(
        title=tournament.name,
        subtitle=_("Bracket"),
        columns=(
            Column(_("Round"), ColumnKind.BESIDE),
            *(TABLE.listed, seed, FIRST.listed, points, points, SECOND.listed, seed),
            Column(_("State"), ColumnKind.REMARK),
        ),
        rows=tuple((title, box.table, *_bracket_cells(box), box.state or " ".join(box.drops)) for title, box in rounds),
        notes=occasion(tournament),
    )


def _bracket_cells(box: BracketBox) -> Row:
    first, second = box.sides
    names = [Strong(side.name) if side.has_won else side.name for side in box.sides]
    return first.seed, names[0], first.points, second.points, names[1], second.seed


def round_of(evening: Evening, number: int, player: int) -> str:
    """Name a round for this player: in finals, theirs may be the match for third place or one of a consolation."""
    places = finals_places(evening.tournament, number)
    row = rows_by_number(evening, number).get(player) if places else None
    return (part_of(row) if row else "") or phrases.round_name(number, places)


def next_in_finals(evening: Evening, number: int) -> str:
    """Announce a player's next finals match until it is paired, and for whom they wait or that it is not next."""
    page = bracket_page(evening) if evening.rounds and evening.rounds[-1].is_finals else None
    if page is None:
        return ""
    rounds = (*page.rounds[1:], *page.second)
    boxes = [*(box for round_ in rounds for box in round_.boxes), *((page.third,) if page.third else ())]
    for box in reversed(boxes):
        for own_side, other_side in (box.sides, box.sides[::-1]):
            if own_side.entry and own_side.entry.number == number and box.table is None and not box.state:
                facts = {"match": box.title, "other": isolated(other_side.name)}
                told = _("Next: %(match)s against %(other)s") % facts
                if other_side.waits:
                    told = _("Next: %(match)s, %(waits)s") % {**facts, "waits": other_side.waits}
                later = number in finals.playing_later(evening.record)
                return f"{told}; {phrases.plays_later()}" if later else told
    return ""


def has_no_further_match(evening: Evening, number: int) -> bool:
    """Tell whether a player without an open match is out of the finals that are being played."""
    return bool(evening.rounds and evening.rounds[-1].is_finals) and not next_in_finals(evening, number)


# A round as a list, by table and by name.

SELF_EVIDENT = (Outcome.PLAYED, Outcome.PENDING, Outcome.BYE)


def pairings_sheet(page: RoundPage) -> Sheet:
    """List a round by table, the bye last; tables that must wait for a board are marked."""
    return Sheet(
        title=page.round.tournament.name,
        subtitle=phrases.round_name(page.round.number, places_in(page.round)),
        columns=tuple(column.listed for column in PAIRING_COLUMNS),
        rows=cells_of(PAIRING_COLUMNS, page.tables + page.byes),
        notes=_notes(page),
        span=partial(_tables, len(page.tables)),
    )


def pairings_by_name_sheet(page: RoundPage, *, by_surname: bool = False) -> Sheet:
    """List who plays where: as on the page by name, or by surname, with a note."""
    columns = (PAIRED_NAME.listed, PAIRED_AT.listed, PAIRED_WITH.listed, Column(_("Note"), ColumnKind.REMARK))
    paired = [PlayerPairing(entry, row) for row in page.rows for entry in row.players]
    rows = [
        (
            surname_first(row.entry.display_name) if by_surname else PAIRED_NAME.cell_of(row),
            PAIRED_AT.cell_of(row),
            PAIRED_WITH.cell_of(row),
            _remark(row.pairing) if row.pairing else "",
        )
        for row in paired
    ]
    subtitle = _("%(round)s by surname") if by_surname else _("%(round)s by name")
    return Sheet(
        title=page.round.tournament.name,
        subtitle=subtitle % {"round": phrases.round_name(page.round.number, places_in(page.round))},
        columns=columns,
        rows=tuple(sorted(rows, key=lambda row: (search_key(str(row[0])), row))),
        notes=_notes(page),
        span=initials,
    )


def _notes(page: RoundPage) -> tuple[str, ...]:
    waits = any(later(row) for row in page.rows)
    return (*occasion(page.round.tournament), *((later_in_full(),) if waits else ()))


def later(row: PairingRow) -> str:
    """Say that a table must wait until a board is free; else empty."""
    return _("later") if row.waits_for_board and row.is_open else ""


def later_in_full() -> str:
    return _("later: as soon as a board is free")


def _tables(count: int, first: Row, last: Row) -> str:
    """The range of tables from one row to another; the bye comes last and has no table."""
    numbers = {"first": first[0] or count, "last": last[0] or count}
    return _("Tables %(first)s–%(last)s") % numbers


def _outcome_words(row: PairingRow) -> str:
    if row.result.outcome not in SELF_EVIDENT:
        return outcome_label(row.result.outcome)
    return " · ".join(filter(None, (counts_as(row.result, row.counted), _remark(row))))


def _remark(row: PairingRow) -> str:
    return " · ".join(filter(None, (part_of(row), later(row))))


def part_of(row: PairingRow) -> str:
    """Name the part of the finals that a match belongs to, if it is not the main bracket; else empty."""
    return phrases.part_of_finals(is_for_third=row.is_for_third, in_second=row.in_second)


def player_fact(entry: Entry) -> dict[str, Any]:
    """Name a player for other programs."""
    return {"number": entry.number, "name": entry.wished_name}


def _named_with_win(row: PairingRow, entry: Entry) -> str:
    return Strong(entry.display_name) if entry == row.winner and not row.is_bye else entry.display_name


def _points(row: PairingRow) -> tuple[Cell, Cell]:
    if row.is_bye:
        return "", ""
    if row.is_open:
        return None, None
    if row.result.score:
        return row.result.score
    first, second = result_text(row.result, row.first.number).split(":")
    return first, second


TABLE = ListColumn[PairingRow]("table", ColumnKind.TABLE, lambda row: row.table, gettext_lazy("Table"))
FIRST = ListColumn[PairingRow](
    "first",
    ColumnKind.NAME,
    lambda row: player_fact(row.first),
    gettext_lazy("Player 1"),
    lambda row: _named_with_win(row, row.first),
)
SECOND = ListColumn[PairingRow](
    "second",
    ColumnKind.NAME,
    lambda row: row.second and player_fact(row.second),
    gettext_lazy("Player 2"),
    lambda row: _named_with_win(row, row.second) if row.second else outcome_label(Outcome.BYE),
)
OUTCOME = ListColumn[PairingRow](
    "outcome", ColumnKind.REMARK, lambda row: row.result.outcome, gettext_lazy("Outcome"), _outcome_words
)
# Lists show the points of each player, other programs get the score in one and who has won.
PAIRING_COLUMNS = (
    *(TABLE, FIRST, SECOND),
    ListColumn[PairingRow]("first_points", ColumnKind.POINTS, lambda row: _points(row)[0], gettext_lazy("Points 1")),
    ListColumn[PairingRow]("second_points", ColumnKind.POINTS, lambda row: _points(row)[1], gettext_lazy("Points 2")),
    OUTCOME,
)
PAIRING_FACTS = (
    *(TABLE, FIRST, SECOND),
    ListColumn[PairingRow]("score", ColumnKind.POINTS, lambda row: row.result.score),
    OUTCOME,
    ListColumn[PairingRow]("winner", ColumnKind.NUMBER, lambda row: row.winner and row.winner.number),
)


# Whether the planned rounds can be played.


def lookahead_sentence(round_: Round, record: TournamentRecord) -> str:
    """Say how many rounds are still secured if the look-ahead reached its bound; else empty."""
    if not round_.lookahead_bound:
        return ""
    drawn_round = drawn_by_the_rules(round_, record)
    return phrases.lookahead_bound_sentence(drawn_round.later_rounds if drawn_round else 0)


def too_many_rounds_sentence(record: TournamentRecord) -> str:
    """Say before round 1 that more rounds are planned than rematches and wishes allow; else empty."""
    planned, present = record.rules.rounds, len(record.present(1))
    if record.rounds or present < 2:
        return ""
    if record.apart(1):
        playable = prospects.playable_rounds(record)
        if playable is None or playable >= planned:
            return ""
        are_wishes_alone = planned <= planning.possible_rounds(present)
        return phrases.lost_rounds_sentence(planned, playable, are_wishes_alone=are_wishes_alone)
    if planned <= planning.possible_rounds(present):
        return ""
    return phrases.possible_rounds_sentence(planned, present, planning.possible_rounds(present))


# Reasons for pairings and places, in sentences with the players' names.


def pairing_reasons(evening: Evening, number: int) -> dict[int, str]:
    """Map first players' start numbers to the reasons for their pairings in a round."""
    return _pairing_reasons(evening, number, get_language())


@once
def _pairing_reasons(evening: Evening, number: int, _language: str | None) -> dict[int, str]:
    if evening.rounds[number - 1].is_finals:
        return drop_reasons(evening, number)
    as_drawn = as_paired(evening, number)
    return {first: reason_of(as_drawn, first) for first in (*as_drawn.pairings, *as_drawn.set_by_hand)}


def reason_in(evening: Evening, number: int, first: int) -> str:
    """Explain the pairing with this first player in a round; of the finals, only who has dropped into a consolation."""
    if evening.rounds[number - 1].is_finals:
        return drop_reasons(evening, number).get(first, "")
    return reason_of(as_paired(evening, number), first)


def drop_reasons(evening: Evening, number: int) -> dict[int, str]:
    """Map first players' start numbers to where the two of their pairing drop from, in a round of the finals."""
    return {first: " ".join(told) for (_main_round, first), told in _drops(evening, number, get_language()).items()}


@once
def _drops(evening: Evening, number: int, _language: str | None) -> dict[tuple[int, int], tuple[str, ...]]:
    """Map who drops in a round of the finals, by the main round they come from and the first player, to sentences."""
    names = {entry.number: isolated(entry.display_name) for entry in evening.entries.values()}
    rules = evening.record.rules.finals
    assert rules is not None
    reasons: dict[tuple[int, int], tuple[str, ...]] = {}
    for first, player, main_round, winner in finals.drops_into(evening.record, number):
        if player is None:
            told = phrases.nobody_drops(names[first])
        else:
            told = phrases.dropped(names[player], finals.places_of(rules, main_round), names[winner] if winner else "")
        reasons[main_round, first] = (*reasons.get((main_round, first), ()), told)
    return reasons


@error_as(lambda paired_round, first: "")
def reason_of(paired_round: AsPaired, first: int) -> str:
    """Explain the pairing with this first player; empty if the rules do not produce it."""
    if first in paired_round.set_by_hand:
        return _("%(pair)s: set by the director.") % {"pair": _pair_words(paired_round, first)}
    if first not in paired_round.pairings:
        return ""
    pairing = paired_round.pairings[first]
    if pairing is None:
        sentence = _("%(pair)s: the director changed this round, so the rules alone no longer explain this pairing.")
        return sentence % {"pair": _pair_words(paired_round, first)}
    passed_over = [
        ("", 0, passed.why) if passed.number is None else (*_named_with_place(paired_round, passed.number), passed.why)
        for passed in pairing.passed_over
    ]
    second = None if pairing.second is None else _named_with_place(paired_round, pairing.second)
    drawn_round = paired_round.drawn
    assert drawn_round is not None
    return phrases.pairing_reason(
        _named_with_place(paired_round, pairing.first),
        second,
        passed_over,
        by_lot=paired_round.number == 1,
        rematches_allowed=drawn_round.rematches_allowed
        and (drawn_round.has_rematches or not drawn_round.broken_wishes),
        nobody_unmet=drawn_round.nobody_unmet,
        are_kept_apart=pairing.are_kept_apart,
        meetings=paired_round.meetings.get(first),
        has_bye=drawn_round.has_bye,
        had_bye=first in paired_round.had_bye,
        is_for_wishes=drawn_round.is_for_wishes,
        breaks_wishes=bool(drawn_round.broken_wishes),
    )


def _pair_words(paired_round: AsPaired, first: int) -> str:
    """Name the two of a pairing, or the player who has the bye."""
    second = paired_round.seconds[first]
    names = [isolated(paired_round.entries[number].display_name) for number in (first, second) if number is not None]
    return " – ".join([*names, *([outcome_label(Outcome.BYE)] if second is None else [])])


def _named_with_place(paired_round: AsPaired, number: int) -> tuple[str, int]:
    """The player's name, and their place when the round was paired."""
    return isolated(paired_round.entries[number].display_name), paired_round.ranks[number]


def between_rounds(evening: Evening, number: int, now: datetime) -> tuple[str, ...]:
    """Tell a player without an open match how far the round is and when the next is expected; else empty."""
    last = evening.newest_round
    pairing = rows_by_number(evening, last.number).get(number) if last else None
    if last is None or evening.tournament.is_closed or number in evening.record.left or (pairing and pairing.is_open):
        return ()
    page = round_page(evening, last.number)
    if has_no_further_match(evening, number):
        return _("No further match this evening"), phrases.tables_done(page.finished_tables, len(page.tables))
    return progress_words(page.finished_tables, len(page.tables), pace_shown(evening, last.number, now), now)


def progress_words(done: int, tables: int, pace: Pace | None, now: datetime) -> tuple[str, ...]:
    """Tell how far a round is, and when the next round is expected."""
    next_round, end = (moment(at, localdate(now)) if at else "" for at in _moments(pace))
    return tuple(filter(None, (phrases.tables_done(done, tables), phrases.forecast(next_round, end))))


def goes_on_at(pace: Pace | None, now: datetime) -> tuple[str, str, str, str]:
    """Return what comes next, at what time and on which other day, and when the end is after it; empty if unknown."""
    today = localdate(now)
    next_round_at, end_at = _moments(pace)
    at = next_round_at or end_at
    if at is None:
        return "", "", "", ""
    day = "" if localdate(at) == today else short_day(localdate(at))
    end = phrases.forecast("", moment(end_at, today)) if next_round_at and end_at else ""
    return _("Next round about") if next_round_at else _("End about"), moment(at, localdate(at)), day, end


def _moments(pace: Pace | None) -> tuple[datetime | None, datetime | None]:
    return (pace.next_round_at, pace.end_at) if pace else (None, None)


def place_reasons(row: standings.StandingRow, page: standings.StandingsPage) -> tuple[str, ...]:
    """Explain why a player is ranked below the player before them and above the player after them."""
    names = _names(page)
    sentences = []
    if row.above:
        sentences.append(_place_reason(row.above, row, names, page))
    if row.below:
        sentences.append(_place_reason(row, row.below, names, page))
    return tuple(sentences)


def order_reasons(rows: Iterable[standings.StandingRow], page: standings.StandingsPage) -> tuple[str, ...]:
    """Explain for each of these players why they are above the next; the last of the ranking has no sentence."""
    names = _names(page)
    return tuple(_place_reason(row, row.below, names, page) for row in rows if row.below)


def _place_reason(
    upper: standings.RankedEntry, lower: standings.RankedEntry, names: Mapping[int, str], page: standings.StandingsPage
) -> str:
    if page.is_knock_out and lower.standing.has_place:
        return knock_out_reason(upper.standing, lower.standing, names)
    return place_reason(upper.standing, lower.standing, names, page.ranking)


def _names(page: standings.StandingsPage) -> dict[int, str]:
    return {number: isolated(entry.display_name) for number, entry in page.entries.items()}


def own_pairing_reasons(
    evening: Evening, number: int, path: Sequence[standings.PathRow]
) -> tuple[tuple[int, str], ...]:
    """Explain each pairing of a player, as round number and sentence."""
    sentences = []
    for row in path:
        by_opponent = row.opponent and reason_in(evening, row.round_number, row.opponent.number)
        reason = row.result and (by_opponent or reason_in(evening, row.round_number, number))
        if reason:
            sentences.append((row.round_number, reason))
    return tuple(sentences)


# The bar above the tables with the players who have no opponent, and the buttons to seat them.


@dataclass(frozen=True, slots=True)
class SeatButton:
    """A button that seats two players or gives a bye; `is_best` fills it with colour.

    It sends the start numbers of the `players` and the seats in which the page has `seen` them. `met` is a warning, if
    any, that they have met or are kept apart.
    """

    label: str
    players: str
    seen: str
    is_best: bool
    met: str


class Chip:
    """A player without opponent, whom the director taps; `note` says why, or at which table they would play.

    With a `seating`, the tap seats them with the player tapped first. A single player cannot be tapped.
    """

    def __init__(self, one: Waiting, without: WithoutOpponent) -> None:
        chance = without.chances.get(one.entry.number)
        self.number, self.name = one.entry.number, one.entry.name
        self.is_tapped = without.tapped is one
        self.is_single = len(without.free) == 1
        self.seating = _proposal(chance, is_first=False) if chance else None
        best = without.proposals[0] if without.proposals and not without.tapped else None
        self.is_best = best is not None and not _warning(best) and one in (best.first, best.second)
        if chance and self.seating:
            self.note = self.seating.met or _("at table %(table)s, not played yet") % {"table": chance.table}
        else:
            self.note = _reason_without_opponent(one, is_tapped=self.is_tapped)


class UnpairedBar:
    """The bar of players without an opponent: suggestions until one is tapped, then what that player can do."""

    def __init__(self, without: WithoutOpponent) -> None:
        self.without = without
        self.round_number = without.round_number
        self.is_only = len(without.free) == 1
        self.left_over = [one for one in without.free if one.is_left_over]
        self.tapped = without.tapped.entry.number if without.tapped else None
        # Who asked to miss the round can be let in after all.
        self.sitting_out = () if without.tapped else without.sitting_out
        self.chips = tuple(Chip(one, without) for one in without.free) if without.has_waiting else ()

    @property
    def hint(self) -> str:
        return _hint(self.without)

    @property
    def note(self) -> str:
        return _note(self.without)

    @cached_property
    def seats(self) -> tuple[SeatButton, ...]:
        tapped = self.without.tapped
        byes = [tapped] if tapped else [one for one in self.left_over if not one.may_have_win]
        proposed = () if tapped else self.without.proposals
        seats = [_proposal(chance, is_first=index == 0) for index, chance in enumerate(proposed)]
        return (*seats, *(_bye(one, is_only=self.is_only) for one in byes if one.may_have_bye))

    @cached_property
    def wins(self) -> tuple[tuple[int | None, str, str], ...]:
        """The buttons that give leavers' opponents the win: the key of the pairing, the result and the label."""
        tapped = self.without.tapped
        wins = [tapped] if tapped else self.left_over
        return tuple(
            (
                one.key,
                result_code(Result(Outcome.FORFEIT, winner=one.entry.number)),
                _("Win for %(opponent)s") % {"opponent": _name(one)},
            )
            for one in wins
            if one.may_have_win
        )

    @property
    def numbers(self) -> frozenset[int]:
        """The start numbers of all players on the bar."""
        return frozenset([*(chip.number for chip in self.chips), *(entry.number for entry in self.sitting_out)])


class AroundTables:
    """What stands around the tables of a round at the desk, for whoever may direct or only helps; made when asked for.

    `tapped` is the start number of the player without an opponent who was tapped last.
    """

    def __init__(
        self, evening: Evening, number: int, *, may_direct: bool, may_correct: bool, tapped: int | None = None
    ) -> None:
        self.evening, self.round = evening, evening.rounds[number - 1]
        self.pairings = round_page(evening, number)
        self.paired_rounds = len(evening.record.rounds)
        self.is_newest = number == self.paired_rounds
        self._is_closed = evening.tournament.is_closed
        self._may_direct, self._may_enter = may_direct, self.is_newest or may_correct
        self._tapped = tapped

    # The numbers of the rounds, and how this one is played.

    @property
    def round_numbers(self) -> range:
        """The numbers of all rounds, planned ones too."""
        return range(1, max(rounds_with_finals(self.evening.tournament), self.paired_rounds) + 1)

    @cached_property
    def match_format(self) -> MatchFormat:
        tournament = self.evening.tournament
        return format_of(tournament, length=length_at(tournament, self.round))

    @property
    def example(self) -> tuple[int, int]:
        """A score to show how one is typed."""
        length = self.match_format.match_length
        return length, length // 3

    @property
    def nothing_yet(self) -> str:
        """The code of a result that is still open."""
        return result_code(PENDING)

    @property
    def address(self) -> str:
        return reverse("desk_round", args=[self.evening.tournament.slug, self.round.number])

    # What may be done.

    @property
    def can_enter(self) -> bool:
        return self._may_enter and not (self._is_closed or self.round.is_hidden)

    @property
    def can_change_pairings(self) -> bool:
        return self.is_newest and not (self._is_closed or self.pairings.finished_tables or self.round.is_finals)

    @property
    def can_end_consolation(self) -> bool:
        return self.is_newest and not self._is_closed and finals.can_end_second(self.evening.record)

    @property
    def may_pair_again(self) -> bool:
        """Whether the round may be paired anew because of who has left."""
        return self._leavers[1]

    # Who is not at a table, and what is to be decided.

    @property
    def leavers(self) -> tuple[seating.Leaver, ...]:
        return self._leavers[0]

    @cached_property
    def _leavers(self) -> tuple[tuple[seating.Leaver, ...], bool]:
        return seating.leavers(self.round, self.evening) if self._may_direct else ((), False)

    @cached_property
    def unpaired_bar(self) -> UnpairedBar | None:
        without = seating.without_opponent(self.round, self.evening, self._tapped) if self._may_direct else None
        return UnpairedBar(without) if without else None

    @cached_property
    def not_playing(self) -> list[NotPlaying]:
        """Who is not in this round and not on the bar either."""
        bar = self.unpaired_bar
        return [row for row in not_playing(self.round, self.evening) if not bar or row.entry.number not in bar.numbers]

    @cached_property
    def reported(self) -> tuple[tuple[ReportedTable, tuple[tuple[Reported, str], ...]], ...]:
        """The tables with reports that wait for the desk, each report with the code of the button that accepts it."""
        if not self._may_enter or not any(one.is_reported for one in self.evening.pairings[self.round.number]):
            return ()
        return tuple(
            (table, tuple((report, result_code(Result(Outcome.PLAYED, report.score))) for report in table.versions))
            for table in reported_tables(self.round)
        )

    @cached_property
    def lost_rounds(self) -> int | None:
        """How many rounds can still be played where fewer than planned can."""
        if not self._may_direct or not self.is_newest:
            return None
        return lost_rounds(self.evening.tournament, self.evening.record)

    @cached_property
    def is_overtaken(self) -> bool:
        """Whether a result has been corrected since the round was paired by it."""
        return self._may_direct and self.is_newest and seating.is_overtaken(self.round, self.evening.record)

    # What is said.

    @property
    def new_tables(self) -> str:
        return phrases.new_tables_sentence([row.table for row in self.pairings.changed_tables if row.table])

    @property
    def over_boards(self) -> str:
        """Say that there are fewer boards than tables; else empty."""
        boards = self.evening.tournament.boards
        return phrases.boards_sentence(len(self.pairings.open_tables), boards) if self.is_newest else ""

    @property
    def lookahead(self) -> str:
        return lookahead_sentence(self.round, self.evening.record)

    @cached_property
    def bracket(self) -> BracketPage | None:
        return bracket_page(self.evening) if self.round.is_finals else None

    @property
    def finals_choices(self) -> list[tuple[int, str]]:
        """The sizes of finals that can follow, with their names."""
        return [(size, finals_label(size)) for size in finals.SIZES]

    @property
    def second_choices(self) -> Sequence[tuple[str, str]]:
        return second_choices()


def _hint(without: WithoutOpponent) -> str:
    if without.tapped:
        return _("%(name)s against …") % {"name": _name(without.tapped)}
    return _("Tap two to set them at a table.") if without.has_waiting and len(without.free) > 1 else ""


def _note(without: WithoutOpponent) -> str:
    if without.tapped:
        return _("Whoever is tapped plays %(name)s.") % {"name": _name(without.tapped)} if without.chances else ""
    if without.proposals and all(chance.met for chance in without.proposals):
        return _("All who are free have already played each other.")
    players_left = [
        player
        for player in without.free
        if player.is_left_over and player.why is Waits.CAME and not player.may_have_bye
    ]
    return (
        _("Nobody is left for %(name)s, and the bye is taken.") % {"name": _name(players_left[0])}
        if players_left
        else ""
    )


def _reason_without_opponent(player: Waiting, *, is_tapped: bool) -> str:
    if player.leaver:
        return _("Table %(table)s, %(name)s has left") % {"table": player.table, "name": isolated(player.leaver.name)}
    if player.why is Waits.BYE:
        return _("Bye, is dropped then") if is_tapped else _("Bye")
    return _("just back") if player.is_back else _("just arrived")


def _warning(chance: PossiblePairing) -> str:
    """Say why two players should rather not play each other; empty if nothing speaks against it."""
    reasons = [_("not to be paired with each other")] if chance.are_kept_apart else []
    if chance.met:
        number, score = chance.met
        facts = {"round": number, "score": score_text(score)}
        reasons.append(_("played in round %(round)s, %(score)s") % facts)
    return ", ".join(reasons)


def _proposal(chance: PossiblePairing, *, is_first: bool) -> SeatButton:
    warning = _warning(chance)
    is_best = is_first and not warning
    facts = {"first": _name(chance.first), "second": _name(chance.second), "table": chance.table}
    if is_best:
        label = _("Set %(first)s – %(second)s at table %(table)s") % facts
    else:
        label = _("%(first)s – %(second)s at table %(table)s") % facts
    numbers = " ".join(map(str, chance.numbers))
    seen = " ".join(place_text(player.place) for player in (chance.first, chance.second))
    return SeatButton(label, numbers, seen, is_best, warning)


def _bye(player: Waiting, *, is_only: bool) -> SeatButton:
    warning = _("has already had a bye or a win by forfeit") if player.has_met_bye else ""
    label = _("Bye for %(name)s") % {"name": _name(player)}
    seen = place_text(player.place)
    return SeatButton(label, str(player.entry.number), seen, is_best=is_only and not warning, met=warning)


def place_text(place: tuple[int | None, ...]) -> str:
    """Encode a player's seat in start numbers: "5-6" in a pairing, "9-0" with the bye, "3" if not paired."""
    return "-".join(str(number or 0) for number in place)


def _name(player: Waiting) -> str:
    return isolated(player.entry.name)


# The tables that change when a round is paired anew.


def changed_tables(
    now: Mapping[int | None, by_hand.Pair], then: Mapping[int | None, by_hand.Pair], entries: Mapping[int, Entry]
) -> tuple[tuple[int | None, str, str], ...]:
    """List the tables whose players would change with the names before and after; the bye, without a table, last."""
    tables_of_both = sorted(now.keys() | then.keys(), key=lambda table: (table is None, table or 0))
    return tuple(
        (table, _pair(now.get(table), entries), _pair(then.get(table), entries))
        for table in tables_of_both
        if now.get(table) != then.get(table)
    )


def _pair(pair: by_hand.Pair | None, entries: Mapping[int, Entry]) -> str:
    return " – ".join(isolated(entries[number].name) for number in pair or () if number is not None)


# The public table of a round with its results.


class RoundTable(ListTable):
    """A round in pairing order; tables in `replays` link to a replay, those in `live` show their live score."""

    table_number = tables.Column(
        TABLE.heading, accessor="table", attrs={**NUMBER, "td": {"class": "num table-number"}}, default="–"
    )
    players = tables.Column(gettext_lazy("Players"))
    result = tables.Column(gettext_lazy("Result"), attrs=NUMBER)

    def __init__(
        self,
        tournament: Tournament,
        number: int,
        rows: Sequence[PairingRow],
        replays: Collection[int],
        live: Mapping[int, LiveScore],
    ) -> None:
        super().__init__(rows)
        self.caption = _("Pairings: %(round)s") % {
            "round": phrases.round_name(number, finals_places(tournament, number))
        }
        self.tournament, self.number, self.replays, self.live = tournament, number, replays, live

    def attrs_of(self, record: PairingRow) -> Attributes:
        return {"id": f"pairing-{record.key}"}

    def render_players(self, record: PairingRow) -> SafeString:
        winner, slug, language = record.winner, self.tournament.slug, get_language()
        sides = (record.first, record.second) if record.second else (record.first,)
        names = "".join(
            [_side(slug, entry.number, entry.display_name, language, has_won=entry == winner) for entry in sides]
        )
        part = part_of(record)
        return mark_safe(names + (format_html('<span class="small-note">{}</span>', part) if part else ""))

    def render_result(self, record: PairingRow) -> SafeString:
        replay = ""
        if record.table in self.replays:
            address = reverse("replay", args=[self.tournament.slug, self.number, record.table])
            replay = format_html('<p class="live-only"><a class="tap" href="{}">{}</a></p>', address, _("Replay"))
        live_score = self.live.get(record.key)
        if live_score:
            live = '<span class="live-score"><b>{}</b> <small>{}</small></span>{}'
            return format_html(live, live_score.score, live_score.beside, replay)
        return format_html("{}{}", _state(record), replay)


@lru_cache(maxsize=MOST_KEPT)
def _side(slug: str, number: int, name: str, _language: str | None, *, has_won: bool) -> SafeString:
    address, look = reverse("player", args=[slug, number]), SafeString(' class="winner"' if has_won else "")
    return format_html('<a href="{}" data-number="{}"{}><bdi>{}</bdi></a>', address, number, look, name)


def _state(row: PairingRow) -> str:
    if row.is_bye:
        return format_html('<span class="chip">{}</span>', _("bye"))
    if row.waits_for_board and row.is_open:
        return format_html('<span class="chip warn">{}</span>', _("later"))
    if row.is_changed:
        return format_html('<span class="chip warn">{}</span>', _("new"))
    score, note = result_text(row.result, row.first.number), counts_as(row.result, row.counted)
    return format_html('{} <span class="small-note">{}</span>', score, note) if note else score
