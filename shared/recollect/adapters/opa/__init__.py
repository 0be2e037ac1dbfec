"""Open Policy Agent, which may decide what a specialist sees."""
