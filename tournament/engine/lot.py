"""The lot: fair, repeatable, and open to checking by anyone in the room."""

from hashlib import sha256


def lot(draw_seed: str, after_round: int, number: int) -> str:
    """Return the lot of a start number after a round; of two lots the smaller string wins.

    "The SHA-256, in lower-case hex, of the UTF-8 text `{draw_seed}|{k}|{p}`."
    """
    return sha256(f"{draw_seed}|{after_round}|{number}".encode()).hexdigest()
