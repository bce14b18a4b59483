"""Simulates a tournament from the first entry to the last result."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from tournament.archive.format import Archive, ArchiveMatch, ArchiveRound, Fee, Player
from tournament.engine import record as engine
from tournament.engine.brackets import size_for
from tournament.engine.crosstable import match_winner
from tournament.engine.finals import FEWEST_TO_DROP, SIZES, draw_finals, keeps_rounds, length_in
from tournament.engine.pairing import NEEDS_CONSENT, DrawnRound, draw
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Outcome, Ranking
from tournament.matches.formats import LONGEST_MATCH, MatchFormat, at_length, refuse_excess_points
from tournament.simulation.matches import PlayedMatch, play_games, play_games_in_part, play_in_part, play_match
from tournament.simulation.profiles import Profile, ResultPattern, draw_plan

DATE = datetime.date(2026, 11, 20)
GIVEN_NAMES = ("Anna", "Łukasz", "Jörg", "Şule", "Ζωή", "Юрий", "Zoë", "Đorđe", "Åsa", "Íñigo", "Mary Ann", "Ute")
FAMILY_NAMES = ("Weiß", "Öztürk", "Ćwik", "O’Brien", "Παππάς", "Иванов", "von der Au", "Nuñez", "Şahin", "Lind")


def simulate(
    seed: str,
    profile: str,
    player_count: int | None = None,
    rounds: int | None = None,
    *,
    wanted: MatchFormat | None = None,
    counts_excess_points: bool = False,
    ranking: Ranking = KONSTANZ,
) -> Archive:
    """Simulate a whole tournament; the same arguments give the same archive.

    If a format is `wanted`, every match has its games; otherwise matches go to 3 points and have only a score.
    """
    chance = Random(seed)
    player_count, rounds, shares = draw_plan(chance, profile, player_count, rounds)
    draw_seed = f"{chance.randrange(2**64):016x}"
    format = wanted or MatchFormat()
    rules = engine.Rules(
        match_length=format.match_length,
        rounds=rounds,
        count_excess_points=may_count_excess_points(format) and (shares.count_excess_points or counts_excess_points),
        unplayed_win_points=shares.unplayed_win_points,
        ranking=ranking,
        finals=_draw_finals_rules(chance, format, shares)
        if shares.finals and chance.random() < shares.finals
        else None,
    )
    evening = SimulatedEvening(chance, shares, format, wanted is not None, rules, draw_seed)
    for _number in range(player_count):
        evening.enter()
    while len(evening.rounds) < rounds and evening.play_round():
        pass
    evening.play_finals()
    return evening.archive(f"{profile} {seed}")


@dataclass(slots=True)
class SimulatedEvening:
    chance: Random
    profile: Profile
    format: MatchFormat
    keeps_games: bool
    rules: engine.Rules
    draw_seed: str
    entries: dict[int, engine.EntryRecord] = field(default_factory=dict)
    strengths: dict[int, float] = field(default_factory=dict)
    rounds: list[engine.RoundRecord] = field(default_factory=list)
    wishes: list[engine.KeptApart] = field(default_factory=list)
    # By round, then by first player.
    matches: dict[int, dict[int, ArchiveMatch]] = field(default_factory=lambda: defaultdict(dict))
    # The pairs of the second bracket, by round.
    second_pairs: dict[int, tuple[tuple[int, int | None], ...]] = field(default_factory=dict)

    @property
    def record(self) -> engine.TournamentRecord:
        entries, rounds = tuple(self.entries.values()), tuple(self.rounds)
        return engine.TournamentRecord(self.rules, self.draw_seed, entries, rounds, engine.in_order(self.wishes))

    def play_round(self) -> bool:
        """Pair and play the next round; return False if it cannot be paired."""
        if self.rounds:
            self._come_and_go()
        if self._happens(self.profile.keeps_apart):
            self._wish()
        try:
            drawn_round = self._draw()
        except Refused as refused:
            if refused.code in (*NEEDS_CONSENT, "too_few_players"):
                return False
            raise
        self.rounds.append(self._played(drawn_round))
        if len(self.rounds) > 1:
            self._correct()
        return True

    def play_finals(self) -> None:
        """Play the finals, if there are any, to their end or, as if it got late, only some of their rounds."""
        if not self.rules.finals or (self.rules.rounds and not self.rounds):
            return
        # If no further round can be paired, the director ends the Swiss rounds.
        self.rules = replace(self.rules, rounds=len(self.rounds))
        while not self._happens(self.profile.ends_early) and self._play_round_of_finals():
            pass

    def _play_round_of_finals(self) -> bool:
        """Draw and play the next round of the finals; return False if they are over or cannot begin."""
        if self.rounds:
            self._come_and_go()
        try:
            drawn_finals = draw_finals(self.record)
        except Refused as refused:
            if refused.code in ("finals_over", "finals_too_few"):
                return False
            raise
        self.rules = replace(self.rules, finals=drawn_finals.rules)
        self.second_pairs[drawn_finals.number] = drawn_finals.second_pairs
        pairings = tuple(
            replace(pairing, in_second=(pairing.first, pairing.second) in drawn_finals.second_pairs)
            for pairing in self._played_pairings(drawn_finals.number, drawn_finals.all_pairs)
        )
        has_ended = any(round_.second_ended for round_ in self.rounds)
        new_round = engine.RoundRecord(
            drawn_finals.number,
            pairings,
            self.rules.rounds,
            finals=True,
            second_seeds=drawn_finals.second_seeds,
            second_ended=bool(drawn_finals.second_pairs) and not has_ended and self._happens(self.profile.ends_early),
        )
        self.rounds.append(new_round)
        self._correct()
        return True

    def archive(self, name: str) -> Archive:
        """Return the tournament as far as it was played, closed."""
        names = [f"{given} {family}" for family in FAMILY_NAMES for given in GIVEN_NAMES]
        return Archive(
            name=name,
            date=DATE,
            venue="",
            language="de",
            format=self.format,
            rules=self.rules,
            draw_seed=self.draw_seed,
            fee=Fee(800),
            players=tuple(
                Player.of_entry(entry, f"{names[(entry.number - 1) % len(names)]} {entry.number}", fee_paid=True)
                for entry in self.entries.values()
            ),
            rounds=tuple(ArchiveRound(round_, matches=self.matches[round_.number]) for round_ in self.rounds),
            is_closed=True,
            kept_apart=self.record.kept_apart,
        )

    def _happens(self, share: float) -> bool:
        return share > 0 and self.chance.random() < share

    def enter(self) -> None:
        number = len(self.entries) + 1
        self.entries[number] = engine.EntryRecord(number, joined_round=len(self.rounds) + 1)
        self.strengths[number] = self.chance.gauss(0, 150)

    def _come_and_go(self) -> None:
        paired_count = len(self.rounds)
        for entry in list(self.entries.values()):
            if not self.rounds[-1].finals and self._happens(self.profile.comes_late):
                self.enter()
            if entry.withdrawn_after is not None:
                if self._happens(self.profile.returns):
                    missed = tuple(range(entry.withdrawn_after + 1, paired_count + 1))
                    rounds = tuple(sorted({*entry.absent_rounds, *missed}))
                    self.entries[entry.number] = replace(entry, withdrawn_after=None, absent_rounds=rounds)
            elif self._happens(self.profile.withdraws):
                self.entries[entry.number] = replace(entry, withdrawn_after=paired_count)
            elif self._happens(self.profile.is_absent):
                rounds = tuple(sorted({*entry.absent_rounds, paired_count + 1}))
                self.entries[entry.number] = replace(entry, absent_rounds=rounds)

    def _wish(self) -> None:
        """Keep two players chosen at random apart from now on, or let them meet again."""
        if len(self.entries) < 2:
            return
        first, second = sorted(self.chance.sample(sorted(self.entries), 2))
        paired_count = len(self.rounds)
        for at, wish in enumerate(self.wishes):
            if (wish.first, wish.second, wish.until) == (first, second, None):
                self.wishes[at : at + 1] = [replace(wish, until=paired_count)] if wish.since <= paired_count else []
                return
        self.wishes.append(engine.KeptApart(first, second, paired_count + 1))

    def _draw(self) -> DrawnRound:
        try:
            return draw(self.record)
        except Refused as refused:
            if refused.code not in NEEDS_CONSENT or not self.profile.rematches:
                raise
            return draw(self.record, rematches_allowed=True)

    def _played_pairings(
        self, number: int, pairs: Iterable[tuple[int, int | None]]
    ) -> tuple[engine.PairingRecord, ...]:
        pairings = []
        table = 0
        for first, second in pairs:
            if second is None:
                pairings.append(engine.PairingRecord(first, None, engine.BYE))
            else:
                table += 1
                pairings.append(engine.PairingRecord(first, second, self._result(number, first, second), table))
        return tuple(pairings)

    def _played(self, drawn_round: DrawnRound) -> engine.RoundRecord:
        pairs = ((pairing.first, pairing.second) for pairing in drawn_round.pairings)
        return engine.RoundRecord(
            number=drawn_round.number,
            pairings=self._played_pairings(drawn_round.number, pairs),
            planned_rounds=drawn_round.planned_rounds,
            rematches_allowed=drawn_round.rematches_allowed,
            lookahead_bound=drawn_round.lookahead_bound,
        )

    def _format_in(self, round_number: int, first: int) -> MatchFormat:
        """Return the format of the match of this first player."""
        rules = self.rules.finals if round_number > self.rules.rounds else None
        in_second = any(pair[0] == first for pair in self.second_pairs.get(round_number, ()))
        length = length_in(rules, round_number - self.rules.rounds, in_second=in_second) if rules else None
        return at_length(self.format, length) if length else self.format

    def _result(self, round_number: int, first: int, second: int) -> engine.Result:
        """Play a match; in the finals, one that is stopped at a level score is played to its end."""
        result = self._any_result(round_number, first, second)
        is_level = result.score is not None and match_winner(result, first, second) is None
        if round_number > self.rules.rounds and is_level:
            self.matches[round_number].pop(first, None)
            return engine.Result(Outcome.PLAYED, self._score(round_number, first, second))
        return result

    def _any_result(self, round_number: int, first: int, second: int) -> engine.Result:
        self.matches[round_number].pop(first, None)
        if self._happens(self.profile.forfeits):
            return engine.Result(Outcome.FORFEIT, winner=self.chance.choice((first, second)))
        if self._happens(self.profile.double_forfeits):
            return engine.DOUBLE_FORFEIT
        length = self._format_in(round_number, first).match_length
        if self._happens(self.profile.stopped):
            return engine.Result(Outcome.STOPPED, self._stopped(round_number, first))
        if self.profile.results is ResultPattern.ALL_LEVEL:
            return engine.Result(Outcome.STOPPED, (min(1, length - 1),) * 2)
        if self.profile.results is ResultPattern.IN_CIRCLES:
            ahead, loser = (second - first) % self.profile.circle, min(1, length - 1)
            wins = 0 < ahead <= self.profile.circle // 2
            return engine.Result(Outcome.PLAYED, (length, loser) if wins else (loser, length))
        return engine.Result(Outcome.PLAYED, self._score(round_number, first, second))

    def _score(self, round_number: int, first: int, second: int) -> engine.Score:
        play = self._format_in(round_number, first), self.chance, self.strengths[first], self.strengths[second]
        return self._kept(round_number, first, play_games(*play)) if self.keeps_games else play_match(*play)

    def _stopped(self, round_number: int, first: int) -> engine.Score:
        match_format = self._format_in(round_number, first)
        if self.keeps_games:
            return self._kept(round_number, first, play_games_in_part(match_format, self.chance))
        return play_in_part(match_format, self.chance)

    def _kept(self, round_number: int, first: int, played_match: PlayedMatch) -> engine.Score:
        """Keep the games of a match, if there were any; return its score."""
        games, score, gave_up = played_match
        if games or gave_up:
            self.matches[round_number][first] = ArchiveMatch(games, gave_up)
        return score

    def _correct(self) -> None:
        """Correct some results of earlier rounds; keep the former ones, by which later rounds were paired.

        No correction changes who plays in a later round of the finals.
        """
        last = len(self.rounds)
        for index, round_ in enumerate(self.rounds[:-1]):
            pairings = tuple(
                self._corrected(round_, pairing, last)
                if pairing.second is not None and self._happens(self.profile.corrected)
                else pairing
                for pairing in round_.pairings
            )
            self.rounds[index] = replace(round_, pairings=pairings)

    def _corrected(self, round_: engine.RoundRecord, pairing: engine.PairingRecord, last: int) -> engine.PairingRecord:
        first, second = pairing.first, pairing.second
        assert second is not None
        archive_match = self.matches[round_.number].get(first)
        result = self._result(round_.number, first, second)
        was = (*pairing.was, engine.CorrectedResult(last, pairing.result))
        corrected = replace(pairing, result=result, was=was)
        if round_.finals and not self._keeps_rounds(round_, pairing, corrected):
            self.matches[round_.number].pop(first, None)
            if archive_match:
                self.matches[round_.number][first] = archive_match
            return pairing
        return corrected

    def _keeps_rounds(
        self, round_: engine.RoundRecord, pairing: engine.PairingRecord, corrected: engine.PairingRecord
    ) -> bool:
        rounds = list(self.rounds)
        pairings = (
            corrected if old_pairing == pairing else old_pairing for old_pairing in rounds[round_.number - 1].pairings
        )
        rounds[round_.number - 1] = replace(round_, pairings=tuple(pairings))
        return keeps_rounds(replace(self.record, rounds=tuple(rounds)), round_.number)


def _draw_finals_rules(chance: Random, match_format: MatchFormat, profile: Profile) -> engine.FinalsRules:
    """Draw how many play the finals, how long their matches are, and what is played beside them."""
    rules = _draw_main_rules(chance, match_format)
    if not (profile.second and chance.random() < profile.second):
        return rules
    kind = chance.choice(
        [*engine.SecondKind] if rules.players >= size_for(FEWEST_TO_DROP) else [engine.SecondKind.REST]
    )
    own_length = chance.choice((None, min(match_format.match_length + 4, LONGEST_MATCH)))
    if kind is engine.SecondKind.REST:
        return replace(rules, second=engine.SecondRules(kind, chance.choice(SIZES), own_length))
    return replace(rules, third_place=False, second=engine.SecondRules(kind, None, own_length))


def _draw_main_rules(chance: Random, match_format: MatchFormat) -> engine.FinalsRules:
    player_count, longer = chance.choice(SIZES), match_format.match_length + 2
    has_own_length = longer <= LONGEST_MATCH and chance.random() < 0.5
    third_place = player_count > 2 and chance.random() < 0.5
    if has_own_length and player_count > 2 and chance.random() < 0.5:
        return engine.FinalsRules(player_count, None, third_place, (match_format.match_length, longer))
    return engine.FinalsRules(player_count, longer if has_own_length else None, third_place)


def may_count_excess_points(match_format: MatchFormat) -> bool:
    """Whether matches of this format may count the points beyond their length."""
    try:
        refuse_excess_points(match_format)
    except Refused:
        return False
    return True
