"""What the protocol's own conformance suite finds, of the newest revision and the one before.

Its scenarios drive a server that is made for it. Those that a server of tools, resources and
prompts can pass as it is have to; the others may only fail for want of the suite's own tools,
prompts and resources, or of what `/mcp` says it does not do.
"""

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from infra.local.platform import RunningPlatform
from recollect.faces.mcp_messages import LEGACY, MODERN

_MODULES: Final = Path(__file__).parents[1] / "npm" / "node_modules"
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
# They read what only the suite's own server has.
_FIXTURES: Final = ("resources-read-", "resources-templates-read")
# An extension of the protocol that is not offered.
_EXTENSIONS: Final = ("tasks-",)


def checks(url: str, revision: str, folder: Path) -> dict[str, list[dict[str, str]]]:
    """Each scenario's checks."""
    (node,) = _MODULES.glob("node-*/bin/node")
    suite = _MODULES / ".bin" / "conformance"
    command = (node, suite, "server", "--url", url, "--requirements", revision, "-o", folder)
    subprocess.run(command, capture_output=True, check=False, timeout=120)  # noqa: S603  # ours
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
