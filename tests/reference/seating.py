"""Who may be set at a table in a running round, and what becomes of the round: a second reading of the rules alone.

"A running round (the last one, not hidden, with an open match) may change without being paired anew."
"""

from collections.abc import Collection, Mapping
from typing import Any

from tests.reference.matches import Archive
from tests.reference.ranking import standings

Row = Mapping[str, Any]
# A pair, alone with the bye, and its table.
Seat = tuple[tuple[int | None, ...], int | None]


def places_of_the_free(archive: Archive, sitting_out: Collection[int]) -> dict[int, int | None]:
    """Who is free in the running round, and the place in its order of the pairing that falls away; None: of nothing.

    `sitting_out` are those who have asked to miss it; an archive calls everyone absent who is in no pairing of it.
    """
    round_ = archive["rounds"][-1]
    rows, number = round_["pairings"], round_["number"]
    if round_.get("hidden") or all(row["outcome"] != "pending" for row in rows):
        return {}
    gone = {player["number"] for player in archive["players"] if _has_left(player, number)}
    free: dict[int, int | None] = {}
    for place, row in enumerate(rows):
        here = [player for player in row["players"] if player is not None and player not in gone]
        is_off = row["outcome"] == "pending" and not row.get("games") and len(here) == 1
        if is_off or (row["outcome"] == "bye" and here):
            free[here[0]] = place
    in_it = {player for row in rows for player in row["players"]}
    for player in archive["players"]:
        is_here = player["joined_round"] <= number + 1 and player["number"] not in gone
        if is_here and player["number"] not in in_it and player["number"] not in sitting_out:
            free[player["number"]] = None
    return free


def after_setting(archive: Archive, players: Collection[int], sitting_out: Collection[int]) -> list[Seat] | None:
    """The round with these two at a table, or this one with the bye, as pairs and tables in pairing order.

    None: they may not be set. "The new match takes the table that fell away, of two the lower number, without one the
    highest + 1, and that place in the pairing order."
    """
    free, round_ = places_of_the_free(archive, sitting_out), archive["rounds"][-1]
    rows = round_["pairings"]
    if not set(players) <= free.keys() or (len(players) == 1 and any(row["outcome"] == "bye" for row in rows)):
        return None
    ranking = standings(archive, round_["number"] - 1, as_of=round_["number"])
    order = [row["player"] for row in ranking]
    pair = tuple(sorted(players, key=order.index))
    falling = {place for player in players if (place := free[player]) is not None}
    tables = {rows[place]["table"]: place for place in falling if rows[place]["outcome"] != "bye"}
    if len(pair) == 1:
        new: Seat = ((*pair, None), None)
    else:
        new = (pair, min(tables) if tables else max(row.get("table") or 0 for row in rows) + 1)
    place_of_new = tables[min(tables)] if tables else len(rows)
    after = []
    for place, row in enumerate([*rows, None]):
        if place == place_of_new:
            after.append(new)
        if row is not None and place not in falling:
            after.append((tuple(row["players"]), row.get("table")))
    return after


def _has_left(player: Row, paired: int) -> bool:
    return player["withdrawn_after"] is not None and player["withdrawn_after"] <= paired
