"""The requests that become the methods of `Recollect` itself, but for evidence and cases.

In the examples `api` is a `Recollect`, and `memory` is the only memory of `app`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from recollect.client.requests import ApiRequest, built, reads, segment, writes
from recollect.context.request import ContextRequest
from recollect.context.result import ContextResult
from recollect.discovery.request import ConversationMessage, DiscoveryRequest
from recollect.discovery.schema import DiscoveryPack
from recollect.memories.model import Apps
from recollect.preparing.request import PartName, Prepared, PrepareRequest, PromptBudget
from recollect.tools.toolbox import ToolList, ToolRequest, ToolResult
from recollect.validation.models import ToolCall, ValidateRequest, ValidationResult

MessageLike = ConversationMessage | Mapping[str, str]
"""A message, as a model or as JSON: `{"role": "user", "text": "…"}`."""


def prepare(  # noqa: PLR0913  # one argument per field of PrepareRequest
    *,
    app: str | None = None,
    text: str | None = None,
    case_numbers: Sequence[str] | None = None,
    channel_id: str | None = None,
    thread_ts: str | None = None,
    messages: Sequence[MessageLike] | None = None,
    company_name: str | None = None,
    specialist: str | None = None,
    tenant: str | None = None,
    project: str | None = None,
    tokens: int | None = None,
    include: Sequence[PartName] | None = None,
    run_id: str | None = None,
) -> ApiRequest[Prepared]:
    """Get everything that an agent needs before it acts, in one text for its prompt.

    `tokens` is the maximal length of that text, in tokens of four bytes.

    >>> ready = api.prepare(app=app.slug, text="The projector is dark", run_id="run-3")
    >>> "Change the lamp" in ready.prompt, ready.memory_ids == (memory.id,)
    (True, True)
    """
    wanted = built(
        PrepareRequest,
        app_slug=app,
        text=text,
        case_numbers=case_numbers,
        channel_id=channel_id,
        thread_ts=thread_ts,
        messages=messages,
        company_name=company_name,
        specialist=specialist,
        tenant=tenant,
        project=project,
        budget=None if tokens is None else built(PromptBudget, tokens=tokens),
        include=include,
        run_id=run_id,
    )
    return reads("POST", "/prepare", Prepared, wanted)


def get_context(  # noqa: PLR0913  # one argument per frequently used field
    text: str,
    *,
    specialist: str = "agent",
    type: Literal["semantic", "keyword", "hybrid"] = "hybrid",  # noqa: A002  # as the API calls it
    tenant: str | None = None,
    project: str | None = None,
    limit: int | None = None,
    filters: Mapping[str, object] | None = None,
    min_relevance: float | None = None,
    as_of: datetime | None = None,
) -> ApiRequest[ContextResult]:
    """Find evidence for a specialist: ranked, restricted to its rights, and explained.

    For the other options of a context request, such as a walk along causes, use `request_context`.

    >>> api.get_context("why is the projector dark").payload.results
    ()
    """
    meta = {"tenant": tenant, "project": project}
    payload = {"limit": limit, "min_relevance": min_relevance, "as_of": as_of}
    request = built(
        ContextRequest,
        meta={
            "type": "ContextRequest",
            "from": {"type": "specialist", "id": specialist},
            **_without_none(meta),
        },
        payload={
            "query": {"type": type, "text": text, "filters": dict(filters or {})},
            **_without_none(payload),
        },
    )
    return request_context(request)


def request_context(
    request: ContextRequest | Mapping[str, object],
) -> ApiRequest[ContextResult]:
    """Find evidence by a complete `ContextRequest`, which has all options.

    >>> meta = {"type": "ContextRequest", "from": {"type": "specialist", "id": "healer"}}
    >>> query = {"type": "keyword", "text": "why is the projector dark"}
    >>> api.request_context({"meta": meta, "payload": {"query": query}}).meta.type
    'ContextResult'
    """
    envelope = request if isinstance(request, ContextRequest) else built(ContextRequest, **request)
    return reads("POST", "/context", ContextResult, envelope)


def discovery_pack(
    *,
    case_numbers: Sequence[str] | None = None,
    channel_id: str | None = None,
    thread_ts: str | None = None,
    company_name: str | None = None,
    messages: Sequence[MessageLike] | None = None,
    journal_text: str | None = None,
    refresh: bool | None = None,
) -> ApiRequest[DiscoveryPack]:
    """Get what is known about a case, in at most 24 KB.

    >>> api.discovery_pack(case_numbers=["SCS0001234"]).schema_version
    '1.1.0'
    """
    wanted = built(
        DiscoveryRequest,
        case_numbers=case_numbers,
        channel_id=channel_id,
        thread_ts=thread_ts,
        company_name=company_name,
        messages=messages,
        journal_text=journal_text,
        refresh=refresh,
    )
    return reads("POST", "/packs/discovery", DiscoveryPack, wanted)


def validate_answer(
    response: str,
    *,
    tool_calls: Sequence[ToolCall | Mapping[str, object]] | None = None,
    strict: bool | None = None,
    dry_run: bool | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[ValidationResult]:
    """Check whether an answer is supported by the results of the tools that were called.

    A dry run is not counted and raises no alert.

    >>> called = {"toolName": "getCase", "result": {"caseSummary": "Packet loss at Amarillo."}}
    >>> api.validate_answer("Nothing is known.", tool_calls=[called]).valid
    False
    """
    body = built(
        ValidateRequest,
        response=response,
        tool_calls=tool_calls,
        strict=strict,
        dry_run=dry_run,
    )
    return writes("POST", "/responses/validate", ValidationResult, body, key=idempotency_key)


def tools() -> ApiRequest[ToolList]:
    """List the tools that the caller may run, in the format of function-calling models.

    >>> "getCase" in [each.function.name for each in api.tools().tools]
    True
    """
    return reads("GET", "/tools", ToolList)


def call_tool(
    name: str,
    arguments: Mapping[str, object],
    *,
    session_id: str | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[ToolResult]:
    """Run a tool. The answer has its raw data, and the summary to answer the user from.

    >>> result = api.call_tool("getCase", {"caseNumber": "SCS0001234"})
    >>> "SCS0001234" in result.model_dump()["caseSummary"]
    True
    """
    body = built(ToolRequest, arguments=dict(arguments), session_id=session_id)
    path = f"/tools/{segment(name)}"
    return writes("POST", path, ToolResult, body, key=idempotency_key)


def apps() -> ApiRequest[Apps]:
    """List the apps that have memories for the caller.

    >>> app.slug in [each.app_slug for each in api.apps().apps]
    True
    """
    return reads("GET", "/apps", Apps)


def _without_none(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}
