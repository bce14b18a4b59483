"""The year of a club: points of its evenings, the season's ranking, ratings. Pure functions over frozen values."""
