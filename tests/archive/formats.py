"""Archives in the other format than the one at hand."""

import json
from typing import Any

# The keys of format 2 that an archive without the cube may have.
ADDED = {
    *("game", "winner_opens", "clock", "steps", "settings", "vouchers", "payments", "kept_apart", "not_in_public"),
    *("drawn_at", "hidden", "rematches_evenly", "games", "gave_up", "finished_at"),
}


def in_format_1(data: bytes) -> bytes:
    """The archive as format 1 holds it, without what format 2 adds."""
    return json.dumps(_without_added(json.loads(data)) | {"format": "backgammon-swiss/1"}).encode()


def _without_added(values: Any) -> Any:
    if isinstance(values, list):
        return [_without_added(each) for each in values]
    if isinstance(values, dict):
        return {key: _without_added(value) for key, value in values.items() if key not in ADDED}
    return values


def in_format_2(data: bytes) -> bytes:
    """The bytes of an archive of either format as it is written, in format 2: without a fee nobody owes one."""
    if b'"amount_cents": 0,' in data:
        data = data.replace(b'"fee_paid": false', b'"fee_paid": true')
    return data.replace(b'"format": "backgammon-swiss/1"', b'"format": "backgammon-swiss/2"')
