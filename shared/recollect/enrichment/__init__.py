"""Enrichment: what is remembered of a tool, given to it before it runs, or nothing at all."""
