"""Finals from the text of the rules alone: seeds, both brackets, who goes on and who drops, and the final ranking.

Every place of a stage has a source: a seed, the winner or the loser of a match, which is a stage and a number from 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.matches import Archive, Match, is_present, matches_up_to
from tests.reference.ranking import KONSTANZ, standings

Pair = tuple[int, int | None]
Stage = str
Source = tuple[str, Stage, int]
"""What fills a place: ("seed", "main", 3), ("winner", "main 1", 0) or ("loser", "main 1", 0)."""


@dataclass
class Told:
    """A match of a stage once its round is there: who had reached it, who goes on, and how it ended."""

    reached: list[int]
    goes_on: int | None = None
    match: Match | None = None
    is_open: bool = False
    fell_away: bool = False

    @property
    def was_played(self) -> bool:
        return self.match is not None and self.match.was_played


@dataclass
class Evening:
    """The stages of an evening in the order of the rules, what has been told of each, and the seeds by bracket."""

    archive: Archive
    seeds: dict[str, list[int]]
    stages: dict[Stage, list[tuple[Source, Source]]] = field(default_factory=dict)
    told: dict[Stage, list[Told]] = field(default_factory=dict)

    @property
    def order(self) -> list[int]:
        return self.seeds["main"] + self.seeds["second"]


def finals_rounds(archive: Archive) -> list[dict[str, Any]]:
    """The rounds of the finals that are in the file."""
    return [round_ for round_ in archive["rounds"] if round_.get("finals", False)]


def swiss_rounds(archive: Archive) -> int:
    """How many rounds of the Swiss are in the file."""
    return len(archive["rounds"]) - len(finals_rounds(archive))


def seeds(archive: Archive, late: Sequence[int] = ()) -> tuple[list[int], list[int]]:
    """The first k of the ranking who are present when the first finals round is drawn, and the next ones for `rest`.

    Those who came late to a knock-out evening are behind all others.
    """
    rules, number = archive["rules"]["finals"], swiss_rounds(archive) + 1
    players = {player["number"]: player for player in archive["players"]}
    ranked = [row["player"] for row in standings(archive, number - 1, as_of=number)]
    here = [player for player in ranked if is_present(players[player], number) and player not in late]
    main = [*here[: rules["players"] - len(late)], *late]
    second = rules.get("second", {})
    others = [player for player in here if player not in main]
    return main, others[: second["players"]] if second.get("kind") == "rest" else []


def seeds_in_file(archive: Archive) -> dict[str, list[int]]:
    """The seeds as the first finals round says them; before it is drawn, as they would be."""
    if not finals_rounds(archive):
        main, second = seeds(archive)
        return {"main": main, "second": second}
    first = finals_rounds(archive)[0]
    return {"main": first["seeds"], "second": first.get("second_seeds", [])}


def wrong_seeds(archive: Archive) -> list[str]:
    """Where the seeds in the file, or the size of a bracket, are not those of the rules."""
    first, rules = finals_rounds(archive)[0], archive["rules"]["finals"]
    late = first.get("late_seeds", 0)
    main, second = seeds(archive, first["seeds"][len(first["seeds"]) - late :] if late else ())
    problems = []
    if first.get("seeds") != main:
        problems.append(f"seeds {first.get('seeds')} should be {main}")
    if first.get("second_seeds", []) != second:
        problems.append(f"second seeds {first.get('second_seeds')} should be {second}")
    early = len(main) - late
    if rules["players"] > 2 and early <= rules["players"] // 2:
        problems.append(f"{early} seeds in a bracket of {rules['players']}")
    return problems


def order_of_places(size: int) -> list[int]:
    """ "For 2: 1, 2; for 2m: each x of the order for m followed by 2m + 1 - x"."""
    if size == 2:
        return [1, 2]
    return [seed for x in order_of_places(size // 2) for seed in (x, size + 1 - x)]


def _tree(which: str, size: int) -> Iterator[tuple[Stage, list[tuple[Source, Source]]]]:
    sources: list[Source] = [("seed", which, seed) for seed in order_of_places(size)]
    number = 0
    while len(sources) > 1:
        number += 1
        stage = f"{which} {number}"
        yield stage, _pairs(sources)
        sources = [("winner", stage, at) for at in range(len(sources) // 2)]


def _pairs(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    return [(sources[at], sources[at + 1]) for at in range(0, len(sources), 2)]


def _second_stages(kind: str, size: int) -> Iterator[tuple[Stage, list[tuple[Source, Source]]]]:
    """S, then D of each main round that drops, with an H before where too many are left, then H until one is left."""
    rounds = size.bit_length() - 1
    stage = "second S"
    yield stage, _pairs([("loser", "main 1", at) for at in range(size // 2)])
    left: list[Source] = [("winner", stage, at) for at in range(size // 4)]
    for number in range(2, 3 if kind == "first_losers" else rounds):
        matches = size // 2**number
        if len(left) > matches:
            stage = f"second H before {number}"
            yield stage, _pairs(left)
            left = [("winner", stage, at) for at in range(matches)]
        mask = 2 if matches >= 4 else 1 if matches == 2 and number == 2 else 0
        stage = f"second D {number}"
        yield stage, [(left[at], ("loser", f"main {number}", at ^ mask)) for at in range(matches)]
        left = [("winner", stage, at) for at in range(matches)]
    while len(left) > 1:
        stage = f"second H {len(left)}"
        yield stage, _pairs(left)
        left = [("winner", stage, at) for at in range(len(left) // 2)]


def evening_of(archive: Archive) -> Evening:
    """All stages that the rules of the archive give, with nothing told of them."""
    rules = archive["rules"]["finals"]
    evening = Evening(archive, seeds_in_file(archive), dict(_tree("main", rules["players"])))
    last = rules["players"].bit_length() - 1
    if rules.get("third_place", False):
        evening.stages["third"] = [(("loser", f"main {last - 1}", 0), ("loser", f"main {last - 1}", 1))]
    second = rules.get("second", {})
    if second.get("kind") == "rest":
        evening.stages |= dict(_tree("second", second["players"]))
    elif second:
        evening.stages |= dict(_second_stages(second["kind"], rules["players"]))
    return evening


def replay(archive: Archive, until: int) -> tuple[Evening, list[tuple[Pair, bool]]]:
    """Tell all stages of the finals rounds before round `until`, and the pairs that round should have.

    Each pair tells whether it belongs to the second bracket.
    """
    evening, is_ended = evening_of(archive), False
    for round_ in finals_rounds(archive):
        if round_["number"] < until:
            _hold(evening, round_["number"], is_ended=is_ended)
            is_ended |= round_.get("second_ended", False)
    return evening, _hold(evening, until, is_ended=is_ended)


def _hold(evening: Evening, number: int, *, is_ended: bool) -> list[tuple[Pair, bool]]:
    """Tell the stages of a round, and return the pairs that it should have."""
    while True:
        if not is_ended:
            _pass_over(evening)
        ready = _ready(evening, is_ended=is_ended)
        pairs = [(pair, stage.startswith("second")) for stage in ready for pair in _pairs_of(evening, stage, number)]
        told = {
            stage: [_tell(evening, number, _reached(evening, match)) for match in evening.stages[stage]]
            for stage in ready
        }
        evening.told |= told
        if pairs or not ready:
            return pairs


def _ready(evening: Evening, *, is_ended: bool) -> list[Stage]:
    """The next main round, match for third place and stage of the second bracket, if what feeds them is over."""
    found = []
    for which in ("main", "third", "second"):
        stage = next((each for each in evening.stages if each.startswith(which) and each not in evening.told), None)
        if stage is None or (which == "second" and is_ended):
            continue
        if all(feeder in evening.told for feeder in _feeders(evening, stage)):
            found.append(stage)
    return found


def _feeders(evening: Evening, stage: Stage) -> set[Stage]:
    return {source[1] for match in evening.stages[stage] for source in match if source[0] != "seed"}


def _pass_over(evening: Evening) -> None:
    """ "Who stands there goes on, present or not": a stage of the second bracket without two opposite each other."""
    while True:
        stage = next((each for each in _ready(evening, is_ended=False) if each.startswith("second")), None)
        if stage is None or any(told.is_open for every in evening.told.values() for told in every):
            return
        reached = [_reached(evening, match) for match in evening.stages[stage]]
        if any(len(players) == 2 for players in reached):
            return
        evening.told[stage] = [Told(players, players[0] if players else None) for players in reached]


def _reached(evening: Evening, match: tuple[Source, Source]) -> list[int]:
    """Who has reached a match, the better seed first."""
    there = [player for source in match if (player := _from(evening, source)) is not None]
    return sorted(there, key=evening.order.index)


def _from(evening: Evening, source: Source) -> int | None:
    what, stage, at = source
    if what == "seed":
        return evening.seeds[stage][at - 1] if at <= len(evening.seeds[stage]) else None
    told = evening.told[stage][at]
    return told.goes_on if what == "winner" else _drops(evening, stage, told)


def _drops(evening: Evening, stage: Stage, told: Told) -> int | None:
    """ "The one of those who had reached a main match who does not go on, played or not"."""
    out = [player for player in told.reached if player != told.goes_on]
    if told.is_open or len(out) != 1:
        return None
    return out[0] if stage != "main 2" or _may_drop_from_second_round(evening, out[0]) else None


def _may_drop_from_second_round(evening: Evening, player: int) -> bool:
    """For first losers, only "whoever has played no match in round 1"."""
    if evening.archive["rules"]["finals"].get("second", {}).get("kind") != "first_losers":
        return True
    return not any(told.was_played and player in told.reached for told in evening.told["main 1"])


def _pairs_of(evening: Evening, stage: Stage, number: int) -> list[Pair]:
    """The pairs of a stage in a round: those present who have reached it; of an ended one, those still in the file."""
    players = {player["number"]: player for player in evening.archive["players"]}
    in_file = next((round_ for round_ in evening.archive["rounds"] if round_["number"] == number), {})
    pairs: list[Pair] = []
    for match in evening.stages[stage]:
        come = [player for player in _reached(evening, match) if is_present(players[player], number)]
        if not come:
            continue
        pair = (come[0], come[1] if len(come) == 2 else None)
        if not _fell_away(evening, stage, pair, in_file):
            pairs.append(pair)
    return pairs


def _fell_away(evening: Evening, stage: Stage, pair: Pair, in_file: Mapping[str, Any]) -> bool:
    """The second bracket was ended, or the evening once its final was played."""
    if not in_file or None in pair or [*pair] in [pairing["players"] for pairing in in_file["pairings"]]:
        return False
    if stage != "third":
        return stage.startswith("second") and in_file.get("second_ended", False)
    so_far = [round_ for round_ in finals_rounds(evening.archive) if round_["number"] <= in_file["number"]]
    is_ended = "second" not in evening.archive["rules"]["finals"] or any(each.get("second_ended") for each in so_far)
    final = [
        pairing
        for pairing in in_file["pairings"]
        if pairing["players"][0] in _reached(evening, evening.stages[_final(evening)][0])
    ]
    return is_ended and any(pairing["outcome"] != "pending" for pairing in final)


def _final(evening: Evening) -> Stage:
    return [stage for stage in evening.stages if stage.startswith("main")][-1]


def _tell(evening: Evening, number: int, reached: list[int]) -> Told:
    """How the match of those who have reached it ended in a round; as today."""
    players = {player["number"]: player for player in evening.archive["players"]}
    for match in matches_up_to(evening.archive, number, as_of=None):
        if match.round_number == number and match.first in reached:
            return Told(reached, match.winner, match, match.outcome == "pending")
    come = [player for player in reached if is_present(players[player], number)]
    return Told(reached, fell_away=len(come) == 2)


def expected_pairs(archive: Archive, round_number: int) -> list[tuple[Pair, bool]]:
    """The pairs of a finals round in the order in which they stand, and which belong to the second bracket.

    None where none is possible any more.
    """
    if len(seeds_in_file(archive)["main"]) < 2:
        return []
    return replay(archive, round_number)[1]


def are_over(archive: Archive) -> bool:
    """Whether the last finals match is in, or none is possible any more."""
    drawn = finals_rounds(archive)
    if not drawn or any(pairing["outcome"] == "pending" for pairing in drawn[-1]["pairings"]):
        return False
    return not expected_pairs(archive, drawn[-1]["number"] + 1)


def shown_standings(archive: Archive, after_round: int) -> list[dict[str, Any]]:
    """The rows of the ranking as it is shown; `after_round` is the last complete round of the Swiss.

    Once the finals are over, the seeds stand first, group by group; who left without having taken part stands last.
    """
    swiss = standings(archive, after_round)
    place = [row["player"] for row in swiss].index
    everybody = seeds_in_file(archive) if finals_rounds(archive) else {"main": [], "second": []}
    never_there = _never_there(archive) - {*everybody["main"], *everybody["second"]}
    sections: list[tuple[str, list[int]]] = []
    complete = [
        round_["number"]
        for round_ in finals_rounds(archive)
        if all(pairing["outcome"] != "pending" for pairing in round_["pairings"])
    ]
    # A knock-out evening is ranked by the finals at any time.
    if are_over(archive) or (complete and archive["rules"]["rounds"] == 0):
        groups = _groups(archive, complete[-1])
        sections += [("finals", sorted(groups[level], key=place)) for level in sorted(groups, reverse=True)]
    ranked = {player for _why, players in sections for player in players}
    rest = [row["player"] for row in swiss if row["player"] not in ranked]
    sections.append(("finals", [player for player in rest if player not in never_there]))
    last = [player for player in rest if player in never_there]
    sections.append(("took_part" if sections[-1][1] or not ranked else "finals", last))

    rows: list[dict[str, Any]] = []
    for why, players in sections:
        for index, player in enumerate(players):
            between = swiss[place(players[index - 1]) + 1 : place(player) + 1] if index else []
            decided_by = _first_that_separates(archive, between) if index else why if rows else None
            rows.append(swiss[place(player)] | {"rank": len(rows) + 1, "decided_by": decided_by})
    return rows


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


def _groups(archive: Archive, number: int) -> dict[tuple[float, ...], list[int]]:
    """The seeds by how far they have come up to a complete round: the greater level is ahead.

    The main bracket is above the second one; in each, later stages are above earlier ones, then whoever went out in a
    match stands above whoever went out without one.
    """
    evening, _pairs_to_come = replay(archive, number + 1)
    told = evening.told if are_over(archive) else _without_what_is_to_come(archive, number)
    names = [*evening.stages]
    levels: dict[int, tuple[float, ...]] = dict.fromkeys(evening.seeds["second"], (1, -1, 0))
    for stage in names:
        which, at = (2 if stage.startswith("main") else 1), names.index(stage)
        for match in told.get(stage, []) if stage != "third" else []:
            for player in match.reached:
                is_out = not match.is_open and player != match.goes_on
                due = _due(evening, stage, player) if is_out and which == 2 else None
                levels[player] = (which, at, match.was_played) if due is None else (1, names.index(due), False)
                if not is_out and _is_last(names, stage):
                    levels[player] = (which, at + 1, True)
                elif not is_out and which == 2:
                    # Whoever is still in has reached the next round, in which nothing has happened yet.
                    levels[player] = (which, at + 1, False)
    for match in told.get("third", []):
        if match.goes_on is not None:
            semi_finals = levels[match.goes_on][1]
            levels |= dict.fromkeys(match.reached, (2, semi_finals + 0.3, True))
            levels[match.goes_on] = (2, semi_finals + 0.6, True)
        elif match.fell_away:
            # The evening was ended: "then the Swiss order decides between its two".
            levels |= {player: (2, levels[player][1], False) for player in match.reached}
    groups: dict[tuple[float, ...], list[int]] = {}
    for player, level in levels.items():
        groups.setdefault(level, []).append(player)
    return groups


def _without_what_is_to_come(archive: Archive, number: int) -> Mapping[Stage, list[Told]]:
    """What the rounds up to this one have told, and whoever has been passed on since."""
    drawn, is_ended = evening_of(archive), False
    for round_ in finals_rounds(archive):
        if round_["number"] > number:
            break
        _hold(drawn, round_["number"], is_ended=is_ended)
        is_ended |= round_.get("second_ended", False)
    if not is_ended:
        _pass_over(drawn)
    return drawn.told


def _is_last(names: Sequence[Stage], stage: Stage) -> bool:
    which = stage.split()[0]
    return stage == [name for name in names if name.startswith(which)][-1]


def _due(evening: Evening, stage: Stage, player: int) -> Stage | None:
    """The stage of the second bracket into which whoever is out of this main round is due to drop."""
    if stage == "main 2" and not _may_drop_from_second_round(evening, player):
        return None
    return next(
        (
            each
            for each, matches in evening.stages.items()
            if each.startswith("second")
            and any(source[:2] == ("loser", stage) for match in matches for source in match)
        ),
        None,
    )


def _lost_in(evening: Evening, stage: Stage) -> set[Stage]:
    return {source[1] for match in evening.stages[stage] for source in match if source[0] == "loser"}


def _first_that_separates(archive: Archive, rows: Sequence[dict[str, Any]]) -> str:
    """Of all criteria that separate two in the Swiss ranking, the first in their order."""
    criteria = ["match_wins", *archive["rules"].get("ranking", KONSTANZ), "lot"]
    return min((row["decided_by"] for row in rows), key=criteria.index)
