"""Transcripts of matches at Backgammon: read, followed on the board, checked, replayed. Standard library only."""
