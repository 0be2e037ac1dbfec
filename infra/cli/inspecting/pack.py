"""Render a discovery pack for somebody who takes over a case: first what is urgent, then help."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from pydantic import ConfigDict
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from infra.cli.console import plain, plain_text
from recollect.core.messages import CamelMessage
from recollect.discovery.schema import (
    MAX_PACK_BYTES,
    BusinessContextSummary,
    CaseContextSummary,
    ChangeWindow,
    CmdbHits,
    CmdbItem,
    DiscoveryPack,
    Exemplars,
    PolicyAlert,
    RelatedItem,
    Severity,
    SimilarCases,
    SlackRecent,
    listed,
)

_STYLES: Final[Mapping[Severity, str]] = {
    "critical": "bold red",
    "warning": "yellow",
    "info": "cyan",
}
_INDENT: Final = (0, 0, 0, 2)
_SLACK_TS: Final = re.compile(r"[0-9]{10}\.[0-9]+")


def pack_report(pack: DiscoveryPack, cache: str, size: int) -> RenderableType:
    """Render a pack for people. `cache` is `hit` or `miss`, `size` the pack's bytes as JSON."""
    return Group(*_parts(pack), Text(), Text(_footer(pack, cache, size), style="dim"))


def _parts(pack: DiscoveryPack) -> Iterator[RenderableType]:
    yield alerts_table(pack.policy_alerts)
    if pack.business_context:
        yield from _headed("Customer", _customer(pack.business_context))
    elif pack.metadata.company_name:
        yield from _headed("Customer", plain_text(pack.metadata.company_name, "bold"))
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
    """The alerts, most severe first. None means unknown, an empty tuple means no alerts."""
    if alerts is None:
        return Text("Alerts: not known", style="yellow")
    if not alerts:
        return Text("No alerts", style="green")
    table, cases = _grid(), {_case(each) for each in alerts} - {""}
    for alert in alerts:
        style, case = _STYLES[alert.severity], _case(alert) if len(cases) > 1 else ""
        message = f"{case}: {alert.message}" if case else alert.message
        table.add_row(Text(alert.severity.upper(), style), plain_text(message, style))
        for line in _details(alert):
            table.add_row("", plain_text(line, "dim"))
    return table


def _case(alert: PolicyAlert) -> str:
    return str((alert.details or {}).get("caseNumber", ""))


def _details(alert: PolicyAlert) -> Iterator[str]:
    """When changes take place and SLAs are breached; the alert's message has the rest."""
    for change in listed(ChangeWindow, alert, "changes"):
        window = f"{_moment(change.start)} to {_moment(change.end)}"
        about = f": {change.short_description}" if change.short_description else ""
        yield f"{change.number} ({change.state}), {window} UTC{about}"
    for sla in listed(_Sla, alert, "slas"):
        yield f"{sla.name}: {_moment(sla.breach_at)} UTC"


class _Sla(CamelMessage):
    model_config = ConfigDict(extra="ignore")

    name: str
    breach_at: str


def _customer(customer: BusinessContextSummary) -> RenderableType:
    name = _with_details(customer.entity_name, customer.entity_type, customer.industry)
    labelled = (
        ("Also called", ", ".join(customer.aliases or ())),
        ("Service", customer.service_details),
        ("Uses", customer.technology_portfolio),
    )
    table = _grid()
    for label, value in labelled:
        if value:
            table.add_row(Text(label, "dim"), plain_text(value))
    return Group(name, table) if table.row_count else name


def _thread(thread: CaseContextSummary) -> Text:
    return plain_text(
        f"{thread.case_number} in {thread.channel_id}, {thread.thread_ts}: "
        f"{thread.message_count} messages, first seen {_moment(thread.detected_at)} UTC, "
        f"last changed {_moment(thread.last_updated)} UTC"
    )


def _messages(recent: SlackRecent) -> Table:
    table = _grid(first_width=16)
    for message in recent.messages:
        sender = Text("Assistant: " if message.role == "assistant" else "", "magenta")
        moment = Text(_moment(message.timestamp or ""), "dim")
        table.add_row(moment, Text.assemble(sender, plain_text(message.text)))
    return table


def cases_table(similar: SimilarCases) -> Table:
    """Resolved cases, most similar first, each with its score."""
    table = _grid()
    for case in similar.cases:
        found = plain_text(case.case_number, "bold")
        found.append(f"\n{plain(case.excerpt)}", "not bold")
        if case.url:
            url = plain(case.url)
            found.append(f"\n{url}", Style(bold=False, dim=True, link=url))
        table.add_row(Text(f"{case.score} %", "green"), found)
    return table


def items_tree(hits: CmdbHits) -> RenderableType:
    """Configuration items, and below each of them the items related to it."""
    return Group(*map(_item_tree, hits.items))


def _item_tree(item: CmdbItem) -> Tree:
    label = _item(item).append(f"\n{plain(item.match_reason)}", "not bold green")
    tree = Tree(label, guide_style="dim")
    for related in item.related_items or ():
        tree.add(_item(related))
    return tree


def _item(item: RelatedItem) -> Text:
    addresses = ", ".join(item.ip_addresses or ())
    return _with_details(item.name, item.class_name, addresses, item.environment, item.owner_group)


def _with_details(name: str, *details: str | None) -> Text:
    """A name in bold, followed by those of its details that are known, dimmed."""
    text, known = plain_text(name, "bold"), ", ".join(filter(None, details))
    return text.append(f"  {plain(known)}", "not bold dim") if known else text


def _exemplars(found: Exemplars) -> Table:
    table = _grid()
    for exemplar in found.exemplars:
        text = plain_text(f"{exemplar.case_number} {exemplar.interaction_type}", "bold")
        text.append(f"  {exemplar.outcome}, quality {exemplar.quality_score:.2f}", "not bold dim")
        text.append(f"\n{plain(exemplar.summary)}\n", "not bold")
        text.append(f"→ {plain(exemplar.action_taken)}", "not bold green")
        score = (
            ""
            if exemplar.similarity_score is None
            else f"{round(exemplar.similarity_score * 100)} %"
        )
        table.add_row(Text(score, "green"), text)
    return table


def _grid(first_width: int | None = None) -> Table:
    """A narrow column and a wide one; text that is too long wraps."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=first_width)
    table.add_column(overflow="fold")
    return table


def _footer(pack: DiscoveryPack, cache: str, size: int) -> str:
    asked = pack.metadata
    parts = (
        *asked.case_numbers,
        " ".join(filter(None, (asked.channel_id, asked.thread_ts))),
        f"{_moment(pack.generated_at)} UTC",
        f"cache {cache}" if cache else "",
        f"{size:,} of {MAX_PACK_BYTES:,} bytes",
    )
    return plain(", ".join(filter(None, parts)))


def _moment(written: str) -> str:
    """A time in UTC, to the minute, from ISO format or Slack's `1700000000.123456`.

    Anything else, also a time without a zone, stays as it was written.
    """
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
