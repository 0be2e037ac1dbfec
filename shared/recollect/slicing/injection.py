"""Whether items have a prompt injection, which is detected when they are stored, or here.

Flags of other systems are not trusted: items of sources that are not ours come without one
(`recollect.adapters.found_evidence`).
"""

from typing import Final

from recollect.detection.injection import is_instruction_like
from recollect.language.texts import texts_of
from recollect.retrieval.items import INSTRUCTION_LIKE, Item, shown_of

MAX_SCANNED_CHARS: Final = 120_000
"""The characters that are scanned for one request, about as many as an answer has: a quarter of a
second at worst.
"""


class InjectionScan:
    """A scan for one request; items beyond its limit count as injections."""

    def __init__(self) -> None:
        self._left = MAX_SCANNED_CHARS

    def flagged(self, item: Item) -> Item:
        """The item with its flag; an item that already has one is returned unchanged."""
        if isinstance(item.metadata.get(INSTRUCTION_LIKE), bool):
            return item
        shown = shown_of(item)
        self._left -= sum(map(len, texts_of(shown)))
        found = self._left < 0 or is_instruction_like(shown)
        return Item(item.id, item.content, {**item.metadata, INSTRUCTION_LIKE: found})
