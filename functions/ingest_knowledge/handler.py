"""POST /evidence, POST /cases, /exemplars, PUT and GET /business-contexts/{entity_name}.

What may become evidence gets its flags by what it says; cases are kept without their secrets.
"""

from http import HTTPStatus

from recollect.core.customers import NO_CUSTOMERS, Customers
from recollect.discovery.capturing import capture_exemplar
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.knowledge.business_contexts import (
    BusinessContext,
    NewBusinessContext,
    put_business_context,
    read_business_context,
)
from recollect.knowledge.cases import CaseBatch, StoredCases, ingest_cases
from recollect.knowledge.evidence import ingest_evidence
from recollect.knowledge.ownership import (
    sees_cases_of,
    sees_evidence_as,
    sees_nothing,
)
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.serving.payload import MAX_BATCH_BYTES
from recollect.serving.principal import Principal
from recollect.slicing.specialist import Specialist
from recollect.wiring.knowledge import customers_by_name, knowledge_services
from recollect.wiring.process import process

api = Api("ingest_knowledge", process)


@api.route(
    "POST",
    "/evidence",
    scope="knowledge:write",
    body=EvidenceBatch,
    answer=StoredEvidence,
    also=(HTTPStatus.MULTI_STATUS,),
    most_bytes=MAX_BATCH_BYTES,
)
async def store_evidence(call: Call[EvidenceBatch]) -> Answer:
    """Keep items of evidence; one takes the place of what its writer stored under its id."""
    call.principal.require_project(call.body.tenant, call.body.project)
    caller, services = call.principal, knowledge_services()
    specialist = Specialist("writer", caller.subject, caller.security_level, caller.groups)
    sees = sees_evidence_as(specialist) if "context:read" in caller.scopes else sees_nothing
    stored = await ingest_evidence(
        call.body,
        call.operation.at,
        services.ownership(caller.writer, sees),
        repository=services.repository,
        threads=services.threads,
    )
    return answer(stored, status=HTTPStatus.MULTI_STATUS if stored.failed else HTTPStatus.OK)


@api.route("POST", "/exemplars", scope="knowledge:write", body=NewExemplar, answer=CaptureResult)
async def capture(call: Call[NewExemplar]) -> Answer:
    """Keep an interaction that others may learn from, if it went well enough."""
    if call.body.quality_signals.supervisor_approved:
        call.principal.require_scope("knowledge:admin")
    services, customers = knowledge_services(), await _customers_of(call.principal)
    captured = await capture_exemplar(
        call.body,
        call.operation.at,
        call.principal.writer,
        repository=services.exemplars(customers),
        cases=services.repository,
        customers=customers,
    )
    return answer(captured)


@api.route("POST", "/cases", scope="knowledge:write", body=CaseBatch, answer=StoredCases)
async def store_cases(call: Call[CaseBatch]) -> Answer:
    """Keep resolved cases; one takes the place of what its writer stored under its number."""
    caller, services = call.principal, knowledge_services()
    customers = await _customers_of(caller)
    sees = sees_cases_of(customers) if "pack:read" in caller.scopes else sees_nothing
    ownership = services.ownership(caller.writer, sees)
    return answer(
        await ingest_cases(
            call.body, ownership, repository=services.repository, customers=customers
        )
    )


@api.route(
    "PUT",
    "/business-contexts/{entity_name}",
    scope="knowledge:write",
    body=NewBusinessContext,
    answer=BusinessContext,
)
async def put_context(call: Call[NewBusinessContext]) -> Answer:
    """Keep what is known of a customer or another entity, in place of what its writer knew."""
    caller = call.principal
    customers = await _customers_of(caller)
    context = await put_business_context(
        call.path["entity_name"],
        call.body,
        caller.writer,
        sees=customers if "pack:read" in caller.scopes else NO_CUSTOMERS,
        directory=knowledge_services().directory,
        customers=customers,
    )
    return answer(context)


@api.route("GET", "/business-contexts/{entity_name}", scope="pack:read", answer=BusinessContext)
async def get_context(call: Call[Empty]) -> Answer:
    """What is known of a customer or another entity."""
    name, directory = call.path["entity_name"], knowledge_services().directory
    customers = await _customers_of(call.principal)
    return answer(await read_business_context(name, directory=directory, customers=customers))


async def _customers_of(caller: Principal) -> Customers:
    """The customers of the caller, whom records know by names; Forbidden if it has none."""
    return await customers_by_name(caller.require_customers())


lambda_handler = api.handle
