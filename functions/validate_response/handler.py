"""POST /responses/validate, GET /responses/metrics: does an answer follow from tool results?"""

import gc

from recollect.actions.validate_answer import validate_answer
from recollect.serving.calls import Call, answer
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.validation.metrics import MetricsQuery, ResponseMetrics
from recollect.validation.models import ValidateRequest, ValidationResult
from recollect.validation.validating import read_metrics
from recollect.wiring.process import process
from recollect.wiring.validation import validation_services

api = Api("validate_response", process)


api.route(
    "POST",
    "/responses/validate",
    headers=("X-Degraded",),
    scope="response:validate",
    body=ValidateRequest,
    answer=ValidationResult,
)(validate_answer)


@api.route(
    "GET",
    "/responses/metrics",
    scope="response:validate",
    body=MetricsQuery,
    answer=ResponseMetrics,
)
async def get_answer_metrics(call: Call[MetricsQuery]) -> Answer:
    """Count the answers of the last days: by type, what they left out, what they did not use."""
    counters = validation_services().counters
    return answer(await read_metrics(call.body.days, now=call.operation.at, counters=counters))


lambda_handler = api.handle

# Long answers create so many objects that the garbage collector sometimes examines all objects.
# Imported ones are never garbage, and examining them takes tens of milliseconds.
gc.freeze()
