"""The programs of docs/integrations.md run, against the real frameworks."""

import os
import subprocess
import sys

import pytest

from infra.local.platform import RunningPlatform
from recollect.client import AppClient, Recollect
from tests.client.test_docs import ROOT, programs

LANGGRAPH, OPENAI, STRANDS = programs("integrations.md")


@pytest.fixture
def desk(api: Recollect) -> AppClient:
    """The app `desk` of the page; its only memory is about a dark projector."""
    app = api.app("desk")
    for each in list(app.memories()):
        app.forget(each.id)
    app.remember(situation="The projector is dark", decision="Change the lamp", stage="draft")
    return app


def output_of(program: str, url: str, model: str = "") -> str:
    """What a program prints; its `your_model` is replaced by a module beside this one."""
    environment = {**os.environ, "RECOLLECT_URL": url, "OPENAI_AGENTS_DISABLE_TRACING": "1"}
    own = program.replace("from your_model", f"from tests.client.frameworks.{model}")
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", own],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_langgraph_graph_finds_decisions_of_others_and_stores_its_own(
    platform: RunningPlatform, desk: AppClient
) -> None:
    assert output_of(LANGGRAPH, platform.url) == "Change the lamp\n"
    stored = {each.metadata.conversation_id: each.decision for each in desk.memories()}
    assert stored["SCS0001234"] == "Change the lamp"


def test_an_openai_agent_recalls_cites_and_remembers(
    platform: RunningPlatform, desk: AppClient
) -> None:
    assert output_of(OPENAI, platform.url, "openai_desk") == "Change the lamp, please.\n"
    answered, remembered, known = desk.memories()
    assert (answered.situation, answered.decision) == (
        "The projector is dark.",
        "Change the lamp, please.",
    )
    assert answered.metadata.conversation_id == "conv-1"
    assert remembered.decision == "Change the lamp, as before"
    assert known.metadata.votes.citations == 1


def test_a_strands_agent_recalls_cites_and_remembers(
    platform: RunningPlatform, desk: AppClient
) -> None:
    assert output_of(STRANDS, platform.url, "strands_desk") == "Change the lamp, please.\n\n"
    remembered, known = desk.memories()
    assert remembered.decision == "Change the lamp, as before"
    assert known.metadata.votes.citations == 1
