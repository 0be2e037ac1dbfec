"""The ports of the two stores, as one store each: what fakes and adapters alike must be."""

from typing import Protocol

from recollect.memories.citations import Citations
from recollect.memories.deletion import Removal
from recollect.memories.feedback import Conversations, Feedback
from recollect.memories.paging import Bookmark, Pages
from recollect.memories.reading import Chronicle
from recollect.memories.record import Records, Standings
from recollect.memories.searching import SearchIndex
from recollect.memories.storing import Births
from recollect.memories.transfer import Archive


class Index(Records, SearchIndex, Pages, Protocol):
    """The searchable store."""


class Counts(
    Births,
    Feedback,
    Citations,
    Removal,
    Conversations,
    Standings,
    Chronicle,
    Archive,
    Bookmark,
    Protocol,
):
    """The counting store."""
