"""Where knowledge that no project owns is kept; `docs/data.md` has all namespaces."""

CASES = "cases"
"""Resolved cases."""
