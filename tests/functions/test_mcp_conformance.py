"""`/mcp` under the protocol's own programs: the conformance suite in two revisions, the inspector.

The suite's scenarios expect a server that is made for them. Scenarios that any server of tools,
resources and prompts can pass must pass; the others may fail only for want of the suite's own
tools, prompts and resources, or of a feature that `/mcp` says it does not have.
"""

import json
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from infra.local.platform import RunningPlatform
from recollect.actions.model_tools import NAMES
from recollect.faces.mcp_messages import LEGACY, MODERN
from tests.node import MODULES, NODE, PATH

_PASSES: Final = {
    MODERN: {
        "caching",
        "dns-rebinding-protection",
        "http-header-validation",
        "prompts-list",
        "resources-list",
        "sep-2164-resource-not-found",
        "tools-list",
    },
    LEGACY[0]: {
        "dns-rebinding-protection",
        "ping",
        "prompts-list",
        "resources-list",
        "server-initialize",
        "tools-list",
    },
}
_BESIDE: Final = re.compile(
    r"Unknown (tool|prompt): test_|tool 'test_|'json_schema_2020_12_tool'|x-mcp-header"
    r"|Method not found: (completion/complete|logging/setLevel|resources/subscribe)"
    r"|requestState"
)
# These scenarios read resources that only the suite's own server has.
_FIXTURES: Final = ("resources-read-", "resources-templates-read")
# An extension of the protocol that is not offered.
_EXTENSIONS: Final = ("tasks-",)
_ENVIRONMENT: Final = {**os.environ, "PATH": PATH}


def checks(url: str, revision: str, folder: Path) -> dict[str, list[dict[str, str]]]:
    """Each scenario's checks."""
    suite = MODULES / ".bin" / "conformance"
    command = (NODE, suite, "server", "--url", url, "--requirements", revision, "-o", folder)
    subprocess.run(  # noqa: S603  # npm's, pinned
        command, env=_ENVIRONMENT, capture_output=True, check=False, timeout=120
    )
    found = {}
    for told in folder.glob("server-*/checks.json"):
        scenario = re.sub(r"^server-|-20\d\d-\d\d-\d\dT[\dZ-]+$", "", told.parent.name)
        found[scenario] = json.loads(told.read_text("utf-8"))
    return found


@pytest.mark.parametrize("revision", _PASSES)
def test_the_conformance_suite_finds_nothing_wrong(
    platform: RunningPlatform, tmp_path: Path, revision: str
) -> None:
    found = checks(f"{platform.url}/mcp", revision, tmp_path)
    failed = {
        (scenario, check["id"]): check.get("errorMessage", "")
        for scenario, its in found.items()
        for check in its
        if check["status"] == "FAILURE" and not scenario.startswith((*_FIXTURES, *_EXTENSIONS))
    }
    assert _PASSES[revision] <= set(found)
    assert [each for each in failed if each[0] in _PASSES[revision]] == []
    assert {each: why for each, why in failed.items() if not _BESIDE.search(why)} == {}


def inspected(url: str, *options: str) -> Any:
    """The output of the inspector's command line."""
    inspector = MODULES / ".bin" / "mcp-inspector-cli"
    command: Sequence[str | Path] = (NODE, inspector, "--cli", url, "--transport", "http", *options)
    done = subprocess.run(  # noqa: S603  # npm's, pinned
        command, env=_ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_calls(platform: RunningPlatform) -> None:
    url = f"{platform.url}/mcp"
    tools = inspected(url, "--method", "tools/list")["tools"]
    given = ("--tool-arg", "query=x", "--tool-arg", "tenant=nobody-s")
    told = inspected(url, "--method", "tools/call", "--tool-name", "get_context", *given)
    assert [each["name"] for each in tools] == list(NAMES)
    assert told["content"][0]["text"].startswith("Nothing relevant is known.\n")
