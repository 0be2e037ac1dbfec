"""Render the answer to a search as tables: why each memory was kept or dropped."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from infra.cli.console import plain_lines, plain_text
from recollect.core.ids import GLOBAL_SLUG
from recollect.memories.model import Memory
from recollect.memories.search_result import (
    HARDLY_BELIEVED,
    NO_LONGER_VALID,
    NO_MEMORIES,
    DroppedMemory,
    DropReason,
    FailedMemory,
    FoundMemory,
    SearchResult,
)
from recollect.relevance.misspellings import correction_note

# Short, so that an id stands unbroken beside it on a terminal of 80 columns.
REASONS: Mapping[DropReason, str] = {
    "threshold": "not relevant",
    "filter": "filtered out",
    "deleted": "deleted",
    "quarantined": "quarantined",
    "archived": "archived",
    "failed": "has failed",
    "stale": "stale",
    "superseded": "superseded",
    "duplicate": "said twice",
    "withheld": "withheld",
    "limit": "over limit",
    "size": "too large",
}


def search_tables(result: SearchResult) -> RenderableType:
    """Tables of the memories that were kept, that failed before, and that were dropped."""
    return Group(*_tables(result))


def _tables(result: SearchResult) -> Iterator[RenderableType]:
    nothing = NO_MEMORIES if result.empty else "Nothing was kept."
    yield _kept_table(result.results) if result.results else Text(nothing)
    if note := correction_note(result.read_as):
        yield plain_text(f"! {note}", "yellow")
    if result.no_longer_valid:
        yield plain_text(f"! {NO_LONGER_VALID}: {', '.join(result.no_longer_valid)}", "yellow")
    if result.stale:
        yield plain_text(f"! {HARDLY_BELIEVED}: {', '.join(result.stale)}", "yellow")
    if result.warnings:
        yield _failed_table(result.warnings)
    if result.dropped:
        failed = {each.memory.id: each.memory.situation for each in result.warnings}
        yield dropped_table(result.dropped, failed)


def score_columns(*headings: str) -> list[Column]:
    """Columns for numbers."""
    return [Column(heading, justify="right", no_wrap=True) for heading in headings]


def _kept_table(results: tuple[FoundMemory, ...]) -> Table:
    """The results with their scores; score = relevance · confidence."""
    columns = [*score_columns("Score", "Rel.", "Conf.", "Days"), Column("Memory", ratio=1)]
    table = Table(*columns, title="Kept", title_justify="left")
    for found in results:
        numbers = _numbers(found.score, found.raw_score, found.confidence)
        described = _described(found.memory, found.memory.metadata.correction)
        if notes := "; ".join(_ranking_notes(found)):
            described.append(f"\n{notes}", style="not dim yellow")
        table.add_row(*numbers, f"{found.age_days:.1f}", described)
    return table


def _ranking_notes(found: FoundMemory) -> Iterator[str]:
    """What decides a result's rank besides its score."""
    if found.agreement is not None:
        yield f"agreement {found.agreement:.2f}"
    if found.unproven:
        yield "unproven"
    if found.learned is not None and found.learned.demoted == "fewer_judges":
        yield "fewer judges stand by it"
    if found.does_harm:
        yield "runs end worse with it"
    if found.superseded_by:
        yield f"superseded by {found.superseded_by}"
    if found.no_longer_valid:
        yield "no longer valid"
    if found.conflicts_with:
        yield f"contested by {', '.join(found.conflicts_with)}"
    if found.memory.metadata.instruction_like:
        yield "gives orders"


def _failed_table(warnings: Sequence[FailedMemory]) -> Table:
    """What was tried in similar situations and failed, and why, if somebody gave a reason."""
    columns = [*score_columns("Rel."), Column("Memory", ratio=1)]
    table = Table(*columns, title="Failed before", title_style="bold red", title_justify="left")
    for failed in warnings:
        table.add_row(*_numbers(failed.raw_score), _described(failed.memory, failed.reason))
    return table


def _described(memory: Memory, correction: str | None) -> Text:
    text = Text(f"{memory.id}\n", style="dim")
    if memory.metadata.app_slug == GLOBAL_SLUG:
        text.append("(global) ")
    text.append(plain_lines(memory.situation), style="not dim")
    text.append(f"\n→ {plain_lines(memory.decision)}", style="not dim bold")
    if correction:
        text.append(f"\n✗ {plain_lines(correction)}", style="not dim red")
    return text


def dropped_table(dropped: Sequence[DroppedMemory], situations: Mapping[str, str]) -> Table:
    """The dropped memories, each with the reason; a dash where there is no number.

    `situations` has the situation of a memory by its id, where it is known.
    """
    columns = (Column("Memory", overflow="fold"), Column("Reason", no_wrap=True))
    scores = score_columns("Score", "Rel.", "Conf.")
    table = Table(*scores, *columns, title="Dropped", title_justify="left")
    for memory in dropped:
        numbers = _numbers(memory.score, memory.raw_score, memory.confidence)
        named = plain_text(memory.id)
        if instead := memory.superseded_by or memory.duplicate_of:
            named.append("\n").append_text(plain_text(f"by {instead}", "dim"))
        if memory.id in situations:
            named.append("\n").append_text(plain_text(situations[memory.id], "dim"))
        table.add_row(*numbers, named, REASONS[memory.reason])
    return table


def _numbers(*values: float | None) -> list[str]:
    return ["-" if value is None else f"{value:.3f}" for value in values]
