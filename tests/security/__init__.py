"""What was tried against the running system, and must not succeed."""
