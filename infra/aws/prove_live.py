"""`make prove-live`: prove what only real accounts can prove, on an open stage `dev` of its own.

It creates the stores' secrets, deploys, runs the contract tests of the stores against Upstash and a
memory's life cycle through the API, measures, and removes the stage and the secrets again, also if
something fails or somebody interrupts it. docs/unproved.md says what this proves.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from infra.aws.names import Names
from infra.routes import FUNCTIONS
from recollect.client import ClientError as ApiError
from recollect.client import Recollect

NAMES: Final = Names("dev")
CONTEXT: Final = "CONTEXT=stage=dev open=true"
VARIABLES: Final = (
    "UPSTASH_VECTOR_REST_URL",
    "UPSTASH_VECTOR_REST_TOKEN",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_REDIS_REST_TOKEN",
)
OUTPUTS: Final = Path("build/outputs.json")
READ_ONLY: Final = "UPSTASH_VECTOR_REST_READONLY_TOKEN"
_TIMED_SEARCHES: Final = 200
_TIMEOUT_SECONDS: Final = 120.0
# The type of Lambda's report of an invocation, which is JSON because of the stack's log format.
_REPORT: Final = '"platform.report"'
_START_METRICS: Final = ("initDurationMs", "restoreDurationMs")

Run = Callable[[Sequence[str]], int]


class NotReadyError(Exception):
    """Nothing was started; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class LiveProof:
    """A claim that was tested, whether it holds, and a note of what was measured or went wrong."""

    what: str
    holds: bool
    told: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all proofs. Returns 0 if all hold, 1 if one does not, 2 if nothing could be started."""
    parser = argparse.ArgumentParser(prog="make prove-live", description=__doc__)
    parser.add_argument("--report", type=Path, help="also write what was found there, as JSON")
    given = parser.parse_args(arguments)
    try:
        proofs = list(prove(os.environ, OUTPUTS, _run, _say))
    except (NotReadyError, BotoCoreError, ClientError) as error:
        sys.stderr.write(f"Nothing was proved: {error}\n")
        return 2
    if given.report is not None:
        given.report.write_text(json.dumps([asdict(each) for each in proofs], indent=2) + "\n")
    return 0 if all(each.holds for each in proofs) else 1


def prove(
    environment: Mapping[str, str],
    outputs: Path,
    run: Run,
    say: Callable[[str], None],
    searches: int = _TIMED_SEARCHES,
) -> Iterator[LiveProof]:
    """Run all proofs, one after the other; each result is passed to `say` at once.

    `outputs` is the file to which a deployment writes the outputs of its stack; `searches` is how
    many searches are timed. Raises NotReadyError.
    """

    def reported(proof: LiveProof) -> LiveProof:
        say(f"{'holds' if proof.holds else 'FAILS'}  {proof.what}: {proof.told}")
        return proof

    missing = [name for name in (*VARIABLES, READ_ONLY) if not environment.get(name)]
    if missing:
        raise NotReadyError(f"set {', '.join(missing)}")
    if _is_deployed():
        raise NotReadyError(f"{NAMES.base} is deployed already, and would be destroyed")
    try:
        with _secrets(environment):
            began = time.monotonic()
            deployed = run(["make", "deploy", CONTEXT]) == 0
            url = _url(outputs) if deployed else ""
            took = f"{time.monotonic() - began:.0f} s"
            yield reported(LiveProof("a stage is deployed", bool(url), took))
            if url:
                yield from map(reported, _prove_stage(url, run, searches))
    finally:
        gone = run(["make", "destroy", CONTEXT]) == 0 and not _is_deployed()
        left = "nothing of it is left" if gone else f"look at the stack {NAMES.base} yourself"
        proof = reported(LiveProof("the stage is taken away", gone, left))
    yield proof


def _prove_stage(url: str, run: Run, searches: int) -> Iterator[LiveProof]:
    contract = run([sys.executable, "-m", "pytest", "-q", "-m", "live", "tests/adapters/contract"])
    yield LiveProof("Upstash keeps the stores' contract", contract == 0, "pytest -m live")
    try:
        yield from _prove_api(url, searches)
    except ApiError as error:
        yield LiveProof("a memory lives through the API", holds=False, told=str(error))
    yield from _cold_starts()


def _prove_api(url: str, searches: int) -> Iterator[LiveProof]:
    """Prove a memory's life cycle through the API, and time searches. Raises ClientError."""
    with Recollect(url) as api:
        app = api.app(f"prove-{int(time.time())}")
        situation = "The projector of room 4 stays dark although its lamp is new."
        stored = app.remember(situation=situation, decision="Took the lens cap off.", stage="draft")
        lag = _until_found(
            lambda: [each.memory.id for each in app.find(situation).results], stored.id
        )
        note = f"{lag:.1f} s after it was stored" if lag is not None else "not within two minutes"
        yield LiveProof("what was stored is found", lag is not None, note)
        app.cite(run_id="prove-1", memory_ids=[stored.id])
        app.vote(stored.id, "upvote", voter_id="prover")
        corrected = app.correct(stored.id, "Look for the lens cap first.")
        votes = corrected.metadata.votes
        yield LiveProof(
            "votes, citations and corrections count",
            (votes.upvotes, votes.citations, corrected.metadata.outcome) == (1, 1, "corrected"),
            f"{votes.upvotes} upvote, {votes.citations} citation, {corrected.metadata.outcome}",
        )
        times = sorted(_timed(lambda: app.find(situation)) for _ in range(searches))
        yield LiveProof(
            "searches answer",
            holds=True,
            told=f"{searches} of them from here: median {statistics.median(times) * 1000:.0f} ms, "
            f"p95 {times[int(len(times) * 0.95)] * 1000:.0f} ms",
        )
        gone = app.forget(stored.id)
        yield LiveProof(
            "what is forgotten goes", gone.deleted_count == 1, f"{gone.deleted_count} memory"
        )


def _until_found(ask: Callable[[], Sequence[str]], wanted: str) -> float | None:
    began = time.monotonic()
    while wanted not in ask():
        if time.monotonic() - began > _TIMEOUT_SECONDS:
            return None
        time.sleep(0.5)
    return time.monotonic() - began


def _timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def _cold_starts() -> Iterator[LiveProof]:
    """Read from Lambda's logs how long functions took to start; the lines appear within seconds."""
    logs = boto3.client("logs")
    for function in FUNCTIONS:
        name = f"/aws/lambda/{NAMES.function(function.name)}"
        try:
            events = logs.filter_log_events(logGroupName=name, filterPattern=_REPORT)["events"]
        except ClientError as error:
            yield LiveProof(f"{function.name} starts", holds=False, told=str(error))
            continue
        starts = [each for event in events for each in _starts_in(event["message"])]
        if starts:
            note = f"{len(starts)} starts, median {statistics.median(starts):.0f} ms"
            yield LiveProof(f"{function.name} starts", holds=True, told=note)


def _starts_in(line: str) -> list[float]:
    """The durations of starts in a report of Lambda, in milliseconds; empty without a start."""
    metrics: Mapping[str, float] = json.loads(line)["record"]["metrics"]
    return [metrics[each] for each in _START_METRICS if each in metrics]


def _is_deployed() -> bool:
    """Whether the stage is deployed: it is if its access log exists."""
    name = f"/aws/apigateway/{NAMES.base}"
    groups = boto3.client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
    return any(each["logGroupName"] == name for each in groups)


def _url(outputs: Path) -> str:
    """The URL of the stage, from the outputs of its deployment; "" if there is none."""
    by_stack: dict[str, dict[str, str]] = (
        json.loads(outputs.read_text()) if outputs.exists() else {}
    )
    return by_stack.get(NAMES.base, {}).get("ApiUrl", "")


@contextmanager
def _secrets(environment: Mapping[str, str]) -> Iterator[None]:
    """Create the secrets of the stage, and delete them when the block ends."""
    full = {name: environment[name] for name in VARIABLES}
    reading = full | {"UPSTASH_VECTOR_REST_TOKEN": environment[READ_ONLY]}
    manager: Any = boto3.client("secretsmanager")
    created: list[str] = []
    try:
        for holds, values in (("stores", full), ("stores-read-only", reading)):
            name = NAMES.secret(holds)
            manager.create_secret(Name=name, SecretString=json.dumps(values))
            created.append(name)
        yield
    finally:
        for name in created:
            manager.delete_secret(SecretId=name, ForceDeleteWithoutRecovery=True)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _run(command: Sequence[str]) -> int:
    return subprocess.run(command, check=False).returncode  # noqa: S603  # our own commands


if __name__ == "__main__":
    sys.exit(main())
