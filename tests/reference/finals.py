"""Finals after the Swiss, from the text of the rules alone: seeds, bracket, who goes on, and the final ranking.

A place of the bracket is a player, or None where it is empty.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.matches import Archive, is_present, matches_up_to
from tests.reference.ranking import KONSTANZ, standings

Place = int | None
Pair = tuple[int, int | None]


@dataclass
class Stage:
    """One round of finals: its pairs in bracket order, and the losers of each place where a match belongs.

    `losers` has one list for each match of the tree, also where nobody came; `third` is the match for third place.
    """

    number: int
    pairs: list[Pair] = field(default_factory=list)
    losers: list[list[int]] = field(default_factory=list)
    winners: list[Place] = field(default_factory=list)
    third: Pair | None = None


def finals_rounds(archive: Archive) -> list[dict[str, Any]]:
    """The rounds of the finals that are in the file."""
    return [round_ for round_ in archive["rounds"] if round_.get("finals", False)]


def swiss_rounds(archive: Archive) -> int:
    """How many rounds of the Swiss are in the file."""
    return len(archive["rounds"]) - len(finals_rounds(archive))


def seeds(archive: Archive) -> list[int]:
    """The first k of the ranking who are present, by what stood when the first finals round was drawn."""
    number = swiss_rounds(archive) + 1
    players = {player["number"]: player for player in archive["players"]}
    order = [row["player"] for row in standings(archive, number - 1, as_of=number)]
    present = [player for player in order if is_present(players[player], number)]
    return present[: archive["rules"]["finals"]["players"]]


def order_of_places(size: int) -> list[int]:
    """ "For 2: 1, 2; for 2m: each x of the order for m followed by 2m + 1 - x"."""
    if size == 2:
        return [1, 2]
    return [seed for x in order_of_places(size // 2) for seed in (x, size + 1 - x)]


def stages(archive: Archive, seeded: Sequence[int]) -> list[Stage]:
    """The rounds of the finals as far as they can be told: the last one may not be drawn, or lack results."""
    size, first = archive["rules"]["finals"]["players"], swiss_rounds(archive) + 1
    places = [seeded[seed - 1] if seed <= len(seeded) else None for seed in order_of_places(size)]
    told: list[Stage] = []
    while len(places) > 1:
        stage = _stage(archive, first + len(told), places, seeded)
        if len(places) == 2 and told and archive["rules"]["finals"].get("third_place", False):
            stage.third = _third(archive, told[-1], stage.number, seeded)
        told.append(stage)
        if not _is_complete(archive, stage.number):
            break
        places = stage.winners
    return told


def expected_pairs(archive: Archive, round_number: int) -> list[Pair]:
    """The pairs of a finals round in the order in which they stand; none where none is possible any more."""
    seeded = finals_rounds(archive)[0]["seeds"] if finals_rounds(archive) else seeds(archive)
    if len(seeded) < 2:
        return []
    for stage in stages(archive, seeded):
        if stage.number == round_number:
            return stage.pairs + ([stage.third] if stage.third else [])
    return []


def are_over(archive: Archive) -> bool:
    """Whether the last finals match is in, or none is possible any more."""
    drawn = finals_rounds(archive)
    if not drawn or not _is_complete(archive, drawn[-1]["number"]):
        return False
    return not expected_pairs(archive, drawn[-1]["number"] + 1)


def shown_standings(archive: Archive, after_round: int) -> list[dict[str, Any]]:
    """The rows of the ranking as it is shown; `after_round` is the last complete round of the Swiss.

    Once the finals are over, the seeds stand first, group by group; who left without having taken part stands last.
    """
    swiss = standings(archive, after_round)
    seeded = finals_rounds(archive)[0]["seeds"] if finals_rounds(archive) else []
    never_there = [row["player"] for row in swiss if row["player"] in _never_there(archive) - set(seeded)]
    sections: list[tuple[str, list[int]]] = []
    if are_over(archive):
        told = stages(archive, seeded)
        place = [row["player"] for row in swiss].index
        sections += [("finals", sorted(group, key=place)) for group in _groups(archive, told)]
    ranked = {player for _why, players in sections for player in players}
    rest = [row["player"] for row in swiss if row["player"] not in ranked]
    sections.append(("finals", [player for player in rest if player not in never_there]))
    sections.append(("took_part" if sections[-1][1] or not ranked else "finals", never_there))

    rows: list[dict[str, Any]] = []
    for why, players in sections:
        for index, player in enumerate(players):
            between = _between(swiss, players[index - 1], player) if index else []
            decided_by = _first_that_separates(archive, between) if index else why if rows else None
            own = next(row for row in swiss if row["player"] == player)
            rows.append(own | {"rank": len(rows) + 1, "decided_by": decided_by})
    return rows


def _between(swiss: Sequence[dict[str, Any]], upper: int, lower: int) -> list[dict[str, Any]]:
    """The rows of the Swiss ranking below one player, down to another."""
    players = [row["player"] for row in swiss]
    return [*swiss[players.index(upper) + 1 : players.index(lower) + 1]]


def _never_there(archive: Archive) -> set[int]:
    """Who has left by now and has neither played, nor had a bye, nor won by forfeit, nor is at a table."""
    rounds = len(archive["rounds"])
    gone = {
        player["number"]
        for player in archive["players"]
        if player["withdrawn_after"] is not None and player["withdrawn_after"] <= rounds
    }
    for match in matches_up_to(archive, rounds, as_of=None):
        if match.was_played or match.outcome == "pending":
            gone -= {match.first, match.second}
        elif match.winner is not None:
            gone -= {match.winner}
    return gone


def _stage(archive: Archive, number: int, places: Sequence[Place], seeded: Sequence[int]) -> Stage:
    """Neighbours play; who is absent loses the round unplayed, and who has nobody opposite has a bye and goes on."""
    players = {player["number"]: player for player in archive["players"]}
    stage = Stage(number)
    for neighbours in zip(places[::2], places[1::2], strict=True):
        entitled = sorted((player for player in neighbours if player is not None), key=seeded.index)
        come = [player for player in entitled if is_present(players[player], number)]
        losers = [player for player in entitled if player not in come]
        winner: Place = None
        if len(come) == 2:
            stage.pairs.append((come[0], come[1]))
            winner = _winner(archive, number, come)
            if winner is not None or _is_double_forfeit(archive, number, come):
                losers += [player for player in come if player != winner]
        elif come:
            stage.pairs.append((come[0], None))
            winner = come[0]
        stage.losers.append(losers)
        stage.winners.append(winner)
    return stage


def _third(archive: Archive, semi_finals: Stage, number: int, seeded: Sequence[int]) -> Pair | None:
    """ "The one of those who had reached it who does not go on": both present: a match; one alone: a bye."""
    players = {player["number"]: player for player in archive["players"]}
    drops = [losers[0] for losers in semi_finals.losers if len(losers) == 1]
    come = sorted((player for player in drops if is_present(players[player], number)), key=seeded.index)
    return (come[0], come[1] if len(come) == 2 else None) if come else None


def _groups(archive: Archive, told: Sequence[Stage]) -> list[list[int]]:
    """Group the players of the finals, best group first; those of one group are in the order of the Swiss."""
    last = told[-1]
    # Whoever won and found nobody left to play in the next round has reached it: none of them won a final.
    groups = [[player for player in last.winners if player is not None]]
    for stage in reversed(told):
        losers = [player for match in stage.losers for player in match]
        if last.third is not None and stage is told[-2] and (third := _winner(archive, last.number, last.third)):
            groups.append([third])
            losers.remove(third)
        for played in (True, False):
            groups.append([player for player in losers if _went_out_in_a_match(archive, stage, player) is played])
    return [group for group in groups if group]


def _went_out_in_a_match(archive: Archive, stage: Stage, player: int) -> bool:
    return any(
        match.round_number == stage.number and match.was_played and player in {match.first, match.second}
        for match in matches_up_to(archive, stage.number, as_of=None)
    )


def _winner(archive: Archive, number: int, pair: Sequence[Place]) -> Place:
    return next(
        (
            match.winner
            for match in matches_up_to(archive, number, as_of=None)
            if match.round_number == number and {match.first, match.second} == set(pair)
        ),
        None,
    )


def _is_double_forfeit(archive: Archive, number: int, pair: Sequence[Place]) -> bool:
    return any(
        match.round_number == number and {match.first, match.second} == set(pair) and match.outcome == "double_forfeit"
        for match in matches_up_to(archive, number, as_of=None)
    )


def _is_complete(archive: Archive, number: int) -> bool:
    pairings = [pairing for round_ in archive["rounds"] if round_["number"] == number for pairing in round_["pairings"]]
    return bool(pairings) and all(pairing["outcome"] != "pending" for pairing in pairings)


def _first_that_separates(archive: Archive, rows: Sequence[dict[str, Any]]) -> str:
    """Of all criteria that separate two in the Swiss ranking, the first in their order."""
    criteria = ["match_wins", *archive["rules"].get("ranking", KONSTANZ), "lot"]
    return min((row["decided_by"] for row in rows), key=criteria.index)
