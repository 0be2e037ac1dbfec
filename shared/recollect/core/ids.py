"""Ids that travel through the whole system: apps, collections, memories."""

GLOBAL_SLUG = "global"

Key = tuple[str, str]
"""What a memory is known by: its collection and its id."""


def collection_of(app_slug: str) -> str:
    """The collection, and Vector namespace, of an app."""
    return f"support:{app_slug}"
