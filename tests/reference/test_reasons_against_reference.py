"""Every sentence about a pairing, told while invented evenings go on, against a second reading of the record.

Rounds are drawn (in cycles, with rematches by either rule, pairs kept apart, second byes), repaired by hand, seated
anew when somebody leaves or comes, ended early, corrected afterwards and carried over by a file.
"""

import json
import os
from random import Random

import pytest
from django.utils import translation

from tests.factories import make_director, make_tournament, seat
from tests.reference.check import disagreements
from tests.reference.reasons import Placed, claims
from tests.seeds import each_seed
from tournament.actions.journal import history, undo
from tournament.actions.players import NewPlayer, add_entries, keep_apart, let_meet, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round, pair_by_hand
from tournament.actions.tournaments import end_evening
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import KeptApart, Pairing, PastResult, Tournament
from tournament.pages.rounds import pairing_reasons
from tournament.queries.evening import evening_of
from tournament.queries.record import result_of
from tournament.queries.rounds.seating import stored_pairs

pytestmark = pytest.mark.django_db

TO_PROVE = int(os.environ.get("PROVE_EVENINGS", "1000"))

BY_HAND, CHANGED = ("by hand",), ("changed",)

# Code of a claim: the words in both languages, and with several names where that differs.
WORDS = {
    "plays": ("{0} plays {1}", "{0} spielt gegen {1}"),
    "plays again": ("{0} plays {1} again", "{0} spielt noch einmal gegen {1}"),
    "bye": ("{0} has the bye", "{0} hat das Freilos"),
    "bye again": ("{0} has the bye again", "{0} hat noch einmal das Freilos"),
    "by lot": ("the order was drawn by lot", "die Reihenfolge wurde ausgelost"),
    "met in": (
        ("they met in round {0}", "sie haben sich in Runde {0} getroffen"),
        ("they met in rounds {0}", "sie haben sich in den Runden {0} getroffen"),
    ),
    "won without a match": (
        ("they won without a match in round {0}", "kampflos gewonnen in Runde {0}"),
        ("they won without a match in rounds {0}", "kampflos gewonnen in den Runden {0}"),
    ),
    "met": ("{0} has already met {1}", "{0} hat schon gegen {1} gespielt"),
    "met more often": ("{0} has met {1} more often", "{0} hat öfter gegen {1} gespielt"),
    "apart": ("{0} is not paired with {1} in this tournament", "{0} wird in diesem Turnier nicht mit {1} gepaart"),
    "left": (
        (
            "{1} is left for others so that everyone can be paired",
            "{1} bleibt für andere, damit alle einen Gegner bekommen",
        ),
        (
            "{1} are left for others so that everyone can be paired",
            "{1} bleiben für andere, damit alle einen Gegner bekommen",
        ),
    ),
    "left for bye": (
        "{1} is left for the bye so that everyone can be paired",
        "{1} bleibt für das Freilos, damit alle anderen einen Gegner bekommen",
    ),
    "left for bye evenly": (
        "{1} is left for the bye so that rematches are spread evenly",
        "{1} bleibt für das Freilos, damit Wiederholungen gleichmäßig verteilt sind",
    ),
    "not all wishes": ("not all wishes could be kept", "nicht alle Wünsche waren erfüllbar"),
    "left for evenly": (
        (
            "{1} is left for others so that rematches are spread evenly",
            "{1} bleibt für andere, damit Wiederholungen gleichmäßig verteilt sind",
        ),
        (
            "{1} are left for others so that rematches are spread evenly",
            "{1} bleiben für andere, damit Wiederholungen gleichmäßig verteilt sind",
        ),
    ),
    "later": (
        (
            "{1} is kept for a later round so that as many planned rounds as possible can still be paired",
            "{1} bleibt für eine spätere Runde, damit sich möglichst viele der geplanten Runden paaren lassen",
        ),
        (
            "{1} are kept for later rounds so that as many planned rounds as possible can still be paired",
            "{1} bleiben für spätere Runden, damit sich möglichst viele der geplanten Runden paaren lassen",
        ),
    ),
    "later evenly": (
        (
            "{1} is kept for a later round so that rematches stay spread evenly",
            "{1} bleibt für eine spätere Runde, damit Wiederholungen gleichmäßig verteilt bleiben",
        ),
        (
            "{1} are kept for later rounds so that rematches stay spread evenly",
            "{1} bleiben für spätere Runden, damit Wiederholungen gleichmäßig verteilt bleiben",
        ),
    ),
    "although apart": (
        "they are paired although kept apart: nothing else was possible",
        "sie spielen, obwohl sie getrennt bleiben sollten: Anders ging es nicht",
    ),
    "all met": ("nobody here is left unmet", "hier haben alle schon gegeneinander gespielt"),
    "all met and bye": (
        "nobody here is left unmet, and everybody has won without a match",
        "alle sind sich begegnet, jeder hatte ein Freilos",
    ),
    "needed": (
        "without a rematch this round could not be paired",
        "ohne Wiederholung ließe sich diese Runde nicht paaren",
    ),
    "needed and bye": (
        "without a rematch or a second win without a match this round could not be paired",
        "ohne Wiederholung und ohne zweiten kampflosen Sieg ließe sich diese Runde nicht paaren",
    ),
    "wishes": (
        "some are not paired with each other in this tournament",
        "einige werden in diesem Turnier nicht miteinander gepaart",
    ),
    "as little as possible": ("pairs repeat as little as possible", "Paarungen wiederholen sich so wenig wie möglich"),
    "nobody left": ("nobody is left to play", "bleibt als Letzter übrig"),
    "best left": ("{0} is the best-placed opponent left", "{0} ist der bestplatzierte freie Gegner"),
    "best unmet": (
        "{0} is the best-placed opponent not yet met",
        "{0} ist der bestplatzierte Gegner, gegen den noch nicht gespielt wurde",
    ),
    "by hand": ("{0}: set by the director.", "{0}: von der Turnierleitung gesetzt."),
    "changed": (
        "{0}: the director changed this round, so the rules alone no longer explain this pairing.",
        "{0}: Die Turnierleitung hat diese Runde geändert; die Regeln allein erklären diese Paarung nicht mehr.",
    ),
}
NOT_TO_BE_SEATED = ("player_is_not_free", "not_understood", "bye_is_taken", "round_is_over")
BYE = ("bye", "Freilos")
SEVERAL = ("and", "und")
MORE = ("{} more", "{} weitere")
MOST_NAMED = 3


def sentences(told: tuple, language: int, pair: tuple) -> str:
    """The sentence with these claims about a pair in a language, 0 English or 1 German."""
    both = " – ".join(BYE[language] if player is None else f"Player {player}" for player in pair)
    told = tuple((*claim, both) if claim in (BY_HAND, CHANGED) else claim for claim in told)
    opening, *others = [_words(claim, language) for claim in told]
    if not others:
        return opening
    whole = f"{opening}: {'; '.join(others)}."
    return whole.replace(": die Reihenfolge wurde ausgelost.", ": Die Reihenfolge wurde ausgelost.")


def _words(claim: tuple, language: int) -> str:
    code, *facts = claim
    words = WORDS[code]
    if isinstance(words[0], tuple):
        words = words[len(facts[-1]) > 1]
    return words[language].format(*(_value(fact, language) for fact in facts))


def _value(fact, language: int) -> str:
    """A player, a player with the place, several of them, or rounds."""
    if isinstance(fact, str):
        return fact
    if isinstance(fact, int):
        return f"Player {fact}"
    if isinstance(fact, Placed):
        return f"Player {fact.player} ({ORDINALS[language](fact.place)})"
    named = [_value(one, language) if isinstance(one, Placed) else str(one) for one in fact]
    if isinstance(fact[0], Placed) and len(named) > MOST_NAMED + 1:
        named = [*named[:MOST_NAMED], MORE[language].format(len(named) - MOST_NAMED)]
    *others, last = named
    return f"{', '.join(others)} {SEVERAL[language]} {last}" if others else last


def _english_ordinal(place: int) -> str:
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


ORDINALS = (_english_ordinal, "{}.".format)


class Evening:
    """An invented evening, and what is true of each of its pairings."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.tournament = make_tournament(
            entries=chance.choice((2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8)),
            planned_rounds=chance.randint(2, 9),
            unplayed_win_points=chance.choice((0, 3)),
        )
        # Of each round what is true of each pair that stands as it was drawn.
        self.truth: dict[int, dict[tuple, tuple]] = {}
        self.is_over = False

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def archive(self) -> dict:
        return json.loads(dump(self.tournament))

    def go_on(self) -> None:
        """Let an evening pass: draw, change what stands, play."""
        wanted = self.chance.randint(3, 8)
        while not self.is_over and len(self.truth) < wanted:
            self._come_and_go()
            if not self._draw():
                return
            self.check(len(self.truth))
            for _time in range(self.chance.choice((0, 0, 0, 1, 1, 2))):
                self.chance.choice(CHANGES)(self)
                self.check(len(self.truth))
            if self.happens(0.05):
                self._end()
            else:
                self._play()
        self.check(*self.truth)

    def _come_and_go(self) -> None:
        director, here = make_director(), self._here()
        if self.happens(0.3) and len(here) >= 2:
            keep_apart(*self.chance.sample(here, 2), by=director)
        standing = list(KeptApart.objects.filter(first__tournament=self.tournament, until=None).order_by("pk"))
        if standing and self.happens(0.1):
            wish = self.chance.choice(standing)
            let_meet(wish.first, wish.second, by=director)
        if self.happens(0.1):
            self._add_latecomer()
        if here and self.happens(0.1):
            withdraw_entry(self.chance.choice(here), by=director)
        if here and self.happens(0.1):
            set_pause(self.chance.choice(here), by=director, round_number=len(self.truth) + 1, pauses=True)

    def _here(self) -> list:
        """Those on the list who have not left."""
        return list(self.tournament.entries.filter(withdrawn_after=None).order_by("number"))

    def _add_latecomer(self) -> int:
        number = self.tournament.entries.count() + 1
        add_entries(self.tournament, by=make_director(), players=[NewPlayer(f"Player {number}")])
        return number

    def _draw(self) -> bool:
        number = len(self.truth) + 1
        for allowed in (False, True):
            try:
                draw_round(
                    self.tournament, by=make_director(), number=number, draw_seed="konstanz", rematches_allowed=allowed
                )
            except Refused as refused:
                if refused.code not in ("no_pairing_without_rematch", "wishes_in_the_way"):
                    return False
                continue
            break
        archive = self.archive()
        assert disagreements(archive) == []
        told = claims(archive, number)
        self.truth[number] = {pair: told[pair[0]] for pair in self._pairs(number)}
        return True

    def carry_over(self, values: dict) -> None:
        """Go on with a file of the tournament, which does not say what the director changed in a round."""
        self.tournament = restore(json.dumps(values).encode(), by=make_director()).tournament
        for round_ in self.tournament.rounds.filter(manual=True):
            self.truth[round_.number] = dict.fromkeys(self.truth[round_.number], (CHANGED,))

    def _pairs(self, number: int) -> tuple:
        return tuple(stored_pairs(self.tournament.rounds.get(number=number)))

    def _last(self):
        return self.tournament.rounds.order_by("number").last()

    def _exchange(self) -> None:
        """Let the director exchange two players of two tables, the bye too."""
        round_, number = self._last(), len(self.truth)
        pairs = self._pairs(number)
        results = Pairing.objects.filter(round=round_).exclude(outcome__in=[Outcome.PENDING, Outcome.BYE])
        if len(pairs) < 2 or results.exists():
            return
        (a, b), (c, d) = chosen = self.chance.sample(pairs, 2)
        wanted = [(a, d), (c, b)] if None in (b, d) else self.chance.choice(([(a, c), (b, d)], [(a, d), (c, b)]))
        others = [pair for pair in pairs if pair not in chosen]
        is_known = not PastResult.objects.filter(pairing__round__tournament=self.tournament, until=number).exists()
        before = self.truth[number]
        pair_by_hand(
            self.tournament, by=make_director(), number=number, expected=pairs, pairs=[*others, *wanted], reason="x"
        )
        if self.happens(0.2):
            undo(history(self.tournament).undoable, by=make_director())
            return
        self._touched(number)
        if not is_known and self._last().manual:
            self.truth[number] = {
                pair: (CHANGED,) if before.get(pair) == told != (BY_HAND,) else told
                for pair, told in self.truth[number].items()
            }

    def _seat_the_free(self) -> None:
        """Let somebody leave and somebody come, and set those who are free at a table."""
        number = len(self.truth)
        pending = Pairing.objects.filter(round=self._last(), outcome=Outcome.PENDING).order_by("position")
        free = [one.first.number for one in Pairing.objects.filter(round=self._last(), outcome=Outcome.BYE)]
        for pairing in self.chance.sample(list(pending), min(len(pending), self.chance.randint(0, 2))):
            leaver, alone = self.chance.sample([pairing.first, pairing.second], 2)
            withdraw_entry(leaver, by=make_director())
            free.append(alone.number)
        if self.happens(0.5) or len(free) == 1:
            free.append(self._add_latecomer())
        self.chance.shuffle(free)
        for players in (free[:2], free[2:4], free[4:]):
            try:
                seat(self.tournament, *players, knows_met=True)
            except Refused as refused:
                if refused.code not in NOT_TO_BE_SEATED:
                    raise
        self._touched(number)

    def _touched(self, number: int) -> None:
        """Those that stand as drawn keep what is true of them; of the others the director has to answer."""
        standing = self._pairs(number)
        drawn = self._last().manual is False and claims(self.archive(), number)
        self.truth[number] = {
            pair: drawn[pair[0]] if drawn else self.truth[number].get(pair, (BY_HAND,)) for pair in standing
        }

    def _play(self) -> None:
        for pairing in self._open():
            self._enter(pairing, self._result(pairing))
        if self.happens(0.15):
            self._correct()

    def _correct(self) -> None:
        """Correct a result, on which later rounds may stand."""
        matches = Pairing.objects.filter(round__tournament=self.tournament, outcome=Outcome.PLAYED)
        if matches:
            pairing = self.chance.choice(matches.order_by("pk"))
            self._enter(pairing, self._result(pairing))

    def _open(self):
        return Pairing.objects.filter(round=self._last(), outcome=Outcome.PENDING).order_by("position")

    def _enter(self, pairing: Pairing, result: Result) -> None:
        record_result(pairing, by=make_director(), expected=result_of(pairing), result=result)

    def _result(self, pairing: Pairing) -> Result:
        kind = self.chance.random()
        if kind < 0.08:
            return Result(Outcome.FORFEIT, winner=self.chance.choice((pairing.first, pairing.second)).number)
        if kind < 0.11:
            return DOUBLE_FORFEIT
        return Result(Outcome.PLAYED, self.chance.choice(((3, 0), (3, 1), (2, 3), (0, 3), (4, 2))))

    def _end(self) -> None:
        """End the evening: of the open matches some are stopped, some fall away."""
        number, still_open = len(self.truth), list(self._open())
        for pairing in still_open[::2]:
            if self.happens(0.5):
                self._enter(pairing, self._result(pairing))
        scores = {pairing.pk: self.chance.choice(((2, 1), (0, 1), None)) for pairing in self._open()}
        try:
            end_evening(self.tournament, by=make_director(), number=number, scores=scores)
        except Refused as refused:
            if refused.code != "evening_without_result":
                raise
            return
        self.is_over = True
        if self._last() is None or self._last().number < number:
            del self.truth[number]
        else:
            standing = self._pairs(number)
            self.truth[number] = {pair: told for pair, told in self.truth[number].items() if pair in standing}

    def check(self, *rounds: int) -> None:
        """Assert that each sentence about these rounds says what is true of its pairing, in both languages."""
        for number in rounds:
            expected = [
                {pair[0]: sentences(told, language, pair) for pair, told in self.truth[number].items()}
                for language in (0, 1)
            ]
            assert self._told(number) == expected

    def _told(self, number: int) -> list[dict[int, str]]:
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        told = []
        for language in ("en", "de"):
            with translation.override(language):
                told.append(pairing_reasons(evening_of(tournament), number))
        return told


CHANGES = (Evening._exchange, Evening._exchange, Evening._correct, Evening._seat_the_free, Evening._seat_the_free)


def check_evening(seed: int) -> None:
    evening = Evening(Random(seed))
    evening.go_on()
    evening.carry_over(evening.archive())
    evening.check(*evening.truth)


@pytest.mark.prove
@each_seed(TO_PROVE)
def test_every_sentence_about_a_pairing_is_true_in_a_thousand_evenings(seed):
    check_evening(seed)
