"""Answers in the full form of payload format 2.0, with the status that the query names."""

import base64
from typing import Any

from infra.local.worker import LambdaContext


# The event is JSON of any shape.
def lambda_handler(event: dict[str, Any], _: LambdaContext) -> dict[str, object]:
    status = int(event.get("queryStringParameters", {}).get("status", "201"))
    return {
        "statusCode": status,
        "headers": {"Content-Type": "application/octet-stream", "X-Sample": "yes"},
        "cookies": ["a=1; Path=/", "b=2"],
        "body": base64.b64encode(b"\x00\xff").decode(),
        "isBase64Encoded": True,
    }
