"""A discovery pack for somebody who picks a case up: what is urgent first, then what may help."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from infra.cli.terminal import plain
from recollect.discovery.schema import (
    MAX_PACK_BYTES,
    BusinessContextSummary,
    CaseContextSummary,
    ChangeWindow,
    CmdbHits,
    CmdbItem,
    DiscoveryPack,
    Exemplars,
    PackMetadata,
    PolicyAlert,
    RelatedItem,
    Severity,
    SimilarCases,
    SlackRecent,
)

_M = TypeVar("_M", bound=BaseModel)

_STYLES: Final[Mapping[Severity, str]] = {
    "critical": "bold red",
    "warning": "yellow",
    "info": "cyan",
}
_INDENT: Final = (0, 0, 0, 2)
_SLACK_TS: Final = re.compile(r"[0-9]{10}\.[0-9]+")


def pack_report(pack: DiscoveryPack, cache: str, size: int) -> RenderableType:
    """The pack for people; `cache` is hit or miss, `size` in bytes."""
    return Group(*_parts(pack), Text(), Text(_footer(pack, cache, size), style="dim"))


def _parts(pack: DiscoveryPack) -> Iterator[RenderableType]:
    yield alerts_table(pack.policy_alerts)
    if pack.business_context:
        yield from _headed("Customer", _customer(pack.business_context))
    elif pack.metadata.company_name:
        yield from _headed("Customer", Text(plain(pack.metadata.company_name), style="bold"))
    if pack.case_context:
        yield from _headed("Thread", _thread(pack.case_context))
    if pack.slack_recent:
        yield from _headed("Recent messages", _messages(pack.slack_recent))
    if pack.similar_cases:
        yield from _headed("Similar cases", cases_table(pack.similar_cases))
    if pack.cmdb_hits:
        yield from _headed("Configuration items", items_tree(pack.cmdb_hits))
    if pack.muscle_memory_exemplars:
        yield from _headed("What worked before", _exemplars(pack.muscle_memory_exemplars))


def _headed(title: str, section: RenderableType) -> Iterator[RenderableType]:
    yield Text()
    yield Text(title, style="bold underline")
    yield Padding(section, _INDENT)


def alerts_table(alerts: tuple[PolicyAlert, ...] | None) -> RenderableType:
    """What is urgent, most severe first; nothing to know is not the same as nothing known."""
    if alerts is None:
        return Text("Alerts: not known", style="yellow")
    if not alerts:
        return Text("No alerts", style="green")
    table = _grid()
    for alert in alerts:
        style = _STYLES[alert.severity]
        table.add_row(Text(alert.severity.upper(), style=style), Text(plain(alert.message), style))
        for line in _details(alert):
            table.add_row("", Text(line, style="dim"))
    return table


def _details(alert: PolicyAlert) -> Iterator[str]:
    """When SLAs end and changes are under way; the message says the rest."""
    for change in _read(ChangeWindow, alert, "changes"):
        window = f"{_moment(change.start)} to {_moment(change.end)}"
        yield plain(f"{change.number} ({change.state}), {window} UTC")
    for sla in _read(_Sla, alert, "slas"):
        yield plain(f"{sla.name}: {_moment(sla.breachAt)} UTC")


class _Sla(BaseModel):
    name: str
    breachAt: str  # noqa: N815  # the name in the pack


def _read(model: type[_M], alert: PolicyAlert, name: str) -> Iterator[_M]:
    """What an alert lists under a name, as far as it is as we know it."""
    listed = (alert.details or {}).get(name)
    for each in listed if isinstance(listed, list) else ():
        with suppress(ValidationError):
            yield model.model_validate(each)


def _customer(customer: BusinessContextSummary) -> RenderableType:
    kind = ", ".join(filter(None, (customer.entity_type, customer.industry)))
    name = Text(plain(customer.entity_name), style="bold")
    if kind:
        name.append(f"  {plain(kind)}", style="not bold dim")
    lines = (", ".join(customer.aliases or ()), customer.service_details)
    labelled = zip(
        ("Also called", "Service", "Uses"), (*lines, customer.technology_portfolio), strict=True
    )
    table = _grid()
    for label, value in labelled:
        if value:
            table.add_row(Text(label, style="dim"), Text(plain(value)))
    return Group(name, table) if table.row_count else name


def _thread(thread: CaseContextSummary) -> Text:
    return Text(
        plain(
            f"{thread.case_number} in {thread.channel_id}, {thread.thread_ts}: "
            f"{thread.message_count} messages, first seen {_moment(thread.detected_at)} UTC, "
            f"last changed {_moment(thread.last_updated)} UTC"
        )
    )


def _messages(recent: SlackRecent) -> Table:
    table = _grid(first_width=16)
    for message in recent.messages:
        said = Text(plain(message.text))
        if message.role == "assistant":
            said = Text("Assistant: ", style="magenta").append_text(said)
        table.add_row(Text(_moment(message.timestamp or ""), style="dim"), said)
    return table


def cases_table(similar: SimilarCases) -> Table:
    """Resolved cases, most similar first, each with its score."""
    table = _grid()
    for case in similar.cases:
        found = Text(plain(case.case_number), style="bold")
        found.append(f"\n{plain(case.excerpt)}", style="not bold")
        if case.url:
            url = plain(case.url)
            found.append(f"\n{url}", style=Style(bold=False, dim=True, link=url))
        table.add_row(Text(f"{case.score} %", style="green"), found)
    return table


def items_tree(hits: CmdbHits) -> RenderableType:
    """Configuration items, and below each what hangs together with it."""
    return Group(*map(_item_tree, hits.items))


def _item_tree(item: CmdbItem) -> Tree:
    label = _item(item).append(f"\n{plain(item.match_reason)}", style="not bold green")
    tree = Tree(label, guide_style="dim")
    for related in item.related_items or ():
        tree.add(_item(related))
    return tree


def _item(item: RelatedItem) -> Text:
    known = (
        item.class_name,
        ", ".join(item.ip_addresses or ()),
        item.environment,
        item.owner_group,
    )
    described = ", ".join(filter(None, known))
    text = Text(plain(item.name), style="bold")
    return text.append(f"  {plain(described)}", style="not bold dim") if described else text


def _exemplars(found: Exemplars) -> Table:
    table = _grid()
    for each in found.exemplars:
        told = Text(f"{plain(each.case_number)} {plain(each.interaction_type)}", style="bold")
        told.append(f"  {each.outcome}, quality {each.quality_score:.2f}", style="not bold dim")
        told.append(f"\n{plain(each.summary)}\n", style="not bold")
        told.append(f"→ {plain(each.action_taken)}", style="not bold green")
        score = "" if each.similarity_score is None else f"{round(each.similarity_score * 100)} %"
        table.add_row(Text(score, style="green"), told)
    return table


def _grid(first_width: int | None = None) -> Table:
    """A narrow column and a wide one; what is too long goes on in the next line."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=first_width)
    table.add_column(overflow="fold")
    return table


def _footer(pack: DiscoveryPack, cache: str, size: int) -> str:
    parts = (
        _asked_for(pack.metadata),
        f"{_moment(pack.generated_at)} UTC",
        f"cache {plain(cache)}" if cache else "",
        f"{size:,} of {MAX_PACK_BYTES:,} bytes",
    )
    return ", ".join(filter(None, parts))


def _asked_for(asked: PackMetadata) -> str:
    thread = " ".join(filter(None, (asked.channel_id, asked.thread_ts)))
    return plain(", ".join(filter(None, (*asked.case_numbers, thread))))


def _moment(written: str) -> str:
    """A moment to the minute, of a message as Slack writes it, or else as it was written."""
    try:
        if _SLACK_TS.fullmatch(written):
            moment = datetime.fromtimestamp(float(written), UTC)
        else:
            moment = datetime.fromisoformat(written)
    except ValueError:
        return plain(written)
    if moment.tzinfo is None:
        return plain(written)
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}"
