"""The rules of the match and of the Swiss system: pure, standard library only. Start with README.md.

Docstrings and comments quote the rules in quotation marks.
"""
