"""API keys, for callers without a token from an issuer."""
