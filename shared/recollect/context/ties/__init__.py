"""Ties: the connections between pieces of evidence."""
