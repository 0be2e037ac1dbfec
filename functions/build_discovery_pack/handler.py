"""POST /packs/discovery: what is known about a case, in one bounded answer."""

from recollect.discovery.discovering import unknown_customer
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack
from recollect.serving.calls import Call
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.wiring.discovery import packs_for
from recollect.wiring.process import process

api = Api("build_discovery_pack", process)


@api.route(
    "POST",
    "/packs/discovery",
    scope="pack:read",
    body=DiscoveryRequest,
    answer=DiscoveryPack,
    headers=("X-Cache", "X-Degraded", "X-Unknown-Cases", "X-Unknown-Customer"),
)
async def build_discovery_pack(call: Call[DiscoveryRequest]) -> Answer:
    """Answer with a discovery pack, schema 1.1.0."""
    caller = call.principal
    packs = await packs_for(caller.require_customers())
    built, cache_result = await packs.pack(
        call.body, call.operation.at, caller.sight, caller.writer.namespace
    )
    return Answer(
        status=200,
        body=built.pack,
        degraded=built.degraded,
        unknown_cases=built.unknown_cases,
        headers={"X-Unknown-Customer": "true"} if unknown_customer(call.body, built) else {},
        cache=cache_result,
        seconds=built.seconds,
    )


lambda_handler = api.handle
