"""Open Policy Agent."""
