"""Random finals of all kinds, played by the engine, are read a second time by the reference, and come out the same.

In the suite 60 evenings, 2,000 of each kind in `make prove`: knock-outs with and without a Swiss before, any second
bracket, latecomers, absences, leavers, double forfeits, corrections refused and taken, a second bracket that is ended,
an evening that is ended beside its final, open matches.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.reference.check import disagreements
from tests.reference.finals import expected_pairs
from tournament.engine.brackets import rounds_of, size_for
from tournament.engine.checking import check_rounds
from tournament.engine.finals import (
    SIZES,
    draw_finals,
    keeps_rounds,
    length_in,
    refuse_finals,
    seeds_in,
    shown_standings,
    third_place,
)
from tournament.engine.pairing import draw
from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    PENDING,
    CorrectedResult,
    EntryRecord,
    FinalsRules,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    SecondKind,
    SecondRules,
    TournamentRecord,
)
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

KNOCK_OUT, WIDE = "knock-out", "32 or 64 places"
KINDS = (None, *SecondKind, KNOCK_OUT, WIDE)
Kind = SecondKind | str | None
IN_THE_SUITE, TO_PROVE, CHUNK = 10, 2_000, 10


def random_rules(chance: Random, kind: Kind) -> Rules:
    """Choose rules that can be; one evening in three is a knock-out from its beginning, of that kind all."""
    sizes = SIZES
    if kind == KNOCK_OUT:
        kind, swiss_rounds = chance.choice((None, SecondKind.LOSERS, SecondKind.FIRST_LOSERS)), (0,)
    elif kind == WIDE:
        kind, swiss_rounds, sizes = chance.choice((None, *SecondKind)), (0, 0, 1), SIZES[4:]
    else:
        swiss_rounds = (0, 0, 1, 2, 3)
    while True:
        swiss = chance.choice(swiss_rounds)
        if kind is SecondKind.REST:
            swiss = max(swiss, 1)
        second_size = chance.choice(SIZES[:5]) if kind is SecondKind.REST else None
        second = SecondRules(SecondKind(kind), second_size, chance.choice((None, None, 1))) if kind else None
        lengths = tuple(sorted(chance.sample((1, 3, 5, 7), chance.randint(2, 3)))) if chance.random() < 0.3 else ()
        single = chance.choice((None, 5)) if not lengths else None
        finals = FinalsRules(chance.choice(sizes), single, chance.random() < 0.5, lengths, second)
        try:
            refuse_finals(finals, swiss)
        except Refused:
            continue
        return Rules(match_length=3, rounds=swiss, finals=finals)


def random_entries(chance: Random, swiss: int, count: int) -> Iterator[EntryRecord]:
    for number in range(1, count + 1):
        last = swiss + 6
        withdrawn = chance.randint(0, last) if chance.random() < 0.15 else None
        absent = tuple(sorted({chance.randint(1, last) for _ in range(chance.choice((0, 0, 0, 1, 2)))}))
        yield EntryRecord(number, 1, withdrawn, tuple(n for n in absent if withdrawn is None or n <= withdrawn))


def random_result(chance: Random, pair: tuple[int, int], length: int, *, finals: bool) -> Result:
    kind = chance.random()
    if kind < 0.08:
        return DOUBLE_FORFEIT
    if kind < 0.16:
        return Result(Outcome.FORFEIT, winner=chance.choice(pair))
    lost = chance.randrange(length)
    if kind < 0.24 and length > 1:
        score = (1, 0) if finals else (0, 0)
        return Result(Outcome.STOPPED, chance.choice((score, score[::-1])))
    return Result(Outcome.PLAYED, chance.choice(((length, lost), (lost, length))))


def played_round(
    chance: Random, record: TournamentRecord, pairs: list[tuple[int, int | None, bool]], **about: Any
) -> RoundRecord:
    number, finals = len(record.rounds) + 1, about.get("finals", False)
    nth = number - record.swiss_rounds
    pairings, table = [], 0
    for first, second, in_second in pairs:
        if second is None:
            pairings.append(PairingRecord(first, None, BYE, None, (), in_second))
            continue
        table += 1
        own = length_in(record.rules.finals, nth, in_second=in_second) if finals and record.rules.finals else None
        result = random_result(chance, (first, second), own or record.rules.match_length, finals=finals)
        pairings.append(PairingRecord(first, second, result, table, (), in_second))
    return RoundRecord(number, tuple(pairings), record.rules.rounds, **about)


def play(seed: str, kind: Kind) -> TournamentRecord | None:
    """Play an evening; None if its finals could not be drawn."""
    chance = Random(seed)
    rules = random_rules(chance, kind)
    entries = tuple(random_entries(chance, rules.rounds, chance.randint(*(17, 64) if kind == WIDE else (2, 24))))
    record = TournamentRecord(rules, seed, entries)
    try:
        for _ in range(rules.rounds):
            pairs = [(pairing.first, pairing.second, False) for pairing in draw(record).pairings]
            record = replace(record, rounds=(*record.rounds, played_round(chance, record, pairs)))
        late = latecomers(chance, record)
        drawn = draw_finals(record, late)
    except Refused:
        return None
    record = replace(record, rules=replace(rules, finals=drawn.rules))
    while True:
        pairs = [(*pair, False) for pair in drawn.pairs] + [(*pair, True) for pair in drawn.second_pairs]
        about = {"late_seeds": len(late), "second_seeds": drawn.second_seeds}
        round_ = played_round(chance, record, pairs, finals=True, **about)
        late = []
        record = replace(record, rounds=(*record.rounds, round_))
        record = corrected(chance, with_second_ended(chance, record))
        if chance.random() < 0.1 and (ended := without_third_place(record)):
            return ended
        if chance.random() < 0.05:
            return with_an_open_match(record)
        try:
            drawn = draw_finals(record)
        except Refused:
            return record


def latecomers(chance: Random, record: TournamentRecord) -> list[int]:
    """Some of the last on the list come late to a knock-out evening, as many as there are empty places."""
    if record.rules.rounds or chance.random() < 0.5:
        return []
    here = record.present(1)
    late = list(here[-chance.randint(1, 2) :])
    early, rules = len(here) - len(late), record.rules.finals
    assert rules is not None
    return late if early >= 2 and len(here) <= min(rules.players, size_for(early)) else []


def with_second_ended(chance: Random, record: TournamentRecord) -> TournamentRecord:
    *rounds, last = record.rounds
    if not any(pairing.in_second for pairing in last.pairings) or chance.random() > 0.1:
        return record
    if any(round_.second_ended for round_ in rounds) or all(pairing.in_second for pairing in last.pairings):
        return record
    left = [
        pairing for pairing in last.pairings if not pairing.in_second or not pairing.second or chance.random() < 0.5
    ]
    return replace(record, rounds=(*rounds, replace(last, pairings=tuple(left), second_ended=True)))


def without_third_place(record: TournamentRecord) -> TournamentRecord | None:
    """End an evening beside its final with the match for third place still open; None where that cannot be."""
    *rounds, last = record.rounds
    third = third_place(record)
    if third is None or third not in last.pairings or third.second is None or third is last.pairings[0]:
        return None
    was_ended = any(round_.second_ended for round_ in rounds)
    ends = record.rules.finals is not None and record.rules.finals.second is not None and not was_ended
    left = tuple(pairing for pairing in last.pairings if pairing is not third)
    return replace(record, rounds=(*rounds, replace(last, pairings=left, second_ended=ends)))


def corrected(chance: Random, record: TournamentRecord) -> TournamentRecord:
    """Correct a result of an earlier finals round where the rules allow it."""
    if chance.random() > 0.3 or len(record.rounds) < record.rules.rounds + 2:
        return record
    index = chance.randrange(record.rules.rounds, len(record.rounds) - 1)
    round_ = record.rounds[index]
    at = chance.randrange(len(round_.pairings))
    pairing = round_.pairings[at]
    if pairing.second is None:
        return record
    rules, nth = record.rules, round_.number - record.rules.rounds
    length = (length_in(rules.finals, nth, in_second=pairing.in_second) if rules.finals else None) or rules.match_length
    result = random_result(chance, (pairing.first, pairing.second), length, finals=True)
    was = (CorrectedResult(len(record.rounds), pairing.result),)
    if pairing.was or result == pairing.result:
        return record
    pairings = list(round_.pairings)
    pairings[at] = replace(pairing, result=result, was=was)
    rounds = list(record.rounds)
    rounds[index] = replace(round_, pairings=tuple(pairings))
    changed = replace(record, rounds=tuple(rounds))
    is_taken = keeps_rounds(changed, round_.number)
    assert is_taken == would_be_drawn_again(changed, round_.number)
    return changed if is_taken else record


def would_be_drawn_again(record: TournamentRecord, number: int) -> bool:
    """Whether the reference, too, gives all finals rounds after this one as they are."""
    archive = archive_of(record)
    later = (round_ for round_ in archive["rounds"] if round_["number"] > number)
    return all(expected_pairs(archive, round_["number"]) == pairs_in_file(round_) for round_ in later)


def pairs_in_file(round_: dict[str, Any]) -> list[tuple[tuple[int, int | None], bool]]:
    return [(tuple(each["players"]), each.get("bracket") == "second") for each in round_["pairings"]]


def with_an_open_match(record: TournamentRecord) -> TournamentRecord:
    *rounds, last = record.rounds
    pairings = list(last.pairings)
    at = next((at for at, pairing in enumerate(pairings) if pairing.second is not None), None)
    if at is None or last.second_ended:
        return record
    pairings[at] = replace(pairings[at], result=PENDING)
    return replace(record, rounds=(*rounds, replace(last, pairings=tuple(pairings))))


def archive_of(record: TournamentRecord) -> dict[str, Any]:
    """Write an evening as the archive has it, as far as the reference reads it."""
    rules, finals = record.rules, record.rules.finals
    assert finals is not None
    written = {"players": finals.players, "third_place": finals.third_place}
    if finals.lengths or finals.match_length:
        written["match_length"] = [*finals.lengths] or finals.match_length
    if finals.second:
        second = {"kind": finals.second.kind.value, "players": finals.second.players}
        own = {"match_length": finals.second.match_length} if finals.second.match_length else {}
        written["second"] = {key: value for key, value in second.items() if value} | own
    return {
        "rules": {
            "match_length": rules.match_length,
            "gammons": False,
            "backgammons": False,
            "cube": False,
            "rounds": rules.rounds,
            "count_excess_points": False,
            "unplayed_win_points": 0,
            "finals": written,
        },
        "draw_seed": record.draw_seed,
        "players": [
            {
                "number": entry.number,
                "joined_round": entry.joined_round,
                "withdrawn_after": entry.withdrawn_after,
                "absent_rounds": [*entry.absent_rounds],
            }
            for entry in record.entries
        ],
        "rounds": [_round_of(record, round_) for round_ in record.rounds],
        "standings": [
            {"rank": row.rank, "player": row.number, **{key.value: figure for key, figure in row.figures.items()}}
            | {"decided_by": row.decided_by and row.decided_by.value}
            for row in shown_standings(record)
        ],
    }


def _round_of(record: TournamentRecord, round_: RoundRecord) -> dict[str, Any]:
    written: dict[str, Any] = {"number": round_.number, "manual": False, "rematches_allowed": False}
    if round_.finals:
        written |= {"finals": True, "second_ended": round_.second_ended}
    if round_.number == record.swiss_rounds + 1 and round_.finals:
        assert record.rules.finals is not None
        seeds = {"seeds": [*seeds_in(record.rules.finals, round_)], "second_seeds": [*round_.second_seeds]}
        written |= {**seeds, "late_seeds": round_.late_seeds}
    written["pairings"] = [
        {"players": [pairing.first, pairing.second], "table": pairing.table, **_result_of(pairing.result)}
        | {"was": [{"until": past.until, **_result_of(past.result)} for past in pairing.was]}
        | ({"bracket": "second"} if pairing.in_second else {})
        for pairing in round_.pairings
    ]
    return written


def _result_of(result: Result) -> dict[str, Any]:
    score = {"score": [*result.score]} if result.score else {}
    winner = {"winner": result.winner} if result.winner else {}
    return {"outcome": result.outcome.value, **score, **winner}


def differences(seed: str, kind: Kind) -> list[str]:
    record = play(seed, kind)
    if record is None:
        return []
    assert record.rules.finals is not None
    assert len(record.rounds) <= record.rules.rounds + 2 * rounds_of(record.rules.finals.players) + 6
    return [*map(str, check_rounds(record)), *disagreements(archive_of(record))]


def check_chunk(kind: Kind, first: int) -> None:
    seeds = [f"finals/{number}" for number in range(first, first + CHUNK)]
    assert {seed: found for seed in seeds if (found := differences(seed, kind))} == {}


@pytest.mark.parametrize("kind", KINDS)
def test_finals_are_read_the_same_twice(kind):
    check_chunk(kind, 0)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(IN_THE_SUITE, TO_PROVE, CHUNK))
@pytest.mark.parametrize("kind", KINDS)
def test_finals_are_read_the_same_twice_by_the_thousand(kind, first):
    check_chunk(kind, first)
