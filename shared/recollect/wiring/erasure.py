"""What it takes to erase a person: every place that may hold somebody."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from uuid import uuid4

from recollect.adapters.upstash.redis_keyspace import RedisKeyspace
from recollect.core.writer import Writer
from recollect.erasure.evidence import EvidenceShelf, EvidenceStores, TurnShelf
from recollect.erasure.keyspace import KeyShelf
from recollect.erasure.memories import MemoryShelf
from recollect.erasure.records import RecordShelf, is_of_records
from recollect.erasure.subject import ErasureRequest
from recollect.erasure.walk import Shelf
from recollect.memories.ports import MemoryStores
from recollect.retrieval.candidates import Scope
from recollect.wiring.knowledge import KnowledgeServices, knowledge_services
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


@dataclass(frozen=True, slots=True)
class ErasureServices:
    """Every place that may hold somebody."""

    memories: MemoryStores
    knowledge: KnowledgeServices
    keyspace: RedisKeyspace

    async def shelves(
        self, asked: ErasureRequest, reaches: Callable[[str], bool], writer: Writer
    ) -> Sequence[Shelf]:
        """What a request looks through, for a writer who may take over.

        Turns and the records of solved cases say what others say: a dry run would count it twice.
        """
        find = asked.subject.find
        known = self.knowledge
        evidence = EvidenceStores(
            known.repository, known.threads, known.cases, known.ownership(writer)
        )
        shelves: list[Shelf] = [KeyShelf(find, self.keyspace, known.cases, reaches)]
        for name in filter(reaches, await known.repository.namespaces()):
            match name.split(":"):
                case ["support", _]:
                    conversation = asked.subject.conversation_id
                    token, of_memories = uuid4().hex, (self.memories, known.cases)
                    shelves.append(MemoryShelf(name, find, token, *of_memories, conversation))
                case ["evidence", tenant, project]:
                    shelves.append(EvidenceShelf(Scope(tenant, project), find, evidence))
                case ["evidence", _, _, _] | ["experience", *_] if asked.dry_run:
                    continue
                case ["evidence", tenant, project, "turns"]:
                    shelves.append(TurnShelf(Scope(tenant, project), find, evidence))
                case _ if is_of_records(name):
                    shelves.append(RecordShelf(name, find, known.repository, known.owners))
                case _:
                    continue
        return shelves


@cache
def erasure_services() -> ErasureServices:
    """The services of this process."""
    return ErasureServices(memory_stores(), knowledge_services(), RedisKeyspace(stores().redis))
