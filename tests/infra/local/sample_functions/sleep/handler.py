"""Takes as many seconds as its event says."""

import os
import time
from typing import Any

from infra.local.worker import LambdaContext


# The event is JSON of any shape.
def lambda_handler(event: dict[str, Any], context: LambdaContext) -> dict[str, object]:
    query = event.get("queryStringParameters", event)
    time.sleep(float(query.get("seconds", 0)))
    return {"process": os.getpid(), "request": context.aws_request_id}
