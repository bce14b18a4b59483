"""Public pages of a tournament, such as standings, rounds and players, made for phones."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language, gettext as _

from tournament.exports.messages import bracket_text, round_text, standings_text
from tournament.exports.pictures import club_card, player_card, round_card, tournament_card
from tournament.machine.cache import Weighed, cached
from tournament.models import Club, Entry, Tournament
from tournament.pages import cash, clubs, matches, players, rounds, seasons, standings, tournaments
from tournament.phrases.players import players_words
from tournament.phrases.rounds import round_name, tables_done
from tournament.phrases.standings import figure_lines, ranking_note
from tournament.phrases.tournaments import format_note, shared_words, shared_words_of_club
from tournament.public.parts import ClubPage, LivePart, Page, part_links, part_or_404
from tournament.public.seasons import club_heads, club_tabs
from tournament.queries.cash import prize_rows
from tournament.queries.drawn import check_command, drawn_lots
from tournament.queries.editions import Shows
from tournament.queries.evening import Evening, public_evening
from tournament.queries.matches import tables_with_transcript
from tournament.queries.players import is_open
from tournament.queries.record import finals_places, format_of
from tournament.queries.results import games_of
from tournament.queries.rounds.pairings import RoundPage, players_by_name, round_page, rows_by_number
from tournament.queries.rounds.progress import pace_of, round_clock
from tournament.queries.seasons import evenings
from tournament.queries.standings import PathRow, crosstable_page, paths_of, place_of, standings_page
from tournament.templatetags.tournament_format import place_words

# A player in the cross table takes as much room as four in the ranking.
CROSS_ROWS = 50
COURSE_LINES = 100
# The most places of a bracket that stands beside a ranking.
LARGEST_TREE = 16
BYTES_OF_CHANCES = 4_000


def _live(
    tournament: Tournament,
    tab: str,
    title: str,
    context: Mapping[str, Any],
    shown_part: players.ListPart[Any] | None = None,
    *,
    template: str = "",
    says: str | None = None,
    at: str = "",
) -> LivePart:
    """Make the live part of a page, with its full title and the tabs above it; its template is named after the tab.

    `at` is a prefix of the URL names of its links. A messenger shows what the page `says` beside its shared link; if
    that is None, it shows nothing.
    """
    evening = public_evening(tournament)
    tabs = {
        "tab": tab,
        "at": at,
        "last_round": evening.newest_round,
        "clock": SimpleLazyObject(lambda: round_clock(evening)),
    }
    full_title = title and f"{title} · {tournament.name}"
    description = "" if says is None else shared_words(tournament.date, tournament.begins_at, tournament.venue, says)
    return LivePart(template or f"public/{tab}.html", full_title, {**tabs, **context}, shown_part, description)


def _standings(tournament: Tournament, part: int = 1, at: str = "") -> LivePart:
    """Show the ranking, provisional while matches are open; before the first result, who plays at which table."""
    evening = public_evening(tournament)
    ranking = standings_page(evening)
    is_ranked = ranking.after_round > 0
    is_over = standings.is_final(tournament, ranking)
    name = _("Final standings") if is_over else _("Standings") if is_ranked else _("Players")
    shown_part = part_or_404(_everybody(evening), part)
    context = {
        "is_ranked": is_ranked,
        "is_final": is_over,
        "ranking": ranking,
        "heading": standings.standings_title(tournament, ranking),
        "chances": SimpleLazyObject(lambda: _chances(evening)),
        **({} if at or part > 1 else _on_a_laptop(evening, is_over=is_over)),
        "prizes": SimpleLazyObject(lambda: [row for row in prize_rows(tournament, ranking) if row.winner]),
        "standing_table": SimpleLazyObject(
            lambda: standings.StandingTable(
                tournament, shown_part.rows, ranking.ranking, paths_of(evening) if at else {}, at
            )
        ),
        "names_table": SimpleLazyObject(lambda: players.PlayerPairingTable(tournament, shown_part.rows)),
        "entry_table": SimpleLazyObject(lambda: players.EntryTable(shown_part.rows)),
        "takes_names": is_open(tournament),
        "format_note": format_note(format_of(tournament)),
        "ranking_note": ranking_note(ranking.ranking, is_knock_out=ranking.is_knock_out),
        "finals_note": standings.finals_note(ranking),
    }
    says = players_words(len(evening.entries))
    return _live(tournament, "standings", name, context, shown_part, says=says, at=at)


def _everybody(evening: Evening) -> Sequence[Any]:
    """The rows of the standings; before the first result, the players, in round 1 with their tables."""
    if evening.newest_round is None:
        return tuple(evening.entries.values())
    if standings_page(evening).after_round:
        return standings_page(evening).rows
    return players_by_name(evening, evening.newest_round.number)


def rows_in_standings(evening: Evening, numbers: Collection[int]) -> dict[int, str]:
    """Map the start numbers of these players to the addresses of their rows in the standings, if they have one."""
    everybody = [row.number if isinstance(row, Entry) else row.entry.number for row in _everybody(evening)]
    address_by_number = {}
    for index, number in enumerate(everybody):
        if number in numbers:
            part = {"part": index // players.ROWS + 1} if index >= players.ROWS else {}
            address = reverse("standings", kwargs={"slug": evening.tournament.slug, **part})
            address_by_number[number] = f"{address}#player-{number}"
    return address_by_number


def _on_a_laptop(evening: Evening, *, is_over: bool) -> dict[str, Any]:
    """Build what a wide screen shows with the ranking: the newest round beside it, in the end the podium above it.

    In finals the bracket stands there instead of the round.
    """
    tournament, newest = evening.tournament, evening.newest_round
    if newest is None:
        return {}
    tree = (
        rounds.bracket_page(evening) if newest.is_finals and (tournament.finals_players or 0) <= LARGEST_TREE else None
    )
    if is_over:
        return {"podium": standings.podium_of(tournament, standings_page(evening)), "bracket": tree}
    page = round_page(evening, newest.number)
    live = matches.live_scores(tournament, page.tables)
    return {
        "bracket": tree,
        "beside": rounds.tables_beside(page, live),
        "pairings": page,
        "round_numbers": range(1, len(evening.rounds) + 1),
    }


def _chances(evening: Evening) -> rounds.ChancesPage:
    """Compute the chances once for all parts of the page and all readers, until a result is entered."""
    match_format = format_of(evening.tournament)
    return cached(
        ("chances", evening.tournament.edition, get_language()),
        lambda: Weighed(rounds.chances_page(standings_page(evening), evening.record, match_format), BYTES_OF_CHANCES),
    ).value


def _round(tournament: Tournament, number: int, part: int = 1) -> LivePart:
    evening = public_evening(tournament)
    pairings = _pairings_or_404(evening, number)
    shown_part = part_or_404(pairings.rows, part)
    context = {
        "number": number,
        "pairings": pairings,
        "table": rounds.RoundTable(
            tournament,
            number,
            shown_part.rows,
            tables_with_transcript(evening.rounds[number - 1]),
            matches.live_scores(tournament, shown_part.rows),
        ),
        "round_numbers": range(1, len(evening.rounds) + 1),
    }
    says = tables_done(pairings.finished_tables, len(pairings.tables))
    return _live(
        tournament, "round", round_name(number, finals_places(tournament, number)), context, shown_part, says=says
    )


def _pairings_or_404(evening: Evening, number: int) -> RoundPage:
    if evening.round(number) is None:
        raise Http404
    return round_page(evening, number)


def _bracket(tournament: Tournament) -> LivePart:
    """Show the bracket of the finals; before they are drawn, which places of the ranking will play."""
    context = {"bracket": rounds.bracket_page(public_evening(tournament))}
    return _live(tournament, "bracket", _("Finals") if tournament.planned_rounds else _("Bracket"), context)


def _share_bracket(tournament: Tournament) -> LivePart:
    """Show the bracket of the finals as text for a messenger."""
    bracket = rounds.bracket_page(public_evening(tournament))
    text = bracket_text(tournament, bracket) if bracket else _("No finals are planned.")
    back = reverse("bracket", args=[tournament.slug])
    return _live(tournament, "share", _("Finals as text"), {"text": text, "back": back})


def _order(tournament: Tournament, part: int = 1, at: str = "") -> LivePart:
    ranking = standings_page(public_evening(tournament))
    shown_part = part_or_404([row for row in ranking.rows if row.below and ranking.after_round], part)
    reasons = zip(shown_part.rows, rounds.order_reasons(shown_part.rows, ranking), strict=True)
    context = {"reasons": reasons, "first": shown_part.first}
    return _live(tournament, "order", _("Why this order?"), context, shown_part, at=at)


def _share(tournament: Tournament, part: int = 1, at: str = "") -> LivePart:
    """Show the standings as text for a messenger."""
    ranking = standings_page(public_evening(tournament))
    shown_part = part_or_404(ranking.rows, part)
    back = reverse(f"{at}standings", args=[tournament.slug])
    text = standings_text(tournament, replace(ranking, rows=shown_part.rows))
    return _live(tournament, "share", _("Standings as text"), {"text": text, "back": back}, shown_part, at=at)


def _share_round(tournament: Tournament, number: int, part: int = 1) -> LivePart:
    """Show a round as text for a messenger."""
    pairings = _pairings_or_404(public_evening(tournament), number)
    shown_part = part_or_404(pairings.rows, part)
    title = _("%(round)s as text") % {"round": round_name(number, finals_places(tournament, number))}
    text = round_text(replace(pairings, rows=shown_part.rows))
    back = reverse("round", args=[tournament.slug, number])
    return _live(tournament, "share", title, {"text": text, "back": back}, shown_part)


def _player(tournament: Tournament, number: int, at: str = "") -> LivePart:
    """Show a player's table and matches, and the reasons for their place."""
    evening = public_evening(tournament)
    ranking, place = standings_page(evening), place_of(evening, number)
    row = next((row for row in ranking.rows if row.entry.number == number), None)
    if row is None:
        raise Http404
    path = paths_of(evening)[number]
    seat = _pairing_context(evening, number)
    pairing = seat["pairing"]
    live = matches.live_scores(tournament, [pairing]) if pairing else {}
    context = {
        **seat,
        "row": row,
        "ranking": ranking,
        "path": path,
        "table": standings.PlayerPathTable(
            row.entry, row.standing, path, _games(tournament, evening, path, number), at
        ),
        "opponents": rounds.own_pairing_reasons(evening, number, path),
        "live": next((live_score.words(is_first=pairing.first.number == number) for live_score in live.values()), ""),
        "way": standings.way_of(path, len(ranking.placed_rows)) if row.standing.place else None,
        "figures": figure_lines(
            row.standing, [match.opponent_wins for match in path if match.opponent_wins is not None]
        ),
        "reasons": rounds.place_reasons(row, ranking) if row.standing.place else (),
    }
    says = None if row.entry.is_hidden else place_words(place) if place else ""
    return _live(tournament, "player", row.entry.display_name, context, says=says, at=at)


def _games(tournament: Tournament, evening: Evening, path: Sequence[PathRow], number: int) -> dict[int, str]:
    """The recorded games of a player's matches, by round."""
    games = {}
    games_by_key = games_of(tournament)
    for match in path if games_by_key else ():
        pairing = rows_by_number(evening, match.round_number).get(number)
        stored_games = games_by_key.get(pairing.key) if pairing else None
        if pairing and stored_games and (tournament.shows_live_scores or not pairing.is_open):
            games[match.round_number] = matches.games_text(tournament, pairing, stored_games.games, number)
    return games


def _seat(tournament: Tournament, number: int) -> LivePart:
    """Show a player's current table; their phone shows it on every page."""
    evening = public_evening(tournament)
    if number not in evening.entries:
        raise Http404
    return _live(tournament, "seat", "", _pairing_context(evening, number))


def _pairing_context(evening: Evening, number: int) -> dict[str, Any]:
    last = evening.newest_round
    pairing = rows_by_number(evening, last.number).get(number) if last else None
    return {
        "entry": evening.entries[number],
        "round_title": rounds.round_of(evening, last.number, number) if last else "",
        "next_in_finals": rounds.next_in_finals(evening, number),
        "has_left": number in evening.record.left,
        "place": place_of(evening, number),
        "in_list": rows_in_standings(evening, [number]).get(number, ""),
        "between": " · ".join(rounds.between_rounds(evening, number, timezone.now())),
        "pairing": pairing,
        "pairing_reason": rounds.reason_in(evening, last.number, pairing.first.number) if last and pairing else "",
    }


def _crosstable(tournament: Tournament, part: int = 1, at: str = "") -> LivePart:
    crossed = crosstable_page(public_evening(tournament))
    shown_part = part_or_404(crossed.rows, part, CROSS_ROWS)
    table = standings.CrossTable(tournament, crossed.after_round, shown_part.rows, crossed.ranking, at)
    note = ranking_note(crossed.ranking, is_knock_out=crossed.is_knock_out)
    context = {"crossed": crossed, "table": table, "ranking_note": note}
    return _live(tournament, "crosstable", _("Cross table"), context, shown_part, at=at)


def _course(tournament: Tournament, part: int = 1, at: str = "") -> LivePart:
    evening = public_evening(tournament)
    course = cached(("course", tournament.edition, get_language()), lambda: standings.course_page(evening))
    shown_part = part_or_404(course.lines, part, COURSE_LINES)
    part_of_course = course.between(shown_part.first, shown_part.last)
    rounds_of_all = [standings.marked_round(tournament, nth) for nth in part_of_course.columns[1:]]
    headings = [part_of_course.headings[0], *rounds_of_all]
    table = standings.CourseTable(_("Places round by round"), part_of_course, headings)
    context = {"course": part_of_course, "table": table}
    return _live(tournament, "course", _("Progress"), context, shown_part, at=at)


def _draw(tournament: Tournament, after_round: int = 0, part: int = 1, at: str = "") -> LivePart:
    """Show everything to verify the draw: the seed, the command that repeats it, and all lots after a round."""
    paired = public_evening(tournament).record.swiss_rounds
    if after_round > paired:
        raise Http404
    lots = drawn_lots(tournament, after_round) if tournament.draw_seed else ()
    shown_part = part_or_404(lots, part)
    name = _("Lots after round %(after_round)s") % {"after_round": after_round} if after_round else _("Draw check")
    context = {
        # The page without a round shows only the first part, so the links lead to the page with a round.
        "parts": part_links(f"{at}draw_check_after", {"slug": tournament.slug, "after_round": after_round}, shown_part),
        "after_round": after_round,
        "steps_at": f"{at}draw_check_after",
        "round_numbers": range(paired + 1),
        "table": players.LotTable(shown_part.rows),
        "command": check_command(tournament, after_round),
    }
    return _live(tournament, "draw", name, context, shown_part, at=at)


def _costs(tournament: Tournament) -> LivePart:
    if not tournament.shows_costs:
        raise Http404
    return _live(tournament, "costs", _("Cost statement"), cash.statement_page(tournament))


def _rules(tournament: Tournament) -> LivePart:
    return _live(tournament, "rules", _("Rules"), {"sections": tournaments.rules_of_tournament(tournament)})


def _wall(tournament: Tournament) -> LivePart:
    """Show the wall display: first the players and their tables, then results and standings, in the end the podium."""
    now = timezone.now()
    wall, evening = standings.wall_of(tournament), public_evening(tournament)
    is_about_finals = wall.pairings is not None and wall.pairings.round.is_finals
    bracket = rounds.bracket_page(evening) if is_about_finals else None
    live = matches.live_scores(tournament, wall.tables)
    live_points = rounds.points_of_live_scores(wall.tables, live)
    context = {
        "bracket": rounds.bracket_on_the_wall(bracket, live_points) if bracket else None,
        "drops": rounds.drops_on_the_wall(bracket) if bracket else "",
        "wall": wall,
        "matches": [rounds.match_box(row, live) for row in wall.tables],
        "season": SimpleLazyObject(lambda: seasons.wall_season(tournament)),
        "pace": pace_of(evening, wall.pairings.round.number, now) if wall.pairings else None,
        "now": now,
        "today": timezone.localdate(now),
        "public_url": settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug]),
    }
    return _live(tournament, "wall", _("Wall display"), context, template="wall/wall.html")


def _around(tab: str, name: Callable[[], str]) -> Callable[[Tournament], LivePart]:
    """Make the live part of a page with a form: title and tabs refresh themselves, but the form does not."""
    return lambda tournament: _live(tournament, tab, name(), {}, template="public/part.html")


def _club(club: Club) -> LivePart:
    """Show the running evening, the next one, and the last ones."""
    context = {"tab": "club", "evenings": clubs.evenings_of(club, timezone.localdate()), **club_heads(club)}
    return LivePart("club/club.html", club.name, context, description=shared_words_of_club(club.place))


def _evenings(club: Club, part: int = 1) -> LivePart:
    shown_part = part_or_404(evenings(club, timezone.localdate()).past, part)
    context = {"tab": "evenings", "table": tournaments.EveningTable(shown_part.rows), **club_tabs(club)}
    title = f"{_('All evenings')} · {club.name}"
    return LivePart("club/evenings.html", title, context, shown_part, shared_words_of_club(club.place))


STANDINGS = Page("standings", _standings, comes_in_parts=True, shows=Shows.WORDS, card=tournament_card)
ROUND = Page("round", _round, comes_in_parts=True, shows=Shows.WORDS, card=round_card)
BRACKET = Page("bracket", _bracket)
BRACKET_SHARE = Page("bracket_share", _share_bracket)
ORDER = Page("order", _order, comes_in_parts=True)
SHARE = Page("share", _share, comes_in_parts=True)
ROUND_SHARE = Page("round_share", _share_round, comes_in_parts=True)
PLAYER = Page("player", _player, shows=Shows.FORECAST | Shows.WORDS, card=player_card)
SEAT = Page("seat", _seat, heading=None, shows=Shows.FORECAST)
FIND = Page("find", _around("find", lambda: _("Find my table")))
JOINING = Page("ask_to_join", _around("joining", lambda: _("Sign up")))
ASKED = Page("asked", _around("joining", lambda: _("My sign-up")))
CROSSTABLE = Page("crosstable", _crosstable, comes_in_parts=True)
COURSE = Page("course", _course, comes_in_parts=True)
DRAW = Page("draw_check", _draw)
DRAW_AFTER = Page("draw_check_after", _draw, comes_in_parts=True)
COSTS = Page("costs", _costs, shows=Shows.TODAY)
RULES = Page("rules", _rules)
CLUB = ClubPage("club", _club, shows=Shows.TODAY, card=club_card)
EVENINGS = ClubPage("evenings", _evenings, shows=Shows.TODAY, comes_in_parts=True)
WALL = Page(
    "wall",
    _wall,
    frame="wall/page.html",
    heading=None,
    shows=Shows.FORECAST | Shows.WORDS | Shows.CLUB,
)

# Public pages shown inside the desk; their links lead to one another there.
AT_DESK = "desk_"
DESK_STANDINGS = Page(f"{AT_DESK}standings", partial(_standings, at=AT_DESK), comes_in_parts=True)
DESK_CROSSTABLE = Page(f"{AT_DESK}crosstable", partial(_crosstable, at=AT_DESK), comes_in_parts=True)
DESK_COURSE = Page(f"{AT_DESK}course", partial(_course, at=AT_DESK), comes_in_parts=True)
DESK_ORDER = Page(f"{AT_DESK}order", partial(_order, at=AT_DESK), comes_in_parts=True)
DESK_SHARE = Page(f"{AT_DESK}share", partial(_share, at=AT_DESK), comes_in_parts=True)
DESK_DRAW = Page(f"{AT_DESK}draw_check", partial(_draw, at=AT_DESK))
DESK_DRAW_AFTER = Page(f"{AT_DESK}draw_check_after", partial(_draw, at=AT_DESK), comes_in_parts=True)
DESK_PLAYER = Page(f"{AT_DESK}player", partial(_player, at=AT_DESK), shows=Shows.FORECAST | Shows.WORDS)
