"""Validation: whether the answer of an LLM is made of the results of its tools."""
