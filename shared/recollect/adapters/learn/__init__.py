"""Microsoft Learn."""
