"""How well an item answers a query: search arms, words, identifiers, calibration and filters."""
