"""Stores and reads what is known about customers and other entities."""

from recollect.actions.customers import customers_of
from recollect.core.customers import NO_CUSTOMERS
from recollect.knowledge.business_contexts import (
    NewBusinessContext,
    put_business_context,
    read_business_context,
)
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.knowledge import knowledge_services


async def put_context(call: Call[NewBusinessContext]) -> Answer:
    """Store what is known about a customer or another entity; it replaces what was known."""
    caller = call.principal
    customers = await customers_of(caller)
    context = await put_business_context(
        call.path["entity_name"],
        call.body,
        caller.writer,
        sees=customers if "pack:read" in caller.scopes else NO_CUSTOMERS,
        business_contexts=knowledge_services().business_contexts,
        customers=customers,
    )
    return answer(context)


async def get_business_context(call: Call[Empty]) -> Answer:
    """Read what is known about a customer or another entity."""
    name, business_contexts = call.path["entity_name"], knowledge_services().business_contexts
    customers = await customers_of(call.principal)
    return answer(
        await read_business_context(name, business_contexts=business_contexts, customers=customers)
    )
