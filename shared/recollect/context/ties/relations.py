"""How pieces of evidence are related: what may become an edge of the causal graph.

Nodes are numbers here: the index of an item in the evidence, best first.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Literal

from recollect.context.evidence import Evidence
from recollect.core.timestamps import parse_moment
from recollect.detection.mask import MARK
from recollect.relevance.identifiers import identifiers
from recollect.retrieval.items import prose_of, strings_of

Relation = Literal["causes", "precedes", "influences"]

# An identifier counts more than a tag, since many items have the same tags.
IDENTIFIER_WEIGHT = 2.0
INFLUENCE = 0.3
# One tag in common is no influence, one identifier is.
_MIN_SHARED_TAGS = 2
PRECEDES_WITHIN = timedelta(days=7)
PRECEDES_HALF_LIFE = timedelta(days=2)
# The characters that are read of an item.
MAX_READ_CHARS = 4_096
_MAX_TRACES = 32
_MAX_TRACE_CHARS = 256
_THREADS = ("thread_ts", "thread_id", "conversation_id", "session_id", "case_number", "trace_id")


@dataclass(frozen=True, slots=True)
class Tie:
    """A possible edge between two nodes, with a weight in (0, 1]."""

    source: int
    target: int
    type: Relation
    weight: float


@dataclass(frozen=True, slots=True)
class Traces:
    """What an item may share with others (identifiers, tags, threads), and its time."""

    identifiers: frozenset[str]
    tags: frozenset[str]
    threads: frozenset[tuple[str, str]]
    created_at: datetime | None


def traces(evidence: Evidence) -> Traces:
    """Read the traces of an item, whatever its metadata holds."""
    named = identifiers(prose_of(evidence.content)[:MAX_READ_CHARS])
    tags = filter(_is_comparable, strings_of(evidence.metadata.get("tags")))
    return Traces(
        # Sorted, so that the same ones are left out each time.
        identifiers=frozenset(sorted(named)[:_MAX_TRACES]),
        tags=frozenset(sorted({tag.casefold() for tag in tags})[:_MAX_TRACES]),
        threads=frozenset(_threads(evidence)),
        created_at=parse_moment(evidence.metadata.get("created_at")),
    )


def declared_causes(evidence: Sequence[Evidence]) -> list[Tie]:
    """The causes that `caused_by` declares between given items; first those that fit their times.

    If causes form a circle, the graph leaves out the last one in this order. Behind the fit with
    times the order is by the effect's rank, then the cause's.
    """
    places = {each.id: place for place, each in enumerate(evidence)}
    times = [parse_moment(each.metadata.get("created_at")) for each in evidence]
    found = {
        (places[cause], effect)
        for effect, each in enumerate(evidence)
        for cause in strings_of(each.metadata.get("caused_by"))
        if cause in places and cause != each.id
    }
    ordered = sorted(found, key=lambda pair: (_against(times, *pair), pair[1], pair[0]))
    return [Tie(cause, effect, "causes", 1.0) for cause, effect in ordered]


def influences(items: Sequence[Traces]) -> list[Tie]:
    """Pairs that share an identifier or two tags, heaviest first, from the earlier to the later.

    The weight is the share of what they have in common (Jaccard), each trace weighted by its
    rarity, ln(1 + items / items that have it), an identifier twice; from 0.3. If times do not
    decide, the direction is from the better ranked one.
    """
    weights = _weights(items)
    found: list[Tie] = []
    for one, other in combinations(range(len(items)), 2):
        mine, theirs = items[one], items[other]
        named = mine.identifiers & theirs.identifiers
        tagged = mine.tags & theirs.tags
        if not named and len(tagged) < _MIN_SHARED_TAGS:
            continue
        shared = _sum(weights, named, tagged)
        weight = shared / _sum(
            weights, mine.identifiers | theirs.identifiers, mine.tags | theirs.tags
        )
        if weight >= INFLUENCE:
            source, target = (other, one) if _is_after(mine, theirs) else (one, other)
            found.append(Tie(source, target, "influences", min(1.0, round(weight, 4))))
    return sorted(found, key=lambda tie: (-tie.weight, tie.source, tie.target))


def successions(items: Sequence[Traces]) -> list[Tie]:
    """Each item with the next related one in time, nearest first.

    Items are related if they share an identifier, a thread, or a tag that not most items have. The
    weight halves with every two days between them; beyond seven days there is no relation.
    """
    counts = Counter(tag for each in items for tag in each.tags)
    common = {tag for tag, count in counts.items() if count > max(2, len(items) / 2)}
    found: list[Tie] = []
    for place, each in enumerate(items):
        after = [
            (gap, other)
            for other, its in enumerate(items)
            if (gap := _gap(each, its)) is not None and _is_related(each, its, common)
        ]
        if after:
            gap, other = min(after)
            weight = max(0.0001, round(0.5 ** (gap / PRECEDES_HALF_LIFE), 4))
            found.append(Tie(place, other, "precedes", weight))
    return sorted(found, key=lambda tie: (-tie.weight, tie.source, tie.target))


def _threads(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for name in _THREADS:
        value = evidence.metadata.get(name)
        if isinstance(value, str) and _is_comparable(value):
            yield name, value


def _is_comparable(value: str) -> bool:
    """Whether a value can be in common: redacted values are alike everywhere."""
    return 0 < len(value) <= _MAX_TRACE_CHARS and not MARK.search(value)


def _against(times: Sequence[datetime | None], cause: int, effect: int) -> int:
    """0 if the cause is not later than its effect, 1 if that is unknown, 2 if it is later."""
    before, after = times[cause], times[effect]
    if before is None or after is None:
        return 1
    return 0 if before <= after else 2


def _weights(items: Sequence[Traces]) -> Mapping[tuple[bool, str], float]:
    named = Counter((True, each) for item in items for each in item.identifiers)
    tagged = Counter((False, each) for item in items for each in item.tags)
    return {
        key: math.log1p(len(items) / count) * (IDENTIFIER_WEIGHT if key[0] else 1.0)
        for key, count in (named + tagged).items()
    }


def _sum(
    weights: Mapping[tuple[bool, str], float], named: frozenset[str], tagged: frozenset[str]
) -> float:
    # fsum, since sets have no order and a plain sum of floats depends on it.
    return math.fsum(
        [weights[True, each] for each in named] + [weights[False, each] for each in tagged]
    )


def _is_after(one: Traces, other: Traces) -> bool:
    if one.created_at is None or other.created_at is None:
        return False
    return one.created_at > other.created_at


def _gap(earlier: Traces, later: Traces) -> timedelta | None:
    if earlier.created_at is None or later.created_at is None:
        return None
    gap = later.created_at - earlier.created_at
    return gap if timedelta(0) < gap <= PRECEDES_WITHIN else None


def _is_related(one: Traces, other: Traces, common: set[str]) -> bool:
    return not (
        one.identifiers.isdisjoint(other.identifiers)
        and one.threads.isdisjoint(other.threads)
        and (one.tags - common).isdisjoint(other.tags)
    )
