"""Why a pairing is as it is, on every page that tells it, and nowhere else whom the director keeps apart."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import entry_of, make_director, make_helper, make_tournament, play_round, player_token, seat
from tests.publishing.site import published_files
from tests.views.conftest import logged_in
from tournament.actions.players import NewPlayer, add_entries, keep_apart, withdraw_entry
from tournament.actions.rounds import draw_round
from tournament.exports.papers import PAPERS
from tournament.models import Tournament
from tournament.pages.rounds import pairing_reasons
from tournament.queries.evening import evening_of

pytestmark = pytest.mark.django_db


def draw(tournament, rounds, without_rematch=3):
    """Draw so many rounds, the first of them without a rematch; all but the last are played."""
    for number in range(1, rounds + 1):
        if number > 1:
            play_round(tournament.rounds.get(number=number - 1))
        allowed = number > without_rematch
        draw_round(tournament, by=make_director(), number=number, draw_seed="konstanz", rematches_allowed=allowed)


def with_rematches():
    tournament = make_tournament(entries=4, planned_rounds=5)
    draw(tournament, 4)
    return tournament, "they met in round 1; nobody here is left unmet."


def kept_apart():
    tournament = make_tournament(entries=4, planned_rounds=3)
    keep_apart(entry_of(tournament, 2), entry_of(tournament, 4), by=make_director())
    draw(tournament, 1)
    return tournament, "Player 2 is not paired with Player 4 (2nd) in this tournament"


def with_a_latecomer_set_at_a_table():
    tournament = make_tournament(entries=6, planned_rounds=3)
    draw(tournament, 2)
    last = tournament.rounds.last().pairings.order_by("position").last()
    withdraw_entry(last.second, by=make_director())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    seat(tournament, last.first.number, 7)
    return tournament, "is the best-placed opponent not yet met."


def words(html: str) -> str:
    """What stands on a page, without the markup."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("evening", [with_rematches, kept_apart, with_a_latecomer_set_at_a_table])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_reason_is_the_same_on_every_page_that_tells_it(client, director, evening, language):
    tournament, part = evening()
    Tournament.objects.filter(pk=tournament.pk).update(language=language)
    tournament = Tournament.objects.get(pk=tournament.pk)
    number = tournament.rounds.count()
    first = tournament.rounds.last().pairings.order_by("position").first().first
    assert part in pairing_reasons(evening_of(tournament), number)[first.number]
    with translation.override(language):
        reason = pairing_reasons(evening_of(tournament), number)[first.number]
        own = [reverse(name, args=[tournament.slug, first.number]) for name in ("player", "seat_live")]
        desk = reverse("desk_round", args=[tournament.slug, number])
        files = published_files(tournament)

    own.append(f"/{language}/t/{tournament.slug}/p/{first.number}/{player_token(first)}/")
    pages = [client.get(address).content.decode() for address in own]
    pages += [
        director.get(desk, headers={"accept-language": language}).content.decode(),
        files[f"players/{first.number}/index.html"].decode(),
    ]

    assert [reason in words(page) for page in pages] == [True] * 5


# Of a wish to be kept apart.
TOLD_OF_A_WISH = re.compile(
    "not (to be )?paired|[Kk]ept.apart|keepapart|nicht (mit .{1,40}|miteinander) gepaart|getrennt bleiben"
)
OTHER_PAPERS = (
    "receipt",
    "voucher",
    "certificates_pdf",
    "ranking_to_frame_pdf",
    "closing_pdf",
    "cash_book_pdf",
    "bracket_pdf",
    "player_card_pdf",
)


def written(content: bytes) -> str:
    """The words of a page, paper, workbook or file."""
    if content.startswith(b"%PDF"):
        return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())
    if content.startswith(b"PK"):
        return " ".join(
            str(value) for sheet in load_workbook(BytesIO(content)) for row in sheet.values for value in row if value
        )
    return words(content.decode())


def every_door(tournament, language) -> dict[str, str]:
    """What everybody who is no director can read, and each paper that hangs or lies about, by its address."""
    numbers, rounds = range(1, tournament.entries.count() + 1), range(1, tournament.rounds.count() + 1)
    of_round = [paper for paper in PAPERS if paper.is_of_a_round]
    of_all = [paper for paper in PAPERS if not (paper.is_of_a_round or paper.name in OTHER_PAPERS)]
    helper, director = logged_in(make_helper(tournament)), logged_in(make_director())
    for browser in (helper, director):
        browser.cookies["django_language"] = language
    public = ["wall", "wall_live", "standings_live", "share_live", "crosstable_live", "course_live", "rules_live"]
    public_of_round = ["round_live", "round_share_live"]
    of_player = ["player", "player_live", "seat_live"]
    desk = ["desk_players", "desk_standings", "owing"]
    files = ["archive_for_publishing", "excel"]
    with translation.override(language):
        asked = {
            **{reverse(name, args=[tournament.slug]): helper for name in (*public, *desk)},
            **{reverse(name, args=[tournament.slug, one]): helper for name in public_of_round for one in rounds},
            **{reverse(name, args=[tournament.slug, one]): helper for name in of_player for one in numbers},
            **{reverse("desk_round", args=[tournament.slug, one]): helper for one in rounds},
            **{reverse(name, args=[tournament.slug]): director for name in files},
            **{reverse(paper.name, args=[tournament.slug]): director for paper in of_all},
            **{reverse(paper.name, args=[tournament.slug, one]): director for paper in of_round for one in rounds},
        }
    at_tables = {
        entry.pk
        for pairing in tournament.rounds.last().pairings.exclude(table=None)
        for entry in (pairing.first, pairing.second)
    }
    for entry in tournament.entries.all():
        own = f"/{language}/t/{tournament.slug}/p/{entry.number}/{player_token(entry)}/"
        asked |= dict.fromkeys((own, f"{own}name/", *([f"{own}sheet/"] if entry.pk in at_tables else [])), helper)
    answers = {address: browser.get(address) for address, browser in asked.items()}
    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    read = {address: b"".join(answer) for address, answer in answers.items()}
    folder = published_files(tournament)
    texts = {path: content for path, content in folder.items() if not path.endswith(".png")}
    read |= {path: content for path, content in texts.items() if not path.startswith("static/")}
    return {address: written(content) for address, content in read.items()}


def reasons_to_be_told(address, told) -> set[str]:
    """The reasons that the page tells: a round's at the desk, a player's on their pages, their last on the phone."""
    if found := re.search(r"desk/rounds/(\d+)/$", address):
        return {reason for number, reason, _players in told if number == int(found[1])}
    if found := re.search(r"(?:players|p)/(\d+)/(|live/|index\.html|seat/|[\w-]{20,}/)$", address):
        first = 1 if found[2] in ("", "live/", "index.html") else max(number for number, *_others in told)
        return {reason for number, reason, players in told if number >= first and int(found[1]) in players}
    return set()


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_is_kept_apart_is_told_by_the_reasons_alone_each_beside_its_own_pairing(language):
    tournament = make_tournament(entries=5, planned_rounds=5, language=language)
    for pair in ((2, 4), (1, 5)):
        keep_apart(*(entry_of(tournament, number) for number in pair), by=make_director())
    draw(tournament, 5, without_rematch=4)
    tournament = Tournament.objects.get(pk=tournament.pk)
    told = []
    with translation.override(language):
        for number in range(1, 6):
            reasons = pairing_reasons(evening_of(tournament), number)
            for pairing in tournament.rounds.get(number=number).pairings.all():
                players = {entry.number for entry in (pairing.first, pairing.second) if entry}
                told.append((number, words(reasons[pairing.first.number]), players))

    doors = every_door(tournament, language)

    found, left = {}, {}
    for address, text in doors.items():
        found[address] = {reason for _number, reason, _players in told if reason in text}
        for reason in found[address]:
            text = text.replace(reason, "")
        if wish := TOLD_OF_A_WISH.search(text):
            left[address] = wish[0]
    assert found == {address: reasons_to_be_told(address, told) for address in doors}
    assert left == {}
    assert [reason for _number, reason, _players in told if TOLD_OF_A_WISH.search(reason)] != []
