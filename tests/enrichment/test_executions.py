"""A tool's execution as it is published on the bus and stored by its listeners."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime

from hypothesis import given, settings
from pydantic import JsonValue
from typing_extensions import override

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.errors import StoreTimeout
from recollect.enrichment.executions import ExecutionPublisher, Run, ToolExecuted, publish_execution
from recollect.enrichment.keeping import execution_record
from recollect.enrichment.models import NewExecution
from recollect.tools.memory_context import Enrichment
from tests.enrichment.arguments import ARGUMENTS

NOW = datetime(2026, 1, 15, 9, 30, 0, 120_000, tzinfo=UTC)
TOOL = "oc_diagnostic_pod_health"


@dataclass
class Bus(ExecutionPublisher):
    """A bus that accepts everything, or is down."""

    told: list[ToolExecuted] = field(default_factory=list)
    is_down: bool = False

    @override
    async def publish(self, executed: ToolExecuted, at: datetime) -> None:
        if self.is_down:
            raise StoreTimeout("eventbridge", "did not answer")
        self.told.append(executed)


def run(arguments: dict[str, JsonValue], result: JsonValue = "Pods crash.") -> Run:
    return Run(TOOL, arguments, result, "s-1", ALL_CUSTOMERS)


def heard(event: ToolExecuted) -> ToolExecuted:
    """The event as a listener on the bus receives it."""
    return ToolExecuted.model_validate_json(event.model_dump_json())


@settings(max_examples=25)
@given(ARGUMENTS)
def test_a_published_execution_is_stored_as_if_by_the_caller(values: dict[str, JsonValue]) -> None:
    stored = execution_record(
        TOOL, NewExecution(arguments=values, result=values, session_id="s-1"), NOW
    )
    assert heard(run(values, values).event(NOW)).record() == stored


def test_no_secret_is_published_on_the_bus() -> None:
    secret = "hunter2¦Zq9x".replace("¦", "")
    told = run({"password": secret}, {"note": f"password={secret}", "mail": "jane.doe@example.com"})
    sent = told.event(NOW).model_dump_json()
    assert secret not in sent
    assert "jane.doe@example.com" not in sent


def test_a_published_run_has_its_enrichment_and_its_customers() -> None:
    enriched = Enrichment({}, "used", count=2, seconds=0.031)
    told = Run(TOOL, {}, {"account": "Altus"}, None, Customers.of(["Altus", "Nord"]), enriched)
    event = told.event(NOW)
    assert {"mem_ctx:used", "mem_ctx:count:2", "mem_ctx:latency:50"} <= set(event.tags)
    assert (event.customers, event.session_key) == (("altus",), "")


def test_hints_given_to_a_tool_are_not_remembered_again() -> None:
    hint = "Seen before (score 0.82): The limit was raised."
    told: JsonValue = {"total": 2, "hints": [hint], "summary": f"1 of 2 pods fails.\n{hint}"}
    event = run({}, told).event(NOW)
    assert "Seen before" not in event.model_dump_json()
    assert "1 of 2 pods fails." in event.snippet


def test_a_bus_that_is_down_is_counted_and_raises_no_error() -> None:
    up, down = Bus(), Bus(is_down=True)
    told = asyncio.run(publish_execution(run({}), NOW, up))
    lost = asyncio.run(publish_execution(run({}), NOW, down))
    assert (told.name, len(up.told)) == ("ToolExecutionsTold", 1)
    assert (lost.name, lost.dimension) == ("ToolExecutionsLost", ("reason", "timeout"))
