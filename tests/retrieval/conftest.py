"""Retrieval, on plain values."""

from tests.memories.properties import unhurried

unhurried()
