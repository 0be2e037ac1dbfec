"""Prepares everything that an agent needs before it acts, in one text, under one deadline."""

from collections.abc import Mapping
from typing import Final

from recollect.preparing.authorized_request import AuthorizedRequest
from recollect.preparing.parts import asked_parts
from recollect.preparing.preparing import prepare_parts
from recollect.preparing.request import PartName, PrepareRequest
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from recollect.wiring.preparing import part_sources

_SCOPES: Final[Mapping[PartName, str]] = {
    "pack": "pack:read",
    "evidence": "context:read",
    "memories": "memory:read",
}


async def prepare(call: Call[PrepareRequest]) -> Answer:
    """Prepare a text for a model's prompt: facts, similar cases, evidence and past decisions."""
    asked, caller = call.body, call.principal
    authorized = AuthorizedRequest(
        asked,
        asked.question,
        call.operation,
        caller.subject,
        caller.security_level,
        caller.groups,
        caller.customers,
        caller.sight,
        caller.writer.namespace,
    )
    allowed = _allowed(asked, caller)
    withheld = [name for name in asked.wanted if name not in allowed]
    async with asked_parts(authorized, allowed, part_sources()) as parts:
        prepared = await prepare_parts(parts, asked.budget.tokens, withheld, at=call.operation.at)
    # A part that the caller has no right to has not failed.
    failed = tuple(each for each in prepared.degraded if each not in withheld)
    return answer(prepared, degraded=failed)


def _allowed(asked: PrepareRequest, caller: Principal) -> list[PartName]:
    """The parts to ask for; raises Forbidden if the caller names one that it has no right to.

    Evidence and memories that are asked for only with a question from the pack are left out without
    an error if the caller has no right to them.
    """
    wanted = asked.wanted
    for name in wanted:
        if asked.include is not None:
            caller.require_scope(_SCOPES[name])
    allowed = [name for name in wanted if _SCOPES[name] in caller.scopes]
    if "pack" in allowed and asked.include is not None:
        caller.require_customers()
    app, is_meant = asked.app_slug or "", bool(asked.question) or asked.include is not None
    if "evidence" in allowed and is_meant:
        caller.require_project(asked.tenant, asked.project)
    if "memories" in allowed and is_meant:
        caller.require_app(app)
    may = {
        "pack": bool(caller.customers),
        "evidence": caller.may_read_project(asked.tenant, asked.project),
        "memories": caller.may_read_app(app),
    }
    allowed = [name for name in allowed if may[name]]
    # Without a question, only the pack can tell what to ask for.
    return allowed if asked.question or "pack" in allowed else []
