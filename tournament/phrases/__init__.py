"""Sentences for people, made from codes, a file for each subject; no other package makes sentences.

Sentences are in the active language; the German ones are in the translation catalogue.
"""
