"""Fails in the way that its event asks for."""

import os
import sys
from typing import Any

from infra.local.worker import LambdaContext


# The event is JSON of any shape.
def lambda_handler(event: dict[str, Any], _: LambdaContext) -> object:
    request = event.get("queryStringParameters") or event.get("detail") or event
    match request.get("way"):
        case "raise":
            raise LookupError("no such thing")
        case "exit":
            os._exit(3)
        case "system-exit":
            sys.exit(4)
        case "not-json":
            return {1, 2}
        case "too-large":
            return "x" * 7 * 1024 * 1024
        case "not-http":
            return {"statusCode": "many"}
    return "fine"
