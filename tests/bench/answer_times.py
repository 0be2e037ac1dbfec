"""How long it takes to check answers and to summarise tickets: the pure rules, and one request.

An answer of 4,000 characters is held against five results, then answers and summaries that grow,
so that a rule that is not linear shows. A case with 500 journal entries is told; tools are called
and answers validated on the local platform.
"""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import httpx
from pydantic import JsonValue

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions, running_platform
from recollect.servicedesk.tickets import JournalEntry, Ticket
from recollect.tools.contract import SUMMARY_FIELDS
from recollect.tools.summaries.tickets import ticket_summary
from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest
from tests.bench.corpus import decisions
from tests.bench.timing import p50, p95, parts

_WARM_UP = 10
_TOOLS = ("getCase", "getIncident", "getJournalEntries", "searchCMDB", "list_service_cases")
_NOW = datetime(2026, 10, 28, 15, 30, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """The times of one kind of work, in milliseconds."""

    case: str
    runs: int
    p50: float
    p95: float


def measure_answers(runs: int) -> list[AnswerTimes]:
    """Measure all kinds of work."""
    return [
        *(
            _timed(
                f"validate {size:,} characters, 5 results of {result:,}",
                runs,
                _validation(size, result),
            )
            for size, result in ((4_000, 2_000), (25_000, 2_000), (100_000, 2_000), (4_000, 30_000))
        ),
        *(
            _timed(f"validate {size:,} characters, 5 lists of 20 orders", runs, _orders(size))
            for size in (4_000, 25_000)
        ),
        _timed("tell a case with 500 journal entries", runs, _summarised),
        *_requests(runs),
    ]


def _timed(case: str, runs: int, work: Callable[[], object]) -> AnswerTimes:
    gc.freeze()  # as the validating function does at its start
    times = []
    for _ in range(runs + _WARM_UP):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return AnswerTimes(case, runs, p50(times[_WARM_UP:]), p95(times[_WARM_UP:]))


def _validation(size: int, result: int) -> Callable[[], object]:
    request = ValidateRequest(
        response=f"*Summary*\n{_prose(size)}"[:size],
        tool_calls=tuple(
            ToolCall(tool_name=tool, result=_result(tool, result, place))
            for place, tool in enumerate(_TOOLS)
        ),
    )
    return lambda: validate(request)


def _orders(size: int) -> Callable[[], object]:
    """An answer that states the fields of each order."""
    states = ("shipped", "processing", "cancelled")
    orders: list[dict[str, JsonValue]] = [
        {
            "order": f"KM-{70_000 + place}",
            "customer": f"Customer {place}",
            "status": states[place % len(states)],
            "total": 20.5 + place,
            "due_date": f"2026-05-{place % 28 + 1:02}",
        }
        for place in range(100)
    ]
    lists = (orders[begin : begin + 20] for begin in range(0, 100, 20))
    calls = [
        ToolCall(tool_name="list_orders", result={"orders": list[JsonValue](each)})
        for each in lists
    ]
    told = " ".join(
        f"Order {each['order']} is {each['status']}, its total is {each['total']} euros."
        for each in orders
    )
    request = ValidateRequest(response=(told * (size // len(told) + 1))[:size], tool_calls=calls)
    return lambda: validate(request)


def _result(tool: str, size: int, place: int) -> JsonValue:
    text = (
        f"Summary\n\n{_prose(size + 100 * place)[100 * place :]}\n\nCurrent State\n\nStatus: Open"
    )
    return {SUMMARY_FIELDS[tool][0]: text, "raw": {"description": text, "number": f"SCS{place:07}"}}


def _prose(size: int) -> str:
    lines = [f"{each.situation} {each.decision}" for each in decisions(size // 60 + 1)]
    return "\n".join(lines)[:size]


def _summarised() -> object:
    return ticket_summary(_TICKET, journal=_JOURNAL, similar=("SCS0012300",), now=_NOW)


_TICKET = Ticket(
    sys_id="0" * 32,
    number="SCS0012345",
    short_description="Email server down",
    description="<p>Users in <b>Finance</b> report that mail does not arrive.</p>" * 20,
    state="Open",
    priority="2 - High",
)
_JOURNAL: Sequence[JournalEntry] = [
    JournalEntry(
        element="work_notes",
        value=f"[code]<p>Entry {place}</p>{'<p>Checked the <b>mail flow</b>.</p>' * 30}[/code]",
        sys_created_on=_NOW - timedelta(minutes=place),
        sys_created_by="jsmith",
    )
    for place in range(500)
]


def _requests(runs: int) -> list[AnswerTimes]:
    options = PlatformOptions(workers=1, extra_environment={"LOG_LEVEL": "ERROR"})
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        with httpx.Client(base_url=platform.url, timeout=30) as client:
            call: dict[str, JsonValue] = {"arguments": {"caseNumber": "SCS0001234"}}
            told = client.post("/tools/getCase", json=call).raise_for_status().json()
            answer = {
                "response": _prose(4_000),
                "toolCalls": [{"toolName": "getCase", "result": told}] * 5,
            }
            return [
                *_request_times(client, "POST /tools/getCase", runs, "/tools/getCase", call),
                *_request_times(
                    client, "POST /responses/validate", runs, "/responses/validate", answer
                ),
            ]


def _request_times(
    client: httpx.Client, case: str, runs: int, path: str, body: object
) -> tuple[AnswerTimes, AnswerTimes]:
    own: list[float] = []
    whole = _timed(
        f"{case}, whole",
        runs,
        lambda: own.append(parts(client.post(path, json=body).raise_for_status())["own"]),
    )
    counted = own[_WARM_UP:]
    return whole, AnswerTimes(f"{case}, own share", runs, p50(counted), p95(counted))
