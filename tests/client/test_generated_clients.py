"""Clients generated from the API's OpenAPI document work: a repeated store, a search, a 404."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from infra.local.platform import RunningPlatform
from infra.openapi import FOLDER
from tests.client.test_docs import programs
from tests.node import MODULES, NODE, NPM, PATH

_DESCRIPTION: Final = FOLDER / "openapi.json"


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """What a program prints; it has to succeed. It finds our tools: the generator needs ruff."""
    done = subprocess.run(  # noqa: S603  # generators, a compiler and what they made
        command,
        cwd=cwd,
        env={**os.environ, "PATH": PATH, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_generated_python_client_stores_finds_and_gets_a_404(
    platform: RunningPlatform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = Path(sys.executable).with_name("openapi-python-client")
    place = tmp_path / "recollect_api"
    options = ("--path", _DESCRIPTION, "--output-path", place, "--meta", "none")
    printed = run(generator, "generate", *options, "--fail-on-warning", cwd=tmp_path)
    assert "pieces may be missing" not in printed
    monkeypatch.syspath_prepend(tmp_path)

    def module(name: str) -> Any:
        return importlib.import_module(f"recollect_api.{name}")

    models = module("models")
    app, models = "generated-py", module("models")
    body = models.NewMemory(
        situation="The oven is cold", decision="Light it", stage=models.Stage.DRAFT
    )
    query = models.Search(query="a cold oven")
    store = module("api.store_memory.store_memory").sync_detailed
    find = module("api.find_memories.find_memories").sync
    read = module("api.find_memories.read_memory").sync
    caller = module("client").AuthenticatedClient(base_url=platform.url, token="none")
    with caller as client:
        stored, again = (store(app, client=client, body=body) for _ in range(2))
        found = find(app, client=client, body=query)
        missing = read(app, "mem_0", client=client)

    assert (stored.status_code, again.status_code) == (201, 200)
    assert again.parsed.deduplicated
    assert found.results[0].memory.id == stored.parsed.id
    assert found.results[0].memory.metadata.stage is models.Stage.DRAFT
    assert missing.detail == "there is no memory mem_0 in support:generated-py"


def test_a_generated_typescript_client_and_the_program_of_the_page_work(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    source = ("-i", _DESCRIPTION, "-o", tmp_path / "recollect", "-c", "@hey-api/client-fetch")
    run(NODE, MODULES / ".bin" / "openapi-ts", *source, cwd=NPM)
    shutil.copy(NPM / "drive.ts", tmp_path)
    (program,) = programs("client.md", "typescript")
    (tmp_path / "page.ts").write_text(program, "utf-8")
    compiler = ("--strict", "--skipLibCheck", "--module", "commonjs", "--target", "es2022")
    types = ("--types", "node", "--typeRoots", MODULES / "@types")
    compiled = (tmp_path / "drive.ts", tmp_path / "page.ts")
    run(NODE, MODULES / ".bin" / "tsc", *compiler, *types, *compiled, cwd=NPM)
    answers = json.loads(
        run(NODE, tmp_path / "drive.js", platform.url, "generated-ts", cwd=tmp_path)
    )

    assert answers["statuses"] == [201, 200, 200, 404]
    assert len(set(answers["ids"])) == 1
    assert answers["deduplicated"]
    assert answers["detail"] == "there is no memory mem_0 in support:generated-ts"
    assert "mem_" in run(NODE, tmp_path / "page.js", cwd=tmp_path, RECOLLECT_URL=platform.url)
