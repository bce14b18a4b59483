"""Dated copies of the whole database: taken, thinned out, looked into and read back."""
