"""Checks whether an answer follows from the results of its tools."""

from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.validation.models import ValidateRequest
from recollect.validation.validating import validate_response
from recollect.wiring.validation import validation_services


async def validate_answer(call: Call[ValidateRequest]) -> Answer:
    """Check an answer against the summaries of the tools that were called for it."""
    services = validation_services()
    validated = await validate_response(
        call.body,
        now=call.operation.at,
        operation=call.operation.id,
        counters=services.counters,
        alerts=services.alerts,
    )
    return answer(
        validated.result,
        degraded=validated.degraded,
        measures=validated.measures,
        notes=(validated.note,),
    )
