"""The lot: fair, repeatable, and open to checking by anyone in the room."""

from hashlib import sha256


def lot(draw_seed: str, after_round: int, number: int) -> str:
    """The lot of a start number after a round; the smaller string wins.

    "The SHA-256, in lower-case hex, of the UTF-8 text `{draw_seed}|{k}|{p}`."
    """
    return sha256(f"{draw_seed}|{after_round}|{number}".encode()).hexdigest()
