"""The models and enumerations that the client takes and returns, for use in annotations."""

from recollect.context.request import ContextRequest
from recollect.context.result import ContextResult
from recollect.core.messages import Source
from recollect.discovery.request import ConversationMessage
from recollect.discovery.schema import DiscoveryPack
from recollect.knowledge.case_reading import KnownCase
from recollect.knowledge.case_storing import NewCase, StoredCases
from recollect.knowledge.forgetting import Forgotten
from recollect.knowledge.requests import NewEvidence, StoredEvidence
from recollect.memories.learned import MemoryUplift, UpliftList, UpliftReport
from recollect.memories.model import (
    Apps,
    CitationOutcome,
    History,
    ListedMemory,
    ListedState,
    Memory,
    Outcome,
    Stage,
    StoredMemory,
    Vote,
)
from recollect.memories.receipts import (
    CitationsJudged,
    Cited,
    CitedEvidence,
    DeletionReceipt,
    Retracted,
    StoredBatch,
)
from recollect.memories.requests import NewMemory
from recollect.memories.search_result import FoundMemory, SearchResult
from recollect.preparing.request import Citation, PartName, Prepared
from recollect.slicing.sliced import SlicedItem
from recollect.tools.toolbox import ToolList, ToolResult
from recollect.validation.models import ToolCall, ValidationResult

__all__ = [
    "Apps",
    "Citation",
    "CitationOutcome",
    "CitationsJudged",
    "Cited",
    "CitedEvidence",
    "ContextRequest",
    "ContextResult",
    "ConversationMessage",
    "DeletionReceipt",
    "DiscoveryPack",
    "Forgotten",
    "FoundMemory",
    "History",
    "KnownCase",
    "ListedMemory",
    "ListedState",
    "Memory",
    "MemoryUplift",
    "NewCase",
    "NewEvidence",
    "NewMemory",
    "Outcome",
    "PartName",
    "Prepared",
    "Retracted",
    "SearchResult",
    "SlicedItem",
    "Source",
    "Stage",
    "StoredBatch",
    "StoredCases",
    "StoredEvidence",
    "StoredMemory",
    "ToolCall",
    "ToolList",
    "ToolResult",
    "UpliftList",
    "UpliftReport",
    "ValidationResult",
    "Vote",
]
