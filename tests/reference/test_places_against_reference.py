"""Every sentence about a place, told while invented evenings go on, against a second reading of the record.

An evening is drawn, repaired, seated and corrected as in `test_reasons_against_reference.py`, and may end in finals.
"""

import os
import re
from itertools import pairwise
from random import Random

import networkx
import pytest
from django.utils import translation

from tests.factories import make_director
from tests.reference.check import disagreements
from tests.reference.finals import shown_standings, swiss_rounds
from tests.reference.matches import matches_up_to
from tests.reference.ranking import KONSTANZ, direct_wins
from tests.reference.test_reasons_against_reference import ORDINALS, Evening
from tests.seeds import each_seed
from tournament.actions.rounds import draw_round
from tournament.actions.tournaments import change_tournament
from tournament.engine.refusals import Refused
from tournament.models import Tournament
from tournament.pages.rounds import order_reasons
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db

IN_THE_SUITE = range(1, 21)
TO_PROVE = int(os.environ.get("PROVE_EVENINGS", "300"))

LABELS = {
    "match_wins": ("match wins", "gewonnene Matches"),
    "point_difference": ("point difference", "Punktwertdifferenz"),
    "buchholz": ("Buchholz", "Buchholz-Zahl"),
}
OPENING = ("{upper} is ahead of {lower} ({place}): ", "{upper} steht vor {lower} ({place}): ")
NO_PLACE = (
    "{lower} has left without having played and has no place.",
    "{lower} ist gegangen, ohne gespielt zu haben, und hat keinen Platz.",
)
MORE_WINS = (
    "more match wins, {upper_figure} against {lower_figure}.",
    "mehr gewonnene Matches, {upper_figure} gegenüber {lower_figure}.",
)
FIGURE = (
    "level on {level}, {label} {upper_figure} against {lower_figure}.",
    "gleich sind {level}; {label} {upper_figure} gegenüber {lower_figure}.",
)
FINALS = ("the finals decide.", "Die Finalrunde entscheidet.")
LEVEL = ("level on {level}; ", "gleich sind {level}; ")
BEAT = ("{upper} beat {lower}.", "{upper} hat gegen {lower} gewonnen.")
WON_MORE = ("{upper} won more of their matches.", "der direkte Vergleich geht an {upper}.")
WON_IN_CIRCLE = (
    "in the circle of players who beat one another, {upper} won {0} and {lower} won {1}.",
    "im Kreis der direkten Siege hat {upper} {0} gewonnen, {lower} {1}.",
)
STAYS_TOGETHER = (
    "Player {0} beat Player {1}, and players who beat one another in a circle stay together.",
    "Player {0} hat gegen Player {1} gewonnen, und wer sich im Kreis besiegt hat, bleibt beisammen.",
)
CIRCLE = (
    "{circle}: none of them won more, so drawing lots decides.",
    "{circle}: Keiner davon hat öfter gewonnen, also gilt das Los.",
)
BEATS = ("Player {0} beat Player {1}", "Player {0} schlug Player {1}")
NOT_SEPARATED = (
    "head-to-head does not separate them, so drawing lots decides.",
    "der direkte Vergleich entscheidet nicht, also gilt das Los.",
)
DECIDES = ("head-to-head decides.", "der direkte Vergleich entscheidet.")
AND = (" and ", " und ")


# Too few came for finals, or they are over.
ENDS = ("finals_too_few", "finals_over")


class Places:
    """The ranking of an evening, and what is true of each two neighbours in it."""

    def __init__(self, archive: dict, after_round: int) -> None:
        swiss = min(after_round, swiss_rounds(archive))
        self.rows = shown_standings(archive, swiss)
        self.won = direct_wins(matches_up_to(archive, swiss, as_of=None))
        self.criteria = ["match_wins", *(one for one in KONSTANZ if one != "head_to_head")]
        self.left = {
            player["number"]
            for player in archive["players"]
            if player["withdrawn_after"] is not None and player["withdrawn_after"] <= len(archive["rounds"])
        }
        played = {
            player
            for match in matches_up_to(archive, len(archive["rounds"]), as_of=None)
            for player in (match.first, match.second)
            if match.was_played or match.outcome == "pending" or match.winner == player
        }
        self.absent = {player for player in self.left if player not in played}

    def beats(self, one: int, other: int) -> bool:
        return self.won[one, other] > self.won[other, one]

    def circle_of(self, player: int, level: tuple) -> set[int]:
        """Those level with a player among whom each has beaten another in a chain that comes back."""
        group = [row["player"] for row in self.rows if tuple(row[one] for one in self.criteria) == level]
        arrows = networkx.DiGraph([(a, b) for a in group for b in group if self.beats(a, b)])
        arrows.add_nodes_from(group)
        return next(part for part in networkx.strongly_connected_components(arrows) if player in part)

    def expected(self, upper: dict, lower: dict, told: str) -> tuple[str, ...]:
        """What is to be said in both languages; where several sentences would be true, in the way of `told`."""
        one, other, decided = upper["player"], lower["player"], lower["decided_by"]
        facts = {"upper": f"Player {one}", "lower": f"Player {other}"}
        if other in self.absent and decided != "finals":
            return tuple(words.format(**facts) for words in NO_PLACE)
        words, more = self._words(upper, lower, told)
        whole = [f"{opening}{tail}" for opening, tail in zip(OPENING, words, strict=True)]
        return tuple(
            text.format(
                *more.get("values", ()),
                **facts,
                place=ORDINALS[language](lower["rank"]),
                level=self._level(decided, language),
                label=LABELS.get(decided, ("", ""))[language],
                circle=", ".join(BEATS[language].format(*pair) for pair in more.get("circle", ())),
                upper_figure=_figure(decided, upper),
                lower_figure=_figure(decided, lower),
            )
            for language, text in enumerate(whole)
        )

    def _words(self, upper: dict, lower: dict, told: str) -> tuple[tuple[str, str], dict]:
        decided = lower["decided_by"]
        if decided == "finals":
            return FINALS, {}
        before = self.criteria[: self.criteria.index(decided)] if decided in self.criteria else self.criteria
        assert [upper[one] for one in before] == [lower[one] for one in before]
        if decided == "match_wins":
            return MORE_WINS, {}
        if decided in self.criteria:
            return FIGURE, {}
        find = self._head_to_head if decided == "head_to_head" else self._lot
        words, more = find(upper, lower, told)
        return tuple(f"{level}{tail}" for level, tail in zip(LEVEL, words, strict=True)), more

    def _head_to_head(self, upper: dict, lower: dict, told: str) -> tuple[tuple[str, str], dict]:
        one, other = upper["player"], lower["player"]
        level = tuple(lower[criterion] for criterion in self.criteria)
        circle = self.circle_of(one, level)
        if found := re.search(r"won (\d+) and .* won (\d+)\.$", told):
            assert other in circle
            wins = [int(found[1]), int(found[2])]
            assert wins[0] > wins[1]
            return WON_IN_CIRCLE, {"values": wins}
        if found := re.search(r"Player (\d+) beat Player (\d+), and players", told):
            winner, loser = int(found[1]), int(found[2])
            assert self.beats(winner, loser)
            assert (winner, loser) != (one, other)
            assert winner in circle
            assert loser in self.circle_of(other, level)
            return STAYS_TOGETHER, {"values": (winner, loser)}
        if told.endswith(DECIDES[0]):
            # Somebody between the two in the ranking before the finals stands elsewhere after them.
            return DECIDES, {}
        assert self.beats(one, other)
        return (WON_MORE if self.won[other, one] else BEAT), {}

    def _lot(self, upper: dict, lower: dict, told: str) -> tuple[tuple[str, str], dict]:
        one, other = upper["player"], lower["player"]
        pairs = [(int(a), int(b)) for a, b in re.findall(r"Player (\d+) beat Player (\d+)(?=[,:])", told)]
        if pairs:
            assert all(self.beats(*pair) for pair in pairs)
            assert sorted(a for a, _b in pairs) == sorted(b for _a, b in pairs)
            assert {one, other} <= {player for pair in pairs for player in pair}
            return CIRCLE, {"circle": pairs}
        assert not self.beats(one, other)
        assert not self.beats(other, one)
        return NOT_SEPARATED, {}

    def _level(self, decided: str, language: int) -> str:
        before = self.criteria[: self.criteria.index(decided)] if decided in self.criteria else self.criteria
        *labels, last = [LABELS[one][language] for one in before] or [""]
        return f"{', '.join(labels)}{AND[language]}{last}" if labels else last


def _figure(criterion: str, row: dict) -> str:
    figure = row.get(criterion, 0)
    if criterion != "point_difference" or not figure:
        return str(figure)
    return f"+{figure}" if figure > 0 else f"−{-figure}"


class EveningWithPlaces(Evening):
    """An invented evening, of which the places are read again after each round, finals included."""

    def check(self, *rounds: int) -> None:
        super().check(*rounds)
        self.check_places()

    def check_places(self) -> None:
        archive, tournament = self.archive(), Tournament.objects.get(pk=self.tournament.pk)
        evening = evening_of(tournament)
        if not evening.record.rounds:
            return
        page = standings_page(evening)
        told = []
        for language in ("en", "de"):
            with translation.override(language):
                told.append(order_reasons(page.rows, page))
        places = Places(archive, page.after_round)
        assert [row.entry.number for row in page.rows] == [row["player"] for row in places.rows]
        expected = [
            places.expected(*pair, english) for pair, english in zip(pairwise(places.rows), told[0], strict=True)
        ]
        assert list(zip(*told, strict=True)) == expected

    def play_finals(self) -> None:
        """Let the first of the ranking play on, after the last round that is complete."""
        if self.is_over or self._open().exists():
            return
        players = self.chance.choice((2, 4, 4, 8))
        finals = {
            "finals_players": players,
            "planned_rounds": len(self.truth),
            "finals_third_place": players > 2 and self.happens(0.5),
        }
        change_tournament(self.tournament, by=make_director(), **finals)
        while self._draw_finals():
            self.check_places()
            for pairing in self._open():
                self._enter(pairing, self._result(pairing))
            assert disagreements(self.archive()) == []
            self.check_places()

    def _draw_finals(self) -> bool:
        try:
            draw_round(self.tournament, by=make_director(), number=self.tournament.rounds.count() + 1)
        except Refused as refused:
            if refused.code not in ENDS:
                raise
            return False
        return True


def check_evening(seed: int) -> None:
    evening = EveningWithPlaces(Random(seed))
    evening.go_on()
    if evening.truth:
        evening.play_finals()
    evening.check(*evening.truth)


@pytest.mark.costly
@pytest.mark.parametrize("seed", IN_THE_SUITE)
def test_every_sentence_about_a_pairing_or_a_place_is_true_in_twenty_evenings(seed):
    check_evening(seed)


@pytest.mark.prove
@each_seed(TO_PROVE)
def test_every_sentence_about_a_pairing_or_a_place_is_true_in_hundreds_of_evenings(seed):
    check_evening(seed)
