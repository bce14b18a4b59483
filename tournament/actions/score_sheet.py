"""The score sheet of a match is kept at the table: a word is said, or the last one taken back.

Both players and the desk may hold it at once. Each word comes with the mark of the sheet that its page showed
(`KeptGames.mark`), so that nothing is said to a sheet that nobody has seen, and the same said twice is said once.
"""

from tournament.actions.change import Change, change, stored_fields
from tournament.actions.games import game_row
from tournament.actions.permissions import Doer, Guest
from tournament.actions.reports import own_pairing, take_report
from tournament.actions.results import enter_result, refuse_result, result_facts
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.games import after_games
from tournament.matches.score_sheet import Said, ScoreSheet, read_words, sheet_of, write_words
from tournament.models import Entry, Game, Pairing, Tournament
from tournament.models.tournament import Reporting
from tournament.queries.record import format_of, result_of
from tournament.queries.results import kept_games
from tournament.queries.rounds import PairingToEnter, pairings_to_enter

# The games of a whole evening can be entered at once; faster than two thumbs for long it is no match.
OF_A_PLAYER = Rate("words-of-a-player", at_once=60, seconds=4)


def say_word(tournament: Tournament, *, by: Doer, key: int, expected: str, said: Said) -> None:
    """Say a word on the sheet of the pairing `key`; a game that it ends is kept, a match that it decides is reported.

    `expected` is the mark of the sheet as the page showed it: where it stands differently by now, nothing is said. The
    same word said twice is said once. A player's word becomes their report, which counts as every other; a word of
    the desk becomes the result at once.
    """
    with change(tournament, by=by, action="word_said") as step:
        pairing = _pairing(step.tournament, by, key)
        kept = kept_games(pairing)
        if kept.last_word == said and kept.before_last_word.mark == expected:
            return
        _refuse_unless_open(step.tournament, pairing, by)
        if kept.mark != expected:
            raise Refused("sheet_has_changed")
        wanted = format_of(step.tournament)
        sheet = sheet_of(wanted, (*kept.words, said), kept.games)
        _count(by)
        step.facts = _facts(pairing, len(kept.games) + 1, said, sheet.standing.score)
        # No row of the journal: no undo brings a word back, nor does one stand in the way of an undo.
        step.always_log = True
        _write(pairing, sheet, write_words((*kept.words, said)), is_over=len(sheet.games) > len(kept.games))
        step.leaves_settled = not sheet.standing.is_decided(wanted) and not _somebody_has_left(pairing)
        if sheet.standing.is_decided(wanted):
            _report(step, pairing, by, sheet.standing.score)


def take_back_word(tournament: Tournament, *, by: Doer, key: int, expected: str, leaves: str) -> None:
    """Take back the last word on the sheet of the pairing `key`; where a game ended with it, that game goes on.

    `expected` is the mark of the sheet as the page showed it, `leaves` the one that it has without its last word. What
    was reported by that word is reported no more. A result that the desk has entered by it goes too; another result
    stands: it is corrected where it was entered.
    """
    with change(tournament, by=by, action="word_taken_back") as step:
        pairing = _pairing(step.tournament, by, key)
        kept = kept_games(pairing)
        if kept.mark == leaves != expected:
            return
        wanted = format_of(step.tournament)
        standing = after_games(wanted, kept.games)
        reported = Result(Outcome.PLAYED, standing.score)
        is_own_result = not isinstance(by, Guest) and standing.is_decided(wanted) and result_of(pairing) == reported
        if not is_own_result:
            _refuse_unless_open(step.tournament, pairing, by)
        if kept.mark != expected:
            raise Refused("sheet_has_changed")
        if not (kept.games or kept.words):
            raise Refused("sheet_is_empty")
        _count(by)
        before = kept.before_last_word
        step.facts = _facts(pairing, len(before.games) + 1, kept.last_word, after_games(wanted, before.games).score)
        if is_own_result:
            refuse_result(step.tournament, pairing, by=by, expected=reported, result=PENDING)
            enter_result(step, pairing, PENDING)
        elif standing.is_decided(wanted):
            _unreport(pairing, standing.score)
        step.always_log = True
        step.leaves_settled = not standing.is_decided(wanted) and not _somebody_has_left(pairing)
        _reopen(pairing)


def _pairing(tournament: Tournament, by: Doer, key: int) -> PairingToEnter:
    if isinstance(by, Guest) and by.entry:
        return own_pairing(by.entry, key)
    pairing = pairings_to_enter().filter(round__tournament=tournament, pk=key).first()
    if pairing is None:
        raise Refused("pairings_changed_meanwhile")
    return pairing


def _refuse_unless_open(tournament: Tournament, pairing: Pairing, by: Doer) -> None:
    if isinstance(by, Guest) and tournament.reporting == Reporting.OFF:
        raise Refused("reporting_is_off")
    if pairing.second is None:
        raise Refused("bye_has_no_result")
    if pairing.round.is_hidden:
        raise Refused("round_is_hidden", round=pairing.round.number)
    standing = result_of(pairing)
    if standing != PENDING:
        facts = result_facts(pairing, standing)
        raise Refused("result_stands", **facts) if isinstance(by, Guest) else Refused("sheet_has_its_result", **facts)


def _count(by: Doer) -> None:
    """Players alone are counted, as with their reports: each time, the journal has a line more."""
    if not isinstance(by, Guest) or by.entry is None:
        return
    if seconds := OF_A_PLAYER.wait(by.entry.pk):
        raise Refused("words_too_often", seconds=seconds)
    OF_A_PLAYER.use(by.entry.pk)


def _somebody_has_left(pairing: Pairing) -> bool:
    """Where a player has left, the first word says that their match has begun, so that nobody at the table is free."""
    return any(entry and entry.withdrawn_after is not None for entry in (pairing.first, pairing.second))


def _facts(pairing: Pairing, game: int, said: Said | None, score: Score) -> dict[str, object]:
    """What the journal tells: which match and game, the word (none: the game came from elsewhere), the score after."""
    words = {"word": said.word.value, "side": said.side, "kind": said.kind.value} if said else {}
    match = result_facts(pairing, PENDING)
    del match["result"]
    return {**match, "game": game, "score": score, **words}


def _write(pairing: Pairing, sheet: ScoreSheet, words: str, *, is_over: bool) -> None:
    """The game being played, with one word more; or over, as the last of the sheet."""
    number = len(sheet.games) + (not is_over)
    row = game_row(pairing, number, sheet.games[-1], words) if is_over else Game(number=number, words=words)
    _store(pairing, row)


def _reopen(pairing: Pairing) -> None:
    """The last game without its last word; without any, it has not begun."""
    row = pairing.games.latest("number")
    words = write_words(read_words(row.words)[:-1])
    if words:
        _store(pairing, Game(number=row.number, words=words))
    else:
        row.delete()


def _store(pairing: Pairing, row: Game) -> None:
    values = {**stored_fields(row), "pairing_id": pairing.pk}
    Game.objects.update_or_create(pairing=pairing, number=row.number, defaults=values)


def _report(step: Change, pairing: PairingToEnter, by: Doer, score: Score) -> None:
    result = Result(Outcome.PLAYED, score)
    refuse_result(step.tournament, pairing, by=by, expected=PENDING, result=result)
    if isinstance(by, Guest):
        assert isinstance(by.entry, Entry)
        take_report(step, pairing, by.entry, score, by.phone)
    else:
        enter_result(step, pairing, result)


def _unreport(pairing: Pairing, score: Score) -> None:
    """Whoever has reported this score has done so by the sheet, or would do so again."""
    first, second = score
    pairing.reports.filter(is_settled=False, first_points=first, second_points=second).delete()
