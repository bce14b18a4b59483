"""A transcript as the director sees it: what was found in it, and what it says of the match."""

from typing import Any

from django.urls import reverse

from tournament.models import Pairing, Tournament, Transcript
from tournament.phrases.findings import finding_sentence
from tournament.queries.matches import ReadTranscript, proposed_score, read
from tournament.queries.record import format_of
from tournament.queries.results import kept_games


def attached_page(tournament: Tournament, pairing: Pairing, stored: Transcript | None) -> dict[str, Any]:
    """The transcript of a match as the director sees it; `other_score` is its own where it is not that of the match."""
    first, second = names_of(pairing)
    shown = {"pairing": pairing, "first": first, "second": second, "is_there": stored is not None}
    if stored is None:
        return shown
    transcript = read(stored)
    stands = pairing.first_points is not None
    score = (pairing.first_points, pairing.second_points)
    length = transcript.written.match_length
    proposed = proposed_score(format_of(tournament), transcript.games) if transcript.games else None
    has_its_games = bool(transcript.games) and kept_games(pairing).games == transcript.games
    is_to_accept = proposed and (not stands or (score == proposed and not has_its_games))
    return {
        **shown,
        "columns": in_columns(transcript, (first, second)),
        "is_turned": stored.is_turned,
        "games": len(transcript.written.games),
        "findings": [finding_sentence(finding) for finding in transcript.findings],
        "score": "{}:{}".format(*transcript.score),
        "other_score": "{}:{}".format(*score) if stands and score not in (transcript.score, proposed) else "",
        "proposed": "{}:{}".format(*proposed) if proposed and is_to_accept else "",
        "has_its_games": has_its_games,
        "other_length": length if length != tournament.match_length else None,
        "replay": _address(tournament, pairing) if pairing.table and not pairing.round.is_hidden else "",
    }


def names_of(pairing: Pairing) -> tuple[str, str]:
    return pairing.first.display_name, pairing.second.display_name if pairing.second else ""


def in_columns(transcript: ReadTranscript, names: tuple[str, str]) -> tuple[str, str]:
    """The players in the order of the transcript."""
    return (names[1], names[0]) if transcript.is_turned else names


def _address(tournament: Tournament, pairing: Pairing) -> str:
    return reverse("replay", args=[tournament.slug, pairing.round.number, pairing.table])
