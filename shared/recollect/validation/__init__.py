"""Validation: whether what an LLM said is made of what its tools told it."""
