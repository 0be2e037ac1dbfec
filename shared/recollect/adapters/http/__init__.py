"""HTTP to all outside systems: one policy of deadline, retry and errors."""
