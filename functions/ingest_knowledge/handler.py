"""POST /evidence, /cases and /exemplars, GET /cases, and what one case or entity is.

What may become evidence gets its flags by what it says; cases are kept without their secrets.
"""

from http import HTTPStatus

from recollect.actions.sight import sees_evidence
from recollect.core.cursors import Cursors
from recollect.core.customers import NO_CUSTOMERS, Customers
from recollect.discovery.capturing import capture_exemplar
from recollect.discovery.exemplar_request import CaptureResult, NewExemplar
from recollect.knowledge.allowed import AllowedContexts
from recollect.knowledge.business_contexts import (
    BusinessContext,
    NewBusinessContext,
    put_business_context,
    read_business_context,
)
from recollect.knowledge.cases import CaseBatch, StoredCases, ingest_cases
from recollect.knowledge.evidence import ingest_evidence
from recollect.knowledge.forgetting import Forgotten, forget_case, forget_evidence
from recollect.knowledge.ownership import sees_cases_of
from recollect.knowledge.reading import (
    CaseListing,
    CasePage,
    CaseReader,
    EvidenceScope,
    KnownCase,
)
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.serving.payload import MAX_BATCH_BYTES
from recollect.serving.principal import Principal
from recollect.wiring.knowledge import customers_by_name, knowledge_services
from recollect.wiring.process import process
from recollect.wiring.stores import stores

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
    services = knowledge_services()
    stored = await ingest_evidence(
        call.body,
        call.operation.at,
        services.ownership(call.principal.writer, sees_evidence(call.principal)),
        repository=services.repository,
        threads=services.threads,
    )
    return answer(stored, status=HTTPStatus.MULTI_STATUS if stored.failed else HTTPStatus.OK)


@api.route(
    "DELETE",
    "/evidence/{item_id}",
    scope="knowledge:write",
    body=EvidenceScope,
    in_query=True,
    answer=Forgotten,
)
async def delete_evidence(call: Call[EvidenceScope]) -> Answer:
    """Forget an item of evidence that the caller stored."""
    call.principal.require_project(call.body.tenant, call.body.project)
    services = knowledge_services()
    forgotten = await forget_evidence(
        call.body.scope,
        call.path["item_id"],
        services.ownership(call.principal.writer, sees_evidence(call.principal)),
        repository=services.repository,
        threads=services.threads,
        cases=services.cases,
    )
    return answer(forgotten)


@api.route(
    "POST",
    "/exemplars",
    operation="capture_exemplar",
    scope="knowledge:write",
    body=NewExemplar,
    answer=CaptureResult,
)
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
    sees = sees_cases_of(customers, reads="pack:read" in caller.scopes)
    ownership = services.ownership(caller.writer, sees)
    return answer(
        await ingest_cases(
            call.body, ownership, repository=services.repository, customers=customers
        )
    )


@api.route("GET", "/cases", scope="pack:read", body=CaseListing, in_query=True, answer=CasePage)
async def list_cases(call: Call[CaseListing]) -> Answer:
    """List resolved cases, the latest first."""
    secret, name = stores().settings.vector_token, f"cases {call.principal.rights}"
    cursors = Cursors.of_list(secret, name, call.body)
    reader = _case_reader(await _customers_of(call.principal))
    return answer(await reader.page(call.body, cursors, call.time_is_up))


@api.route("GET", "/cases/{case_number}", scope="pack:read", answer=KnownCase)
async def get_case(call: Call[Empty]) -> Answer:
    """Answer one resolved case."""
    reader = _case_reader(await _customers_of(call.principal))
    return answer(await reader.one(call.path["case_number"]))


@api.route("DELETE", "/cases/{case_number}", scope="knowledge:write", answer=Forgotten)
async def delete_case(call: Call[Empty]) -> Answer:
    """Forget a case that the caller brought in."""
    caller, services = call.principal, knowledge_services()
    customers = await _customers_of(caller)
    known = await _case_reader(customers).one(call.path["case_number"])
    sees = sees_cases_of(customers, reads="pack:read" in caller.scopes)
    ownership = services.ownership(caller.writer, sees)
    forgotten = await forget_case(known.case_number, ownership, repository=services.repository)
    return answer(forgotten)


def _case_reader(customers: Customers) -> CaseReader:
    services = knowledge_services()
    directory = AllowedContexts(services.directory, customers)
    return CaseReader(services.repository, services.owners, customers, directory)


@api.route(
    "PUT",
    "/business-contexts/{entity_name}",
    operation="put_business_context",
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
async def get_business_context(call: Call[Empty]) -> Answer:
    """What is known of a customer or another entity."""
    name, directory = call.path["entity_name"], knowledge_services().directory
    customers = await _customers_of(call.principal)
    return answer(await read_business_context(name, directory=directory, customers=customers))


async def _customers_of(caller: Principal) -> Customers:
    """The customers of the caller, whom records know by names; Forbidden if it has none."""
    return await customers_by_name(caller.require_customers())


lambda_handler = api.handle
