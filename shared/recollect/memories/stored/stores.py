"""The two stores of memories, as use cases receive them."""

from dataclasses import dataclass

from recollect.memories.confidence_settings import SEED_SETTINGS, ConfidenceSettings
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger import MemoryLedger


@dataclass(frozen=True, slots=True)
class MemoryStores:
    """The two stores of memories, index and ledger, and the parameters of confidence."""

    index: MemoryIndex
    ledger: MemoryLedger
    confidence_settings: ConfidenceSettings = SEED_SETTINGS
