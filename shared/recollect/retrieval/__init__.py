"""Retrieval: finding the items that answer a query, and ranking them."""
