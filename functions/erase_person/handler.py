"""POST /erasures: somebody is removed from everything that is kept, or masked in it."""

from uuid import uuid4

from recollect.core.cursors import Cursors
from recollect.erasure.reach import Reach
from recollect.erasure.subject import ErasureReceipt, ErasureRequest
from recollect.erasure.walk import Eraser
from recollect.serving.http import Api, Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.erasure import erasure_services
from recollect.wiring.process import process
from recollect.wiring.stores import stores

api = Api("erase_person", process)


@api.route(
    "POST",
    "/erasures",
    operation="erase_person",
    scope="memory:admin",
    body=ErasureRequest,
    answer=ErasureReceipt,
)
async def erase(call: Call[ErasureRequest]) -> Answer:
    """Remove or mask a person wherever the caller may look, and ask after them."""
    asked, caller = call.body, call.principal
    caller.require_scope("knowledge:admin")
    caller.require_all_sight()
    for app in asked.apps:
        caller.require_app(app)
    for tenant in asked.tenants:
        caller.require_tenant(tenant)
    reach = Reach(caller.apps, caller.tenants, caller.projects)
    services, secret = erasure_services(), stores().settings.vector_token
    eraser = Eraser(
        lambda: services.repositories(asked, lambda name: reach.has(name, asked), caller.writer),
        call.operation.at,
        call.time_is_up,
        uuid4().hex[:16],
        asked.subject.hashed(secret),
    )
    cursors = Cursors.of_list(secret, f"erasure {caller.rights}", asked)
    return answer(await eraser.erase(asked, cursors))


lambda_handler = api.handle
