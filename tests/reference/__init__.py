"""A second reading of the rules, written without the engine, so that the two can be run against each other.

`check.disagreements` replays a whole archive; `ranking` and `pairing` answer for one round.
"""
