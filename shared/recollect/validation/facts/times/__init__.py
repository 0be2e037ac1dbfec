"""Rules for times.

`dates` of fields, of lines of journals and of other texts, with `other_moments` that should stand
in their place; `lifespans` of tickets and `time_spans` between two times of a sentence.
"""
