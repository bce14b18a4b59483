"""How many rounds suit a number of players."""


def clear_winner_rounds(players: int) -> int:
    """Return the fewest rounds after which at most one player can have won every match."""
    return max(players - 1, 1).bit_length()


def possible_rounds(players: int) -> int:
    """Return the most rounds without a rematch: "n even: n − 1; n odd: n"."""
    return players - 1 if players % 2 == 0 else players
