"""Summaries: what an LLM is to tell, in the sections that both have agreed on (seed 002)."""
