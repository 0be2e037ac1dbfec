"""Hints: the rules that say what evidence suggests to do next."""
