"""Stores, reads and deletes resolved cases."""

from recollect.actions.customers import customers_of, sees_cases
from recollect.core.customers import Customers
from recollect.knowledge.allowed import AllowedBusinessContexts
from recollect.knowledge.case_reading import CaseListing, CaseReader
from recollect.knowledge.case_storing import CaseBatch, ingest_cases
from recollect.knowledge.forgetting import forget_case
from recollect.knowledge.ownership import Ownership
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.wiring.knowledge import knowledge_services
from recollect.wiring.stores import list_cursors


async def store_cases(call: Call[CaseBatch]) -> Answer:
    """Store resolved cases; each replaces what its writer stored under its number."""
    customers = await customers_of(call.principal)
    stored = await ingest_cases(
        call.body,
        _ownership(call.principal, customers),
        repository=knowledge_services().repository,
        customers=customers,
    )
    return answer(stored)


async def list_cases(call: Call[CaseListing]) -> Answer:
    """List resolved cases, latest first."""
    cursors = list_cursors(f"cases {call.principal.rights}", call.body)
    reader = _reader(await customers_of(call.principal))
    return answer(await reader.page(call.body, cursors, call.time_is_up))


async def get_case(call: Call[Empty]) -> Answer:
    """Answer one resolved case."""
    reader = _reader(await customers_of(call.principal))
    return answer(await reader.one(call.path["case_number"]))


async def delete_case(call: Call[Empty]) -> Answer:
    """Delete a case that the caller stored."""
    customers = await customers_of(call.principal)
    known = await _reader(customers).one(call.path["case_number"])
    forgotten = await forget_case(
        known.case_number,
        _ownership(call.principal, customers),
        repository=knowledge_services().repository,
    )
    return answer(forgotten)


def _reader(customers: Customers) -> CaseReader:
    services = knowledge_services()
    business_contexts = AllowedBusinessContexts(services.business_contexts, customers)
    return CaseReader(services.repository, services.owners, customers, business_contexts)


def _ownership(caller: Principal, customers: Customers) -> Ownership:
    return knowledge_services().ownership(caller.writer, sees_cases(caller, customers))
