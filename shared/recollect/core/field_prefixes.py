"""Prefixes of stored fields: a record or memory may have many fields with each of them."""

from typing import Final

SUPERSEDED_BY_PREFIX: Final = "superseded_by:"
"""Stands before the id of what supersedes a record; the value is `1` if that is sensitive."""

TRIAL_PREFIX: Final = "trials "
"""Fields that count the runs of a month in which a memory was shown or withheld."""

IN_CONTEXT_PREFIX: Final = "in context "
"""Fields that count the runs of a stage, of a category, or of both."""

BOUNDED_IN_CONTEXT_PREFIX: Final = "bounded in context "
"""Fields that count those of these runs that are believed by the word of bounded judges."""
