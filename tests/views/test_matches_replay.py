"""Transcripts at the desk, and what everyone sees of them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import THREE_POINTS, draw_next_round, make_director, make_tournament, pairing_of
from tests.views.conftest import logged_in, on_one_line, sentence
from tournament.actions.matches import attach_transcript
from tournament.actions.players import NewPlayer
from tournament.languages import LANGUAGES

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    players = [NewPlayer("Anna"), NewPlayer("Ben")]
    tournament = make_tournament(players=players, cube=True, crawford=True, backgammons=True, language="en")
    draw_next_round(tournament)
    return pairing_of(tournament, 1, 1)


def address(name, match, **query):
    tournament = match.round.tournament
    values = {"slug": tournament.slug, "number": 1, "table": 1}
    if name in ("transcript", "turn_transcript", "accept_transcript"):
        values = {"slug": tournament.slug, "key": match.pk}
    return reverse(name, kwargs=values, query=query or None)


def attach(match):
    attach_transcript(match, by=make_director(), data=THREE_POINTS.read_bytes())


def send(match, data, name="match.mat"):
    file = SimpleUploadedFile(name, data)
    return logged_in(make_director()).post(address("transcript", match), {"file": file}, follow=True)


def test_a_transcript_is_attached_and_checked(match):
    answer = send(match, THREE_POINTS.read_bytes())

    assert on_one_line(answer).count("Every play in it is legal.") == 1


def test_a_bad_file_gets_one_sentence(match):
    answer = send(match, b"a letter")

    assert (answer.status_code, answer.context["form"].errors["file"]) == (422, [sentence("transcript_no_game")])


def test_a_file_of_another_program_is_told_by_its_name(match):
    answer = send(match, bytes(20), "match.xg")

    assert (answer.status_code, answer.context["form"].errors["file"]) == (422, [sentence("transcript_is_xg")])


def test_a_roll_that_nobody_wrote_down_is_shown_as_one(client, match):
    text = THREE_POINTS.read_bytes().replace(b"  2) 52: 13/8 24/22 ", b"  2) 00: ????       ")
    attach_transcript(match, by=make_director(), data=text)

    answer = client.get(address("replay", match, at=2).replace("/de/", "/en/"))

    told = f"{match.first.name} rolls; nobody wrote down what."
    assert f'role="status">{told}</p>' in on_one_line(answer)
    assert (
        answer.context["replay"].question,
        answer.context["replay"].finding.count("nobody wrote down this roll"),
    ) == ("", 1)
    assert answer.context["replay"].xgid == "XGID=-aa---E-C---dEa--c-e----B-:0:0:-1:00:0:0:0:3:10"
    assert client.get(address("transcript_file", match)).content.count(b"00: ????") == 1


def test_a_line_that_cannot_be_read_is_named_and_nothing_is_refused(match):
    answer = send(match, THREE_POINTS.read_bytes().replace(b" 9)  Doubles => 2 ", b" 9)  Doubbles => 2"))

    line = "Line 38 was not read: “9)  Doubbles =&gt; 2               Drops”. From here on the game is unchecked."
    assert line in answer.content.decode()


def test_who_swaps_the_players_of_a_transcript_on_a_page_that_is_no_longer_true_is_told(match):
    answer = logged_in(make_director()).post(address("turn_transcript", match), {"turned": "yes"}, follow=True)

    assert [str(message) for message in answer.context["messages"]] == [sentence("transcript_is_gone")]


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (0, "Game 1 begins."),
        (1, "{second} rolls 2-1 and plays 13/11 24/23."),
        (37, "{second} passes."),
        (38, "{first} wins 1 point."),
        (10_000, "{first} wins 2 points."),
    ],
)
def test_everyone_follows_the_match_move_by_move(client, match, at, told):
    attach(match)

    answer = client.get(address("replay", match, at=at).replace("/de/", "/en/"))

    names = {"first": match.first.name, "second": match.second.name}
    assert f'role="status">{told.format(**names)}</p>' in on_one_line(answer)
    assert not answer.cookies


def test_the_file_is_handed_out_with_the_names_of_today(client, match):
    attach(match)

    answer = client.get(address("transcript_file", match))

    assert answer["Content-Disposition"] == 'attachment; filename="bodensee-open-2026-1-1.mat"'
    line = answer.content.decode().splitlines()[4]
    assert line.split() == [match.first.name, ":", "0", match.second.name, ":", "0"]


def test_the_round_leads_to_the_matches_that_can_be_replayed(client, match):
    page = reverse("round", args=[match.round.tournament.slug, 1])
    before = client.get(page).content.decode()

    attach(match)

    link = f'href="{address("replay", match)}"'
    assert (before.count(link), client.get(page).content.decode().count(link)) == (0, 1)


def test_a_hidden_round_and_a_match_without_transcript_show_nothing(client, match):
    assert client.get(address("replay", match)).status_code == 404

    attach(match)
    match.round.is_hidden = True
    match.round.save()

    assert client.get(address("replay", match)).status_code == 404
    assert client.get(address("transcript_file", match)).status_code == 404


@pytest.mark.parametrize(
    ("at", "xgid"),
    [
        (0, "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:3:10"),
        (1, "XGID=-b----E-C---eE---c-e----B-:0:0:-1:21:0:0:0:3:10"),
        (36, ":0:0:1:D:0:0:0:3:10"),
        (10_000, ":0:0:1:00:4:0:1:3:10"),
    ],
)
def test_every_moment_has_its_xgid(client, match, at, xgid):
    attach(match)

    assert client.get(address("replay", match, at=at)).context["replay"].xgid.endswith(xgid)


def test_the_language_is_switched_at_the_same_moment(client, match):
    attach(match)

    answer = client.get(address("replay", match, at=7))

    switched = [link for _language, link, _is_this in answer.context["in_languages"]]
    assert [link.endswith("/replay/?at=7") for link in switched] == [True] * len(LANGUAGES)


def test_the_director_accepts_what_the_transcript_proposes(match):
    answer = send(match, THREE_POINTS.read_bytes())
    page = on_one_line(answer)
    assert page.count('name="score" value="4:0"') == 1

    accepted = logged_in(make_director()).post(address("accept_transcript", match), {"score": "4:0"}, follow=True)

    match.refresh_from_db()
    assert (match.first_points, match.second_points, accepted.context["attached"].proposed) == (4, 0, "")


@pytest.mark.parametrize("score", ["", "4", "4:x", "9:9", "4:0:0", "٤:٠"])
def test_a_score_that_the_page_did_not_show_is_not_accepted(match, score):
    attach(match)

    answer = logged_in(make_director()).post(address("accept_transcript", match), {"score": score}, follow=True)

    match.refresh_from_db()
    assert (len(answer.context["messages"]), match.first_points) == (1, None)
