"""Whole tournaments with invented results: for tests, demonstration and load."""
