"""What an erasure needs: every place that may mention the subject, or that belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from uuid import uuid4

from recollect.adapters.upstash.redis.keyspace import RedisKeyspace
from recollect.core.writer import Writer
from recollect.erasure.customer import known_as
from recollect.erasure.evidence import ErasableCopies, ErasableEvidence, EvidenceStores
from recollect.erasure.keys import ErasableKeys
from recollect.erasure.memories import ErasableMemories
from recollect.erasure.partition import ErasableNames, ErasableNamespace, ErasableProject
from recollect.erasure.reach import Reaches
from recollect.erasure.records import ErasableRecords, is_of_records
from recollect.erasure.subject import ErasureRequest, Subject
from recollect.erasure.walk import ErasureRepository
from recollect.knowledge.rewriting import rewrite_turns
from recollect.memories.stored.stores import MemoryStores
from recollect.retrieval.candidates import Scope
from recollect.wiring.knowledge import KnowledgeServices, knowledge_services
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


@dataclass(frozen=True, slots=True)
class ErasureServices:
    """The stores with every place that may mention the subject of an erasure."""

    memories: MemoryStores
    knowledge: KnowledgeServices
    keyspace: RedisKeyspace

    async def known_as(self, subject: Subject) -> Sequence[str]:
        """The names by which a customer is found, as digests; empty if the subject is no customer.

        They are the names that the directory knows.
        """
        if subject.customer is None:
            return ()
        return await known_as(subject.customer, self.knowledge.business_contexts)

    async def repositories(
        self,
        asked: ErasureRequest,
        reaches: Reaches,
        writer: Writer,
        known_as: Sequence[str],
    ) -> Sequence[ErasureRepository]:
        """The repositories that a request looks through, for a writer who may take over.

        Turns, passages and the records of solved cases repeat what other records say. A dry run
        leaves them out, since it would count that twice.
        """
        if asked.subject.tenant is not None:
            return await self._of_partition(reaches)
        find = asked.subject.find(known_as)
        known = self.knowledge
        evidence = EvidenceStores(
            known.repository, known.threads, known.cases, known.ownership(writer)
        )
        repositories: list[ErasureRepository] = [
            ErasableKeys(find, self.keyspace, known.cases, reaches)
        ]
        for name in filter(reaches, await known.repository.namespaces()):
            match name.split(":"):
                case ["support", _]:
                    conversation = asked.subject.conversation_id
                    token, of_memories = uuid4().hex, (self.memories, known.cases)
                    repositories.append(
                        ErasableMemories(name, find, token, *of_memories, conversation)
                    )
                case ["evidence", tenant, project]:
                    repositories.append(ErasableEvidence(Scope(tenant, project), find, evidence))
                case ["evidence", _, _, _] | ["experience", *_] if asked.dry_run:
                    continue
                case ["evidence", tenant, project, "turns"]:
                    rewrite = partial(
                        rewrite_turns,
                        Scope(tenant, project),
                        repository=known.repository,
                        threads=known.threads,
                    )
                    repositories.append(ErasableCopies(name, find, known.repository, rewrite))
                case ["evidence", _, _, "passages"]:
                    repositories.append(ErasableCopies(name, find, known.repository))
                case _ if is_of_records(name):
                    repositories.append(ErasableRecords(name, find, known.repository, known.owners))
                case _:
                    continue
        return repositories

    async def _of_partition(self, reaches: Reaches) -> Sequence[ErasureRepository]:
        """The repositories that belong to a tenant or a project."""
        known = self.knowledge
        of_projects = (known.repository, known.threads, known.owners)
        repositories: list[ErasureRepository] = [ErasableNames(self.keyspace, known.cases, reaches)]
        for name in filter(reaches, await known.repository.namespaces()):
            match name.split(":"):
                case ["evidence", tenant, project]:
                    repositories.append(ErasableProject(Scope(tenant, project), *of_projects))
                case ["evidence", _, _, "turns" | "passages"] | ["experience", _, _]:
                    repositories.append(ErasableNamespace(name, known.repository))
                case _:
                    continue
        return repositories


@cache
def erasure_services() -> ErasureServices:
    """The services of this process."""
    return ErasureServices(memory_stores(), knowledge_services(), RedisKeyspace(stores().redis))
