"""Both stores, the use case that stores evidence, and sample items."""

from collections.abc import Mapping
from datetime import timedelta

from pydantic import JsonValue

from recollect.core.writer import Writer
from recollect.knowledge.evidence_storing import ingest_evidence
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import KnowledgeRecord, item_of, items_namespace, turns_namespace
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item
from tests.knowledge.fake_cases import FakeRunCases
from tests.knowledge.fakes import FakeKnowledge, FakeOwners, FakeThreads
from tests.retrieval.samples import NOW
from tests.writers import EDITOR

SCOPE = Scope("acme", "web")
ITEMS, TURNS = items_namespace(SCOPE), turns_namespace(SCOPE)

New = Mapping[str, JsonValue]


class Stores:
    """Both stores, and the use case that stores evidence."""

    def __init__(self) -> None:
        self.repository, self.threads = FakeKnowledge(), FakeThreads()
        self.owners = FakeOwners()
        self.run_cases = FakeRunCases()

    async def store(
        self, *items: New, project: str = "web", writer: Writer = EDITOR
    ) -> StoredEvidence:
        batch = EvidenceBatch.model_validate(
            {"tenant": "acme", "project": project, "items": [dict(each) for each in items]}
        )
        return await ingest_evidence(
            batch, NOW, self.owned_by(writer), repository=self.repository, threads=self.threads
        )

    def owned_by(self, writer: Writer) -> Ownership:
        """The ownership of a writer that sees everything."""
        return Ownership(writer, self.owners, self.repository, sees=lambda _: True)

    def item(self, item_id: str) -> Item:
        return item_of(self.repository.records[ITEMS][item_id])

    def turns(self) -> dict[str, str]:
        """The searched text of each turn, by id."""
        return {each.id: each.text for each in self.repository.of(TURNS).values()}

    def kept(self) -> tuple[dict[str, KnowledgeRecord], dict[str, KnowledgeRecord]]:
        """All items, and all turns."""
        return self.repository.of(ITEMS), self.repository.of(TURNS)


def said(name: str, at: float, text: str = "", **fields: JsonValue) -> New:
    """An item of a conversation, `at` minutes after its beginning."""
    created_at = (NOW + timedelta(minutes=at)).isoformat()
    return {
        "id": name,
        "content": text or f"says {name}",
        "thread": "C1",
        "created_at": created_at,
        **fields,
    }


def derived(name: str, *origins: str, trust: float) -> New:
    return {"id": name, "content": name, "derived_from": [*origins], "trust": trust}
