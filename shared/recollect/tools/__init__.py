"""Tools that an LLM may call: what they take, what they do, and what they say of it."""
