"""What names of stored fields begin with of which a record or a memory may have many."""

from typing import Final

SUPERSEDED_BY_PREFIX: Final = "superseded_by:"
"""Behind it stands the id of what supersedes a record; the value is `1` if that is sensitive."""

TRIAL_PREFIXES: Final = ("trial ", "trials ")
"""Such fields count the runs in which a memory was shown or withheld; the latter by month."""

IN_CONTEXT_PREFIX: Final = "in context "
"""Such fields count the runs of a stage, or of a category in it."""

BOUNDED_IN_CONTEXT_PREFIX: Final = "bounded in context "
"""Such fields count those of these runs that are believed by the word of bounded judges."""
