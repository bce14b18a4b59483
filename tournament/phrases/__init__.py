"""Codes turned into sentences, a file for each subject: the one place that does.

The sentences come out in the language that is active; the German stands in the translation catalogue.
"""
