"""The words of each language as data, one file per language: meanings with their phrases.

All languages have the same meanings, which `english` explains. Phrases are separated by commas, and
compared in lower case without accents.
"""
