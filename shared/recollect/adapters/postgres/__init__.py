"""Postgres as a source of evidence."""
