"""Resources of the Model Context Protocol: memories, items of evidence, and pages for a model.

    recollect://memories/{app}/{id}
    recollect://evidence/{tenant}/{project}/{id}
    recollect://docs/{page}

Memories and evidence are read as by their routes. Only the pages are listed; memories and evidence
are found by searches. The id of an item is all that stands behind the project, encoded or as a
model copies it from an answer: ids of sections have a `#`, those of files in folders a `/`, and
some a `%`. Everywhere else a `#` begins a fragment, which is passed over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final
from urllib.parse import quote, unquote

from pydantic import BaseModel, JsonValue

from recollect.core.errors import NotFound
from recollect.core.messages import ItemId, Message, Reference, Slug
from recollect.faces.json_rpc import INVALID_PARAMS, RpcError, reading_params
from recollect.faces.mcp_messages import McpResult
from recollect.knowledge.evidence_reading import EvidenceScope
from recollect.memories.requests import ExplainQuery
from recollect.serving.calls import Call
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal

_SCHEME: Final = "recollect"
_MAX_URI_CHARS: Final = 2_000
_JSON: Final = "application/json"
_MARKDOWN: Final = "text/markdown"
_PAGES: Final[Mapping[str, str]] = {
    "handling-a-case": "Handling a case: what to call, in which order",
    "memories": "Memories: what is said of them, and how far to believe them",
    "answers": "Answers: what it means that one is valid",
}
_FOLDER: Final = files(__package__) / "pages"


@dataclass(frozen=True, slots=True)
class _Template:
    """A kind of resource that is read by ids, and the scope that this takes."""

    uri: str
    name: str
    title: str
    scope: str

    def described(self) -> dict[str, JsonValue]:
        return {
            "uriTemplate": self.uri,
            "name": self.name,
            "title": self.title,
            "mimeType": _JSON,
        }


_TEMPLATES: Final = (
    _Template(f"{_SCHEME}://memories/{{app}}/{{id}}", "memory", "A memory", "memory:read"),
    _Template(
        f"{_SCHEME}://evidence/{{tenant}}/{{project}}/{{id}}",
        "evidence",
        "An item of evidence",
        "context:read",
    ),
)


class _MemoryAt(Message):
    app: Slug
    id: Reference


class _EvidenceAt(Message):
    tenant: Slug
    project: Slug
    id: ItemId


def listed() -> list[JsonValue]:
    """The pages, in the form of `resources/list`."""
    return [
        {
            "uri": f"{_SCHEME}://docs/{page}",
            "name": page,
            "title": title,
            "mimeType": _MARKDOWN,
            "annotations": {"audience": ["assistant"]},
        }
        for page, title in _PAGES.items()
    ]


def templates(principal: Principal) -> list[JsonValue]:
    """The kinds of resources that the caller may read."""
    return [each.described() for each in _TEMPLATES if each.scope in principal.scopes]


def uri_of_memory(app: str, memory_id: str) -> str:
    """The URI of a memory."""
    return f"{_SCHEME}://memories/{quote(app, safe='')}/{quote(memory_id, safe='')}"


async def read(call: Call[BaseModel], uri: JsonValue, not_found: int) -> McpResult:
    """The contents of a resource. Raises Forbidden as its route does.

    Raises RpcError if the URI is not valid, or, with the code `not_found`, if it leads to nothing.
    """
    kind, path = _parsed(uri)
    try:
        match kind, path:
            case "memories", [app, memory_id]:
                return _contents(uri, await _memory(call, uri, app, memory_id))
            case "evidence", [tenant, project, *names]:
                written = "/".join(names)
                return _contents(uri, await _evidence(call, uri, tenant, project, written))
            case "docs", [page] if page in _PAGES:
                text = (_FOLDER / f"{page}.md").read_text("utf-8")
                return McpResult({"contents": [_content(uri, _MARKDOWN, text)]})
    except NotFound as error:
        raise RpcError(not_found, f"Resource not found: {error}", data={"uri": uri}) from None
    raise RpcError(not_found, "Resource not found", data={"uri": uri})


async def _memory(call: Call[BaseModel], uri: JsonValue, app: str, memory_id: str) -> Answer:
    from recollect.actions.read_memories import read_memory  # noqa: PLC0415  # most read none

    call.principal.require_scope("memory:read")
    with reading_params({"uri": uri}):
        at = _MemoryAt(app=unquote(app), id=unquote(memory_id))
    call.principal.require_app(at.app)
    return await read_memory(call.of(ExplainQuery(), app_slug=at.app, memory_id=at.id))


async def _evidence(
    call: Call[BaseModel], uri: JsonValue, tenant: str, project: str, written: str
) -> Answer:
    """The item whose id is encoded in `written`, or else the one whose id that is itself."""
    item_id = unquote(written)
    try:
        return await _item(call, uri, tenant, project, item_id)
    except (NotFound, RpcError):
        if item_id == written:
            raise
        return await _item(call, uri, tenant, project, written)


async def _item(
    call: Call[BaseModel], uri: JsonValue, tenant: str, project: str, item_id: str
) -> Answer:
    from recollect.actions.read_evidence import read_evidence  # noqa: PLC0415  # most read none

    call.principal.require_scope("context:read")
    with reading_params({"uri": uri}):
        at = _EvidenceAt(tenant=unquote(tenant), project=unquote(project), id=item_id)
    scope = EvidenceScope(tenant=at.tenant, project=at.project)
    return await read_evidence(call.of(scope, item_id=at.id))


def _parsed(uri: JsonValue) -> tuple[str, Sequence[str]]:
    """The kind of a resource and its ids, encoded; "" and () for the URI of something else."""
    if not isinstance(uri, str) or not uri or len(uri) > _MAX_URI_CHARS:
        raise RpcError(INVALID_PARAMS, f"uri must be a text of at most {_MAX_URI_CHARS} characters")
    scheme, _, place = uri.partition("://")
    kind, *path = place.split("/")
    if kind != "evidence":
        path = [each.partition("#")[0] for each in path]
    return (kind, path) if scheme.lower() == _SCHEME else ("", ())


def _contents(uri: JsonValue, answer: Answer) -> McpResult:
    behind = answer.model_copy(update={"only_read": True})
    return McpResult({"contents": [_content(uri, _JSON, answer.body)]}, behind)


def _content(uri: JsonValue, mime_type: str, text: str) -> JsonValue:
    return {"uri": uri, "mimeType": mime_type, "text": text}
