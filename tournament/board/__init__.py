"""The four games on the board: positions, plays, notation. Standard library only; no clock, no randomness, no I/O.

Each player counts the points 24 … 1 along their own way; 25 is the bar, 0 is off.
"""
