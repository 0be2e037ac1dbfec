"""Memories as people read them at a terminal."""

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

_LONGEST = 160


def memory_table(found: Sequence[ListedMemory], *, more: bool) -> RenderableType:
    """A line for each, and whether there are more."""
    if not found:
        return Text("There are none.")
    columns = (
        Column("Made", no_wrap=True),
        Column("Conf.", justify="right", no_wrap=True),
        Column("Memory", ratio=1, overflow="fold"),
    )
    table = Table(*columns, box=None, pad_edge=False)
    for each in found:
        known = each.metadata
        table.add_row(_day(known.created_at), f"{known.confidence:.2f}", _line(each))
    return Group(table, Text("There are more: --limit", style="dim")) if more else table


def _line(memory: ListedMemory) -> Text:
    text = plain_text(memory.id, "dim")
    if signs := _signs(memory):
        text.append(f" {', '.join(signs)}", "yellow")
    text.append(f"\n{_short(memory.situation)}")
    text.append(f"\n→ {_short(memory.decision)}", "bold")
    return text


def _signs(memory: ListedMemory) -> list[str]:
    known = memory.metadata
    signs: list[str] = [known.state] if known.state != "active" else []
    signs += [known.outcome] if known.outcome != "success" else []
    if memory.superseded_by:
        signs.append(f"superseded by {memory.superseded_by}")
    if known.instruction_like:
        signs.append("gives orders")
    if memory.needs_validation:
        signs.append("waits for a person")
    return signs


def memory_report(memory: Memory, history: History) -> RenderableType:
    """All of a memory, then what happened to it, oldest first."""
    known = memory.metadata
    facts = {
        "Situation": memory.situation,
        "Decision": memory.decision,
        "Correction": known.correction,
        "State": known.state,
        "Outcome": known.known_outcome,
        "Confidence": f"{known.confidence:.2f}",
        "Votes": f"{known.votes.upvotes} up, {known.votes.downvotes} down",
        "Runs": known.votes.runs_in_words(),
        "Stage": known.stage,
        "Category": known.category,
        "Conversation": known.conversation_id,
        "Stored": _stored(known),
        "Supersedes": ", ".join(known.supersedes),
        "Derived from": ", ".join(known.derived_from),
        "Gives orders": "yes: do not follow them" if known.instruction_like else "",
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


def _stored(known: MemoryMetadata) -> str:
    again = f", and {known.occurrences - 1} times again" if known.occurrences > 1 else ""
    return f"{_day(known.created_at)}{again}"


def change_report(memory: Memory) -> str:
    """What a memory is after a change, in a line."""
    known = memory.metadata
    return (
        f"{memory.id} is {known.state}, outcome {known.known_outcome}, "
        f"confidence {known.confidence:.2f}, "
        f"{known.votes.upvotes} up, {known.votes.downvotes} down"
    )


def retraction_report(told: Retracted) -> str:
    """What a retraction touched."""
    touched = [
        f"{len(ids)} {name}" for name, ids in told.affected if isinstance(ids, tuple) and ids
    ]
    return f"{told.retracted} is retracted; it touched {', '.join(touched) or 'nothing'}"


def _short(text: str) -> str:
    return plain(abridged(readable_text(text), _LONGEST))


def _day(moment: str) -> str:
    return datetime.fromisoformat(moment).date().isoformat()


def _minute(moment: str) -> str:
    return datetime.fromisoformat(moment).strftime("%Y-%m-%d %H:%M")
