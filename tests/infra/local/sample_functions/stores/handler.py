"""Uses every store as a function on AWS would: by the variables of its environment."""

import json
import os
from typing import Any

import boto3
from upstash_redis import Redis
from upstash_vector import Index
from upstash_vector.types import QueryMode

from infra.local.worker import LambdaContext


# The event is JSON of any shape.
def lambda_handler(event: dict[str, Any], _: LambdaContext) -> dict[str, object]:
    namespace = event["pathParameters"]["namespace"]
    vector = Index.from_env(retries=0, allow_telemetry=False)
    vector.upsert([("a", "The cat sat on the mat"), ("b", "Invoices are due")], namespace)
    found = vector.query(
        data="a cat on a mat",
        top_k=1,
        query_mode=QueryMode.DENSE,
        include_data=True,
        namespace=namespace,
    )
    redis = Redis.from_env(rest_retries=0, allow_telemetry=False)
    letter = {"event": {"id": namespace}, "reason": "it was told to", "function": "stores"}
    boto3.client("sqs").send_message(
        QueueUrl=os.environ["DEAD_LETTER_QUEUE_URL"], MessageBody=json.dumps(letter)
    )
    return {"found": found[0].data, "count": redis.incr(namespace), "process": os.getpid()}
