"""Microsoft Learn as a source of documentation."""
