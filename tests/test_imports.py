"""What a cold start pays for, and that nothing looks at the environment before it is needed."""

import json
import subprocess
import sys

from infra.routes import FUNCTIONS


def imported(*modules: str) -> set[str]:
    """All modules of a fresh interpreter, without an environment, after importing these."""
    program = (
        "import importlib, json, sys\n"
        f"for name in {list(modules)!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(  # noqa: S603  # our own program
        command, env={}, cwd="/", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(json.loads(done.stdout))


HANDLERS = [f"functions.{function.name}.handler" for function in FUNCTIONS]


def test_finding_memories_starts_without_what_it_does_not_need() -> None:
    modules = imported("functions.find_memories.handler")
    unwanted = {"boto3", "botocore.session", "infra", "tests", "fakeredis", "numpy", "starlette"}
    assert modules & unwanted == set()
    assert "recollect.http" in modules


def test_every_handler_is_imported_without_an_environment() -> None:
    modules = imported(*HANDLERS)
    assert set(HANDLERS) <= modules
    assert modules & {"boto3", "infra", "aws_xray_sdk"} == set()


def test_the_core_knows_no_vendor() -> None:
    modules = imported("recollect.memories.searching", "recollect.memories.transfer")
    roots = {name.partition(".")[0] for name in modules}
    assert roots & {"httpx", "upstash_vector", "upstash_redis", "aws_lambda_powertools"} == set()
