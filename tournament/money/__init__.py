"""Money: pure functions over frozen values, always in whole cents."""
