"""Whether items have a prompt injection, which is found out when they are stored, or here.

Nobody else's word is taken for it: sources that are not ours bring no flag
(`recollect.adapters.found_evidence`), and what an earlier release stored has none.
"""

from typing import Final

from recollect.detection.injection import is_instruction_like
from recollect.language.texts import texts_of
from recollect.retrieval.items import INSTRUCTION_LIKE, Item, readings_of

MOST_READ: Final = 120_000
"""Characters that are looked at for one request, about as many as an answer has: a quarter of a
second at worst."""


class InjectionScan:
    """Made for one request; what is too long to be looked at any more counts as one."""

    def __init__(self) -> None:
        self._left = MOST_READ

    def flagged(self, item: Item) -> Item:
        """The item with its flag, which is its own where it has one."""
        if isinstance(item.metadata.get(INSTRUCTION_LIKE), bool):
            return item
        readings = readings_of(item.content)
        self._left -= sum(map(len, texts_of(readings)))
        found = self._left < 0 or is_instruction_like(readings)
        return Item(item.id, item.content, {**item.metadata, INSTRUCTION_LIKE: found})
