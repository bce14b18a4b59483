"""The score sheet at the table: words are said and taken back, and in the end the match is reported."""

import random
from contextlib import suppress
from functools import partial

import pytest

from tests.factories import draw_next_round, make_director, make_helper, make_tournament, pairing_of, stored_rows
from tournament.actions import matches as sheets
from tournament.actions.journal import history, redo, undo
from tournament.actions.matches import say_word, take_back_word
from tournament.actions.permissions import Guest
from tournament.actions.results import record_result, report_score
from tournament.actions.rounds import remove_round
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.games import GameEnding
from tournament.matches.score_sheet import Said, Word, possible_words, sheet_of
from tournament.models import JournalLine, Pairing, Report, Tournament
from tournament.queries.record import format_of, result_of
from tournament.queries.results import KeptGames, kept_games, score_sheet_of

pytestmark = pytest.mark.django_db
GAMMON, OTHER_GAMMON = Said(Word.WON, 0, GameEnding.GAMMON), Said(Word.WON, 1, GameEnding.GAMMON)
SINGLE = Said(Word.WON, 0)
DOUBLE, TAKE = Said(Word.DOUBLE, 0), Said(Word.TAKE, 1)
FORMATS = {
    "konstanz": {},
    "cube": {"match_length": 5, "cube": True, "crawford": True, "backgammons": True},
    "tavli": {"match_length": 3, "game": "tavli"},
    "single": {"match_length": 1, "cube": True, "backgammons": True, "beavers": True, "automatic_doubles": 1},
}


def match_of(**fields):
    tournament = make_tournament(4, **fields)
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


@pytest.fixture
def match():
    """Table 1 of a running first round, to 5 points with the cube."""
    return match_of(**FORMATS["cube"])


def player(match, side):
    entry = (match.first, match.second)[side]
    return Guest(entry.display_name, entry)


def say(match, *words, by=None):
    for said in words:
        say_word(
            match.round.tournament,
            by=by or player(match, 0),
            key=match.pk,
            expected=score_sheet_of(match).mark,
            said=said,
        )


def take_back(match, by=None):
    kept = score_sheet_of(match)
    leaves = kept.before_last_word.look
    take_back_word(match.round.tournament, by=by or player(match, 0), key=match.pk, expected=kept.mark, leaves=leaves)


def sheet(match):
    kept = kept_games(match)
    return sheet_of(format_of(match.round.tournament), kept.words, kept.games)


def standing(match):
    """The result that stands, and who has reported what beside it."""
    match.refresh_from_db()
    reported = Report.objects.filter(pairing=match, is_settled=False).order_by("pk")
    told = [(report.entry == match.second, (report.first_points, report.second_points)) for report in reported]
    return result_of(match).score, told


def refusal_of(act, *arguments, **options):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        act(*arguments, **options)
    assert stored_rows() == before
    return refusal.value.code


def test_a_word_is_kept_until_its_game_is_over(match):
    say(match, DOUBLE, TAKE)
    under_way = kept_games(match)
    say(match, SINGLE)

    assert under_way == KeptGames((), (DOUBLE, TAKE))
    assert kept_games(match) == KeptGames(sheet_of(format_of(match.round.tournament), (DOUBLE, TAKE, SINGLE)).games,
                                          (), ((DOUBLE, TAKE, SINGLE),))  # fmt: skip


def test_what_is_taken_back_reopens_the_game_before_where_no_other_has_begun(match):
    states = [kept_games(match)]
    for word in (DOUBLE, TAKE, SINGLE, GAMMON):
        say(match, word)
        states.append(kept_games(match))

    for state in reversed(states[:-1]):
        take_back(match)
        kept = kept_games(match)
        assert (kept.games, kept.words) == (state.games, state.words)
    assert refusal_of(take_back, match) == "sheet_is_empty"


@pytest.mark.parametrize("said", [GAMMON, DOUBLE])
def test_the_same_word_said_twice_is_said_once(match, said):
    seen = score_sheet_of(match).mark
    for side in (0, 0, 1):
        say_word(match.round.tournament, by=player(match, side), key=match.pk, expected=seen, said=said)

    kept = kept_games(match)
    assert (len(kept.games) + len(kept.words), JournalLine.objects.filter(action="word_said").count()) == (1, 1)


def test_another_word_to_a_sheet_that_has_changed_is_refused(match):
    seen = score_sheet_of(match).mark
    say(match, GAMMON)

    def late(said):
        say_word(match.round.tournament, by=player(match, 1), key=match.pk, expected=seen, said=said)

    assert refusal_of(late, OTHER_GAMMON) == "sheet_has_changed"


def test_a_word_is_refused_where_the_sheet_has_as_many_words_but_others(match):
    say(match, GAMMON)
    seen = score_sheet_of(match).mark
    take_back(match)
    say(match, OTHER_GAMMON, by=player(match, 1))

    def late():
        say_word(match.round.tournament, by=player(match, 0), key=match.pk, expected=seen, said=DOUBLE)

    assert refusal_of(late) == "sheet_has_changed"


def test_a_word_that_was_taken_back_and_arrives_again_is_refused(match):
    late = partial(
        say_word,
        match.round.tournament,
        by=player(match, 0),
        key=match.pk,
        expected=score_sheet_of(match).mark,
        said=GAMMON,
    )
    late()
    take_back(match)

    assert refusal_of(late) == "sheet_has_changed"
    assert kept_games(match).games == ()


def test_taking_back_twice_takes_back_once(match):
    say(match, GAMMON, SINGLE)
    kept = score_sheet_of(match)
    for side in (0, 1, 0):
        take_back_word(
            match.round.tournament,
            by=player(match, side),
            key=match.pk,
            expected=kept.mark,
            leaves=kept.before_last_word.look,
        )

    assert len(kept_games(match).games) == 1


def test_what_nobody_can_say_now_is_refused(match):
    assert refusal_of(say, match, TAKE) == "word_not_possible"


def test_the_last_game_is_the_report_of_who_entered_it_and_the_other_confirms(match):
    say(match, GAMMON, GAMMON, SINGLE)
    reported = standing(match)
    report_score(match.second, key=match.pk, expected=None, score=(5, 0))

    assert (reported, standing(match)) == ((None, [(False, (5, 0))]), ((5, 0), []))
    assert len(kept_games(match).games) == 3


def test_where_one_report_is_enough_it_is_the_result(match):
    Tournament.objects.update(reporting="one")

    say(match, GAMMON, GAMMON, SINGLE)

    assert standing(match) == ((5, 0), [])


def test_where_no_report_is_taken_players_keep_no_sheet_but_the_desk_does(match):
    Tournament.objects.update(reporting="off")
    refused = refusal_of(say, match, GAMMON)

    say(match, GAMMON, by=make_helper(match.round.tournament))

    assert (refused, sheet(match).standing.score) == ("reporting_is_off", (2, 0))


def test_the_sheet_of_a_helper_becomes_the_result_at_once(match):
    helper = make_helper(match.round.tournament)
    say(match, GAMMON, GAMMON, SINGLE, by=helper)
    line = JournalLine.objects.latest("version")

    assert (standing(match), line.action, line.by) == (((5, 0), []), "result_recorded", helper)


def test_until_it_is_confirmed_the_last_word_is_taken_back_and_the_report_with_it(match):
    say(match, GAMMON, GAMMON, SINGLE)
    take_back(match, by=player(match, 1))
    taken_back = standing(match)
    say(match, OTHER_GAMMON)

    assert (taken_back, sheet(match).standing.score) == ((None, []), (4, 2))


def test_what_the_other_has_reported_otherwise_stays(match):
    report_score(match.second, key=match.pk, expected=None, score=(3, 5))
    say(match, GAMMON, GAMMON, SINGLE)
    take_back(match)

    assert standing(match) == (None, [(True, (3, 5))])


@pytest.mark.parametrize("act", [take_back, lambda match: say(match, SINGLE)])
def test_a_result_that_is_in_stands(match, act):
    say(match, GAMMON)
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.STOPPED, (2, 0)))

    assert refusal_of(act, match) == "result_stands"


def test_the_desk_takes_back_the_last_word_and_the_result_that_came_of_it(match):
    helper = make_helper(match.round.tournament)
    say(match, GAMMON, GAMMON, SINGLE, by=helper)
    take_back(match, by=helper)
    taken_back = standing(match)
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.STOPPED, (4, 0)))

    assert (taken_back, len(kept_games(match).games)) == ((None, []), 2)
    assert refusal_of(take_back, match, by=helper) == "sheet_has_its_result"


def test_undo_takes_the_result_back_and_leaves_the_sheet_as_it_is(match):
    director = make_director()
    say(match, GAMMON, GAMMON, SINGLE, by=director)
    undo(history(match.round.tournament).undoable, by=director)
    undone = standing(match)
    take_back(match)
    say(match, OTHER_GAMMON)

    assert (undone, sheet(match).standing.score) == ((None, []), (4, 2))
    assert history(match.round.tournament).undoable.action == "round_drawn"


def test_a_result_done_again_lets_the_games_go_that_say_otherwise_by_now(match):
    director = make_director()
    say(match, GAMMON, GAMMON, SINGLE, by=director)
    undo(history(match.round.tournament).undoable, by=director)
    take_back(match)
    redo(history(match.round.tournament).redoable, by=director)
    done_again = standing(match), kept_games(match).games
    undo(history(match.round.tournament).undoable, by=director)

    assert done_again == (((5, 0), []), ())
    assert sheet(match).standing.score == (4, 0)


def test_games_that_come_back_take_the_place_of_what_was_said_meanwhile(match):
    director = make_director()
    say(match, GAMMON)
    for seen, result in ((PENDING, Result(Outcome.PLAYED, (1, 5))), (Result(Outcome.PLAYED, (1, 5)), PENDING)):
        record_result(pairing_of(match.round.tournament, 1, 1), by=director, expected=seen, result=result)
    say(match, SINGLE, DOUBLE)
    for _step in range(2):
        undo(history(match.round.tournament).undoable, by=director)

    assert (sheet(match).standing.score, standing(match)) == ((2, 0), (None, []))


def test_a_draw_that_is_undone_and_done_again_has_its_games_again(match):
    say(match, GAMMON, DOUBLE)
    undo(history(match.round.tournament).undoable, by=make_director())
    redo(history(match.round.tournament).redoable, by=make_director())

    assert (sheet(match).standing.score, kept_games(match).words) == ((2, 0), (DOUBLE,))


def test_a_round_that_is_removed_brought_back_and_removed_again_takes_its_games_along(match):
    director = make_director()
    say(match, GAMMON, DOUBLE)
    remove_round(match.round.tournament, by=director, number=1, confirmed="1")
    for turn in ("undo", "redo", "undo"):
        turns = history(match.round.tournament)
        if turn == "undo":
            undo(turns.undoable, by=director)
        else:
            redo(turns.redoable, by=director)

    assert (sheet(match).standing.score, kept_games(match).words) == ((2, 0), (DOUBLE,))


def test_a_word_on_a_sheet_leaves_redo_as_it_was(match):
    director = make_director()
    other = pairing_of(match.round.tournament, 1, 2)
    record_result(other, by=director, expected=PENDING, result=Result(Outcome.PLAYED, (5, 0)))
    undo(history(match.round.tournament).undoable, by=director)
    say(match, DOUBLE)

    assert history(match.round.tournament).redoable is not None


def test_a_player_says_no_more_than_two_thumbs_can(match, monkeypatch):
    monkeypatch.setattr(sheets, "OF_A_PLAYER", Rate("words", at_once=2, seconds=100))
    say(match, DOUBLE, TAKE)

    assert refusal_of(say, match, SINGLE) == "words_too_often"
    say(match, SINGLE, by=player(match, 1))


def test_nobody_keeps_the_sheet_of_others(match):
    other = pairing_of(match.round.tournament, 1, 2)

    assert refusal_of(say, match, DOUBLE, by=player(other, 0)) == "pairings_changed_meanwhile"


class Page:
    """A sheet in somebody's hand, as it was when they last looked."""

    def __init__(self, by):
        self.by = by
        self.shown = ([], 0)
        self.sent = None


class Table:
    """Two phones and a helper at one sheet, and beside it the words that count, in a list, and how often it changed."""

    def __init__(self, match, seed):
        self.match = match
        self.tournament = match.round.tournament
        self.wanted = format_of(self.tournament)
        self.chance = random.Random(seed)
        self.words = []
        self.changes = 0
        self.pages = [Page(player(match, 0)), Page(player(match, 1)), Page(make_helper(self.tournament))]

    def state(self, words, changes=0):
        """The games and words as they are stored, which is all that a sheet shows."""
        over = [at for at in range(len(words) + 1) if not self.is_under_way(words[:at])]
        return KeptGames(sheet_of(self.wanted, words).games, tuple(words[over[-1] :]), changes=changes)

    def is_under_way(self, words):
        return bool(words) and len(self.games(words)) == len(self.games(words[:-1]))

    def games(self, words):
        return sheet_of(self.wanted, words).games

    @property
    def is_open(self):
        self.match.refresh_from_db()
        return result_of(self.match) == PENDING

    def step(self):
        page = self.chance.choice(self.pages)
        what = self.chance.choice(["look", "say", "say", "say", "say again", "take back"])
        if what == "look" or self.chance.random() < 0.6:
            page.shown = self.words, self.changes
        words = page.shown[0]
        if what == "take back" and words:
            self.send(page, None, page.shown)
        elif what == "say again" and page.sent:
            self.send(page, *page.sent)
        elif what.startswith("say") and (possible := possible_words(self.wanted, sheet_of(self.wanted, words))):
            self.send(page, self.chance.choice(possible), page.shown)

    def send(self, page, said, shown):
        """The answer may be lost: then the page knows nothing of it."""
        expected = self.after(said, shown, is_desk=not isinstance(page.by, Guest))
        with_key = {"by": page.by, "key": self.match.pk, "expected": self.state(*shown).mark}
        if said is None:
            act = partial(take_back_word, self.tournament, **with_key, leaves=self.state(shown[0][:-1]).look)
        else:
            act = partial(say_word, self.tournament, **with_key, said=said)
        if expected is None:
            refusal_of(act)
        else:
            act()
            self.changes += expected != self.words
            self.words = expected
        page.sent = None if said is None else (said, shown)
        if self.chance.random() < 0.7:
            page.shown = self.words, self.changes

    def after(self, said, shown, *, is_desk):
        """The words that then count; None: it is refused."""
        now, seen = self.state(self.words, self.changes), self.state(*shown)
        if said is None:
            if now.look == self.state(shown[0][:-1]).look and now != seen:
                return self.words
            can_be_open = self.is_open or (is_desk and self.is_decided())
            return self.words[:-1] if now == seen and can_be_open else None
        if self.words and self.words[-1] == said and self.state(self.words[:-1], self.changes - 1) == seen:
            return self.words
        return [*self.words, said] if now == seen and self.is_open else None

    def is_decided(self):
        return sheet_of(self.wanted, self.words).standing.is_decided(self.wanted)

    def holds(self):
        """Nothing is lost, nothing said twice, and a result is what the games add up to."""
        kept = kept_games(self.match)
        now = self.state(self.words)
        score = sheet_of(self.wanted, self.words).standing.score
        assert (kept.games, kept.words) == (now.games, now.words)
        result, reports = standing(self.match)
        assert result in (None, score)
        assert {said for _side, said in reports} <= ({score} if self.is_decided() else set())


@pytest.mark.costly
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(1, 12))])
@pytest.mark.parametrize("format_", FORMATS)
def test_two_phones_and_a_helper_lose_nothing_and_say_nothing_twice(format_, seed, monkeypatch):
    monkeypatch.setattr(sheets, "OF_A_PLAYER", Rate("words", at_once=1000, seconds=1))
    table = Table(match_of(**FORMATS[format_]), f"{format_} {seed}")
    for _step in range(60):
        table.step()
        table.holds()


def something(match, chance):
    """One thing that somebody does at the table or at the desk, possible or not."""
    tournament, director = match.round.tournament, make_director()
    now = pairing_of(tournament, 1, 1) if tournament.rounds.exists() else None
    what = chance.choice(["say"] * 6 + ["take back", "result", "delete", "report", "undo", "undo", "redo", "remove"])
    turns = history(tournament)
    by = chance.choice([director, player(now, 0)]) if now else director
    if what == "undo" and turns.undoable and turns.undoable.action != "players_entered":
        undo(turns.undoable, by=director)
    elif what == "redo" and turns.redoable:
        redo(turns.redoable, by=director)
    elif what == "say" and now and (possible := possible_words(format_of(tournament), sheet(now))):
        say(now, chance.choice(possible), by=by)
    elif what == "take back" and now:
        take_back(now, by=by)
    elif what == "report" and now:
        report_score(now.second, key=now.pk, expected=None, score=sheet(now).standing.score)
    elif what in ("result", "delete") and now:
        result = Result(Outcome.PLAYED, chance.choice([(3, 0), (3, 2), (1, 3)])) if what == "result" else PENDING
        record_result(now, by=director, expected=result_of(now), result=result)
    elif what == "remove" and now:
        remove_round(tournament, by=director, number=1, confirmed="1")


@pytest.mark.costly
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_undone_and_done_again_games_and_result_agree(seed, monkeypatch):
    monkeypatch.setattr(sheets, "OF_A_PLAYER", Rate("words", at_once=1000, seconds=1))
    match = match_of()
    chance = random.Random(seed)
    for _step in range(60):
        with suppress(Refused):
            something(match, chance)
        for pairing in Pairing.objects.filter(table=1):
            result, games = result_of(pairing), kept_games(pairing).games
            assert not games or result == PENDING or result.score == sheet(pairing).standing.score
