"""The finals: a knock-out of the best-placed players after the Swiss rounds, and the ranking as it is shown.

The seeds are these players, best first. Match wins, figures, meetings and byes are those of the Swiss rounds alone.
Without Swiss rounds, the evening is a knock-out from its beginning, and the lot seeds it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournament.engine import criteria
from tournament.engine.brackets import (
    Bracket,
    BracketMatch,
    Course,
    drops,
    order_of_places,
    rounds_of,
    size_for,
    sources,
)
from tournament.engine.record import (
    FinalsRules,
    PairingRecord,
    RoundRecord,
    Rules,
    SecondKind,
    SecondRules,
    TournamentRecord,
)
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing, standings
from tournament.engine.terms import Criterion, Outcome, Ranking

SIZES = (2, 4, 8, 16, 32, 64)
"""The numbers of players for which there can be a bracket."""

FEWEST_TO_DROP = 5
"""With fewer seeds, nobody drops into a second bracket."""

Pair = tuple[int, int | None]
"""Two start numbers, the better seed first, or one and the bye."""


def refuse_finals(rules: FinalsRules, swiss_rounds: int = 1) -> None:
    """Refuse a number of players that no bracket has, lengths that no bracket needs, and brackets that exclude others.

    `swiss_rounds` is how many rounds are planned before the finals.
    """
    if rules.players not in SIZES:
        raise Refused("finals_size", sizes=SIZES)
    if rules.third_place and rules.players == SIZES[0]:
        raise Refused("finals_third_of_two")
    if rules.lengths and (not 2 <= len(rules.lengths) <= rounds_of(rules.players) or _begins_twice(rules.lengths)):
        raise Refused("finals_lengths", most=rounds_of(rules.players))
    second = rules.second
    if second is None:
        return
    if second.kind is SecondKind.REST:
        if second.players not in SIZES:
            raise Refused("finals_size", sizes=SIZES)
        if not swiss_rounds:
            raise Refused("finals_rest_without_swiss")
        return
    if second.players is not None:
        raise Refused("finals_second_players")
    if rules.third_place:
        raise Refused("finals_third_beside_drops")
    if rules.players < size_for(FEWEST_TO_DROP):
        raise Refused("finals_drops_of_few", fewest=size_for(FEWEST_TO_DROP))


def refuse_rounds(rules: Rules) -> None:
    """Refuse a tournament in which nothing would be played, and finals that cannot be."""
    if rules.finals:
        refuse_finals(rules.finals, rules.rounds)
    elif not rules.rounds:
        raise Refused("knock_out_without_finals")


def _begins_twice(lengths: Sequence[int]) -> bool:
    return len(lengths) > 1 and lengths[0] == lengths[1]


def cut(rules: FinalsRules, seeds: int, second_seeds: int = 0) -> FinalsRules:
    """Return the rules of the finals as they come about with so many seeds."""
    players = min(rules.players, size_for(seeds))
    lengths = rules.lengths[-rounds_of(players) :]
    while _begins_twice(lengths):
        lengths = lengths[1:]
    single = lengths[0] if len(lengths) == 1 else rules.match_length
    return FinalsRules(
        players=players,
        match_length=single,
        third_place=rules.third_place and players > SIZES[0],
        lengths=lengths if len(lengths) > 1 else (),
        second=_second_cut(rules.second, seeds, second_seeds),
    )


def _second_cut(second: SecondRules | None, seeds: int, second_seeds: int) -> SecondRules | None:
    if second is None:
        return None
    if second.kind is not SecondKind.REST:
        return second if seeds >= FEWEST_TO_DROP else None
    if second_seeds < SIZES[0]:
        return None
    return replace(second, players=min(second.players or 0, size_for(second_seeds)))


def length_in(rules: FinalsRules, nth: int, *, in_second: bool = False) -> int | None:
    """Return the length of the matches in a finals round, counted from 1; None: that of the tournament."""
    if in_second:
        return rules.second.match_length if rules.second else None
    if not rules.lengths:
        return rules.match_length
    before_final = max(rounds_of(rules.players) - nth, 0)
    return rules.lengths[max(len(rules.lengths) - 1 - before_final, 0)]


def seeds_drawn(size: int, pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return the seeds of a bracket, best first, from the pairs of its first round, which has every seed."""
    players = [player for pair in pairs for player in pair if player is not None]
    order = order_of_places(size)
    in_matches = (sorted(match) for match in zip(order[::2], order[1::2], strict=True))
    seeds = [seed for match in in_matches for seed in match if seed <= len(players)]
    return tuple(player for _seed, player in sorted(zip(seeds, players, strict=False)))


def seeds_in(rules: FinalsRules, first: RoundRecord) -> tuple[int, ...]:
    """Return the seeds of the main bracket, best first, from the first round of the finals."""
    return seeds_drawn(
        rules.players, ((pairing.first, pairing.second) for pairing in first.pairings if not pairing.in_second)
    )


def course_of(record: TournamentRecord) -> Course | None:
    """Return the course of the finals so far; None before they are drawn."""
    rounds, rules = record.rounds[record.swiss_rounds :], record.rules.finals
    if not rounds or rules is None:
        return None
    course = Course(rules, seeds_in(rules, rounds[0]), rounds[0].second_seeds)
    for round_ in rounds:
        course.hold(round_)
    return course


def bracket_of(record: TournamentRecord) -> Bracket | None:
    """Return the brackets of the tournament; None before its finals are drawn."""
    course = course_of(record)
    return course.bracket() if course else None


def third_place(record: TournamentRecord) -> PairingRecord | None:
    """Return the pairing of the match for third place, which belongs to the last round; None before it is drawn."""
    bracket = bracket_of(record)
    return bracket.third.pairing if bracket and bracket.third else None


def seeds_of(record: TournamentRecord) -> tuple[int, ...]:
    """Return the start numbers of the players who would play the finals, best first.

    "The first k of the ranking who are present; those absent or gone are passed over." Refuses `finals_too_early`
    (`missing`: how many Swiss rounds are still planned) and `finals_too_few` (`present`).
    """
    assert record.rules.finals is not None
    missing = record.rules.rounds - record.swiss_rounds
    if missing > 0:
        raise Refused("finals_too_early", missing=missing)
    seeds, _second_seeds = _present_seeds(record)
    if len(seeds) < 2:
        raise Refused("finals_too_few", present=len(seeds))
    return seeds


def _present_seeds(record: TournamentRecord, late: Collection[int] = ()) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seeds of the main bracket and of a second one of the rest, the best by the ranking of the Swiss first.

    Those who came `late` are behind all others of the main bracket, in their order.
    """
    rules = record.rules.finals
    assert rules is not None
    present = set(record.present(record.swiss_rounds + 1)).difference(late)
    ranked = [row.number for row in standings(record) if row.number in present]
    main = ranked[: rules.players - len(late)]
    second: list[int] = []
    if rules.second and rules.second.kind is SecondKind.REST:
        second = ranked[len(main) :][: rules.second.players]
    return (*main, *late), tuple(second)


def finals_are_next(record: TournamentRecord) -> bool:
    """Tell whether the next round is one of the finals: they are planned, and all planned Swiss rounds are paired."""
    return record.rules.finals is not None and record.swiss_rounds >= record.rules.rounds


SECOND_ALONE = 1
"""In place of how many can play in a round of the finals: only the second bracket is left."""


def places_of(rules: FinalsRules, number: int) -> int:
    """Return how many can play in a round of the finals, counted from 1: 4 in the semi-finals, 2 in the final.

    After the final it is `SECOND_ALONE` where there is a second bracket, else 0.
    """
    places = rules.players >> (number - 1)
    if places < SIZES[0]:
        return SECOND_ALONE if rules.second else 0
    return places


def places_next(record: TournamentRecord) -> int:
    """Return how many can play in the next round of the finals as things stand; 0 if it is none of them."""
    if not finals_are_next(record):
        return 0
    assert record.rules.finals is not None
    course = course_of(record) or _course_ahead(record)
    rules = course.rules if course else record.rules.finals
    return places_of(rules, len(record.rounds) - record.swiss_rounds + 1)


@dataclass(frozen=True, slots=True)
class DrawnFinals:
    """A round of the finals: its pairs in bracket order, the match for third place last, then the second bracket.

    `places` is how many can play in it, apart from the match for third place: 4 in the semi-finals, 2 in the final.
    `rules` are those of the finals as they come about with the first of their rounds, cut to the number of seeds;
    `second_seeds` are given with that round where it has a second bracket of the rest.
    """

    number: int
    places: int
    pairs: tuple[Pair, ...]
    second_pairs: tuple[Pair, ...] = ()
    rules: FinalsRules | None = None
    second_seeds: tuple[int, ...] = ()

    @property
    def all_pairs(self) -> tuple[Pair, ...]:
        return (*self.pairs, *self.second_pairs)


def draw_finals(record: TournamentRecord, late: Collection[int] = (), drawn: RoundRecord | None = None) -> DrawnFinals:
    """Pair the next round of the finals; the seeds who come `late` to its first round are behind all others.

    Of a round that was `drawn` before, the matches that have fallen away since are left out.
    "Whoever has nobody opposite has a bye and goes on; where both places are empty there is no match." Refuses with
    `results_missing` (`round`, `missing`: the pairs of start numbers still playing), what `seeds_of` refuses, and
    `finals_over`.
    """
    assert record.rules.finals is not None
    number = len(record.rounds) + 1
    if record.rounds and not record.rounds[-1].is_complete:
        raise Refused("results_missing", round=number - 1, missing=record.rounds[-1].open_pairs)
    course, rules = course_of(record), record.rules.finals
    if course is None:
        seeds_of(record)
        seeds, seeds_of_second = _present_seeds(record, late)
        rules = cut(rules, len(seeds) - len(late), len(seeds_of_second))
        course = Course(rules, seeds, seeds_of_second if rules.second else ())
    pairs, second_pairs = _next_pairs(course, record, drawn)
    if not pairs and not second_pairs:
        raise Refused("finals_over")
    second_seeds = () if record.swiss_rounds < len(record.rounds) else course.second_seeds
    return DrawnFinals(number, places_of(rules, number - record.swiss_rounds), pairs, second_pairs, rules, second_seeds)


def _next_pairs(
    course: Course, record: TournamentRecord, drawn: RoundRecord | None = None
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the pairs of the next round of the finals, of the main and of the second bracket; empty if over.

    Of the round as it was `drawn`, leave out the matches that have fallen away since.
    """
    main, second = course.next_round(frozenset(record.present(len(record.rounds) + 1)).__contains__)
    still = {(pairing.first, pairing.second) for pairing in drawn.pairings} if drawn else set()
    if drawn and (course.is_ended or drawn.second_ended or not course.plan) and _has_final(main, drawn):
        main = tuple(match for match in main if not (match.is_for_third and _fell_away(match, still)))
    if drawn and drawn.second_ended:
        second = tuple(match for match in second if not _fell_away(match, still))
    return tuple(map(_pair, main)), tuple(map(_pair, second))


def _has_final(main: Sequence[BracketMatch], drawn: RoundRecord) -> bool:
    """Tell whether the final, which stands before the match for third place, is in the round and has its result."""
    return bool(main) and not main[0].is_for_third and drawn.pairings[0].result.outcome is not Outcome.PENDING


def _fell_away(match: BracketMatch, still: Collection[Pair]) -> bool:
    """Tell whether a match of two who were there is not among those that are still in its round."""
    return len(match.players) > 1 and _pair(match) not in still


def _pair(match: BracketMatch) -> Pair:
    return match.players[0], match.players[1] if len(match.players) > 1 else None


def players_of(record: TournamentRecord, number: int) -> frozenset[int]:
    """Return the players who have reached a round of the finals, by its number among all rounds, even if gone since."""
    course = course_of(replace(record, rounds=record.rounds[:number]))
    assert course is not None
    course_before = course_of(replace(record, rounds=record.rounds[: number - 1]))
    held = {(at, *match.players) for at, match in _held_in(course_before)} if course_before else set()
    return frozenset(
        player for at, match in _held_in(course) if (at, *match.players) not in held for player in match.players
    )


def _held_in(course: Course) -> Iterator[tuple[str, BracketMatch]]:
    """Yield the matches of all stages held, each with the name of its stage."""
    for nth, matches in enumerate(course.main):
        yield from ((f"main {nth}", match) for match in matches)
    if course.third:
        yield "third", course.third
    for nth, stage in enumerate(course.second):
        yield from ((f"second {nth}", match) for match in stage.matches if not match.is_passed_over)


def next_pairs(record: TournamentRecord) -> tuple[Pair, ...]:
    """Return the pairs of the next round of the finals as things stand, with the winners so far of a running round.

    Empty if the next round is not one of the finals, or nobody is left to play.
    """
    if not finals_are_next(record):
        return ()
    course = course_of(record) or _course_ahead(record)
    if course is None:
        return ()
    main, second = _next_pairs(course, record)
    return (*main, *second)


def _course_ahead(record: TournamentRecord) -> Course | None:
    """Return the course of finals that would be drawn now; None with too few players."""
    assert record.rules.finals is not None
    seeds, second_seeds = _present_seeds(record)
    if len(seeds) < 2:
        return None
    rules = cut(record.rules.finals, len(seeds), len(second_seeds))
    return Course(rules, seeds, second_seeds if rules.second else ())


def opponents_of_latecomers(record: TournamentRecord) -> tuple[int, ...]:
    """Return whom those who come now would play in a knock-out evening, one after the other; empty if nobody can come.

    "While only its first round is drawn and a place is empty, whoever comes is the next seed: with s seeds in k places
    they play seed k − s, whose bye becomes a match."
    """
    rules = record.rules.finals
    if rules is None or len(record.rounds) != 1 or not is_knock_out(record):
        return ()
    seeds = seeds_in(rules, record.rounds[0])
    return seeds[: rules.players - len(seeds)][::-1]


def rules_ahead(record: TournamentRecord) -> FinalsRules | None:
    """Return the rules of the finals; in a knock-out evening that is not drawn yet, as they would come about now."""
    rules = record.rules.finals
    if rules is None or record.rounds or not is_knock_out(record):
        return rules
    seeds, _second_seeds = _present_seeds(record)
    return cut(rules, max(len(seeds), SIZES[0]))


def may_play_next(record: TournamentRecord) -> frozenset[int]:
    """Return who can still reach a later round of the finals, present or not; before they are drawn, everybody."""
    course = course_of(record)
    if course is None:
        return frozenset(entry.number for entry in record.entries)
    waiting = {player for player in _everybody_in(course) if _may_go_on(course, player)}
    return frozenset(waiting)


def _everybody_in(course: Course) -> tuple[int, ...]:
    return (*course.seeds, *course.second_seeds)


def _may_go_on(course: Course, player: int) -> bool:
    """Tell whether a player can still stand in a later round."""
    second = [match for stage in course.second for match in stage.matches if player in match.players]
    is_last_of_second = len(course.second) == len(course.plan)
    if second:
        return player in second[-1].still_in and not course.is_ended and not is_last_of_second
    if player in course.second_seeds:
        return not course.is_ended
    nth, match = max((nth, match) for nth, row in enumerate(course.main, 1) for match in row if player in match.players)
    last = rounds_of(course.rules.players)
    if nth < len(course.main):
        return _waits_for_second(course, nth, player)
    if nth == last:
        return False
    if player in match.still_in:
        return True
    if nth == last - 1 and course.rules.third_place:
        return match.loser == player or not match.is_decided
    return _waits_for_second(course, nth, player)


def _waits_for_second(course: Course, nth: int, player: int) -> bool:
    """Tell whether whoever went out in a main round still waits to drop into the second bracket."""
    if course.is_ended or not course.plan or not drops(course.rules, course.main[0], nth, player):
        return False
    match = next(match for match in course.main[nth - 1] if player in match.players)
    return match.loser == player and not any(stage.drops_from == nth for stage in course.second)


Drop = tuple[int, int | None, int, int | None]
"""A pairing of the second bracket, by its first player; who has come to it from the main bracket, None where nobody has
and the first player has the bye; from which round, counted from 1; and who won there, None if it was not played."""


def drops_into(record: TournamentRecord, number: int) -> tuple[Drop, ...]:
    """Return who has dropped into the second bracket in a drawn round, by the results of today."""
    course = course_of(replace(record, rounds=record.rounds[:number]))
    before = course_of(replace(record, rounds=record.rounds[: number - 1]))
    if course is None:
        return ()
    found: list[Drop] = []
    for nth in range(len(before.second) if before else 0, len(course.second)):
        stage = course.second[nth]
        for index, match in enumerate(stage.matches):
            if match.pairing is None or match.is_passed_over:
                continue
            first = match.pairing.first
            places = [at for what, at in sources(course.second, nth, index) if what == "loser"]
            feeders = [course.main[stage.drops_from - 1][at] for at in places]
            for feeder in (each for each in feeders if each.loser in match.players):
                found.append((first, feeder.loser, stage.drops_from, feeder.winner if feeder.was_played else None))
            if places and len(match.players) == 1:
                found.append((first, None, stage.drops_from, None))
    return tuple(found)


def playing_later(record: TournamentRecord) -> frozenset[int]:
    """Return who plays on in the second bracket, but in no match of the next round even if all are played."""
    course = course_of(record)
    if course is None or course.is_ended or not course.plan:
        return frozenset()
    waiting = {player for player in _everybody_in(course) if _may_go_on(course, player)}
    upcoming = course.plan[len(course.second)] if len(course.second) < len(course.plan) else None
    due: set[int] = set()
    for nth, matches in enumerate(course.main, start=1):
        if upcoming is None or upcoming.drops_from != nth:
            due.update(
                match.loser
                for match in matches
                if match.loser in waiting and _waits_for_second(course, nth, match.loser)
            )
    return frozenset(due)


def asked_about(record: TournamentRecord, missed: Collection[int]) -> frozenset[int]:
    """Return the missed players who would play the next round of the finals, whether other missed players come or not.

    Before the finals are drawn, a missed player may be passed over, and the next in the ranking takes the place.
    """
    assert record.rules.finals is not None
    if bracket_of(record):
        playing = {player for pair in next_pairs(record) for player in pair}
        return frozenset(player for player in missed if player in playing)
    present = set(record.present(len(record.rounds) + 1))
    rules = record.rules.finals
    asked_numbers, places = set(), rules.players
    if rules.second and rules.second.kind is SecondKind.REST:
        places += rules.second.players or 0
    for row in standings(record):
        if places and row.number in present:
            if row.number in missed:
                asked_numbers.add(row.number)
            else:
                places -= 1
    return frozenset(asked_numbers)


def can_end_second(record: TournamentRecord) -> bool:
    """Tell whether a second bracket was drawn or is still to come in finals that are being played."""
    course = course_of(record)
    return course is not None and bool(course.plan) and not course.is_ended and not are_over(record)


def are_over(record: TournamentRecord) -> bool:
    """Tell whether the finals were drawn and are over: "no match and no bye is possible any more"."""
    course = course_of(record)
    return course is not None and record.rounds[-1].is_complete and not any(_next_pairs(course, record))


def is_final_played(record: TournamentRecord) -> bool:
    """Tell whether the final has its result, whatever is still open beside or after it, or nobody has come to it."""
    found = bracket_of(record)
    if found is None or not found.rounds[-1][0].is_decided:
        return False
    return found.rounds[-1][0].pairing is not None or found.third is None or found.third.is_decided


def redraw_finals(record: TournamentRecord, number: int) -> DrawnFinals:
    """Pair a round of the finals again, seeds included, by the results in force when it was paired.

    Refuses with the codes of `draw_finals`.
    """
    first, rules = record.rounds[number - 1], record.rules.finals
    late: tuple[int, ...] = ()
    if number == record.swiss_rounds + 1 and first.late_seeds and rules is not None:
        late = seeds_in(rules, first)[-first.late_seeds :]
    return draw_finals(record.as_of(number), late, first)


def bracket_pairs(record: TournamentRecord, number: int, *, as_of: bool = True) -> tuple[tuple[Pair, bool], ...]:
    """Return the pairs that a drawn round of the finals should have by the seeds as drawn; empty if they were over.

    Each pair tells whether it is one of the second bracket. Whether the ranking gives these seeds is checked by
    `redraw_finals`. Without `as_of`, today's results count.
    """
    rules, first = record.rules.finals, record.rounds[record.swiss_rounds]
    assert rules is not None
    record_before = record.as_of(number) if as_of else replace(record, rounds=record.rounds[: number - 1])
    course = Course(rules, seeds_in(rules, first), first.second_seeds)
    for round_ in record_before.rounds[record_before.swiss_rounds :]:
        course.hold(round_)
    main, second = _next_pairs(course, record_before, record.rounds[number - 1])
    return (*((pair, False) for pair in main), *((pair, True) for pair in second))


def pairs_in(round_: RoundRecord) -> tuple[tuple[Pair, bool], ...]:
    """Return the pairs of a drawn round, each with whether it is one of the second bracket."""
    return tuple(((pairing.first, pairing.second), pairing.in_second) for pairing in round_.pairings)


def keeps_rounds(corrected: TournamentRecord, number: int) -> bool:
    """Tell whether all finals rounds after a round would hold the same pairings by the results of today."""
    return all(
        bracket_pairs(corrected, round_.number, as_of=False) == pairs_in(round_)
        for round_ in corrected.rounds[number:]
        if round_.finals
    )


def changes_seeds(record: TournamentRecord, corrected: TournamentRecord) -> bool:
    """Tell whether a correction in the Swiss rounds gives seeds that differ from those before it and those drawn."""
    bracket = bracket_of(record)
    assert bracket is not None
    return _present_seeds(corrected) not in (_present_seeds(record), (bracket.seeds, bracket.second_seeds))


def is_knock_out(record: TournamentRecord) -> bool:
    """Tell whether the evening is a knock-out without Swiss rounds."""
    return record.rules.finals is not None and not record.rules.rounds and not record.swiss_rounds


Level = tuple[int, int, bool]
"""How far somebody has come: 2 in the main bracket, 1 in the second; in which round or stage; and whether they went out
in a match."""
NO_LEVEL: Level = (0, 0, False)


def shown_standings(
    record: TournamentRecord, after_round: int | None = None, lots_of: int | None = None
) -> tuple[Standing, ...]:
    """Return the ranking of everyone who ever entered as it is shown: finals included, who never took part at the end.

    "The winner of the final; its loser; the third and fourth by their match; the losers of each earlier round, later
    rounds first; then everybody else. Within a level whoever went out in a match played or stopped stands before
    whoever went out without one, then the Swiss order." Until the finals are over, this is the ranking of the Swiss;
    in a knock-out evening it says how far everybody has come. `after_round` defaults to the last complete round;
    with `lots_of`, the lots are those of that round.
    """
    swiss = standings(record, after_round, lots_of=lots_of)
    levels = _levels_after(record, after_round)
    course = course_of(record)
    absent = record.never_took_part.difference(_everybody_in(course) if course else ())
    if not levels and not absent:
        return swiss

    def how_far(row: Standing) -> tuple[Level, bool]:
        return levels.get(row.number, NO_LEVEL), row.number not in absent

    rows: list[Standing] = []
    above: Standing | None = None
    for row in sorted(swiss, key=how_far, reverse=True):
        decided_by, matches = row.decided_by, row.matches
        if above is None:
            decided_by = matches = None
        elif levels.get(row.number) != levels.get(above.number):
            decided_by, matches = Criterion.FINALS, None
        elif (row.number in absent) != (above.number in absent):
            decided_by, matches = Criterion.TOOK_PART, None
        elif row.rank > above.rank + 1:
            decided_by, matches = _first_between(swiss[above.rank : row.rank], record.rules.ranking), None
        has_place = row.number not in absent and (row.has_place or bool(levels))
        is_lot = row.is_lot and not levels
        rows.append(Standing(len(rows) + 1, row.number, row.figures, decided_by, matches, has_place, is_lot))
        above = row
    return tuple(rows)


def _levels_after(record: TournamentRecord, after_round: int | None) -> dict[int, Level]:
    """Return the levels that count after a round: once the finals are over, or at any time in a knock-out evening."""
    if is_knock_out(record):
        rounds = record.rounds[: record.completed_rounds if after_round is None else after_round]
        complete = rounds if not rounds or rounds[-1].is_complete else rounds[:-1]
        record = replace(record, rounds=complete)
    elif after_round not in (None, len(record.rounds)) or not are_over(record):
        return {}
    course = course_of(record)
    if course is None:
        return {}
    if are_over(record):
        course.run_out()
    course.pass_over()
    levels, third = levels_of(course), course.third
    if third and third.pairing is None and len(third.players) > 1:
        present = frozenset(record.present(course.third_in))
        # The match for third place fell away with the end of the evening: "the Swiss order decides between its two".
        if present.issuperset(third.players):
            levels |= dict.fromkeys(third.players, (2, 4 * len(course.main) - 4, False))
    return levels


def levels_of(course: Course) -> dict[int, Level]:
    """Return how far each seed has come: more is better.

    In the main bracket, third and fourth place count between the semi-finals and the final; who is due to drop into
    the second bracket has reached the stage in question there.
    """
    rules, last = course.rules, rounds_of(course.rules.players)
    levels: dict[int, Level] = {}
    stage_of = {stage.drops_from: nth for nth, stage in enumerate(course.plan, start=1) if stage.drops_from}
    ahead = course.bracket().rounds[len(course.main) : len(course.main) + 1]
    for number, matches in enumerate((*course.main, *ahead), start=1):
        for match in matches:
            for player in match.players:
                is_out = match.is_decided and match.winner != player
                if is_out and course.plan and drops(rules, course.main[0], number, player):
                    levels[player] = (1, stage_of[number], False)
                else:
                    levels[player] = (2, 4 * number, match.was_played)
    if course.third and course.third.winner is not None:
        levels |= dict.fromkeys(course.third.players, (2, 4 * last - 3, course.third.was_played))
        levels[course.third.winner] = (2, 4 * last - 2, True)
    if len(course.main) == last and (winner := course.main[-1][0].winner) is not None:
        levels[winner] = (2, 4 * last + 4, True)
    levels |= dict.fromkeys(course.second_seeds, (1, 0, False))
    for nth, stage in enumerate(course.second, start=1):
        for match in stage.matches:
            levels |= dict.fromkeys(match.players, (1, nth, match.was_played))
    if len(course.second) == len(course.plan) > 0 and (winner := course.second[-1].matches[0].winner) is not None:
        levels[winner] = (1, len(course.plan) + 1, True)
    return levels


def _first_between(rows: Sequence[Standing], ranking: Ranking) -> Criterion:
    """Return the first criterion, in the order of the ranking, of those that separate each row from the one above."""
    between = {row.decided_by for row in rows}
    return next(criterion for criterion in criteria.whole(ranking) if criterion in between)
