"""Qdrant."""
