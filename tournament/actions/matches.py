"""Running matches: score sheets, games, and attached transcripts."""

from typing import Unpack

from django.contrib.auth.models import User
from django.db.models import F
from django.utils.translation import gettext as _, gettext_lazy

from tournament.actions import results
from tournament.actions.catalogue import DESK, ActionKind, Role, Undo, action
from tournament.actions.change import change
from tournament.actions.permissions import Doer, Guest
from tournament.actions.step import Change, stored_fields
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.formats import MatchGame
from tournament.matches.games import PlayedGame, after_games
from tournament.matches.score_sheet import Said, ScoreSheet, read_words, sheet_of, write_words
from tournament.models import Entry, Game, Pairing, SheetChanges, Tournament, Transcript
from tournament.models.tournament import Reporting
from tournament.names import fold, tidy
from tournament.phrases.matches import WordFacts, said_line, taken_back_line
from tournament.phrases.rounds import round_in_sentence
from tournament.queries.matches import games_of, proposed_score
from tournament.queries.record import RoundFacts, format_in, result_of, round_facts
from tournament.queries.results import kept_games, score_sheet_of
from tournament.queries.rounds.pairings import PairingToEnter, pairings_to_enter
from tournament.transcripts import checking, reading, renaming

# Transcripts: attached to matches, turned round, accepted as results, removed.

# The longest match has at most 49 games, and hardly any game has a hundred rolls.
MOST_GAMES = 200
MOST_ROLLS = 10_000


@action(
    ActionKind.RESULTS,
    when_closed=True,
    refuses={
        "bye_has_no_transcript": gettext_lazy("Nobody plays in a bye, so there is no transcript of it."),
        "transcript_of_another_game": gettext_lazy("Transcripts can be read for Backgammon only."),
    },
)
def transcript_attached(*, round: int, round_places: int = 0, table: int | None) -> str:
    place = {"round": round_in_sentence(round, round_places), "table": table}
    return _("transcript attached: round %(round)s, table %(table)s") % place


def attach_transcript(pairing: Pairing, *, by: User, data: bytes, name: str = "") -> None:
    """Attach a transcript, replacing an earlier one; its games become those of the match where they fit its result.

    If the match has no result, the director can accept games and result by `accept_transcript`. `name` is the name of
    the file. The players' names in the transcript are matched to the pairing; if unknown, its order is assumed.
    """
    written_match = reading.read_transcript(data, name)
    rolls = sum(action.is_roll for game in written_match.games for action in game.actions)
    # Checking it on the board would take minutes.
    if rolls > MOST_ROLLS or len(written_match.games) > MOST_GAMES:
        raise Refused("transcript_too_long", games=len(written_match.games), rolls=rolls)
    if pairing.second is None:
        raise Refused("bye_has_no_transcript")
    with change(pairing.round.tournament, by=by, action=transcript_attached) as step:
        if step.tournament.game != MatchGame.BACKGAMMON:
            raise Refused("transcript_of_another_game")
        _reload(pairing)
        values = {"text": renaming.nameless(data), "is_turned": _is_turned(pairing, written_match.players)}
        transcript = Transcript.objects.filter(pairing=pairing).first()
        if transcript is None:
            transcript = step.add(Transcript(pairing=pairing, **values))
        else:
            step.update(transcript, **values)
        step.facts = transcript_attached.facts(**_round_of(pairing), table=pairing.table)
        _take_its_games(step, pairing, transcript)


@action(ActionKind.RESULTS, when_closed=True)
def transcript_turned(*, round: int, round_places: int = 0, table: int | None) -> str:
    place = {"round": round_in_sentence(round, round_places), "table": table}
    return _("players of the transcript swapped: round %(round)s, table %(table)s") % place


def turn_transcript(pairing: Pairing, *, by: User, turned: bool) -> None:
    """Swap the two players of the transcript, or swap them back."""
    with change(pairing.round.tournament, by=by, action=transcript_turned) as step:
        transcript = Transcript.objects.filter(pairing=pairing).first()
        if transcript is None:
            raise Refused("transcript_is_gone")
        _reload(pairing)
        step.facts = transcript_turned.facts(**_round_of(pairing), table=pairing.table)
        step.update(transcript, is_turned=turned)
        if step.rows:
            _take_its_games(step, pairing, transcript)


def accept_transcript(pairing: Pairing, *, by: User, score: Score) -> None:
    """Store the games of the transcript as those of the match, and their score as its result, in one change.

    `score` is what the director's page showed. Raises Refused where another result was entered meanwhile or the
    transcript now gives another score.
    """
    with change(pairing.round.tournament, by=by, action=results.result_recorded) as step:
        current = pairings_to_enter().filter(round__tournament=step.tournament, pk=pairing.pk).first()
        transcript = Transcript.objects.filter(pairing=pairing).first()
        if current is None:
            raise Refused("pairing_is_gone")
        if transcript is None:
            raise Refused("transcript_is_gone")
        games = _games_of(transcript)
        result = Result(Outcome.PLAYED, score)
        if proposed_score(format_in(step.tournament, pairing), games) != score:
            raise Refused("transcript_says_otherwise")
        is_known = result_of(current) == result
        if is_known and kept_games(current).games == games:
            return
        if not is_known:
            results.refuse_result(step.tournament, current, by=by, expected=PENDING, result=result)
        results.keep_games(step, current, games)
        if is_known:
            plain_result, is_past = results.plain_result(result), current.round.number < current.last_paired
            match = results.result_facts(current, result)
            step.facts = results.result_recorded.facts(before=plain_result, is_past=is_past, **match)
        else:
            results.enter_result(step, current, result)


@action(ActionKind.RESULTS, when_closed=True)
def transcript_removed(*, round: int, round_places: int = 0, table: int | None) -> str:
    place = {"round": round_in_sentence(round, round_places), "table": table}
    return _("transcript removed: round %(round)s, table %(table)s") % place


def remove_transcript(pairing: Pairing, *, by: User) -> None:
    """Remove the transcript; the games of the match stay. Repeating this changes nothing."""
    with change(pairing.round.tournament, by=by, action=transcript_removed) as step:
        transcript = Transcript.objects.filter(pairing=pairing).first()
        if transcript is not None:
            step.facts = transcript_removed.facts(**_round_of(pairing), table=pairing.table)
            step.remove(transcript)


def _reload(pairing: Pairing) -> None:
    """Reload the pairing under the lock. Raises Refused where it no longer exists."""
    try:
        pairing.refresh_from_db()
    except Pairing.DoesNotExist as error:
        raise Refused("pairing_is_gone") from error


def _round_of(pairing: Pairing) -> RoundFacts:
    return round_facts(pairing.round.tournament, pairing.round.number)


def _take_its_games(step: Change, pairing: Pairing, transcript: Transcript) -> None:
    """Store the games of the transcript if they fit the result; otherwise the page shows the difference.

    Without a result nothing is stored, so that games on the score sheet are not overwritten.
    """
    games = _games_of(transcript)
    if games and pairing.first_points is not None:
        try:
            results.keep_games(step, pairing, games)
        except Refused:
            return


def _games_of(transcript: Transcript) -> tuple[PlayedGame, ...]:
    return games_of(
        checking.checked_games(reading.read_transcript(transcript.text.encode())), is_turned=transcript.is_turned
    )


def _is_turned(pairing: Pairing, players: tuple[str, str]) -> bool:
    assert pairing.second
    first, second = (
        {fold(tidy(name)) for name in (entry.name, entry.display_name)} for entry in (pairing.first, pairing.second)
    )
    written_first, written_second = (fold(tidy(name)) for name in players)
    if written_first in first or written_second in second:
        return False
    return written_first in second or written_second in first


# Score sheets: an entry ("word"), such as a double or a take, is added, or the last one taken back.
#
# Both players and the desk may keep the sheet at once. Each word comes with the digest of the sheet that its page
# showed (`KeptGames.mark`), so that nobody changes a sheet they have not seen, and a word sent twice is stored once. A
# digest never recurs, so a word that arrives late is not added to a sheet that only looks like the one shown.

# Enough to enter the games of a whole evening at once; nobody plays faster than this for long.
OF_A_PLAYER = Rate("words-of-a-player", at_once=60, seconds=4)


@action(ActionKind.SHEETS, DESK | {Role.PLAYER}, undo=Undo.ASIDE)
def word_said(**word: Unpack[WordFacts]) -> str:
    return said_line(word)


def say_word(tournament: Tournament, *, by: Doer, key: int, expected: str, said: Said) -> None:
    """Add a word to the score sheet of the pairing `key`; store a game that it ends, report a match that it decides.

    `expected` is the digest of the sheet that the page showed. Raises Refused where the sheet has changed since. The
    same word sent twice counts once. A match decided on a player's phone becomes that player's report, like any other;
    one decided at the desk gets its result at once.
    """
    with change(tournament, by=by, action=word_said) as step:
        pairing = _pairing(step.tournament, by, key)
        stored_sheet = score_sheet_of(pairing)
        if stored_sheet.last_word == said and stored_sheet.before_last_word.mark == expected:
            return
        _refuse_unless_open(step.tournament, pairing, by)
        if stored_sheet.mark != expected:
            raise Refused("sheet_has_changed")
        match_format = format_in(step.tournament, pairing)
        sheet = sheet_of(match_format, (*stored_sheet.words, said), stored_sheet.games)
        _count(by)
        step.facts = word_said.facts(**_word_facts(pairing, len(stored_sheet.games) + 1, said, sheet.standing.score))
        # Not stored as a row of the journal: no undo removes or restores a word, and no word prevents an undo.
        step.always_log = True
        _count_change(pairing)
        _write(
            pairing, sheet, write_words((*stored_sheet.words, said)), is_over=len(sheet.games) > len(stored_sheet.games)
        )
        step.leaves_edition = not sheet.standing.is_decided(match_format) and not _somebody_has_left(pairing)
        if sheet.standing.is_decided(match_format):
            _report(step, pairing, by, sheet.standing.score)


# Players take back an entry on the score sheet itself; directors undo the result that follows from it.
@action(
    ActionKind.SHEETS,
    DESK | {Role.PLAYER},
    undo=Undo.ASIDE,
    refuses={
        "sheet_is_empty": gettext_lazy("Nothing has been entered on this score sheet yet."),
    },
)
def word_taken_back(**word: Unpack[WordFacts]) -> str:
    return taken_back_line(word)


def take_back_word(tournament: Tournament, *, by: Doer, key: int, expected: str, leaves: str) -> None:
    """Take back the last word on the score sheet of the pairing `key`; a game that ended with it goes on.

    `expected` is the digest of the sheet that the page showed, `leaves` how the sheet looks without the last word. A
    report made by that word is withdrawn; so is a result that agrees with the sheet, if the desk takes the word back.
    Raises Refused where the match has another result.
    """
    with change(tournament, by=by, action=word_taken_back) as step:
        pairing = _pairing(step.tournament, by, key)
        stored_sheet = score_sheet_of(pairing)
        if stored_sheet.look == leaves and stored_sheet.mark != expected:
            return
        match_format = format_in(step.tournament, pairing)
        standing = after_games(match_format, stored_sheet.games)
        reported = Result(Outcome.PLAYED, standing.score)
        is_own_result = (
            not isinstance(by, Guest) and standing.is_decided(match_format) and result_of(pairing) == reported
        )
        if not is_own_result:
            _refuse_unless_open(step.tournament, pairing, by)
        if stored_sheet.mark != expected:
            raise Refused("sheet_has_changed")
        if not (stored_sheet.games or stored_sheet.words):
            raise Refused("sheet_is_empty")
        _count(by)
        sheet_before = stored_sheet.before_last_word
        score = after_games(match_format, sheet_before.games).score
        word = _word_facts(pairing, len(sheet_before.games) + 1, stored_sheet.last_word, score)
        step.facts = word_taken_back.facts(**word)
        if is_own_result:
            results.refuse_result(step.tournament, pairing, by=by, expected=reported, result=PENDING)
            results.enter_result(step, pairing, PENDING)
        elif standing.is_decided(match_format):
            # Open reports of this score came from the sheet, or can be made again.
            first, second = standing.score
            pairing.reports.filter(is_settled=False, first_points=first, second_points=second).delete()
        step.always_log = True
        step.leaves_edition = not standing.is_decided(match_format) and not _somebody_has_left(pairing)
        _count_change(pairing)
        _reopen(pairing)


def _pairing(tournament: Tournament, by: Doer, key: int) -> PairingToEnter:
    if isinstance(by, Guest) and by.entry:
        return results.own_pairing(by.entry, key)
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
        raise Refused("round_is_hidden", **round_facts(tournament, pairing.round.number))
    standing = result_of(pairing)
    if standing != PENDING:
        facts = results.result_facts(pairing, standing)
        raise Refused("result_stands", **facts) if isinstance(by, Guest) else Refused("sheet_has_its_result", **facts)


def _count(by: Doer) -> None:
    """Limit how often a player changes score sheets, as each word adds a line to the journal; the desk has no limit."""
    if not isinstance(by, Guest) or by.entry is None:
        return
    if seconds := OF_A_PLAYER.wait(by.entry.pk):
        raise Refused("words_too_often", seconds=seconds)
    OF_A_PLAYER.use(by.entry.pk)


def _somebody_has_left(pairing: Pairing) -> bool:
    """Tell whether a player has withdrawn; pages then need to learn from the first word that the match has begun."""
    return any(entry and entry.withdrawn_after is not None for entry in (pairing.first, pairing.second))


def _word_facts(pairing: Pairing, game: int, spoken_word: Said | None, score: Score) -> WordFacts:
    """Return the facts for the journal: match, game, word (None: the game came from elsewhere) and the score then."""
    first, second = (entry.display_name if entry else "" for entry in (pairing.first, pairing.second))
    return WordFacts(
        **_round_of(pairing),
        table=pairing.table,
        first=first,
        second=second,
        game=game,
        score=score,
        word=spoken_word.word.value if spoken_word else None,
        side=spoken_word.side if spoken_word else None,
        kind=spoken_word.kind.value if spoken_word else None,
    )


def _count_change(pairing: Pairing) -> None:
    """Count a change of the score sheet, without a row of the journal."""
    row_count = SheetChanges.objects.filter(pairing=pairing).update(count=F("count") + 1)
    if not row_count:
        SheetChanges.objects.create(pairing=pairing, count=1)


def _write(pairing: Pairing, sheet: ScoreSheet, words: str, *, is_over: bool) -> None:
    """Store the running game with these words, or the last finished game if it `is_over`."""
    number = len(sheet.games) + (not is_over)
    row = results.game_row(pairing, number, sheet.games[-1], words) if is_over else Game(number=number, words=words)
    _store(pairing, row)


def _reopen(pairing: Pairing) -> None:
    """Remove the last word of the last game; delete the game if it has no word left."""
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
    results.refuse_result(step.tournament, pairing, by=by, expected=PENDING, result=result)
    if isinstance(by, Guest):
        assert isinstance(by.entry, Entry)
        results.take_report(step, pairing, by.entry, score, by.phone)
    else:
        results.enter_result(step, pairing, result)
