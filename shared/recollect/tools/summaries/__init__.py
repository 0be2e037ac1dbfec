"""Summaries of results for an LLM to answer from, in the sections of the contract (seed 002)."""
