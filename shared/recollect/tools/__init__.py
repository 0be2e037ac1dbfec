"""Tools that an LLM may call: their arguments, what they do, and the summaries of their results."""
