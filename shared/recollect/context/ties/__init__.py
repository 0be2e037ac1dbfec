"""Ties: what joins one piece of evidence to another."""
