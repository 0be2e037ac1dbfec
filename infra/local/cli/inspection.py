"""Why each memory was kept or dropped: a search of the API, as a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from infra.local.cli.complaint import Complaint
from recollect.memories.identity import GLOBAL_SLUG
from recollect.memories.model import DroppedMemory, DropReason, FoundMemory, SearchResult
from recollect.memories.requests import Search

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_TIMEOUT_SECONDS = 30

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


@dataclass(frozen=True, slots=True)
class Inspected:
    """A search's answer, as sent and as read, and the parts that it had to leave out."""

    text: str
    result: SearchResult
    degraded: str


class _Problem(BaseModel):
    title: str = ""
    detail: str = ""


def search(url: str, token: str | None, app_slug: str, asked: Search) -> Inspected:
    """Ask the API at `url`; Complaint says what it objects to, or that it is not there."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = asked.model_dump(mode="json", exclude_none=True)
    try:
        # A proxy of the environment is for the world outside, never for this machine.
        trust_env = urlsplit(url).hostname not in _LOOPBACK
        with httpx.Client(timeout=_TIMEOUT_SECONDS, trust_env=trust_env) as client:
            response = client.post(
                f"{url.rstrip('/')}/apps/{app_slug}/memories/search", json=body, headers=headers
            )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Complaint(f"{url} does not answer: {error}") from error
    if response.is_error:
        raise Complaint(f"{url} answered {response.status_code}: {_objection(response)}")
    try:
        result = SearchResult.model_validate_json(response.content)
    except ValueError as error:
        raise Complaint(f"{url} does not answer as this API does") from error
    return Inspected(response.text, result, response.headers.get("X-Degraded", ""))


def _objection(response: httpx.Response) -> str:
    try:
        problem = _Problem.model_validate_json(response.content)
    except ValueError:
        return response.reason_phrase
    return problem.detail or problem.title or response.reason_phrase


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
