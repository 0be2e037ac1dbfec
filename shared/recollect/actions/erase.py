"""Erases a person, or a whole customer, tenant or project, from everything that is kept."""

from uuid import uuid4

from recollect.erasure.reach import Reach
from recollect.erasure.subject import ErasureRequest
from recollect.erasure.walk import Eraser
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import EVERYTHING, Principal
from recollect.wiring.erasure import erasure_services
from recollect.wiring.stores import list_cursors, stores


async def erase_person(call: Call[ErasureRequest]) -> Answer:
    """Remove or mask a person wherever the caller may look, and verify that nothing is left."""
    asked, caller = call.body, call.principal
    _require_rights(asked, caller)
    reach = Reach(caller.apps, caller.tenants, caller.projects)
    services = erasure_services()
    eraser = Eraser(
        lambda: services.known_as(asked.subject),
        lambda known_as: services.repositories(
            asked, lambda name: reach.has(name, asked), caller.writer, known_as
        ),
        call.operation.at,
        call.time_is_up,
        uuid4().hex[:16],
        asked.subject.hashed(stores().settings.vector_token),
        reach.unreached(asked),
    )
    cursors = list_cursors(f"erasure {caller.rights}", asked)
    return answer(await eraser.erase(asked, cursors))


def _require_rights(asked: ErasureRequest, caller: Principal) -> None:
    """Refuse a caller that may not change all kinds of data, or not see all where it looks."""
    caller.require_scope("knowledge:admin")
    caller.require_all_sight()
    for app in asked.apps:
        caller.require_app(app)
    for tenant in asked.tenants:
        caller.require_tenant(tenant)
    if asked.subject.tenant is not None:
        caller.require_project(asked.subject.tenant, asked.subject.project or EVERYTHING)
        # Solved cases belong to apps, and those of any app may have needed its evidence.
        caller.require_app(EVERYTHING)
