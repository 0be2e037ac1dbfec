"""The actions of callers: each checks rights, calls use cases, and makes the answer.

Interfaces besides HTTP offer some of them, with the same rights, limits and errors (ADR 0052).
"""
