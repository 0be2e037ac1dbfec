"""Why each memory was kept or dropped: the answer of a search as a table."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from recollect.core.ids import GLOBAL_SLUG
from recollect.memories.model import DroppedMemory, DropReason, FoundMemory, SearchResult

# Short, so that an id stands unbroken beside it on a terminal of 80 columns.
REASONS: Mapping[DropReason, str] = {
    "threshold": "not relevant",
    "filter": "filtered out",
    "deleted": "deleted",
    "quarantined": "quarantined",
    "stale": "stale",
    "limit": "over limit",
    "size": "too large",
}


def search_tables(result: SearchResult) -> RenderableType:
    """What was kept, and below it what was dropped with its reason."""
    parts: list[RenderableType] = [kept_table(result.results)]
    if result.dropped:
        parts.append(dropped_table(result.dropped))
    return Group(*parts)


def kept_table(results: tuple[FoundMemory, ...]) -> RenderableType:
    """The results with what they scored; score = relevance · confidence."""
    if not results:
        return Text("Nothing was kept.")
    table = Table(title="Kept", title_justify="left")
    for heading in ("Score", "Rel.", "Conf.", "Days"):
        table.add_column(heading, justify="right")
    table.add_column("Memory", ratio=1)
    for found in results:
        table.add_row(
            f"{found.score:.3f}",
            f"{found.raw_score:.3f}",
            f"{found.confidence:.3f}",
            f"{found.age_days:.1f}",
            _described(found),
        )
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
    table = Table(title="Dropped", title_justify="left")
    for heading in ("Score", "Rel.", "Conf."):
        table.add_column(heading, justify="right")
    table.add_column("Memory", overflow="fold")
    table.add_column("Reason", no_wrap=True)
    for memory in dropped:
        table.add_row(
            _number(memory.score),
            _number(memory.raw_score),
            _number(memory.confidence),
            memory.id,
            REASONS[memory.reason],
        )
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
