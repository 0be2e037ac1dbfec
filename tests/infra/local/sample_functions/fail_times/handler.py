"""Notes each attempt in the file that the event names, and fails as often as the event says."""

import json
from pathlib import Path
from typing import Any

from infra.local.worker import LambdaContext


# The event is JSON of any shape.
def lambda_handler(event: dict[str, Any], _: LambdaContext) -> None:
    detail = event["detail"]
    attempts = Path(detail["attempts"])
    with attempts.open("a") as file:
        file.write(json.dumps(event) + "\n")
    attempt = len(attempts.read_text().splitlines())
    if attempt <= detail.get("failures", 0):
        raise LookupError(f"attempt {attempt} fails")
