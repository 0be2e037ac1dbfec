"""Count validations: the counts of a day, measures for CloudWatch, and metrics of several days."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Final, get_args

from pydantic import Field

from recollect.core.measures import LogNote, Measure
from recollect.core.messages import NUMERIC, CamelMessage, Message
from recollect.tools.contract import SECTIONS, SUMMARY_FIELDS
from recollect.validation.models import ContradictedFact, FactKind, ResponseType, ValidationResult
from recollect.validation.results import contract_of

Counts = Mapping[str, int]
"""How often each name was counted; a name is for example `type:overview`."""

_TYPE, _VALID, _MISSING, _UNUSED = "type:", "valid:", "missing:", "unused:"
_CONTRADICTED: Final = "contradicted:"
_OTHER_TOOL: Final = "other"
_ALERTS: Final = "alerts"


class MetricsQuery(Message):
    """The query of `GET /responses/metrics`: how many days, today included."""

    days: Annotated[int, Field(ge=1, le=90), NUMERIC] = 7


class TypeMetrics(CamelMessage):
    """How many answers of a type were valid; `successRate` is from 0 to 1, null without any."""

    total: int
    successful: int
    success_rate: float | None


class MetricsByType(Message):
    """How many answers were valid, by type."""

    field_query: TypeMetrics
    overview: TypeMetrics
    unknown: TypeMetrics


class MissingElement(Message):
    """How many answers lacked a required section."""

    element: str
    count: int


class UnusedTool(CamelMessage):
    """How many answers did not use a tool's summary."""

    tool_name: str
    count: int


class ResponseMetrics(CamelMessage):
    """The validations of a range of days in UTC, both ends included; most frequent items first."""

    days: int
    since: Annotated[date, Field(alias="from")]
    to: date
    total: int
    success_rate: float | None
    by_type: MetricsByType
    missing_elements: tuple[MissingElement, ...]
    unused_tools: tuple[UnusedTool, ...]
    contradictions: tuple[ContradictedFact, ...]
    alerts: int


def counts_of(result: ValidationResult) -> dict[str, int]:
    """How much a validation adds to each counter of its day, by the counter's name."""
    names = [f"{_TYPE}{result.response_type}"]
    if result.valid:
        names.append(f"{_VALID}{result.response_type}")
    if result.alert:
        names.append(_ALERTS)
    names += (f"{_MISSING}{element}" for element in result.missing_elements)
    names += (f"{_UNUSED}{_contract_name(tool)}" for tool in result.tools_with_unused_summaries)
    counts = dict.fromkeys(names, 1)
    for fact in contradicted_facts(result):
        counts[f"{_CONTRADICTED}{fact.tool_name}:{fact.kind}"] = fact.count
    return counts


def contradicted_facts(result: ValidationResult) -> tuple[ContradictedFact, ...]:
    """How many facts each tool contradicts, by kind of fact; without any text of the answer."""
    counts = Counter(
        (_contract_name(fact.tool or ""), fact.kind)
        for fact in result.facts
        if fact.verdict == "contradicted"
    )
    return tuple(
        ContradictedFact(tool_name=tool, kind=kind, count=count)
        for (tool, kind), count in sorted(counts.items())
    )


def _contract_name(tool: str) -> str:
    """A tool's name in the contract, else `other`: names that callers make up are not counted."""
    return contract_of(tool) or _OTHER_TOOL


def measures_of(result: ValidationResult) -> Iterator[Measure]:
    """The measures of a validation for the metrics of CloudWatch."""
    by_type = ("responseType", result.response_type)
    yield Measure("Validations", 1, "Count", by_type)
    if not result.valid:
        yield Measure("InvalidResponses", 1, "Count", by_type)
    for element in result.missing_elements:
        yield Measure("MissingElements", 1, "Count", ("element", element))
    for tool in result.tools_with_unused_summaries:
        yield Measure("UnusedSummaries", 1, "Count", ("tool", _contract_name(tool)))
    for fact in contradicted_facts(result):
        yield Measure("Contradictions", fact.count, "Count", ("tool", fact.tool_name))
        yield Measure("ContradictedFacts", fact.count, "Count", ("kind", fact.kind))
    if result.alert:
        yield Measure("ValidationAlerts", 1, "Count")


def note_of(result: ValidationResult) -> LogNote:
    """The log entry of a validation, without any text of the answer."""
    return LogNote(
        "validation",
        result.level,
        {
            "responseType": result.response_type,
            "responseLength": result.response_length,
            "valid": result.valid,
            "missingElements": ",".join(result.missing_elements),
            "toolsWithUnusedSummaries": ",".join(result.tools_with_unused_summaries),
            "contradictions": ",".join(
                f"{each.tool_name}:{each.kind}" for each in contradicted_facts(result)
            ),
            "alert": result.alert,
        },
    )


def metrics(days: Sequence[date], counts: Iterable[Counts]) -> ResponseMetrics:
    """The metrics of days (at least one, in order) from the counts of each."""
    sums: Counter[str] = Counter()
    for counted in counts:
        sums.update(counted)
    by_type = {each: _of_type(each, sums) for each in get_args(ResponseType)}
    total = sum(each.total for each in by_type.values())
    successful = sum(each.successful for each in by_type.values())
    return ResponseMetrics(
        days=len(days),
        since=days[0],
        to=days[-1],
        total=total,
        success_rate=_rate(successful, total),
        by_type=MetricsByType(**by_type),
        missing_elements=tuple(
            MissingElement(element=name, count=count)
            for name, count in _most_common(_MISSING, SECTIONS, sums)
        ),
        unused_tools=tuple(
            UnusedTool(tool_name=name, count=count)
            for name, count in _most_common(_UNUSED, SUMMARY_FIELDS, sums)
        ),
        contradictions=tuple(_contradictions(sums)),
        alerts=sums[_ALERTS],
    )


def _contradictions(sums: Counter[str]) -> Iterator[ContradictedFact]:
    """The counts by tool and kind, the most frequent first."""
    tools = (*SUMMARY_FIELDS, _OTHER_TOOL)
    for name, count in sums.most_common():
        tool, _, kind = name.removeprefix(_CONTRADICTED).partition(":")
        if name.startswith(_CONTRADICTED) and count and tool in tools:
            for known_kind in get_args(FactKind):
                if known_kind == kind:
                    yield ContradictedFact(tool_name=tool, kind=known_kind, count=count)


def _of_type(name: str, sums: Mapping[str, int]) -> TypeMetrics:
    total, successful = sums[f"{_TYPE}{name}"], sums[f"{_VALID}{name}"]
    return TypeMetrics(total=total, successful=successful, success_rate=_rate(successful, total))


def _rate(successful: int, total: int) -> float | None:
    return successful / total if total else None


def _most_common(prefix: str, names: Iterable[str], sums: Counter[str]) -> list[tuple[str, int]]:
    found = Counter({name: sums[f"{prefix}{name}"] for name in names if sums[f"{prefix}{name}"]})
    return found.most_common()
