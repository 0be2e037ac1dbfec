"""Enrichment: gives a tool memories of former executions before it runs, or nothing at all."""
