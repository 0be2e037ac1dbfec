"""POST /responses/validate, GET /responses/metrics: is an answer made of what the tools told?"""

from recollect.serving.http import Api, Call, answer
from recollect.serving.idempotency import Answer
from recollect.validation.metrics import MetricsQuery, ResponseMetrics
from recollect.validation.models import ValidateRequest, ValidationResult
from recollect.validation.validating import read_metrics, validate_response
from recollect.wiring.process import process
from recollect.wiring.validation import validation_services

api = Api("validate_response", process)


@api.route(
    "POST",
    "/responses/validate",
    scope="response:validate",
    body=ValidateRequest,
    answer=ValidationResult,
)
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


@api.route(
    "GET",
    "/responses/metrics",
    scope="response:validate",
    body=MetricsQuery,
    in_query=True,
    answer=ResponseMetrics,
)
async def get_metrics(call: Call[MetricsQuery]) -> Answer:
    """How answers did in the last days: by type, what they left out, what they did not use."""
    counters = validation_services().counters
    return answer(await read_metrics(call.body.days, now=call.operation.at, counters=counters))


lambda_handler = api.handle
