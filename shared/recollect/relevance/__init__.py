"""How well anything that is searched answers a query: arms, fusion, identifiers, filters."""
