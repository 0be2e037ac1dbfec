"""How many pods, cases and items there are by the results, and how many of them are what."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from recollect.validation.known.records import Record, Source
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


@dataclass(slots=True)
class Population:
    """How many of a kind there are, and how many of them have each status.

    `total` is None where it is not known; `is_whole` where `records` are all of them.
    """

    kind: str
    source: Source
    total: int | None = None
    counts: dict[str, int] = field(default_factory=dict)
    records: Sequence[Record] = ()
    shown: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out of the records."""
        return bool(self.records) and self.total in {None, len(self.records)}


def populations_of(
    result: ReadResult, texts: Sequence[ResultText], records: Sequence[Record]
) -> Iterator[Population]:
    """The pods of a namespace, or the cases and items that a search found."""
    yield from _pods(result, texts)
    total = result.content.get("total")
    count = total if isinstance(total, int) and not isinstance(total, bool) else None
    for name, value in result.content.items():
        if isinstance(value, list) and name in _LISTS:
            listed = [each for each in records if each.is_listed]
            kind = "item" if name == "items" and result.contract == "searchCMDB" else "case"
            kind = "similar" if name == "similarCases" else kind
            yield Population(
                kind,
                Source(result.tool, name),
                count if count is not None else len(value),
                {},
                listed,
            )
            return
    for told in texts:
        if "found " in told.fold and (found := _FOUND.search(told.fold)):
            listed = [each for each in records if each.is_listed]
            yield Population("case", told.source, int(found["count"]), {}, listed)
            return


def _pods(result: ReadResult, texts: Sequence[ResultText]) -> Iterator[Population]:
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
    for told in texts:
        if "pod" in told.fold and (found := _HEALTH.search(told.fold)):
            _read_health(found, pods)
            pods.shown = pods.shown or found.group()
            if not pods.source.path:
                pods.source = told.source
    if pods.total is not None:
        yield pods


def _read_health(found: re.Match[str], pods: Population) -> None:
    part = found.groupdict()
    if part["none"]:
        total, bad = 0, 0
    elif part["all"]:
        total, bad = int(part["all"]), 0
    elif part["bad"]:
        total, bad = int(part["of"]), int(part["bad"])
    else:
        total = int(part["among"])
        bad = total - int(part["good"])
    if pods.total is None:
        pods.total = total
        pods.counts = {"healthy": total - bad, "unhealthy": bad}
