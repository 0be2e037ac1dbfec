"""Render the answer to a ContextRequest: why each piece of evidence was kept or dropped."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from recollect.context.affordances import Affordance
from recollect.context.causal_graph import CausalGraph
from recollect.context.result import ContextResult, Explainability, LedgerEntry, SignalValues
from recollect.slicing.slicer import LedgerEntryStage

_BARS: Final = "▁▂▃▄▅▆▇█"
_STYLES: Final[Mapping[LedgerEntryStage, str]] = {
    "kept": "green",
    "ranking": "dim",
    "policy": "red",
    "budget": "yellow",
    "limit": "dim",
}
_LEGEND: Final = "Signals, from the left: " + ", ".join(SignalValues.model_fields)


def context_report(result: ContextResult) -> RenderableType:
    """Summary, ledger, affordances, causal graph, warnings, budget and timings of an answer."""
    return Group(*_parts(result.payload.explainability))


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
    """Every candidate, best first, with its signals as bars and why it was kept or dropped."""
    table = _plain_table(
        Column("#", justify="right"),
        Column("Id", overflow="fold", max_width=24),
        Column("Score", justify="right", no_wrap=True),
        Column("Signals", no_wrap=True),
        Column("Stage", no_wrap=True),
        Column("Explanation", ratio=1),
    )
    for rank, entry in enumerate(ledger, start=1):
        redacted = entry.redacted and entry.reason == "kept"
        stage = Text("redacted" if redacted else entry.stage, style=_STYLES[entry.stage])
        score = "-" if entry.score is None else f"{entry.score:.3f}"
        signals = "-" if entry.signals is None else bars(entry.signals)
        table.add_row(str(rank), entry.id, score, signals, stage, Text(entry.explanation))
    return table


def bars(signals: SignalValues) -> str:
    """A block for each signal, the taller the nearer it is to 1."""
    values: dict[str, float] = signals.model_dump()
    return "".join(_BARS[round(value * (len(_BARS) - 1))] for value in values.values())


def graph_table(graph: CausalGraph) -> Table:
    """The edges of a graph, surest first."""
    table = _plain_table(
        Column("From", overflow="fold"),
        Column("Relation", no_wrap=True),
        Column("To", overflow="fold"),
        Column("Weight", justify="right", no_wrap=True),
    )
    for edge in graph.edges:
        table.add_row(edge.source, edge.type, edge.target, f"{edge.weight:.2f}")
    return table


def _plain_table(*columns: Column) -> Table:
    return Table(*columns, box=None, padding=(0, 1, 0, 0))


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
