"""Ids that the whole system uses: of apps, collections, memories, tenants and projects."""

import hashlib
import json
from typing import Final

from pydantic import JsonValue

GLOBAL_SLUG = "global"
_PREFIX = "support:"

UNNAMED: Final = "default"
"""The tenant and the project that are meant if a request names none."""

Key = tuple[str, str]
"""The key of a memory: its collection and its id."""


def collection_of(app_slug: str) -> str:
    """The collection, and Vector namespace, of an app."""
    return f"{_PREFIX}{app_slug}"


def app_of(collection: str) -> str:
    """The app that a collection belongs to."""
    return collection.removeprefix(_PREFIX)


def content_id(prefix: str, *identity: JsonValue) -> str:
    """An id that is a hash of what it identifies: the same values always get the same id."""
    text = json.dumps(identity, sort_keys=True)
    return f"{prefix}_{hashlib.sha256(text.encode()).hexdigest()[:32]}"
