"""What a caller may do: its rights, what it is made of, its answer.

Faces besides HTTP offer some of it, under the same rights, limits and errors (ADR 0052).
"""
