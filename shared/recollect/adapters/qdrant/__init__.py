"""Qdrant as a source of evidence."""
