"""Reads lists from other programs."""
