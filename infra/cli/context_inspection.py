"""Why each piece of evidence was kept or dropped: a ContextRequest, and its answer as a table."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from recollect.context.affordances import Affordance
from recollect.context.causal_graph import CausalGraph
from recollect.context.request import ContextRequest
from recollect.context.result import (
    ContextResult,
    Explainability,
    LedgerEntry,
    SignalValues,
)
from recollect.core.security_levels import SecurityLevel
from recollect.relevance.filters import Scalar
from recollect.relevance.scoring import QueryType
from recollect.slicing.slicer import Stage

_BARS: Final = "▁▂▃▄▅▆▇█"
_STYLES: Final[Mapping[Stage, str]] = {
    "kept": "green",
    "ranking": "dim",
    "policy": "red",
    "budget": "yellow",
    "limit": "dim",
}
_LEGEND: Final = "Signals, from the left: " + ", ".join(SignalValues.model_fields)


@dataclass(frozen=True, slots=True)
class Question:
    """What the command line asks; `filters` are written `name=value`."""

    text: str | None
    type: QueryType
    start: str | None
    level: SecurityLevel | None
    groups: tuple[str, ...]
    tenant: str | None
    project: str | None
    filters: tuple[str, ...]
    limit: int
    graph: bool | None


def request_of(question: Question) -> ContextRequest:
    """The envelope of a question. Raises ValidationError, and BadParameter for a filter."""
    return ContextRequest.model_validate(
        {
            "meta": {
                "type": "ContextRequest",
                "from": {
                    "type": "developer",
                    "id": "recollect-inspect",
                    "securityLevel": question.level,
                    "authorizedGroups": question.groups or None,
                },
                "tenant": question.tenant,
                "project": question.project,
            },
            "payload": {
                "query": {
                    "type": question.type,
                    "text": question.text,
                    "filters": filters_of(question.filters),
                    "graph_params": {"start_node": question.start} if question.start else None,
                },
                "limit": question.limit,
                "include_graph": question.graph,
            },
        }
    )


def filters_of(written: Sequence[str]) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """Filters by name: one value, or several where the name stands again."""
    found: dict[str, tuple[Scalar, ...]] = {}
    for each in written:
        name, equals, value = each.partition("=")
        if not equals:
            raise typer.BadParameter(f"{each} is no filter: write NAME=VALUE")
        found[name] = (*found.get(name, ()), _scalar(value))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def _scalar(written: str) -> Scalar:
    """A number or a truth value as in JSON, and everything else as a text."""
    try:
        value = json.loads(written)
    except ValueError:
        return written
    return value if isinstance(value, str | int | float) else written


def context_report(result: ContextResult) -> RenderableType:
    """The summary, the ledger, and what else there is to know of an answer."""
    explained = result.payload.explainability
    return Group(*_parts(explained))


def _parts(explained: Explainability) -> Iterator[RenderableType]:
    summary = Text(explained.tldr.summary or "There is nothing to sum up.", style="bold")
    if explained.tldr.citations:
        summary.append(f" [{', '.join(explained.tldr.citations)}]", style="not bold dim")
    yield summary
    if explained.ledger:
        yield Text()
        yield ledger_table(explained.ledger)
        yield Text(_LEGEND, style="dim")
    if explained.affordances:
        yield Text()
        yield from map(_affordance, explained.affordances)
    if explained.causal_graph and explained.causal_graph.edges:
        yield Text()
        yield graph_table(explained.causal_graph)
    if explained.warnings:
        yield Text()
        yield from (Text(f"! {warning}", style="yellow") for warning in explained.warnings)
    yield Text()
    yield Text(_budget(explained), style="dim")
    yield Text(_timings(explained), style="dim")


def ledger_table(ledger: Sequence[LedgerEntry]) -> Table:
    """Every candidate, best first, with its signals as bars and what became of it."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("#", justify="right")
    table.add_column("Id", overflow="fold", max_width=24)
    table.add_column("Score", justify="right", no_wrap=True)
    table.add_column("Signals", no_wrap=True)
    table.add_column("Stage", no_wrap=True)
    table.add_column("Explanation", ratio=1)
    for rank, entry in enumerate(ledger, start=1):
        stage = "redacted" if entry.redacted and entry.reason == "kept" else entry.stage
        table.add_row(
            str(rank),
            entry.id,
            f"{entry.score:.3f}",
            bars(entry.signals),
            Text(stage, style=_STYLES[entry.stage]),
            Text(entry.explanation),
        )
    return table


def bars(signals: SignalValues) -> str:
    """A block for each signal, the taller the nearer it is to 1."""
    values: dict[str, float] = signals.model_dump()
    return "".join(_BARS[round(value * (len(_BARS) - 1))] for value in values.values())


def graph_table(graph: CausalGraph) -> Table:
    """The edges of a graph, surest first."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("From", overflow="fold")
    table.add_column("Relation", no_wrap=True)
    table.add_column("To", overflow="fold")
    table.add_column("Weight", justify="right", no_wrap=True)
    for edge in graph.edges:
        table.add_row(edge.source, edge.type, edge.target, f"{edge.weight:.2f}")
    return table


def _affordance(affordance: Affordance) -> Text:
    text = Text(f"{affordance.confidence:.2f} ")
    text.append(affordance.type, style="bold")
    return text.append(f"  {affordance.description}")


def _budget(explained: Explainability) -> str:
    cut = explained.slicing
    used = cut.budget_used
    return (
        f"Budget: {used.items} items, {used.bytes} bytes, about {used.estimated_tokens} tokens; "
        f"withheld or redacted {cut.total_redacted}, over the budget {cut.total_dropped_budget}"
    )


def _timings(explained: Explainability) -> str:
    times = explained.timings
    sources = "".join(f", {name} {spent} ms" for name, spent in times.sources.items())
    return (
        f"Time: {times.total_ms} ms; retrieval {times.retrieval_ms}, slicing {times.slicing_ms}, "
        f"summarization {times.summarization_ms}{sources}"
    )
