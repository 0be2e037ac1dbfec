"""Ids that travel through the whole system: apps, collections, memories."""

import hashlib
import json

from pydantic import JsonValue

GLOBAL_SLUG = "global"
_PREFIX = "support:"

Key = tuple[str, str]
"""What a memory is known by: its collection and its id."""


def collection_of(app_slug: str) -> str:
    """The collection, and Vector namespace, of an app."""
    return f"{_PREFIX}{app_slug}"


def app_of(collection: str) -> str:
    """The app whose collection it is."""
    return collection.removeprefix(_PREFIX)


def content_id(prefix: str, *identity: JsonValue) -> str:
    """An id that follows from what it is the id of: the same always gets the same one."""
    text = json.dumps(identity, sort_keys=True)
    return f"{prefix}_{hashlib.sha256(text.encode()).hexdigest()[:32]}"
