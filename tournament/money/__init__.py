"""The money of a tournament: pure functions over frozen values, always in whole cents."""
