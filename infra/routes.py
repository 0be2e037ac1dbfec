"""The one table of functions, and of the routes, events and schedules that reach them."""

from dataclasses import dataclass
from typing import Literal

HttpMethod = Literal["GET", "POST", "PUT", "DELETE"]
StoreRights = Literal["none", "read", "write"]
Integration = Literal["servicenow", "slack", "kubernetes", "postgres", "qdrant", "neo4j"]


@dataclass(frozen=True, slots=True)
class Function:
    """A Lambda function.

    `timeout` is in seconds, `memory` in MB; docs/performance.md says how they were chosen. `stores`
    says which tokens of the stores the function gets: none; the full ones (`write`); or the
    read-only one of the index and the full one of Redis, where it notes what a run was shown
    (`read`). It uses those of its `integrations` that a stage has, and puts events on the bus if it
    `publishes`. If it `snaps`, it starts from a snapshot in stages that use snapshots. Functions
    that are called rarely do not, because AWS refuses the first call after 14 days, nor do those
    that nobody waits for.
    """

    name: str
    timeout: int
    memory: int = 1024
    stores: StoreRights = "write"
    integrations: tuple[Integration, ...] = ()
    publishes: bool = False
    snaps: bool = True


@dataclass(frozen=True, slots=True)
class Route:
    """An HTTP route and the scope that its caller needs; with `None` it is open to everybody."""

    method: HttpMethod
    path: str
    function: str
    scope: str | None


@dataclass(frozen=True, slots=True)
class EventRule:
    """An event of the bus `recollect` and the function that it invokes."""

    source: str
    detail_type: str
    function: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """An event that is put on the bus regularly; its rule names the same function.

    On a laptop that is every `minutes`, if schedules are switched on and the variable that it
    `needs` is set. On AWS the stage says when, and an event older than `minutes` is dropped.
    """

    detail_type: str
    function: str
    minutes: int
    task: str
    needs: str | None = None


EVIDENCE_SOURCES: tuple[Integration, ...] = ("postgres", "qdrant", "neo4j")
"""The further sources of evidence, which every function asks that builds context."""

TOOL_SYSTEMS: tuple[Integration, ...] = ("servicenow", "slack", "kubernetes", *EVIDENCE_SOURCES)
"""All that the tools ask, some of which build packs and context."""

SCHEDULE_SOURCE = "recollect.schedule"
"""The source of the events that schedules put on the bus."""

FUNCTIONS = (
    Function("describe_api", timeout=5, memory=512, stores="none"),
    # A batch takes longer than one memory.
    Function("store_memory", timeout=29),
    Function("find_memories", timeout=10, stores="read"),
    Function("correct_memory", timeout=10),
    Function("apply_outcomes", timeout=30, snaps=False),
    Function("maintain_memories", timeout=29, snaps=False),
    # Writes: it counts deliveries, and caches candidates for a short time.
    Function("request_context", timeout=10, integrations=EVIDENCE_SOURCES),
    # Writes: it caches packs, counts deliveries, and notes what a run was shown.
    Function(
        "prepare_context", timeout=10, integrations=("servicenow", "slack", *EVIDENCE_SOURCES)
    ),
    Function("ingest_knowledge", timeout=29, integrations=("servicenow",)),
    Function("erase_person", timeout=29, snaps=False),
    # Writes: it caches packs, and keeps what is known of threads.
    Function("build_discovery_pack", timeout=10, integrations=("servicenow", "slack")),
    # Writes: it keeps claims on what it creates, and its tools prepare, ask and remember.
    Function("call_tool", timeout=10, integrations=TOOL_SYSTEMS, publishes=True),
    # Serves the same tools as `call_tool`, over another protocol.
    Function("serve_mcp", timeout=10, integrations=TOOL_SYSTEMS, publishes=True),
    Function("validate_response", timeout=10, publishes=True),
    Function("enrich_tool", timeout=10, integrations=("servicenow",)),
    # Nobody waits for it; the run of the next hour continues where it stopped.
    Function("take_backup", timeout=900, snaps=False),
    # API Gateway calls it and waits for it before requests of machines.
    Function("authorize_key", timeout=5, memory=512, stores="read"),
)

BACKUP_WRITER = "take_backup"
"""The function that may write to the bucket of backups, if a stage has one."""

KEY_AUTHORIZER = "authorize_key"
"""The function that decides whether a caller with an API key is let in."""

_MEMORIES = "/apps/{app_slug}/memories"
_MEMORY = _MEMORIES + "/{memory_id}"
_CONVERSATION = "/apps/{app_slug}/conversations/{conversation_id}"
_BUSINESS_CONTEXT = "/business-contexts/{entity_name}"
_EVIDENCE = "/evidence/{item_id}"
_CASE = "/cases/{case_number}"
_CITATIONS = "/apps/{app_slug}/citations"

ROUTES = (
    Route("GET", "/health", "describe_api", None),
    Route("GET", "/ready", "find_memories", None),
    Route("GET", "/openapi.json", "describe_api", None),
    Route("GET", "/docs", "describe_api", None),
    Route("GET", "/", "describe_api", None),
    Route("GET", "/console", "describe_api", None),
    Route("GET", "/console/{version}/{file}", "describe_api", None),
    Route("GET", "/.well-known/agent-card.json", "describe_api", None),
    Route("GET", "/.well-known/oauth-protected-resource", "describe_api", None),
    Route("GET", "/.well-known/oauth-protected-resource/mcp", "describe_api", None),
    Route("GET", "/schemas/discovery-pack/1.1.0", "describe_api", None),
    Route("GET", "/apps", "find_memories", "memory:read"),
    Route("POST", _MEMORIES, "store_memory", "memory:write"),
    Route("GET", _MEMORIES, "find_memories", "memory:read"),
    Route("POST", _MEMORIES + "/batch", "store_memory", "memory:write"),
    Route("POST", _MEMORIES + "/search", "find_memories", "memory:read"),
    Route("GET", "/apps/{app_slug}/uplift", "find_memories", "memory:read"),
    Route("GET", _MEMORY, "find_memories", "memory:read"),
    Route("GET", _MEMORY + "/history", "correct_memory", "memory:read"),
    Route("DELETE", _MEMORY, "correct_memory", "memory:admin"),
    Route("DELETE", _CONVERSATION, "correct_memory", "memory:admin"),
    Route("PUT", _MEMORY + "/correction", "correct_memory", "memory:judge"),
    Route("PUT", _MEMORY + "/outcome", "correct_memory", "memory:judge"),
    Route("POST", _MEMORY + "/validation", "correct_memory", "memory:validate"),
    Route("POST", _MEMORY + "/votes", "correct_memory", "memory:judge"),
    Route("POST", _MEMORY + "/restore", "correct_memory", "memory:validate"),
    Route("POST", _MEMORY + "/retract", "correct_memory", "memory:judge"),
    Route("POST", _CITATIONS, "correct_memory", "memory:write"),
    Route("PUT", _CITATIONS + "/{run_id}/outcome", "correct_memory", "memory:judge"),
    Route("GET", "/apps/{app_slug}/stats", "maintain_memories", "memory:read"),
    Route("POST", _MEMORIES + "/prune", "maintain_memories", "memory:admin"),
    Route("POST", "/context", "request_context", "context:read"),
    Route("POST", "/a2a", "request_context", "context:read"),
    Route("POST", "/prepare", "prepare_context", "context:read"),
    Route("POST", "/evidence", "ingest_knowledge", "knowledge:write"),
    Route("GET", "/evidence", "request_context", "context:read"),
    Route("GET", _EVIDENCE, "request_context", "context:read"),
    Route("DELETE", _EVIDENCE, "ingest_knowledge", "knowledge:write"),
    Route("POST", "/exemplars", "ingest_knowledge", "knowledge:write"),
    Route("POST", "/packs/discovery", "build_discovery_pack", "pack:read"),
    Route("POST", "/cases", "ingest_knowledge", "knowledge:write"),
    Route("GET", "/cases", "ingest_knowledge", "pack:read"),
    Route("GET", _CASE, "ingest_knowledge", "pack:read"),
    Route("DELETE", _CASE, "ingest_knowledge", "knowledge:write"),
    Route("PUT", _BUSINESS_CONTEXT, "ingest_knowledge", "knowledge:write"),
    Route("GET", _BUSINESS_CONTEXT, "ingest_knowledge", "pack:read"),
    Route("POST", "/erasures", "erase_person", "memory:admin"),
    Route("GET", "/tools", "call_tool", "tool:call"),
    Route("POST", "/tools/{toolName}", "call_tool", "tool:call"),
    Route("POST", "/mcp", "serve_mcp", "tool:call"),
    # Routes only to refuse them: API Gateway would answer a method without a route with 404.
    Route("GET", "/mcp", "describe_api", None),
    Route("DELETE", "/mcp", "describe_api", None),
    Route("POST", "/tools/{toolName}/memory-context", "enrich_tool", "tool:call"),
    Route("POST", "/tools/{toolName}/executions", "enrich_tool", "tool:call"),
    Route("POST", "/conversations", "enrich_tool", "tool:call"),
    Route("POST", "/incidents", "enrich_tool", "tool:call"),
    Route("POST", "/responses/validate", "validate_response", "response:validate"),
    Route("GET", "/responses/metrics", "validate_response", "response:validate"),
)

EVENTS = (
    EventRule("recollect.feedback", "MemoryOutcomeRecorded", "apply_outcomes"),
    EventRule("recollect.feedback", "CitationOutcomeRecorded", "apply_outcomes"),
    EventRule("recollect.feedback", "ConversationResolved", "apply_outcomes"),
    EventRule("recollect.tools", "ToolExecuted", "enrich_tool"),
    EventRule(SCHEDULE_SOURCE, "MaintainMemories", "maintain_memories"),
    EventRule(SCHEDULE_SOURCE, "BackUpStores", "take_backup"),
)

SCHEDULES = (
    Schedule("MaintainMemories", "maintain_memories", minutes=60, task="prune"),
    Schedule("BackUpStores", "take_backup", minutes=60, task="backup", needs="BACKUP_BUCKET"),
)
