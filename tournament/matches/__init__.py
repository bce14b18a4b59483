"""Matches: format, legal scores, games, time. Standard library only."""
