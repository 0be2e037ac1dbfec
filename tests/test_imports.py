"""What a cold start imports, and that no module reads the environment before it is needed."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from infra.routes import FUNCTIONS
from tests.cases import each_case

# Modules that every function imports anyway; the program imports them once for all functions.
FLOOR = ("recollect.serving.runtime", "recollect.serving.telemetry", "recollect.wiring.process")
PROGRAM = """
import importlib, json, os, sys
floor, *programs = json.load(sys.stdin)
for name in floor: importlib.import_module(name)
for names in programs:
    sys.stdout.flush()
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0, names
        continue
    for name in names: importlib.import_module(name)
    print(json.dumps(sorted(sys.modules)), flush=True)
    os._exit(0)
"""


def all_imported(floor: Sequence[str], *programs: Sequence[str]) -> list[set[str]]:
    """The modules that an interpreter without an environment has after importing each program."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-W", "error", "-c", PROGRAM],
        input=json.dumps([floor, *programs]),
        env={},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [set(json.loads(line)) for line in done.stdout.splitlines()]


def imported(*modules: str) -> set[str]:
    """All modules of a fresh interpreter after importing these."""
    (found,) = all_imported((), modules)
    return found


HANDLERS = [f"functions.{function.name}.handler" for function in FUNCTIONS]

# Imported when first needed, if ever; botocore's root package is imported by Powertools itself.
NOT_AT_START = {
    "asyncpg",
    "aws_lambda_powertools.event_handler",
    "aws_lambda_powertools.utilities.parameters",
    "aws_xray_sdk",
    "boto3",
    "botocore.session",
    "fakeredis",
    "infra",
    "neo4j",
    "numpy",
    "psycopg",
    "qdrant_client",
    "selectolax",
    "starlette",
    "tests",
}
OUTSIDE_SYSTEMS = (
    "eventbridge",
    "kubernetes",
    "learn",
    "neo4j",
    "opa",
    "postgres",
    "qdrant",
    "servicenow",
    "slack",
)

# Packages that only some functions need; every request needs the rest, through `recollect.serving`.
CAPABILITIES = {
    "recollect.access",
    "recollect.backup",
    "recollect.context",
    "recollect.detection",
    "recollect.discovery",
    "recollect.enrichment",
    "recollect.erasure",
    "recollect.language",
    "recollect.preparing",
    "recollect.tools",
    "recollect.validation",
}
WIRING_OF_ALL = {
    "recollect.wiring.environment",
    "recollect.wiring.process",
    "recollect.wiring.stores",
}
NEEDS: dict[str, set[str]] = {
    "authorize_key": {"access", "wiring.access"},
    "describe_api": set(),
    "store_memory": {"detection", "language", "wiring.memories"},
    "find_memories": {"detection", "language", "wiring.finding", "wiring.memories"},
    "correct_memory": {"detection", "language", "wiring.experience", "wiring.memories"},
    "apply_outcomes": {"detection", "language", "wiring.experience", "wiring.memories"},
    "maintain_memories": {"detection", "language", "wiring.memories"},
    "request_context": {"context", "detection", "language", "wiring.evidence"},
    "ingest_knowledge": {
        "detection",
        "discovery",
        "language",
        "wiring.experience",
        "wiring.knowledge",
        "wiring.servicenow",
    },
    "erase_person": {
        "detection",
        "discovery",
        "enrichment",
        "erasure",
        "language",
        "wiring.erasure",
        "wiring.experience",
        "wiring.knowledge",
        "wiring.memories",
    },
    "prepare_context": {
        "context",
        "detection",
        "discovery",
        "language",
        "preparing",
        "wiring.discovery",
        "wiring.evidence",
        "wiring.finding",
        "wiring.memories",
        "wiring.preparing",
        "wiring.servicenow",
    },
    "build_discovery_pack": {
        "detection",
        "discovery",
        "language",
        "wiring.discovery",
        "wiring.servicenow",
    },
    "call_tool": {"detection", "language", "tools", "wiring.servicenow", "wiring.tools"},
    "serve_mcp": set(),
    "take_backup": {
        "backup",
        "detection",
        "discovery",
        "language",
        "wiring.backup",
        "wiring.experience",
        "wiring.knowledge",
    },
    "validate_response": {"language", "tools", "validation", "wiring.validation"},
    "enrich_tool": {
        "detection",
        "enrichment",
        "language",
        "tools",
        "wiring.enrichment",
        "wiring.servicenow",
    },
}


def needed(modules: set[str]) -> set[str]:
    """The capabilities and wirings among these modules that not every function loads."""
    wirings = {name for name in modules if name.startswith("recollect.wiring.")} - WIRING_OF_ALL
    return {name.removeprefix("recollect.") for name in (modules & CAPABILITIES) | wirings}


@pytest.fixture(scope="module")
def starts() -> dict[str, set[str]]:
    """What each function has imported when it starts."""
    found = all_imported(FLOOR, *([each] for each in HANDLERS))
    return dict(zip((function.name for function in FUNCTIONS), found, strict=True))


@each_case("name", [function.name for function in FUNCTIONS])
def test_a_handler_imports_only_what_it_needs_at_start(
    name: str, starts: dict[str, set[str]]
) -> None:
    modules = starts[name]
    assert modules & NOT_AT_START == set()
    assert needed(modules) == NEEDS[name]
    adapters = {each.removeprefix("recollect.adapters.") for each in modules}
    assert {each for each in adapters if each.startswith(OUTSIDE_SYSTEMS)} == set()
    others = {each for each in modules if each.startswith("functions.") and each.count(".") == 1}
    assert others == {f"functions.{name}"}


def test_the_needs_of_every_function_are_listed() -> None:
    assert set(NEEDS) == {function.name for function in FUNCTIONS}


def test_the_core_imports_no_vendor_library() -> None:
    modules = imported("recollect.memories.finding.search", "recollect.memories.lifecycle.transfer")
    roots = {name.partition(".")[0] for name in modules}
    assert roots & {"httpx", "upstash_vector", "upstash_redis", "aws_lambda_powertools"} == set()


def test_the_client_needs_only_httpx_and_pydantic() -> None:
    needed = {name.partition(".")[0] for name in imported("recollect.client")}
    brought = {name.partition(".")[0] for name in imported("httpx", "pydantic", "annotated_types")}
    others = {each for each in needed - brought if not each.startswith("_")}
    assert others - sys.stdlib_module_names == {"recollect"}
