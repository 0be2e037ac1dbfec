"""Read from results how many pods, cases and items there are, and how many have which status."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue

from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.known.field_kinds import is_ticket_like
from recollect.validation.known.record_models import Record, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.results import ReadResult

_HEALTH: Final = re.compile(
    r"(?P<bad>\d+) of (?:the first )?(?P<of>\d+) pods? in \S+ (?:is|are) not healthy"
    r"|(?P<good>\d+) of (?P<among>\d+) pods? healthy"
    r"|all (?:of )?(?:the first )?(?P<all>\d+) pods? in \S+ (?:is|are) healthy"
    r"|(?P<none>no pods in )"
)
_FOUND: Final = re.compile(r"found (?P<count>\d+) (?:or more )?(?:cases?|incidents?|tickets?)\b")
_LISTS: Final = frozenset({"cases", "incidents", "items", "similarCases"})
_ISSUES: Final = frozenset({"issues", "tickets"})
"""Names of lists of tickets in results of Jira, Zendesk and the like."""

_LISTS_OF_TICKETS: Final = _ISSUES | {"cases", "incidents", "result", "results"}
"""The same of any tool: ServiceNow has `result`."""

_FURTHER: Final = frozenset("cursor more next token".split())
"""Words in names of fields that lead to further pages."""

_MORE: Final = _FURTHER.union("count found hits offset page start total".split())
"""Words in names of fields that may tell of more objects than a list has."""


@dataclass(slots=True)
class Population:
    """How many things of a kind there are, and how many of them have each status or cause.

    `total` is None if it is unknown. `records` are those of the things that the result lists.
    `shown` is the phrase of the summary that says how many pods are healthy.
    """

    kind: str
    source: Source
    total: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    records: Sequence[Record] = ()
    shown: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether `records` are all of them."""
        return bool(self.records) and self.total in {None, len(self.records)}


def populations_of(
    result: ReadResult, texts: Sequence[ResultText], records: Sequence[Record]
) -> Iterator[Population]:
    """The pods of a namespace, or the cases and items that a search found."""
    yield from _pods(result, texts)
    total = result.content.get("total")
    count = total if isinstance(total, int) and not isinstance(total, bool) else None
    for name, value in result.content.items():
        is_counted = name in _LISTS or (name in _ISSUES and bool(value))
        if isinstance(value, list) and is_counted and not _is_of_others(name, value, result):
            listed = [each for each in records if each.is_listed]
            kind = "item" if name == "items" and result.contract == "searchCMDB" else "case"
            kind = "similar" if name == "similarCases" else kind
            if count is None and not _has_any(_FURTHER, result.content):
                count = len(value)
            yield Population(kind, Source(result.tool, name), count, {}, listed)
            return
    for result_text in texts:
        if "found " in result_text.fold and (found := _FOUND.search(result_text.fold)):
            listed = [each for each in records if each.is_listed]
            yield Population("case", result_text.source, int(found["count"]), {}, listed)
            return


def nothing_found(results: Sequence[ReadResult]) -> Source | None:
    """The first empty list, if all results are searches for tickets that found nothing; else None.

    Not where a field may say how many there are, or lead to a further page.
    """
    found = [_empty_list(each) for each in results]
    return found[0] if found and all(found) else None


def _empty_list(result: ReadResult) -> Source | None:
    name = next((each for each in result.content if each in _LISTS_OF_TICKETS), "")
    is_all = result.is_readable and not (
        result.failed or result.text or _tells_of_more(result.content)
    )
    return Source(result.tool, name) if name and is_all else None


def _tells_of_more(content: Mapping[str, JsonValue]) -> bool:
    """Whether anything in fields is an object of a list, or may be a number or place of some."""
    return _has_any(_MORE, content) or any(
        (isinstance(value, dict) and _tells_of_more(value))
        or (isinstance(value, list) and any(isinstance(each, dict) for each in value))
        for value in content.values()
    )


def _has_any(names: frozenset[str], content: Mapping[str, JsonValue]) -> bool:
    """Whether a field with one of these words in its name has a value."""
    return any(
        bool(value) and not names.isdisjoint(parts_of_name(name)) for name, value in content.items()
    )


def _is_of_others(name: str, value: Sequence[JsonValue], result: ReadResult) -> bool:
    """Whether a list is of neither cases nor items: `items` is also the name of any bare list."""
    return (
        name == "items"
        and result.contract != "searchCMDB"
        and not any(isinstance(each, dict) and is_ticket_like(each) for each in value)
    )


def _pods(result: ReadResult, texts: Sequence[ResultText]) -> Iterator[Population]:
    """The pods of a result, from its fields, else from its texts; none if it has no total."""
    content: Mapping[str, object] = result.content
    total, healthy = content.get("total"), content.get("healthy")
    pods = Population("pod", Source(result.tool, "unhealthy" if "unhealthy" in content else ""))
    if isinstance(total, int) and isinstance(healthy, int) and not isinstance(healthy, bool):
        pods.total = total
        pods.counts = {"healthy": healthy, "unhealthy": total - healthy}
        causes = content.get("byCause")
        if isinstance(causes, dict):
            pods.counts |= {
                str(name): count for name, count in causes.items() if isinstance(count, int)
            }
    for result_text in texts:
        if "pod" in result_text.fold and (found := _HEALTH.search(result_text.fold)):
            _read_health(found, pods)
            pods.shown = pods.shown or found.group()
            if not pods.source.path:
                pods.source = result_text.source
    if pods.total is not None:
        yield pods


def _read_health(found: re.Match[str], pods: Population) -> None:
    groups = found.groupdict()
    if groups["none"]:
        total, unhealthy = 0, 0
    elif groups["all"]:
        total, unhealthy = int(groups["all"]), 0
    elif groups["bad"]:
        total, unhealthy = int(groups["of"]), int(groups["bad"])
    else:
        total = int(groups["among"])
        unhealthy = total - int(groups["good"])
    if pods.total is None:
        pods.total = total
        pods.counts = {"healthy": total - unhealthy, "unhealthy": unhealthy}
