"""Settlement: of texts that were found, what holds now, says the same, or contradicts what."""
