"""Both stores of memories, as a use case is given them."""

from dataclasses import dataclass
from typing import Generic

from typing_extensions import TypeVar

from recollect.memories.confidence_settings import SEED_SETTINGS, ConfidenceSettings
from recollect.memories.ledger import MemoryLedger
from recollect.memories.ports import MemoryIndex

_Ledger_co = TypeVar("_Ledger_co", covariant=True, default=MemoryLedger)


@dataclass(frozen=True, slots=True)
class MemoryStores(Generic[_Ledger_co]):
    """The two stores of memories, the index and the ledger, and the rules of confidence.

    The type of `ledger` names the parts of the ledger that a use case needs.
    """

    index: MemoryIndex
    ledger: _Ledger_co
    confidence_settings: ConfidenceSettings = SEED_SETTINGS
