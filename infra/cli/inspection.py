"""Why each memory was kept or dropped: the answer of a search as a table."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from recollect.core.ids import GLOBAL_SLUG
from recollect.memories.model import DroppedMemory, DropReason, FoundMemory, SearchResult

# Short, so that an id stands unbroken beside it on a terminal of 80 columns.
REASONS: Mapping[DropReason, str] = {
    "threshold": "not relevant",
    "filter": "filtered out",
    "deleted": "deleted",
    "quarantined": "quarantined",
    "failed": "has failed",
    "stale": "stale",
    "limit": "over limit",
    "size": "too large",
}


def search_tables(result: SearchResult) -> RenderableType:
    """What was kept, and below it what was dropped with its reason."""
    kept = _kept_table(result.results) if result.results else Text("Nothing was kept.")
    return Group(kept, dropped_table(result.dropped)) if result.dropped else kept


def score_columns(*headings: str) -> list[Column]:
    """Columns of numbers."""
    return [Column(heading, justify="right", no_wrap=True) for heading in headings]


def _kept_table(results: tuple[FoundMemory, ...]) -> Table:
    """The results with what they scored; score = relevance · confidence."""
    columns = [*score_columns("Score", "Rel.", "Conf.", "Days"), Column("Memory", ratio=1)]
    table = Table(*columns, title="Kept", title_justify="left")
    for found in results:
        numbers = _numbers(found.score, found.raw_score, found.confidence)
        table.add_row(*numbers, f"{found.age_days:.1f}", _described(found))
    return table


def _described(found: FoundMemory) -> Text:
    memory = found.memory
    text = Text(f"{memory.id}\n", style="dim")
    if memory.metadata.app_slug == GLOBAL_SLUG:
        text.append("(global) ")
    text.append(memory.situation, style="not dim")
    text.append(f"\n→ {memory.decision}", style="not dim bold")
    if memory.metadata.correction:
        text.append(f"\n✗ {memory.metadata.correction}", style="not dim red")
    return text


def dropped_table(dropped: tuple[DroppedMemory, ...]) -> Table:
    """What was not kept, and why; a dash where it was not computed."""
    columns = (Column("Memory", overflow="fold"), Column("Reason", no_wrap=True))
    scores = score_columns("Score", "Rel.", "Conf.")
    table = Table(*scores, *columns, title="Dropped", title_justify="left")
    for memory in dropped:
        numbers = _numbers(memory.score, memory.raw_score, memory.confidence)
        table.add_row(*numbers, memory.id, REASONS[memory.reason])
    return table


def _numbers(*values: float | None) -> list[str]:
    return ["-" if value is None else f"{value:.3f}" for value in values]
