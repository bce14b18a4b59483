"""Public pages of a tournament, such as standings, rounds and players, made for phones."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.exports.messages import round_text, standings_text
from tournament.machine.cache import Weighed, cached
from tournament.models import Club, Tournament
from tournament.pages import clubs, matches, rounds, seasons, standings, tournaments
from tournament.pages.cash import StatementTable, statement_page
from tournament.pages.players import ROWS, EntryTable, ListPart, LotTable, PlayerPairingTable, list_part
from tournament.phrases.standings import figure_lines, ranking_note
from tournament.phrases.tournaments import format_note
from tournament.public.parts import ClubPage, LivePart, Page, part_links
from tournament.public.seasons import club_heads, club_tabs
from tournament.queries.cash import prize_rows
from tournament.queries.facts import Facts, check_command, drawn_lots, facts_of, games_of
from tournament.queries.matches import tables_with_transcript
from tournament.queries.players import is_open
from tournament.queries.record import format_of
from tournament.queries.rounds import pace_of, players_by_name
from tournament.queries.seasons import evenings
from tournament.queries.standings import PathRow
from tournament.queries.states import settled_state_of, state_of

# In seconds: a wall display stays open for hours, and its forecast must not be in the past.
A_FORECAST_HOLDS = 300
# A player in the cross table takes as much room as four in the ranking.
CROSS_ROWS = 50
COURSE_LINES = 100
BYTES_OF_CHANCES = 4_000


def _lazy(make: Callable[[], Any]) -> Any:
    """Delay a value until the template uses it, if it does."""
    return SimpleLazyObject(make)


def _frame(tournament: Tournament, tab: str, title: str) -> tuple[str, dict[str, Any]]:
    """Build the full title, and the context of the tabs above every page."""
    facts = facts_of(tournament)
    shared = {"tab": tab, "last_round": facts.last_round, "clock": _lazy(lambda: facts.clock)}
    return f"{title} · {tournament.name}", shared


def _listed(
    tournament: Tournament, name: str, rows: Sequence[Any], part: int, size: int = ROWS, **values: int
) -> tuple[ListPart[Any], dict[str, Any]] | None:
    """Cut out a part of the rows and link to the others; the first part has the address of the page itself."""
    listed = list_part(rows, part, size)
    if listed is None:
        return None
    return listed, {"parts": part_links(name, {"slug": tournament.slug, **values}, listed)}


def _standings(tournament: Tournament, part: int = 1) -> LivePart | None:
    """Show the ranking, provisional while matches are open; before the first result, who plays at which table."""
    facts = facts_of(tournament)
    last = facts.last_round
    ranking = facts.ranking
    has_results = any(not row.is_bye and not row.is_open for row in facts.pairings(last.number).rows) if last else False
    is_ranked = bool(last and (last.number > 1 or has_results))
    name = _("Final standings") if tournament.is_closed else _("Standings") if is_ranked else _("Players")
    everybody: Sequence[Any] = tuple(ranking.entries.values())
    if last:
        everybody = ranking.rows if is_ranked else players_by_name(last, ranking.entries, facts.left)
    found = _listed(tournament, "standings", everybody, part)
    if found is None:
        return None
    listed, ways = found
    title, shared = _frame(tournament, "standings", name)
    context = {
        **shared,
        **ways,
        "is_ranked": is_ranked,
        "ranking": ranking,
        "chances": _lazy(lambda: _chances(facts)),
        "prizes": _lazy(lambda: [row for row in prize_rows(tournament, ranking) if row.winner]),
        "standing_table": _lazy(lambda: standings.StandingTable(listed.rows, ranking.ranking)),
        "names_table": _lazy(lambda: PlayerPairingTable(tournament, listed.rows)),
        "entry_table": _lazy(lambda: EntryTable(listed.rows)),
        "takes_names": is_open(tournament),
        "format_note": format_note(format_of(tournament)),
        "ranking_note": ranking_note(ranking.ranking),
    }
    return LivePart("public/standings.html", title, context, listed.parts)


def _chances(facts: Facts) -> rounds.ChancesPage:
    """Compute the chances once for all parts of the page and all readers, until a result is entered."""
    wanted = format_of(facts.tournament)

    def weighed() -> Weighed[rounds.ChancesPage]:
        return Weighed(rounds.chances_page(facts.ranking, facts.record, wanted), BYTES_OF_CHANCES)

    return cached(("chances", settled_state_of(facts.tournament), get_language()), weighed).value


def _round(tournament: Tournament, number: int, part: int = 1) -> LivePart | None:
    """Show the pairings and results of a round."""
    facts = facts_of(tournament)
    pairings = facts.pairings(number) if facts.round(number) else None
    found = _listed(tournament, "round", pairings.rows, part, number=number) if pairings else None
    if found is None:
        return None
    listed, ways = found
    title, shared = _frame(tournament, "round", _("Round %(number)s") % {"number": number})
    context = {
        **shared,
        **ways,
        "number": number,
        "pairings": pairings,
        "table": rounds.RoundTable(
            tournament,
            number,
            listed.rows,
            tables_with_transcript(facts.rounds[number - 1]),
            matches.live_scores(tournament, listed.rows),
        ),
        "round_numbers": range(1, len(facts.rounds) + 1),
    }
    return LivePart("public/round.html", title, context, listed.parts)


def _order(tournament: Tournament, part: int = 1) -> LivePart | None:
    """Explain why each player is above the next."""
    ranking = facts_of(tournament).ranking
    found = _listed(tournament, "order", [row for row in ranking.rows if row.below], part)
    if found is None:
        return None
    listed, ways = found
    title, shared = _frame(tournament, "order", _("Why this order?"))
    reasons = zip(listed.rows, rounds.order_reasons(listed.rows, ranking), strict=True)
    return LivePart(
        "public/order.html", title, {**shared, **ways, "reasons": reasons, "first": listed.first}, listed.parts
    )


def _share(tournament: Tournament, part: int = 1) -> LivePart | None:
    """Show the standings as text for a messenger."""
    ranking = facts_of(tournament).ranking
    found = _listed(tournament, "share", ranking.rows, part)
    if found is None:
        return None
    listed, ways = found
    title, shared = _frame(tournament, "share", _("Standings as text"))
    back = reverse("standings", args=[tournament.slug])
    text = standings_text(tournament, replace(ranking, rows=listed.rows))
    return LivePart("public/share.html", title, {**shared, **ways, "text": text, "back": back}, listed.parts)


def _share_round(tournament: Tournament, number: int, part: int = 1) -> LivePart | None:
    """Show a round as text for a messenger."""
    facts = facts_of(tournament)
    pairings = facts.pairings(number) if facts.round(number) else None
    found = _listed(tournament, "round_share", pairings.rows, part, number=number) if pairings else None
    if found is None:
        return None
    listed, ways = found
    title, shared = _frame(tournament, "share", _("Round %(number)s as text") % {"number": number})
    text = round_text(replace(facts.pairings(number), rows=listed.rows))
    back = reverse("round", args=[tournament.slug, number])
    return LivePart("public/share.html", title, {**shared, **ways, "text": text, "back": back}, listed.parts)


def _player(tournament: Tournament, number: int) -> LivePart | None:
    """Show a player's table and matches, and the reasons for their place."""
    facts = facts_of(tournament)
    if number not in facts.ranks:
        return None
    ranking = facts.ranking
    row = ranking.rows[facts.ranks[number] - 1]
    path = facts.paths[number]
    title, shared = _frame(tournament, "player", row.entry.display_name)
    context = {
        **shared,
        **_pairing_context(facts, number),
        "row": row,
        "ranking": ranking,
        "path": path,
        "table": standings.PlayerPathTable(row.entry, row.standing, path, _games(tournament, facts, path, number)),
        "opponents": rounds.own_pairing_reasons(
            number, path, [facts.as_paired(round_.number) for round_ in facts.rounds]
        ),
        "live": _live_words(tournament, facts, number),
        "way": standings.Way(tuple(match.rank_after for match in path), len(ranking.rows)),
        "figures": figure_lines(
            row.standing, [match.opponent_wins for match in path if match.opponent_wins is not None]
        ),
        "reasons": rounds.place_reasons(row, ranking) if facts.rounds else (),
    }
    return LivePart("public/player.html", title, context)


def _games(tournament: Tournament, facts: Facts, path: Sequence[PathRow], number: int) -> dict[int, str]:
    """The recorded games of a player's matches, by round."""
    games = {}
    stored = games_of(tournament)
    for match in path if stored else ():
        pairing = facts.pairings_by_number(match.round_number).get(number)
        kept = stored.get(pairing.key) if pairing else None
        if pairing and kept and (tournament.shows_live_scores or not pairing.is_open):
            games[match.round_number] = matches.games_text(tournament, pairing, kept.games, number)
    return games


def _live_words(tournament: Tournament, facts: Facts, number: int) -> str:
    """The live score of a player's match, their own points first; empty without a score sheet."""
    pairing = facts.pairings_by_number(facts.last_round.number).get(number) if facts.last_round else None
    found = matches.live_scores(tournament, [pairing]) if pairing else {}
    return next((one.words(is_first=pairing.first.number == number) for one in found.values() if pairing), "")


def _seat(tournament: Tournament, number: int) -> LivePart | None:
    """Show a player's current table; their phone shows it on every page."""
    facts = facts_of(tournament)
    if number not in facts.entries:
        return None
    _title, shared = _frame(tournament, "seat", "")
    return LivePart("public/seat.html", "", {**shared, **_pairing_context(facts, number)})


def _pairing_context(facts: Facts, number: int) -> dict[str, Any]:
    last = facts.last_round
    pairing = facts.pairings_by_number(last.number).get(number) if last else None
    return {
        "entry": facts.entries[number],
        "has_left": number in facts.left,
        "pairing": pairing,
        "pairing_reason": rounds.reason_of(facts.as_paired(last.number), pairing.first.number)
        if last and pairing
        else "",
    }


def _crosstable(tournament: Tournament, part: int = 1) -> LivePart | None:
    """Show the cross table."""
    title, shared = _frame(tournament, "crosstable", _("Cross table"))
    crossed = facts_of(tournament).crosstable
    found = _listed(tournament, "crosstable", crossed.rows, part, size=CROSS_ROWS)
    if found is None:
        return None
    listed, ways = found
    table = standings.CrossTable(tournament, crossed.after_round, listed.rows, crossed.ranking)
    note = ranking_note(crossed.ranking)
    context = {**shared, **ways, "crossed": crossed, "table": table, "ranking_note": note}
    return LivePart("public/crosstable.html", title, context, listed.parts)


def _course(tournament: Tournament, part: int = 1) -> LivePart | None:
    """Show how places changed from round to round."""
    title, shared = _frame(tournament, "course", _("Progress"))
    facts = facts_of(tournament)
    course = cached(("course", state_of(tournament)), lambda: standings.course_page(facts.evening))
    found = _listed(tournament, "course", course.lines, part, size=COURSE_LINES)
    if found is None:
        return None
    listed, ways = found
    part_of_course = course.between(listed.first, listed.last)
    context = {**shared, **ways, "course": part_of_course, "table": standings.rounds_table(part_of_course)}
    return LivePart("public/course.html", title, context, listed.parts)


def _draw(tournament: Tournament, after_round: int = 0, part: int = 1) -> LivePart | None:
    """Show everything to verify the draw: the seed, the recipe, and each player's lot after a round."""
    paired = len(facts_of(tournament).rounds)
    if after_round > paired:
        return None
    lots = drawn_lots(tournament, after_round) if tournament.draw_seed else ()
    found = _listed(tournament, "draw_check_after", lots, part, after_round=after_round)
    if found is None:
        return None
    listed, ways = found
    name = _("Lots after round %(after_round)s") % {"after_round": after_round} if after_round else _("Draw check")
    title, shared = _frame(tournament, "draw", name)
    context = {
        **shared,
        **ways,
        "after_round": after_round,
        "round_numbers": range(paired + 1),
        "table": LotTable(listed.rows),
        "command": check_command(tournament, after_round),
    }
    return LivePart("public/draw.html", title, context, listed.parts)


def _costs(tournament: Tournament) -> LivePart | None:
    """Show the cost statement if the director has made it public."""
    if not tournament.shows_costs:
        return None
    title, shared = _frame(tournament, "costs", _("Cost statement"))
    statement = statement_page(tournament)
    table = StatementTable(statement["lines"], tournament.currency)
    return LivePart("public/costs.html", title, {**shared, **statement, "statement_table": table})


def _rules(tournament: Tournament) -> LivePart:
    """Show the rules of the games and of the tournament."""
    title, shared = _frame(tournament, "rules", _("Rules"))
    return LivePart("public/rules.html", title, {**shared, "sections": tournaments.rules_of_tournament(tournament)})


def _wall(tournament: Tournament) -> LivePart:
    """Show the wall display: first the way to each table, then tables and standings, in the end the podium."""
    now = timezone.now()
    wall = standings.wall_of(tournament)
    title, shared = _frame(tournament, "wall", _("Wall display"))
    context = {
        **shared,
        "wall": wall,
        "live": {key: one.score for key, one in matches.live_scores(tournament, wall.tables).items()},
        "season": _lazy(lambda: seasons.wall_season(tournament)),
        "pace": pace_of(wall.pairings.round, now) if wall.pairings else None,
        "today": timezone.localdate(now),
        "public_url": settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug]),
    }
    return LivePart("wall/wall.html", title, context)


def _around(tab: str, name: Callable[[], str]) -> Callable[[Tournament], LivePart]:
    """Make the live part around a form: title and tabs, which refresh themselves."""

    def part(tournament: Tournament) -> LivePart:
        title, shared = _frame(tournament, tab, name())
        return LivePart("public/part.html", title, shared)

    return part


def _club(club: Club) -> LivePart:
    """Show the running evening, the next one, and the last ones."""
    context = {"tab": "club", "evenings": clubs.evenings_of(club, timezone.localdate()), **club_heads(club)}
    return LivePart("club/club.html", club.name, context)


def _evenings(club: Club, part: int = 1) -> LivePart | None:
    """Show every past evening."""
    listed = list_part(evenings(club, timezone.localdate()).past, part)
    if listed is None:
        return None
    parts = part_links("evenings", {"slug": club.slug}, listed)
    context = {"tab": "evenings", "table": tournaments.EveningTable(listed.rows), "parts": parts, **club_tabs(club)}
    return LivePart("club/evenings.html", f"{_('All evenings')} · {club.name}", context, listed.parts)


def _forecast() -> str:
    return f"{timezone.now().timestamp() // A_FORECAST_HOLDS:.0f}"


def _day() -> str:
    return timezone.localdate().isoformat()


STANDINGS = Page("standings", _standings, comes_in_parts=True)
ROUND = Page("round", _round, comes_in_parts=True, follows_matches=True)
ORDER = Page("order", _order, comes_in_parts=True)
SHARE = Page("share", _share, comes_in_parts=True)
ROUND_SHARE = Page("round_share", _share_round, comes_in_parts=True)
PLAYER = Page("player", _player, follows_matches=True)
SEAT = Page("seat", _seat, heading=None)
FIND = Page("find", _around("find", lambda: _("Find my table")))
JOINING = Page("ask_to_join", _around("joining", lambda: _("Sign up")))
ASKED = Page("asked", _around("joining", lambda: _("My sign-up")))
CROSSTABLE = Page("crosstable", _crosstable, comes_in_parts=True)
COURSE = Page("course", _course, comes_in_parts=True)
DRAW = Page("draw_check", _draw)
DRAW_AFTER = Page("draw_check_after", _draw, comes_in_parts=True)
COSTS = Page("costs", _costs, edition=_day)
RULES = Page("rules", _rules)
CLUB = ClubPage("club", _club, edition=_day)
EVENINGS = ClubPage("evenings", _evenings, edition=_day, comes_in_parts=True)
WALL = Page("wall", _wall, frame="wall/page.html", heading=None, edition=_forecast, follows_matches=True)
