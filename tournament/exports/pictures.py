"""The pictures that messengers show of a shared link: of a tournament, a round, a player, a club and a season.

They are in the active language, and name nobody otherwise than the pages for everyone.
"""

from collections.abc import Sequence
from functools import partial

from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Club, Tournament
from tournament.names import isolated
from tournament.pages import seasons
from tournament.pages.sheets import occasion
from tournament.pages.standings import is_final, standings_title
from tournament.paper import picture
from tournament.paper.fonts import BOLD, REGULAR
from tournament.paper.lettering import Align
from tournament.paper.letters import names_on_paper
from tournament.paper.picture import Picture
from tournament.phrases.players import players_words
from tournament.phrases.results import outcome_label, result_text, score_text
from tournament.phrases.rounds import round_in_progress, round_name, tables_done
from tournament.phrases.seasons import evenings_played
from tournament.phrases.standings import wins_words
from tournament.phrases.values import day_and_time, enumeration, ordinal
from tournament.queries.evening import Evening, public_evening
from tournament.queries.record import finals_places
from tournament.queries.rounds.pairings import round_page
from tournament.queries.seasons import evenings, years_of
from tournament.queries.standings import PathRow, StandingsPage, paths_of, place_of, standings_page
from tournament.templatetags.tournament_format import place_words

PNG = "image/png"
LEFT, RIGHT = 60, picture.WIDTH - 60
FOOT, CLUB_AT = 540, 552
# The width of what is written beside the board.
BESIDE = 660
BOARD_AT = 740
BEST = 3
# The room of a player's matches.
PANEL_TOP, PANEL_FOOT = 344, 536
FEWEST_COLUMNS, MOST_MATCHES = 5, 20


def draw_card(
    title: str,
    line: str,
    *,
    stacks: Sequence[tuple[int, int, picture.Look]],
    lead: str = "",
    tables: tuple[int, int] | None = None,
    notes: Sequence[str] = (),
    rows: Sequence[tuple[int, str]] = (),
    foot: str = "",
) -> bytes:
    """Draw a card beside a board: a title, a line below it, what leads, and up to three rows with their places.

    `tables` are how many are finished and how many there are, drawn as points; `notes` are further lines.
    """
    card = Picture()
    card.board(BOARD_AT, stacks)
    y = card.text(title, LEFT, 44, BESIDE, 58, lines=2, font=BOLD)
    y = card.text(line, LEFT, y + 4, BESIDE, 30, lines=2, fill=picture.PALE)
    y = card.text(lead, LEFT, y + 14, BESIDE, 40 if rows else 64, lines=1 if rows else 2, font=BOLD, fill=picture.GOLD)
    if tables:
        done, count = tables
        base = min(76, BESIDE / max(count, 1))
        y += 66
        for nth in range(count):
            card.point(LEFT + nth * base, y, base * 0.92, 46, picture.GOLD if nth < done else picture.UNDONE)
    for note in notes:
        y = card.text(note, LEFT, y + 12, BESIDE, 34, lines=2)
    step = min(100.0, (FOOT - y - 8) / BEST)
    for nth, (rank, name) in enumerate(rows):
        at = y + 8 + step * (nth + 0.5)
        look = picture.OF_PLACES.get(rank, picture.OF_NO_MEDAL)
        card.checker(LEFT + 36, at, min(36, step * 0.44), look, str(rank))
        size = 46 if nth == 0 else 38
        card.text(name, LEFT + 94, at - size * 0.62, BESIDE - 94, size, font=BOLD if nth == 0 else REGULAR)
    card.text(foot, LEFT, CLUB_AT, BESIDE, 28, lines=2, fill=picture.PALE)
    return card.png()


def tournament_card(tournament: Tournament) -> bytes:
    """Draw the day and how many play; from the first finished round on the first three."""
    evening = public_evening(tournament)
    with names_on_paper(evening.names):
        ranking = _ranking(evening, len(evening.rounds))
        count = players_words(len(evening.entries)) if evening.entries else ""
        practice = _("Practice tournament") if tournament.is_practice else ""
        where = " · ".join(filter(None, (isolated(tournament.venue), practice)))
        return draw_card(
            isolated(tournament.name),
            *(occasion(tournament) if ranking else (where,)),
            lead=" · ".join((standings_title(tournament, ranking), count))
            if ranking
            else day_and_time(tournament.date, tournament.begins_at),
            notes=(count,) if count and not ranking else (),
            rows=_first_three(ranking),
            foot=isolated(tournament.club.name),
            stacks=((0, 2, picture.BRIGHT), (2, 4, picture.BLACK), (4, 3, picture.BRIGHT)),
        )


def round_card(tournament: Tournament, number: int) -> bytes:
    """Draw how far a round is, and who was in front when it was drawn, or at its end."""
    evening = public_evening(tournament)
    if evening.round(number) is None:
        raise Http404
    pairings = round_page(evening, number)
    done, count = pairings.finished_tables, len(pairings.tables)
    with names_on_paper(evening.names):
        places = finals_places(tournament, number)
        is_open = done < count and (places or number <= tournament.planned_rounds)
        lead = round_in_progress(number, tournament.planned_rounds, places) if is_open else round_name(number, places)
        names = [name for _rank, name in _first_three(_ranking(evening, number))]
        in_front = _("In front: %(names)s") % {"names": enumeration(names)} if names else ""
        return draw_card(
            isolated(tournament.name),
            *occasion(tournament),
            lead=lead,
            tables=(done, count),
            notes=[note for note in (tables_done(done, count), in_front) if note],
            foot=isolated(tournament.club.name),
            stacks=((1, 3, picture.BLACK), (3, 2, picture.BRIGHT), (4, 4, picture.BLACK)),
        )


def _ranking(evening: Evening, number: int) -> StandingsPage | None:
    """The ranking after this round, or after the last finished one before it; None before the first is finished."""
    after_round = min(evening.record.completed_rounds, number)
    return standings_page(evening, after_round) if after_round else None


def _first_three(ranking: StandingsPage | None) -> list[tuple[int, str]]:
    standing_rows = ranking.placed_rows[:BEST] if ranking else ()
    return [(row.standing.rank, isolated(row.entry.display_name)) for row in standing_rows]


def player_card(tournament: Tournament, number: int) -> bytes:
    """Draw a player's place and matches; there is none of a player who wishes to appear nowhere."""
    player_facts = told_of_player(public_evening(tournament), number)
    if player_facts is None:
        raise Http404
    name, rank, lead, line, path, best = player_facts
    with names_on_paper(public_evening(tournament).names):
        card = Picture()
        card.medal(196, 176, 146, rank)
        y = card.text(name, 380, 50, 760, 64, lines=2, font=BOLD)
        y = card.text(lead, 380, y + 4, 760, 42, font=BOLD, fill=picture.GOLD)
        card.text(line, 380, y + 4, 760, 32, lines=2, fill=picture.PALE)
        _draw_matches(card, path, number)
        card.text(isolated(tournament.club.name), LEFT, CLUB_AT, 420, 26, lines=2, fill=picture.PALE)
        card.text(best, RIGHT - 620, CLUB_AT, 620, 26, lines=2, align=Align.END)
        return card.png()


def told_of_player(evening: Evening, number: int) -> tuple[str, int | None, str, str, Sequence[PathRow], str] | None:
    """What a card says of a player: name, place, place and wins in words, the occasion, the matches, the best win.

    None of a player who is not there or wishes to appear nowhere.
    """
    entry = evening.entries.get(number)
    if entry is None or entry.is_hidden:
        return None
    tournament = evening.tournament
    ranking, place, path = standings_page(evening), place_of(evening, number), paths_of(evening)[number]
    row = next(row for row in ranking.rows if row.entry.number == number)
    wins = wins_words(row.standing.match_wins, row.finals_wins) if place and place.place else ""
    lead = " · ".join(filter(None, (place_words(place) if place else "", wins)))
    line = f"{isolated(tournament.name)} · {date_format(tournament.date, 'DATE_FORMAT')}"
    ranks = {row.entry.number: row.standing.rank for row in ranking.placed_rows}
    best = _best_win(path, ranks) if is_final(tournament, ranking) else ""
    return isolated(entry.display_name), place.place if place else None, lead, line, path, best


def _draw_matches(card: Picture, path: Sequence[PathRow], number: int) -> None:
    """Draw the last matches as points of a board; the checkers are the player's own points, gold where won."""
    last_matches = path[-MOST_MATCHES:]
    base = (RIGHT - LEFT) / max(FEWEST_COLUMNS, len(last_matches))
    wide = min(80, base * 0.9)
    card.panel(LEFT - 6, PANEL_TOP, RIGHT + 6, PANEL_FOOT, radius=10)
    for nth, match in enumerate(last_matches):
        middle = LEFT + base * (nth + 0.5)
        card.point(middle - wide / 2, PANEL_TOP + 8, wide, -138, picture.BRASS if nth % 2 else picture.GREEN)
        for checker in range(min(match.score[0], picture.MOST_CHECKERS) if match.score else 0):
            look = picture.GOLDEN if match.has_won else picture.BLACK
            card.checker(middle, PANEL_TOP + 27 + checker * 27, 15, look)
        font, fill = (BOLD, picture.WHITE) if match.has_won else (REGULAR, picture.PALE)
        card.middle(shown_result(match, number), middle, PANEL_FOOT - 24, base - 8, 32, font=font, fill=fill)


def shown_result(match: PathRow, number: int) -> str:
    if match.score:
        return score_text(match.score)
    if match.result is None:
        return "–"
    return result_text(match.result, number) if match.opponent else outcome_label(match.result.outcome)


def _best_win(path: Sequence[PathRow], ranks: dict[int, int]) -> str:
    """Say who of the players beaten came out on top; empty where nobody was beaten at the board."""
    wins = [(match.opponent, match.score) for match in path if match.has_won]
    ranked_wins = [(ranks[who.number], who, score) for who, score in wins if who and score and who.number in ranks]
    if not ranked_wins:
        return ""
    rank, opponent, score = min(ranked_wins, key=lambda ranked_win: ranked_win[0])
    facts = {"score": score_text(score), "name": isolated(opponent.display_name), "place": ordinal(rank)}
    return _("Best win: %(score)s against %(name)s (%(place)s)") % facts


def club_card(club: Club) -> bytes:
    """Draw the evening that is running or comes next, and who is in front in the club's own season."""
    today, years = timezone.localdate(), years_of(club)
    club_evenings = evenings(club, today)
    evening = next(iter((*club_evenings.running[::-1], *club_evenings.coming)), None)
    season = years.own_season(today)
    facts = years.season(season) if season else None
    season_places = seasons.placed_rows(facts, years)[:BEST] if facts else ()
    with names_on_paper(seasons.names_in_season(years, facts) if facts else {}):
        names = [isolated(seasons.name_of(years, place.row.person)) for place in season_places]
        notes = [
            " · ".join(filter(None, (isolated(evening.name), isolated(evening.venue)))) if evening else "",
            f"{isolated(season.name)}: {enumeration(names)}" if season and names else "",
        ]
        return draw_card(
            isolated(club.name),
            isolated(club.place),
            lead=day_and_time(evening.date, evening.begins_at) if evening else "",
            notes=[note for note in notes if note],
            stacks=((0, 5, picture.BLACK), (3, 3, picture.BRIGHT), (4, 2, picture.BLACK)),
        )


def season_card(club: Club, key: str) -> bytes:
    """Draw the first three of a season, and after how many evenings."""
    years = years_of(club)
    season = years.season_by_key(key)
    if season is None:
        raise Http404
    facts = years.season(season)
    season_places = seasons.placed_rows(facts, years)[:BEST]
    name_of = partial(seasons.name_of, years)
    with names_on_paper(seasons.names_in_season(years, facts)):
        return draw_card(
            isolated(season.name),
            isolated(club.place),
            lead=evenings_played(len(facts.evenings)) if season_places else "",
            rows=[(place.row.rank, isolated(name_of(place.row.person))) for place in season_places],
            foot=isolated(club.name),
            stacks=((1, 5, picture.BRIGHT), (2, 3, picture.BLACK), (4, 2, picture.BRIGHT)),
        )
