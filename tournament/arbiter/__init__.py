"""A question about a position on the board, and what the rules answer."""
