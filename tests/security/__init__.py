"""What was tried against the system, and must not work."""
