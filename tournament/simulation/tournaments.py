"""An invented tournament from the first name on the list to the last result."""

import datetime
from dataclasses import dataclass, field, replace
from random import Random

from tournament.archive.contents import Archive, ArchivePlayer, ArchiveRound, Fee
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    EntryRecord,
    PairingRecord,
    PastResult,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.simulation.matches import play_in_part, play_match
from tournament.simulation.profiles import Plan, Profile, Results, draw_plan

FORMAT = MatchFormat()
DATE = datetime.date(2026, 11, 20)
GIVEN_NAMES = ("Anna", "Łukasz", "Jörg", "Şule", "Ζωή", "Юрий", "Zoë", "Đorđe", "Åsa", "Íñigo", "Mary Ann", "Ute")
FAMILY_NAMES = ("Weiß", "Öztürk", "Ćwik", "O’Brien", "Παππάς", "Иванов", "von der Au", "Nuñez", "Şahin", "Lind")


def simulate(seed: str, profile: str, players: int | None = None, rounds: int | None = None) -> Archive:
    """One whole tournament; the same arguments give the same archive."""
    chance = Random(seed)
    plan = draw_plan(chance, profile, players, rounds)
    evening = Evening.begin(chance, plan, draw_seed=f"{chance.randrange(2**64):016x}")
    while len(evening.rounds) < plan.rounds and evening.play_round():
        pass
    return evening.archive(f"{profile} {seed}")


@dataclass(slots=True)
class Evening:
    """A tournament under way."""

    chance: Random
    profile: Profile
    rules: Rules
    draw_seed: str
    entries: dict[int, EntryRecord] = field(default_factory=dict)
    strengths: dict[int, float] = field(default_factory=dict)
    rounds: list[RoundRecord] = field(default_factory=list)

    @classmethod
    def begin(cls, chance: Random, plan: Plan, draw_seed: str) -> "Evening":
        """The players of the plan have entered."""
        profile = plan.profile
        rules = Rules(
            rounds=plan.rounds,
            count_excess_points=profile.count_excess_points,
            unplayed_win_points=profile.unplayed_win_points,
        )
        evening = cls(chance, profile, rules, draw_seed)
        for _number in range(plan.players):
            evening._enter()
        return evening

    @property
    def record(self) -> TournamentRecord:
        """The facts so far."""
        return TournamentRecord(self.rules, self.draw_seed, tuple(self.entries.values()), tuple(self.rounds))

    def play_round(self) -> bool:
        """Pair and play the next round; False where it cannot be."""
        if self.rounds:
            self._come_and_go()
        try:
            drawn = self._draw()
        except Refused as refused:
            if refused.code in ("no_pairing_without_rematch", "too_few_players"):
                return False
            raise
        self.rounds.append(self._played(drawn))
        if len(self.rounds) > 1:
            self._correct()
        return True

    def archive(self, name: str) -> Archive:
        """The tournament as far as it came, closed."""
        names = [f"{given} {family}" for family in FAMILY_NAMES for given in GIVEN_NAMES]
        return Archive(
            name=name,
            date=DATE,
            venue="",
            language="de",
            format=FORMAT,
            rules=self.rules,
            draw_seed=self.draw_seed,
            fee=Fee(800),
            players=tuple(
                ArchivePlayer(entry, f"{names[(entry.number - 1) % len(names)]} {entry.number}", fee_paid=True)
                for entry in self.entries.values()
            ),
            rounds=tuple(ArchiveRound(played) for played in self.rounds),
            is_closed=True,
        )

    def _happens(self, share: float) -> bool:
        return share > 0 and self.chance.random() < share

    def _enter(self) -> None:
        number = len(self.entries) + 1
        self.entries[number] = EntryRecord(number, joined_round=len(self.rounds) + 1)
        self.strengths[number] = self.chance.gauss(0, 150)

    def _come_and_go(self) -> None:
        paired = len(self.rounds)
        for entry in list(self.entries.values()):
            if self._happens(self.profile.comes_late):
                self._enter()
            if entry.withdrawn_after is not None:
                if self._happens(self.profile.returns):
                    missed = tuple(range(entry.withdrawn_after + 1, paired + 1))
                    rounds = tuple(sorted({*entry.absent_rounds, *missed}))
                    self.entries[entry.number] = replace(entry, withdrawn_after=None, absent_rounds=rounds)
            elif self._happens(self.profile.withdraws):
                self.entries[entry.number] = replace(entry, withdrawn_after=paired)
            elif self._happens(self.profile.is_absent):
                rounds = (*entry.absent_rounds, paired + 1)
                self.entries[entry.number] = replace(entry, absent_rounds=rounds)

    def _draw(self) -> DrawnRound:
        try:
            return draw(self.record)
        except Refused as refused:
            if refused.code != "no_pairing_without_rematch" or not self.profile.rematches:
                raise
            return draw(self.record, rematches_allowed=True)

    def _played(self, drawn: DrawnRound) -> RoundRecord:
        pairings = []
        table = 0
        for pairing in drawn.pairings:
            if pairing.second is None:
                pairings.append(PairingRecord(pairing.first, None, BYE))
            else:
                table += 1
                result = self._result(pairing.first, pairing.second)
                pairings.append(PairingRecord(pairing.first, pairing.second, result, table))
        return RoundRecord(
            number=drawn.number,
            pairings=tuple(pairings),
            planned_rounds=drawn.planned_rounds,
            rematches_allowed=drawn.rematches_allowed,
            lookahead_bound=drawn.lookahead_bound,
        )

    def _result(self, first: int, second: int) -> Result:
        if self._happens(self.profile.forfeits):
            return Result(Outcome.FORFEIT, winner=self.chance.choice((first, second)))
        if self._happens(self.profile.double_forfeits):
            return DOUBLE_FORFEIT
        if self._happens(self.profile.stopped):
            return Result(Outcome.STOPPED, play_in_part(FORMAT, self.chance))
        if self.profile.results is Results.ALL_LEVEL:
            return Result(Outcome.STOPPED, (1, 1))
        if self.profile.results is Results.IN_CIRCLES:
            ahead = (second - first) % self.profile.circle
            return Result(Outcome.PLAYED, (3, 1) if 0 < ahead <= self.profile.circle // 2 else (1, 3))
        strengths = self.strengths
        return Result(Outcome.PLAYED, play_match(FORMAT, self.chance, strengths[first], strengths[second]))

    def _correct(self) -> None:
        """Correct results of earlier rounds; what stood when later rounds were paired is kept."""
        last = len(self.rounds)
        for index, played in enumerate(self.rounds[:-1]):
            pairings = tuple(
                self._corrected(pairing, last)
                if pairing.second is not None and self._happens(self.profile.corrected)
                else pairing
                for pairing in played.pairings
            )
            self.rounds[index] = replace(played, pairings=pairings)

    def _corrected(self, pairing: PairingRecord, last: int) -> PairingRecord:
        assert pairing.second is not None
        was = (*pairing.was, PastResult(last, pairing.result))
        return replace(pairing, result=self._result(pairing.first, pairing.second), was=was)
