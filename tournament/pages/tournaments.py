"""What pages show of tournaments: the list of tournaments, and their rules."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.arbiter.answer import RuleLine, rule_lines, stacks_text
from tournament.arbiter.board_picture import Board, Picture
from tournament.board.games import MANNERS, Single, Variant as BoardGame
from tournament.board.positions import start
from tournament.engine.brackets import matches_with_second, rounds_of, rounds_with_second
from tournament.engine.finals import SIZES, length_in, places_of
from tournament.engine.record import FinalsRules, Rules, SecondKind, SecondRules
from tournament.engine.terms import Criterion
from tournament.matches.clocks import Clock, ClockRule, clock_named
from tournament.matches.formats import CUBE_LIMITS, TAVLI_GAMES, MatchFormat, MatchGame
from tournament.models import Club, Prize, Tournament
from tournament.money.prizes import NO_PLACE
from tournament.pages.tables import TINY_HIDE, ListTable, link, small_note, strong_link
from tournament.phrases import cash, rounds, seasons, standings, tournaments as phrases
from tournament.phrases.values import money, short_day, time_of_day
from tournament.queries import tournaments as queries
from tournament.queries.cash import fee_bands, is_complete
from tournament.queries.evening import public_evening
from tournament.queries.record import finals_places, format_of, rules_of
from tournament.queries.rounds.pairings import round_page
from tournament.queries.rounds.progress import past_minutes
from tournament.queries.seasons import STILL_RUNNING
from tournament.queries.standings import standings_page

# A new tournament: what follows from what is typed.


def becomes(typed: dict[str, Any], like: Tournament | None) -> tuple[tuple[str, str, str], ...]:
    """Say what the evening becomes: label, value and note of each line.

    `typed` has the cleaned fields of the form that have a meaning so far; how long a round takes and how many players
    come is taken from the evening `like`.
    """
    rounds_count, fee_cents, begins_at = typed.get("planned_rounds"), typed.get("fee"), typed.get("begins_at")
    is_swiss = typed.get("kind") != phrases.Kind.KNOCK_OUT
    as_on = _("as on %(day)s") % {"day": short_day(like.date)} if like else ""
    minutes = queries.minutes_a_round(like) if like else None
    lines = []
    if rounds_count and is_swiss:
        if begins_at and minutes:
            lines.append((_("The evening ends at about"), *_end(begins_at, rounds_count, minutes, as_on)))
        most = ngettext("%(count)s player", "%(count)s players", 2**rounds_count) % {"count": 2**rounds_count}
        lines.append((_("The rounds decide a winner among up to"), most, ""))
    if like and fee_cents:
        count = like.entries.count()
        players = ngettext("with %(count)s player, %(as_on)s", "with %(count)s players, %(as_on)s", count)
        total = money(fee_cents * count, like.currency)
        lines.append((_("Cash"), total, players % {"count": count, "as_on": as_on}))
    return tuple(lines)


def _end(begins_at: str, rounds_count: int, minutes: int, as_on: str) -> tuple[str, str]:
    hours, past = map(int, begins_at.split(":"))
    end = hours * 60 + past + rounds_count * minutes
    note = ngettext(
        "%(count)s round of %(minutes)s minutes with breaks, %(as_on)s",
        "%(count)s rounds of %(minutes)s minutes with breaks, %(as_on)s",
        rounds_count,
    )
    return time_of_day(f"{end // 60 % 24:02}:{end % 60:02}"), note % {
        "count": rounds_count,
        "minutes": minutes,
        "as_on": as_on,
    }


# The first page: a line for each tournament, running ones first.

# The number of closed tournaments whose winner is named.
LAST = 5
BEST = 3


class TournamentLine:
    """A row on the first page; `pairings` is the last round of a running tournament, whose row is taller.

    The row `tells_winner`, if the tournament has one; else it says how far the tournament is.
    """

    def __init__(self, progress: queries.Progress, today: date, *, tells_winner: bool) -> None:
        self.progress, self.tournament = progress, progress.tournament
        self.players, self.number = progress.players, progress.newest_round
        ranking = standings_page(public_evening(self.tournament)) if tells_winner else None
        has_winner = ranking and ranking.placed_rows and is_complete(self.tournament, ranking)
        self.best = [row.entry.name for row in ranking.placed_rows[:BEST]] if ranking and has_winner else []
        is_open = not self.tournament.is_closed and self.tournament.date >= today - STILL_RUNNING
        is_running = self.number and is_open and not self.best
        self.pairings = round_page(public_evening(self.tournament), self.number) if is_running else None

    @property
    def state(self) -> str:
        if self.best:
            return self.best[0]
        if self.pairings:
            places = finals_places(self.tournament, self.number)
            return rounds.round_in_progress(self.number, self.tournament.planned_rounds, places)
        return _state(self.progress)

    @property
    def note(self) -> str:
        if self.best:
            return seasons.ahead_of(self.best[1:])
        return "" if self.pairings else seasons.sign_ups_waiting(self.progress.sign_ups)


def tournament_lines(tournaments: QuerySet[Tournament], today: date) -> tuple[TournamentLine, ...]:
    """Build the lines, running tournaments first, then in the order given; the last closed ones name their winner."""
    progresses = queries.with_progress(tournaments)
    closed_keys = [
        progress.tournament.pk for progress in progresses if progress.tournament.is_closed and progress.newest_round
    ][:LAST]
    lines = [
        TournamentLine(progress, today, tells_winner=progress.tournament.pk in closed_keys) for progress in progresses
    ]
    return tuple(sorted(lines, key=lambda line: line.pairings is None))


def _state(progress: queries.Progress) -> str:
    tournament = progress.tournament
    number = progress.newest_round
    places = finals_places(tournament, number)
    return seasons.round_reached(number, tournament.planned_rounds, is_closed=tournament.is_closed, places=places)


# The rules of a tournament in words, from its format and settings.


class StartingBoard:
    """The starting position of a game, as a drawing and in words."""

    def __init__(self, game: BoardGame) -> None:
        self.game, self.name, self.position = game, phrases.game_label(MatchGame(game.value)), start(game)

    @property
    def picture(self) -> Picture:
        return Board(self.position).picture()

    @property
    def words(self) -> str:
        """The starting position in words, for people who cannot see the board."""
        return _("Each side: %(checkers)s.") % {"checkers": stacks_text(self.position.own)}


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A part of the rules: paragraphs of text, the `board` of a game, and the rules for `moving` its checkers."""

    key: str
    heading: str
    texts: tuple[str, ...]
    board: StartingBoard | None = None
    moving: tuple[RuleLine, ...] = ()


def rules_of_tournament(tournament: Tournament) -> tuple[RulesSection, ...]:
    """Write the rules of a tournament in words, for its page and on paper."""
    clock = clock_named(tournament.clock)
    return tuple(rules_in_words(format_of(tournament), rules_of(tournament), clock, tuple(_money(tournament))))


def rules_in_words(
    match_format: MatchFormat, rules: Rules, clock: Clock | None = None, money: tuple[str, ...] = ()
) -> Iterator[RulesSection]:
    """Yield the rules in the order players meet them during an evening; `money` are sentences on fee and prizes."""
    games = TAVLI_GAMES if match_format.game is MatchGame.TAVLI else (match_format.game,)
    for game in games:
        yield _game(BoardGame(game.value), _("The game") if len(games) == 1 else phrases.game_label(game))
    yield RulesSection("at-the-board", _("At the board"), tuple(_at_the_board(match_format)))
    yield RulesSection("match", _("The match"), tuple(_match(match_format)))
    if match_format.cube:
        yield RulesSection("cube", _("The doubling cube"), tuple(_cube(match_format)))
    yield RulesSection("points", _("Points"), tuple(_points(match_format, rules)))
    if clock:
        yield RulesSection("time", _("Time"), tuple(_time(match_format, clock)))
    if different := tuple(_different(match_format)):
        yield RulesSection("different", _("What is different here"), different)
    if rules.rounds:
        yield RulesSection("rounds", _("Rounds and pairings"), tuple(_rounds(rules)))
        yield RulesSection("ranking", _("The ranking"), tuple(_ranking(rules)))
    if rules.finals:
        heading = _("Finals") if rules.rounds else _("The knock-out")
        yield RulesSection("finals", heading, tuple(_finals(rules.finals, is_knock_out=not rules.rounds)))
    yield RulesSection("unplayed", _("Byes, absences, giving up"), tuple(_unplayed(rules)))
    yield RulesSection(
        "lots",
        _("Drawing lots"),
        (
            _(
                "Lots are worked out from a text that is fixed when round 1 is drawn, such as dice rolled in "
                "front of everyone. With it, anyone can check every draw on the public page."
            ),
        ),
    )
    if money:
        yield RulesSection("money", _("Entry fee and prizes"), money)
    yield RulesSection("sources", _("Sources"), (_sources(match_format),))


def _game(game: BoardGame, heading: str) -> RulesSection:
    return RulesSection(f"game-{game.value}", heading, tuple(_playing(game)), StartingBoard(game), rule_lines(game))


def _playing(game: BoardGame) -> Iterator[str]:
    manner = MANNERS[game]
    if manner.moves_the_same_way:
        yield _(
            "Each player has 15 checkers, all on the point farthest from home, as shown. Both move the same way round, "
            "half a board apart, into their own home boards and then bear off. The first to bear off all 15 wins the "
            "game."
        )
    elif manner.single is Single.PINNED:
        yield _(
            "Each player has 15 checkers, all on the point farthest from home, as shown. The players move in opposite "
            "directions into their own home boards and then bear off. The first to bear off all 15 wins the game."
        )
    else:
        yield _(
            "Each player has 15 checkers, set up as shown. The players move in opposite directions around "
            "the board into their own home boards and then bear off. The first to bear off all 15 checkers "
            "wins the game."
        )
    if manner.single is Single.PINNED:
        yield _(
            "The mother is a checker pinned on the point where it started. Whoever pins it wins a gammon, unless "
            "checkers of their own are still on their own starting point: then play goes on until the last of them has "
            "left (gammon) or one of them is pinned too (drawn). A drawn game counts nothing and is played over."
        )


def _at_the_board(match_format: MatchFormat) -> Iterator[str]:
    yield _(
        "Boards and checkers are provided. If the players cannot agree on colours, the older one plays the dark "
        "checkers."
    )
    if match_format.game is MatchGame.BACKGAMMON:
        yield _(
            "To start, each player rolls one die; the higher number goes first and plays both dice. Equal numbers are "
            "rolled again. If both agree beforehand, the lower number goes first instead."
        )
    else:
        yield _(
            "To start, each player rolls one die; the higher number goes first and rolls both dice anew. Equal numbers "
            "are rolled again."
        )
    yield _("Each pair agrees whether to use one pair of dice or two, and dice cups or none.")
    yield _(
        "A roll counts if both dice lie flat on the board, in the same half. Both are rolled again if one of them is "
        "cocked, lies on a checker or is off the board, if they lie in different halves, or if the opponent’s play was "
        "not finished."
    )
    yield _("Checkers are moved in plain view, with one hand.")
    yield _(
        "A play is finished when the player signals it. If the two agree on no signal, each has a pair of dice of "
        "their own, and picking it up finishes the play."
    )
    yield _(
        "Until the dice are rolled again, either player may ask for an illegal play to be corrected. The whole play "
        "may then be made anew. In doubt, see “Is this play legal?” on the public page."
    )
    yield _("If the moves are written down, a neutral person should do it.")


def _match(match_format: MatchFormat) -> Iterator[str]:
    yield phrases.format_sentence(match_format)
    if match_format.game is MatchGame.BACKGAMMON and not match_format.cube:
        yield _("There is no doubling cube.")
    if match_format.winner_opens and not match_format.is_single_game:
        yield _("The winner of each game starts the next, with a roll of both dice.")
    if match_format.game is MatchGame.TAVLI:
        yield _("Portes, Plakoto and Fevga are played in turn, beginning with Portes, until the match is won.")
    if match_format.backgammons:
        yield _(
            "At any time, a player may offer to give up a game, as a single game (1 point), a gammon (2) or a "
            "backgammon (3). The opponent has to accept; otherwise play goes on."
        )
    elif match_format.gammons:
        yield _(
            "At any time, a player may offer to give up a game, as a single game (1 point) or a gammon (2). The "
            "opponent has to accept; otherwise play goes on."
        )
    else:
        yield _(
            "At any time, a player may offer to give up a game. The opponent has to accept; otherwise play goes on."
        )


def _cube(match_format: MatchFormat) -> Iterator[str]:
    yield _(
        "Before rolling, a player may offer to double the game: at first either player, later only the one who holds "
        "the cube. Nobody doubles before the first roll of a game."
    )
    yield _(
        "Whoever takes plays on for twice the points and holds the cube. Whoever passes loses the game at its value "
        "before the double."
    )
    yield _("The cube goes up to %(limit)d.") % {"limit": match_format.cube_limit}
    if match_format.crawford:
        yield _(
            "Crawford rule: the first game that starts with a player one point from winning is played without the cube."
        )
    if match_format.jacoby:
        yield _("Jacoby rule: gammons and backgammons count 1 as long as no double has been taken.")
    if match_format.beavers:
        yield _(
            "Beaver: whoever takes a double may turn the cube once more at once and keep it. The other player may "
            "refuse that and then loses the game at the value before the beaver."
        )
    if match_format.automatic_doubles:
        sentence = ngettext(
            "Automatic doubles: equal opening dice turn the cube, at most %(count)d time; it stays in the middle.",
            "Automatic doubles: equal opening dice turn the cube, at most %(count)d times; it stays in the middle.",
            match_format.automatic_doubles,
        )
        yield sentence % {"count": match_format.automatic_doubles}


def _points(match_format: MatchFormat, rules: Rules) -> Iterator[str]:
    if not match_format.gammons:
        yield _("Every game is worth 1 point, even a gammon.")
    else:
        yield _("A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.")
    if match_format.backgammons:
        yield _(
            "A backgammon (the loser also still has a checker in the winner's home board or on the bar) is worth 3."
        )
    elif match_format.gammons and match_format.game is MatchGame.BACKGAMMON:
        yield _("A backgammon counts as a gammon.")
    if match_format.cube:
        yield _("The points of a game are multiplied by the value of the cube.")
    elif not match_format.gammons:
        return
    facts = {"length": match_format.match_length, "most": match_format.match_length + 1}
    if rules.count_excess_points:
        yield _("Points beyond %(length)d count too: %(most)d:0 stays %(most)d:0.") % facts
    else:
        yield _("Points beyond %(length)d do not count: %(most)d:0 counts as %(length)d:0.") % facts


def _time(match_format: MatchFormat, clock: Clock) -> Iterator[str]:
    yield phrases.clock_sentence(clock)
    yield _("The clock runs for the player whose turn it is. Between games it stands.")
    if match_format.cube:
        yield _("A double and its answer are a move each.")
    if clock.rule is ClockRule.DELAY:
        yield _("For each point scored by either player, half the reserve of a point is taken off.")
    yield _("When the time is up, the players and the director decide.")


def _different(match_format: MatchFormat) -> Iterator[str]:
    """Say where the match differs from usual backgammon."""
    if match_format.game is not MatchGame.BACKGAMMON:
        return
    if match_format.gammons and not match_format.backgammons:
        yield _("A backgammon counts 2, not 3.")
    if not match_format.gammons:
        yield _("Gammons and backgammons count 1.")
    if match_format.winner_opens and not match_format.is_single_game:
        yield _("Only the first game of a match begins with an opening roll.")
    if match_format.cube and match_format.cube_limit != CUBE_LIMITS[-1]:
        yield _("The cube stops at %(limit)d.") % {"limit": match_format.cube_limit}
    if match_format.cube and not match_format.is_single_game and not match_format.crawford:
        yield _("The Crawford rule does not apply.")


def _sources(match_format: MatchFormat) -> str:
    if match_format.game is not MatchGame.BACKGAMMON:
        return _(
            "In our own words: the games after the Tavli rules of online platforms and common usage, the tournament "
            "after the tournament rules of Konstanz."
        )
    if match_format.cube:
        return _(
            "In our own words, after the tournament rules of Konstanz (whose numbers the rules carry) and, for the "
            "cube, the rules of the German backgammon association (DBGV)."
        )
    return _("In our own words, after the tournament rules of Konstanz, whose numbers the rules carry.")


def _finals(finals: FinalsRules, *, is_knock_out: bool = False) -> Iterator[str]:
    if is_knock_out:
        yield _("At most %(players)d players play a knock-out: whoever loses a match is out. The lot seeds them.") % {
            "players": finals.players
        }
    else:
        yield _(
            "After the last round, the first %(players)d of the ranking who are there play a knock-out, beginning with "
            "the %(first)s."
        ) % {"players": finals.players, "first": rounds.finals_round(finals.players)}
    if finals.players > SIZES[0]:
        yield _(
            "The first meets the last, the second the last but one, and so on, so that the first two can only meet in "
            "the final. Whoever has nobody opposite goes on without a match."
        )
    if finals.lengths:
        yield _("Points per match of the finals: %(rounds)s.") % {"rounds": _lengths_by_round(finals)}
    elif finals.match_length:
        yield _("A match of the finals is played to %(length)d points.") % {"length": finals.match_length}
    if finals.third_place:
        yield _("The losers of the semi-finals play for third place.")
    if finals.second:
        yield _consolation(finals.second)
    yield _(
        "A match of the finals needs a winner. Who has left or does not appear loses; if neither appears, nobody goes "
        "on."
    )
    if is_knock_out:
        yield _(
            "The ranking says how far each has come: winner and loser of the final, then the losers of the rounds "
            "before it, the later rounds first. Of those who are level in this, whoever lost a match stands before "
            "whoever went out without one; then the lot decides."
        )
        return
    yield _(
        "The finals decide the first places: winner and loser of the final, then the losers of the rounds before it, "
        "the later rounds first. Else, and for everybody else, the ranking of the rounds before holds."
    )


def _consolation(second: SecondRules) -> str:
    """Say who plays in the second bracket, and to how many points."""
    if second.kind is SecondKind.REST:
        who = _("The next %(players)d of the ranking who are there play a consolation.") % {"players": second.players}
    elif second.kind is SecondKind.LOSERS:
        who = _("Whoever loses in the finals, but for the final, drops into the consolation and plays on there.")
    else:
        who = _(
            "Whoever loses in the first round of the finals, or in the second without having played in the first, "
            "plays on in the consolation."
        )
    if not second.match_length:
        return who
    length = _("A match of the consolation is played to %(length)d points.") % {"length": second.match_length}
    return f"{who} {length}"


def _lengths_by_round(rules: FinalsRules) -> str:
    """List each round of the finals with its match length."""
    return ", ".join(
        f"{rounds.finals_round(places_of(rules, nth))} {length_in(rules, nth)}"
        for nth in range(1, rounds_of(rules.players) + 1)
    )


def _rounds(rules: Rules) -> Iterator[str]:
    if rules.finals:
        sentence = ngettext(
            "%(count)d round is played in which nobody is knocked out, then the finals.",
            "%(count)d rounds are played in which nobody is knocked out, then the finals.",
            rules.rounds,
        )
    else:
        sentence = ngettext(
            "%(count)d round is played, and nobody is knocked out.",
            "%(count)d rounds are played, and nobody is knocked out.",
            rules.rounds,
        )
    yield sentence % {"count": rules.rounds}
    yield _(
        "Round 1 is drawn by lot. After that, the leader plays the best-placed opponent they have not "
        "yet met, and so on down the standings."
    )
    yield _("Nobody plays the same opponent or has the bye twice as long as this can be avoided for everyone.")
    yield _(
        "An opponent is passed over where the players below could otherwise not all be paired, or where the director "
        "keeps the two apart."
    )
    yield _(
        "The pairing looks ahead: those come first that leave the most of the rounds still planned playable without a "
        "rematch for the players who are there."
    )
    yield _(
        "If there is no pairing without a rematch, the director ends the tournament or allows rematches in that round; "
        "they are spread as evenly as possible."
    )


def _ranking(rules: Rules) -> Iterator[str]:
    yield _("Players are ranked by the following, in this order:")
    yield from standings.ranking_rules(rules.ranking)
    if Criterion.HEAD_TO_HEAD in rules.ranking:
        yield _(
            "Head-to-head: nobody stands below a player they have beaten, unless they have lost to that player as "
            "often. Where that leaves a choice, the lot decides."
        )
        yield _(
            "Players who have beaten one another in a circle stay together, in the order of their wins within it; "
            "those who are still equal by head-to-head among themselves, then by lot."
        )


def _unplayed(rules: Rules) -> Iterator[str]:
    yield _(
        "With an odd number of players, the bye is paired like a player in last place and counts as a match win. "
        "Whoever has won by forfeit counts as having had it."
    )
    yield _(
        "A player who does not appear loses, and the opponent gets a match win. If neither appears, neither gets one."
    )
    points = rules.unplayed_win_points
    if not {Criterion.POINT_DIFFERENCE, Criterion.BUCHHOLZ} <= {*rules.ranking}:
        yield ngettext(
            "A win without a match brings %(count)d point and no opponent whose wins count.",
            "A win without a match brings %(count)d points and no opponent whose wins count.",
            points,
        ) % {"count": points}
    elif points:
        yield ngettext(
            "A win without a match adds %(count)d point to the point difference and no opponent for Buchholz.",
            "A win without a match adds %(count)d points to the point difference and no opponent for Buchholz.",
            points,
        ) % {"count": points}
    else:
        yield _("A win without a match does not change the point difference and adds no opponent for Buchholz.")
    yield _("A player who gives up loses the match; the points won so far count.")
    yield _("If a match is stopped, the player who is ahead wins it; if the score is level, nobody does.")


def _money(tournament: Tournament) -> Iterator[str]:
    """Say what each player pays, what the money is for, and who sees the cost statement; nothing without a fee."""
    bands = fee_bands(tournament)
    if not bands:
        return
    yield cash.fee_sentence(bands, tournament.currency)
    if Prize.objects.filter(tournament=tournament, place=NO_PLACE).exists():
        yield _("The entry fees pay for non-cash prizes for the three best-placed players, and for other costs.")
    else:
        yield _("All entry fees together pay for non-cash prizes for the three best-placed players.")
    if not tournament.shows_costs:
        yield _("The director shows the cost statement to anyone who asks.")
        return
    yield _("The cost statement stands on the public page.")
    if tournament.treasurer:
        yield cash.treasurer_sentence(tournament.treasurer)


# Tables for pages: tournaments by date.


class TournamentTable(ListTable):
    caption = gettext_lazy("Tournaments")
    name = tables.Column(gettext_lazy("Tournament"), accessor="tournament")
    state = tables.Column(gettext_lazy("Status"), attrs={"th": {"class": "state"}, "td": {"class": "whole-words"}})

    def render_name(self, value: Tournament) -> SafeString:
        where = f"{value.venue} · " if value.venue else ""
        note = f"{where}{formats.date_format(value.date, 'SHORT_DATE_FORMAT')}"
        return strong_link(reverse("standings", args=[value.slug]), value.name, note)

    def render_state(self, record: queries.Progress) -> str:
        return _state(record)


class EveningTable(ListTable):
    caption = gettext_lazy("Past evenings")
    date = tables.Column(gettext_lazy("Date"), attrs={"td": {"class": "whole-words"}})
    name = tables.Column(gettext_lazy("Tournament"))
    players = tables.Column(gettext_lazy("Players"), attrs=TINY_HIDE)

    def render_date(self, value: datetime.date) -> str:
        return formats.date_format(value, "SHORT_DATE_FORMAT")

    def render_name(self, value: str, record: Tournament) -> SafeString:
        return link("standings", record.slug, text=value) + small_note(record.venue)


# What a second bracket of the finals costs, before it is chosen.

USUAL_MINUTES = 35
"""How long a round of matches to three points takes with the break after it, while the club has none that tells it."""
SIZES_WITH_COST = (8, 16, 32)


def second_costs(club: Club) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Say with which pace it is counted, and for each kind of second bracket what it costs for each size of finals."""
    known = past_minutes(club) if club.pk else None
    minutes = known or USUAL_MINUTES
    names = dict(phrases.second_choices())
    kinds = (SecondKind.FIRST_LOSERS, SecondKind.LOSERS)
    costs = [(names[""], tuple(_cost(FinalsRules(size), minutes) for size in SIZES_WITH_COST))]
    for kind in kinds:
        rules = (FinalsRules(size, second=SecondRules(kind)) for size in SIZES_WITH_COST)
        costs.append((names[kind.value], tuple(_cost(each, minutes) for each in rules)))
    costs.append((phrases.second_of_the_rest(), (phrases.rest_cost(),)))
    return phrases.pace_counted_with(minutes, is_known=known is not None), tuple(costs)


def _cost(rules: FinalsRules, minutes: int) -> str:
    tenths = (20 * matches_with_second(rules) + rules.players // 2) // rules.players
    matches = formats.number_format(Decimal(tenths) / 10, 1)
    without, both = rounds_of(rules.players), rounds_with_second(rules)
    if rules.second is None:
        return phrases.finals_cost(rules.players, without, minutes * without, matches)
    return phrases.second_cost(rules.players, both, without, minutes, matches)
