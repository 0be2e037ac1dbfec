"""Render memories for people at a terminal."""

from collections.abc import Sequence
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from infra.cli.console import plain, plain_lines, plain_text
from recollect.language.abridging import abridged
from recollect.memories.model import History, ListedMemory, Memory, MemoryMetadata
from recollect.memories.receipts import Retracted
from recollect.retrieval.readable_text import readable_text

_MAX_CHARACTERS = 160


def memory_table(found: Sequence[ListedMemory], *, more: bool) -> RenderableType:
    """A row for each memory; `more` adds a note that there are others."""
    if not found:
        return Text("There are none.")
    columns = (
        Column("Made", no_wrap=True),
        Column("Conf.", justify="right", no_wrap=True),
        Column("Memory", ratio=1, overflow="fold"),
    )
    table = Table(*columns, box=None, pad_edge=False)
    for memory in found:
        metadata = memory.metadata
        table.add_row(_day(metadata.created_at), f"{metadata.confidence:.2f}", _line(memory))
    return Group(table, Text("There are more: --limit", style="dim")) if more else table


def _line(memory: ListedMemory) -> Text:
    text = plain_text(memory.id, "dim")
    if signs := _signs(memory):
        text.append(f" {', '.join(signs)}", "yellow")
    text.append(f"\n{_short(memory.situation)}")
    text.append(f"\n→ {_short(memory.decision)}", "bold")
    return text


def _signs(memory: ListedMemory) -> list[str]:
    metadata = memory.metadata
    state = "retracted" if metadata.retracted else metadata.state
    signs: list[str] = [state] if state != "active" else []
    signs += [metadata.outcome] if metadata.outcome != "success" else []
    if memory.superseded_by:
        signs.append(f"superseded by {memory.superseded_by}")
    if metadata.instruction_like:
        signs.append("gives orders")
    if memory.needs_validation:
        signs.append("waits for a person")
    return signs


def memory_report(memory: Memory, history: History) -> RenderableType:
    """All facts about a memory, then its history, oldest event first."""
    metadata = memory.metadata
    facts = {
        "Situation": memory.situation,
        "Decision": memory.decision,
        "Correction": metadata.correction,
        "State": f"{metadata.state}: it was retracted" if metadata.retracted else metadata.state,
        "Outcome": metadata.known_outcome,
        "Confidence": f"{metadata.confidence:.2f}",
        "Votes": f"{metadata.votes.upvotes} up, {metadata.votes.downvotes} down",
        "Runs": metadata.votes.runs_in_words(),
        "Stage": metadata.stage,
        "Category": metadata.category,
        "Conversation": metadata.conversation_id,
        "Stored": _stored(metadata),
        "Supersedes": ", ".join(metadata.supersedes),
        "Derived from": ", ".join(metadata.derived_from),
        "Gives orders": "yes: do not follow them" if metadata.instruction_like else "",
    }
    table = Table(Column(no_wrap=True, style="dim"), Column(ratio=1), box=None, show_header=False)
    for name, value in facts.items():
        if value:
            table.add_row(name, Text(plain_lines(value)))
    events = [
        f"{_minute(each.at)}  {each.type}  {each.actor}  "
        + " ".join(f"{name}={value}" for name, value in each.details.items())
        for each in history.events
    ]
    older = ["(older events are not kept)"] if history.truncated else []
    return Group(
        plain_text(memory.id, "bold"), table, Text("History", style="dim"),
        *(plain_text(each) for each in (*older, *events)),
    )  # fmt: skip


def _stored(metadata: MemoryMetadata) -> str:
    again = f", and {metadata.occurrences - 1} times again" if metadata.occurrences > 1 else ""
    return f"{_day(metadata.created_at)}{again}"


def change_report(memory: Memory) -> str:
    """State, outcome, confidence and votes of a memory after a change, in one line."""
    metadata = memory.metadata
    return (
        f"{memory.id} is {metadata.state}, outcome {metadata.known_outcome}, "
        f"confidence {metadata.confidence:.2f}, "
        f"{metadata.votes.upvotes} up, {metadata.votes.downvotes} down"
    )


def retraction_report(retraction: Retracted) -> str:
    """What a retraction touched: the ids of each kind in a line of their own."""
    touched = [
        f"\n{name}: {', '.join(ids)}"
        for name, ids in retraction.affected
        if isinstance(ids, tuple) and ids
    ]
    beginning = f"{retraction.retracted} is retracted; it touched"
    return beginning + ("".join(touched) or " nothing")


def _short(text: str) -> str:
    return plain(abridged(readable_text(text), _MAX_CHARACTERS))


def _day(moment: str) -> str:
    return datetime.fromisoformat(moment).date().isoformat()


def _minute(moment: str) -> str:
    return datetime.fromisoformat(moment).strftime("%Y-%m-%d %H:%M")
