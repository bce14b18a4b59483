"""How many rounds suit a number of players."""


def clear_winner_rounds(player_count: int) -> int:
    """Return the fewest rounds after which at most one player can have won every match."""
    return max(player_count - 1, 1).bit_length()


def possible_rounds(player_count: int) -> int:
    """Return the most rounds without a rematch: "n even: n − 1; n odd: n"."""
    return player_count - 1 if player_count % 2 == 0 else player_count
