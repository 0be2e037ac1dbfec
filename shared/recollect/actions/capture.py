"""Stores interactions that others may learn from."""

from recollect.actions.customers import customers_of
from recollect.discovery.capturing import capture_exemplar
from recollect.discovery.exemplar_request import NewExemplar
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.knowledge import knowledge_services


async def capture(call: Call[NewExemplar]) -> Answer:
    """Store an interaction that others may learn from, if it went well enough."""
    if call.body.quality_signals.supervisor_approved:
        call.principal.require_scope("knowledge:admin")
    services, customers = knowledge_services(), await customers_of(call.principal)
    captured = await capture_exemplar(
        call.body,
        call.operation.at,
        call.principal.writer,
        repository=services.exemplars(customers),
        cases=services.repository,
        customers=customers,
    )
    return answer(captured)
