"""What functions need that bring in knowledge."""

from dataclasses import dataclass
from functools import cache

from recollect.adapters.upstash.redis.business_contexts import RedisBusinessContexts
from recollect.adapters.upstash.redis.knowledge import RedisKnowledge
from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.adapters.upstash.vector.exemplars import VectorExemplars
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.core.customers import Customers
from recollect.core.writer import Writer
from recollect.discovery.allowed import AllowedExemplars
from recollect.discovery.capturing import ExemplarRepository
from recollect.knowledge.ownership import Ownership, Sees, sees_nothing
from recollect.knowledge.solved_cases import SolvedCases
from recollect.wiring.experience import build_solved_cases
from recollect.wiring.stores import Stores, stores


@dataclass(frozen=True, slots=True)
class KnowledgeServices:
    """The stores of knowledge."""

    repository: VectorKnowledge
    threads: RedisKnowledge
    business_contexts: RedisBusinessContexts
    owners: RedisOwners
    vector: VectorIndex
    cases: SolvedCases

    def ownership(self, writer: Writer, sees: Sees = sees_nothing) -> Ownership:
        """The rules for what a writer may overwrite; `sees` says what the writer may see."""
        return Ownership(writer, self.owners, self.repository, sees)

    def exemplars(self, customers: Customers) -> ExemplarRepository:
        """The exemplars that a caller sees who may know of these customers."""
        return AllowedExemplars(VectorExemplars(self.vector, customers), customers)


@cache
def knowledge_services() -> KnowledgeServices:
    """The services of this process."""
    return build_knowledge_services(stores())


def build_knowledge_services(connected: Stores) -> KnowledgeServices:
    """Build the services over stores."""
    repository = VectorKnowledge(connected.vector)
    return KnowledgeServices(
        repository,
        RedisKnowledge(connected.redis),
        RedisBusinessContexts(connected.redis),
        RedisOwners(connected.redis),
        connected.vector,
        build_solved_cases(connected),
    )
