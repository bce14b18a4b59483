"""Whole tournaments with invented results: for proof, demonstration and load."""
