"""Who is let in without a token of an issuer."""
