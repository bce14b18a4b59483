"""The year of a club: points of its tournaments, rankings of seasons, ratings. Pure functions over frozen values."""
