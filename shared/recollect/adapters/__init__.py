"""One package for each outside system: the only code that knows the system's vendor."""
