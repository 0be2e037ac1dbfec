"""Hints: the rules by which evidence suggests what to do next."""
