"""Requests made up from openapi.json, against the platform with the sample data: `make fuzz`.

Schemathesis makes requests that the description allows, and others. Whatever comes, no answer is a
5xx, and each has a status, a content type and a body as described.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from infra.cli.sample_data import memory_files, sample_business_contexts, seed
from infra.cli.stores import platform_target
from infra.local.options import PlatformOptions
from infra.local.platform import running_platform
from infra.local.tokens import SCOPES, issue_token, load_secret
from infra.openapi import describe

_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends the requests: whether the platform requires tokens, and the token that is sent."""

    name: str
    auth: bool
    token: str = ""


def callers(secret: str) -> Iterator[Caller]:
    """The developer, and callers without a token, with every right and with hardly any."""
    yield Caller("without --auth", auth=False)
    yield Caller("no token", auth=True)
    everything = issue_token(
        secret,
        subject="fuzz",
        apps=("*",),
        scopes=SCOPES,
        security_level="restricted",
        groups=("*",),
        tenants=("*",),
        customers=("*",),
        max_trust=1.0,
        relay=True,
    )
    yield Caller("every right", auth=True, token=everything)
    little = issue_token(
        secret, subject="visitor", apps=("epic-web",), scopes=SCOPES, security_level="public"
    )
    yield Caller("few rights", auth=True, token=little)


def description() -> str:
    """The description of the API, in which path parameters with known values may take these."""
    known = {
        "app_slug": [name for name, _ in memory_files()],
        "toolName": ["getCase", "searchCases", "getCaseJournal", "oc_diagnostic_pod_health"],
        "entity_name": [each.entity_name for each in sample_business_contexts()],
    }
    document = describe()
    for path in document["paths"].values():
        for operation in path.values():
            for each in operation["parameters"]:
                if each["name"] in known and each["in"] == "path":
                    each["schema"] = {"anyOf": [{"enum": known[each["name"]]}, each["schema"]]}
    return json.dumps(document)


def fuzz(caller: Caller, place: Path, logs: int, examples: int, seed_number: int) -> bool:
    """Send `examples` made-up requests as this caller to each route; whether all checks passed."""
    options = PlatformOptions(
        auth=caller.auth, data_dir=place if caller.auth else None, function_logs=logs
    )
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", str(place / "openapi.json")),
        *("--checks", ",".join(_CHECKS), "--phases", "examples,coverage,fuzzing"),
        *("--max-examples", str(examples), "--seed", str(seed_number)),
        *("--suppress-health-check", "all", "--warnings", "off", "--continue-on-failure"),
        *(("--header", f"Authorization: Bearer {caller.token}") if caller.token else ()),
    ]
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        sys.stdout.write(f"\n=== {caller.name}\n")
        sys.stdout.flush()
        run = subprocess.run([*command, "--url", platform.url], check=False)  # noqa: S603 - ours
    return run.returncode == 0


def main() -> int:
    """Fuzz as each caller; return 1 if any check failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--examples", type=int, default=60, help="of each route and caller")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "openapi.json").write_text(description(), encoding="utf-8")
        asked = list(callers(load_secret(place)))
        logs = os.open(os.devnull, os.O_WRONLY)
        fine = [fuzz(each, place, logs, options.examples, options.seed) for each in asked]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
