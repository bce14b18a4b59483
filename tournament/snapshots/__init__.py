"""Dated copies of the whole database: takes them, removes superfluous ones, reads and restores them."""
