"""Ids that travel through the whole system: apps, collections, memories."""

GLOBAL_SLUG = "global"
_PREFIX = "support:"

TRIAL = "trial "
"""What the fields begin with that count the runs in which a memory was shown or withheld."""

IN_CONTEXT = "in context "
"""What the fields begin with that count the runs of a stage, or of a category in it."""

Key = tuple[str, str]
"""What a memory is known by: its collection and its id."""


def collection_of(app_slug: str) -> str:
    """The collection, and Vector namespace, of an app."""
    return f"{_PREFIX}{app_slug}"


def app_of(collection: str) -> str:
    """The app whose collection it is."""
    return collection.removeprefix(_PREFIX)


SUPERSEDED_BY = "superseded_by:"
"""Before the id of what supersedes a record: a stored field of it, `1` if that is sensitive."""
