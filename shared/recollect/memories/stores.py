"""Both stores of memories, as a use case is given them."""

from dataclasses import dataclass

from recollect.memories.confidence_settings import SEED_SETTINGS, ConfidenceSettings
from recollect.memories.index import MemoryIndex
from recollect.memories.ledger import MemoryLedger


@dataclass(frozen=True, slots=True)
class MemoryStores:
    """The two stores of memories, the index and the ledger, and the rules of confidence."""

    index: MemoryIndex
    ledger: MemoryLedger
    confidence_settings: ConfidenceSettings = SEED_SETTINGS
