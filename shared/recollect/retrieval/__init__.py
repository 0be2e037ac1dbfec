"""Retrieval: how well an item answers a query."""
